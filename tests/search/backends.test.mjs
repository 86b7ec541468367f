// A base whose vectors are kept by Qdrant, played by qdrant.mjs, answers as one whose
// segments keep them; and what happens when the server is away, of another, or lies.
// Only a nightly run asks all questions and tells all lies.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { embeddings } from "../model/embeddings.mjs";
import { Qdrant } from "./qdrant.mjs";
import { folder, start, write } from "./search.mjs";

const things = "walrus penguin lighthouse glacier anchor compass harbour captain".split(" ");
const about = (thing, n) =>
    `## About ${thing} ${n}\n\nThe ${thing} number ${n} is described in this paragraph, which has enough words to stand alone, and says that the ${thing} is ${n} years old today. ${`Nobody knew of the ${thing} before. `.repeat(12)}\n\n`;
const page = (n, lang) => `---\nlang: ${lang}\ntags: [t${n}]\n---\n# Page ${n}\n\n${things.map((thing) => about(thing, n)).join("")}`;

// The program, while the servers of this process answer it.
async function json(dir, ...args) {
    const r = await start(dir, [...args, "--json"]).done;
    assert.equal(r.status, 0, `${args.join(" ")}: ${r.out}`);
    return JSON.parse(r.out.split("\n").find((line) => line.startsWith("{")));
}

async function library(dir, base, backend) {
    for (let i = 0; i < 4; i++) write(dir, `lib/page${i}.md`, page(i, i % 2 ? "en" : "en-GB"));
    await json(dir, "base", "create", base);
    if (backend) await json(dir, "base", "config", base, `index.backend=${backend}`);
    return json(dir, "add", base, "lib");
}

const sample = (list, n) => (process.env.QUARRY_NIGHTLY ? list : list.slice(0, n));
const questions = ["how old is the penguin?", "captain 2", "where do ships find shelter"];

// Passages with their scores; the words of notes.
async function ask(dir, base, question, ...options) {
    const r = await json(dir, "search", base, question, "--min-score", "0", ...options);
    return { mode: r.mode, notes: r.notes, found: r.evidences.map((e) => [e.metadata.filename, e.metadata.lines, e.score]) };
}

const names = (r) => [...new Set(r.found.map(([name]) => name))].sort();
const documents = (c) => [...new Set([...c.points.values()].map((p) => p.payload.document))].length;
const states = async (dir, base) => (await json(dir, "status", base)).documents.map((d) => d.state);

test("the segments and Qdrant give the same answers", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    await library(dir, "own");
    const added = await library(dir, "far", q.name);
    assert.equal(added.documents_indexed, 4);
    const c = q.collection("far_passages");
    assert.ok(c.points.size >= 12);
    assert.deepEqual(c.indexed.sort(), ["batch", "document", "filters"]);
    const bases = path.join(dir, "home/bases");
    const left = fs.readdirSync(bases).map((id) => fs.readdirSync(path.join(bases, id, "index")).filter((f) => f.endsWith(".vec")).length);
    assert.deepEqual(left.sort(), [0, 1], "the segments keep no vectors of the second base");
    for (const question of sample(questions, 1))
        for (const mode of ["vector", "hybrid"])
            assert.deepEqual(await ask(dir, "far", question, "--mode", mode), await ask(dir, "own", question, "--mode", mode), `${mode}: ${question}`);
    for (const where of sample(["tag=t1,lang=en", "tag~t", "lang=en"], 2)) {
        const far = await ask(dir, "far", questions[0], "--where", where);
        assert.deepEqual(far, await ask(dir, "own", questions[0], "--where", where), where);
        assert.ok(far.found.length > 0, where);
    }
    assert.deepEqual(q.failures, []);
});

test("an endpoint's vectors have the same scores there", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    const letters = "etaoinshrdlucmfwypvbgkjqxz";
    const model = await embeddings(t, (text) => [...letters].map((c) => text.split(c).length));
    for (const [base, backend] of [["own", "segments"], ["far", q.name]]) {
        await json(dir, "base", "create", base);
        await json(dir, "base", "config", base, `embedding=${model.provider}`, `index.backend=${backend}`);
        for (let i = 0; i < 4; i++) write(dir, `lib/page${i}.md`, page(i, "en"));
        await json(dir, "add", base, "lib");
    }
    // Their background (search/index/background.h) is measured on both sides: there of the nearest
    // window of each passage, here of its first.
    const strengths = async (base) => {
        const r = await json(dir, "search", base, questions[2], "--mode", "vector", "--min-score", "0");
        assert.equal(r.mode, "vector");
        return new Map(r.evidences.map((e) => [`${e.metadata.filename} ${e.metadata.lines}`, e.scores.vector]));
    };
    const far = await strengths("far");
    const own = await strengths("own");
    assert.ok(far.size > 4);
    for (const [where, strength] of far) assert.ok(Math.abs(strength - own.get(where)) < 0.1, `${where}: ${strength} ${own.get(where)}`);
    assert.deepEqual(q.failures, []);
});

test("what is changed and removed is changed and removed there", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    await library(dir, "far", q.name);
    const c = q.collection("far_passages");
    const before = new Set(c.points.keys());
    await json(dir, "rm", "far", "lib/page3.md");
    assert.equal(documents(c), 3);
    write(dir, "lib/page0.md", page(7, "en"));
    await json(dir, "add", "far", "lib/page0.md");
    assert.ok([...c.points.values()].every((p) => !p.payload.text.includes("number 0")));
    assert.ok([...c.points.keys()].some((id) => !before.has(id)));
    assert.equal((await json(dir, "base", "check", "far")).rebuilt.length, 0);
    // Of what somebody took away there, check knows; it is all sent again.
    c.points.delete([...c.points.keys()][0]);
    assert.equal((await json(dir, "base", "check", "far")).rebuilt.length, 1);
    assert.equal((await json(dir, "base", "check", "far")).rebuilt.length, 0);
    await json(dir, "base", "rm", "far", "--force");
    assert.equal(q.collections.size, 0);
    assert.deepEqual(q.failures, []);
});

test("while the server is away words answer, and what is added waits", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    await library(dir, "far", q.name);
    await q.stop();
    const r = await ask(dir, "far", questions[0]);
    assert.equal(r.mode, "keyword");
    assert.match(r.notes.join(), /backend of the vectors cannot be asked; searched by words/);
    assert.ok(r.found.length > 0);
    write(dir, "lib/page5.md", page(5, "en"));
    const added = await json(dir, "add", "far", "lib/page5.md");
    assert.equal(added.documents_indexed, 0);
    const [waits] = (await json(dir, "status", "far")).documents.filter((d) => d.name.endsWith("page5.md"));
    assert.equal(waits.state, "stale");
    const gone = await start(dir, ["base", "rm", "far", "--force"]).done;
    assert.notEqual(gone.status, 0);
    assert.match(gone.out, /index.backend=segments/);
    await q.listen();
    await json(dir, "reindex", "far");
    assert.ok((await states(dir, "far")).every((s) => s === "ready"));
    assert.equal((await ask(dir, "far", questions[0])).mode, "hybrid");
    assert.deepEqual(q.failures, []);
});

test("what fails in the middle is done again, and what is removed meanwhile goes", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    let puts = 0;
    q.reply = (route) => (route.endsWith("/points") && ++puts === 1 ? { status: 507, text: "{}" } : null);
    const added = await library(dir, "far", q.name);
    assert.equal(added.documents_indexed, 0);
    assert.match((await json(dir, "status", "far")).documents[0].failure?.message ?? "", /answered with status 507/);
    q.reply = (route) => (route.endsWith("/delete") ? { status: 507, text: "{}" } : null);
    await json(dir, "rm", "far", "lib/page3.md");
    q.reply = null;
    await json(dir, "reindex", "far");
    const c = q.collection("far_passages");
    assert.equal(documents(c), 3);
    assert.ok((await states(dir, "far")).every((s) => s === "ready"));
    assert.equal((await json(dir, "base", "check", "far")).rebuilt.length, 0);
    await json(dir, "reindex", "far");
    assert.equal(new Set([...c.points.values()].map((p) => `${p.payload.document} ${p.payload.chunk_index}`)).size, c.points.size, "each once");
    assert.deepEqual(q.failures, []);
});

test("a collection of others is not touched, one that is lost is filled again", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    const theirs = { points: new Map(), vectors: { size: 3, distance: "Dot" }, metadata: {}, indexed: [] };
    q.collections.set("far_passages", theirs);
    const added = await library(dir, "far", q.name);
    assert.equal(added.documents_indexed, 0);
    assert.equal(added.failures[0].code, "CONFLICT");
    assert.match(added.failures[0].message, /collection 'far_passages' .* is of another base or program/);
    assert.equal(theirs.points.size, 0);
    q.collections.clear();
    await json(dir, "reindex", "far");
    assert.equal(documents(q.collection("far_passages")), 4);
    q.collections.clear();
    const r = await ask(dir, "far", questions[0]);
    assert.equal(r.mode, "keyword");
    assert.match(r.notes.join(), /'quarry reindex' sends them again/);
    await json(dir, "reindex", "far", "lib/page0.md");
    assert.equal(documents(q.collection("far_passages")), 4, "all of it, as all of it was lost");
    assert.deepEqual(q.failures, []);
});

test("vectors of another model begin the collection anew", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    const model = await embeddings(t, (text) => [text.length % 7, text.length % 5, 1]);
    await library(dir, "far", q.name);
    await json(dir, "base", "config", "far", `embedding=${model.provider}`);
    await json(dir, "reindex", "far");
    assert.equal(q.collection("far_passages").vectors.size, 3);
    assert.equal((await ask(dir, "far", questions[0])).mode, "hybrid");
    // Somebody made it anew, for vectors of another size.
    q.collection("far_passages").vectors.size = 4;
    assert.equal((await ask(dir, "far", questions[0])).mode, "keyword");
    await json(dir, "reindex", "far");
    assert.equal(q.collection("far_passages").vectors.size, 3);
    await json(dir, "base", "config", "far", "embedding=none");
    await json(dir, "reindex", "far");
    assert.equal(q.collections.size, 0, "without a model nothing is left there");
    assert.equal((await ask(dir, "far", questions[0])).mode, "keyword");
    assert.deepEqual(q.failures, []);
});

test("a key is sent to its host and is in no message", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t, { key: "s3cret-of-qdrant" });
    const refused = await library(dir, "far", q.name);
    assert.equal(refused.failures[0].code, "UNAUTHORIZED");
    assert.match(refused.failures[0].message, /QUARRY_QDRANT_API_KEY/);
    write(dir, "home/keys/127.0.0.1", "s3cret-of-qdrant\n");
    fs.chmodSync(path.join(dir, "home/keys/127.0.0.1"), 0o600);
    await json(dir, "reindex", "far");
    assert.equal(documents(q.collection("far_passages")), 4);
    q.key = "another";
    const r = await start(dir, ["search", "far", questions[0], "--json"]).done;
    assert.equal(r.status, 0);
    assert.ok(!r.out.includes("s3cret"));
});

test("what it answers is not believed", async (t) => {
    const dir = folder(t);
    const q = await Qdrant.start(t);
    await library(dir, "far", q.name);
    const words = await ask(dir, "far", questions[0], "--mode", "keyword");
    const id = [...q.collection("far_passages").points.keys()][0];
    const points = (list) => JSON.stringify({ result: { points: list }, status: "ok", time: 0 });
    const lies = {
        "a cosine of 7": points([{ id: 1, version: 1, score: 7 }]),
        "more than were asked for": points(Array.from({ length: 2000 }, (_, i) => ({ id: i, version: 1, score: 0.5 }))),
        "too much": `"${"x".repeat(4 << 20)}"`,
        "no JSON": "<html>",
        "no points": "{}",
        "a score of text": points([{ id: 1, version: 1, score: "high" }]),
        "an id of text": points([{ id: "550e8400-e29b-41d4-a716-446655440000", version: 1, score: 0.5 }]),
        "an id below 0": points([{ id: -1, version: 1, score: 0.5 }]),
    };
    for (const [what, text] of sample(Object.entries(lies), 3)) {
        q.reply = (route) => (route.endsWith("query") ? { status: 200, text } : null);
        const r = await ask(dir, "far", questions[0]);
        assert.deepEqual(r.found, words.found, what);
        assert.match(r.notes.join(), /searched by words/, what);
    }
    // Ids that the segments do not have, and one twice: these are no passages.
    q.reply = (route) => (route.endsWith("query") ? { status: 200, text: points([{ id: 1, version: 1, score: 0.99 }]).replace("]", `,{"id":${id},"version":1,"score":0.5},{"id":${id},"version":1,"score":0.6}]`) } : null);
    const r = await ask(dir, "far", questions[0], "--mode", "vector");
    assert.equal(r.found.length, 1);
});
