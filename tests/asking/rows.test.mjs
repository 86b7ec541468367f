// Nouns for the rows beside columns that have them in their names: orders and
// order_date. A wrong answer that looks sure is what this set is for, so none of it
// may be one. README.md here tells how it was made.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { askAll, readLines } from "./batch.mjs";
import { judge } from "./score.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");
const set = path.join(here, "rows");

const FLOORS = { development: { right: 49, wrong: 0 }, "held out": { right: 51, wrong: 1 } };

test("a noun for the rows is bound to no column that merely has it in its name", (t) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-rows-"));
    t.after(() => fs.rmSync(home, { recursive: true }));
    const questions = readLines(path.join(set, "questions.jsonl"));
    const answers = askAll(program, path.join(set, "tables"), home, questions);
    const verdicts = questions.map((question, i) => judge(question, answers[i]));

    for (const [name, floor] of Object.entries(FLOORS)) {
        const of = verdicts.filter((_, i) => questions[i].held_out === (name === "held out"));
        const count = (verdict) => of.filter((v) => v === verdict).length;
        t.diagnostic(`${name}: ${of.length} asked, ${count("right")} right, ${count("wrong")} wrong, ${count("refused")} asked back`);
        assert.equal(count("failed"), 0, `${name}: failed`);
        assert.ok(count("wrong") <= floor.wrong, `${name}: ${count("wrong")} are wrong`);
        assert.ok(count("right") >= floor.right, `${name}: ${count("right")} are right, the floor is ${floor.right}`);
    }
});
