// tools/bind_symbols.c: a library does the same when its own references are bound, and
// the loader has none of them to look up any more.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const build = path.resolve(process.env.QUARRY_BIN ?? path.join(here, "../../build/release"));

// A function called by its name, one in a table, a variable, a weak one, and two of
// another prefix, one of which the program has as well.
const LIBRARY = `
int own_count = 3;
int *own_place = &own_count;
int own_twice(int n) { return 2 * n; }
int own_next(int n) { return n + own_count; }
__attribute__((weak)) int own_weak(int n) { return n * n; }
int (*own_table[])(int) = {own_twice, own_next, own_weak};
int shared(void) { return 1; }
int (*own_shared)(void) = shared;
int run(int n)
{
    int sum = own_twice(n) + own_next(n) + own_weak(n) + 100 * shared() + *own_place;
    for (int i = 0; i < 3; i++)
        sum += 1000 * own_table[i](n);
    return sum + 10 * own_shared();
}
`;
const PROGRAM = `
#include <stdio.h>
int run(int n);
int own_twice(int n);
int shared(void) { return 7; }
int main(void) { printf("%d %d\\n", run(5), own_twice(4)); return 0; }
`;

const bind = (...args) => spawnSync(path.join(build, "bind_symbols"), args, { encoding: "utf8" });

function folderWithLibrary(t) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-bind-"));
    t.after(() => fs.rmSync(folder, { recursive: true }));
    const at = (name) => path.join(folder, name);
    fs.writeFileSync(at("x.c"), LIBRARY);
    fs.writeFileSync(at("main.c"), PROGRAM);
    execFileSync("cc", ["-O1", "-fPIC", "-shared", "-Wl,-z,lazy", "-o", at("libx.so"), at("x.c")]);
    execFileSync("cc", ["-o", at("main"), at("main.c"), at("libx.so"), "-Wl,-rpath,$ORIGIN", "-rdynamic"]);
    return at;
}

const relocations = (file) => execFileSync("readelf", ["-rW", file], { encoding: "utf8", maxBuffer: 64 << 20 });
const looksUp = (file) => relocations(file).split("\n").filter((line) => /(_64_64|GLOB_DAT) .*own_/.test(line));

test("what a bound library computes is the same, and its references are bound", (t) => {
    const at = folderWithLibrary(t);
    const before = execFileSync(at("main"), { encoding: "utf8" });
    assert.ok(looksUp(at("libx.so")).length >= 4, relocations(at("libx.so")));

    const { status, stdout, stderr } = bind("own_", at("libx.so"), at("bound.so"));
    assert.equal(stderr, "");
    assert.equal(status, 0);
    assert.match(stdout, /^[1-9]\d* references and [1-9]\d* slots bound\n$/);
    assert.deepEqual(looksUp(at("bound.so")), []);
    assert.match(relocations(at("bound.so")), /(_64_64|GLOB_DAT|SLOT) .*shared/);

    fs.renameSync(at("bound.so"), at("libx.so"));
    for (const env of [{}, { LD_BIND_NOW: "1" }])
        assert.equal(execFileSync(at("main"), { encoding: "utf8", env }), before);
    assert.equal(bind("own_", at("libx.so"), at("again.so")).status, 0);
});

test("of DuckDB's own symbols the loader looks up those that are unique in a process", () => {
    const lines = relocations(path.join(build, "libduckdb.so")).split("\n");
    const own = lines.filter((line) => /(_64_64|GLOB_DAT) .*duckdb/.test(line) && !/ 0{16} /.test(line));
    assert.ok(lines.length > 50_000 && own.length < 100, `${own.length} of ${lines.length}`);
});

test("what is no library is refused, and nothing is written", (t) => {
    const at = folderWithLibrary(t);
    const bytes = fs.readFileSync(at("libx.so"));
    for (const [name, content] of [
        ["empty", Buffer.alloc(0)],
        ["text", Buffer.from("int main(void) { return 0; }\n".repeat(100))],
        ["header", bytes.subarray(0, 64)],
        ["cut", bytes.subarray(0, 0x300)],
        ["program", Buffer.from(bytes).fill(2, 16, 17)],
    ]) {
        fs.writeFileSync(at(name), content);
        const { status, stderr } = bind("own_", at(name), at(`${name}.so`));
        assert.notEqual(status, 0, name);
        assert.match(stderr, /^bind_symbols: /, name);
        assert.equal(fs.existsSync(at(`${name}.so`)), false, name);
    }
    assert.equal(bind("own_", at("libx.so")).status, 2);
});
