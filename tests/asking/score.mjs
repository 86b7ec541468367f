#!/usr/bin/env node
// score.mjs [--bin FOLDER] [--parallel N] [--wrong] [SET.jsonl...]
//
// Asks each question of the sets and judges the answers; README.md here tells
// the rules. Without a set: business, everyday and counting. --bin is where quarry is
// (build/release); --wrong lists what was wrong, and what was refused though it
// has an answer, of the groups of tables that are for development: of those held
// out only figures are shown. The tables are made anew in a folder that goes away.
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { makeBusiness, writeFiles } from "./business/make_business.mjs";
import { isRight } from "./compare.mjs";
import { makeCounting } from "./counting/make_counting.mjs";
import { makeEveryday } from "./everyday/make_everyday.mjs";
import { Served } from "./served.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const HELD_OUT = ["stores", "staff", "bank", "kpi", "员工", "银行", "hotel", "factory", "flota", "直播"];
const ANSWERS = ["structured_query", "hybrid", "semantic"];

// What the program answers to a question over files of `root`.
export function ask(program, question, root, home) {
    const words = ["ask", ...question.files.map((f) => path.join(root, f)), question.question, "--json"];
    const options = { env: { ...process.env, QUARRY_HOME: home }, timeout: 900000, maxBuffer: 1 << 28 };
    return new Promise((done) =>
        execFile(program, words, options, (error, stdout) => {
            try {
                done(JSON.parse(stdout));
            } catch {
                done({ error: { message: error?.message ?? "no JSON" } });
            }
        }),
    );
}

// right, wrong, refused or failed. What has no answer and is answered is wrong.
export function judge(question, answer) {
    if (answer.error) return "failed";
    if (!ANSWERS.includes(answer.mode)) return "refused";
    if (question.unanswerable) return "wrong";
    return isRight(answer.results?.rows ?? [], question) ? "right" : "wrong";
}

// The group of tables that a question is of, and whether nobody looks at its questions.
const groupOf = (question) => question.files[0].split("/")[0];
export const isHeldOut = (question) => HELD_OUT.includes(groupOf(question));

// As many at a time as asked for, in the order of the list.
export async function inParallel(list, n, work) {
    const results = [];
    let next = 0;
    const worker = async () => {
        while (next < list.length) {
            const i = next++;
            results[i] = await work(list[i]);
        }
    };
    await Promise.all(Array.from({ length: n }, worker));
    return results;
}

export function figures(judged) {
    const count = (verdict, has) =>
        judged.filter((j) => j.verdict === verdict && !j.question.unanswerable === has).length;
    const answerable = judged.filter((j) => !j.question.unanswerable).length;
    const answered = ["right", "wrong"].reduce((n, v) => n + count(v, true), 0);
    const guessed = count("wrong", false);
    const right = count("right", true);
    return {
        questions: judged.length,
        failed: judged.filter((j) => j.verdict === "failed").length,
        precision: [right, answered + guessed],
        coverage: [answered, answerable],
        right: [right, answerable],
        refusal: [count("refused", false), judged.length - answerable],
    };
}

const percent = ([part, whole]) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "-").padStart(8);
const HEAD =
    "                     n   precision  coverage     right   refusal  failed\n";

function line(name, judged) {
    const f = figures(judged);
    return (
        `${name.padEnd(16)} ${String(f.questions).padStart(5)}  ${percent(f.precision)}  ` +
        `${percent(f.coverage)}  ${percent(f.right)}  ${percent(f.refusal)}  ${String(f.failed).padStart(6)}\n`
    );
}

function lines(name, judged) {
    const part = (key) =>
        [...new Set(judged.map((j) => key(j.question)))]
            .map((v) => line(v, judged.filter((j) => key(j.question) === v)))
            .join("");
    return HEAD + line(name, judged) + part((q) => q.lang) + part(groupOf) + part((q) => q.kind);
}

// All, and where some are held out those for development and those apart.
export function table(judged) {
    const [open, held] = [false, true].map((is) => judged.filter((j) => isHeldOut(j.question) === is));
    if (!open.length || !held.length) return lines("all", judged);
    return HEAD + line("all", judged) + "\n" + lines("development", open) + "\n" + lines("held out", held);
}

// How many were right of the answers that are so sure, those for which something was
// chosen or read otherwise ("noted") apart.
export function curve(judged) {
    const edges = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01];
    const rated = judged.filter((j) => typeof j.answer.confidence === "number" && ["right", "wrong"].includes(j.verdict));
    const row = (list) => `${list.filter((j) => j.verdict === "right").length} of ${list.length}`.padStart(11);
    const isNoted = (j) => (j.answer.explanation ?? []).length > 0;
    return edges.slice(0, -1).reduce((text, from, i) => {
        const of = rated.filter((j) => j.answer.confidence >= from && j.answer.confidence < edges[i + 1]);
        return `${text}from ${from.toFixed(2)}${row(of)}${row(of.filter((j) => !isNoted(j)))}${row(of.filter(isNoted))}\n`;
    }, "confidence   right of       plain      noted\n");
}

function printWrong(judged) {
    for (const { question, verdict, answer } of judged) {
        const fine = verdict === "right" || (verdict === "refused" && question.unanswerable);
        if (fine || isHeldOut(question)) continue;
        console.log(`${verdict.padEnd(8)} ${question.id} ${question.kind}: ${question.question}`);
        console.log(`         truth  ${JSON.stringify(question.answers ?? question.unanswerable).slice(0, 120)}`);
        console.log(`         said   ${(answer.answer ?? answer.error?.message ?? "").slice(0, 120)}`);
    }
}

export const SETS = ["business", "everyday", "counting"];

// The list in parts of which each has the questions over the same files, whose worker
// then stays warm.
const byFiles = (questions) => [...Map.groupBy(questions, (q) => q.files.join("\n")).values()];

// Each question of a set with its answer and the verdict, in the order of the set, or of
// one in `every`; `onSet` is called for each set when it is judged.
export async function judgeSets(program, sets, parallel, onSet, every = 1) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-asking-"));
    try {
        writeFiles(scratch, { ...makeBusiness().files, ...makeEveryday().files, ...makeCounting().files });
        for (const set of sets) {
            const all = fs.readFileSync(set, "utf8").split("\n").filter(Boolean).map((l) => JSON.parse(l));
            const questions = all.filter((_, i) => i % every === 0);
            const served = new Served(program, scratch, path.join(scratch, "home"));
            const answers = new Map();
            await inParallel(byFiles(questions), parallel, async (part) => {
                for (const q of part) answers.set(q, await served.ask(q.question, q.files));
            });
            await served.close();
            onSet(set, questions.map((question) => {
                const answer = answers.get(question);
                return { question, answer, verdict: judge(question, answer) };
            }));
        }
    } finally {
        fs.rmSync(scratch, { recursive: true });
    }
}

export const pathOf = (set) => path.join(here, set, "questions.jsonl");

async function main() {
    const { values: flags, positionals } = parseArgs({
        allowPositionals: true,
        options: { bin: { type: "string" }, parallel: { type: "string" }, wrong: { type: "boolean" } },
    });
    const sets = positionals.length ? positionals : SETS.map(pathOf);
    const program = path.resolve(flags.bin ?? path.join(here, "../../build/release"), "quarry");
    const held = [];
    await judgeSets(program, sets, Number(flags.parallel ?? 2), (set, judged) => {
        held.push(...judged.filter((j) => isHeldOut(j.question)));
        console.log(`${path.relative(process.cwd(), set)}\n${table(judged)}`);
        if (flags.wrong) printWrong(judged);
    });
    if (held.length) console.log(`held out\n${curve(held)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
