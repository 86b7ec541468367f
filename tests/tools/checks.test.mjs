// The checks themselves: a bad sample must be refused, with file and line.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const tools = path.resolve(
    path.dirname(fileURLToPath(import.meta.url)),
    "../../tools",
);
const CMAKE =
    "folder(base)\nmodule(base LIBS m)\nfolder(engine USES base)\n" +
    "module(engine/query DEPS base)\nfolder(ask USES base)\nmodule(ask DEPS base)\n" +
    "folder(cli USES base ask)\nmodule(cli DEPS ask)\n";

function check(name, files) {
    const root = fs.mkdtempSync(path.join(os.tmpdir(), "quarry-check-"));
    const all = { "CMakeLists.txt": CMAKE, ...files };
    for (const [file, text] of Object.entries(all)) {
        fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
        fs.writeFileSync(path.join(root, file), text);
    }
    const tool = path.join(tools, `check_${name}.mjs`);
    const run = spawnSync(process.execPath, [tool, root], { encoding: "utf8" });
    fs.rmSync(root, { recursive: true });
    assert.equal(run.stderr, "");
    return { status: run.status, out: run.stdout };
}

const accepts = (name, files) =>
    assert.deepEqual(check(name, files).status, 0, check(name, files).out);

function refuses(name, files, ...says) {
    const { status, out } = check(name, files);
    assert.equal(status, 1, out);
    for (const part of says) assert.ok(out.includes(part), `${part}\n${out}`);
}

const body = (name, lines, params = "void") =>
    `int ${name}(${params})\n{\n${"    x();\n".repeat(lines - 3)}}\n`;

test("includes may go down only", () => {
    accepts("layers", { "src/ask/a.c": '#include "base/str.h"\n' });
    accepts("layers", { "src/cli/a.c": '#include "base/str.h"\n' });
    const up = { "src/base/a.c": '\n#include "ask/link.h"\n' };
    refuses("layers", up, "src/base/a.c:2: base may not include ask");
    const across = { "src/cli/a.c": '#include "engine/query/query.h"\n' };
    refuses("layers", across, "cli may not include engine/query");
    const short = { "src/ask/a.c": '#include "link.h"\n' };
    refuses("layers", short, "ask/link.h");
    const unit = { "tests/unit/base/test_a.c": '#include "ask/link.h"\n' };
    refuses("layers", unit, "test_a.c:1: base may not include ask");
    refuses("layers", { "src/attic/a.c": "" }, "is no module");
});

test("the list of modules has each of them, and no other", () => {
    const all = "| `base` `engine/query` | x |\n| `ask` | x |\n| `cli` | x |\n";
    accepts("layers", { "src/README.md": all });
    refuses("layers", { "src/README.md": all.replace("`ask`", "") }, "src/README.md:1: ask has no line");
    refuses("layers", { "src/README.md": `${all}| \`attic\` | x |\n` }, "attic is no module");
});

test("the table of folders has each with its modules and what it may use", () => {
    const page = "docs/architecture.md";
    const all = "| **base** | x | `base` itself | nothing |\n| **engine** | x | `query` | base |\n" +
        "| **ask** | x | `ask` itself | base |\n| **cli** | x | `cli` itself | base, ask |\n";
    accepts("layers", { [page]: all });
    refuses("layers", { [page]: all.replace("`query`", "`gate`") }, `${page}:2: engine: query is not in the list`, "engine: gate is no module");
    refuses("layers", { [page]: all.replace("base, ask", "base") }, `${page}:4: cli: base is not what CMakeLists.txt`);
    refuses("layers", { [page]: all.replace("**ask**", "**mask**") }, "ask has no row");
});

test("the layers themselves must be sound", () => {
    const reach = "folder(engine)\nmodule(engine/query)\nfolder(cli USES engine)\nmodule(cli DEPS query)\n";
    refuses("layers", { "CMakeLists.txt": reach }, "the worker module engine/query");
    const circle = "folder(a)\nmodule(a DEPS b)\nmodule(a/b DEPS a)\n";
    refuses("layers", { "CMakeLists.txt": circle }, "form a circle");
    const twins = "folder(a)\nmodule(a/x)\nfolder(b)\nmodule(b/x)\n";
    refuses("layers", { "CMakeLists.txt": twins }, "a/x and b/x have one name");
});

test("a folder uses only those that it declares", () => {
    const list = (uses) => `folder(low)\nmodule(low)\nfolder(high${uses})\nmodule(high DEPS low)\n`;
    accepts("layers", { "CMakeLists.txt": list(" USES low") });
    refuses("layers", { "CMakeLists.txt": list("") }, "high does not use low");
    const up = "folder(low USES high)\nmodule(low DEPS high)\nfolder(high)\nmodule(high)\n";
    refuses("layers", { "CMakeLists.txt": up }, "may not use high: it is declared after it");
    refuses("layers", { "CMakeLists.txt": "module(a/x)\n" }, "is in no folder()");
    const through = "folder(low)\nmodule(low)\nfolder(mid USES low)\nmodule(mid DEPS low)\nfolder(high USES mid)\nmodule(high DEPS mid)\n";
    refuses("layers", { "CMakeLists.txt": through, "src/high/a.c": '#include "low/a.h"\n' }, "src/high/a.c:1: high may not include low: high does not use low");
});

test("functions, files, headers and parameter lists have a stop", () => {
    accepts("lengths", { "src/a/a.c": body("f", 80) });
    refuses("lengths", { "src/a/a.c": body("f", 81) }, "src/a/a.c:1: f has 81");
    const seven = "int a, int b, int c, int d, int e, int f, int g";
    refuses("lengths", { "src/a/a.c": body("f", 4, seven) }, "7 parameters");
    const pointer = "int (*f)(int, int, int), int b, int c, int d, int e";
    accepts("lengths", { "src/a/a.c": body("f", 4, pointer) });
    const long = "int x;\n".repeat(601);
    refuses("lengths", { "src/a/a.c": long }, "601 lines");
    accepts("lengths", { "src/a/a.c": `/*\n * length: why\n */\n${long}` });
    accepts("lengths", { "src/a/a_table.c": long });
    refuses("lengths", { "src/a/a.h": "int x;\n".repeat(201) }, "stop is 200");
});

test("the summary counts functions", () => {
    const two = `${body("f", 10)}\n${body("g", 20)}`;
    assert.match(check("lengths", { "src/a/a.c": two }).out, /^lengths: 2 fun/m);
});

test("a foreign header belongs to one file", () => {
    const text = "#include <duckdb.h>\n#include <sys/socket.h>\n";
    accepts("foreign", { "src/a/a.c": text });
    const second = "#include <stdio.h>\n#include <duckdb.h>\n";
    const files = { "src/a/a.c": text, "src/a/b.c": second };
    refuses("foreign", files, "src/a/b.c:2: <duckdb.h> belongs to src/a/a.c");
    const icu = "#include <unicode/uchar.h>\n#include <unicode/unorm2.h>\n";
    accepts("foreign", { "src/a/a.c": icu });
});

test("every exported function has a comment", () => {
    const header = (text) => ({ "src/a/a.h": `/* a.h - sample. */\n${text}` });
    accepts("comments", header("\n/* One. */\nint f(void);\nint g(int a);\n"));
    accepts("comments", header("\n/* One. */\nMUST_CHECK int f(int a,\n int b);\n"));
    accepts("comments", header("\nint f(void); /* behind */\n"));
    accepts("comments", header("\nstruct a {\n    int (*f)(void);\n};\n"));
    accepts("comments", header("\n#define F(x) \\\n    g(x)\n"));
    refuses("comments", header("\nint f(void);\n"), "src/a/a.h:3: f has no");
    const late = "\n/* One. */\nint f(void);\n\nint g(void);\n";
    refuses("comments", header(late), "g has no comment");
    const behind = "\nint f(void); /* behind */\n\nPRINTF_LIKE(2)\nint g(int);\n";
    refuses("comments", header(behind), "g has no comment");
    accepts("comments", header("\nenum e { A, B };\n\nstruct s {\n    int a;\n};\n"));
    for (const type of ["enum err", "MUST_CHECK enum err", "struct s *"]) {
        const bare = `\nenum e { A, B };\n\n${type} f(void);\n`;
        refuses("comments", header(bare), "src/a/a.h:5: f has no");
    }
    refuses("comments", { "src/a/a.h": "#define A 1\n" }, "what it is for");
});

test("no place that only some machines have is named", () => {
    accepts("names", { "README.md": "the works/ of many, our work/day\n" });
    const host = ["registry", "example", "org"].join(".");
    refuses("names", { "a.txt": `x\nhttps://${host}/\n` }, "a.txt:2: names");
    const folder = ["", "work", "main"].join("/");
    refuses("names", { "a.txt": `cd ${folder}\n` }, "a.txt:1: names a path");
    const lock = `{ "${"resol"}ved": "x" }\n`;
    refuses("names", { "package-lock.json": lock }, "download address");
});

test("words of a language in the C of asking may become fewer, not more", () => {
    const lexicon = { "data/lexicon/en/common.txt": "[sale]\nnoun: sale, takings\n" };
    const one = { ...lexicon, "src/ask/a.c": 'static const char *const words[] = {"takings"};\n' };
    refuses("words", one, "src/ask/a.c:1: 1 literals", "'takings'");
    refuses("words", { ...lexicon, "src/answer/a.c": 'x = str_is(w, "销售");\n' }, "src/answer/a.c:1");
    accepts("words", { ...one, "tools/words_allowed.txt": "1 src/ask/a.c\n" });
    refuses("words", { ...one, "src/ask/b.c": 'x = "sale";\n', "tools/words_allowed.txt": "1 src/ask/a.c\n" }, "src/ask/b.c:1");
    accepts("words", { ...lexicon, "src/ask/a.c": '/* "takings" */\nj = json_find(j, "sale");\nx = "unheard";\n' });
    accepts("words", { ...lexicon, "src/store/a.c": 'x = "sale";\n' });
});

test("a comment that names no file and no function of the tree is refused", () => {
    const { status, out } = check("references", {
        "src/base/a.h": "/* See base/gone.h; gone_read() fills it, and here() too. */\nvoid here(void);\n",
    });
    assert.equal(status, 1);
    assert.match(out, /src\/base\/a\.h:1: no file is called base\/gone\.h/);
    assert.match(out, /src\/base\/a\.h:1: nothing is called gone_read\(\)/);
    assert.doesNotMatch(out, /here\(\)/);
});
