#!/usr/bin/env node
// seed.mjs - weights to begin learning with: what is plain about words and roles. The
// numbers in names are those of the enums in src/ask/parse and src/ask/vocabulary.
const weights = new Map();
const range = (n, from = 0) => Array.from({ length: n - from }, (_, i) => i + from);
const put = (weight, ...name) => weights.set(name.join(":"), (weights.get(name.join(":")) ?? 0) + weight);

// Every combination of the lists.
function* product(...lists) {
    if (lists.length === 0) yield [];
    else for (const rest of product(...lists.slice(0, -1))) for (const one of lists.at(-1)) yield [...rest, one];
}

const NATURES = range(13);
const OPERATIONS = range(59); // before a word: 0 none, else enum concept_kind + 1
const [AGG, MANY, MUCH, TOP, MOST, LIKE, BY, LAST] = [1, 2, 3, 4, 5, 6, 7, 19];
const SUPER_OPERATION = 70;
const AGG_OPERATION = 71;
const STDDEV = 1 << 12; // as a bit of what was said

// How words mean a column or a value: enum meaning_level.
const LEVEL = [3.2, 2.4, 1.4, 0.6, 2.2, 1.4, 1.6, 2.4, 1.2, 1.8, 2.0, 1.0, 2.4, 1, 1, 0.2];
for (const [level, nature, n] of product(range(16), NATURES, range(5, 1))) {
    for (const fine of range(17)) put(LEVEL[level] + 1.6 * (n - 1) + (fine < 8 ? 0.25 * (fine - 2) : (fine >= 12 ? 0.5 : 0) - 0.25 * (fine % 4)), "column", level, nature, n, fine);
    put((level === 0 ? 3.6 : LEVEL[level] + 0.4) + 1.8 * (n - 1), "value", level, n, nature);
}
for (const [level, superlative, high, nature] of product(range(15), range(2), range(2), NATURES)) put(LEVEL[level] + 0.8 + 0.6 * superlative, "super", level, superlative, high, nature);

// Values that cells hold among others, superlatives of what the table has not, numbers that no known word compares, numbers that are 0.
for (const [level, n, nature, many] of product(range(15), range(5, 1), NATURES, range(2))) put(many ? -0.3 : -0.9, "value", level + 20, n, nature, many);
for (const [superlative, high] of product(range(2), range(2))) put(1.4, "super", 3, superlative, high, 20);
for (const [cmp, nature, between] of product([23, 25], NATURES, range(2))) put(-0.8, "number", 0, cmp, nature, between);
for (const [nature, op] of product(NATURES, OPERATIONS)) put(0.6, "role", 20, nature, op);

// Two columns of one row: how that was said, which kinds they are, how they are compared.
for (const [said, op, negated] of product(range(4), range(6), range(2))) put([0, 1, 0.8, -0.4][said], "value", 60 + said, op, negated);
for (const [level, n] of product(range(16), range(5, 1))) put(LEVEL[level] + 1.6 * (n - 1), "value", 70, level, n);
for (const [before, all, level] of product(range(4), range(4), range(16))) put(-0.25 * before - 0.15 * all, "rivals", 22, before, all, level);
for (const [nature, op] of product(NATURES, OPERATIONS)) put(0.3, "role", 21, nature, op);

// The place of a group of rows, of which the training sets have few: FORM_PLACE_OF.
put(3, "outputs", 29, 10, 0);

// How unlikely it is by the wording, in steps of half a unit of the logarithm.
for (const level of range(13)) put(0.45 - 0.4 * (0.5 * level + 0.25), "asked_for", level);
for (const level of range(33)) put(0.25 * (level - 16), "asked_parts", level); // as likely as they say

// Words that are skipped: their kind, what else they may mean.
for (const kind of range(4)) {
    put([-1.2, -1.5, -0.5, 0][kind], "skip", kind, 0);
    put(-2, "skip", kind, 1);
    put(-0.1, "skip", kind, 2);
    put(-0.7, "skip", kind, 3);
}
for (const n of range(5, 1)) put(0.2, "skip", 9, n);
for (const [kind, param, n] of product(range(58), range(64), range(5, 1))) put(0.5 + 0.5 * (n - 1), "op", kind, param, n);

// Roles: group, measure, condition, set, not set; by the column and the operation before.
for (const nature of NATURES) {
    const isGroup = nature >= 6 && nature <= 11;
    for (const op of OPERATIONS) {
        put(isGroup ? 0.4 : -0.6, "role", 0, nature, op);
        put(isGroup ? -0.4 : 0.4, "role", 1, nature, op);
        put(-1.2, "role", 2, nature, op);
        put(0.3, "role", 3, nature, op);
        put(0.3, "role", 4, nature, op);
    }
    put(1.6, "role", 0, nature, BY + 1);
    put(-1, "role", 1, nature, BY + 1);
}
for (const role of range(3)) {
    put(role === 2 ? 1.2 : -0.4, "role_next", role, 1, 0);
    put(role === 2 ? 0.6 : 0, "role_next", role, 3, 0);
}
put(1.5, "role", 5, 0);

// Numbers: use, comparison, column.
for (const [cmp, nature, between] of product(range(12), NATURES, range(2))) put(cmp ? 1.2 : -0.2, "number", 0, cmp, nature, between);
for (const [cmp, op] of product(range(12), OPERATIONS)) {
    put(op === TOP + 1 || op === MOST + 1 ? 1 : -0.6, "number", 1, cmp, op);
    put(-0.4, "number", 2, cmp, op);
    put(op === LAST + 1 ? 1.2 : -2, "number", 3, cmp, op);
    put(0.4, "number", 4, cmp, op);
}
const NEXT = [...range(7), 20];
const FOUND = { 1: 0.9, 2: 0, 3: 0.9, 4: 0.5, 5: 0.1, 9: 1.2, 10: 0.4, 11: -1.2 };
for (const [how, op, next] of product(range(12), OPERATIONS, NEXT)) put(FOUND[how] ?? 0, "number_at", 0, how, op, next);
for (const [cmp, op, between, number] of product(range(12), OPERATIONS, range(2), range(2))) put(3 - 0.8 * number, "period", cmp, op, between, number);
for (const [level, op, more, next] of product(range(15), OPERATIONS, range(2), NEXT)) put((more ? 0.8 : 1.6) - (level >= 13 ? 2.8 : 0), "rows", level, op, more, next);

// Forms: enum form, how likely each is, and by which operations.
const FORMS = "COUNT DISTINCT AGG LIST CELLS ROWS ROWX GROUPX COUNTX PART SHARE SIDES GAP GROWTH SERIES HAVING HAVINGC BEST RATIO PAIR DURATION RUNNING AND COLUMNS NEWEST MIXED TIMES FORMULAX DISTINCTX PLACE AGAINST EACH BOTH FIGURES HAVINGX PERCENTILE CORRELATION SHAREIN RANKIN NEVER ENDROWS STREAK UNRELATED REST MADE".split(" ");
const PRIOR = [0.2, -0.8, 0.5, 0, 0, -1.5, -0.3, -0.3, -0.5, -1.5, -1.5, -0.8, -1.2, -1.5, -2, -0.2, -0.4, -1, -1.5, -1.8, -1, -2, -1, -1, -0.5, -0.6, -1.6, -1.4, -1.2, -0.8, -1.4, -2.2, -2.8, -1, -1.2, -1, -1, -1, -1, -1, -1, -1, -2, -2.5, 1];
for (const [form, measures, groups] of product(range(FORMS.length), range(4), range(4))) put(PRIOR[form] - 0.1 * (measures > 1) - 0.1 * (groups > 1), "form", form, measures, groups);
const RAISED = {
    [AGG]: { AGG: 1.2 },
    [MANY]: { COUNT: 2, DISTINCT: 1.2, HAVINGC: 1, AND: 0.8 },
    [MUCH]: { AGG: 1.5 },
    [TOP]: { ROWX: 1.5, GROUPX: 1.5, COUNTX: 0.8 },
    [MOST]: { ROWX: 1.5, GROUPX: 1.3, COUNTX: 1.2, BEST: 0.8 },
    [LIKE]: { ROWX: 1.5, GROUPX: 0.6 },
    20: { PART: 3, SHARE: 2, SHAREIN: 3 },
    22: { LIST: 1, CELLS: 1 },
    23: { LIST: 0.4, ROWX: 0.3 },
    24: { LIST: 0.4, ROWX: 0.4 },
    25: { LIST: 0.4, AGG: 0.3 },
    27: { SIDES: 2 },
    30: { COUNT: 0.3, AGG: 0.3 },
    35: { GROWTH: 2.5, SERIES: 1.5 },
    36: { GAP: 2.5, PAIR: 1.5 },
    37: { SIDES: 1.2, HAVING: 0.3 },
    40: { RUNNING: 4 },
    44: { DURATION: 1 },
    45: { DURATION: 2 },
    46: { RATIO: 1.5, PAIR: 1 },
    49: { COUNT: 0.5, AGG: 0.5 },
    52: { PERCENTILE: 5 },
    53: { CORRELATION: 5 },
    54: { SHAREIN: 2.5, RANKIN: 2.5, BEST: 4 },
    55: { NEVER: 5 },
    56: { BOTH: 4 },
    57: { STREAK: 5 },
};
for (const [op, forms] of Object.entries(RAISED)) for (const [name, weight] of Object.entries(forms)) for (const low of range(32)) put(weight, "form_op", FORMS.indexOf(name), op, low);
// Words that one form alone has: what leaves them out says something else.
const OWN = { 52: ["PERCENTILE"], 53: ["CORRELATION"], 54: ["SHAREIN", "RANKIN", "BEST"], 55: ["NEVER"], 57: ["STREAK"] };
for (const [op, forms] of Object.entries(OWN)) for (const [form, low] of product(FORMS.filter((name) => !forms.includes(name)), range(32))) put(-2, "form_op", FORMS.indexOf(form), op, low);
// What is not there, by how its table is named.
for (const [said, shown, many] of product(range(3), range(3), range(2))) put([-1.5, 1, 2][said] + (many === (shown === 0 ? 1 : 0) ? 0.5 : -0.5), "outputs", FORMS.indexOf("UNRELATED"), said, shown, many);
for (const [forward, waits, rows] of product(range(2), range(2), range(2))) put(-1 * forward + waits + 0.5 * rows, "outputs", FORMS.indexOf("UNRELATED") + 100, forward, waits, rows);
for (const [days, choice] of product(range(2), range(6))) put(days ? 3 : 0, "outputs", FORMS.indexOf("REST"), days, choice, 0);
for (const [days, choice] of product(range(2), range(6))) put(-1, "outputs", FORMS.indexOf("REST"), days, choice, 1);
for (const [how, weight] of Object.entries({ 0: 0, 1: 1, 2: 0.5, 3: 1, 4: -3 })) put(weight, "outputs", FORMS.indexOf("REST") + 200, how);
put(-0.5, "outputs", FORMS.indexOf("PART"), 30);
for (const [grain, groups] of product(range(8), range(2))) put(0.6 - groups, "outputs", FORMS.indexOf("DISTINCT"), 70, grain, groups); // days that have rows
put(-2.5, "period", 100); // a part of a longer one
for (const [values, rows, level] of product(range(4), range(2), range(16))) put(-0.3 * (values > 1) - 0.8 * (values > 1) * rows, "value", 90, values, rows, level); // of most values of its column
for (const [said, weight] of Object.entries({ 1: 0.6, 2: 0.8, 3: 2, 4: 2.4, 5: 1.2 })) put(weight, "value", 95, said); // words that are longer for a code
for (const part of range(2)) put(part ? 0.6 : -0.6, "fits", 33, part, 1); // "pass rate": passed is the part
// Measures that columns make together: as surely as others, and the first way before the next ones.
for (const [level, length, rank] of product([7, 10], range(5), range(4))) put(1.6 + 0.4 * length - 0.3 * rank, "value", 80, level, length, rank);
for (const [by, divided, percent] of product([1, 2, 3, 4], range(2), range(2))) put([0, -0.6, 0.6, 0.8, 0.4][by], "outputs", FORMS.indexOf("MADE"), by, divided, percent);
for (const [said, usual] of product(range(2), range(6))) for (const agg of range(12)) put(said ? 1 : 0, "outputs", FORMS.indexOf("MADE") + 100, agg, said, usual);
for (const high of [1, 2, 3]) put(1.2, "form_slots", FORMS.indexOf("MADE") + 200, 0, 0, high);
for (const single of range(2)) put(-1, "fits", 10, 3, single); // more than there are
put(-1.5, "fits", 4, 0, 1); // a value that other cells hold beside more, as all of the cell
put(-1.5, "fits", 4, 7, 1);
put(0.3, "fits", 4, 9, 1);
for (const place of [1, 3]) put(-2.5, "fits", 27, place); // of two columns that are held against each other, one is over the other in every row
put(1.5, "fits", 30, 1); // the longest, between two dates
put(-1.5, "fits", 30, 2); // and by how many rows there are
for (const several of range(2)) put(0.7 + 0.8 * several, "fits", 31, 1, several); // the oldest, by a date
for (const several of range(2)) put(-0.7 - 0.8 * several, "fits", 31, 2, several); // and by something else
for (const several of range(2)) put(-4, "fits", 31, 3, several); // persons by when they came
for (const each of range(2)) put(-2, "fits", 32, 0, each); // months that are said, and no figures by them
// A range: "18 to 25".
for (const [nature, limit] of product(NATURES, range(2))) put(2 - 0.4 * limit, "number", 0, 40, nature, limit);
for (const high of range(4, 1)) {
    put(1.2, "form_op", FORMS.indexOf("ROWX"), SUPER_OPERATION, high);
    put(0.4, "form_op", FORMS.indexOf("GROUPX"), SUPER_OPERATION, high);
}
for (const aggs of range(1 << 11)) put(0.6, "form_op", FORMS.indexOf("AGG"), AGG_OPERATION, aggs);
for (const aggs of [0, 3, 4, 5, 6, 7, 8]) put(1.2, "form_op", FORMS.indexOf("AGG"), AGG_OPERATION, STDDEV | (aggs && 1 << aggs));

// Aggregates: those that are said; of counts and money the sum.
const UNSAID = { 1: 0.6, 2: 0.6, 3: -0.6, 4: -2, 5: -2 };
const SIGN = { 3: 1, 4: -1 };
for (const [agg, said, nature, how] of product(range(13), range(3), NATURES, range(3))) put(said ? 0.8 : (UNSAID[nature] ?? 0) * (SIGN[agg] ?? 0), "agg", agg, said, nature, how);

// What is filled in, and what is left out.
for (const [rank, nature, form] of product(range(4), NATURES, range(FORMS.length))) {
    put(-0.9 - 0.4 * rank, "implied", 1, rank, nature, form);
    put(-0.3 - 0.3 * rank, "implied", 0, rank, nature, form);
}
// Patterns of two columns that are seldom meant, and columns of one figure by period put together.
for (const [pattern, a, b] of product(["max(B-A)", "max(A+B)", "avg(A+B)"], NATURES, NATURES)) put(-2.5, "outputs", FORMS.indexOf("PAIR"), pattern, a, b);
for (const pattern of ["max(B-A)", "max(A+B)", "avg(A+B)"]) put(-2.5, "outputs", FORMS.indexOf("PAIR"), pattern, 30);
for (const [a, b] of product(NATURES, NATURES)) put(-2.5, "outputs", FORMS.indexOf("RATIO"), "sum(A/B)", a, b);
for (const [implied, nature] of product(range(2), NATURES)) put(-1.5, "outputs", FORMS.indexOf("FORMULAX"), "sum(A)+sum(B)", implied, nature);
for (const [n, implied, nature] of product(range(13, 3), range(2), NATURES)) put(-1, "outputs", FORMS.indexOf("FORMULAX"), [..."ABCDEFGHIJKL"].slice(0, n).map((x) => `sum(${x})`).join("+"), implied, nature);
for (const said of range(2)) put(said ? 0.5 : -0.7, "outputs", FORMS.indexOf("PAIR"), 60, said);
// A price of a joined table: times what there is so much of, unless something else is computed of it.
put(2, "implied", 1, 21, 0, FORMS.indexOf("PAIR"));
for (const [rank, naming, form] of product(range(2), range(8), range(FORMS.length))) put(-1.5 - 0.4 * rank, "implied", 3, rank, naming, form);
for (const [rank, nature, form] of product([5, 6], NATURES, range(FORMS.length))) put(-0.9, "implied", 0, rank, nature, form);
for (const [rank, period] of product(range(4, 1), range(2))) put(-0.2 - 0.4 * (rank - 1), "implied", 2, rank, period);
for (const n of range(5, 1)) put(-0.5 * n, "skipped", n);
for (const [a, b, c, d] of product(range(2), range(2), range(2), range(2))) put(-1.5 * a - 1.5 * b - 0.6 * c - 0.5 * d, "unused", a, b, c, d);
for (const form of range(9, 3)) put(0.3, "outputs", form, 1);
// What parts and places are within is said last.
for (const [form, choice, by] of product(["SHAREIN", "RANKIN"], range(6), range(2))) put(0.8, "outputs", FORMS.indexOf(form), 1, choice, by);
for (const [counted, one, many] of product(range(2), range(2), range(2))) put(counted === many ? 0.5 : -1, "outputs", FORMS.indexOf("NEVER"), counted, one, many);
for (const form of ["SHAREIN", "RANKIN"]) put(-2.5, "agg", 1, FORMS.indexOf(form), 1); // rows, where a measure is said
for (const last of range(2)) put(4, "outputs", FORMS.indexOf("ENDROWS"), last);
for (const [groups, measures] of product(range(4), range(4))) put(3, "outputs", FORMS.indexOf("ENDROWS"), 2, groups, measures);

// Columns that the same words mean as well: the first is the likeliest.
for (const [role, before, all] of product([...range(7), 20], range(4), range(4))) put(-0.25 * before - 0.15 * all, "rivals", role, before, all);

// What is usually computed of a concept: sums are added up, the mean of means.
const USUAL = { "3:1": 0.8, "4:2": 0.8, "3:2": -0.8, "4:1": -0.6 };
for (const [aggregate, usual, groups] of product(range(12), range(6), range(2))) put(USUAL[`${aggregate}:${usual}`] ?? 0, "default", aggregate, 0, usual, groups);

const lines = [...weights].filter(([, weight]) => Math.abs(weight) > 1e-9).map(([name, weight]) => `${name} ${Number(weight.toFixed(3))}\n`);
process.stdout.write(`# What is plain; make parser learns from it.\n${lines.sort().join("")}`);
