// Databases of servers in bases: added, asked with the base's other tables, served.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { start } from "../http/server.mjs";
import { build, missing, READER, Server, SHOP } from "./server.mjs";

const skip = missing();

async function shop(t) {
    const s = await Server.start(t);
    s.sql("shop", SHOP);
    fs.writeFileSync(path.join(s.home, "makers.csv"), "town,maker\nLeeds,Acme\nLyon,Bolt\n");
    return s;
}

// Every byte below a folder.
const everything = (folder) =>
    fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile())
        .map((f) => fs.readFileSync(path.join(f.parentPath ?? f.path, f.name), "latin1"))
        .join("\n");

test("a schema of a server is a part of a base, by name and comments, beside a file", { skip }, async (t) => {
    const s = await shop(t);
    const added = s.json("add", "b", s.url("reader", "#sales.*"), "makers.csv");
    assert.equal(added.documents_added, 2);
    const [document] = s.json("status", "b", "shop.sales").documents;
    assert.equal(document.format, "postgres");
    assert.equal(document.state, "ready");
    assert.deepEqual(s.json("table", "map", "b/shop.sales").tables?.map((x) => x.name) ?? ["sales.targets"], ["sales.targets"]);
    const joined = s.json("ask", "b", "total goal by maker");
    assert.deepEqual(joined.results.rows, [["Acme", 1000.5], ["Bolt", 2000]]);
    const source = joined.sources.find((x) => x.server);
    assert.equal(source.file, "b/shop.sales");
    assert.equal(source.server.database, "shop");
    assert.match(s.run(["ask", "b", "total goal by maker"]).out, new RegExp(`^db    b/shop\\.sales  postgres://reader@127\\.0\\.0\\.1:${s.port}/shop  table sales\\.targets  snapshot `, "m"));
    assert.match(s.run(["search", "b", "targets"]).out, /shop\.sales/);

    // It is the server's rows that answer, and its schema.
    s.sql("shop", "UPDATE sales.targets SET goal = 5 WHERE town = 'Leeds'; ALTER TABLE sales.targets ADD COLUMN reached numeric; UPDATE sales.targets SET reached = 7; COMMENT ON COLUMN sales.targets.reached IS 'attainment, so far'");
    assert.deepEqual(s.json("ask", "b", "total goal by maker").results.rows, [["Acme", 5], ["Bolt", 2000]]);
    assert.deepEqual(s.json("ask", "b", "total attainment").results.rows, [[14]]);
    assert.match(s.run(["ask", "b", "how many targets"]).out, /^2 targets/);
    const again = s.json("add", "b", s.url("reader", "#sales.*"));
    assert.equal(again.documents_unchanged, 1);
    assert.deepEqual(again.schema_changes[0].added, ["reached"]);

    // Other tables of the server are another document, and are joined with these there.
    assert.equal(s.json("add", "b", s.url()).documents_added, 1);
    assert.deepEqual(s.json("status", "b", "shop").documents[0].table.table_count, 5);
    s.run(["rm", "b", "shop.sales"]);
    assert.equal(s.run(["status", "b", "shop.sales"]).status, 3);
    assert.equal(s.json("ask", "b", "number of orders").results.rows[0][0], 300);
    assert.equal(s.run(["base", "check", "b"]).status, 0);
});

test("tables are named by patterns, at an address, too", { skip }, async (t) => {
    const s = await shop(t);
    s.sql("shop", `CREATE SCHEMA "o'dd"; CREATE TABLE "o'dd"."a_b%"(n int); CREATE TABLE "o'dd"."axb%"(n int); GRANT USAGE ON SCHEMA "o'dd" TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA "o'dd" TO reader`);
    const names = (only) => {
        const map = s.json("table", "map", s.url("reader", `#${only}`));
        return map.tables?.map((x) => x.original_name ?? x.name) ?? [map.table];
    };
    assert.deepEqual(names("customers,order*"), ["customers", "orders", "order_lines"]);
    assert.deepEqual(names("public.o*,sales.*"), ["orders", "order_lines", "sales.targets"]);
    assert.equal(names("*").length, 7);
    assert.equal(names("o'dd.*").length, 2);
    assert.equal(s.json("table", "map", s.url("reader", "#o'dd.a_b%25")).columns.length, 1);
    assert.match(s.run(["table", "map", s.url("reader", "#nothing.*")]).err, /no table of these names/);
    // More than are taken at once: those of a schema are fewer.
    s.sql("shop", `DO $$ BEGIN FOR i IN 1..501 LOOP EXECUTE format('CREATE TABLE t%s(n int)', i); EXECUTE format('GRANT SELECT ON t%s TO reader', i); END LOOP; END $$`);
    assert.match(s.run(["table", "map", s.url()]).err, /ADDRESS#SCHEMA/);
    assert.deepEqual(names("customers,orders"), ["customers", "orders"]);
});

test("of a large table of a base the server is asked", { skip }, async (t) => {
    const s = await shop(t);
    s.sql("shop", "CREATE TABLE sales.log(id int PRIMARY KEY, town text, units int); INSERT INTO sales.log SELECT i, (ARRAY['Leeds','Lyon'])[1 + i % 2], i % 7 FROM generate_series(1, 1000100) i; GRANT SELECT ON sales.log TO reader; ANALYZE sales.log");
    assert.equal(s.json("add", "b", s.url("reader", "#sales.*"), "makers.csv").documents_added, 2);
    const answer = s.json("ask", "b", "total units by town");
    assert.match(s.run(["ask", "b", "total units by town"]).out, /^sql   WITH .* AS NOT MATERIALIZED/m);
    const rows = s.sql("shop", "SELECT town, sum(units) FROM sales.log GROUP BY 1 ORDER BY 1");
    assert.equal(answer.results.rows.map((r) => `${r.join(",")}\n`).join(""), rows);
    const joined = s.json("ask", "b", "total units by maker");
    assert.deepEqual(joined.results.rows.map((r) => r[1]), answer.results.rows.map((r) => r[1]));
});

test("a base keeps no password, and nothing shows it", { skip }, async (t) => {
    const s = await shop(t);
    const said = [];
    const run = (args, env) => {
        const r = s.run(args, env);
        said.push(r.out, r.err);
        return r;
    };
    const secret = s.url().replace("reader@", `reader:${READER}@`);
    const refused = run(["add", "b", secret, "--json"], {});
    assert.equal(refused.status, 2);
    assert.match(refused.out + refused.err, /keeps no password/);
    // One that is not removed from the arguments, as it is no part of the address.
    assert.equal(run(["add", "b", `${s.url()}?password=${READER}`], {}).status, 2);

    // From a file, as libpq reads it, and from the environment.
    fs.writeFileSync(path.join(s.home, ".pgpass"), `127.0.0.1:${s.port}:shop:reader:${READER}\n`, { mode: 0o600 });
    assert.equal(run(["add", "b", s.url(), "makers.csv"], {}).status, 0);
    assert.match(run(["ask", "b", "how many customers"], {}).out, /^40 customers/);
    fs.rmSync(path.join(s.home, ".pgpass"));
    const file = path.join(s.home, "passwords");
    fs.writeFileSync(file, `*:*:*:*:${READER}\n`, { mode: 0o600 });
    assert.match(run(["ask", "b", "how many customers"], { PGPASSFILE: file }).out, /^40 customers/);
    fs.rmSync(file);

    // Without it, or with another, the rest of the base answers, and says why.
    const without = run(["ask", "b", "makers by town"], { PGPASSWORD: "wr0ng-s3cret" });
    assert.match(without.out, /^note .*not asked: b\/shop \(.*password authentication failed/m);
    assert.equal(run(["add", "b", s.url()], { PGPASSWORD: "wr0ng-s3cret" }).status, 10);
    assert.equal(s.json("status", "b", "shop").documents[0].state, "ready", "as it was");
    run(["status", "b"]);
    run(["ask", "b", "how many customers", "--json"]);
    for (const text of [...said, everything(s.home)]) assert.doesNotMatch(text, /s3cret/);
});

test("what came from elsewhere connects to nothing until it is added here", { skip }, async (t) => {
    const s = await shop(t);
    assert.equal(s.run(["add", "b", s.url(), "makers.csv"]).status, 0);
    const copy = path.join(s.home, "copy");
    assert.equal(s.run(["base", "backup", "b", "--to", copy]).status, 0);
    const elsewhere = (args) => s.run([...args, "--home", path.join(s.home, "elsewhere")]);
    assert.equal(elsewhere(["base", "restore", "b", "--from", copy]).status, 0);
    const refused = elsewhere(["table", "map", "b/shop"]);
    assert.equal(refused.status, 2);
    assert.match(refused.err, /came from elsewhere with the address 'postgres:\/\/reader@/);
    assert.match(elsewhere(["ask", "b", "makers by town"]).out, /not asked: b\/shop/);
    assert.equal(elsewhere(["add", "b", s.url()]).status, 0);
    assert.match(elsewhere(["ask", "b", "how many customers"]).out, /^40 customers/);
});

test("a role that may write is used where the base was told so", { skip }, async (t) => {
    const s = await shop(t);
    s.sql("shop", "GRANT INSERT ON customers TO reader");
    assert.equal(s.run(["add", "b", s.url()]).status, 10);
    assert.equal(s.run(["add", "b", s.url(), "--allow-writable-role"]).status, 0);
    assert.match(s.run(["ask", "b", "how many customers"]).out, /^40 customers/);
});

test("HTTP and MCP ask the database of a base, and no address", { skip }, async (t) => {
    const s = await shop(t);
    assert.equal(s.run(["add", "b", s.url(), "makers.csv"]).status, 0);
    const env = s.env({ PGPASSWORD: READER });
    const { port } = await start(t, env.QUARRY_HOME, { env });
    const post = async (route, body) => {
        const r = await fetch(`http://127.0.0.1:${port}${route}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
        return { status: r.status, body: await r.json() };
    };
    const answer = await post("/v1/ask", { query: "revenue by city", base: "b" });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.results.rows.length, 4);
    assert.equal(answer.body.sources.find((x) => x.table === "order_lines").server.database, "shop");
    const listed = await (await fetch(`http://127.0.0.1:${port}/v1/documents?base=b`)).json();
    assert.doesNotMatch(JSON.stringify([answer.body, listed]), /s3cret/);
    assert.match(JSON.stringify(listed), /"format":"postgres"/);

    const calls = [
        { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } } },
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "ask", arguments: { query: "revenue by city" } } },
        { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "table_get_map", arguments: { path: s.url() } } },
    ];
    const r = spawnSync(path.join(build, "quarry"), ["mcp", "--base", "b"], { env, encoding: "utf8", input: calls.map((c) => `${JSON.stringify(c)}\n`).join("") });
    const answers = Object.fromEntries(r.stdout.trim().split("\n").map((l) => JSON.parse(l)).map((a) => [a.id, a.result]));
    assert.match(JSON.stringify(answers[2]), /Leeds/);
    assert.equal(answers[3].isError, true);
    assert.doesNotMatch(r.stdout + r.stderr, /s3cret/);
});
