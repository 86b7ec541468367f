#!/usr/bin/env node
// Comments name files and functions that exist: a path or file name (csv.h,
// ask/spec/spec.h, SECURITY.md) is a file of the tree, and a name with () is in
// the code. What is renamed leaves no comment behind that leads nowhere.
import path from "node:path";
import { filesOf, read, runCheck } from "./source.mjs";

// Functions of the system and of libraries that comments talk about without a
// call of ours, and of SQL and JMESPath.
const FOREIGN = new Set(
    `atoi clone3 cos easy_perform exec execve fork getsockname malloc mmap openat openat2
    ptrace setlocale system worksheet_write_formula sum count avg lag lead min max median
    query sqlite_version unnest`.split(/\s+/),
);

// Documents of examples.
const EXAMPLES = ["access.md", "b.md", "discounts.md", "keys.md"];
// Headers of libraries that are named and not included.
const HEADERS = ["emmintrin.h", "fpdf_doc.h", "fpdf_edit.h", "fpdf_text.h", "fpdfview.h"];

const TOKENS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[^]*?\*\/|\/\/[^\n]*/g;
const FILE = /(?<![\w/.*-])((?:[\w.-]+\/)*[\w-]+\.(?:c|h|def|md|mjs|cmake))(?![\w(*])/g;
const CALL = /(?<![\w.>"'])([a-z_][a-z_0-9]{2,})\(\)/g;

function split(text) {
    const comments = [];
    const code = text.replace(TOKENS, (token, at) => {
        if (token.startsWith("/")) comments.push({ at, token });
        return token.startsWith("/") ? " " : token;
    });
    return { comments, code };
}

runCheck((root, report) => {
    const all = filesOf(root, /./);
    const names = new Set([...HEADERS, ...all.map((f) => path.basename(f))]);
    const sources = all.filter((f) => /^(src|tests\/(unit|fuzz)|bench|tools)\/.*\.[ch]$/.test(f));
    const parts = new Map(sources.map((f) => [f, split(read(root, f))]));
    const words = new Set();
    for (const { code } of parts.values()) {
        for (const word of code.match(/[A-Za-z_]\w*/g) ?? []) words.add(word);
        for (const m of code.matchAll(/#\s*include\s*<([^>]+)>/g)) names.add(path.basename(m[1]));
    }
    const has = (name) =>
        EXAMPLES.includes(path.basename(name)) ? true : name.includes("/") ? all.some((f) => f === name || f.endsWith(`/${name}`)) : names.has(name);
    let looked = 0;
    for (const [file, { comments }] of parts) {
        if (!file.startsWith("src/")) continue;
        for (const { at, token } of comments) {
            const line = (offset) => read(root, file).slice(0, at + offset).split("\n").length;
            for (const m of token.matchAll(FILE)) {
                looked++;
                if (!has(m[1])) report(file, line(m.index), `no file is called ${m[1]}`);
            }
            for (const m of token.matchAll(CALL)) {
                looked++;
                if (!words.has(m[1]) && !FOREIGN.has(m[1]))
                    report(file, line(m.index), `nothing is called ${m[1]}()`);
            }
        }
    }
    return `references: ${looked} names in comments`;
});
