// The part of files that had accidents: two other readers say what is in them.
import { Duck } from "./duck.mjs";
import { common, generate } from "./generate.mjs";
import { knownAs } from "./known.mjs";
import { mutate } from "./mutate.mjs";
import { agreed, judgeAgreed } from "./oracle_agreed.mjs";
import { writeCsv } from "./write_csv.mjs";

// What the plain readers cannot be given stays out: they would not agree.
function make(seed) {
    const table = generate(seed);
    const delimiter = common.includes(table.dialect.delimiter) ? table.dialect.delimiter : ",";
    const dialect = { ...table.dialect, delimiter, space: false, sep: false, trailing: false };
    const { text } = writeCsv({ ...table, dialect, before: [] });
    return { dialect, text: seed % 4 === 0 ? text : mutate(seed, text, dialect), whole: seed % 4 === 0 };
}

let files = 0;
const ducks = new WeakMap();

async function duckOf(reader) {
    if (!ducks.has(reader)) {
        ducks.set(reader, Duck.open(reader.top));
    }
    return ducks.get(reader);
}

async function check(reader, it) {
    const bytes = Buffer.from(it.text);
    const records = await agreed(await duckOf(reader), it.text, it.dialect);
    if (!records) {
        return { it, bytes, problems: [], refused: true };
    }
    const asked = await reader.readBytes(`m${files++}.csv`, bytes);
    return { it, bytes, asked, ...judgeAgreed(records, asked) };
}

async function shrink(it, fails) {
    const end = it.dialect.end;
    let lines = it.text.split(end);
    for (let size = lines.length >> 1; size >= 1; size >>= 1) {
        for (let from = 0; from + size <= lines.length && lines.length - size >= 4; ) {
            const less = [...lines.slice(0, from), ...lines.slice(from + size)];
            if (await fails({ ...it, text: less.join(end) })) {
                lines = less;
            } else {
                from += size;
            }
        }
    }
    return { ...it, text: lines.join(end) };
}

const kind = ({ whole }) => (whole ? "as generated" : "mutated");

export const mutated = { name: "mutated", make, check, shrink, kind, known: knownAs("mutated") };
