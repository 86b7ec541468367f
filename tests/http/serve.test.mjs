// The HTTP interface as clients use it, and as others try to.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import test from "node:test";
import { computing, LASTS, root, send, serve, under_way, until } from "./server.mjs";

const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
// Slow enough to be left, whatever the machine.
const ENDLESS = {
    path: "sales/sales.csv",
    query: "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d",
};
const post = (port, target, body, more) => send(port, "POST", target, { body, ...more });

test("questions are answered with their proof, or need clarification", async (t) => {
    const { port } = await serve(t);
    const answer = await post(port, "/v1/ask", { base: "sales", query: "How many orders were cancelled?" });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers["content-type"], "application/json");
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
    assert.deepEqual(answer.json.results.rows, [[625]]);
    assert.match(answer.json.session_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    const page = await post(port, "/v1/ask", { base: "handbook", query: "how long are copies kept?" });
    assert.equal(page.json.mode, "semantic");
    assert.match(page.json.answer, /35 days/);
    const back = await post(port, "/v1/ask", { base: "sales", query: "average flurb" });
    assert.equal(back.status, 200);
    assert.equal(back.json.mode, "clarification");
});

test("a conversation goes on from its history", async (t) => {
    const { port } = await serve(t);
    const conversation_history = [{ role: "user", content: "total sales by country" }];
    const { json } = await post(port, "/v1/ask", { base: "sales", query: "only 2023", conversation_history });
    assert.equal(json.mode, "structured_query");
    assert.match(json.generated_sql, /2023/);

    // what the parser alone understood is the last only until another is answered
    const before = ["total sales of Nortwind", "average sales from Spain in 2023"].map((content) => ({ role: "user", content }));
    const next = async (history) => (await post(port, "/v1/ask", { base: "sales", query: "and in 2024?", conversation_history: history })).json.generated_sql;
    assert.match(await next(before.slice(0, 1)), /^SELECT sum.*Northwind Traders.*2024/);
    assert.match(await next(before), /^SELECT round\(avg.*Spain.*2024/);
});

test("a question that names its mode has it back", async (t) => {
    const { port } = await serve(t);
    const ask = async (body) => (await post(port, "/v1/ask", { base: "sales", query: "total sales by country", ...body })).json;
    const modes = ({ mode, answer_mode }) => [mode, answer_mode];
    const selected_text = "Copies are kept for 35 days and then removed for good.";
    const conversation_history = [{ role: "user", content: "hello", timestamp: new Date(0).toISOString() }];
    assert.deepEqual(modes(await ask({})), ["structured_query", "structured_query"]);
    assert.deepEqual(modes(await ask({ query_mode: "full_book", conversation_history })), ["full_book", "structured_query"]);
    const query_mode = "selected_text";
    assert.deepEqual(modes(await ask({ query: "how long are copies kept?", query_mode, selected_text })), [query_mode, query_mode]);
    assert.deepEqual(modes(await ask({ query: "who is the king?", query_mode, selected_text })), [query_mode, "no_answer"]);
});

test("the table tools answer over HTTP", async (t) => {
    const { port } = await serve(t);
    const file = { path: "sales/sales.csv" };
    const map = await post(port, "/v1/tables/map", file);
    assert.equal(map.json.row_count, 5000);
    assert.equal((await post(port, "/v1/tables/describe", file)).json.columns.length, map.json.column_count);
    assert.equal((await post(port, "/v1/tables/stats", { ...file, columns: ["units"] })).json.columns.length, 1);
    const rows = await post(port, "/v1/tables/rows", { ...file, row_start: 1, row_count: 2 });
    assert.equal(rows.json.rows.length, 2);
    assert.deepEqual((await post(port, "/v1/tables/query", COUNT)).json.rows, [[5000]]);
});

test("HEAD says what GET does, without the body", async (t) => {
    const { port } = await serve(t);
    for (const target of ["/healthz", "/v1/bases", "/v1/bases/none", "/openapi.json", "/"]) {
        const get = await send(port, "GET", target);
        const head = await send(port, "HEAD", target);
        assert.equal(head.status, get.status, target);
        assert.equal(head.headers["content-type"], get.headers["content-type"], target);
        assert.equal(head.headers["content-length"], get.headers["content-length"], target);
        assert.equal(head.json, "", target);
    }
    const { status, headers } = await send(port, "DELETE", "/healthz");
    assert.equal(status, 405);
    assert.equal(headers.allow, "GET, HEAD");
});

test("what is wrong is a problem with its status, code and place", async (t) => {
    const { port } = await serve(t);
    const cases = [
        ["GET", "/v1/ask", undefined, 405, "VALIDATION_FAILED"],
        ["POST", "/healthz", {}, 405, "VALIDATION_FAILED"],
        ["GET", "/no/such", undefined, 404, "NOT_FOUND"],
        ["POST", "/v1/ask", "{", 400, "VALIDATION_FAILED"],
        ["POST", "/v1/ask", "[]", 400, "VALIDATION_FAILED"],
        ["POST", "/v1/ask", { query: "how many?" }, 400, "VALIDATION_FAILED"],
        ["POST", "/v1/ask", { base: "sales", query: "n" }, 400, "VALIDATION_FAILED"],
        ["POST", "/v1/ask", { base: "sales", query: "x".repeat(2001) }, 400, "VALIDATION_FAILED"],
        ["POST", "/v1/ask", { base: "nobody", query: "how many?" }, 404, "NOT_FOUND"],
        ["POST", "/v1/ask", { base: "sales", query: "how many?", top_k: 99 }, 400, "VALIDATION_FAILED"],
        ["POST", "/v1/tables/map", { path: 7 }, 400, "VALIDATION_FAILED"],
        ["POST", "/v1/tables/map", { path: "sales/none.csv" }, 404, "NOT_FOUND"],
        ["POST", "/v1/tables/query", { ...COUNT, query: "DROP TABLE data" }, 400, "VALIDATION_FAILED"],
    ];
    for (const [method, target, body, status, code] of cases) {
        const { json, headers, status: got } = await send(port, method, target, { body });
        assert.equal(got, status, `${method} ${target} ${JSON.stringify(body)?.slice(0, 80)}`);
        assert.equal(headers["content-type"], "application/problem+json");
        assert.equal(json.status, status);
        assert.equal(json.code, code);
        assert.ok(json.title && json.detail && !json.detail.includes("/tmp/"));
    }
    const allow = await send(port, "GET", "/v1/ask");
    assert.equal(allow.headers.allow, "POST");
    const place = await post(port, "/v1/tables/query", { ...COUNT, query: "SELECT nope FROM data" });
    assert.equal(place.json.column, 8);
});

test("files that are in no base are out of reach", async (t) => {
    const { port, home } = await serve(t);
    const names = ["/etc/passwd", path.join(root, "examples/sales.csv"), "examples/sales.csv", `${home}/quarry.db`, "../x", "sales/../x"];
    for (const name of names) {
        const { status, json } = await post(port, "/v1/tables/query", { ...COUNT, path: name });
        assert.equal(status, 404, `${name}: ${JSON.stringify(json)}`);
        const ask = await post(port, "/v1/ask", { base: name, query: "how many rows are there?" });
        assert.equal(ask.status, 404, name);
        const also = await post(port, "/v1/tables/query", { ...COUNT, also: [name] });
        assert.equal(also.status, 404, name);
    }
});

test("pages of other sites, and names of others for this machine, are refused", async (t) => {
    const { port } = await serve(t);
    const cases = [
        { Host: "evil.example" },
        { Host: `evil.example:${port}` },
        { Origin: "https://evil.example" },
        { Origin: "null" },
        { Origin: `http://127.0.0.1:${port + 1}` },
    ];
    for (const headers of cases) {
        const { status } = await send(port, "POST", "/v1/tables/query", { body: COUNT, headers });
        assert.equal(status, 403, JSON.stringify(headers));
    }
    const own = { Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    assert.equal((await send(port, "POST", "/v1/tables/query", { body: COUNT, headers: own })).status, 200);
    // As `curl -d` declares it, but no browser.
    const plain = { "Content-Type": "application/x-www-form-urlencoded" };
    assert.equal((await send(port, "POST", "/v1/tables/query", { body: COUNT, headers: plain })).status, 200);
    for (const more of [{ Origin: own.Origin, Host: own.Host }, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-origin" }])
        assert.equal((await send(port, "POST", "/v1/tables/query", { body: COUNT, headers: { ...plain, ...more } })).status, 415);
    const form = { "Content-Type": "text/plain" };
    assert.equal((await send(port, "POST", "/v1/tables/query", { body: COUNT, headers: form })).status, 415);
});

test("a body that is too large is refused, declared or not", async (t) => {
    const { port } = await serve(t);
    const declared = await post(port, "/v1/ask", "x".repeat(2 << 20)).catch((e) => e);
    assert.ok(declared.status === 413 || declared.code === "EPIPE" || declared.code === "ECONNRESET", String(declared));
    const chunked = await new Promise((done) => {
        const request = http.request(
            { host: "127.0.0.1", port, method: "POST", path: "/v1/ask", headers: { "Content-Type": "application/json" } },
            (response) => {
                response.resume();
                done(response.statusCode);
            },
        );
        request.on("error", () => done("closed"));
        for (let i = 0; i < 32; i++) request.write("x".repeat(65536));
        request.end();
    });
    assert.equal(chunked, 413);
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
});

test("many ask at once over a few connections", async (t) => {
    const { port } = await serve(t);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
    t.after(() => agent.destroy());
    const all = Array.from({ length: 100 }, () => post(port, "/v1/tables/query", COUNT, { agent }));
    for (const { status, json } of await Promise.all(all)) {
        assert.equal(status, 200);
        assert.deepEqual(json.rows, [[5000]]);
    }
});

test("a client that disconnects stops its work, and others go on", async (t) => {
    const { port, child } = await serve(t);
    await post(port, "/v1/tables/query", COUNT);
    // Of four threads this one keeps the first until its time is over.
    const stays = post(port, "/v1/tables/query", ENDLESS).then(() => "stays");
    await until(() => computing(child.pid, LASTS).length >= 1);
    const busy = Array.from({ length: 3 }, () => {
        const request = http.request({
            host: "127.0.0.1",
            port,
            method: "POST",
            path: "/v1/tables/query",
            headers: { "Content-Type": "application/json" },
        });
        request.on("error", () => {});
        request.end(JSON.stringify(ENDLESS));
        return request;
    });
    await until(() => computing(child.pid, LASTS).length >= 2);
    for (const request of busy) request.destroy();
    // Were their leaving not noticed, the first thread to be free would be that
    // of the one who stays.
    const next = post(port, "/v1/tables/query", COUNT).then(({ status }) => status);
    assert.equal(await Promise.race([next, stays]), 200);
});

test("garbage and slow starters harm nobody", async (t) => {
    const { port, child } = await serve(t);
    const lines = ["\0\0\0", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", `GET / HTTP/1.1\r\nHost: ${"x".repeat(100000)}\r\n\r\n`];
    for (const line of lines) {
        await new Promise((done) => {
            const socket = net.connect(port, "127.0.0.1", () => socket.end(line));
            socket.on("close", done);
            socket.on("error", () => {});
            socket.resume();
        });
    }
    const slow = net.connect(port, "127.0.0.1", () => slow.write("POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Le"));
    slow.on("error", () => {});
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    slow.destroy();
    assert.equal(child.exitCode, null);
});

test("the end waits for those that are being answered", async (t) => {
    const { port, child, exited } = await serve(t);
    const slow = { path: "sales/sales.csv", query: "SELECT sum(a.units * b.units) AS s FROM data a, data b" };
    await post(port, "/v1/tables/query", COUNT);
    const { promise } = await under_way(child.pid, () => post(port, "/v1/tables/query", slow));
    child.kill("SIGTERM");
    assert.equal((await promise).status, 200);
    const [code] = await exited;
    assert.equal(code, 0);
});

test("the examples of docs/http.md are what is answered", async (t) => {
    const { port } = await serve(t);
    const doc = fs.readFileSync(path.join(root, "docs/http.md"), "utf8");
    const blocks = [...doc.matchAll(/^\$ curl -s(?: --json '(.*)')? localhost:7480(\S+)(?: \| cut -c 1-(\d+))?\n(.*)$/gm)];
    assert.ok(blocks.length >= 3);
    for (const [line, body, target, cut, expected] of blocks) {
        const { json } = await send(port, body ? "POST" : "GET", target, { body });
        const got = JSON.stringify(json).slice(0, cut ? Number(cut) : undefined);
        const calm = (text) => text.replace(/("\w+_ms":)[\d.]+/g, "$1*");
        assert.equal(calm(got), calm(expected), line);
    }
});
