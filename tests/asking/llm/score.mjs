#!/usr/bin/env node
// score.mjs [--bin FOLDER] [--parallel N] [--answers FILE] [--record URL] [--missing FILE]
//           [--wrong] [--all]
//
// Asks the 200 questions of questions.json, of blind sets for development, with the
// recorded answers of a language model in the place of one, and prints how many were
// answered and how many rightly; README.md here tells how the answers came about.
// Questions without a recorded answer are left out of the figures, but for --all.
// --record asks the model at URL what is not recorded yet, and adds it to the answers.
// --missing writes the prompts that have no answer. --wrong lists what was not right.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { HEAD, judge, line, statusOf, unpack } from "../blind/score.mjs";
import { inParallel } from "../score.mjs";
import { play, readAnswers } from "./recorded.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));

function ask(program, question, tables, home, model) {
    const files = question.files.map((f) => path.join(tables, f));
    const words = ["ask", ...files, question.question, "--type", "structured", "--model", model, "--egress", "values", "--json", "--home", home];
    return new Promise((done) =>
        execFile(program, words, { timeout: 900000, maxBuffer: 1 << 28 }, (error, stdout) => {
            try {
                done(JSON.parse(stdout));
            } catch {
                done({ error: { message: error?.message ?? "no JSON" } });
            }
        }),
    );
}

// Questions of a set that were chosen, each with what became of it.
async function judgeSet(program, set, ids, model, parallel) {
    const home = path.join(path.dirname(set.tables), "home");
    const chosen = set.questions.filter((q) => ids.includes(q.id));
    return inParallel(chosen, parallel, async (question) => {
        const answer = await ask(program, question, set.tables, home, model);
        const isPlanned = Boolean(answer.explanation?.some((note) => note.startsWith("planned by")));
        return { set: set.name, question, answer, isPlanned, verdict: judge(question, answer) };
    });
}

const of = (judged, key) => [...new Set(judged.map(key))].sort().map((value) => line(value, judged.filter((j) => key(j) === value)));

function table(judged) {
    const tables = (j) => (j.question.files.length > 1 ? "several files" : "one file");
    const parts = [(j) => j.set, (j) => j.question.lang, tables, (j) => j.question.category].map((key) => of(judged, key));
    return [HEAD, line("all", judged), ...parts.flatMap((lines) => ["", ...lines])].join("\n");
}

function printWrong(judged) {
    for (const { question, verdict, answer } of judged) {
        if (question.answerable ? verdict === "right" : verdict === "refused") continue;
        console.log(`${verdict} ${question.id} ${question.category}: ${question.question}`);
        console.log(`    truth ${JSON.stringify(question.answer ?? null).slice(0, 300)}`);
        console.log(`    said  ${JSON.stringify(answer.results?.rows ?? answer.error ?? null).slice(0, 300)}`);
        console.log(`    by    ${answer.generated_sql ?? ""} ${(answer.warnings ?? []).join("; ")}`.slice(0, 500));
    }
}

export async function scoreRecorded({ program, answers, chosen, parallel, to, onMissing }) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-llm-"));
    const player = await play(answers, { to, onMissing });
    const judged = [];
    try {
        for (const [name, ids] of Object.entries(chosen)) {
            if (statusOf[name] !== "development") continue;
            judged.push(...(await judgeSet(program, unpack(name, scratch), ids, player.model, parallel)));
            fs.rmSync(path.join(scratch, name), { recursive: true });
        }
    } finally {
        player.close();
        fs.rmSync(scratch, { recursive: true });
    }
    return judged;
}

async function main() {
    const names = ["bin", "parallel", "answers", "record", "missing"];
    const options = Object.fromEntries([...names.map((n) => [n, { type: "string" }]), ...["wrong", "all"].map((n) => [n, { type: "boolean" }])]);
    const { values: flags } = parseArgs({ options });
    const file = flags.answers ?? path.join(here, "answers.jsonl");
    const missing = new Map();
    const judged = await scoreRecorded({
        program: path.resolve(flags.bin ?? path.join(here, "../../../build/release"), "quarry"),
        answers: readAnswers(file),
        chosen: JSON.parse(fs.readFileSync(path.join(here, "questions.json"), "utf8")),
        parallel: Number(flags.parallel ?? 2),
        to: flags.record,
        onMissing: ({ prompt, key, round, objection, answer }) => {
            if (!answer) return missing.set(`${key}/${round}`, { key, round, objection, prompt });
            fs.appendFileSync(file, `${JSON.stringify({ key, round, question: prompt.question, answer })}\n`);
        },
    });
    const unanswered = new Set([...missing.values()].filter((m) => m.round === 0).map((m) => m.prompt.question));
    const counted = flags.all ? judged : judged.filter((j) => !unanswered.has(j.question.question));
    console.log(`${judged.length - unanswered.size} of ${judged.length} questions have a recorded answer\n`);
    console.log(table(counted));
    if (flags.missing) fs.writeFileSync(flags.missing, [...missing.values()].map((m) => `${JSON.stringify(m)}\n`).join(""));
    if (flags.wrong) printWrong(counted);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
