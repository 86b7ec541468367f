/*
 * routes_table.c - the routes.
 *
 * Schemas are written as JSON, turned into strings by the preprocessor, as
 * those of toolsets/table_tools_table.c. Examples are of the bases of
 * tests/http, whose tests run each of them.
 */
#include "api/routes.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define NEEDS(name, what) \
    "{\"name\": \"" name "\", \"in\": \"query\", \"required\": true, \"schema\": {\"type\": \"string\"}, \"description\": \"" what "\"}"
#define TAKES(name, type, what) \
    "{\"name\": \"" name "\", \"in\": \"query\", \"schema\": {\"type\": \"" type "\"}, \"description\": \"" what "\"}"
#define OF_BASE NEEDS("base", "The base.")

#define NAME \
    JSON({"type": "string", "minLength": 1, "maxLength": 64, "description": "[a-z0-9][a-z0-9._-]{0,63}"})

static const char ask_body[] =
    JSON({"type": "object", "required": ["query"], "properties": {
        "base": {"type": "string", "description": "The base, or BASE/DOCUMENT."},
        "query": {"type": "string", "minLength": 3, "maxLength": 2000},
        "query_type": {"type": "string", "enum": ["auto", "structured", "semantic", "hybrid"]},
        "query_mode": {"type": "string", "enum": ["full_book", "selected_text"]},
        "selected_text": {"type": "string", "minLength": 20, "maxLength": 5000},
        "conversation_history": {"type": "array", "maxItems": 10, "items": {"type": "object", "properties": {
            "role": {"type": "string", "enum": ["user", "assistant"]},
            "content": {"type": "string", "minLength": 1, "maxLength": 2000},
            "timestamp": {"type": "string"}}}},
        "session_id": {"type": "string", "description": "A UUID v4."},
        "top_k": {"type": "integer", "minimum": 3, "maximum": 10},
        "retrieval_mode": {"type": "string", "enum": ["vector", "keyword", "hybrid"]},
        "metadata_condition": {"type": "string", "description": "Filters of search, lang=en,chapter~Setup."},
        "max_rows_per_query": {"type": "integer", "minimum": 1, "maximum": 100000},
        "stream": {"type": "boolean", "description": "The answer as events, while it is made."}}});

static const char create_body[] =
    JSON({"type": "object", "required": ["name"], "additionalProperties": false, "properties": {"name": ) NAME JSON(}});

static const char add_body[] =
    JSON({"type": "object", "required": ["base", "file"], "properties": {
        "base": ) NAME JSON(,
        "file": {"type": "array", "minItems": 1, "maxItems": 64, "items": {"type": "string", "format": "binary"}}}});

const struct route routes[] = {
    {.method = "GET", .path = "/healthz", .run = api_health, .id = "health",
     .summary = "Does it answer at all?", .example = "/healthz"},
    {.method = "POST", .path = "/v1/ask", .run = api_ask, .id = "ask",
     .summary = "Ask tables and pages; the answer has its proof.",
     .body = ask_body, .checks_body = true, .example = "/v1/ask",
     .sent = JSON({"base": "sales", "query": "How many orders were cancelled?"})},

    {.method = "GET", .path = "/v1/bases", .run = api_bases_list, .id = "listBases",
     .summary = "The bases that there are, with what each holds.",
     .example = "/v1/bases"},
    {.method = "POST", .path = "/v1/bases", .run = api_bases_create, .id = "createBase",
     .summary = "A new, empty base.", .body = create_body, .status = 201,
     .example = "/v1/bases", .sent = JSON({"name": "notes"})},
    {.method = "GET", .path = "/v1/bases/{name}", .run = api_bases_describe, .id = "getBase",
     .summary = "What a base holds.", .example = "/v1/bases/sales"},
    {.method = "DELETE", .path = "/v1/bases/{name}", .run = api_bases_drop, .id = "removeBase",
     .summary = "Remove a base with all that is in it; its backups stay.",
     .example = "/v1/bases/notes"},

    {.method = "POST", .path = "/v1/documents", .run = api_documents_add, .id = "addDocuments",
     .summary = "Files into a base, which is made when there is none; a job reads them.",
     .body = add_body, .is_form = true, .status = 202, .example = "/v1/documents"},
    {.method = "GET", .path = "/v1/jobs/{id}", .run = api_jobs_find, .id = "getJob",
     .summary = "How a job goes; with Accept: text/event-stream as events progress and done.",
     .example = "/v1/jobs/{id}"},
    {.method = "GET", .path = "/v1/documents", .run = api_documents_list, .id = "listDocuments",
     .summary = "Every document of a base, and the state of its index.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents?base=sales"},
    {.method = "GET", .path = "/v1/documents/{key}", .run = api_documents_describe, .id = "getDocument",
     .summary = "One document; of a table also how it was read.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/sales.csv?base=sales"},
    {.method = "DELETE", .path = "/v1/documents/{key}", .run = api_documents_remove, .id = "removeDocument",
     .summary = "Remove a document with all its versions.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/vacaciones.md?base=handbook"},
    {.method = "GET", .path = "/v1/documents/{key}/text", .run = api_documents_text, .id = "readDocument",
     .summary = "Its text: lines, what is under a heading, or all; rows of a table, JSON of data.",
     .parameters = "[" OF_BASE "," TAKES("lines", "string", "FROM-TO, from 1 on.") ","
        TAKES("heading", "string", "The id of a heading.") ","
        TAKES("version", "integer", "Of the document; the present one if omitted.") "]",
     .example = "/v1/documents/keys.md/text?base=handbook&lines=1-3"},
    {.method = "GET", .path = "/v1/documents/{key}/sections", .run = api_documents_sections, .id = "listSections",
     .summary = "Its headings, with the lines of each.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/keys.md/sections?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/reindex", .run = api_documents_reindex, .id = "reindexDocument",
     .summary = "Make its passages again, also after a failure.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/keys.md/reindex?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/pin", .run = api_documents_pin, .id = "pinDocument",
     .summary = "Always hot, and indexed first.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/keys.md/pin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/unpin", .run = api_documents_unpin, .id = "unpinDocument",
     .summary = "As hot as it is used.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/keys.md/unpin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/disable", .run = api_documents_disable, .id = "disableDocument",
     .summary = "Not found any more, until it is indexed again.",
     .parameters = "[" OF_BASE "]", .example = "/v1/documents/travel.html/disable?base=handbook"},

    {.method = "POST", .path = "/v1/tables/map", .tool = "table_get_map", .id = "mapTable",
     .summary = "What a table is like: columns, types, how it was read.",
     .example = "/v1/tables/map", .sent = JSON({"path": "sales/sales.csv"})},
    {.method = "POST", .path = "/v1/tables/describe", .tool = "table_describe", .id = "describeTable",
     .summary = "Each column: type, values, ranges.",
     .example = "/v1/tables/describe", .sent = JSON({"path": "sales/sales.csv"})},
    {.method = "POST", .path = "/v1/tables/stats", .tool = "table_stats", .id = "tableStats",
     .summary = "Statistics of columns.",
     .example = "/v1/tables/stats", .sent = JSON({"path": "sales/sales.csv", "columns": ["units"]})},
    {.method = "POST", .path = "/v1/tables/rows", .tool = "table_read_rows", .id = "readRows",
     .summary = "Rows by position.",
     .example = "/v1/tables/rows", .sent = JSON({"path": "sales/sales.csv", "row_start": 1, "row_count": 2})},
    {.method = "POST", .path = "/v1/tables/query", .tool = "table_query", .id = "queryTable",
     .summary = "SQL that only reads.",
     .example = "/v1/tables/query", .sent = JSON({"path": "sales/sales.csv", "query": "SELECT count(*) AS n FROM data"})},
};
/* clang-format on */

const size_t n_routes = COUNT_OF(routes);
