// What is vague is no surer than what is exact: of two questions over one table the
// one that names its figure and its group has the higher confidence.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { askAll } from "./batch.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");
const examples = path.join(here, "../../examples");

const PAIRS = [
    ["sales by country in 2024", "best month"],
    ["total sales in 2024", "best customer"],
    ["sales by customer", "best year"],
];

test("a figure that nobody named is no surer than one that was", (t) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-confidence-"));
    t.after(() => fs.rmSync(home, { recursive: true }));
    const questions = PAIRS.flat().map((question, id) => ({ id, question, table: "sales.csv" }));
    const sure = askAll(program, examples, home, questions).map((a) => a.confidence);

    PAIRS.forEach(([exact, vague], i) => assert.ok(sure[2 * i] > sure[2 * i + 1], `${exact}: ${sure[2 * i]}, ${vague}: ${sure[2 * i + 1]}`));
});
