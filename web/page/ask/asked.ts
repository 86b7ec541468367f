// asked.ts - a question from when it is asked until its answer is there.
import { useCallback, useRef, useState } from "preact/hooks";
import { ask } from "../../shared/api";
import type { Answer, Question, Turn } from "../../shared/answer";
import { reason } from "../../shared/reason";
import { usePage } from "../context";

export interface Asked {
    id: number;
    base: string;
    query: string;
    text: string; // what has come of the answer's text
    answer: Answer | null;
    failure: string | null;
    cancelled: boolean;
    as?: Instead; // what was run instead of its words
}

const HISTORY_TURNS = 10; // as the server allows
const TURN_CHARACTERS = 2000;
const KEPT = 1000;
const KEPT_ROWS = 200; // of each answer: a browser keeps five megabytes in all

export function historyOf(asked: Asked[], base: string): Turn[] {
    return asked
        .filter((a) => a.base === base && a.answer)
        .flatMap((a): Turn[] => [
            { role: "user", content: a.query },
            { role: "assistant", content: a.answer?.answer.slice(0, TURN_CHARACTERS) || "-" },
        ])
        .slice(-HISTORY_TURNS);
}

function heard(a: Asked, event: string, data: unknown): Asked {
    if (event !== "token") return a;
    const { text = "", replace } = data as { text?: string; replace?: boolean };
    return { ...a, text: replace ? text : a.text + text };
}

// A changed spec, and the table that it is asked of; or which of the alternatives.
export type Instead = { table: string; spec: unknown } | { choose: number };

function questionOf(base: string, query: string, history: Turn[], as?: Instead): Question {
    if (!as) return { base, query, ...(history.length ? { conversation_history: history } : {}) };
    return "choose" in as ? { base, query, choose: as.choose } : { base: as.table, query, query_spec: as.spec };
}

function forKeeping(a: Asked): Asked {
    const results = a.answer?.results;

    if (!a.answer || !results || results.rows.length <= KEPT_ROWS) return a;
    const rows = results.rows.slice(0, KEPT_ROWS);
    return { ...a, answer: { ...a.answer, results: { ...results, rows, row_count: KEPT_ROWS, truncated: true } } };
}

export interface Conversation {
    asked: Asked[];
    busy: boolean;
    put: (base: string, query: string, as?: Instead) => Promise<void>;
    again: (a: Asked) => Question; // as it was asked
    cancel: () => void;
    clear: () => void;
}

export function useConversation(kept: Asked[], keep: (a: Asked[]) => void): Conversation {
    const { server, words: t } = usePage();
    const [asked, setAsked] = useState(kept);
    const [busy, setBusy] = useState(false);
    const running = useRef<AbortController | null>(null);
    const next = useRef(kept.reduce((id, a) => Math.max(id, a.id), 0) + 1);

    const put = useCallback(
        async (base: string, query: string, as?: Instead) => {
            running.current?.abort();
            const stop = new AbortController();
            const conversation_history = historyOf(asked, base);
            let mine: Asked = {
                id: next.current++,
                base,
                query,
                text: "",
                answer: null,
                failure: null,
                cancelled: false,
                ...(as ? { as } : {}),
            };
            const show = (a: Asked): void => {
                mine = a;
                setAsked((all) => [...all.filter((b) => b.id !== a.id), a]);
            };

            running.current = stop;
            setBusy(true);
            show(mine);
            try {
                const question = questionOf(base, query, conversation_history, as);
                const answer = await ask(server, question, (e, d) => show(heard(mine, e, d)), stop.signal);
                show({ ...mine, answer });
            } catch (e) {
                if (stop.signal.aborted) show({ ...mine, cancelled: true });
                else show({ ...mine, failure: reason(e, t) });
            }
            keep([...asked, mine].slice(-KEPT).map(forKeeping));
            if (running.current === stop) setBusy(false);
        },
        [server, t, asked, keep],
    );

    return {
        asked,
        busy,
        put,
        again: (a) => questionOf(a.base, a.query, historyOf(asked.filter((b) => b.id < a.id), a.base), a.as),
        cancel: () => running.current?.abort(),
        clear: () => {
            setAsked([]);
            keep([]);
        },
    };
}
