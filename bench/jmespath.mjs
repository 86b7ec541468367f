// jmespath.mjs - JMESPath over a JSON file of 20 MB, made by a fixed seed: ours
// and the npm package `jmespath` over the same bytes, which must agree first.
//
//     node bench/jmespath.mjs PROGRAM [RUNS]    prints the table
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

import { lehmer } from "./ingest.mjs";

const { search } = createRequire(import.meta.url)("jmespath");
const RECORDS = 100_000;

export const EXPRESSIONS = {
    "a field of 100,000 records": "records[*].customer",
    "a path of two": "records[*].address.city",
    "a filter, a quarter kept": "records[?amount > `7500`].id",
    "two conditions": "records[?address.city == 'Porto' && active].id",
    sort_by: "sort_by(records, &amount)[*].id",
    "multiselect hash": "records[*].{id: id, who: customer, city: address.city}",
    sum: "sum(records[*].amount)",
    "flatten, count": "length(records[].tags[])",
};

export function writeDocument(file) {
    const random = lehmer(20261122);
    const below = (n) => random.next().value % n;
    const cities = ["Málaga", "Lyon", "Köln", "Porto", "Graz", "Oviedo"];
    const records = Array.from({ length: RECORDS }, (_, id) => ({
        id,
        customer: `Customer ${below(20000)}`,
        amount: below(1_000_000) / 100,
        active: below(3) > 0,
        address: { street: `Street ${below(900)}`, city: cities[below(6)], zip: `${10000 + below(90000)}` },
        tags: Array.from({ length: below(4) }, () => `tag${below(50)}`),
        note: below(4) ? null : `said "${below(1000)}", later\n`,
        units: below(100),
    }));
    fs.writeFileSync(file, JSON.stringify({ records }));
}

function summary(samples) {
    samples.sort((a, b) => a - b);
    const at = (q) => samples[Math.min(samples.length - 1, Math.floor(samples.length * q))];
    return { runs: samples.length, median: at(0.5), p5: at(0.05), p95: at(0.95) };
}

function times(runs, work) {
    const samples = [];
    for (let i = 0; i < runs + 2; i++) {
        const start = process.hrtime.bigint();
        work();
        // The first two warm the compiler up.
        if (i >= 2) samples.push(Number(process.hrtime.bigint() - start) / 1e6);
    }
    return summary(samples);
}

function checkSame(program, file, doc) {
    for (const expression of Object.values(EXPRESSIONS)) {
        const text = execFileSync(program, ["answer", file, expression], {
            maxBuffer: 1 << 28,
            encoding: "utf8",
        });
        const [ours, theirs] = [JSON.parse(text), search(doc, expression)];
        const near = typeof ours === "number" && Math.abs(ours - theirs) <= 1e-9 * Math.abs(theirs);
        if (!near && !isDeepStrictEqual(ours, theirs)) throw new Error(`${expression}: the answers differ`);
    }
}

// { parse: [ours, theirs], <expression>: { alone: [ours, theirs], whole: [ours, theirs] } }
export function measureJmespath(program, scratch, runs) {
    const file = path.join(scratch, "records.json");
    writeDocument(file);
    const text = fs.readFileSync(file, "utf8");
    const doc = JSON.parse(text);
    checkSame(program, file, doc);
    const list = Object.values(EXPRESSIONS);
    const lines = execFileSync(program, [file, String(runs), ...list], { encoding: "utf8" });
    const ours = Object.fromEntries(lines.trim().split("\n").map(JSON.parse).map((s) => [s.name, s]));
    const result = { bytes: fs.statSync(file).size, parse: [ours.parse, times(runs, () => JSON.parse(text))] };
    list.forEach((expression, i) => {
        result[expression] = {
            alone: [ours[i], times(runs, () => JSON.stringify(search(doc, expression)))],
            whole: [ours[`${i}_parse`], times(runs, () => JSON.stringify(search(JSON.parse(text), expression)))],
        };
    });
    return result;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bench-"));
    try {
        const s = measureJmespath(process.argv[2], scratch, Number(process.argv[3] ?? 15));
        // The quickest runs: on a machine with other work the median says more of that.
        const cells = ([a, b]) => `${a.p5.toFixed(2)} | ${b.p5.toFixed(2)} | ${(b.p5 / a.p5).toFixed(1)} ×`;
        console.log(`${(s.bytes / 1e6).toFixed(1)} MB, 5th percentiles of ${s.parse[0].runs} runs in ms, load ${os.loadavg()[0].toFixed(1)}\n`);
        console.log("| what | evaluation, Quarry | npm | faster | with parsing, Quarry | npm | faster |\n|---|---|---|---|---|---|---|");
        console.log(`| parsing | | | | ${cells(s.parse)} |`);
        for (const [what, expression] of Object.entries(EXPRESSIONS)) {
            console.log(`| ${what}: \`${expression.replaceAll("|", "\\|")}\` | ${cells(s[expression].alone)} | ${cells(s[expression].whole)} |`);
        }
    } finally {
        fs.rmSync(scratch, { recursive: true });
    }
}
