// Servers over a store: what `quarry serve` and `quarry mcp` do with a home they do with a
// PostgreSQL database and a folder, and several at once.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { events, mcp, program, send, start, until } from "../http/server.mjs";
import { call, connect } from "../mcp/server.mjs";
import { build, missing, OWNER, root, Server } from "./server.mjs";

const CLOCK = path.join(build, "libset_clock.so");

// A store with the base `sales`; `env` is what programs over it have.
async function furnish(t) {
    const s = await Server.start(t, { settings: ["max_connections = 120"] });
    const env = { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner"), HOME: s.home };
    const home = path.join(s.home, "quarry");
    const run = (...args) =>
        execFileSync(program, args, { env: { ...process.env, ...env, QUARRY_HOME: home }, cwd: root, encoding: "utf8" });
    run("add", "sales", "examples/sales.csv");
    return { s, env, home, run, serve: (t) => start(t, home, { env }) };
}

async function upload(port, base, name, text) {
    const form = new FormData();
    form.append("base", base);
    form.append("file", new Blob([text]), name);
    const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body: form });
    const json = await response.json();
    assert.equal(response.status, 202, JSON.stringify(json));
    return json.job_id;
}

// The job when it has ended.
const ended = (port, id) =>
    until(async () => {
        const { json } = await send(port, "GET", `/v1/jobs/${id}`);
        return ["done", "failed"].includes(json.state) && json;
    });

const ask = (port, base, query) => send(port, "POST", "/v1/ask", { body: { base, query } });
const copies = (days) => `# Copies\n\nBackup copies are kept for ${days} days.\n`;
const CANCELLED = "How many orders were cancelled?";

async function answers_and_reads(t, { run, serve }) {
    const { port, child, exited } = await serve(t);
    assert.deepEqual((await send(port, "GET", "/readyz")).json, { status: "ready" });
    assert.deepEqual((await ask(port, "sales", CANCELLED)).json.results.rows, [[625]]);
    const job = await ended(port, await upload(port, "copies", "copies.md", copies(35)));
    assert.equal(job.state, "done", JSON.stringify(job));
    assert.equal(job.documents[0].document.state, "ready");
    assert.match((await ask(port, "copies", "how long are backup copies kept?")).json.answer, /35 days/);
    const found = await send(port, "POST", "/v1/retrieve", { body: { base: "copies", query: "backup copies" } });
    assert.match(JSON.stringify(found.json), /copies\.md/);
    assert.deepEqual((await send(port, "GET", "/v1/bases")).json.bases.map((b) => b.name), ["copies", "sales"]);
    const { body, headers } = mcp("tools/call", { name: "list_sources", arguments: {} });
    assert.match(JSON.stringify((await send(port, "POST", "/mcp", { body, headers })).json), /copies.*sales/);
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    assert.match(run("logs", "export"), /How many orders were cancelled/);
}

async function stdio_is_answered(t, { env, home }) {
    const workspace = { args: ["mcp", "--home", home], env: { ...process.env, ...env, QUARRY_LOG: "error" }, ends: [] };
    t.after(() => Promise.all(workspace.ends.map((end) => end())));
    const client = await connect(t, workspace);
    const answer = await call(client, "ask", { base: "sales", query: CANCELLED });
    assert.match(JSON.stringify(answer.structuredContent), /625/, JSON.stringify(answer));
}

const token_of = (run, base) => JSON.parse(run("token", "create", "--base", base, "--rights", "read,write", "--json"));

async function each_sees_the_others_work(t, { run, serve }) {
    const [a, b] = await Promise.all([serve(t), serve(t)]);
    const id = await upload(a.port, "rules", "copies.md", copies(35));
    const heard = await events(b.port, "GET", `/v1/jobs/${id}`, { headers: { Accept: "text/event-stream" } });
    assert.equal(heard.events.at(-1)[0], "done");
    assert.equal(heard.events.at(-1)[1].state, "done");
    assert.deepEqual((await send(b.port, "GET", `/v1/jobs/${id}`)).json, (await send(a.port, "GET", `/v1/jobs/${id}`)).json);
    assert.match((await ask(b.port, "rules", "how long are backup copies kept?")).json.answer, /35 days/);
    await ended(b.port, await upload(b.port, "rules", "copies.md", copies(36)));
    assert.match((await ask(a.port, "rules", "how long are backup copies kept?")).json.answer, /36 days/);

    const { id: name, token } = token_of(run, "sales");
    const bases = async (port) => send(port, "GET", "/v1/bases", { headers: { Authorization: `Bearer ${token}` } });
    for (const { port } of [a, b]) assert.deepEqual((await bases(port)).json.bases.map((x) => x.name), ["sales"]);
    run("token", "revoke", name);
    for (const { port } of [a, b]) assert.equal((await bases(port)).status, 401);

    assert.equal((await send(a.port, "DELETE", "/v1/bases/rules")).status, 200);
    assert.equal((await ask(b.port, "rules", "how long are backup copies kept?")).status, 404);
}

// What is under way for a token ends when that is revoked; how long that took.
async function a_stream_ends(t, { run, serve }) {
    const { port } = await serve(t);
    const { id, token } = token_of(run, "sales");
    const url = `http://127.0.0.1:${port}/mcp`;
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const begun = await fetch(url, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }) });
    headers["Mcp-Session-Id"] = begun.headers.get("Mcp-Session-Id");
    const response = await fetch(url, { headers: { ...headers, Accept: "text/event-stream" } });
    assert.equal(response.status, 200);
    const over = response.text().catch(() => "");
    run("token", "revoke", id);
    const began = performance.now();
    await over;
    return performance.now() - began;
}

// Where notifications are lost servers look by themselves.
async function it_works_without_notifications(t, store) {
    const silent = (name, what) => store.s.sql("shop", `CREATE OR REPLACE FUNCTION quarry.${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${what} RETURN NULL; END $$`);
    silent("count_grants", "UPDATE grant_version SET n = n + 1;");
    silent("tell_upload", "");
    await each_sees_the_others_work(t, store);
    await what_a_killed_server_took_is_read(t, store);
    t.diagnostic(`a stream ended ${Math.round(await a_stream_ends(t, store))} ms after its token was revoked`);
}

// Servers by turns a minute ahead of the true time and a minute behind it.
function apart(t, { home, env }) {
    const files = [60n, -60n].map((ahead) => {
        const file = path.join(home, `ahead${ahead}`);
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(ahead);
        fs.writeFileSync(file, bytes);
        return file;
    });
    let n = 0;
    return (t) => start(t, home, { env: { ...env, LD_PRELOAD: CLOCK, QUARRY_CLOCK_AHEAD: files[n++ % 2] } });
}

async function it_works_with_clocks_apart(t, store) {
    const skewed = { ...store, serve: apart(t, store) };
    await each_sees_the_others_work(t, skewed);
    await a_session_goes_on_elsewhere(t, skewed);
    await what_a_killed_server_took_is_read(t, skewed);
}

async function a_session_goes_on_elsewhere(t, { s, serve }) {
    const [a, b] = await Promise.all([serve(t), serve(t)]);
    let id;
    const post = async (port, method, params = {}) => {
        const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...(id && { "Mcp-Session-Id": id }) };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
        const r = await fetch(`http://127.0.0.1:${port}/mcp`, { method: "POST", headers, body });
        return { status: r.status, id: r.headers.get("Mcp-Session-Id"), json: await r.json() };
    };
    const started = await post(a.port, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } });
    assert.equal(started.json.result.protocolVersion, "2025-06-18");
    id = started.id;
    assert.deepEqual((await post(a.port, "logging/setLevel", { level: "error" })).json.result, {});
    a.child.kill("SIGKILL");
    const { result } = (await post(b.port, "tools/call", { name: "ask", arguments: { base: "sales", query: CANCELLED } })).json;
    assert.match(JSON.stringify(result), /625/);
    const c = await serve(t);
    assert.ok((await post(c.port, "tools/list")).json.result.tools.length > 5);
    assert.equal(s.sql("shop", `SELECT version, level > 0 FROM quarry.mcp_session WHERE id = '${id}'`).trim(), "2025-06-18,t");
    const over = await fetch(`http://127.0.0.1:${c.port}/mcp`, { method: "DELETE", headers: { "Mcp-Session-Id": id } });
    assert.equal(over.status, 204);
    for (const { port } of [b, c]) assert.equal((await post(port, "tools/list")).status, 404);
}

async function what_a_killed_server_took_is_read(t, { run, serve }) {
    const [a, b] = await Promise.all([serve(t), serve(t)]);
    const names = ["r0.md", "r1.md", "r2.md"];
    if (JSON.parse(run("base", "list", "--json")).bases.some((x) => x.name === "left")) run("base", "rm", "left", "--force");
    const ids = [];
    for (const name of names) ids.push(await upload(a.port, "left", name, `# Rule\n\nThe rule of ${name} holds.\n`));
    a.child.kill("SIGKILL");
    for (const id of ids) {
        const job = await ended(b.port, id);
        assert.equal(job.state, "done", JSON.stringify(job));
    }
    const { json } = await send(b.port, "GET", "/v1/documents?base=left");
    assert.deepEqual(json.documents.map((d) => [d.name, d.version]).sort(), names.map((name) => [name, 1]));
}

// Stopped so long that others take its leases, it must not write what they wrote.
async function what_a_stopped_server_took_is_read(t, { s, serve }) {
    const [a, b] = await Promise.all([serve(t), serve(t)]);
    const names = ["s0.md", "s1.md", "s2.md", "s3.md"];
    const ids = [];
    for (const name of names) ids.push(await upload(a.port, "stopped", name, `# Rule\n\nThe rule of ${name} holds.\n`));
    a.child.kill("SIGSTOP");
    const open = () => s.sql("shop", "SELECT count(*) FROM quarry.upload_job WHERE is_over = 0").trim();
    await Promise.race([until(() => open() === "0"), sleep(8000)]); // it may hold the base's row
    a.child.kill("SIGCONT");
    for (const { port } of [b, a]) {
        for (const id of ids) {
            const job = await ended(port, id);
            assert.equal(job.state, "done", JSON.stringify(job));
        }
        const { json } = await send(port, "GET", "/v1/documents?base=stopped");
        assert.deepEqual(json.documents.map((d) => [d.name, d.version]).sort(), names.map((name) => [name, 1]));
    }
    await until(() => open() === "0");
}

// The function that servers claim jobs by, with jobs of a folder that none of them has.
function a_job_is_claimed_once(s) {
    const claim = (serial, holder, idle) => s.sql("shop", `SELECT quarry.upload_claim('${serial}', '${holder}', 'elsewhere', ${idle})`).trim();
    const job = (id, base, state, ago) =>
        s.sql("shop", `INSERT INTO quarry.upload_job(id, base_id, place, state, created_at, at, record) VALUES ('${id}', '${base}', 'elsewhere', '${state}', '${id}', now() - interval '${ago}', '{}'); INSERT INTO quarry.lease VALUES ('job/${id}', 'of ${id}', 'busy')`);
    s.sql("shop", "INSERT INTO quarry.lease_holder VALUES ('busy', now() + interval '1 hour'), ('idle', now() + interval '1 hour')");
    job("j1", "b", "running", "1 minute");
    job("j2", "b", "queued", "1 minute");
    job("j3", "c", "queued", "1 minute");
    job("j4", "d", "queued", "0");
    assert.equal(claim("s1", "idle", 0), "", "nobody died");
    assert.equal(claim("s2", "idle", 1), "j3", "one of the base of j2 runs, and j4 came just now");
    assert.equal(claim("s3", "idle", 1), "", "it is taken");
    assert.equal(s.sql("shop", "SELECT quarry.lease_holds('of j3') || ' ' || quarry.lease_holds('s2')").trim(), "0 1");
    s.sql("shop", "DELETE FROM quarry.lease_holder WHERE id = 'busy'");
    assert.deepEqual([claim("s4", "idle", 0), claim("s5", "idle", 0), claim("s6", "idle", 0), claim("s7", "idle", 0)], ["j1", "j2", "j4", ""]);
    s.sql("shop", "DELETE FROM quarry.upload_job WHERE place = 'elsewhere'; DELETE FROM quarry.lease_holder WHERE id = 'idle'; DELETE FROM quarry.lease WHERE holder = 'idle'");
}

async function a_store_may_be_away(t, { s, run, serve }) {
    const { token } = token_of(run, "sales");
    const { port } = await serve(t);
    const headers = { Authorization: `Bearer ${token}` };
    const status = async (target) => (await send(port, "GET", target, { headers })).status;
    assert.equal(await status("/readyz"), 200);
    s.fall();
    await until(async () => (await status("/readyz")) === 503);
    assert.equal(await status("/healthz"), 200);
    await until(async () => (await status("/v1/bases")) === 503);
    s.begin();
    await until(async () => (await status("/readyz")) === 200);
    await until(async () => (await status("/v1/bases")) === 200);
    assert.deepEqual((await ask(port, "sales", CANCELLED)).json.results.rows, [[625]]);
}

test("servers over a store", { skip: missing() }, async (t) => {
    const store = await furnish(t);
    await t.test("one answers, and reads what it is sent", (t) => answers_and_reads(t, store));
    await t.test("an MCP client over a pipe is answered", (t) => stdio_is_answered(t, store));
    await t.test("each sees what others wrote, took, allowed and removed", (t) => each_sees_the_others_work(t, store));
    await t.test("an MCP session goes on at another when its own is killed", (t) => a_session_goes_on_elsewhere(t, store));
    await t.test("what one took that is killed is read by another", (t) => what_a_killed_server_took_is_read(t, store));
    await t.test("what one took that is stopped is read by another, once", (t) => what_a_stopped_server_took_is_read(t, store));
    await t.test("a job is claimed once", () => a_job_is_claimed_once(store.s));
    await t.test("what is under way ends with its token", async (t) => t.diagnostic(`a stream ended ${Math.round(await a_stream_ends(t, store))} ms after its token was revoked`));
    await t.test("their clocks are two minutes apart", { skip: fs.existsSync(CLOCK) ? false : "libset_clock is not built here" }, (t) => it_works_with_clocks_apart(t, store));
    await t.test("all that works without notifications", (t) => it_works_without_notifications(t, store));
    await t.test("one says that the store is away, and goes on when it is back", (t) => a_store_may_be_away(t, store));
});
