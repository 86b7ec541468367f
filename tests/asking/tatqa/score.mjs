#!/usr/bin/env node
// score.mjs [--bin FOLDER] [--half development|held-out|all] [--sample N] [--home FOLDER]
//           [--only search|ask] [--details FILE]
//
// Asks the questions of QUARRY_TESTDATA/tatqa, each of the base of its context: one table
// and its paragraphs; and searches in a base of all contexts as well. Of the contexts in the order of their names the even ones (0, 2, ...)
// are for development, and the odd ones are held out: nobody looks at their questions, and
// --details writes those of development alone, a line each. --sample asks N questions,
// evenly spread. --home keeps the bases, and uses those that are there.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { readLines } from "../batch.mjs";
import { Served } from "../served.mjs";
import { rankOf, saysScale, verdictOf } from "./rules.mjs";
import { answerTable, rankTable } from "./tables.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
    options: {
        bin: { type: "string", default: process.env.QUARRY_BIN ?? path.join(here, "../../../build/release") },
        data: { type: "string", default: path.join(process.env.QUARRY_TESTDATA ?? path.join(here, "../../../../shared/data"), "tatqa") },
        half: { type: "string", default: "all" },
        sample: { type: "string" },
        home: { type: "string" },
        only: { type: "string" },
        details: { type: "string" },
    },
});

const ALL = "all"; // the base of all contexts

// The questions with the half and the base of their context.
function readQuestions() {
    const contexts = fs.readdirSync(path.join(values.data, "contexts")).sort();
    const half = (context) => (contexts.indexOf(context) % 2 ? "held-out" : "development");
    return readLines(path.join(values.data, "questions.jsonl")).map((q) => ({ ...q, half: half(q.context), base: `c${contexts.indexOf(q.context)}` }));
}

// Every k-th of them, to have as many as wanted.
function sampled(questions) {
    const n = Number(values.sample ?? questions.length);
    return questions.filter((_, i) => Math.floor(((i + 1) * n) / questions.length) > Math.floor((i * n) / questions.length));
}

function makeBase(home, base, folder) {
    if (fs.existsSync(path.join(home, `${base}.made`))) return;
    execFileSync(path.join(values.bin, "quarry"), ["add", base, folder, "--wait", "-q"], { env: { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" }, stdio: ["ignore", "ignore", "pipe"] });
    fs.writeFileSync(path.join(home, `${base}.made`), "");
}

// The first five passages of a base; of all contexts those of others have no name.
async function search(served, base, question) {
    const found = await served.call("semantic_query", { query: question.question, base, top_k: 5, options: { min_score: 0, include_text: true } });
    if (found.error) throw new Error(JSON.stringify(found.error));
    const hits = found.evidences.map((e) => ({ file: e.metadata.filename, text: e.text }));
    return base === ALL ? hits.map((hit) => (hit.file.includes(question.context) ? hit : { file: "", text: "" })) : hits;
}

async function judge(served, question) {
    const of = { ...question };
    if (values.only !== "ask") {
        const paragraphs = fs.readFileSync(path.join(values.data, "contexts", question.context, "paragraphs.md"), "utf8").split(/\n\n+/);
        of.rank = rankOf(await search(served, question.base, question), question, paragraphs);
        of.rankOfAll = rankOf(await search(served, ALL, question), question, paragraphs);
    }
    if (values.only === "search") return of;
    const answer = await served.call("ask", { query: question.question, base: question.base });
    return { ...of, verdict: verdictOf(answer, question), scaled: saysScale(answer, question), mode: answer.mode, confidence: answer.confidence, said: answer.answer, rows: answer.results?.rows, sql: answer.generated_sql };
}

const home = values.home ?? fs.mkdtempSync(path.join(os.tmpdir(), "quarry-tatqa-"));
fs.mkdirSync(home, { recursive: true });
try {
    const questions = sampled(readQuestions().filter((q) => values.half === "all" || q.half === values.half));
    for (const q of questions) makeBase(home, q.base, path.join(values.data, "contexts", q.context));
    if (values.only !== "ask") makeBase(home, ALL, path.join(values.data, "contexts"));
    const served = new Served(path.join(values.bin, "quarry"), undefined, home);
    const judged = [];
    for (const question of questions) judged.push(await judge(served, question));
    await served.close();
    for (const half of ["development", "held-out"]) {
        const some = judged.filter((q) => q.half === half);
        if (!some.length) continue;
        console.log(`\n${half}: ${some.length} questions over ${new Set(some.map((q) => q.context)).size} contexts\n`);
        if (values.only !== "ask") console.log(`${rankTable(some)}\n`);
        if (values.only !== "search") console.log(answerTable(some));
    }
    if (values.details) fs.writeFileSync(values.details, judged.filter((q) => q.half === "development").map((q) => `${JSON.stringify(q)}\n`).join(""));
} finally {
    if (!values.home) fs.rmSync(home, { recursive: true, force: true });
}
