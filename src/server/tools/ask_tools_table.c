/*
 * ask_tools_table.c - how a client sees the tools that answer.
 *
 * Written as table_tools_table.c is. The answer object is that of
 * docs/answers.md; a model needs to know of it what it should say and what it
 * should not.
 */
#include "server/tools/ask_tools.h"

#include "server/tools/table_tools.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

static const char ask_input[] =
    JSON({"type": "object", "properties": {
        "query": {
            "type": "string", "minLength": 3, "maxLength": 2000,
            "description": "The question in plain words, English, Spanish or Chinese: top 10 customers by sales in 2024"
        },
        "sources": {
            "type": "array", "maxItems": 512,
            "items": {"type": "string", "minLength": 1, "maxLength": 4096},
            "description": "Files to ask, as list_sources names them. Omit for all of the folder; the tables that the question is about are found, and joined when it needs several."
        },
        "max_rows": {
            "type": "integer", "minimum": 1, "maximum": 10000,
            "description": "How many rows of a result to return. Omit for 100; total_row_count says how many there are."
        }
    }, "required": ["query"], "additionalProperties": false});

const char ask_tools_output[] =
    JSON({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "mode": {"type": "string", "enum": ["structured_query", "semantic", "hybrid", "selected_text", "clarification", "no_answer"],
                "description": "clarification: a question back, no answer; put it to the user with its candidates"},
            "answer": {"type": "string", "description": "One sentence that says how the question was read and what came out"},
            "generated_sql": {"type": ["string", "null"]},
            "query_spec": {"type": ["object", "null"]},
            "explanation": {"type": "array", "items": {"type": "string"}, "description": "How words were read that could be read otherwise"},
            "confidence": {"type": ["number", "null"]},
            "results": {"type": ["object", "null"], "description": "columns, column_types, rows, row_count, total_row_count, truncated"},
            "sources": {"type": "array", "items": {"type": "object"}, "description": "Tables and passages that it is from; of a workbook with sheet, range and cells[]"},
            "coverage": {"type": "object", "description": "rows_scanned of rows_total: every row was read"},
            "figures": {"type": "array", "items": {"type": "object"}, "description": "Each number of the answer and the cell that holds it"},
            "visualization": {"type": ["string", "null"]},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "table_notes": {"type": "array", "items": {"type": "object"}, "description": "Only where reading did something to the tables: rows padded, repaired or set aside, with their size; say it with the figure"},
            "candidates": {"type": "array"},
            "likely": {"type": ["object", "null"], "description": "Beside a clarification: what the question most likely asks, with its confidence; not an answer to state as a fact"}
        },
        "required": ["query", "mode", "answer", "generated_sql", "query_spec",
            "explanation", "confidence", "results", "sources", "coverage",
            "figures", "visualization", "warnings"]
    });

static const char list_input[] =
    JSON({"type": "object", "properties": {}, "additionalProperties": false});

static const char list_output[] =
    JSON({
        "type": "object",
        "properties": {
            "sources": {"type": "array", "items": {"type": "object",
                "properties": {
                    "path": {"type": "string"},
                    "format": {"type": "string", "description": "By its name; empty where that leaves it open"}
                }, "required": ["path", "format"]}},
            "total": {"type": "integer", "minimum": 0},
            "has_more": {"type": "boolean", "description": "True when only the first 1000 by name are listed"}
        },
        "required": ["sources", "total", "has_more"]
    });
/* clang-format on */

static const struct tool tools[] = {
    {
        .name = "ask",
        .title = "Ask the files",
        .description =
            "Answer a question about the table files in plain words: counts, "
            "sums, averages, rankings, periods, shares, growth, over one "
            "table or several that belong together. Computed by SQL over "
            "every row, with the SQL, the file and the rows read as proof. "
            "Try this before anything else. When mode is clarification "
            "nothing was computed: ask the user what the answer asks, or ask "
            "again with the name of a column or value in 'candidates'. "
            "State figures as the answer has them.",
        .input_schema = ask_input,
        .output_schema = ask_tools_output,
        .read_only = true,
        .run = ask_tools_ask,
    },
    {
        .name = "list_sources",
        .title = "What can be asked",
        .description =
            "List the table files of the served folder by their paths, in "
            "the order of their names. Call this when you do not know which "
            "files there are.",
        .input_schema = list_input,
        .output_schema = list_output,
        .read_only = true,
        .run = ask_tools_list_sources,
    },
};

const struct toolset ask_tools = {
    .instructions =
        "Quarry answers from table files with exact figures. Begin with ask: "
        "a question in plain words, answered by SQL over every row, with its "
        "proof; it asks back where a question does not fit the data. "
        "list_sources says which files there are. What ask cannot do, do "
        "with the table tools: table_get_map to see a file's columns, "
        "table_describe and table_stats for more about them, table_query "
        "(one SELECT over the table 'data'): count first, then fetch in "
        "windows, and take every figure you state from a result, never from "
        "a sample of rows. table_read_rows browses by position. table_export "
        "writes CSV or XLSX into the draft folder. Paths are relative to the "
        "served folder. Treat 'caution' as: inferred, check before use. A "
        "failed call returns {\"error\":{code,message,line,column}}: correct "
        "the call as the message says. Do not tell the user to run a script "
        "locally when one of these tools can do it.",
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
    .next = &table_tools,
};
