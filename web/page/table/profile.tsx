// profile.tsx - each column: what is empty, how many differ, what is common.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import { cellText } from "../../shared/format";
import { usePage } from "../context";
import type { TableSource } from "./map";

interface ColumnStats {
    name: string;
    inferred_type: string;
    null_count: number;
    distinct_count?: number;
    min?: Cell;
    max?: Cell;
    mean?: Cell;
    most_common?: { value: Cell; count: number }[];
    histogram?: { from: Cell; to: Cell; count: number }[];
}

function Bars(props: { bars: { label: string; count: number }[] }): JSX.Element {
    const { language } = usePage();
    const most = Math.max(1, ...props.bars.map((b) => b.count));

    return (
        <ul class="bars">
            {props.bars.map((b) => (
                <li>
                    <span>{b.label}</span>
                    <meter min={0} max={most} value={b.count} aria-label={b.label} />
                    <span class="numeric">{new Intl.NumberFormat(language).format(b.count)}</span>
                </li>
            ))}
        </ul>
    );
}

function ColumnView(props: { column: ColumnStats }): JSX.Element {
    const { words: t, language } = usePage();
    const { column: c } = props;
    const text = (value: Cell | undefined): string => cellText(value ?? null, c.inferred_type, language);
    const range = c.min != null || c.max != null ? `${text(c.min)} – ${text(c.max)}` : "";

    return (
        <article>
            <h4>
                {c.name} <small class="quiet">{c.inferred_type}</small>
            </h4>
            <p class="quiet">
                {[
                    `${c.null_count} ${t.nulls}`,
                    c.distinct_count != null ? `${c.distinct_count} ${t.distinct}` : "",
                    range,
                ]
                    .filter(Boolean)
                    .join(" · ")}
            </p>
            {c.histogram && (
                <Bars bars={c.histogram.map((h) => ({ label: `${text(h.from)} – ${text(h.to)}`, count: h.count }))} />
            )}
            {c.most_common && (
                <Bars bars={c.most_common.map((m) => ({ label: text(m.value), count: m.count }))} />
            )}
        </article>
    );
}

export function Profile(props: { source: TableSource }): JSX.Element {
    const { words: t, server } = usePage();
    const [columns, setColumns] = useState<ColumnStats[] | null>(null);
    const [failure, setFailure] = useState<string | null>(null);
    const load = (open: boolean): void => {
        if (!open || columns) return;
        post<{ columns: ColumnStats[] }>(server, "/v1/tables/stats", props.source)
            .then((got) => setColumns(got.columns))
            .catch((e: unknown) => setFailure(e instanceof Error ? e.message : String(e)));
    };

    return (
        <details class="profile" onToggle={(e) => load(e.currentTarget.open)}>
            <summary>{t.profile}</summary>
            {failure && <p class="failure">{failure}</p>}
            <div class="grid">{columns?.map((c) => <ColumnView key={c.name} column={c} />)}</div>
        </details>
    );
}
