// The share of each class of input that is read with nothing set aside. Of a
// damaged file the damaged rows may be, and of a mutated one the two other
// readers must agree first; what is well-formed is read whole.
export const floors = {
    delimited: {
        plain: 0.98,
        titles: 0.97,
        blank: 0.97,
        mixed: 0.97,
        footer: 0.97,
        total: 0.97,
        extra: 0.9,
        repeated: 0.85,
        empty: 0.85,
        undoubled: 0.85,
        missing: 0.75,
        cut: 0.75,
        nul: 0.7,
        unclosed: 0.6,
        unquoted: 0.1,
        "two damages": 0.7,
        "legacy encoding": 0.85,
    },
    workbooks: { other: 0.98 },
    mutated: { "as generated": 0.8, mutated: 0.45 },
};
