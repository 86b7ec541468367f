// Programs die at random moments, the bucket refuses, cuts answers and is slow, and meanwhile
// garbage is collected without any grace time and the home is kept small. What was acknowledged
// is in the bucket, whole; FAULTS rounds (6), a seed from QUARRY_SEED.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { bucket, sha256 } from "./bucket.mjs";

const rounds = Number(process.env.QUARRY_FAULTS ?? 6);
let seed = Number(process.env.QUARRY_SEED ?? Date.now() % 1e9);
const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const note = (i) => `# Note ${i}\n\nThe word of note ${i} is ${sha256(`${i}`)}.\n${"x".repeat(2000)}\n`;

test("nothing that was acknowledged is lost, whatever dies or fails", async (t) => {
    t.diagnostic(`seed ${seed}`);
    const b = await bucket(t);
    const env = { QUARRY_BLOBS_CACHE: "1MB" };
    const acknowledged = new Set(), removed = new Set();
    await b.run(["base", "create", "notes"]);
    await b.run(["base", "config", "notes", "embedding=none"]);
    let ended = false, killed = 0, collected = 0, next = 0;
    const writer = async () => {
        while (!ended) {
            const i = next++;
            b.write_file(`n${i}.md`, note(i));
            const p = b.start(["add", "notes", `n${i}.md`, "--json"], env);
            if (random(3) === 0) setTimeout(() => p.kill("SIGKILL"), 20 + random(200));
            const r = await p.result;
            if (r.status === 0) acknowledged.add(i);
            else if (r.status === null) killed++;
            if (r.status === 0 && random(4) === 0) {
                removed.add(i); // it may be gone from here on
                await b.run(["rm", "notes", `n${i}.md`], env);
                if (random(2)) { // and the same content again
                    const again = await b.run(["add", "notes", `n${i}.md`], env);
                    if (again.status === 0) removed.delete(i);
                }
            }
        }
    };
    const collector = async () => {
        while (!ended) {
            const p = b.start(["blobs", "gc", "--grace", "0", "--json"]);
            if (random(4) === 0) setTimeout(() => p.kill("SIGKILL"), 20 + random(200));
            const r = await p.result;
            if (r.status === 0) collected += JSON.parse(r.out).removed;
        }
    };
    const trimmer = async () => {
        while (!ended) {
            await b.run(["blobs", "trim"], env);
            await pause(50);
        }
    };
    const all = [writer(), writer(), collector(), trimmer()];
    for (let i = 0; i < rounds; i++) {
        let left = 1 + random(3);
        const kind = [{ status: 403 }, { cut: true }, { wait: 200 }, { bytes: "wrong" }][random(4)];
        const at = random(10);
        let seen = 0;
        b.fault = () => (seen++ >= at && left-- > 0 ? kind : undefined);
        await pause(1000);
    }
    ended = true;
    b.fault = () => undefined;
    await Promise.all(all);
    t.diagnostic(`${acknowledged.size} acknowledged, ${removed.size} removed, ${killed} killed, ${collected} objects collected`);
    b.write_file("last.md", note("last"));
    assert.equal((await b.run(["add", "notes", "last.md"])).status, 0);
    await b.run(["blobs", "gc", "--grace", "0"]);
    fs.rmSync(b.files(), { recursive: true }); // from the bucket alone
    const checked = await b.run(["base", "check", "notes", "--json"]);
    assert.equal(checked.status, 0, checked.out);
    const names = new Set(JSON.parse((await b.run(["status", "notes", "--json"])).out).documents.map((d) => d.name));
    for (const i of acknowledged) if (!removed.has(i)) assert.ok(names.has(`n${i}.md`), `n${i}.md`);
    // And the index that the bucket has is that of the base.
    await b.run(["search", "notes", "note", "--wait"]);
    fs.rmSync(b.index(), { recursive: true });
    b.requests.length = 0;
    assert.match((await b.run(["search", "notes", sha256("last"), "--wait"])).out, /last\.md/);
    assert.deepEqual(b.requests.filter((r) => r.startsWith("PUT")), []);
});
