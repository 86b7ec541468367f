// The index of a base in a bucket: its segments are there when a command has indexed, and a
// folder that has lost them gets them from there instead of indexing again.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { bucket, sha256 } from "./bucket.mjs";

const search = (b, words) => b.run(["search", "notes", words, "--wait", "--json"]);
const states = async (b) => JSON.parse((await b.run(["status", "notes", "--json"])).out).documents.map((d) => d.state);

async function notes(t) {
    const b = await bucket(t);
    await b.run(["base", "create", "notes"]);
    b.write_file("keys.md", "# Keys\n\nThe key of the cellar is under the mat.\n");
    b.write_file("bees.md", "# Bees\n\nThe hive is fed with syrup in October.\n");
    const added = await b.run(["add", "notes", "keys.md", "bees.md"]);
    assert.equal(added.status, 0, added.out);
    return b;
}

test("a lost index comes from the bucket, verified, and nothing is indexed again", async (t) => {
    const b = await notes(t);
    const before = fs.readdirSync(b.index()).filter((f) => /\.(seg|vec)$/.test(f));
    assert.ok(before.length >= 2, before.join());
    for (const f of [...before, "manifest", "objects"]) {
        const bytes = fs.readFileSync(path.join(b.index(), f));
        assert.deepEqual(b.read(b.objects().find((n) => n.endsWith(sha256(bytes)))), bytes, f);
    }
    fs.rmSync(b.index(), { recursive: true });
    assert.deepEqual(await states(b), ["ready", "ready"]);
    b.requests.length = 0;
    const found = await search(b, "when are bees fed?");
    assert.match(found.out, /syrup in October/);
    assert.deepEqual(fs.readdirSync(b.index()).filter((f) => /\.(seg|vec)$/.test(f)), before);
    assert.deepEqual(b.requests.filter((r) => r.startsWith("PUT")), []);

    // One file of a segment alone.
    for (const f of before) fs.unlinkSync(path.join(b.index(), f));
    assert.match((await search(b, "where is the key?")).out, /under the mat/);

    // Another content under its name: not taken, and not removed from the index either.
    const victim = before.find((f) => f.endsWith(".seg"));
    const name = b.objects().find((n) => n.endsWith(sha256(fs.readFileSync(path.join(b.index(), victim)))));
    const right = b.read(name);
    fs.unlinkSync(path.join(b.index(), victim));
    b.write(name, Buffer.concat([right.subarray(1), right.subarray(0, 1)]));
    const wrong = await search(b, "where is the key?");
    assert.equal(wrong.status, 6, wrong.out);
    assert.match(wrong.out, /damaged in 's3:\/\/box\/quarry\/'/);
    b.write(name, right);
    assert.match((await search(b, "where is the key?")).out, /under the mat/);

    // Gone from there, too: it is indexed again.
    fs.unlinkSync(path.join(b.index(), victim));
    b.remove(name);
    assert.match((await search(b, "where is the key?")).out, /under the mat/);
    assert.deepEqual(await states(b), ["ready", "ready"]);
});

test("what was indexed while the bucket was away is not taken for what is there", async (t) => {
    const b = await notes(t);
    // Without the bucket: states are newer than what is there from here on.
    b.write_file("mice.md", "# Mice\n\nMice live behind the oven.\n");
    assert.equal((await b.run(["add", "notes", "mice.md"], { QUARRY_BLOBS: "" })).status, 0);
    fs.rmSync(b.index(), { recursive: true });
    assert.deepEqual(new Set(await states(b)), new Set(["stale"]));
    assert.match((await search(b, "where do mice live?")).out, /behind the oven/);
    const added = await b.run(["base", "rebuild", "notes"]);
    assert.equal(added.status, 0, added.out);
    fs.rmSync(b.index(), { recursive: true });
    b.requests.length = 0;
    assert.match((await search(b, "where do mice live?")).out, /behind the oven/);
    assert.ok(b.requests.some((r) => r.startsWith("GET")) && !b.requests.some((r) => r.startsWith("PUT")));

    // The bucket fails: indexing goes on, and what is in the folder answers.
    b.fault = (r) => (r.method === "PUT" ? { status: 403 } : undefined);
    assert.equal((await b.run(["rm", "notes", "mice.md"])).status, 0);
    const after = await search(b, "where do mice live?");
    assert.doesNotMatch(after.out, /behind the oven/);
    b.fault = () => ({ status: 403 });
    assert.match((await search(b, "where is the key?")).out, /under the mat/);
    // The folder lost it, too, and the bucket is away: said, and nothing is thrown away.
    b.fault = () => undefined;
    assert.equal((await b.run(["base", "rebuild", "notes"])).status, 0);
    fs.rmSync(b.index(), { recursive: true });
    b.fault = () => ({ status: 403 });
    const away = await search(b, "where is the key?");
    assert.equal(away.status, 11, away.out);
    b.fault = () => ({ cut: true });
    assert.equal((await search(b, "where is the key?")).status, 10);
    b.fault = () => undefined;
    b.requests.length = 0;
    assert.match((await search(b, "where is the key?")).out, /under the mat/);
    assert.deepEqual(b.requests.filter((r) => r.startsWith("PUT")), []);
});
