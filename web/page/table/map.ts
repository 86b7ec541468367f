// map.ts - what /v1/tables/map says of a table (docs/tools.md).

export interface TableSource {
    path: string;
    table?: string;
}

export interface TableMap {
    format: string;
    delimiter?: string;
    encoding_detected?: string;
    row_count: number;
    column_count: number;
    columns: { name: string; index: number; inferred_type: string }[];
    tables: { name: string; row_count?: number; range?: string }[];
    fidelity?: {
        line_ending?: string;
        columns?: { name: string; date_format?: string; date_order_ambiguous?: boolean; number_format?: string }[];
        rows_rejected_count?: number;
        rows_repaired_count?: number;
        notes?: string[];
    };
    table_notes?: { kind: string; text: string }[]; // what reading did, where it did anything
}
