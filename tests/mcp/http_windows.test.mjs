// What a server over HTTP keeps from call to call, and for whom.
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import test from "node:test";
import { serve } from "../http/server.mjs";
import { PatientClient } from "./server.mjs";

async function connect(t, port) {
    const client = new PatientClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
    t.after(() => client.close());
    await client.listTools();
    return (name, args) => client.callTool({ name, arguments: args });
}

test("a window is paged on in its session alone", async (t) => {
    const { port } = await serve(t);
    const list = Array.from({ length: 30000 }, (_, i) => i);
    const [one, other] = [await connect(t, port), await connect(t, port)];
    await one("create_data", { base: "sales", pointer: "/list", value: list });
    const args = { base: "sales", pointer: "/list" };
    const first = (await one("get_context_data", args)).structuredContent;
    const more = { ...args, next: first.window.next };
    assert.equal((await other("get_context_data", more)).isError, true);
    const second = (await one("get_context_data", more)).structuredContent;
    assert.deepEqual([...first.value, ...second.value], list);
    assert.equal(second.window.next, null);
});

test("reads are counted for each session by itself", async (t) => {
    const { port } = await serve(t);
    const [one, other] = [await connect(t, port), await connect(t, port)];
    const args = { path: "sales/sales.csv", row_start: 1, row_count: 1 };
    const hint = async (call) => (await call("table_read_rows", args)).structuredContent.hint;
    assert.deepEqual([await hint(one), await hint(one), await hint(other)], [undefined, undefined, undefined]);
    assert.match(await hint(one), /3 times/);
});
