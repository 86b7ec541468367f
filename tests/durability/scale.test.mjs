// Many documents in a base, and one large one. This run takes 250 documents and 10 MB, a
// nightly one 1,000 and 20 MB; `make scale` 10,000 and 200 MB. What they take in time,
// bench/bases.mjs measures.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { calls, createWithoutVectors, folder, json, run } from "./kill_run.mjs";
import { sample, writeRecords, writeSample } from "./samples.mjs";

const all = Boolean(process.env.QUARRY_SCALE_ALL);
const DOCUMENTS = all ? 10_000 : process.env.QUARRY_NIGHTLY ? 1_000 : 250;
const LARGE_BYTES = all ? 200e6 : process.env.QUARRY_NIGHTLY ? 20e6 : 10e6;

// Every tenth is a table, which a worker of its own reads.
const kindOf = (i) => (i % 10 === 9 ? "csv" : i % 2 ? "json" : "md");

test(`${DOCUMENTS} documents`, (t) => {
    const dir = folder(t);
    const files = path.join(dir, "files");
    createWithoutVectors(dir, "kb");
    const names = Array.from({ length: DOCUMENTS }, (_, i) => writeSample(files, kindOf(i), i));
    const added = json(dir, ["add", "kb", "files"]);
    assert.equal(added.documents_added, DOCUMENTS);
    assert.deepEqual(added.failures, []);

    const status = json(dir, ["status", "kb"]);
    assert.equal(status.document_count, DOCUMENTS);
    const keys = new Map(status.documents.map((d) => [d.name, d.key]));
    assert.equal(new Set(keys.values()).size, DOCUMENTS);
    for (let from = 0; from < DOCUMENTS; from += 500) {
        const part = names.slice(from, from + 500).filter((n) => !n.endsWith(".csv"));
        const pointers = part.map((n) => `quarry://kb/${keys.get(`files/${n}`)}`);
        const { items } = json(dir, ["fetch", "kb", ...pointers]);
        for (const [at, item] of items.entries()) {
            const [, i, kind] = /f(\d+)\.(\w+)$/.exec(part[at]);
            if (kind === "md") assert.equal(item.text, sample("md", Number(i)));
            else assert.deepEqual(item.value, JSON.parse(sample("json", Number(i))));
        }
    }
    const tables = status.documents.filter((d) => d.source_type === "table");
    assert.equal(tables.length, DOCUMENTS / 10);
    assert.ok(tables.every((d) => d.table?.row_count === 20 && d.failure === null));

    writeSample(files, "md", 0);
    fs.appendFileSync(path.join(files, names[0]), "more\n");
    const again = json(dir, ["add", "kb", "files"]);
    assert.equal(again.documents_unchanged, DOCUMENTS - 1);
    assert.equal(again.documents_changed, 1);
    assert.equal(run(dir, ["rm", "kb", "files/d1/f1.json"]).status, 0);
    assert.equal(json(dir, ["status", "kb"]).document_count, DOCUMENTS - 1);
});

// A sync is what takes time, so many files must share them. The index has more
// the slower it goes, so that what is done can be found; but 16 documents share.
test("small files wait for the disk together", (t) => {
    const dir = folder(t);
    for (let i = 0; i < 400; i++) writeSample(path.join(dir, "files"), i % 2 ? "json" : "md", i);
    createWithoutVectors(dir, "kb");
    const syncs = calls(dir, ["add", "kb", "files"]).filter((c) => /sync/.test(c.name));
    const ofIndex = syncs.filter((c) => /\/index(\/|$)/.test(c.path)).length;
    assert.ok(syncs.length - ofIndex < 100, `${syncs.length - ofIndex} syncs for 400 files`);
    assert.ok(ofIndex < (400 / 16) * 8, `${ofIndex} syncs of the index for 400 files`);
});

test(`a JSON document of ${LARGE_BYTES / 1e6} MB`, (t) => {
    const dir = folder(t);
    const n = writeRecords(path.join(dir, "large.json"), LARGE_BYTES);
    createWithoutVectors(dir, "kb");
    assert.equal(json(dir, ["add", "kb", "large.json"]).documents_added, 1);
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    const get = (at) => JSON.parse(run(dir, ["data", "get", "kb", pointer + at]).stdout);
    const last = `/items/${n - 1}`;
    assert.equal(get(last).id, n - 1);
    assert.equal(run(dir, ["data", "set", "kb", `${pointer}${last}/amount`, "1.50"]).status, 0);
    assert.equal(run(dir, ["data", "get", "kb", `${pointer}${last}/amount`]).stdout.trim(), "1.50");
    assert.equal(run(dir, ["data", "delete", "kb", `${pointer}/items/0`]).status, 0);
    assert.equal(get("/items/0").id, 1);
    assert.equal(get(`/items/${n - 2}`).id, n - 1);
    assert.equal(run(dir, ["data", "rollback", "kb", "1"]).status, 0);
    assert.equal(get("/items/0").id, 0);
    assert.equal(get(last).amount, (n - 1) * 0.25);
});

test("JSON at its limits is read or refused by name", (t) => {
    const dir = folder(t);
    const keys = all ? 5_000_000 : 200_000;
    const object = (last) => {
        const parts = [];
        for (let i = 0; i < keys; i++) parts.push(`"k${i === keys - 1 ? last : i}":${i}`);
        return `{${parts.join(",\n")}}`;
    };
    const write = (name, text) => fs.writeFileSync(path.join(dir, name), text);
    const refusal = (name) => {
        const r = run(dir, ["add", "kb", name, "--json"]);
        const [failure] = JSON.parse(r.stdout).failures;
        return { status: r.status, ...failure };
    };
    createWithoutVectors(dir, "kb");
    write("keys.json", object(keys - 1));
    assert.equal(json(dir, ["add", "kb", "keys.json"]).documents_added, 1);
    const { pointer } = json(dir, ["status", "kb"]).documents[0];
    assert.equal(run(dir, ["data", "get", "kb", `${pointer}/k${keys - 2}`]).stdout.trim(), String(keys - 2));
    assert.equal(run(dir, ["data", "get", "kb", `${pointer}/none`]).status, 3);

    write("twice.json", object(17));
    const twice = refusal("twice.json");
    assert.equal(twice.code, "VALIDATION_FAILED");
    assert.match(twice.message, /this key is in the object already/);
    assert.equal(twice.line, keys);

    write("depth.json", "[".repeat(512) + "]".repeat(512));
    assert.equal(json(dir, ["add", "kb", "depth.json"]).documents_added, 1);
    write("deep.json", "[".repeat(513) + "]".repeat(513));
    assert.match(refusal("deep.json").message, /more than 512 arrays and objects/);
    write("key.json", `{"${"k".repeat(1 << 20)}":1}`);
    assert.equal(json(dir, ["add", "kb", "key.json"]).documents_added, 1);
    write("huge.json", `{"${"k".repeat((64 << 20) + 1)}":1}`);
    const huge = refusal("huge.json");
    assert.equal(huge.status, 8);
    assert.match(huge.message, /more than 67108864 bytes in a string/);
});
