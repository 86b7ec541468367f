#!/usr/bin/env node
// mean.mjs LEARNED BEFORE - the mean of two files of weights, on standard output.
//
// What was learned from other candidates errs elsewhere, so the mean of both is right
// more often than either (docs/experiments.md). A feature that one of them lacks weighs 0
// there. How sure a reading is (lines "@..." and "sure:...") is that of LEARNED.
import fs from "node:fs";

const LEAST = 0.0005; // as learn.c writes them

function read(file) {
    const lines = fs.readFileSync(file, "utf8").split("\n").filter(Boolean);
    const isKept = (line) => /^[#@]|^sure:/.test(line);
    return { kept: lines.filter(isKept), weights: new Map(lines.filter((line) => !isKept(line)).map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])) };
}

const [learned, before] = process.argv.slice(2).map(read);
if (!before) throw new Error("mean.mjs LEARNED BEFORE");
const names = [...new Set([...learned.weights.keys(), ...before.weights.keys()])].sort();
const means = names.map((name) => [name, ((learned.weights.get(name) ?? 0) + (before.weights.get(name) ?? 0)) / 2]).filter(([, mean]) => Math.abs(mean) >= LEAST);
process.stdout.write([...learned.kept, ...means.map(([name, mean]) => `${name} ${mean.toFixed(3)}`), ""].join("\n"));
