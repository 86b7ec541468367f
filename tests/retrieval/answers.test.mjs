// Answers from tiny bases of the development sets, with floors: what answers is chosen by
// weights that were learned from these too, so that a floor here only says that nothing
// broke; make corpora has the figures, docs/evaluation.md those of sets left out.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { judge, makeBase } from "./corpora/quarry.mjs";
import { readSet } from "./corpora/sets.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.join(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");
const SETS = ["tiny-en/allotment-plot-12", "tiny-en/cell-lab", "tiny-en/guesthouse-coffee-machine", "tiny-eszh/es-club-ajedrez", "tiny-eszh/zh-yumaoqiu-julebu"];
const LEAST_RIGHT = 0.66;
const MOST_ANSWERED = 0.62;

test("tiny bases are answered, and what they do not answer is seldom", (t) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-answers-"));
    t.after(() => fs.rmSync(home, { recursive: true }));
    const judged = SETS.flatMap((name) => {
        const set = readSet(path.join(here, "corpora/sets"), name, "development");
        const folder = path.join(home, name);
        makeBase(program, folder, set, "keyword");
        return set.questions.map((question) => judge(program, folder, question, "ask"));
    });
    const answerable = judged.filter((one) => one.question.answerable);
    const others = judged.filter((one) => !one.question.answerable);
    const right = answerable.filter((one) => one.answer.verdict === "right").length / answerable.length;
    const answered = others.filter((one) => one.answer.verdict === "wrong").length / others.length;
    t.diagnostic(`right ${right.toFixed(2)}, answered all the same ${answered.toFixed(2)}`);
    assert.ok(right >= LEAST_RIGHT, `right ${right}`);
    assert.ok(answered <= MOST_ANSWERED, `answered all the same ${answered}`);
});
