// Pointers of every kind lead to the text that they came from: what fetch says
// of an evidence's URI has the words of its passage. On public documents, and
// on JSON whose keys try to be something else.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { dice, folder, json, run, search, testdata, wordsOnly, write } from "./search.mjs";

const skip = fs.existsSync(testdata) ? false : "no public data";
const FETCHED = 500; // pointers a call
const NIGHTLY = Boolean(process.env.QUARRY_NIGHTLY);
const EVERY = NIGHTLY ? 1 : 10; // of so many questions of text and JSON one is asked
const PART = NIGHTLY ? 1 : 3; // of so many files of tables and words of records one is taken

function* filesBelow(dir) {
    for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
        const name = path.join(dir, entry.name);
        if (entry.isDirectory()) yield* filesBelow(name);
        else yield name;
    }
}

// Words from all over the files, a few a question.
function questions(dir, n, seed) {
    const roll = dice(seed);
    const list = [...filesBelow(dir)].sort();
    return Array.from({ length: n }, () => {
        const text = fs.readFileSync(list[roll(list.length)], "utf8");
        const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? ["the"];
        return Array.from({ length: 3 }, () => words[roll(words.length)]).join(" ");
    });
}

// Every evidence of some questions, each once: [{uri, text}].
function evidences(dir, base, list) {
    const found = new Map();
    for (const question of list)
        for (const e of search(dir, base, question, "--mode", "keyword", "--top-k", "100", "--min-score", "0", "--expand").evidences)
            found.set(e.pointer.chunk_id, e);
    return [...found.values()];
}

function fetched(dir, base, list) {
    const items = [];
    for (let i = 0; i < list.length; i += FETCHED) {
        const pointers = list.slice(i, i + FETCHED).map((e) => e.pointer.uri);
        items.push(...json(dir, ["fetch", base, ...pointers]).items);
    }
    return items;
}

const oneBlank = (text) => text.replace(/[\s\x00-\x1f\x7f]+/g, " ").trim();

// Of several sections in a passage the pointer names one.
function ownPart(e) {
    const bytes = Buffer.from(e.text);
    const at = (e.parts ?? []).findIndex((part) => part.uri === e.pointer.uri);
    return at < 0 ? e.text : bytes.subarray(e.parts[at].at, e.parts[at + 1]?.at).toString();
}

// A text without tags, targets of links and the attributes behind them.
const bare = (text) => text.replace(/<\/?(?:[a-z]+[0-9]?)(?: [^>]*)?>/g, "").replace(/!?\[([^\]]*)\]\([^)]*\)(?:\{[^}]*\})?/g, "$1");

// Words of a text that are in the source as well, from the left. Characters that are written
// as entities are no words.
function assertWords(e, text) {
    const source = bare(text);
    let from = 0;
    for (const word of bare(ownPart(e)).match(/[\p{L}\p{N}]+/gu) ?? []) {
        const at = source.indexOf(word, from);
        const known = at >= 0 || text.includes("&") || text.includes(word);
        assert.ok(known, `${e.pointer.uri}: '${word}' of '${ownPart(e)}' is not in '${source.slice(from)}'`);
        from = at < 0 ? from : at + word.length;
    }
}

// Values, and names as a text has them: "address.city".
function* scalars(value, name = "") {
    if (value === null || typeof value !== "object") {
        yield oneBlank(String(value));
        return;
    }
    for (const [key, child] of Object.entries(value)) {
        const below = Array.isArray(value) ? name : oneBlank(name ? `${name}.${key}` : key);
        yield below;
        yield* scalars(child, below);
    }
}

// The pieces between the separators of a rendered text, which identify a cell or
// value whatever is in it.
const pieces = (text) =>
    text
        .split(/; |, |: |=|\n/)
        .map(oneBlank)
        .filter((piece) => piece !== "" && piece !== '""' && !piece.includes("…"));

function assertHas(e, all, text) {
    for (const piece of pieces(text))
        assert.ok(all.includes(piece) || all.includes(String(Number(piece))), `${e.pointer.uri}: '${piece}' of '${text.slice(0, 200)}' is not in '${all.slice(0, 300)}'`);
}

// Of several records in a passage the pointer names one; of that one's line.
function ownLine(e) {
    const { relative_pointer: own } = e.pointer;
    const of = e.text.split("\n");
    const line = of.find((text) => text.startsWith(`path=${own}; `));
    return of.length > 1 && line ? line : e.text;
}

const withoutPath = (text) => text.replace(/^path=.*?; /, "");

function check(e, item) {
    if ("text" in item) assertWords(e, item.text);
    else if ("value" in item) assertHas(e, [...scalars(item.value)].join(" | "), withoutPath(ownLine(e)));
    else if (e.pointer.uri.includes("rows=")) {
        const cells = [e.metadata.filename, item.table.rows, item.table.columns ?? []];
        assertHas(e, oneBlank(JSON.stringify(cells).replace(/\\["\\/]/g, (c) => c[1]) + [...scalars(cells)].join(" | ")), e.text.replace(/^table=/, ""));
    } else assert.ok(item.table.rows.length >= 0);
    for (const [from, to] of e.marks) {
        assert.ok(from < to && to <= Buffer.byteLength(e.snippet), e.pointer.uri);
    }
    assert.ok(e.text.includes(e.snippet));
}

// That each leads back to what it shows, and that there are some: a search that
// finds little would check little.
function checkAll(t, dir, base, list, least) {
    const found = evidences(dir, base, list);
    fetched(dir, base, found).forEach((item, i) => check(found[i], item));
    t.diagnostic(`${found.length} pointers`);
    assert.ok(found.length > least, `${found.length} pointers alone`);
}

test("Markdown and text", { skip }, (t) => {
    const dir = folder(t);
    const data = path.join(testdata, "markdown");
    wordsOnly(dir, "kb");
    json(dir, ["add", "kb", data]);
    checkAll(t, dir, "kb", questions(data, 40 / EVERY, 1), 900 / EVERY);
});

test("JSON", { skip }, (t) => {
    const dir = folder(t);
    const data = path.join(testdata, "json");
    wordsOnly(dir, "kb");
    json(dir, ["add", "kb", data, path.join(testdata, "api")]);
    checkAll(t, dir, "kb", [...questions(data, 30 / EVERY, 2), ...questions(path.join(testdata, "api"), 40 / EVERY, 3)], 300 / EVERY);
});

test("tables and workbooks", { skip }, (t) => {
    const dir = folder(t);
    const wtq = path.join(testdata, "wtq/csv");
    const some = [...filesBelow(wtq)].sort().filter((_, i) => i % (40 * PART) === 0);
    const spectrum = path.join(testdata, "csv/spectrum");
    wordsOnly(dir, "kb");
    json(dir, ["add", "kb", ...some, spectrum, path.join(testdata, "xlsx/calamine")]);
    for (const file of some) fs.cpSync(file, path.join(dir, "of", path.basename(path.dirname(file)), path.basename(file)));
    checkAll(t, dir, "kb", questions(path.join(dir, "of"), NIGHTLY ? 25 : 10, 4), 60 / PART);
});

const strange = {
    "a/b": { title: "Slash holds alpha", note: "first of them" },
    "a~b": { title: "Tilde holds bravo" },
    "100%": { title: "Percent holds charlie" },
    "x#y?z": { title: "Hash holds delta" },
    "with blank": { title: "Blank holds echo" },
    "two  blanks ": { title: "Blanks hold foxtrot" },
    "": { title: "Empty holds golf" },
    "a; b=c": { title: "Semicolon holds hotel" },
    "line\nend": { title: "Line holds india" },
    'quote"d': { title: "Quote holds juliet" },
    "\u0001": { title: "Control holds kilo" },
    ключ: { title: "Cyrillic holds lima" },
    5: { title: "Digit holds mike" },
    "05": { title: "Zero holds november" },
    "-": { title: "Dash holds oscar" },
    __proto: { "": { "": "Deep empty holds papa" } },
    lists: { plain: ["red quebec", "green romeo", "blue sierra"], nested: [["inner tango"], [["most uniform"]]] },
    items: [null, {}, { name: "victor" }, [], { name: "whiskey", parts: [{ name: "xray" }] }, "yankee", 7],
};
const strangeWords = "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey xray yankee".split(" ");

test("keys that try to be something else", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "strange.json", JSON.stringify(strange));
    json(dir, ["add", "kb", "strange.json"]);
    for (const word of strangeWords) {
        const [e] = search(dir, "kb", word, "--min-score", "0", "--expand").evidences;
        assert.ok(e, `nothing is found for ${word}`);
        const [item] = json(dir, ["fetch", "kb", e.pointer.uri]).items;
        assert.ok(JSON.stringify(item.value).includes(word), `${word}: ${e.pointer.uri} is ${JSON.stringify(item.value)}`);
    }
});

// Over 16 MiB and asked by nobody: records share passages.
test("a document that is cut coarsely", (t) => {
    const dir = folder(t);
    const pad = "filler ".repeat(28);
    const records = Array.from({ length: 100_000 }, (_, i) =>
        i % 7 === 3 ? null : { id: `unit${i}`, note: `number n${i} of all`, pad: i % 5 ? pad : "" },
    );
    const sections = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i * 3}`, { word: `section${i * 3}` }]));
    wordsOnly(dir, "kb");
    write(dir, "large.json", JSON.stringify({ records, sections, strange }));
    const { chunks } = json(dir, ["add", "kb", "large.json"]);
    assert.ok(chunks < 40_000, `${chunks} chunks`);
    json(dir, ["base", "config", "kb", 'retrieval_config={"retrieval_mode":"keyword"}']);
    const roll = dice(9);
    const some = Array.from({ length: 40 / PART }, () => roll(100_000)).filter((i) => i % 7 !== 3);
    const list = [
        ...some.map((i) => [`unit${i}`, `/records/${i}`]),
        ...[0, 3, 300, 897].map((i) => [`section${i}`, `/sections/${i}`]),
    ];
    for (const [word, pointer] of list) {
        const [e] = search(dir, "kb", word, "--min-score", "0", "--top-k", "1").evidences;
        assert.ok(e, word);
        const [item] = json(dir, ["fetch", "kb", e.pointer.uri]).items;
        assert.ok(JSON.stringify(item.value).includes(word), `${word}: ${e.pointer.uri}`);
        assert.equal(e.pointer.relative_pointer, pointer);
    }
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    const below = search(dir, "kb", "number of all", "--path", `${pointer}/records/700`, "--min-score", "0", "--top-k", "100");
    for (const e of below.evidences) assert.ok(e.pointer.relative_pointer.startsWith("/records/700"), e.pointer.uri);
    for (const word of strangeWords.filter((_, i) => i % PART === 0)) {
        const [e] = search(dir, "kb", word, "--min-score", "0", "--top-k", "1").evidences;
        assert.ok(e, word);
        const [item] = json(dir, ["fetch", "kb", e.pointer.uri]).items;
        assert.ok(JSON.stringify(item.value).includes(word), `${word}: ${e.pointer.uri}`);
    }
});

test("a pointer is of the version that was found", (t) => {
    const dir = folder(t);
    wordsOnly(dir, "kb");
    write(dir, "a.md", "# A\n\nThe walrus sleeps on the ice of the northern sea, and nobody wakes it.\n");
    json(dir, ["add", "kb", "a.md"]);
    const [e] = search(dir, "kb", "walrus").evidences;
    write(dir, "a.md", "# A\n\nSomething else\n");
    json(dir, ["add", "kb", "a.md"]);
    const [item] = json(dir, ["fetch", "kb", e.pointer.uri]).items;
    assert.ok(item.text.includes("walrus"));
    assert.equal(search(dir, "kb", "walrus").evidences.length, 0);
    assert.equal(run(dir, ["fetch", "kb", e.pointer.uri.replace("@1", "@7")]).status, 3);
});
