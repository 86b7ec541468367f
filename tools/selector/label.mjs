#!/usr/bin/env node
// label.mjs --scratch FOLDER [--bin FOLDER] [--root SETS] >SAMPLES
//
// The spans that may answer the questions of material.mjs, with their features and
// whether each is right: a line of names, then a line a question. Of questions that are
// not real the likeliest spans, single sentences and some others stay, and all that are
// right.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { isRight } from "../../tests/retrieval/corpora/rules.mjs";
import { material } from "./material.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
    options: {
        scratch: { type: "string" },
        bin: { type: "string", default: path.join(here, "../../build/release") },
        root: { type: "string", default: path.join(here, "../../tests/retrieval/corpora/sets") },
    },
});
const LIKELY = 50;
const OTHERS = 20;

function dump(base) {
    const input = base.questions.map((question) => JSON.stringify({ base: "b", question: question.question })).join("\n");
    const done = spawnSync(path.join(values.bin, "selector_dump"), [base.home, path.join(values.bin, "quarry-worker")], { input: `${input}\n`, encoding: "utf8", maxBuffer: 1 << 30, env: { ...process.env, QUARRY_LOG: "error" } });
    if (done.status !== 0) throw new Error(`${base.name}: ${done.stderr}`);
    return done.stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

// The same number for the same question, so that a run gives what the last one gave.
const spread = (i) => (Math.imul(i + 1, 2654435761) >>> 0) / 2 ** 32;

function keep(spans, heading) {
    const likely = [...spans].sort((a, b) => b.features[heading] - a.features[heading]).slice(0, LIKELY);
    const some = spans.filter((_, i) => spread(i) < OTHERS / spans.length);
    return [...new Set([...likely, ...some, ...spans.filter((span) => span.right || span.to === span.from + 1)])];
}

const pageOf = (document) => document.replace(/^[^/]*\//, "");

let named = false;
const bases = material(path.join(values.bin, "quarry"), values.scratch, values.root);
for (const base of bases) {
    dump(base).forEach((dumped, i) => {
        const question = base.questions[i];
        if (!named) console.log(JSON.stringify(dumped.names));
        named = true;
        const heading = dumped.names.indexOf("span_heading");
        for (const span of dumped.spans) {
            span.shown = question.answerable && isRight(span.text, question);
            span.right = span.shown && question.pages.includes(pageOf(span.document));
        }
        const spans = base.isReal ? dumped.spans : keep(dumped.spans, heading);
        console.log(
            JSON.stringify({
                set: base.of ?? base.name,
                language: base.language,
                isTiny: base.isTiny,
                isReal: base.isReal,
                id: question.id,
                text: base.isReal ? question.question : undefined,
                answerable: question.answerable,
                spans: spans.map((span) => ({ passage: span.passage, from: span.from, to: span.to, rank: span.rank, right: Number(span.right), shown: Number(span.shown), x: span.features.map((value) => Number(value.toFixed(4))), text: base.isReal ? span.text : undefined })),
            }),
        );
    });
}
