// What a worker may take it never passes, and what it took it does not keep. The
// limit of memory is off under sanitizers, so this is of the release programs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { program, send, serve } from "../http/server.mjs";

const MIB = 1024;
const MOST = 1024 * MIB; // KiB, docs/sql.md
const KEPT = MOST / 2;
const GREEDY = [ // of which `make test` runs every second one
    "SELECT len(list(a.customer || b.customer)) AS n FROM data a, data b",
    "SELECT length(string_agg(a.customer || b.customer, ',')) AS n FROM data a, data b",
    "SELECT count(DISTINCT a.order_id || b.order_id) AS n FROM data a, data b",
    "SELECT len(list(repeat(customer, 100000))) AS n FROM data",
    "SELECT length(repeat('x', 4000000000)) AS n FROM data",
    "SELECT length(repeat('x', 1000000000)) AS n", // of which the engine counts nothing
];

function workers(pid) {
    return fs.readdirSync(`/proc/${pid}/task`).flatMap((task) => {
        try {
            return fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean);
        } catch {
            return [];
        }
    });
}

// A line of /proc/PID/status, in KiB; 0 where the process is gone.
function figure(pid, name) {
    try {
        return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
    } catch {
        return 0;
    }
}

test("a query that takes all memory is refused within its limit, and nothing of it is kept", { timeout: 900000 }, async (t) => {
    const { port, child } = await serve(t);
    if (/asan|tsan/.test(fs.readFileSync(`/proc/${child.pid}/maps`, "utf8"))) return t.skip("sanitizers");
    for (const query of GREEDY.filter((_, i) => process.env.QUARRY_NIGHTLY || i % 2 === 1)) {
        let most = 0;
        const timer = setInterval(() => {
            for (const pid of workers(child.pid)) most = Math.max(most, figure(pid, "VmHWM"));
        }, 2);
        const { status } = await send(port, "POST", "/v1/tables/query", { body: { path: "sales/sales.csv", query } });
        clearInterval(timer);
        assert.ok(status === 413 || status === 504, `${query}: ${status}`);
        assert.ok(most <= MOST, `${query}: ${most / MIB} MiB`);
        t.diagnostic(`${Math.round(most / MIB)} MiB at most, ${status}: ${query}`);
        for (const pid of workers(child.pid)) assert.ok(figure(pid, "VmRSS") <= KEPT, "a worker keeps what it took");
    }
    const after = await send(port, "POST", "/v1/tables/query", { body: { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" } });
    assert.deepEqual(after.json.rows, [[5000]]);
});

const READ_MOST = 128; // MiB, by --memory
const BESIDE = 64; // pages of the program and its libraries, which VmHWM counts, too

test("a file that takes all memory to read is refused within its limit", { timeout: 900000 }, async (t) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-memory-"));
    t.after(() => fs.rmSync(dir, { recursive: true, force: true }));
    const file = path.join(dir, "long.csv");
    fs.writeFileSync(file, `n,text\n${Array.from({ length: 80 }, (_, i) => `${i},${"x".repeat(2e6)}\n`).join("")}`);
    const child = spawn(program, ["table", "map", file, "--memory", String(READ_MOST)], { env: { ...process.env, QUARRY_HOME: path.join(dir, "home"), QUARRY_LOG: "error" } });
    let most = 0;
    let said = "";
    let sanitized = false;
    for (const out of [child.stdout, child.stderr]) out.on("data", (d) => (said += d));
    const timer = setInterval(() => {
        try {
            sanitized ||= /asan|tsan/.test(fs.readFileSync(`/proc/${child.pid}/maps`, "utf8"));
            for (const pid of workers(child.pid)) most = Math.max(most, figure(pid, "VmHWM"));
        } catch {} // it has ended
    }, 2);
    const status = await new Promise((done) => child.on("close", done));
    clearInterval(timer);
    if (sanitized) return t.skip("sanitizers");
    assert.match(said, /\[LIMIT\]/);
    assert.equal(status, 8);
    assert.ok(most > 0 && most <= (READ_MOST + BESIDE) * MIB, `${most / MIB} MiB`);
    t.diagnostic(`${Math.round(most / MIB)} MiB at most`);
});
