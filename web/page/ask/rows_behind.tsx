// rows_behind.tsx - the rows of the files that the figures of an answer are made of.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Answer, Question, Results } from "../../shared/answer";
import { moreBehind } from "../../shared/behind";
import { countText } from "../../shared/format";
import { reason } from "../../shared/reason";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { ResultView } from "./result_view";

const PAGE = 50;

export function RowsBehind(props: { answer: Answer; asked: () => Question }): JSX.Element | null {
    const { words: t, server, language } = usePage();
    const { answer } = props;
    const [found, setFound] = useState<Results | null>(null);
    const [failure, setFailure] = useState<string | null>(null);

    if (!answer.rows_behind) return null;
    const load = async (): Promise<void> => {
        try {
            setFound(await moreBehind(server, answer, props.asked(), found, PAGE));
            setFailure(null);
        } catch (e) {
            setFailure(reason(e, t));
        }
    };
    const count = (n: number): string => countText(n, language);
    const label = found ? fill(t.rowsBehindMore, count(found.rows.length), count(found.total_row_count)) : t.rowsBehind;

    return (
        <div class="behind">
            {found && <ResultView results={found} kind="table" lit={null} name={answer.query} />}
            {failure && <p role="status">{failure}</p>}
            {(!found || found.rows.length < found.total_row_count) && (
                <button type="button" onClick={() => void load()}>
                    {label}
                </button>
            )}
        </div>
    );
}
