// The sets are what their generators make, they have the shape that README.md
// tells, and the judge judges as it says there.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { asLines, makeBusiness } from "./business/make_business.mjs";
import { isRight, same } from "./compare.mjs";
import { makeCounting } from "./counting/make_counting.mjs";
import { makeEveryday } from "./everyday/make_everyday.mjs";
import { isHeldOut, judge, table } from "./score.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const text = (name) => fs.readFileSync(path.join(here, name), "utf8");
const parse = (name) => text(name).split("\n").filter(Boolean).map((line) => JSON.parse(line));
const tally = (list, key) => {
    const counts = {};
    for (const item of list) counts[item[key]] = (counts[item[key]] ?? 0) + 1;
    return counts;
};

const SETS = { business: makeBusiness, everyday: makeEveryday, counting: makeCounting };

for (const [name, make] of Object.entries(SETS)) {
    test(`the questions of ${name} are those that the generator makes, to the byte`, () => {
        assert.equal(asLines(make().questions), text(`${name}/questions.jsonl`));
    });

    test(`the tables of ${name} are the same bytes each time, and each question's are there`, () => {
        const made = make();
        assert.deepEqual(make().files, made.files);
        for (const q of made.questions) {
            for (const file of q.files) assert.ok(made.files[file], `${q.id}: ${file}`);
        }
    });

    test(`each question of ${name} has a truth or a reason, and truth is no empty list`, () => {
        for (const q of parse(`${name}/questions.jsonl`)) {
            assert.notEqual(q.answers === undefined, q.unanswerable === undefined, q.id);
            for (const list of [q.answers, q.also].filter(Boolean)) {
                assert.ok(list.length > 0 && !list.flat().includes(null), q.id);
            }
        }
    });
}

test("business has 400 questions in other words each, a quarter of them without an answer", () => {
    const questions = parse("business/questions.jsonl");
    assert.deepEqual(tally(questions, "lang"), { en: 240, es: 80, zh: 80 });
    assert.equal(questions.filter((q) => q.unanswerable).length, 100);
    assert.equal(new Set(questions.map((q) => q.question.toLowerCase())).size, 400);
});

test("everyday has 568 questions in other words each, about a quarter of them without an answer", () => {
    const questions = parse("everyday/questions.jsonl");
    assert.deepEqual(tally(questions, "lang"), { en: 340, es: 108, zh: 120 });
    assert.equal(questions.filter((q) => q.unanswerable).length, 138);
    assert.equal(new Set(questions.map((q) => q.question.toLowerCase())).size, 568);
});

test("no table of one set has the name of a table of another", () => {
    const names = Object.values(SETS).flatMap((make) => Object.keys(make().files));
    assert.equal(new Set(names).size, names.length);
});

test("counting asks twenty times of files of 140, 159, 200, 366 and 2,000 rows", () => {
    const { files, questions } = makeCounting();
    const rows = Object.values(files).map((f) => f.split("\n").length - 2);
    assert.deepEqual(rows.sort((a, b) => a - b), [140, 159, 200, 366, 2000]);
    assert.deepEqual(Object.values(tally(questions, "files")), [20, 20, 20, 20, 20]);
});

test("routing has 100 questions of each language, and what the base lacks is no label", () => {
    const questions = parse("routing.jsonl");
    assert.deepEqual(tally(questions, "lang"), { en: 100, es: 100, zh: 100 });
    assert.equal(new Set(questions.map((q) => q.question)).size, 300);
    for (const q of questions) {
        const allowed = { tables: ["structured"], prose: ["semantic"], both: ["structured", "semantic", "hybrid"] };
        assert.ok(allowed[q.base].includes(q.label), q.id);
    }
});

test("numbers are compared as values, to six digits or as far as the answer says", () => {
    assert.ok(same("1,234.50", 1234.5));
    assert.ok(same(407.68944, 407.6894401));
    assert.ok(same(12.86, 12.857142857));
    assert.ok(!same(12.9, 12.857142857));
    assert.ok(!same(12.85, 12.857142857));
    assert.ok(!same(0.05, 0.0513));
    assert.ok(!same(215, 216));
    assert.ok(!same("n/a", 0));
});

test("texts are compared without case and width, dates by the day or month they name", () => {
    assert.ok(same(" LUCÍA  Quirós", "Lucía Quirós"));
    assert.ok(!same("Lucia Quirós", "Lucía Quirós"));
    assert.ok(same("2024-03-31", "2024-03"));
    assert.ok(same("2024-01-01", "2024-Q1") && same("2024 Q1", "2024-Q1"));
    assert.ok(!same("2024-04-01", "2024-03"));
    assert.ok(same("2022-01-02T00:00:00", "2022-01-02"));
});

test("an answer may have further columns and any order, but no further rows", () => {
    const question = { answers: [["a", 1], ["b", 2]] };
    assert.ok(isRight([["b", 7, 2], ["a", 9, 1]], question));
    assert.ok(!isRight([["a", 2], ["b", 1]], question));
    assert.ok(!isRight([["a", 1], ["b", 2], ["c", 3]], question));
    assert.ok(!isRight([["a", 1], ["a", 1]], question));
    assert.ok(!isRight([], { answers: ["a"] }));
    assert.ok(isRight([[0.5]], { answers: [50], also: [0.5] }));
});

test("what has no answer is refused or wrong, and a failure is neither", () => {
    const open = { lang: "en", kind: "future", unanswerable: "the tables hold the past" };
    assert.equal(judge(open, { mode: "clarification" }), "refused");
    assert.equal(judge(open, { mode: "structured_query", results: { rows: [] } }), "wrong");
    assert.equal(judge(open, { error: { message: "no" } }), "failed");
});

test("six of twelve groups of business are held out, four of fourteen of everyday, and figures are distinguished", () => {
    const held = (set) => {
        const groups = new Map(parse(`${set}/questions.jsonl`).map((q) => [q.files[0].split("/")[0], isHeldOut(q)]));
        return [groups.size, [...groups.values()].filter(Boolean).length];
    };
    assert.deepEqual(held("business"), [12, 6]);
    assert.deepEqual(held("everyday"), [14, 4]);
    const judged = ["shop/orders.csv", "staff/employees.csv"].map((file) => {
        return { question: { lang: "en", kind: "sum", files: [file], answers: [1] }, verdict: "right" };
    });
    assert.match(table(judged), /^all +2 [^]*^development +1 [^]*^held out +1 /m);
});

test("a guess at what has no answer costs precision", () => {
    const known = { lang: "en", kind: "sum", files: ["shop/orders.csv"], answers: [1] };
    const open = { lang: "en", kind: "future", files: ["shop/orders.csv"], unanswerable: "later" };
    const lines = table([
        { question: known, verdict: "right" },
        { question: known, verdict: "refused" },
        { question: open, verdict: "wrong" },
    ]).split("\n");
    assert.match(lines[1], /^all +3 +50\.0 % +50\.0 % +50\.0 % +0\.0 % +0$/);
});
