// The part of delimited files of known cells.
import { encode } from "./encode.mjs";
import { generate } from "./generate.mjs";
import { knownAs } from "./known.mjs";
import { judge } from "./oracle.mjs";
import { shrink } from "./shrink.mjs";
import { writeCsv } from "./write_csv.mjs";

const isUnicode = ({ name }) => name.startsWith("utf");

// UTF-8 where the encoding cannot carry the table.
function writeBytes(table) {
    const written = writeCsv(table);
    const bytes = encode(written.text, table.encoding);
    if (bytes) {
        return { it: table, written, bytes };
    }
    const it = { ...table, encoding: { name: "utf-8", bom: false } };
    return { it, written, bytes: encode(written.text, it.encoding) };
}

let files = 0;

async function check(asker, table) {
    const { it, written, bytes } = writeBytes(table);
    const asked = await asker.readBytes(`t${files++}.csv`, bytes);
    const wellFormed = it.damage.length === 0 && isUnicode(it.encoding);
    const judged = judge(it, written, asked, wellFormed);
    return { it, bytes, asked, problems: judged.problems, refused: judged.refused, aside: judged.counts?.aside > 0 };
}

// What was done to the table, and whether its bytes say what letters they are.
function kind({ damage, before, encoding }) {
    const kinds = [...new Set(damage.map((one) => one.kind))];
    const what = kinds.length > 1 ? "two damages" : kinds[0] ?? (before.length ? "titles" : "plain");
    return isUnicode(encoding) ? what : "legacy encoding";
}

export const delimited = { name: "delimited", make: generate, check, shrink, kind, known: knownAs("delimited") };
