// The life of an index: what is added is found, what changed is made again and
// nothing else, what is behind is said to be, and what is removed, disabled,
// rebuilt, copied or restored answers as it should.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { files, folder, json, run, search, start, timeless, wordsOnly, write } from "./search.mjs";

const about = (thing, n) =>
    `# About ${thing} ${n}\n\nThe ${thing} number ${n} is described in this paragraph, which has enough words to stand alone, and says that the ${thing} is ${n} years old today.\n\n`;
const things = "walrus penguin lighthouse glacier anchor compass harbour captain".split(" ");

function page(name, n) {
    return `# ${name}\n\n${things.map((thing) => about(thing, n)).join("")}`;
}

function library(dir) {
    for (let i = 0; i < 5; i++) write(dir, `lib/page${i}.md`, page(`Page ${i}`, 10 + i));
    write(dir, "lib/ships.json", JSON.stringify({ ships: things.map((name, i) => ({ name, knots: i + 5, note: `a ship called ${name}` })) }));
    write(dir, "lib/ports.csv", `city,depth,remark\n${things.map((name, i) => `${name}ville,${i},a port with a long remark about ${name} and its tides and winds`).join("\n")}\n`);
    return json(dir, ["add", "kb", "lib"]);
}

const questions = ["walrus", "how old is the penguin?", "harbour tides", "captain 12", "ship called anchor"];
const answers = (dir, base = "kb") =>
    questions.flatMap((q) => ["keyword", "vector", "hybrid"].map((mode) => timeless(search(dir, base, q, "--mode", mode, "--min-score", "0"))));
const documents = (dir) => Object.fromEntries(json(dir, ["status", "kb"]).documents.map((d) => [d.name, d]));
const indexFolder = (dir) => {
    const bases = path.join(dir, "home/bases");
    return path.join(bases, fs.readdirSync(bases)[0], "index");
};

test("what did not change is not made again", (t) => {
    const dir = folder(t);
    const first = library(dir);
    assert.equal(first.documents_indexed, 7);
    assert.ok(first.chunks_embedded > 40);
    assert.equal(first.chunks_reused, 0);
    const again = json(dir, ["add", "kb", "lib"]);
    assert.equal(again.documents_unchanged, 7);
    assert.equal(again.chunks_embedded, 0);
    assert.equal(again.documents_indexed, 0);
    const text = fs.readFileSync(path.join(dir, "lib/page2.md"), "utf8");
    write(dir, "lib/page2.md", text.replace("The glacier number 12", "The icebergs of number 12"));
    const changed = json(dir, ["add", "kb", "lib"]);
    assert.equal(changed.documents_changed, 1);
    assert.equal(changed.chunks_embedded, 1);
    assert.ok(changed.chunks_reused >= 7);
    assert.ok(files(search(dir, "kb", "icebergs")).includes("lib/page2.md"));
    write(dir, "lib/page2.md", `# Preface\n\n${"A preface of some length that pushes all below it down. ".repeat(3)}\n\n${text}`);
    const moved = json(dir, ["add", "kb", "lib"]);
    assert.ok(moved.chunks_embedded <= 2, `${moved.chunks_embedded}`);
});

test("reindex embeds nothing anew", (t) => {
    const dir = folder(t);
    const { chunks } = library(dir);
    const before = answers(dir);
    const again = json(dir, ["reindex", "kb"]);
    assert.equal(again.chunks_embedded, 0);
    assert.equal(again.chunks_reused, chunks);
    assert.deepEqual(answers(dir), before);
    const one = json(dir, ["reindex", "kb", "page1.md"]);
    assert.equal(one.chunks_embedded, 0);
    assert.ok(one.chunks_reused > 0);
});

test("an edit is behind until somebody asks", (t) => {
    const dir = folder(t);
    library(dir);
    const { pointer } = documents(dir)["lib/ships.json"];
    json(dir, ["data", "set", "kb", `${pointer}/ships/0/note`, '"a vessel named zanzibar"']);
    assert.equal(documents(dir)["lib/ships.json"].state, "stale");
    const r = search(dir, "kb", "zanzibar");
    assert.equal(r.lazy_index_triggered, true);
    assert.equal(r.index_state.state, "stale");
    assert.equal(r.index_state.stale, 1);
    assert.equal(r.debug.documents_behind, 1);
    assert.ok(!files(r).includes("lib/ships.json"));
    assert.ok(!files(search(dir, "kb", "walrus", "--document", "page1.md")).includes("lib/ships.json"));
    const next = search(dir, "kb", "zanzibar");
    assert.equal(next.lazy_index_triggered, false);
    assert.equal(next.index_state.state, "ready");
    assert.ok(files(next).includes("lib/ships.json"));
    json(dir, ["data", "set", "kb", `${pointer}/ships/0/note`, '"a vessel named timbuktu"']);
    const waited = search(dir, "kb", "timbuktu", "--wait");
    assert.ok(files(waited).includes("lib/ships.json"));
    assert.equal(waited.lazy_index_triggered, false);
});

test("what is out of the scope is not said to be behind", (t) => {
    const dir = folder(t);
    library(dir);
    const { pointer } = documents(dir)["lib/ships.json"];
    json(dir, ["data", "set", "kb", `${pointer}/ships/0/note`, '"zanzibar"']);
    const r = search(dir, "kb", "walrus", "--document", "page1.md");
    assert.equal(r.lazy_index_triggered, false);
    assert.deepEqual(new Set(files(r)), new Set(["lib/page1.md"]));
});

test("scopes are documents, paths, and places in them", (t) => {
    const dir = folder(t);
    library(dir);
    const d = documents(dir);
    const { pointer } = d["lib/ships.json"];
    const of = (...scope) => new Set(files(search(dir, "kb", "walrus captain ship", "--min-score", "0", "--mode", "keyword", ...scope)));
    assert.deepEqual(of("--document", `page1.md,${d["lib/page3.md"].key}`), new Set(["lib/page1.md", "lib/page3.md"]));
    assert.deepEqual(of("--path", pointer), new Set(["lib/ships.json"]));
    assert.deepEqual(of("--path", ""), of());
    const inside = search(dir, "kb", "captain walrus", "--min-score", "0", "--mode", "keyword", "--path", `${pointer}/ships/0`);
    assert.deepEqual(inside.evidences.map((e) => e.pointer.relative_pointer), ["/ships/0"]);
    assert.equal(run(dir, ["search", "kb", "x", "--document", "nobody.md"]).status, 3);
    assert.equal(run(dir, ["search", "kb", "x", "--path", "/nowhere"]).status, 3);
    assert.equal(run(dir, ["search", "kb", "x", "--path", "ships"]).status, 2);
});

test("pinned, disabled and removed documents", (t) => {
    const dir = folder(t);
    library(dir);
    assert.equal(json(dir, ["pin", "kb", "page1.md"]).documents[0].pinned, true);
    assert.equal(documents(dir)["lib/page1.md"].pinned, true);
    assert.equal(json(dir, ["unpin", "kb", "page1.md"]).documents[0].pinned, false);
    assert.equal(json(dir, ["disable", "kb", "page1.md"]).documents[0].state, "disabled");
    const found = () => new Set(questions.flatMap((q) => files(search(dir, "kb", q, "--top-k", "100", "--min-score", "0"))));
    assert.ok(!found().has("lib/page1.md"));
    const again = json(dir, ["add", "kb", "lib"]);
    assert.equal(again.documents_indexed, 0);
    assert.ok(!found().has("lib/page1.md"));
    assert.equal(json(dir, ["reindex", "kb", "page1.md"]).documents[0].state, "ready");
    assert.ok(found().has("lib/page1.md"));
    json(dir, ["rm", "kb", "page1.md", "ships.json"]);
    assert.ok(!found().has("lib/page1.md"));
    assert.ok(!found().has("lib/ships.json"));
    assert.equal(run(dir, ["pin", "kb", "page1.md"]).status, 3);
    assert.equal(run(dir, ["disable", "kb", "page2.md", "page1.md"]).status, 3);
    assert.equal(documents(dir)["lib/page2.md"].state, "ready");
});

test("a budget of documents takes the hottest", (t) => {
    const dir = folder(t);
    library(dir);
    json(dir, ["pin", "kb", "page4.md"]);
    json(dir, ["base", "config", "kb", 'retrieval_config={"retrieval_mode":"keyword","max_documents":1}']);
    const r = search(dir, "kb", "walrus", "--min-score", "0");
    assert.deepEqual(new Set(files(r)), new Set(["lib/page4.md"]));
    assert.equal(r.debug.candidate_documents_count, 1);
    assert.equal(r.debug.documents_left_out, 6);
});

test("rebuilt, copied and restored bases answer the same", (t) => {
    const dir = folder(t);
    library(dir);
    write(dir, "lib/page0.md", page("Page zero", 99));
    json(dir, ["add", "kb", "lib"]);
    const before = answers(dir);
    json(dir, ["base", "rebuild", "kb"]);
    assert.equal(search(dir, "kb", "walrus").index_state.state, "ready");
    assert.deepEqual(answers(dir), before);
    json(dir, ["base", "copy", "kb", "twin"]);
    search(dir, "twin", "walrus", "--wait");
    const asKb = (list) => list.map((text) => text.replaceAll("twin", "kb").replaceAll("back", "kb"));
    assert.deepEqual(asKb(answers(dir, "twin")), before);
    json(dir, ["base", "backup", "kb", "--to", "saved"]);
    json(dir, ["base", "restore", "back", "--from", "saved"]);
    search(dir, "back", "walrus", "--wait");
    assert.deepEqual(asKb(answers(dir, "back")), before);
    write(dir, "lib/page0.md", page("Page nought", 77));
    json(dir, ["add", "kb", "lib"]);
    json(dir, ["base", "restore", "kb", "--from", "saved"]);
    search(dir, "kb", "walrus", "--wait");
    assert.deepEqual(asKb(answers(dir)), before);
});

test("another model makes all stale, and the same one brings all back", (t) => {
    const dir = folder(t);
    library(dir);
    const before = answers(dir);
    const { vectors } = search(dir, "kb", "walrus").index_state;
    assert.ok(vectors > 0);
    json(dir, ["base", "config", "kb", "embedding=none"]);
    const without = search(dir, "kb", "walrus", "--wait");
    assert.equal(without.mode, "keyword");
    assert.equal(without.index_state.vectors, 0);
    assert.equal(without.index_state.lexical_only, without.index_state.chunks);
    assert.ok(files(without).length > 0);
    json(dir, ["base", "config", "kb", "embedding=use-lite"]);
    const behind = search(dir, "kb", "walrus");
    assert.equal(behind.lazy_index_triggered, true);
    const back = search(dir, "kb", "walrus", "--wait");
    assert.equal(back.index_state.state, "ready");
    assert.equal(back.index_state.vectors, vectors);
    assert.deepEqual(answers(dir), before);
});

test("two that add at once, and one that searches meanwhile", async (t) => {
    const dir = folder(t);
    library(dir);
    for (let i = 0; i < 40; i++) {
        write(dir, `one/doc${i}.md`, page(`One ${i}`, 1000 + i));
        write(dir, `two/doc${i}.md`, page(`Two ${i}`, 2000 + i));
    }
    json(dir, ["base", "config", "kb", "embedding=none"]);
    const one = start(dir, ["add", "kb", "one"]);
    const two = start(dir, ["add", "kb", "two"]);
    let asked = 0;
    const both = Promise.all([one.done, two.done]);
    let busy = true;
    both.then(() => (busy = false));
    while (busy) {
        const r = search(dir, "kb", "walrus", "--min-score", "0");
        assert.ok(["ready", "stale", "indexing"].includes(r.index_state.state));
        asked++;
        await new Promise(setImmediate);
    }
    for (const r of await both) assert.equal(r.status, 0, r.out);
    assert.ok(asked > 0);
    const all = search(dir, "kb", "walrus", "--wait", "--top-k", "100", "--min-score", "0", "--mode", "keyword");
    assert.equal(all.index_state.ready, 87);
    assert.equal(files(search(dir, "kb", "1017", "--min-score", "0"))[0], "one/doc17.md");
    assert.equal(files(search(dir, "kb", "2033", "--min-score", "0"))[0], "two/doc33.md");
    assert.equal(json(dir, ["base", "check", "kb"]).ok, true);
});

test("the same question has the same bytes", (t) => {
    const dir = folder(t);
    library(dir);
    const r = () => JSON.stringify(search(dir, "kb", "how old is the walrus captain?", "--top-k", "30", "--min-score", "0"));
    const first = r();
    for (let i = 0; i < 6; i++) assert.equal(r(), first);
});

// One bit in any file of it, at some places of each, and files that are gone or half; of
// each file every fourth of these, but in the nightly run.
function damageAll(dir) {
    const before = answers(dir)[0];
    const saved = path.join(dir, "saved");
    const index = indexFolder(dir);
    const whole = () => {
        fs.rmSync(index, { recursive: true });
        fs.cpSync(saved, index, { recursive: true });
    };
    fs.cpSync(index, saved, { recursive: true });
    for (const [i, name] of fs.readdirSync(saved).entries()) {
        const file = path.join(index, name);
        const { size } = fs.statSync(path.join(saved, name));
        const flip = (at) => {
            const bytes = fs.readFileSync(file);
            bytes[at] ^= 0x40;
            fs.writeFileSync(file, bytes);
        };
        const places = process.env.QUARRY_NIGHTLY ? [0, 9, size >> 2, size >> 1, size - 9, size - 1] : [0, size >> 1, size - 1];
        const ways = [
            ["is gone", () => fs.rmSync(file)],
            ["is half", () => fs.truncateSync(file, size >> 1)],
            ...places.filter((x) => x >= 0 && x < size).map((at) => [`at ${at} of ${size}`, () => flip(at)]),
        ];
        for (const [k, [what, harm]] of ways.entries()) {
            if (!process.env.QUARRY_NIGHTLY && (i + k) % 4) continue;
            whole();
            harm();
            damaged(dir, before, `${name} ${what}`);
        }
    }
    fs.rmSync(index, { recursive: true });
    damaged(dir, before, "no index");
}

test("a damaged index of words is made again and never answers wrongly", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    library(dir);
    damageAll(dir);
});

test("one with vectors, too", (t) => {
    const dir = folder(t);
    write(dir, "a.md", page("One", 1));
    json(dir, ["add", "kb", "a.md"]);
    damageAll(dir);
});

// It answers as before, or says that it is behind, or that it is damaged; and
// check mends it.
function damaged(dir, before, where) {
    const ask = ["search", "kb", questions[0], "--mode", "keyword", "--min-score", "0"];
    const r = run(dir, [...ask, "--json"]);
    assert.ok(r.status === 0 || r.status === 1, `${where}: ${r.status} ${r.signal} ${r.stdout}`);
    const found = JSON.parse(r.stdout);
    if (r.status === 1) assert.match(found.error.message, /damaged|rebuild|check/, where);
    else if (found.index_state.state === "ready") assert.equal(timeless(found), before, where);
    else assert.equal(found.lazy_index_triggered, true, where);
    assert.equal(json(dir, ["base", "check", "kb"]).ok, true, where);
    assert.equal(timeless(json(dir, [...ask, "--wait"])), before, where);
}
