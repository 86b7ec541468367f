// pdf.mjs - how much of the text of PDF files is found, and how fast, beside
// `pdftotext` on the same files in the same run.
//
// The files are those of ../shared/data/pdf (QUARRY_TESTDATA). Of some the cells of
// tables are known, which people wrote down: each word in a cell is to be in the
// text, as often as it is in the cells. For the others what pdftotext finds is the
// reference, a word once a file, as headers that repeat are left out on purpose.
// Words that differ are in neither way proof of an error: the two divide lines
// differently.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const [program] = process.argv.slice(2);
const data = path.join(process.env.QUARRY_TESTDATA ?? path.resolve(import.meta.dirname, "../../shared/data"), "pdf");
if (!fs.existsSync(data)) {
    console.log(`no files: ${data} is not there`);
    process.exit(0);
}

const wordsOf = (text) => text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const text = (command, args) => {
    const run = spawnSync(command, args, { maxBuffer: 1 << 30, encoding: "utf8", timeout: 120_000 });
    return run.status === 0 ? run.stdout : null;
};

function counted(words) {
    const n = new Map();
    for (const w of words) n.set(w, (n.get(w) ?? 0) + 1);
    return n;
}

// How many of the wanted words are there.
function found(wanted, got) {
    let n = 0;
    for (const [word, times] of wanted) n += Math.min(times, got.get(word) ?? 0);
    return n;
}

const files = ["icdar2013", "tabula", "pdfplumber"].flatMap((set) => {
    const folder = path.join(data, set, "pdf");
    return fs.readdirSync(folder).sort().map((name) => path.join(folder, name));
});
const texts = new Map(files.map((f) => [f, { ours: text(program, [f]), peer: text("pdftotext", [f, "-"]) }]));

// Words of cells that people wrote down.
const cells = new Map();
for (const line of fs.readFileSync(path.join(data, "icdar2013/tables.jsonl"), "utf8").split("\n").filter(Boolean)) {
    const t = JSON.parse(line);
    if (t.variant) continue; // another reading of the same table
    const file = path.join(data, "icdar2013", t.file);
    cells.set(file, [...(cells.get(file) ?? []), ...t.cells.flatMap((c) => wordsOf(String(c[4])))]);
}
let wanted = 0;
const of = { ours: 0, peer: 0 };
for (const [file, words] of cells) {
    wanted += words.length;
    for (const who of ["ours", "peer"]) of[who] += found(counted(words), counted(wordsOf(texts.get(file)[who] ?? "")));
}
// Below a floor the bench fails.
let status = 0;
function atLeast(floor, n, all) {
    if (100 * n < floor * all) status = 1;
    return `(at least ${floor.toFixed(2)} %)`;
}
const percent = (n, all) => `${((100 * n) / all).toFixed(2)} %`;
console.log(`words of ${cells.size} files' table cells, ${wanted}: Quarry ${percent(of.ours, wanted)} ${atLeast(99.5, of.ours, wanted)}, pdftotext ${percent(of.peer, wanted)}`);

// Against the peer, both ways, a word once a file.
let common = 0;
let ours = 0;
let peer = 0;
const low = [];
for (const [file, t] of texts) {
    if (t.ours === null || t.peer === null) continue;
    const a = new Set(wordsOf(t.ours));
    const b = new Set(wordsOf(t.peer));
    const both = [...b].filter((w) => a.has(w)).length;
    common += both;
    ours += a.size;
    peer += b.size;
    if (b.size > 20 && both < 0.95 * b.size) low.push(`${path.basename(file)} ${percent(both, b.size)}`);
}
const read = [...texts.values()].filter((t) => t.ours !== null).length;
console.log(`${files.length} files, ${read} with text; words of pdftotext that Quarry has: ${percent(common, peer)} of ${peer} ${atLeast(98.9, common, peer)}; of Quarry that pdftotext has: ${percent(common, ours)}`);
if (low.length) console.log(`under 95 %: ${low.join(", ")}`);

// Processor time of all files, in turns, the best of three.
function seconds(command) {
    const run = spawnSync("bash", ["-c", `for f in "$@"; do ${command}; done >/dev/null 2>&1; times`, "bash", ...files], { encoding: "utf8" });
    const [user, system] = run.stdout.trim().split("\n")[1].split(" ");
    const value = (t) => {
        const [, m, s] = /(\d+)m([\d.]+)s/.exec(t);
        return Number(m) * 60 + Number(s);
    };
    return value(user) + value(system);
}
const best = { ours: Infinity, peer: Infinity };
for (let i = 0; i < 3; i++) {
    best.ours = Math.min(best.ours, seconds(`"${program}" "$f"`));
    best.peer = Math.min(best.peer, seconds(`pdftotext -bbox "$f" /dev/null`));
}
console.log(`processor: Quarry ${best.ours.toFixed(2)} s, pdftotext -bbox ${best.peer.toFixed(2)} s, ${(best.ours / best.peer).toFixed(2)} times (at most 1.5)`);
if (best.ours > 1.5 * best.peer) status = 1;
process.exit(status);
