// Questions of routing.jsonl go where their labels say, over the tables that
// README.md names: at least as often as the design asks for.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { makeBusiness, writeFiles } from "./business/make_business.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const bin = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"));
const FLOOR = 0.97;
const FLOOR_OF_A_LANGUAGE = 0.94;

test("questions in three languages are routed as their labels say", (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-routing-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const { files } = makeBusiness();
    writeFiles(folder, files);
    const tables = Object.keys(files).map((name) => path.join(folder, name));
    const args = ["eval", "routing", path.join(here, "routing.jsonl"), ...tables];
    const out = execFileSync(path.join(bin, "quarry"), [...args, "--json", "-q", "--home", path.join(folder, "home")]);
    const answer = JSON.parse(out);
    const misses = answer.misses.map((m) => `${m.id} ${m.route}`).join(", ");

    assert.equal(answer.tables, 25);
    assert.equal(answer.all.questions, 300);
    assert.ok(answer.all.accuracy >= FLOOR, `${answer.all.accuracy}: ${misses}`);
    assert.ok(answer.held_out.accuracy >= FLOOR, `held out ${answer.held_out.accuracy}: ${misses}`);
    for (const l of answer.languages) assert.ok(l.accuracy >= FLOOR_OF_A_LANGUAGE, `${l.lang} ${l.accuracy}: ${misses}`);
});
