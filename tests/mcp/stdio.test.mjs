// What stands on the wire, without a client library in between: order,
// malformed messages, and every way that a session can end.
import assert from "node:assert/strict";
import test from "node:test";
import { failure, Workspace, VERSIONS, Wire } from "./server.mjs";

const open = (t) => new Wire(t, new Workspace(t));
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

for (const version of VERSIONS) {
    test(`initialize agrees on ${version}`, async (t) => {
        const { result } = await open(t).initialize(version);
        assert.equal(result.protocolVersion, version);
        assert.equal(result.serverInfo.name, "quarry");
        assert.deepEqual(result.capabilities, {
            completions: {},
            logging: {},
            prompts: { listChanged: false },
            resources: { subscribe: false, listChanged: false },
            tools: { listChanged: false },
        });
    });
}

test("an unknown revision is answered with the newest", async (t) => {
    const { result } = await open(t).initialize("2099-01-01");
    assert.equal(result.protocolVersion, VERSIONS[0]);
});

test("before initialize only a ping is answered", async (t) => {
    const wire = open(t);
    wire.request(1, "tools/list");
    assert.equal((await wire.next()).error.code, -32600);
    wire.call(2, "table_get_map", { path: "sales.csv" });
    assert.equal((await wire.next()).error.code, -32600);
    wire.request(3, "ping");
    assert.deepEqual(await wire.next(), { jsonrpc: "2.0", id: 3, result: {} });
    assert.ok((await wire.initialize()).result);
});

test("initialize is done once", async (t) => {
    const wire = open(t);
    await wire.initialize();
    const again = await wire.initialize("2025-06-18");
    assert.equal(again.error.code, -32009);
    wire.request(4, "tools/list");
    assert.equal((await wire.next()).result.tools.length, 8);
});

test("garbage is refused and the session goes on", async (t) => {
    const wire = open(t);
    await wire.initialize();
    const cases = [
        ["not json at all", -32700],
        ['{"jsonrpc":"2.0","id":1,"method"', -32700],
        ["\u0000\u0001\u0002", -32700],
        ["[]", -32600],
        ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
        ["null", -32600],
        ["{}", -32600],
        ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
        ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
        ["[".repeat(100_000), -32700],
    ];
    for (const [line, code] of cases) {
        wire.send(line);
        assert.equal((await wire.next()).error.code, code, line.slice(0, 60));
    }
    wire.child.stdin.write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]));
    assert.equal((await wire.next()).error.code, -32700);
    wire.request("p", "ping");
    assert.equal((await wire.next()).id, "p");
});

test("a line may be long, but not endless", async (t) => {
    const wire = open(t);
    await wire.initialize();
    const pad = "x".repeat(MAX_MESSAGE_BYTES - 100);
    wire.request(1, "ping", { pad });
    assert.deepEqual((await wire.next()).result, {});
    wire.request(2, "ping", { pad: pad + pad });
    const refused = await wire.next();
    assert.equal(refused.error.code, -32600);
    assert.match(refused.error.message, /at most 16777216 bytes/);
    wire.request(3, "ping");
    assert.equal((await wire.next()).id, 3);
});

test("lines that come in pieces and together are whole", async (t) => {
    const wire = open(t);
    await wire.initialize();
    const ping = (id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    for (const byte of `${ping(1)}\r\n`) wire.child.stdin.write(byte);
    assert.equal((await wire.next()).id, 1);
    wire.send(`${ping(2)}\n\n  \n${ping(3)}`);
    assert.equal((await wire.next()).id, 2);
    assert.equal((await wire.next()).id, 3);
});

test("notifications and answers get no reply", async (t) => {
    const wire = open(t);
    await wire.initialize();
    wire.send({ jsonrpc: "2.0", method: "notifications/whatever" });
    wire.send({ jsonrpc: "2.0", method: "notifications/cancelled" });
    wire.send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 99 },
    });
    wire.send({ jsonrpc: "2.0", id: 5, result: {} });
    wire.request(6, "ping");
    assert.equal((await wire.next()).id, 6);
});

test("an unknown method and an unknown tool are protocol errors", async (t) => {
    const wire = open(t);
    await wire.initialize();
    wire.request(1, "resources/subscribe", { uri: "quarry:///sales.csv" });
    assert.equal((await wire.next()).error.code, -32601);
    wire.call(2, "table_drop", {});
    const { error } = await wire.next();
    assert.equal(error.code, -32602);
    assert.match(error.message, /'table_drop'/);
    wire.request(3, "tools/call", { arguments: {} });
    assert.equal((await wire.next()).error.code, -32602);
});

test("identifiers come back as they were sent", async (t) => {
    const wire = open(t);
    for (const id of [0, -1, "", "é\u0000\n", "12345678901234567890"]) {
        wire.request(id, "ping");
        assert.equal((await wire.next()).id, id);
    }
    wire.send('{"jsonrpc":"2.0","id":123456789012345678901,"method":"ping"}');
    const { value } = await wire.lines.next();
    assert.match(value, /"id":123456789012345678901,/);
});

test("bad arguments are a result, so that a model can mend them", async (t) => {
    const wire = open(t);
    await wire.initialize();
    const cases = [
        ["table_get_map", {}, /'path' is missing/],
        ["table_get_map", { path: 7 }, /'path' must be a string/],
        ["table_get_map", { path: "" }, /'path' must not be empty/],
        ["table_get_map", { path: "a\u0000b" }, /U\+0000/],
        ["table_get_map", { path: "x".repeat(5000) }, /at most 4096/],
        ["table_get_map", { path: "sales.csv", file: 1 }, /'file' is not a/],
        ["table_stats", { path: "sales.csv", columns: [1] }, /item 1 must/],
        [
            "table_read_rows",
            { path: "sales.csv", row_start: 0, row_count: 1 },
            /at least 1/,
        ],
        [
            "table_query",
            { path: "sales.csv", query: "SELECT 1", window_rows: 1.5 },
            /whole number/,
        ],
        [
            "table_export",
            { path: "sales.csv", target_path: "o", format: "ods" },
            /'csv', 'xlsx'/,
        ],
    ];
    for (const [name, args, message] of cases) {
        wire.call(1, name, args);
        const error = failure((await wire.next()).result);
        assert.equal(error.code, "VALIDATION_FAILED");
        assert.match(error.message, message);
    }
});

test("the end of input ends with status 0, calls answered", async (t) => {
    const wire = open(t);
    await wire.initialize();
    for (let id = 1; id <= 20; id++) wire.call(id, "table_get_map", {});
    const { messages, status } = await wire.end();
    assert.equal(status, 0);
    assert.deepEqual(
        messages.map((m) => m.id).sort((a, b) => a - b),
        Array.from({ length: 20 }, (_, i) => i + 1),
    );
});

test("the end of input ends a session that never began", async (t) => {
    const { messages, status } = await open(t).end();
    assert.deepEqual(messages, []);
    assert.equal(status, 0);
});

test("a last line needs no end", async (t) => {
    const wire = open(t);
    wire.child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    const { messages, status } = await wire.end();
    assert.equal(messages[0].id, 1);
    assert.equal(status, 0);
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    test(`${signal} ends with status 0`, async (t) => {
        const wire = open(t);
        await wire.initialize();
        wire.child.kill(signal);
        assert.deepEqual(await wire.exited, [0, null]);
    });
}

test("a client that closes its end of the output ends the server", async (t) => {
    const wire = open(t);
    await wire.initialize();
    wire.child.stdout.destroy();
    wire.request(1, "tools/list");
    wire.request(2, "tools/list");
    assert.deepEqual(await wire.exited, [0, null]);
});
