// Mutants: what is changed, and what must stay.
import assert from "node:assert/strict";
import test from "node:test";
import { mutantsOf } from "../../tools/mutant_list.mjs";

const changes = (text) => mutantsOf(text).map((m) => `${m.line}: ${m.from} -> ${m.to}`);

const inBody = (body, head = "static void f(int a, int b)") =>
    changes(`${head}\n{\n${body}\n}\n`);

test("operators, constants and conditions are changed one at a time", () => {
    assert.deepEqual(inBody("    if (a <= b && !c)\n        x = a + 7;"), [
        "3: a <= b && !c -> true",
        "3: a <= b && !c -> false",
        "3: <= -> <",
        "3: && -> ||",
        "3: ! -> ",
        "4: + -> -",
        "4: 7 -> 8",
        "4: 7 -> 6",
    ]);
});

test("what reads like an operator and is none stays", () => {
    assert.deepEqual(inBody("    char *p = &x;\n    y = -z + *p;"), ["4: + -> -"]);
});

test("an error is dropped, an answer turned round, a pointer lost", () => {
    assert.deepEqual(inBody("    return g(a);", "enum err f(int a)"), [
        "3: g(a) -> ((void)(g(a)), OK)",
    ]);
    assert.deepEqual(inBody("    return OK;", "enum err f(int a)"), ["3: OK -> ERR_INTERNAL"]);
    assert.deepEqual(inBody('    return is(a, "b");', "static bool f(int a)"), [
        '3: is(a, "b") -> !(is(a, "b"))',
    ]);
    assert.deepEqual(inBody("    return a;", "const char *f(int a)"), ["3: a -> NULL"]);
});

test("statements are left out that stand alone", () => {
    assert.deepEqual(inBody("    (void)g(a,\n            b);\n    *out = h(b);"), [
        "3: (void)g(a, b) -> ",
        "5: *out = h(b) -> ",
    ]);
});

test("comments, texts, tables, sizes and assertions stay", () => {
    const text = [
        "#define TWO (1 + 1)",
        "static const int table[] = {1, 2};",
        "static void f(void)",
        "{",
        '    static const struct t all[] = {{"a", 1}, {"b", 2}};',
        "    char room[40]; /* 1 + 1 */",
        "    BUG_ON(a == b);",
        '    x = "a + b" "1";',
        "}",
        "",
    ].join("\n");
    assert.deepEqual(changes(text), []);
});

test("a mutant keeps the lines, and equal ones are counted", () => {
    const text = "static void f(void)\n{\n    g(a,\n      b);\n    i++;\n    i++;\n}\n";
    const made = mutantsOf(text);

    for (const m of made) assert.equal(m.text.split("\n").length, text.split("\n").length);
    assert.deepEqual(made.map((m) => m.nth), [1, 1, 2]);
});
