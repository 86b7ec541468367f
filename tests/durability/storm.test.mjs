// Workers that die, hang or do not start, again and again, while many ask; and a
// clock that jumps: each request gets an answer or an error, nobody waits for
// ever, no dead process stays, and afterwards all is as before.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { furnish, send, start, under_way, until } from "../http/server.mjs";
import { build, folder } from "./kill_run.mjs";

const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
const ASKED = { base: "sales", query: "How many orders were cancelled?" };
const ASKERS = 8;
const ALL = Boolean(process.env.QUARRY_KILL_ALL);
const STORM_MS = ALL ? 60000 : 2000;
const DAY_S = 24 * 60 * 60;

const state_of = (pid) => {
    try {
        return fs.readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
    } catch {
        return ["gone", ""]; // it ended meanwhile
    }
};
const children = (pid) => fs.readdirSync("/proc").filter((p) => /^\d+$/.test(p) && state_of(p)[1] === String(pid));
const signal = (pids, name) => {
    for (const pid of pids)
        try {
            process.kill(Number(pid), name);
        } catch (e) {
            assert.equal(e.code, "ESRCH");
        }
};

async function assertWell(server) {
    const { port, child } = server;
    await until(async () => (await send(port, "POST", "/v1/tables/query", { body: COUNT })).status === 200);
    assert.deepEqual((await send(port, "POST", "/v1/ask", { body: ASKED })).json.results.rows, [[625]]);
    // A dead worker is one until its slot is looked at, which the next calls do.
    await until(() => children(child.pid).every((p) => state_of(p)[0] !== "Z"));
    assert.ok(children(child.pid).length <= 4, "more workers than there may be");
}

// Of as many askers as there may be threads twice, the status that each got.
async function ask_until(port, over, statuses) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: ASKERS });
    const asker = async (n) => {
        while (!over.now) {
            const { status, json } = await (n % 2 ? send(port, "POST", "/v1/ask", { body: ASKED, agent }) : send(port, "POST", "/v1/tables/query", { body: COUNT, agent }));
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            const said = JSON.stringify(json);
            if (status === 200) continue;
            assert.ok(status === 503 && json.code === "TOOL_WORKER_UNAVAILABLE", said);
            assert.ok(!said.includes("/tmp/"), said);
        }
    };
    await Promise.all(Array.from({ length: ASKERS }, (_, n) => asker(n)));
    agent.destroy();
}

test("workers that are killed again and again", { timeout: 900000 }, async (t) => {
    const home = folder(t);
    furnish(home);
    const server = await start(t, home, { env: { QUARRY_LOG: "off" } });
    const statuses = new Map();
    const over = { now: false };
    const asking = ask_until(server.port, over, statuses);
    let killed = 0;
    const is_enough = () => killed > 3 && statuses.get(503) > 0;
    for (const end = performance.now() + STORM_MS; performance.now() < end || !is_enough(); await sleep(30)) {
        const pids = children(server.child.pid);
        signal(pids, "SIGKILL");
        killed += pids.length;
    }
    over.now = true;
    await asking;
    await assertWell(server);
});

test("workers that hang are ended when those who asked have left", { timeout: 900000 }, async (t) => {
    const home = folder(t);
    furnish(home);
    const server = await start(t, home, { env: { QUARRY_LOG: "off" } });
    for (let round = 0; round < (ALL ? 10 : 1); round++) {
        await assertWell(server);
        const hung = children(server.child.pid);
        signal(hung, "SIGSTOP");
        // More than there are threads, so that some wait for one.
        const left = Array.from({ length: ASKERS }, () => {
            const request = http.request({ host: "127.0.0.1", port: server.port, method: "POST", path: "/v1/tables/query", headers: { "Content-Type": "application/json" } });
            request.on("error", () => {});
            request.end(JSON.stringify(COUNT));
            return request;
        });
        assert.equal((await send(server.port, "GET", "/healthz")).status, 200);
        await sleep(300); // they are under way; a race that is lost only tests less
        for (const request of left) request.destroy();
        await assertWell(server);
        await until(() => hung.every((pid) => state_of(pid)[0] === "gone"));
    }
});

// Whether workers start is looked at beside the requests, not for each.
async function readiness(server, wanted) {
    await until(async () => (await send(server.port, "GET", "/readyz")).status === wanted);
}

test("workers that do not start, and then do", { timeout: 900000 }, async (t) => {
    const home = folder(t);
    const bin = folder(t);
    for (const name of ["quarry", "quarry-worker", "libduckdb.so", "use-lite.model"])
        if (fs.existsSync(path.join(build, name))) fs.copyFileSync(path.join(build, name), path.join(bin, name));
    furnish(home);
    const worker = path.join(bin, "quarry-worker");
    const server = await start(t, home, { env: { QUARRY_LOG: "off" }, run: path.join(bin, "quarry") });
    for (const fake of ALL ? ["#!/bin/sh\nexit 1\n", "#!/no/such/shell\n", "\x7fELF", null] : ["#!/bin/sh\nexit 1\n", null]) {
        fs.renameSync(worker, `${worker}.away`);
        if (fake) fs.writeFileSync(worker, fake, { mode: 0o755 });
        signal(children(server.child.pid), "SIGKILL");
        for (let i = 0; i < 8; i++) {
            const { status, json } = await send(server.port, "POST", "/v1/tables/query", { body: { ...COUNT, query: `SELECT ${i} + count(*) AS n FROM data` } });
            assert.deepEqual([status, json.code], [503, "TOOL_WORKER_UNAVAILABLE"], JSON.stringify(json));
        }
        await readiness(server, 503);
        fs.rmSync(worker, { force: true });
        fs.renameSync(`${worker}.away`, worker);
        await assertWell(server);
        await readiness(server, 200);
    }
});

test("a clock that jumps by days, both ways, while many ask", { timeout: 900000 }, async (t) => {
    const home = folder(t);
    const file = path.join(home, "ahead");
    const run = furnish(home);
    const set = (seconds) => {
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(BigInt(seconds));
        fs.writeSync(clock, bytes, 0, 8, 0);
    };
    fs.writeFileSync(file, Buffer.alloc(8));
    const clock = fs.openSync(file, "r+");
    t.after(() => fs.closeSync(clock));
    const made = JSON.parse(run("token", "create", "--base", "sales", "--expires", "30d"));
    const server = await start(t, home, { env: { LD_PRELOAD: path.join(build, "libset_clock.so"), QUARRY_CLOCK_AHEAD: file } });
    const headers = { Authorization: `Bearer ${made.token}` };
    const token_is = (status) => until(async () => (await send(server.port, "GET", "/v1/bases", { headers })).status === status);
    const statuses = new Map();
    const over = { now: false };
    const asking = ask_until(server.port, over, statuses);
    for (const days of ALL ? [1, -1, 40, 0, -400, 0] : [-1, 40, 0]) {
        set(days * DAY_S);
        const value = `"day ${days}"`;
        const put = await send(server.port, "PUT", "/v1/data?base=handbook&pointer=/clock", { body: value });
        assert.equal(put.status, 200, JSON.stringify(put.json));
        assert.equal((await send(server.port, "GET", "/v1/data?base=handbook&pointer=/clock")).json.value, JSON.parse(value));
        // A token has its time by the clock, as is written on it.
        await token_is(days > 30 ? 401 : 200);
    }
    over.now = true;
    await asking;
    assert.deepEqual([...statuses.keys()], [200]);
    set(DAY_S);
    const slow = { ...COUNT, query: "SELECT sum(a.units * b.units) AS s FROM data a, data b" };
    const { promise: last } = await under_way(server.child.pid, () => send(server.port, "POST", "/v1/tables/query", { body: slow }));
    server.child.kill("SIGTERM"); // who is being answered still is, and no longer than that
    assert.equal((await last).status, 200);
    assert.equal((await server.exited)[0], 0);
});
