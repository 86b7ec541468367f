// The part of delimited files of known cells.
import { encode } from "./encode.mjs";
import { generate } from "./generate.mjs";
import { knownAs } from "./known.mjs";
import { judge } from "./oracle.mjs";
import { shrink } from "./shrink.mjs";
import { writeCsv } from "./write_csv.mjs";

const isUnicode = ({ name }) => name.startsWith("utf");

// UTF-8 where the encoding cannot carry the table.
async function writeBytes(reader, table) {
    const written = writeCsv(table);
    const bytes = await encode(reader, written.text, table.encoding);
    if (bytes) {
        return { it: table, written, bytes };
    }
    const it = { ...table, encoding: { name: "utf-8", bom: false } };
    return { it, written, bytes: await encode(reader, written.text, it.encoding) };
}

// What a person who knows the file says of it.
function declaration({ encoding, dialect }) {
    return { encoding: encoding.name, delimiter: dialect.delimiter };
}

let files = 0;

async function check(reader, table) {
    const { it, written, bytes } = await writeBytes(reader, table);
    const name = `t${files++}.csv`;
    const asked = it.declared
        ? await reader.readBytes(name, bytes, "readDeclared", declaration(it))
        : await reader.readBytes(name, bytes);
    const wellFormed = it.damage.length === 0 && (it.declared || isUnicode(it.encoding));
    const judged = judge(it, written, asked, wellFormed);
    return { it, bytes, asked, problems: judged.problems, refused: judged.refused, aside: judged.counts?.aside > 0 };
}

// What was done to the table, and whether its bytes say what letters they are.
function kind({ damage, before, encoding, declared }) {
    const kinds = [...new Set(damage.map((one) => one.kind))];
    const what = kinds.length > 1 ? "two damages" : kinds[0] ?? (before.length ? "titles" : "plain");
    return declared ? `${what}, declared` : isUnicode(encoding) ? what : "legacy encoding";
}

export const delimited = { name: "delimited", make: generate, check, shrink, kind, known: knownAs("delimited") };
