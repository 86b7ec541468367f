#!/usr/bin/env node
// check_words.mjs [ROOT [--write]] - words of human languages belong in data files, and none
// stands in the C of asking and answering.
//
// A literal is such words where all of them are words of the lexicon or of questions in
// tests/asking, or where it has Chinese signs. Names of JSON members, SQL and messages are
// known by the call that they stand in. tools/words_allowed.txt has what stands there
// today, a count and a file a line: a count may fall and never rise, and a file that is not
// listed may have none. --write lowers the counts, and adds no file.
import fs from "node:fs";
import path from "node:path";
import { filesOf, read, runCheck } from "./source.mjs";

const LIST = path.join("tools", "words_allowed.txt");
const QUESTIONS = ["tests/asking/routing.jsonl", "tests/asking/clauses.jsonl", "tests/asking/counting/questions.jsonl"];
const NO_WORDS = /^(json|jsonw|error|fs|db|buf|args|semantic_find|bind_sql|arena|log|BUG)\w*$|printf|^lex_concept_(named|is)$|^include$/;
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'/g;
const CJK = /[\u3400-\u9fff]/;
const MAX_TOKENS = 4; // of a literal that is words; more is a sentence

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "");

function vocabulary(root) {
    const words = new Set();
    const add = (text) => (plain(text).match(/\p{L}+/gu) ?? []).forEach((w) => words.add(w));
    for (const language of ["en", "es", "any"])
        for (const file of filesOf(root, /\.txt$/).filter((f) => f.startsWith(path.join("data", "lexicon", language))))
            for (const line of read(root, file).split("\n")) if (/^(noun|verb|high|low|ask|say|may|rule|word): /.test(line)) add(line.replace(/^\w+: /, ""));
    for (const file of QUESTIONS.filter((f) => fs.existsSync(path.join(root, f))))
        for (const line of read(root, file).split("\n").filter(Boolean)) add(JSON.parse(line).question);
    return words;
}

// The name of the call, or "" for a list, that text before a literal ends in.
function caller(before) {
    let depth = 0;
    for (let i = before.length - 1; i >= 0; i--) {
        const c = before[i];
        if (c === ")" || c === "}" || c === "]") depth++;
        else if (c === "{" || c === ";") {
            if (depth-- === 0) return "";
        } else if (c === "(" || c === "[") {
            if (depth-- === 0) return /(\w*)\s*$/.exec(before.slice(0, i))[1];
        }
    }
    return "";
}

// The literals of a file that are words, with their lines.
function wordsIn(text, known) {
    const found = [];
    let last = 0;
    let code = ""; // with literals as blanks
    for (const m of text.matchAll(TOKEN)) {
        code += text.slice(last, m.index);
        last = m.index + m[0].length;
        const literal = m[0].slice(1, -1);
        const line = code.slice(code.lastIndexOf("\n") + 1);
        if (m[0][0] === '"' && !/^\s*#\s*include/.test(line) && isWords(literal, known) && !NO_WORDS.test(caller(code.slice(-3000)))) found.push({ literal, line: text.slice(0, m.index).split("\n").length });
        code += m[0].replace(/[^\n]/g, " ");
    }
    return found;
}

function isWords(literal, known) {
    if (CJK.test(literal)) return true;
    const tokens = literal.trim().split(/ +/);
    return tokens.length <= MAX_TOKENS && tokens.every((t) => /^\p{Ll}{2,}$/u.test(t) && known.has(plain(t)));
}

function allowed(root) {
    const list = new Map();
    if (!fs.existsSync(path.join(root, LIST))) return list;
    for (const line of read(root, LIST).split("\n").filter(Boolean)) {
        const [count, file] = line.split(" ");
        list.set(file, Number(count));
    }
    return list;
}

runCheck((root, report) => {
    const known = vocabulary(root);
    const list = allowed(root);
    const kept = [];
    let n = 0;
    let fewer = 0;
    for (const file of filesOf(root, /\.[ch]$/)) {
        if (!/^src\/(ask|answer)\//.test(file)) continue;
        const found = wordsIn(read(root, file), known);
        const most = list.get(file) ?? 0;
        n += found.length;
        if (found.length) kept.push(`${Math.min(found.length, most)} ${file}`);
        if (found.length > most)
            report(file, found.at(-1).line, `${found.length} literals are words of a language, ${most} are allowed: put them in data, as '${found.at(-1).literal}'`);
        fewer += Math.max(0, most - found.length);
    }
    if (process.argv.includes("--write")) fs.writeFileSync(path.join(root, LIST), `${kept.filter((line) => !line.startsWith("0 ")).join("\n")}\n`);
    const lower = fewer ? `; ${fewer} fewer than ${LIST} allows: node tools/check_words.mjs . --write` : "";
    return `words: ${n} literals in ${kept.length} files are words of a language${lower}`;
});
