#!/usr/bin/env node
// parts.mjs --out FILE [--samples FILE] [--build DIR] SAMPLES
//
// Learns src/ask/parse/asked_parts.txt: which parts of a spec the wording of a question
// asks for (asked_parts.h), from samples that label.mjs --wordings wrote: what the weights
// of the parser say of each candidate stays as it is, and the likelihood of those that are
// right is raised by weights of pairs of a part and a term. AdaGrad over shuffled
// questions, the mean of the later rounds; the same weights each time.
//
// --samples writes the samples for parse_learn: each candidate has the level of its parts
// as weights say that were learned without its set (shape_folds.mjs); those of development
// sets are never learned from.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { parseArgs } from "node:util";
import { FOLDS, foldOf } from "./shape_folds.mjs";

const string = { type: "string" };
const { values: o, positionals } = parseArgs({ options: { out: string, samples: string, build: string }, allowPositionals: true });
const ROUNDS = 5;
const RATE = 0.05;
const PENALTY = 0.001;
const LEAST_SETS = 3; // that have a term
const LEAST_WEIGHT = 0.05; // what is less is left out
const LITTLE = 0.3; // what counts a question of public data or without a right candidate
const LEVELS = 33; // ASKED_PARTS_LEVELS
const STEP = 0.25;
const NOTHING = "nothing";

// "# SCORE\tPART\tPART", of a question the terms, of a candidate the parts.
const cells = (line) => line.slice(2).split("\t");

async function* questionsOf(file) {
    let question;
    for await (const line of readline.createInterface({ input: fs.createReadStream(file), crlfDelay: Infinity })) {
        if (line.startsWith("Q ")) {
            if (question) yield question;
            question = { head: line, candidates: [] };
        } else if (line.startsWith("N ")) question.nothing = line;
        else if (line.startsWith("C ")) question.candidates.push({ line });
        else if (question.candidates.length) question.candidates.at(-1).wording = cells(line);
        else question.wording = cells(line);
    }
    if (question) yield question;
}

const numbers = () => {
    const of = new Map();
    return { of, get: (name) => of.get(name) ?? (of.set(name, of.size), of.size - 1) };
};
const [terms, parts] = [numbers(), numbers()];
const setsOf = []; // of each term, those of training
const nothing = parts.get(NOTHING);

// Numbers alone: a question takes few bytes.
function compact({ head, wording, candidates }, index) {
    const [, answerable, status, , set] = head.split(" ");
    const isPublic = status !== "training" && status !== "development";
    const right = candidates.map(({ line }) => line[2] === "1");
    const hasRight = answerable === "1" && right.includes(true);
    const question = {
        fold: isPublic ? index % FOLDS : foldOf(set),
        learned: status !== "development",
        weight: (isPublic ? LITTLE : 1) * (answerable === "1" && !hasRight ? LITTLE : 1),
        score: Float64Array.from([...candidates.map((c) => Number(c.wording[0])), Number(wording[0])]),
        right: hasRight ? [...right, false] : [...right.map(() => false), true],
        terms: Int32Array.from(new Set(wording.slice(1).filter(Boolean)), (term) => terms.get(term)),
    };
    const all = new Map([[nothing, 0]]);
    const own = candidates.map((c) => c.wording.slice(1).filter(Boolean).map(parts.get));
    for (const part of own.flat()) if (!all.has(part)) all.set(part, all.size);
    question.parts = Int32Array.from(all.keys());
    question.has = [...own, [nothing]].map((list) => Int32Array.from(list, (part) => all.get(part))); // with repetition
    if (question.learned)
        for (const term of question.terms) {
            setsOf[term] ??= new Set();
            setsOf[term].add(set);
        }
    return question;
}

// A pair of a term and a part has a place in the weights.
const SLOTS = 1 << 23;
const key = new Float64Array(SLOTS).fill(-1);
function placeOf(term, part) {
    const wanted = term * 1e6 + part;
    let at = (Math.imul(term, 0x9e3779b1) ^ Math.imul(part, 0x85ebca6b)) >>> 0;
    for (at = (at ^ (at >>> 15)) & (SLOTS - 1); key[at] !== -1 && key[at] !== wanted; ) at = (at + 1) & (SLOTS - 1);
    key[at] = wanted;
    return at;
}

// Its terms that sets enough have, and where each part of it has its weights.
function place(question) {
    const known = question.terms.filter((term) => setsOf[term]?.size >= LEAST_SETS);
    question.n = known.length;
    question.at = new Int32Array(known.length * question.parts.length);
    question.parts.forEach((part, i) => known.forEach((term, k) => (question.at[i * known.length + k] = placeOf(term, part))));
}

// What each candidate's parts add to its score; of answering nothing the last.
function partScores({ at, n, parts: own, has }, weights) {
    const score = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) for (let k = 0; k < n; k++) score[i] += weights[at[i * n + k]];
    return has.map((list) => list.reduce((sum, i) => sum + score[i], 0));
}

// The gradient of the logarithm of what is right, by part.
function gradientOf(question, weights) {
    const s = partScores(question, weights).map((x, i) => x + question.score[i]);
    const most = Math.max(...s);
    const p = s.map((x) => Math.exp(x - most));
    const all = p.reduce((sum, x) => sum + x, 0);
    const right = p.reduce((sum, x, i) => sum + (question.right[i] ? x : 0), 1e-12);
    const g = new Float64Array(question.parts.length);
    question.has.forEach((list, i) => {
        const d = question.weight * ((question.right[i] ? p[i] / right : 0) - p[i] / all);
        for (const part of list) g[part] += d;
    });
    return g;
}

function generator(seed) {
    let x = seed;
    return () => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return x / 2 ** 32;
    };
}

function learn(questions) {
    const [weights, squares, sum] = [0, 1, 0].map((start) => new Float64Array(SLOTS).fill(start));
    const random = generator(1);
    const order = [...questions];
    const first = ROUNDS >> 1;
    for (let round = 0; round < ROUNDS; round++) {
        for (let i = order.length - 1; i > 0; i--) {
            const k = Math.floor(random() * (i + 1));
            [order[i], order[k]] = [order[k], order[i]];
        }
        for (const question of order) {
            const g = gradientOf(question, weights);
            for (let i = 0; i < g.length; i++) {
                if (Math.abs(g[i]) < 1e-4) continue;
                for (let k = i * question.n; k < (i + 1) * question.n; k++) {
                    const at = question.at[k];
                    const d = g[i] - PENALTY * weights[at];
                    squares[at] += d * d;
                    weights[at] += (RATE * d) / Math.sqrt(squares[at]);
                }
            }
        }
        if (round >= first) for (let i = 0; i < SLOTS; i++) sum[i] += weights[i];
    }
    // as they will be written
    for (let i = 0; i < SLOTS; i++) {
        const mean = sum[i] / (ROUNDS - first);
        sum[i] = Math.abs(mean) < LEAST_WEIGHT ? 0 : Number(mean.toFixed(2));
    }
    return sum;
}

function levelsOf(question, weights) {
    const score = partScores(question, weights);
    const least = score.at(-1);
    return score.slice(0, -1).map((x) => Math.min(Math.max(Math.round((x - least) / STEP) + (LEVELS >> 1), 0), LEVELS - 1));
}

function report(name, questions, weights) {
    const answerable = questions.filter(({ right }) => !right.at(-1));
    const firsts = (list) => list.filter((q) => {
        const s = weights ? partScores(q, weights).map((x, i) => x + q.score[i]) : [...q.score];
        return q.right[s.indexOf(Math.max(...s))];
    }).length;
    console.log(`${name}: ${answerable.length} questions with a right candidate, first ${((100 * firsts(answerable)) / answerable.length).toFixed(1)} %; of ${questions.length - answerable.length} others nothing ${((100 * firsts(questions.filter(({ right }) => right.at(-1)))) / (questions.length - answerable.length)).toFixed(1)} %`);
}

function write(file, weights) {
    const [termNames, partNames] = [terms, parts].map(({ of }) => [...of.keys()]);
    const lines = [];
    for (let i = 0; i < SLOTS; i++)
        if (weights[i]) lines.push(`asked_parts:${partNames[key[i] % 1e6]}:${termNames[Math.floor(key[i] / 1e6)]} ${weights[i]}\n`);
    fs.writeFileSync(file, `# Learned; tools/parser/parts.mjs makes it anew.\n${lines.sort().join("")}`);
    console.log(`${lines.length} weights`);
}

function hashesOfLevels() {
    const input = Array.from({ length: LEVELS }, (_, level) => `asked_parts:${level}\n`).join("");
    const { stdout, status } = spawnSync(path.join(o.build ?? "build/release", "parse_dump"), ["--hash"], { input, encoding: "utf8" });
    if (status !== 0) throw new Error(`parse_dump --hash: exit status ${status}`);
    return stdout.trim().split("\n");
}

// The samples again, each candidate with its level in place of the middle one.
async function writeSamples(file, questions, weightsOf) {
    const hash = hashesOfLevels();
    const out = fs.createWriteStream(file);
    let i = 0;
    for await (const { head, nothing: none, candidates } of questionsOf(positionals[0])) {
        const levels = levelsOf(questions[i], weightsOf(questions[i]));
        const lines = candidates.map(({ line }, k) => {
            const at = line.lastIndexOf(" ") + 1;
            return line.slice(0, at) + line.slice(at).split(",").map((one) => (one === hash[LEVELS >> 1] ? hash[levels[k]] : one)).join(",");
        });
        if (!out.write(`${[head, none, ...lines].join("\n")}\n`)) await new Promise((drained) => out.once("drain", drained));
        i++;
    }
    await new Promise((ended) => out.end(ended));
}

const questions = [];
for await (const question of questionsOf(positionals[0])) questions.push(compact(question, questions.length));
questions.forEach(place);
const learned = questions.filter((q) => q.learned);
const all = learn(learned);
report("development before", questions.filter((q) => !q.learned), null);
report("development", questions.filter((q) => !q.learned), all);
report("training before", learned, null);
report("training", learned, all);
write(o.out, all);
if (o.samples) {
    const left = Array.from({ length: FOLDS }, (_, fold) => learn(learned.filter((q) => q.fold !== fold)));
    left.forEach((weights, fold) => report(`left out, part ${fold}`, learned.filter((q) => q.fold === fold), weights));
    await writeSamples(o.samples, questions, (q) => (q.learned ? left[q.fold] : all));
}
