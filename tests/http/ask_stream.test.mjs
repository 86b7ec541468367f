// An answer as events, while it is made.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import test from "node:test";
import { events, send, serve, until } from "./server.mjs";

const ask = (port, body, more) => events(port, "POST", "/v1/ask", { body: { stream: true, ...body }, ...more });
const names = (list) => list.map(([name]) => name);
const all = (list, name) => list.filter(([n]) => n === name).map(([, data]) => data);
const text = (list) => all(list, "token").reduce((said, t) => (t.replace ? t.text : said + t.text), "");

test("tables answer by route, sql, rows, evidence, token, figure, done", async (t) => {
    const { port } = await serve(t);
    const { status, headers, events: list } = await ask(port, { base: "sales", query: "How many orders were cancelled?" });
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "text/event-stream");
    assert.deepEqual(
        names(list).filter((n, i, l) => n !== l[i - 1]),
        ["route", "sql", "rows", "evidence", "token", "figure", "done"],
    );
    const [done] = all(list, "done");
    assert.equal(all(list, "route")[0].mode, "structured");
    assert.equal(all(list, "sql")[0].generated_sql, done.generated_sql);
    assert.deepEqual(all(list, "sql")[0].query_spec, done.query_spec);
    assert.deepEqual(all(list, "rows")[0].results, done.results);
    assert.equal(all(list, "rows")[0].visualization, done.visualization);
    assert.deepEqual(all(list, "evidence").flatMap((x) => x.sources), done.sources);
    assert.equal(text(list), done.answer);
    assert.deepEqual(all(list, "figure"), done.figures);
    const whole = await send(port, "POST", "/v1/ask", { body: { base: "sales", query: "How many orders were cancelled?" } });
    for (const key of ["session_id", "response_time_ms"]) delete done[key], delete whole.json[key];
    assert.deepEqual(done, whole.json);
});

test("pages answer by their evidence, and both by both", async (t) => {
    const { port } = await serve(t);
    const pages = await ask(port, { base: "handbook", query: "how long are copies kept?" });
    assert.equal(all(pages.events, "route")[0].mode, "semantic");
    assert.equal(all(pages.events, "sql").length, 0);
    const [done] = all(pages.events, "done");
    assert.deepEqual(all(pages.events, "evidence").flatMap((x) => x.sources), done.sources);
    assert.match(text(pages.events), /35 days/);
    const both = await ask(port, { base: "handbook", query: "total minutes by service, and what if my laptop is stolen?" });
    const [end] = all(both.events, "done");
    assert.equal(end.mode, "hybrid");
    assert.deepEqual(all(both.events, "evidence").flatMap((x) => x.sources), end.sources);
    assert.equal(text(both.events), end.answer);
});

test("a clarifying question is done without rows", async (t) => {
    const { port } = await serve(t);
    const { events: list } = await ask(port, { base: "sales", query: "average flurb" });
    assert.equal(all(list, "rows").length, 0);
    const [done] = all(list, "done");
    assert.equal(done.mode, "clarification");
    assert.equal(text(list), done.answer);
});

test("what is wrong before the first event is a problem with its status", async (t) => {
    const { port } = await serve(t);
    const cases = [
        [{ base: "nobody", query: "how many?", stream: true }, 404],
        [{ base: "sales", query: "n", stream: true }, 400],
        [{ base: "sales", query: "how many?", stream: "yes" }, 400],
    ];
    for (const [body, status] of cases) {
        const got = await send(port, "POST", "/v1/ask", { body });
        assert.equal(got.status, status, JSON.stringify(body));
        assert.equal(got.headers["content-type"], "application/problem+json");
    }
});

test("a client that leaves a stream frees its place for others", async (t) => {
    const { port } = await serve(t);
    // More than there are threads, each left at its first event.
    const left = Array.from({ length: 12 }, () =>
        ask(port, { base: "sales", query: "total sales by customer and month" }, { stop: (name) => name === "route" }).catch(() => null),
    );
    await Promise.all(left);
    const { events: list } = await ask(port, { base: "sales", query: "how many orders" });
    assert.equal(all(list, "done").length, 1);
});

// A language model that takes questions and says nothing.
async function silentModel(t) {
    const waiting = { came: 0, left: 0 };
    const model = http.createServer((request, response) => {
        waiting.came++;
        response.on("close", () => waiting.left++);
    });
    model.listen(0, "127.0.0.1");
    await once(model, "listening");
    t.after(() => {
        model.closeAllConnections();
        model.close();
    });
    return { waiting, at: `openai:m@http://127.0.0.1:${model.address().port}/v1` };
}

test("a client that disconnects ends its work, also a model's call", async (t) => {
    const { waiting, at } = await silentModel(t);
    const { port, run } = await serve(t, "--set", `structured_query_model=${at}`);
    // What a base does not allow is not sent, and what the rules know needs no model.
    const plain = await send(port, "POST", "/v1/ask", { body: { base: "sales", query: "How many orders were cancelled?" } });
    assert.deepEqual(plain.json.results?.rows, [[625]], JSON.stringify(plain.json));
    const back = await send(port, "POST", "/v1/ask", { body: { base: "sales", query: "average flurb" } });
    assert.equal(back.json.mode, "clarification");
    assert.equal(waiting.came, 0);
    run("base", "config", "sales", "egress=schema");
    for (const stream of [true, false]) {
        const before = waiting.left;
        const came = waiting.came;
        const request = http.request({ host: "127.0.0.1", port, method: "POST", path: "/v1/ask", headers: { "Content-Type": "application/json" } });
        request.on("error", () => {});
        request.end(JSON.stringify({ base: "sales", query: "average flurb", stream }));
        await until(() => waiting.came > came);
        request.destroy();
        await until(() => waiting.left > before);
    }
});
