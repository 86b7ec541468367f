// Every cell of a file, as quarry read it, against a reader that shares
// nothing with it. Only what the map says was decided (delimiter, types,
// formats) is believed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { checkCell, decode, home, quarry, records, root, rowsOf, shared } from "./plain.mjs";

// All cells of a file; returns how many there were.
function checkFile(file, map) {
    const formats = map.fidelity.columns;
    const wide = map.column_count > 1;
    const all = records(decode(fs.readFileSync(file)), map.delimiter);
    let row = map.has_header ? 0 : 1;
    const read = rowsOf(file);
    for (const record of all) {
        if (wide && record.length === 1 && record[0].text === "") {
            continue; // a blank line
        }
        assert.equal(record.length, map.column_count, `row ${row}`);
        if (row === 0) {
            record.forEach((cell, i) => {
                const { name, original_name } = map.columns[i];
                assert.equal(original_name ?? name, cell.text);
            });
            row++;
            continue;
        }
        const { value: values } = read.next();
        record.forEach((cell, i) =>
            assert.ok(
                checkCell(cell, values[i], map.columns[i], formats[i]),
                `row ${row}, ${JSON.stringify(map.columns[i])}: ` +
                    `${JSON.stringify(cell)} is ${JSON.stringify(values[i])}`,
            ),
        );
        row++;
    }
    assert.equal(read.next().done, true);
    assert.equal(row - 1, map.row_count);
    return map.row_count * map.column_count;
}

for (const name of fs.readdirSync(path.join(root, "examples"))) {
    if (!name.endsWith(".csv")) {
        continue;
    }
    test(`examples/${name} has every cell`, () => {
        const file = path.join(root, "examples", name);
        assert.ok(checkFile(file, quarry("table", "map", file)) > 1000);
    });
}

// Cells of every kind by a fixed seed, quoted or not, over several windows.
function generate(rows) {
    let seed = 42;
    const random = (n) => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return Math.floor((seed / 2 ** 32) * n);
    };
    const two = (n) => String(n).padStart(2, "0");
    const day = () => [1 + random(28), 1 + random(12), 1900 + random(200)];
    const kinds = [
        () => String(random(2 ** 31) * 4096 - 2 ** 40),
        () => `${random(10) ? "" : "-"}${1 + random(9)}${"0123456789".repeat(3)}`,
        () => `${random(10 ** 6)},${two(random(100))}`,
        () => {
            const [d, m, y] = day();
            return `${d}/${two(m)}/${y}`;
        },
        () => {
            const [d, m, y] = day();
            const time = `${two(random(24))}:${two(random(60))}`;
            return `${y}-${two(m)}-${two(d)} ${time}${random(2) ? ":07.250" : ""}`;
        },
        () => (random(2) ? "TRUE" : "false"),
        () => two(random(10)) + random(1000),
        () => ["año", "两", ' "q" ', "a;b", "x\r\ny", "=1+1"][random(6)],
    ];
    const lines = ["int;huge;dec;day;moment;bool;code;text"];
    for (let i = 0; i < rows; i++) {
        const cells = kinds.map((kind) => (random(20) ? kind() : ""));
        const quote = (s) =>
            /[";\r\n]/.test(s) || random(9) === 0
                ? `"${s.replaceAll('"', '""')}"`
                : s;
        lines.push(cells.map(quote).join(";"));
    }
    return lines.join("\r\n");
}

test("a generated file has every cell in every encoding", () => {
    const text = generate(60000);
    const file = path.join(home, "generated.csv");
    const big = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    for (const bytes of [Buffer.from(text), big]) {
        fs.writeFileSync(file, bytes);
        const map = quarry("table", "map", file);
        assert.deepEqual(
            map.columns.map((c) => c.inferred_type).join(" "),
            "integer integer decimal date timestamp boolean string string",
        );
        assert.equal(checkFile(file, map), 480000);
    }
});

// Nothing that the plain reader does not know; scoreboard.test.mjs has those.
function isPlain({ quote_char, encoding_detected, fidelity: f }) {
    return (
        quote_char === '"' &&
        !f.escape &&
        f.header_rows < 2 &&
        f.columns_dropped + f.rows_repaired_count + f.lines_set_aside === 0 &&
        encoding_detected.startsWith("utf-") &&
        !f.notes.some((note) => note.includes("NUL"))
    );
}

test("files from the world have every cell or are refused", (t) => {
    const folders = ["csv/spectrum", "csv/pollock", "csv/duckdb"];
    const files = folders
        .map((name) => path.join(shared, name))
        .filter((folder) => fs.existsSync(folder))
        .flatMap((folder) => fs.readdirSync(folder, { recursive: true })
            .map((name) => path.join(folder, name)))
        .filter((name) => name.endsWith(".csv"))
        .sort();
    if (files.length === 0) {
        t.skip("no shared test data");
        return;
    }
    let read = 0;
    for (const file of files.filter((_, i) => i % 8 === 0)) {
        const map = quarry("table", "map", file);
        if (map.error) {
            assert.match(map.error.code, /^(FILE_READ_FAILED|LIMIT)$/);
            assert.ok(map.error.line > 0, file);
        } else if (isPlain(map)) {
            checkFile(file, map);
            read++;
        }
    }
    assert.ok(read > 20);
});
