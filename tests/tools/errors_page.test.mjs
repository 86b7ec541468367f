// The page of errors: written from the list, and a difference is refused.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const tool = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../../tools/errors_page.mjs",
);
const LIST =
    "/* ERR(name, ...) */\n" +
    'ERR(INTERNAL, 1, 500, -32603, "a \\"bug\\"")\n' +
    'ERR(LIMIT, 8, 413, -32008, "too much")\n';

function project(t, list) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-errors-"));
    t.after(() => fs.rmSync(root, { recursive: true }));
    fs.mkdirSync(path.join(root, "src/base"), { recursive: true });
    fs.mkdirSync(path.join(root, "docs"));
    fs.writeFileSync(path.join(root, "src/base/err.def"), list);
    return root;
}

const run = (...args) =>
    spawnSync(process.execPath, [tool, ...args], { encoding: "utf8" }).status;

test("a page agrees with the list it was written from", (t) => {
    const root = project(t, LIST);
    assert.equal(run(root), 0);
    assert.equal(run("--check", root), 0);
    const page = fs.readFileSync(path.join(root, "docs/errors.md"), "utf8");
    assert.match(page, /^\| `LIMIT` \| 8 \| 413 \| -32008 \| too much \|$/m);
});

test("a page that is missing or differs is refused", (t) => {
    const root = project(t, LIST);
    assert.equal(run("--check", root), 1);
    assert.equal(run(root), 0);
    const def = path.join(root, "src/base/err.def");
    fs.writeFileSync(def, LIST.replace("413", "429"));
    assert.equal(run("--check", root), 1);
});

test("a line of another form is no error forgotten", (t) => {
    const root = project(t, `${LIST}ERR(NEW, 9, 400, -1, MEANING)\n`);
    assert.notEqual(run(root), 0);
});
