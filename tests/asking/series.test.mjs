// Monthly series whose columns are renamed, added and reordered are asked as one table,
// and a column that took another's place is not taken for it. Floors; the figures by
// language are those of `node tests/asking/series/measure.mjs`.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import { measure } from "./series/measure.mjs";

const ALL = Boolean(process.env.QUARRY_NIGHTLY);
const SEEDS = ALL ? [1, 2, 3, 4, 5] : [1];

for (const seed of SEEDS) {
    test(`series of seed ${seed}: renamed columns are one, near misses are not`, (t) => {
        const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-series-"));
        t.after(() => fs.rmSync(folder, { recursive: true }));
        const { groups } = measure(folder, seed, ALL);
        for (const held of ["seen", "held"]) {
            const [series, near] = [groups[`series ${held}`], groups[`near ${held}`]];
            t.diagnostic(`${held}: right ${series.right} of ${series.n}, near misses ${near.right} of ${near.n}`);
            assert.ok(series.right >= 0.93 * series.n, `${held}: right ${series.right} of ${series.n}`);
            assert.ok(near.right >= (ALL ? 0.8 : 0.6) * near.n, `${held}: near misses right ${near.right} of ${near.n}`);
            assert.equal(series.silent, 0, "no wrong figure without a warning");
            assert.equal(near.mixed, 0, "no figure over two columns that are not one");
            assert.equal(near.wrong, 0);
        }
    });
}
