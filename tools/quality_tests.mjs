// quality_tests.mjs - what each module is tested by, and what fuzzing begins with.
import fs from "node:fs";
import path from "node:path";
import { blank, filesOf, functionsOf, markdown, read, moduleOf } from "./source.mjs";

const linesOf = (root, file) => read(root, file).split("\n").length - 1;

// Functions that a file hands to cmocka.
function testsIn(text) {
    const plain = blank(text);
    const table = plain.slice(plain.search(/\bint main\(/));
    return functionsOf(text).filter((f) =>
        new RegExp(`\\b${f.name}\\b`).test(table.replace(/^int main/, "")) &&
        new RegExp(`static void ${f.name}\\(void \\*\\*state\\)`).test(plain),
    ).length;
}

export function tests(root) {
    const modules = new Map();
    const of = (module) => {
        if (!modules.has(module)) {
            modules.set(module, { source: 0, files: 0, tests: 0, lines: 0, fuzz: 0 });
        }
        return modules.get(module);
    };
    for (const file of filesOf(root, /^src\/.*\.c$/)) {
        if (!/_table\.c$/.test(file)) of(moduleOf(file)).source += linesOf(root, file);
    }
    for (const file of filesOf(root, /^tests\/unit\/.*\.[ch]$/)) {
        const r = of(moduleOf(file));
        r.lines += linesOf(root, file);
        if (!file.endsWith(".c")) continue;
        r.files++;
        r.tests += testsIn(read(root, file));
    }
    for (const file of filesOf(root, /^tests\/fuzz\/fuzz_.*\.c$/)) {
        const name = /module: (\w+)/.exec(read(root, file))[1];
        of([...modules.keys()].find((m) => path.basename(m) === name) ?? name).fuzz++;
    }
    const all = { source: 0, files: 0, tests: 0, lines: 0, fuzz: 0 };
    for (const r of modules.values()) for (const k of Object.keys(all)) all[k] += r[k];
    modules.set("all", all);
    const rows = [...modules].sort().map(([module, r]) => [
        module,
        r.source,
        r.files,
        r.tests,
        r.lines,
        (r.lines / r.source).toFixed(2),
        r.fuzz || "",
    ]);
    const cases = filesOf(root, /^tests\/cases\/.*\.case$/).length;
    const scripts = filesOf(root, /^tests\/.*\.test\.mjs$/);
    const assertions = filesOf(root, /^tests\/unit\/.*\.[ch]$/)
        .reduce((n, file) => n + (blank(read(root, file)).match(/\b(assert_\w+|fail_msg)\(/g) ?? []).length, 0);
    return `${markdown("module | lines of source | test files | test functions | lines of tests | tests to source | fuzz targets", rows)}\n\nThey have ${assertions} assertions. Beside them ${cases} cases of the command line and ${scripts.length} scripts of \`tests/*/*.test.mjs\`.`;
}

export function fuzz(root) {
    const rows = filesOf(root, /^tests\/fuzz\/fuzz_.*\.c$/).map((file) => {
        const name = /fuzz_(\w+)\.c/.exec(file)[1];
        const corpus = path.join(root, "tests/fuzz/corpus", name);
        const list = fs.existsSync(corpus) ? fs.readdirSync(corpus) : [];
        const bytes = list.reduce((n, f) => n + fs.statSync(path.join(corpus, f)).size, 0);
        return [name, /module: (\w+)/.exec(read(root, file))[1], list.length, bytes];
    });
    return markdown("target | module | inputs in the corpus | their bytes", rows);
}
