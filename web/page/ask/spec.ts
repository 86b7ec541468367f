// spec.ts - the part of a query spec that the page lets people change.
//
// What it does not know it keeps as it came; a spec that says more than one
// glance can take (joins, comparisons, windows) is not offered for change.
import type { Answer } from "../../shared/answer";

export const AGGREGATES = ["count", "distinct", "sum", "avg", "median", "min", "max"] as const;

export interface Measure {
    agg: string;
    column: string | null;
}

export interface Group {
    column: string;
    grain: string | null;
}

export interface Filter {
    column: string;
    op: string;
    values: string[];
}

export interface Spec {
    kind: string;
    table: string;
    measures: Measure[];
    group_by: Group[];
    filters: Filter[];
    having: unknown;
    limit: number | null;
    window: unknown;
    joins?: unknown[];
    derived?: unknown;
    compare?: unknown;
}

// The spec of an answer, when the page can show all that it says.
export function changeable(answer: Answer): Spec | null {
    const spec = answer.query_spec as Spec | null;
    const tables = answer.sources.filter((s) => s.rows !== undefined);

    if (!spec || spec.kind !== "aggregate" || tables.length !== 1) return null;
    if (spec.joins?.length || spec.window || spec.having || spec.derived || spec.compare) return null;
    return spec;
}

// The file, "base/name", that a changed spec is asked of.
export const tableOf = (answer: Answer): string | null =>
    answer.sources.find((s) => s.rows !== undefined)?.file ?? null;

const SIGNS: Record<string, string> = { "!=": "≠", "<=": "≤", ">=": "≥", in: "=", not_in: "≠", contains: "∋" };

// Are its values shown to be written anew? A period's are the first day and the
// day after the last.
export const isPlain = (f: Filter): boolean => !["period", "month", "between", "null", "not_null"].includes(f.op);

// "country = Spain, Mexico"; of a period its first day and the day after it.
export function filterText(f: Filter): string {
    if (f.op === "period") return `${f.column} ${f.values[0] ?? ""} … < ${f.values[1] ?? ""}`;
    return `${f.column} ${SIGNS[f.op] ?? f.op} ${f.values.join(", ")}`.trim();
}
