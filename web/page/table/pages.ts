// pages.ts - the rows of a table as they are read: in pages, of which those that
// were last looked at are kept.
import { type Server, post } from "../../shared/api";
import type { Cell } from "../../shared/answer";
import type { TableSource } from "./map";

const PAGE_ROWS = 200;
const KEPT_PAGES = 40;

export class Pages {
    private readonly pages = new Map<number, Cell[][]>();
    private readonly asked = new Set<number>();
    failure: unknown = null; // of the last page that was asked for

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
            this.failure = null;
        } catch (e) {
            this.failure = e; // they stay empty, and are asked for when they are next seen
        }
        this.asked.delete(page);
        this.changed();
    }
}
