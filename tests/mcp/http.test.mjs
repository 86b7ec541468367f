// MCP over HTTP: the official client with a session, requests without one, what
// headers must say, and how sessions and requests end.
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import test from "node:test";
import { serve } from "../http/server.mjs";
import { checker, skipWithoutSchemas } from "./checker.mjs";
import { failure, PatientClient, VERSIONS } from "./server.mjs";
import { everyTool, GUIDE, NAMES, ORDERS } from "./shop.mjs";

skipWithoutSchemas();

const STATELESS = "2026-07-28";
const PATH = "sales/sales.csv";
const BOTH = "application/json, text/event-stream";
const ENDLESS =
    "SELECT sum(a.units * b.units * c.units * d.units) FROM data a, data b, data c, data d";
const COUNT = { name: "table_query", arguments: { path: PATH, query: "SELECT count(*) AS n FROM data" } };

// One exchange; `events` are those of a stream.
function send(port, { method = "POST", target = "/mcp", headers = {}, body, signal, onHead, onEvent } = {}) {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const json = text === undefined ? {} : { "Content-Type": "application/json" };
    const all = { ...json, Accept: BOTH, ...headers };
    for (const key of Object.keys(all)) if (all[key] === undefined) delete all[key];
    return new Promise((done, failed) => {
        const request = http.request({ host: "127.0.0.1", port, method, path: target, headers: all, signal }, (response) => {
            const isStream = response.headers["content-type"] === "text/event-stream";
            const events = [];
            const ids = []; // of the events; what primes has an id and no message
            let got = "";
            onHead?.();
            response.setEncoding("utf8");
            response.on("data", (d) => {
                got += d;
                if (!isStream) return;
                const parts = got.split("\n\n");
                got = parts.pop();
                for (const part of parts) {
                    if (part.startsWith(":")) continue;
                    const [, id, data] = /^(?:id: (\d+-\d+)\n)?(?:event: message\n)?data: (.*)$/.exec(part);
                    ids.push(id);
                    if (data === "") continue;
                    events.push(JSON.parse(data));
                    onEvent?.(events.at(-1), id);
                }
            });
            response.on("error", failed);
            response.on("end", () => {
                const { statusCode: status, headers } = response;
                done({ status, headers, events, ids, json: isStream || !got ? undefined : JSON.parse(got) });
            });
        });
        request.on("error", failed);
        request.end(text);
    });
}

const rpc = (id, method, params = {}) => ({ jsonrpc: "2.0", id, method, params });

async function open(port, version = VERSIONS[0]) {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const { status, headers, json } = await send(port, { body: rpc(0, "initialize", params) });
    assert.equal(status, 200);
    assert.equal(json.result.protocolVersion, version);
    const id = headers["mcp-session-id"];
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const own = { "Mcp-Session-Id": id, "MCP-Protocol-Version": version };
    const ready = { jsonrpc: "2.0", method: "notifications/initialized" };
    assert.equal((await send(port, { headers: own, body: ready })).status, 202);
    return own;
}

// A request without a session, with the headers that it needs; `headers` change them.
function stateless(port, id, method, params = {}, { headers = {}, meta = {}, ...more } = {}) {
    const name = params.name ?? params.uri;
    const _meta = {
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
        ...meta,
    };
    const own = {
        "MCP-Protocol-Version": STATELESS,
        "Mcp-Method": method,
        "Mcp-Name": name,
        ...headers,
    };
    return send(port, { headers: own, body: rpc(id, method, { ...params, _meta }), ...more });
}

async function connect(port) {
    const client = new PatientClient();
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`));
    const troubles = [];
    client.onerror = (error) => troubles.push(error);
    await client.connect(transport);
    await client.listTools(); // now it checks what the tools answer
    // Before the server ends, which is trouble for a client.
    const close = async () => {
        assert.deepEqual(troubles, []);
        client.onerror = undefined;
        await client.close();
    };
    return { client, transport, close };
}

// ---- the official client ----

test("the official client calls the tools over HTTP", async (t) => {
    const { port } = await serve(t);
    const { client, transport, close } = await connect(port);
    const call = async (name, args) => {
        const result = await client.callTool({ name, arguments: args });
        assert.equal(result.isError, false, result.content[0].text);
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
        return result.structuredContent;
    };

    await client.ping();
    const { tools } = await client.listTools();
    assert.deepEqual(tools.slice(0, 2).map((tool) => tool.name), ["ask", "list_sources"]);
    assert.equal((await call("table_get_map", { path: PATH })).row_count, 5000);
    assert.equal((await call("table_describe", { path: PATH })).row_count, 5000);
    assert.equal((await call("table_stats", { path: PATH, columns: ["units"] })).columns[0].name, "units");
    const rows = await call("table_read_rows", { path: PATH, row_start: 1, row_count: 2 });
    assert.equal(rows.rows.length, 2);
    assert.deepEqual((await call("table_query", COUNT.arguments)).rows, [[5000]]);
    const wrong = { path: PATH, query: "SELECT nope FROM data" };
    const failed = failure(await client.callTool({ name: "table_query", arguments: wrong }));
    assert.deepEqual([failed.code, failed.column], ["VALIDATION_FAILED", 8]);
    await assert.rejects(client.callTool({ name: "nothing", arguments: {} }), { code: -32602 });

    const { prompts } = await client.listPrompts();
    assert.equal(prompts.length, 3);
    const heard = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, (n) => heard.push(n.params.data.tool));
    await client.setLoggingLevel("info");
    await call("table_get_map", { path: PATH });
    assert.deepEqual(heard, ["table_get_map"]);

    const { sessionId } = transport;
    await transport.terminateSession();
    await close();
    const headers = { "Mcp-Session-Id": sessionId };
    assert.equal((await send(port, { headers, body: rpc(1, "ping") })).status, 404);
});

test("every tool over bases answers over HTTP", async (t) => {
    const { port, home, run } = await serve(t);
    const files = { "guide.md": GUIDE, "orders.json": ORDERS };
    for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(home, name), text);
    run("add", "shop", "examples/sales.csv", ...Object.keys(files).map((name) => path.join(home, name)));
    const { client, close } = await connect(port);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), NAMES);
    // The server indexes what was added beside it; a search says when it has.
    const search = { name: "semantic_query", arguments: { query: "rotate the signing key", base: "shop" } };
    for (;;) {
        const { structuredContent } = await client.callTool(search);
        if (structuredContent.evidences.length) break;
    }
    await everyTool(client);
    await close();
});

test("an abandoned call of the official client stops", async (t) => {
    const { port } = await serve(t);
    const { client, close } = await connect(port);
    for (let i = 0; i < 6; i++) {
        const controller = new AbortController();
        const running = client.callTool({ name: "table_query", arguments: { path: PATH, query: ENDLESS } }, undefined, {
            signal: controller.signal,
        });
        await client.ping();
        controller.abort("enough");
        await assert.rejects(running, /enough/);
    }
    // More were cancelled than the server has threads.
    const counted = await client.callTool(COUNT);
    assert.equal(counted.isError, false, counted.content[0].text);
    assert.deepEqual(counted.structuredContent.rows, [[5000]]);
    await close();
});

// ---- with a session ----

for (const version of VERSIONS) {
    test(`messages of a session of ${version} fit its schema`, async (t) => {
        const { port } = await serve(t);
        const headers = await open(port, version);
        const check = checker(version);
        const ask = async (type, method, params) => {
            const { status, json, events } = await send(port, { headers, body: rpc(method, method, params) });
            assert.equal(status, 200);
            for (const aside of events.slice(0, -1)) check("LoggingMessageNotification", aside);
            const answer = json ?? events.at(-1);
            check("JSONRPCMessage", answer);
            check(type, answer.result);
            return answer.result;
        };

        await ask("EmptyResult", "ping");
        await ask("EmptyResult", "logging/setLevel", { level: "debug" });
        for (const tool of (await ask("ListToolsResult", "tools/list")).tools) check("Tool", tool);
        await ask("CallToolResult", "tools/call", COUNT);
        await ask("ListPromptsResult", "prompts/list");
        await ask("ListResourcesResult", "resources/list");
        await ask("ListResourceTemplatesResult", "resources/templates/list");
    });
}

test("a session is needed, and only its own name opens it", async (t) => {
    const { port } = await serve(t);
    const headers = await open(port);
    const status = async (more, body = rpc(1, "ping")) => (await send(port, { headers: more, body })).status;

    assert.equal(await status(headers), 200);
    assert.equal(await status({}), 400);
    assert.equal(await status({ "Mcp-Session-Id": "" }), 400);
    assert.equal(await status({ "Mcp-Session-Id": `${headers["Mcp-Session-Id"]}0` }), 404);
    assert.equal(await status({ ...headers, "MCP-Protocol-Version": "1999-01-01" }), 400);
    assert.equal(await status(headers, rpc(2, "initialize", { protocolVersion: VERSIONS[0], capabilities: {}, clientInfo: {} })), 200);
    const again = await send(port, { headers, body: rpc(2, "initialize", { protocolVersion: VERSIONS[0], capabilities: {}, clientInfo: {} }) });
    assert.equal(again.json.error.code, -32009);

    const other = await open(port);
    assert.notEqual(other["Mcp-Session-Id"], headers["Mcp-Session-Id"]);
    assert.equal((await send(port, { method: "DELETE", headers })).status, 204);
    assert.equal((await send(port, { method: "DELETE", headers })).status, 404);
    assert.equal(await status(headers), 404);
    assert.equal(await status(other), 200);
    // What is no initialize leaves no session behind.
    const failed = await send(port, { body: rpc(1, "initialize", {}) });
    assert.equal(failed.json.error.code, -32602);
    assert.equal(await status({ "Mcp-Session-Id": failed.headers["mcp-session-id"] ?? "x" }), 404);
});

test("a session has one stream, which ends with it", async (t) => {
    const { port } = await serve(t);
    const headers = await open(port);
    const listen = (more = {}, onHead = undefined) => send(port, { method: "GET", headers: { ...headers, ...more }, onHead });

    assert.equal((await listen({ Accept: "application/json" })).status, 406);
    assert.equal((await listen({ "Mcp-Session-Id": undefined })).status, 400);
    assert.equal((await listen({ "Mcp-Session-Id": "x" })).status, 404);
    let first;
    await new Promise((heard) => (first = listen({}, heard)));
    const second = listen();
    assert.deepEqual((await first).events, []); // ended by the second
    await send(port, { method: "DELETE", headers });
    const { status, headers: got } = await second;
    assert.equal(status, 200);
    assert.equal(got["content-type"], "text/event-stream");
});

// Each comes on a connection of its own, and what takes long waits for a thread.
test("a call that comes after its cancel is not carried out", async (t) => {
    const { port } = await serve(t);
    const headers = await open(port);
    const body = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    assert.equal((await send(port, { headers, body })).status, 202);
    const none = await send(port, { headers, body: rpc(7, "tools/call", { name: "table_query", arguments: { path: PATH, query: ENDLESS } }) });
    assert.equal(none.status, 200);
    // No answer, and nothing from which a client would wait for one.
    assert.deepEqual([none.json, none.events, none.ids], [undefined, [], []]);
    const { json } = await send(port, { headers, body: rpc(8, "tools/call", COUNT) });
    assert.deepEqual(json.result.structuredContent.rows, [[5000]]);
});

test("the end of a session stops what it asked for", async (t) => {
    const { port } = await serve(t);
    const headers = await open(port);
    const running = [];
    for (let id = 1; id <= 3; id++) {
        running.push(send(port, { headers, body: rpc(id, "tools/call", { name: "table_query", arguments: { path: PATH, query: ENDLESS } }) }));
    }
    await send(port, { headers, body: rpc(9, "ping") });
    await send(port, { method: "DELETE", headers });
    for (const { events } of await Promise.all(running)) assert.deepEqual(events, []);
});

// A base with a file that is read when it is asked for, which takes a while and
// gets an error: what `add` made of it goes.
function addLarge({ home, run }) {
    const file = path.join(home, "large.csv");
    fs.writeFileSync(file, `a,b\n${"12345,some text\n".repeat(300_000)}`);
    run("add", "large", file);
    for (const id of fs.readdirSync(path.join(home, "bases"))) {
        const tables = path.join(home, "bases", id, "tables");
        for (const name of fs.readdirSync(tables)) fs.rmSync(path.join(tables, name));
    }
}

const LARGE = { name: "table_get_map", arguments: { path: "large/large.csv" } };
const withProgress = (id) => rpc(id, "tools/call", { ...LARGE, _meta: { progressToken: "p" } });

test("progress comes as events before the answer", async (t) => {
    const server = await serve(t);
    addLarge(server);
    const { port } = server;
    const headers = await open(port);
    const { events, headers: got } = await send(port, { headers, body: withProgress(1) });
    assert.equal(got["content-type"], "text/event-stream");
    assert.ok(events.length > 1);
    assert.equal(events.at(-1).result.structuredContent.row_count, 300_000);
    let last = -1;
    for (const { method, params } of events.slice(0, -1)) {
        assert.equal(method, "notifications/progress");
        assert.equal(params.progressToken, "p");
        assert.ok(params.progress > last);
        // A long wait is reported, without a total.
        assert.ok(params.progress <= params.total || /^at work for \d+ s$/.test(params.message), JSON.stringify(params));
        last = params.progress;
    }
});

for (const version of VERSIONS) {
    test(`a stream that was lost is taken up where it was, in ${version}`, async (t) => {
        const server = await serve(t);
        addLarge(server);
        const { port } = server;
        const headers = await open(port, version);
        const controller = new AbortController();
        let seen;
        let last;
        const lost = send(port, {
            headers,
            body: withProgress(1),
            signal: controller.signal,
            onEvent: (event, id) => {
                seen ??= event.params.progress;
                last ??= id;
                controller.abort();
            },
        });
        await assert.rejects(lost);
        assert.match(last, /^1-\d+$/);
        const resume = (id, more) => send(port, { method: "GET", headers: { ...headers, "Last-Event-ID": id, ...more } });
        const first = await resume(last);
        assert.equal(first.status, 200);
        assert.equal(first.events.at(-1).result.structuredContent.row_count, 300_000);
        assert.ok(first.events.slice(0, -1).every(({ params }) => params.progress > seen));
        // Once more, and from the middle: kept, in order, and ended.
        const again = await resume(last);
        assert.deepEqual(again.events, first.events);
        assert.deepEqual(again.ids, first.ids);
        const rest = await resume(first.ids.at(-2) ?? last);
        assert.deepEqual(rest.events, first.events.slice(-1));
        // What another stream said is never on it.
        const other = await send(port, { headers: { ...headers, Accept: "text/event-stream" }, body: rpc(2, "ping") });
        assert.match(other.ids.at(-1), /^2-\d+$/);
        assert.equal(other.ids.length, version === VERSIONS[0] ? 2 : 1); // it is primed, or not
        assert.deepEqual((await resume(last)).events, first.events);
        for (const id of ["9-1", "1-99999", "1", "-", "x-y", "1-0", "18446744073709551616-1"]) {
            assert.equal((await resume(id)).status, 400, id);
        }
        assert.equal((await resume(last, { "Mcp-Session-Id": "00000000-0000-4000-8000-000000000000" })).status, 404);
    });
}

test("the official client goes on when its connection breaks", async (t) => {
    const server = await serve(t);
    addLarge(server);
    // Between both, and it breaks the first stream after its first event.
    let broken = 0;
    const between = net.createServer((socket) => {
        const upstream = net.connect(server.port, "127.0.0.1");
        socket.pipe(upstream);
        upstream.on("data", (bytes) => {
            socket.write(bytes);
            if (broken || !bytes.includes("notifications/progress")) return;
            broken++;
            socket.destroySoon();
            upstream.destroy();
        });
        upstream.on("end", () => socket.end());
        for (const end of [socket, upstream]) end.on("error", () => {});
    });
    await new Promise((done) => between.listen(0, "127.0.0.1", done));
    t.after(() => between.close());
    const client = new PatientClient();
    const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${between.address().port}/mcp`));
    await client.connect(transport);
    const heard = [];
    const result = await client.callTool(LARGE, undefined, { onprogress: (p) => heard.push(p.progress) });
    assert.equal(broken, 1);
    assert.equal(result.structuredContent.row_count, 300_000);
    assert.deepEqual(heard, [...new Set(heard)].sort((a, b) => a - b));
    await client.close();
});

test("a client that leaves a session's request before it has a stream stops it", async (t) => {
    const { port } = await serve(t);
    const headers = await open(port);
    for (let id = 0; id < 6; id++) {
        const controller = new AbortController();
        const body = rpc(id, "tools/call", { name: "table_query", arguments: { path: PATH, query: ENDLESS } });
        const running = send(port, { headers, body, signal: controller.signal });
        await send(port, { headers, body: rpc(`p${id}`, "ping") });
        controller.abort();
        await assert.rejects(running);
    }
    const { json } = await send(port, { headers, body: rpc(9, "tools/call", COUNT) });
    assert.deepEqual(json.result.structuredContent.rows, [[5000]]);
});

// ---- without one ----

test("requests without a session are answered, and fit the schema", async (t) => {
    const { port } = await serve(t);
    const check = checker(STATELESS);
    const ask = async (type, method, params, options) => {
        const { status, json, events, headers } = await stateless(port, method, method, params, options);
        assert.equal(status, 200, JSON.stringify(json));
        assert.equal(headers["mcp-session-id"], undefined);
        for (const aside of events.slice(0, -1)) check("LoggingMessageNotification", aside);
        const answer = json ?? events.at(-1);
        check(type, answer.result);
        assert.equal(answer.result.resultType, "complete");
        return { result: answer.result, asides: events.slice(0, -1) };
    };

    await ask("DiscoverResult", "server/discover");
    const { result } = await ask("ListToolsResult", "tools/list");
    for (const tool of result.tools) check("Tool", tool);
    assert.ok(result.ttlMs > 0);
    assert.equal(result.cacheScope, "public");
    await ask("ListPromptsResult", "prompts/list");
    await ask("ListResourcesResult", "resources/list");
    const quiet = await ask("CallToolResult", "tools/call", COUNT);
    assert.deepEqual(quiet.asides, []);
    assert.deepEqual(quiet.result.structuredContent.rows, [[5000]]);
    const meta = { "io.modelcontextprotocol/logLevel": "info" };
    const heard = await ask("CallToolResult", "tools/call", COUNT, { meta });
    assert.deepEqual(heard.asides.map((a) => a.params.data.tool), ["table_query"]);
});

test("headers must say what the body says", async (t) => {
    const { port } = await serve(t);
    const check = checker(STATELESS);
    const refused = async (code, type, options, method = "tools/call", params = COUNT) => {
        const { status, json } = await stateless(port, 7, method, params, options);
        assert.equal(status, 400, JSON.stringify(json));
        assert.equal(json.error.code, code, JSON.stringify(json));
        assert.equal(json.id, 7);
        check(type, json);
    };
    const header = (headers) => refused(-32020, "HeaderMismatchError", { headers });

    await header({ "MCP-Protocol-Version": undefined });
    await header({ "MCP-Protocol-Version": "2025-11-25" });
    await header({ "Mcp-Method": undefined });
    await header({ "Mcp-Method": "tools/list" });
    await header({ "Mcp-Method": "TOOLS/CALL" });
    await header({ "Mcp-Name": undefined });
    await header({ "Mcp-Name": "table_export" });
    await header({ "Mcp-Name": "=?base64?!!!?=" });
    await header({ "Mcp-Name": "=?base64?dGFibGVfcXVlcnk?=" });
    const name = `=?base64?${Buffer.from("table_query").toString("base64")}?=`;
    assert.equal((await stateless(port, 1, "tools/call", COUNT, { headers: { "Mcp-Name": name } })).status, 200);
    const other = "2099-01-01";
    await refused(-32022, "UnsupportedProtocolVersionError", {
        headers: { "MCP-Protocol-Version": other },
        meta: { "io.modelcontextprotocol/protocolVersion": other },
    });
    const meta = { "io.modelcontextprotocol/clientCapabilities": undefined };
    await refused(-32602, "JSONRPCErrorResponse", { meta });
    await refused(-32602, "JSONRPCErrorResponse", { meta: { "io.modelcontextprotocol/protocolVersion": undefined } });
    await refused(-32602, "JSONRPCErrorResponse", { meta: { "io.modelcontextprotocol/logLevel": "loud" } });
    await refused(-32602, "JSONRPCErrorResponse", {}, "resources/read", { uri: "quarry://nobody/nothing" });

    for (const method of ["initialize", "ping", "logging/setLevel", "resources/subscribe", "no/such"]) {
        const { status, json } = await stateless(port, 8, method);
        assert.deepEqual([status, json.error.code], [404, -32601], method);
    }
    const headers = { "MCP-Protocol-Version": STATELESS, "Mcp-Method": "notifications/cancelled" };
    const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    assert.equal((await send(port, { headers, body: notification })).status, 202);
    for (const method of ["GET", "DELETE", "PUT"]) {
        const { status, headers: got } = await send(port, { method, headers });
        assert.deepEqual([status, got.allow], [405, "POST"]);
    }
});

test("a client that disconnects stops the request", async (t) => {
    const { port } = await serve(t);
    for (let round = 0; round < 2; round++) {
        const controller = new AbortController();
        const running = [];
        for (let id = 0; id < 4; id++) {
            const params = { name: "table_query", arguments: { path: PATH, query: ENDLESS } };
            running.push(stateless(port, id, "tools/call", params, { signal: controller.signal }));
        }
        setImmediate(() => controller.abort());
        for (const result of await Promise.allSettled(running)) assert.equal(result.status, "rejected");
    }
    const { json } = await stateless(port, 1, "tools/call", COUNT);
    assert.deepEqual(json.result.structuredContent.rows, [[5000]]);
});

test("a large answer is whole, as JSON and as an event", async (t) => {
    const { port } = await serve(t);
    const args = { path: PATH, query: "SELECT repeat('x', 1000000) || i AS s FROM range(2) r(i)" };
    for (const Accept of [BOTH, "text/event-stream", "application/json"]) {
        const { json, events } = await stateless(port, 1, "tools/call", { name: "table_query", arguments: args }, { headers: { Accept } });
        const answer = json ?? events.at(-1);
        assert.equal(answer.result.isError, false, answer.result.content[0].text);
        assert.deepEqual(answer.result.structuredContent.rows.map(([s]) => s.length), [1000001, 1000001]);
    }
});

// ---- what is no message of the protocol ----

test("garbage is refused in the protocol's form", async (t) => {
    const { port } = await serve(t);
    const refused = async (status, code, options) => {
        const got = await send(port, options);
        assert.equal(got.status, status, JSON.stringify(got.json));
        assert.equal(got.json.error.code, code);
        assert.equal(got.json.jsonrpc, "2.0");
        return got;
    };

    for (const body of ["", "no json", '{"jsonrpc":', "\u0000", "[".repeat(100_000)]) {
        await refused(400, -32700, { body });
    }
    for (const body of ["null", "[]", "{}", '{"jsonrpc":"1.0","id":1,"method":"ping"}', JSON.stringify([rpc(1, "ping")])]) {
        await refused(400, -32600, { body });
    }
    const body = rpc(1, "ping");
    await refused(415, -32600, { body, headers: { "Content-Type": "text/plain" } });
    await refused(406, -32600, { body, headers: { Accept: "text/html" } });
    await refused(413, -32008, { body: JSON.stringify(rpc(1, "ping", { pad: "x".repeat(1 << 20) })) });
    await refused(403, -32013, { body, headers: { Host: "evil.example.com" } });
    await refused(403, -32013, { body, headers: { Origin: "http://evil.example.com" } });
    await refused(404, -32002, { body, target: "/mcp/nothing" });
    const put = await refused(405, -32600, { method: "PUT", body });
    assert.equal(put.headers.allow, "GET, POST, DELETE");
    assert.equal(put.headers["x-content-type-options"], "nosniff");
});
