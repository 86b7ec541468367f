// A query spec that an answer had, run again, is the same SQL: of every wording of
// the sets that is answered by one. Only specs over joined tables are refused, and
// that with a reason.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { askAll, readLines } from "./batch.mjs";
import { makeBusiness, writeFiles } from "./business/make_business.mjs";
import { makeCounting } from "./counting/make_counting.mjs";
import { makeEveryday } from "./everyday/make_everyday.mjs";
import { pathOf } from "./score.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");

// All of them take minutes; `make nightly` asks all.
const EVERY = process.env.QUARRY_NIGHTLY ? 1 : 72;

test("the query spec of every answer, run again, is the same SQL", (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-replay-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    writeFiles(folder, { ...makeBusiness().files, ...makeEveryday().files, ...makeCounting().files });
    fs.cpSync(path.join(here, "rows/tables"), path.join(folder, "rows"), { recursive: true });
    const sets = ["business", "everyday", "counting"].flatMap((set) => readLines(pathOf(set)));
    const rows = readLines(pathOf("rows")).map((q) => ({ ...q, files: q.files.map((f) => `rows/${f}`) }));
    const some = [...sets, ...rows].filter((_, i) => i % EVERY === 0);
    const questions = some.map((q, i) => ({ id: i, question: q.question, files: q.files }));

    const home = path.join(folder, "home");
    const answers = askAll(program, folder, home, questions).filter((a) => a.query_spec);
    const again = askAll(program, folder, home, answers.map((a) => ({ ...questions[a.id], query_spec: a.query_spec })));
    const other = [];
    let joined = 0;

    answers.forEach((answer, i) => {
        const { question } = questions[answer.id];
        const is = again[i].error?.message ?? again[i].generated_sql;
        joined += answer.query_spec.joins ? 1 : 0;
        if (answer.query_spec.joins ? !/'joins'/.test(is) : is !== answer.generated_sql)
            other.push({ question, was: answer.generated_sql, is });
    });
    assert.deepEqual(other, []);
    assert.ok(answers.length > 0.4 * questions.length, `${answers.length} answers, ${joined} joined`);
    t.diagnostic(`${answers.length} answers, ${joined} of joined tables`);
});
