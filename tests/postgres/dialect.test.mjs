// The same query by the engine, over a file, and by the server, translated, over the same
// rows: equal results. The table is one row larger than what is copied whole.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { missing, OWNER, Server, SHOP } from "./server.mjs";

const skip = missing();
const ROWS = 1000001;
const LOG = `
CREATE TABLE log(id int PRIMARY KEY, sold date, at timestamp, product text, state varchar(9), units int, price numeric(10,2), weight float8, paid boolean, customer int REFERENCES customers, mood text);
INSERT INTO log SELECT i, date '2022-01-01' + i % 1500, timestamp '2023-03-01 00:00' + i % 700000 * interval '1 minute', (ARRAY['Lamp','Desk','Chair','Café table', NULL])[1 + i % 5], (ARRAY['open','paid'])[1 + i % 2], CASE WHEN i % 11 = 0 THEN NULL ELSE 1 + i % 7 END, (i % 1000)::numeric / 8, i % 97 / 8.0, i % 3 = 0, 1 + i % 40, NULL FROM generate_series(1, ${ROWS}) i;
ANALYZE log; GRANT SELECT ON log TO reader;
`;

// One a construct of the compiler, of which `make test` has every tenth; each names the table as both call it.
const queries = [
    'SELECT count(*) AS "count" FROM "log"',
    'SELECT "product" AS "product", sum("units") AS "sum_units" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT "product" AS "product", round(avg("price"), 6) AS "avg" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT avg("units") AS "a", avg("price") AS "b", avg("weight") AS "c" FROM "log"',
    'SELECT min("sold") AS "a", max("at") AS "b", min("price") AS "c", max("weight") AS "d" FROM "log"',
    'SELECT max("price") - min("price") AS "range" FROM "log"',
    'SELECT count(DISTINCT "customer") AS "n" FROM "log"',
    'SELECT "state" AS "state", median("weight") AS "m", median("units") AS "u" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT quantile_cont("price", 90.0 / 100) AS "p" FROM "log"',
    'SELECT round(stddev_samp("price"), 6) AS "s", corr("units", "price") AS "c" FROM "log"',
    'SELECT strftime("sold", \'%Y-%m\') AS "month", sum("units") AS "s" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT year("sold") AS "year", month("at") AS "m", count(*) AS "n" FROM "log" GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST',
    'SELECT (year("sold") || \'-Q\' || quarter("sold")) AS "quarter", count(*) AS "n" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT CAST(date_trunc(\'week\', "at") AS DATE) AS "week", count(*) AS "n" FROM "log" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST LIMIT 9',
    'SELECT CAST("at" AS DATE) AS "day", count(*) AS "n" FROM "log" WHERE "at" < DATE \'2023-03-05\' GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT hour("at") AS "hour", count(*) AS "n" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT count(*) AS "n" FROM "log" WHERE "sold" >= DATE \'2023-01-01\' AND "sold" < DATE \'2024-01-01\' AND "price" > 99.5 AND "paid" = TRUE',
    'SELECT count(*) AS "n" FROM "log" WHERE ("product" NOT IN (\'Lamp\', \'Desk\') OR "product" IS NULL) AND "units" BETWEEN 2 AND 4',
    'SELECT count(*) AS "n" FROM "log" WHERE "units" IS DISTINCT FROM 3',
    'SELECT count(*) AS "n" FROM "log" WHERE (contains(lower(strip_accents("product")), \'cafe\'))',
    'SELECT count(*) AS "n" FROM "log" WHERE month("sold") IN (1, 12)',
    'SELECT count(*) AS "n" FROM "log" WHERE "price" > (SELECT avg("price") FROM "log")',
    'SELECT "product" AS "product", sum("units") AS "s" FROM "log" GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum("units") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST',
    'SELECT "state" AS "state", "product" AS "product", sum("units") AS "s" FROM "log" GROUP BY 1, 2 QUALIFY rank() OVER (PARTITION BY "state" ORDER BY sum("units") DESC NULLS LAST) <= 2 ORDER BY 1 ASC NULLS LAST, 3 DESC NULLS LAST, 2 ASC NULLS LAST',
    'SELECT "product" AS "product", sum("units") AS "s", round(100.0 * sum("units") / nullif(sum(sum("units")) OVER (), 0), 2) AS "percent" FROM "log" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST',
    'SELECT sum("price") FILTER (WHERE "state" = \'open\') AS "part", sum("price") AS "total", round(100.0 * sum("price") FILTER (WHERE "state" = \'open\') / nullif(sum("price"), 0), 2) AS "percent" FROM "log"',
    'SELECT year("sold") AS "year", sum("units") AS "s", sum(sum("units")) OVER (ORDER BY year("sold")) AS "running_total" FROM "log" GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'WITH "periods" AS (SELECT year("sold") AS "g1", sum("units") AS "after" FROM "log" GROUP BY 1), "both" AS (SELECT "g1", lag("after") OVER (ORDER BY "g1") AS "before", "after" FROM "periods") SELECT "g1" AS "year", "before", "after", "after" - "before" AS "change", round(100.0 * ("after" - "before") / nullif(abs("before"), 0), 2) AS "percent" FROM "both" ORDER BY 1 ASC NULLS LAST',
    'SELECT count(*) AS "count" FROM (SELECT "customer" AS "customer", count(*) AS "n" FROM "log" GROUP BY 1 HAVING count(*) > 25000)',
    'SELECT sum("units") / count(*) AS "ratio", sum("price") / nullif(sum("units"), 0) AS "each" FROM "log"',
    'SELECT coalesce("product", \'none\') AS "p", CASE WHEN "units" > 3 THEN \'many\' ELSE \'few\' END AS "k", count(*) AS "n" FROM "log" GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST',
    'SELECT "id", "sold", "at", "product", "units", "price", "paid" FROM "log" WHERE "id" <= 12 ORDER BY "id" ASC NULLS LAST',
    'SELECT count(*) AS "within" FROM (SELECT rank() OVER (ORDER BY "s" DESC NULLS LAST) AS "place" FROM (SELECT "customer" AS "c", sum("units") AS "s" FROM "log" GROUP BY 1)) WHERE "place" <= 5',
    'SELECT (isodow("at")) AS "weekday", count(*) AS "n" FROM "log" WHERE isodow("sold") IN (6, 7) GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT ([\'Monday\', \'Tuesday\', \'Wednesday\', \'Thursday\', \'Friday\', \'Saturday\', \'Sunday\'])[isodow("at")] AS "weekday", sum("units") AS "n" FROM "log" GROUP BY 1, isodow("at") ORDER BY isodow("at")',
    'SELECT (lpad(CAST(hour("at") AS VARCHAR), 2, \'0\') || \':00\') AS "hour", count(*) AS "n" FROM "log" WHERE CAST("at" AS TIME) >= TIME \'06:30:00\' GROUP BY 1 ORDER BY 1 ASC NULLS LAST',
    'SELECT sum((date_diff(\'second\', CAST("sold" AS TIMESTAMP), CAST("at" AS TIMESTAMP)) / 86400.0)) AS "days", max(((date_diff(\'second\', CAST("at" AS TIME), TIME \'12:00:00.5\') + 86400) % 86400 / 60.0)) AS "minutes" FROM "log"',
    'SELECT list_sum([sum("units"), sum(length("mood"))]) AS "s" FROM "log"',
    'SELECT median("weight") FILTER (WHERE "state" = \'open\') AS "m", median("weight") AS "all" FROM "log"',
    'SELECT arg_min("product", "id") AS "first", arg_max("product", "id") FILTER (WHERE "units" > 3) AS "last" FROM "log"',
    'WITH "numbered" AS (SELECT *, row_number() OVER () AS "row" FROM "log"), "picked" AS (SELECT * FROM "numbered" QUALIFY row_number() OVER (ORDER BY "row" DESC) <= 3) SELECT "row", "id", "product" FROM "picked" ORDER BY 1 ASC NULLS LAST',
    'WITH "behind" AS (SELECT * FROM (SELECT *, row_number() OVER () AS "row" FROM "log") WHERE "price" IS NOT NULL) SELECT "behind".* FROM "behind" QUALIFY rank() OVER (ORDER BY "price" DESC) = 1 ORDER BY "row"',
];

const same = (a, b) => (typeof a === "number" && typeof b === "number" ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a)) : a === b);

test("each construct gives the same on the server as in the engine", { skip }, async (t) => {
    const s = await Server.start(t);
    s.sql("shop", SHOP + LOG);
    const file = path.join(s.home, "log.csv");
    const out = fs.openSync(file, "w");
    execFileSync("psql", ["-h", "127.0.0.1", "-p", `${s.port}`, "-U", "owner", "-d", "shop", "-qc", "COPY log TO STDOUT (FORMAT csv, HEADER)"], { env: { PATH: "/usr/bin:/bin", PGPASSWORD: OWNER }, stdio: ["ignore", out, "inherit"] });
    fs.closeSync(out);
    const differ = [];
    for (const sql of queries.filter((_, i) => process.env.QUARRY_NIGHTLY || i % 10 === 0)) {
        const here = s.json("table", "query", file, sql.replaceAll('"log"', '"data"'));
        const there = s.json("table", "query", s.url(), sql);
        assert.match(there.server_sql, /^WITH "log" AS NOT MATERIALIZED/, sql);
        assert.deepEqual(there.columns, here.columns, sql);
        assert.equal(there.total_row_count, here.total_row_count, sql);
        const at = here.rows.findIndex((row, i) => !row.every((v, k) => same(v, there.rows[i]?.[k])));
        if (at >= 0 || here.rows.length !== there.rows.length) differ.push({ sql, here: here.rows[at], there: there.rows[at] });
    }
    assert.deepEqual(differ, []);

    // Questions, and what is said of how they were answered.
    for (const question of ["total units by product", "which product has the highest total units", "units by month in 2023", "how many customers", "average price by state"]) {
        const mine = s.json("ask", s.url(), question);
        assert.equal(mine.mode, "structured_query", question);
        if (question === "how many customers") continue;
        const of = s.json("ask", file, question);
        assert.deepEqual(mine.results.rows, of.results.rows, question);
        assert.match(mine.generated_sql, /NOT MATERIALIZED/);
        assert.ok(mine.sources.find((x) => x.table === "log").rows > 900_000);
    }
    // The rows behind figures are the server's, in the order of their key.
    const behind = (question, ...args) => s.json("ask", s.url(), question, "--rows", ...args).rows_behind;
    const lamps = behind("total units by product", "--result-row", "3", "--limit", "2");
    assert.equal(lamps.total_row_count, Number(s.sql("shop", "SELECT count(*) FROM log WHERE product = 'Desk' AND units IS NOT NULL")));
    assert.deepEqual(lamps.rows.map((row) => row[lamps.columns.indexOf("id")]), [1, 6]);
    const week = s.json("ask", s.url(), "total units by weekday of at", "--rows", "--limit", "1");
    assert.equal(week.results.rows.map((r) => r[0]).join(" "), "Monday Tuesday Wednesday Thursday Friday Saturday Sunday");
    assert.equal(week.rows_behind.total_row_count, Number(s.sql("shop", "SELECT count(units) FROM log")));
    const top = behind("highest price by state", "--limit", "1");
    assert.equal(top.total_row_count, Number(s.sql("shop", "SELECT count(*) FROM log WHERE (state, price) IN (SELECT state, max(price) FROM log GROUP BY 1)")));

    // Beside a file, whose rows move: never computed from the sample.
    const makers = path.join(s.home, "makers.csv");
    fs.writeFileSync(makers, "product,maker,founded\nLamp,O'Neil & Co,1999-02-01\nDesk,Bolt,2001-03-04\nChair,Bolt,2001-03-04\n");
    const bolt = Number(s.sql("shop", "SELECT sum(units) FROM log WHERE product IN ('Desk', 'Chair')"));
    const beside = s.json("ask", s.url(), makers, "total units with maker Bolt");
    assert.deepEqual(beside.results.rows, [[bolt]]);
    assert.match(beside.generated_sql, /"makers"\("product","maker","founded"\) AS \(VALUES .*'O''Neil & Co'/);
    assert.match(beside.warnings.join("\n"), /^3 rows of the file were sent to the server/m);
    for (const [files, name] of [[[s.url(), makers], "shop"], [[makers, s.url()], "log"]]) {
        const sql = `SELECT count(*) AS "n" FROM "${name}" LEFT JOIN "makers" ON "${name}"."product" = "makers"."product" WHERE "founded" > DATE '2000-01-01'`;
        const joined = s.json("table", "query", ...files, sql, ...(name === "shop" ? ["--table", "log"] : []));
        assert.deepEqual(joined.rows, [[Number(s.sql("shop", "SELECT count(*) FROM log WHERE product IN ('Desk', 'Chair')"))]]);
    }

    // Joined with a table that was copied: measured and joined on the server.
    const joined = s.json("ask", s.url(), "units by city");
    const want = s.sql("shop", "SELECT city, sum(units) FROM log JOIN customers c ON c.id = customer GROUP BY 1 ORDER BY 1");
    assert.equal(joined.results.rows.map(([city, n]) => `${city},${n}\n`).join(""), want);
    const text = s.run(["ask", s.url(), "total units by product"]).out;
    assert.match(text, /^note  the copy has 20000 of about 100\d{4} rows/m);

    // What would give the sample for all of it, or what is not translated.
    const refused = [
        [["table", "export", s.url(), "--table", "log", "--to", "x.csv"], /only a sample was copied/],
        [["table", "export", s.url(), "--query", 'SELECT * FROM "log"', "--to", "x.csv"], /only a sample was copied/],
        [["table", "query", s.url(), 'SELECT list("id") FROM "log"'], /not translated for the server: 'list'/],
        [["table", "query", s.url(), file, 'SELECT count(*) FROM "log_2" JOIN "log" ON "log_2"."id" = "log"."id"'], /'log' has 1000001 rows; .* at most 10000 rows/],
        [["table", "query", s.url(), 'SELECT count(*) FROM "log" AS "a" LEFT JOIN "log" AS "b" ON "a"."id" < "b"."id"'], /expects a cost of \d+/],
    ];
    for (const [args, why] of refused) {
        const r = s.run(args);
        assert.notEqual(r.status, 0, args.join(" "));
        assert.match(r.err, why);
    }
    assert.equal(fs.existsSync(path.join(s.home, "x.csv")), false);
    assert.equal(s.json("table", "query", s.url(), "SELECT count(*) AS n FROM data", "--table", "customers").rows[0][0], 40);
    assert.equal(s.json("table", "query", s.url(), 'SELECT count(*) AS "n" FROM "data"', "--table", "log").rows[0][0], ROWS);
});
