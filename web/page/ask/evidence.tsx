// evidence.tsx - what an answer is from: files and passages, opened in place.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { post } from "../../shared/api";
import type { Source } from "../../shared/answer";
import { usePage } from "../context";
import { linkTo } from "../place";
import { Markdown } from "../markdown";

interface Fetched {
    text?: string;
    content?: unknown;
}

function textOf(fetched: Fetched): string {
    if (typeof fetched.text === "string") return fetched.text;
    return typeof fetched.content === "string" ? fetched.content : JSON.stringify(fetched.content ?? fetched, null, 2);
}

// The passage as the document has it now; until it came, and where it cannot,
// what the answer quoted.
function Passage(props: { source: Source; close: () => void }): JSX.Element {
    const { words: t, server } = usePage();
    const { source } = props;
    const [text, setText] = useState(source.excerpt ?? "");
    const region = useRef<HTMLDivElement>(null);

    useEffect(() => {
        const stop = new AbortController();

        region.current?.focus();
        if (source.excerpt !== null && source.pointer)
            post<Fetched>(server, "/v1/fetch-evidence", { pointer: source.pointer }, stop.signal)
                .then((fetched) => setText(textOf(fetched)))
                .catch(() => undefined);
        return () => stop.abort();
    }, [source]);

    return (
        <div class="passage" role="region" aria-label={t.passage} tabIndex={-1} ref={region}>
            <p class="quiet">
                {[source.file, source.chapter, source.section].filter(Boolean).join(" › ")}
                <button type="button" onClick={props.close} aria-label={t.close}>
                    ×
                </button>
            </p>
            <Markdown text={text} marked={source.excerpt ?? ""} />
            {source.kb_id && source.document_key && (
                <a href={linkTo({ base: source.kb_id, doc: source.document_key })}>{t.open}</a>
            )}
        </div>
    );
}

export function Evidence(props: {
    sources: Source[];
    opened: number | null;
    open: (index: number | null) => void;
}): JSX.Element | null {
    const { words: t } = usePage();
    const opened = props.sources.find((s) => s.index === props.opened);

    if (props.sources.length === 0) return null;
    return (
        <div class="evidence">
            <h4>{t.evidence}</h4>
            <ol>
                {props.sources.map((s) => (
                    <li value={s.index}>
                        <button
                            type="button"
                            class="link"
                            aria-expanded={s.index === props.opened}
                            onClick={() => props.open(s.index === props.opened ? null : s.index)}
                        >
                            {[s.title, s.table, s.section].filter(Boolean).join(" › ")}
                        </button>{" "}
                        {s.similarity_score !== null && <span class="quiet">{s.similarity_score.toFixed(2)}</span>}
                    </li>
                ))}
            </ol>
            {opened && <Passage source={opened} close={() => props.open(null)} />}
        </div>
    );
}
