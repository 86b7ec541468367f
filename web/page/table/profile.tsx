// profile.tsx - each column: what is empty, how many differ, what is common.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import { countText, nameText } from "../../shared/format";
import { usePage } from "../context";
import { type Bar, readHistogram } from "./histogram";
import type { TableSource } from "./map";
import { reason } from "../../shared/reason";

// As /v1/tables/stats has them (docs/tools.md).
interface ColumnStats {
    name: string;
    type: string;
    non_null_count: number;
    distinct_estimate?: number;
    min?: Cell;
    max?: Cell;
    most_common?: { value: Cell; count: number }[];
}

function Bars(props: { bars: Bar[] }): JSX.Element {
    const { language } = usePage();
    const most = Math.max(1, ...props.bars.map((b) => b.count));

    return (
        <ul class="bars">
            {props.bars.map((b) => (
                <li>
                    <span>{b.label}</span>
                    <meter min={0} max={most} value={b.count} aria-label={b.label} />
                    <span class="numeric">{countText(b.count, language)}</span>
                </li>
            ))}
        </ul>
    );
}

function ColumnView(props: { source: TableSource; column: ColumnStats; rows: number }): JSX.Element {
    const { words: t, language, server } = usePage();
    const { column: c } = props;
    const [histogram, setHistogram] = useState<Bar[]>([]);
    const text = (value: Cell | undefined): string => nameText(value ?? null, c.type, language);
    const common = (c.most_common ?? []).filter((m) => m.count > 1); // once each says nothing
    const range = c.min != null || c.max != null ? `${text(c.min)} – ${text(c.max)}` : "";

    useEffect(() => {
        const stop = new AbortController();

        readHistogram({ server, source: props.source, column: c, signal: stop.signal }, language)
            .then(setHistogram)
            .catch(() => setHistogram([])); // the rest of the profile is there
        return () => stop.abort();
    }, [c, server, language]);

    return (
        <article>
            <h4>
                {c.name} <small class="quiet">{c.type}</small>
            </h4>
            <p class="quiet">
                {[
                    `${countText(props.rows - c.non_null_count, language)} ${t.nulls}`,
                    c.distinct_estimate != null ? `${countText(c.distinct_estimate, language)} ${t.distinct}` : "",
                    range,
                ]
                    .filter(Boolean)
                    .join(" · ")}
            </p>
            {histogram.length > 0 && <Bars bars={histogram} />}
            {common.length > 0 && <Bars bars={common.map((m) => ({ label: text(m.value), count: m.count }))} />}
        </article>
    );
}

export function Profile(props: { source: TableSource }): JSX.Element {
    const { words: t, server } = usePage();
    const [stats, setStats] = useState<{ row_count: number; columns: ColumnStats[] } | null>(null);
    const [failure, setFailure] = useState<string | null>(null);
    const load = (open: boolean): void => {
        if (!open || stats) return;
        post<{ row_count: number; columns: ColumnStats[] }>(server, "/v1/tables/stats", props.source)
            .then(setStats)
            .catch((e: unknown) => setFailure(reason(e, t)));
    };

    return (
        <details class="profile" onToggle={(e) => load(e.currentTarget.open)}>
            <summary>{t.profile}</summary>
            {!stats && !failure && <p class="quiet">{t.thinking}</p>}
            {failure && <p class="failure">{failure}</p>}
            <div class="grid">
                {stats?.columns.map((c) => (
                    <ColumnView key={c.name} source={props.source} column={c} rows={stats.row_count} />
                ))}
            </div>
        </details>
    );
}
