// fidelity.tsx - how faithfully a file was read.
import type { JSX } from "preact";
import { countText } from "../../shared/format";
import { usePage } from "../context";
import type { TableMap } from "./map";

function list(columns: { name: string; format: string }[]): string {
    return columns.map((c) => `${c.name}: ${c.format}`).join(", ");
}

export function Fidelity(props: { map: TableMap }): JSX.Element {
    const { words: t, language } = usePage();
    const { map } = props;
    const columns = map.fidelity?.columns ?? [];
    const dates = columns.flatMap((c) =>
        c.date_format ? [{ name: c.name, format: c.date_format + (c.date_order_ambiguous ? " ?" : "") }] : [],
    );
    const numbers = columns.flatMap((c) => (c.number_format ? [{ name: c.name, format: c.number_format }] : []));
    const count = (n: number): string => countText(n, language);
    const rejected = map.fidelity?.rows_rejected_count ?? 0;
    const repaired = map.fidelity?.rows_repaired_count ?? 0;
    const notes = map.fidelity?.notes ?? [];
    const tableNotes = map.table_notes ?? [];
    const isDoubtful = tableNotes.length > 0 || rejected > 0 || repaired > 0 || columns.some((c) => c.date_order_ambiguous);
    const delimiter = map.delimiter === "\t" ? "Tab" : (map.delimiter ?? "");
    const facts: [string, string][] = [
        [t.encoding, map.encoding_detected ?? ""],
        [t.delimiter, delimiter],
        [t.dates, list(dates)],
        [t.decimals, list(numbers)],
        [t.rejected, count(rejected)],
        [t.repaired, count(repaired)],
        [t.warnings, notes.join("; ")],
    ];
    const size = `${count(map.row_count)} ${t.rows} × ${count(map.column_count)} ${t.columns.toLowerCase()}`;
    const short = [size, map.encoding_detected ?? "", `${t.rejected}: ${count(rejected)}`];

    return (
        <>
            {tableNotes.length > 0 && (
                <ul class="warnings" aria-label={t.warnings}>
                    {tableNotes.map((n) => (
                        <li lang="en">{n.text}</li>
                    ))}
                </ul>
            )}
            <details class="fidelity" open={isDoubtful}>
                <summary>
                    {t.fidelity}
                    <span class="quiet">{short.filter(Boolean).join(" · ")}</span>
                </summary>
                <dl>
                    {facts
                        .filter(([, value]) => value)
                        .map(([name, value]) => (
                            <>
                                <dt>{name}</dt>
                                <dd>{value}</dd>
                    
        </>
                    ))}
            </dl>
        </details>
        </>
    );
}
