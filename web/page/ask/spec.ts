// spec.ts - the part of a query spec that the page lets people change.
//
// What it does not know it keeps as it came; a spec that says more than one
// glance can take (joins, comparisons, windows) is not offered for change.
import { type Answer, type Filter, type Spec, tablesOf } from "../../shared/answer";
import { type Words, fill } from "../../shared/words";

export const AGGREGATES = ["count", "distinct", "sum", "avg", "median", "min", "max"] as const;

// More than one glance can take, beside joins and the like.
const hasMore = (s: Spec): boolean =>
    Boolean(s.change || s.step || s.share || s.running || s.place || s.each) ||
    s.filters.some((f) => f.side || f.part || f.type === "column" || f.type === "average");

// The spec of an answer, when the page can show all that it says.
export function changeable(answer: Answer): Spec | null {
    const spec = answer.query_spec as Spec | null;

    if (!spec || spec.kind !== "aggregate" || tablesOf(answer).length !== 1) return null;
    if (spec.joins?.length || spec.window || spec.having || spec.derived || spec.compare) return null;
    if (hasMore(spec) || spec.measures.some((m) => !(AGGREGATES as readonly string[]).includes(m.agg))) return null;
    return spec;
}

const SIGNS: Record<string, string> = { "!=": "≠", "<=": "≤", ">=": "≥", in: "=", not_in: "≠", contains: "∋" };

// Are its values shown to be written anew? A period's are the first day and the
// day after the last.
export const isPlain = (f: Filter): boolean => !["period", "month", "between", "null", "not_null"].includes(f.op);

// A period is its first day and the day after its last: "2023", "2023-05", or
// from day to day.
function periodText(from: string, after: string): string {
    const last = new Date(`${after}T00:00:00Z`);
    if (Number.isNaN(last.getTime())) return `${from} – ${after}`;
    last.setUTCDate(last.getUTCDate() - 1);
    const to = last.toISOString().slice(0, 10);
    const next = new Date(`${from}T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);

    if (from.endsWith("-01-01") && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
    if (from.endsWith("-01") && next.toISOString().slice(0, 10) === after) return from.slice(0, 7);
    return `${from} – ${to}`;
}

// "country = Spain, Mexico"
export function filterText(f: Filter): string {
    if (f.op === "period") return `${f.column} ${periodText(f.values[0] ?? "", f.values[1] ?? "")}`;
    return `${f.column} ${SIGNS[f.op] ?? f.op} ${f.values.join(", ")}`.trim();
}

// "sum of sales · by country · where city = Lyon": what the page could change, in a line.
export function readingText(spec: Spec, t: Words): string {
    const aggregates: Record<string, string> = t.aggregates;
    const measures = spec.measures.map((m) => fill(t.ofColumn, aggregates[m.agg] ?? m.agg, m.column ?? t.rows));
    const groups = spec.group_by.map((g) => (g.grain ? `${g.column} (${g.grain})` : g.column));
    const filters = spec.filters.map(filterText);

    return [
        measures.join(", "),
        groups.length ? `${t.by} ${groups.join(", ")}` : "",
        filters.length ? `${t.where} ${filters.join(", ")}` : "",
    ]
        .filter(Boolean)
        .join(" · ");
}
