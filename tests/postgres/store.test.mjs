// Bases in a store: what quarry does with a home it does with a PostgreSQL database and a
// folder, and several programs do it at once.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { build, missing, OWNER, root, Server } from "./server.mjs";

const skip = missing();
const example = (name) => path.join(root, "examples", name);

// A server, and quarry with its store; `home` below the server's folder.
async function start(t) {
    const s = await Server.start(t);
    const url = s.url("owner");
    const env = (home) => s.env({ PGPASSWORD: OWNER, QUARRY_STORE: url, QUARRY_HOME: path.join(s.home, home) });
    const run = (args, more = {}) => s.run(args, { PGPASSWORD: OWNER, QUARRY_STORE: url, EDITOR: "true", ...more });
    const ok = (...args) => {
        const r = run(args);
        assert.equal(r.status, 0, `${args.join(" ")}: ${r.out}${r.err}`);
        return r.out;
    };
    const later = (...args) =>
        new Promise((done) => {
            const p = spawn(path.join(build, "quarry"), args, { cwd: s.home, env: env("quarry"), stdio: ["ignore", "pipe", "pipe"] });
            let out = "";
            p.stdout.on("data", (d) => (out += d));
            p.stderr.on("data", (d) => (out += d));
            p.on("close", (status, signal) => done({ status, signal, out }));
            later.last = p;
        });
    return { s, url, run, ok, later, json: (...args) => JSON.parse(ok(...args, "--json")) };
}

// What does not depend on when and by which engine it was made.
function plain(value) {
    return JSON.parse(
        JSON.stringify(value, (key, v) => (/(_at|_ms|^at|hot|key|id|token|pointer|evidence|sources?|note)/.test(key) ? undefined : v)),
    );
}

test("a base in a store answers as one in a home", { skip }, async (t) => {
    const { s, run, ok, json } = await start(t);
    const steps = [
        ["base", "create", "handbook"],
        ["add", "handbook", example("handbook"), example("sales.csv")],
        ["status", "handbook"],
        ["ask", "handbook", "total revenue by country in sales.csv"],
        ["search", "handbook", "how do I rotate the key?"],
        ["table", "map", "handbook/sales.csv"],
        ["table", "stats", "handbook/sales.csv"],
        ["table", "query", "handbook/sales.csv", "SELECT count(*) AS n FROM data"],
        ["add", "bank", example("bank/monthly_kpis.csv")],
        ["semantic", "load", "bank", example("bank/semantic")],
        ["semantic", "list", "bank"],
        ["semantic", "search", "bank", "morosidad"],
        ["semantic", "check", "bank"],
        ["ask", "bank", "IMOR de INVEX últimos 3 meses"],
        ["eval", "examples", "bank"],
        ["semantic", "export", "bank"],
        ["semantic", "edit", "bank"],
        ["semantic", "clear", "bank", "IMOR"],
        ["data", "create", "handbook", "/orders", "[1,2]"],
        ["data", "set", "handbook", "/orders/0", "7"],
        ["data", "get", "handbook", "/orders"],
        ["data", "history", "handbook", "/orders/0"],
        ["data", "schema", "handbook", "/orders"],
        ["data", "diff", "handbook", "2", "1"],
        ["data", "rollback", "handbook", "1"],
        ["disable", "handbook", "keys.md"],
        ["rm", "handbook", "sales.csv"],
        ["status", "handbook"],
        ["base", "list"],
        ["tool", "bind", "find_orders", "--type", "semantic_query", "--base", "handbook", "--path", "/orders"],
        ["tool", "disable", "find_orders"],
        ["exposure", "create", "help", "--base", "handbook", "--tools", "ask", "--public"],
        ["token", "create", "--base", "bank"],
        ...["tool", "exposure", "token"].map((what) => [what, "list"]),
        ["tool", "rm", "find_orders"],
        ["exposure", "rm", "help"],
        ["config"],
        ["cache", "gc"],
    ];
    for (const step of steps) {
        const embedded = run([...step, "--json"], { QUARRY_STORE: "", QUARRY_HOME: path.join(s.home, "embedded") });
        const stored = run([...step, "--json"]);
        assert.equal(embedded.status, 0, `${step.join(" ")}: ${embedded.out}${embedded.err}`);
        assert.equal(stored.status, 0, `${step.join(" ")}: ${stored.out}${stored.err}`);
        const read = (out) => (out.startsWith("{") ? plain(JSON.parse(out)) : out.replace(/created_at: \d+/g, "")); // YAML
        assert.deepEqual(read(stored.out), read(embedded.out), step.join(" "));
    }
    assert.deepEqual(fs.globSync ? fs.globSync(path.join(s.home, "quarry/bases/*/base.db")) : [], []);
    assert.equal(s.sql("shop", "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'quarry%'").trim(), "4");
    for (const base of ["handbook", "bank"]) ok("base", "rm", base, "--force");
    assert.equal(s.sql("shop", "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'quarry%'").trim(), "2");
    assert.deepEqual(json("base", "list").bases, []);
    assert.match(run(["doctor"]).out, /store +it answers, this folder is its own, and it has 0 bases/);

    const left = () => s.sql("shop", "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'quarry/_0%' ESCAPE '/' ORDER BY 1").split(/\s+/).filter(Boolean);
    const names = ["quarry_0000000000000001", "quarry_0000000000000002"];
    for (const [i, name] of names.entries()) s.sql("shop", `CREATE SCHEMA ${name}; COMMENT ON SCHEMA ${name} IS '${new Date(Date.now() - i * 25 * 3600e3).toISOString()}'`);
    assert.match(run(["doctor"]).out, /warn +left +1 schema of no base, such as quarry_0000000000000002,/);
    assert.deepEqual(left(), names);
    assert.match(run(["doctor", "--drop-left"]).out, /ok +left +1 schema of no base removed/);
    assert.deepEqual(left(), names.slice(0, 1), "it may be one that is being made");
    s.sql("shop", `DROP SCHEMA ${names[0]}`);
    ok("base", "create", "made");
    assert.match(s.sql("shop", "SELECT bool_and(obj_description(oid, 'pg_namespace')::timestamptz > now() - interval '1 minute') FROM pg_namespace WHERE nspname ~ '^quarry_[0-9a-f]{16}'"), /t/);
});

test("programs that share a store add and ask at once", { skip }, async (t) => {
    const { s, ok, later, json } = await start(t);
    ok("base", "create", "notes");
    const write = (who, i) => {
        const file = path.join(s.home, `${who}${i}.md`);
        fs.writeFileSync(file, `# Note ${who} ${i}\n\nThe password of door ${who}${i} is number ${i * 7}.\n`);
        return file;
    };
    let seen = 0;
    let isOver = false;
    const ask = async () => {
        while (!isOver) {
            const r = await later("status", "notes", "--json");
            assert.equal(r.status, 0, r.out);
            const n = JSON.parse(r.out).documents.length;
            assert.ok(n >= seen, `${n} documents after ${seen}`);
            seen = n;
            const found = await later("search", "notes", "password of door", "--json");
            assert.equal(found.status, 0, found.out);
        }
    };
    const add = async (who) => {
        for (let i = 0; i < 4; i++) {
            const r = await later("add", "notes", write(who, i));
            assert.equal(r.status, 0, r.out);
        }
    };
    const asking = ask();
    await Promise.all([add("a"), add("b")]);
    isOver = true;
    await asking;
    const { documents } = json("status", "notes");
    assert.equal(documents.length, 8);
    assert.ok(documents.every((d) => d.state === "ready"));
    assert.match(ok("search", "notes", "door b3"), /number 21/);
});

const ROUNDS = process.env.QUARRY_NIGHTLY ? 12 : 4;

test("what was acknowledged is there after programs were killed and the server fell over", { skip }, async (t) => {
    const { s, ok, later, json } = await start(t);
    const acknowledged = [];
    ok("base", "create", "notes");
    for (let i = 0; i < ROUNDS; i++) {
        const file = path.join(s.home, `n${i}.md`);
        fs.writeFileSync(file, `# Note ${i}\n\nWritten in round ${i}.\n`);
        const adding = later("add", "notes", file);
        const { last } = later;
        setTimeout(() => last.kill("SIGKILL"), 20 + i * 90);
        if (i % 4 === 3) setTimeout(() => s.sql("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quarry'"), 60);
        if ((await adding).status === 0) acknowledged.push(`n${i}.md`);
    }
    t.diagnostic(`${acknowledged.length} of ${ROUNDS} were acknowledged`);
    for (let i = 0; i < ROUNDS; i++) ok("add", "notes", path.join(s.home, `n${i}.md`));
    const { documents } = json("status", "notes");
    assert.equal(documents.length, ROUNDS);
    assert.ok(documents.every((d) => d.version === 1 && d.state === "ready"), JSON.stringify(documents));
    for (const name of acknowledged) assert.ok(documents.some((d) => d.name === name), name);
});

test("a store and its folder belong together", { skip }, async (t) => {
    const { s, run, ok } = await start(t);
    const refused = (args, more, code, text) => {
        const r = run(args, more);
        assert.equal(r.status, code, `${args.join(" ")}: ${r.out}${r.err}`);
        assert.match(r.err, text);
    };
    const other = path.join(s.home, "other");
    ok("base", "create", "a");
    refused(["base", "list"], { QUARRY_HOME: other }, 4, /the files of the store are not in/);
    refused(["base", "list"], { QUARRY_STORE: "" }, 4, /the databases of '.*' are in a store/);
    run(["base", "create", "b"], { QUARRY_STORE: "", QUARRY_HOME: other });
    refused(["base", "list"], { QUARRY_HOME: other }, 4, /there are bases without a store in/);
    refused(["base", "list"], { PGPASSWORD: "wrong" }, 11, /authentication failed/);
    refused(["base", "list"], { QUARRY_STORE: "postgres://owner@127.0.0.1:1/shop" }, 10, /cannot open the home's database in the store/);
    refused(["base", "list", "--store", s.url("owner:pw")], {}, 2, /put the password of the store into/);
    refused(["base", "list", `--store=${s.url("owner:pw")}`], {}, 2, /put the password of the store into/);
});
