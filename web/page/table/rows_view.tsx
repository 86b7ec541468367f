// rows_view.tsx - the rows of a table, however many: what is in the window is
// read, in pages that are kept for a while.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { type Server, post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import { cellText, isNumeric } from "../../shared/format";
import { usePage } from "../context";
import type { TableMap, TableSource } from "./map";
import { ROW_PIXELS, rangePixels, windowOf } from "./window";

const PAGE_ROWS = 200;
const KEPT_PAGES = 40;
const PAUSE_MS = 60; // a fast scroll reads only where it comes to rest

class Pages {
    private readonly pages = new Map<number, Cell[][]>();
    private readonly asked = new Set<number>();

    constructor(
        private readonly server: Server,
        private readonly source: TableSource,
        private readonly changed: () => void,
    ) {}

    row(index: number): Cell[] | undefined {
        return this.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS];
    }

    want(first: number, count: number): void {
        for (let page = Math.floor(first / PAGE_ROWS); page * PAGE_ROWS < first + count; page++)
            if (!this.pages.has(page) && !this.asked.has(page)) void this.read(page);
    }

    private async read(page: number): Promise<void> {
        this.asked.add(page);
        try {
            const got = await post<{ rows: Cell[][] }>(this.server, "/v1/tables/rows", {
                ...this.source,
                row_start: page * PAGE_ROWS + 1,
                row_count: PAGE_ROWS,
            });
            this.pages.set(page, got.rows);
            const oldest = this.pages.keys().next();
            if (this.pages.size > KEPT_PAGES && !oldest.done) this.pages.delete(oldest.value);
        } catch {
            // the rows stay empty, and are asked for when they are next seen
        }
        this.asked.delete(page);
        this.changed();
    }
}

export function RowsView(props: { source: TableSource; map: TableMap }): JSX.Element {
    const { words: t, server, language } = usePage();
    const { map } = props;
    const box = useRef<HTMLDivElement>(null);
    const [scroll, setScroll] = useState({ top: 0, height: 400 });
    const [, draw] = useReducer((n: number, _: void) => n + 1, 0);
    const pages = useRef<Pages | null>(null);
    const key = `${props.source.path} ${props.source.table ?? ""}`;
    const shown = windowOf(scroll.top, scroll.height, map.row_count);

    useLayoutEffect(() => {
        pages.current = new Pages(server, props.source, () => draw());
        pages.current.want(0, PAGE_ROWS);
    }, [key]);
    useEffect(() => {
        const later = setTimeout(() => pages.current?.want(shown.first, shown.count), PAUSE_MS);
        return () => clearTimeout(later);
    }, [shown.first, shown.count, key]);

    const measure = (e: { currentTarget: HTMLDivElement }): void =>
        setScroll({ top: e.currentTarget.scrollTop, height: e.currentTarget.clientHeight });
    const indexes = Array.from({ length: shown.count }, (_, i) => shown.first + i);

    return (
        <div class="rows" ref={box} onScroll={measure} tabIndex={0} role="region" aria-label={t.rows}>
            <div class="range" style={{ height: `${rangePixels(map.row_count) + ROW_PIXELS}px` }}>
                <table
                    style={{ transform: `translateY(${Math.max(0, shown.top)}px)` }}
                    aria-rowcount={map.row_count + 1}
                >
                    <thead>
                        <tr aria-rowindex={1}>
                            <th scope="col" class="numeric">
                                {t.row}
                            </th>
                            {map.columns.map((c) => (
                                <th scope="col" class={isNumeric(c.inferred_type) ? "numeric" : ""}>
                                    {c.name}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {indexes.map((index) => (
                            <tr key={index} aria-rowindex={index + 2}>
                                <th scope="row" class="numeric quiet">
                                    {new Intl.NumberFormat(language).format(index + 1)}
                                </th>
                                {map.columns.map((c, i) => (
                                    <td class={isNumeric(c.inferred_type) ? "numeric" : ""}>
                                        {cellText(
                                            pages.current?.row(index)?.[i] ?? null,
                                            c.inferred_type,
                                            language,
                                        )}
                                    </td>
                                ))}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
        </div>
    );
}
