// Lists that come in pages: in a stable order, nothing twice, nothing left out.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { send, serve } from "./server.mjs";

// All pages of a list; `between` is called behind each.
async function pages(port, target, names, limit, between = () => {}) {
    const seen = [];
    for (let cursor = ""; cursor !== null; ) {
        const query = `limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
        const got = await send(port, "GET", `${target}${target.includes("?") ? "&" : "?"}${query}`);
        assert.equal(got.status, 200, JSON.stringify(got.json));
        const list = names.flatMap((name) => got.json[name]);
        assert.ok(list.length <= limit, `${list.length}`);
        seen.push(...list);
        cursor = got.json.next_cursor;
        assert.ok(cursor === null || list.length === limit);
        await between(seen);
    }
    return seen;
}

// One server for all, as starting one is what takes its time.
test("lists come in pages", async (t) => {
    const { port, home } = await serve(t);

    await t.test("documents, bases, drafts and logs come in pages", async () => {
        const whole = (await send(port, "GET", "/v1/documents?base=handbook")).json;
        assert.equal(whole.next_cursor, null);
        assert.equal(whole.documents.length, 7);
        for (const limit of [1, 2, 7, 8]) {
            const got = await pages(port, "/v1/documents?base=handbook", ["documents"], limit);
            assert.deepEqual(got.map((d) => d.key), whole.documents.map((d) => d.key));
        }
        assert.equal((await send(port, "GET", "/v1/documents?base=handbook&limit=2")).json.document_count, 7);
        for (const name of ["a", "b", "c"]) await send(port, "POST", "/v1/bases", { body: { name } });
        assert.deepEqual((await pages(port, "/v1/bases", ["bases"], 2)).map((b) => b.name), ["a", "b", "c", "handbook", "sales"]);
        for (const name of ["a.csv", "b.csv", "c/d.csv", "e.csv"])
            await send(port, "POST", "/v1/tables/export", { body: { path: "sales/sales.csv", query: "SELECT 1 AS n FROM data LIMIT 1", format: "csv", target_path: name } });
        for (const name of ["a.csv", "c/d.csv"]) await send(port, "POST", "/v1/drafts/publish", { body: { base: "sales", path: name } });
        for (const limit of [1, 2, 3, 4, 5]) {
            const got = await pages(port, "/v1/drafts?base=sales", ["drafts", "published"], limit);
            assert.deepEqual(got.map((d) => d.path), ["b.csv", "e.csv", "a.csv", "c/d.csv"]);
        }
        for (let i = 0; i < 5; i++) await send(port, "POST", "/v1/ask", { body: { base: "sales", query: `total sales of quarter ${i}` } });
        const logs = (await send(port, "GET", "/v1/logs")).json.logs.map((l) => l.id);
        assert.equal(logs.length, 5);
        // What is asked meanwhile stands before what was seen, and moves nothing.
        const seen = await pages(port, "/v1/logs", ["logs"], 2, () => send(port, "POST", "/v1/ask", { body: { base: "sales", query: "total sales" } }));
        assert.deepEqual(seen.map((l) => l.id), logs);
    });

    await t.test("jobs are listed with those that the server knows from the disk alone", async () => {
        const ids = [];
        for (let i = 0; i < 5; i++) {
            const form = new FormData();
            form.append("base", i % 2 ? "odd" : "even");
            form.append("file", new Blob([`# Page ${i}\n\nThe word is ${i}.\n`]), `p${i}.md`);
            const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body: form });
            ids.push((await response.json()).job_id);
        }
        const ingests = async (target, limit) => (await pages(port, target, ["jobs"], limit)).filter((j) => j.kind === "ingest").map((j) => j.job_id);
        assert.deepEqual(await ingests("/v1/jobs", 2), ids.toReversed());
        assert.deepEqual(await ingests("/v1/jobs?base=odd", 1), [ids[3], ids[1]]);
        assert.equal((await send(port, "GET", "/v1/jobs?base=nobody")).json.jobs.length, 0);
        // As one that another server left: nothing of it is in this one's memory.
        const job = JSON.parse(fs.readFileSync(path.join(home, "jobs", ids[0], "job.json"), "utf8"));
        fs.mkdirSync(path.join(home, "jobs", "00000000000000aa"));
        fs.writeFileSync(path.join(home, "jobs", "00000000000000aa", "job.json"), JSON.stringify({ ...job, job_id: "00000000000000aa", state: "done", created_at: "2001-01-01T00:00:00.000Z" }));
        assert.deepEqual(await ingests("/v1/jobs", 3), [...ids.toReversed(), "00000000000000aa"]);
        const [first] = (await send(port, "GET", "/v1/jobs?limit=1")).json.jobs;
        assert.ok(!("documents" in first) && !("result" in first) && "progress" in first);
    });

    await t.test("what is removed between two pages takes nothing along", async () => {
        const whole = (await send(port, "GET", "/v1/documents?base=handbook")).json.documents.map((d) => d.key);
        const seen = await pages(port, "/v1/documents?base=handbook", ["documents"], 2, async (so_far) => {
            if (so_far.length === 2) await send(port, "DELETE", `/v1/documents/${so_far[1].key}?base=handbook`);
        });
        assert.deepEqual(seen.map((d) => d.key), whole);
    });

    await t.test("a limit or cursor that is none is refused", async () => {
        const lists = ["/v1/jobs?x=1", "/v1/documents?base=sales", "/v1/bases?x=1", "/v1/drafts?base=sales", "/v1/logs?x=1"];
        for (const target of lists) {
            for (const wrong of ["limit=0", "limit=1001", "limit=-1", "limit=x", "cursor=nothing", "cursor=%2f"]) {
                const got = await send(port, "GET", `${target}&${wrong}`);
                assert.equal(got.status, 400, `${target} ${wrong}`);
                assert.match(got.json.detail, /limit|cursor/);
            }
        }
        assert.equal((await send(port, "GET", "/v1/drafts?base=sales&cursor=other%2fx")).status, 400);
        assert.equal((await send(port, "GET", "/v1/documents?base=sales&cursor=zzz%2fzzz")).json.documents.length, 0);
    });
});
