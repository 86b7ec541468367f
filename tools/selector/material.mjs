// material.mjs - what the selector learns from: bases with questions that they answer, and
// with questions that they do not.
//
// Each base gives {name, language, isTiny, isReal, home, questions}; a question is one of
// tests/retrieval/corpora with `answerable`. Real are the development sets as they are.
// Made are: the same corpora without the pages that answer (of tiny bases: without the
// lines that do), asked the same questions; and questions of other sets.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { makeBase } from "../../tests/retrieval/corpora/quarry.mjs";
import { hasFact } from "../../tests/retrieval/corpora/rules.mjs";
import { readSet, statusesOf } from "../../tests/retrieval/corpora/sets.mjs";

const FOLDS = 4;
const FOREIGN = 12; // questions of other sets that a base is asked

function based(program, scratch, base) {
    const home = path.join(scratch, base.name);
    makeBase(program, home, { corpus: base.corpus }, "keyword");
    return { ...base, home };
}

// A corpus without the pages of a part of its questions: four bases, so that each lacks
// what answers a quarter of them and little else.
function withoutPages(program, scratch, set) {
    const answerable = set.questions.filter((question) => question.answerable);
    return Array.from({ length: FOLDS }, (_, fold) => {
        const asked = answerable.filter((_, i) => i % FOLDS === fold);
        const name = `${set.name}-without-${fold}`;
        const home = path.join(scratch, name);
        if (!fs.existsSync(home)) {
            const whole = path.join(scratch, set.name);
            fs.cpSync(whole, home, { recursive: true });
            const pages = [...new Set(asked.flatMap((question) => question.pages))];
            const root = path.basename(set.corpus);
            const done = spawnSync(program, ["rm", "b", ...pages.map((page) => `${root}/${page}`)], { env: { ...process.env, QUARRY_HOME: home, QUARRY_LOG: "error" }, encoding: "utf8" });
            if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
        }
        return { ...set, name, isReal: false, home, questions: asked.map((question) => ({ ...question, answerable: false })) };
    });
}

// The text without the lines that hold the fact.
const without = (text, question) =>
    text
        .split("\n")
        .filter((line) => !hasFact(line, question))
        .join("\n");

// Of a tiny base each question that loses its answer with lines of its files: as many
// bases as that takes.
function withoutLines(program, scratch, set) {
    return set.questions.flatMap((question, i) => {
        if (!question.answerable) return [];
        const name = `${set.name}-without-${i}`;
        const corpus = path.join(scratch, "files", name, "files");
        fs.cpSync(set.corpus, corpus, { recursive: true });
        for (const page of fs.readdirSync(corpus, { recursive: true })) {
            const file = path.join(corpus, page);
            if (!fs.statSync(file).isFile() || page.endsWith(".json")) continue;
            fs.writeFileSync(file, without(fs.readFileSync(file, "utf8"), question));
        }
        const left = question.pages.some((page) => hasFact(fs.readFileSync(path.join(corpus, page), "utf8"), question));
        if (left) return [];
        return [based(program, scratch, { ...set, name, corpus, isReal: false, questions: [{ ...question, answerable: false }] })];
    });
}

// Questions of other sets of the language, which this one does not answer.
function foreign(set, sets) {
    const others = sets.filter((other) => other.language === set.language && other.name !== set.name).flatMap((other) => other.questions);
    const step = Math.max(1, Math.floor(others.length / FOREIGN));
    const asked = others.filter((_, i) => i % step === 0).map((question) => ({ ...question, answerable: false }));
    return { ...set, isReal: false, questions: asked };
}

export function material(program, scratch, root) {
    const names = [...statusesOf(root)].filter(([, status]) => status === "development");
    const sets = names.map(([name, status]) => based(program, scratch, { ...readSet(root, name, status), isReal: true }));
    const made = sets.flatMap((set) => [...(set.isTiny ? withoutLines(program, scratch, set) : withoutPages(program, scratch, set)), foreign(set, sets)]);
    return [...sets, ...made.map((set) => ({ ...set, of: sets.find((other) => set.name.startsWith(other.name)).name }))];
}
