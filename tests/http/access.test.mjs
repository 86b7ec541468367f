// Who is let in, to what, how often, and what revoking does.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { computing, mcp, program, send, serve, until } from "./server.mjs";

const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
const ENDLESS = {
    path: "sales/sales.csv",
    query: "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d",
};
const ASK = { base: "handbook", query: "how long are copies kept?" };
// What comes through a proxy is not this user's, so a token is needed.
const foreign = { "X-Forwarded-For": "192.0.2.1" };
const bearer = (token) => ({ Authorization: `Bearer ${token}`, ...foreign });
const post = (port, target, body, headers) => send(port, "POST", target, { body, headers });
const token = (run, ...args) => JSON.parse(run("token", "create", ...args));
test("a token opens its bases, with its rights and tools, and nothing else", async (t) => {
    const { port, run } = await serve(t);
    const none = await post(port, "/v1/tables/query", COUNT, foreign);
    assert.equal(none.status, 401);
    assert.equal(none.json.code, "UNAUTHORIZED");
    assert.match(none.headers["www-authenticate"], /^Bearer/);
    const reader = token(run, "--base", "sales").token;
    assert.equal(await until(async () => (await post(port, "/v1/tables/query", COUNT, bearer(reader))).status === 200), true);
    assert.equal((await post(port, "/v1/ask", ASK, bearer(reader))).status, 404);
    const remove = await send(port, "DELETE", "/v1/documents/sales.csv?base=sales", { headers: bearer(reader) });
    assert.equal(remove.status, 403);
    const other = token(run, "--base", "handbook").token;
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, bearer(other))).status === 200), true);
    assert.equal((await post(port, "/v1/tables/query", COUNT, bearer(other))).status, 404);
    assert.equal((await send(port, "GET", "/v1/documents?base=sales", { headers: bearer(other) })).status, 404);
    const asker = token(run, "--base", "sales,handbook", "--tools", "ask").token;
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, bearer(asker))).status === 200), true);
    assert.equal((await post(port, "/v1/tables/query", COUNT, bearer(asker))).status, 404);
    assert.equal((await send(port, "GET", "/v1/bases", { headers: bearer(asker) })).status, 404);
    const lists = await send(port, "GET", "/v1/bases", { headers: bearer(reader) });
    assert.deepEqual(lists.json.bases.map((b) => b.name), ["sales"]);
    // A token that is wrong is wrong for this user, too; whether the server lives anybody may know.
    assert.equal((await post(port, "/v1/ask", ASK, { Authorization: "Bearer qk_0" })).status, 401);
    assert.equal((await send(port, "GET", "/healthz", { headers: foreign })).status, 200);
});

test("a revoked token is refused within a second, and its requests end", async (t) => {
    const { port, run, child } = await serve(t);
    const { id, token: secret } = token(run, "--base", "sales");
    assert.equal(await until(async () => (await post(port, "/v1/tables/query", COUNT, bearer(secret))).status === 200), true);
    // Of the two, who began first is also first at the end of his time.
    const stays = post(port, "/v1/tables/query", ENDLESS).then(() => "the time limit");
    await until(() => computing(child.pid, 20).length >= 1);
    const runs = post(port, "/v1/tables/query", ENDLESS, bearer(secret)).then(({ status }) => status);
    await until(() => computing(child.pid, 20).length >= 2);
    run("token", "revoke", id);
    assert.equal(await Promise.race([runs, stays]), 504);
    assert.equal((await post(port, "/v1/tables/query", COUNT, bearer(secret))).status, 401);
});

// A stream of GET, open: `ended` is kept when it is over.
async function listen(port, target, headers) {
    const request = http.get({ host: "127.0.0.1", port, path: target, headers: { Accept: "text/event-stream", ...headers } });
    request.on("error", () => {});
    const [response] = await once(request, "response");
    assert.equal(response.statusCode, 200);
    response.resume();
    response.on("error", () => {});
    return { ended: new Promise((done) => response.on("close", done)) };
}

test("open streams of who is revoked end, and those of others go on", async (t) => {
    const { port, run } = await serve(t);
    const begin = async () => {
        const made = token(run, "--base", "sales");
        const headers = { ...bearer(made.token), Accept: "application/json, text/event-stream" };
        const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } };
        const hello = () => post(port, "/mcp", { jsonrpc: "2.0", id: 0, method: "initialize", params }, headers);
        let answer;
        await until(async () => (answer = await hello()).status === 200);
        const own = { ...bearer(made.token), "Mcp-Session-Id": answer.headers["mcp-session-id"] };
        return { id: made.id, own, stream: await listen(port, "/mcp", own) };
    };
    const [one, other] = [await begin(), await begin()];
    run("token", "revoke", one.id);
    await one.stream.ended;
    const ping = (own) =>
        post(port, "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, { ...own, Accept: "application/json, text/event-stream" });
    // The connection that is kept alive may end with the stream.
    const refused = async () => (await ping(one.own).catch((e) => ({ status: e.code }))).status;
    let status = await refused();
    if (status === "ECONNRESET") status = await refused();
    assert.equal(status, 401);
    assert.equal((await ping(other.own)).status, 200);
    // A session is its token's alone.
    assert.equal((await ping({ ...other.own, "Mcp-Session-Id": one.own["Mcp-Session-Id"] })).status, 404);
});

test("what is another base's is not there, on any route", async (t) => {
    const { port, run } = await serve(t);
    const { token: secret } = token(run, "--base", "sales", "--rights", "read,write,admin");
    const headers = bearer(secret);
    assert.equal(await until(async () => (await send(port, "GET", "/v1/bases/sales", { headers })).status === 200), true);
    const job = (await send(port, "GET", "/v1/jobs")).json.jobs.find((j) => j.base === "handbook");
    if (job) assert.equal((await send(port, "GET", `/v1/jobs/${job.job_id}`, { headers })).status, 404);
    const { json: api } = await send(port, "GET", "/openapi.json");
    let asked = 0;
    for (const [route, methods] of Object.entries(api.paths)) {
        for (const [method, what] of Object.entries(methods)) {
            const target = (what["x-example"] ?? route).replace("{name}", "handbook").replace("{key}", "keys.md").replace("{id}", "0");
            if (!/handbook/.test(target) && !what.parameters?.some((p) => p.name === "base")) continue;
            const query = /handbook/.test(target) ? target : `${target}?base=handbook`;
            const body = method === "get" || method === "delete" ? undefined : {};
            const { status, json } = await send(port, method.toUpperCase(), query, { headers, body });
            asked++;
            // A body that is wrong may be said before; of the base nothing ever is.
            assert.ok(status === 404 || (body && status === 400), `${method} ${query}: ${status}`);
            if (status === 404) assert.equal(json.code, "NOT_FOUND");
        }
    }
    assert.ok(asked > 10, `${asked} routes`);
    const bodies = [
        ["/v1/ask", ASK],
        ["/v1/retrieve", { base: "handbook", query: "how long are copies kept?" }],
        ["/v1/semantic-query", { base: "handbook", query: "copies" }],
        ["/v1/fetch-evidence", { pointers: ["quarry://handbook/keys"] }],
        ["/v1/structured-query", { base: "handbook", query: "how many incidents?" }],
        ["/v1/tables/query", { path: "sales/sales.csv", also: ["handbook/incidents.csv"], query: "SELECT 1" }],
        ["/v1/tables/export", { path: "handbook/incidents.csv", target_path: "x.csv", format: "csv" }],
        ["/v1/drafts/publish", { base: "handbook", path: "x.csv" }],
        ["/v1/feedback", { base: "handbook", query: "q?", verdict: "up" }],
        ["/api/internal/rag/retrieve", { knowledge_base_id: "handbook", query: "copies", top_k: 1 }],
    ];
    for (const [target, body] of bodies) {
        const { status } = await post(port, target, body, headers);
        assert.equal(status, 404, `${target} ${JSON.stringify(body)}`);
    }
});

test("a request when the queue is full gets a Retry-After", async (t) => {
    const { port } = await serve(t, "--set", "slow_threads=1", "--set", "max_queued=2");
    const stop = new AbortController();
    const asked = Array.from({ length: 6 }, async () => {
        const body = JSON.stringify(ENDLESS);
        const headers = { "Content-Type": "application/json" };
        const got = await fetch(`http://127.0.0.1:${port}/v1/tables/query`, { method: "POST", body, headers, signal: stop.signal });
        return [got.status, got.headers.get("retry-after"), got.headers.get("set-cookie")];
    });
    // One is worked on, one or two wait, and the others are not kept waiting.
    const first = await Promise.race(asked);
    assert.deepEqual(first, [503, "1", null]);
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
    stop.abort();
    await Promise.allSettled(asked);
});

test("an exposure opens its tools to its pages; others are not there", async (t) => {
    const { port, run } = await serve(t);
    const page = "https://pages.example";
    const made = JSON.parse(
        run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--origin", page, "--public"),
    );
    const headers = { ...bearer(made.token), Origin: page };
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, headers)).status === 200), true);
    const answer = await post(port, "/v1/ask", ASK, headers);
    assert.equal(answer.headers["access-control-allow-origin"], page);
    assert.equal((await post(port, "/v1/ask", { ...ASK, base: "sales" }, headers)).status, 404);
    assert.equal((await post(port, "/v1/tables/query", COUNT, headers)).status, 404);
    const other = await post(port, "/v1/ask", ASK, { ...headers, Origin: "https://other.example" });
    assert.equal(other.status, 403);
    assert.equal(other.headers["access-control-allow-origin"], undefined);
    const ask = (origin) =>
        send(port, "OPTIONS", "/v1/ask", { headers: { Origin: origin, "Access-Control-Request-Method": "POST" } });
    const allowed = await ask(page);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers["access-control-allow-origin"], page);
    assert.match(allowed.headers["access-control-allow-headers"], /Authorization/);
    const methods = allowed.headers["access-control-allow-methods"].split(", ");
    const { json: doc } = await send(port, "GET", "/openapi.json");
    for (const item of Object.values(doc.paths))
        for (const method of Object.keys(item).filter((key) => item[key].operationId)) assert.ok(methods.includes(method.toUpperCase()), method);
    assert.equal((await ask("https://other.example")).status, 403);
    run("exposure", "rm", "help");
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, headers)).status === 401), true);
});

test("a page of another origin is not this user's own program: it shows the token of an exposure that is not public", async (t) => {
    const { port, run } = await serve(t);
    const page = "https://pages.example";
    const made = JSON.parse(run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--origin", page));
    const target = "/v1/ask?exposure=help";
    const from = (headers) => post(port, target, ASK, { Origin: page, ...headers });
    assert.equal(await until(async () => (await from(bearer(made.token))).status === 200), true);
    const without = await from({});
    assert.equal(without.status, 401);
    assert.equal(without.headers["access-control-allow-origin"], page);
    assert.equal((await post(port, target, ASK)).status, 200);
    assert.equal((await post(port, target, ASK, { Origin: `http://127.0.0.1:${port}` })).status, 200);
});

test("a public exposure answers so many questions of an address an hour", async (t) => {
    const { port, run } = await serve(t, "--set", "public_questions_per_hour=3", "--set", "proxies=127.0.0.1");
    const made = JSON.parse(run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--public"));
    const from = (address) => ({ Authorization: `Bearer ${made.token}`, "X-Forwarded-For": address });
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, from("192.0.2.9"))).status === 200), true);
    for (let i = 0; i < 3; i++) assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.1"))).status, 200);
    const over = await post(port, "/v1/ask", ASK, from("192.0.2.1"));
    assert.equal(over.status, 429);
    assert.equal(over.json.code, "RATE_LIMITED");
    assert.ok(Number(over.headers["retry-after"]) > 60);
    // What a client writes before the proxy's own word is not believed.
    assert.equal((await post(port, "/v1/ask", ASK, from("198.51.100.7, 192.0.2.1"))).status, 429);
    assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.2"))).status, 200);
    // So does what is read of a document over MCP.
    const read = () => {
        const { body, headers } = mcp("resources/read", { uri: "quarry://handbook/keys.md" });
        return post(port, "/mcp/help", body, { ...headers, "X-Forwarded-For": "192.0.2.3" });
    };
    for (let i = 0; i < 3; i++) assert.doesNotMatch(JSON.stringify((await read()).json), /too many requests/);
    assert.match(JSON.stringify((await read()).json), /too many requests/);
});

test("a neighbour of a proxy is no proxy", async (t) => {
    const { port, run } = await serve(t, "--set", "public_questions_per_hour=1", "--set", "proxies=127.0.0.1,2001:db8::1");
    const made = JSON.parse(run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--public"));
    const from = (address) => ({ Authorization: `Bearer ${made.token}`, "X-Forwarded-For": address });
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, from("192.0.2.9"))).status === 200), true);
    // Its own hop is passed over; one in its /64 is the client, whatever it writes before.
    assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.1, 2001:db8::1"))).status, 200);
    assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.1, 2001:db8::1"))).status, 429);
    assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.2, 2001:db8::66"))).status, 200);
    assert.equal((await post(port, "/v1/ask", ASK, from("192.0.2.3, 2001:db8::66"))).status, 429);
});

test("what came through any proxy is not this user's", async (t) => {
    const { port } = await serve(t);
    assert.equal((await send(port, "GET", "/v1/bases")).status, 200);
    for (const name of ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP"])
        assert.equal((await send(port, "GET", "/v1/bases", { headers: { [name]: "192.0.2.1" } })).status, 401, name);
});

test("an anonymous caller learns nothing about how the server asks its model", async (t) => {
    const { port, run } = await serve(t);
    run("base", "config", "handbook", "chat=openai:secret-name@http://127.0.0.1:9/v1", "egress=passages");
    const made = JSON.parse(run("exposure", "create", "help", "--base", "handbook", "--tools", "ask,semantic_query", "--public"));
    const headers = { Authorization: `Bearer ${made.token}`, ...foreign };
    assert.equal(await until(async () => (await post(port, "/v1/ask", ASK, headers)).status === 200), true);
    const { json } = await post(port, "/v1/ask", ASK, headers);
    assert.ok(json.warnings.some((w) => /the model/.test(w)), JSON.stringify(json.warnings));
    assert.doesNotMatch(JSON.stringify(json), /127\.0\.0\.1:9|secret-name|API_KEY|keys\//);
    assert.match(JSON.stringify((await post(port, "/v1/ask", ASK)).json), /127\.0\.0\.1:9/); // this user's own
});

test("a token has so many requests a minute", async (t) => {
    const { port, run } = await serve(t, "--set", "token_requests_per_minute=5");
    const { token: secret } = token(run, "--base", "sales");
    let last;
    for (let i = 0; i < 60 && last?.status !== 429; i++) {
        last = await send(port, "GET", "/v1/bases", { headers: bearer(secret) });
        if (last.status === 401) await new Promise((done) => setTimeout(done, 50));
    }
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers["retry-after"]) > 0);
    assert.equal((await send(port, "GET", "/v1/bases")).status, 200);
});

test("another machine is served only where there are tokens", async (t) => {
    const { home, run, child, exited } = await serve(t);
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "off" };
    child.kill("SIGTERM");
    await exited;
    const refused = spawnSync(program, ["serve", "--listen", "0.0.0.0:0"], { env, encoding: "utf8" });
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /quarry token create/);
    const { token: secret } = token(run, "--base", "sales");
    const open = spawn(program, ["serve", "--listen", "0.0.0.0:0"], { env, stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => open.kill("SIGKILL"));
    const [line] = await new Promise((done) => open.stdout.once("data", (d) => done(String(d).split("\n"))));
    const port = Number(/:(\d+)$/.exec(line)[1]);
    assert.equal((await send(port, "GET", "/v1/bases")).status, 401);
    assert.equal((await send(port, "GET", "/v1/bases", { headers: { Authorization: `Bearer ${secret}` } })).status, 200);
    // A name of hexadecimal letters is a name all the same, with its own origin too.
    for (const host of ["evil.example", "cafe.de", "dead.beef", "1.2.3", "abc:def"]) {
        const named = { Authorization: `Bearer ${secret}`, Host: host };
        assert.equal((await send(port, "GET", "/v1/bases", { headers: named })).status, 403, host);
        assert.equal((await send(port, "GET", "/v1/bases", { headers: { ...named, Origin: `http://${host}` } })).status, 403, host);
    }
    for (const host of [`192.0.2.7:${port}`, "192.0.2.7", "[2001:db8::7]", `[2001:db8::7]:${port}`]) {
        const named = { Authorization: `Bearer ${secret}`, Host: host };
        assert.equal((await send(port, "GET", "/v1/bases", { headers: named })).status, 200, host);
    }
});

test("a reload takes what is configured then, and loses no request", async (t) => {
    const { port, home, child, run } = await serve(t);
    const { token: secret } = token(run, "--base", "sales");
    assert.equal(await until(async () => (await send(port, "GET", "/v1/bases", { headers: bearer(secret) })).status === 200), true);
    fs.writeFileSync(path.join(home, "config.json"), JSON.stringify({ token_requests_per_minute: 1 }));
    const agent = new http.Agent({ keepAlive: true });
    const runs = Promise.all(Array.from({ length: 8 }, () => send(port, "POST", "/v1/tables/query", { body: COUNT, agent })));
    child.kill("SIGHUP");
    for (const answer of await runs) assert.equal(answer.status, 200);
    agent.destroy();
    assert.equal(await until(async () => (await send(port, "GET", "/v1/bases", { headers: bearer(secret) })).status === 429), true);
    fs.writeFileSync(path.join(home, "config.json"), "{ no JSON");
    child.kill("SIGHUP"); // what cannot be read changes nothing
    assert.equal((await send(port, "GET", "/healthz")).status, 200);
});

test("under load, neither a reload nor the end loses a request", async (t) => {
    const { port, home, child, exited } = await serve(t);
    let begun = 0;
    let ends = false;
    const wrong = [];
    const ask = async (agent, k) => {
        for (let i = 0; !ends; i++) {
            begun++;
            const cheap = i % 8 || k % 2;
            const asked = cheap ? send(port, "GET", "/v1/bases", { agent }) : send(port, "POST", "/v1/tables/query", { body: COUNT, agent });
            const { status, error } = await asked.catch((error) => ({ error: error.code }));
            if (status !== 200) wrong.push(`${status ?? error} as number ${i} of ${k}, ${ends ? "at the end" : "before"}`);
        }
    };
    const agents = Array.from({ length: 8 }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }));
    const askers = agents.map(ask);
    for (let i = 0; i < 3; i++) {
        fs.writeFileSync(path.join(home, "config.json"), JSON.stringify({ public_questions_per_hour: 10 + i }));
        child.kill("SIGHUP");
        const before = begun;
        await until(() => begun > before + 24);
    }
    ends = true; // each has one more under way
    child.kill("SIGTERM");
    await Promise.all(askers);
    assert.deepEqual(wrong, []);
    assert.deepEqual(await exited, [0, null]);
    for (const agent of agents) agent.destroy();
});

test("a reload says what holds from the next start", async (t) => {
    const { port, home, child, log } = await serve(t, "--set", "log_level=warn");
    fs.writeFileSync(path.join(home, "config.json"), JSON.stringify({ threads: 2, proxies: ["192.0.2.1"], hosts: ["x.example"] }));
    child.kill("SIGHUP");
    await until(async () => (await send(port, "GET", "/healthz", { headers: { Host: "x.example" } })).status === 200);
    assert.match(log(), /'threads' changed; the new value is used from the next start on/);
    assert.match(log(), /'proxies' changed/);
    assert.doesNotMatch(log(), /'(listen|hosts|max_queued)'/);
});

test("the doctor knows the server, its port and tokens", async (t) => {
    const { port, home, run } = await serve(t);
    token(run, "--base", "sales", "--expires", "1m");
    const state = (...args) => {
        const ran = spawnSync(program, ["doctor", "--json", "--home", home, ...args], { encoding: "utf8" });
        const found = Object.fromEntries(JSON.parse(ran.stdout).home.map((f) => [f.name, `${f.state}: ${f.text}`]));
        return { status: ran.status, ...found };
    };
    const served = state("--listen", `127.0.0.1:${port}`);
    assert.equal(served.status, 0);
    assert.match(served.home, /^(ok|warn): /);
    assert.match(served.listen, /^ok: port \d+ is taken, most likely by the server of this home/);
    assert.match(served.tokens, /^ok: 1, none/);
    const other = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-doctor-"));
    t.after(() => fs.rmSync(other, { recursive: true }));
    const taken = state("--home", other, "--listen", `127.0.0.1:${port}`);
    assert.equal(taken.status, 4);
    assert.match(taken.listen, /^fail: the port is in use by another program/);
});

test("a request has a name, its own or a new one", async (t) => {
    const { port } = await serve(t);
    const own = await send(port, "GET", "/healthz", { headers: { "X-Request-Id": "job-7" } });
    assert.equal(own.headers["x-request-id"], "job-7");
    const made = await send(port, "GET", "/healthz", { headers: { "X-Request-Id": 'a"b' } });
    assert.match(made.headers["x-request-id"], /^[0-9a-f]{16}$/);
});

test("records are JSON with the request's name, at debug with each stage, and hold no content", async (t) => {
    const { port, log } = await serve(t, "--set", "log_level=debug", "--set", "log_format=json");
    const headers = { "X-Request-Id": "job-9" };
    const body = { base: "sales", query: "total sales by country" };
    assert.equal((await send(port, "POST", "/v1/ask", { headers, body })).status, 200);
    const asked = { base: "handbook", query: "how long are copies kept?" };
    assert.equal((await send(port, "POST", "/v1/ask", { body: asked })).status, 200);
    await until(() => /"message":"POST \/v1\/ask".*"message":"POST \/v1\/ask"/s.test(log()));
    const records = log().trimEnd().split("\n").map((line) => JSON.parse(line)); // workers' as well
    const own = records.filter((r) => r.request === "job-9");
    const stages = (component) => own.filter((r) => r.component === component).map((r) => r.message);
    for (const stage of ["sources", "maps", "route", "tables", "figures"]) assert.ok(stages("answer").includes(`stage ${stage}`), stage);
    for (const stage of ["wait", "start", "work"]) assert.ok(stages("worker").includes(`stage ${stage}`), stage);
    assert.ok(own.filter((r) => /^stage/.test(r.message)).every((r) => r.ms >= 0));
    const { status, ms, bytes, token } = own.at(-1);
    assert.deepEqual([own.at(-1).message, status, token], ["POST /v1/ask", 200, "-"]);
    assert.ok(ms >= 0 && bytes > 0);
    assert.ok(records.some((r) => r.component === "session")); // a worker's
    assert.doesNotMatch(log(), /total sales|copies|Brazil|127\.0\.0\.1|35 days/);
});

test("questions are kept with what was answered, for who may see them, until they are forgotten", async (t) => {
    const { port, run } = await serve(t);
    const asked = await post(port, "/v1/ask", ASK);
    const kept = (await send(port, "GET", "/v1/logs")).json.logs;
    assert.equal(kept.length, 1);
    assert.equal(kept[0].query_text, ASK.query);
    assert.equal(kept[0].query_mode, "full_book");
    assert.equal(kept[0].answer_text, asked.json.answer);
    assert.equal(kept[0].session_id, asked.json.session_id);
    assert.equal(kept[0].base, "handbook");
    assert.ok(kept[0].source_chunks.length > 0);
    const reader = token(run, "--base", "handbook").token;
    const look = (secret) => send(port, "GET", "/v1/logs", { headers: bearer(secret) });
    assert.equal(await until(async () => (await look(reader)).status === 403), true);
    const admin = token(run, "--base", "sales", "--rights", "read,admin").token;
    assert.equal(await until(async () => (await look(admin)).status === 200), true);
    assert.deepEqual((await look(admin)).json.logs, []); // another base
    assert.equal(JSON.parse(run("logs", "export")).query_text, ASK.query);
    run("logs", "forget", "--session", asked.json.session_id);
    assert.deepEqual((await send(port, "GET", "/v1/logs")).json.logs, []);
});

test("a log without texts has none, and a log that is off nothing", async (t) => {
    const { port, home, child } = await serve(t, "--set", "query_log_text=false");
    await post(port, "/v1/ask", { ...ASK, selected_text: "Copies are kept for 35 days and then removed for good.", query_mode: "selected_text" });
    const [kept] = (await send(port, "GET", "/v1/logs")).json.logs;
    assert.equal(kept.query_mode, "selected_text");
    assert.deepEqual([kept.query_text, kept.selected_text, kept.answer_text, kept.source_chunks], ["", null, "", []]);
    fs.writeFileSync(path.join(home, "config.json"), '{"query_log": false, "enable_structured_data": false}');
    child.kill("SIGHUP");
    // Tables are not asked any more either.
    const count = { base: "sales", query: "How many orders were cancelled?", query_type: "structured" };
    assert.equal(await until(async () => (await post(port, "/v1/ask", count)).status === 400), true);
    const before = (await send(port, "GET", "/v1/logs")).json.logs.length;
    await post(port, "/v1/ask", ASK);
    assert.equal((await send(port, "GET", "/v1/logs")).json.logs.length, before);
});

test("what was answered is in the log of a server that was killed", async (t) => {
    const { port, child, exited, run } = await serve(t);
    const asked = [];
    const ask = async () => {
        for (;;) asked.push((await post(port, "/v1/ask", ASK)).json.session_id);
    };
    const all = Promise.allSettled([ask(), ask(), ask(), ask()]);
    await until(() => asked.length >= 8);
    child.kill("SIGKILL");
    await exited;
    await all;
    const kept = run("logs", "export").toString().trim().split("\n").map((l) => JSON.parse(l).session_id);
    for (const session of asked) assert.ok(kept.includes(session));
});
