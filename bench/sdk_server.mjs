// sdk_server.mjs - the peer of `quarry mcp`: a server on the official
// TypeScript SDK that lists six tools, over stdio. They do nothing; only start
// and tools/list are measured.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server(
    { name: "peer", version: "1" },
    { capabilities: { tools: {} } },
);
const inputSchema = {
    type: "object",
    properties: {
        path: { type: "string", minLength: 1 },
        columns: { type: "array", items: { type: "string" } },
        window_rows: { type: "integer", minimum: 1 },
        window_offset: { type: "integer", minimum: 0 },
    },
    required: ["path"],
    additionalProperties: false,
};
const outputSchema = {
    type: "object",
    properties: {
        columns: { type: "array", items: { type: "string" } },
        column_types: { type: "array", items: { type: "string" } },
        rows: { type: "array", items: { type: "array" } },
        row_count: { type: "integer", minimum: 0 },
        has_more: { type: "boolean" },
    },
    required: ["columns", "column_types", "rows", "row_count", "has_more"],
};
const names = ["get_map", "describe", "stats", "read_rows", "query", "export"];
const tools = names.map((name) => ({
    name: `table_${name}`,
    title: name,
    description: `${name} `.repeat(60),
    inputSchema,
    outputSchema,
}));

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools }));
await server.connect(new StdioServerTransport());
process.stdin.on("end", () => process.exit(0));
