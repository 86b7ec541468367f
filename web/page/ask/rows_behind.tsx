// rows_behind.tsx - the rows of the file that the figures of an answer are made of.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Answer, Results } from "../../shared/answer";
import { post } from "../../shared/api";
import { countText } from "../../shared/format";
import { reason } from "../../shared/reason";
import { fill } from "../../shared/words";
import { usePage } from "../context";
import { ResultView } from "./result_view";
import { changeable, tableOf } from "./spec";

const PAGE = 50;

// The spec is run again, not the words read again: the rows are of this answer.
export function RowsBehind(props: { answer: Answer }): JSX.Element | null {
    const { words: t, server, language } = usePage();
    const { answer } = props;
    const [found, setFound] = useState<Results | null>(null);
    const [failure, setFailure] = useState<string | null>(null);
    const base = tableOf(answer);

    if (!answer.rows_behind || !changeable(answer) || base === null) return null;
    const load = async (): Promise<void> => {
        const start = (found?.rows.length ?? 0) + 1;
        const question = { base, query: answer.query, query_spec: answer.query_spec, rows_behind: { start, count: PAGE } };
        try {
            const page = (await post<Answer>(server, "/v1/ask", question)).rows_behind;
            const rows = [...(found?.rows ?? []), ...(page?.rows ?? [])];
            setFound({
                columns: page?.columns ?? [],
                column_types: page?.column_types ?? [],
                rows,
                row_count: rows.length,
                total_row_count: page?.total_row_count ?? rows.length,
                truncated: false,
            });
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
