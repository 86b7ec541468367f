// path_costs.mjs [--calls] [--opens] [FOLDER] - what the paths of docs/architecture.md
// cost: calls of the system, opens, bytes, syncs and locks by strace, memory
// asked for and instructions by valgrind. Counts, not times: they hardly depend
// on the machine. --calls leaves out what valgrind counts, which is quick; --opens
// lists the files. FOLDER has the programs; build/release where none is named.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const flags = process.argv.slice(2).filter((a) => a.startsWith("--"));
const [build = path.join(root, "build/release")] = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const program = path.join(path.resolve(build), "quarry");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-paths-"));
const home = path.join(dir, "home");
const before = path.join(dir, "before");
const log = path.join(dir, "log");
const env = { PATH: process.env.PATH, LC_ALL: "C.UTF-8", USER: "paths", QUARRY_HOME: home };

function run(command, args) {
    const r = spawnSync(command, args, { cwd: dir, env, encoding: "utf8", maxBuffer: 1 << 28 });
    if (r.status !== 0) throw new Error(`${args.join(" ")}: ${r.error ?? ""}${r.stdout}${r.stderr}`);
    return r;
}

const json = (...args) => JSON.parse(run(program, [...args, "--json"]).stdout);

// every run of one path begins with the same home.
function again() {
    fs.rmSync(home, { recursive: true, force: true });
    if (fs.existsSync(before)) execFileSync("cp", ["-a", before, home]);
}

function keepAsBefore() {
    fs.rmSync(before, { recursive: true, force: true });
    execFileSync("cp", ["-a", home, before]);
}

const READS = /^(read|pread64|readv|preadv)$/;
const WRITES = /^(write|pwrite64|writev|pwritev|copy_file_range)$/;
const SYNCS = /^(fsync|fdatasync|syncfs|sync_file_range)$/;

// One line of strace: who called what on which file, and what came back.
function parse(line) {
    const m = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()(.*)/.exec(line);
    if (!m) return null;
    const done = / = (-?\d+)(?:<([^>]*)>)?/.exec(m[4].slice(m[4].lastIndexOf(" = ")));
    const file = /^\d+<([^>]*)>/.exec(m[4]);
    return { pid: m[1], name: m[2] ?? m[3], args: m[4], begins: !m[2],
             result: done ? Number(done[1]) : NaN, opened: done?.[2], file: file?.[1] };
}

function trace(args) {
    again();
    run("strace", ["-f", "-y", "-qq", "-s", "200", "-e", "signal=none", "-o", log, program, ...args]);
    const count = { calls: 0, workerCalls: 0, workers: 0, opens: 0, read: 0, written: 0, syncs: 0, locks: 0 };
    const opened = [];
    const files = new Map(); // of a call that another thread's line cut in two
    let first;
    for (const line of fs.readFileSync(log, "utf8").split("\n")) {
        const c = parse(line);
        if (!c) continue;
        first ??= c.pid;
        if (c.begins) count[c.pid === first ? "calls" : "workerCalls"]++;
        if (c.file) files.set(c.pid, c.file);
        if (c.name === "execve" && /quarry-(worker|pdf)"/.test(c.args)) count.workers += c.begins;
        if (c.begins && SYNCS.test(c.name)) count.syncs++;
        if (c.begins && ((c.name === "flock" && !c.args.includes("LOCK_UN")) ||
            (c.name === "fcntl" && /_(SETLK|SETLKW)\b.*F_(RD|WR)LCK/.test(c.args)))) count.locks++;
        if (!(c.result >= 0)) continue;
        if (/^open/.test(c.name) && c.opened?.startsWith(dir)) {
            count.opens++;
            opened.push(c.opened.slice(dir.length + 1));
        }
        if (!files.get(c.pid)?.startsWith(dir)) continue;
        if (READS.test(c.name)) count.read += c.result;
        if (WRITES.test(c.name)) count.written += c.result;
    }
    return { ...count, opened };
}

function valgrind(args, tool, figure) {
    again();
    const r = run("valgrind", [...tool, program, ...args]);
    return Number(figure.exec(r.stderr)[1].replaceAll(",", ""));
}

function cost(name, ...args) {
    const row = { name, ...trace(args) };
    if (flags.includes("--calls")) return show(row);
    row.allocations = valgrind(args, ["--undef-value-errors=no"], /total heap usage: ([\d,]+) allocs/);
    row.instructions = valgrind(args, ["--tool=callgrind", "--callgrind-out-file=/dev/null"], /Collected : (\d+)/);
    show(row);
}

const KiB = (n) => Math.ceil(n / 1024).toLocaleString("en");

function show(r) {
    const cells = [r.name, `${r.calls} + ${r.workerCalls}`, r.workers, r.opens, KiB(r.read), KiB(r.written), r.syncs,
                   r.locks, r.allocations ?? "", r.instructions ? (r.instructions / 1e6).toFixed(1) : ""];
    console.log(`| ${cells.join(" | ")} |`);
    if (flags.includes("--opens")) console.log(r.opened.map((f) => `      ${f}`).join("\n"));
}

try {
    for (const file of ["sales.csv", "handbook"])
        fs.cpSync(path.join(root, "examples", file), path.join(dir, file), { recursive: true });
    const orders = Array.from({ length: 2000 }, (_, i) => ({ id: i, price: i / 4, note: `parcel ${i} waits` }));
    fs.writeFileSync(path.join(dir, "orders.json"), JSON.stringify({ items: orders }));
    // the hash of a file is remembered when it is older than that (store/table_cache/stat_cache.c)
    await new Promise((done) => setTimeout(done, 2500));
    const cell = ["table", "query", "sales.csv", "SELECT customer FROM data ORDER BY order_id LIMIT 1"];
    const question = ["ask", "sales.csv", "top 10 customers by sales"];
    console.log("| path | calls: quarry + workers | workers | opens | KiB read | written | syncs | locks | allocations | M instructions |");
    console.log("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    cost("a cell, the first time", ...cell);
    run(program, cell);
    keepAsBefore();
    cost("a cell, again", ...cell);
    cost("a question, the first time", ...question);
    run(program, question);
    keepAsBefore();
    cost("a question, again", ...question);
    run(program, ["add", "handbook", "handbook"]);
    run(program, ["add", "shop", "orders.json"]);
    const { pointer } = json("status", "shop").documents[0];
    keepAsBefore();
    cost("a search", "search", "handbook", "how do I rotate the key?", "--json");
    const found = json("search", "handbook", "how do I rotate the key?");
    const at = (part) => `quarry://handbook/${json("status", "handbook").documents.find((d) => d.name.endsWith(part)).key}`;
    cost("evidence: lines", "fetch", "handbook", found.evidences[0].pointer.uri);
    cost("evidence: JSON", "fetch", "handbook", `${at(".json")}@1`);
    cost("evidence: rows", "fetch", "handbook", `${at(".csv")}@1`);
    const edit = ["data", "set", "shop", `${pointer}/items/704/note`, '"parcel 704 has left"'];
    cost("an edit of JSON", ...edit);
    run(program, edit);
    keepAsBefore();
    cost("a search after it, which indexes", "search", "shop", "parcel 704 has left", "--json");
} finally {
    fs.rmSync(dir, { recursive: true, force: true });
}
