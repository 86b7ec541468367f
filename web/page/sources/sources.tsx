// sources.tsx - what can be asked: files of the bases, and where to drop more.
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { type Language, type Words, fill } from "../../shared/words";
import { usePage } from "../context";
import type { Place } from "../place";
import { Drop } from "./drop";
import type { Document, SourceStore } from "./store";
import type { Taking } from "./take";

const MANY = 10; // documents, among which one is looked for by its name
const SHOWN = 100;

// The time where it is of this year, else the year.
function whenText(at: Date, language: Language): string {
    const isNow = at.getFullYear() === new Date().getFullYear();
    const day = { day: "numeric", month: "short" } as const;

    return isNow
        ? at.toLocaleString(language, { ...day, hour: "numeric", minute: "2-digit" })
        : at.toLocaleDateString(language, { ...day, year: "numeric" });
}

// A long name breaks behind its folders and words.
const breakable = (name: string): ComponentChildren =>
    name.split(/(?<=[/_-])/).map((part) => (
        <>
            {part}
            <wbr />
        </>
    ));

// How much it is, when it was last read, and how much it is asked for.
function sizeOf(d: Document, t: Words, language: Language): string[] {
    const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    const when = d.last_indexed_at ? whenText(new Date(d.last_indexed_at), language) : "";

    const rows = d.table && (d.table.row_count === 1 ? t.oneRow : `${number.format(d.table.row_count)} ${t.rows}`);
    const passages = d.chunks === 1 ? t.onePassage : `${number.format(d.chunks)} ${t.chunks}`;

    return [
        d.state === "failed" ? "" : (rows ?? passages),
        when,
        d.hotness > 0 ? `${t.hotness} ${number.format(d.hotness)}` : "",
    ].filter(Boolean);
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
                {breakable(d.name)}
            </button>
            <span class="actions">
                <Action label={`${t.reindex}: ${d.name}`} sign="↻" act={() => void store.reindex(d)} />
                <Action
                    label={`${t.pin}: ${d.name}`}
                    sign={d.pinned ? "★" : "☆"}
                    pressed={d.pinned}
                    act={() => void store.pin(d, !d.pinned)}
                />
                <Action
                    label={`${t.remove}: ${d.name}`}
                    sign="×"
                    act={() => confirm(fill(t.removeSure, d.name)) && void store.remove(d)}
                />
            </span>
            <span class="facts">
                <span class={`state ${d.state}`}>{t.states[d.state] ?? d.state}</span>
                {sizeOf(d, t, language).map((fact) => ` · ${fact}`)}
            </span>
            {d.failure && <p class="failure">{d.failure.message}</p>}
        </li>
    );
}

function Action(props: { label: string; sign: string; pressed?: boolean; act: () => void }): JSX.Element {
    return (
        <button
            type="button"
            aria-label={props.label}
            title={props.label}
            aria-pressed={props.pressed}
            onClick={props.act}
        >
            {props.sign}
        </button>
    );
}

function BaseChoice(props: { store: SourceStore; base: string | undefined; go: (p: Place) => void }): JSX.Element | null {
    const { words: t } = usePage();
    const names = props.store.bases.map((b) => b.name);
    const all = props.base && !names.includes(props.base) ? [props.base, ...names] : names;

    if (all.length < 2) return null;
    return (
        <label class="choice">
            <span class="quiet">{t.base}</span>
            <select value={props.base} onChange={(e) => props.go({ base: e.currentTarget.value })}>
                {all.map((name) => (
                    <option value={name}>{name}</option>
                ))}
            </select>
        </label>
    );
}

// Of many, those whose names hold what is written; of these the first.
function List(props: { store: SourceStore; open: Document | undefined; go: (p: Place) => void }): JSX.Element {
    const { words: t } = usePage();
    const [text, setText] = useState("");
    const [most, setMost] = useState(SHOWN);
    const { documents } = props.store;
    const found = documents.filter((d) => d.name.toLowerCase().includes(text.trim().toLowerCase()));

    return (
        <>
            {documents.length > MANY && (
                <input
                    type="search"
                    class="find"
                    aria-label={t.findSource}
                    placeholder={t.findSource}
                    value={text}
                    onInput={(e) => setText(e.currentTarget.value)}
                />
            )}
            <ul>
                {found.slice(0, most).map((d) => (
                    <Row key={d.key} document={d} open={d === props.open} store={props.store} go={props.go} />
                ))}
            </ul>
            {found.length > most && (
                <button type="button" onClick={() => setMost(most + SHOWN)}>
                    {fill(t.more, found.length - most)}
                </button>
            )}
        </>
    );
}

export function Sources(props: {
    store: SourceStore;
    taking: Taking | null; // null: files are dropped elsewhere
    base: string | undefined;
    open: Document | undefined;
    go: (p: Place) => void;
}): JSX.Element {
    const { words: t } = usePage();
    const [unfolded, unfold] = useState(false); // on a phone, where the list is in the way
    const go = (p: Place): void => {
        unfold(false);
        props.go(p);
    };
    const { store } = props;
    const { documents } = store;
    const isNews = !store.wantsToken || store.server.token !== undefined; // that a token is wanted the page asks

    return (
        <nav class={unfolded ? "sources unfolded" : "sources"} aria-label={t.sources}>
            <div class="bar">
                <h2>{t.sources}</h2>
                <button
                    type="button"
                    class="fold"
                    aria-expanded={unfolded}
                    aria-controls="sources"
                    aria-label={`${t.sources}: ${documents.length}`}
                    onClick={() => unfold(!unfolded)}
                >
                    {documents.length} {unfolded ? "▴" : "▾"}
                </button>
            </div>
            {store.failure && isNews && (
                <div role="alert" class="failure">
                    <p>{store.failure}</p>
                    <button type="button" onClick={() => void store.reload()}>
                        {t.tryAgain}
                    </button>
                </div>
            )}
            <div id="sources">
                <BaseChoice store={store} base={props.base} go={props.go} />
                {!store.loading && !store.failure && documents.length === 0 && <p class="quiet">{t.noSources}</p>}
                <List store={store} open={props.open} go={go} />
                <p role="status" class="quiet">
                    {store.said}
                </p>
                {props.taking && !store.wantsToken && <Drop taking={props.taking} />}
            </div>
        </nav>
    );
}
