// Reading back an export gives the same table: cell by cell, with the types
// that the format can carry, and what it cannot carry exactly as documented.
// Four tables of each kind, with QUARRY_NIGHTLY=1 200; READBACK_SEEDS=500 tries
// more, READBACK_FROM=17 others; a failure names its seed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { sqlOf, tableOf } from "./tables.mjs";

const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");
const seeds = Number(process.env.READBACK_SEEDS ?? (process.env.QUARRY_NIGHTLY ? 200 : 4));
const from = Number(process.env.READBACK_FROM ?? 1);

function quarry(folder, words, input = "") {
    const run = spawnSync(path.join(bin, "quarry"), [...words, "--json"], {
        cwd: folder,
        env: { ...process.env, QUARRY_HOME: path.join(folder, "home") },
        input,
        encoding: "utf8",
        maxBuffer: 64 << 20,
    });
    assert.equal(run.status, 0, `${words.join(" ")}: ${run.stdout}`);
    return JSON.parse(run.stdout);
}

function exportOf(folder, table, to) {
    const words = ["table", "export", "one.csv", "--query", "-", "--to", to];
    return quarry(folder, words, sqlOf(table));
}

// Export twice, compare the bytes, read back: the answers of the tools.
function roundTrip(folder, table, format) {
    const report = exportOf(folder, table, `a.${format}`);
    exportOf(folder, table, `b.${format}`);
    const bytes = (name) => fs.readFileSync(path.join(folder, name));
    assert.ok(bytes(`a.${format}`).equals(bytes(`b.${format}`)), "same bytes");
    const header = format === "csv" ? ["--header", "yes"] : [];
    const file = `a.${format}`;
    const rows = ["table", "rows", file, "--limit", "1000", ...header];
    return {
        report,
        map: quarry(folder, ["table", "map", file, ...header]),
        read: quarry(folder, rows),
    };
}

// "-012.50e1" and "-125" are one number: sign, digits, exponent.
function numeral(value) {
    const m = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(String(value));
    if (!m) return `no number: ${value}`;
    const all = m[2] + m[3];
    const short = all.replace(/^0+/, "");
    const exact = short.replace(/0+$/, "");
    if (exact === "") return "0";
    const zeros = short.length - exact.length;
    return `${m[1]}${exact}e${Number(m[4] ?? 0) - m[3].length + zeros}`;
}


// Digits that a number needs, without zeros at its ends.
function digitsOf(text) {
    const m = /^-?0*(\d*?)(\.\d*?)?0*$/.exec(text);
    const kept = text.includes(".") ? m[1] + (m[2] ?? "") : text;
    return kept.replace(/\D/g, "").replace(/^0+/, "").length;
}

const wouldRun = (text) =>
    /^[ \u00a0\ufeff]*[=+\-@\t\r\n＝＋－＠]/u.test(text);

// One form for dates and times, the fraction without zeros at its end.
const moment = (text) =>
    text.replace(" ", "T").replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

// To milliseconds, as a workbook holds them.
const cut = (text) => moment(text.replace(/(\.\d{3})\d+$/, "$1"));

const isMoment = (kind) => ["date", "time", "timestamp"].includes(kind);

// Compared as numbers, moments or texts; null is null.
function comparable(kind, value) {
    if (value === null) return null;
    if (kind === "float") return Number(value);
    if (kind === "integer" || kind === "decimal") return numeral(value);
    return isMoment(kind) ? moment(String(value)) : String(value);
}

const NUMBERS = ["integer", "decimal", "float"];

// What CSV carries of a column: [types it may be read as, its values].
function inCsv({ kind }, values) {
    const present = values.filter((v) => v !== null);
    const endless = present.some((v) => v === "-Infinity");
    const neutral = (v) => (v !== null && wouldRun(v) ? `'${v}` : v);

    if (kind === "text") return [["string"], "text", values.map(neutral)];
    if (kind === "float") {
        const texts = values.map((v) => (v === "-Infinity" ? `'${v}` : v));
        if (endless || present.some(isTiny)) {
            return [["string"], "endless", texts];
        }
        const finite = present.some((v) => Number.isFinite(Number(v)));
        return [finite ? NUMBERS : [...NUMBERS, "string"], kind, values];
    }
    if (!["integer", "decimal"].includes(kind)) return [[kind], kind, values];
    const long = present.some((v) => isTooLong(v));
    if (long) return [["string"], kind, values];
    return [present.some((v) => v.includes(".")) ? ["decimal"] : ["integer"],
        kind, values];
}

// Over 38 digits a number stays the text that it is.
const isTooLong = (v) => v.replace(/\D/g, "").length > 38;

// So does a double so near to zero that it has lost digits.
const isTiny = (v) => Number(v) !== 0 && Math.abs(Number(v)) < 1e-300;

const LAST = "9999-12-31";
const isOutside = (v) => v.slice(0, 10) < "1900-03-01" || v.slice(0, 10) > LAST;

// What a workbook carries of a column.
function inWorkbook({ kind }, values) {
    const present = values.filter((v) => v !== null);
    const string = (form, list) => [["string"], form, list];

    if (kind === "text") {
        return string("text", values.map((v) => (v === "" ? null : v)));
    }
    if (kind === "integer" || kind === "decimal") {
        const long = present.some((v) => digitsOf(v) > 15);
        return long ? string(kind, values) : [NUMBERS, kind, values];
    }
    if (kind === "float") {
        const texts = present.some((v) => !hasPlace(v) || isTiny(v));
        const near = values.map((v) =>
            v === null || !hasPlace(v) ? v : Number(v).toPrecision(16),
        );
        return texts ? string("endless", near) : [NUMBERS, kind, near];
    }
    if (kind === "time") return [[kind], kind, values.map((v) => v && cut(v))];
    if (kind !== "date" && kind !== "timestamp") return [[kind], kind, values];
    const list = values.map((v) => v && (isOutside(v) ? v : cut(v)));
    if (present.some(isOutside)) return string("moment", list);
    return [kind === "date" ? [kind] : [kind, "date"], "moment", list];
}

// Doubles that a workbook has a number for.
const isInRange = (v) =>
    Number(v) === 0 ||
    (Math.abs(Number(v)) >= 2.2250738585072014e-308 &&
        Math.abs(Number(v)) < 1e308);
const hasPlace = (v) => Number.isFinite(Number(v)) && isInRange(v);

// The values of a text column of numbers and of words for what is none.
function endless(v) {
    const number = Number(v);
    return v === null || !Number.isFinite(number) ? v : number;
}

// A timestamp at midnight may be read as a date.
const midnight = (v) => v && moment(String(v)).replace(/T00:00:00$/, "");

const forms = { endless, moment: midnight };

function checkColumn(table, c, read, carried) {
    const column = table.columns[c];
    const values = table.rows.map((row) => row[c]);
    const [types, form, want] = carried(column, values);
    const shape = forms[form] ?? ((v) => comparable(form, v));
    const got = read.rows.map((row) => row[c]);
    const name = `column ${c}, ${column.cast}`;

    assert.deepEqual(got.map(shape), want.map(shape), name);
    if (want.some((v) => v !== null)) {
        assert.ok(types.includes(read.column_types[c]),
            `${name}: read as ${read.column_types[c]}, not ${types}`);
    }
}

function checkTable(table, { report, map, read }, format) {
    const named = (n) => (format === "csv" && wouldRun(n) ? `'${n}` : n);
    assert.equal(report.row_count, table.rows.length);
    assert.deepEqual(
        map.columns.map((c) => c.original_name ?? c.name),
        table.names.map(named),
    );
    assert.equal(read.total_rows, table.rows.length, "rows");
    const carried = format === "csv" ? inCsv : inWorkbook;
    table.columns.forEach((_, c) => checkColumn(table, c, read, carried));
}

// Each warning says how many values are meant; the values say it, too.
function checkWarnings(table, report, format) {
    const count = (test) =>
        table.rows.flatMap((row) =>
            row.filter((v, c) => v !== null && test(v, table.columns[c].kind)),
        ).length;
    const long = count((v, kind) =>
        ["integer", "decimal"].includes(kind) && digitsOf(v) > 15);
    const said = (part) => {
        const line = report.warnings.find((w) => w.match(part));
        return line ? Number(/^\d+/.exec(line)[0]) : 0;
    };
    if (format === "csv") {
        const names = table.names.filter(wouldRun).length;
        const cells = count((v, kind) =>
            kind === "text" ? wouldRun(v) : v === "-Infinity");
        assert.equal(said(/would run/), names + cells);
        return;
    }
    assert.equal(said(/more than 15 digits/), long);
    assert.equal(
        said(/empty texts? became/),
        count((v, kind) => kind === "text" && v === ""),
    );
    assert.equal(said(/dates? or times? that a workbook/), count((v, kind) =>
        ["date", "timestamp"].includes(kind) && isOutside(v)));
    assert.equal(said(/not a number/), count((v, kind) =>
        kind === "float" && !Number.isFinite(Number(v))));
    assert.equal(said(/numbers? that a workbook/), count((v, kind) =>
        kind === "float" && Number.isFinite(Number(v)) && !isInRange(v)));
    assert.equal(said(/times? (was|were) cut/), count((v, kind) =>
        ["time", "timestamp"].includes(kind) && /\.\d{4}/.test(v) &&
        (kind === "time" || !isOutside(v))));
    assert.equal(said(/rows? of nulls/), table.rows.filter(isEmptyRow).length);
}

// In a workbook a row of nulls parts two tables.
const isEmptyRow = (row) => row.every((v) => v === null || v === "");

for (let seed = from; seed < from + seeds; seed++) {
    test(`the table of seed ${seed} comes back`, (t) => {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-back-"));
        t.after(() => fs.rmSync(folder, { recursive: true }));
        fs.writeFileSync(path.join(folder, "one.csv"), "a\n1\n");
        const table = tableOf(seed);
        checkWarnings(table, exportOf(folder, table, "all.xlsx"), "xlsx");
        for (const format of ["csv", "xlsx"]) {
            const trip = roundTrip(folder, table, format);
            checkTable(table, trip, format);
            checkWarnings(table, trip.report, format);
            table.rows = table.rows.filter((row) => !isEmptyRow(row));
        }
    });
}
