// document.ts - the text of a document, and the lines that a pointer names with
// those around them.
import { type Server, get, parseExact } from "../shared/api";

const AROUND = 30; // lines on each side of a passage

interface Item {
    text?: string;
    value?: unknown;
    changed?: boolean; // a later version is there
}

export const hasDrawnPages = (name: string): boolean => /\.(pdf|png|jpe?g|tiff?|webp)$/i.test(name);
export const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);

export async function textOf(server: Server, base: string, key: string, signal?: AbortSignal): Promise<string> {
    const path = `/v1/documents/${encodeURIComponent(key)}/text?base=${encodeURIComponent(base)}`;
    const { items } = await get<{ items: Item[] }>(server, path, signal, parseExact);

    return items.map((i) => i.text ?? JSON.stringify(i.value, null, 2)).join("\n");
}

// "quarry://base/key@1#lines=12-17": lines 12 to 17, from 1, of version 1; behind
// "page=4&" they are counted on that page.
export interface Lines {
    from: number;
    to: number;
    page: string | null;
    version: string | null; // null: the latest
}

export function linesOf(pointer: string): Lines | null {
    const at = /^[^#]*?(?:@(\d+))?#(?:.*&)?lines=(\d+)(?:-(\d+))?/.exec(pointer);

    const page = /#(?:.*&)?page=(\d+)/.exec(pointer);

    return at ? { from: Number(at[2]), to: Number(at[3] ?? at[2]), page: page?.[1] ?? null, version: at[1] ?? null } : null;
}

export interface PassageText {
    before: string;
    lit: string;
    after: string;
    isFirst: boolean; // nothing stands before it
    isLast: boolean;
    changed: boolean; // since it was cited
}

// The lines as they were when they were cited, in their place.
export async function passageOf(
    server: Server,
    base: string,
    key: string,
    { from, to, page, version }: Lines,
    signal: AbortSignal,
): Promise<PassageText> {
    const first = Math.max(1, from - AROUND);
    const query = `base=${encodeURIComponent(base)}&lines=${first}-${to + AROUND}${page ? `&page=${page}` : ""}${version ? `&version=${version}` : ""}`;
    const path = `/v1/documents/${encodeURIComponent(key)}/text?${query}`;
    const { items } = await get<{ items: Item[] }>(server, path, signal);
    const lines = (items[0]?.text ?? "").replace(/\n$/, "").split("\n");
    const own = lines.slice(from - first, to - first + 1);
    const before = lines.slice(0, from - first);
    const after = lines.slice(to - first + 1);
    const paragraph = first > 1 ? before.indexOf("") + 1 : 0; // begin with a whole one

    return {
        before: before.slice(paragraph).join("\n"),
        lit: own.join("\n"),
        after: after.join("\n"),
        isFirst: first === 1,
        isLast: after.length < AROUND,
        changed: items[0]?.changed ?? false,
    };
}

export interface Section {
    level: number;
    title: string;
    line: number; // its first one, from 1
}

// The headings of a text; of what has none, nothing.
export async function sectionsOf(server: Server, base: string, key: string, signal: AbortSignal): Promise<Section[]> {
    const path = `/v1/documents/${encodeURIComponent(key)}/sections?base=${encodeURIComponent(base)}`;
    const { sections } = await get<{ sections: { level: number; title: string; lines: [number, number] }[] }>(
        server,
        path,
        signal,
    );

    return sections.filter((s) => s.title).map(({ level, title, lines }) => ({ level, title, line: lines[0] }));
}

// A page of a PDF as it looks; boxes are [x, y, width, height] in its pixels, of what
// the pointer names.
export interface PageImage {
    page: number;
    pages: number;
    width: number;
    height: number;
    boxes: [number, number, number, number][];
    data: string; // a PNG in Base64
}

// "quarry://base/key@1#page=4&table=2&rows=1-3"; null: it names no page.
export interface PagePlace {
    page: number;
    table: string | null;
    lines: string | null; // of a table its rows
    version: string | null;
}

export function pageOf(pointer: string): PagePlace | null {
    const parts = new URLSearchParams(pointer.split("#")[1] ?? "");
    const page = Number(parts.get("page"));

    return page > 0
        ? {
              page,
              table: parts.get("table"),
              lines: parts.get("table") ? parts.get("rows") : parts.get("lines"),
              version: /@(\d+)#/.exec(pointer)?.[1] ?? null,
          }
        : null;
}

export async function imageOf(
    server: Server,
    base: string,
    key: string,
    place: PagePlace,
    signal: AbortSignal,
): Promise<PageImage | null> {
    const query = new URLSearchParams({ base, page: String(place.page), image: "true" });

    for (const name of ["table", "lines", "version"] as const) {
        const value = place[name];
        if (value) query.set(name, value);
    }
    const path = `/v1/documents/${encodeURIComponent(key)}/text?${query.toString()}`;
    const { items } = await get<{ items: { image?: PageImage }[] }>(server, path, signal);

    return items[0]?.image ?? null;
}
