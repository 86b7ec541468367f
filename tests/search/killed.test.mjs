// An indexer that dies at any moment costs doing things again: the base is
// whole, it answers from what is ready, and the same command once more ends as
// if nothing had been.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { calls, copy, run as runKilled, sample } from "../durability/kill_run.mjs";
import { dice, folder, json, run, search, start, timeless, write } from "./search.mjs";

const TRIES = process.env.QUARRY_KILL_ALL ? 300 : process.env.QUARRY_NIGHTLY ? 12 : 6;
const LONGEST_MS = 400;

const words = "walrus penguin lighthouse glacier anchor compass harbour captain".split(" ");
const page = (i, what) =>
    `# Page ${i}\n\n${words.map((w) => `## ${w} ${i}\n\nThe ${w} of page ${i} is ${what}, and this paragraph says so in enough words to be a passage of its own.\n`).join("\n")}`;

function prepare(dir, embedding) {
    json(dir, ["base", "create", "kb"]);
    json(dir, ["base", "config", "kb", `embedding=${embedding}`]);
    for (let i = 0; i < 4; i++) write(dir, `lib/page${i}.md`, page(i, "old"));
    write(dir, "lib/d.json", JSON.stringify({ items: words.map((w) => ({ name: w, what: "old" })) }));
    json(dir, ["add", "kb", "lib"]);
    for (let i = 2; i < 8; i++) write(dir, `lib/page${i}.md`, page(i, "new"));
    write(dir, "lib/d.json", JSON.stringify({ items: words.map((w) => ({ name: w, what: "new" })) }));
    write(dir, "lib/t.csv", `name,remark\n${words.map((w) => `${w},a remark about ${w} that is long enough to be prose`).join("\n")}\n`);
}

const add = ["add", "kb", "lib"];

function answers(dir) {
    return ["walrus 3", "new captain", "old penguin", "lighthouse remark"].map((q) =>
        timeless(search(dir, "kb", q, "--top-k", "100", "--min-score", "0", "--wait")),
    );
}

// Whatever it answers from is ready, and no passage is returned twice.
function assertHonest(dir, where) {
    const r = search(dir, "kb", "walrus captain", "--top-k", "100", "--min-score", "0", "--mode", "keyword");
    const s = r.index_state;
    assert.equal(s.documents, s.ready + s.stale + s.indexing + s.failed, where);
    assert.equal(r.lazy_index_triggered, s.stale + s.indexing > 0, where);
    const uris = r.evidences.map((e) => e.pointer.uri);
    assert.equal(new Set(uris).size, uris.length, where);
}

function endsTheSame(dir, want, where) {
    assert.equal(json(dir, ["base", "check", "kb"]).ok, true, where);
    const again = run(dir, add);
    assert.equal(again.status, 0, `${where}: ${again.stdout}${again.stderr}`);
    assert.deepEqual(answers(dir), want, where);
    assert.equal(json(dir, ["base", "check", "kb"]).ok, true, where);
}

function begin(t, embedding) {
    const dir = folder(t);
    const shop = { start: path.join(dir, "start"), work: path.join(dir, "work") };
    fs.mkdirSync(shop.work);
    prepare(shop.work, embedding);
    copy(shop.work, shop.start);
    json(shop.work, add);
    shop.want = answers(shop.work);
    copy(shop.start, shop.work);
    return shop;
}

for (const how of ["before", "lose"])
    test(how === "lose" ? "a power cut" : "killed at its calls on the disk", (t) => {
        const { start: from, work, want } = begin(t, "none");
        const list = calls(work, add);
        for (const point of sample(list)) {
            const where = `${how} ${point.n} of ${list.length}: ${point.name} ${path.basename(point.path)}`;
            copy(from, work);
            const r = runKilled(work, add, { n: point.n, how });
            if (r.signal === null) continue;
            assertHonest(work, where);
            endsTheSame(work, want, where);
        }
    });

test("killed at random moments", async (t) => {
    const { start: from, work, want } = begin(t, "use-lite");
    const roll = dice(20260101);
    let killed = 0;
    for (let i = 0; i < TRIES; i++) {
        const after = roll(LONGEST_MS);
        const where = `try ${i}, after ${after} ms`;
        copy(from, work);
        const { child, done } = start(work, add);
        const timer = setTimeout(() => child.kill("SIGKILL"), after);
        const { signal } = await done;
        clearTimeout(timer);
        killed += signal === "SIGKILL";
        if (i % 3 === 0) assertHonest(work, where);
        endsTheSame(work, want, where);
    }
    t.diagnostic(`killed ${killed} of ${TRIES} times`);
});

// One that is killed again and again gets on all the same.
test("killed again and again", async (t) => {
    const { work, want } = begin(t, "use-lite");
    const roll = dice(7);
    for (let i = 0; i < TRIES; i++) {
        const { child, done } = start(work, i % 2 ? ["reindex", "kb"] : add);
        const timer = setTimeout(() => child.kill("SIGKILL"), roll(LONGEST_MS));
        await done;
        clearTimeout(timer);
    }
    endsTheSame(work, want, "after all");
});
