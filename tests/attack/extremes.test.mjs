// Every function that the gate allows, with the least and the greatest that each of
// its types has: an answer or a refusal each time, the worker lives, and who asks
// next is answered. A sample of them; all of them with QUARRY_NIGHTLY=1.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { root, send, serve } from "../http/server.mjs";

const MIN = "-9223372036854775808";
const MAX = "9223372036854775807";
const TIMES = ["'-infinity'", "'infinity'"];
const VALUES = {
    BIGINT: [MIN, MAX],
    INTEGER: ["-2147483648", "2147483647"],
    SMALLINT: ["-32768", "32767"],
    TINYINT: ["-128", "127"],
    UBIGINT: ["0", "18446744073709551615"],
    UINTEGER: ["0", "4294967295"],
    USMALLINT: ["0", "65535"],
    UTINYINT: ["0", "255"],
    HUGEINT: ["-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"],
    UHUGEINT: ["0", "340282366920938463463374607431768211455"],
    DOUBLE: ["'-Infinity'", "'NaN'"],
    FLOAT: ["'-Infinity'", "'NaN'"],
    DECIMAL: ["0", "99999999999999.999"],
    VARCHAR: ["''", `'${MAX}8'`],
    JSON: ["'null'", `'[${MIN}]'`],
    BLOB: ["''", "'a'"],
    BIT: ["'0'", "'1'"],
    BOOLEAN: ["false", "true"],
    DATE: TIMES,
    TIMESTAMP: TIMES,
    TIMESTAMP_S: TIMES,
    TIMESTAMP_MS: TIMES,
    TIMESTAMP_NS: ["'1970-01-01'", "'2262-04-11 23:47:16.854775806'"],
    "TIMESTAMP WITH TIME ZONE": TIMES,
    TIME: ["'00:00:00'", "'24:00:00'"],
    "TIME WITH TIME ZONE": ["'00:00:00+15:59:59'", "'24:00:00-15:59:59'"],
    INTERVAL: ["'-2147483648 months'", "'9223372036854775807 microseconds'"],
    UUID: ["'00000000-0000-0000-0000-000000000000'", "'ffffffff-ffff-ffff-ffff-ffffffffffff'"],
};

// The least (0) or the greatest (1) of a type; of lists one that is empty and one of extremes.
function extreme(type, which) {
    const name = type.toUpperCase().replace(/\(.*\)/, "");
    if (name.startsWith("LAMBDA")) return "lambda x: x";
    if (name.startsWith("MAP")) return "map {1: 2}";
    if (name.startsWith("STRUCT")) return "{'a': 1}";
    if (name.startsWith("UNION")) return "union_value(a := 1)";
    if (/\[\d*\]$/.test(name)) {
        const of = VALUES[name.replace(/\[\d*\]$/, "")] ? name.replace(/\[\d*\]$/, "") : "BIGINT";
        return which ? `[${VALUES[of].map((v) => `${v}::${of}`).join(", ")}]` : `[]::${of}[]`;
    }
    return VALUES[name] ? `${VALUES[name][which]}::${name}` : `${VALUES.BIGINT[which]}::BIGINT`;
}

// Signatures of what the gate's table allows, as the pinned library has them.
async function signatures(t) {
    const duckdb = createRequire(import.meta.url)(path.join(root, "node_modules/@duckdb/node-bindings-linux-x64/duckdb.node"));
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-extremes-"));
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "functions.json");
    await duckdb.query(
        await duckdb.connect(await duckdb.open(":memory:")),
        `COPY (SELECT DISTINCT function_name AS name, function_type AS kind, parameter_types AS types, parameters AS names, varargs
        FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro') ORDER BY ALL) TO '${file}'`,
    );
    const table = fs.readFileSync(path.join(root, "src/engine/sql_gate/gate_function_list_table.c"), "utf8");
    const allowed = new Set([...table.matchAll(/^ {4}\{"(\w+)", [^,]*GATE_VALUE/gm)].map((m) => m[1]));
    return fs
        .readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .filter((f) => allowed.has(f.name.toLowerCase()))
        .map((f) => ({ ...f, types: [...(f.kind === "macro" ? f.names.map(() => "ANY") : f.types.map((x) => x ?? "ANY")), ...(f.varargs ? [f.varargs] : [])] }));
}

function* calls(found) {
    for (const { name, types } of found) {
        yield `SELECT ${name}(${types.map((x) => extreme(x, 0)).join(", ")}) AS v FROM data LIMIT 2`;
        yield `SELECT ${name}(${types.map((x) => extreme(x, 1)).join(", ")}) AS v FROM data LIMIT 2`;
    }
}

// Where a number says how many rows, or which.
const PLACES = (n) => [
    ...["lag", "lead"].flatMap((f) => [`${f}(units, ${n}) OVER (ORDER BY units)`, `${f}(units, ${n}, 0) OVER ()`, `${f}(units, (${n})::BIGINT + 0, 0) OVER ()`]),
    `nth_value(units, ${n}) OVER (ORDER BY units)`,
    `ntile(${n}) OVER (ORDER BY units)`,
    `sum(units) OVER (ORDER BY units ROWS BETWEEN ${n} PRECEDING AND ${n} FOLLOWING)`,
    `sum(units) OVER (ORDER BY units RANGE BETWEEN ${n} PRECEDING AND ${n} FOLLOWING)`,
    `sum(units) OVER (ORDER BY units GROUPS BETWEEN ${n} PRECEDING AND ${n} FOLLOWING)`,
    `[1, 2, 3][${n}:${n}:${n}]`,
    `'abc'[${n}:${n}]`,
    `DATE '2000-01-01' + INTERVAL (${n}) DAY`,
];

async function assertAnswered(port, sql) {
    const { status, json } = await send(port, "POST", "/v1/tables/query", { body: { path: "sales/sales.csv", query: sql } });
    if (status !== 200) assert.match(json.code, /^(VALIDATION_FAILED|LIMIT|TIMEOUT)$/, `${sql}: ${JSON.stringify(json)}`);
    return status;
}

async function assertAll(port, list) {
    const todo = [...list];
    const work = async () => {
        for (let sql; (sql = todo.pop()); ) await assertAnswered(port, sql);
    };
    await Promise.all(Array.from({ length: 4 }, work));
    assert.equal(await assertAnswered(port, "SELECT count(*) AS n FROM data"), 200);
}

test("an extreme number of rows ends no worker", async (t) => {
    const { port } = await serve(t);
    await assertAll(port, [MIN, "-9223372036854775807", MAX, "-1", "0"].flatMap(PLACES).map((x) => `SELECT ${x} AS v FROM data`));
});

test("no allowed function ends the worker on extreme values", async (t) => {
    const { port } = await serve(t);
    const found = await signatures(t);
    const all = Boolean(process.env.QUARRY_NIGHTLY);
    assert.ok(found.length > 1000);
    await assertAll(port, calls(found.filter((_, i) => all || i % 12 === 0)));
});

test("a question after the engine failed is answered", async (t) => {
    const { port } = await serve(t);
    for (let i = 0; i < 4; i++) {
        const failing = await send(port, "POST", "/v1/tables/query", { body: { path: "sales/sales.csv", query: "SELECT list_where([]::BIGINT[], [true]) AS v FROM data" } });
        assert.equal(failing.json.code, "VALIDATION_FAILED");
        assert.match(failing.json.detail, /fails on this query/);
        assert.equal(await assertAnswered(port, "SELECT sqrt(units) AS v FROM data"), 200);
    }
});
