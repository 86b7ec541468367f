/*
 * table_tools_table.c - how a client sees the six table tools.
 *
 * The schemas are written as JSON, turned into strings by the preprocessor
 * (so that nothing is escaped by hand) and put on the wire as they stand.
 * Input schemas keep to what server/tools/argument_schema.h checks. Output
 * schemas name the fields that are promised, in their order; an answer may have
 * more after them. docs/mcp.md says the same in prose.
 */
#include "server/tools/table_tools.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define PATH_INPUT \
    JSON("path": { \
        "type": "string", "minLength": 1, "maxLength": 4096, \
        "description": "File to read, relative to the served folder, for example orders/2024.csv; where bases are served, BASE/DOCUMENT as list_sources has it" \
    })

#define TABLE_INPUT \
    JSON("table": { \
        "type": "string", "minLength": 1, "maxLength": 1024, \
        "description": "Sheet of a workbook, a name in tables of table_get_map; SQL calls it data. Omit for the usual one, which the map describes." \
    })

#define HEADER_INPUT \
    JSON("header": { \
        "type": "boolean", \
        "description": "Of a text file: true, its first line is the header; false, it is data. Omit to let it be decided; table_get_map says how, and whether that was doubtful." \
    })

#define ALSO_INPUT \
    JSON("also": { \
        "type": "array", "maxItems": 15, \
        "items": {"type": "string", "minLength": 1, "maxLength": 4096}, \
        "description": "Further files that the query names, each as path is given. Each file, that of path too, is then a table by its name without folder and suffix: in/customers.csv is the table customers." \
    })

#define COLUMNS_INPUT \
    JSON("columns": { \
        "type": "array", "maxItems": 4096, \
        "items": {"type": "string", "minLength": 1, "maxLength": 1024}, \
        "description": "Column names exactly as table_get_map lists them, in the order wanted. Omit for all columns." \
    })

#define COUNT   JSON({"type": "integer", "minimum": 0})
#define NAMES   JSON({"type": "array", "items": {"type": "string"}})
#define SCALAR  JSON({"type": ["string", "number", "boolean", "null"]})
#define CELL \
    JSON({"type": ["string", "number", "boolean", "null", "array", "object"]})
#define NUMBER  JSON({"type": ["number", "string", "null"]})
#define TYPE \
    JSON({"type": "string", "enum": ["integer", "float", "decimal", "string", \
        "boolean", "date", "time", "timestamp", "interval", "other"]})
#define ROWS \
    JSON({"type": "array", "items": {"type": "array", "items": ) CELL JSON(}, \
        "description": "One array a row, values in column order. Integers and decimals over 15 digits come as strings, lists as arrays, structs as objects."})

#define NOTES JSON({"type": "array", "items": {"type": "string"}})
#define TABLE_NOTES \
    JSON({"type": "array", "items": {"type": "object"}, "description": "Only where reading did something to the table: rows padded, repaired or set aside, with their size"})

#define PLACES \
    JSON({"type": "array", "items": {"type": "object"}, "description": "Only of workbooks: table, sheet, range and cells[] behind the answer; name them as its proof"})

#define HINT \
    JSON("hint": {"type": "string", "description": "Only when the same was asked three times or more and the data has not changed: use what you have"})

static const char map_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,) TABLE_INPUT JSON(,) HEADER_INPUT JSON(,
        "chunk_rows": {"type": "integer", "minimum": 1, "maximum": 1000000, "description": "Rows of a chunk; 500 if omitted"}
    }, "required": ["path"], "additionalProperties": false});

static const char map_output[] =
    JSON({
        "type": "object",
        "properties": {
            "format": {"type": "string"},
            "delimiter": {"type": ["string", "null"]},
            "quote_char": {"type": ["string", "null"]},
            "encoding_detected": {"type": ["string", "null"]},
            "encoding_confidence": {"type": ["number", "null"]},
            "has_header": {"type": "boolean"},
            "row_count": ) COUNT JSON(,
            "column_count": ) COUNT JSON(,
            "columns": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "index": ) COUNT JSON(,
                        "inferred_type": ) TYPE JSON(
                    },
                    "required": ["name", "index", "inferred_type"]
                }
            },
            "chunks": {
                "type": "array",
                "description": "Row ranges of chunk_rows each, for reading in pieces",
                "items": {
                    "type": "object",
                    "properties": {
                        "index": ) COUNT JSON(,
                        "rows": {"type": "string", "description": "First and last row, 1-500"}
                    },
                    "required": ["index", "rows"]
                }
            },
            "tables": {"type": "array", "description": "The tables of a workbook: name, index, row_count, column_count, hidden, columns and more of each"},
            "fidelity": {"type": "object", "description": "What was decided while reading, and what was not exact"},
            "caution": {"type": ["string", "null"], "description": "When set, what was inferred is a best effort: check it before relying on it"},
            "table_notes": ) TABLE_NOTES JSON(,
            "drift": {"type": "object", "description": "Only when the file had other content when it was last mapped: rows before and after, columns added, removed, renamed, of another type"}
        },
        "required": ["format", "delimiter", "quote_char", "encoding_detected",
            "encoding_confidence", "has_header", "row_count", "column_count",
            "columns", "chunks", "tables", "fidelity", "caution"]
    });

static const char describe_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,) TABLE_INPUT JSON(,) HEADER_INPUT
    JSON(}, "required": ["path"], "additionalProperties": false});

static const char describe_output[] =
    JSON({
        "type": "object",
        "properties": {
            "row_count": ) COUNT JSON(,
            "column_count": ) COUNT JSON(,
            "columns": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "index": ) COUNT JSON(,
                        "inferred_type": ) TYPE JSON(,
                        "nullable": {"type": "boolean"},
                        "non_null_count": ) COUNT JSON(,
                        "distinct_estimate": ) COUNT JSON(,
                        "sample_values": {"type": "array", "items": ) SCALAR JSON(},
                        "min": ) SCALAR JSON(,
                        "max": ) SCALAR JSON(,
                        "original_name": {"type": ["string", "null"], "description": "As the file has it, where the name had to be made unique"},
                        "not_finite_count": ) COUNT JSON(
                    },
                    "required": ["name", "index", "inferred_type", "nullable",
                        "non_null_count", "distinct_estimate", "sample_values",
                        "min", "max", "original_name"]
                }
            },
            "caution": {"type": ["string", "null"], "description": "As that of table_get_map"},
            "notes": ) NOTES JSON(,
            "table_notes": ) TABLE_NOTES JSON(
        },
        "required": ["row_count", "column_count", "columns", "caution"]
    });

static const char stats_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,) TABLE_INPUT JSON(,) HEADER_INPUT JSON(,) COLUMNS_INPUT
    JSON(}, "required": ["path"], "additionalProperties": false});

static const char stats_output[] =
    JSON({
        "type": "object",
        "properties": {
            "row_count": ) COUNT JSON(,
            "columns": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "type": ) TYPE JSON(,
                        "non_null_count": ) COUNT JSON(,
                        "distinct_estimate": ) COUNT JSON(,
                        "min": ) SCALAR JSON(,
                        "max": ) SCALAR JSON(,
                        "mean": ) NUMBER JSON(,
                        "sum": ) NUMBER JSON(,
                        "stddev": ) NUMBER JSON(,
                        "median": ) NUMBER JSON(,
                        "q1": ) NUMBER JSON(,
                        "q3": ) NUMBER JSON(,
                        "not_finite_count": {"type": "integer", "minimum": 1, "description": "NaN and infinities, which the other figures leave out"},
                        "min_length": {"type": ["integer", "null"]},
                        "max_length": {"type": ["integer", "null"]},
                        "most_common": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {"value": ) SCALAR JSON(, "count": ) COUNT JSON(},
                                "required": ["value", "count"]
                            }
                        },
                        "true_count": ) COUNT JSON(,
                        "false_count": ) COUNT JSON(
                    },
                    "required": ["name", "type", "non_null_count", "distinct_estimate"]
                }
            },
            "notes": ) NOTES JSON(,
            "table_notes": ) TABLE_NOTES JSON(
        },
        "required": ["row_count", "columns"]
    });

static const char read_rows_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,
        "row_start": {
            "type": "integer", "minimum": 1, "maximum": 9007199254740991,
            "description": "First row to read; the first row after the header is 1"
        },
        "row_count": {
            "type": "integer", "minimum": 1, "maximum": 9007199254740991,
            "description": "How many rows to read; fewer come back at the end of the table or when the answer would be too large"
        },) COLUMNS_INPUT JSON(,) TABLE_INPUT JSON(,) HEADER_INPUT
    JSON(}, "required": ["path", "row_start", "row_count"], "additionalProperties": false});

static const char read_rows_output[] =
    JSON({
        "type": "object",
        "properties": {
            "columns": ) NAMES JSON(,
            "column_types": {"type": "array", "items": ) TYPE JSON(},
            "rows": ) ROWS JSON(,
            "row_start": ) COUNT JSON(,
            "row_count": ) COUNT JSON(,
            "total_rows": ) COUNT JSON(,
            "has_more": {"type": "boolean"},
            "notes": ) NOTES JSON(,
            "places": ) PLACES JSON(,
            "table_notes": ) TABLE_NOTES JSON(,) HINT JSON(
        },
        "required": ["columns", "column_types", "rows", "row_start",
            "row_count", "total_rows", "has_more"]
    });

static const char query_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,
        "query": {
            "type": "string", "minLength": 1,
            "description": "One read-only SELECT in DuckDB SQL over the table data, for example SELECT city, count(*) AS n FROM data GROUP BY city ORDER BY n DESC, city"
        },
        "window_rows": {
            "type": "integer", "minimum": 1, "maximum": 9007199254740991,
            "description": "How many rows to return from window_offset on. Omit for 100."
        },
        "window_offset": {
            "type": "integer", "minimum": 0, "maximum": 9007199254740991,
            "description": "How many rows of the result to skip. Omit for 0."
        },) TABLE_INPUT JSON(,) HEADER_INPUT JSON(,) ALSO_INPUT
    JSON(}, "required": ["path", "query"], "additionalProperties": false});

static const char query_output[] =
    JSON({
        "type": "object",
        "properties": {
            "columns": ) NAMES JSON(,
            "column_types": {"type": "array", "items": ) TYPE JSON(},
            "rows": ) ROWS JSON(,
            "row_count": ) COUNT JSON(,
            "total_row_count": {"type": "integer", "minimum": 0, "description": "Rows of the whole result, exact"},
            "window_rows": ) COUNT JSON(,
            "window_offset": ) COUNT JSON(,
            "has_more": {"type": "boolean", "description": "True exactly when rows follow this window"},
            "query_elapsed_ms": {"type": "number", "minimum": 0},
            "depends_on_time": {"type": "boolean", "description": "True where the query asks for the day or time; else absent"},
            "notes": ) NOTES JSON(,
            "places": ) PLACES JSON(,
            "table_notes": ) TABLE_NOTES JSON(,) HINT JSON(
        },
        "required": ["columns", "column_types", "rows", "row_count",
            "total_row_count", "window_rows", "window_offset", "has_more",
            "query_elapsed_ms"]
    });

static const char export_input[] =
    JSON({"type": "object", "properties": {) PATH_INPUT JSON(,
        "query": {
            "type": "string", "minLength": 1,
            "description": "One read-only SELECT over the table data whose result is exported. Omit to export the whole table."
        },
        "target_path": {
            "type": "string", "minLength": 1, "maxLength": 4096,
            "description": "File to create, relative to the draft folder, for example summary.xlsx. It must not exist, but with overwrite."
        },
        "overwrite": {"type": "boolean", "default": false, "description": "Replace a draft of this name. What was published is never replaced."},
        "format": {"type": "string", "enum": ["csv", "xlsx"], "description": "Kind of file to write"},
        "sheet": {
            "type": "string", "minLength": 1, "maxLength": 31,
            "description": "Name of the sheet, for xlsx. Omit for Sheet1."
        },) TABLE_INPUT JSON(,) HEADER_INPUT JSON(,) ALSO_INPUT
    JSON(}, "required": ["path", "target_path", "format"], "additionalProperties": false});

static const char export_output[] =
    JSON({
        "type": "object",
        "properties": {
            "target_path": {"type": "string"},
            "format": {"type": "string", "enum": ["csv", "xlsx"]},
            "sheet": {"type": ["string", "null"]},
            "row_count": ) COUNT JSON(,
            "column_count": ) COUNT JSON(,
            "warnings": {"type": "array", "items": {"type": "string"}},
            "table_notes": ) TABLE_NOTES JSON(,) HINT JSON(
        },
        "required": ["target_path", "format", "sheet", "row_count",
            "column_count", "warnings"]
    });
/* clang-format on */

static const struct tool tools[] = {
    {
        .name = "table_get_map",
        .title = "Map of a table",
        .description =
            "Get the structure of a table file (CSV and the like): column "
            "names and inferred types, row count, row ranges, delimiter and "
            "encoding. Call this first for a file, before reading or "
            "querying it. When 'caution' is set, treat types and layout as "
            "a best effort and check them before relying on them.",
        .input_schema = map_input,
        .output_schema = map_output,
        .read_only = true,
        .run = table_tools_get_map,
    },
    {
        .name = "table_describe",
        .title = "Columns of a table",
        .description =
            "Describe each column of a table file: inferred type, whether "
            "it has empty cells, how many distinct values, sample values, "
            "smallest and largest value. More than the map tells; use it to "
            "write a correct query.",
        .input_schema = describe_input,
        .output_schema = describe_output,
        .read_only = true,
        .run = table_tools_describe,
    },
    {
        .name = "table_stats",
        .title = "Statistics of a table",
        .description =
            "Summary statistics of columns, computed over every row. "
            "Numbers: min, max, mean, sum, stddev, median. Text: shortest "
            "and longest length, most common values. Dates: min, max. "
            "Booleans: true_count, false_count. Name columns to limit the "
            "answer, or omit them for all.",
        .input_schema = stats_input,
        .output_schema = stats_output,
        .read_only = true,
        .run = table_tools_stats,
    },
    {
        .name = "table_read_rows",
        .title = "Rows of a table",
        .description =
            "Read rows by position, in the order of the file. Use it to "
            "browse without SQL. Row 1 is the first after the header. "
            "'has_more' and 'total_rows' say whether rows follow; to count, "
            "filter or aggregate use table_query instead of reading all.",
        .input_schema = read_rows_input,
        .output_schema = read_rows_output,
        .read_only = true,
        .run = table_tools_read_rows,
    },
    {
        .name = "table_query",
        .title = "Query a table",
        .description =
            "Run one read-only SQL SELECT (DuckDB dialect) over a table "
            "file. The table is called data; sheets of a workbook have "
            "their names, too. To join files name the others in 'also': each "
            "is a table by its file's name. Run SELECT count(*) first to "
            "learn how large a result is, then fetch it in windows with "
            "window_rows and window_offset, under an ORDER BY that leaves "
            "no ties. 'total_row_count' and 'has_more' are exact. Put "
            "column names that are not plain words in double quotes. An "
            "error says line and column of the query and what to do: "
            "correct it and call again.",
        .input_schema = query_input,
        .output_schema = query_output,
        .read_only = true,
        .run = table_tools_query,
    },
    {
        .name = "table_export",
        .title = "Export a table",
        .description =
            "Write a table, or the result of a query over it, to a new CSV "
            "or XLSX file in the draft folder. Without ORDER BY rows keep "
            "the order of the file. An existing file is replaced only with "
            "overwrite. Use this to convert or extract; "
            "do not ask the user to run a script for it. Tell the user "
            "what 'warnings' say.",
        .input_schema = export_input,
        .output_schema = export_output,
        .read_only = false,
        .run = table_tools_export,
    },
};

const struct toolset table_tools = {
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
};
