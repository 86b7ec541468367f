#!/usr/bin/env node
// shapes.mjs [--out FILE] [--folds DIR] [--build DIR]
//
// Learns src/ask/parse/asked_shape.txt: what kind of answer the wording of a question
// asks for (asked_shape.h), from the training sets, and prints how often that is right of
// questions of the development sets. What a question asks for is told by the SQL of its
// set and the answer. Multinomial logistic regression, all questions a round, with the
// square of the weights as penalty; the same weights each time.
//
// --folds writes DIR/0.txt and so on, each learned without a part of the training sets
// (shape_folds.mjs), and one learned from all.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { statusOf, unpack } from "../../tests/asking/blind/score.mjs";
import { FOLDS, foldOf } from "./shape_folds.mjs";

const string = { type: "string" };
const { values: o } = parseArgs({ options: { out: string, folds: string, build: string } });
const ROUNDS = 150;
const PENALTY = 2;
const LEAST_WEIGHT = 0.07; // what is less is left out
const LEAST_QUESTIONS = 2; // that have a term

// enum asked_shape
const SHAPES = ["count", "sum", "average", "most", "least", "median", "share", "difference", "computed", "several", "top by rows", "top by sum", "top by average", "highest", "lowest", "list", "counts", "sums", "averages", "shares", "changes", "rates", "figures", "nothing"];
const TOP = { count: "top by rows", sum: "top by sum", total: "top by sum", avg: "top by average", median: "top by average" };
const ONE = { count: "count", sum: "sum", total: "sum", avg: "average", max: "most", min: "least", median: "median" };
const EACH = { count: "counts", sum: "sums", total: "sums", avg: "averages" };

const isFigure = (cell) => typeof cell === "number";

// What the one with the most or the least is chosen by.
function topOf(sql, aggregates) {
    const by = aggregates.find((name) => TOP[name]);
    if (by) return sql.includes("/") ? "top by average" : TOP[by];
    return aggregates.includes("max") || / desc\b/.test(sql) ? "highest" : "lowest";
}

const isShare = (sql) => /\b100(\.0)?\b/.test(sql) && /[/*]/.test(sql);
const isDifference = (sql) => /[)\w]\s*-\s*[(\w]/.test(sql.replace(/'[^']*'/g, ""));

// Of one row of an answer.
function shapeOfRow(sql, row, aggregates) {
    const figures = row.filter(isFigure).length;
    const isExtreme = / limit /.test(sql) || aggregates.includes("max") || aggregates.includes("min");
    if (row.length > 1 && figures === row.length) return "several";
    if (figures < row.length) return isExtreme ? topOf(sql, aggregates) : row.length > 1 && figures ? "highest" : "list";
    if (isShare(sql)) return "share";
    if (isDifference(sql)) return "difference";
    if (sql.includes("/") && aggregates[0] !== "count") return "computed";
    return aggregates.length ? (ONE[aggregates[0]] ?? "computed") : "list";
}

function shapeOf(question) {
    if (!question.answerable) return "nothing";
    const sql = ` ${question.sql?.toLowerCase() ?? ""} `;
    const aggregates = [...sql.matchAll(/\b(count|sum|avg|min|max|median|total|stdev)\s*\(/g)].map((match) => match[1]);
    const rows = question.answer.map((row) => (Array.isArray(row) ? row : [row]));
    if (rows.length === 1) return shapeOfRow(sql, rows[0], aggregates);
    if (!rows.length || !rows[0].some(isFigure)) return "list";
    if (!aggregates.length) return "list";
    if (isShare(sql)) return "shares";
    if (isDifference(sql)) return "changes";
    return sql.includes("/") ? "rates" : (EACH[aggregates[0]] ?? "figures");
}

function termsOf(questions) {
    const program = path.join(o.build ?? "build/release", "parse_dump");
    const input = questions.map(({ question }) => `${question.replace(/\s+/g, " ")}\n`).join("");
    const { stdout, status } = spawnSync(program, ["--terms"], { input, encoding: "utf8", maxBuffer: 1 << 30 });
    if (status !== 0) throw new Error(`${program} --terms: exit status ${status}`);
    return stdout.split("\n").slice(0, questions.length).map((line) => [...new Set(line.split("\t").filter(Boolean))]);
}

function readSets(status) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "shapes-"));
    const names = Object.keys(statusOf).filter((name) => statusOf[name] === status);
    const questions = names.flatMap((name) => {
        const set = unpack(name, scratch);
        fs.rmSync(path.join(scratch, name), { recursive: true });
        return set.questions.map((question) => ({ ...question, fold: foldOf(name) }));
    });
    fs.rmSync(scratch, { recursive: true });
    const terms = termsOf(questions);
    return questions.map((question, i) => ({ fold: question.fold, terms: terms[i], shape: SHAPES.indexOf(shapeOf(question)) }));
}

// Term -> its number, of those that enough questions have.
function vocabularyOf(samples) {
    const count = new Map();
    for (const { terms } of samples) for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
    return new Map([...count].filter(([, n]) => n >= LEAST_QUESTIONS).map(([term], i) => [term, i]));
}

const numbered = (samples, vocabulary) => samples.map(({ terms, shape }) => ({ shape, at: Int32Array.from(terms.map((term) => vocabulary.get(term)).filter((i) => i !== undefined)) }));

// Probabilities of a sample, in p.
function predict(weights, { at }, p) {
    p.fill(0);
    for (const i of at) for (let k = 0; k < SHAPES.length; k++) p[k] += weights[i * SHAPES.length + k];
    const most = Math.max(...p);
    let all = 0;
    for (let k = 0; k < SHAPES.length; k++) all += p[k] = Math.exp(p[k] - most);
    for (let k = 0; k < SHAPES.length; k++) p[k] /= all;
}

// Adam, the step falling to a tenth.
function learn(samples, size) {
    const n = size * SHAPES.length;
    const [weights, gradient, first, second] = [0, 1, 2, 3].map(() => new Float64Array(n));
    const p = new Float64Array(SHAPES.length);
    for (let round = 1; round <= ROUNDS; round++) {
        for (let i = 0; i < n; i++) gradient[i] = PENALTY * weights[i];
        for (const sample of samples) {
            predict(weights, sample, p);
            p[sample.shape] -= 1;
            for (const i of sample.at) for (let k = 0; k < SHAPES.length; k++) gradient[i * SHAPES.length + k] += p[k];
        }
        const step = 0.05 * 10 ** (-round / ROUNDS);
        for (let i = 0; i < n; i++) {
            first[i] = 0.9 * first[i] + 0.1 * gradient[i];
            second[i] = 0.99 * second[i] + 0.01 * gradient[i] ** 2;
            weights[i] -= (step * first[i]) / (1 - 0.9 ** round) / (Math.sqrt(second[i] / (1 - 0.99 ** round)) + 1e-8);
        }
    }
    return weights;
}

function report(name, samples, weights) {
    const p = new Float64Array(SHAPES.length);
    let right = 0;
    let sum = 0;
    for (const sample of samples) {
        predict(weights, sample, p);
        right += p.indexOf(Math.max(...p)) === sample.shape;
        sum += Math.log(p[sample.shape]);
    }
    console.log(`${name}: ${samples.length} questions, ${((100 * right) / samples.length).toFixed(1)} % right, mean logarithm ${(sum / samples.length).toFixed(3)}`);
}

function learned(training) {
    const vocabulary = vocabularyOf(training);
    const weights = learn(numbered(training, vocabulary), vocabulary.size);
    for (let i = 0; i < weights.length; i++) if (Math.abs(weights[i]) < LEAST_WEIGHT) weights[i] = 0;
    return { vocabulary, weights };
}

function write(file, { vocabulary, weights }) {
    const lines = [...vocabulary.keys()].sort().flatMap((term) => SHAPES.map((_, k) => [`asked_for:${k}:${term}`, weights[vocabulary.get(term) * SHAPES.length + k]]));
    const kept = lines.filter(([, weight]) => weight).map(([name, weight]) => `${name} ${weight.toFixed(2)}\n`);
    fs.writeFileSync(file, `# Learned; tools/parser/shapes.mjs makes it anew.\n${kept.join("")}`);
}

const training = readSets("training");
const all = learned(training);
report("training", numbered(training, all.vocabulary), all.weights);
report("development", numbered(readSets("development"), all.vocabulary), all.weights);
if (o.out) write(o.out, all);
for (let fold = 0; o.folds && fold < FOLDS; fold++) {
    const part = learned(training.filter((sample) => sample.fold !== fold));
    report(`left out, part ${fold}`, numbered(training.filter((sample) => sample.fold === fold), part.vocabulary), part.weights);
    write(path.join(o.folds, `${fold}.txt`), part);
}
if (o.folds) write(path.join(o.folds, `${FOLDS}.txt`), all);
