// What is found, the JSON tree, the semantic layer, feedback and suggestions over HTTP.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { events, send, serve } from "./server.mjs";

const post = (port, target, body, more) => send(port, "POST", target, { body, ...more });

test("passages are found and fetched by their pointers", async (t) => {
    const { port } = await serve(t);
    const found = await post(port, "/v1/retrieve", { base: "handbook", query: "how long are copies kept?", top_k: 2 });
    assert.equal(found.status, 200);
    const [first] = found.json.evidences;
    assert.match(first.text, /35 days/);
    const { uri } = first.pointer;
    const fetched = await post(port, "/v1/fetch-evidence", { pointers: [uri] });
    assert.match(fetched.json.items[0].text, /35 days/);
    const same = await post(port, "/v1/semantic-query", { base: "handbook", query: "how long are copies kept?", top_k: 2 });
    assert.equal(same.json.evidences[0].pointer.uri, uri);
});

test("a pointer is taken as evidence has it, and a bad one fails itself alone", async (t) => {
    const { port } = await serve(t);
    const { evidences } = (await post(port, "/v1/semantic-query", { base: "handbook", query: "which service writes invoices", filters: "format=json" })).json;
    const { uri, ...pointer } = evidences[0].pointer;
    assert.deepEqual(Object.keys(pointer), ["table_id", "json_path", "document_key", "relative_pointer", "chunk_id"]);
    const pointers = [pointer, "quarry://handbook/none", { ...pointer, document_key: "gone" }, "quarry://nobase/x", uri];
    const { items } = (await post(port, "/v1/fetch-evidence", { pointers })).json;
    assert.equal(items.length, 5);
    assert.deepEqual(items[0], items[4]);
    assert.ok(items[0].value);
    assert.deepEqual(items.slice(1, 4).map((i) => i.error.code), ["NOT_FOUND", "NOT_FOUND", "VALIDATION_FAILED"]);
    const bad = await send(port, "POST", "/v1/fetch-evidence", { body: { pointers: [{ ...pointer, key: "x" }] } });
    assert.equal(bad.status, 400);
    assert.match(bad.json.detail, /'key'/);
    const none = await send(port, "POST", "/v1/fetch-evidence", { body: { pointers: pointers.slice(1, 3) } });
    assert.equal(none.status, 404);
});

test("conditions are text or objects, act on passages, and are refused where they cannot", async (t) => {
    const { port } = await serve(t);
    const query = "how long are copies kept?";
    const list = (value) => ({ logical_operator: "and", conditions: [{ name: "tag", comparison_operator: "is", value }] });
    for (const condition of ["tag=operations", { tag: "operations" }, list("operations")]) {
        const found = await post(port, "/v1/retrieve", { base: "handbook", query, metadata_condition: condition });
        assert.match(found.json.evidences[0].text, /35 days/, JSON.stringify(condition));
        assert.ok(found.json.evidences.every((e) => e.metadata.tags.includes("operations")));
        const rag = await post(port, "/api/internal/rag/retrieve", { knowledge_base_id: "handbook", query, metadata_condition: condition });
        assert.match(rag.json.records[0].content, /35 days/);
        const asked = await post(port, "/v1/ask", { base: "handbook", query, query_type: "semantic", metadata_condition: condition });
        assert.equal(asked.json.mode, "semantic", JSON.stringify(asked.json));
    }
    const none = await post(port, "/v1/retrieve", { base: "handbook", query, metadata_condition: { tag: "nothing" } });
    assert.deepEqual(none.json.evidences, []);
    for (const condition of [{ ...list("x"), logical_operator: "or" }, { tag: ["operations"] }, 7])
        for (const route of ["/v1/retrieve", "/v1/ask"]) {
            const refused = await post(port, route, { base: "handbook", query, metadata_condition: condition });
            assert.equal(refused.status, 400);
            assert.match(refused.json.detail, /metadata_condition/);
        }
    const tables = await post(port, "/v1/retrieve", { base: "sales", query: "total sales by country", retrieval_mode: "structured", metadata_condition: { country: "Spain" } });
    assert.equal(tables.status, 400);
    const said = await post(port, "/v1/ask", { base: "sales", query: "total sales by country", metadata_condition: { country: "Spain" } });
    assert.ok(said.json.warnings.concat(said.json.explanation).some((w) => /tables were queried without them/.test(w)), JSON.stringify(said.json));
});

test("tables are asked by retrieval_mode or by their own route", async (t) => {
    const { port } = await serve(t);
    const query = "total sales by country";
    const one = await post(port, "/v1/structured-query", { base: "sales", query });
    const two = await post(port, "/v1/retrieve", { base: "sales", query, retrieval_mode: "structured" });
    assert.equal(one.json.mode, "structured_query");
    assert.deepEqual(one.json.results, two.json.results);
    const few = await post(port, "/v1/structured-query", { base: "sales", query, max_rows: 2 });
    assert.equal(few.json.results.rows.length, 2);
    assert.equal(few.json.results.truncated, true);
});

test("the internal routes answer as their callers know them", async (t) => {
    const { port, run } = await serve(t);
    const rag = "/api/internal/rag";
    const rows = await post(port, `${rag}/structured-query`, { knowledge_base_id: "sales", query: "top 3 customer by sales" });
    assert.deepEqual(Object.keys(rows.json), ["query", "mode", "generated_sql", "explanation", "confidence", "results", "sources"]);
    assert.equal(typeof rows.json.explanation, "string");
    assert.deepEqual(rows.json.sources, [{ index: 1, title: "sales.csv", kb_id: "sales" }]);
    assert.equal(rows.json.results.rows.length, 3);
    const found = await post(port, `${rag}/retrieve`, { knowledge_base_id: "handbook", query: "how long are copies kept?", max_results: 2 });
    assert.ok(found.json.total <= 2 && found.json.total === found.json.records.length);
    assert.match(found.json.records[0].content, /35 days/);
    assert.ok(found.json.records[0].score > 0 && found.json.records[0].title && found.json.records[0].metadata);
    // Their ids are numbers; the answer has them as they were given.
    await send(port, "POST", "/v1/bases", { body: { name: "123" } });
    run("add", "123", "examples/sales.csv");
    for (const knowledge_base_id of [123, "123"]) {
        const { json } = await post(port, `${rag}/structured-query`, { knowledge_base_id, query: "top 3 customer by sales" });
        assert.deepEqual(json.sources, [{ index: 1, title: "sales.csv", kb_id: knowledge_base_id }]);
    }
    await send(port, "DELETE", "/v1/bases/123");
    const unknown = await post(port, `${rag}/retrieve`, { knowledge_base_id: 123, query: "how long are copies kept?" });
    assert.equal(unknown.status, 404);
});

// Nobody can index the base that has this file until what is returned is called.
async function holdIndex(t, home, file) {
    const bases = fs.readdirSync(path.join(home, "bases")).map((id) => path.join(home, "bases", id));
    const base = bases.find((folder) => fs.readdirSync(folder).some((f) => f.startsWith("base.db") && fs.readFileSync(path.join(folder, f)).includes(file)));
    const child = spawn("flock", [path.join(base, "locks", "index"), "sh", "-c", "echo held; read x"], { stdio: ["pipe", "pipe", "inherit"] });
    t.after(() => child.kill("SIGKILL"));
    await once(child.stdout, "data");
    return async () => {
        child.stdin.end("\n");
        await once(child, "exit");
    };
}

test("where tables are switched off the internal routes find passages", async (t) => {
    const { port } = await serve(t, "--set", "enable_structured_data=false");
    const found = await post(port, "/api/internal/rag/retrieve", { knowledge_base_id: "handbook", query: "how long are copies kept?", retrieval_mode: "structured" });
    assert.equal(found.status, 200);
    assert.match(found.json.records[0].content, /35 days/);
    for (const [target, id] of [["/api/internal/rag/structured-query", "knowledge_base_id"], ["/v1/structured-query", "base"]])
        assert.equal((await post(port, target, { [id]: "sales", query: "total sales" })).status, 400);
    assert.match((await post(port, "/v1/ask", { base: "sales", query: "total sales by country" })).json.detail, /no pages to search/);
});

test("a caller that waits for the index gets a job, by asking and by retrieving, and then the answer", async (t) => {
    const { port, run, home } = await serve(t);
    const letGo = await holdIndex(t, home, "keys.md");
    fs.writeFileSync(path.join(home, "parking.md"), "# Parking\n\nVisitors park on level seven of the north garage.\n");
    run("add", "handbook", path.join(home, "parking.md"));
    const query = "where do visitors park?";
    const without = await post(port, "/v1/ask", { base: "handbook", query });
    assert.equal(without.status, 200);
    assert.doesNotMatch(without.json.answer, /level seven/);
    assert.equal(without.json.coverage.index_state.state, "stale");
    for (const [target, more] of [["/v1/ask", {}], ["/v1/ask", { stream: true }], ["/v1/retrieve", {}]]) {
        const got = await post(port, target, { base: "handbook", query, wait: true, ...more });
        assert.equal(got.status, 202, target);
        assert.equal(got.json.kind, "index");
        assert.equal(got.json.base, "handbook");
        assert.equal(got.headers.location, `/v1/jobs/${got.json.job_id}`);
    }
    await letGo();
    let got;
    for (let i = 0; i < 20; i++) {
        // As events: how the job goes, and at its end the same question again.
        const job = await events(port, "POST", "/v1/ask", { body: { base: "handbook", query, wait: true }, headers: { Accept: "text/event-stream" } }).catch(() => null);
        if (job?.events.length) assert.equal(job.events.at(-1)[0], "done");
        got = await post(port, "/v1/ask", { base: "handbook", query, wait: true });
        if (got.status === 200) break;
        const { events: list } = await events(port, "GET", got.headers.location, { headers: { Accept: "text/event-stream" } });
        assert.equal(list.at(-1)[0], "done");
    }
    assert.equal(got.status, 200);
    assert.match(got.json.answer, /level seven/);
    assert.equal((await post(port, "/v1/ask", { base: "handbook", query, wait: 1 })).status, 400);
    assert.equal((await post(port, "/v1/ask", { base: "nobody", query, wait: true })).status, 404);
});

test("the tree is read, asked and edited; who saw an old version gets a conflict", async (t) => {
    const { port } = await serve(t);
    const made = await send(port, "PATCH", "/v1/data", { body: { base: "handbook", operation: "create", pointer: "/notes", value: { a: 1 } } });
    assert.equal(made.status, 200);
    const tag = made.headers.etag;
    assert.match(tag, /^"\d+"$/);
    const twice = await send(port, "PATCH", "/v1/data", { body: { base: "handbook", operation: "create", pointer: "/notes", value: 1 } });
    assert.equal(twice.status, 409);
    const got = await send(port, "GET", "/v1/data?base=handbook&pointer=/notes/a");
    assert.equal(got.json.value, 1);
    assert.equal(got.headers.etag, tag);
    const set = await send(port, "PUT", "/v1/data?base=handbook&pointer=/notes/a", { body: "12345678901234567890", headers: { "If-Match": tag } });
    assert.equal(set.status, 200);
    const old = await send(port, "PUT", "/v1/data?base=handbook&pointer=/notes/a", { body: "2", headers: { "If-Match": tag } });
    assert.equal(old.status, 412);
    assert.equal(old.json.code, "CONFLICT");
    // "*" is whatever there is, but not nothing; without it the last one holds.
    const any = { "If-Match": "*" };
    assert.equal((await send(port, "PUT", "/v1/data?base=handbook&pointer=/notes/none", { body: "1", headers: any })).status, 412);
    assert.equal((await send(port, "DELETE", "/v1/data?base=handbook&pointer=/notes/none", { headers: any })).status, 412);
    assert.equal((await send(port, "PATCH", "/v1/data", { body: { base: "handbook", operation: "update", pointer: "/notes/none", value: 1 }, headers: any })).status, 412);
    assert.equal((await send(port, "GET", "/v1/data?base=handbook&pointer=/notes/none")).status, 404);
    const seen = await send(port, "PUT", "/v1/data?base=handbook&pointer=/notes/a", { body: "12345678901234567890", headers: any });
    assert.equal(seen.status, 200);
    set.headers.etag = seen.headers.etag;
    const asked = await post(port, "/v1/data", { base: "handbook", expression: "notes.a" });
    assert.equal(asked.status, 200);
    const before = await send(port, "GET", `/v1/data?base=handbook&pointer=/notes/a&as_of=${tag.slice(1, -1)}`);
    assert.equal(before.json.value, 1);
    assert.equal((await send(port, "DELETE", "/v1/data?base=handbook&pointer=/notes/a", { headers: { "If-Match": set.headers.etag } })).status, 200);
    assert.equal((await send(port, "GET", "/v1/data?base=handbook&pointer=/notes/a")).status, 404);
    assert.equal((await send(port, "PUT", "/v1/data?base=handbook&pointer=/notes", { body: "1", headers: { "If-Match": "x" } })).status, 400);
});

test("the semantic layer is loaded, searched, taught and cleared", async (t) => {
    const { port } = await serve(t);
    const yaml = "metrics:\n  - metric_name: turnover\n    formula: sales\n";
    const loaded = await send(port, "PUT", "/v1/semantic", { body: { base: "sales", yaml } });
    assert.equal(loaded.json.added, 1, JSON.stringify(loaded.json));
    assert.equal((await send(port, "GET", "/v1/semantic?base=sales")).json.entries.length, 1);
    const context = (await post(port, "/v1/semantic/search", { base: "sales", query: "turnover by country" })).json;
    assert.ok(context.available_columns.includes("sales") && context.available_columns.includes("country"));
    const bad = await send(port, "PUT", "/v1/semantic", { body: { base: "sales", yaml: "metrics:\n  - {" } });
    assert.equal(bad.status, 400);
    assert.ok(bad.json.line > 0 && !bad.json.detail.includes("/tmp/"), bad.json.detail);
    const good = await post(port, "/v1/feedback", { base: "sales", query: "total sales by country", verdict: "up" });
    assert.equal(good.json.learned, true);
    const none = await post(port, "/v1/feedback", { base: "sales", query: "average flurb", verdict: "up" });
    assert.equal(none.status, 200);
    assert.equal(none.json.learned, false);
    assert.ok(none.json.reason);
    assert.equal((await post(port, "/v1/feedback", { base: "sales", query: "total sales", verdict: "down" })).json.learned, false);
    const names = async () => (await send(port, "GET", "/v1/semantic?base=sales")).json.entries.map((entry) => entry.name);
    const down = () => post(port, "/v1/feedback", { base: "sales", query: "total sales by country", verdict: "down" });
    assert.ok((await names()).includes("total sales by country"));
    assert.equal((await down()).json.forgotten, true);
    assert.ok(!(await names()).includes("total sales by country"));
    assert.equal((await down()).json.forgotten, false);
    assert.equal((await post(port, "/v1/feedback", { base: "sales", query: "total sales by country", verdict: "up" })).json.learned, true);
    assert.equal((await send(port, "DELETE", "/v1/admin/rag/clear?base=sales")).json.removed, 2);
});

test("what is kept of a document is read by the names of the design", async (t) => {
    const { port } = await serve(t);
    const { documents } = (await send(port, "GET", "/v1/documents?base=sales")).json;
    const { source_config, chunks } = (await send(port, "GET", `/v1/documents/${documents[0].key}?base=sales`)).json;
    const table = source_config.structured_data;
    assert.deepEqual([table.row_count, table.column_count], [5000, table.schema.length]);
    assert.deepEqual(Object.keys(table.schema[0]), ["name", "type", "nullable"]);
    assert.deepEqual(Object.keys(table.column_stats.sales), ["min", "max", "avg"]);
    assert.ok(table.sample_values.country.length > 0 && table.duckdb_table_name === "data");
    assert.equal(chunks.splitter_type, "structured");
    assert.equal(chunks.items.length, chunks.total_count);
    assert.match(chunks.items[0].content, /5000 rows/);
    assert.ok(Date.parse(chunks.created_at) > 0);
    assert.equal(chunks.structured_metadata.query_type, "sql");
    assert.match(chunks.structured_metadata.natural_language_description, /5000 rows/);
    for (const query of chunks.structured_metadata.sample_queries) assert.equal((await post(port, "/v1/ask", { base: "sales", query })).json.mode, "structured_query", query);

    const pages = (await send(port, "GET", "/v1/documents?base=handbook")).json.documents;
    const { key } = pages.find((d) => d.format === "markdown");
    const page = (await send(port, "GET", `/v1/documents/${key}?base=handbook`)).json;
    assert.equal(page.chunks.splitter_type, "sections");
    assert.deepEqual(page.chunks.items.map((item) => item.index), [...Array(page.chunks.total_count).keys()]);
    assert.ok(page.chunks.items.every((item) => item.content && item.lines.length === 2));
});

test("a text that is sent is a document, of a page with its url", async (t) => {
    const { port } = await serve(t);
    const text = "# Visitors\n\nVisitors sign the violet book at the gate.\n";
    const added = await post(port, "/v1/texts", { base: "handbook", name: "visitors.md", text, url: "https://example.com/visitors" });
    assert.equal(added.status, 200, JSON.stringify(added.json));
    assert.equal(added.json.documents_added, 1);
    const kept = (await send(port, "GET", "/v1/documents/visitors.md?base=handbook")).json;
    assert.equal(kept.document.source_type, "web");
    assert.deepEqual(kept.source_config, { url: "https://example.com/visitors" });
    await post(port, "/v1/retrieve", { base: "handbook", query: "violet book", wait: true });
    for (const wrong of [{ name: "a/b.md" }, { name: ".md" }, { text: " " }, { url: "javascript:alert(1)" }, { name: "x.csv", url: "https://example.com/" }, { more: 1 }])
        assert.equal((await post(port, "/v1/texts", { base: "handbook", name: "x.md", text, ...wrong })).status, 400, JSON.stringify(wrong));
});

test("suggestions are questions that are answered, in three languages", async (t) => {
    const { port } = await serve(t);
    for (const [base, lang] of [["sales", ""], ["handbook", ""], ["sales", "es"], ["sales", "zh"], ["handbook", "zh"]]) {
        const { json } = await send(port, "GET", `/v1/bases/${base}/suggestions${lang && `?lang=${lang}`}`);
        assert.equal(json.suggestions.length, 3, base + lang);
        assert.equal(json.language, lang || "en");
        // in the language of what they name, not in two at once
        if (base === "sales") assert.match(json.suggestions[0].query, /^What are the total sales by \w+\?$/);
        for (const { query, mode } of json.suggestions) {
            const answer = await post(port, "/v1/ask", { base, query });
            assert.equal(answer.json.mode, mode, query);
        }
    }
    assert.equal((await send(port, "GET", "/v1/bases/sales/suggestions?lang=xx")).status, 400);
    assert.equal((await send(port, "GET", "/v1/bases/nobody/suggestions")).status, 404);
});

test("readiness and what is counted", async (t) => {
    const { port } = await serve(t);
    assert.deepEqual((await send(port, "GET", "/readyz")).json, { status: "ready" });
    await post(port, "/v1/retrieve", { base: "handbook", query: "how long are copies kept?" });
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await response.text();
    assert.match(response.headers.get("content-type"), /^text\/plain; version=0\.0\.4/);
    assert.match(text, /^# TYPE quarry_evidence_returned_total counter\nquarry_evidence_returned_total [1-9]/m);
    assert.match(text, /^quarry_semantic_query_latency_bucket\{le="\+Inf"\} [1-9]/m);
    for (const line of text.trimEnd().split("\n")) assert.match(line, /^(# (HELP|TYPE) quarry_\w+ .+|quarry_\w+(\{le="[^"]+"\})? [\d.e+-]+)$/);
});
