// A server whose disk is full, read-only or broken for a while: whoever writes
// then gets an error, those who only ask are answered or get one, nothing that was
// acknowledged is lost, and when the disk is well again all goes on.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { furnish, program, send, start } from "../http/server.mjs";
import { build, folder } from "./kill_run.mjs";
import { fill, mounted, remount_read_only } from "./mounts.mjs";
import { assertKept, KINDS, nothing } from "./writers.mjs";

const FILE_WRITE_FAILED = 7;
const ALL = Boolean(process.env.QUARRY_KILL_ALL);
const ROUNDS = ALL ? 3 : 1;
const ASKED = { base: "sales", query: "How many orders were cancelled?" };
// What a disk may make of a request. A worker that cannot have its folder is a
// worker that cannot start.
const CODES = ["FILE_WRITE_FAILED", "FILE_READ_FAILED", "TOOL_WORKER_UNAVAILABLE", "LIMIT", "NOT_FOUND", "CONFLICT", "TIMEOUT"];

// Who is refused before all was sent may find the connection closed instead.
async function upload(port, body) {
    try {
        const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body });
        return { status: response.status, json: await response.json() };
    } catch (e) {
        return { status: 413, json: { code: "LIMIT", cause: String(e.cause) } };
    }
}

// Requests of all kinds; what each gave, as [what, answer].
async function* requests(port, n) {
    const post = (target, body) => send(port, "POST", target, { body });
    const patch = { base: "handbook", operation: "create", pointer: `/broken-${n}`, value: n };
    yield ["an edit", await send(port, "PATCH", "/v1/data", { body: patch })];
    yield ["a base", await post("/v1/bases", { name: `broken-${n}` })];
    yield ["an export", await post("/v1/tables/export", { path: "sales/sales.csv", query: `SELECT ${n} AS n FROM data`, format: "csv", target_path: `broken-${n}.csv` })];
    yield ["feedback", await post("/v1/feedback", { ...ASKED, verdict: "up" })];
    yield ["a question", await post("/v1/ask", ASKED)];
    yield ["a search", await post("/v1/retrieve", { base: "handbook", query: "how long are copies kept?" })];
    yield ["a query", await post("/v1/tables/query", { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" })];
    yield ["the bases", await send(port, "GET", "/v1/bases")];
    const form = new FormData();
    form.append("base", "sent");
    form.append("file", new Blob([`# Broken ${n}\n\n${"text ".repeat(60000)}\n`]), `broken-${n}.md`);
    yield ["an upload", await upload(port, form)];
}

// While the disk is broken: typed errors, and how many.
async function assertTold(port, home, n) {
    let failed = 0;
    for await (const [what, { status, json }] of requests(port, n)) {
        if (status < 300) continue;
        failed++;
        const said = `${what}: ${status} ${JSON.stringify(json)}`;
        assert.ok(CODES.includes(json.code), said);
        assert.ok(!said.includes(home), said);
    }
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    return failed;
}

async function assertWell(port, n) {
    for await (const [what, { status, json }] of requests(port, n)) assert.ok(status < 300, `${what}: ${status} ${JSON.stringify(json)}`);
}

async function write_some(port, kept) {
    for (const [name, kind] of Object.entries(KINDS))
        for (let i = 0; i < 2; i++) await kind.do(port, (kept.made[name] = (kept.made[name] ?? 0) + 1), kept.all[name]);
}

for (const failure of ALL ? ["ENOSPC", "EROFS", "EIO", "EMFILE"] : ["EROFS"])
    test(`a disk that says ${failure} for a while`, { timeout: 900000 }, async (t) => {
        const home = folder(t);
        const broken = path.join(folder(t), "broken");
        furnish(home);
        const env = { LD_PRELOAD: path.join(build, "libkill_at.so"), QUARRY_KILL_HOW: "failing", QUARRY_KILL_AT: "1", QUARRY_KILL_WITH: failure, QUARRY_KILL_WHILE: broken, QUARRY_LOG: "off" };
        const { port, child, exited } = await start(t, home, { env });
        const kept = nothing(KINDS);
        for (let round = 0; round < ROUNDS; round++) {
            await write_some(port, kept);
            fs.writeFileSync(broken, "");
            assert.ok((await assertTold(port, home, 2 * round)) > 0);
            fs.rmSync(broken);
            await assertWell(port, 2 * round + 1);
            await assertKept(KINDS, port, kept);
        }
        child.kill("SIGTERM");
        assert.equal((await exited)[0], 0);
    });

test("a file system that is full for a while", { timeout: 900000 }, async (t) => {
    const dir = mounted(t, "512m");
    if (!dir) return t.skip("nothing may be mounted here");
    const home = path.join(dir, "home");
    furnish(home);
    const { port, child, exited } = await start(t, home, { env: { QUARRY_LOG: "off" } });
    const kept = nothing(KINDS);
    for (const [round, room] of (ALL ? [0, 64, 300] : [64]).entries()) {
        await write_some(port, kept);
        fill(dir, room);
        assert.ok((await assertTold(port, home, 2 * round)) > 0, `${room} KiB`);
        fs.rmSync(path.join(dir, "fill"));
        await assertWell(port, 2 * round + 1);
        await assertKept(KINDS, port, kept);
    }
    child.kill("SIGTERM");
    await exited; // before its file system goes
});

test("a home that cannot be written is reported at the start", async (t) => {
    const dir = mounted(t);
    if (!dir) return t.skip("nothing may be mounted here");
    const home = path.join(dir, "home");
    furnish(home);
    assert.ok(remount_read_only(dir));
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "off" };
    const r = spawnSync(program, ["serve", "--listen", "127.0.0.1:0"], { env, encoding: "utf8", timeout: 600000 });
    assert.equal(r.status, FILE_WRITE_FAILED, r.stderr);
    assert.match(r.stderr, /read-only/);
    assert.ok(!r.stderr.includes(dir), r.stderr);
});
