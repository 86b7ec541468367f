// When the rows of an answer say the truth of a blind question: rows against rows.
// Columns may stand in any order and further ones beside them; rows may not.
//   a whole number exactly, another one within half a percent or 0.005
//   a day by that day, a minute with its seconds or without; a month by any day in it, by "Mar 2024", or by year and
//   month in two cells; a quarter likewise
//   an hour of the day as a number or by the clock
//   text without case, accents, spaces and marks at its ends; yes and no in words
const NEAR = 0.005;
const TRUE = ["true", "yes", "si", "是", "verdadero"];
const FALSE = ["false", "no", "否", "falso"];
const PERIOD = /^(\d{4})-(?:q([1-4])|(\d\d))$/i;

const LANGUAGES = ["en", "es", "zh"];
const MONTHS = new Map(
    LANGUAGES.flatMap((language) =>
        ["long", "short"].flatMap((month) => {
            const names = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" });
            return Array.from({ length: 12 }, (_, i) => [names.format(Date.UTC(2024, i)).toLowerCase().replace(".", ""), i + 1]);
        }),
    ),
);
const monthOf = (word) => MONTHS.get(word.toLowerCase());

function fold(value) {
    const text = String(value)
        .normalize("NFKC")
        .normalize("NFKD")
        .replace(/\p{Mn}/gu, "")
        .toLowerCase()
        .replace(/\s+/g, " ")
        .replace(/^[ .,:;"'()]+|[ .,:;"'()]+$/g, "");
    return TRUE.includes(text) ? "true" : FALSE.includes(text) ? "false" : text;
}

// The number that a cell is: 1,234.50, $12, 7 %.
function numberOf(value) {
    if (typeof value === "number") return value;
    if (value === null || typeof value === "boolean") return null;
    const text = String(value).trim().replace(/^(?:[$€£¥]|MXN|USD|EUR)\s?|\s?[%€$¥元]$/g, "");
    const plain = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(",", "") : text;
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

const isNear = (number, truth) => Math.abs(number - truth) <= Math.max(NEAR, NEAR * Math.abs(truth));

// { year, month, day, time } of a date or time; a month alone has day 0.
function momentOf(value) {
    const text = String(value).trim();
    const iso = /^(\d{4})[-/](\d\d?)(?:[-/](\d\d?))?(?:[T ](\d\d?:\d\d(?::\d\d)?).*)?$/.exec(text) ?? /^(\d{4})年(\d\d?)月(?:(\d\d?)日)?$/.exec(text);
    if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3] ?? 0), time: iso[4] ?? "00:00:00" };
    const words = text.toLowerCase().split(/[ ,.\-/]+/).filter((word) => word && word !== "de");
    const year = words.find((word) => /^\d{4}$/.test(word));
    const month = words.map(monthOf).find(Boolean);
    return words.length === 2 && year && month ? { year: Number(year), month, day: 0, time: "00:00:00" } : null;
}

function isQuarter(value, number) {
    return new RegExp(`^(?:[qt]${number}|${number}[qt]|第?${number}季度)$`).test(fold(value));
}

function isPeriod(value, [, year, quarter, month]) {
    const moment = momentOf(value);
    if (moment) return moment.year === Number(year) && (quarter ? Math.ceil(moment.month / 3) === Number(quarter) : moment.month === Number(month));
    if (!quarter) return String(value).trim() === year + month;
    return fold(value).split(/[ -]+/).some((word) => isQuarter(word, quarter)) && fold(value).includes(year);
}

function isDate(value, truth) {
    const [moment, want] = [momentOf(value), momentOf(truth)];
    const isSameDay = moment && ["year", "month", "day"].every((part) => moment[part] === want[part]);
    return Boolean(isSameDay && (truth.length <= 10 || moment.time.padEnd(8, ":00") === want.time.padEnd(8, ":00")));
}

function isNumber(value, truth, percent) {
    const number = numberOf(value);
    if (number === null) {
        const moment = momentOf(value);
        return Number.isInteger(truth) && moment?.year === truth && moment.month === 1 && moment.day <= 1;
    }
    if (Number.isInteger(truth)) return Math.abs(number - truth) < 1e-6 * Math.max(1, Math.abs(truth) / 1e6);
    return isNear(number, truth) || (percent && [100, 0.01].some((k) => Math.abs(number * k - truth) <= NEAR * Math.abs(truth)));
}

// An hour of the day: 22, and "22", are 22:00.
const isHour = (value, truth) => /^\d\d:00$/.test(String(value)) && /^\d\d?$/.test(String(truth)) && Number(String(value).slice(0, 2)) === Number(truth);

export function isCell(value, truth, percent = false) {
    if (isHour(value, truth)) return true;
    if (truth === null) return value === null || String(value).trim() === "";
    if (value === null || value === undefined) return false;
    if (typeof truth === "boolean") return fold(value) === String(truth) || numberOf(value) === Number(truth);
    if (typeof truth === "number") return isNumber(value, truth, percent);
    if (/^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/.test(truth)) return isDate(value, truth);
    const period = PERIOD.exec(truth);
    if (period) return isPeriod(value, period);
    if (fold(value) === fold(truth)) return true;
    const [number, want] = [numberOf(value), numberOf(truth)];
    return !/^\d+$/.test(truth) && want !== null && number !== null && isNear(number, want);
}

// Does each of `wanted` find one of `found` of its own?
function isPaired(wanted, found, fits) {
    const taken = new Map();
    const place = (i, seen) =>
        found.some((one, j) => {
            if (seen.has(j) || !fits(wanted[i], one)) return false;
            seen.add(j);
            if (taken.has(j) && !place(taken.get(j), seen)) return false;
            taken.set(j, i);
            return true;
        });
    return wanted.length <= found.length && wanted.every((_, i) => place(i, new Set()));
}

// A period of a truth in cells of its own: year and month, or the month alone where
// all are of one year.
function isSplitPeriod(row, truth, at, percent, isOneYear) {
    const period = PERIOD.exec(truth[at]);
    if (!period) return false;
    const part = (value) => (period[2] ? isQuarter(value, period[2]) || numberOf(value) === Number(period[2]) : monthOf(fold(value)) === Number(period[3]) || numberOf(value) === Number(period[3]));
    const rest = truth.filter((_, i) => i !== at).map((t) => (value) => isCell(value, t, percent));
    const splits = [[(value) => isCell(value, Number(period[1])), part], ...(isOneYear ? [[part]] : [])];
    return splits.some((split) => isPaired([...split, ...rest], row, (fits, value) => fits(value)));
}

function isRow(row, truth, percent, isOneYear) {
    return isPaired(truth, row, (t, value) => isCell(value, t, percent)) || truth.some((_, at) => isSplitPeriod(row, truth, at, percent, isOneYear));
}

function isTruth({ rows, columns }, answer, { ordered, percent }) {
    const truth = answer.map((row) => (Array.isArray(row) ? row : [row]));
    const years = new Set(truth.flat().map((value) => PERIOD.exec(value)?.[1]).filter(Boolean));
    const fits = (t, row) => isRow(row, t, percent, years.size === 1);
    if (rows.length === truth.length && (ordered ? truth.every((t, i) => fits(t, rows[i])) : isPaired(truth, rows, fits))) return true;
    if (truth.length === 1 && truth[0].length === rows.length) return isPaired(truth[0], rows, (t, row) => row.some((value) => isCell(value, t, percent)));
    const isLabelled = rows.length === 1 && truth.length > 1 && truth.every((row) => row.length === 2);
    const cells = isLabelled ? rows[0].map((value, i) => [columns[i] ?? "", value]) : [];
    return isLabelled && isPaired(truth, cells, ([name, t], [column, value]) => fold(column).includes(fold(name)) && isCell(value, t, percent));
}

// results: those of an answer; question: a line of a set.
export function isRight(results, question) {
    if (!results?.rows?.length || results.truncated) return false;
    return [question.answer, ...(question.alt ?? [])].some((answer) => isTruth(results, answer, question));
}
