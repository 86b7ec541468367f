// Servers over a store: what `quarry serve` and `quarry mcp` do with a home they do with a
// PostgreSQL database and a folder.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import test from "node:test";
import { mcp, program, send, start, until } from "../http/server.mjs";
import { call, connect } from "../mcp/server.mjs";
import { missing, OWNER, root, Server } from "./server.mjs";

const skip = missing();

// A store with the bases `sales` and `handbook`; `env` is what programs over it have.
async function furnish(t) {
    const s = await Server.start(t);
    const env = { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner"), HOME: s.home };
    const home = path.join(s.home, "quarry");
    const run = (...args) =>
        execFileSync(program, args, { env: { ...process.env, ...env, QUARRY_HOME: home }, cwd: root, encoding: "utf8" });
    run("add", "sales", "examples/sales.csv");
    run("add", "handbook", "examples/handbook");
    const serve = (more = {}) => start(t, home, { env: { ...env, ...more } });
    return { s, env, home, run, serve };
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

test("a server answers from a store, and reads what it is sent into it", { skip }, async (t) => {
    const { serve, run } = await furnish(t);
    const { port, child, exited } = await serve();
    assert.deepEqual((await send(port, "GET", "/readyz")).json, { status: "ready" });
    const { json } = await send(port, "GET", "/v1/bases");
    assert.deepEqual(json.bases.map((b) => b.name), ["handbook", "sales"]);
    assert.deepEqual((await ask(port, "sales", "How many orders were cancelled?")).json.results.rows, [[625]]);
    const found = await send(port, "POST", "/v1/retrieve", { body: { base: "handbook", query: "how do I rotate the key?" } });
    assert.equal(found.status, 200);
    assert.match(JSON.stringify(found.json), /keys\.md/);
    const job = await ended(port, await upload(port, "rules", "copies.md", "# Copies\n\nBackup copies are kept for 35 days.\n"));
    assert.equal(job.state, "done", JSON.stringify(job));
    assert.equal(job.documents[0].document.state, "ready");
    assert.match((await ask(port, "rules", "how long are backup copies kept?")).json.answer, /35 days/);
    const list = await send(port, "POST", "/mcp", mcp("tools/list"));
    assert.ok(list.json.result.tools.length > 5);
    const { body, headers } = mcp("tools/call", { name: "list_sources", arguments: {} });
    const listed = await send(port, "POST", "/mcp", { body, headers });
    assert.match(JSON.stringify(listed.json), /handbook.*rules.*sales/);
    child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    assert.match(run("logs", "export"), /How many orders were cancelled/);
});

test("an MCP client is answered from a store", { skip }, async (t) => {
    const { s, env, home } = await furnish(t);
    const workspace = { args: ["mcp", "--home", home], env: { ...process.env, ...env, QUARRY_LOG: "error" }, ends: [] };
    t.after(() => Promise.all(workspace.ends.map((end) => end())));
    const client = await connect(t, workspace);
    const answer = await call(client, "ask", { base: "sales", query: "How many orders were cancelled?" });
    assert.match(JSON.stringify(answer.structuredContent), /625/, JSON.stringify(answer));
    for (const end of workspace.ends.splice(0)) await end();
    assert.equal(s.sql("shop", "SELECT count(*) FROM quarry.query_log").trim(), "1");
});
