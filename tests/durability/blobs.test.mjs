// Originals in a bucket: put there before a document names them, and got from there when the
// folder has them not.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { KEY, bucket, sha256 } from "./bucket.mjs";

test("an original is in the bucket before it is acknowledged, and comes back from there", async (t) => {
    const b = await bucket(t);
    const text = "# Keys\n\nThe key of the cellar is under the mat.\n";
    fs.writeFileSync(path.join(b.home, "keys.md"), text);
    fs.writeFileSync(path.join(b.home, "empty.txt"), "");
    await b.run(["base", "create", "notes"]);
    let broken = 1; // it is tried again
    b.fault = () => (broken-- > 0 ? { status: 503 } : undefined);
    const added = await b.run(["add", "notes", "keys.md"]);
    assert.equal(added.status, 0, added.out);
    const name = b.objects().find((n) => n.endsWith(sha256(text)));
    assert.match(name, /^quarry\/[0-9a-f]{16}\/[0-9a-f]{64}$/);
    assert.equal(b.read(name).toString(), text);
    assert.equal((await b.run(["add", "notes", "empty.txt"])).status, 0);

    fs.unlinkSync(path.join(b.files(), sha256(text)));
    const checked = await b.run(["base", "check", "notes"]);
    assert.equal(checked.status, 0, checked.out);
    assert.equal(fs.readFileSync(path.join(b.files(), sha256(text)), "utf8"), text);

    // Damaged here, whole there; then the bucket is away, which is no damage.
    fs.writeFileSync(path.join(b.files(), sha256(text)), "# Keys\n");
    const mended = await b.run(["base", "check", "notes"]);
    assert.equal(mended.status, 0, mended.out);
    assert.match(mended.out, /a damaged original of base 'notes' was got from/);
    fs.unlinkSync(path.join(b.files(), sha256(text)));
    b.fault = () => ({ status: 403 });
    assert.equal((await b.run(["base", "check", "notes"])).status, 11);
    b.fault = () => undefined;
    b.write(name, text.replace("mat", "cat"));
    const damaged = await b.run(["base", "check", "notes"]);
    assert.equal(damaged.status, 6, damaged.out);
    assert.deepEqual(fs.readdirSync(b.files()).filter((f) => f.startsWith(".new-get")), []);
    b.remove(name);
    assert.match((await b.run(["base", "check", "notes"])).out, /damaged original of keys/);
});

test("what cannot be put there is not added, and no message has the key", async (t) => {
    const b = await bucket(t);
    fs.writeFileSync(path.join(b.home, "a.md"), "# A\n");
    await b.run(["base", "create", "notes"]);
    const refused = async (more, status, text) => {
        const r = await b.run(["add", "notes", "a.md"], more);
        assert.equal(r.status, status, r.out);
        assert.match(r.out, text);
        assert.ok(!r.out.includes(more.AWS_SECRET_ACCESS_KEY ?? KEY), r.out);
        assert.deepEqual(JSON.parse((await b.run(["status", "notes", "--json"], { QUARRY_BLOBS: "" })).out).documents, []);
    };
    await refused({ AWS_SECRET_ACCESS_KEY: "0ther-s3cret" }, 11, /'s3:\/\/box\/quarry\/' does not take these keys/);
    await refused({ AWS_ACCESS_KEY_ID: "" }, 11, /must be in AWS_ACCESS_KEY_ID/);
    await refused({ AWS_ENDPOINT_URL: "http://s3.example.org" }, 2, /must begin with https/);
    await refused({ QUARRY_BLOBS: "file:///tmp" }, 2, /s3:\/\/BUCKET/);
    await refused({ AWS_ENDPOINT_URL: "http://127.0.0.1:1" }, 10, /cannot reach 's3:\/\/box\/quarry\/'/);
    assert.equal((await b.run(["add", "notes", "a.md"])).status, 0);
    assert.ok(b.objects().some((n) => n.endsWith(sha256("# A\n"))));
});
