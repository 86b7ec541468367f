// reading_editor.tsx - how the question was read, to be changed: the measure,
// what it is by, which rows. What is changed is asked again as a query spec.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Filter, Group, Spec } from "../../shared/answer";
import { post } from "../../shared/api";
import { isNumeric } from "../../shared/format";
import { usePage } from "../context";
import type { TableMap } from "../table/map";
import { AGGREGATES, filterText, isPlain } from "./spec";

function useColumns(path: string): TableMap["columns"] {
    const { server } = usePage();
    const [columns, setColumns] = useState<TableMap["columns"]>([]);

    useEffect(() => {
        const stop = new AbortController();

        post<TableMap>(server, "/v1/tables/map", { path }, stop.signal)
            .then((map) => setColumns(map.columns))
            .catch(() => undefined); // the names in the spec stay choosable
        return () => stop.abort();
    }, [path, server]);
    return columns;
}

function Choice(props: {
    label: string;
    value: string;
    options: readonly string[];
    chosen: (value: string) => void;
}): JSX.Element {
    const options = props.options.includes(props.value) ? props.options : [props.value, ...props.options];

    return (
        <select aria-label={props.label} value={props.value} onChange={(e) => props.chosen(e.currentTarget.value)}>
            {options.map((o) => (
                <option value={o}>{o}</option>
            ))}
        </select>
    );
}

const without = <T,>(list: T[], at: number): T[] => list.filter((_, i) => i !== at);

// Several values of what was equal to one: any of them.
function withValues(filter: Filter, text: string): Filter {
    const values = text.split(",").map((v) => v.trim());
    const several = values.length > 1;

    if (filter.op === "=" && several) return { ...filter, op: "in", values };
    if (filter.op === "!=" && several) return { ...filter, op: "not_in", values };
    return { ...filter, values };
}

function FilterField(props: { filter: Filter; change: (f: Filter) => void; remove: () => void }): JSX.Element {
    const { words: t } = usePage();
    const { filter } = props;
    const text = filterText(filter);

    return (
        <span class="chip">
            {!isPlain(filter) ? (
                text
            ) : (
                <label>
                    {filterText({ ...filter, values: [] })}{" "}
                    <input
                        value={filter.values.join(", ")}
                        onInput={(e) =>
                            props.change(withValues(filter, e.currentTarget.value))
                        }
                    />
                </label>
            )}
            <button type="button" aria-label={`${t.remove}: ${text}`} onClick={props.remove}>
                ×
            </button>
        </span>
    );
}

export function ReadingEditor(props: { path: string; spec: Spec; apply: (spec: Spec) => void }): JSX.Element {
    const { words: t } = usePage();
    const [spec, setSpec] = useState(props.spec);
    const columns = useColumns(props.path);
    const names = columns.map((c) => c.name);
    const numbers = columns.filter((c) => isNumeric(c.inferred_type)).map((c) => c.name);
    const change = (part: Partial<Spec>): void => setSpec({ ...spec, ...part });
    // An order by a group that is not there any more is none.
    const regroup = (group_by: Group[]): void =>
        change({ group_by, order: spec.order?.by === "column" ? null : spec.order });

    return (
        <form
            class="reading"
            onSubmit={(e) => {
                e.preventDefault();
                props.apply(spec);
            }}
        >
            {spec.measures.map((m, i) => (
                <span class="chip">
                    <Choice
                        label={t.measure}
                        value={m.agg}
                        options={AGGREGATES}
                        chosen={(agg) => change({ measures: spec.measures.with(i, { ...m, agg }) })}
                    />
                    {m.column !== null && (
                        <Choice
                            label={t.columns}
                            value={m.column}
                            options={/^(count|distinct|min|max)$/.test(m.agg) ? names : numbers}
                            chosen={(column) => change({ measures: spec.measures.with(i, { agg: m.agg, column }) })}
                        />
                    )}
                </span>
            ))}
            {spec.group_by.map((g, i) => (
                <span class="chip">
                    {t.by}{" "}
                    <Choice
                        label={t.by}
                        value={g.column}
                        options={names}
                        chosen={(column) => regroup(spec.group_by.with(i, { column, grain: null }))}
                    />
                    <button
                        type="button"
                        aria-label={`${t.remove}: ${t.by} ${g.column}`}
                        onClick={() => regroup(without(spec.group_by, i))}
                    >
                        ×
                    </button>
                </span>
            ))}
            {spec.filters.map((f, i) => (
                <FilterField
                    filter={f}
                    change={(next) => change({ filters: spec.filters.with(i, next) })}
                    remove={() => change({ filters: without(spec.filters, i) })}
                />
            ))}
            <button type="submit">{t.apply}</button>
        </form>
    );
}
