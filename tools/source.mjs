// source.mjs - what the checks know about C: enough for this code's one format.
//
// clang-format puts the brace that opens a function in column 0 and no other,
// so a function is found without parsing C. Comments and literals are blanked
// first (line breaks stay), so that nothing inside them misleads.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

// The text with comments, strings and characters turned into spaces.
export function blank(text) {
    const token =
        /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'/g;
    return text.replace(token, (t) => t.replace(/[^\n]/g, " "));
}

// Functions defined in a file: [{name, line, lines, params}].
export function functionsOf(text) {
    const lines = blank(text).split("\n");
    const found = [];
    for (let i = 0; i < lines.length; i++) {
        if (lines[i] !== "{") continue;
        let first = i - 1;
        while (first > 0 && !/^\s*$|^[}#]|;\s*$/.test(lines[first - 1])) first--;
        let last = i + 1;
        while (last < lines.length && !lines[last].startsWith("}")) last++;
        const head = lines.slice(first, i).join(" ");
        const call = signature(head);
        if (!call) continue;
        found.push({ ...call, line: first + 1, lines: last - first + 1 });
        i = last;
    }
    return found;
}

// Name and number of parameters of the function that `head` declares.
export function signature(head) {
    const close = head.lastIndexOf(")");
    let depth = 0;
    for (let i = close; i >= 0; i--) {
        if (head[i] === ")") depth++;
        if (head[i] === "(" && --depth === 0) {
            const name = /(\w+)\s*$/.exec(head.slice(0, i))?.[1];
            const list = head.slice(i + 1, close).trim();
            return name ? { name, params: countParams(list) } : null;
        }
    }
    return null;
}

function countParams(list) {
    if (list === "" || list === "void") return 0;
    let depth = 0;
    let commas = 0;
    for (const c of list) {
        if (c === "(") depth++;
        else if (c === ")") depth--;
        else if (c === "," && depth === 0) commas++;
    }
    return commas + 1;
}

// Functions declared in a header, outside of any braces:
// [{name, line, commented}].
export function declarationsOf(text) {
    const plain = blank(text).replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, (t) =>
        t.replace(/[^\n]/g, " "),
    );
    const raw = text.split("\n");
    const found = [];
    let previousLast = -2; // line index where the declaration before ended
    let previousCommented = false;
    for (const { start, end, text: body } of statements(plain)) {
        const first = lineAt(plain, start);
        const last = lineAt(plain, end);
        if (!isFunction(body)) continue;
        const commented =
            /\*\/\s*$/.test(raw[first - 1] ?? "") && !isCode(plain, first - 1)
                ? true
                : hasTrailing(raw[last]) ||
                  (previousLast === first - 1 && previousCommented);
        const { name } = signature(stripAttributes(body)) ?? {};
        if (name && !/^[A-Z_]+$/.test(name)) found.push({ name, line: first + 1, commented });
        previousLast = last;
        previousCommented = commented;
    }
    return found;
}

const isCode = (plain, index) =>
    index >= 0 && plain.split("\n")[index].trim() !== "";
const hasTrailing = (line) => /;\s*\/\*.*\*\/\s*$|\}\s*\/\*.*\*\/\s*$/.test(line);

function stripAttributes(body) {
    return body
        .replace(/__attribute__\s*\(\(.*?\)\)/gs, "")
        .replace(/^\s*(?:[A-Z][A-Z_]+(?:\(\w+\))?\s+)+/, "")
        .replace(/\)\s*(?:[A-Z][A-Z_]+(?:\(\w+\))?\s*)+$/, ")");
}

function isFunction(body) {
    const head = stripAttributes(body);
    return (
        /\w\s*\(/.test(head) &&
        !/^\s*(typedef|_Static_assert|static_assert)\b/.test(head) &&
        !/^[^(]*=/.test(head)
    );
}

function lineAt(text, offset) {
    let line = 0;
    for (let i = 0; i < offset; i++) if (text[i] === "\n") line++;
    return line;
}

// Top-level statements, a function's body left out: {start, end, text}.
function* statements(plain) {
    let start = -1;
    let depth = 0;
    let head = "";
    for (let i = 0; i < plain.length; i++) {
        const c = plain[i];
        if (start < 0 && /\s/.test(c)) continue;
        if (start < 0) start = i;
        if (c === "{") depth++;
        if (depth === 0 && c !== ";") head += c;
        if (c === "}") depth--;
        const body = c === "}" && depth === 0 && /\)\s*$/.test(head);
        if (depth === 0 && (c === ";" || body)) {
            yield { start, end: i, text: head };
            start = -1;
            head = "";
        }
    }
}

// Includes of a file: [{line, name, system}].
export function includesOf(text) {
    const found = [];
    text.split("\n").forEach((line, i) => {
        const m = /^\s*#\s*include\s*(["<])([^">]+)[">]/.exec(line);
        if (m) found.push({ line: i + 1, name: m[2], system: m[1] === "<" });
    });
    return found;
}

// The modules of CMakeLists.txt, by their folder in src/: Map of path to
// {deps: [path, ...]}. What DEPS calls by its last name stands here as a path; a
// name that no module has stays as it is.
export function modulesOf(cmake) {
    const modules = new Map();
    const text = cmake.replace(/#.*$/gm, "");
    for (const [name, lists] of calls(text, "module")) modules.set(name, { deps: lists.DEPS ?? [] });
    const paths = new Map([...modules.keys()].map((m) => [path.basename(m), m]));
    for (const m of modules.values()) m.deps = m.deps.map((d) => paths.get(d) ?? d);
    return modules;
}

// The top folders of CMakeLists.txt: Map of name to the folders it may use.
export function foldersOf(cmake) {
    const text = cmake.replace(/#.*$/gm, "");
    return new Map(calls(text, "folder").map(([name, lists]) => [name, lists.USES ?? []]));
}

// Calls of a function of ours: [name, {KEYWORD: [word, ...]}].
function calls(text, name) {
    return [...text.matchAll(new RegExp(`^\\s*${name}\\(([^)]*)\\)`, "gm"))].map((m) => {
        const [first, ...words] = m[1].trim().split(/\s+/);
        const lists = {};
        let list = [];
        for (const word of words) {
            if (/^(DEPS|LIBS|USES)$/.test(word)) list = lists[word] ??= [];
            else list.push(word);
        }
        return [first, lists];
    });
}

// The module of a file below src/ or tests/unit/: the folder it lies in.
const PROGRAMS = { "src/quarry.c": "cli", "src/quarry_worker.c": "engine/worker", "src/quarry_pdf.c": "engine/pdf_worker", "src/quarry_postgres.c": "engine/postgres" };

export function moduleOf(file) {
    return PROGRAMS[file] ?? path.dirname(file).replace(/^(src|tests\/unit)\//, "");
}

// Everything reachable from a module, itself included.
export function closure(modules, name, seen = new Set()) {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const dep of modules.get(name)?.deps ?? []) {
        closure(modules, dep, seen);
    }
    return seen;
}

// Files below `root` whose path matches, tracked or new, never ignored ones.
// Outside of a git checkout (a sample in a test) every file counts.
export function filesOf(root, pattern) {
    return listed(root)
        .filter((f) => pattern.test(f) && fs.existsSync(path.join(root, f)))
        .sort();
}

function listed(root) {
    if (!fs.existsSync(path.join(root, ".git"))) {
        return walk(root).map((f) => path.relative(root, f));
    }
    const out = execFileSync(
        "git",
        ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        { cwd: root, encoding: "utf8", maxBuffer: 64 << 20 },
    );
    return out.split("\0").filter(Boolean);
}

function walk(folder) {
    return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const full = path.join(folder, entry.name);
        return entry.isDirectory() ? walk(full) : [full];
    });
}

// Run a check over the folder named on the command line (default: here):
// `check(root, report)` calls report(file, line, why). The exit status tells.
export function runCheck(check) {
    const root = path.resolve(process.argv[2] ?? ".");
    let violations = 0;
    const summary = check(root, (file, line, why) => {
        violations++;
        console.log(`${file}:${line}: ${why}`);
    });
    if (summary) console.log(summary);
    process.exitCode = violations ? 1 : 0;
}

export const read = (root, file) =>
    fs.readFileSync(path.join(root, file), "utf8");

// A table; `head` is its names with ` | ` between them.
export function markdown(head, rows) {
    const line = (cells) => `| ${cells.join(" | ")} |`;
    const names = head.split(" | ");
    return [line(names), line(names.map(() => "---")), ...rows.map(line)].join(
        "\n",
    );
}
