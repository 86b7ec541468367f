// histogram.ts - how the numbers or dates of a column are spread, by SQL that
// anybody could write.
import { type Server, post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import { isNumeric, nameText } from "../../shared/format";
import type { TableSource } from "./map";

const BINS = 10;
const MOST_MONTHS = 24;

export interface Bar {
    label: string;
    count: number;
}

interface Column {
    name: string;
    type: string;
    min?: Cell;
    max?: Cell;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Request {
    server: Server;
    source: TableSource;
    column: Column;
    signal: AbortSignal;
}

// How many rows there are for each value of an expression of the column, in its order.
async function countsBy(r: Request, expression: string): Promise<[Cell, number][]> {
    const query =
        `SELECT ${expression} AS x, count(*) AS n FROM data` +
        ` WHERE ${quoted(r.column.name)} IS NOT NULL GROUP BY 1 ORDER BY 1`;
    const body = { ...r.source, query, window_rows: 100 };
    const { rows } = await post<{ rows: Cell[][] }>(r.server, "/v1/tables/query", body, r.signal);

    return rows.map((row) => [row[0] ?? null, Number(row[1])]);
}

async function ofNumbers(r: Request, locale: string): Promise<Bar[]> {
    const { column: c } = r;
    const low = Number(c.min);
    const width = (Number(c.max) - low) / BINS;
    if (!(width > 0) || !Number.isFinite(width)) return [];
    const x = `CAST(${quoted(c.name)} AS DOUBLE)`;
    const bin = `least(${BINS - 1}, CAST(floor((${x} - ${low}) / ${width}) AS INTEGER))`;
    const counts = new Map((await countsBy(r, bin)).map(([i, n]) => [Number(i), n]));
    const edge = (i: number): string => nameText(Math.round((low + i * width) * 100) / 100, c.type, locale);

    return Array.from({ length: BINS }, (_, i) => ({
        label: `${edge(i)} – ${edge(i + 1)}`,
        count: counts.get(i) ?? 0,
    }));
}

const monthsBetween = (from: string, to: string): number =>
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

async function ofDates(r: Request): Promise<Bar[]> {
    const { column: c } = r;
    const format = monthsBetween(String(c.min), String(c.max)) < MOST_MONTHS ? "%Y-%m" : "%Y";
    const counts = await countsBy(r, `strftime(${quoted(c.name)}, '${format}')`);

    return counts.map(([period, count]) => ({ label: String(period), count }));
}

export async function readHistogram(r: Request, locale: string): Promise<Bar[]> {
    const { column: c } = r;

    if (c.min == null || c.max == null) return [];
    if (isNumeric(c.type)) return ofNumbers(r, locale);
    return /^(date|timestamp|datetime)/.test(c.type) ? ofDates(r) : [];
}
