// store.ts - the bases and documents that the server has, and changes to them.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { Problem, type Server, get, send } from "../../shared/api";
import { reason } from "../../shared/reason";
import { type Words, fill } from "../../shared/words";
import type { Failure } from "./upload";

export interface Base {
    name: string;
    documents: number;
}

// As `quarry status --json` has them (docs/bases.md).
export interface Document {
    base: string;
    key: string;
    name: string;
    source_type: "table" | "file" | "data";
    format: string;
    state: "stale" | "indexing" | "ready" | "failed" | "disabled";
    chunks: number;
    hotness: number;
    pinned: boolean;
    last_indexed_at: string | null;
    table?: { row_count: number; column_count: number };
    failure: Failure | null;
}

// Documents that wait are looked at again, ever less often.
const FIRST_LOOK_MS = 1000;
const LAST_LOOK_MS = 5000;

export interface SourceStore {
    server: Server;
    bases: Base[];
    base: string | undefined; // that is wanted, or the first
    documents: Document[]; // of it
    loading: boolean;
    failure: string | null;
    said: string; // what came of the last change
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

interface Loaded {
    bases: Base[];
    base: string | undefined; // that is wanted, or the first
    documents: Document[]; // of it
}

async function load(server: Server, wanted: string | undefined): Promise<Loaded> {
    const bases = await whole<Base>(server, "/v1/bases", "bases");
    const base = wanted ?? bases[0]?.name;

    if (base === undefined || !bases.some((b) => b.name === base)) return { bases, base, documents: [] };
    const documents = await whole<Document>(server, `/v1/documents?base=${encodeURIComponent(base)}`, "documents");
    return { bases, base, documents: documents.map((d) => ({ ...d, base })) };
}

export function useSources(server: Server, t: Words, wanted: string | undefined): SourceStore {
    const [state, setState] = useState<Loaded>({ bases: [], base: wanted, documents: [] });
    const [loading, setLoading] = useState(true);
    const [failure, setFailure] = useState<string | null>(null);
    const [said, setSaid] = useState("");
    const [wantsToken, setWantsToken] = useState(false);
    const asked = useRef(0);
    const look = useRef(FIRST_LOOK_MS);
    const reload = useCallback(async () => {
        try {
            const mine = ++asked.current;
            const loaded = await load(server, wanted);
            if (mine !== asked.current) return; // another base was chosen meanwhile
            setState(loaded);
            setFailure(null);
            setWantsToken(false);
        } catch (e) {
            setFailure(reason(e, t));
            setWantsToken(e instanceof Problem && e.status === 401);
        } finally {
            setLoading(false);
        }
    }, [server, t, wanted]);
    const change = async (method: string, path: string, done: string, body?: unknown): Promise<void> => {
        try {
            setSaid("");
            await send(server, method, path, body);
            await reload();
            setSaid(done);
            look.current = FIRST_LOOK_MS;
        } catch (e) {
            setFailure(reason(e, t));
        }
    };

    useEffect(() => void reload(), [reload]);
    useEffect(() => {
        if (!state.documents.some((d) => d.state === "stale" || d.state === "indexing")) return;
        const later = setTimeout(() => void reload(), look.current);
        look.current = Math.min(2 * look.current, LAST_LOOK_MS);
        return () => clearTimeout(later);
    }, [state]);
    return {
        server,
        ...state,
        loading,
        failure,
        said,
        wantsToken,
        reload,
        remove: (d) => change("DELETE", pathOf(d), fill(t.removed, d.name)),
        reindex: (d) => change("POST", pathOf(d, "/reindex"), fill(t.rereads, d.name), {}),
        pin: (d, pinned) => change("POST", pathOf(d, pinned ? "/pin" : "/unpin"), "", {}),
    };
}
