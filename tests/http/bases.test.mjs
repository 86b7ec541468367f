// Bases and documents over HTTP.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { embeddings } from "../model/embeddings.mjs";
import { program, send, serve } from "./server.mjs";

test("bases are listed, made, looked at and removed", async (t) => {
    const { port } = await serve(t);
    const get = (path) => send(port, "GET", path);
    const { json } = await get("/v1/bases");
    assert.deepEqual(json.bases.map((b) => [b.name, b.documents, b.tables, b.pages]), [
        ["handbook", 7, 3, 5],
        ["sales", 1, 1, 0],
    ]);
    assert.equal(json.bases[0].index.state, "ready");
    const made = await send(port, "POST", "/v1/bases", { body: { name: "notes" } });
    assert.equal(made.status, 201);
    assert.equal(made.json.documents, 0);
    assert.equal((await send(port, "POST", "/v1/bases", { body: { name: "notes" } })).status, 409);
    assert.equal((await send(port, "POST", "/v1/bases", { body: { name: "No/Name" } })).status, 400);
    assert.equal((await get("/v1/bases/notes")).json.name, "notes");
    assert.equal((await send(port, "DELETE", "/v1/bases/notes")).status, 200);
    assert.equal((await get("/v1/bases/notes")).status, 404);
});

test("new bases are searched as is configured", async (t) => {
    const { port, run } = await serve(t, "--set", "retrieval_mode=keyword");
    const config = (base) => JSON.parse(run("base", "config", base, "--json")).retrieval_config;
    assert.equal((await send(port, "POST", "/v1/bases", { body: { name: "notes" } })).status, 201);
    assert.deepEqual(config("notes"), { retrieval_mode: "keyword" });
    assert.deepEqual(config("handbook"), { retrieval_mode: "hybrid" });
    const found = (base) => send(port, "POST", "/v1/retrieve", { body: { base, query: "how long are copies kept?" } });
    assert.equal((await found("handbook")).json.mode, "hybrid");
    assert.equal((await found("notes")).json.mode, "keyword");
});

test("documents are listed, read, marked and removed", async (t) => {
    const { port } = await serve(t);
    const get = (path) => send(port, "GET", path);
    const { json } = await get("/v1/documents?base=handbook");
    assert.equal(json.documents.length, 7);
    const keys = json.documents.find((d) => d.name === "handbook/keys.md");
    for (const key of ["state", "chunks", "hotness", "last_indexed_at", "failure", "source_type"]) assert.ok(key in keys, key);
    const one = (await get(`/v1/documents/${keys.key}?base=handbook`)).json;
    assert.deepEqual({ ...one.document, hotness: 0 }, { ...keys, hotness: 0 });
    assert.equal(one.fidelity, null);
    const table = (await get("/v1/documents/sales.csv?base=sales")).json;
    assert.equal(table.document.table.row_count, 5000);
    assert.ok(table.fidelity.encoding || Object.keys(table.fidelity).length > 0);
    const text = (await get(`/v1/documents/${keys.key}/text?base=handbook&lines=1-3`)).json.items[0];
    assert.deepEqual(text.lines, [1, 3]);
    const { sections } = (await get(`/v1/documents/${keys.key}/sections?base=handbook`)).json;
    const rotate = sections.find((s) => s.id === "rotate-the-key");
    const under = (await get(`/v1/documents/${keys.key}/text?base=handbook&heading=rotate-the-key`)).json.items[0];
    assert.equal(under.lines[0], rotate.lines[0]);
    assert.match(under.text, /vault rotate/);
    const pinned = await send(port, "POST", `/v1/documents/${keys.key}/pin?base=handbook`);
    assert.equal(pinned.json.documents[0].pinned, true);
    const again = await send(port, "POST", `/v1/documents/${keys.key}/reindex?base=handbook`);
    assert.equal(again.json.documents[0].state, "ready");
    assert.equal((await send(port, "DELETE", `/v1/documents/${keys.key}?base=handbook`)).json.removed[0], keys.key);
    assert.equal((await get(`/v1/documents/${keys.key}?base=handbook`)).status, 404);
});

test("what names no document or base says so", async (t) => {
    const { port } = await serve(t);
    const cases = [
        ["GET", "/v1/documents", 400],
        ["GET", "/v1/documents?base=", 400],
        ["GET", "/v1/documents?base=nobody", 404],
        ["GET", "/v1/documents/none?base=sales", 404],
        ["GET", "/v1/documents/sales.csv/text?base=sales&lines=9-4", 400],
        ["GET", "/v1/documents/sales.csv/sections?base=sales", 400],
        ["GET", "/v1/documents//text?base=sales", 404],
        ["GET", "/v1/bases/nobody", 404],
        ["GET", "/v1/bases/%01", 400],
        ["DELETE", "/v1/bases/nobody", 404],
        ["PUT", "/v1/bases/sales", 405],
        ["POST", "/v1/documents/none/pin?base=sales", 404],
    ];
    for (const [method, path, status] of cases) {
        const got = await send(port, method, path);
        assert.equal(got.status, status, `${method} ${path} ${JSON.stringify(got.json)}`);
        assert.equal(got.json.status, status);
    }
    assert.equal((await send(port, "PUT", "/v1/bases/sales")).headers.allow, "GET, HEAD, DELETE");
});

test("an add beside a server is complete when the server has made its passages", async (t) => {
    const { home, run } = await serve(t);
    let go;
    const held = new Promise((done) => (go = done));
    let asked;
    const begun = new Promise((done) => (asked = done));
    const { provider } = await embeddings(
        t,
        () => [1, 0, 0, 0],
        async (texts) => {
            if (!texts.some((text) => text.includes("walrus"))) return;
            asked();
            await held;
        },
    );
    const file = path.join(home, "zoo.md");
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" };
    const last = () => JSON.parse(run("base", "log", "zoo", "--json")).ingestions[0];
    run("base", "create", "zoo");
    run("base", "config", "zoo", `embedding=${provider}#dimensions=4`);
    fs.writeFileSync(file, "# Animals\n\nThe walrus is fed with fish at noon.\n\n# Visitors\n\nThe zoo opens at nine in the morning.\n");
    const added = JSON.parse((await promisify(execFile)(program, ["add", "zoo", file, "--json"], { env })).stdout);

    assert.equal(added.documents_added, 1);
    await begun;
    const { status, completed_at, total_chunks, total_files } = last();
    assert.deepEqual({ status, completed_at, total_chunks, total_files }, { status: "running", completed_at: null, total_chunks: null, total_files: 1 });
    go();
    while (last().status === "running") await new Promise((done) => setTimeout(done, 50));
    const ended = last();
    assert.equal(ended.status, "completed");
    assert.equal(ended.total_chunks, 2);
    assert.ok(ended.completed_at >= ended.started_at);
});
