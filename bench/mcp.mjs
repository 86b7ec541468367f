// mcp.mjs [--write] - runs bench_mcp against Quarry and against a server on the
// official SDK whose tools answer the same out of memory (sdk_tools.mjs), the two
// taking turns, and makes the table of README.md. A missed target fails the
// bench.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { keep, machine } from "./readme.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(folder);
const build = path.resolve(process.env.BENCH_BUILD ?? path.join(root, "build/release"));
const quarry = path.join(build, "quarry");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
const env = { ...process.env, QUARRY_HOME: path.join(scratch, "home"), QUARRY_LOG: "error" };
const answers = path.join(scratch, "answers.json");
const CALLS = 2000;
const ROUNDS = 3;
const START_RUNS = 9;
const WINDOW = 8;
const sdk = [process.execPath, path.join(folder, "sdk_tools.mjs"), answers];
const ours = [quarry, "mcp", "--dir", path.join(root, "examples"), "--conformance-fixtures"];
// `#` becomes the number of the call: the third identical read is answered from
// what the first two were.
const TOOLS = {
    test_simple_text: () => "{}",
    test_table_rows: () => "{}",
    table_get_map: (at) => `{"path":"${at}sales.csv"}`,
    table_read_rows: (at) => `{"path":"${at}sales.csv","row_start":#,"row_count":10}`,
};

function bench(...args) {
    const out = execFileSync(path.join(build, "bench_mcp"), args.map(String), {
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
    });
    return JSON.parse(out);
}

const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];

// The median of some rounds, each of both in turn.
function both(one, other) {
    const all = [[], []];
    for (let i = 0; i < ROUNDS; i++) {
        all[0].push(one());
        all[1].push(other());
    }
    const median = (list) =>
        Object.fromEntries(["calls_s", "p50_us", "p99_us", "cpu_us", "rss_kib"].map((key) => [key, middle(list.map((s) => s[key]))]));
    return all.map(median);
}

const rows = [];
const number = (n) => Math.round(n).toLocaleString("en");
const verdict = (ok) => (ok === undefined ? "" : ok ? "yes" : "**no**");

function row(what, unit, a, b, target = "", met = undefined) {
    const ratio = (a / b).toFixed(a / b < 1 ? 2 : 1);
    rows.push(`| ${what} | ${unit(a)} | ${unit(b)} | ${ratio} | ${target} | ${verdict(met)} |`);
}

const us = (n) => `${number(n)} µs`;
const finely = (n) => `${n.toFixed(1)} µs`;
const mib = (n) => `${(n / 1024).toFixed(1)} MB`;

// Both answers are the same bytes, so that only what is around them differs.
function writeAnswers() {
    const all = {};
    for (const [tool, args] of Object.entries(TOOLS).slice(1)) {
        const input = [
            { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "b", version: "1" } } },
            { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: JSON.parse(args("").replace("#", "1")) } },
        ];
        const text = execFileSync(ours[0], ours.slice(1), { env, encoding: "utf8", input: input.map((m) => JSON.stringify(m)).join("\n") });
        all[tool] = JSON.parse(text.trim().split("\n").at(-1)).result.structuredContent;
    }
    fs.writeFileSync(answers, JSON.stringify(all));
}

function overStdio(tool, window, targets) {
    const args = [CALLS, window, tool, TOOLS[tool](""), "--"];
    const [a, b] = both(
        () => bench("quarry", ...args, ...ours),
        () => bench("sdk", ...args, ...sdk),
    );
    const what = `stdio, \`${tool}\`, ${window} at once`;
    row(`${what}: calls a second`, number, a.calls_s, b.calls_s, targets && "at least 5 ×", targets ? a.calls_s >= 5 * b.calls_s : undefined);
    row(`${what}: 99th percentile`, us, a.p99_us, b.p99_us, targets && "at most a fifth", targets ? a.p99_us <= b.p99_us / 5 : undefined);
    if (window === 1) row(`${what}: processor time a call, of the server`, finely, a.cpu_us, b.cpu_us);
    return [a, b];
}

// What two processes take that only hand the same calls to and fro.
function floor(what, one) {
    const all = Array.from({ length: ROUNDS }, one);
    const [calls, late] = ["calls_s", "p99_us"].map((key) => middle(all.map((s) => s[key])));
    rows.push(`| ${what} | ${number(calls)}; 99th percentile ${us(late)} | | | | |`);
}

async function listen(command, args) {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    return { child, port: /(\d+)$/.exec(value)[1] };
}

function overHttp(tool, servers, target) {
    const one = ({ child, port }, name, at) => () => bench(name, CALLS, 1, tool, TOOLS[tool](at), port, child.pid);
    const [a, b] = both(one(servers[0], "quarry", "sales/"), one(servers[1], "sdk", ""));
    row(`HTTP, \`${tool}\`, one connection: calls a second`, number, a.calls_s, b.calls_s, target && "at least 15 ×", target ? a.calls_s >= 15 * b.calls_s : undefined);
    row(`HTTP, \`${tool}\`: processor time a call, of the server`, finely, a.cpu_us, b.cpu_us);
}

// From the start of the process to the whole answer to tools/list.
function startToList(argv) {
    const all = [];
    for (let i = 0; i < START_RUNS; i++) {
        const text = execFileSync(path.join(build, "bench_mcp"), ["start", ...argv], { env, encoding: "utf8" });
        all.push(JSON.parse(text).took_us);
    }
    return middle(all);
}

// A core of a virtual machine that sleeps is woken in 20 to 60 µs, more than most
// calls take, whoever answers them. These run only where nothing else wants to.
const awake = os.cpus().map(() => spawn("chrt", ["--idle", "0", "sh", "-c", "while :; do :; done"], { stdio: "ignore" }));

try {
    writeAnswers();
    const [started, peer] = [startToList(ours), startToList(sdk)];
    row("start to the first `tools/list`", us, started, peer, "at most 15 ms", started <= 15_000);
    for (const window of [1, WINDOW])
        floor(`stdio, a process that sends each line back (\`cat\`), ${window} at once: calls a second`, () =>
            bench("cat", CALLS, window, "test_simple_text", "{}", "--", "/bin/cat"),
        );
    overStdio("test_simple_text", 1, true);
    overStdio("test_simple_text", WINDOW, true);
    overStdio("test_table_rows", 1, true);
    overStdio("test_table_rows", WINDOW, true);
    const [a, b] = overStdio("table_get_map", 1, true);
    overStdio("table_get_map", WINDOW, true);
    row("resident after that", mib, a.rss_kib, b.rss_kib, "under 25 MB", a.rss_kib < 25 * 1024);
    overStdio("table_read_rows", WINDOW);
    execFileSync(quarry, ["add", "sales", path.join(root, "examples/sales.csv")], { env, stdio: "ignore" });
    const servers = [
        await listen(quarry, ["serve", "--listen", "127.0.0.1:0", "--conformance-fixtures"]),
        await listen(sdk[0], [...sdk.slice(1), "http"]),
        await listen(path.join(build, "bench_mcp"), ["echo"]),
    ];
    floor("HTTP, a process that answers each request with nothing, one connection: calls a second", () =>
        bench("echo", CALLS, 1, "test_simple_text", "{}", servers[2].port, servers[2].child.pid),
    );
    overHttp("test_simple_text", servers, true);
    overHttp("test_table_rows", servers, true);
    overHttp("table_get_map", servers);
    for (const { child } of servers) child.kill();
    const text = [machine(), "", "| what | Quarry | SDK | ratio | target | met |", "|---|--:|--:|--:|---|---|", ...rows].join("\n");
    console.log(text);
    keep("mcp table", text);
    process.exitCode = text.includes("**") ? 1 : 0;
} finally {
    for (const child of awake) child.kill();
    fs.rmSync(scratch, { recursive: true, force: true });
}
