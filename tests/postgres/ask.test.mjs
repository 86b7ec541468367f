// Questions to a PostgreSQL server: what is read, as whom, and what is said of it.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { build, missing, OWNER, READER, Server, SHOP } from "./server.mjs";

const skip = missing();

async function shop(t, options) {
    const s = await Server.start(t, options);
    s.sql("shop", SHOP);
    return s;
}

test("a question is answered from tables that the keys of the database join", { skip }, async (t) => {
    const s = await shop(t);
    const answer = s.json("ask", s.url(), "revenue by city");
    const rows = s.sql("shop", "SELECT city, sum(revenue) FROM order_lines JOIN orders ON order_id = order_no JOIN customers ON id = buyer GROUP BY 1 ORDER BY 1");
    assert.equal(answer.results.rows.map(([city, sum]) => `${city},${sum.toFixed(2)}\n`).join(""), rows);
    const { server, file, rows: of } = answer.sources.find((x) => x.table === "order_lines");
    assert.equal(file, s.url());
    assert.equal(of, 600);
    assert.equal(server.address, `127.0.0.1:${s.port}`);
    assert.equal(server.database, "shop");
    assert.equal(server.role, "reader");
    assert.equal(server.role_may_write, false);
    assert.ok(Math.abs(Date.parse(server.snapshot) - Date.now()) < 3_600_000);
    const text = s.run(["ask", s.url(), "how many customers"]).out;
    assert.match(text, /^40 customers\./);
    assert.match(text, new RegExp(`^db    ${s.url().replaceAll("/", "\\/")}  table customers  snapshot \\d{4}-\\d\\d-\\d\\dT`, "m"));

    const map = s.json("table", "map", s.url());
    assert.deepEqual(
        map.tables.map((x) => [x.name, x.row_count]),
        [["customers", 40], ["orders", 300], ["order_lines", 600], ["sales.targets", 2], ["by_city", 4]],
    );
    assert.equal(map.tables[4].fidelity.object, "view");
    assert.equal(map.tables[1].fidelity.comment, "one a basket");
    assert.deepEqual(map.tables[2].fidelity.columns[4], { name: "revenue", declared_type: "numeric(10,2)", comment: "net of tax", is_key: false, blobs_shown_as_size: false });
    assert.deepEqual(map.tables[2].fidelity.foreign_keys, [{ column: "order_no", table: "orders", refers_to: "order_id", holds: true }]);
    assert.deepEqual(map.left_out, []);
    assert.match(s.run(["ask", s.url(), "total goal", "--table", "sales.targets"]).out, /3,000\.5/);

    // What the server has not checked is measured, and said.
    s.sql("shop", "ALTER TABLE orders DROP CONSTRAINT orders_buyer_fkey; INSERT INTO orders VALUES (999, 77, now(), 'open'); ALTER TABLE orders ADD CONSTRAINT orders_buyer_fkey FOREIGN KEY (buyer) REFERENCES customers NOT VALID");
    assert.match(s.run(["ask", s.url(), "number of orders by city"]).out, /^note  1 of 301 rows of orders have a buyer that customers lacks$/m);
    s.sql("shop", "DELETE FROM orders WHERE order_id = 999");

    // The server's rows of now, and the same ones are not read anew.
    s.sql("shop", "INSERT INTO customers VALUES (41, 'New', 'Leeds')");
    assert.match(s.run(["ask", s.url(), "how many customers"]).out, /^41 customers\./);
    assert.equal(s.json("table", "map", s.url()).source.sha256, s.json("table", "map", s.url()).source.sha256);
});

test("comments and schemas are words that a question may use", { skip }, async (t) => {
    const s = await shop(t);
    s.sql("shop", "COMMENT ON COLUMN order_lines.quantity IS 'pieces sold, without gifts'; COMMENT ON COLUMN customers.vip IS NULL");
    const ask = (question) => s.json("ask", s.url(), question);
    const pieces = s.sql("shop", "SELECT product, sum(quantity) FROM order_lines GROUP BY 1 ORDER BY 1");
    assert.equal(ask("total pieces sold by product").results.rows.map((r) => `${r.join(",")}\n`).join(""), pieces);
    assert.deepEqual(ask("how many baskets").results.rows, [[300]]);
    assert.deepEqual(ask("number of targets by town").results.rows, [["Leeds", 1], ["Lyon", 1]]);
});

test("what did not change is not copied again, and the answer says when it was", { skip }, async (t) => {
    const s = await shop(t);
    const server = () => s.json("ask", s.url(), "how many customers").sources[0].server;
    const first = server();
    assert.equal(first.copied_at, first.snapshot);
    s.sql("shop", "SELECT pg_sleep(1.1)"); // no time stamp is that of the first
    const second = server();
    assert.equal(second.copied_at, first.copied_at);
    assert.notEqual(second.snapshot, first.snapshot);
    assert.match(s.run(["ask", s.url(), "how many customers"]).out, new RegExp(`snapshot \\S+Z  copied ${first.copied_at}`));

    // What was made of it is gone: it is copied again.
    const cache = path.join(s.home, "quarry/cache");
    for (const name of fs.readdirSync(cache)) if (name.endsWith(".duckdb")) fs.rmSync(path.join(cache, name));
    for (const name of fs.readdirSync(cache)) if (name.endsWith(".map.json")) fs.rmSync(path.join(cache, name));
    const third = server();
    assert.notEqual(third.copied_at, first.copied_at);
    assert.equal(server().copied_at, third.copied_at);

    // So does a change, also one of rights alone, and a row that is deleted.
    for (const change of ["DELETE FROM sales.targets WHERE town = 'Lyon'", "REVOKE SELECT ON by_city FROM reader", "COMMENT ON TABLE customers IS 'buyers'"]) {
        s.sql("shop", change);
        const now = server();
        assert.equal(now.copied_at, now.snapshot, change);
    }
    assert.deepEqual(s.json("ask", s.url(), "total goal", "--table", "sales.targets").results.rows, [[1000.5]]);
    assert.deepEqual(s.json("table", "map", s.url()).tables.map((x) => x.name), ["customers", "orders", "order_lines", "sales.targets"]);

    // What changes by itself is never kept.
    for (const [make, drop] of [
        ["CREATE VIEW today AS SELECT * FROM orders WHERE placed > now()", "DROP VIEW today"],
        ["CREATE VIEW today AS SELECT current_date AS x", "DROP VIEW today"],
        ["CREATE VIEW today AS SELECT count(*) FROM pg_stat_activity", "DROP VIEW today"],
        ["ALTER TABLE orders ENABLE ROW LEVEL SECURITY", "ALTER TABLE orders DISABLE ROW LEVEL SECURITY"],
    ]) {
        s.sql("shop", make);
        server();
        s.sql("shop", "SELECT pg_sleep(1.1)");
        const now = server();
        assert.equal(now.copied_at, now.snapshot, make);
        s.sql("shop", drop);
    }
    s.sql("shop", "CREATE VIEW months AS SELECT to_char(placed, 'YYYY-MM') AS month, count(*) AS n, avg(order_id) FROM orders WHERE placed > date '2026-02-01' GROUP BY 1");
    const kept = server();
    assert.equal(server().copied_at, kept.copied_at);
});

test("values are what the server says they are", { skip }, async (t) => {
    const s = await shop(t);
    s.sql(
        "shop",
        `CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE DOMAIN cents AS bigint;
        CREATE TABLE kinds(n bigint PRIMARY KEY, s smallint, c cents, d numeric, f float8, b boolean, day date, at time, ts timestamp, tz timestamptz, t text, v varchar(9), m mood, j jsonb, l text[], u uuid, x bytea, g numeric(20,4));
        INSERT INTO kinds VALUES (9223372036854775807, -3, 12, 12345678901234567890.123, 1e300, true, '2024-02-29', '23:59:58.5', '2024-01-01 10:00:00.123456', '2024-01-01 00:30+02', E'tab\\tline\\nback\\\\slash \\\\N', '', 'good', '{"a": [1]}', '{x,"y z"}', '00000000-0000-0000-0000-000000000001', '\\x00ff', 0.1),
        (-1, NULL, NULL, 0, 'NaN', false, NULL, NULL, NULL, NULL, '\\N', NULL, NULL, NULL, NULL, NULL, NULL, -0.0001);
        GRANT SELECT ON kinds TO reader`,
    );
    const got = s.json("table", "query", s.url(), "SELECT * FROM kinds ORDER BY n DESC", "--table", "kinds");
    const columns = Object.fromEntries(got.columns.map((c, i) => [c.name ?? c, got.rows.map((r) => r[i])]));
    assert.deepEqual(columns.s, [-3, null]);
    assert.deepEqual(columns.c, [12, null]);
    assert.deepEqual(columns.b, [true, false]);
    assert.deepEqual(columns.day, ["2024-02-29", null]);
    assert.match(columns.ts[0], /^2024-01-01T10:00:00\.123456/);
    assert.match(columns.tz[0], /^2023-12-31T22:30:00/);
    assert.deepEqual(columns.t, ["tab\tline\nback\\slash \\N", "\\N"]);
    assert.deepEqual(columns.v, ["", null]);
    assert.deepEqual(columns.m, ["good", null]);
    assert.deepEqual(columns.j, ['{"a": [1]}', null]);
    assert.deepEqual(columns.l, ["x; y z", null]);
    assert.deepEqual(columns.x, ["2 bytes", null]);
    assert.deepEqual(columns.g, [0.1, -0.0001]);
    const types = Object.fromEntries(s.json("table", "map", s.url(), "--table", "kinds").columns.map((c) => [c.name, c.sql_type]));
    assert.equal(types.n, "BIGINT");
    assert.equal(types.d, "DECIMAL(38,3)");
    assert.equal(types.f, "DOUBLE");
    assert.equal(types.tz, "TIMESTAMP");
});

test("a role that may write is refused, unless that is allowed", { skip }, async (t) => {
    const s = await shop(t);
    const owner = { PGPASSWORD: OWNER };
    const refused = s.run(["ask", s.url("owner"), "how many customers"], owner);
    assert.equal(refused.status, 13);
    assert.match(refused.err, /role 'owner' may change everything.*--allow-writable-role/);
    assert.match(s.run(["ask", s.url("owner"), "how many customers", "--allow-writable-role"], owner).out, /^40 customers\./);
    const may = [
        ["GRANT UPDATE (city) ON customers TO reader", /the table public\.customers/],
        ["REVOKE UPDATE (city) ON customers FROM reader; GRANT CREATE ON SCHEMA sales TO reader", /the schema sales/],
        ["REVOKE CREATE ON SCHEMA sales FROM reader; GRANT CREATE ON DATABASE shop TO reader", /the database/],
        ["REVOKE CREATE ON DATABASE shop FROM reader; CREATE ROLE clerk; GRANT DELETE ON orders TO clerk; ALTER ROLE reader NOINHERIT; GRANT clerk TO reader", /the table public\.orders/],
    ];
    for (const [grant, what] of may) {
        s.sql("shop", grant);
        const r = s.run(["ask", s.url(), "how many customers"]);
        assert.equal(r.status, 13, r.err);
        assert.match(r.err, what);
    }
    // What a view would write is not written, whoever asks.
    s.sql("shop", "CREATE FUNCTION spoil() RETURNS int LANGUAGE plpgsql AS $$ BEGIN DELETE FROM public.customers; RETURN 1; END $$; CREATE VIEW trap AS SELECT spoil() AS x");
    const map = JSON.parse(s.run(["table", "map", s.url("owner"), "--allow-writable-role", "--json"], owner).out);
    assert.deepEqual(map.left_out.map((x) => [x.name, /25006/.test(x.reason)]), [["trap", true]]);
    assert.equal(s.sql("shop", "SELECT count(*) FROM customers"), "40\n");
});

test("a password is taken from where it is, and is nowhere else", { skip }, async (t) => {
    const s = await shop(t);
    const ask = (url, env) => s.run(["ask", url, "how many customers"], env);
    const wrong = ask(s.url(), { PGPASSWORD: "another-s3cret" });
    assert.equal(wrong.status, 11);
    assert.doesNotMatch(wrong.err + wrong.out, /another-s3cret/);
    assert.equal(ask(s.url(), {}).status, 11);
    fs.writeFileSync(path.join(s.home, ".pgpass"), `127.0.0.1:${s.port}:shop:reader:${READER}\n`, { mode: 0o600 });
    assert.match(ask(s.url(), {}).out, /^40 customers\./);
    fs.renameSync(path.join(s.home, ".pgpass"), path.join(s.home, "pass"));
    assert.match(ask(s.url(), { PGPASSFILE: path.join(s.home, "pass") }).out, /^40 customers\./);
    fs.rmSync(path.join(s.home, "pass"));
    const written = ask(s.url(`reader:${READER}`), {});
    assert.match(written.out, /^40 customers\./);
    assert.doesNotMatch(written.out + written.err, new RegExp(READER));

    // In no argument and no environment of a process while the server is slow.
    s.sql("shop", "CREATE VIEW slow AS SELECT pg_sleep(2)::text AS x; GRANT SELECT ON slow TO reader");
    const child = spawn(path.join(build, "quarry"), ["table", "map", s.url(`reader:${READER}`), "--json"], { env: s.env(), stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (d) => (out += d));
    const ended = new Promise((done) => child.on("close", done));
    const worker = await until(() => spawnSync("pgrep", ["-P", `${child.pid}`, "-f", "quarry-postgres"], { encoding: "utf8" }).stdout.trim());
    for (const pid of [child.pid, worker])
        for (const file of ["cmdline", "environ"]) assert.doesNotMatch(fs.readFileSync(`/proc/${pid}/${file}`, "utf8"), new RegExp(READER), file);
    assert.equal(await ended, 0);
    assert.doesNotMatch(out, new RegExp(READER));
    const kept = spawnSync("grep", ["-rla", READER, s.home], { encoding: "utf8" });
    assert.equal(kept.stdout, "");
});

// The first true value; a process that never comes ends the test by its time limit.
async function until(look) {
    for (;;) {
        const found = look();
        if (found) return found;
        await new Promise((done) => setTimeout(done, 5));
    }
}

test("what is too large, slow or locked is sampled, left out or refused with a word", { skip }, async (t) => {
    const s = await shop(t);
    s.sql("shop", "CREATE TABLE events AS SELECT i AS id FROM generate_series(1, 1000001) i; GRANT SELECT ON events TO reader");
    s.sql("shop", "CREATE VIEW never AS SELECT pg_sleep(60)::text AS x; GRANT SELECT ON never TO reader");
    const map = s.json("table", "map", s.url(), "--timeout", "10");
    assert.deepEqual(map.left_out.map((x) => [x.name, x.what]), [["never", "view"]]);
    assert.match(map.left_out[0].reason, /longer than it may take/);
    const events = map.tables.find((x) => x.name === "events");
    assert.equal(events.row_count, 20000);
    assert.ok(events.fidelity.sampled_of > 1_000_000);
    const text = s.run(["ask", s.url(), "how many customers", "--timeout", "10"]).out;
    assert.match(text, /^note  not read of the database: never; quarry table map says why$/m);
    s.sql("shop", "DROP VIEW never; DROP TABLE events");
    const lock = spawn("psql", ["-h", "127.0.0.1", "-p", `${s.port}`, "-U", "owner", "-d", "shop", "-qc", "BEGIN; LOCK customers; SELECT pg_sleep(60)"], { env: { PATH: "/usr/bin:/bin", PGPASSWORD: OWNER }, stdio: "ignore" });
    await until(() => s.sql("shop", "SELECT count(*) FROM pg_locks l JOIN pg_class c ON c.oid = relation WHERE relname = 'customers' AND mode = 'AccessExclusiveLock' AND granted") === "1\n");
    const locked = s.run(["ask", s.url(), "how many customers"]);
    lock.kill();
    assert.equal(locked.status, 12);
    assert.match(locked.err, /table 'customers': a table is locked/);
});

test("a certificate is verified where the server is another machine", { skip }, async (t) => {
    const folder = fs.mkdtempSync("/tmp/quarry-tls-");
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const file = (name) => path.join(folder, name);
    for (const name of ["own", "other"])
        spawnSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-keyout", file(`${name}.key`), "-out", file(`${name}.pem`), "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    const read = (name) => fs.readFileSync(file(name), "utf8");
    const s = await shop(t, { settings: ["ssl = on", "ssl_cert_file = '../own.pem'", "ssl_key_file = '../own.key'"], files: { "own.pem": read("own.pem"), "own.key": read("own.key") } });
    const ask = (host, query) => s.run(["ask", `postgres://reader@${host}:${s.port}/shop${query}`, "how many customers", "--json"]);
    const verified = ask("localhost", `?sslmode=verify-full&sslrootcert=${file("own.pem")}`);
    assert.equal(JSON.parse(verified.out).sources[0].server.tls, "TLSv1.3");
    // 0.0.0.0 leads here, and is not called this machine.
    for (const [host, query, why] of [
        ["0.0.0.0", "", /certificate verify failed|root certificate/],
        ["0.0.0.0", `?sslrootcert=${file("own.pem")}`, /does not match host name/],
        ["localhost", `?sslmode=verify-full&sslrootcert=${file("other.pem")}`, /certificate verify failed/],
        // An address of two that does not answer does not hide what the other says.
        ["127.0.0.2%2Clocalhost", `?sslmode=verify-full&sslrootcert=${file("other.pem")}`, /127\.0\.0\.2.* refused; .*certificate verify failed/],
    ]) {
        const r = ask(host, query);
        assert.equal(r.status, 10, r.out);
        assert.match(r.out, why);
    }
    assert.equal(ask("0.0.0.0", "?sslmode=require").status, 0);
});

test("only the command line connects, and only to what its user names", { skip }, async (t) => {
    const s = await shop(t);
    fs.writeFileSync(path.join(s.home, "q.jsonl"), `${JSON.stringify({ id: 1, question: "how many customers", table: s.url() })}\n`);
    const r = s.run(["ask", "--batch", "q.jsonl"]);
    assert.match(r.out, /asked by its address from the command line only/);
    const unknown = s.run(["ask", s.url("reader", "?options=-crow_security%3Doff"), "how many customers"]);
    assert.equal(unknown.status, 2);
});

test("what only PostgreSQL has is asked as what it means", { skip }, async (t) => {
    const s = await shop(t);
    s.sql(
        "shop",
        `CREATE TABLE film(film_id int PRIMARY KEY, title text, rental_duration int, cost money, kind char(8));
        CREATE TABLE rental(rental_id int PRIMARY KEY, film_id int NOT NULL REFERENCES film, rented date, return_date date);
        INSERT INTO film SELECT i, 'Film ' || i, 3 + i % 5, (i + 0.5)::numeric::money, (ARRAY['web','shop'])[1 + i % 2] FROM generate_series(1, 100) i;
        INSERT INTO rental SELECT i, 1 + i % 100, date '2024-01-01' + i, CASE WHEN i % 4 <> 0 THEN date '2024-01-03' + i END FROM generate_series(1, 800) i;
        GRANT SELECT ON film, rental TO reader`,
    );
    const rows = (question) => s.json("ask", s.url("reader", "#film,rental"), question).results.rows;
    // A number that happens to be in both is no key where the database declares others.
    assert.deepEqual(rows("how many rentals were not returned"), [[200]]);
    assert.deepEqual(rows("total cost"), [[5100]]);
    assert.deepEqual(rows("number of films by kind"), [["shop", 50], ["web", 50]]);
    assert.deepEqual(rows("number of films with kind web"), [[50]]);
});

test("a large table that is written to is copied once, and the server answers", { skip }, async (t) => {
    const s = await shop(t, { settings: ["log_statement = 'all'"] });
    s.sql("shop", "CREATE TABLE log(id int PRIMARY KEY, town text, units int); INSERT INTO log SELECT i, (ARRAY['Leeds','Lyon'])[1 + i % 2], i % 7 FROM generate_series(1, 60000) i; GRANT SELECT ON log TO reader; ANALYZE log");
    const copies = () => fs.readFileSync(s.log, "utf8").split("COPY (SELECT").length - 1;
    const write = (town) => s.sql("shop", `INSERT INTO log SELECT max(id) + 1, '${town}', 7 FROM log`);
    const units = () => s.sql("shop", "SELECT town, sum(units) FROM log GROUP BY 1 ORDER BY 1");
    const ask = (question, env) => {
        const r = s.run(["ask", s.url("reader", "#log,customers"), question, "--json"], { PGPASSWORD: READER, ...env });
        assert.equal(r.status, 0, r.err);
        const answer = JSON.parse(r.out);
        return { rows: answer.results?.rows, text: answer.results?.rows?.map((x) => `${x.join(",")}\n`).join(""), source: answer.sources[0] };
    };
    assert.equal(ask("total units by town").text, units());
    const before = copies();
    for (let i = 0; i < 3; i++) {
        write("Leeds");
        assert.equal(ask("total units by town").text, units());
        assert.deepEqual(ask("how many customers").rows, [[40]]);
    }
    assert.equal(copies(), before, "nothing is copied");
    assert.match(s.run(["ask", s.url("reader", "#log,customers"), "total units by town"]).out, /^sql   WITH "log" AS NOT MATERIALIZED/m);
    assert.match(s.run(["ask", s.url("reader", "#log,customers"), "total units by town"]).out, /snapshot \S+Z  copied \S+Z/);

    // What was written since and is named is looked for in a copy of now.
    write("Oslo");
    assert.deepEqual(ask("total units in Oslo").rows, [[7]]);
    assert.ok(copies() > before);

    // Rows are never read from an older copy, nor where the setting says so.
    write("Lyon");
    const last = s.json("table", "rows", s.url("reader", "#log,customers"), "--table", "log", "--offset", "60004");
    assert.equal(last.rows.at(-1)[1], "Lyon");
    write("Leeds");
    const whole = copies();
    assert.equal(ask("total units by town", { QUARRY_SERVER_COPY_MINUTES: "0" }).text, units());
    assert.ok(copies() > whole);
});

// An array is a list of values, in a base as on the server: to be one of them is to have it.
test("an array column is asked by the values that are in it", { skip }, async (t) => {
    const s = await shop(t);
    s.sql(
        "shop",
        `CREATE TABLE film(film_id int PRIMARY KEY, title text, features text[], scores int[]);
         INSERT INTO film SELECT i, 'Film ' || i, (SELECT array_agg(f ORDER BY n) FROM unnest(ARRAY['Trailers','Commentaries','Deleted Scenes','Behind the Scenes']) WITH ORDINALITY u(f, n) WHERE i & (1 << n::int) > 0), ARRAY[i, i + 1] FROM generate_series(0, 99) i;
         UPDATE film SET features = '{}' WHERE film_id = 32;
         GRANT SELECT ON film TO reader`,
    );
    const has = (feature) => Number(s.sql("shop", `SELECT count(*) FROM film WHERE '${feature}' = ANY(features)`));
    const map = s.json("table", "map", s.url(), "--table", "film");
    const [, , features, scores] = map.fidelity?.columns ?? map.tables.find((x) => x.name === "film").fidelity.columns;
    assert.deepEqual([features.declared_type, features.list_separator, scores.list_separator], ["text[]", "; ", "; "]);
    assert.equal(s.run(["base", "create", "b"]).status, 0);
    assert.equal(s.run(["add", "b", s.url()]).status, 0);
    for (const source of [[s.url(), "--table", "film"], ["b"]]) {
        const ask = (question) => s.json("ask", source[0], question, ...source.slice(1));
        const count = (question) => {
            const { results, answer } = ask(question);
            assert.equal(results.rows.length, 1, answer);
            return results.rows[0][0];
        };
        assert.equal(count("how many films with trailers?"), has("Trailers"));
        assert.equal(count("how many films have deleted scenes?"), has("Deleted Scenes"));
        assert.equal(ask("films with behind the scenes").results.rows.length, has("Behind the Scenes"));
        assert.equal(count("how many films have no trailers?"), 100 - has("Trailers"));
        const both = Number(s.sql("shop", "SELECT count(*) FROM film WHERE features @> ARRAY['Trailers','Deleted Scenes']"));
        assert.equal(count("how many films have trailers and deleted scenes?"), both);
        const either = Number(s.sql("shop", "SELECT count(*) FROM film WHERE features && ARRAY['Trailers','Commentaries']"));
        assert.equal(ask("films with trailers or commentaries").results.rows.length, either);
    }
    assert.equal(s.run(["table", "query", s.url(), 'SELECT features, scores FROM "film" WHERE film_id IN (6, 32) ORDER BY film_id', "--csv"]).out, "features,scores\nTrailers; Commentaries,6; 7\n,32; 33\n");
});
