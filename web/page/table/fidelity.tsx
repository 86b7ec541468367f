// fidelity.tsx - how faithfully a file was read.
import type { JSX } from "preact";
import { usePage } from "../context";
import type { TableMap } from "./map";

function list(columns: { name: string; format: string }[]): string {
    return columns.map((c) => `${c.name}: ${c.format}`).join(", ");
}

export function Fidelity(props: { map: TableMap }): JSX.Element {
    const { words: t } = usePage();
    const { map } = props;
    const columns = map.fidelity?.columns ?? [];
    const dates = columns.flatMap((c) =>
        c.date_format ? [{ name: c.name, format: c.date_format + (c.date_order_ambiguous ? " ?" : "") }] : [],
    );
    const numbers = columns.flatMap((c) => (c.number_format ? [{ name: c.name, format: c.number_format }] : []));
    const facts: [string, string][] = [
        [t.encoding, map.encoding_detected ?? ""],
        [t.delimiter, map.delimiter === "\t" ? "Tab" : (map.delimiter ?? "")],
        [t.dates, list(dates)],
        [t.decimals, list(numbers)],
        [t.rejected, String(map.fidelity?.rows_rejected_count ?? 0)],
        [t.repaired, String(map.fidelity?.rows_repaired_count ?? 0)],
        [t.warnings, (map.fidelity?.notes ?? []).join("; ")],
    ];

    return (
        <details class="fidelity">
            <summary>{t.fidelity}</summary>
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
    );
}
