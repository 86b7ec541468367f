// quality_shape.mjs - how long and how deep functions and files are, a row a
// module, and which of the modules below it a module really includes.
import path from "node:path";
import {
    blank,
    filesOf,
    functionsOf,
    includesOf,
    markdown,
    modulesOf,
    read,
    moduleOf,
} from "./source.mjs";

const SOURCE = /^src\/.*\.[ch]$/;
const isTable = (file) => /_table\.c$/.test(file);

const quantile = (list, q) =>
    list[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;
const spread = (list) => {
    const sorted = [...list].sort((a, b) => a - b);
    return [quantile(sorted, 0.5), quantile(sorted, 0.9), sorted.at(-1) ?? 0];
};

// Statements inside each other: clang-format indents each level by four, so
// the indent of the deepest one that begins with a keyword is the level.
function depthOf(body) {
    const levels = body.map((line) => {
        const m = /^( +)(?:\} )?(?:if|for|while|do|switch|else)\b/.exec(line);
        return m ? m[1].length / 4 : 0;
    });
    return Math.max(0, ...levels);
}

function measure(root) {
    return filesOf(root, SOURCE)
        .filter((file) => !isTable(file))
        .map((file) => {
            const text = read(root, file);
            const lines = blank(text).split("\n");
            const functions = functionsOf(text).map((f) => ({
                ...f,
                depth: depthOf(lines.slice(f.line - 1, f.line - 1 + f.lines)),
            }));
            return { file, lines: lines.length - 1, functions };
        });
}

export function shape(root) {
    const modules = new Map();
    for (const f of measure(root)) {
        for (const module of [moduleOf(f.file), "all"]) {
            modules.set(module, [...(modules.get(module) ?? []), f]);
        }
    }
    const rows = [...modules].sort().map(([module, files]) => {
        const all = files.flatMap((f) => f.functions);
        return [
            module,
            all.length,
            ...spread(all.map((f) => f.lines)),
            Math.max(0, ...all.map((f) => f.params)),
            Math.max(0, ...all.map((f) => f.depth)),
            files.length,
            ...spread(files.map((f) => f.lines)),
        ];
    });
    return markdown(
        "module | functions | lines p50 | p90 | max | parameters max | nesting max | files | lines p50 | p90 | max",
        rows,
    );
}

export function nesting(root) {
    const all = measure(root).flatMap((f) => f.functions);
    const share = (list) =>
        `${list.length} (${((100 * list.length) / all.length).toFixed(1)} %)`;
    const rows = [0, 1, 2, 3, 4, 5, 6].map((n) => [
        n,
        share(all.filter((f) => f.params === n)),
        share(all.filter((f) => f.depth === n)),
    ]);
    return markdown("how many | functions with so many parameters | with so deep statements", rows);
}

export function layers(root) {
    const modules = modulesOf(read(root, "CMakeLists.txt"));
    const used = new Map([...modules.keys()].map((m) => [m, new Set()]));
    let includes = 0;
    for (const file of filesOf(root, SOURCE)) {
        for (const i of includesOf(read(root, file))) {
            if (i.system || !modules.has(path.dirname(i.name))) continue;
            includes++;
            used.get(moduleOf(file))?.add(path.dirname(i.name));
        }
    }
    const rows = [...modules].map(([module, { deps }]) => [
        module,
        deps.length,
        deps.filter((d) => !used.get(module).has(d)).join(", ") || "none",
    ]);
    return `${includes} includes of the program's own headers; upwards: what \`make check\` says, none.\n\n${markdown("module | modules it may use | of these it includes none of", rows)}`;
}
