// Every message that a server writes is one that the published schema of its
// revision allows.
import assert from "node:assert/strict";
import test from "node:test";
import { checker, skipWithoutSchemas } from "./checker.mjs";
import { Workspace, VERSIONS, Wire } from "./server.mjs";

skipWithoutSchemas();

const CALLS = [
    ["table_get_map", {}],
    ["table_describe", {}],
    ["table_stats", { columns: ["sales"] }],
    ["table_read_rows", { row_start: 1, row_count: 3 }],
    ["table_query", { query: "SELECT count(*) AS n FROM data" }],
    ["table_query", { query: "SELECT nope FROM data" }, true],
    ["table_export", { target_path: "out.csv", format: "csv" }],
    ["table_export", { target_path: "../out.csv", format: "csv" }, true],
];

const notificationOf = (message) =>
    message.method === "notifications/message" ? "LoggingMessageNotification" : "ProgressNotification";

// What is read beside tools: method, params, type of the result.
const READS = [
    ["resources/list", {}, "ListResourcesResult"],
    ["resources/templates/list", {}, "ListResourceTemplatesResult"],
    ["resources/read", { uri: "quarry:///sales.csv" }, "ReadResourceResult"],
    ["prompts/list", {}, "ListPromptsResult"],
    ["prompts/get", { name: "profile_workbook", arguments: { path: "x" } }, "GetPromptResult"],
    [
        "completion/complete",
        { ref: { type: "ref/prompt", name: "profile_workbook" }, argument: { name: "path", value: "" } },
        "CompleteResult",
    ],
];

for (const version of VERSIONS) {
    test(`what is said in ${version} fits its schema`, async (t) => {
        const check = checker(version);
        const wire = new Wire(t, new Workspace(t));
        const failed =
            version === "2025-06-18" ? "JSONRPCError" : "JSONRPCErrorResponse";
        const next = async (type) => {
            const message = await wire.next();
            check("JSONRPCMessage", message);
            if (message.method) {
                check(notificationOf(message), message);
                return next(type);
            }
            if (message.error) check(failed, message);
            else check(type, message.result);
            return message;
        };

        wire.request(1, "tools/list");
        assert.ok((await next()).error);
        wire.request(2, "initialize", {
            protocolVersion: version,
            capabilities: {},
            clientInfo: { name: "t", version: "1" },
        });
        await next("InitializeResult");
        wire.request("three", "ping");
        await next("EmptyResult");
        wire.request(4, "tools/list");
        const { tools } = (await next("ListToolsResult")).result;
        for (const tool of tools) check("Tool", tool);
        wire.request(5, "no/such");
        assert.ok((await next()).error);
        for (const [method, params, type] of READS) {
            wire.request(method, method, params);
            assert.ok((await next(type)).result, method);
        }
        wire.request(6, "resources/read", { uri: "quarry:///none.csv" });
        assert.equal((await next()).error.code, -32002);
        wire.request(7, "logging/setLevel", { level: "debug" });
        await next("EmptyResult");
        for (const [name, args, fails] of CALLS) {
            const path = "sales.csv";
            wire.call(6, name, { path, ...args }, { progressToken: 7 });
            const { result } = await next("CallToolResult");
            assert.equal(result.isError, fails === true, name);
        }
    });
}

// No session: each request says its revision and what its client can.
test("what is said in 2026-07-28 fits its schema", async (t) => {
    const check = checker("2026-07-28");
    const wire = new Wire(t, new Workspace(t));
    const meta = (version = "2026-07-28") => ({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
    });
    const next = async (type) => {
        const message = await wire.next();
        check("JSONRPCMessage", message);
        if (message.method) {
            check(notificationOf(message), message);
            return next(type);
        }
        check(type, message.error ? message : message.result);
        return message;
    };

    wire.request(1, "server/discover", { _meta: meta() });
    const { supportedVersions } = (await next("DiscoverResult")).result;
    assert.deepEqual(supportedVersions, ["2026-07-28", ...VERSIONS]);
    wire.request(2, "tools/list", { _meta: meta() });
    const { tools } = (await next("ListToolsResult")).result;
    for (const tool of tools) check("Tool", tool);
    wire.request(3, "tools/list", { _meta: meta("2099-01-01") });
    const refused = await next("UnsupportedProtocolVersionError");
    assert.deepEqual(refused.error.data.supported, supportedVersions);
    wire.request(4, "ping", { _meta: meta() });
    assert.equal((await next("JSONRPCErrorResponse")).error.code, -32601);
    wire.request(5, "tools/list", { _meta: {} });
    assert.equal((await next("JSONRPCErrorResponse")).error.code, -32600);
    for (const [method, params, type] of READS) {
        wire.request(method, method, { ...params, _meta: meta() });
        assert.equal((await next(type)).result.resultType, "complete", method);
    }
    wire.request(6, "resources/read", { uri: "quarry:///none.csv", _meta: meta() });
    assert.equal((await next("JSONRPCErrorResponse")).error.data.uri, "quarry:///none.csv");
    for (const [name, args, fails] of CALLS) {
        const given = { path: "sales.csv", ...args };
        wire.call(6, name, given, {
            ...meta(),
            progressToken: 7,
            "io.modelcontextprotocol/logLevel": "debug",
        });
        const { result } = await next("CallToolResult");
        assert.equal(result.isError, fails === true, name);
        assert.equal(result.resultType, "complete");
    }
});

// The older schema has no answer without an identifier; the newer one does,
// and so does the official client, whichever revision was agreed.
test("an answer to garbage fits the newest schema", async (t) => {
    const wire = new Wire(t, new Workspace(t));
    wire.send("garbage");
    const message = await wire.next();
    checker(VERSIONS[0])("JSONRPCErrorResponse", message);
    assert.equal(message.id, undefined);
});
