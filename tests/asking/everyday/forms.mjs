// What the everyday tables and questions need beyond those of business: further
// ways in which people write dates, names of people, days between two dates.
import { best, share } from "../business/truth.mjs";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const parts = (day) => day.split("-").map(Number);
const written = (write) => (day) => (day ? write(...parts(day)) : null);

// 5 Mar 2024, 05-Mar-2024, Mar-24, 05.03.2024, 3/5/2024
export const spoken = written((y, m, d) => `${d} ${MONTHS[m - 1]} ${y}`);
export const dashed = written((y, m, d) => `${String(d).padStart(2, "0")}-${MONTHS[m - 1]}-${y}`);
export const monthYear = written((y, m) => `${MONTHS[m - 1]}-${String(y).slice(2)}`);
export const dotted = (day) => day && day.split("-").reverse().join(".");
export const slashed = written((y, m, d) => `${m}/${d}/${y}`);

export const daysBetween = (first, last) => (Date.parse(last) - Date.parse(first)) / 86400000;
// Sunday is 0.
export const weekday = (day) => new Date(day).getUTCDay();

// A part in percent, with the fraction as another form of it.
export const percent = (part, whole, rest = {}) => [share(part, whole), { ...rest, also: part / whole }];

// n people with a name of their own each.
export function people(d, n, first, last) {
    const names = new Set();
    while (names.size < n) names.add(`${d.pick(first)} ${d.pick(last)}`);
    return [...names];
}

// Which of two: the name alone, or both with their amounts.
export const which = (pairs, rest = {}) => [best(pairs), { ...rest, also: pairs }];
