// mutant_list.mjs - the mutants of a C file: each one small change of it.
//
// A change is made by its text, which clang-format has laid out: a sign with a
// space on each side has two operands, one without has one. Only bodies of
// functions are changed. Comments, literals, the preprocessor, tables of
// constants, the sizes of arrays and assertions stay: a change there is no
// change of behaviour, or no program.
import { blank, functionsOf } from "./source.mjs";

const BINARY = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
    "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*",
    "%": "*", "|": "&", "&": "|", "^": "&", "<<": ">>", ">>": "<<",
    "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "*=": "/=",
    "/=": "*=", "<<=": ">>=", ">>=": "<<=", "^=": "|=",
};
const SPACED = /(?<=\s)(==|!=|<<=|>>=|<=|>=|<<|>>|[-+*/%|&^]=|&&|\|\||[-+*/%|&^<>])(?=\s)/g;
const NUMBER = /(?<![\w.])(0x[0-9a-f]+|\d+)([uUlL]*)(?![\w.])/gi;
const KEYWORD = /^(if|for|while|switch|return|sizeof|do|else|case|goto)$/;

const spaces = (text) => text.replace(/[^\n]/g, " ");

// What may be changed, at its place; all else blank.
function changeable(text) {
    const plain = blank(text).replace(/^[ \t]*#(?:.*\\\n)*.*$/gm, spaces);
    const lines = plain.split("\n");
    const kept = lines.map(spaces);
    for (const f of functionsOf(text)) {
        const last = f.line - 1 + f.lines - 1;
        let i = lines.indexOf("{", f.line - 1) + 1;
        for (; i < last; i++) kept[i] = lines[i];
    }
    return kept
        .join("\n")
        .replace(/\bstatic const\b[^;{]*=\s*\{[^;]*\};/g, spaces)
        .replace(/\b(?:BUG_ON|_Static_assert|sizeof)\(.*?\)(?=[\s;,)])/g, spaces)
        .replace(/^[ \t]+(?:\w+ )+\**\w+(?:\[[^\]]*\])+(?=[;, =])/gm, (t) =>
            t.replace(/\[[^\]]*\]/g, spaces),
        );
}

// Behind the bracket that closes the one at `open`; -1 when none does.
function closing(plain, open) {
    let depth = 0;
    for (let i = open; i < plain.length; i++) {
        if ("([{".includes(plain[i])) depth++;
        if (")]}".includes(plain[i]) && --depth === 0) return i + 1;
    }
    return -1;
}

function* operators(plain) {
    for (const m of plain.matchAll(SPACED)) {
        yield [m.index, m.index + m[0].length, BINARY[m[0]], "operator"];
    }
    for (const m of plain.matchAll(/\+\+|--/g)) {
        yield [m.index, m.index + 2, m[0] === "++" ? "--" : "++", "operator"];
    }
    for (const m of plain.matchAll(/!(?!=)/g)) {
        yield [m.index, m.index + 1, "", "operator"];
    }
}

function* constants(plain) {
    for (const m of plain.matchAll(NUMBER)) {
        const n = BigInt(m[1]);
        const end = m.index + m[0].length;
        yield [m.index, end, `${n + 1n}${m[2]}`, "constant"];
        if (n > 0n) yield [m.index, end, `${n - 1n}${m[2]}`, "constant"];
    }
    for (const m of plain.matchAll(/\b(true|false)\b/g)) {
        const other = m[0] === "true" ? "false" : "true";
        yield [m.index, m.index + m[0].length, other, "constant"];
    }
}

// `while (true)` would only run into the time limit.
function* conditions(plain) {
    for (const m of plain.matchAll(/\b(if|while) \(/g)) {
        const start = m.index + m[0].length;
        const end = closing(plain, start - 1) - 1;
        if (end < 0) continue;
        if (m[1] === "if") yield [start, end, "true", "condition"];
        yield [start, end, "false", "condition"];
    }
}

// An error that is dropped, an answer that is turned round, nothing found.
function* returns(plain, text, functions) {
    for (const m of plain.matchAll(/\breturn\s+([^;]+);/g)) {
        const start = m.index + m[0].length - 1 - m[1].length;
        const head = functions.findLast((f) => f.start < m.index)?.head ?? "";
        const value = text.slice(start, start + m[1].length);
        let other = null;
        if (/\benum err\b[^(]*\(/.test(head)) {
            other = value === "OK" ? "ERR_INTERNAL" : `((void)(${value}), OK)`;
        } else if (/\bbool\b[^(]*\(/.test(head)) {
            other = /^(true|false)$/.test(value) ? null : `!(${value})`;
        } else if (/\*\s*\w+\(/.test(head) && value !== "NULL") {
            other = "NULL";
        }
        if (other) yield [start, start + m[1].length, other, "return"];
    }
}

// Does a statement begin at this place, the first of its line?
function beginsStatement(plain, at) {
    let i = at;
    while (i > 0 && /\s/.test(plain[i - 1])) i--;
    return (
        plain.slice(i, at).includes("\n") &&
        (i === 0 || ";{}:)".includes(plain[i - 1]) || /\b(else|do)$/.test(plain.slice(i - 4, i)))
    );
}

// A call whose result nobody takes, and what is written into a structure.
function* statements(plain) {
    for (const m of plain.matchAll(/(?:\(void\))?\b([a-z_]\w*)\(/g)) {
        const end = closing(plain, m.index + m[0].length - 1);
        if (KEYWORD.test(m[1]) || plain[end] !== ";") continue;
        if (beginsStatement(plain, m.index)) yield [m.index, end, "", "statement"];
    }
    for (const m of plain.matchAll(/(?:\*\w+|\w+(?:->|\.|\[)[^;=\n]*?) = /g)) {
        if (!beginsStatement(plain, m.index)) continue;
        let end = m.index;
        while (end < plain.length && plain[end] !== ";") {
            if ("([{".includes(plain[end])) end = closing(plain, end);
            else end++;
        }
        yield [m.index, end, "", "statement"];
    }
}

function headsOf(text) {
    const lines = blank(text).split("\n");
    const starts = [0];
    for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
    return functionsOf(text).map((f) => {
        const open = lines.indexOf("{", f.line - 1);
        return { start: starts[open], head: lines.slice(f.line - 1, open).join(" ") };
    });
}

// All mutants of a file's text: [{line, kind, from, to, source, text, nth}];
// `nth` tells apart those with one change in lines that read the same.
export function mutantsOf(text) {
    const plain = changeable(text);
    const found = [
        ...operators(plain),
        ...constants(plain),
        ...conditions(plain),
        ...returns(plain, text, headsOf(text)),
        ...statements(plain),
    ];
    const seen = new Set();
    const times = new Map();
    return found
        .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        .map(([start, end, to, kind]) => {
            const line = text.slice(0, start).split("\n").length;
            // a function keeps its lines, so that messages name the right one
            const breaks = text.slice(start, end).replace(/[^\n]/g, "");
            const changed = text.slice(0, start) + to + breaks + text.slice(end);
            const from = text.slice(start, end).replace(/\s+/g, " ");
            const source = text.split("\n")[line - 1].trim();
            return { line, kind, from, to, source, text: changed };
        })
        .filter((m) => !seen.has(m.text) && seen.add(m.text))
        .map((m) => {
            const key = [m.source, m.from, m.to].join("\n");
            times.set(key, (times.get(key) ?? 0) + 1);
            return { ...m, nth: times.get(key) };
        });
}
