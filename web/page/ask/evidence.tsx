// evidence.tsx - what an answer is from: files and passages, opened in place.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Source } from "../../shared/answer";
import { usePage } from "../context";
import { isMarkdown, linesOf, textOf } from "../document";
import { linkTo } from "../place";
import { Markdown } from "../markdown";

// The document with the passage marked; until it came, and where it cannot,
// what the answer quoted.
function Passage(props: { source: Source; close: () => void }): JSX.Element {
    const { words: t, server } = usePage();
    const { source } = props;
    const [text, setText] = useState<string | null>(null);
    const region = useRef<HTMLDivElement>(null);
    const lines = source.pointer ? linesOf(source.pointer) : null;

    useEffect(() => {
        const stop = new AbortController();

        region.current?.focus();
        setText(null);
        if (lines && source.kb_id && source.document_key)
            textOf(server, source.kb_id, source.document_key, stop.signal)
                .then(setText)
                .catch(() => undefined);
        return () => stop.abort();
    }, [source]);
    useEffect(() => region.current?.querySelector("mark")?.scrollIntoView({ block: "nearest" }), [text]);

    return (
        <div class="passage" role="region" aria-label={t.passage} tabIndex={-1} ref={region}>
            <p class="quiet">
                {[...new Set([source.file, source.chapter, source.section])].filter(Boolean).join(" › ")}{" "}
                <button type="button" onClick={props.close} aria-label={t.close}>
                    ×
                </button>
            </p>
            {text !== null && lines ? (
                <Lines text={text} lines={lines} markdown={isMarkdown(source.title)} />
            ) : (
                source.excerpt && <Markdown text={source.excerpt} />
            )}
            {source.kb_id && source.document_key && (
                <a href={linkTo({ base: source.kb_id, doc: source.document_key })}>{t.open}</a>
            )}
        </div>
    );
}

function Lines(props: { text: string; lines: { from: number; to: number }; markdown: boolean }): JSX.Element {
    const all = props.text.split("\n");
    const { from, to } = props.lines;
    const parts = [all.slice(0, from - 1), all.slice(from - 1, to), all.slice(to)].map((p) => p.join("\n"));
    const show = (part: string): JSX.Element =>
        props.markdown ? <Markdown text={part} /> : <pre class="plain">{part}</pre>;

    return (
        <div>
            {show(parts[0] ?? "")}
            <mark>{show(parts[1] ?? "")}</mark>
            {show(parts[2] ?? "")}
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
