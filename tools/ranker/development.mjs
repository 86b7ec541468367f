#!/usr/bin/env node
// development.mjs FOLDER
//
// Writes the questions that are for development, of the sets of tests/asking, as
// FOLDER/questions.jsonl, with their tables: what train_rules learns from beside
// WikiTableQuestions. Of the groups of tables that are held out it takes none.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { makeBusiness, writeFiles } from "../../tests/asking/business/make_business.mjs";
import { makeCounting } from "../../tests/asking/counting/make_counting.mjs";
import { makeEveryday } from "../../tests/asking/everyday/make_everyday.mjs";
import { isHeldOut } from "../../tests/asking/score.mjs";

const asking = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../tests/asking");
const folder = process.argv[2];

const lines = ["business", "counting", "everyday"].flatMap((set) =>
    fs.readFileSync(path.join(asking, set, "questions.jsonl"), "utf8").split("\n").filter(Boolean),
);
writeFiles(folder, { ...makeBusiness().files, ...makeCounting().files, ...makeEveryday().files });
fs.writeFileSync(
    path.join(folder, "questions.jsonl"),
    lines
        .filter((line) => !isHeldOut(JSON.parse(line)))
        .map((line) => `${line}\n`)
        .join(""),
);
