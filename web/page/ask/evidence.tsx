// evidence.tsx - what an answer is from: files and passages, opened in place.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Source } from "../../shared/answer";
import { usePage } from "../context";
import { type PassageText, hasDrawnPages, isMarkdown, linesOf, pageOf, passageOf } from "../document";
import { linkTo } from "../place";
import { Markdown } from "../markdown";
import { PdfPage } from "./pdf_page";
import { type Entry, type JsonContext, jsonOf, jsonContextOf } from "./json_context";

// The passage in its place, marked; until it came, and where it cannot, what the
// answer quoted.
function Passage(props: { source: Source; close: () => void }): JSX.Element {
    const { words: t } = usePage();
    const { source } = props;
    const region = useRef<HTMLDivElement>(null);
    const place =
        source.pointer && source.kb_id && source.document_key && hasDrawnPages(source.title) ? pageOf(source.pointer) : null;
    const [asText, setAsText] = useState(false);
    const show = (): void => {
        const box = region.current;
        const mark = box?.querySelector<HTMLElement>("mark, .sheet .lit");
        if (!box || !mark) return;
        const top = mark.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
        box.scrollTop = Math.max(0, top - box.clientHeight / 4);
    };

    useEffect(() => region.current?.focus(), [source]);
    useEffect(() => setAsText(false), [source]);
    return (
        <div class="passage" role="region" aria-label={t.passage} tabIndex={-1} ref={region}>
            <div class="bar">
                <p class="quiet">
                    {[...new Set([source.file, source.chapter, source.section])].filter(Boolean).join(" › ")}
                </p>
                {source.kb_id && source.document_key && (
                    <a href={linkTo({ base: source.kb_id, doc: source.document_key })}>{t.open}</a>
                )}
                {place && (
                    <button type="button" class="link" onClick={() => setAsText(!asText)}>
                        {asText ? t.pageAsDrawn : t.pageAsText}
                    </button>
                )}
                <button type="button" class="icon" onClick={props.close} aria-label={t.close}>
                    ×
                </button>
            </div>
            {place && !asText ? (
                <PdfPage
                    base={source.kb_id ?? ""}
                    document={source.document_key ?? ""}
                    place={place}
                    failed={() => setAsText(true)}
                    shown={show}
                />
            ) : source.pointer && jsonOf(source.pointer) ? (
                <JsonPassage source={source} pointer={source.pointer} shown={show} />
            ) : (
                <TextPassage source={source} shown={show} />
            )}
        </div>
    );
}

// "Budget!C9:C14, C16:C20, …", as the command has it.
const SHOWN_CELLS = 3;

function cellsOf(source: Source): string {
    const cells = source.cells ?? [];
    const shown = cells.slice(0, SHOWN_CELLS).join(", ");

    return `${source.sheet}!${shown}${cells.length > SHOWN_CELLS ? ", …" : ""}`;
}

const Quoted = (props: { source: Source }): JSX.Element | null =>
    props.source.excerpt ? <Markdown text={props.source.excerpt} /> : null;

function TextPassage(props: { source: Source; shown: () => void }): JSX.Element {
    const { words: t, server } = usePage();
    const { source } = props;
    const [text, setText] = useState<PassageText | null>(null);

    useEffect(() => {
        const stop = new AbortController();
        const lines = source.pointer ? linesOf(source.pointer) : null;

        setText(null);
        if (lines && source.kb_id && source.document_key)
            passageOf(server, source.kb_id, source.document_key, lines, stop.signal)
                .then(setText)
                .catch(() => undefined);
        return () => stop.abort();
    }, [source, server]);
    useEffect(props.shown, [text]);
    if (text === null) return <Quoted source={source} />;
    const show = (part: string): JSX.Element =>
        isMarkdown(source.title) ? <Markdown text={part} /> : <pre class="plain">{part}</pre>;

    return (
        <div>
            {text.changed && <p class="quiet">{t.changedSince}</p>}
            {!text.isFirst && <p class="quiet">…</p>}
            {show(text.before)}
            <mark>{show(text.lit)}</mark>
            {show(text.after)}
            {!text.isLast && <p class="quiet">…</p>}
        </div>
    );
}

// A value among those beside it, below the names that lead to it.
function JsonPassage(props: { source: Source; pointer: string; shown: () => void }): JSX.Element {
    const { words: t, server } = usePage();
    const [found, setFound] = useState<JsonContext | null>(null);

    useEffect(() => {
        const stop = new AbortController();

        setFound(null);
        jsonContextOf(server, props.pointer, stop.signal)
            .then(setFound)
            .catch(() => undefined);
        return () => stop.abort();
    }, [props.pointer, server]);
    useEffect(props.shown, [found]);
    if (!found) return <Quoted source={props.source} />;
    return (
        <div class="json">
            {!found.latest && <p class="quiet">{t.changedSince}</p>}
            {found.where.length > 0 && <p class="quiet">{found.where.join(" › ")}</p>}
            {found.before && <p class="quiet">…</p>}
            {found.entries.map((e) => (e.lit ? <mark><JsonEntry entry={e} /></mark> : <JsonEntry entry={e} />))}
            {found.after && <p class="quiet">…</p>}
        </div>
    );
}

const JsonEntry = (props: { entry: Entry }): JSX.Element => (
    <pre class="plain">
        {props.entry.label && <b>{props.entry.label}: </b>}
        {props.entry.text}
    </pre>
);

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
                        {s.sheet !== undefined && <span class="quiet">{cellsOf(s)}</span>}
                        {s.similarity_score !== null && <span class="quiet">{s.similarity_score.toFixed(2)}</span>}
                    </li>
                ))}
            </ol>
            {opened && <Passage source={opened} close={() => props.open(null)} />}
        </div>
    );
}
