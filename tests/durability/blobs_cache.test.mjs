// The home as a cache of what is in a bucket: no larger than it may be, and never without what
// the bucket has not.
import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { send, start, until } from "../http/server.mjs";
import { bucket, sha256 } from "./bucket.mjs";

const SMALL = { QUARRY_BLOBS_CACHE: "1MB" };

// 400 KB that do not compress, as a table.
const table = () => `id,word\n${Array.from({ length: 8000 }, (_, i) => `${i},${crypto.randomBytes(22).toString("hex")}\n`).join("")}`;

async function ok(b, args, more) {
    const r = await b.run([...args, "--json"], more);
    assert.equal(r.status, 0, r.out);
    return JSON.parse(r.out);
}

async function tables(t, names, more) {
    const b = await bucket(t);
    await ok(b, ["base", "create", "notes"]);
    b.sums = {};
    for (const name of names) {
        const text = table();
        b.sums[name] = sha256(text);
        b.write_file(`${name}.csv`, text);
        await ok(b, ["add", "notes", `${name}.csv`], more);
    }
    b.kept = () => names.filter((n) => fs.existsSync(path.join(b.files(), b.sums[n])));
    b.object = (name) => b.objects().find((n) => n.endsWith(b.sums[name]));
    return b;
}

test("the home stays within its bound, without what was used longest ago", async (t) => {
    const b = await tables(t, ["a", "b", "c", "d"]);
    assert.equal(b.kept().length, 4);
    for (const wrong of ["10", "GB", "0GB", "10 GB", "1e9GB"]) assert.equal((await b.run(["base", "list"], { QUARRY_BLOBS_CACHE: wrong })).status, 2, wrong);
    assert.equal((await b.run(["blobs", "trim"])).status, 2);
    const used = (name, ago) => fs.utimesSync(path.join(b.files(), b.sums[name]), Date.now() / 1000 - ago, 0);
    used("a", 100), used("b", 400), used("c", 300), used("d", 200);
    const done = await ok(b, ["blobs", "trim"], SMALL);
    assert.deepEqual(b.kept(), ["a", "d"]);
    assert.ok(done.bytes_kept <= 900000 && done.files_removed === 2, JSON.stringify(done));
    assert.equal((await ok(b, ["blobs", "trim"], SMALL)).files_removed, 0);

    // All of it is there for who reads, and the command that read leaves the home small again.
    const checked = await ok(b, ["base", "check", "notes"], SMALL);
    assert.deepEqual([checked.ok, checked.originals], [true, 4]);
    assert.equal(b.kept().length, 2);
    const backup = await ok(b, ["base", "backup", "notes", "--to", "saved"], SMALL);
    assert.equal(backup.originals, 4);
    assert.equal(fs.readdirSync(path.join(b.home, "saved/files")).length, 4);
    await ok(b, ["base", "copy", "notes", "more"], SMALL);
    const all = (dir) => fs.readdirSync(dir, { recursive: true }).filter((f) => /[0-9a-f]{64}$/.test(f)).length;
    assert.ok(all(path.join(b.env.QUARRY_HOME, "bases")) <= 2);
});

test("what the bucket does not have as it is stays, whatever else is true", async (t) => {
    const b = await tables(t, ["a", "b", "c", "d"], { QUARRY_BLOBS: "" });
    const stay = async (more) => {
        const r = await b.run(["blobs", "trim"], { ...SMALL, ...more });
        assert.equal(b.kept().length, 4, r.out);
    };
    await stay(); // none is there
    await ok(b, ["base", "push", "notes"]);
    for (const name of ["a", "b", "c", "d"]) b.write(b.object(name), "cut short");
    await stay();
    for (const name of ["a", "b", "c", "d"]) b.write(b.object(name), fs.readFileSync(path.join(b.files(), b.sums[name])));
    for (const fault of [{ status: 403 }, { cut: true }, { bytes: "<ListBucketResult></ListBucketResult>" }, { bytes: "not XML" }]) {
        b.fault = () => fault;
        await stay();
    }
    b.fault = () => undefined;
    b.remove(b.object("a"));
    fs.utimesSync(path.join(b.files(), b.sums.a), 1, 1);
    await ok(b, ["blobs", "trim"], SMALL);
    assert.ok(b.kept().includes("a") && b.kept().length === 2, b.kept().join());
    assert.equal((await ok(b, ["base", "check", "notes"])).ok, true);
});

test("segments go and come, too", async (t) => {
    const b = await bucket(t);
    const words = (i) => Array.from({ length: 12000 }, (_, k) => `w${crypto.createHash("md5").update(`${i} ${k}`).digest("hex").slice(0, 9)}`).join(" ");
    await ok(b, ["base", "create", "notes"]);
    await ok(b, ["base", "config", "notes", "embedding=none"]);
    for (let i = 0; i < 8; i++) {
        b.write_file(`n${i}.txt`, `${words(i)}\nneedle${i} is here\n`);
        await ok(b, ["add", "notes", `n${i}.txt`, "--wait"]);
    }
    const segments = () => fs.readdirSync(b.index()).filter((f) => f.endsWith(".seg"));
    const before = segments().length;
    const old = (dir) => fs.readdirSync(dir).forEach((f) => fs.utimesSync(path.join(dir, f), 1, 1));
    old(b.index());
    await ok(b, ["blobs", "trim"], SMALL);
    assert.ok(segments().length < before, `${segments().length} of ${before}`);
    for (const i of [0, 7]) assert.match((await b.run(["search", "notes", `needle${i}`, "--wait"], SMALL)).out, new RegExp(`n${i}.txt`));
    assert.equal((await ok(b, ["base", "check", "notes"], SMALL)).ok, true);
});

test("readers, a writer and two that make the home small do not disturb each other", async (t) => {
    const b = await tables(t, ["a", "b", "c", "d", "e"]);
    const until = Date.now() + Number(process.env.QUARRY_BLOBS_SECONDS ?? 2) * 1000;
    let reads = 0, trims = 0, adds = 0;
    const reader = async () => {
        while (Date.now() < until) {
            assert.equal((await ok(b, ["base", "check", "notes"], reads++ % 2 ? SMALL : {})).ok, true);
        }
    };
    const trimmer = async () => {
        while (Date.now() < until) trims += (await ok(b, ["blobs", "trim"], { QUARRY_BLOBS_CACHE: "1MB" })).files_removed;
    };
    const writer = async () => {
        while (Date.now() < until) {
            b.write_file(`x${adds}.csv`, table());
            await ok(b, ["add", "notes", `x${adds++}.csv`], SMALL);
        }
    };
    await Promise.all([reader(), reader(), trimmer(), trimmer(), writer()]);
    t.diagnostic(`${reads} checks, ${adds} adds, ${trims} files removed`);
    await ok(b, ["blobs", "trim"], SMALL);
    assert.ok(fs.readdirSync(b.files()).filter((f) => !f.startsWith(".")).length <= 2);
    fs.rmSync(b.files(), { recursive: true });
    const last = await ok(b, ["base", "check", "notes"]);
    assert.deepEqual([last.ok, last.originals], [true, 5 + adds]);
});

test("a server keeps its home small while it runs", async (t) => {
    const b = await bucket(t);
    const { port } = await start(t, b.env.QUARRY_HOME, { env: { ...b.env, ...SMALL } });
    for (const name of ["a", "b", "c", "d"]) {
        const form = new FormData();
        form.append("base", "notes");
        form.append("file", new Blob([table()]), `${name}.csv`);
        const response = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: "POST", body: form });
        const { job_id } = await response.json();
        const job = await until(async () => {
            const { json } = await send(port, "GET", `/v1/jobs/${job_id}`);
            return ["done", "failed"].includes(json.state) && json;
        });
        assert.equal(job.state, "done", JSON.stringify(job));
    }
    const originals = () => fs.readdirSync(b.files()).filter((f) => /^[0-9a-f]{64}$/.test(f)).length;
    assert.ok(await until(() => originals() <= 2));
    assert.ok(b.objects().length >= 4);
});
