// Files of a series are asked as one table. The property: a table that is cut into k
// files, whatever their order of columns and where they are cut, gives the answers of
// the whole.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { workbookOf } from "../reading/layouts.mjs";
import { askAll } from "./batch.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");

const scratch = (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-union-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    return folder;
};

// A small generator of numbers, the same each time.
function numbers(seed) {
    let state = seed;
    return (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * below);
    };
}

const COLUMNS = ["order_id", "day", "city", "units", "price"];
const QUESTIONS = [
    "how many rows",
    "total units by city",
    "average price",
    "highest price by city",
    "total units by month",
    "how many different cities",
    "total units in Lima",
    "top 3 cities by units",
    "smallest price",
];

function rowsOf(n, pick) {
    const cities = ["Lima", "Oslo", "Rome", "Quito"];
    return Array.from({ length: n }, (_, i) => ({
        order_id: String(i + 1),
        day: `2024-${String(1 + pick(6)).padStart(2, "0")}-${String(1 + pick(28)).padStart(2, "0")}`,
        city: cities[pick(cities.length)],
        units: String(1 + pick(90)),
        price: (pick(100000) / 100).toFixed(2),
    }));
}

const csvOf = (rows, columns) => `${[columns, ...rows.map((row) => columns.map((c) => row[c]))].map((cells) => cells.join(",")).join("\n")}\n`;

// k files, of any size from none on; each has the columns in an order of its own.
function cut(rows, k, folder, name, pick) {
    const at = Array.from({ length: k - 1 }, () => pick(rows.length + 1)).sort((a, b) => a - b);
    const edges = [0, ...at, rows.length];
    return Array.from({ length: k }, (_, i) => {
        const file = `${name}_part${String(i + 1).padStart(2, "0")}.csv`;
        const columns = [...COLUMNS].sort(() => pick(3) - 1);
        fs.writeFileSync(path.join(folder, file), csvOf(rows.slice(edges[i], edges[i + 1]), i ? columns : COLUMNS));
        return file;
    });
}

test("a table that is cut into files gives the answers of the whole", (t) => {
    const folder = scratch(t);
    const lines = [];
    const tables = process.env.QUARRY_NIGHTLY ? 40 : 3;
    for (let seed = 1; seed <= tables; seed++) {
        const pick = numbers(seed);
        const rows = rowsOf(20 + pick(200), pick);
        fs.writeFileSync(path.join(folder, `whole${seed}.csv`), csvOf(rows, COLUMNS));
        const files = cut(rows, 2 + pick(7), folder, `orders${"abcdefgh"[seed % 8]}${"xyzuvw"[(seed >> 3) % 6]}`, pick);
        for (const question of QUESTIONS) {
            lines.push({ id: `${seed} whole ${question}`, question, files: [`whole${seed}.csv`] });
            lines.push({ id: `${seed} cut ${question}`, question, files });
        }
    }
    const answers = askAll(program, folder, path.join(folder, "home"), lines);
    for (let i = 0; i < lines.length; i += 2) {
        const [whole, parts] = [answers[i], answers[i + 1]];
        assert.equal(whole.mode, "structured_query", lines[i].id);
        assert.deepEqual(parts.results?.rows, whole.results.rows, `${lines[i + 1].id}: ${parts.answer}`);
        const contents = lines[i + 1].files.map((file) => fs.readFileSync(path.join(folder, file), "utf8"));
        assert.equal(parts.sources.length, new Set(contents).size, lines[i + 1].id); // of copies, such as two without rows, one is asked
        assert.equal(parts.coverage.rows_total, whole.coverage.rows_total);
    }
});

test("sheets of one shape are one table, and each row knows its sheet", (t) => {
    const folder = scratch(t);
    const sheet = (chair, desk) => ({ picture: `*product|*amount|*day\nChair|${chair}|2024-01-05\nDesk|${desk}|2024-01-06\nLamp|1|2024-01-07` });
    const months = (chair, desk) => ({ picture: `*product|*amount\nChair|${chair}\nDesk|${desk}\nLamp|1` });
    fs.writeFileSync(path.join(folder, "stores.xlsx"), workbookOf({ "Store North": sheet(10, 20), "Store South": sheet(30, 40), Notes: { picture: "*who|*what|*when\nAnn|x|y\nBob|z|w\nCy|v|u" } }));
    fs.writeFileSync(path.join(folder, "year.xlsx"), workbookOf({ "Jan 2024": months(1, 2), "Feb 2024": months(10, 20), "Mar 2024": months(100, 200) }));
    const ask = (question, file) => askAll(program, folder, path.join(folder, "home"), [{ id: 1, question, files: [file] }])[0];

    const total = ask("total amount", "stores.xlsx");
    assert.deepEqual(total.results?.rows, [[102]], total.answer);
    assert.deepEqual(total.sources.map((s) => s.table), ["Store North", "Store South"]);
    assert.ok(total.sources.every((s) => s.range), "the cells are named");
    const rows = ask("list the rows of Chair", "stores.xlsx");
    assert.deepEqual(rows.results.rows.map((row) => row.at(-1)), ["Store North", "Store South"]);
    const byMonth = ask("total amount by month", "year.xlsx");
    assert.deepEqual(byMonth.results?.rows, [["2024-01", 4], ["2024-02", 31], ["2024-03", 301]], byMonth.answer);
});

test("a table of many files is asked in one query", (t) => {
    const folder = scratch(t);
    const count = process.env.QUARRY_NIGHTLY ? 512 : 36;
    const files = Array.from({ length: count }, (_, i) => {
        const file = `sales_${2000 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, "0")}.csv`;
        fs.writeFileSync(path.join(folder, file), `product,amount\nChair,${i}\nDesk,1\n`);
        return file;
    });
    const [answer] = askAll(program, folder, path.join(folder, "home"), [{ id: 1, question: "total amount", files }]);
    assert.deepEqual(answer.results?.rows, [[(count * (count - 1)) / 2 + count]], answer.answer);
    assert.equal(answer.sources.length, count);
    t.diagnostic(`${count} files: ${answer.response_time_ms} ms`);
});
