// Files of every kind that is read, made to harm: each is read, or refused in
// one of the program's errors; nothing dies, hangs, grows without end, writes
// outside or steers the terminal.
//
// QUARRY_HOSTILE: how often each genuine file is damaged. Without it those kinds
// are left out that the corpora of the fuzz targets have, too.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import test from "node:test";
import { binaryWorkbooks, damaged, dice, documents, genuineRows, oldWorkbooks, packed, parquets, texts, trees, workbookOf, workbooks } from "./make.mjs";
import { CANARY, Workspace } from "./workspace.mjs";

const ROUNDS = Number(process.env.QUARRY_HOSTILE ?? 3);

const long = { skip: !process.env.QUARRY_HOSTILE && "long: make attack" };

const CODES = new Set(["VALIDATION_FAILED", "FILE_READ_FAILED", "LIMIT", "TOOL_WORKER_UNAVAILABLE", "TIMEOUT"]);

// Add all of it to a base: what is read can be found, what is not says why.
function addAll(t, files) {
    const workspace = new Workspace(t);
    const made = [...files];
    for (const [name, bytes] of made) workspace.write(path.join("in", name), bytes);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const { out } = workspace.run("add", "kb", "in", "--json");
    const answer = JSON.parse(out);
    for (const failure of answer.failures ?? []) assert.ok(CODES.has(failure.code), JSON.stringify(failure));
    workspace.run("status", "kb");
    workspace.run("search", "kb", "walrus lima");
    workspace.assertNoScratch();
    return { workspace, answer };
}

test("texts and tables of text", long, (t) => {
    const { workspace } = addAll(t, texts());
    for (const name of ["escape.csv", "latin.csv", "formula.csv"]) {
        for (const command of ["map", "rows", "describe"]) workspace.run("table", command, `in/${name}`);
        workspace.run("table", "query", `in/${name}`, "SELECT * FROM data");
    }
});

test("what is packed", (t) => void addAll(t, packed(ROUNDS)));
test("workbooks", long, (t) => void addAll(t, workbooks()));
test("damaged workbooks", (t) => void addAll(t, damaged("good.xlsx", workbookOf(genuineRows), ROUNDS)));
const genuine = (name) => fs.readFileSync(path.join(import.meta.dirname, "../fuzz/corpus", name));
test("workbooks of before 2007", long, (t) => void addAll(t, oldWorkbooks(genuine("xls/orders.xls"), ROUNDS)));
test("binary workbooks", long, (t) => {
    const { answer } = addAll(t, binaryWorkbooks(genuine("xlsb/orders.xlsb"), ROUNDS));
    assert.ok(!answer.failures.some((f) => f.path === "in/plain.xlsb"), "one that harms nothing is read");
});
test("trees", long, (t) => void addAll(t, trees(ROUNDS)));
test("columns", (t) => void addAll(t, parquets()));
test("documents", long, (t) => void addAll(t, documents(ROUNDS)));

// ---- views of a database ----

// A file of DuckDB with what `statements` make in it.
async function duckdbOf(file, statements) {
    const duckdb = createRequire(import.meta.url)("@duckdb/node-bindings-linux-x64/duckdb.node");
    const connection = await duckdb.connect(await duckdb.open(":memory:", duckdb.create_config()));
    for (const statement of [`ATTACH '${file}' AS made`, "USE made", "CREATE TABLE t AS SELECT range AS i FROM range(100000)", ...statements, "USE memory", "DETACH made"])
        await duckdb.query(connection, statement);
}

function leftOut(workspace, file) {
    const { out } = workspace.run("table", "map", file, "--json");
    const map = JSON.parse(out);
    assert.equal(map.tables[0].row_count, 100000, "the table is read whatever the views are");
    for (const { name } of map.tables) workspace.run("table", "rows", file, "--table", name);
    return Object.fromEntries(map.left_out.map(({ name, reason }) => [name, reason]));
}

test("views that read something else than their file", async (t) => {
    const workspace = new Workspace(t);
    const other = path.join(workspace.top, "other.duckdb");
    await duckdbOf(other, []);
    await duckdbOf(path.join(workspace.files, "views.duckdb"), [
        `CREATE VIEW a_csv AS SELECT * FROM read_csv('${workspace.canary}', header = false)`,
        `CREATE VIEW a_text AS SELECT content FROM read_text('${workspace.canary}')`,
        `CREATE VIEW a_list AS SELECT * FROM glob('${workspace.top}/*')`,
        `CREATE VIEW a_with AS WITH q AS (SELECT * FROM read_text('${workspace.canary}')) SELECT content FROM q`,
        `CREATE VIEW a_inner AS SELECT (SELECT content FROM read_text('${workspace.canary}')) AS c FROM t`,
        `CREATE VIEW a_over AS SELECT * FROM a_csv`,
        `CREATE MACRO steal() AS TABLE SELECT content FROM read_text('${workspace.canary}')`,
        "CREATE VIEW a_macro AS SELECT * FROM steal()",
        `CREATE MACRO upper(x) AS (SELECT content FROM read_text('${workspace.canary}'))`,
        "CREATE VIEW a_named_upper AS SELECT upper('x') AS u",
        "CREATE VIEW a_query AS SELECT * FROM query('SELECT 1')",
        "CREATE VIEW a_secret AS SELECT * FROM duckdb_secrets()",
        `ATTACH '${other}' AS other (READ_ONLY)`,
        "CREATE VIEW a_database AS SELECT * FROM other.main.t",
        "DETACH other",
    ]);
    const reasons = leftOut(workspace, "views.duckdb");
    assert.equal(Object.keys(reasons).length, 11, JSON.stringify(reasons));
    for (const name of ["a_csv", "a_text", "a_list", "a_with", "a_inner"]) assert.match(reasons[name], /it reads files/, name);
    assert.match(reasons.a_over, /it reads 'a_csv', which cannot be run/);
    assert.match(reasons.a_macro, /macro 'steal'/);
    assert.match(reasons.a_named_upper, /macro 'upper'/);
    assert.match(reasons.a_database, /names the database 'other'/);
});

test("views without end", long, async (t) => {
    const workspace = new Workspace(t);
    const doubled = (n) => `CREATE VIEW d${n + 1} AS SELECT a.i FROM d${n} a, d${n} b`;
    await duckdbOf(path.join(workspace.files, "long.duckdb"), [
        "CREATE VIEW a_good AS SELECT max(i) AS i FROM t",
        "CREATE VIEW a_rows AS SELECT a.i FROM t a, t b",
        "CREATE VIEW a_sum AS SELECT sum(a.i * b.i + c.i) AS s FROM t a, t b, t c",
        "CREATE VIEW a_tree AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000000000) SELECT sum(n) AS s FROM r",
        "CREATE VIEW z_good AS SELECT min(i) AS i FROM t",
    ]);
    await duckdbOf(path.join(workspace.files, "deep.duckdb"), ["CREATE VIEW d0 AS SELECT i FROM t", ...Array.from({ length: 16 }, (_, n) => doubled(n))]);
    await duckdbOf(path.join(workspace.files, "wide.duckdb"), ["CREATE VIEW a_good AS SELECT max(i) AS i FROM t", "CREATE VIEW a_wide AS SELECT string_agg(repeat('x', 10000000), '') AS s FROM t"]);
    const reasons = leftOut(workspace, "long.duckdb");
    assert.deepEqual(Object.keys(reasons), ["a_rows", "a_sum", "a_tree"]);
    assert.match(reasons.a_rows, /too many rows/);
    for (const name of ["a_sum", "a_tree"]) assert.match(reasons[name], /takes too long|too much memory/);
    assert.match(leftOut(workspace, "deep.duckdb").d16, /which cannot be run|too many views/);
    assert.match(leftOut(workspace, "wide.duckdb").a_wide, /too much memory/);
});

// Whatever becomes of a log, the table is what it was after one of its transactions, or
// the file is refused.
test("damaged logs of a database", long, (t) => {
    const workspace = new Workspace(t);
    const [database, log] = ["", ".wal"].map((suffix) => fs.readFileSync(path.join(import.meta.dirname, `../data/databases/live.duckdb${suffix}`)));
    const seen = new Set();
    const look = (bytes) => {
        workspace.write("live.duckdb", database);
        workspace.write("live.duckdb.wal", bytes);
        const { status, out } = workspace.run("table", "rows", "live.duckdb", "--csv");
        seen.add(status === 0 ? out.trim().split("\n").slice(1).join(" ") : "refused");
    };
    for (let at = 1; at < log.length; at += 1 + Math.floor(20 / ROUNDS)) {
        look(log.subarray(0, at));
        for (const bits of [1, 0x80, 0xff]) {
            const bytes = Buffer.from(log);
            bytes[at] ^= bits;
            look(bytes);
        }
    }
    look(Buffer.concat([log, log]));
    look(Buffer.concat([log, Buffer.alloc(100000, 0xff)]));
    seen.delete("refused");
    const states = ["North,3 South,4", "North,3 South,4 East,5", "North,10 South,4 East,5"];
    assert.deepEqual([...seen].filter((rows) => !states.includes(rows)), []);
});

// ---- names ----

const NAMES = ["a\nb.md", "\x1b]0;owned\x07.md", "\u009b31m.csv", "\u202egpj.md", "-rf.md", "--json.md", "a b'\"`$(id).md", `${"x".repeat(248)}.md`, "%s%n.md", "..md", "...md", "~.md", "con.md", "#lines=1.md", "a?b=1&c.csv"];

test("names", (t) => {
    const workspace = new Workspace(t);
    for (const name of NAMES) workspace.write(path.join("in", name), name.endsWith("csv") ? "a,b\n1,2\n" : "# Sea\n\nThe walrus.\n");
    fs.writeFileSync(Buffer.concat([Buffer.from(`${workspace.files}/in/`), Buffer.from([0xff, 0xfe]), Buffer.from(".md")]), "# x\n");
    const at = (name) => path.join(workspace.files, "in", name);
    fs.symlinkSync(workspace.canary, at("link.md"));
    fs.symlinkSync("loop.md", at("loop.md"));
    fs.symlinkSync("..", at("up"));
    fs.symlinkSync("/dev/zero", at("zero.md"));
    execFileSync("mkfifo", [at("pipe.md")]);
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    const { out } = workspace.run("add", "kb", "in", "--json");
    const answer = JSON.parse(out);
    assert.ok(answer.documents_added >= NAMES.length - 3, out);
    for (const args of [["status", "kb"], ["search", "kb", "walrus"], ["base", "check", "kb"]]) workspace.run(...args);
    for (const name of [...NAMES, "pipe.md", "loop.md", "zero.md"])
        for (const missing of ["", "missing-"]) workspace.run("table", "map", "--", `in/${missing}${name}`);
});

// ---- the terminal ----

test("nothing steers the terminal", (t) => {
    const workspace = new Workspace(t);
    for (const [name, bytes] of [...texts(), ...trees(0), ...documents(0)])
        if (name.startsWith("escape")) workspace.write(name, bytes);
    workspace.write("\u009b2J\u202e.csv", "a\u009b31m,b\n\u009b0m,\u202e2\n");
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    if (!shown(workspace, "echo shown").includes("shown")) {
        t.skip("this machine gives no pseudo-terminals");
        return;
    }
    const commands = [
        ["add", "kb", "escape.csv", "escape.md", "escape.json", "\u009b2J\u202e.csv"],
        ["status", "kb"],
        ["status", "kb", "--json"],
        ["search", "kb", "walrus sleeps"],
        ["search", "kb", "walrus sleeps", "--json"],
        ["fetch", "kb", "quarry://kb/escape.md#lines=1-3"],
        ["fetch", "kb", "quarry://kb/escape.csv#rows=1-1"],
        ["data", "query", "kb", "@"],
        ["data", "query", "kb", "@", "--json"],
        ["data", "schema", "kb"],
        ["table", "map", "escape.csv"],
        ["table", "map", "\u009b2J\u202e.csv", "--json"],
        ["table", "rows", "\u009b2J\u202e.csv"],
        ["table", "query", "escape.csv", "SELECT '\u009b31m' AS \"\u009b2J\", chr(27) || '[2J' FROM data"],
        ["table", "query", "escape.csv", "SELECT \u009b31m nothing FROM \u202e"],
        ["table", "map", "\u009b31m/missing.csv"],
        ["ask", "escape.csv", "total \u009b31m of \u202e"],
    ];
    for (const command of commands) {
        const text = shown(workspace, [workspace.program, ...command, "--no-color"].map(quoted).join(" "));
        assert.ok(!/[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u202a-\u202e\u2066-\u2069]/u.test(text), `${command.join(" ")}: ${JSON.stringify(text.slice(0, 1500))}`);
    }
});

// What a command shows on a terminal; nothing where there is no terminal to have.
function shown(workspace, command) {
    const r = spawnSync("script", ["-qec", command, "/dev/null"], {
        cwd: workspace.files,
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", QUARRY_HOME: workspace.home, TERM: "xterm", SHELL: "/bin/sh" },
        timeout: 900_000,
    });
    return (r.stdout ?? "").toString("utf8").replace(/\r[^\r\n]*\r/g, "\r").replace(/\r\n?/g, "\n");
}

const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`;

// ---- a base that somebody damaged, or made ----

function furnishedBase(t) {
    const workspace = new Workspace(t);
    workspace.write("in/a.md", "# Sea\n\nThe walrus sleeps on the ice.\n");
    workspace.write("in/t.csv", "id,city\n1,Lima\n2,Oslo\n");
    workspace.write("in/d.json", JSON.stringify({ items: [{ name: "walrus" }, { name: "Lima" }] }));
    workspace.run("base", "create", "kb");
    workspace.run("base", "config", "kb", "embedding=none");
    workspace.run("add", "kb", "in");
    workspace.run("table", "query", "kb/t.csv", "SELECT count(*) FROM data");
    assert.equal(workspace.run("base", "backup", "kb", "--to", "backup").status, 0);
    return workspace;
}

const filesOf = (dir) =>
    fs
        .readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile())
        .map((f) => path.join(f.parentPath, f.name))
        .sort();

// One file of the folder, otherwise than it was.
function harm(dir, canary, roll) {
    const list = filesOf(dir).filter((f) => !/lock/.test(path.basename(f)));
    const file = list[roll(list.length)];
    const bytes = fs.readFileSync(file);
    const ways = [
        () => fs.writeFileSync(file, bytes.subarray(0, roll(bytes.length + 1))),
        () => fs.writeFileSync(file, Buffer.alloc(0)),
        () => fs.rmSync(file),
        () => (fs.rmSync(file), fs.mkdirSync(file)),
        () => (fs.rmSync(file), fs.symlinkSync(canary, file)),
        () => (fs.rmSync(file), execFileSync("mkfifo", [file])),
        () => fs.truncateSync(file, 2 ** 36),
        () => fs.writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(roll(5000), 0xff)])),
        () => {
            for (let i = 0; i < 1 + roll(20) && bytes.length; i++) bytes[roll(bytes.length)] ^= 1 << roll(8);
            fs.writeFileSync(file, bytes);
        },
        () => {
            const at = roll(bytes.length + 1);
            bytes.fill(0xff, at, at + 8); // a count, or an offset
            fs.writeFileSync(file, bytes);
        },
    ];
    ways[roll(ways.length)]();
    return path.basename(file);
}

test("the files of a home", (t) => {
    const workspace = furnishedBase(t);
    const whole = path.join(workspace.top, "whole");
    fs.cpSync(workspace.home, whole, { recursive: true });
    for (let seed = 0; seed < ROUNDS; seed++) {
        const roll = dice(seed);
        for (let harms = 1 + roll(2); harms; harms--) harm(workspace.home, workspace.canary, roll);
        for (const args of [
            ["search", "kb", "walrus", "--json"],
            ["fetch", "kb", "quarry://kb/a.md#lines=1-3"],
            ["table", "query", "kb/t.csv", "SELECT * FROM data"],
            ["data", "query", "kb", "items[0]"],
            ["status", "kb"],
            ["base", "check", "kb"],
            ["base", "rebuild", "kb"],
            ["add", "kb", "in"],
            ["base", "list"],
        ])
            workspace.run(...args);
        fs.rmSync(workspace.home, { recursive: true, force: true });
        fs.cpSync(whole, workspace.home, { recursive: true });
    }
});

test("an untrusted backup", (t) => {
    const workspace = furnishedBase(t);
    const backup = path.join(workspace.files, "backup");
    const whole = path.join(workspace.top, "whole");
    fs.cpSync(backup, whole, { recursive: true });
    for (let seed = 0; seed < ROUNDS; seed++) {
        const roll = dice(seed + 1000);
        harm(backup, workspace.canary, roll);
        workspace.run("base", "restore", `new${seed}`, "--from", "backup");
        workspace.run("base", "check", `new${seed}`);
        workspace.run("search", `new${seed}`, "walrus");
        fs.rmSync(backup, { recursive: true, force: true });
        fs.cpSync(whole, backup, { recursive: true });
    }
    assert.ok(!fs.readdirSync(workspace.top).includes("evil"));
});

// The manifest says where files go, and it is untrusted.
test("a backup whose manifest leads outside", (t) => {
    const workspace = furnishedBase(t);
    const backup = path.join(workspace.files, "backup");
    const manifest = filesOf(backup).find((f) => f.endsWith(".json"));
    assert.ok(manifest);
    const text = fs.readFileSync(manifest, "utf8");
    for (const evil of ["../../../evil", "/tmp/quarry-evil", "files/../../../../evil", "base.db\\u0000x", "files//x", ""]) {
        fs.writeFileSync(manifest, text.replace(/"(files\/[0-9a-f]+|[0-9a-f]{64})"/, `"${evil}"`));
        const { status } = workspace.run("base", "restore", "other", "--from", "backup", "--json");
        assert.notEqual(status, 0, evil);
    }
    for (const name of ["evil", "home/evil", "home/bases/evil"]) assert.ok(!fs.existsSync(path.join(workspace.top, name)));
    assert.ok(!fs.existsSync("/tmp/quarry-evil"));
    assert.equal(fs.readFileSync(workspace.canary, "utf8"), CANARY);
});

test("untrusted settings", (t) => {
    const workspace = furnishedBase(t);
    for (const value of ["embedding=openai:m@file:///etc/passwd", "embedding=openai:m@gopher://127.0.0.1:9", "embedding=../../x", "splitter_config={\"a\":1e999}", `splitter_config=${"[".repeat(100000)}`, "retrieval_config=[]", "daily=[\"/../..\"]", "deep_link=javascript:{path}", "nothing=1", "embedding=\u001b[31m"])
        workspace.run("base", "config", "kb", value);
    assert.equal(workspace.run("search", "kb", "walrus", "--json").status, 0);
});
