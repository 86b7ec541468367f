// chart_data.ts - what a chart of an answer's rows draws: few enough categories to be
// read, two groupings as series.
import { type Answer, type Cell, type Results, type Spec, groupsOf } from "./answer";
import { isNumeric, nameText } from "./format";

export const MOST_POINTS = 500;
const MOST_BARS = 25;
const MOST_SERIES = 8;
const SORTED_AS_TEXT = new Set(["day", "week", "month", "quarter", "year", "hour"]); // of the grains of time

export interface Series {
    label: string;
    values: (number | null)[];
}

export interface ChartData {
    categories: string[];
    series: Series[];
    categoryTitle: string;
    valueTitle: string;
    shown: number; // categories that are drawn by name, of `total`
    total: number;
    othersAdded: boolean; // the rest is drawn as one more
    seriesLeft: number; // series that are neither drawn nor added
}

export interface ChartWords {
    others: string;
    noValue: string;
}

// What a chart needs of an answer beside its rows.
export interface ChartOf {
    spec: Partial<Spec> | null;
    labels: string[];
    groups: number; // columns at the left that say of what the others are; 0: not known
}

export const chartOf = (answer: Pick<Answer, "query_spec" | "labels">): ChartOf => ({
    spec: answer.query_spec,
    labels: answer.labels ?? [],
    groups: groupsOf(answer),
});

interface Shape {
    names: number[]; // the columns of the names
    values: number[]; // the columns of the figures
}

// The columns of figures: a year among the names is none.
export const figureColumns = (results: Results, names: number[]): number[] =>
    results.columns.flatMap((_, c) => (isNumeric(results.column_types[c]) && !names.includes(c) ? [c] : []));

// The first columns say of what the others are.
function shapeOf(results: Results, of: ChartOf): Shape | null {
    const all = results.columns.map((_, c) => c);
    const text = all.find((c) => !isNumeric(results.column_types[c])) ?? 0;
    const names = of.groups > 0 ? all.slice(0, of.groups) : [text];
    const values = figureColumns(results, names).slice(0, of.spec?.measures?.length || MOST_SERIES);

    return values.length > 0 ? { names, values } : null;
}

// Can these rows be drawn at all?
export const isCharted = (results: Results, of: ChartOf): boolean =>
    results.rows.length > 1 && results.rows.length <= MOST_POINTS && shapeOf(results, of) !== null;

const distinct = (texts: string[]): string[] => [...new Set(texts)];

const sizeOf = (values: (number | null)[]): number => values.reduce<number>((sum, v) => sum + Math.abs(v ?? 0), 0);

const add = (lists: (number | null)[][]): (number | null)[] =>
    (lists[0] ?? []).map((_, i) => lists.reduce<number>((sum, list) => sum + (list[i] ?? 0), 0));

// A number that is too long for the browser's own came as text.
function numberOf(cell: Cell | undefined): number | null {
    const number = typeof cell === "string" ? Number(cell) : cell;
    return typeof number === "number" && !Number.isNaN(number) ? number : null;
}

// One order of lists that have it in common: next is what no list has behind another.
function merged(lists: string[][]): string[] {
    const all: string[] = [];
    let left = [...lists].sort((a, b) => b.length - a.length);

    while (left.length > 0) {
        const heads = left.flatMap((list) => list.slice(0, 1));
        const next = heads.find((text) => left.every((list) => list.indexOf(text) <= 0)) ?? heads[0] ?? "";
        all.push(next);
        left = left.map((list) => list.filter((text) => text !== next)).filter((list) => list.length > 0);
    }
    return all;
}

// The largest of the series in their order; the rest as one where it may be added.
function fewSeries(series: Series[], additive: boolean, others: string): { series: Series[]; left: number } {
    if (series.length <= MOST_SERIES) return { series, left: 0 };
    const most = additive ? MOST_SERIES - 1 : MOST_SERIES;
    const kept = new Set([...series].sort((a, b) => sizeOf(b.values) - sizeOf(a.values)).slice(0, most));
    const shown = series.filter((s) => kept.has(s));
    const rest = series.filter((s) => !kept.has(s));

    if (!additive) return { series: shown, left: rest.length };
    return { series: [...shown, { label: others, values: add(rest.map((s) => s.values)) }], left: 0 };
}

// Two groupings: the one with a time, or with more values, along the axis.
function pivot(results: Results, of: ChartOf, value: number, text: (row: number, c: number) => string) {
    const [first, second] = of.spec?.group_by ?? [];
    const count = (c: number): number => distinct(results.rows.map((_, r) => text(r, c))).length;
    const alongSecond = second?.grain ? !first?.grain : !first?.grain && count(1) > count(0);
    const [along, across] = alongSecond ? [1, 0] : [0, 1];
    const pairs = results.rows.map((_, r) => ({ name: text(r, along), label: text(r, across) }));
    const labels = distinct(pairs.map((p) => p.label));
    const namesOf = (label: string): string[] => distinct(pairs.filter((p) => p.label === label).map((p) => p.name));
    const categories = alongSecond && second?.grain ? merged(labels.map(namesOf)) : distinct(pairs.map((p) => p.name));
    const series = labels.map((label): Series => ({ label, values: categories.map(() => null) }));

    if (alongSecond && SORTED_AS_TEXT.has(second?.grain ?? "")) categories.sort();
    pairs.forEach(({ name, label }, r) => {
        const number = numberOf(results.rows[r]?.[value]);
        const values = series[labels.indexOf(label)]?.values;
        if (values && number !== null) values[categories.indexOf(name)] = number;
    });
    return { categories, series, along };
}

// The first bars of a long ranking, or its largest and the rest as one.
function fewBars(data: ChartData, additive: boolean, others: string): ChartData {
    if (data.categories.length <= MOST_BARS) return data;
    const all = data.categories.map((name, i) => ({ name, values: data.series.map((s) => s.values[i] ?? null) }));
    const largest = new Set([...all].sort((a, b) => sizeOf(b.values) - sizeOf(a.values)).slice(0, MOST_BARS - 1));
    const shown = additive ? all.filter((c) => largest.has(c)) : all.slice(0, MOST_BARS);
    const rest = additive ? add(all.filter((c) => !largest.has(c)).map((c) => c.values)) : [];

    return {
        ...data,
        categories: [...shown.map((c) => c.name), ...(additive ? [others] : [])],
        series: data.series.map((s, i) => ({
            ...s,
            values: [...shown.map((c) => c.values[i] ?? null), ...(additive ? [rest[i] ?? null] : [])],
        })),
        shown: shown.length,
        othersAdded: additive,
    };
}

export function chartData(results: Results, of: ChartOf, kind: "bar" | "line", words: ChartWords, locale: string): ChartData | null {
    const shape = shapeOf(results, of);
    if (!shape) return null;
    const titleOf = (c: number): string => of.labels[c] ?? results.columns[c] ?? "";
    const text = (r: number, c: number): string => {
        const cell = results.rows[r]?.[c] ?? null;
        return cell === null ? words.noValue : nameText(cell, results.column_types[c], locale);
    };
    const measures = of.spec?.measures ?? [];
    // What is left out of the result is in no sum of the rest.
    const isWhole = results.rows.length >= results.total_row_count && !results.truncated;
    const additive = isWhole && measures.length > 0 && measures.every((m) => m.agg === "sum" || m.agg === "count");
    const isTime = of.spec?.group_by?.some((g) => g.grain) ?? false;
    const [value = 0] = shape.values;
    let categories = results.rows.map((_, r) => shape.names.map((c) => text(r, c)).join(", "));
    let series = shape.values.map((c): Series => ({
        label: titleOf(c),
        values: results.rows.map((row) => numberOf(row[c])),
    }));
    let categoryTitle = shape.names.map(titleOf).join(", ");
    let seriesLeft = 0;

    if (shape.names.length === 2 && shape.values.length === 1) {
        const table = pivot(results, of, value, text);
        const few = fewSeries(table.series, additive, words.others);
        categories = table.categories;
        categoryTitle = titleOf(table.along);
        series = few.series;
        seriesLeft = few.left;
    }
    const data: ChartData = {
        categories,
        series,
        categoryTitle,
        valueTitle: shape.values.length === 1 ? titleOf(value) : "",
        shown: categories.length,
        total: categories.length,
        othersAdded: false,
        seriesLeft,
    };
    return kind === "bar" && !isTime ? fewBars(data, additive, words.others) : data;
}
