// votes.mjs - from ranked candidates to one answer and how sure it is, as
// src/answer/parsed.c does it: candidates that give equal rows are one answer.
import fs from "node:fs";

const RUN = 6; // the best candidates, whose rows are compared

// { right, probability, nothing } of the likeliest answer, null: there is none.
export function bestAnswer(candidates, nothingScore) {
    const most = Math.max(nothingScore, ...candidates.map((c) => c.score));
    const weight = (score) => Math.exp(score - most);
    const all = candidates.reduce((sum, c) => sum + weight(c.score), weight(nothingScore));
    const answers = new Map();
    for (const c of candidates.slice(0, RUN)) {
        if (c.answer === undefined) continue;
        const same = answers.get(c.answer) ?? { right: c.accepted, probability: 0, nothing: weight(nothingScore) / all };
        same.probability += weight(c.score) / all;
        answers.set(c.answer, same);
    }
    return [...answers.values()].reduce((best, one) => (!best || one.probability > best.probability ? one : best), null);
}

// The lines "@LANGUAGE RAW SHARE" of weights, by language.
export function readConfidence(file) {
    const knots = {};
    for (const line of fs.readFileSync(file, "utf8").split("\n")) {
        const [language, raw, share] = line.split(" ");
        if (line.startsWith("@")) (knots[language.slice(1)] ??= []).push([Number(raw), Number(share)]);
    }
    return knots;
}

// The share that was right of what was this probable; in between, by a line.
export function confidenceOf(knots, language, probability) {
    const list = knots[language] ?? [];
    const i = list.findIndex(([raw]) => raw >= probability);
    if (list.length === 0) return probability;
    if (i <= 0) return list.at(i).at(1);
    const [[x0, y0], [x1, y1]] = [list[i - 1], list[i]];
    return y0 + ((y1 - y0) * (probability - x0)) / (x1 - x0);
}
