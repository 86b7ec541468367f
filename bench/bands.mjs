// bands.mjs - is a right passage found, and nothing where there is none, whatever
// band of cosines a model has? Printed by `quarry eval retrieval --unanswerable`
// over OTT-QA, to which nothing is fitted: half of its tables are left out with
// their passages, so that their questions have no answer.
//
//     node bench/bands.mjs DATA BIN [BAND...]
//
// DATA has ottqa/, BIN the release build with bench_embed. The bands are vectors of
// 1,536 numbers made of those of the model that comes with Quarry, as no model of
// another maker is at hand:
//
//     own     that model itself
//     narrow  unrelated texts at .72, answers from .8 to .9, as text-embedding-ada-002
//     wide    what all texts have in common taken away: unrelated ones at 0
//     words   no meaning at all: hashed words, unrelated texts from 0 to .3
import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const [data, bin, ...wanted] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bands-"));
const DIMENSIONS = 1536;
const COMMON = 2.3; // of narrow: a cosine c becomes (COMMON + c) / (COMMON + 1)

function ownVectors(texts) {
    const file = path.join(folder, "texts");
    fs.writeFileSync(file, texts.map((t) => `${t.replace(/\s+/g, " ").trim().slice(0, 600)}\n`).join(""));
    const args = ["vectors", path.join(bin, "use-lite.model"), file];
    const out = execFileSync(path.join(bin, "bench_embed"), args, { maxBuffer: 1 << 28 }).toString();
    return out.trim().split("\n").map((line) => JSON.parse(line));
}

const meanOf = (all) => all[0].map((_, i) => all.reduce((sum, v) => sum + v[i], 0) / all.length);
const wide = (v) => [...v, ...Array(DIMENSIONS - v.length).fill(0)];

function hashed(text) {
    const v = Array(DIMENSIONS).fill(0);
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
        let h = 2166136261;
        for (const c of word.slice(0, 6)) h = Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0;
        v[h % DIMENSIONS] += 1 / (1 + 8 / word.length);
    }
    if (!v.some(Boolean)) v[0] = 1;
    return v;
}

let middle = null; // what all texts have in common, of some of the set
const bands = {
    narrow: (texts) => ownVectors(texts).map((v) => wide([Math.sqrt(COMMON), ...v])),
    wide: (texts) => {
        middle ??= meanOf(ownVectors(sample));
        return ownVectors(texts).map((v) => wide(v.map((x, i) => x - middle[i])));
    },
    words: (texts) => texts.map(hashed),
};

async function endpoint(band) {
    const server = http.createServer(async (request, response) => {
        let body = "";
        for await (const piece of request) body += piece;
        const vectors = bands[band]([JSON.parse(body).input].flat());
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }));
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    return server;
}

// Passages of every second table, and all questions.
function makeSet() {
    const set = path.join(folder, "ottqa");
    const questions = fs.readFileSync(path.join(data, "ottqa/questions.jsonl"), "utf8").trim().split("\n").map((l) => JSON.parse(l));
    const tables = [...new Set(questions.map((q) => q.table))].sort();
    const kept = new Set(tables.filter((_, i) => i % 2 === 0));
    const corpus = [];
    const qrels = ["query-id\tcorpus-id\tscore"];

    for (const table of kept) {
        const parts = fs.readFileSync(path.join(data, "ottqa/passages", `${table}.md`), "utf8").split(/^## /m).slice(1);
        for (const [title, ...text] of parts.map((p) => p.split("\n")))
            corpus.push({ _id: `${table}/${title.trim()}`, title: title.trim(), text: text.join("\n").trim() });
    }
    const ids = new Map(corpus.map((d) => [d._id, d]));
    for (const q of questions)
        for (const id of new Set(q.evidence.filter((e) => e.passage).map((e) => `${q.table}/${e.passage}`)))
            if (ids.has(id)) qrels.push(`${q.id}\t${id}\t1`);
    const known = new Set(qrels.map((line) => line.split("\t")[0]));
    const asked = questions.filter((q) => known.has(q.id) || !kept.has(q.table));
    fs.mkdirSync(set);
    fs.writeFileSync(path.join(set, "corpus.jsonl"), [...ids.values()].map((d) => JSON.stringify(d)).join("\n"));
    fs.writeFileSync(path.join(set, "queries.jsonl"), asked.map((q) => JSON.stringify({ _id: q.id, text: q.question })).join("\n"));
    fs.writeFileSync(path.join(set, "qrels.tsv"), qrels.join("\n"));
    return set;
}

const set = makeSet();
const sample = fs
    .readFileSync(path.join(set, "corpus.jsonl"), "utf8")
    .split("\n")
    .filter((_, i) => i % 7 === 0)
    .slice(0, 200)
    .map((line) => JSON.parse(line).text || "empty");
try {
    for (const band of wanted.length ? wanted : ["own", ...Object.keys(bands)]) {
        const server = band === "own" ? null : await endpoint(band);
        const more = server ? ["--embedding", `openai:${band}@http://127.0.0.1:${server.address().port}/v1#dimensions=${DIMENSIONS}`] : [];
        const args = ["eval", "retrieval", set, "--unanswerable", "--json", ...more, "--home", path.join(folder, "home")];
        const { stdout } = await promisify(execFile)(path.join(bin, "quarry"), args, { maxBuffer: 1 << 28 });
        const answer = JSON.parse(stdout);
        server?.close();
        console.log(`${band}: ${answer.passages} passages, ${answer.questions_measured} questions with an answer, background ${JSON.stringify(answer.background)}`);
        for (const m of answer.modes) {
            const { ndcg_at_10, recall_at_1 } = m;
            console.log(`  ${m.mode}  nDCG@10 ${ndcg_at_10}  recall@1 ${recall_at_1}`);
            for (const c of m.curve)
                console.log(`    from ${c.min_score.toFixed(2)}  right ${c.right}  wrong ${c.wrong}  no answer ${c.without_answer} of ${m.questions_without_answer}`);
        }
    }
} finally {
    fs.rmSync(folder, { recursive: true, force: true });
}
