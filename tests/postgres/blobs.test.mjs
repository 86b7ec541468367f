// A store whose folder is lost: its database and the bucket are enough, as docs/scale.md says.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { bucket } from "../durability/bucket.mjs";
import { missing, OWNER, Server } from "./server.mjs";

test("a store whose folder is lost goes on from its database and the bucket", { skip: missing() }, async (t) => {
    const s = await Server.start(t);
    const b = await bucket(t);
    const env = { PGPASSWORD: OWNER, QUARRY_STORE: s.url("owner") };
    const ok = async (args, more = {}) => {
        const r = await b.run([...args, "--json"], { ...env, ...more });
        assert.equal(r.status, 0, r.out);
        return JSON.parse(r.out);
    };
    b.write_file("keys.md", "# Keys\n\nThe key of the cellar is under the mat.\n");
    b.write_file("sales.csv", "city,n\nPorto,3\nLyon,4\n");
    await ok(["add", "notes", "keys.md", "sales.csv"]);
    const id = fs.readFileSync(path.join(b.env.QUARRY_HOME, "store.id"), "utf8");

    const fresh = path.join(b.home, "fresh");
    const there = { QUARRY_HOME: fresh };
    fs.renameSync(b.env.QUARRY_HOME, path.join(b.home, "lost"));
    assert.equal((await b.run(["base", "list"], { ...env, ...there })).status, 4); // another folder
    fs.rmSync(fresh, { recursive: true, force: true });
    fs.mkdirSync(fresh);
    const read = execFileSync("psql", ["-XAtc", "SELECT id FROM quarry.files", s.url("owner")], { env: { ...process.env, ...env }, encoding: "utf8" });
    assert.equal(read.trim(), id);
    fs.writeFileSync(path.join(fresh, "store.id"), read.trim());
    fs.writeFileSync(path.join(fresh, "blobs.id"), b.read("quarry/owner"));

    b.requests.length = 0;
    const found = await b.run(["search", "notes", "where is the key?", "--wait"], { ...env, ...there });
    assert.match(found.out, /under the mat/);
    assert.match((await b.run(["ask", "notes", "total n"], { ...env, ...there })).out, /Total n: 7/);
    const checked = await ok(["base", "check", "notes"], there);
    assert.deepEqual([checked.ok, checked.originals], [true, 2]);
    assert.deepEqual(b.requests.filter((r) => r.startsWith("PUT")), []);
    b.write_file("bees.md", "# Bees\n\nThe hive is fed with syrup in October.\n");
    await ok(["add", "notes", "bees.md"], there);
    assert.equal((await ok(["blobs", "gc"], there)).removed, 0);
});
