import { isAnother } from "./encode.mjs";

// Failures that are known: each is counted in every run, none is skipped, and
// `most`, of 1,000 tables of the part, may only shrink. An entry that nothing
// fails any more is taken out.

// Johab is not read, and a few characters of another encoding may be UTF-8, too.
function isUnlike({ it, asked }) {
    const isUnicode = it.encoding?.name.startsWith("utf") ?? true;
    return !it.declared && !isUnicode && (it.encoding.name === "johab" || asked?.map?.encoding_detected === "utf-8");
}

const isHit = ({ damage }, kind) => damage.some((one) => one.kind === kind);

export const known = {
    delimited: [
        {
            name: "Johab, which is not read, is taken for another encoding, or bytes that happen to be UTF-8 for that",
            most: 0.3,
            is: isUnlike,
        },
        {
            name: "a few letters of one encoding are as likely letters of another, at a confidence of .8 and more",
            most: 0.2,
            is: ({ it, asked }) => !it.declared && isAnother(it.encoding, asked?.map?.encoding_detected),
        },
        {
            name: "where the first rows are texts alone, which of them are names is open",
            most: 0.5,
            is: ({ problems }) => problems[0].class === "header",
        },
        {
            name: "a total behind a damaged line is part of it",
            most: 0.1,
            is: ({ problems }) => /\(total\) is neither/.test(problems[0].what),
        },
        {
            name: "' is no quote where as many quotes are broken",
            most: 0.5,
            is: ({ it }) => it.dialect.quote === "'",
        },
        {
            name: "the cells of one column have another delimiter in half of the lines",
            most: 0.5,
            is: ({ it }) => it.columns.length === 1,
        },
        {
            name: "title lines of more words than the table has columns are cut at their spaces",
            most: 0.5,
            is: ({ it, problems }) => it.before.length > 0 && /before the table/.test(problems[0].what),
        },
        {
            name: "after a quote that is not closed the next quoted cell with line breaks is torn",
            most: 0.5,
            is: ({ it }) => isHit(it, "unclosed"),
        },
    ],
    workbooks: [
        {
            name: "a block of texts below a gap, whose header repeats no name, is rows of the table above it",
            most: 1,
            is: ({ problems }) => /stacked: .*a row that was never written/.test(problems[0].what),
        },
        {
            name: "where most rows have but one text, those around a gap are read as titles",
            most: 1,
            is: ({ problems }) => /(gap|groups): /.test(problems[0].what),
        },
    ],
    mutated: [
        {
            name: "' is no quote where as many quotes are broken",
            most: 0.5,
            is: ({ it }) => it.dialect.quote === "'",
        },
    ],
};

export function knownAs(part) {
    return (result) => known[part].find((one) => one.is(result))?.name;
}
