#!/usr/bin/env node
// meaning.mjs [--bin FOLDER] [--list] - what embeddings would add to binding.
//
// Each English question for development that is asked back because of one word
// ("What is "boss"?") is asked again with that word replaced by the name of the
// column whose meaning is nearest, by the local model of embeddings (bench_embed of
// the build). Printed is, by how near the column is, how many of these are then
// right, wrong or still asked back: what a last resort by meaning could reach, were
// it built in. Of the groups that are held out nothing is asked. docs/experiments.md
// has the figures.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { makeBusiness } from "./business/make_business.mjs";
import { makeEveryday } from "./everyday/make_everyday.mjs";
import { isHeldOut, judgeSets, pathOf } from "./score.mjs";

const BATCH = 256; // texts that bench_embed takes at once
const STEPS = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0];

const { values: flags } = parseArgs({ options: { bin: { type: "string" }, list: { type: "boolean" } } });
const bin = path.resolve(flags.bin ?? "build/release");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-meaning-"));
const files = { ...makeBusiness().files, ...makeEveryday().files };

// The vectors of texts, one a line and of one line each.
function embed(texts) {
    const out = new Map();
    for (let i = 0; i < texts.length; i += BATCH) {
        const some = texts.slice(i, i + BATCH);
        fs.writeFileSync(path.join(scratch, "texts"), some.map((t) => `${t}\n`).join(""));
        const words = ["vectors", path.join(bin, "use-lite.model"), path.join(scratch, "texts")];
        const lines = execFileSync(path.join(bin, "bench_embed"), words, { encoding: "utf8", maxBuffer: 1 << 28 });
        const vectors = lines.trim().split("\n");
        some.forEach((t, k) => out.set(t, JSON.parse(vectors[k])));
    }
    return out;
}

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const spoken = (name) => name.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_\s]+/g, " ").trim().toLowerCase();

function columnsOf(file) {
    const head = String(files[file]).replace(/^\uFEFF/, "").split(/\r?\n/)[0];
    return head.split(head.includes(";") ? ";" : ",").map((c) => c.replace(/^"|"$/g, ""));
}

async function judged(name, questions) {
    const set = path.join(scratch, `${name}.jsonl`);
    fs.writeFileSync(set, questions.map((q) => `${JSON.stringify(q)}\n`).join(""));
    let out;
    await judgeSets(path.join(bin, "quarry"), [set], 2, (_, all) => (out = all));
    return out;
}

function questions(set) {
    const lines = fs.readFileSync(pathOf(set), "utf8").split("\n").filter(Boolean);
    return lines.map((l) => JSON.parse(l)).filter((q) => q.lang === "en" && !isHeldOut(q));
}

// Those asked back for a word, with it and the columns that it may mean.
function unknown(all) {
    return all.flatMap(({ question, verdict, answer }) => {
        const word = verdict === "refused" && /^What is "([^"]+)"\?/.exec(answer.answer ?? "")?.[1];
        return word ? [{ question, word, columns: [...new Set(question.files.flatMap(columnsOf))] }] : [];
    });
}

function nearest(found) {
    const texts = [...new Set(found.flatMap((f) => [f.word.toLowerCase(), ...f.columns.map(spoken)]))];
    const vector = embed(texts);
    return found.map((f) => {
        const near = f.columns.map((c) => [c, dot(vector.get(f.word.toLowerCase()), vector.get(spoken(c)))]);
        const [column, score] = near.reduce((best, c) => (c[1] > best[1] ? c : best));
        return { ...f, column, score, again: f.question.question.replace(f.word, column) };
    });
}

try {
    const open = [...questions("business"), ...questions("everyday")];
    const found = nearest(unknown(await judged("first", open)));
    const again = await judged("again", found.map((f) => ({ ...f.question, question: f.again })));
    const all = found.map((f, i) => ({ ...f, verdict: again[i].verdict }));
    const count = (list, verdict, has) =>
        list.filter((f) => f.verdict === verdict && !f.question.unanswerable === has).length;

    console.log(`${open.length} questions, ${all.length} asked back for a word, ${all.filter((f) => f.question.unanswerable).length} of these have no answer`);
    console.log("from   asked again   right   wrong   wrong, of no answer   asked back");
    for (const least of STEPS) {
        const some = all.filter((f) => f.score >= least);
        const cells = [least.toFixed(1), some.length, count(some, "right", true), count(some, "wrong", true), count(some, "wrong", false), some.filter((f) => f.verdict === "refused").length];
        console.log(cells.map((c, i) => String(c).padStart([4, 14, 8, 8, 22, 13][i])).join(""));
    }
    if (flags.list) for (const f of all) console.log(`${f.score.toFixed(2)} ${f.verdict} ${f.word} -> ${f.column}: ${f.again}`);
} finally {
    fs.rmSync(scratch, { recursive: true });
}
