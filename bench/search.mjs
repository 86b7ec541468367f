// search.mjs [--large] [--write] - runs bench_search and the commands, and
// makes the table of README.md. A missed target fails the bench.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { writeRecords, writeSample } from "../tests/durability/samples.mjs";
import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(folder, "../build/release");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(dir, "home") };
const large = process.argv.includes("--large");
const RUNS = 300;
const STARTS = 41; // of a command that is measured
const DOCUMENTS = 10_000;
const PAGES = 200; // of made Markdown, 6 KB each
const JSON_BYTES = 1e6;
const VECTOR_BYTES = 3000; // of one passage on the disk, with its words

const rows = [];
const fixed = (n) => (n < 1 ? n.toFixed(2) : n < 100 ? n.toFixed(1) : n.toFixed(0));
const verdict = (ok) => (ok ? "yes" : "**no**");

function row(what, is, target = "", met = undefined) {
    rows.push(`| ${what} | ${is} | ${target} | ${met === undefined ? "" : verdict(met)} |`);
}

function bench(...args) {
    const out = execFileSync(path.join(build, "bench_search"), args.map(String), {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = out.trim().split("\n").map((line) => JSON.parse(line));
    return Object.fromEntries(lines.map((line) => [line.name, line]));
}

// What `quarry ARGS --json` takes, and what it answers.
function quarry(...args) {
    const out = path.join(dir, "answer.json");
    const program = path.join(build, "quarry");
    const took = execFileSync(path.join(build, "bench_process"), [out, program, ...args, "--json"], {
        cwd: dir,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
    });
    return { ...JSON.parse(took), answer: JSON.parse(fs.readFileSync(out, "utf8")) };
}

const middle = (list, share = 0.5) => list.sort((a, b) => a - b)[Math.floor((list.length - 1) * share)];

// A command again and again; `before` is called before each.
function often(args, before = () => {}) {
    const all = Array.from({ length: STARTS }, (_, i) => {
        before(i);
        return quarry(...args);
    });
    return {
        wall: middle(all.map((r) => r.wall_ms)),
        p99: middle(all.map((r) => r.wall_ms), 0.99),
        cpu: middle(all.map((r) => r.cpu_ms)),
        peak: Math.max(...all.map((r) => r.peak_mb)),
    };
}

const command = (r) => `${fixed(r.wall)} ms (99th percentile ${fixed(r.p99)}), ${fixed(r.cpu)} ms of processor, ${fixed(r.peak)} MB`;

function modes(passages, vectors) {
    const place = path.join(dir, "segments");
    const built = bench("build", place, passages, vectors).built;
    const n = passages.toLocaleString("en");
    const asked = bench("ask", place, RUNS);
    const times = (s) => `${fixed(s.median)} ms (${fixed(s.p99)})`;
    const slower = Math.max(asked.keyword.median, asked.vector.median);
    const ratio = asked.hybrid.median / slower;
    row(`${n} passages, keyword: median (p99), processor`, times(asked.keyword));
    if (vectors) {
        row(`${n} passages, vector`, times(asked.vector));
        row(`${n} passages, hybrid`, `${times(asked.hybrid)}, ${ratio.toFixed(2)} of the slower part`, "at most 1.3", ratio <= 1.3);
        row(`${n} passages, hybrid on all cores, by the clock`, times(asked["hybrid, all threads"]));
    }
    row(`${n} passages: opening the index`, `${fixed(asked.asked.open_ms)} ms`, "under 20 ms", asked.asked.open_ms < 20);
    row(`${n} passages: on the disk, each`, `${fixed(built.bytes / passages)} bytes`);
    row(`${n} passages: resident when all pages were read`, `${fixed(asked.asked.resident_mb)} MB`);
    return place;
}

function adding(place, passages) {
    const { add } = bench("add", place, 100);
    row(`${passages.toLocaleString("en")} passages: a document of 20 added and one removed, to searchable, by the clock`, `${fixed(add.median)} ms (${fixed(add.p99)})`, "under 50 ms", add.p99 < 50);
}

function ranking() {
    const place = modes(100_000, 100_000);
    adding(place, 100_000);
    fs.rmSync(place, { recursive: true });
    if (!large) return;
    const n = 1_000_000;
    const { bavail, bsize } = fs.statfsSync(dir);
    const has_room = bavail * bsize > 3 * n * VECTOR_BYTES && os.freemem() > 2 * n * VECTOR_BYTES;
    const other = modes(n, has_room ? n : 0);
    adding(other, n);
    fs.rmSync(other, { recursive: true });
}

// Plain words, the same for the same number.
const WORDS =
    `the a of to and in is for with that it on by as from or when each this can file key value name list user
    page server query index table column row time error default option path field text word number type class
    function method call return request response data model test run build install open close read write change
    remove create update delete find show make use need want way place part example section chapter note version`.split(/\s+/);

function writePage(i) {
    let state = i * 7919 + 1;
    const next = (n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % n;
    };
    const words = (n) => Array.from({ length: n }, () => WORDS[next(WORDS.length)]).join(" ");
    const paragraph = () => Array.from({ length: 4 }, () => `${words(10 + next(12))}.`).join(" ");
    let text = `# ${words(4)}\n\n${paragraph()}\n\n`;
    for (let s = 0; s < 9; s++) {
        text += `## ${words(3)}\n\n${paragraph()}\n\n- ${words(6)}\n- ${words(5)}\n\n`;
        if (s % 3 === 1) text += `\`\`\`\n${words(3)} = ${next(1000)}\n\`\`\`\n\n`;
    }
    fs.mkdirSync(path.join(dir, "pages"), { recursive: true });
    fs.writeFileSync(path.join(dir, "pages", `page-${i}.md`), text);
}

function base(name, embedding) {
    quarry("base", "create", name);
    if (embedding) quarry("base", "config", name, `embedding=${embedding}`);
    return name;
}

function ingest(what, from, name, embedding) {
    const r = quarry("add", base(name, embedding), from);
    const seconds = r.wall_ms / 1000;
    const { chunks } = r.answer;
    const busy = (r.cpu_ms / r.wall_ms).toFixed(2);
    row(`\`add\` of ${what}, ${embedding ? "words only" : "embedded"}: ${chunks} chunks`, `${fixed(seconds)} s, ${fixed(chunks / seconds)} a second, ${busy} cores busy`);
}

function markdown() {
    for (let i = 0; i < PAGES; i++) writePage(i);
    ingest(`${PAGES} made Markdown files`, "pages", "made-words", "none");
    ingest(`${PAGES} made Markdown files`, "pages", "made");
    row("`search` of them, the process: median, warm", command(often(["search", "made", "how do I find the default value of a key?"])), "", undefined);
    const real = process.env.QUARRY_TESTDATA && path.join(process.env.QUARRY_TESTDATA, "markdown");
    if (!real || !fs.existsSync(real)) return;
    ingest("all public Markdown", real, "public-words", "none");
    ingest("all public Markdown", real, "public");
    row("`search` of it, the process", command(often(["search", "public", "how do I declare a path parameter?"])));
    row("the same, `--mode keyword`", command(often(["search", "public", "how do I declare a path parameter?", "--mode", "keyword"])));
}

function many() {
    for (let i = 0; i < DOCUMENTS; i++) writeSample(path.join(dir, "text"), i % 2 ? "json" : "md", i);
    const n = DOCUMENTS.toLocaleString("en");
    ingest(`${n} small files`, "text", "many", "none");
    row(`\`search\` of ${n} documents, words only, the process`, command(often(["search", "many", "the note about things"])));
    const one = path.join(dir, "one.md");
    row(
        `\`add\` of one small file to ${n} documents, the process`,
        command(often(["add", "many", one], (i) => fs.writeFileSync(one, `# One\n\nIts text number ${i}.\n`))),
    );
}

function edit() {
    const n = writeRecords(path.join(dir, "records.json"), JSON_BYTES);
    const mb = (JSON_BYTES / 1e6).toFixed(0);
    base("records");
    const added = quarry("add", "records", "records.json");
    row(`\`add\` of JSON of ${mb} MB, embedded: ${added.answer.chunks} chunks`, `${fixed(added.wall_ms / 1000)} s, ${(added.cpu_ms / added.wall_ms).toFixed(2)} cores busy`);
    const { key, pointer } = quarry("status", "records").answer.documents[0];
    quarry("data", "set", "records", `${pointer}/items/${n >> 1}/amount`, "1.5");
    const again = quarry("reindex", "records", key);
    const { chunks_embedded, chunks_reused } = again.answer;
    row(`\`reindex\` after one number of it was changed`, `${fixed(again.wall_ms / 1000)} s; embedded ${chunks_embedded}, reused ${chunks_reused}`, "at most 3 embedded", chunks_embedded <= 3);
}

try {
    ranking();
    markdown();
    many();
    edit();
    const text = [machine(), "", "| what | Quarry | target | met |", "|---|---|---|---|", ...rows].join("\n");
    console.log(text);
    keep("search table", text);
    process.exitCode = text.includes("**no**") ? 1 : 0;
} finally {
    fs.rmSync(dir, { recursive: true, force: true });
}
