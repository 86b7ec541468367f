// shop.mjs - a base with a table, JSON and a page, and every tool that is offered
// over bases called once, by whatever transport the client has.
import assert from "node:assert/strict";
import { call, failure } from "./server.mjs";

export const NAMES = [
    "ask",
    "list_sources",
    "semantic_query",
    "fetch_evidence",
    "query_data",
    "get_context_data",
    "get_data_schema",
    "create_data",
    "update_data",
    "delete_data",
    "table_get_map",
    "table_describe",
    "table_stats",
    "table_read_rows",
    "table_query",
    "table_export",
];

export const GUIDE = `# Keys

## Rotating

Rotate the signing key every ninety days with the command \`keys rotate\`.
`;

export const ORDERS = '{"orders":[{"who":"Ana","total":99.90},{"who":"Bo","total":120}]}';

export async function ok(client, name, args) {
    const result = await call(client, name, args);
    assert.equal(result.isError, false, result.content[0].text);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
    return result.structuredContent;
}

export const fails = async (client, name, args) => failure(await call(client, name, args));

// Each tool once, with an answer that is right.
export async function everyTool(client) {
    const used = new Set();
    const ask = (name, args) => {
        used.add(name);
        return ok(client, name, args);
    };
    const { sources, bases } = await ask("list_sources", { base: "shop" });
    assert.deepEqual(bases, ["shop"]);
    assert.deepEqual(
        sources.map((s) => [s.name, s.kind]),
        [
            ["guide.md", "file"],
            ["orders.json", "data"],
            ["sales.csv", "table"],
        ],
    );
    const answer = await ask("ask", { query: "How many orders were cancelled?", sources: [sources[2].path] });
    assert.deepEqual(answer.results.rows, [[625]]);

    const found = await ask("semantic_query", { base: "shop", query: "rotate the signing key" });
    const { uri } = found.evidences[0].pointer;
    const { items } = await ask("fetch_evidence", { pointers: [uri] });
    assert.match(items[0].text, /ninety days/);
    await everyTree(client, ask);
    await everyTable(ask);
    assert.deepEqual([...used].sort(), [...NAMES].sort());
}

async function everyTree(client, ask) {
    const pointer = "/orders.json/orders";
    const schema = await ask("get_data_schema", { base: "shop", pointer });
    assert.ok(schema.paths.some((p) => p.path === "/*/total"));
    const sum = await ask("query_data", { base: "shop", pointer, expression: "sum([*].total)" });
    assert.equal(sum.value, 219.9);
    const one = await ask("get_context_data", { base: "shop", pointer: `${pointer}/0/who` });
    assert.equal(one.value, "Ana");
    await ask("update_data", { base: "shop", pointer: `${pointer}/0/who`, value: "Eva", if_version: one.version });
    const again = await fails(client, "update_data", { base: "shop", pointer: `${pointer}/0/who`, value: "Ida", if_version: one.version });
    assert.equal(again.code, "CONFLICT");
    const made = await ask("create_data", { base: "shop", pointer: `${pointer}/-`, value: { who: "Cy", total: 1 } });
    assert.match(made.pointer, /\/orders\/2$/);
    await ask("delete_data", { base: "shop", pointer: `${pointer}/2`, if_version: made.version });
    const rest = await ask("query_data", { base: "shop", pointer, expression: "[*].who" });
    assert.deepEqual(rest.value, ["Eva", "Bo"]);
}

async function everyTable(ask) {
    const file = "shop/sales.csv";
    assert.equal((await ask("table_get_map", { path: file })).row_count, 5000);
    assert.equal((await ask("table_describe", { path: file })).row_count, 5000);
    assert.equal((await ask("table_stats", { path: file, columns: ["units"] })).columns[0].name, "units");
    assert.equal((await ask("table_read_rows", { path: file, row_start: 1, row_count: 2 })).rows.length, 2);
    const query = "SELECT count(*) AS n FROM data";
    assert.deepEqual((await ask("table_query", { path: file, query })).rows, [[5000]]);
    const written = await ask("table_export", { path: file, target_path: "count.csv", format: "csv", query });
    assert.equal(written.row_count, 1);
}
