// Everybody at once, for SOAK_SECONDS: people who ask, search, write, send files
// and talk MCP, and others who leave, are slow or send anything, while the server
// is asked to reload. Nothing crashes, no sanitizer says a word, each error is
// typed, what was written is read, and memory, descriptors and processes stay as
// many. A few seconds of it run with the tests, `make soak` is ten minutes.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { everybody, Load } from "./load.mjs";
import { furnish, start } from "./server.mjs";

const SECONDS = Number(process.env.SOAK_SECONDS ?? 3);
// Freed memory is kept aside by the sanitizer, to see who uses it: not too much of
// it, or nothing could be said of how much memory is in use.
const ASAN = "quarantine_size_mb=8:allocator_release_to_os_interval_ms=500";
// Half of the time is for getting there; then this much may come and go.
const GROWTH = 1.1;
const SLACK_KIB = 16 * 1024;

const status = (pid, name) => {
    const text = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    return new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(text)[1];
};

function children(pid) {
    return fs.readdirSync("/proc").filter((p) => {
        try {
            return /^\d+$/.test(p) && status(p, "PPid") === String(pid);
        } catch {
            return false; // it has ended meanwhile
        }
    });
}

// Once a second, until the load is over.
async function watch(load, seen) {
    const { pid } = load.child;
    while (!load.over) {
        seen.push({ kib: Number(status(pid, "VmRSS")), files: fs.readdirSync(`/proc/${pid}/fd`).length, threads: Number(status(pid, "Threads")) });
        await sleep(1000);
    }
}

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function assertFlat(seen) {
    const quarter = Math.floor(seen.length / 4);
    for (const [what, slack] of [["kib", SLACK_KIB], ["files", 32], ["threads", 4]]) {
        const third = middle(seen.slice(2 * quarter, 3 * quarter).map((s) => s[what]));
        const last = middle(seen.slice(3 * quarter).map((s) => s[what]));
        assert.ok(last <= third * GROWTH + slack, `${what}: ${third}, then ${last}`);
    }
}

test(`${SECONDS} seconds of everything at once`, { timeout: (SECONDS + 240) * 1000 }, async (t) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-soak-"));
    furnish(home);
    const env = { QUARRY_LOG: "warn", ASAN_OPTIONS: `${process.env.ASAN_OPTIONS ?? ""}:${ASAN}` };
    const more = ["--set", "threads=8"]; // more of what can meet than people would use
    const server = await start(t, home, { env, more, quiet: true });
    t.after(() => fs.rmSync(home, { recursive: true, force: true }));
    const load = new Load({ ...server, home });
    const seen = [];
    const watching = watch(load, seen);

    try {
        await load.run_for(SECONDS, everybody);
    } catch (e) {
        throw new Error(`${e.message}\n${server.log().slice(-3000)}`);
    }
    await watching;
    for (const name of Object.keys(everybody)) assert.ok([...load.counts.keys()].some((k) => k.startsWith(name)) || SECONDS < 60, `${name} did nothing`);
    assert.equal(server.child.exitCode, null, server.log());
    if (SECONDS >= 60) assertFlat(seen);
    for (const pid of children(server.child.pid)) assert.notEqual(status(pid, "State"), "Z", "a dead worker was not waited for");
    server.child.kill("SIGTERM");
    const [code] = await server.exited;
    assert.equal(code, 0, server.log());
    // A leak is reported at the end.
    assert.doesNotMatch(server.log(), /Sanitizer|runtime error:|BUG:/);
    if (!process.env.SOAK_SECONDS) return;
    for (const [what, n] of [...load.counts].sort()) console.log(`${String(n).padStart(8)} ${what}`);
    for (let i = 0; i < seen.length; i += Math.max(1, Math.floor(seen.length / 20))) console.log(JSON.stringify({ second: i, ...seen[i] }));
    console.log(JSON.stringify({ second: seen.length - 1, ...seen.at(-1) }));
});
