// quality_comments.mjs - how much is said beside the code, and which comments
// say no more than the line below them: two words or more that mean something,
// and all of them stand in that line.
import { declarationsOf, filesOf, markdown, read, moduleOf } from "./source.mjs";

const IDLE = new Set("a an the of to and is in it its for from with by at on or as this that".split(" "));
const wordsOf = (text) =>
    (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((w) => !IDLE.has(w));
const stem = (w) => w.replace(/(?:es|s|ed|ing|d)$/, "");

// Comments of one line with the code below: [{line, text}] that repeat it.
function repeated(text) {
    const lines = text.split("\n");
    return lines.flatMap((line, i) => {
        const said = /^\s*\/\*(.*)\*\/\s*$/.exec(line)?.[1];
        if (said === undefined) return [];
        const words = wordsOf(said).map(stem);
        const below = new Set(wordsOf((lines[i + 1] ?? "").replace(/_/g, " ")).map(stem));
        const all = words.length >= 2 && words.every((w) => below.has(w));
        return all ? [{ line: i + 1, text: said.trim() }] : [];
    });
}

const linesOfComments = (text) =>
    (text.match(/\/\*[\s\S]*?\*\//g) ?? []).reduce(
        (n, c) => n + c.split("\n").length,
        0,
    );

export function comments(root) {
    const modules = new Map();
    const idle = [];
    for (const file of filesOf(root, /^src\/.*\.[ch]$/)) {
        if (/_table\.[ch]$/.test(file)) continue;
        const text = read(root, file);
        const r = modules.get(moduleOf(file)) ?? { lines: 0, comments: 0, exported: 0, bare: 0 };
        r.lines += text.split("\n").filter((l) => l.trim()).length;
        r.comments += linesOfComments(text);
        if (file.endsWith(".h")) {
            const list = declarationsOf(text);
            r.exported += list.length;
            r.bare += list.filter((f) => !f.commented).length;
        }
        modules.set(moduleOf(file), r);
        for (const c of repeated(text)) idle.push([`${file}:${c.line}`, c.text]);
    }
    const all = { lines: 0, comments: 0, exported: 0, bare: 0 };
    for (const r of modules.values()) for (const k of Object.keys(all)) all[k] += r[k];
    modules.set("all", all);
    const rows = [...modules].sort().map(([module, r]) => [
        module,
        r.exported,
        r.bare,
        `${((100 * r.comments) / r.lines).toFixed(0)} %`,
    ]);
    return `${markdown("module | functions in headers | of these without a comment | lines that are comments", rows)}\n\nComments that repeat the line below them: ${idle.length}.\n${idle.length ? `\n${markdown("where | what", idle)}` : ""}`.trimEnd();
}
