// document.ts - the text of a document, and the lines that a pointer names.
import { type Server, get, parseExact } from "../shared/api";

const MOST_CHARACTERS = 200_000;

interface Item {
    text?: string;
    value?: unknown;
}

export const isMarkdown = (name: string): boolean => /\.(md|markdown)$/i.test(name);

export async function textOf(server: Server, base: string, key: string, signal?: AbortSignal): Promise<string> {
    const path = `/v1/documents/${encodeURIComponent(key)}/text?base=${encodeURIComponent(base)}`;
    const { items } = await get<{ items: Item[] }>(server, path, signal, parseExact);

    return items
        .map((i) => i.text ?? JSON.stringify(i.value, null, 2))
        .join("\n")
        .slice(0, MOST_CHARACTERS);
}

// "quarry://base/key@1#lines=12-17": lines 12 to 17, from 1.
export function linesOf(pointer: string): { from: number; to: number } | null {
    const at = /#(?:.*&)?lines=(\d+)(?:-(\d+))?/.exec(pointer);

    return at ? { from: Number(at[1]), to: Number(at[2] ?? at[1]) } : null;
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
