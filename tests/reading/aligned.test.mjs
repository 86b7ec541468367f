// Tables whose columns spaces align: each cell is as it was written, or the file is read
// as one column of lines with the note that says so. Never a cell that is another.
//
// Listings that other programs wrote are in aligned/, with what is in them as CSV.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { Random } from "./differential/random.mjs";
import { Reader } from "./differential/read_many.mjs";
import { records } from "./plain.mjs";

const here = import.meta.dirname;
const program = path.join(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "read_many");
const TABLES = Number(process.env.QUARRY_ALIGNED ?? 400);

const WORDS = "Ann Bo Lee Ray oak pine elm station of the river North South x alpha beta gamma delta Zürich Málaga".split(" ");

function dice(seed) {
    const from = new Random(seed);
    return { below: (n) => from.int(0, n - 1), pick: (list) => from.pick(list) };
}

// A column: its name, its cells as texts, and on which side they are.
function column(r, rows, i) {
    const kind = r.pick(["word", "words", "whole", "decimal", "day", "code"]);
    const word = () => r.pick(WORDS);
    const make = {
        word,
        words: () => Array.from({ length: 1 + r.below(3) }, word).join(" "),
        whole: () => String(r.below(10 ** (1 + r.below(6)))),
        decimal: () => (r.below(100000) / 100).toFixed(2),
        day: () => `20${10 + r.below(15)}-0${1 + r.below(9)}-1${r.below(10)}`,
        code: () => r.pick(["A1", "B2", "C3"]),
    }[kind];
    const some = i > 0 && r.below(4) === 0 ? 0.2 : 0;
    const cells = Array.from({ length: rows }, () => (r.below(100) < some * 100 ? "" : make()));
    const right = kind === "whole" || kind === "decimal" ? r.below(5) > 0 : r.below(6) === 0;
    return { name: `${r.pick(["id", "name", "total cost", "size", "Unit price", "kind", "left"])}${i}`, cells, right };
}

const width = (text) => [...text].length;

function print(r, columns) {
    const rows = columns[0].cells.length;
    const gap = 1 + r.below(3);
    const all = (c) => [c.name, ...c.cells];
    const widths = columns.map((c) => Math.max(...all(c).map(width)) + (r.below(5) === 0 ? r.below(4) : 0));
    const overflows = r.below(12) === 0; // as %-5s does
    const line = (k) =>
        columns
            .map((c, i) => {
                const room = Math.max(0, (overflows && widths[i] > 4 ? widths[i] - 3 : widths[i]) - width(all(c)[k]));
                return c.right ? " ".repeat(room) + all(c)[k] : all(c)[k] + " ".repeat(room);
            })
            .join(" ".repeat(gap));
    const lines = Array.from({ length: rows + 1 }, (_, k) => line(k));
    if (r.below(4) === 0) lines.splice(1, 0, widths.map((n) => "-".repeat(n)).join(" ".repeat(gap)));
    const title = r.below(4) === 0 ? ["A report of all of them", ""].slice(0, 1 + r.below(2)) : [];
    const footer = columns.length > 2 && r.below(4) === 0 ? [`(${rows} rows)`] : [];
    return [...title, ...lines.map((l) => (r.below(2) ? l.trimEnd() : l)), ...footer].join("\n") + "\n";
}

const isSame = (read, written) => (typeof read === "number" && written !== "" ? read === Number(written) : (read ?? "") === written);

// null, where all are as they were written.
function difference(columns, { map, rows }) {
    if (map.column_count !== columns.length) return `${map.column_count} columns of ${columns.length}`;
    if (rows.length !== columns[0].cells.length) return `${rows.length} rows of ${columns[0].cells.length}`;
    for (let i = 0; i < columns.length; i++)
        for (let k = 0; k < rows.length; k++)
            if (!isSame(rows[k][i], columns[i].cells[k])) return `${columns[i].name} ${k}: ${rows[k][i]} of ${columns[i].cells[k]}`;
    return null;
}

test("tables made at random", async () => {
    const reader = new Reader(program);
    let told = 0;
    const wrong = [];
    for (let seed = 1; seed <= TABLES; seed++) {
        const r = dice(seed);
        const rows = 2 + r.below(30);
        const columns = Array.from({ length: 2 + r.below(6) }, (_, i) => column(r, rows, i));
        const text = print(r, columns);
        const answer = await reader.readBytes("table.txt", text);
        if (!answer.map?.fidelity.aligned) continue;
        told++;
        const how = difference(columns, answer);
        if (how) wrong.push(`${seed}: ${how}\n${text}`);
    }
    await reader.close();
    console.log(`${told} of ${TABLES} were told apart, ${wrong.length} of these wrongly`);
    assert.deepEqual(wrong.slice(0, 3), []);
    assert.ok(told * 2 >= TABLES, `only ${told}`);
});

// A cell of CSV and what was read of the listing: programs print fewer digits.
function isAlike(read, written) {
    if (written === "" || read === null || read === undefined) return (read ?? "") === "" && (written === "" || written === "NA");
    const number = typeof read === "boolean" ? NaN : Number(read);
    return String(read) === written || (Number.isFinite(number) && number === Number(written)) || (read === true && /^TRUE$/i.test(written)) || String(read) === written.trim();
}

test("listings of other programs", async () => {
    const reader = new Reader(program);
    const folder = path.join(here, "aligned");
    const told = [];
    for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
        const answer = await reader.readBytes("table.txt", fs.readFileSync(path.join(folder, file)));
        if (!answer.map?.fidelity.aligned) continue;
        told.push(file);
        const truth = [...records(fs.readFileSync(path.join(folder, file.replace(".txt", ".csv")), "utf8"), ",")].map((record) => record.map((cell) => cell.text));
        const { map, rows } = answer;
        const names = map.has_header ? truth.shift() : null;
        assert.equal(map.column_count, truth[0].length, file);
        assert.equal(rows.length, truth.length, file);
        names?.forEach((name, i) => name && assert.equal(map.columns[i].original_name ?? map.columns[i].name, name, file));
        rows.forEach((row, k) => truth[k].forEach((cell, i) => assert.ok(isAlike(row[i], cell), `${file} row ${k + 1}: ${row[i]} of ${cell}`)));
    }
    await reader.close();
    console.log(`${told.length} listings: ${told.join(" ")}`);
    assert.ok(told.length >= 24, told.join(" "));
});
