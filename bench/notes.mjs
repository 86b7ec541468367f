// notes.mjs [--write] - a base of many small notes, searched by words: adding them, the
// files that it has on the disk, a query to a server that runs and one by a program
// that starts, removing documents, and the base. --write puts the table into README.md.
// Needs `make` to have been run; BENCH_BUILD names another release build.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { keep, machine } from "./readme.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const build = process.env.BENCH_BUILD ?? path.join(here, "../build/release");
const program = path.join(build, "quarry");
const NOTES = Number(process.env.BENCH_NOTES ?? 20_000);
const REMOVED = NOTES / 2;
const QUERIES = 200;
const STARTS = 41;
const WORDS = 5000;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(dir, "home") };
const rows = [];

// Words as often as in a language: the n-th a n-th as often as the first.
let state = 42;
function random() {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
}
const word = () => `w${Math.floor(Math.exp(random() * Math.log(WORDS)))}`;
const words = (n) => Array.from({ length: n }, word).join(" ");

// Every second note has two sections that are passages of their own.
function writeNotes() {
    for (let i = 0; i < NOTES; i++) {
        const folder = path.join(dir, `notes/d${i % 100}`);
        fs.mkdirSync(folder, { recursive: true });
        const more = i % 2 ? `\n\n## More of it\n\n${words(260)}.\n` : "\n";
        fs.writeFileSync(path.join(folder, `note${i}.md`), `# Note ${i}\n\n${words(i % 2 ? 260 : 60)}.${more}`);
    }
}

// What `quarry ARGS` takes by the clock and of the processor, in ms, and what it says.
function timed(...args) {
    const out = path.join(dir, "answer");
    const options = { cwd: dir, env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    const took = JSON.parse(execFileSync(path.join(build, "bench_process"), [out, program, ...args], options));
    return { ms: took.wall_ms, cpu: took.cpu_ms, out: fs.readFileSync(out, "utf8") };
}

// Processor time of a process and its threads, in ms.
function processorMs(pid) {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
}

const fixed = (n) => (n < 10 ? n.toFixed(1) : n.toFixed(0));
const at = (list, share) => list.sort((a, b) => a - b)[Math.floor((list.length - 1) * share)];

// A target is of the processor time: the clock has what else the machine does.
function row(what, took, below, unit = "ms") {
    const scale = unit === "s" ? 1000 : 1;
    const is = took.cpu / scale;
    const target = below === undefined ? "" : `at most ${below} ${unit}`;
    rows.push(`| ${what} | ${fixed(is)} ${unit} | ${fixed(took.ms / scale)} ${unit} | ${target} | ${below === undefined ? "" : is <= below ? "yes" : "**no**"} |`);
}

const middle = (list) => ({ ms: at(list.map((t) => t.ms), 0.5), cpu: at(list.map((t) => t.cpu), 0.5) });
const countFiles = (folder) => fs.readdirSync(folder, { withFileTypes: true, recursive: true }).filter((f) => f.isFile()).length;

async function overHttp(query) {
    const child = spawn(program, ["serve", "--listen", "127.0.0.1:0"], { cwd: dir, env, stdio: ["ignore", "pipe", "inherit"] });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const url = `http://127.0.0.1:${/\d+$/.exec(value)[0]}/v1/retrieve`;
    const took = [];
    let before = 0;
    for (let i = -20; i < QUERIES; i++) {
        if (i === 0) before = processorMs(child.pid);
        const body = JSON.stringify({ base: "notes", query: query(), retrieval_mode: "keyword", top_k: 5 });
        const start = process.hrtime.bigint();
        const answer = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(text);
        if (i >= 0) took.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
    const cpu = (processorMs(child.pid) - before) / QUERIES;
    child.kill();
    return { ms: at(took, 0.5), cpu };
}

async function main() {
    writeNotes();
    timed("base", "create", "notes");
    timed("base", "config", "notes", "embedding=none");
    const added = timed("add", "notes", "notes", "--json");
    const status = JSON.parse(timed("status", "notes", "--json").out);
    const query = () => `${word()} ${word()} ${word()}`;
    row(`\`add\` of ${NOTES} notes, ${status.index.chunks} passages`, added, undefined, "s");
    const files = countFiles(path.join(dir, "home"));
    row("a query of three words to a server", await overHttp(query), 5);
    row("`quarry search`, a new process", middle(Array.from({ length: STARTS }, () => timed("search", "notes", query(), "--mode", "keyword", "--json"))), 30);
    row("`quarry --version`, for comparison", middle(Array.from({ length: STARTS }, () => timed("--version"))));
    const keys = status.documents.slice(0, REMOVED).map((d) => d.key);
    row(`\`rm\` of ${REMOVED} documents`, timed("rm", "notes", ...keys, "--json"), 3, "s");
    timed("add", "notes", "notes", "--json");
    row(`\`base rm\` of ${NOTES} documents, ${files} files on the disk`, timed("base", "rm", "notes", "--force", "--json"), 3, "s");
    const table = [machine(), "", "| what | processor | clock | target | met |", "|---|---|---|---|---|", ...rows].join("\n");
    console.log(table);
    keep("notes table", table);
}

try {
    await main();
} finally {
    fs.rmSync(dir, { recursive: true });
}
