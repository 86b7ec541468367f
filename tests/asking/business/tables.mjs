// How the tables are made and written: a seed, CSV, and the ways in which
// people write dates and amounts.
import { random } from "../../export/tables.mjs";

// The generator of one group of tables; a change in one moves no other.
export function dice(seed) {
    const r = random(seed);
    return {
        ...r,
        between: (low, high) => low + r.below(high - low + 1),
        chance: (p) => r.next() < p,
        // Early entries are drawn far more often than late ones.
        skewed: (list, power) => list[Math.floor(list.length * r.next() ** power)],
        // An amount with two decimals.
        amount: (low, high) => Math.round(100 * (low + (high - low) * r.next())) / 100,
    };
}

export const round = (n, decimals = 2) => Number(n.toFixed(decimals));
export const pad = (n, width) => String(n).padStart(width, "0");

export function addDays(day, n) {
    return new Date(Date.parse(day) + n * 86400000).toISOString().slice(0, 10);
}

// The same day of another month, or its last.
export function addMonths(day, n) {
    const [y, m, d] = day.split("-").map(Number);
    const last = new Date(Date.UTC(y, m + n, 0)).getUTCDate();
    return new Date(Date.UTC(y, m - 1 + n, Math.min(d, last))).toISOString().slice(0, 10);
}

// n days between two, in their order.
export function days(d, first, last, n) {
    const span = (Date.parse(last) - Date.parse(first)) / 86400000;
    return Array.from({ length: n }, () => addDays(first, d.below(span + 1))).sort();
}

// The last day of each month of these years.
export function monthEnds(first, last) {
    const ends = [];
    for (let y = first; y <= last; y++) {
        for (let m = 1; m <= 12; m++) {
            ends.push(new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10));
        }
    }
    return ends;
}

export const british = (day) => day && day.split("-").reverse().join("/");
export const american = (day) => day && `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
export const chinese = (day) => {
    const [y, m, d] = day.split("-").map(Number);
    return `${y}年${m}月${d}日`;
};
const thousands = (text, mark) => text.replace(/\B(?=(\d{3})+$)/g, mark);
export function dollars(n) {
    const [whole, cents] = n.toFixed(2).split(".");
    return `$${thousands(whole, ",")}.${cents}`;
}
// 1.234,50 as Spanish programs export it.
export function euros(n) {
    if (n === null) return null;
    const [whole, cents] = n.toFixed(2).split(".");
    return `${thousands(whole, ".")},${cents}`;
}
export const comma = (n) => (n === null ? null : n.toFixed(2).replace(".", ","));
export const point = (n) => (n === null ? null : n.toFixed(2));

// columns: [heading, property or function of the row]...
export function csv(columns, rows, { delimiter = ",", eol = "\n", mark = "" } = {}) {
    const field = (value) => {
        const text = value === null ? "" : String(value);
        const quoted = text.includes(delimiter) || /["\r\n]/.test(text);
        return quoted ? `"${text.replaceAll('"', '""')}"` : text;
    };
    const cell = (row, key) => (typeof key === "function" ? key(row) : row[key]);
    const lines = [
        columns.map(([heading]) => heading),
        ...rows.map((row) => columns.map(([, key]) => cell(row, key))),
    ];
    return mark + lines.map((line) => line.map(field).join(delimiter) + eol).join("");
}

// The questions of a group: answered by `ask`, refused by `refuse`. Files are
// those of the group unless a question names fewer.
export function asker(lang, folder, all) {
    const list = [];
    const put = (kind, question, rest, files) =>
        list.push({
            lang,
            kind,
            files: (files ?? all).map((f) => `${folder}/${f}`),
            question,
            ...rest,
        });
    return {
        list,
        // answers: a value, a list of values, or a list of rows; `also` is the
        // same said in another way.
        ask: (kind, question, answers, { files, also } = {}) =>
            put(
                kind,
                question,
                {
                    answers: Array.isArray(answers) ? answers : [answers],
                    ...(also === undefined ? {} : { also: Array.isArray(also) ? also : [also] }),
                },
                files,
            ),
        refuse: (kind, question, why, { files } = {}) =>
            put(kind, question, { unanswerable: why }, files),
    };
}
