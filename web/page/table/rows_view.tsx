// rows_view.tsx - the rows of a table, however many: those in the window are in
// the page, and stay in it while the browser scrolls ahead of us.
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { countText, isNumeric, nameText } from "../../shared/format";
import { reason } from "../../shared/reason";
import { usePage } from "../context";
import type { TableMap, TableSource } from "./map";
import { Pages } from "./pages";
import { ROW_PIXELS, isAstray, moved, rangePixels, topOf, windowOf } from "./window";

const PAUSE_MS = 60; // a fast scroll reads only where it comes to rest
const LONG = 40; // characters, which a column may cut
const FEW_ROWS = 50; // are found without a number

interface Scrolled {
    position: number; // a pixel of all rows
    top: number; // where the bar is
    height: number;
}

// The columns grow with what they have shown and never shrink, so that they stand
// still when other rows come.
function useSteadyColumns(head: RefObject<HTMLTableRowElement | null>, key: string): void {
    useLayoutEffect(() => {
        for (const th of head.current?.cells ?? []) th.style.minWidth = "";
    }, [key]);
    useLayoutEffect(() => {
        const cells = [...(head.current?.cells ?? [])];
        const widths = cells.map((th) => th.getBoundingClientRect().width);
        cells.forEach((th, i) => (th.style.minWidth = `${widths[i] ?? 0}px`));
    });
}

function GoToRow(props: { rows: number; go: (row: number) => void }): JSX.Element {
    const { words: t } = usePage();
    const [text, setText] = useState("");

    return (
        <form
            class="goto bar"
            onSubmit={(e) => {
                e.preventDefault();
                const row = Math.trunc(Number(text));
                if (row >= 1) props.go(Math.min(row, props.rows) - 1);
            }}
        >
            <label class="choice">
                <span class="quiet">{t.goToRow}</span>
                <input
                    type="number"
                    min={1}
                    max={props.rows}
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                />
            </label>
            <button type="submit" class="plain" disabled={!text}>
                {t.go}
            </button>
        </form>
    );
}

export function RowsView(props: { source: TableSource; map: TableMap }): JSX.Element {
    const { words: t, server, language } = usePage();
    const { map } = props;
    const box = useRef<HTMLDivElement>(null);
    const head = useRef<HTMLTableRowElement>(null);
    const [scroll, setScroll] = useState<Scrolled>({ position: 0, top: 0, height: 400 });
    const [sought, setSought] = useState<number | null>(null);
    const [, draw] = useReducer((n: number, _: void) => n + 1, 0);
    const pages = useRef<Pages | null>(null);
    const key = `${props.source.path} ${props.source.table ?? ""}`;
    const tableOf = (height: number): { rows: number; view: number } => ({
        rows: map.row_count,
        view: Math.max(ROW_PIXELS, height - ROW_PIXELS), // below the head
    });
    const shown = windowOf(scroll.position, tableOf(scroll.height));
    const indexes = Array.from({ length: shown.count }, (_, i) => shown.first + i);
    const failure = pages.current?.failure;

    useLayoutEffect(() => {
        pages.current = new Pages(server, props.source, () => draw());
        setSought(null);
        goTo(0);
    }, [key, server]);
    useEffect(() => {
        const later = setTimeout(() => pages.current?.want(shown.first, shown.count), PAUSE_MS);
        return () => clearTimeout(later);
    }, [shown.first, shown.count, key, server]);
    useEffect(() => {
        const observer = new ResizeObserver(([seen]) => {
            if (seen) setScroll((now) => ({ ...now, height: seen.target.clientHeight }));
        });
        if (box.current) observer.observe(box.current);
        return () => observer.disconnect();
    }, []);
    useSteadyColumns(head, key);

    const put = (element: HTMLDivElement, position: number): void => {
        const top = topOf(position, tableOf(element.clientHeight));
        element.scrollTop = top;
        // The browser may round what it was given.
        setScroll({ position, top: element.scrollTop, height: element.clientHeight });
    };
    const goTo = (row: number): void => {
        if (box.current) put(box.current, row * ROW_PIXELS);
    };
    const scrolled = (e: { currentTarget: HTMLDivElement }): void => {
        const { scrollTop, clientHeight } = e.currentTarget;
        const table = tableOf(clientHeight);
        const position =
            scrollTop === scroll.top ? scroll.position : moved(scroll.position, scroll.top, scrollTop, table);
        if (isAstray(scrollTop, position, table)) put(e.currentTarget, position);
        else setScroll({ position, top: scrollTop, height: clientHeight });
    };

    return (
        <div>
            {map.row_count > FEW_ROWS && (
                <GoToRow
                    rows={map.row_count}
                    go={(row) => {
                        setSought(row);
                        goTo(Math.max(0, row - 2)); // with what is before it
                    }}
                />
            )}
            <div class="rows" ref={box} onScroll={scrolled} tabIndex={0} role="region" aria-label={t.rows}>
                <div class="range" style={{ height: `${rangePixels(map.row_count) + ROW_PIXELS}px` }}>
                    <div class="pane">
                        <table aria-rowcount={map.row_count + 1} aria-busy={!pages.current?.row(shown.first)}>
                            <thead>
                                <tr aria-rowindex={1} ref={head}>
                                    <th scope="col" class="numeric">
                                        {t.row}
                                    </th>
                                    {map.columns.map((c) => (
                                        <th
                                            scope="col"
                                            class={isNumeric(c.inferred_type) ? "numeric" : ""}
                                            title={c.name}
                                        >
                                            {c.name}
                                        </th>
                                    ))}
                                </tr>
                            </thead>
                            <tbody style={{ transform: `translateY(${-shown.hidden}px)` }}>
                                {indexes.map((index) => (
                                    <tr
                                        key={index}
                                        aria-rowindex={index + 2}
                                        class={index === sought ? "sought" : ""}
                                    >
                                        <th scope="row" class="numeric quiet">
                                            {countText(index + 1, language)}
                                        </th>
                                        {map.columns.map((c, i) => {
                                            const cell = pages.current?.row(index)?.[i] ?? null;
                                            const text = nameText(cell, c.inferred_type, language);
                                            return (
                                                <td
                                                    class={isNumeric(c.inferred_type) ? "numeric" : ""}
                                                    title={text.length > LONG ? text : undefined}
                                                >
                                                    {text}
                                                </td>
                                            );
                                        })}
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    </div>
                </div>
            </div>
            {failure !== null && failure !== undefined && (
                <p class="failure" role="alert">
                    {t.rowsUnread} {reason(failure, t)}
                </p>
            )}
        </div>
    );
}
