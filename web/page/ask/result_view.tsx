// result_view.tsx - the rows of an answer: as a number, bars, a line, a table.
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Results, Visualization } from "../../shared/answer";
import { cellText, countText, csv, download, fileName, isNumeric, resultText } from "../../shared/format";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { type ChartOf, isCharted } from "../../shared/chart_data";
import { ChartView } from "./chart_view";

const SHOWN = 100; // rows of an answer at first; all are in the download
const MORE = 500; // with each wish for more

interface Lit {
    row: number;
    column: number;
}

function ResultTable(props: { results: Results; of: ChartOf; lit: Lit | null }): JSX.Element {
    const { words: t, language } = usePage();
    const { results, lit } = props;
    const [wanted, setWanted] = useState(SHOWN);
    const shown = Math.max(wanted, (lit?.row ?? 0) + 1);
    const cell = useRef<HTMLTableCellElement>(null);

    useLayoutEffect(() => {
        cell.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
        cell.current?.focus({ preventScroll: true });
    }, [lit]);

    return (
        <div class="scroll" tabIndex={0} role="region" aria-label={t.table}>
            <table>
                <thead>
                    <tr>
                        {results.columns.map((name, c) => (
                            <th scope="col" class={isNumeric(results.column_types[c]) ? "numeric" : ""}>
                                {props.of.labels[c] ?? name}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {results.rows.slice(0, shown).map((row, r) => (
                        <tr>
                            {row.map((value, c) => {
                                const isLit = lit?.row === r && lit.column === c;
                                const type = results.column_types[c];
                                return (
                                    <td
                                        ref={isLit ? cell : undefined}
                                        tabIndex={isLit ? -1 : undefined}
                                        class={`${isNumeric(type) ? "numeric" : ""} ${isLit ? "lit" : ""}`}
                                    >
                                        {value === null ? <span class="null">—</span> : resultText(results, props.of.groups, r, c, language)}
                                    </td>
                                );
                            })}
                        </tr>
                    ))}
                </tbody>
            </table>
            {results.rows.length > shown && (
                <button type="button" onClick={() => setWanted(shown + MORE)}>
                    {fill(t.more, countText(results.rows.length - shown, language))}
                </button>
            )}
        </div>
    );
}

function BigNumber(props: { results: Results; of: ChartOf }): JSX.Element {
    const { language } = usePage();
    const { results } = props;

    return (
        <p class="big">
            {cellText(results.rows[0]?.[0] ?? null, results.column_types[0], language)}{" "}
            <small class="quiet">{props.of.labels[0] ?? results.columns[0]}</small>
        </p>
    );
}

const UNKNOWN: ChartOf = { spec: null, labels: [], groups: 0 };

// How these rows can be shown, the most telling first.
function kindsOf(results: Results, of: ChartOf): Visualization[] {
    const isSingle = results.rows.length === 1 && results.columns.length === 1;

    if (isSingle && isNumeric(results.column_types[0])) return ["number", "table"];
    return isCharted(results, of) ? ["bar", "line", "table"] : ["table"];
}

export function ResultView(props: {
    results: Results;
    of?: ChartOf; // what the rows are of; else nobody knows
    kind: Visualization;
    lit: Lit | null;
    name: string;
}): JSX.Element {
    const { words: t, language } = usePage();
    const { results, lit, of = UNKNOWN } = props;
    const kinds = kindsOf(results, of);
    const [chosen, choose] = useState<Visualization | null>(null);
    // Two groupings are series; a line through three would say nothing.
    const suggested = of.groups > 2 && props.kind === "line" ? "bar" : props.kind;
    const kind = chosen ?? (kinds.includes(suggested) ? suggested : (kinds[0] ?? "table"));
    const charts = kind === "bar" || kind === "line";
    const picture = useRef<() => Promise<Blob | null>>(async () => null);

    const savePicture = async (): Promise<void> => {
        const blob = await picture.current();
        if (blob) download(`${fileName(props.name)}.png`, blob);
    };

    return (
        <div class="result">
            <div class="bar" role="group" aria-label={t.chart}>
                {kinds.length > 1 &&
                    kinds.map((k) => (
                        <button type="button" aria-pressed={k === kind} onClick={() => choose(k)}>
                            {t[k as "number" | "bar" | "line" | "table"]}
                        </button>
                    ))}
                <button
                    type="button"
                    onClick={() =>
                        download(
                            `${fileName(props.name)}.csv`,
                            new Blob([csv(results.columns, results.rows)], { type: "text/csv" }),
                        )
                    }
                >
                    {t.downloadCsv}
                </button>
                {charts && (
                    <button type="button" onClick={() => void savePicture()}>
                        {t.downloadPng}
                    </button>
                )}
            </div>
            {kind === "number" && <BigNumber results={results} of={of} />}
            {charts && <ChartView results={results} of={of} kind={kind} picture={picture} name={props.name} />}
            {(kind === "table" || lit) && <ResultTable results={results} of={of} lit={lit} />}
            {results.truncated && (
                <p class="warnings">{fill(t.truncated, countText(results.row_count, language), countText(results.total_row_count, language))}</p>
            )}
        </div>
    );
}
