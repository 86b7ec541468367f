// quality_twins.mjs - places that say the same twice.
//
// A file becomes its lines of code: no comments, no blank lines, no includes,
// no lines of braces alone. Six lines in a row that stand somewhere else too
// are a pair of places, and runs that go on are one pair. Compared twice: to the
// letter, and by shape, where each name, number and text is the same as any
// other; a shape is sought in the statements of functions only. What stands in
// more than eight places is an idiom (a loop over a list, a clean-up) and is not
// listed; neither are tables of data.
import { filesOf, functionsOf, markdown, read } from "./source.mjs";

const LEAST = { letter: 6, shape: 10 };
const MOST_PLACES = 8;

// The lines of functions; without rows of a table and arms of a switch.
function statementsOf(text) {
    const inside = new Set();
    for (const f of functionsOf(text)) {
        for (let i = 0; i < f.lines; i++) inside.add(f.line + i);
    }
    return linesOf(text).filter(
        (l) => inside.has(l.at) && !/^case .*:|^default:|^[{"[]|^\}? ?else/.test(l.code),
    );
}

function linesOf(text) {
    const code = text.replace(/\/\*[\s\S]*?\*\//g, (t) =>
        t.replace(/[^\n]/g, " "),
    );
    return code
        .split("\n")
        .map((line, i) => ({ at: i + 1, code: line.trim() }))
        .filter((l) => /\w/.test(l.code) && !/^#/.test(l.code));
}

const KEEP = new Set(
    "if else for while do switch case return break continue static const struct enum sizeof".split(" "),
);
const shapeOf = (code) =>
    code
        .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "_")
        .replace(/\b\w+\b/g, (w) => (KEEP.has(w) ? w : "_"));

// Pairs of equal runs of `least` lines or more.
function pairsOf(files, least, key) {
    const places = new Map();
    files.forEach((f, n) => {
        const keys = f.lines.map((l) => key(l.code));
        for (let i = 0; i + least <= keys.length; i++) {
            const k = keys.slice(i, i + least).join("\n");
            places.set(k, [...(places.get(k) ?? []), [n, i]]);
        }
    });
    const runs = new Map(); // of two files at one distance: where runs begin
    for (const list of places.values()) {
        if (list.length < 2 || list.length > MOST_PLACES) continue;
        for (let a = 0; a < list.length; a++) {
            for (let b = a + 1; b < list.length; b++) {
                const [f, i] = list[a];
                const [g, j] = list[b];
                if (f === g && j - i < least) continue;
                const line = `${f} ${g} ${j - i}`;
                runs.set(line, [...(runs.get(line) ?? []), i]);
            }
        }
    }
    return [...runs].flatMap(([line, starts]) => joined(files, line, starts, least));
}

function joined(files, line, starts, least) {
    const [f, g, distance] = line.split(" ").map(Number);
    const sorted = starts.sort((a, b) => a - b);
    const found = [];
    for (let i = 0; i < sorted.length; i++) {
        const from = sorted[i];
        while (sorted[i + 1] === sorted[i] + 1) i++;
        const n = sorted[i] - from + least;
        const at = (file, first) =>
            `${file.name}:${file.lines[first].at}`;
        found.push({
            lines: n,
            one: at(files[f], from),
            other: at(files[g], from + distance),
        });
    }
    return found;
}

export function twins(root) {
    const rows = [];
    const listed = [];
    for (const [what, pattern] of [
        ["src", /^src\/.*\.[ch]$/],
        ["tests, bench", /^(tests|bench)\/.*\.[ch]$/],
    ]) {
        const files = filesOf(root, pattern)
            .filter((f) => !/_table\.[ch]$/.test(f))
            .map((name) => ({ name, text: read(root, name) }))
            .map((f) => ({ ...f, lines: linesOf(f.text), statements: statementsOf(f.text) }));
        const total = files.reduce((n, f) => n + f.lines.length, 0);
        const letter = pairsOf(files, LEAST.letter, (c) => c);
        const shape = pairsOf(
            files.map((f) => ({ name: f.name, lines: f.statements })),
            LEAST.shape,
            shapeOf,
        );
        const sum = (list) => list.reduce((n, p) => n + p.lines, 0);
        rows.push([what, total, letter.length, sum(letter), shape.length, sum(shape)]);
        if (what === "src") listed.push(...letter, ...shape.map((p) => ({ ...p, shape: true })));
    }
    const worst = listed
        .sort((a, b) => b.lines - a.lines)
        .map((p) => [p.lines, p.shape ? "shape" : "letter", p.one, p.other]);
    return `${markdown(
        `where | lines of code | pairs equal to the letter, ${LEAST.letter} lines or more | lines in them | pairs of one shape, ${LEAST.shape} lines or more | lines in them`,
        rows,
    )}\n\n${markdown("lines | equal in | one place in src | the other", worst.slice(0, 40))}`;
}
