// What real programs do to a table on its way: a list of { kind, row, ... }.
// A kind says when it can be, and how it changes the lines that are written.
const special = /["'\n]/;

function textColumn(r, table, row) {
    const found = table.columns
        .map((c, i) => [c.cells[row], i])
        .filter(([cell, i]) => cell.value.word && !special.test(cell.text) && i >= 0)
        .map(([, i]) => i);
    return found.length ? r.pick(found) : -1;
}

function inText(kind) {
    return (r, table, row) => {
        const column = textColumn(r, table, row);
        return column < 0 ? null : { kind, row, column };
    };
}

const makers = {
    missing: (r, table, row) => ({ kind: "missing", row, count: r.int(1, Math.min(3, table.columns.length - 1)) }),
    extra: (r, table, row) => ({ kind: "extra", row, count: r.int(1, 3) }),
    unquoted: inText("unquoted"),
    unclosed: inText("unclosed"),
    undoubled: inText("undoubled"),
    blank: (r, table, row) => ({ kind: "blank", row }),
    empty: (r, table, row) => ({ kind: "empty", row }),
    repeated: (r, table, row) => ({ kind: "repeated", row }),
    footer: (r, table, row, language) => ({
        kind: "footer",
        lines: [r.pick([`${r.sample(language.words, 3).join(" ")}`, `(${r.int(1, 99)} rows)`, "Source: SAP", "* preliminary"])],
    }),
    total: (r, table, row, language) => ({ kind: "total", label: language.words[0] }),
    nul: inText("nul"),
    mixed: (r, table) => ({ kind: "mixed", rows: r.sample([...Array(table.height).keys()], 3) }),
    cut: (r) => ({ kind: "cut", count: r.int(1, 8) }),
};

const scattered = ["missing", "extra", "unquoted", "unclosed", "undoubled", "blank", "empty", "nul"];

// Rows that are hit: one, some, or every n-th.
function hitRows(r, height) {
    const all = [...Array(height).keys()];
    const step = r.pick([2, 3, 5]);
    return r.weighted([
        [4, [r.pick(all)]],
        [3, r.sample(all, r.int(1, Math.max(1, height >> 3))).sort((a, b) => a - b)],
        [2, all.filter((i) => i % step === step - 1)],
    ]);
}

export function damages(r, table, language) {
    const list = [];
    for (const kind of r.sample(Object.keys(makers), r.weighted([[4, 1], [1, 2]]))) {
        const rows = scattered.includes(kind) ? hitRows(r, table.height) : [r.int(0, table.height - 1)];
        for (const row of rows) {
            const made = makers[kind](r, table, row, language);
            if (made) {
                list.push(made);
            }
        }
    }
    return list;
}
