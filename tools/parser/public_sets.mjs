// public_sets.mjs - questions of WikiTableQuestions and nvBench (QUARRY_TESTDATA), so
// many of each, always the same ones, and those of tests/asking over groups of tables
// that are not held out, in the form of a blind set.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { makeBusiness, writeFiles } from "../../tests/asking/business/make_business.mjs";
import { makeCounting } from "../../tests/asking/counting/make_counting.mjs";
import { makeEveryday } from "../../tests/asking/everyday/make_everyday.mjs";
import { isHeldOut, pathOf } from "../../tests/asking/score.mjs";

const MAX_ROWS = 60; // of an answer; longer ones are charts of whole tables

const testdata = process.env.QUARRY_TESTDATA ?? "../shared/data";
// Of a text, in an order that has nothing to do with theirs.
export const order = (text) => createHash("sha256").update(text).digest("hex");

function read(folder) {
    return fs
        .readFileSync(path.join(testdata, folder, "questions.jsonl"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
}

// `n` of them in an order that has nothing to do with theirs, then by table: a table
// is opened once.
function some(list, n) {
    const taken = [...list].sort((a, b) => (order(a.id) < order(b.id) ? -1 : 1)).slice(0, n);
    return taken.sort((a, b) => (a.files.join() < b.files.join() ? -1 : 1));
}

const valueOf = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);

function wikiTables(n) {
    const all = read("wtq").map(({ id, question, table, answers }) => ({
        id,
        files: [table],
        question,
        lang: "en",
        category: "wtq",
        answerable: true,
        answer: [...new Set(answers)].map((answer) => [valueOf(answer)]),
    }));
    return { name: "wtq", tables: path.join(testdata, "wtq"), questions: some(all, n) };
}

function nvBench(n) {
    const all = read("nvbench")
        .filter(({ values }) => values?.length > 0 && values.length <= MAX_ROWS)
        .map(({ id, files, questions, vis, values }) => ({
            id,
            files,
            question: questions[Number.parseInt(order(id).slice(0, 6), 16) % questions.length],
            lang: "en",
            category: "nvbench",
            answerable: true,
            sql: vis,
            answer: values,
        }));
    return { name: "nvbench", tables: path.join(testdata, "nvbench/tables"), questions: some(all, n) };
}

const OWN = { business: makeBusiness, everyday: makeEveryday, counting: makeCounting };

// Its tables are written into a folder of `scratch`.
function ownSet(name, scratch) {
    const tables = path.join(scratch, `own-${name}`);
    fs.mkdirSync(tables);
    writeFiles(tables, OWN[name]().files);
    const all = fs.readFileSync(pathOf(name), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
    const questions = all
        .filter((question) => !isHeldOut(question))
        .map(({ id, files, question, lang, kind, answers, unanswerable }) => ({
            id,
            files,
            question,
            lang,
            category: kind,
            answerable: !unanswerable,
            answer: answers?.map((answer) => (Array.isArray(answer) ? answer : [answer])),
        }));
    return { name, status: "made", tables, questions };
}

export function publicSets({ wtq, nvbench, own, scratch }) {
    const sets = [
        ...(own ? Object.keys(OWN) : []).map((name) => ({ name, n: 1, open: () => ownSet(name, scratch) })),
        { name: "wtq", n: wtq, open: () => wikiTables(wtq) },
        { name: "nvbench", n: nvbench, open: () => nvBench(nvbench) },
    ];
    return sets.filter(({ n }) => n > 0);
}
