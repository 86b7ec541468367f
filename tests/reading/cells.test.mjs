// Every cell of a file, as quarry read it, against a reader that shares
// nothing with it. Only what the map says was decided (delimiter, types,
// formats) is believed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
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
        if (row > 0 || record.length > map.column_count) {
            assert.equal(record.length, map.column_count, `row ${row}`);
        }
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
    const n = process.env.QUARRY_NIGHTLY ? 60000 : 20000;
    const text = generate(n);
    const file = path.join(home, "generated.csv");
    const big = Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    for (const bytes of [Buffer.from(text), big]) {
        fs.writeFileSync(file, bytes);
        const map = quarry("table", "map", file);
        assert.deepEqual(
            map.columns.map((c) => c.inferred_type).join(" "),
            "integer integer decimal date timestamp boolean string string",
        );
        assert.equal(checkFile(file, map), 8 * n);
    }
});

// Prose enough for a guess, in the letters of each encoding.
const carried = [
    ["UTF-16LE UTF-16BE UTF-32LE UTF-32BE UTF-8 GB18030", "Año, 北京, Москва и Ελλάδα"],
    ["WINDOWS-1252 ISO-8859-1", "La señora compró también camarón y jamón. Costó más de lo que podía"],
    ["WINDOWS-1251 KOI8-R IBM866 ISO-8859-5", "В лесу родилась ёлочка, в лесу она росла, зимой и летом стройная"],
    ["WINDOWS-1253 ISO-8859-7", "Στην αρχή ήταν ο λόγος και ο λόγος ήταν προς τον θεό"],
    ["SHIFT_JIS EUC-JP ISO-2022-JP", "これは日本語の文章です。東京都に住んでいます"],
    ["EUC-KR", "이것은 한국어 문장입니다. 서울에 살고 있습니다"],
    ["BIG5", "這是一個中文句子，我們住在臺北市的大樓裡"],
];

test("the same table in every encoding that can carry it", (t) => {
    const file = path.join(home, "carried.csv");
    if (spawnSync("iconv", ["--version"]).status !== 0) {
        t.skip("no iconv");
        return;
    }
    for (const [names, prose] of carried) {
        const rows = Array.from({ length: 40 }, (_, i) => `${i};${prose};${i},50`);
        const text = ["n;text;amount", ...rows, ""].join("\r\n");
        for (const name of names.split(" ")) {
            const run = spawnSync("iconv", ["-f", "UTF-8", "-t", name], { input: text });
            assert.equal(run.status, 0, name);
            fs.writeFileSync(file, run.stdout);
            const map = quarry("table", "map", file);
            assert.ok(map.columns, `${name}: ${JSON.stringify(map.error)}`);
            assert.deepEqual(
                [...rowsOf(file)],
                rows.map((_, i) => [i, prose, i + 0.5]),
                `${name} was read as ${map.encoding_detected}`,
            );
        }
    }
});

// Nothing that the plain reader does not know; scoreboard.test.mjs has those.
function isPlain({ quote_char, encoding_detected, fidelity: f }) {
    return (
        quote_char === '"' &&
        !f.escape &&
        f.header_rows < 2 &&
        f.columns_dropped + f.rows_padded_count + f.rows_repaired_count +
            f.lines_set_aside === 0 &&
        !f.spaces_around_quotes &&
        encoding_detected.startsWith("utf-") &&
        !f.notes.some((note) => note.includes("NUL"))
    );
}

const every = process.env.QUARRY_NIGHTLY ? 1 : 24;

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
    for (const file of files.filter((_, i) => i % every === 0)) {
        const map = quarry("table", "map", file);
        if (map.error) {
            assert.match(map.error.code, /^(FILE_READ_FAILED|LIMIT)$/);
            assert.ok(map.error.line > 0, file);
        } else if (isPlain(map)) {
            checkFile(file, map);
            read++;
        }
    }
    assert.ok(read > 160 / every, String(read));
});
