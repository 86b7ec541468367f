// pdf_tables.mjs - how many tables of PDF files are found, and how well their cells.
//
// The files are those of the table competition of ICDAR 2013 that are in
// ../shared/data/pdf (half of them), with the tables that people wrote down.
//
//     found      a table is one of theirs if the boxes of their words cover each other
//                by more than half of what both cover together
//     structure  as the competition counts (Göbel, Hassan, Oro, Orsi 2013): a cell and its
//                nearest neighbour to the right and below are a pair. Pairs of the same
//                text and direction are right. Precision and recall of all tables of a
//                document, averaged over documents; tables that are missing or too many
//                count with all of their pairs
//     matched    the same of tables that were found alone
//
// A third of the files, by the hash of their names, was never looked at while the rules
// were made; the others are open. Both are printed.
//
//     continued  tables that go on over the end of a page, of the open files and of the test
//                files of two table extractors: pdf_continued.json has the pages on which one
//                does, as a person sees them
//
//     --scans    the same of pictures of these pages, drawn at 200 dpi and read by OCR, whose
//                words $SCANS keeps, if it is set, for the next run
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pagesOf, scanPdf } from "./scan_pdf.mjs";

const [program, ...options] = process.argv.slice(2);
const pdf = path.join(process.env.QUARRY_TESTDATA ?? path.resolve(import.meta.dirname, "../../shared/data"), "pdf");
const data = path.join(pdf, "icdar2013");
if (!fs.existsSync(data)) {
    console.log(`no files: ${data} is not there`);
    process.exit(0);
}
const isHeld = (file) => crypto.createHash("sha1").update(path.basename(file)).digest()[0] % 3 === 0;
const plain = (text) => text.normalize("NFKC").replace(/\s+/g, "").toLowerCase();

const SCAN_DPI = 200;
const tessdata = process.env.TESSDATA_PREFIX ?? "/usr/share/tesseract-ocr/5/tessdata";
const isOfScans = options.includes("--scans");
const scans = process.env.SCANS ?? (isOfScans ? fs.mkdtempSync(path.join(os.tmpdir(), "scans-")) : "");
if (isOfScans && !fs.existsSync(path.join(tessdata, "eng.traineddata"))) {
    console.log(`not measured: ${tessdata}/eng.traineddata is not there`);
    process.exit(0);
}
if (isOfScans && !process.env.SCANS) process.on("exit", () => fs.rmSync(scans, { recursive: true, force: true }));

// [the document as pictures, what OCR found on them]
function scanOf(file) {
    const name = path.join(scans, path.basename(file, ".pdf"));
    const home = `${name}.home`;
    if (!fs.existsSync(`${name}.words`)) {
        const pages = [];
        for (let page, n = 1; (page = pagesOf(file, SCAN_DPI, n, n))?.length; n++) pages.push(...page);
        fs.writeFileSync(`${name}.pdf`, scanPdf(pages, SCAN_DPI));
        const quarry = path.join(path.dirname(program), "quarry");
        spawnSync(quarry, ["add", "b", `${name}.pdf`, "--home", home, "--quiet"], { env: { ...process.env, TESSDATA_PREFIX: tessdata } });
        const found = fs.readdirSync(home, { recursive: true }).find((f) => f.endsWith(".words"));
        fs.copyFileSync(path.join(home, found), `${name}.words`);
        fs.rmSync(home, { recursive: true, force: true });
    }
    return [`${name}.pdf`, `${name}.words`];
}

function readTables(file, folder = data) {
    const [read, ...words] = isOfScans ? scanOf(path.join(folder, file)) : [path.join(folder, file)];
    const run = spawnSync(program, [read, "tables", ...words], { maxBuffer: 1 << 30, encoding: "utf8", timeout: 120_000 });
    if (run.status !== 0) return [];
    return JSON.parse(run.stdout).tables;
}

// [page, box, cells] of both, boxes with y growing downwards.
const cellOf = ([row, column, lastRow, lastColumn, text, [x0, y0, x1, y1]], flip) =>
    ({ row, column, lastRow, lastColumn, text: plain(String(text)), box: flip ? [x0, -y1, x1, -y0] : [x0, y0, x1, y1] });

function tableOf(t, flip) {
    const cells = t.cells.map((c) => cellOf(c, flip)).filter((c) => c.text);
    const all = (i, f) => f(...cells.map((c) => c.box[i]));
    return { page: t.page, how: t.how, confidence: t.confidence, cells, box: [all(0, Math.min), all(1, Math.min), all(2, Math.max), all(3, Math.max)] };
}

const area = ([x0, y0, x1, y1]) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);
function overlap(a, b) {
    const both = area([Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]);
    return both / (area(a) + area(b) - both || 1);
}

// The pairs of a table as a bag of texts.
function pairsOf(table) {
    const pairs = [];
    for (const a of table.cells) {
        let right = null;
        let below = null;
        for (const b of table.cells) {
            if (b.column > a.lastColumn && b.row <= a.lastRow && b.lastRow >= a.row && (!right || b.column < right)) right = b.column;
            if (b.row > a.lastRow && b.column <= a.lastColumn && b.lastColumn >= a.column && (!below || b.row < below)) below = b.row;
        }
        for (const b of table.cells) {
            if (b.column === right && b.row <= a.lastRow && b.lastRow >= a.row) pairs.push(`${a.text}\t${b.text}\tright`);
            if (b.row === below && b.column <= a.lastColumn && b.lastColumn >= a.column) pairs.push(`${a.text}\t${b.text}\tbelow`);
        }
    }
    return pairs;
}

function common(a, b) {
    const n = new Map();
    let both = 0;
    for (const x of a) n.set(x, (n.get(x) ?? 0) + 1);
    for (const x of b)
        if (n.get(x) > 0) {
            n.set(x, n.get(x) - 1);
            both++;
        }
    return both;
}

function judge(wanted, got) {
    const left = new Set(got);
    const sums = { right: 0, wanted: 0, got: 0, tables: wanted.length, found: 0, shown: got.length, m: [0, 0, 0] };
    for (const t of wanted) {
        let best = null;
        for (const g of left) if (g.page === t.page && overlap(g.box, t.box) > (best ? overlap(best.box, t.box) : 0.5)) best = g;
        const pairs = pairsOf(t);
        sums.wanted += pairs.length;
        if (!best) continue;
        const mine = pairsOf(best);
        const both = common(pairs, mine);
        best.isRight = true;
        best.share = [both, pairs.length, mine.length];
        sums.found++;
        sums.right += both;
        sums.got += mine.length;
        sums.m = [sums.m[0] + both, sums.m[1] + pairs.length, sums.m[2] + mine.length];
        left.delete(best);
    }
    for (const g of left) sums.got += pairsOf(g).length;
    return sums;
}

const f1 = (p, r) => (p + r ? (2 * p * r) / (p + r) : 0);
const say = (p, r) => `${p.toFixed(3)} / ${r.toFixed(3)} / ${f1(p, r).toFixed(3)}`;
const mean = (list) => list.reduce((a, b) => a + b, 0) / (list.length || 1);

const truth = new Map();
for (const line of fs.readFileSync(path.join(data, "tables.jsonl"), "utf8").split("\n").filter(Boolean)) {
    const t = JSON.parse(line);
    const of = truth.get(t.file) ?? truth.set(t.file, new Map()).get(t.file);
    const key = `${t.variant || "a"}`;
    of.set(key, [...(of.get(key) ?? []), tableOf(t, true)]);
}

const files = [...truth.keys()].sort();
const bands = new Map();
for (const held of [false, true]) {
    const docs = [];
    for (const file of files.filter((f) => isHeld(f) === held)) {
        const got = readTables(file).map((t) => tableOf(t, false));
        // of a table that people read in two ways either is right
        const ways = [...truth.get(file).entries()].map(([, tables]) => judge(tables, got.map((g) => ({ ...g }))));
        const best = ways.sort((a, b) => b.right - a.right)[0];
        docs.push({ file, ...best });
        if (!held && options.includes("--files"))
            console.log(`${path.basename(file)} tables ${best.found}/${best.tables} shown ${best.shown} pairs ${best.right} of ${best.wanted} wanted, ${best.got} shown`);
        judge(truth.get(file).get("a") ?? [...truth.get(file).values()][0], got);
        for (const g of got) {
            const band = `${g.how} ${Math.floor(Math.min(g.confidence, 0.999) * 10) / 10}`;
            const b = bands.get(band) ?? bands.set(band, { n: 0, right: 0, both: 0, pairs: 0 }).get(band);
            b.n++;
            b.right += g.isRight ? 1 : 0;
            b.both += g.share?.[0] ?? 0;
            b.pairs += g.share?.[2] ?? pairsOf(g).length;
        }
    }
    const sum = (f) => docs.reduce((n, d) => n + f(d), 0);
    const tables = sum((d) => d.tables);
    console.log(`${held ? "held back" : "open"}: ${docs.length} files, ${tables} tables (precision / recall / F1)`);
    console.log(`  found      ${say(sum((d) => d.found) / (sum((d) => d.shown) || 1), sum((d) => d.found) / tables)}`);
    console.log(`  structure  ${say(mean(docs.filter((d) => d.got).map((d) => d.right / d.got)), mean(docs.map((d) => d.right / d.wanted)))}`);
    console.log(`  matched    ${say(sum((d) => d.m[0]) / (sum((d) => d.m[2]) || 1), sum((d) => d.m[0]) / (sum((d) => d.m[1]) || 1))}`);
}
for (const [band, b] of [...bands].sort())
    console.log(`  confidence ${band}: ${b.n} tables, ${b.right} are tables, ${((100 * b.both) / (b.pairs || 1)).toFixed(0)} % of their pairs right`);
if (isOfScans) process.exit(0);
const timed = spawnSync("bash", ["-c", `for f in "$@"; do "${program}" "$f" tables; done >/dev/null 2>&1; times`, "bash", ...files.map((f) => path.join(data, f))], { encoding: "utf8" });
const seconds = timed.stdout.trim().split("\n")[1].split(" ").reduce((sum, t) => {
    const [, m, s] = /(\d+)m([\d.]+)s/.exec(t);
    return sum + Number(m) * 60 + Number(s);
}, 0);
console.log(`processor: ${seconds.toFixed(2)} s for ${files.length} files, with their text`);
console.log("Camelot's vector engine, all 67 files, by its own scorer: found F1 0.766, structure 0.784, 13 s");
const continued = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "pdf_continued.json"), "utf8"));
const joins = { files: 0, pages: 0, right: 0, wrong: 0, missed: 0, held: 0 };
for (const folder of ["icdar2013", "pdfplumber", "tabula"])
    for (const name of fs.readdirSync(path.join(pdf, folder, "pdf")).sort()) {
        const tables = readTables(path.join("pdf", name), path.join(pdf, folder));
        const pages = tables.filter((t, i) => t.table === 1 && tables[i - 1]?.page === t.page - 1).map((t) => t.page);
        const got = tables.filter((t) => t.continues).map((t) => t.page);
        if (isHeld(name) && files.includes(`pdf/${name}`)) {
            joins.held += got.length;
            continue;
        }
        const wanted = continued[`${folder}/${name}`] ?? [];
        joins.files += pages.length > 0 ? 1 : 0;
        joins.pages += pages.length;
        joins.right += wanted.filter((page) => got.includes(page)).length;
        joins.wrong += got.filter((page) => !wanted.includes(page)).length;
        joins.missed += wanted.filter((page) => !got.includes(page)).length;
    }
console.log(`continued: ${joins.pages} pages of ${joins.files} files begin with a table after one that ends with a table: ` +
    `${joins.right} joined rightly, ${joins.wrong} wrongly, ${joins.missed} missed (held back: ${joins.held} joined)`);
