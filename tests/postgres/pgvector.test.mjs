// A base in PostgreSQL whose vectors are there, too, answers as one whose segments keep them.
//
// Debian 12 has no package of pgvector. So the type and its operator are played, in SQL; the
// statements that Quarry sent are then sent to pgvector itself, in PGlite (`make pgvector`
// installs it), where its graph must find what the play found.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { build, missing, OWNER, Server } from "./server.mjs";
import { start } from "../search/search.mjs";

const skip = missing();
const pglite = path.join(import.meta.dirname, "pgvector/node_modules/@electric-sql");

// A vector is its text; a graph is an index by hash that nobody can search.
const PLAYED = `
CREATE TYPE vector;
CREATE FUNCTION vector_in(cstring) RETURNS vector LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION vector_out(vector) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE FUNCTION vector_typmod_in(cstring[]) RETURNS int LANGUAGE internal IMMUTABLE STRICT AS 'varchartypmodin';
CREATE TYPE vector (INPUT = vector_in, OUTPUT = vector_out, TYPMOD_IN = vector_typmod_in, LIKE = text);
CREATE FUNCTION numbers(vector) RETURNS float8[] LANGUAGE sql IMMUTABLE AS $$ SELECT translate($1::text, '[]', '{}')::float8[] $$;
CREATE FUNCTION cosine_distance(vector, vector) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT 1 - sum(x * y) / sqrt(sum(x * x) * sum(y * y)) FROM unnest(public.numbers($1), public.numbers($2)) AS t(x, y) $$;
CREATE OPERATOR <=> (LEFTARG = vector, RIGHTARG = vector, FUNCTION = cosine_distance);
CREATE FUNCTION vector_hash(vector) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT length($1::text) $$;
CREATE FUNCTION vector_same(vector, vector) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT $1::text = $2::text $$;
CREATE OPERATOR = (LEFTARG = vector, RIGHTARG = vector, FUNCTION = vector_same);
CREATE ACCESS METHOD hnsw TYPE INDEX HANDLER hashhandler;
CREATE OPERATOR CLASS vector_cosine_ops FOR TYPE vector USING hnsw AS OPERATOR 1 =, FUNCTION 1 vector_hash(vector);
`;

const things = "walrus penguin lighthouse glacier anchor compass harbour captain".split(" ");
const about = (thing, n) =>
    `## About ${thing} ${n}\n\nThe ${thing} number ${n} is described in this paragraph, which has enough words to stand alone, and says that the ${thing} is ${n} years old today. ${`Nobody knew of the ${thing} before. `.repeat(12)}\n\n`;
const page = (n, lang) => `---\nlang: ${lang}\ntags: [t${n}]\n---\n# Page ${n}\n\n${things.map((thing) => about(thing, n)).join("")}`;
const questions = ["how old is the penguin?", "captain 2"];

async function begin(t, { settings = [] } = {}) {
    const s = await Server.start(t, { settings });
    const run = (args, more = {}) => s.run(args, { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner"), ...more });
    const json = (...args) => {
        const r = run([...args, "--json"]);
        assert.equal(r.status, 0, `${args.join(" ")}: ${r.out}${r.err}`);
        return JSON.parse(r.out);
    };
    const write = (name, text) => {
        fs.mkdirSync(path.join(s.home, "lib"), { recursive: true });
        fs.writeFileSync(path.join(s.home, "lib", name), text);
    };
    for (let i = 0; i < 3; i++) write(`page${i}.md`, page(i, i % 2 ? "en" : "fr"));
    const library = (base, backend) => {
        json("base", "create", base);
        if (backend) json("base", "config", base, `index.backend=${backend}`);
        return json("add", base, "lib");
    };
    const ask = (base, question, ...options) => {
        const r = json("search", base, question, "--min-score", "0", ...options);
        return { mode: r.mode, notes: r.notes, found: r.evidences.map((e) => [e.metadata.filename, e.metadata.lines, e.score]) };
    };
    // In the schema of the base, which is the only one with such a table.
    const far = (select) => {
        const schema = s.sql("shop", "SELECT schemaname FROM pg_tables WHERE tablename = 'passage_vector'").trim();
        return s.sql("shop", `SET search_path = ${schema}, public; ${select}`).trim().split("\n");
    };
    return { s, run, json, write, library, ask, far };
}

// Close to each other: the last digits of sums differ.
function same(a, b, what) {
    assert.deepEqual({ ...a, found: a.found.map(([name, lines]) => [name, lines]) }, { ...b, found: b.found.map(([name, lines]) => [name, lines]) }, what);
    a.found.forEach(([, , score], i) => assert.ok(Math.abs(score - b.found[i][2]) < 1e-4, what));
}

test("the segments and pgvector give the same answers", { skip }, async (t) => {
    const { s, run, json, write, library, ask, far } = await begin(t);
    library("own");
    json("base", "create", "far");
    json("base", "config", "far", "index.backend=pgvector");
    const without = json("add", "far", "lib");
    assert.equal(without.failures[0].code, "VALIDATION_FAILED");
    assert.match(without.failures[0].message, /CREATE EXTENSION vector SCHEMA public/);
    s.sql("shop", PLAYED);
    json("reindex", "far");
    assert.ok(Number(far("SELECT count(DISTINCT passage) FROM passage_vector")[0]) >= 9);
    for (const question of process.env.QUARRY_NIGHTLY ? questions : questions.slice(0, 1))
        for (const mode of ["vector", "hybrid"])
            same(ask("far", question, "--mode", mode), ask("own", question, "--mode", mode), `${mode}: ${question}`);
    for (const where of ["lang=en", "tag~t"])
        same(ask("far", questions[0], "--where", where), ask("own", questions[0], "--where", where), where);

    json("rm", "far", "lib/page2.md");
    assert.deepEqual(far("SELECT count(DISTINCT document) FROM passage_vector"), ["2"]);
    write("page0.md", page(7, "en"));
    json("add", "far", "lib/page0.md");
    assert.deepEqual(far("SELECT count(DISTINCT batch) FROM passage_vector WHERE document LIKE '%page0%'"), ["1"]);
    assert.equal(json("base", "check", "far").rebuilt.length, 0);
    far("DELETE FROM passage_vector WHERE passage = (SELECT min(passage) FROM passage_vector)");
    assert.equal(json("base", "check", "far").rebuilt.length, 1);
    assert.equal(json("base", "check", "far").rebuilt.length, 0);
    far("DROP TABLE passage_vector");
    const lost = ask("far", questions[0]);
    assert.equal(lost.mode, "keyword");
    assert.match(lost.notes.join(), /'quarry reindex' sends them again/);
    json("reindex", "far");
    assert.equal(ask("far", questions[0]).mode, "hybrid");

    const home = run(["base", "config", "mine", "index.backend=pgvector"], { QUARRY_STORE: "", QUARRY_HOME: path.join(s.home, "embedded") });
    assert.notEqual(home.status, 0);
    json("base", "rm", "far", "--force");
    assert.equal(s.sql("shop", "SELECT count(*) FROM pg_tables WHERE tablename = 'passage_vector'").trim(), "0");
});

// What the server was sent: [statement, parameters].
function sent(log) {
    const out = [];
    for (const line of fs.readFileSync(log, "utf8").split("\n")) {
        const [, statement] = line.match(/LOG: {2}(?:statement|execute \w+): (.*)$/) ?? [];
        const [, parameters] = line.match(/DETAIL: {2}parameters: (.*)$/) ?? [];
        if (statement) out.push([statement, []]);
        if (parameters) out.at(-1)[1] = [...parameters.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)].map((m) => m[1]?.replaceAll("''", "'") ?? null);
    }
    return out.filter(([statement]) => /passage_(vector|owner)|hnsw/.test(statement));
}

test("pgvector itself takes the statements and finds the same", { skip: skip || (fs.existsSync(pglite) ? false : "PGlite is not installed: make pgvector") }, async (t) => {
    const { s, library, ask, far } = await begin(t, { settings: ["log_statement = 'all'"] });
    s.sql("shop", PLAYED);
    library("far", "pgvector");
    for (const question of questions) ask("far", question);
    ask("far", questions[0], "--where", "lang=en");
    const { PGlite } = await import(path.join(pglite, "pglite/dist/index.js"));
    const { vector } = await import(path.join(pglite, "pglite-pgvector/dist/index.js"));
    const db = await PGlite.create({ extensions: { vector } });
    t.after(() => db.close());
    await db.exec("CREATE EXTENSION vector SCHEMA public");
    let nearest = 0;
    for (const [statement, values] of sent(s.log)) {
        if (!values.length && !statement.startsWith("SELECT")) {
            await db.exec(statement);
            continue;
        }
        const local = statement.replace(", true)", ", false)"); // of a transaction that is not here
        if (!statement.includes("<=>")) {
            await db.query(local, values);
            continue;
        }
        nearest++;
        const inline = statement.replace(/\$(\d)/g, (_, i) => `'${values[i - 1].replaceAll("'", "''")}'`);
        const played = far(inline).map((line) => line.split(",").map(Number));
        await db.exec("SET enable_seqscan = off; SET enable_sort = off");
        const plan = await db.query(`EXPLAIN ${inline}`);
        assert.match(JSON.stringify(plan.rows), /passage_vector_vector_idx/, "the graph can serve it");
        const { rows } = await db.query(statement, values, { rowMode: "array" });
        assert.equal(rows.length, played.length);
        rows.forEach(([, score], i) => assert.ok(Math.abs(score - played[i][1]) < 1e-4, `row ${i} of ${inline.slice(0, 80)}`));
        await db.exec("RESET enable_seqscan; RESET enable_sort");
    }
    assert.ok(nearest >= 3);
});
