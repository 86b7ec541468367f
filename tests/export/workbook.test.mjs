// A file that quarry exported, opened by readers that share nothing with the
// writer: a ZIP reader and XML patterns of our own for workbooks.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

const root = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../..",
);
const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");

const SOURCE = `id,amount,note,code,day,ok,text
1,-12.50,=1+1,007,2024-02-29,true,plain
2,3.25,@SUM(A1),008,2023-12-31,false,"two
lines"
3,,+34 600,009,,,-5
`;

function room(t) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-export-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    fs.writeFileSync(path.join(folder, "source.csv"), SOURCE);
    const env = { ...process.env, QUARRY_HOME: path.join(folder, "home") };
    return (target, ...options) => {
        const words = ["table", "export", "source.csv", "--to", target];
        const run = spawnSync(
            path.join(bin, "quarry"),
            [...words, "--json", ...options],
            { cwd: folder, env, encoding: "utf8" },
        );
        const file = path.join(folder, target);
        return {
            status: run.status,
            answer: JSON.parse(run.stdout),
            bytes: fs.existsSync(file) ? fs.readFileSync(file) : null,
        };
    };
}

// The parts of a ZIP archive, found by its directory at the end.
function unzip(bytes) {
    const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
    const parts = new Map();
    let at = bytes.readUInt32LE(end + 16);
    for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
        const size = bytes.readUInt32LE(at + 20);
        const names = at + 46;
        const nameEnd = names + bytes.readUInt16LE(at + 28);
        const local = bytes.readUInt32LE(at + 42);
        const start =
            local +
            30 +
            bytes.readUInt16LE(local + 26) +
            bytes.readUInt16LE(local + 28);
        const packed = bytes.subarray(start, start + size);
        parts.set(bytes.toString("utf8", names, nameEnd), {
            text: zlib.inflateRawSync(packed).toString("utf8"),
            time: bytes.readUInt32LE(at + 12),
        });
        at =
            nameEnd +
            bytes.readUInt16LE(at + 30) +
            bytes.readUInt16LE(at + 32);
    }
    return parts;
}

// The cells of a sheet by name: {type, value, style}.
function cellsOf(xml) {
    const cells = {};
    for (const m of xml.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
        const attribute = (name) =>
            new RegExp(`\\b${name}="([^"]*)"`).exec(m[1])?.[1];
        const value = /<(?:v|t)(?: [^>]*)?>(.*?)<\/(?:v|t)>/s.exec(m[2] ?? "");
        cells[attribute("r")] = {
            type: attribute("t") ?? "n",
            value: value?.[1],
            style: Number(attribute("s") ?? 0),
        };
    }
    return cells;
}

// The number formats of the styles, by style number.
function formatsOf(xml) {
    const codes = new Map(
        [
            ...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g),
        ].map((m) => [m[1], m[2]]),
    );
    const list = /<cellXfs.*?<\/cellXfs>/s.exec(xml)[0];
    return [...list.matchAll(/<xf numFmtId="(\d+)"/g)].map(
        (m) => codes.get(m[1]) ?? m[1],
    );
}

test("cells have their types, and none is a formula", (t) => {
    const { status, answer, bytes } = room(t)("out.xlsx", "--sheet", "Año");
    assert.equal(status, 0, JSON.stringify(answer));
    assert.deepEqual(answer.warnings, []);
    const parts = unzip(bytes);
    const sheet = parts.get("xl/worksheets/sheet1.xml").text;
    const formats = formatsOf(parts.get("xl/styles.xml").text);
    const cells = cellsOf(sheet);
    const is = (name, type, value) =>
        assert.deepEqual([cells[name].type, cells[name].value], [type, value]);
    is("A1", "inlineStr", "id");
    is("A2", "n", "1");
    is("B2", "n", "-12.5");
    is("C2", "inlineStr", "=1+1");
    is("C3", "inlineStr", "@SUM(A1)");
    is("C4", "inlineStr", "+34 600");
    is("D2", "inlineStr", "007");
    is("E2", "n", "45351");
    is("F2", "b", "1");
    is("F3", "b", "0");
    is("G3", "inlineStr", "two\nlines");
    is("G4", "inlineStr", "-5");
    assert.equal(cells.B4?.value, undefined);
    assert.equal(formats[cells.E2.style], "yyyy-mm-dd");
    assert.equal(formats[cells.B2.style], "0.00");
    assert.equal(formats[cells.C2.style], "@"); // stays text when edited
    assert.ok(!/<f[ >]/.test(sheet));
    assert.match(parts.get("xl/workbook.xml").text, /<sheet name="Año"/);
});

test("the header row is frozen and the columns have widths", (t) => {
    const { bytes } = room(t)("out.xlsx");
    const sheet = unzip(bytes).get("xl/worksheets/sheet1.xml").text;
    assert.match(sheet, /<pane ySplit="1" topLeftCell="A2"[^>]*"frozen"\/>/);
    assert.equal(sheet.match(/<col [^>]*customWidth="1"/g).length, 7);
});

test("the same table gives the same bytes, none of them a time", (t) => {
    const run = room(t);
    const first = run("a.xlsx").bytes;
    assert.ok(first.equals(run("b.xlsx").bytes));
    for (const part of unzip(first).values()) {
        assert.equal(part.time, 0x00210000); // 1980-01-01
    }
    assert.ok(run("a.csv").bytes.equals(run("b.csv").bytes));
});

test("a CSV file has CR LF, and what would run is text", (t) => {
    const { answer, bytes } = room(t)("out.csv");
    assert.equal(
        bytes.toString("utf8"),
        "id,amount,note,code,day,ok,text\r\n" +
            "1,-12.50,'=1+1,007,2024-02-29,true,plain\r\n" +
            "2,3.25,'@SUM(A1),008,2023-12-31,false,\"two\nlines\"\r\n" +
            "3,,'+34 600,009,,,'-5\r\n",
    );
    assert.deepEqual(Object.keys(answer).slice(0, 6), [
        "target_path",
        "format",
        "sheet",
        "row_count",
        "column_count",
        "warnings",
    ]);
    assert.deepEqual(
        [answer.row_count, answer.column_count, answer.warnings.length],
        [3, 7, 1],
    );
});

test("a target that exists is kept unless overwriting is requested", (t) => {
    const run = room(t);
    const first = run("out.csv");
    const again = run("out.csv", "--query", "SELECT id FROM data");
    assert.equal(again.status, 4);
    assert.equal(again.answer.error.code, "CONFLICT");
    assert.ok(again.bytes.equals(first.bytes));
    const forced = run("out.csv", "--force", "--query", "SELECT id FROM data");
    assert.equal(forced.status, 0);
    assert.equal(forced.bytes.toString(), "id\r\n1\r\n2\r\n3\r\n");
});
