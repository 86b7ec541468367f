#!/usr/bin/env node
// score.mjs [--bin FOLDER] [--parallel N] [--status S] [--wrong] [SET...]
//
// Asks the questions of blind sets as a user does, one program run a question, and
// judges the answers; README.md here tells how they were made. Without a SET: those of
// the status, else all. --wrong lists what was wrong or refused, of sets for training
// and development alone. A set is unpacked into a folder that goes away.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ask, inParallel } from "../score.mjs";
import { isRight } from "./rules.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
export const statusOf = JSON.parse(fs.readFileSync(path.join(here, "sets.json"), "utf8"));

// A set in `folder`: its questions, and where its tables are.
export function unpack(name, folder) {
    const home = path.join(folder, name);
    fs.mkdirSync(home);
    execFileSync("tar", ["-xJf", path.join(here, `${name}.tar.xz`), "-C", home]);
    const questions = fs.readFileSync(path.join(home, "questions.jsonl"), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    return { name, questions, tables: path.join(home, "tables"), about: JSON.parse(fs.readFileSync(path.join(home, "set.json"), "utf8")) };
}

// right, wrong, refused or failed; a question without an answer is right where it is refused.
export function judge(question, answer) {
    if (answer.error) return "failed";
    const rows = answer.results?.rows ?? [];
    const isEmpty = answer.mode === "structured_query" && !rows.flat().some((value) => value !== null);
    if (["clarification", "no_answer"].includes(answer.mode) || isEmpty) return "refused";
    return question.answerable && isRight(answer.results, question) ? "right" : "wrong";
}

export async function judgeSet(program, set, parallel) {
    const home = path.join(path.dirname(set.tables), "home");
    return inParallel(set.questions, parallel, async (question) => {
        const answer = await ask(program, question, set.tables, home);
        return { set: set.name, question, answer, verdict: judge(question, answer) };
    });
}

const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "-").padStart(8);

// One line: questions, and of the answerable how many were answered and right, of
// all answers how many were right, of the others how many were refused.
export function line(name, judged) {
    const count = (test) => judged.filter(test).length;
    const answerable = count((j) => j.question.answerable);
    const right = count((j) => j.verdict === "right");
    const answers = right + count((j) => j.verdict === "wrong");
    const answered = count((j) => j.question.answerable && ["right", "wrong"].includes(j.verdict));
    const refused = count((j) => !j.question.answerable && j.verdict === "refused");
    const cells = [percent(answered, answerable), percent(right, answerable), percent(right, answers), percent(refused, judged.length - answerable)];
    return `${name.padEnd(26)}${String(judged.length).padStart(5)}  ${cells.join("  ")}  ${String(count((j) => j.verdict === "failed")).padStart(6)}`;
}

export const HEAD = `${" ".repeat(30)}n  answered     right  precision refused  failed`;

function table(judged) {
    const part = (key) => [...new Set(judged.map(key))].sort().map((value) => line(value, judged.filter((j) => key(j) === value)));
    const parts = [part((j) => `${j.set} (${statusOf[j.set]})`), part((j) => j.question.lang), part((j) => statusOf[j.set]), part((j) => j.question.category)];
    return [HEAD, line("all", judged), ...parts.flatMap((lines) => ["", ...lines])].join("\n");
}

// Answered, right of the answered, by how sure the answer is.
function curve(judged) {
    const edges = [0, 0.5, 0.7, 0.8, 0.9, 0.95];
    return edges.map((from) => {
        const sure = judged.filter((j) => ["right", "wrong"].includes(j.verdict) && j.answer.confidence >= from);
        const right = sure.filter((j) => j.verdict === "right").length;
        return `at ${from.toFixed(2)} and more: ${String(sure.length).padStart(5)} answered, ${percent(right, sure.length)} right`;
    });
}

function printWrong(judged) {
    for (const { set, question, verdict, answer } of judged) {
        const isFine = question.answerable ? verdict === "right" : verdict === "refused";
        if (isFine || statusOf[set] === "locked") continue;
        console.log(`${verdict} ${question.id} ${question.category}: ${question.question}`);
        console.log(`    truth ${JSON.stringify(question.answer ?? null).slice(0, 120)}`);
        console.log(`    said  ${(answer.answer ?? answer.error?.message ?? "").slice(0, 160)}`);
    }
}

async function main() {
    const { values: flags, positionals } = parseArgs({
        allowPositionals: true,
        options: { bin: { type: "string" }, parallel: { type: "string" }, status: { type: "string" }, wrong: { type: "boolean" } },
    });
    const names = positionals.length ? positionals : Object.keys(statusOf).filter((name) => !flags.status || statusOf[name] === flags.status);
    const program = path.resolve(flags.bin ?? path.join(here, "../../../build/release"), "quarry");
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-blind-"));
    const judged = [];
    try {
        for (const name of names) {
            const set = unpack(name, scratch);
            judged.push(...(await judgeSet(program, set, Number(flags.parallel ?? 2))));
            fs.rmSync(path.join(scratch, name), { recursive: true });
        }
    } finally {
        fs.rmSync(scratch, { recursive: true });
    }
    console.log(table(judged));
    console.log(["", ...curve(judged)].join("\n"));
    if (flags.wrong) printWrong(judged);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
