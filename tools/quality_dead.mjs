// quality_dead.mjs - functions that a header gives out and nobody takes.
//
// What a library defines and what another object needs is in the objects:
// nm(1) over the static libraries of build/release, or of QUARRY_BUILD. A function that no other
// object needs is called in its own file alone, by tests, or by nobody.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { blank, filesOf, markdown, modulesOf, read } from "./source.mjs";

const BUILD = process.env.QUARRY_BUILD ?? "build/release";

// Map of function to {needed, file}: by an object that is not its own?
function symbolsOf(root) {
    const build = path.resolve(root, BUILD);
    const libraries = fs.existsSync(build)
        ? fs.readdirSync(build).filter((f) => /^lib\w+\.a$/.test(f))
        : [];
    if (!libraries.length) throw new Error(`nothing in ${BUILD}; run 'make'`);
    const mains = ["quarry", "quarry-worker", "quarry-pdf", "quarry-postgres"].map((p) =>
        path.join("CMakeFiles", `${p}.dir`, "src", `${p.replace("-", "_")}.c.o`),
    );
    const out = execFileSync("nm", ["-A", "-P", ...libraries, ...mains], {
        cwd: build,
        encoding: "utf8",
        maxBuffer: 256 << 20,
    });
    const folders = new Map(
        [...modulesOf(read(root, "CMakeLists.txt")).keys()].map((m) => [path.basename(m), m]),
    );
    const defined = new Map();
    const needed = new Set();
    for (const line of out.split("\n")) {
        const m = /^(\S+): (\w+) ([TU])\b/.exec(line);
        if (m?.[3] === "T") {
            const module = folders.get(/lib(\w+)\.a/.exec(m[1])?.[1] ?? "") ?? "";
            const object = /\[(\w+)\.c\.o\]/.exec(m[1])?.[1] ?? "";
            defined.set(m[2], `src/${module}/${object}.c`);
        } else if (m) {
            needed.add(m[2]);
        }
    }
    return { defined, needed };
}

function wordsOf(root, pattern) {
    const words = new Set();
    for (const file of filesOf(root, pattern)) {
        for (const w of blank(read(root, file)).match(/\b[a-z]\w+\b/g) ?? []) words.add(w);
    }
    return words;
}

export function dead(root) {
    const { defined, needed } = symbolsOf(root);
    const tests = wordsOf(root, /^(tests|bench)\/.*\.[ch]$/);
    const tools = wordsOf(root, /^tools\/.*\.c$/);
    const rows = [];
    for (const [name, file] of defined) {
        if (needed.has(name) || name === "main") continue;
        if (!fs.existsSync(path.join(root, file))) continue;
        const calls = blank(read(root, file)).match(new RegExp(`\\b${name}\\b`, "g"));
        const users = [
            calls.length > 1 ? "its own file" : null,
            tools.has(name) ? "a tool" : null,
            tests.has(name) ? "tests" : null,
        ].filter(Boolean);
        rows.push([`\`${name}\``, file, users.join(", ") || "nobody"]);
    }
    rows.sort((a, b) => `${a[2]} ${a[1]}`.localeCompare(`${b[2]} ${b[1]}`));
    return `${defined.size} functions are given out; no other object of the programs takes ${rows.length}.\n\n${markdown("function | file | who calls it", rows)}`;
}
