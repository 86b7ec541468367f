// How well search finds on the public development sets. The floors are figures
// that were reached, rounded down; they are raised, never lowered. Making vectors of
// the documents of cranfield takes most of a minute, so only a nightly run does that.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { mean, ndcg, readRun, readSet, recall, SETS } from "./sets.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const bin = process.env.QUARRY_BIN ?? path.join(root, "build/release");
const data = path.join(
    process.env.QUARRY_TESTDATA ?? path.join(root, "../shared/data"),
    "retrieval",
);
const home = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-retrieval-"));
test.after(() => fs.rmSync(home, { recursive: true }));

const floors = {
    cranfield: {
        keyword: { ndcg_at_10: 0.374, recall_at_1: 0.053 },
        vector: { ndcg_at_10: 0.172, recall_at_1: 0.034 },
        hybrid: { ndcg_at_10: 0.375, recall_at_1: 0.058 },
    },
    "xquad-en": {
        keyword: { ndcg_at_10: 0.971, recall_at_1: 0.948 },
        vector: { ndcg_at_10: 0.898, recall_at_1: 0.79 },
        hybrid: { ndcg_at_10: 0.975, recall_at_1: 0.951 },
    },
    "xquad-es": {
        keyword: { ndcg_at_10: 0.963, recall_at_1: 0.93 },
        hybrid: { ndcg_at_10: 0.963, recall_at_1: 0.93 },
    },
    "xquad-zh": {
        keyword: { ndcg_at_10: 0.967, recall_at_1: 0.939 },
        hybrid: { ndcg_at_10: 0.967, recall_at_1: 0.939 },
    },
};

function evaluate(set, ...words) {
    const run = spawnSync(
        path.join(bin, "quarry"),
        ["eval", "retrieval", path.join(data, set), ...words, "--json"],
        { env: { ...process.env, QUARRY_HOME: home }, encoding: "utf8" },
    );
    assert.equal(run.status, 0, run.stdout + run.stderr);
    return JSON.parse(run.stdout);
}

const unknown = ["xquad-es", "xquad-zh"]; // languages, to the model
const withoutVectors = process.env.QUARRY_NIGHTLY ? [] : ["cranfield"];

const short = { ndcg_at_10: "nDCG@10", recall_at_1: "recall@1" };

function checkFloors(set, modes) {
    for (const [name, limits] of Object.entries(floors[set])) {
        const mode = modes.find((m) => m.mode === name);
        if (!mode && withoutVectors.includes(set)) continue;
        const words = Object.keys(short).map((k) => `${short[k]} ${mode[k]?.toFixed(4)}`);
        console.log(`# ${set.padEnd(10)} ${name.padEnd(8)} ${words.join("  ")}`);
        for (const [key, floor] of Object.entries(limits)) {
            assert.ok(mode[key] >= floor, `${set}, ${name}: ${key} ${mode[key]}`);
        }
    }
}

// Figures of the program are those of its run by another's hand.
function checkFigures(set, file, of) {
    const judged = readSet(path.join(data, set));
    const run = readRun(file);
    const near = (key, measure) =>
        assert.ok(Math.abs(of[key] - mean(judged, run, measure)) < 1e-5, key);
    near("ndcg_at_10", ndcg);
    near("recall_at_1", (ids, grades) => recall(ids, grades, 1));
    near("recall_at_10", (ids, grades) => recall(ids, grades, 10));
    near("recall_at_100", (ids, grades) => recall(ids, grades, 100));
}

for (const set of SETS) {
    const skip = !fs.existsSync(path.join(data, set)) && "no shared test data";
    test(`${set} is found at least as well as before`, { skip }, () => {
        const file = path.join(home, `${set}.trec`);
        const only = withoutVectors.includes(set) ? ["--mode", "keyword"] : [];
        const { modes } = evaluate(set, "--out", file, ...only);
        checkFloors(set, modes);
        if (withoutVectors.includes(set)) {
            assert.deepEqual(modes.map((m) => m.mode), ["keyword"]);
            checkFigures(set, file, modes[0]);
            return;
        }
        const [keyword, vector, hybrid] = modes;
        const better = Math.max(keyword.ndcg_at_10, vector.ndcg_at_10 ?? 0);
        assert.ok(
            hybrid.ndcg_at_10 >= better,
            `hybrid has ${hybrid.ndcg_at_10}, one of its parts ${better}`,
        );
        checkFigures(set, file, hybrid);
        assert.equal(vector.ran, !unknown.includes(set));
        if (!vector.ran) {
            assert.equal(vector.ndcg_at_10, null);
            assert.match(vector.note, /the model knows English only/);
        }
        assert.deepEqual(fs.readdirSync(path.join(home, "cache/build")), []);
    });
}
