// What is asked over stdio is in the log of the home, as what is asked of a server.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { call, connect, Workspace } from "./server.mjs";

const rows = (workspace) =>
    workspace.run("logs", "export").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));

async function ask(t, workspace, query) {
    const client = await connect(t, workspace);
    await call(client, "ask", { query });
    await client.close();
}

test("questions are kept with their answers, without their texts, or not at all", async (t) => {
    const workspace = new Workspace(t);
    workspace.run("add", "shop", "sales.csv");
    workspace.served = ["--base", "shop"];
    await ask(t, workspace, "How many orders were cancelled?");
    const [first] = rows(workspace);
    assert.equal(first.query_text, "How many orders were cancelled?");
    assert.match(first.answer_text, /625/);
    assert.equal(first.base, "shop");
    assert.equal(first.answer_mode, "structured_query");
    assert.match(first.session_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    workspace.variables = { QUARRY_QUERY_LOG_TEXT: "false" };
    await ask(t, workspace, "total sales by country");
    const [second] = rows(workspace);
    assert.deepEqual([second.query_text, second.answer_text, second.source_chunks], ["", "", []]);
    assert.notEqual(second.session_id, first.session_id);
    workspace.variables = {};
    fs.writeFileSync(path.join(workspace.home, "config.json"), '{"query_log": false}');
    await ask(t, workspace, "total units");
    assert.equal(rows(workspace).length, 2);
    workspace.variables = { ENABLE_STRUCTURED_DATA: "false" };
    const client = await connect(t, workspace);
    const got = await call(client, "ask", { query: "total units", query_type: "structured" });
    assert.ok(got.isError);
    assert.match(JSON.stringify(got.content), /enable_structured_data/);
});

test("a configuration that cannot be is reported before anything is served", async (t) => {
    const workspace = new Workspace(t);
    workspace.run("add", "shop", "sales.csv");
    fs.writeFileSync(path.join(workspace.home, "config.json"), '{"query_logs": false}');
    assert.throws(() => workspace.run("mcp", "--base", "shop"), /query_logs/);
});
