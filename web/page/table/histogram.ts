// histogram.ts - how the numbers or dates of a column are spread, by SQL that
// anybody could write.
import { type Server, post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import { cellText, isNumeric } from "../../shared/format";
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

async function rowsOf(server: Server, source: TableSource, query: string, signal: AbortSignal): Promise<Cell[][]> {
    const body = { ...source, query, window_rows: 100 };

    return (await post<{ rows: Cell[][] }>(server, "/v1/tables/query", body, signal)).rows;
}

async function ofNumbers(
    server: Server,
    source: TableSource,
    c: Column,
    locale: string,
    signal: AbortSignal,
): Promise<Bar[]> {
    const low = Number(c.min);
    const width = (Number(c.max) - low) / BINS;
    if (!(width > 0) || !Number.isFinite(width)) return [];
    const x = `CAST(${quoted(c.name)} AS DOUBLE)`;
    const bin = `least(${BINS - 1}, CAST(floor((${x} - ${low}) / ${width}) AS INTEGER))`;
    const query = `SELECT ${bin} AS bin, count(*) AS n FROM data WHERE ${x} IS NOT NULL GROUP BY 1 ORDER BY 1`;
    const counts = new Map((await rowsOf(server, source, query, signal)).map((r) => [Number(r[0]), Number(r[1])]));
    const edge = (i: number): string => cellText(Math.round((low + i * width) * 100) / 100, c.type, locale);

    return Array.from({ length: BINS }, (_, i) => ({
        label: `${edge(i)} – ${edge(i + 1)}`,
        count: counts.get(i) ?? 0,
    }));
}

const monthsBetween = (from: string, to: string): number =>
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

async function ofDates(server: Server, source: TableSource, c: Column, signal: AbortSignal): Promise<Bar[]> {
    const format = monthsBetween(String(c.min), String(c.max)) < MOST_MONTHS ? "%Y-%m" : "%Y";
    const period = `strftime(${quoted(c.name)}, '${format}')`;
    const query = `SELECT ${period} AS period, count(*) AS n FROM data WHERE ${quoted(c.name)} IS NOT NULL GROUP BY 1 ORDER BY 1`;

    return (await rowsOf(server, source, query, signal)).map((r) => ({ label: String(r[0]), count: Number(r[1]) }));
}

export async function readHistogram(
    server: Server,
    source: TableSource,
    c: Column,
    locale: string,
    signal: AbortSignal,
): Promise<Bar[]> {
    if (c.min == null || c.max == null) return [];
    if (isNumeric(c.type)) return ofNumbers(server, source, c, locale, signal);
    return /^(date|timestamp|datetime)/.test(c.type) ? ofDates(server, source, c, signal) : [];
}
