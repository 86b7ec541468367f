#!/usr/bin/env node
// quality.mjs [TABLE ...] - what can be counted of the code, as the tables of
// docs/quality.md: shape, nesting, layers, twins, dead, comments, tests, fuzz.
// All of them without a name; `dead` asks the libraries of build/release.
import path from "node:path";
import { comments } from "./quality_comments.mjs";
import { dead } from "./quality_dead.mjs";
import { layers, nesting, shape } from "./quality_shape.mjs";
import { fuzz, tests } from "./quality_tests.mjs";
import { twins } from "./quality_twins.mjs";

const TABLES = { shape, nesting, layers, twins, dead, comments, tests, fuzz };
const names = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, "..");

for (const name of names.length ? names : Object.keys(TABLES)) {
    if (!TABLES[name]) {
        console.error(`no table '${name}': ${Object.keys(TABLES).join(", ")}`);
        process.exit(2);
    }
    console.log(`${TABLES[name](root)}\n`);
}
