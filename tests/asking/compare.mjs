// Denotation: whether an answer says the truth, whatever it looks like. It shares
// nothing with the program.

const QUARTER = /^(?:(\d{4})[- ]?q([1-4])|q([1-4])[- ]?(\d{4}))$/;

// Text as it is compared: width, case and spaces apart.
const fold = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");

// A number, or null: 1,234.50 $ and 12 % are numbers, 2024-03 is none.
function asNumber(value) {
    if (typeof value === "number") return value;
    const text = value.replace(/[$€%\s]/g, "").replace(/,(?=\d{3}(?:\D|$))/g, "");
    return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

// Equal to six digits, or the truth rounded where the answer ends, not before
// the second decimal and never half a percent off.
function sameNumber(answer, truth) {
    const off = Math.abs(answer - truth);
    if (off <= 1e-6 * Math.abs(truth) || off < 1e-9) return true;
    const decimals = Math.max(2, (String(answer).split(".")[1] ?? "").length);
    return off <= 0.500001 * 10 ** -decimals && off <= 0.005 * Math.abs(truth);
}

// The day, month or quarter that a text names, as a start; null if none.
function asPeriod(text) {
    const quarter = QUARTER.exec(text);
    if (quarter) {
        const year = quarter[1] ?? quarter[4];
        const number = Number(quarter[2] ?? quarter[3]);
        return `${year}-${String(3 * number - 2).padStart(2, "0")}-01`;
    }
    const day = /^(\d{4}-\d\d)(-\d\d)?(?:[t ]00:00(:00(\.0+)?)?)?$/.exec(text);
    return day ? day[1] + (day[2] ?? "-01") : null;
}

// Truth is a day, a month (any day of it says it) or a quarter (its first day).
function samePeriod(answer, truth) {
    const said = asPeriod(answer);
    if (said === null) return false;
    if (/^\d{4}-\d\d$/.test(truth)) return said.startsWith(truth);
    return said === asPeriod(truth);
}

export function same(answer, truth) {
    if (answer === null || answer === undefined || truth === null) return (answer ?? null) === truth;
    if (typeof truth === "number") {
        const number = asNumber(answer === true ? 1 : answer === false ? 0 : answer);
        return number !== null && sameNumber(number, truth);
    }
    const [a, t] = [fold(String(answer)), fold(truth)];
    return a === t || (asPeriod(t) !== null && samePeriod(a, t));
}

// Whether each row has its own row of the truth, and none is left, when column
// columns[i] of a row is held against column i of the truth.
function sameRows(rows, truth, columns) {
    const left = [...truth];
    for (const row of rows) {
        const at = left.findIndex((t) => t.every((v, i) => same(row[columns[i]], v)));
        if (at < 0) return false;
        left.splice(at, 1);
    }
    return left.length === 0;
}

// Whether some choice of columns makes the rows the truth. Further columns may
// stand beside it (a name beside its amount); further rows may not.
function matches(rows, truth) {
    const wanted = truth.map((t) => (Array.isArray(t) ? t : [t]));
    if (rows.length !== wanted.length || rows.length === 0) return false;
    const width = wanted[0].length;
    const choose = (columns) => {
        if (columns.length === width) return sameRows(rows, wanted, columns);
        return rows[0].some((_, c) => !columns.includes(c) && fits(columns, c) && choose([...columns, c]));
    };
    const fits = (columns, c) => wanted.some((t) => same(rows[0][c], t[columns.length]));
    return choose([]);
}

// rows: results.rows of an answer; question: a line of a set.
export function isRight(rows, question) {
    return [question.answers, question.also].some((truth) => truth && matches(rows, truth));
}
