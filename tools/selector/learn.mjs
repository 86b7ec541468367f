#!/usr/bin/env node
// learn.mjs SAMPLES >WEIGHTS - learns from the samples of label.mjs; what it prints beside
// is of corpora that the weights in question were not learned from.
//
// The choice is boosted trees over all spans of a question; whether the chosen one
// answers, a linear model over few features, as with few hundreds of questions trees
// only learn the corpora by heart. A quarter of the larger corpora and of the tiny bases
// is left out at a time: what is left out gives the picks that the second model is
// learned from, the curve of confidence and the floor.
import fs from "node:fs";
import readline from "node:readline";

import * as boost from "./boost.mjs";
import * as linear from "./linear.mjs";

const TREES = { trees: 150, depth: 4, least: 4, share: 0.4 };
const EVERY = 3; // of the spans of a question that are wrong
const WEIGHT = 10; // of those that are right, and of the others
const NEARLY_AS = 0.8; // selector.c, as are the next ones
const PER_CHARACTER = 0.0015;
const SURE = 0.6;
const QUOTES = 2; // of what is not sure
const BESIDE = 0.4;
const WINDOW = 800;
const CJK_SHARE = 0.4;
const KNOTS = 8;
const FLOOR = 0.45; // of confidence: 53 % right of what has an answer, 24 % answered of what has none
// Chosen one after the other by the areas left out, of corpora and of tiny bases alike.
const ANSWER =
    "choice keyword term_first wants_meaning new_names behind_best density value_gap_heading span_kin_heading terms passages wants_when own_names choice_gap document_passages wants_who span_count quoted".split(" ");
const WEIGHTS = { real: 2, made: 1, tiny: 0.6 };

const samples = [];
let names;
for await (const line of readline.createInterface({ input: fs.createReadStream(process.argv[2]) })) {
    const value = JSON.parse(line);
    if (!names) {
        names = value;
        continue;
    }
    for (const span of value.spans) {
        span.x = Float32Array.from(span.x); // an eighth of the memory
        span.text = undefined;
    }
    samples.push(value);
}
const at = Object.fromEntries(names.map((name, i) => [name, i]));
const say = (text) => console.error(text);

const isTinySet = (sample) => sample.isTiny && sample.set.startsWith("tiny");
const ordered = (test) => [...new Set(samples.filter(test).map((sample) => sample.set))].sort();
const PARTS = 4;
const kinds = [isTinySet, (sample) => !isTinySet(sample)];
const lists = kinds.map(ordered);

// Of each kind every fourth set is in the same part.
const foldOf = (sample) => lists[kinds.findIndex((is) => is(sample))].indexOf(sample.set) % PARTS;
for (const sample of samples) sample.fold = foldOf(sample);
const folds = [...new Set(samples.map((sample) => sample.fold))];

// The right spans of a question weigh as much as the others together.
function choiceRows(some) {
    const rows = { x: [], y: [], weight: [] };
    for (const sample of some) {
        const right = sample.answerable ? sample.spans.filter((span) => span.right) : [];
        if (!right.length) continue;
        const others = sample.spans.filter((span, i) => !span.right && (!sample.isReal || i % EVERY === 0));
        for (const span of [...right, ...others]) {
            rows.x.push(span.x);
            rows.y.push(span.right);
            rows.weight.push(WEIGHT / (span.right ? right.length : others.length));
        }
    }
    return rows;
}

const choiceFeatures = names.map((_, i) => i).filter((i) => i < at.choice);
const trainChoice = (some) => boost.train(choiceRows(some), { ...TREES, features: choiceFeatures });

function shortened(score, characters) {
    const cost = Math.exp(-PER_CHARACTER * characters);
    return (score * cost) / (1 - score + score * cost);
}

// What window.c does with a span: as long as it and its neighbours fit, each of these
// that scores enough; none where a value that is asked for is there.
function windowAround(sample, span, scored, least, most) {
    const alone = new Map(scored.filter(({ span: one }) => one.passage === span.passage && one.to === one.from + 1).map((one) => [one.span.from, one]));
    const grown = { passage: span.passage, from: span.from, to: span.to, length: span.x[at.length] };
    if (span.x[at.has_value] > 0) return grown;
    const beside = (i) => (alone.has(i) && grown.length + alone.get(i).span.x[at.length] <= most ? alone.get(i).score : -1);
    for (;;) {
        const [up, down] = [beside(grown.from - 1), beside(grown.to)];
        if (up < least && down < least) return grown;
        grown.length += alone.get(down >= up ? grown.to : grown.from - 1).span.x[at.length];
        if (down >= up) grown.to++;
        else grown.from--;
    }
}

const isIn = (span, window) => span.passage === window.passage && span.from >= window.from && span.to <= window.to;

// What selector.c does with the scores.
function pick(sample, model) {
    if (!sample.spans.length) return undefined;
    const scored = sample.spans.map((span) => ({ span, score: shortened(boost.score(model, span.x), span.x[at.length]) })).sort((a, b) => b.score - a.score);
    const [best] = scored;
    const most = WINDOW * (best.span.x[at.cjk] ? CJK_SHARE : 1);
    const quoted = [];
    for (const one of scored) {
        if (one.score < NEARLY_AS * best.score || quoted.length === QUOTES) break;
        if (quoted.some((q) => q.rank === one.span.rank)) continue;
        quoted.push({ rank: one.span.rank, ...windowAround(sample, one.span, scored, BESIDE * best.score, quoted.length ? most / 2 : most) });
    }
    const length = quoted.reduce((sum, one) => sum + one.length, 0);
    const row = [...best.span.x];
    row[at.choice] = best.score;
    row[at.choice_gap] = best.score - (scored.find((one) => one.span.rank !== best.span.rank)?.score ?? 0);
    row[at.quoted] = length / most;
    const right = quoted.map((window) => Number(sample.spans.some((span) => span.shown && isIn(span, window))));
    return { row, right: Math.max(...right), first: right[0], length };
}

const weightOf = (sample) => (sample.isReal ? WEIGHTS.real : isTinySet(sample) ? WEIGHTS.tiny : WEIGHTS.made);

function trainAnswer(some) {
    const picked = some.filter((sample) => sample.pick);
    const rows = { x: picked.map((sample) => sample.pick.row), y: picked.map((sample) => sample.pick.right), weight: picked.map(weightOf) };
    return linear.train(rows, ANSWER.map((name) => at[name]));
}

// Rising shares of right ones, by adjacent violators (Ayer and others 1955).
function curveOf(some) {
    const sorted = [...some].sort((a, b) => a.p - b.p);
    const size = sorted.length / KNOTS;
    const blocks = [];
    for (let i = 0; i < KNOTS; i++) {
        const part = sorted.slice(Math.round(i * size), Math.round((i + 1) * size));
        blocks.push({ raw: part.reduce((sum, s) => sum + s.p, 0), right: part.reduce((sum, s) => sum + s.right, 0), n: part.length });
        while (blocks.length > 1 && blocks.at(-1).right / blocks.at(-1).n <= blocks.at(-2).right / blocks.at(-2).n) {
            const last = blocks.pop();
            for (const key of ["raw", "right", "n"]) blocks.at(-1)[key] += last[key];
        }
    }
    return [[0, 0], ...blocks.map((b) => [b.raw / b.n, b.right / b.n]), [1, 1]].filter(([raw, share], i, all) => i === 0 || (raw > all[i - 1][0] && share >= all[i - 1][1]));
}

function calibrated(curve, raw) {
    const i = Math.max(1, curve.findIndex(([knot]) => knot >= raw));
    const [[x0, y0], [x1, y1]] = [curve[i - 1], curve[i]];
    return y0 + ((raw - x0) * (y1 - y0)) / (x1 - x0);
}

const GROUPS = [
    ["en", (s) => !s.isTiny && s.language === "en"],
    ["es", (s) => !s.isTiny && s.language === "es"],
    ["zh", (s) => !s.isTiny && s.language === "zh"],
    ["tiny", (s) => s.isTiny],
    ["tiny, near what is there", (s) => s.set.startsWith("tiny2")],
    ["all", () => true],
];
const share = (part, whole) => (whole.length ? ((100 * part.length) / whole.length).toFixed(0) : "-");

// The area under the curve of those that are against those that are not.
function area(some, is) {
    const [those, others] = [some.filter(is), some.filter((s) => !is(s))];
    const before = (a) => others.reduce((sum, b) => sum + (a.raw > b.raw ? 1 : a.raw === b.raw ? 0.5 : 0), 0);
    return (those.reduce((sum, a) => sum + before(a), 0) / (those.length * others.length)).toFixed(3);
}

function report(real) {
    say("left out: floor, then of the answerable right / refused, of the others answered all the same");
    for (const [name, test] of GROUPS) {
        const some = real.filter(test);
        const answerable = some.filter((s) => s.answerable);
        const others = some.filter((s) => !s.answerable);
        const cells = [0, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7].map((floor) => {
            const right = answerable.filter((s) => s.confidence >= floor && s.pick?.right);
            return `${floor}: ${share(right, answerable)} / ${share(answerable.filter((s) => s.confidence < floor), answerable)}, ${share(others.filter((s) => s.confidence >= floor), others)}`;
        });
        say(`${name} (${answerable.length} + ${others.length})  ${cells.join("   ")}`);
        const sure = some.filter((s) => s.confidence >= 0.6);
        say(`    area of answerable ${area(some, (s) => s.answerable)}, of right ${area(some, (s) => s.pick?.right)}; of confidence .6 or more right ${share(sure.filter((s) => s.pick?.right), sure)} % of ${sure.length}`);
    }
    for (const from of [0, 0.2, 0.4, 0.6, 0.8]) {
        const some = real.filter((s) => s.confidence >= from && s.confidence < from + 0.2);
        say(`confidence ${from}: ${some.length} answers, right ${share(some.filter((s) => s.pick?.right), some)} %`);
    }
}

const text = (value) => String(Number(value.toPrecision(5)));
const treeText = (tree) => (tree.less ? `${names[tree.feature]}:${text(tree.bound)} ${treeText(tree.less)} ${treeText(tree.more)}` : `=${text(tree.value)}`);

function print(choice, answer, curve, floor) {
    const lines = ["# Learned; make selector makes it anew.", `choice bias ${text(choice.bias)}`];
    for (const tree of choice.trees) lines.push(`choice tree ${treeText(tree)}`);
    lines.push(`answer bias ${text(answer.bias)}`);
    for (const { feature, weight } of answer.weights) lines.push(`answer weight ${names[feature]} ${text(weight)}`);
    for (const [raw, part] of curve) lines.push(`answer knot ${text(raw)} ${text(part)}`);
    lines.push(`answer floor ${text(floor)}`);
    console.log(lines.join("\n"));
}

const began = Date.now();
for (const fold of folds) {
    const model = trainChoice(samples.filter((sample) => sample.fold !== fold));
    for (const sample of samples) if (sample.fold === fold) sample.pick = pick(sample, model);
}
for (const fold of folds) {
    const model = trainAnswer(samples.filter((sample) => sample.fold !== fold));
    for (const sample of samples) if (sample.fold === fold) sample.raw = sample.pick ? linear.score(model, sample.pick.row) : 0;
}
const real = samples.filter((sample) => sample.isReal);
const points = (some) => some.map((sample) => ({ p: sample.raw, right: sample.pick?.right ?? 0 }));
// What is sure is quoted once: one curve says what is, and another how much of it is right.
function curveOfShown(some) {
    const curve = curveOf(points(some));
    const shown = ({ raw, pick: one }) => (one && calibrated(curve, raw) >= SURE ? one.first : (one?.right ?? 0));
    return curveOf(some.map((sample) => ({ p: sample.raw, right: shown(sample) })));
}
for (const sample of real) sample.confidence = calibrated(curveOfShown(real.filter((other) => other.fold !== sample.fold)), sample.raw);
const curve = curveOfShown(real);
for (const sample of real) if (sample.pick && sample.confidence >= SURE) sample.pick.right = sample.pick.first;
report(real);
for (const [name, test] of GROUPS) {
    const some = real.filter((s) => test(s) && s.answerable);
    say(`${name}: right whatever the floor ${share(some.filter((s) => s.pick?.right), some)} %, median characters ${some.map((s) => s.pick?.length ?? 0).sort((a, b) => a - b)[some.length >> 1]}`);
}
print(trainChoice(samples), trainAnswer(samples), curve, FLOOR);
say(`learned in ${Math.round((Date.now() - began) / 1000)} s`);
