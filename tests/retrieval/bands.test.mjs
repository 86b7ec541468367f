// Models of other makers: right passages are found, and nothing where nothing is
// right, whatever band their cosines lie in. The endpoint's vectors have 1,536
// numbers, a topic and what is the text's own; `common` is what all texts share.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { embeddings } from "../model/embeddings.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const program = path.join(process.env.QUARRY_BIN ?? path.join(root, "build/release"), "quarry");
const DIMENSIONS = 1536;

// A topic, a passage of it, and a question that shares no word with the passage.
const TOPICS = [
    ["sail", "Reef the mainsail when gusts pass thirty knots.", "what about canvas in heavy wind?"],
    ["bread", "Knead the dough until it is elastic.", "how is a loaf prepared?"],
    ["bees", "A hive swarms when its queen is old.", "why does the colony leave?"],
    ["ink", "Iron gall darkens on paper within days.", "does writing fluid change colour?"],
    ["rope", "Splice both ends before they fray.", "keeping a line from unravelling?"],
    ["snow", "Powder settles after two nights of frost.", "is fresh fall safe?"],
];
const STRANGE = ["whose anthem is the oldest?", "where are violins lacquered?", "can magnets boil?", "do owls blink?"];

function own(text, seed) {
    let state = [...text].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0, seed);
    return Array.from({ length: DIMENSIONS }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state / 2 ** 31 - 1) * Math.sqrt(3 / DIMENSIONS); // of length 1
    });
}

// Two texts of a topic have a cosine of `share`, others one of about 0; then a part
// that all have in common is added.
function model(share, common) {
    return (text) => {
        const topic = TOPICS.findIndex(([, passage, question]) => text.includes(passage) || text.includes(question));
        const v = own(text, 2166136261).map((x) => x * Math.sqrt(topic < 0 ? 1 : 1 - share));
        if (topic >= 0) own(TOPICS[topic][0], 7).forEach((x, i) => (v[i] += x * Math.sqrt(share)));
        const all = own("all texts", 11);
        return v.map((x, i) => x + all[i] * Math.sqrt(common));
    };
}

// A base of the passages, with vectors of a band.
async function base(t, share, common) {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bands-"));
    t.after(() => fs.rmSync(home, { recursive: true }));
    const { provider, seen } = await embeddings(t, model(share, common));
    const env = { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" };
    const run = async (...args) => (await promisify(execFile)(program, args, { env, cwd: home, maxBuffer: 1 << 26 })).stdout;
    fs.mkdirSync(path.join(home, "set"));
    for (const [name, passage] of TOPICS) fs.writeFileSync(path.join(home, `${name}.md`), `${passage}\n`);
    await run("base", "create", "b");
    await run("base", "config", "b", `embedding=${provider}#dimensions=${DIMENSIONS}`);
    await run("add", "b", ...TOPICS.map(([name]) => `${name}.md`));
    return { home, run, provider, seen };
}

const bands = [
    ["narrow, .7 to .9, as of text-embedding-ada-002", 0.45, 2.3],
    ["low, 0 to .33, as of text-embedding-3-small", 0.33, 0],
    ["wide, 0 to .9", 0.9, 0],
];

for (const [name, share, common] of bands)
    test(`by meaning alone what is right is found, and nothing else, in a band that is ${name}`, async (t) => {
        const { run } = await base(t, share, common);
        const search = async (query) => JSON.parse(await run("search", "b", query, "--mode", "vector", "--json")).evidences;

        for (const [topic, , question] of TOPICS) {
            const found = await search(question);
            assert.equal(found[0]?.metadata.filename, `${topic}.md`, question);
            assert.ok(found[0].score > 0.1, `${question} ${found[0].score}`);
        }
        for (const question of STRANGE) {
            const found = await search(question);
            assert.ok(!found.length || found[0].score < 0.1, `${question} ${found[0]?.score}`);
        }
    });

test("a base asks for its background once, and again when it has doubled", async (t) => {
    const { home, run, seen } = await base(t, 0.45, 2.3);
    const asked = () => seen.flat().filter((text) => /how far is the moon from the earth/.test(text)).length;

    assert.equal(asked(), 1);
    fs.writeFileSync(path.join(home, "one.md"), "Cut reeds in winter.\n");
    await run("add", "b", "one.md");
    assert.equal(asked(), 1);
    for (let i = 0; i < 6; i++) fs.writeFileSync(path.join(home, `more${i}.md`), `Paragraph number ${i} says nothing.\n`);
    await run("add", "b", ...Array.from({ length: 6 }, (_, i) => `more${i}.md`));
    assert.equal(asked(), 2);
});

test("the curve of answers is the same in each band: right, wrong, and where there is no answer", async (t) => {
    const curves = [];
    for (const [, share, common] of bands) {
        const { home, run, provider } = await base(t, share, common);
        const line = (list) => list.map((x) => JSON.stringify(x)).join("\n");
        fs.writeFileSync(path.join(home, "set/corpus.jsonl"), line(TOPICS.map(([_id, text]) => ({ _id, text }))));
        const questions = [...TOPICS.map(([topic, , text]) => ({ _id: topic, text })), ...STRANGE.map((text, i) => ({ _id: `s${i}`, text }))];
        fs.writeFileSync(path.join(home, "set/queries.jsonl"), line(questions));
        fs.writeFileSync(path.join(home, "set/qrels.tsv"), ["query-id\tcorpus-id\tscore", ...TOPICS.map(([topic]) => `${topic}\t${topic}\t1`)].join("\n"));
        const args = ["--mode", "vector", "--unanswerable", "--embedding", `${provider}#dimensions=${DIMENSIONS}`];
        const answer = JSON.parse(await run("eval", "retrieval", "set", ...args, "--json"));
        assert.equal(answer.modes[0].questions_without_answer, STRANGE.length);
        curves.push(answer.modes[0].curve.filter((c) => c.min_score === 0.1));
        assert.match(await run("eval", "retrieval", "set", ...args), /vector +0\.1 +6 +0 +0 of 4/);
    }
    for (const curve of curves) assert.deepEqual(curve, [{ min_score: 0.1, right: TOPICS.length, wrong: 0, without_answer: 0 }]);
});
