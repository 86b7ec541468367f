// Several programs work on one base at once: nobody sees a half, nobody waits
// for ever, nothing that was acknowledged is lost.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { build, contents, folder, json, leftovers, run } from "./kill_run.mjs";

const CONFLICT = 4;

// A run that others go beside: {status, stdout, stderr}.
function start(dir, args) {
    const env = {
        PATH: "/usr/bin:/bin",
        QUARRY_HOME: path.join(dir, "home"),
        USER: "tester",
    };
    const child = spawn(path.join(build, "quarry"), args, { cwd: dir, env });
    const out = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"])
        child[stream].setEncoding("utf8").on("data", (text) => (out[stream] += text));
    return new Promise((done) => child.on("close", (status) => done({ status, ...out })));
}

const fill = (dir, name, n) => {
    fs.mkdirSync(path.join(dir, name));
    for (let i = 0; i < n; i++) {
        fs.writeFileSync(path.join(dir, name, `${i}.md`), `# ${name} ${i}\n\nText ${i}.\n`);
        fs.writeFileSync(path.join(dir, name, `${i}.json`), JSON.stringify({ name, i }));
    }
};

test("two add different files, and two add the same", async (t) => {
    const dir = folder(t);
    for (const name of ["a", "b", "both"]) fill(dir, name, 60);
    json(dir, ["base", "create", "kb"]);
    const all = await Promise.all(
        ["a", "b"].flatMap((name) => [
            start(dir, ["add", "kb", name, "both", "--json"]),
            start(dir, ["add", "kb", "both", name, "--json"]),
        ]),
    );
    for (const r of all) assert.equal(r.status, 0, r.stdout + r.stderr);
    const counts = all.map((r) => JSON.parse(r.stdout));
    const sum = (key) => counts.reduce((n, c) => n + c[key], 0);
    assert.equal(sum("documents_added"), 360, "each file was added by one");
    assert.equal(sum("documents_changed"), 0);
    assert.equal(sum("documents_unchanged"), 4 * 240 - 360);
    const status = json(dir, ["status", "kb"]);
    assert.equal(status.document_count, 360);
    assert.ok(status.documents.every((d) => d.version === 1 && d.failure === null));
    assert.deepEqual(leftovers(dir), []);
});

test("a base that several make at once is made once", async (t) => {
    const dir = folder(t);
    const names = ["a", "b", "c", "d"];
    for (const name of names) fill(dir, name, 1);
    const all = await Promise.all(names.map((n) => start(dir, ["add", "kb", n, "--json"])));
    for (const r of all) assert.equal(r.status, 0, r.stdout + r.stderr);
    assert.equal(all.filter((r) => JSON.parse(r.stdout).base_created).length, 1);
    assert.equal(json(dir, ["status", "kb"]).document_count, 8);
});

test("of two who write on one version, one wins", async (t) => {
    const dir = folder(t);
    fs.writeFileSync(path.join(dir, "data.json"), '{"n":0}');
    json(dir, ["add", "kb", "data.json"]);
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    for (let round = 0; round < 8; round++) {
        const version = json(dir, ["status", "kb"]).version;
        const all = await Promise.all(
            [1, 2, 3].map((who) =>
                start(dir, ["data", "set", "kb", `${pointer}/n`, String(10 * round + who), "--if-version", String(version)]),
            ),
        );
        const won = all.flatMap((r, i) => (r.status === 0 ? [i + 1] : []));
        assert.equal(won.length, 1, all.map((r) => r.stderr).join(""));
        for (const r of all.filter((one) => one.status !== 0)) assert.equal(r.status, CONFLICT, r.stderr);
        assert.equal(run(dir, ["data", "get", "kb", `${pointer}/n`]).stdout.trim(), String(10 * round + won[0]));
    }
});

test("a writer without a version waits, and no write is lost", async (t) => {
    const dir = folder(t);
    fs.writeFileSync(path.join(dir, "list.json"), '{"items":[]}');
    json(dir, ["add", "kb", "list.json"]);
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    const all = await Promise.all(
        Array.from({ length: 24 }, (_, i) => start(dir, ["data", "create", "kb", `${pointer}/items/-`, String(i)])),
    );
    for (const r of all) assert.equal(r.status, 0, r.stderr);
    const list = JSON.parse(run(dir, ["data", "get", "kb", `${pointer}/items`, "--json"]).stdout);
    assert.deepEqual([...(list.value ?? list)].sort((a, b) => a - b), Array.from({ length: 24 }, (_, i) => i));
});

// Both members are changed by one write; no reader sees one of them.
const WRITES = process.env.QUARRY_NIGHTLY ? 12 : 5;

test("a reader sees a write wholly or not", async (t) => {
    const dir = folder(t);
    const pair = (n) => JSON.stringify({ a: n, pad: "x".repeat(30000), b: n });
    fs.writeFileSync(path.join(dir, "pair.json"), pair(0));
    json(dir, ["add", "kb", "pair.json"]);
    const { key } = json(dir, ["status", "kb"]).documents[0];
    let writing = true;
    const writer = (async () => {
        for (let n = 1; n <= WRITES; n++) {
            fs.writeFileSync(path.join(dir, "pair.json"), pair(n));
            const r = await start(dir, ["add", "kb", "pair.json"]);
            assert.equal(r.status, 0, r.stderr);
        }
        writing = false;
    })();
    let reads = 0;
    while (writing) {
        const r = await start(dir, ["fetch", "kb", `quarry://kb/${key}`, "--json"]);
        assert.equal(r.status, 0, r.stderr);
        const { value } = JSON.parse(r.stdout).items[0];
        assert.equal(value.a, value.b);
        reads++;
    }
    await writer;
    assert.ok(reads > 0);
    assert.equal(JSON.parse(contents(dir, "kb")["pair.json"].value).a, WRITES);
});

test("documents are removed while others are added", async (t) => {
    const dir = folder(t);
    fill(dir, "old", 40);
    fill(dir, "new", 40);
    json(dir, ["add", "kb", "old"]);
    const names = Array.from({ length: 40 }, (_, i) => `old/${i}.md`);
    const all = await Promise.all([
        start(dir, ["add", "kb", "new"]),
        ...[0, 10, 20, 30].map((at) => start(dir, ["rm", "kb", ...names.slice(at, at + 10)])),
    ]);
    for (const r of all) assert.equal(r.status, 0, r.stderr);
    const now = contents(dir, "kb");
    assert.equal(Object.keys(now).length, 120);
    for (let i = 0; i < 40; i++) {
        assert.equal(now[`old/${i}.md`], undefined);
        assert.equal(now[`new/${i}.md`].text, `# new ${i}\n\nText ${i}.\n`);
    }
    assert.deepEqual(leftovers(dir), []);
});
