// Monthly series as trades export them, with what happens to exports: columns are renamed,
// added and put in another order, one month is exported in another way. The figures that
// are right are computed from the rows that were written.
import fs from "node:fs";
import path from "node:path";

import { domains } from "./domains.mjs";

const LANGUAGES = ["en", "es", "zh"];
const BAD = ["semicolons", "titles", "empty", "copy", "latin", "none"];

// A small generator of numbers, the same each time.
export function numbers(seed) {
    let state = (seed * 2654435761 + 12345) % 2147483648;
    return (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor((state / 2147483648) * below);
    };
}

const two = (n) => String(n).padStart(2, "0");

function value(column, month, at, pick) {
    if (column.kind === "key") return String(month * 1000 + at);
    if (column.kind === "day") return `2024-${two(month)}-${two(1 + pick(28))}`;
    if (column.kind === "one") return column.values[pick(column.values.length)];
    if (column.kind === "whole") return String(column.low + pick(column.high - column.low + 1));
    // Figures of money are many small ones and few large ones.
    const share = (pick(10000) / 10000) ** 2;
    return (column.low + share * (column.high - column.low)).toFixed(2);
}

function shift(day, days) {
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + days);
    return date.toISOString().slice(0, 10);
}

// What happens in which month: { renamed: { column: from month }, added, reordered, bad }.
function history(domain, seed, months, pick) {
    const names = Object.keys(domain.columns);
    const renamed = {};
    for (const name of names) if (pick(3) === 0) renamed[name] = 2 + pick(months - 1);
    renamed[domain.measure] ??= 2 + pick(months - 1); // the measure always
    return {
        renamed,
        added: pick(3) ? 2 + pick(months - 1) : months + 1,
        reordered: pick(2) ? 2 + pick(months - 1) : months + 1,
        bad: BAD[seed % BAD.length],
        badMonth: 2 + pick(months - 1),
    };
}

function fileName(domain, language, month, seed) {
    const name = domain.name[language];
    return [`${name}_2024-${two(month)}.csv`, `${name}_2024${two(month)}.csv`, `${name} 2024 ${two(month)} export.csv`][seed % 3];
}

// A file as it is written in a month of which something is to be said.
function write(file, header, rows, bad, language) {
    const quote = (cell, mark) => (cell.includes(mark) ? `"${cell}"` : cell);
    let [mark, lines] = [",", [header, ...rows]];
    if (bad === "semicolons") {
        mark = ";";
        lines = [header, ...rows.map((row) => row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? cell.replace(".", ",") : cell)))];
    }
    const text = lines.map((row) => row.map((cell) => quote(cell, mark)).join(mark)).join("\r\n");
    const title = bad === "titles" ? `Export 2024\r\n\r\n` : "";
    fs.writeFileSync(file, Buffer.from(`${title}${text}\r\n`, bad === "latin" && language !== "zh" ? "latin1" : "utf8"));
}

// `near`: the column of which only the place is taken by another one, or null.
function makeSeries(folder, domain, language, seed, near) {
    const pick = numbers(seed);
    const months = 4 + pick(5);
    const h = near ? { renamed: {}, added: months + 1, reordered: months + 1, bad: "none" } : history(domain, seed, months, pick);
    const nearFrom = near ? 2 + pick(months - 1) : 0;
    const names = Object.keys(domain.columns);
    const order = [...names].sort((a, b) => ((a + seed).length * 7 + a.charCodeAt(0) * seed) % 11 - (((b + seed).length * 7 + b.charCodeAt(0) * seed) % 11));
    const files = [];
    const all = [];
    for (let month = 1; month <= months; month++) {
        const isBad = h.badMonth === month ? h.bad : "none";
        const here = [...(h.reordered <= month ? order : names)];
        if (h.added <= month) here.splice(1 + (seed % (here.length - 1)), 0, "added");
        const count = isBad === "empty" ? 0 : 25 + pick(40);
        const rows = Array.from({ length: count }, (_, at) => {
            const row = { month, other: near && nearFrom <= month };
            for (const name of here) row[name] = value(name === "added" ? domain.added[0] : domain.columns[name][0], month, at, pick);
            if (row.other) row[near] = domain.near[near].factor ? (Number(row[near]) * domain.near[near].factor).toFixed(2) : shift(row[near], domain.near[near].shift);
            return row;
        });
        const title = (name) => {
            if (name === "added") return domain.added[1][language];
            if (name === near) return domain.near[near][language][nearFrom <= month ? 1 : 0];
            return domain.columns[name][1][language][h.renamed[name] <= month ? 1 : 0];
        };
        const file = fileName(domain, language, month, seed);
        write(path.join(folder, file), here.map(title), rows.map((row) => here.map((name) => row[name])), isBad, language);
        files.push(file);
        all.push(...rows);
    }
    return { domain, language, files, rows: all, months, h };
}

// ---- questions ----

const cents = (rows, name) => rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0) / 100;

function grouped(rows, key, figure) {
    const groups = new Map();
    for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
    return [...groups].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([of, list]) => [of, figure(list)]);
}

const FORMS = {
    total: { en: (m) => `total ${m}`, es: (m) => `total de ${m}`, zh: (m) => `${m}总计` },
    byMonth: { en: (m) => `total ${m} by month`, es: (m) => `total de ${m} por mes`, zh: (m) => `每月${m}总计` },
    byGroup: { en: (m, g) => `total ${m} by ${g}`, es: (m, g) => `total de ${m} por ${g}`, zh: (m, g) => `按${g}统计${m}总计` },
    most: { en: (m) => `highest ${m}`, es: (m) => `${m} máximo`, zh: (m) => `最高的${m}` },
    rows: { en: () => "how many rows", es: () => "cuántas filas hay", zh: () => "一共有多少行" },
    of: { en: (m, g, v) => `total ${m} where ${g} is ${v}`, es: (m, g, v) => `total de ${m} con ${g} ${v}`, zh: (m, g, v) => `${g}为${v}的${m}总计` },
};

const lower = (name, language) => (language === "zh" ? name : name.replace(/_/g, " ").replace(/\s*\(.*\)/, "").toLowerCase());

// The questions of a series, in the words of its first month and of its last.
function questionsOf(s) {
    const { domain, language, rows } = s;
    const [measure, group] = [domain.measure, domain.group];
    const made = [];
    const sum = (list) => cents(list, measure);
    const value = domain.columns[group][0].values[1];
    for (const era of [0, 1]) {
        const m = lower(domain.columns[measure][1][language][era], language);
        const g = lower(domain.columns[group][1][language][era && s.h.renamed[group] ? 1 : 0], language);
        made.push({ form: "total", era, question: FORMS.total[language](m), gold: [[sum(rows)]] });
        made.push({ form: "byMonth", era, question: FORMS.byMonth[language](m), gold: grouped(rows, (row) => row.month, sum) });
        made.push({ form: "byGroup", era, question: FORMS.byGroup[language](m, g), gold: grouped(rows, (row) => row[group], sum) });
        made.push({ form: "of", era, question: FORMS.of[language](m, g, value), gold: [[sum(rows.filter((row) => row[group] === value))]] });
        made.push({ form: "most", era, question: FORMS.most[language](m), gold: [[Math.max(...rows.map((row) => Number(row[measure])))]] });
    }
    made.push({ form: "rows", era: 0, question: FORMS.rows[language](), gold: [[rows.length]] });
    return made;
}

// What was put in a column's place is not it: figures of its own rows only.
function nearQuestions(s, near) {
    const { domain, language, rows } = s;
    const [first, second] = domain.near[near][language].map((name) => lower(name, language));
    const made = [];
    for (const [name, other] of [[first, false], [second, true]]) {
        const own = rows.filter((row) => row.other === other);
        if (domain.near[near].factor) {
            made.push({ form: "near", question: FORMS.total[language](name), gold: [[cents(own, near)]], mixed: cents(rows, near) });
            continue;
        }
        const last = (list) => list.map((row) => row[near]).sort().at(-1);
        const asked = { en: `latest ${name}`, es: `última ${name}`, zh: `最晚的${name}` }[language];
        made.push({ form: "near", question: asked, gold: [[last(own)]], mixed: last(own) === last(rows) ? null : last(rows) });
    }
    return made;
}

// Twenty series, and one more for each near miss and language. Series of an odd number
// are `held`: rules are made by looking at the others.
export function makeAll(folder, seed) {
    const lines = [];
    const put = (s, name, questions, held) => questions.forEach((q, i) => lines.push({ ...q, id: `${name} ${i}`, files: s.files.map((f) => path.join(name, f)), language: s.language, held, added: s.h }));
    for (let i = 0; i < 20; i++) {
        const [domain, language] = [domains[i % domains.length], LANGUAGES[Math.floor(i / 2) % 3]];
        const name = `s${two(i)}_${language}`;
        fs.mkdirSync(path.join(folder, name), { recursive: true });
        const s = makeSeries(path.join(folder, name), domain, language, seed + i, null);
        put(s, name, questionsOf(s), i % 2 === 1);
    }
    domains.forEach((domain, d) => {
        for (const near of Object.keys(domain.near)) {
            for (const language of LANGUAGES) {
                const name = `n${d}${near}_${language}`;
                fs.mkdirSync(path.join(folder, name), { recursive: true });
                const s = makeSeries(path.join(folder, name), domain, language, seed + 100 + d, near);
                put(s, name, nearQuestions(s, near), d % 2 === 1);
            }
        }
    });
    return lines;
}

// ---- judging ----

const isFigure = (cell, gold) => (typeof gold === "number" ? cell !== null && Math.abs(Number(cell) - gold) < 0.006 : String(cell ?? "").startsWith(gold));

// "right", "wrong", or "asked" back.
export function judge(line, answer) {
    const rows = answer.results?.rows;
    if (answer.mode !== "structured_query" || !rows) return "asked";
    const gold = line.gold.map((row) => row.at(-1));
    const has = (row, figure) => row.some((cell) => isFigure(cell, figure));
    if (rows.length !== gold.length) return "wrong";
    if (gold.length === 1) return has(rows[0], gold[0]) ? "right" : "wrong";
    const left = [...rows];
    for (const figure of gold) {
        const at = left.findIndex((row) => has(row, figure));
        if (at < 0) return "wrong";
        left.splice(at, 1);
    }
    return "right";
}

// Does a warning say that not all of the files are in it, or which columns are one?
export const isTold = (answer) => (answer.warnings ?? []).length > 0;
