// What is put into a bucket by other ways than `add`, and what goes from there: only what no base
// refers to, and only when it is old.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { bucket, sha256 } from "./bucket.mjs";

const HOUR = 3600 * 1000;
const text = (word) => `# ${word}\n\nAbout ${word} there is one sentence.\n`;
const has = (b, word) => b.objects().some((n) => n.endsWith(sha256(text(word))));

async function ok(b, args, more) {
    const r = await b.run([...args, "--json"], more);
    assert.equal(r.status, 0, r.out);
    return JSON.parse(r.out);
}

async function notes(t, words, more) {
    const b = await bucket(t);
    for (const w of words) b.write_file(`${w}.md`, text(w));
    await ok(b, ["base", "create", "notes"]);
    await ok(b, ["add", "notes", ...words.map((w) => `${w}.md`)], more);
    return b;
}

test("what was added before there was a bucket is pushed, once", async (t) => {
    const b = await notes(t, ["keys", "bees", "mice"], { QUARRY_BLOBS: "" });
    assert.match((await b.run(["base", "push", "notes"], { QUARRY_BLOBS: "" })).out, /--blobs s3:/);
    const first = await ok(b, ["base", "push", "notes"]);
    assert.deepEqual([first.originals, first.put], [3, 3]);
    assert.ok(b.requests.length >= 8 && b.connections === 1, `${b.connections} for ${b.requests.length}`);
    assert.ok(first.index_put >= 3, JSON.stringify(first));
    const again = await ok(b, ["base", "push", "notes"]);
    assert.deepEqual([again.put, again.index_put], [0, 0]);
    // Connections that were kept and are gone are no failure.
    b.fault = () => ({ drop: true });
    for (const n of b.objects()) b.remove(n);
    assert.equal((await ok(b, ["base", "push", "notes"])).put, 3);
    b.fault = () => undefined;
    // One is lost there, and one here; the same file once more is put although the folder has it.
    b.remove(b.objects().find((n) => n.endsWith(sha256(text("bees")))));
    fs.unlinkSync(path.join(b.files(), sha256(text("keys"))));
    assert.equal((await ok(b, ["base", "push", "notes"])).put, 1);
    b.remove(b.objects().find((n) => n.endsWith(sha256(text("bees")))));
    fs.mkdirSync(path.join(b.home, "other"));
    b.write_file("other/bees2.md", text("bees"));
    await ok(b, ["add", "notes", "other/bees2.md"]);
    assert.ok(has(b, "bees"));
    b.remove(b.objects().find((n) => n.endsWith(sha256(text("keys")))));
    const lost = await b.run(["base", "push", "notes"]);
    assert.equal(lost.status, 6, lost.out);
});

test("copy, restore and move put all of a base there before it has its name", async (t) => {
    const b = await notes(t, ["keys", "bees"], { QUARRY_BLOBS: "" });
    await ok(b, ["base", "backup", "notes", "--to", "saved"], { QUARRY_BLOBS: "" });
    b.fault = (r) => (r.method === "PUT" && !r.url.endsWith("owner") ? { status: 403 } : undefined);
    assert.equal((await b.run(["base", "copy", "notes", "more"])).status, 11);
    assert.equal((await ok(b, ["base", "list"])).bases.length, 1);
    b.fault = () => undefined;
    assert.deepEqual(b.objects(), []);
    await ok(b, ["base", "copy", "notes", "more"]);
    const copied = b.objects();
    assert.ok(has(b, "keys") && has(b, "bees") && copied.length >= 5, copied.join());
    await ok(b, ["base", "restore", "again", "--from", "saved"]);
    assert.ok(b.objects().length >= copied.length + 2);

    const other = path.join(b.home, "other");
    const wrong = await b.run(["base", "move", "more", "--to", other, "--to-blobs", "s3://box/quarry"]);
    assert.equal(wrong.status, 4, wrong.out);
    assert.match(wrong.out, /belongs to another home/);
    await ok(b, ["base", "move", "more", "--to", other, "--to-blobs", "s3://box/elsewhere"]);
    assert.ok(b.names().some((n) => n.startsWith("elsewhere/") && n.endsWith(sha256(text("keys")))));
    // There it lives from its bucket alone.
    const env = { QUARRY_HOME: other, QUARRY_BLOBS: "s3://box/elsewhere" };
    for (const part of ["files", "index"]) fs.rmSync(path.join(b.base(other), part), { recursive: true });
    assert.equal((await ok(b, ["base", "check", "more"], env)).ok, true);
    assert.match((await b.run(["search", "more", "about bees", "--wait"], env)).out, /one sentence/);
});

test("garbage goes when it is old and nothing refers to it, and nothing else", async (t) => {
    const b = await notes(t, ["keys", "bees", "mice", "cats"]);
    await ok(b, ["rm", "notes", "mice.md", "cats.md"]);
    await ok(b, ["base", "create", "gone"]);
    await ok(b, ["add", "gone", "cats.md"]);
    await ok(b, ["base", "rm", "gone", "--force"]);
    await ok(b, ["search", "notes", "bees", "--wait"]);
    const all = b.objects();
    assert.equal((await ok(b, ["blobs", "gc"])).removed, 0);
    for (const n of b.names()) if (!has(b, "mice") || !n.endsWith(sha256(text("mice")))) b.age(n, 25 * HOUR);
    const dry = await b.run(["blobs", "gc", "--dry-run"]);
    assert.match(dry.out, new RegExp(`${sha256(text("cats"))}, \\d+ bytes, \\d+ s old`));
    assert.match(dry.out, /would remove/);
    assert.deepEqual(b.objects(), all);
    b.fault = (r) => (r.method === "DELETE" ? { status: 403 } : undefined);
    assert.equal((await b.run(["blobs", "gc"])).status, 11);
    b.fault = () => undefined;
    const done = await ok(b, ["blobs", "gc"]);
    assert.ok(done.removed >= 2 && done.others === 1, JSON.stringify(done)); // "owner"
    assert.ok(!has(b, "cats") && has(b, "mice") && has(b, "keys") && has(b, "bees"));
    assert.equal((await ok(b, ["blobs", "gc"])).removed, 0);
    // What is left is the base, whole.
    for (const part of ["files", "index"]) fs.rmSync(path.join(b.base(), part), { recursive: true });
    b.requests.length = 0;
    assert.equal((await ok(b, ["base", "check", "notes"])).ok, true);
    assert.match((await b.run(["search", "notes", "about bees", "--wait"])).out, /one sentence/);
    assert.deepEqual(b.requests.filter((r) => r.startsWith("PUT")), []);
    // Another home takes nothing of it for its own garbage.
    const other = await b.run(["blobs", "gc", "--grace", "0"], { QUARRY_HOME: path.join(b.home, "other") });
    assert.equal(other.status, 4, other.out);
});

test("what is put again while garbage is collected stays", async (t) => {
    const b = await notes(t, ["keys", "mice"]);
    await ok(b, ["rm", "notes", "mice.md"]);
    for (const n of b.names()) b.age(n, 25 * HOUR);
    // Between the list that shows it as old and the lock under which it would be removed.
    let added = null;
    b.fault = (r) => {
        if (r.method === "GET" && r.url.includes("list-type=2") && !r.url.includes("max-keys") && !added) {
            added = b.run(["add", "notes", "mice.md", "--json"]);
            return { wait: 1500 };
        }
        return undefined;
    };
    const done = await ok(b, ["blobs", "gc"]);
    const result = await added;
    assert.equal(result.status, 0, result.out);
    assert.ok(has(b, "mice"), JSON.stringify(done));
    fs.rmSync(b.files(), { recursive: true });
    assert.equal((await ok(b, ["base", "check", "notes"])).ok, true);
});

test("a process that dies between put and commit leaves garbage that goes later, and no document", async (t) => {
    const b = await notes(t, ["keys"]);
    b.write_file("mice.md", text("mice"));
    b.fault = (r) => (r.method === "PUT" && r.url.endsWith(sha256(text("mice"))) ? { wait: 300 } : undefined);
    const p = b.start(["add", "notes", "mice.md"]);
    while (!b.requests.some((r) => r.startsWith("PUT") && r.endsWith(sha256(text("mice"))))) await new Promise((done) => setTimeout(done, 10));
    p.kill("SIGKILL");
    await p.result;
    b.fault = () => undefined;
    while (!has(b, "mice")) await new Promise((done) => setTimeout(done, 10));
    assert.equal((await ok(b, ["status", "notes"])).documents.length, 1);
    assert.equal((await ok(b, ["blobs", "gc"])).removed, 0);
    b.age(b.objects().find((n) => n.endsWith(sha256(text("mice")))), 25 * HOUR);
    assert.equal((await ok(b, ["blobs", "gc"])).removed, 1);
    await ok(b, ["add", "notes", "mice.md"]);
    assert.ok(has(b, "mice"));
});
