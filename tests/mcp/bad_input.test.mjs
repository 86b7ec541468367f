// Every tool with arguments that are wrong in every way that its own schema
// knows, and with strings that have broken other programs: each call has a typed
// error or a proper answer, the server lives on, and its memory stays flat.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Workspace, Wire } from "./server.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const testdata = process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data");
const naughty = path.join(testdata, "security", "naughty-strings.json");

const TYPES = {
    null: null,
    boolean: true,
    number: 1.5,
    integer: 3,
    string: "x",
    array: [],
    object: {},
    nested: [[{}]],
};

// Arguments that work, or nearly: each wrong one is put in their place.
const GOOD = {
    ask: { query: "how many orders are there?" },
    list_sources: {},
    semantic_query: { query: "rotate the key", mode: "keyword" },
    fetch_evidence: { pointers: ["quarry://shop/guide.md"] },
    query_data: { expression: "@" },
    get_context_data: { pointer: "" },
    get_data_schema: { pointer: "" },
    create_data: { pointer: "/made", value: 1, if_version: 0 },
    update_data: { pointer: "/orders.json/n", value: 1, if_version: 0 },
    delete_data: { pointer: "/nothing-here", if_version: 0 },
    table_get_map: { path: "shop/small.csv" },
    table_describe: { path: "shop/small.csv" },
    table_stats: { path: "shop/small.csv" },
    table_read_rows: { path: "shop/small.csv", row_start: 1, row_count: 1 },
    table_query: { path: "shop/small.csv", query: "FROM data" },
    table_export: { path: "shop/small.csv", target_path: "o.csv", format: "csv" },
};

const CODES = new Set([
    "VALIDATION_FAILED",
    "NOT_FOUND",
    "CONFLICT",
    "SANDBOX_VIOLATION",
    "FILE_READ_FAILED",
    "FILE_WRITE_FAILED",
    "LIMIT",
    "TIMEOUT",
]);

function shop(t) {
    const workspace = new Workspace(t);
    workspace.write("small.csv", "id,city\n1,Lima\n2,Rome\n");
    workspace.write("guide.md", "# Keys\n\nRotate the key.\n");
    workspace.write("orders.json", '{"n":1,"list":[1,2,3]}');
    workspace.run("add", "shop", "small.csv", "guide.md", "orders.json");
    workspace.served = ["--base", "shop"];
    // AddressSanitizer keeps what was freed, 256 MiB of it, which looks as if
    // memory grew; with this little of it, what grows is ours.
    const { ASAN_OPTIONS: options = "" } = process.env;
    workspace.variables = { ASAN_OPTIONS: `${options}:quarantine_size_mb=4` };
    return workspace;
}

// A server that answers one call after another.
class Caller {
    constructor(t, workspace) {
        this.wire = new Wire(t, workspace);
        this.id = 0;
        this.home = workspace.top;
    }

    async start() {
        await this.wire.initialize();
        this.wire.request("list", "tools/list");
        const { result } = await this.wire.next();
        return result.tools;
    }

    async call(name, args) {
        this.id += 1;
        this.wire.call(this.id, name, args);
        const message = await this.wire.next();
        const shown = `${name} ${JSON.stringify(args).slice(0, 300)}`;
        assert.ok(message, `the server ended: ${shown}`);
        assert.equal(message.id, this.id, shown);
        if (message.error) return { code: "PROTOCOL", message: message.error.message };
        const [{ text }] = message.result.content;
        if (!message.result.isError) return { code: "OK" };
        const { error } = JSON.parse(text);
        assert.ok(CODES.has(error.code), `${shown}: ${text}`);
        assert.ok(error.message.length > 0 && !error.message.includes(this.home), text);
        return error;
    }

    get residentBytes() {
        const status = fs.readFileSync(`/proc/${this.wire.child.pid}/status`, "utf8");
        return Number(status.match(/VmRSS:\s+(\d+)/)[1]) * 1024;
    }
}

const fits = (schema, value) => {
    if (!schema.type) return true;
    if (Array.isArray(schema.type)) return schema.type.some((type) => fits({ type }, value));
    if (schema.type === "array") return Array.isArray(value);
    if (schema.type === "object") return value !== null && typeof value === "object" && !Array.isArray(value);
    if (schema.type === "integer") return Number.isInteger(value);
    return typeof value === schema.type;
};

// What does not fit the schema of one argument.
function* wrong(schema) {
    for (const value of Object.values(TYPES)) if (!fits(schema, value)) yield value;
    if (schema.minimum !== undefined) yield schema.minimum - 1;
    if (schema.maximum !== undefined) {
        yield schema.maximum * 2 + 1;
        yield 1e300;
    }
    if (schema.minLength) yield "";
    if (schema.maxLength) yield "x".repeat(schema.maxLength + 1);
    if (schema.enum) yield "none of them";
    if (schema.type === "string") yield "a\0b";
    if (schema.maxItems) yield Array(schema.maxItems + 1).fill("x");
    if (schema.minItems) yield [];
    if (schema.items) for (const value of wrong(schema.items)) yield [value];
    if (schema.properties) {
        yield { no_such: 1 };
        for (const [key, inner] of Object.entries(schema.properties)) {
            for (const value of wrong(inner)) yield { [key]: value };
        }
    }
}

test("arguments outside the schema are refused, each with its name", async (t) => {
    const caller = new Caller(t, shop(t));
    let calls = 0;
    for (const { name, inputSchema } of await caller.start()) {
        const good = GOOD[name];
        assert.ok(good, name);
        for (const [key, schema] of Object.entries(inputSchema.properties)) {
            for (const value of wrong(schema)) {
                const { code, message } = await caller.call(name, { ...good, [key]: value });
                assert.equal(code, "VALIDATION_FAILED", `${name}.${key} ${JSON.stringify(value).slice(0, 100)}`);
                assert.match(message, /'/);
                calls += 1;
            }
        }
        for (const key of inputSchema.required ?? []) {
            const { [key]: _, ...rest } = good;
            const { code, message } = await caller.call(name, rest);
            assert.equal(code, "VALIDATION_FAILED");
            assert.equal(message, `'${key}' is missing`);
        }
        assert.equal((await caller.call(name, { ...good, no_such: 1 })).code, "VALIDATION_FAILED");
    }
    t.diagnostic(`${calls} calls`);
    assert.ok(calls > 500);
});

// Every place for a text, with the strings in turn, so that each tool meets all
// of them in one place or another.
function* places(schema, make) {
    for (const [key, inner] of Object.entries(schema.properties)) {
        if (inner.type === "string" && !inner.enum) yield (text) => make({ [key]: text });
        if (inner.type === "array") yield (text) => make({ [key]: [text] });
        if (!inner.type) {
            yield (text) => make({ [key]: text });
            yield (text) => make({ [key]: { [text]: [text] } });
        }
        if (inner.properties) yield* places(inner, (more) => make({ [key]: more }));
    }
}

const skip = !fs.existsSync(naughty);

test("strings that broke others break nothing", { skip }, async (t) => {
    const strings = JSON.parse(fs.readFileSync(naughty, "utf8"));
    const caller = new Caller(t, shop(t));
    const tools = await caller.start();
    let calls = 0;
    let before = 0;
    for (const round of [0, 1]) {
        for (const { name, inputSchema } of tools) {
            const spots = [...places(inputSchema, (more) => ({ ...GOOD[name], ...more }))];
            for (const [i, text] of strings.entries()) {
                if (round === 1 && i % 3) continue; // enough to see memory grow
                const { code } = await caller.call(name, spots[(i + round) % spots.length](text));
                assert.notEqual(code, "PROTOCOL", `${name} ${text}`);
                calls += 1;
            }
        }
        if (round === 0) before = caller.residentBytes;
    }
    const grown = caller.residentBytes - before;
    t.diagnostic(`${calls} calls, ${Math.round(grown / 1024)} KiB more after the second round`);
    assert.ok(grown < 32 * 1024 * 1024, `${grown} bytes more`);
    const { status } = await caller.wire.end();
    assert.equal(status, 0);
});
