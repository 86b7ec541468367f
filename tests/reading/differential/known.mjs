// Failures that are known: each is counted in every run, none is skipped, and
// `most`, of 1,000 tables of the part, may only shrink. An entry that nothing
// fails any more is taken out.
const plainName = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "").replace(/^cp/, "ibm");

// An encoding of bytes that do not say what they are, taken for another one.
function isTakenForAnother({ it, asked }) {
    if (it.declared) {
        return false;
    }
    const detected = asked?.map?.encoding_detected;
    return detected && !it.encoding.name.startsWith("utf") && plainName(detected) !== plainName(it.encoding.name);
}

const isHit = ({ damage }, kind, row) => damage.some((one) => one.kind === kind && (row ?? one.row) === one.row);

export const known = {
    delimited: [
        {
            name: "one 8-bit encoding is taken for another, at a confidence of .8 and more",
            most: 8,
            is: isTakenForAnother,
        },
        {
            name: "' is no quote where few cells have it, or where one has \" as a letter",
            most: 14,
            is: ({ it }) => it.dialect.quote === "'",
        },
        {
            name: "the backslash of ISO-2022-KR is read as a won sign",
            most: 2,
            is: ({ it }) => it.encoding.name === "iso-2022-kr" && it.dialect.escape === "backslash",
        },
        {
            name: "labels with gaps over the names are taken for the header",
            most: 5,
            is: ({ it, problems }) => it.groups && problems[0].class === "header",
        },
        {
            name: "the header again as the first row is part of the header",
            most: 5,
            is: ({ it }) => isHit(it, "repeated", 0),
        },
        {
            name: "title lines of more words than the table has columns are cut at their spaces",
            most: 4,
            is: ({ it, problems }) => it.before.length > 0 && /before the table/.test(problems[0].what),
        },
        {
            name: "after a quote that is not closed the next quoted cell with line breaks is torn",
            most: 2,
            is: ({ it }) => isHit(it, "unclosed"),
        },
    ],
    workbooks: [],
    mutated: [
        {
            name: "' is no quote where a cell has \" as a letter",
            most: 10,
            is: ({ it }) => it.dialect.quote === "'" && it.text.includes('"'),
        },
    ],
};

export function knownAs(part) {
    return (result) => known[part].find((one) => one.is(result))?.name;
}
