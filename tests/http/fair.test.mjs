// One caller cannot take what others need: while as many slow requests as there may
// be are provably under way, lists and the answers of others come.
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import test from "node:test";
import { computing, mcp, send, serve, until } from "./server.mjs";

const COUNT = { path: "sales/sales.csv", query: "SELECT count(*) AS n FROM data" };
const ENDLESS = {
    path: "sales/sales.csv",
    query: "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d",
};
const LISTS = ["/v1/bases", "/v1/bases/sales", "/v1/documents?base=handbook", "/v1/jobs", "/readyz", "/metrics", "/openapi.json"];
const foreign = { "X-Forwarded-For": "192.0.2.1" };
const bearer = (token) => ({ Authorization: `Bearer ${token}`, ...foreign });
const post = (port, target, body, headers) => send(port, "POST", target, { body, headers });
const token = (run, ...args) => JSON.parse(run("token", "create", ...args)).token;

const known = (port, secret) => until(async () => (await send(port, "GET", "/v1/bases", { headers: bearer(secret) })).status === 200);

// Requests of which as many are always under way, as each that is answered is asked
// again, until the end; `ended` counts the answers.
class Slow {
    constructor(t, port) {
        this.port = port;
        this.ended = 0;
        this.refused = [];
        this.agent = new http.Agent();
        t.after(() => this.end());
    }

    begin(n, target, body, headers, again = true) {
        for (let i = 0; i < n; i++) {
            const request = http.request({
                host: "127.0.0.1",
                port: this.port,
                method: "POST",
                path: target,
                agent: this.agent,
                headers: { "Content-Type": "application/json", ...headers },
            });
            request.on("response", (response) => {
                if (response.statusCode === 429) this.refused.push(response);
                else this.ended++;
                response.resume();
                response.on("error", () => {});
                if (again && !this.over) this.begin(1, target, body, headers);
            });
            request.on("error", () => {});
            request.end(JSON.stringify(body));
        }
    }

    // `what` comes `times` times while all of these are under way. Where it had to
    // wait for one to end, as each is soon followed by the next, it never would.
    async while(times, what) {
        for (let seen = 0, tries = 0; seen < times; tries++) {
            const before = this.ended;
            await what();
            if (this.ended === before) seen++;
            assert.ok(tries < 20 * times + 20, "it waits for what is slow");
        }
    }

    end() {
        this.over = true;
        this.agent.destroy();
    }
}

async function lists(slow, headers) {
    for (const target of LISTS) await slow.while(1, async () => assert.equal((await send(slow.port, "GET", target, { headers })).status, 200, target));
}

const answers = (slow, target, body, headers) => slow.while(1, async () => assert.equal((await post(slow.port, target, body, headers)).status, 200));

test("slow queries of one token keep nobody from lists and queries", async (t) => {
    const { port, run, child } = await serve(t);
    const greedy = token(run, "--base", "sales");
    const other = token(run, "--base", "sales");
    const admin = token(run, "--base", "*", "--rights", "read,write,admin");
    await known(port, admin);
    const slow = new Slow(t, port);

    slow.begin(16, "/v1/tables/query", ENDLESS, bearer(greedy));
    // Two workers compute: what one token may have.
    await until(() => computing(child.pid, 20).length >= 2);
    await lists(slow, bearer(admin));
    await answers(slow, "/v1/tables/query", COUNT, bearer(other));
    await answers(slow, "/v1/ask", { base: "sales", query: "How many orders were cancelled?" }, bearer(admin));
});

// A model that gets questions and answers none.
async function silentModel(t) {
    const held = new Set();
    const server = http.createServer((request, response) => {
        held.add(response);
        server.most = Math.max(server.most ?? 0, held.size);
        response.writeHead(200, { "Content-Type": "text/event-stream" });
        response.write(": \n\n"); // it has begun
        const drip = setInterval(() => response.write(": \n\n"), 200);
        response.on("close", () => {
            clearInterval(drip);
            held.delete(response);
        });
        response.on("error", () => {});
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    return { url: `http://127.0.0.1:${server.address().port}/v1`, held, get most() { return server.most; } };
}

test("a model that never ends keeps nobody from lists and answers", async (t) => {
    const model = await silentModel(t);
    const { port, run } = await serve(t);
    run("base", "config", "handbook", "egress=passages", `chat=openai:m@${model.url}`);
    const greedy = token(run, "--base", "handbook");
    const admin = token(run, "--base", "*", "--rights", "read,write,admin");
    await known(port, admin);
    const slow = new Slow(t, port);

    slow.begin(16, "/v1/ask", { base: "handbook", query: "how long are copies kept?" }, bearer(greedy));
    await until(() => model.held.size >= 4); // half of the threads for what lasts
    await lists(slow, bearer(admin));
    await answers(slow, "/v1/tables/query", COUNT, bearer(admin));
    await answers(slow, "/v1/ask", { base: "sales", query: "How many orders were cancelled?" }, bearer(admin));
    assert.equal(model.most, 4, "one token has no more");
});

test("an MCP session is kept up while calls of another token last", async (t) => {
    const { port, run, child } = await serve(t);
    const greedy = token(run, "--base", "sales");
    const other = token(run, "--base", "sales");
    await known(port, other);
    const slow = new Slow(t, port);
    const long = mcp("tools/call", { name: "table_query", arguments: ENDLESS });
    slow.begin(16, "/mcp", long.body, { ...long.headers, ...bearer(greedy) });
    await until(() => computing(child.pid, 20).length >= 2);
    const call = (...what) => {
        const { body, headers } = mcp(...what);
        return answers(slow, "/mcp", body, { ...headers, ...bearer(other) });
    };
    for (let i = 0; i < 5; i++) {
        await call("tools/list", {});
        await call("tools/call", { name: "list_sources", arguments: {} });
    }
    await call("tools/call", { name: "table_query", arguments: COUNT });
});

test("a caller with too many waiting requests gets an error, and others still wait", async (t) => {
    const { port, run, child } = await serve(t, "--set", "max_queued=8");
    const greedy = token(run, "--base", "sales");
    const other = token(run, "--base", "sales");
    await known(port, other);
    const slow = new Slow(t, port);
    slow.begin(4, "/v1/tables/query", ENDLESS, bearer(greedy)); // have their threads
    await until(() => computing(child.pid, 20).length >= 2);
    slow.begin(12, "/v1/tables/query", ENDLESS, bearer(greedy), false); // three quarters of the places
    await until(() => slow.refused.length >= 6);
    for (const { statusCode, headers } of slow.refused) {
        assert.equal(statusCode, 429);
        assert.ok(Number(headers["retry-after"]) >= 1);
    }
    await answers(slow, "/v1/tables/query", COUNT, bearer(other));
});

test("a caller that begins a thousand sessions ends no one else's", async (t) => {
    const { port, run } = await serve(t, "--set", "proxies=127.0.0.1", "--set", "address_requests_per_minute=0");
    const mine = token(run, "--base", "handbook");
    run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--public");
    await known(port, mine);
    const accept = { Accept: "application/json, text/event-stream" };
    const hello = {
        jsonrpc: "2.0",
        id: 0,
        method: "initialize",
        params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    const begun = await post(port, "/mcp", hello, { ...bearer(mine), ...accept });
    const session = { ...bearer(mine), ...accept, "Mcp-Session-Id": begun.headers["mcp-session-id"] };
    const agent = new http.Agent({ keepAlive: true });
    const begin = (address) =>
        send(port, "POST", "/mcp/help", { body: hello, headers: { ...accept, "X-Forwarded-For": address }, agent });
    await until(async () => (await begin("192.0.2.1")).status === 200);
    for (let i = 0; i < 1001; i++) assert.equal((await begin(`198.51.${i >> 8}.${i & 255}`)).status, 200);
    agent.destroy();
    const ping = await post(port, "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, session);
    assert.equal(ping.status, 200);
});

test("many addresses without a token keep no place from who has one", { timeout: 900000 }, async (t) => {
    const model = await silentModel(t);
    const open = ["proxies=127.0.0.1", "address_requests_per_minute=0", "public_questions_per_hour=0"];
    const { port, run } = await serve(t, ...open.flatMap((x) => ["--set", x]));
    run("base", "config", "handbook", "egress=passages", `chat=openai:m@${model.url}`);
    run("exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--public");
    const other = token(run, "--base", "sales");
    await known(port, other);
    const slow = new Slow(t, port);
    const ask = mcp("tools/call", { name: "ask", arguments: { query: "how long are copies kept?" } });
    for (let i = 1; i <= 6; i++) slow.begin(8, "/mcp/help", ask.body, { ...ask.headers, "X-Forwarded-For": `198.51.100.${i}` });
    await until(() => model.held.size >= 6); // three quarters of the threads for what lasts
    for (let i = 0; i < 5; i++) {
        await answers(slow, "/v1/tables/query", COUNT, bearer(other));
        await answers(slow, "/v1/ask", { base: "sales", query: "How many orders were cancelled?" }, bearer(other));
    }
    assert.equal(model.most, 6, "they have no more together");
});
