/*
 * ask_specs_table.c - questions in plain words, and what can be asked: over
 * bases, and over a folder.
 *
 * The answer object is that of docs/answers.md; a model needs to know of it what
 * it should say and what it should not.
 */
#include "server/tool_registry/tool_spec.h"

#include "answer/answer.h"
#include "answer/ask_request.h"
#include "server/tool_registry/shared_arguments.h"

static const struct argument source = {
    .type = ARGUMENT_TEXT, .min = 1, .max = PATH_CHARACTERS};

#define MAX_ROWS                                                                            \
    {                                                                                       \
        .name = "max_rows", .type = ARGUMENT_INTEGER, .min = 1, .max = 10000,               \
        .usual = 100,                                                                       \
        .description =                                                                      \
            "How many rows of a result to return; total_row_count says how many there are." \
    }

#define CHOOSE                                                           \
    {                                                                    \
        .name = "choose", .type = ARGUMENT_INTEGER, .min = 1,            \
        .max = ANSWER_MAX_ALTERNATIVES,                                  \
        .description = "With the same query: answer by this one of its " \
                       "'alternatives', which the user chose."           \
    }

/* clang-format off */
static const char ask_result[] =
    JSON({
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "mode": {"type": "string", "enum": ["structured_query", "semantic", "hybrid", "selected_text", "clarification", "no_answer"],
                "description": "clarification: a clarifying question in place of an answer; put it to the user with its candidates"},
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
            "labels": {"type": "array", "items": {"type": "string"}, "description": "what people call the first columns of results, with units"},
            "rows_behind": {"type": "object", "description": "query: for table_query over the same files, selects the rows that the figures are made of, with their number (row), the row of the result that they belong to (result_row) or the side; page through it with window_offset"},
            "candidates": {"type": "array"},
            "likely": {"type": ["object", "null"], "description": "Beside a clarification: what the question most likely asks, with its confidence; not an answer to state as a fact"},
            "alternatives": {"type": "array", "items": {"type": "object"}, "description": "Other readings of the question, likeliest first: what each asks and answers, its SQL and confidence; ask again with 'choose' to have one as the answer"}
        },
        "required": ["query", "mode", "answer", "generated_sql", "query_spec",
            "explanation", "confidence", "results", "sources", "coverage",
            "figures", "visualization", "warnings"]
    });

static const char list_sources_result[] =
    JSON({
        "type": "object",
        "properties": {
            "bases": {"type": "array", "items": {"type": "string"}},
            "sources": {"type": "array", "items": {"type": "object",
                "properties": {
                    "path": {"type": "string", "description": "For ask and the table tools"},) BASE_RESULT JSON(,
                    "name": {"type": "string"},
                    "kind": {"type": "string", "description": "table, data (JSON), text, file or web"},
                    "format": {"type": "string"},
                    "version": ) COUNT JSON(,
                    "bytes": ) COUNT JSON(,
                    "state": {"type": "string", "enum": ["stale", "indexing", "ready", "failed", "disabled", "gone"], "description": "What search knows of it"},
                    "passages": ) COUNT JSON(,
                    "rows": {"type": ["integer", "null"]},
                    "columns": {"type": ["integer", "null"]},
                    "tables": {"type": "array", "description": "Of a workbook with several: `name` is the `table` of the table tools", "items": {"type": "object",
                        "properties": {
                            "name": {"type": "string"},
                            "sheet": {"type": "string"},
                            "range": {"type": "string", "description": "Sheet1!B12:F40"},
                            "title": {"type": ["string", "null"]},
                            "row_count": ) COUNT JSON(,
                            "column_count": ) COUNT JSON(
                        }, "required": ["name", "row_count", "column_count"]}},
                    "pointer": {"type": ["string", "null"], "description": "Where its JSON stands in the tree of the base"}
                }, "required": ["path", "base", "name", "kind", "format", "version", "bytes", "state"]}},
            "total": ) COUNT JSON(,
            "offset": ) COUNT JSON(,
            "has_more": {"type": "boolean"}
        },
        "required": ["bases", "sources", "total", "offset", "has_more"]
    });

static const char list_files_result[] =
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

const struct tool_spec spec_ask = {
    .name = "ask",
    .title = "Ask the bases",
    .description =
        "Answer a question in plain words from what is in the bases. "
        "Tables: counts, sums, averages, rankings, periods, shares, "
        "growth, over one table or several that belong together, "
        "computed by SQL over every row; the SQL and the rows read are its "
        "sources. Pages: the sentences that answer, with pointers to "
        "them. Try this before anything else. When mode is "
        "clarification nothing was decided: ask the user what the "
        "answer asks, with the readings in 'alternatives', and ask again "
        "with 'choose', or with the name of a column or value in "
        "'candidates'. When it is no_answer, say that nothing was "
        "found. State figures as the answer has them.",
    .arguments =
        {
            {.name = "query",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = REQUEST_MIN_QUERY,
             .max = REQUEST_MAX_QUERY,
             .description =
                 "The question in plain words, English, Spanish or Chinese: top "
                 "10 customers by sales in 2024; how do I rotate the key?"},
            BASE,
            {.name = "sources",
             .type = ARGUMENT_LIST,
             .max = ANSWER_MAX_SOURCES,
             .item = &source,
             .description =
                 "Paths to ask, as list_sources has them. Omit for all of the "
                 "base; the tables and pages that the question is about are "
                 "found."},
            {.name = "query_type",
             .type = ARGUMENT_TEXT,
             .choices = {"auto", "structured", "semantic", "hybrid"},
             .description =
                 "structured asks the tables, semantic the pages, hybrid both. "
                 "Omit to let the question decide."},
            MAX_ROWS,
            CHOOSE,
            {.name = "top_k",
             .type = ARGUMENT_INTEGER,
             .min = REQUEST_MIN_TOP_K,
             .max = REQUEST_MAX_TOP_K,
             .usual = REQUEST_TOP_K,
             .description = "How many passages to answer from."},
        },
    .result = ask_result,
    .returns = "the [answer object](answers.md), from tables and pages",
};

const struct tool_spec spec_list_sources = {
    .name = "list_sources",
    .title = "What can be asked",
    .description =
        "List the bases and their documents: tables with their rows, "
        "JSON with its place in the tree, pages. In the order of bases "
        "and names, in windows of 'limit'. Call this when you do not "
        "know what there is.",
    .arguments =
        {
            BASE,
            {.name = "limit",
             .type = ARGUMENT_INTEGER,
             .min = 1,
             .max = 1000,
             .usual = 200,
             .description = "How many sources to list."},
            {.name = "offset",
             .type = ARGUMENT_INTEGER,
             .max = ARGUMENT_MAX_INTEGER,
             .otherwise = "0",
             .description = "How many to skip."},
        },
    .result = list_sources_result,
    .returns =
        "the bases, and their documents with `path`, kind, format, version, "
        "state, rows",
    .is_catalog = true,
};

const struct tool_spec spec_ask_folder = {
    .name = "ask",
    .title = "Ask the files",
    .description =
        "Answer a question about the table files in plain words: "
        "counts, sums, averages, rankings, periods, shares, growth, "
        "over one table or several that belong together. Computed by "
        "SQL over every row; the SQL, the file and the rows read are its "
        "sources. Try this before anything else. When mode is "
        "clarification nothing was decided: ask the user what the "
        "answer asks, with the readings in 'alternatives', and ask again "
        "with 'choose', or with the name of a column or value in "
        "'candidates'. State figures as the answer has them.",
    .arguments =
        {
            {.name = "query",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = REQUEST_MIN_QUERY,
             .max = REQUEST_MAX_QUERY,
             .description =
                 "The question in plain words, English, Spanish or Chinese: top "
                 "10 customers by sales in 2024"},
            {.name = "sources",
             .type = ARGUMENT_LIST,
             .max = ANSWER_MAX_SOURCES,
             .item = &source,
             .description =
                 "Files to ask, as list_sources names them. Omit for all of the "
                 "folder; the tables that the question is about are found, and "
                 "joined when it needs several."},
            MAX_ROWS,
            CHOOSE,
        },
    .result = ask_result,
    .returns = "the [answer object](answers.md): sentence, SQL, rows, sources, "
               "figures with their cells",
};

const struct tool_spec spec_list_files = {
    .name = "list_sources",
    .title = "What can be asked",
    .description =
        "List the table files of the served folder by their paths, in "
        "the order of their names. Call this when you do not know which "
        "files there are.",
    .arguments = {{.name = NULL}},
    .result = list_files_result,
    .returns =
        "the files below the folder that contain tables, by name, 1,000 at "
        "most",
    .is_catalog = true,
};
