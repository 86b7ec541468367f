/*
 * table_specs_table.c - the six table tools.
 *
 * A result names the fields that are promised, in their order; an answer may
 * have more after them.
 */
#include "server/tool_registry/tool_spec.h"

#include "server/tool_registry/shared_arguments.h"
#include "tables/table_source.h"

static const struct argument file = {
    .type = ARGUMENT_TEXT, .min = 1, .max = PATH_CHARACTERS};
static const struct argument column = {
    .type = ARGUMENT_TEXT, .min = 1, .max = 1024};

/* clang-format off */
#define PATH {.name = "path", .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = PATH_CHARACTERS, .description = "File to read, relative to the served folder, for example orders/2024.csv; where bases are served, BASE/DOCUMENT as list_sources has it"}

#define TABLE {.name = "table", .type = ARGUMENT_TEXT, .min = 1, .max = 1024, .description = "Sheet of a workbook, a name in tables of table_get_map; SQL calls it data. Omit for the usual one, which the map describes."}

#define HEADER {.name = "header", .type = ARGUMENT_BOOLEAN, .description = "Of a text file: true, its first line is the header; false, it is data. Omit to let it be decided; table_get_map says how, and whether that was doubtful."}

#define ALSO {.name = "also", .type = ARGUMENT_LIST, .max = TABLE_MAX_SOURCES - 1, .item = &file, .description = "Further files that the query names, each as path is given. Each file, that of path too, is then a table by its name without folder and suffix: in/customers.csv is the table customers."}

#define COLUMNS {.name = "columns", .type = ARGUMENT_LIST, .max = 4096, .item = &column, .description = "Column names exactly as table_get_map lists them, in the order wanted. Omit for all columns."}

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
    JSON({"type": "array", "items": {"type": "object"}, "description": "Only of workbooks: table, sheet, range and cells[] behind the answer; name them as its source"})

#define HINT \
    JSON("hint": {"type": "string", "description": "Only when the same was asked three times or more and the data has not changed: use what you have"})

static const char map_result[] =
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
            "tables": {"type": "array", "description": "The tables of a workbook or database: name, index, row_count, column_count, hidden, columns and more of each"},
            "fidelity": {"type": "object", "description": "What was decided while reading, and what was not exact"},
            "caution": {"type": ["string", "null"], "description": "When set, what was inferred is a best effort: check it before relying on it"},
            "table_notes": ) TABLE_NOTES JSON(,
            "drift": {"type": "object", "description": "Only when the file had other content when it was last mapped: rows before and after, columns added, removed, renamed, of another type"}
        },
        "required": ["format", "delimiter", "quote_char", "encoding_detected",
            "encoding_confidence", "has_header", "row_count", "column_count",
            "columns", "chunks", "tables", "fidelity", "caution"]
   });

static const char describe_result[] =
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

static const char stats_result[] =
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

static const char read_rows_result[] =
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

static const char query_result[] =
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

static const char export_result[] =
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

static const char table_get_map_example[] = JSON({"path": "sales/sales.csv"});
static const char table_describe_example[] = JSON({"path": "sales/sales.csv"});
static const char table_stats_example[] = JSON({"path": "sales/sales.csv", "columns": ["units"]});
static const char table_read_rows_example[] = JSON({"path": "sales/sales.csv", "row_start": 1, "row_count": 2});
static const char table_query_example[] = JSON({"path": "sales/sales.csv", "query": "SELECT count(*) AS n FROM data"});
static const char table_export_example[] = JSON({"path": "sales/sales.csv", "query": "SELECT customer, sum(sales) AS total FROM data GROUP BY 1", "format": "csv", "target_path": "totals.csv"});
/* clang-format on */

const struct tool_spec spec_table_get_map = {
    .name = "table_get_map",
    .title = "Map of a table",
    .description =
        "Get the structure of a table file (CSV and the like): column "
        "names and inferred types, row count, row ranges, delimiter and "
        "encoding. Call this first for a file, before reading or "
        "querying it. When 'caution' is set, treat types and layout as "
        "a best effort and check them before relying on them.",
    .arguments =
        {
            PATH,
            TABLE,
            HEADER,
            {.name = "chunk_rows",
             .type = ARGUMENT_INTEGER,
             .min = 1,
             .max = TABLE_MAX_CHUNK_ROWS,
             .usual = TABLE_CHUNK_ROWS,
             .description = "Rows of a chunk"},
        },
    .result = map_result,
    .returns =
        "format, encoding, columns with types, row count, row ranges, how "
        "exactly it was read",
    .example = table_get_map_example,
};

const struct tool_spec spec_table_describe = {
    .name = "table_describe",
    .title = "Columns of a table",
    .description =
        "Describe each column of a table file: inferred type, whether "
        "it has empty cells, how many distinct values, sample values, "
        "smallest and largest value. More than the map tells; use it to "
        "write a correct query.",
    .arguments =
        {
            PATH,
            TABLE,
            HEADER,
        },
    .result = describe_result,
    .returns = "for each column: nulls, distinct values, samples, smallest, "
               "largest",
    .example = table_describe_example,
};

const struct tool_spec spec_table_stats = {
    .name = "table_stats",
    .title = "Statistics of a table",
    .description =
        "Summary statistics of columns, computed over every row. "
        "Numbers: min, max, mean, sum, stddev, median. Text: shortest "
        "and longest length, most common values. Dates: min, max. "
        "Booleans: true_count, false_count. Name columns to limit the "
        "answer, or omit them for all.",
    .arguments =
        {
            PATH,
            TABLE,
            HEADER,
            COLUMNS,
        },
    .result = stats_result,
    .returns = "sums, means, quartiles; lengths and most common values; counts",
    .example = table_stats_example,
};

const struct tool_spec spec_table_read_rows = {
    .name = "table_read_rows",
    .title = "Rows of a table",
    .description =
        "Read rows by position, in the order of the file. Use it to "
        "browse without SQL. Row 1 is the first after the header. "
        "'has_more' and 'total_rows' say whether rows follow; to count, "
        "filter or aggregate use table_query instead of reading all.",
    .arguments =
        {
            PATH,
            {.name = "row_start",
             .type = ARGUMENT_INTEGER,
             .is_required = true,
             .min = 1,
             .max = ARGUMENT_MAX_INTEGER,
             .description =
                 "First row to read; the first row after the header is 1"},
            {.name = "row_count",
             .type = ARGUMENT_INTEGER,
             .is_required = true,
             .min = 1,
             .max = ARGUMENT_MAX_INTEGER,
             .description =
                 "How many rows to read; fewer come back at the end of the table "
                 "or when the answer would be too large"},
            COLUMNS,
            TABLE,
            HEADER,
        },
    .result = read_rows_result,
    .returns = "rows by position, in the file's order",
    .example = table_read_rows_example,
};

const struct tool_spec spec_table_query = {
    .name = "table_query",
    .title = "Query a table",
    .description =
        "Run one read-only SQL SELECT (DuckDB dialect) over a table "
        "file. The table is called data; sheets of a workbook have "
        "their names, too. To join files name the others in 'also': "
        "each is a table by its file's name. Run SELECT count(*) first "
        "to learn how large a result is, then fetch it in windows with "
        "window_rows and window_offset, under an ORDER BY that leaves "
        "no ties. 'total_row_count' and 'has_more' are exact. Put "
        "column names that are not plain words in double quotes. An "
        "error says line and column of the query and what to do: "
        "correct it and call again.",
    .arguments =
        {
            PATH,
            {.name = "query",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = 1,
             .description =
                 "One read-only SELECT in DuckDB SQL over the table data, for "
                 "example SELECT city, count(*) AS n FROM data GROUP BY city "
                 "ORDER BY n DESC, city"},
            {.name = "window_rows",
             .type = ARGUMENT_INTEGER,
             .min = 1,
             .max = ARGUMENT_MAX_INTEGER,
             .usual = TABLE_WINDOW_ROWS,
             .description = "How many rows to return from window_offset on."},
            {.name = "window_offset",
             .type = ARGUMENT_INTEGER,
             .max = ARGUMENT_MAX_INTEGER,
             .otherwise = "0",
             .description = "How many rows of the result to skip."},
            TABLE,
            HEADER,
            ALSO,
        },
    .result = query_result,
    .returns = "rows of one SELECT, with the exact total",
    .example = table_query_example,
};

const struct tool_spec spec_table_export = {
    .name = "table_export",
    .title = "Export a table",
    .description =
        "Write a table, or the result of a query over it, to a new CSV "
        "or XLSX file in the draft folder. Without ORDER BY rows keep "
        "the order of the file. An existing file is replaced only with "
        "overwrite. Use this to convert or extract; do not ask the user "
        "to run a script for it. Tell the user what 'warnings' say.",
    .arguments =
        {
            PATH,
            {.name = "query",
             .type = ARGUMENT_TEXT,
             .min = 1,
             .description =
                 "One read-only SELECT over the table data whose result is "
                 "exported. Omit to export the whole table."},
            {.name = "target_path",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = 1,
             .max = PATH_CHARACTERS,
             .description =
                 "File to create, relative to the draft folder, for example "
                 "summary.xlsx. It must not exist, but with overwrite."},
            {.name = "overwrite",
             .type = ARGUMENT_BOOLEAN,
             .otherwise = "false",
             .description =
                 "Replace a draft of this name. What was published is never "
                 "replaced."},
            {.name = "format",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .choices = {"csv", "xlsx"},
             .description = "Kind of file to write"},
            {.name = "sheet",
             .type = ARGUMENT_TEXT,
             .min = 1,
             .max = 31,
             .otherwise = "Sheet1",
             .description = "Name of the sheet, for xlsx."},
            TABLE,
            HEADER,
            ALSO,
        },
    .result = export_result,
    .returns = "what was written to the draft",
    .example = table_export_example,
    .writes = true,
};
