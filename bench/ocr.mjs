// ocr.mjs - how well pages that are pictures are read: pages of known text are drawn
// at 200 dpi, put into a PDF as pictures, added to a base, and what the base says of
// them is compared with the text. Everything is done by `quarry` itself.
//
//     node bench/ocr.mjs [DPI] [worse]
//
// The texts are those of the XQuAD passages in three languages, set by Chromium, and
// PDF files that others made, with figures and tables. `worse` draws pages with noise
// and at few dots instead, and prints how many words are right by the confidence of
// the page, from which PDF_SCAN_SURE (formats/pdf/scan.h) was chosen.
//
// A word is right if it is on the page as often as it should be, wherever it is; of
// Chinese each character counts. A number is its digits with the points and commas
// between them; one with a fraction of one letter, such as 6½, counts apart.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pagesOf, scanPdf } from "./scan_pdf.mjs";

const root = path.resolve(import.meta.dirname, "..");
const bin = path.join(root, "build/release");
const data = process.env.QUARRY_TESTDATA ?? path.resolve(root, "../shared/data");
const tessdata = process.env.TESSDATA_PREFIX ?? "/usr/share/tesseract-ocr/5/tessdata";
const dpi = Number(process.argv[2] ?? 200);
const isWorse = process.argv.includes("worse");
const LEAST = { words: 0.98, numbers: 0.99 };
const LEAST_OF_REPORTS = 0.97; // of numbers: footnote marks and figures of charts are among them
const PASSAGES = 20;

for (const needed of [data, path.join(tessdata, "eng.traineddata")])
    if (!fs.existsSync(needed)) {
        console.log(`not measured: ${needed} is not there`);
        process.exit(0);
    }
const top = fs.mkdtempSync(path.join(os.tmpdir(), "bench-ocr-"));
process.on("exit", () => fs.rmSync(top, { recursive: true, force: true }));

function run(command, args, env = {}) {
    const r = spawnSync(command, args, { maxBuffer: 1 << 30, encoding: "utf8", env: { ...process.env, ...env } });
    if (r.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${r.stdout}${r.stderr}`);
    return r.stdout;
}

// ---- pages of known text ----

const browser = ["chromium-headless-shell", "chromium"].find((name) => spawnSync(name, ["--version"]).status === 0);

function printed(language) {
    const lines = fs.readFileSync(path.join(data, `retrieval/xquad-${language}/corpus.jsonl`), "utf8").split("\n");
    const escape = (s) => s.replace(/[&<]/g, (c) => (c === "&" ? "&amp;" : "&lt;"));
    const body = lines.slice(0, PASSAGES).map((line) => `<p>${escape(JSON.parse(line).text.replace(/\ufeff/g, ""))}`);
    const html = path.join(top, `${language}.html`);
    const pdf = path.join(top, `${language}.pdf`);
    const style = 'body { font: 11pt "DejaVu Serif", "WenQuanYi Zen Hei"; text-align: justify } @page { size: A4; margin: 2cm }';
    fs.writeFileSync(html, `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>${style}</style>${body.join("\n")}`);
    run(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", `--print-to-pdf=${pdf}`, `file://${html}`]);
    return [pdf];
}

// Those that are mostly text and not long.
function made(set) {
    const folder = path.join(data, "pdf", set, "pdf");
    return fs.readdirSync(folder).sort().map((name) => path.join(folder, name));
}

const kinds = [
    ...(browser ? ["en", "es", "zh"].map((language) => ({ name: `passages, ${language}`, files: printed(language) })) : []),
    { name: "reports that others made", files: made("icdar2013").slice(0, 16), most: 2, least: LEAST_OF_REPORTS },
].filter(({ name }) => name.includes(process.env.ONLY ?? ""));

// ---- reading ----

const words = (text) => text.normalize("NFKC").toLowerCase().match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? [];
const numbers = (text) => text.match(/\d(?:[\d.,]*\d)?(?![\d\u00bc-\u00be])/g) ?? [];
const fractions = (text) => text.match(/\d*[\u00bc-\u00be]/g) ?? [];

function right(wanted, got) {
    const left = new Map();
    for (const w of got) left.set(w, (left.get(w) ?? 0) + 1);
    return wanted.filter((w) => (left.get(w) ?? 0) > 0 && left.set(w, left.get(w) - 1)).length;
}

// Those that are not there as often as they should be.
function missing(wanted, got) {
    const left = new Map();
    for (const w of got) left.set(w, (left.get(w) ?? 0) + 1);
    return wanted.filter((w) => !((left.get(w) ?? 0) > 0 && left.set(w, left.get(w) - 1))).slice(0, 40).join(" ");
}

// A generator of the same noise each time (xorshift).
function noise(seed) {
    let x = seed | 1;
    return () => ((x ^= x << 13), (x ^= x >>> 17), (x ^= x << 5), (x >>> 0) / 2 ** 32);
}
function spoil(page, amount, seed) {
    const next = noise(seed);
    const out = Buffer.from(page.data);
    for (let i = 0; i < out.length; i++) out[i] = Math.max(0, Math.min(255, out[i] + (next() - 0.5) * 2 * amount));
    return { ...page, data: out };
}

const env = (home) => ({ QUARRY_HOME: home, TESSDATA_PREFIX: tessdata, LC_ALL: "C.UTF-8" });

// What the base says of the pages of a scan, and how sure it is of each.
function readScan(scan, home) {
    run(path.join(bin, "quarry"), ["base", "create", "b"], env(home));
    run(path.join(bin, "quarry"), ["base", "config", "b", "embedding=none"], env(home));
    const begun = Date.now();
    try {
        run(path.join(bin, "quarry"), ["add", "b", scan], env(home));
    } catch (e) {
        if (!isWorse) throw e; // it is not sure of any page, and keeps what it found
    }
    const seconds = (Date.now() - begun) / 1000;
    const cache = fs.readdirSync(home, { recursive: true }).find((name) => name.endsWith(".words"));
    const sure = new Map();
    for (const line of fs.readFileSync(path.join(home, cache), "utf8").split("\n").filter(Boolean)) {
        const tab = line.indexOf("\t");
        sure.set(Number(line.slice(0, tab)), JSON.parse(line.slice(tab + 1)));
    }
    if (isWorse) {
        const found = [...sure.values()].flatMap((page) => (page.words ?? []).map((word) => word[7]));
        return { seconds, sure, text: found.join(" ") };
    }
    const text = fs.readdirSync(home, { recursive: true }).find((name) => name.endsWith(".text"));
    return { seconds, sure, text: text ? fs.readFileSync(path.join(home, text), "utf8") : "" };
}

function measure(kind, spoiled, used) {
    const sum = { pages: 0, words: 0, wordsRight: 0, numbers: 0, numbersRight: 0, fractions: 0, fractionsRight: 0, seconds: 0, at: [] };
    for (const [i, file] of kind.files.entries()) {
        const truth = run(path.join(bin, "bench_pdf"), [file]);
        let pages = null;
        for (let n = kind.most ?? 40; n > 0 && !pages; n--) pages = pagesOf(file, used, 1, n);
        if (!pages || pagesOf(file, 20, 1, pages.length + 1)) continue; // longer than is looked at
        const scan = path.join(top, `${i}.pdf`);
        fs.writeFileSync(scan, scanPdf(spoiled ? pages.map((p, k) => spoil(p, spoiled, 7919 * (k + 1))) : pages, used));
        const home = fs.mkdtempSync(path.join(top, "home-"));
        const got = readScan(scan, home);
        const [w, n] = [words(truth), numbers(truth)];
        sum.pages += pages.length;
        sum.words += w.length;
        sum.numbers += n.length;
        const rightWords = right(w, words(got.text));
        sum.wordsRight += rightWords;
        sum.numbersRight += right(n, numbers(got.text));
        sum.fractions += fractions(truth).length;
        sum.fractionsRight += right(fractions(truth), fractions(got.text));
        sum.seconds += got.seconds;
        const confidences = [...got.sure.values()].map((p) => p.confidence ?? 0);
        sum.at.push({ confidence: confidences.reduce((a, b) => a + b, 0) / confidences.length, share: rightWords / w.length });
        if (process.env.SHOW) {
            const left = words(got.text);
            console.log(file, (rightWords / w.length).toFixed(4), missing(w, left), "|", missing(n, numbers(got.text)));
        }
    }
    return sum;
}

const percent = (a, b) => (b ? `${((100 * a) / b).toFixed(2)} %` : "");
let failed = false;
if (isWorse) {
    console.log("| dpi | noise | confidence | words right | pages of |\n|--:|--:|--:|--:|---|");
    for (const used of [100])
        for (const amount of [0, 80, 100, 110, 120])
            for (const kind of kinds.slice(0, 3)) {
                const m = measure(kind, amount, used);
                for (const { confidence, share } of m.at) console.log(`| ${used} | ${amount} | ${confidence.toFixed(2)} | ${(100 * share).toFixed(1)} % | ${kind.name}`);
            }
} else {
    console.log(`| ${dpi} dpi | pages | words | right | numbers | right | fractions | right | s a page |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|`);
    for (const kind of kinds) {
        const m = measure(kind, 0, dpi);
        console.log(
            `| ${kind.name} | ${m.pages} | ${m.words} | ${percent(m.wordsRight, m.words)} | ${m.numbers} | ${percent(m.numbersRight, m.numbers)} | ${m.fractions} | ${m.fractionsRight} | ${(m.seconds / m.pages).toFixed(2)} |`,
        );
        if (dpi === 200) failed ||= m.wordsRight < LEAST.words * m.words || m.numbersRight < (kind.least ?? LEAST.numbers) * m.numbers;
    }
}
if (failed) {
    console.log("below the floor");
    process.exit(1);
}
