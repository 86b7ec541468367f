#!/usr/bin/env node
// make.mjs - makes the databases in this folder and examples/shop.sqlite. They are
// kept, because each version of SQLite and DuckDB writes other bytes.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const examples = path.join(here, "../../../examples");

function make(file, statements) {
    fs.rmSync(file, { force: true });
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    db.exec("PRAGMA page_size=1024; BEGIN");
    statements(db);
    db.exec("COMMIT; VACUUM");
    db.close();
}

function load(db, table, columns) {
    const lines = fs.readFileSync(path.join(examples, "shop", `${table}.csv`), "utf8").trim().split("\n");
    db.exec(`CREATE TABLE ${table} (${columns})`);
    for (const line of lines.slice(1)) {
        const cells = line.split(",");
        db.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
    }
}

// The files of examples/shop as an application keeps them.
make(path.join(examples, "shop.sqlite"), (db) => {
    load(db, "customers", "id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, country TEXT, credit_limit INTEGER");
    load(db, "products", "code TEXT PRIMARY KEY, product_name TEXT, category TEXT, list_price NUMERIC");
    load(db, "orders", "order_id INTEGER PRIMARY KEY, order_date DATE, customer_id INTEGER REFERENCES customers(id), status TEXT, shipping_cost NUMERIC");
    load(db, "order_lines", "line_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders, product_code TEXT REFERENCES products(code), units INTEGER, amount NUMERIC");
    db.exec("CREATE INDEX by_customer ON orders (customer_id)");
    db.exec("CREATE VIEW returned AS SELECT * FROM orders WHERE status = 'Returned'");
});

// Keys that only the schema tells: no name says where a column leads.
make(path.join(here, "keys.sqlite"), (db) => {
    db.exec(`
        CREATE TABLE staff (no INTEGER PRIMARY KEY, surname TEXT, room TEXT, above INTEGER REFERENCES staff);
        INSERT INTO staff VALUES (1, 'Ada', 'North', NULL), (2, 'Ben', 'South', 1), (3, 'Cleo', 'South', 1);
        CREATE TABLE visits (id INTEGER PRIMARY KEY, seen_by INTEGER REFERENCES staff, minutes INTEGER);
        INSERT INTO visits VALUES (1, 2, 30), (2, 2, 20), (3, 3, 15), (4, 1, 5);
        CREATE TABLE parts (a INT, b INT, PRIMARY KEY (a, b));
        CREATE TABLE uses (a INT, b INT, c INT REFERENCES nowhere, FOREIGN KEY (a, b) REFERENCES parts);
        INSERT INTO parts VALUES (1, 1);
        INSERT INTO uses VALUES (1, 1, 1);
    `);
});

// Keys of several columns: of a town the country as well, of a line its order.
const pairs = [
    "CREATE TABLE towns (country TEXT, town TEXT, region TEXT, PRIMARY KEY (country, town))",
    "INSERT INTO towns VALUES ('US', 'Victoria', 'South'), ('CA', 'Victoria', 'West'), ('CA', 'Hope', 'West'), ('GB', 'Hope', 'North'), ('GB', 'Bath', 'South')",
    "CREATE TABLE customers (branch TEXT, customer_no INTEGER, name TEXT, PRIMARY KEY (branch, customer_no))",
    "INSERT INTO customers VALUES ('N', 1, 'Ada'), ('N', 2, 'Ben'), ('S', 1, 'Cleo'), ('S', 2, 'Ada'), ('S', 3, 'Dan')",
    `CREATE TABLE order_lines (order_id INTEGER, line_no INTEGER, country TEXT, town TEXT, branch TEXT, customer_no INTEGER,
        product TEXT, quantity INTEGER, PRIMARY KEY (order_id, line_no), FOREIGN KEY (country, town) REFERENCES towns (country, town),
        FOREIGN KEY (branch, customer_no) REFERENCES customers (branch, customer_no))`,
    `INSERT INTO order_lines VALUES (1, 1, 'US', 'Victoria', 'N', 1, 'pen', 5), (1, 2, 'US', 'Victoria', 'N', 1, 'ink', 2),
        (2, 1, 'CA', 'Victoria', 'S', 1, 'pen', 10), (3, 1, 'CA', 'Hope', 'S', 2, 'ink', 1), (4, 1, 'GB', 'Hope', 'N', 2, 'pen', 7)`,
    `CREATE TABLE parcels (parcel INTEGER PRIMARY KEY, order_id INTEGER, line_no INTEGER, weight INTEGER,
        FOREIGN KEY (order_id, line_no) REFERENCES order_lines (order_id, line_no))`,
    "INSERT INTO parcels VALUES (1, 1, 1, 100), (2, 1, 1, 50), (3, 1, 2, 30), (4, 2, 1, 80), (5, 3, 1, 20)",
];
make(path.join(here, "pairs.sqlite"), (db) => pairs.forEach((statement) => db.exec(statement)));

// What values, names and tables may be.
make(path.join(here, "odd.sqlite"), (db) => {
    db.exec(`
        CREATE TABLE unused (a INTEGER, b TEXT);
        CREATE TABLE mixed (id INTEGER PRIMARY KEY, amount INTEGER, price REAL, seen DATE, told, big INTEGER);
        INSERT INTO mixed VALUES (1, 5, 0.1, '2024-02-29', NULL, 9007199254740993),
            (2, 'five', 2, '2024-03-01', x'00ff', 1), (3, '', 1e3, '', 'text', 2.5), (4, NULL, NULL, NULL, 7, 3);
        CREATE TABLE keyed (code TEXT PRIMARY KEY, n INT, twice INT AS (n * 2) VIRTUAL, kept INT AS (n + 1) STORED) WITHOUT ROWID;
        INSERT INTO keyed (code, n) VALUES ('b', 2), ('a', 1);
        CREATE TABLE strict_one (i INTEGER, r REAL, t TEXT, b BLOB, x ANY) STRICT;
        INSERT INTO strict_one VALUES (1, 1.5, 'x', zeroblob(3000), 'any');
        CREATE TABLE "sel""ect ünï 表" ("a ""b""" TEXT, "" INTEGER, [c]]d] INTEGER);
        INSERT INTO "sel""ect ünï 表" VALUES ('é', 1, 2);
        CREATE TABLE bytes (t TEXT);
        INSERT INTO bytes VALUES (CAST(x'61ff62' AS TEXT)), ('a' || char(0) || 'b'), ('fine');
        CREATE TABLE times (unix INTEGER, julian REAL, stamp TEXT);
        INSERT INTO times VALUES (1704067200, 2460310.5, '2024-01-01 00:00:00'), (1704153600, 2460311.5, '2024-01-02 12:30:00');
        CREATE VIRTUAL TABLE docs USING fts5(body);
        INSERT INTO docs VALUES ('words');
        CREATE VIEW plain AS SELECT code, n FROM keyed WHERE n > 1;
        CREATE VIEW counted AS SELECT count(*) AS n FROM keyed;
        CREATE VIEW broken AS SELECT * FROM missing;
        CREATE TRIGGER watch AFTER INSERT ON mixed BEGIN SELECT 1; END;
    `.replace("[c]]d]", '"c]d"'));
});

// Tables whose names have a word in common and that have most columns in common.
make(path.join(here, "lines.sqlite"), (db) => {
    db.exec(`
        CREATE TABLE order_line (id INTEGER PRIMARY KEY, item TEXT, region TEXT, amount INTEGER);
        INSERT INTO order_line VALUES (1, 'pen', 'North', 3), (2, 'ink', 'South', 4), (3, 'nib', 'North', 5), (4, 'pen', 'South', 6);
        CREATE TABLE invoice_line (id INTEGER PRIMARY KEY, item TEXT, region TEXT, amount INTEGER, tax INTEGER);
        INSERT INTO invoice_line VALUES (1, 'ink', 'North', 10, 1), (2, 'pen', 'South', 20, 2), (3, 'pen', 'North', 30, 3);
    `);
});

// As a program that has it open leaves it at some time: with a log that says more, and
// in the middle of a transaction that did not end. The same for the fuzzer, as it reads
// them.
function makeLive(name, log, before, then) {
    const file = path.join(here, name);
    const there = fs.mkdtempSync("/tmp/quarry-make-");
    const db = new DatabaseSync(path.join(there, "live"));
    db.exec(`PRAGMA page_size=512; PRAGMA cache_size=2; ${before}`);
    db.exec(then);
    const [database, beside] = ["", log].map((suffix) => fs.readFileSync(path.join(there, `live${suffix}`)));
    fs.writeFileSync(file, database);
    fs.writeFileSync(file + log, beside);
    const head = Buffer.alloc(4);
    head.writeUInt32LE((database.length << 1) + (log === "-journal"));
    fs.writeFileSync(path.join(here, "../../fuzz/corpus/sqlite_complete", name), Buffer.concat([head, database, beside]));
    db.close();
    fs.rmSync(there, { recursive: true });
}

const stock = "CREATE TABLE stock (shelf TEXT, boxes INTEGER); INSERT INTO stock VALUES ('North', 3), ('South', 4);";
makeLive("live.sqlite", "-wal", `${stock} PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0`, "INSERT INTO stock VALUES ('East', 5); UPDATE stock SET boxes = 10 WHERE shelf = 'North'");
makeLive("undone.sqlite", "-journal", stock, `BEGIN; UPDATE stock SET boxes = 0;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) INSERT INTO stock SELECT 'shelf ' || i, i FROM n`);

// Of DuckDB: a schema beside main, types of its own, a view, a macro, a key.
async function makeDuck(file, statements) {
    const duckdb = createRequire(import.meta.url)("@duckdb/node-bindings-linux-x64/duckdb.node");
    const connection = await duckdb.connect(await duckdb.open(":memory:", duckdb.create_config()));
    fs.rmSync(file, { force: true });
    await duckdb.query(connection, `ATTACH '${file}' AS made (BLOCK_SIZE 16384)`);
    await duckdb.query(connection, "USE made");
    for (const statement of statements) await duckdb.query(connection, statement);
    await duckdb.query(connection, "USE memory");
    await duckdb.query(connection, "DETACH made");
}

await makeDuck(path.join(here, "clinic.duckdb"), [
    "CREATE TABLE unused (a INTEGER, b VARCHAR)",
    "CREATE TABLE staff (no INTEGER PRIMARY KEY, surname VARCHAR, room VARCHAR)",
    "INSERT INTO staff VALUES (1, 'Ada', 'North'), (2, 'Ben', 'South'), (3, 'Cleo', 'South')",
    "CREATE TYPE mood AS ENUM ('good', 'bad')",
    `CREATE TABLE visits (id INTEGER, seen_by INTEGER REFERENCES staff (no), day DATE, cost DECIMAL(8,2), mood mood,
        scan BLOB, notes JSON, twice DECIMAL(9,2) GENERATED ALWAYS AS (cost * 2))`,
    `INSERT INTO visits (id, seen_by, day, cost, mood, scan, notes) VALUES (1, 2, '2024-01-31', 30.5, 'good', 'abc', '{"a":1}'),
        (2, 2, '2024-02-01', 20, 'bad', NULL, NULL), (3, 3, '2024-02-02', 15.25, NULL, '', '[]'), (4, 1, NULL, 5, 'good', NULL, NULL)`,
    "CREATE SCHEMA old",
    'CREATE TABLE old.staff ("sel""ect" INTEGER)',
    "INSERT INTO old.staff VALUES (7)",
    "CREATE VIEW north AS SELECT * FROM staff WHERE room = 'North'",
    "CREATE MACRO one() AS 1",
]);
await makeDuck(path.join(here, "pairs.duckdb"), pairs);

// Views of DuckDB: what may be run, and what is left out.
await makeDuck(path.join(here, "views.duckdb"), [
    "CREATE TYPE mood AS ENUM ('good', 'bad', 'awful')",
    "CREATE TABLE staff (no INTEGER PRIMARY KEY, surname VARCHAR, room VARCHAR, mood mood, scan BLOB)",
    "INSERT INTO staff VALUES (1, 'Ada', 'North', 'bad', 'abc'), (2, 'Ben', 'South', 'good', NULL), (3, 'Cleo', 'South', 'awful', '')",
    "CREATE SCHEMA old",
    "CREATE TABLE old.staff AS SELECT 77 AS no",
    "CREATE TABLE old.alone AS SELECT 5 AS x",
    'CREATE TABLE "se""l ect" AS SELECT 9 AS "a b"',
    // run
    "CREATE VIEW north AS SELECT * FROM staff WHERE room = 'North'",
    'CREATE VIEW named (x, "y y") AS SELECT no, surname FROM main.staff s ORDER BY no DESC',
    "CREATE VIEW moods AS SELECT max(mood) AS worst, sum(octet_length(scan)) AS bytes, any_value(scan) AS scan FROM staff",
    "CREATE VIEW shadow AS WITH staff AS (SELECT no FROM staff WHERE no > 1) SELECT no FROM staff ORDER BY no",
    "CREATE VIEW old.nearest AS SELECT staff.no, alone.x FROM staff, alone",
    "CREATE VIEW old.farther AS SELECT surname, x FROM main.staff JOIN alone ON no < x - 2 ORDER BY surname",
    "CREATE VIEW above AS SELECT count(*) AS n, max(i.no) AS no, min(surname) AS surname FROM named, north, old.nearest i",
    'CREATE VIEW "quo""ted" AS SELECT "a b" + 1 AS "one ""more" FROM "se""l ect"',
    "CREATE VIEW pivoted AS PIVOT staff ON room IN ('North', 'South') USING count(*) GROUP BY surname ORDER BY surname",
    "CREATE VIEW tree AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 4) SELECT n FROM t",
    // left out
    "CREATE VIEW x_file AS SELECT * FROM read_csv('/etc/passwd')",
    "CREATE VIEW x_blob AS SELECT * FROM read_blob('/etc/passwd')",
    "CREATE VIEW x_setting AS SELECT current_setting('temp_directory') AS s",
    "CREATE VIEW x_settings AS SELECT * FROM duckdb_settings()",
    "CREATE VIEW x_catalog AS SELECT * FROM information_schema.tables",
    "CREATE VIEW x_time AS SELECT now() AS t FROM staff",
    "CREATE VIEW x_chance AS SELECT random() AS t FROM staff",
    "CREATE VIEW x_sample AS SELECT * FROM staff USING SAMPLE 1",
    "CREATE VIEW x_type AS SELECT 'good'::mood AS m",
    "CREATE MACRO one() AS 1",
    "CREATE VIEW x_macro AS SELECT one() AS x",
    "CREATE MACRO abs(x) AS 'another'", // than the engine's function of that name
    "CREATE VIEW x_function AS SELECT abs(-4) AS x",
    "CREATE VIEW x_circle AS SELECT 1 AS a",
    "CREATE VIEW x_circle_2 AS SELECT * FROM x_circle",
    "CREATE OR REPLACE VIEW x_circle AS SELECT * FROM x_circle_2",
    "CREATE TABLE gone (a INTEGER)",
    "CREATE VIEW x_gone AS SELECT * FROM gone",
    "CREATE VIEW x_gone_2 AS SELECT * FROM x_gone",
    "DROP TABLE gone",
    "ATTACH ':memory:' AS other",
    "CREATE TABLE other.t (a INTEGER)",
    "CREATE VIEW x_other AS SELECT * FROM other.main.t",
    "DETACH other",
    "CREATE TABLE many AS SELECT range AS i FROM range(2000)",
    "CREATE VIEW x_rows AS SELECT a.i FROM many a, many b",
    'CREATE VIEW x_part AS WITH quarry_part_0 AS (SELECT 1 AS no) SELECT * FROM quarry_part_0, staff',
]);

// As a program that has it open leaves it: three transactions in the log, and one that
// has not ended and is in neither.
async function makeLiveDuck(name, before, then) {
    const duckdb = createRequire(import.meta.url)("@duckdb/node-bindings-linux-x64/duckdb.node");
    const connection = await duckdb.connect(await duckdb.open(":memory:", duckdb.create_config()));
    const there = fs.mkdtempSync("/tmp/quarry-make-");
    const file = path.join(there, "live");
    for (const statement of [`ATTACH '${file}' AS made (BLOCK_SIZE 16384)`, "USE made", "SET wal_autocheckpoint = '1TB'", ...before, "CHECKPOINT made", ...then])
        await duckdb.query(connection, statement);
    for (const suffix of ["", ".wal"]) fs.copyFileSync(file + suffix, path.join(here, name + suffix));
    fs.rmSync(there, { recursive: true });
}

await makeLiveDuck(
    "live.duckdb",
    ["CREATE TABLE stock (shelf VARCHAR, boxes INTEGER)", "INSERT INTO stock VALUES ('North', 3), ('South', 4)"],
    [
        "INSERT INTO stock VALUES ('East', 5)",
        "UPDATE stock SET boxes = 10 WHERE shelf = 'North'",
        "CREATE VIEW full_ones AS SELECT * FROM stock WHERE boxes > 9",
        "BEGIN",
        "INSERT INTO stock VALUES ('West', 99)",
    ],
);
