// Every cell of a file, as quarry read it, against a reader that shares
// nothing with it: the plainest RFC 4180 loop, and values by their definition.
// Only what the map says was decided (delimiter, types, formats) is believed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");
const shared =
    process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data");
const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-reading-"));
test.after(() => fs.rmSync(home, { recursive: true }));

function quarry(...words) {
    const run = spawnSync(path.join(bin, "quarry"), [...words, "--json"], {
        env: { ...process.env, QUARRY_HOME: home },
        encoding: "utf8",
        maxBuffer: 64 << 20,
    });
    assert.ok(run.stdout, `no answer: ${run.stderr}`);
    return JSON.parse(run.stdout);
}

function* rowsOf(file) {
    let start = 1;
    for (let more = true; more; ) {
        const words = ["--start", String(start), "--count", "20000"];
        const page = quarry("table", "rows", file, ...words);
        assert.ok(page.rows, JSON.stringify(page.error));
        yield* page.rows;
        start += page.rows.length;
        more = page.has_more;
    }
}

function decode(bytes) {
    const mark = bytes.subarray(0, 2).toString("hex");
    const name =
        mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
    return new TextDecoder(name, { fatal: true }).decode(bytes);
}

// One record after another, each a list of { text, quoted }.
function* records(text, delimiter) {
    let at = 0;
    while (at < text.length) {
        const record = [];
        for (let more = true; more; ) {
            const cell = { text: "", quoted: text[at] === '"' };
            if (cell.quoted) {
                for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
                    cell.text += text[at];
                    at += text[at] === '"';
                }
                at++;
            } else {
                const from = at;
                while (
                    at < text.length &&
                    text[at] !== delimiter &&
                    text[at] !== "\n" &&
                    text[at] !== "\r"
                ) {
                    at++;
                }
                cell.text = text.slice(from, at);
            }
            record.push(cell);
            more = at < text.length && text[at] === delimiter;
            at += more;
        }
        at += text.startsWith("\r\n", at) ? 2 : 1;
        yield record;
    }
}

// 1.234,50 by its format: sign, digits and scale without needless zeros.
function canonical(text, comma) {
    const plain = comma
        ? text.replaceAll(".", "").replace(",", ".")
        : text.replaceAll(",", "");
    const [, sign, whole, fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(plain);
    const digits = `${whole.replace(/^0+/, "")}.${fraction.replace(/0+$/, "")}`;
    return digits === "." ? "." : sign + digits;
}

function isoDate(text, format) {
    const parts = text.split(/[-/.]/);
    const order = format.replace(/[^YMD]/g, "");
    const part = (letter, width) =>
        parts[order.indexOf(letter)].padStart(width, "0");
    return `${part("Y", 4)}-${part("M", 2)}-${part("D", 2)}`;
}

function isoTime(text) {
    const [, h, m, s = "00", f = ""] =
        /^(\d+):(\d\d)(?::(\d\d)(?:\.(\d+))?)?$/.exec(text);
    const fraction = f.replace(/0+$/, "");
    return `${h.padStart(2, "0")}:${m}:${s}${fraction && `.${fraction}`}`;
}

function sameMoment(text, value, format) {
    const [, date, time, zone = ""] =
        /^(\S+?)[T ]([\d:.]+)(Z|[+-][\d:]+)?$/.exec(text);
    const read = `${isoDate(date, format)}T${isoTime(time)}`;
    if (!zone) {
        return read === value;
    }
    const [, sign, hours, minutes = "00"] =
        /^([+-])(\d\d):?(\d\d)?$/.exec(zone.replace("Z", "+00"));
    const whole = Date.parse(`${read.slice(0, 19)}${sign}${hours}:${minutes}`);
    return (
        Date.parse(`${value.slice(0, 19)}Z`) === whole &&
        read.slice(19) === value.slice(19, -1)
    );
}

const number = {
    integer: (text, value, f) => sameNumber(text, value, f),
    decimal: (text, value, f) => sameNumber(text, value, f),
    float: (text, value, f) => {
        const plain = f.number_format.includes(",56")
            ? text.replaceAll(".", "").replace(",", ".")
            : text.replaceAll(",", "");
        const word = { nan: "NaN", inf: "Infinity", infinity: "Infinity" };
        const bare = plain.replace("-", "").toLowerCase();
        return word[bare]
            ? value === (plain[0] === "-" ? "-" : "") + word[bare]
            : value === Number(plain);
    },
};

function sameNumber(text, value, { number_format: format }) {
    const comma = /,\d\d$|\.\d{3}$/.test(format);
    const wanted = canonical(text, comma);
    return typeof value === "number"
        ? value === Number(wanted === "." ? 0 : wanted)
        : canonical(value, false) === wanted;
}

const same = {
    ...number,
    boolean: (text, value) => text.toLowerCase() === String(value),
    date: (text, value, f) => isoDate(text, f.date_format) === value,
    time: (text, value) => isoTime(text) === value,
    timestamp: (text, value, f) => sameMoment(text, value, f.date_format),
};

function checkCell(cell, value, column, format) {
    if (column.inferred_type === "string") {
        return cell.text === "" && !cell.quoted
            ? value === null
            : value === cell.text;
    }
    const text = cell.text.replace(/^[ \t]+|[ \t]+$/g, "");
    return text === ""
        ? value === null
        : value !== null && same[column.inferred_type](text, value, format);
}

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
        } else {
            checkFile(file, map);
            read++;
        }
    }
    assert.ok(read > 20);
});
