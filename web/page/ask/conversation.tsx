// conversation.tsx - the questions that were asked, and the next one.
import { Component, type JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Question } from "../../shared/answer";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { useKept } from "../kept";
import { AnswerCard } from "./answer_card";
import { type Asked, type Instead, useConversation } from "./asked";
import { Suggestions } from "./suggestions";

const SHOWN_AT_FIRST = 10; // of a long history; older ones are a click away
const MORE = 50;

interface TurnProps {
    asked: Asked;
    ofBase: boolean; // say of which base it was asked
    askAgain: (q: string, as?: Instead) => void;
    again: (a: Asked) => Question;
}

// While an answer comes, word by word, those before it are left as they are.
class Turn extends Component<TurnProps> {
    override shouldComponentUpdate(next: TurnProps): boolean {
        return next.asked !== this.props.asked || next.ofBase !== this.props.ofBase;
    }

    override render(): JSX.Element {
        return <TurnView {...this.props} />;
    }
}

function TurnView(props: TurnProps): JSX.Element {
    const { words: t } = usePage();
    const { asked } = props;

    return (
        <article class="turn">
            <h3 class="question">
                {asked.query} {props.ofBase && <small class="quiet">{asked.base}</small>}
            </h3>
            {!asked.answer && !asked.failure && !asked.cancelled && (
                <div class="card waiting" aria-busy="true">
                    <p>{asked.text || t.thinking}</p>
                </div>
            )}
            {asked.cancelled && <p class="quiet">{t.cancelled}</p>}
            {asked.failure && (
                <p class="failure" role="alert">
                    {asked.failure}
                </p>
            )}
            {asked.answer && (
                <AnswerCard
                    base={asked.base}
                    answer={asked.answer}
                    askAgain={props.askAgain}
                    asked={() => props.again(asked)}
                />
            )}
        </article>
    );
}

function QuestionForm(props: {
    busy: boolean;
    disabled: boolean;
    put: (q: string) => void;
    cancel: () => void;
}): JSX.Element {
    const { words: t } = usePage();
    const [text, setText] = useState("");

    const submit = (e: Event): void => {
        e.preventDefault();
        const query = text.trim();
        if (!query || props.disabled) return;
        setText("");
        props.put(query);
    };

    return (
        <form class="ask" onSubmit={submit}>
            <label class="hidden" for="question">
                {t.askLabel}
            </label>
            <textarea
                id="question"
                disabled={props.disabled}
                rows={2}
                maxLength={2000}
                value={text}
                placeholder={t.askPlaceholder}
                onInput={(e) => setText(e.currentTarget.value)}
                onKeyDown={(e) => {
                    if (e.key === "Enter" && !e.shiftKey && !e.isComposing) submit(e);
                }}
            />
            <button type="submit" disabled={props.disabled || !text.trim()}>
                {t.ask}
            </button>
            {props.busy && (
                <button type="button" class="cancel" onClick={props.cancel}>
                    {t.cancel}
                </button>
            )}
        </form>
    );
}

export function Conversation(props: {
    base: string | undefined;
    question: string | undefined;
    sources: number; // when there are others, other questions can be answered
    open: boolean; // a source is
}): JSX.Element {
    const { words: t } = usePage();
    const [kept, keep] = useKept<Asked[]>("asked", []);
    const talk = useConversation(kept, keep);
    const [shown, setShown] = useState(SHOWN_AT_FIRST);
    const followed = useRef<string | undefined>(undefined);
    const end = useRef<HTMLDivElement>(null);
    const log = useRef<HTMLDivElement>(null);
    const isNew = props.sources > 0 && !talk.asked.some((a) => a.base === props.base);
    const severalBases = talk.asked.some((a) => a.base !== talk.asked[0]?.base);
    const put = (query: string, as?: Instead): void => {
        if (props.base) void talk.put(props.base, query, as);
    };

    const latest = useRef(put);
    const askAgain = useCallback((query: string, as?: Instead) => latest.current(query, as), []);

    const history = useRef(talk.again);
    const again = useCallback((a: Asked) => history.current(a), []);

    latest.current = put;
    history.current = talk.again;
    useEffect(() => {
        const link = props.base && props.question && `${props.base} ${props.question}`;
        if (!link || followed.current === link || !props.base || !props.question) return;
        followed.current = link;
        void talk.put(props.base, props.question);
    }, [props.base, props.question]);
    // The last question stands at the top, with room for its answer below: what is
    // read does not move when that comes.
    useEffect(() => {
        const turns = log.current?.querySelectorAll(".turn");
        if (turns && turns.length > 1) turns[turns.length - 1]?.scrollIntoView({ block: "start" });
        else end.current?.scrollIntoView({ block: "end" });
    }, [talk.asked.length]);

    return (
        <section class="conversation" aria-label={t.history}>
            {talk.asked.length > 0 && (
                <div class="bar">
                    <h2>{t.history}</h2>
                    <button
                        type="button"
                        onClick={() => confirm(fill(t.clearSure, talk.asked.length)) && talk.clear()}
                    >
                        {t.clearHistory}
                    </button>
                </div>
            )}
            {talk.asked.length > shown && (
                <button type="button" onClick={() => setShown(shown + MORE)}>
                    ↑ {fill(t.more, talk.asked.length - shown)}
                </button>
            )}
            <div role="log" aria-live="polite" ref={log}>
                {talk.asked.slice(-shown).map((a) => (
                    <Turn key={a.id} asked={a} ofBase={severalBases} askAgain={askAgain} again={again} />
                ))}
            </div>
            {isNew && !props.open && talk.asked.length === 0 && <h2 class="welcome">{t.welcome}</h2>}
            {(isNew || props.open) && props.base && (
                <Suggestions key={`${props.base} ${props.sources}`} base={props.base} put={put} />
            )}
            <QuestionForm busy={talk.busy} disabled={!props.base} put={put} cancel={talk.cancel} />
            <div ref={end} />
        </section>
    );
}
