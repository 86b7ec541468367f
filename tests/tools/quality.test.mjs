// The tables of `make quality`, over samples of which the answer is known.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { comments } from "../../tools/quality_comments.mjs";
import { layers, nesting, shape } from "../../tools/quality_shape.mjs";
import { fuzz, tests } from "../../tools/quality_tests.mjs";
import { twins } from "../../tools/quality_twins.mjs";

// What a table says of a folder of these files: the cells of its rows.
function rowsOf(table, files) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quality-"));
    try {
        for (const [name, text] of Object.entries(files)) {
            fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
            fs.writeFileSync(path.join(root, name), text);
        }
        return table(root)
            .split("\n")
            .filter((l) => l.startsWith("| ") && !l.startsWith("| ---"))
            .map((l) => l.slice(2, -2).split(" | "));
    } finally {
        fs.rmSync(root, { recursive: true });
    }
}

const deep = `int f(int a, int b)
{
    for (int i = 0; i < a; i++)
        if (i == b)
            return 1;
    return 0;
}
`;

test("a function has its lines, its parameters and its depth", () => {
    const rows = rowsOf(shape, { "src/a/a.c": `${deep}\nint g(void)\n{\n    return 2;\n}\n` });
    const a = rows.find((r) => r[0] === "a");
    assert.deepEqual(a.slice(0, 7), ["a", "2", "7", "7", "7", "2", "2"]);
    const two = rowsOf(nesting, { "src/a/a.c": deep }).find((r) => r[0] === "2");
    assert.deepEqual(two, ["2", "1 (100.0 %)", "1 (100.0 %)"]);
});

test("a module that may use another and does not is reported", () => {
    const files = {
        "CMakeLists.txt": "module(base)\nmodule(base/text DEPS base)\nmodule(a DEPS text base)\n",
        "src/a/a.c": '#include "base/str.h"\n',
    };
    const a = rowsOf(layers, files).find((r) => r[0] === "a");
    assert.deepEqual(a, ["a", "2", "base/text"]);
});

const body = (name, x) => `void ${name}(void)\n{\n${x
    .map((v) => `    ${v} = next(${v}, 1);\n`)
    .join("")}}\n`;
const letters = [..."abcdefghijkl"];

test("the same lines in two files are a pair, other names a pair by shape", () => {
    const same = rowsOf(twins, {
        "src/a/a.c": body("f", letters.slice(0, 7)),
        "src/a/b.c": body("g", letters.slice(0, 7)),
        "src/a/c.c": body("h", letters.slice(5, 7)),
    });
    assert.deepEqual(same.at(-1), ["7", "letter", "src/a/a.c:3", "src/a/b.c:3"]);
    const shaped = rowsOf(twins, {
        "src/a/a.c": body("f", letters),
        "src/a/b.c": body("g", letters.map((c) => `${c}_other`)),
    });
    assert.equal(shaped.at(-1)[1], "shape");
});

test("a comment that says what its line says is reported", () => {
    const idle = "/* Count the rows. */\nint count_rows(void);\n";
    const files = { "src/a/a.h": `/* a.h - sample. */\n\n${idle}\n/* Of a page, in bytes. */\nint size(void);\n` };
    const rows = rowsOf(comments, files);
    assert.deepEqual(rows.at(-1), ["src/a/a.h:3", "Count the rows."]);
    assert.deepEqual(rows.find((r) => r[0] === "a").slice(0, 3), ["a", "2", "0"]);
});

test("tests are the functions that a program hands to cmocka", () => {
    const unit = `static void helper(void)\n{\n}\n\nstatic void it_works(void **state)\n{\n}\n\nint main(void)\n{\n    return run(it_works);\n}\n`;
    const files = {
        "src/a/a.c": "int a;\n",
        "tests/unit/a/test_a.c": unit,
        "tests/fuzz/fuzz_a.c": "/* module: a */\n",
        "tests/fuzz/corpus/a/one": "12345",
    };
    const a = rowsOf(tests, files).find((r) => r[0] === "a");
    assert.deepEqual(a, ["a", "1", "1", "1", "12", "12.00", "1"]);
    assert.deepEqual(rowsOf(fuzz, files).at(-1), ["a", "a", "1", "5"]);
});
