// Random operations of several principals, by a server and by commands, with a
// server that dies between any two: who sees what, and what each document says,
// is always as the model has it (model.mjs).
//
// QUARRY_MODEL_SEED is where the seeds begin, QUARRY_MODEL_RUNS how many there are,
// QUARRY_MODEL_OPS the operations of each; QUARRY_NIGHTLY is an hour of them, others
// each day. What fails is made shorter and printed; QUARRY_MODEL_LIST, that print,
// carries it out again.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { folder } from "./kill_run.mjs";
import { carry_out, draw, minimise } from "./model.mjs";

const NIGHT = Boolean(process.env.QUARRY_NIGHTLY);
const DAY_MS = 24 * 60 * 60 * 1000;
const SEED = Number(process.env.QUARRY_MODEL_SEED ?? (NIGHT ? 1000 * Math.floor(Date.now() / DAY_MS) : 1));
const RUNS = Number(process.env.QUARRY_MODEL_RUNS ?? (NIGHT ? 100 : 2));
const OPS = Number(process.env.QUARRY_MODEL_OPS ?? (NIGHT ? 600 : 80));
const TRIES = Number(process.env.QUARRY_MODEL_TRIES ?? 40);

async function try_out(t, operations) {
    const home = folder(t);
    const failure = await carry_out(t, path.join(home, "home"), operations);
    fs.rmSync(home, { recursive: true, force: true });
    return failure;
}

const print = (operations) => operations.map(({ kind, r }) => `${kind}:${r.join(":")}`).join(" ");
const read = (text) => text.split(" ").map((one) => ({ kind: one.split(":")[0], r: one.split(":").slice(1).map(Number) }));

async function assert_holds(t, operations, named) {
    const failure = await try_out(t, operations);
    if (!failure) return;
    const until = operations.slice(0, failure.at + 1);
    const least = await minimise(async (list) => Boolean(await try_out(t, list)), until, TRIES);
    assert.fail(`${named}, operation ${failure.at}: ${failure.why.stack}\nQUARRY_MODEL_LIST="${print(least)}"`);
}

if (process.env.QUARRY_MODEL_LIST) {
    test("a list of operations", async (t) => assert_holds(t, read(process.env.QUARRY_MODEL_LIST), "the list"));
} else {
    for (let seed = SEED; seed < SEED + RUNS; seed++)
        test(`bases come and go as the model has it, seed ${seed}`, async (t) => assert_holds(t, draw(seed, OPS), `seed ${seed}`));
}
