// backends.mjs [--write] - what a base finds, and how long it takes, by who keeps its
// vectors (index.backend), and the table of README.md.
//
// Qdrant is played (tests/search/qdrant.mjs): it searches exactly, in JavaScript, so its time is
// told apart. In the last rows it gets its answers from the graph of pgvector, in PGlite
// (`make pgvector` installs it), by the statement that Quarry sends to it.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { send, start } from "../tests/http/server.mjs";
import { mean, ndcg, readSet, recall } from "../tests/retrieval/sets.mjs";
import { Qdrant } from "../tests/search/qdrant.mjs";
import { start as run, testdata } from "../tests/search/search.mjs";
import { keep, machine } from "./readme.mjs";

const QUESTIONS = 225;
const sets = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const cleanups = [];
let dir; // of a set: a home has one server
const t = { after: (f) => cleanups.push(f) };
const rows = [];
const graphs = [];
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

async function quarry(...args) {
    const r = await run(dir, args).done;
    if (r.status !== 0) throw new Error(`${args.join(" ")}: ${r.out}`);
}

function reciprocal(ranked, grades) {
    const at = ranked.slice(0, 10).findIndex((id) => (grades.get(id) ?? 0) > 0);
    return at < 0 ? 0 : 1 / (at + 1);
}

async function ask(set, base, port, mode, server) {
    const rankings = new Map();
    const took = [];
    const theirs = [];
    for (const q of set.questions) {
        const before = server?.took_ms ?? 0;
        const began = performance.now();
        const r = await send(port, "POST", "/v1/retrieve", { body: { base, query: q.text, top_k: 10, retrieval_mode: mode } });
        took.push(performance.now() - began);
        theirs.push((server?.took_ms ?? 0) - before);
        if (r.status !== 200) throw new Error(JSON.stringify(r.json));
        rankings.set(q._id, [...new Set(r.json.evidences.map((e) => path.basename(e.metadata.filename, ".md")))]);
    }
    return { rankings, ms: median(took), theirs: median(theirs) };
}

const dot = (a, b) => a.reduce((s, x, i) => s + x * b[i], 0);
const unit = (a) => a.map((x) => x / Math.sqrt(dot(a, a)));

// How many of the really nearest 10 and 200 passages are among the first of `ids`.
function count(found, points, query, ids) {
    const exact = points
        .map((p) => [BigInt.asIntN(64, p.id), Math.max(...p.vectors.map((v) => dot(v, query)))])
        .sort((a, b) => b[1] - a[1]);
    for (const k of [10, 200]) {
        const first = new Set(ids.slice(0, k).map(String));
        const near = exact.slice(0, k);
        (found[k] ??= []).push(near.filter(([id]) => first.has(String(id))).length / near.length);
    }
}

// The points of the played collection in pgvector, with its graph; what it answers.
async function graph(points, dimensions, found) {
    const home = path.join(import.meta.dirname, "../tests/postgres/pgvector/node_modules/@electric-sql");
    if (!fs.existsSync(home)) return null;
    const { PGlite } = await import(path.join(home, "pglite/dist/index.js"));
    const { vector } = await import(path.join(home, "pglite-pgvector/dist/index.js"));
    const db = await PGlite.create({ extensions: { vector } });
    t.after(() => db.close());
    await db.exec(`CREATE EXTENSION vector; CREATE TABLE v(passage BIGINT, which BIGINT, vector vector(${dimensions}));
        CREATE INDEX ON v USING hnsw (vector vector_cosine_ops)`);
    for (const p of points) for (const [i, v] of p.vectors.entries()) await db.query("INSERT INTO v VALUES ($1, $2, $3)", [BigInt.asIntN(64, p.id), i, JSON.stringify(v)]);
    await db.exec("ANALYZE v; SET enable_seqscan = off; SET hnsw.iterative_scan = 'strict_order'");
    return async (route, text) => {
        const body = JSON.parse(text || "{}");
        if (!route.endsWith("query") || body.filter?.must?.some((c) => c.has_id)) return null;
        await db.exec(`SET hnsw.ef_search = ${Math.min(1000, Math.max(128, body.limit * 3))}`);
        const { rows } = await db.query("SELECT passage, 1 - (vector <=> $1) FROM v ORDER BY vector <=> $1 LIMIT $2", [JSON.stringify(body.query[0]), body.limit * 3], { rowMode: "array" });
        const best = new Map();
        for (const [id, score] of rows) if (!best.has(id)) best.set(id, score);
        count(found, points, unit(body.query[0]), [...best.keys()]);
        const out = [...best].slice(0, body.limit).map(([id, score]) => `{"id":${BigInt.asUintN(64, BigInt(id))},"version":1,"score":${score}}`);
        return { status: 200, text: `{"result":{"points":[${out}]},"status":"ok","time":0}` };
    };
}

function row(name, backend, mode, set, r) {
    const f = (measure) => mean(set, r.rankings, measure).toFixed(3).replace(/^0/, "");
    rows.push(`| ${name} | ${backend} | ${mode} | ${f(ndcg)} | ${f((ids, g) => recall(ids, g, 10))} | ${f(reciprocal)} | ${r.ms.toFixed(1)} | ${r.theirs.toFixed(1)} |`);
    console.log(rows.at(-1));
}

for (const name of sets.length ? sets : ["cranfield", "xquad-en"]) {
    const set = readSet(path.join(testdata, "retrieval", name));
    set.questions = set.questions.slice(0, QUESTIONS);
    dir = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-backends-"));
    const here = dir;
    t.after(() => fs.rmSync(here, { recursive: true, force: true }));
    const lib = path.join(dir, name);
    fs.mkdirSync(lib);
    for (const d of set.documents) fs.writeFileSync(path.join(lib, `${d._id}.md`), `${d.title ? `# ${d.title}\n\n` : ""}${d.text}\n`);
    const q = await Qdrant.start(t);
    for (const [base, backend] of [[`${name}-own`, "segments"], [`${name}-far`, q.name]]) {
        await quarry("base", "create", base);
        await quarry("base", "config", base, `index.backend=${backend}`);
        await quarry("add", base, lib);
    }
    if (q.failures.length) throw new Error(q.failures[0]);
    const { port } = await start(t, path.join(dir, "home"));
    const found = {};
    const reply = await graph([...q.collection(`${name}-far_passages`).points.values()], 512, found);
    for (const mode of ["vector", "hybrid"]) {
        row(name, "segments", mode, set, await ask(set, `${name}-own`, port, mode, null));
        row(name, "qdrant, played", mode, set, await ask(set, `${name}-far`, port, mode, q));
        q.reply = reply;
        if (reply) row(name, "pgvector's graph", mode, set, await ask(set, `${name}-far`, port, mode, q));
        q.reply = null;
    }
    for (const [k, shares] of Object.entries(found)) {
        graphs.push(`of the nearest ${k} of ${name} the graph has ${((100 * shares.reduce((a, b) => a + b)) / shares.length).toFixed(1)} %`);
        console.log(graphs.at(-1));
    }
}
for (const f of cleanups.reverse()) await f();
keep("backends table", `${machine()} Of each set 225 questions; ${graphs.join(", ")}.\n\n| set | backend | mode | nDCG@10 | recall@10 | MRR@10 | ms a question | of it the server |\n|---|---|---|---|---|---|---|---|\n${rows.join("\n")}`);
