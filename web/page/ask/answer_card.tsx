// answer_card.tsx - one answer with its proof.
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { post } from "../../shared/api";
import { type Answer, type Figure, type Question, isNothing, tableOf } from "../../shared/answer";
import { askedWith, offeredBy } from "../../shared/candidates";
import { chartOf } from "../../shared/chart_data";
import { cellOf, pieces } from "../../shared/figures";
import { countText, percentText } from "../../shared/format";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { linkTo } from "../place";
import type { Instead } from "./asked";
import { Evidence } from "./evidence";
import { ReadingEditor } from "./reading_editor";
import { RowsBehind } from "./rows_behind";
import { ResultView } from "./result_view";
import { changeable, readingText } from "./spec";
import { reason } from "../../shared/reason";

function AnswerText(props: {
    answer: Answer;
    light: (f: Figure) => void;
    openSource: (index: number) => void;
}): JSX.Element {
    const { words: t, language } = usePage();

    return (
        <p class="text">
            {pieces(props.answer, language).map((piece) => {
                if (piece.kind === "text") return piece.text;
                if (piece.kind === "citation")
                    return (
                        <button type="button" class="citation" onClick={() => props.openSource(piece.index)}>
                            {piece.text}
                        </button>
                    );
                return piece.figure.cell === null ? (
                    <span class="unproven" title={t.proofMissing}>
                        {piece.text}
                    </span>
                ) : (
                    <button type="button" class="figure" onClick={() => props.light(piece.figure)}>
                        {piece.text}
                    </button>
                );
            })}
        </p>
    );
}

function Sql(props: { base: string; answer: Answer }): JSX.Element | null {
    const { words: t } = usePage();
    const [copied, setCopied] = useState(false);
    const sql = props.answer.generated_sql;

    if (!sql) return null;
    return (
        <details class="sql">
            <summary>{t.sql}</summary>
            <pre tabIndex={0}>
                <code>{sql}</code>
            </pre>
            <button
                type="button"
                onClick={() => void navigator.clipboard.writeText(sql).then(() => setCopied(true))}
            >
                {copied ? t.copied : t.copy}
            </button>{" "}
            <a href={linkTo({ base: props.base, q: props.answer.query })}>{t.permalink}</a>
        </details>
    );
}

function Facts(props: { answer: Answer }): JSX.Element {
    const { words: t, language } = usePage();
    const { coverage, confidence } = props.answer;
    const count = (n: number): string => countText(n, language);
    const facts: string[] = [];

    if (coverage.rows_total > 0)
        facts.push(fill(t.rowsScanned, count(coverage.rows_scanned), count(coverage.rows_total)));
    if (coverage.documents_searched > 0)
        facts.push(fill(t.documentsSearched, count(coverage.documents_searched)));
    if (confidence !== null)
        facts.push(`${t.confidence} ${percentText(confidence, language)}`);
    facts.push(`${count(Math.max(1, Math.round(props.answer.response_time_ms)))} ms`);
    return <p class="facts quiet">{facts.join(" · ")}</p>;
}

// What the question may have meant: each is asked by a click.
function Candidates(props: { answer: Answer; askAgain: (q: string) => void }): JSX.Element | null {
    const { words: t } = usePage();
    const { answer } = props;

    const offered = offeredBy(answer);

    if (offered.length === 0) return null;
    return (
        <p class="candidates">
            <span class="quiet">{t.didYouMean}</span>
            {offered.map((c) => (
                <button type="button" key={`${c.file ?? ""} ${c.text}`} onClick={() => props.askAgain(askedWith(answer, c.text))}>
                    {c.text}
                </button>
            ))}
        </p>
    );
}

function Feedback(props: { base: string; answer: Answer }): JSX.Element | null {
    const { words: t, server } = usePage();
    const [said, setSaid] = useState<string | null>(null);
    const say = async (verdict: "up" | "down"): Promise<void> => {
        try {
            await post(server, "/v1/feedback", {
                base: props.base,
                query: props.answer.query,
                verdict,
            });
            setSaid(t.thanks);
        } catch (e) {
            setSaid(reason(e, t));
        }
    };

    if (props.answer.mode === "clarification" || props.answer.mode === "no_answer") return null;
    return (
        <span class="feedback">
            <button type="button" onClick={() => void say("up")}>
                ✓ {t.helpful}
            </button>
            <button type="button" onClick={() => void say("down")}>
                ✗ {t.wrong}
            </button>
            <span role="status" class="quiet">
                {said}
            </span>
        </span>
    );
}

// How the question was read, in a line; it opens to be changed.
function Reading(props: { answer: Answer; askAgain: (q: string, as?: Instead) => void }): JSX.Element | null {
    const { words: t } = usePage();
    const { answer } = props;
    const [open, setOpen] = useState(false);
    const spec = changeable(answer);
    const table = tableOf(answer);

    if (!spec || table === null) return null;
    return (
        <details class="change" onToggle={(e) => setOpen(e.currentTarget.open)}>
            <summary>
                {t.readAs}: <strong>{readingText(spec, t)}</strong> <span class="edit">{t.editReading}</span>
            </summary>
            {open && (
                <ReadingEditor
                    path={table}
                    spec={spec}
                    apply={(changed) => props.askAgain(answer.query, { table, spec: changed })}
                />
            )}
        </details>
    );
}

// Other readings of the question: each answers by a click.
function Alternatives(props: { answer: Answer; askAgain: (q: string, as?: Instead) => void }): JSX.Element | null {
    const { words: t, language } = usePage();
    const { answer } = props;

    if (!answer.alternatives?.length) return null;
    return (
        <div class="alternatives" role="group" aria-label={t.otherReadings}>
            <p class="quiet">{answer.results ? t.otherReadings : t.doYouMean}</p>
            {answer.alternatives.map((a) => (
                <button type="button" key={a.choose} onClick={() => props.askAgain(answer.query, { choose: a.choose })}>
                    {a.answer}
                    {a.confidence !== null && <span class="quiet"> {percentText(a.confidence, language)}</span>}
                </button>
            ))}
        </div>
    );
}

const LIKELY = 0.5; // of a guess that is right more often than not it is shown at once

// What the question may have asked, where that is not sure. It says how often such
// guesses are right, and is no answer.
function Guess(props: { answer: Answer }): JSX.Element | null {
    const { words: t, language } = usePage();
    const { likely } = props.answer;

    if (!likely || props.answer.alternatives?.length) return null;
    return (
        <details class="guess" open={(likely.confidence ?? 0) >= LIKELY}>
            <summary>{fill(t.guess, percentText(likely.confidence ?? 0, language))}</summary>
            <p class="text">{likely.answer}</p>
            {likely.results && (
                <ResultView results={likely.results} kind="table" lit={null} name={props.answer.query} />
            )}
        </details>
    );
}

export function AnswerCard(props: {
    base: string;
    answer: Answer;
    askAgain: (q: string, as?: Instead) => void;
    asked: () => Question; // what it answers
}): JSX.Element {
    const { words: t } = usePage();
    const { answer, askAgain } = props;
    const [lit, setLit] = useState<{ row: number; column: number } | null>(null);
    const [opened, setOpened] = useState<number | null>(null);
    const proof = useRef<HTMLDivElement>(null);
    const { results } = answer;
    const of = useMemo(() => chartOf(answer), [answer]);
    // Its sources were looked at, and prove nothing yet.
    const asksBack = answer.mode === "clarification" || answer.mode === "no_answer";

    const light = (figure: Figure): void => {
        const source = /^\/sources\/(\d+)\//.exec(figure.cell ?? "");
        if (source) setOpened(answer.sources[Number(source[1])]?.index ?? null);
        setLit(cellOf(figure));
        proof.current?.scrollIntoView({ block: "nearest" });
    };

    return (
        <div class={`card ${answer.mode}`}>
            <Reading answer={answer} askAgain={askAgain} />
            {isNothing(answer) ? (
                <p class="text">{t.noAnswer}</p>
            ) : (
                <AnswerText answer={answer} light={light} openSource={setOpened} />
            )}
            <Candidates answer={answer} askAgain={askAgain} />
            {answer.explanation.length > 0 && (
                <ul class="explanation" aria-label={t.reading}>
                    {answer.explanation.map((line) => (
                        <li>{line}</li>
                    ))}
                </ul>
            )}
            {!results && <Alternatives answer={answer} askAgain={askAgain} />}
            <Guess answer={answer} />
            <div ref={proof}>
                {results && (
                    <ResultView
                        results={results}
                        of={of}
                        kind={answer.visualization}
                        lit={lit}
                        name={answer.query}
                    />
                )}
            </div>
            <RowsBehind answer={answer} asked={props.asked} />
            {results && <Alternatives answer={answer} askAgain={askAgain} />}
            {answer.warnings.length > 0 && (
                <ul class="warnings" aria-label={t.warnings}>
                    {answer.warnings.map((w) => (
                        <li>{w}</li>
                    ))}
                </ul>
            )}
            {!asksBack && <Evidence sources={answer.sources} opened={opened} open={setOpened} />}
            <Sql base={props.base} answer={answer} />
            <div class="foot">
                <Facts answer={answer} />
                <Feedback base={props.base} answer={answer} />
            </div>
        </div>
    );
}
