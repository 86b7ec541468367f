// store.ts - the bases and documents that the server has, and changes to them.
import { useCallback, useEffect, useState } from "preact/hooks";
import { Problem, type Server, get, send } from "../../shared/api";
import { reason } from "../../shared/reason";
import type { Words } from "../../shared/words";

export interface Base {
    name: string;
    documents: number;
}

// As `quarry status --json` has them (docs/bases.md).
export interface Document {
    base: string;
    key: string;
    name: string;
    source_type: "table" | "file" | "data" | string;
    format: string;
    state: string;
    chunks: number;
    hotness: number;
    pinned: boolean;
    last_indexed_at: string | null;
    table?: { row_count: number; column_count: number };
    failure: { code?: string; message?: string } | string | null;
}

export const whyFailed = (d: Document): string | null =>
    typeof d.failure === "string" ? d.failure : (d.failure?.message ?? null);

export interface SourceStore {
    server: Server;
    bases: Base[];
    documents: Document[];
    loading: boolean;
    failure: string | null;
    wantsToken: boolean; // the server does, and none or another was given
    reload: () => Promise<void>;
    remove: (d: Document) => Promise<void>;
    reindex: (d: Document) => Promise<void>;
    pin: (d: Document, pinned: boolean) => Promise<void>;
}

const pathOf = (d: Document, action = ""): string =>
    `/v1/documents/${encodeURIComponent(d.key)}${action}?base=${encodeURIComponent(d.base)}`;

// All pages of a list.
async function whole<T>(server: Server, path: string, name: string): Promise<T[]> {
    const all: T[] = [];
    let cursor: string | null = "";

    while (cursor !== null) {
        const at: string = cursor && `${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
        const page = await get<Record<string, unknown>>(server, path + at);
        all.push(...(page[name] as T[]));
        cursor = page.next_cursor as string | null;
    }
    return all;
}

async function load(server: Server): Promise<{ bases: Base[]; documents: Document[] }> {
    const bases = await whole<Base>(server, "/v1/bases", "bases");
    const lists = await Promise.all(
        bases.map(async (b) => {
            const path = `/v1/documents?base=${encodeURIComponent(b.name)}`;
            const documents = await whole<Document>(server, path, "documents");
            return documents.map((d) => ({ ...d, base: b.name }));
        }),
    );

    return { bases, documents: lists.flat() };
}

export function useSources(server: Server, t: Words): SourceStore {
    const [state, setState] = useState<{ bases: Base[]; documents: Document[] }>({ bases: [], documents: [] });
    const [loading, setLoading] = useState(true);
    const [failure, setFailure] = useState<string | null>(null);
    const [wantsToken, setWantsToken] = useState(false);
    const reload = useCallback(async () => {
        try {
            setState(await load(server));
            setFailure(null);
            setWantsToken(false);
        } catch (e) {
            setFailure(reason(e, t));
            setWantsToken(e instanceof Problem && e.status === 401);
        } finally {
            setLoading(false);
        }
    }, [server, t]);
    const change = async (method: string, path: string, body?: unknown): Promise<void> => {
        try {
            await send(server, method, path, body);
            await reload();
        } catch (e) {
            setFailure(reason(e, t));
        }
    };

    useEffect(() => void reload(), [reload]);
    return {
        server,
        ...state,
        loading,
        failure,
        wantsToken,
        reload,
        remove: (d) => change("DELETE", pathOf(d)),
        reindex: (d) => change("POST", pathOf(d, "/reindex"), {}),
        pin: (d, pinned) => change("POST", pathOf(d, pinned ? "/pin" : "/unpin"), {}),
    };
}
