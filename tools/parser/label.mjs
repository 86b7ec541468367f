#!/usr/bin/env node
// label.mjs [--status S,S] [--max N] [--weights FILE] [--out FILE] [--names FILE]
//           [--wrong FILE] [--sets A,B] [--home DIR] [--every N] [--build DIR]
//           [--wtq N] [--nvbench N] [--own] [--plain] [--jobs N] [--like PATTERN]
//           [--asked DIR] [--wordings] [--joins] [--only FILE]
//
// Asks the parser the questions of blind sets and judges every candidate by the rows
// that it gives: samples go to --out for learning, the figures to stdout. --wrong tells
// what no candidate answers, and what the first one does not; of locked sets nothing
// is told. --wtq and --nvbench add so many questions of public_sets.mjs, --own
// those of tests/asking.
// --asked has what the wording asks for as shapes.mjs --folds learned it: each training
// set is labelled without having been learned from.
// --wordings samples are for parts.mjs: candidates as they are without asked_parts.txt, with
// their parts, and questions with their terms.
// --like takes the questions whose SQL in the set matches alone, to look at one class;
// --joins those that several tables answer together, and no series of a file a month;
// --only those of a file of lines SET, tab, ID (and no other set).
//
// Figures: a right candidate among the first k; of the answers that have most
// probability, when they have more than answering nothing, how many are right. What is
// answered from a confidence on parse_learn prints.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { parseArgs } from "node:util";
import { isRight } from "../../tests/asking/blind/rules.mjs";
import { statusOf, unpack } from "../../tests/asking/blind/score.mjs";
import { plainSet } from "./plain_sets.mjs";
import { FOLDS, foldOf } from "./shape_folds.mjs";
import { publicSets } from "./public_sets.mjs";
import { bestAnswer } from "./votes.mjs";

const RANKS = [1, 5, 20];
const string = { type: "string" };
const { values: o } = parseArgs({
    options: { status: string, max: string, weights: string, out: string, names: string, wrong: string, sets: string, home: string, every: string, build: string, wtq: string, nvbench: string, jobs: string, like: string, asked: string, own: { type: "boolean" }, plain: { type: "boolean" }, wordings: { type: "boolean" }, joins: { type: "boolean" }, only: string },
});
const build = o.build ?? "build/release";
const max = o.max ?? "60";

// One program that answers line by line; one that ends is begun again.
function dumper(asked) {
    const options = ["--max", max, ...(asked ? ["--asked", asked] : []), ...(o.wordings ? ["--parts", noParts] : []), ...(o.weights ? ["--weights", o.weights] : []), ...(o.names ? ["--names"] : [])];
    const waiting = [];
    let child;
    const begin = () => {
        child = spawn(path.join(build, "parse_dump"), [...options, o.home, path.join(build, "quarry-worker")], { stdio: ["pipe", "pipe", "inherit"] });
        readline.createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()(JSON.parse(line)));
        child.stdin.on("error", () => {});
        child.on("close", (code, signal) => {
            child = null;
            if (code === 1) process.exit(1); // it has said why
            for (const tell of waiting.splice(0)) tell({ failed: `exit ${code ?? signal}` });
        });
    };
    return {
        ask: (question) =>
            new Promise((tell) => {
                if (!child) begin();
                waiting.push(tell);
                child.stdin.write(`${JSON.stringify(question)}\n`);
            }),
        end: () => child?.stdin.end(),
    };
}

const golds = (question) => [question.answer, ...(question.alt ?? [])].filter(Array.isArray);

const isAccepted = (question, { columns, rows }) => question.answerable && isRight({ columns, rows }, question);

// Right, and what was asked: to learn from.
function judge(question, candidate) {
    if (!isAccepted(question, candidate)) return false;
    // what is asked and little beside it: a figure more than that was not asked for
    const width = Math.max(...golds(question).map((rows) => rows[0]?.length ?? 0));
    const isKnown = candidate.columns.some((name) => ["part", "before", "running_total", "rank"].includes(name));
    return candidate.columns.length <= width + (isKnown ? 4 : 1);
}

// What its rows tell are features like the others.
function withRows(candidate) {
    const late = candidate.late ?? [];
    const score = late.reduce((sum, one) => sum + one.weight, candidate.score);
    const names = candidate.names || late[0]?.name ? `${candidate.names ?? ""}${late.map((one) => `${one.name}\n`).join("")}` : undefined;
    return { ...candidate, score, features: [...candidate.features, ...late.map((one) => one.feature)], names };
}

const like = o.like && new RegExp(o.like, "i");
const JOINED = /\bjoin\b|\bexists\b|\bin\s*\(\s*select\b|\bexcept\b/i;
const isJoin = ({ category, files, sql }) => files.length > 1 && (category === "join" || JOINED.test(sql ?? ""));
const only = o.only && new Set(fs.readFileSync(o.only, "utf8").split("\n").filter(Boolean));
const onlySets = only && new Set([...only].map((line) => line.split("\t")[0]));
const isAsked = (set) => (question, i) => i % Number(o.every ?? 1) === 0 && (!like || like.test(question.sql ?? "")) && (!o.joins || isJoin(question)) && (!only || only.has(`${set.name}\t${question.id}`));

async function askSet(set, one, tell) {
    for (const question of set.questions.filter(isAsked(set))) {
        const files = question.files.map((file) => path.join(set.tables, file));
        const rows = question.answerable ? [...new Set(golds(question).map((rows) => rows.length))] : [];
        const answer = await one.ask({ files, question: question.question, rows });
        answer.nothing = [...(answer.nothing ?? []), ...(answer.late ?? []).map((one) => one.feature)];
        const candidates = (answer.candidates ?? []).map(withRows).sort((a, b) => b.score - a.score).map((candidate) => ({ ...candidate, accepted: isAccepted(question, candidate), right: judge(question, candidate) }));
        // of those the ones as wide as the answer: the others are right by accident, but
        // two figures may have what is between them beside them
        const width = question.answer?.[0]?.length ?? 0;
        const isPair = (c) => width === 2 && question.answer.length === 1 && c.columns.includes("before");
        const distance = (c) => (isPair(c) ? 0 : Math.abs(c.columns.length - width) + (c.columns.length < width ? 1 : 0));
        const least = Math.min(...candidates.filter((c) => c.right).map(distance));
        for (const c of candidates) c.right &&= distance(c) <= least;
        tell({ set: set.name, status: set.status ?? statusOf[set.name] ?? set.name, question, answer, candidates });
    }
}

// As model.c reads it: 1 is right, 2 is accepted as well but nothing to learn from; candidates with equal rows have the same number, 0: no rows.
function sample({ set, status, question, answer, candidates }) {
    const numbers = new Map();
    const number = ({ answer: rows }) => {
        if (rows === undefined) return 0;
        if (!numbers.has(rows)) numbers.set(rows, numbers.size + 1);
        return numbers.get(rows);
    };
    const wording = (score, text) => (o.wordings ? `# ${[score, ...(text ?? "").split("\n")].join("\t")}\n` : "");
    const lines = candidates.map((c) => `C ${c.right ? 1 : c.accepted ? 2 : 0} ${number(c)} ${c.kinds?.join(",") ?? "-"} ${c.features.join(",")}\n${wording(c.score, c.parts)}`);
    return `Q ${question.answerable ? 1 : 0} ${status} ${question.lang} ${set}\nN ${(answer.nothing ?? []).join(",")}\n${wording(answer.nothing_score ?? 0, answer.terms)}${lines.join("")}`;
}

const percent = (n, of) => (of ? ((100 * n) / of).toFixed(1) : "-").padStart(7);

function figures(name, list) {
    const answerable = list.filter((x) => x.question.answerable);
    const within = (k) => answerable.filter((x) => x.rank >= 0 && x.rank < k).length;
    const answered = list.filter((x) => x.best && x.best.probability > x.nothing);
    const right = answered.filter((x) => x.best.right).length;
    const unanswerable = list.filter((x) => !x.question.answerable);
    const refused = unanswerable.filter((x) => !answered.includes(x)).length;
    const cells = [...[...RANKS, Number(max)].map((k) => percent(within(k), answerable.length)), "  |", percent(right, answerable.length), percent(right, answered.length), percent(refused, unanswerable.length)];
    return `${name.padEnd(28)}${String(list.length).padStart(6)}${cells.join("")}`;
}

function table(all) {
    const part = (key) => [...new Set(all.map(key))].sort().map((value) => figures(value, all.filter((x) => key(x) === value)));
    const us = all.map((x) => x.us).sort((a, b) => a - b);
    const none = all.filter((x) => x.n === 0).length;
    return [
        `${" ".repeat(33)}n     @1     @5    @20 ${`@${max}`.padStart(6)}  |  right precis. refused`,
        figures("all", all),
        ...part((x) => x.status),
        ...part((x) => x.question.lang),
        ...part((x) => x.question.category),
        ...part((x) => x.set),
        `without a candidate: ${none}; mean ${(all.reduce((sum, x) => sum + x.n, 0) / all.length).toFixed(1)}`,
        `parse: p50 ${us[us.length >> 1] / 1000} ms, p99 ${us[Math.floor(us.length * 0.99)] / 1000} ms`,
    ].join("\n");
}

function wrong({ set, status, question, answer, candidates }) {
    const sure = (bestAnswer(candidates, answer.nothing_score ?? 0)?.probability ?? 0).toFixed(2);
    if (status === "locked") return "";
    if (!question.answerable) return `UNANSWERABLE ${sure} | ${set} | ${question.question}\n  ${candidates[0]?.sql}\n\n\n\n`;
    const rank = candidates.findIndex((c) => c.right);
    if (rank === 0) return "";
    const show = (c) => (c ? `${c.score.toFixed(2)} ${c.sql}` : "nothing");
    const head = `${rank < 0 ? "NONE" : `RANK ${rank}`} ${sure} | ${set} | ${question.category} | ${question.question} | ${question.files.length > 3 ? question.files.length : question.files}\n  gold ${question.sql} -> ${JSON.stringify(question.answer).slice(0, 120)}`;
    const some = rank < 0 ? candidates.slice(0, 3).map(show) : [show(candidates[0]), `RIGHT ${show(candidates[rank])}`];
    return `${head}\n  ${answer.failed ?? ""}${some.join("\n  ")}\n`;
}

// What the figures need.
function digest(x) {
    const best = bestAnswer(x.candidates, x.answer.nothing_score ?? 0);
    return {
        set: x.set,
        status: x.status,
        question: x.question,
        rank: x.candidates.findIndex((c) => c.right),
        n: x.candidates.length,
        us: x.answer.us ?? 0,
        best,
        nothing: best?.nothing,
    };
}

for (const program of ["parse_dump", "quarry-worker", ...(o.plain ? ["quarry"] : [])]) fs.accessSync(path.join(build, program));
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "parser-"));
o.home ??= path.join(scratch, "home");
const noParts = path.join(scratch, "parts"); // weights of none
fs.writeFileSync(noParts, "");
try {
    const wanted = (o.status ?? "training,development").split(",");
    const names = o.sets ? o.sets.split(",").filter(Boolean) : Object.keys(statusOf).filter((name) => wanted.includes(statusOf[name]) && (!only || onlySets.has(name)));
    const known = new Map();
    const program = path.join(build, "quarry");
    const apart = path.join(scratch, "plain"); // its tables beside those of the set
    fs.mkdirSync(apart);
    const plain = (name) => ({ name: `plain-${name}`, open: () => plainSet(unpack(name, apart), program, o.home) });
    const training = names.filter((name, i) => statusOf[name] === "training" && i % Number(o.every ?? 1) === 0); // computing their answers takes seconds
    const sets = [...names.map((name) => ({ name, open: () => unpack(name, scratch) })), ...(o.plain ? training.map(plain) : []), ...publicSets({ wtq: Number(o.wtq ?? 0), nvbench: Number(o.nvbench ?? 0), own: o.own, scratch })];
    const told = sets.map(() => ({ samples: [], digests: [], wrong: [] }));
    const askedOf = (name) => o.asked && path.join(o.asked, `${foldOf(name) ?? FOLDS}.txt`);
    // A set that cannot be opened does not take half an hour of others with it.
    const opened = (set) => {
        try {
            return set.open();
        } catch (e) {
            console.error(`\n${set.name}: ${e.message}`);
            process.exitCode = 1;
            return null;
        }
    };
    const work = async (queue) => {
        let [one, asked] = [dumper(), undefined];
        for (let i; (i = queue.shift()) !== undefined; ) {
            if (askedOf(sets[i].name) !== asked) {
                one.end();
                asked = askedOf(sets[i].name);
                one = dumper(asked);
            }
            const set = opened(sets[i]);
            if (!set) continue;
            await askSet(set, one, (x) => {
                if (o.names) for (const one of x.answer.late ?? []) known.set(one.feature, one.name);
                if (o.names) for (const c of x.candidates) c.names?.split("\n").forEach((name, k) => name && known.set(c.features[k], name));
                if (o.out) told[i].samples.push(sample(x));
                if (o.wrong) told[i].wrong.push(wrong(x));
                told[i].digests.push(digest(x));
            });
            process.stderr.write(`${sets[i].name} `);
        }
        one.end();
    };
    const queue = [...sets.keys()];
    await Promise.all(Array.from({ length: Number(o.jobs ?? 2) }, () => work(queue)));
    process.stderr.write("\n");
    const write = (file, key) => {
        fs.writeFileSync(file, "");
        for (const set of told) fs.appendFileSync(file, set[key].join(""));
    };
    if (o.out) write(o.out, "samples");
    if (o.wrong) write(o.wrong, "wrong");
    if (o.names) fs.writeFileSync(o.names, [...known].map(([hash, name]) => `${hash} ${name}\n`).join(""));
    console.log(table(told.flatMap((set) => set.digests)));
} finally {
    fs.rmSync(scratch, { recursive: true, force: true });
}
