// The questions of the three sets are answered at least as well as they were: what
// is answered is right, what has no answer is asked back.
// score.mjs prints the whole table; `make test` asks every fifth one.
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { figures, isHeldOut, judgeSets, pathOf, SETS } from "./score.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"), "quarry");

// Floors of all questions, and of every fifth one, which are others.
const WHOLE = {
    every: 1,
    all: {
        business: { precision: 0.95, coverage: 0.92, right: 0.91, refusal: 0.92 },
        everyday: { precision: 0.94, coverage: 0.77, right: 0.735, refusal: 0.975 },
        counting: { precision: 1, coverage: 0.99 },
    },
    development: {
        business: { precision: 0.99, coverage: 0.96, refusal: 0.98 },
        everyday: { precision: 0.97, coverage: 0.77, refusal: 0.98 },
    },
};
const FIFTH = {
    every: 5,
    all: {
        business: { precision: 0.94, coverage: 0.93, right: 0.91, refusal: 0.85 },
        everyday: { precision: 0.92, coverage: 0.76, right: 0.74, refusal: 0.93 },
        counting: { precision: 1, coverage: 0.97 },
    },
    development: {
        business: { precision: 0.97, coverage: 0.96, refusal: 0.93 },
        everyday: { precision: 0.95, coverage: 0.78, refusal: 0.9 },
    },
};
const { every, all, development } = process.env.QUARRY_NIGHTLY ? WHOLE : FIFTH;

function assertFloors(name, judged, floors) {
    const found = figures(judged);
    assert.equal(found.failed, 0, `${name}: failed`);
    for (const [figure, floor] of Object.entries(floors)) {
        const [part, whole] = found[figure];
        assert.ok(part / whole >= floor, `${name}: ${figure} is ${part} of ${whole}, the floor is ${floor}`);
    }
}

test("questions of the three sets are answered as well as they were", async () => {
    const names = [...SETS];
    await judgeSets(program, names.map(pathOf), 2, (_, judged) => {
        const name = names.shift();
        const open = judged.filter((j) => !isHeldOut(j.question));

        assertFloors(name, judged, all[name]);
        assertFloors(`${name}, development`, open, development[name] ?? {});
    }, every);
    assert.equal(names.length, 0);
});
