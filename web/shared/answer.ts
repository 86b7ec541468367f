// answer.ts - the answer object of docs/answers.md, as far as pages show it.

export type Cell = string | number | boolean | null;

export interface Results {
    columns: string[];
    column_types: string[];
    rows: Cell[][];
    row_count: number;
    total_row_count: number;
    truncated: boolean;
}

export interface Source {
    index: number;
    title: string;
    kb_id: string | null;
    document_key: string | null;
    chapter: string | null;
    section: string | null;
    file: string | null;
    url: string | null;
    similarity_score: number | null;
    excerpt: string | null;
    pointer: string | null;
    rows?: number;
    table?: string;
    sheet?: string; // of a workbook, with the table's range and the cells used
    range?: string;
    cells?: string[];
}

// A number of the text and the JSON Pointer, in the answer, of what proves it.
export interface Figure {
    text: string;
    value: number | null;
    cell: string | null;
}

export interface Candidate {
    kind: string;
    text: string;
    column?: string | null;
    file?: string | null;
}

export interface Likely {
    answer: string;
    generated_sql: string | null;
    explanation: string[];
    confidence: number | null;
    results: Results | null;
}

// Another reading of the question: the number that chooses it, and what it gives.
export interface Alternative {
    choose: number;
    reading: string | null;
    answer: string;
    generated_sql: string | null;
    query_spec: unknown;
    explanation: string[];
    confidence: number | null;
}

export type Mode =
    | "structured_query"
    | "semantic"
    | "hybrid"
    | "selected_text"
    | "clarification"
    | "no_answer";

export type Visualization = "number" | "table" | "bar" | "line" | "none";

// The rows of the file that the figures are made of; a page of them, if asked for.
export interface RowsBehind {
    query: string;
    columns?: string[];
    column_types?: string[];
    rows?: Cell[][];
    total_row_count?: number;
}

export interface Measure {
    agg: string;
    column: string | null;
}

export interface Group {
    column: string;
    grain: string | null;
}

export interface Filter {
    column: string;
    op: string;
    values: string[];
    type?: string;
    side?: number;
    part?: boolean;
}

// What was asked of the tables.
export interface Spec {
    kind: string;
    table: string;
    measures: Measure[];
    group_by: Group[];
    filters: Filter[];
    having: unknown;
    limit: number | null;
    window: unknown;
    joins?: unknown[];
    derived?: unknown;
    order: { by: string; column: string | null; descending: boolean } | null;
    compare?: unknown;
    change?: unknown;
    step?: unknown;
    share?: boolean;
    running?: boolean;
    place?: number;
    each?: number;
}

export interface Answer {
    query: string;
    mode: Mode | "full_book"; // of a question that names its query_mode this one
    answer_mode?: Mode;
    answer: string;
    generated_sql: string | null;
    query_spec: Partial<Spec> | null; // that of a metric is shorter
    explanation: string[];
    confidence: number | null;
    results: Results | null;
    sources: Source[];
    coverage: {
        rows_scanned: number;
        rows_total: number;
        documents_searched: number;
    };
    figures: Figure[];
    visualization: Visualization;
    warnings: string[];
    candidates: Candidate[];
    likely: Likely | null;
    alternatives?: Alternative[];
    session_id: string;
    response_time_ms: number;
    rows_behind?: RowsBehind;
    labels?: string[]; // what people call the first columns of `results`, with units
    quotes?: { index: number; text: string }[]; // of a selected text that a model answered
}

// How many columns at its left say of what the others are; 0: that is not known.
export const groupsOf = (answer: Pick<Answer, "query_spec">): number =>
    answer.query_spec?.group_by?.length ?? 0;

// The tables that answered.
export const tablesOf = (answer: Answer): Source[] => answer.sources.filter((s) => s.rows !== undefined);

// The file, "base/name", of the first of them, that a spec is asked of.
export const tableOf = (answer: Answer): string | null => tablesOf(answer)[0]?.file ?? null;

export interface Turn {
    role: "user" | "assistant";
    content: string;
}

export interface Question {
    base?: string; // an exposure has its own
    query: string;
    query_mode?: "selected_text";
    selected_text?: string;
    conversation_history?: Turn[];
    session_id?: string;
    choose?: number; // of its alternatives
    query_spec?: unknown; // is run instead of what the words bind to
    rows_behind?: { start: number; count: number }; // which of them are wanted
}

// What the server says in English where there is nothing (docs/answers.md).
export const isNothing = (answer: Answer): boolean =>
    (answer.answer_mode ?? answer.mode) === "no_answer" && /^(no information found)?$/.test(answer.answer);
