// Which files tools/tidy.mjs looks at: those that changed, one file for each header
// that did, and the whole where that is wanted.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const tool = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../tools/tidy.mjs");
const FILES = 40;

// Notes the file that it is called for; refuses what contains "bad".
const CLANG_TIDY = `#!/bin/sh
[ "$1" = --version ] && { echo "version 1.0"; exit; }
for file; do :; done
case "$*" in *--checks=-clang-analyzer*) mode=plain ;; *) mode=bounded ;; esac
echo "$mode $file" >>"$TIDY_LOG"
! grep -q bad "$file" || { echo "$file:1:1: error: bad" && exit 1; }
`;

function tree(t) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-tidy-"));
    t.after(() => fs.rmSync(root, { recursive: true }));
    const write = (file, text, mode = 0o644) => {
        fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
        fs.writeFileSync(path.join(root, file), text, { mode });
    };
    const commands = [];
    for (let i = 0; i < FILES; i++) {
        write(`src/f${i}.c`, `#include "f${i}.h"\n#include "all.h"\n`);
        write(`src/f${i}.h`, `int f${i}(void);\n`);
        commands.push({ file: path.join(root, `src/f${i}.c`), command: `cc -I${root}/src -c f${i}.c` });
    }
    write("src/all.h", "int all(void);\n");
    write(".clang-tidy", "Checks: '*'\n");
    write("tools/.keep", "");
    write("bin/clang-tidy", CLANG_TIDY, 0o755);
    write("build/dev/compile_commands.json", JSON.stringify(commands));
    const run = (...options) => {
        const log = path.join(root, "log");
        fs.rmSync(log, { force: true });
        fs.rmSync(path.join(root, "build/tidy"), { recursive: true, force: true });
        const env = { ...process.env, TIDY_LOG: log, PATH: `${root}/bin:${process.env.PATH}` };
        const { status } = spawnSync(process.execPath, [tool, ...options], { cwd: root, env });
        const text = fs.existsSync(log) ? fs.readFileSync(log, "utf8") : "";
        const of = (mode) =>
            text.split("\n").filter((line) => line.startsWith(`${mode} `)).map((line) => line.slice(mode.length + 1));
        return { status, bounded: of("bounded"), plain: of("plain") };
    };
    return { write, run };
}

test("what is not listed is analysed, and recorded if it passes", (t) => {
    const { write, run } = tree(t);
    write("src/f3.c", "bad\n");
    const first = run("--record");
    assert.equal(first.status, 1);
    assert.equal(first.bounded.length, FILES);
    const second = run();
    assert.equal(second.status, 1);
    assert.deepEqual(second.bounded, ["src/f3.c"]);
    assert.ok(second.plain.length < FILES / 2, "a sample of the listed");
});

test("a changed file is analysed, and of the users of a changed header one", (t) => {
    const { write, run } = tree(t);
    run("--record");
    write("src/f7.c", '#include "f7.h"\n');
    write("src/f9.h", "long f9(void);\n");
    assert.deepEqual(run().bounded.filter((f) => /f[79]\.c/.test(f)).sort(), ["src/f7.c", "src/f9.c"]);
});

test("after a change of a header of all, all are analysed only where the whole is wanted", (t) => {
    const { write, run } = tree(t);
    run("--record");
    write("src/all.h", "long all(void);\n");
    const few = run().bounded.length;
    assert.ok(few >= 1 && few < FILES / 2, `${few}`);
    assert.equal(run("--whole").bounded.length, FILES);
    assert.equal(run("--record").bounded.length, FILES);
    assert.equal(run("--whole").bounded.length, 0);
});
