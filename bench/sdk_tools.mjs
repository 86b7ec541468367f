// sdk_tools.mjs ANSWERS.json [http] - the peer of `quarry mcp` and of /mcp: a
// server on the official TypeScript SDK whose tools have the schemas of ours and
// answer, out of memory, what ours answer. It reads no file and runs no query, so
// what is measured of it is the protocol alone.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { z } from "zod";

const answers = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const cell = z.any();

function makeServer() {
    const server = new McpServer({ name: "peer", version: "1" });
    server.registerTool(
        "table_get_map",
        { description: "map", inputSchema: { path: z.string().min(1) }, outputSchema: { row_count: z.number(), columns: z.array(z.object({ name: z.string() })) } },
        async () => reply(answers.table_get_map),
    );
    server.registerTool(
        "table_read_rows",
        {
            description: "rows",
            inputSchema: { path: z.string().min(1), row_start: z.number().int().min(1), row_count: z.number().int().min(1) },
            outputSchema: {
                columns: z.array(z.string()),
                column_types: z.array(z.string()),
                rows: z.array(z.array(cell)),
                row_start: z.number(),
                row_count: z.number(),
                total_rows: z.number(),
                has_more: z.boolean(),
            },
        },
        async () => reply(answers.table_read_rows),
    );
    server.registerTool("test_table_rows", { description: "rows", inputSchema: {}, outputSchema: { columns: z.array(z.string()), rows: z.array(z.array(cell)) } }, async () =>
        reply(answers.test_table_rows),
    );
    server.registerTool("test_simple_text", { description: "text", inputSchema: {} }, async () => ({
        content: [{ type: "text", text: "This is a simple text response for testing." }],
        isError: false,
    }));
    return server;
}

const reply = (answer) => ({
    content: [{ type: "text", text: JSON.stringify(answer) }],
    structuredContent: answer,
});

const sessions = new Map();

async function onRequest(request, response) {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport) {
        transport = new StreamableHTTPServerTransport({
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (id) => sessions.set(id, transport),
        });
        await makeServer().connect(transport);
    }
    await transport.handleRequest(request, response, request.body);
}

if (process.argv[3] === "http") {
    // As the SDK's own examples are set up, with its check of the Host.
    const app = createMcpExpressApp();
    app.post("/mcp", onRequest);
    const server = app.listen(0, "127.0.0.1", () => console.log(`listening on ${server.address().port}`));
} else {
    await makeServer().connect(new StdioServerTransport());
    process.stdin.on("end", () => process.exit(0));
}
