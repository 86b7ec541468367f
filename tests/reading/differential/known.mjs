import { isAnother } from "./encode.mjs";

// Failures that are known: each is counted in every run, none is skipped, and
// `most`, of 1,000 tables of the part, may only shrink. An entry that nothing
// fails any more is taken out.

// An encoding of bytes that do not say what they are, taken for another one.
function isTakenForAnother({ it, asked }) {
    return !it.declared && isAnother(it.encoding, asked?.map?.encoding_detected);
}

const isHit = ({ damage }, kind) => damage.some((one) => one.kind === kind);

export const known = {
    delimited: [
        {
            name: "one 8-bit encoding is taken for another, at a confidence of .8 and more",
            most: 2,
            is: isTakenForAnother,
        },
        {
            name: "' is no quote where as many quotes are broken",
            most: 2,
            is: ({ it }) => it.dialect.quote === "'",
        },
        {
            name: "the cells of one column have another delimiter in half of the lines",
            most: 1,
            is: ({ it }) => it.columns.length === 1,
        },
        {
            name: "title lines of more words than the table has columns are cut at their spaces",
            most: 1,
            is: ({ it, problems }) => it.before.length > 0 && /before the table/.test(problems[0].what),
        },
        {
            name: "after a quote that is not closed the next quoted cell with line breaks is torn",
            most: 1,
            is: ({ it }) => isHit(it, "unclosed"),
        },
    ],
    workbooks: [],
    mutated: [
        {
            name: "' is no quote where as many quotes are broken",
            most: 2,
            is: ({ it }) => it.dialect.quote === "'",
        },
    ],
};

export function knownAs(part) {
    return (result) => known[part].find((one) => one.is(result))?.name;
}
