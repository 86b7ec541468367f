// source_view.tsx - a source that is open: its rows and profile, or its text.
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { post } from "../../shared/api";
import { usePage } from "../context";
import { Markdown } from "../markdown";
import { type Section, isMarkdown, sectionsOf, textOf } from "../document";
import type { Document } from "../sources/store";
import { Fidelity } from "./fidelity";
import type { TableMap } from "./map";
import { Profile } from "./profile";
import { RowsView } from "./rows_view";
import { reason } from "../../shared/reason";

const MOST_CHARACTERS = 100_000; // at once; the rest is a click away

function useTable(path: string, sheet: string | undefined): { map: TableMap | null; failure: string | null } {
    const { server, words: t } = usePage();
    const [map, setMap] = useState<TableMap | null>(null);
    const [failure, setFailure] = useState<string | null>(null);

    useEffect(() => {
        const stop = new AbortController();

        setMap(null);
        setFailure(null);
        post<TableMap>(server, "/v1/tables/map", { path, ...(sheet ? { table: sheet } : {}) }, stop.signal)
            .then(setMap)
            .catch((e: unknown) => setFailure(reason(e, t)));
        return () => stop.abort();
    }, [path, sheet, server, t]);
    return { map, failure };
}

function TableView(props: { document: Document }): JSX.Element {
    const { words: t } = usePage();
    const path = `${props.document.base}/${props.document.key}`;
    const [sheet, setSheet] = useState<string | undefined>(undefined);
    const { map, failure } = useTable(path, sheet);

    if (failure) return <p class="failure">{failure}</p>;
    if (!map) return <p class="quiet">{t.thinking}</p>;
    const source = { path, ...(sheet ? { table: sheet } : {}) };
    return (
        <div>
            {map.tables.length > 1 && (
                <label class="choice">
                    <span class="quiet">{t.table}</span>
                    <select value={sheet ?? ""} onChange={(e) => setSheet(e.currentTarget.value || undefined)}>
                        {map.tables.map((s) => (
                            <option value={s.name}>
                                {s.name}
                                {s.range && !s.name.endsWith(s.range) ? ` (${s.range})` : ""}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            <Fidelity map={map} />
            <RowsView source={source} map={map} />
            <Profile source={source} />
        </div>
    );
}

// A text in the parts that its headings begin, so that each can be gone to.
function parts(text: string, sections: Section[]): { line: number; text: string }[] {
    const lines = text.split("\n");
    const starts = [...new Set([1, ...sections.map((s) => s.line)])].sort((a, b) => a - b);

    return starts.map((line, i) => ({ line, text: lines.slice(line - 1, (starts[i + 1] ?? Infinity) - 1).join("\n") }));
}

function TextView(props: { document: Document }): JSX.Element {
    const { server, words: t } = usePage();
    const [text, setText] = useState<string | null>(null);
    const [failure, setFailure] = useState<string | null>(null);
    const [sections, setSections] = useState<Section[]>([]);
    const [most, setMost] = useState(MOST_CHARACTERS);
    const [wanted, setWanted] = useState<{ line: number } | null>(null); // a heading that was chosen
    const body = useRef<HTMLDivElement>(null);
    const { document: d } = props;

    useEffect(() => {
        const stop = new AbortController();

        textOf(server, d.base, d.key, stop.signal)
            .then(setText)
            .catch((e: unknown) => setFailure(reason(e, t)));
        if (d.source_type === "file")
            sectionsOf(server, d.base, d.key, stop.signal)
                .then(setSections)
                .catch(() => setSections([])); // the text is there without them
        return () => stop.abort();
    }, [d.base, d.key, server]);
    const goTo = (line: number): void => {
        const before = (text ?? "").split("\n", line - 1).join("\n").length;
        setMost(Math.max(most, before + MOST_CHARACTERS));
        setWanted({ line });
    };

    useLayoutEffect(() => {
        const part = wanted && body.current?.querySelector<HTMLElement>(`[data-line="${wanted.line}"]`);
        if (!body.current || !part) return;
        body.current.scrollTop = part.offsetTop - body.current.offsetTop;
        part.focus({ preventScroll: true });
    }, [wanted]);
    if (failure) return <p class="failure">{failure}</p>;
    if (text === null) return <p class="quiet">{t.thinking}</p>;
    return (
        <div class={sections.length > 1 ? "outlined" : ""}>
            {sections.length > 1 && (
                <nav aria-label={t.headings}>
                    <ul class="outline">
                        {sections.map((s) => (
                            <li style={{ paddingInlineStart: `${(s.level - 1) * 0.8}rem` }}>
                                <button type="button" class="link" onClick={() => goTo(s.line)}>
                                    {s.title}
                                </button>
                            </li>
                        ))}
                    </ul>
                </nav>
            )}
            <div class="document" ref={body} tabIndex={0} role="region" aria-label={d.name}>
                {parts(text.slice(0, most), sections).map((part) => (
                    <div key={part.line} data-line={part.line} tabIndex={-1}>
                        {isMarkdown(d.name) ? <Markdown text={part.text} /> : <pre class="plain">{part.text}</pre>}
                    </div>
                ))}
                {text.length > most && (
                    <button type="button" onClick={() => setMost(most + MOST_CHARACTERS)}>
                        {t.readOn}
                    </button>
                )}
            </div>
        </div>
    );
}

// What could not be read has nothing but the reason.
function Content(props: { document: Document }): JSX.Element {
    const { document: d } = props;

    if (d.failure) return <p class="failure">{d.failure.message}</p>;
    return d.table ? <TableView document={d} /> : <TextView document={d} />;
}

export function SourceView(props: { document: Document; close: () => void }): JSX.Element {
    const { words: t } = usePage();
    const { document: d } = props;

    return (
        <section class="source" aria-label={d.name}>
            <div class="bar">
                <h2>{d.name}</h2>
                <button type="button" onClick={props.close}>
                    {t.close}
                </button>
            </div>
            <Content key={d.key} document={d} />
        </section>
    );
}
