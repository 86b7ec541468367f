// Tables whose cells are known are written as programs write them, damaged as
// programs damage them, and read by Quarry: each cell is equal, or its line is
// reported, or the file is refused. What is in differential/ knows the rule and
// the form of answers, nothing of the reader; which is asked in one process for
// many files (read_many.c), and for some as its users ask.
//
//   QUARRY_TABLES=500 QUARRY_SEED=18000  how many tables, from which seed on
//   QUARRY_NIGHTLY=1                     100,000, whose seed is the date
//   QUARRY_PART=workbooks                that part alone
import assert from "node:assert/strict";
import test from "node:test";
import path from "node:path";
import { Asker } from "./differential/ask.mjs";
import { delimited } from "./differential/delimited.mjs";
import { floors } from "./differential/floors.mjs";
import { known } from "./differential/known.mjs";
import { judge } from "./differential/oracle.mjs";
import { mutated } from "./differential/mutated.mjs";
import { Reader } from "./differential/read_many.mjs";
import { bin, plan, runPart } from "./differential/run.mjs";
import { workbooks } from "./differential/workbooks.mjs";
import { writeCsv } from "./differential/write_csv.mjs";

const parts = [
    [delimited, 0.6, "delimited files have every cell, or report it"],
    [workbooks, 0.2, "every table of a workbook is a table with every cell"],
    [mutated, 0.2, "where two other readers agree on a file, so does Quarry, or it reports what it did"],
];

// A known failure may become rarer, never more frequent; three standard
// deviations are the luck of a seed.
function tooOften(part, counts, count, say) {
    return known[part.name].flatMap(({ name, most }) => {
        const found = counts.get(name) ?? 0;
        const expected = (most / 1000) * count;
        const text = `known: ${name}: ${found} of ${count}, at most ${most} of 1,000`;
        say(text);
        return found > expected + 3 * Math.sqrt(expected) ? [text] : [];
    });
}

// The share of a class of input that must be read with nothing set aside.
function belowFloor(part, kinds, say) {
    return [...kinds].sort().flatMap(([kind, { tables, whole }]) => {
        const floor = floors[part.name][kind.replace(", declared", "")] ?? floors[part.name].other;
        const text = `${kind}: ${whole} of ${tables} read whole, floor ${floor}`;
        say(text);
        return whole < tables * floor - 3 * Math.sqrt(tables * floor * (1 - floor)) ? [text] : [];
    });
}

// What a reader of text alone would answer, with one thing wrong.
function pretended(table, spoil) {
    const names = table.columns.map((c) => c.name);
    const rows = Array.from({ length: table.height }, (_, i) => table.columns.map((c) => c.cells[i].text || null));
    spoil(rows);
    const columns = names.map((name) => ({ name, inferred_type: "string" }));
    const fidelity = { columns: names.map((name) => ({ name })), notes: [], header_rows: 1 };
    const map = { columns, column_count: names.length, has_header: true, fidelity, caution: null };
    return judge(table, writeCsv(table), { map, rows, irregular: [] }, true).problems.map((one) => one.class);
}

const spoilers = {
    "a cell": (rows) => (rows[0][1] = `${rows[0][1] ?? ""}x`),
    "the places of cells": (rows) => (rows[0] = [...rows[0].slice(1), "y"]),
    "a row": (rows) => rows.pop(),
    "the order of rows": (rows) => rows.push(rows.shift(), ["z"]),
};

test("the oracle sees a cell that differs, and the same seed is the same table", () => {
    for (let seed = 0; seed < 200; seed++) {
        const table = delimited.make(seed);
        assert.deepEqual(delimited.make(seed), table);
        if (table.damage.length || table.before.length || table.groups || table.columns.length < 2) {
            continue;
        }
        const right = pretended(table, () => {});
        assert.ok(right.every((kind) => kind === "untyped"), `seed ${seed}: ${right}`);
        for (const [what, spoil] of Object.entries(spoilers)) {
            assert.ok(pretended(table, spoil).includes("silent"), `seed ${seed}: ${what}`);
        }
    }
});

// What the parent adds to a map is not compared: notes, and sizes of caches.
function readAlike(one, other) {
    const pick = ({ map, rows, irregular = [] }) => ({ columns: map.columns, fidelity: map.fidelity, rows, irregular });
    const tables = (asked) => (asked.tables ?? [asked]).map(pick);
    if (one.error) {
        assert.equal(other.error?.message, one.error.message);
    } else {
        assert.deepEqual(tables(other), tables(one));
    }
}

// Asks both; every answer of the programs is also that of their reader.
class Both {
    constructor(reader, asker) {
        Object.assign(this, { reader, asker });
    }

    encode(...args) {
        return this.reader.encode(...args);
    }

    async readBytes(...args) {
        const asked = await this.reader.readBytes(...args);
        readAlike(asked, await this.asker.readBytes(...args));
        return asked;
    }
}

test("by command and over MCP the same is read as by the reader alone", async () => {
    const reader = new Reader(path.join(bin, "read_many"));
    const asker = new Asker(path.join(bin, "quarry"));
    const both = new Both(reader, asker);
    try {
        for (let seed = 18000; seed < 18016; seed++) {
            await delimited.check(both, delimited.make(seed));
        }
        for (let seed = 18000; seed < 18004; seed++) {
            await workbooks.check(both, workbooks.make(seed));
        }
    } finally {
        await asker.close();
        await reader.close();
    }
});

for (const [part, share, name] of parts) {
    const only = process.env.QUARRY_PART;
    if (only && only !== part.name) {
        continue;
    }
    test(name, async (t) => {
        const planned = plan(only ? 1 : share);
        const say = (text) => text.split("\n").forEach((line) => t.diagnostic(line));
        const { failures, known: counts, kinds } = await runPart(part, planned, say);
        const wrong = [
            ...failures,
            ...tooOften(part, counts, planned.count, say),
            ...belowFloor(part, kinds, say),
        ];
        assert.equal(wrong.length, 0, `${wrong.length} of ${planned.count}, the first: ${wrong[0]}`);
    });
}
