// The files of an index are what docs/index-format.md says: a program that was
// written from that page reads them (index_dump.mjs), and what it finds there is
// what Quarry answers.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { lengthOf, readIndex, readWords } from "./index_dump.mjs";
import { folder, json, search, wordsOnly, write } from "./search.mjs";

function indexOf(dir) {
    const bases = path.join(dir, "home/bases");
    return path.join(bases, fs.readdirSync(bases)[0], "index");
}

const dump = (dir) => readIndex(indexOf(dir));
const alive = (index) => index.segments.flatMap((s) => s.content.passages).filter((p) => !p.deleted);
const count = (text, word) => (text.toLowerCase().match(new RegExp(`\\b${word}\\b`, "g")) ?? []).length;

// Sections with as many ravens as their number says, and now and then none.
function ravens(n) {
    const section = (i) => `# Part ${i}\n\n${i % 7 ? "raven and crow ".repeat(1 + ((i * i) % 9)) : "nothing here "}and some more words that fill the part numbered ${i} until it is long enough to stand alone.\n`;
    return `# Birds\n\n${Array.from({ length: n }, (_, i) => section(i)).join("\n")}`;
}

// The headings above each section of a passage, by the lines that it has.
function sections(p) {
    if (!p.parts) return new Map([[p.fragment, p.headings ?? []]]);
    let above = p.headings ?? [];
    return new Map(
        p.parts.map(([, first, last, shared, , ...own]) => {
            above = [...above.slice(0, shared), ...own];
            return [`lines=${first}-${last}`, above];
        }),
    );
}

test("passages, their texts and their vectors are those that search shows", (t) => {
    const dir = folder(t);
    write(dir, "docs/keys.md", "# Keys\n\n## Rotation\n\nA key is rotated each month by the person on call.\n\n## Loss\n\nA key that is lost is revoked within the hour.\n");
    write(dir, "docs/viaje.md", "# Viajes\n\nLa operación se paga al volver, con el recibo de cada comida y de cada noche.\n");
    json(dir, ["add", "kb", "docs"]);
    const index = dump(dir);
    const passages = new Map(alive(index).map((p) => [p.id, p]));
    const state = search(dir, "kb", "key", "--min-score", "0").index_state;
    const vectors = index.segments.flatMap((s) => s.content.vectors?.vectors ?? []);
    assert.deepEqual([state.chunks, state.vectors], [passages.size, vectors.length]);
    assert.ok(vectors.length >= 2);
    for (const question of ["key rotated", "lost", "operación"]) {
        const { evidences } = search(dir, "kb", question, "--min-score", "0", "--expand");
        assert.ok(evidences.length > 0);
        for (const e of evidences) {
            const p = passages.get(e.pointer.chunk_id);
            assert.equal(p.text, e.text);
            assert.equal(p.document, e.pointer.document_key);
            const headings = sections(p).get(e.pointer.uri.split("#")[1]);
            assert.deepEqual(headings, e.metadata.heading_path);
        }
    }
    for (const v of vectors) {
        const off = Math.hypot(...v.floats.map((x, k) => x - v.scale * (v.codes[k] - 128)));
        assert.ok(Math.abs(Math.hypot(...v.floats) - 1) < 1e-3 && v.codes.every((code) => code > 0));
        assert.ok(off <= v.error * (1 + 1e-6), `${off} is over ${v.error}`);
    }
    assert.ok(index.segments.some((s) => s.content.keys.has("aoperación")), "a word with its accents");
});

test("a key leads to the passages with its word, over full blocks and a tail", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "birds.md", ravens(400));
    json(dir, ["add", "kb", "birds.md"]);
    const [{ content }, ...others] = dump(dir).segments;
    const { passages, keys } = content;
    const postings = keys.get("sraven");
    assert.equal(others.length, 0);
    assert.ok(postings.length > 256 && postings.length % 128 > 0);
    const body = (p) => count(p.text, "raven");
    assert.deepEqual(postings.map((x) => x.passage), passages.flatMap((p, i) => (body(p) ? [i] : [])));
    for (const x of postings) {
        assert.equal(x.tf, body(passages[x.passage]));
        assert.equal(x.positions.length, x.tf);
    }
    const crows = new Map(keys.get("scrow").map((x) => [x.passage, x.positions]));
    const [first] = postings;
    assert.deepEqual(first.positions.map((at) => at + 2), crows.get(first.passage), "positions count words");
    assert.deepEqual(new Set(keys.get(`fdocument\0${passages[0].document}`).map((x) => x.passage)).size, passages.length);
    const all = search(dir, "kb", "raven", "--mode", "keyword", "--top-k", "100", "--min-score", "0").evidences;
    const found = new Set(postings.map((x) => passages[x.passage].id));
    assert.ok(all.length > 0 && all.every((e) => found.has(e.pointer.chunk_id)));
    assert.ok(lengthOf(255) > 10000 && lengthOf(64) === 64 && lengthOf(88) === 128);
});

test("what is removed stays in its segment and is marked in the manifest", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    for (const name of ["one", "two", "three"]) write(dir, `docs/${name}.md`, `# ${name}\n\nThe document ${name} has a word of its own, which is ${name}${name}.\n`);
    json(dir, ["add", "kb", "docs"]);
    const before = dump(dir);
    json(dir, ["rm", "kb", "docs/two.md"]);
    const after = dump(dir);
    const gone = after.segments.flatMap((s) => s.content.passages).filter((p) => p.deleted);
    assert.equal(after.id, before.id);
    assert.ok(after.version > before.version);
    assert.deepEqual(after.segments.map((s) => s.name), before.segments.map((s) => s.name));
    assert.ok(gone.length > 0 && gone.every((p) => p.text.includes("twotwo")));
    assert.equal(after.segments[0].deleted, gone.length);
    assert.equal(after.segments[0].deletedLength, gone.reduce((n, p) => n + lengthOf(p.length), 0));
    assert.equal(alive(after).length, search(dir, "kb", "word").index_state.chunks);
});

test("a changed bit is found by the sum of its page", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "birds.md", ravens(60));
    json(dir, ["add", "kb", "birds.md"]);
    const name = fs.readdirSync(indexOf(dir)).find((f) => f.endsWith(".seg"));
    const bytes = fs.readFileSync(path.join(indexOf(dir), name));
    readWords(bytes);
    bytes[5000] ^= 4;
    assert.throws(() => readWords(bytes), /page 1/);
});
