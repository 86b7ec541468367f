// behind.ts - the rows of the files that the figures of an answer are made of, page by
// page: the question is asked again with the wish for them.
import { type Server, ask } from "./api";
import { type Answer, type Question, type Results, tableOf, tablesOf } from "./answer";

// It is read otherwise now: its rows would be of another answer.
export class ReadOtherwise extends Error {}

// What is asked: where one table answered its spec, which no word can change; else the
// question as it was.
export function questionBehind(answer: Answer, asked: Question): Question {
    const spec = answer.query_spec;
    const file = tableOf(answer);

    if (!spec || spec.joins?.length || tablesOf(answer).length !== 1 || !file || asked.base === undefined) return asked;
    return { base: file, query: answer.query, query_spec: spec };
}

// `found` and the page behind it.
export async function moreBehind(
    server: Server,
    answer: Answer,
    asked: Question,
    found: Results | null,
    count: number,
): Promise<Results> {
    const start = (found?.rows.length ?? 0) + 1;
    const question = { ...questionBehind(answer, asked), rows_behind: { start, count } };
    const again = await ask(server, question, () => undefined, new AbortController().signal);
    const page = again.rows_behind;

    if (again.generated_sql !== answer.generated_sql || !page?.rows) throw new ReadOtherwise();
    const rows = [...(found?.rows ?? []), ...page.rows];
    return {
        columns: page.columns ?? [],
        column_types: page.column_types ?? [],
        rows,
        row_count: rows.length,
        total_row_count: page.total_row_count ?? rows.length,
        truncated: false,
    };
}
