// Files at the ends of what can be: a correct table, or an error with its
// place; never a crash, and nothing is lost in between. They are made here; what
// sanitizers take long for is smaller, or left to `make nightly`.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { home, quarry, readTable } from "./plain.mjs";

const MIB = 1 << 20;
const nightly = Boolean(process.env.QUARRY_NIGHTLY);

// A file of these parts, one after the other.
function write(name, ...parts) {
    const file = path.join(home, `${name}.csv`);
    const fd = fs.openSync(file, "w");
    for (const part of parts) {
        fs.writeSync(fd, part);
    }
    fs.closeSync(fd);
    return file;
}

function refused(file, code, place, message) {
    const { error } = quarry("table", "map", file);
    assert.ok(error, "it was read");
    assert.equal(error.code, code);
    assert.deepEqual([error.line, error.column], place);
    assert.match(error.message, message);
}

async function readAll(file) {
    const read = await readTable(file);
    assert.ok(read.rows, JSON.stringify(read.error ?? read));
    return read;
}

const md5 = (text) => createHash("md5").update(text).digest("hex");
const names = (map) => map.columns.map((c) => c.original_name ?? c.name);

test("no bytes, or only a mark or line ends, are no table", () => {
    for (const bytes of ["", "\ufeff", "\n", "\r\n\r\n"]) {
        refused(write("nothing", bytes), "FILE_READ_FAILED", [1, 1], /is empty/);
    }
});

test("a header alone is a table without rows", async () => {
    for (const end of ["", "\n", "\r\n"]) {
        const { map, rows } = await readAll(write("header", `id,name,amount${end}`));
        assert.deepEqual(names(map), ["id", "name", "amount"]);
        assert.deepEqual(rows, []);
    }
});

test("one column has every line, blank ones too", async () => {
    const { map, rows } = await readAll(write("column", "n\n1\n\n3\n"));
    assert.deepEqual(names(map), ["n"]);
    assert.deepEqual(rows, [[1], [null], [3]]);
});

test("one line longer than the limit is refused where it passes it", () => {
    const parts = nightly ? 20 : 13; // of 10 MiB: 128 is the limit
    const part = Buffer.alloc(10 * MIB, "x");
    const cells = Buffer.alloc(10 * MIB, "x,");
    const quoted = [Buffer.from('a,b\n1,"'), ...Array(parts).fill(part)];
    refused(write("line", ...Array(parts).fill(part)), "LIMIT", [1, 1], /128 MiB/);
    if (nightly) refused(write("cells", ...Array(parts).fill(cells)), "LIMIT", [1, 1], /128 MiB/);
    refused(write("quoted", ...quoted), "FILE_READ_FAILED", [2, 3], /quote opens/);
});

test("thousands of columns are read, 100,000 are refused", async () => {
    const most = nightly ? 10000 : 3000;
    const line = (n, cell) => Array.from({ length: n }, (_, i) => cell(i)).join(",");
    const table = (n) => [line(n, (i) => `c${i}`), line(n, (i) => i), ""].join("\n");
    const { map, rows } = await readAll(write("wide", table(most)));
    assert.equal(map.column_count, most);
    assert.deepEqual(rows, [Array.from({ length: most }, (_, i) => i)]);
    refused(write("wider", table(100000)), "LIMIT", [1, 1], /100000 columns/);
    refused(write("widest", table(100001)), "LIMIT", [1, 1], /100000 cells/);
});

test("a quote that is never closed takes no other row with it", async () => {
    const lines = Array.from({ length: 200000 }, (_, i) => `${i},name ${i},${i}.5`);
    const wanted = lines.map((_, i) => [i, `name ${i}`, i + 0.5]);
    lines[1] = '1,"5 inch,1.5';
    wanted[1] = [1, '"5 inch', 1.5];
    for (const rows of [20, 200000]) {
        const text = `id,name,n\n${lines.slice(0, rows).join("\n")}\n`;
        const read = await readAll(write("unclosed", text));
        assert.deepEqual(read.rows, wanted.slice(0, rows));
        assert.deepEqual(read.map.fidelity.rows_repaired.map((r) => r.line), [3]);
    }
});

test("a quoted cell of many lines is one cell, whatever stands in it", () => {
    const insides = ["ab, c\n\n", "one, two; and 3\n", "word\r\n"];
    for (const [i, inside] of insides.entries()) {
        for (const bytes of nightly || i === 0 ? [100 << 10, 6 * MIB] : [100 << 10]) {
            const cell = inside.repeat(bytes / inside.length);
            const text = `id,text,n\n1,"${cell}",2\n3,x,4\n`;
            const file = write(`long${i}`, text);
            assert.deepEqual(names(quarry("table", "map", file)), ["id", "text", "n"]);
            const sql = "SELECT id, md5(text), n FROM data ORDER BY id";
            const { rows } = quarry("table", "query", file, sql);
            assert.deepEqual(rows, [[1, md5(cell), 2], [3, md5("x"), 4]]);
        }
    }
});

test("lines behind a quote that is never closed are not made a table", () => {
    const prose = "words, and other words\n".repeat(300000);
    const file = write("prose", `id,text,n\n1,"${prose}`);
    refused(file, "FILE_READ_FAILED", [2, 3], /never closed/);
});

test("few NUL bytes are left out and counted, many are refused", async () => {
    const { map, rows } = await readAll(write("nul", "a,b\n1,x\0y\n2,z\n"));
    assert.deepEqual(rows, [[1, "xy"], [2, "z"]]);
    assert.match(map.fidelity.notes.join(), /1 NUL byte.* offset 7/);
    const { error } = quarry("table", "map", write("nuls", "a,b\n", "\0".repeat(MIB)));
    assert.equal(error.code, "FILE_READ_FAILED");
    assert.ok(error.offset >= 4);
});
