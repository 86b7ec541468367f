// The arithmetic of the truth, over plain arrays of objects. It shares nothing
// with the program: no SQL, no reader of files. An empty cell is null and takes
// no part in sums, means and counts of values.
//
// `key` is a name of a property or a function of the row.
const reader = (key) => (typeof key === "function" ? key : (row) => row[key]);
const byNumber = (a, b) => a - b;

export const values = (rows, key) =>
    rows.map(reader(key)).filter((v) => v !== null && v !== undefined);
export const sum = (rows, key) => values(rows, key).reduce((s, v) => s + v, 0);
export const mean = (rows, key) => sum(rows, key) / values(rows, key).length;
export const least = (rows, key) => Math.min(...values(rows, key));
export const most = (rows, key) => Math.max(...values(rows, key));
export const distinct = (rows, key) => new Set(values(rows, key)).size;
export const share = (part, whole) => (100 * part) / whole;
export const growth = (before, after) => (100 * (after - before)) / before;

export function median(rows, key) {
    const sorted = values(rows, key).sort(byNumber);
    const half = sorted.length >> 1;
    return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

// Rows of each value of `key`, in the order in which the values first occur.
export function groups(rows, key) {
    const found = new Map();
    for (const row of rows) {
        const k = reader(key)(row);
        if (k === null) continue;
        if (!found.has(k)) found.set(k, []);
        found.get(k).push(row);
    }
    return found;
}

// [value of key, measure of its rows] of each group.
export const by = (rows, key, measure) =>
    [...groups(rows, key)].map(([k, list]) => [k, measure(list)]);

export const counts = (rows, key) => by(rows, key, (list) => list.length);
export const sums = (rows, key, amount) => by(rows, key, (list) => sum(list, amount));
export const means = (rows, key, amount) => by(rows, key, (list) => mean(list, amount));

// A question whose truth hangs on a tie is not asked.
function ranked(pairs, n, sign) {
    const sorted = [...pairs].sort((a, b) => sign * (a[1] - b[1]));
    for (let i = 0; i < n && i + 1 < sorted.length; i++) {
        if (Math.abs(sorted[i][1] - sorted[i + 1][1]) < 1e-9) {
            throw new Error(`a tie at place ${i + 1}: ${sorted[i]}, ${sorted[i + 1]}`);
        }
    }
    return sorted.slice(0, n);
}

export const top = (n, pairs) => ranked(pairs, n, -1);
export const bottom = (n, pairs) => ranked(pairs, n, 1);
export const names = (pairs) => pairs.map(([name]) => name);
export const best = (pairs) => top(1, pairs)[0][0];
export const worst = (pairs) => bottom(1, pairs)[0][0];

// Which of two: the name alone, or both with their amounts.
export const either = (pairs) => [best(pairs), { also: pairs }];

// Rows as pairs for a ranking.
export const pairs = (rows, key, amount) =>
    rows
        .filter((row) => reader(amount)(row) !== null)
        .map((row) => [reader(key)(row), reader(amount)(row)]);

// Of dates as yyyy-mm-dd.
export const year = (day) => Number(day.slice(0, 4));
export const month = (day) => day.slice(0, 7);
export const quarter = (day) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
export const from = (first, last, key = "day") => (row) =>
    row[key] !== null && row[key] >= first && row[key] <= last;

// Rows of the table by a key that occurs once.
export const index = (rows, key) => new Map(rows.map((row) => [row[key], row]));
