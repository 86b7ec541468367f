// sources.tsx - what can be asked: files of the bases, and where to drop more.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { type Language, type Words, fill } from "../../shared/words";
import { usePage } from "../context";
import type { Place } from "../place";
import { type Document, type SourceStore, whyFailed } from "./store";
import { type Job, upload } from "./upload";
import { reason } from "../../shared/reason";

const DEFAULT_BASE = "files";
const ACCEPTED = ".csv,.tsv,.xlsx,.md,.markdown,.txt,.html,.json,.gz,.zst";

// What of an upload could not be read, and why.
const whyNot = (job: Job): string[] =>
    (job.result?.failures ?? []).map((f) => `${f.file ?? f.name ?? ""}: ${f.message ?? f.code ?? ""}`);

function Drop(props: { store: SourceStore; base: string | undefined; go: (p: Place) => void }): JSX.Element {
    const { words: t } = usePage();
    const [over, setOver] = useState(false);
    const [share, setShare] = useState<number | null>(null);
    const [said, setSaid] = useState("");
    const input = useRef<HTMLInputElement>(null);
    const base = props.base ?? DEFAULT_BASE;

    const take = async (list: FileList | null): Promise<void> => {
        const files = [...(list ?? [])];
        if (files.length === 0) return;
        const names = files.map((f) => f.name).join(", ");
        setSaid(fill(t.reads, names));
        try {
            const job = await upload(props.store.server, base, files, setShare);
            const read = job.documents.flatMap((d) => (d.document ? [d.document.key] : []));
            setSaid([fill(t.uploaded, names), ...whyNot(job)].join(" "));
            await props.store.reload();
            props.go(read[0] ? { base, doc: read[0] } : { base });
        } catch (e) {
            setSaid(reason(e, t));
        }
        setShare(null);
    };

    return (
        <div
            class={over ? "drop over" : "drop"}
            onDragOver={(e) => {
                e.preventDefault();
                setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(e) => {
                e.preventDefault();
                setOver(false);
                void take(e.dataTransfer?.files ?? null);
            }}
        >
            <p>
                {t.dropHere}{" "}
                <button type="button" class="link" onClick={() => input.current?.click()}>
                    {t.chooseFiles}
                </button>
            </p>
            <input
                ref={input}
                type="file"
                multiple
                hidden
                accept={ACCEPTED}
                aria-label={t.chooseFiles}
                onChange={(e) => void take(e.currentTarget.files)}
            />
            {share !== null && <progress value={share} max={1} aria-label={said} />}
            <p role="status" class="quiet">
                {said}
            </p>
        </div>
    );
}

// How much it is, when it was last read, and how much it is asked for.
function sizeOf(d: Document, t: Words, language: Language): string {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const when = d.last_indexed_at && new Date(d.last_indexed_at).toLocaleString(language);

    return [
        d.table ? `${number.format(d.table.row_count)} ${t.rows}` : `${number.format(d.chunks)} ${t.chunks}`,
        when,
        d.hotness > 0 ? `${t.hotness} ${number.format(d.hotness)}` : "",
    ]
        .filter(Boolean)
        .join(" · ");
}

function Row(props: { document: Document; open: boolean; store: SourceStore; go: (p: Place) => void }): JSX.Element {
    const { words: t, language } = usePage();
    const { document: d, store } = props;

    return (
        <li class={props.open ? "open" : ""}>
            <button
                type="button"
                class="link name"
                aria-current={props.open}
                onClick={() => props.go({ base: d.base, doc: d.key })}
            >
                {d.name}
            </button>
            <span class={`state ${d.state}`}>{d.state}</span>
            <span class="quiet">{sizeOf(d, t, language)}</span>
            {whyFailed(d) && <p class="failure">{whyFailed(d)}</p>}
            <span class="actions">
                <button type="button" onClick={() => void store.reindex(d)} aria-label={`${t.reindex}: ${d.name}`}>
                    ↻
                </button>
                <button
                    type="button"
                    aria-pressed={d.pinned}
                    onClick={() => void store.pin(d, !d.pinned)}
                    aria-label={`${t.pin}: ${d.name}`}
                >
                    ★
                </button>
                <button
                    type="button"
                    onClick={() => confirm(fill(t.removeSure, d.name)) && void store.remove(d)}
                    aria-label={`${t.remove}: ${d.name}`}
                >
                    ×
                </button>
            </span>
        </li>
    );
}

export function Sources(props: {
    store: SourceStore;
    base: string | undefined;
    open: Document | undefined;
    go: (p: Place) => void;
}): JSX.Element {
    const { words: t } = usePage();
    const { store } = props;
    const documents = store.documents.filter((d) => d.base === props.base);

    return (
        <nav class="sources" aria-label={t.sources}>
            <h2>{t.sources}</h2>
            {store.bases.length > 1 && (
                <label class="base">
                    <span class="quiet">{t.base}</span>
                    <select value={props.base} onChange={(e) => props.go({ base: e.currentTarget.value })}>
                        {store.bases.map((b) => (
                            <option value={b.name}>{b.name}</option>
                        ))}
                    </select>
                </label>
            )}
            {store.failure && (
                <p role="alert" class="failure">
                    {store.failure}
                </p>
            )}
            {!store.loading && documents.length === 0 && <p class="quiet">{t.noSources}</p>}
            <ul>
                {documents.map((d) => (
                    <Row key={d.key} document={d} open={d === props.open} store={store} go={props.go} />
                ))}
            </ul>
            <Drop store={store} base={props.base} go={props.go} />
        </nav>
    );
}
