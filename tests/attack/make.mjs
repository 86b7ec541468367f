// make.mjs - hostile files: genuine ones cut, flipped and swollen, and some
// made from nothing. All of it is made from seeds, the same each time.
import zlib from "node:zlib";

// Numbers that a seed makes, below `n`.
export function dice(seed) {
    let x = (seed + 1) * 2654435761;
    return (n) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor((x / 2 ** 32) * n);
    };
}

// [name, bytes] of a genuine file that was cut at many points or had bits
// turned, `n` of each.
export function* damaged(name, bytes, n) {
    const dot = name.indexOf(".");
    const named = (what) => `${name.slice(0, dot)}-${what}${name.slice(dot)}`;
    for (let i = 0; i < n; i++)
        yield [named(`cut${i}`), bytes.subarray(0, Math.floor((bytes.length * i) / n))];
    for (let seed = 0; seed < n; seed++) {
        const roll = dice(seed);
        const copy = Buffer.from(bytes);
        for (let flips = 1 + roll(8); flips; flips--) copy[roll(copy.length)] ^= 1 << roll(8);
        yield [named(`flip${seed}`), copy];
    }
}

// Bytes that are in an archive many times are packed once.
const deflated = new WeakMap();
function deflate(bytes) {
    if (!deflated.has(bytes)) deflated.set(bytes, { packed: zlib.deflateRawSync(bytes), crc: zlib.crc32(bytes) });
    return deflated.get(bytes);
}

// A ZIP of these entries, [name, bytes] or [name, bytes, lies]; lies overwrite
// what its headers say.
export function zip(entries) {
    const parts = [];
    const directory = [];
    let at = 0;
    for (const [name, bytes, lies = {}] of entries) {
        const { packed, crc } = deflate(bytes);
        const says = { size: bytes.length, packed: packed.length, crc, ...lies };
        const head = Buffer.alloc(46);
        head.writeUInt32LE(0x02014b50, 0);
        head.writeUInt16LE(20, 4);
        head.writeUInt16LE(20, 6);
        head.writeUInt16LE(8, 10);
        head.writeUInt32LE(says.crc, 16);
        head.writeUInt32LE(says.packed, 20);
        head.writeUInt32LE(says.size, 24);
        head.writeUInt16LE(Buffer.byteLength(name), 28);
        head.writeUInt32LE(at, 42);
        const local = Buffer.alloc(30);
        local.writeUInt32LE(0x04034b50, 0);
        head.copy(local, 4, 6, 30);
        parts.push(local, Buffer.from(name), packed);
        directory.push(head, Buffer.from(name));
        at += 30 + Buffer.byteLength(name) + packed.length;
    }
    const list = Buffer.concat(directory);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(entries.length, 8);
    end.writeUInt16LE(entries.length, 10);
    end.writeUInt32LE(list.length, 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...parts, list, end]);
}

const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`;
const rels = (...list) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
        .map(([id, type, target]) => `<Relationship Id="${id}" Type="${rel}/${type}" Target="${target}"/>`)
        .join("")}</Relationships>`;
const workbook = `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`;

// A workbook whose one sheet has these rows as XML; `more` replaces its parts.
export function workbookOf(rows, more = {}) {
    const parts = {
        "[Content_Types].xml": types,
        "_rels/.rels": rels(["rId1", "officeDocument", "xl/workbook.xml"]),
        "xl/workbook.xml": workbook,
        "xl/_rels/workbook.xml.rels": rels(
            ["rId1", "worksheet", "worksheets/sheet1.xml"],
            ["rId2", "sharedStrings", "sharedStrings.xml"],
        ),
        "xl/worksheets/sheet1.xml": `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
        "xl/sharedStrings.xml": `<?xml version="1.0"?><sst xmlns="${main}"><si><t>a</t></si></sst>`,
        ...more,
    };
    return zip(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
}

const odf = "urn:oasis:names:tc:opendocument:xmlns";
const cell = (more = "") => `<table:table-cell office:value-type="float" office:value="1"${more}/>`;

// An OpenDocument workbook with this in its spreadsheet.
function openDocumentOf(spreadsheet) {
    const spaces = ["office", "table", "text"].map((name) => `xmlns:${name}="${odf}:${name}:1.0"`).join(" ");
    const content = `<office:document-content ${spaces}><office:body><office:spreadsheet>${spreadsheet}</office:spreadsheet></office:body></office:document-content>`;
    return zip([["mimetype", Buffer.from("application/vnd.oasis.opendocument.spreadsheet")], ["content.xml", Buffer.from(content)]]);
}

const header = `<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>`;
export const genuineRows = `${header}<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>0</v></c></row>`;

export function* workbooks() {
    const row = (cells, r = 2) => `${header}<row r="${r}">${cells}</row>`;
    yield ["row.xlsx", workbookOf(row(`<c r="A2"><v>1</v></c>`, 99999999999))];
    yield ["column.xlsx", workbookOf(row(`<c r="ZZZZZZZZ2"><v>1</v></c>`))];
    yield ["minus.xlsx", workbookOf(row(`<c r="A-2"><v>1</v></c>`, -5))];
    yield ["far.xlsx", workbookOf(row(`<c r="XFD1048576"><v>1</v></c>`, 1048576))];
    yield ["shared.xlsx", workbookOf(row(`<c r="A2" t="s"><v>4294967295</v></c><c r="B2" t="s"><v>-1</v></c>`))];
    yield ["style.xlsx", workbookOf(row(`<c r="A2" s="4000000000"><v>1</v></c>`))];
    yield ["number.xlsx", workbookOf(row(`<c r="A2"><v>1e999</v></c><c r="B2"><v>NaN</v></c>`))];
    yield ["escape.xlsx", workbookOf(row(`<c r="A2" t="inlineStr"><is><t>_x001B_]0;owned_x0007_</t></is></c>`))];
    yield ["deep.xlsx", workbookOf(`${"<row>".repeat(50000)}${"</row>".repeat(50000)}`)];
    yield ["open.xlsx", workbookOf("<row><c><v>".repeat(20000))];
    const laughs = Array.from({ length: 12 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
    const bomb = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "ha">${laughs}]><worksheet xmlns="${main}"><sheetData>${row(`<c r="A2" t="inlineStr"><is><t>&l12;</t></is></c>`)}</sheetData></worksheet>`;
    yield ["laughs.xlsx", workbookOf("", { "xl/worksheets/sheet1.xml": bomb })];
    const outside = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="${main}"><sheetData>${row(`<c r="A2" t="inlineStr"><is><t>&x;</t></is></c>`)}</sheetData></worksheet>`;
    yield ["outside.xlsx", workbookOf("", { "xl/worksheets/sheet1.xml": outside })];
    for (const [name, target] of [
        ["self", "workbook.xml"],
        ["above", "../../../../etc/passwd"],
        ["root", "/etc/passwd"],
        ["none", "worksheets/none.xml"],
        ["web", "http://127.0.0.1:9/sheet.xml"],
    ])
        yield [`${name}.xlsx`, workbookOf(genuineRows, { "xl/_rels/workbook.xml.rels": rels(["rId1", "worksheet", target]) })];
    yield ["swollen.xlsx", workbookOf("", { "xl/worksheets/sheet1.xml": Buffer.alloc(60 << 20, 0x20) })];
    yield ["strings.xlsx", workbookOf(genuineRows, { "xl/sharedStrings.xml": `<sst xmlns="${main}" count="4294967295" uniqueCount="4294967295"><si>` })];
    yield ["names.xlsx", zip([["../../../../tmp/evil", Buffer.from("x")], ["/etc/evil", Buffer.from("x")], ["xl/workbook.xml", Buffer.from(workbook)]])];
    yield ["lies.xlsx", zip([["xl/workbook.xml", Buffer.from(workbook), { size: 0xfffffffe, packed: 0xfffffff0 }]])];
    yield ["crc.xlsx", zip([["xl/workbook.xml", Buffer.from(workbook), { crc: 1 }]])];
    yield ["empty.xlsx", zip([])];
    yield ["many.xlsx", zip(Array.from({ length: 20000 }, (_, i) => [`xl/${i}.xml`, Buffer.alloc(0)]))];
    for (const [name, rows] of [
        ["repeated", `<table:table-row table:number-rows-repeated="1048576">${cell(' table:number-columns-repeated="16384"')}</table:table-row>`],
        ["endless", `<table:table-row table:number-rows-repeated="99999999999999999999">${cell()}</table:table-row>`],
        ["nested", `${"<table:table-row><table:table-cell><table:table>".repeat(50000)}`],
        ["spanned", `<table:table-row>${cell(' table:number-columns-spanned="4294967295" table:number-rows-spanned="4294967295"')}</table:table-row>`],
    ])
        yield [`${name}.ods`, openDocumentOf(`<table:table table:name="S">${rows}</table:table>`)];
    yield ["sheets.ods", openDocumentOf('<table:table table:name="S"/>'.repeat(20000))];
    yield ["macro.xlsm", workbookOf(genuineRows, { "xl/vbaProject.bin": "MZ" })];
}

// Records of the stream that begins at `at`: [id, where its bytes are, how many].
function* recordsOf(bytes, at) {
    while (at + 4 <= bytes.length) {
        const [id, size] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
        yield [id, at + 4, size];
        if (id === 0x0a || at + 4 + size > bytes.length) return; // its end
        at += 4 + size;
    }
}

// Workbooks of before 2007, by a genuine one whose table of sectors, directory or
// records are made to lie.
export function* oldWorkbooks(good, n) {
    const lie = (how) => {
        const copy = Buffer.from(good);
        how(copy);
        if (copy.equals(good)) throw new Error("the genuine file has no such place");
        return copy;
    };
    const sector = (at) => 512 * (good.readUInt32LE(at) + 1);
    const [table, directory] = [sector(76), sector(48)];
    const each = (b, id, how) => {
        for (const [found, at, size] of recordsOf(good, good.indexOf(Buffer.from("0908100000", "hex")))) if (found === id) how(b, at, size);
    };
    yield ["loop.xls", lie((b) => b.fill(Buffer.from([1, 0, 0, 0]), table, table + 512))];
    yield ["self.xls", lie((b) => { for (let i = 0; i < 128; i++) b.writeUInt32LE(i, table + 4 * i); })];
    yield ["far.xls", lie((b) => b.fill(Buffer.from([0xf0, 0xff, 0xff, 0x7f]), table, table + 512))];
    for (const [name, at, value] of [["tables", 44, 0xffffffff], ["directory", 48, 0xfffffff0], ["small", 60, 3], ["small_tables", 64, 0xffffffff], ["more_tables", 68, 0], ["more", 72, 0xffffffff], ["cutoff", 56, 0xffffffff], ["shift", 30, 0xffffffff]])
        yield [`${name}.xls`, lie((b) => b.writeUInt32LE(value, at))];
    yield ["sizes.xls", lie((b) => { for (let i = 0; i < 4; i++) b.writeUInt32LE(0xffffffff, directory + 128 * i + 120); })];
    yield ["tree.xls", lie((b) => { for (let i = 0; i < 4; i++) b.fill(0, directory + 128 * i + 68, directory + 128 * i + 80); })];
    yield ["strings.xls", lie((b) => each(b, 0xfc, (x, at) => x.fill(0xff, at, at + 8)))];
    yield ["text.xls", lie((b) => each(b, 0xfc, (x, at) => x.fill(0xff, at + 8, at + 11)))];
    yield ["sheets.xls", lie((b) => each(b, 0x85, (x, at) => x.writeUInt32LE(0xffffffff, at)))];
    yield ["itself.xls", lie((b) => each(b, 0x85, (x, at) => x.writeUInt32LE(0, at)))];
    yield ["formats.xls", lie((b) => each(b, 0xe0, (x, at, size) => x.fill(0xff, at, at + size)))];
    yield ["lengths.xls", lie((b) => each(b, 0x31, (x, at) => x.writeUInt16LE(0xffff, at - 2)))];
    yield* damaged("good.xls", good, n);
}

const u32 = (...numbers) => Buffer.concat(numbers.map((x) => { const b = Buffer.alloc(4); b.writeUInt32LE(x); return b; }));
const wide = (text) => Buffer.concat([u32(text.length), Buffer.from(text, "utf16le")]);

function record(id, bytes = Buffer.alloc(0), says = bytes.length) {
    const head = id < 128 ? [id] : [(id & 0x7f) | 0x80, id >> 7];
    do {
        head.push((says & 0x7f) | (says > 0x7f ? 0x80 : 0));
        says >>= 7;
    } while (says);
    return Buffer.concat([Buffer.from(head), bytes]);
}

const binaryRow = (row) => record(0, Buffer.concat([u32(row, 0), Buffer.alloc(9)]));
const binaryCell = (column, id = 2, value = u32(0x12)) => record(id, Buffer.concat([u32(column, 0), value]));

// A binary workbook whose one sheet has these records.
function binaryOf(records, strings = record(159, u32(0, 0))) {
    const sheet = Buffer.concat([record(129), record(145), ...records, record(146), record(130)]);
    const book = [record(131), record(143), record(156, Buffer.concat([u32(0, 1), wide("rId1"), wide("S")])), record(144), record(132)];
    return zip([
        ["[Content_Types].xml", Buffer.from(types)],
        ["_rels/.rels", Buffer.from(rels(["rId1", "officeDocument", "xl/workbook.bin"]))],
        ["xl/workbook.bin", Buffer.concat(book)],
        ["xl/_rels/workbook.bin.rels", Buffer.from(rels(["rId1", "worksheet", "worksheets/sheet1.bin"], ["rId2", "sharedStrings", "sharedStrings.bin"]))],
        ["xl/worksheets/sheet1.bin", sheet],
        ["xl/sharedStrings.bin", strings],
    ]);
}

export function* binaryWorkbooks(good, n) {
    const row = binaryRow(0);
    yield ["plain.xlsb", binaryOf([row, binaryCell(0), binaryCell(1), binaryRow(1), binaryCell(0), binaryCell(1)])];
    yield ["row.xlsb", binaryOf([binaryRow(0xffffffff), binaryCell(0)])];
    yield ["column.xlsb", binaryOf([row, binaryCell(0xffffffff), binaryCell(16384)])];
    yield ["far.xlsb", binaryOf([binaryRow(1048575), binaryCell(16383)])];
    yield ["back.xlsb", binaryOf([binaryRow(9), binaryCell(9), binaryRow(3), binaryCell(3), binaryCell(3)])];
    yield ["text.xlsb", binaryOf([row, binaryCell(0, 6, u32(0xffffffff))])];
    yield ["shared.xlsb", binaryOf([row, binaryCell(0, 7, u32(0xffffffff))])];
    yield ["strings.xlsb", binaryOf([row, binaryCell(0, 7, u32(0))], Buffer.concat([record(159, u32(0xffffffff, 0xffffffff)), record(19, Buffer.concat([Buffer.alloc(1), u32(0xffffffff)]))]))];
    yield ["size.xlsb", binaryOf([row, record(2, u32(0, 0, 0), 0x0fffffff)])];
    yield ["short.xlsb", binaryOf([record(0), record(2), record(5), record(7)])];
    yield ["numbers.xlsb", binaryOf([row, binaryCell(0, 5, Buffer.from([0, 0, 0, 0, 0, 0, 0xf8, 0x7f])), binaryCell(1, 5, Buffer.alloc(8, 0xff))])];
    yield ["rows.xlsb", binaryOf([Buffer.concat(Array.from({ length: 200_000 }, (_, i) => binaryRow(i * 5)))])];
    yield ["unending.xlsb", binaryOf([Buffer.alloc(1 << 20, 0x80)])];
    yield* damaged("good.xlsb", good, n);
}

export function* texts() {
    const rows = "id,city\n1,Lima\n2,Zürich\n";
    const latin = Buffer.from(rows, "latin1");
    const le = Buffer.from(rows, "utf16le");
    yield ["latin.csv", latin];
    yield ["le.csv", le];
    yield ["le-mark.csv", Buffer.concat([Buffer.from([0xff, 0xfe]), le])];
    yield ["be-mark.csv", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(le).swap16()])];
    yield ["odd.csv", Buffer.concat([Buffer.from([0xff, 0xfe]), le, Buffer.from([0x41])])];
    yield ["surrogate.csv", Buffer.concat([Buffer.from([0xff, 0xfe]), le, Buffer.from([0x00, 0xd8, 0x41, 0])])];
    yield ["utf32.csv", Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), ...[...rows].map((c) => Buffer.from([c.charCodeAt(0), 0, 0, 0]))])];
    yield ["overlong.csv", Buffer.concat([Buffer.from(rows), Buffer.from([0xc0, 0xaf, 0xe0, 0x80, 0xaf, 0xf8, 0x88])])];
    yield ["nul.csv", Buffer.from("id,city\n1,a\0b\n")];
    yield ["zero.csv", Buffer.alloc(100000)];
    yield ["gb.csv", Buffer.concat([Buffer.from("id,city\n1,"), Buffer.from([0xc9, 0xcf, 0xba, 0xa3, 0x0a])])];
    yield ["wide.csv", Buffer.from(`${"c,".repeat(120000)}c\n`)];
    yield ["same.csv", Buffer.from(`${"x,".repeat(300)}x\n${"1,".repeat(300)}1\n`)];
    yield ["quote.csv", Buffer.from(`a,b\n"${"x\n".repeat(200000)}`)];
    yield ["quotes.csv", Buffer.from(`a\n${'"'.repeat(300001)}`)];
    yield ["escape.csv", Buffer.from("\x1b]0;owned\x07,\u009b31m,\u202eb\n\x1b[2J,\u009b0m,\x08\x08\n")];
    yield ["formula.csv", Buffer.from("a,b\n=1+1,@x\n+cmd|'/c x'!A1,-2+3\n")];
    yield ["return.tsv", Buffer.from("a\tb\r1\t2\r3\t4\r")];
    yield ["number.csv", Buffer.from(`n\n${"9".repeat(5000)}\n-${"9".repeat(400)}e999999999\n`)];
    yield ["date.csv", Buffer.from("d\n9999999-99-99\n0000-00-00\n2024-02-30\n")];
}

export function* packed(n) {
    const rows = Buffer.from("id,city\n1,Lima\n".repeat(50));
    const gz = zlib.gzipSync(rows);
    const million = Buffer.alloc(1 << 20, "1,2\n");
    yield ["bomb.csv.gz", zlib.gzipSync(Buffer.alloc(100 << 20))];
    yield ["rows.csv.gz", Buffer.concat(Array(4).fill(zlib.gzipSync(million)))];
    yield ["twice.csv.gz", zlib.gzipSync(gz)];
    yield ["tail.csv.gz", Buffer.concat([gz, Buffer.from("tail")])];
    yield ["members.csv.gz", Buffer.concat(Array(20000).fill(zlib.gzipSync(Buffer.alloc(0))))];
    yield ["empty.csv.gz", Buffer.alloc(0)];
    yield ["none.csv.gz", Buffer.from("id,city\n")];
    yield ["window.csv.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 1, 0, 0])];
    yield ["content.csv.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, ...Array(8).fill(0xff), 1, 0, 0])];
    yield ["skip.csv.zst", Buffer.concat(Array(5000).fill(Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0])))];
    yield ["block.csv.zst", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0xff, 0xff, 0xff])];
    yield* damaged("good.csv.gz", gz, n);
}

export function* trees(n) {
    const good = JSON.stringify({ items: [{ name: "walrus", legs: 0, tags: ["a", null, true] }], x: 1e10 });
    yield ["deep.json", `${"[".repeat(200000)}${"]".repeat(200000)}`];
    yield ["deeper.json", `{"a":`.repeat(100000)];
    yield ["twice.json", `{"a":1,"a":2}`];
    yield ["large.json", `{"n":${"9".repeat(100000)},"e":1e99999999999}`];
    yield ["lone.json", `{"a":"\\ud800","b":"\\udc00\\u0000"}`];
    yield ["raw.json", Buffer.from([0x22, 0xff, 0xfe, 0x22])];
    yield ["mark.json", `\ufeff{"a":1}`];
    yield ["proto.json", `{"__proto__":{"x":1},"constructor":[],"":{"/":"~","~1":0}}`];
    yield ["escape.json", JSON.stringify({ "\u001b]0;x\u0007": "\u009b2J\u202e", "../../etc": ["/etc/passwd"] })];
    yield ["two.json", "{}{}"];
    yield ["nan.json", "[NaN,Infinity,-0,+1,.5,0x10]"];
    yield ["long.json", JSON.stringify({ s: "x".repeat(4 << 20) })];
    yield ["wide.json", JSON.stringify(Object.fromEntries(Array.from({ length: 20000 }, (_, i) => [`k${i}`, i])))];
    yield ["lines.jsonl", `${good}\n{"a":\n${good}\n`];
    yield* damaged("good.json", Buffer.from(good), n);
}

export function* parquets() {
    const foot = (n, tail = "PAR1") => {
        const length = Buffer.alloc(4);
        length.writeUInt32LE(n >>> 0);
        return Buffer.concat([Buffer.from("PAR1"), Buffer.alloc(200, 0x15), length, Buffer.from(tail)]);
    };
    yield ["long.parquet", foot(0xffffffff)];
    yield ["foot.parquet", foot(200)];
    yield ["none.parquet", foot(0)];
    yield ["crypt.parquet", foot(100, "PARE")];
    yield ["short.parquet", Buffer.from("PAR1PAR1")];
    yield ["text.parquet", Buffer.from("id,city\n1,Lima\n")];
}

export function* documents(n) {
    yield ["quotes.md", `${">".repeat(100000)} x`];
    yield ["lists.md", Array.from({ length: 1000 }, (_, i) => `${" ".repeat(i)}- x`).join("\n")];
    yield ["brackets.md", "[".repeat(100000)];
    yield ["stars.md", "*a ".repeat(60000)];
    yield ["ticks.md", Array.from({ length: 600 }, (_, i) => "`".repeat(i)).join(" ")];
    yield ["links.md", "[a](".repeat(30000)];
    yield ["table.md", `${"|a".repeat(5000)}|\n${"|-".repeat(5000)}|\n`];
    yield ["same.md", "# a\n\nx\n\n".repeat(5000)];
    yield ["escape.md", "# \x1b]0;owned\x07 \u009b31m\u202e\n\nThe walrus \x1b[2J sleeps \u2066here\u2069.\n"];
    yield ["script.html", "<script>alert(1)</script><h1 id='\"><x'>a</h1><a href='javascript:x'>b</a>"];
    yield ["deep.html", `${"<div>".repeat(50000)}x`];
    yield ["tables.html", "<table><tr><td>".repeat(3000)];
    yield ["entities.html", "&#x110000;&#0;&#xd800;&amp".repeat(5000)];
    yield ["bytes.html", Buffer.from([0x3c, 0x68, 0x31, 0x3e, 0xff, 0xfe, 0x00, 0xc0])];
    yield ["attributes.html", `<p ${Array.from({ length: 20000 }, (_, i) => `a${i}=1`).join(" ")}>x`];
    yield ["line.txt", "walrus ".repeat(100000)];
    yield ["lines.txt", "\n".repeat(1200000)];
    yield ["zero.txt", Buffer.alloc(1000)];
    yield ["wide.txt", Buffer.from("walrus ice\n", "utf16le")];
    yield* damaged("good.md", Buffer.from("---\ntitle: x\n---\n# Sea\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n"), n);
}
