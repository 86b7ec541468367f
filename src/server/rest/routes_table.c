/*
 * routes_table.c - the routes.
 *
 * Schemas are written as JSON, turned into strings by the preprocessor, as
 * those of server/tools/table_tools_table.c. Examples are of the bases of
 * tests/http, whose tests run each of them.
 */
#include "server/rest/reply_schemas.h"
#include "server/rest/routes.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define NEEDS(name, what) {name, "string", what, true}
#define TAKES(name, type, what) {name, type, what, false}
#define CURSOR TAKES("cursor", "string", "Behind the page of which this is next_cursor.")
#define PAGE TAKES("limit", "integer", "At most 1000, which it is if omitted."), CURSOR
#define SHORT_PAGE TAKES("limit", "integer", "At most 1000, 100 if omitted."), CURSOR
#define OF_BASE NEEDS("base", "The base.")

#define NAME \
    JSON({"type": "string", "minLength": 1, "maxLength": 64, "description": "[a-z0-9][a-z0-9._-]{0,63}"})

#define CONDITION \
    JSON({"description": "Filters of the passages, all of which must hold: the text lang=en,chapter~Setup, the object {'lang': 'en', 'chapter': {'contains': 'Setup'}}, or a logical_operator and conditions, each with name, comparison_operator (is, contains) and value."})

static const char ask_body[] =
    JSON({"type": "object", "required": ["query"], "additionalProperties": false, "properties": {
        "base": {"type": "string", "description": "The base, or BASE/DOCUMENT."},
        "query": {"type": "string", "minLength": 3, "maxLength": 2000},
        "query_type": {"type": "string", "enum": ["auto", "structured", "semantic", "hybrid"]},
        "query_mode": {"type": "string", "enum": ["full_book", "selected_text"]},
        "selected_text": {"type": "string", "minLength": 20, "maxLength": 5000},
        "conversation_history": {"type": "array", "maxItems": 10, "items": {"type": "object", "additionalProperties": false, "properties": {
            "role": {"type": "string", "enum": ["user", "assistant"]},
            "content": {"type": "string", "minLength": 1, "maxLength": 2000},
            "timestamp": {"type": "string"}}}},
        "session_id": {"type": "string", "description": "A UUID v4."},
        "top_k": {"type": "integer", "minimum": 3, "maximum": 10},
        "retrieval_mode": {"type": "string", "enum": ["vector", "keyword", "hybrid"]},
        "metadata_condition": ) CONDITION JSON(,
        "max_rows_per_query": {"type": "integer", "minimum": 1, "maximum": 100000},
        "query_spec": {"type": "object", "description": "Run this in the place of reading the question: query_spec of an answer, changed."},
        "stream": {"type": "boolean", "description": "The answer as events, while it is made."},
        "wait": {"type": "boolean", "description": "202 and a job while something of the base is not indexed."}}});

static const char create_body[] =
    JSON({"type": "object", "required": ["name"], "additionalProperties": false, "properties": {"name": ) NAME JSON(}});

static const char add_body[] =
    JSON({"type": "object", "required": ["base", "file"], "additionalProperties": false, "properties": {
        "base": ) NAME JSON(,
        "json_path": {"type": "string", "maxLength": 4096, "description": "Of JSON: where in the base's tree it is mounted, a JSON Pointer to an object that documents stand in, or to a new one."},
        "mount_key": {"type": "string", "minLength": 1, "maxLength": 255, "description": "Its key there, which is the file's name if omitted; of one file."},
        "replace": {"type": "boolean", "description": "What stands there already becomes an older version; else 409."},
        "file": {"type": "array", "minItems": 1, "maxItems": 64, "items": {"type": "string", "format": "binary"}}}});

static const char text_body[] =
    JSON({"type": "object", "required": ["base", "name", "text"], "additionalProperties": false, "properties": {
        "base": ) NAME JSON(, "name": {"type": "string", "minLength": 1, "maxLength": 255},
        "text": {"type": "string", "minLength": 1},
        "url": {"type": ["string", "null"], "maxLength": 2048, "description": "Where it stands; nothing is fetched."}}});

#define POINTER TAKES("pointer", "string", "JSON Pointer; all of the tree if omitted.")
#define AS_OF TAKES("as_of", "integer", "A version of the tree; the present one if omitted.")

#define QUERY \
    JSON({"type": "string", "minLength": 1, "maxLength": 2000})
#define BASE \
    JSON({"type": "string", "minLength": 1, "maxLength": 4096})
#define MODES \
    JSON({"type": "string", "enum": ["vector", "keyword", "hybrid", "structured"]})
#define ROWS \
    JSON({"type": "integer", "minimum": 1, "maximum": 100000})
#define TOP \
    JSON({"type": "integer", "minimum": 1, "maximum": 100})

static const char retrieve_body[] =
    JSON({"type": "object", "required": ["base", "query"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "query": ) QUERY JSON(, "retrieval_mode": ) MODES JSON(,
        "top_k": ) TOP JSON(, "metadata_condition": ) CONDITION JSON(, "max_rows": ) ROWS JSON(,
        "wait": {"type": "boolean"}}});

static const char structured_body[] =
    JSON({"type": "object", "required": ["base", "query"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "query": ) QUERY JSON(, "max_rows": ) ROWS JSON(}});

static const char rag_body[] =
    JSON({"type": "object", "required": ["knowledge_base_id", "query"], "additionalProperties": false, "properties": {
        "knowledge_base_id": {"description": "A base's name."}, "query": ) QUERY JSON(, "retrieval_mode": ) MODES JSON(,
        "max_results": ) TOP JSON(, "top_k": ) TOP JSON(, "metadata_condition": ) CONDITION JSON(, "max_rows": ) ROWS JSON(}});

static const char any_body[] = JSON({"description": "Any JSON value."});

static const char patch_body[] =
    JSON({"type": "object", "required": ["base", "operation", "pointer"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "operation": {"type": "string", "enum": ["create", "update", "delete"]},
        "pointer": {"type": "string", "maxLength": 65536}, "value": {}}});

static const char layer_body[] =
    JSON({"type": "object", "required": ["base", "yaml"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "yaml": {"type": "string"}}});

static const char semantic_body[] =
    JSON({"type": "object", "required": ["base", "query"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "query": ) QUERY JSON(}});

static const char feedback_body[] =
    JSON({"type": "object", "required": ["base", "query", "verdict"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "query": ) QUERY JSON(, "verdict": {"type": "string", "enum": ["up", "down"]},
        "comment": {"type": "string", "maxLength": 2000}, "session_id": {"type": "string", "maxLength": 64}}});

static const char draft_body[] =
    JSON({"type": "object", "required": ["base", "path"], "additionalProperties": false, "properties": {
        "base": ) BASE JSON(, "path": {"type": "string", "minLength": 1, "maxLength": 4096}}});

const struct route routes[] = {
    {.method = "GET", .path = "/healthz", .run = api_health, .as = "", .id = "health", .is_quick = true, .gives = answers_status,
     .summary = "Does it answer at all?", .example = "/healthz"},
    {.method = "GET", .path = "/readyz", .run = api_ready, .as = "", .id = "ready", .is_quick = true, .gives = answers_status,
     .summary = "Can it answer: is its home readable, does a worker start? Else 503.", .example = "/readyz"},
    {.method = "GET", .path = "/metrics", .run = api_metrics, .id = "metrics", .is_quick = true, .content_type = "text/plain",
     .summary = "What is counted, as text that Prometheus reads.", .example = "/metrics"},
    {.method = "GET", .path = "/v1/logs", .run = api_logs, .id = "listLogs", .is_quick = true, .gives = answers_logs,
     .summary = "What was asked and answered, the last first; needs the right to admin.",
     .arguments = {TAKES("session_id", "string", "Of this session alone."), SHORT_PAGE, TAKES("offset", "integer", "So many are passed over.")},
     .example = "/v1/logs?limit=2"},
    {.method = "GET", .path = "/openapi.json", .run = api_openapi, .as = "", .id = "openapi", .is_quick = true, .gives = answers_openapi,
     .summary = "This document.", .example = "/openapi.json"},
    {.method = "POST", .path = "/v1/ask", .run = api_ask, .as = "ask", .id = "ask", .may_wait = true, .gives = answers_ask,
     .summary = "Ask tables and pages; the answer has its proof.",
     .body = ask_body, .checks_body = true, .example = "/v1/ask",
     .sent = JSON({"base": "sales", "query": "How many orders were cancelled?"})},

    {.method = "GET", .path = "/v1/bases", .run = api_bases_list, .as = "list_sources", .id = "listBases", .is_quick = true, .gives = answers_bases,
     .summary = "The bases that there are by name, with what each holds.",
     .arguments = {PAGE}, .example = "/v1/bases"},
    {.method = "POST", .path = "/v1/bases", .run = api_bases_create, .id = "createBase", .gives = answers_base,
     .summary = "A new, empty base.", .body = create_body, .status = 201,
     .example = "/v1/bases", .sent = JSON({"name": "notes"})},
    {.method = "GET", .path = "/v1/bases/{name}", .run = api_bases_describe, .as = "list_sources", .id = "getBase", .is_quick = true, .gives = answers_base,
     .summary = "What a base holds.", .example = "/v1/bases/sales"},
    {.method = "DELETE", .path = "/v1/bases/{name}", .run = api_bases_drop, .id = "removeBase", .gives = answers_base_removed,
     .summary = "Remove a base with all that is in it; its backups stay.",
     .example = "/v1/bases/notes"},

    {.method = "GET", .path = "/v1/bases/{name}/suggestions", .run = api_bases_suggest, .as = "ask", .id = "suggestQuestions", .gives = answers_suggestions,
     .summary = "Up to three questions that the base can answer; each was asked.",
     .arguments = {TAKES("lang", "string", "en, es or zh; that of the data if omitted.")},
     .example = "/v1/bases/sales/suggestions"},

    {.method = "POST", .path = "/v1/documents", .run = api_documents_add, .id = "addDocuments", .gives = answers_job,
     .summary = "Files into a base, which is made when there is none; a job reads them.",
     .body = add_body, .is_form = true, .status = 202, .example = "/v1/documents"},
    {.method = "POST", .path = "/v1/texts", .run = api_texts_add, .id = "addText", .gives = answers_added,
     .summary = "A text that was pasted, or with its url the text of a page, as a document of a base, which is made when there is none.",
     .body = text_body, .example = "/v1/texts", .sent = JSON({"base": "pasted", "name": "hours.md", "text": "# Hours\n\nWe are open from 9 to 17.\n", "url": "https://example.com/hours"})},
    {.method = "GET", .path = "/v1/jobs", .run = api_jobs_list, .id = "listJobs", .is_quick = true, .gives = answers_jobs,
     .summary = "The jobs that wait, run or ended in the last seven days, the last first.",
     .arguments = {TAKES("base", "string", "Of this base alone."), SHORT_PAGE},
     .example = "/v1/jobs"},
    {.method = "GET", .path = "/v1/jobs/{id}", .run = api_jobs_find, .id = "getJob", .is_quick = true, .gives = answers_job,
     .summary = "How a job goes; with Accept: text/event-stream as events progress and done.",
     .example = NULL},
    {.method = "GET", .path = "/v1/documents", .run = api_documents_list, .as = "list_sources", .id = "listDocuments", .is_quick = true, .gives = answers_documents,
     .summary = "The documents of a base by name, and the state of its index.",
     .arguments = {OF_BASE, PAGE}, .example = "/v1/documents?base=sales"},
    {.method = "GET", .path = "/v1/documents/{key}", .run = api_documents_describe, .as = "list_sources", .id = "getDocument", .gives = answers_document,
     .summary = "One document; of a table also how it was read.",
     .arguments = {OF_BASE}, .example = "/v1/documents/sales.csv?base=sales"},
    {.method = "DELETE", .path = "/v1/documents/{key}", .run = api_documents_remove, .id = "removeDocument", .gives = answers_document_removed,
     .summary = "Remove a document with all its versions.",
     .arguments = {OF_BASE}, .example = "/v1/documents/vacaciones.md?base=handbook"},
    {.method = "GET", .path = "/v1/documents/{key}/text", .run = api_documents_text, .as = "fetch_evidence", .id = "readDocument", .gives_as = "fetch_evidence",
     .summary = "Its text: lines, what is under a heading, or all; rows of a table, JSON of data.",
     .arguments = {OF_BASE, TAKES("lines", "string", "FROM-TO, from 1 on."), TAKES("heading", "string", "The id of a heading."), TAKES("version", "integer", "Of the document; the present one if omitted.")},
     .example = "/v1/documents/keys.md/text?base=handbook&lines=1-3"},
    {.method = "GET", .path = "/v1/documents/{key}/sections", .run = api_documents_sections, .as = "fetch_evidence", .id = "listSections", .gives = answers_sections,
     .summary = "Its headings, with the lines of each.",
     .arguments = {OF_BASE}, .example = "/v1/documents/keys.md/sections?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/reindex", .run = api_documents_reindex, .id = "reindexDocument", .gives = answers_marked,
     .summary = "Make its passages again, also after a failure.",
     .arguments = {OF_BASE}, .example = "/v1/documents/keys.md/reindex?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/pin", .run = api_documents_pin, .id = "pinDocument", .gives = answers_marked,
     .summary = "Always hot, and indexed first.",
     .arguments = {OF_BASE}, .example = "/v1/documents/keys.md/pin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/unpin", .run = api_documents_unpin, .id = "unpinDocument", .gives = answers_marked,
     .summary = "As hot as it is used.",
     .arguments = {OF_BASE}, .example = "/v1/documents/keys.md/unpin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/priority", .run = api_documents_prioritize, .id = "prioritizeDocument", .gives = answers_marked,
     .summary = "What it is worth: the higher one is indexed first, and answers first where not all may.",
     .arguments = {OF_BASE, {"priority", "integer", "0, which all have, to 100.", true}}, .example = "/v1/documents/keys.md/priority?base=handbook&priority=10"},
    {.method = "POST", .path = "/v1/documents/{key}/disable", .run = api_documents_disable, .id = "disableDocument", .gives = answers_marked,
     .summary = "Not found any more, until it is indexed again.",
     .arguments = {OF_BASE}, .example = "/v1/documents/travel.html/disable?base=handbook"},

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
    {.method = "POST", .path = "/v1/tables/export", .tool = "table_export", .id = "exportTable",
     .summary = "A table or a result as CSV or XLSX, into the draft of its base.",
     .example = "/v1/tables/export", .sent = JSON({"path": "sales/sales.csv", "query": "SELECT customer, sum(sales) AS total FROM data GROUP BY 1", "format": "csv", "target_path": "totals.csv"})},

    {.method = "GET", .path = "/v1/drafts", .run = api_drafts_list, .id = "listDrafts", .is_quick = true, .gives = answers_drafts,
     .summary = "What was exported from a base, and what of it was published by whom.",
     .arguments = {OF_BASE, PAGE}, .example = "/v1/drafts?base=sales"},
    {.method = "GET", .path = "/v1/drafts/content", .run = api_drafts_content, .id = "readDraft", .content_type = "application/octet-stream",
     .summary = "The bytes of one.",
     .arguments = {OF_BASE, NEEDS("path", "As it is listed."), TAKES("published", "boolean", "Of the published files.")},
     .example = "/v1/drafts/content?base=sales&path=totals.csv"},
    {.method = "POST", .path = "/v1/drafts/publish", .run = api_drafts_publish, .id = "publishDraft", .gives = answers_published,
     .summary = "Move a draft to the published files, with who and when.",
     .body = draft_body, .example = "/v1/drafts/publish", .sent = JSON({"base": "sales", "path": "totals.csv"})},
    {.method = "DELETE", .path = "/v1/drafts", .run = api_drafts_discard, .id = "discardDraft", .gives = answers_discarded,
     .summary = "Remove a draft.",
     .arguments = {OF_BASE, NEEDS("path", "As it is listed.")}, .example = NULL},

    {.method = "POST", .path = "/v1/retrieve", .run = api_retrieve, .as = "semantic_query", .id = "retrieve", .may_wait = true, .gives = answers_retrieved,
     .summary = "Passages for a question, or with retrieval_mode structured the answer of tables; with wait 202 and a job while something is to be indexed.",
     .body = retrieve_body, .example = "/v1/retrieve", .sent = JSON({"base": "handbook", "query": "how long are copies kept?"})},
    {.method = "POST", .path = "/v1/structured-query", .run = api_structured_query, .as = "ask", .id = "structuredQuery", .gives = answers_ask,
     .summary = "Ask tables alone: the answer object.",
     .body = structured_body, .example = "/v1/structured-query", .sent = JSON({"base": "sales", "query": "total sales by country"})},
    {.method = "POST", .path = "/v1/semantic-query", .tool = "semantic_query", .id = "semanticQuery",
     .summary = "Search: evidences with scores, snippets and pointers.",
     .example = "/v1/semantic-query", .sent = JSON({"base": "handbook", "query": "how do I rotate the key?", "top_k": 3})},
    {.method = "POST", .path = "/v1/fetch-evidence", .tool = "fetch_evidence", .id = "fetchEvidence",
     .summary = "Exactly what pointers name.",
     .example = "/v1/fetch-evidence", .sent = JSON({"pointers": ["quarry://handbook/keys.md#lines=1-3"]})},
    {.method = "POST", .path = "/api/internal/rag/retrieve", .run = api_rag_retrieve, .as = "semantic_query", .id = "ragRetrieve", .gives = answers_rag_retrieved,
     .summary = "The same as /v1/retrieve, by the names of callers that were built on them.",
     .body = rag_body, .example = "/api/internal/rag/retrieve", .sent = JSON({"knowledge_base_id": "handbook", "query": "how long are copies kept?", "max_results": 5})},
    {.method = "POST", .path = "/api/internal/rag/structured-query", .run = api_rag_structured_query, .as = "ask", .id = "ragStructuredQuery", .gives = answers_rag_rows,
     .summary = "SQL of a question and its rows, by the names of callers that were built on them.",
     .body = rag_body, .example = "/api/internal/rag/structured-query", .sent = JSON({"knowledge_base_id": "sales", "query": "total sales by country"})},

    {.method = "GET", .path = "/v1/data", .run = api_data_get, .as = "get_context_data", .id = "getData", .gives_as = "get_context_data",
     .summary = "A value of the base's JSON tree; its ETag is the version.",
     .arguments = {OF_BASE, POINTER, AS_OF}, .example = "/v1/data?base=handbook&pointer=/handbook~1services.json/services/0"},
    {.method = "POST", .path = "/v1/data", .tool = "query_data", .id = "queryData",
     .summary = "JMESPath over the tree.",
     .example = "/v1/data", .sent = JSON({"base": "handbook", "expression": "length(keys(@))"})},
    {.method = "PUT", .path = "/v1/data", .run = api_data_put, .as = "update_data", .id = "putData", .gives_as = "update_data",
     .summary = "Set a value; with If-Match only if it was not changed since, else 412.",
     .arguments = {OF_BASE, NEEDS("pointer", "Where in the tree: a JSON Pointer.")},
     .body = any_body, .checks_body = true, .example = "/v1/data?base=handbook&pointer=/handbook~1services.json/services/0/team", .sent = JSON("shop")},
    {.method = "PATCH", .path = "/v1/data", .run = api_data_patch, .id = "patchData", .gives_as = "update_data",
     .summary = "Create, update or delete one value; what is created must not be there (409).",
     .body = patch_body, .example = "/v1/data", .sent = JSON({"base": "handbook", "operation": "create", "pointer": "/notes", "value": []})},
    {.method = "DELETE", .path = "/v1/data", .run = api_data_delete, .as = "delete_data", .id = "deleteData", .gives_as = "delete_data",
     .summary = "Remove a value; If-Match as of PUT.",
     .arguments = {OF_BASE, NEEDS("pointer", "Where in the tree: a JSON Pointer.")},
     .example = "/v1/data?base=handbook&pointer=/notes"},
    {.method = "GET", .path = "/v1/data/schema", .run = api_data_schema, .as = "get_data_schema", .id = "getDataSchema", .gives_as = "get_data_schema",
     .summary = "What a value of the tree holds: paths, types, counts.",
     .arguments = {OF_BASE, POINTER, AS_OF}, .example = "/v1/data/schema?base=handbook"},

    {.method = "GET", .path = "/v1/semantic", .run = api_semantic_list, .id = "listSemantic", .is_quick = true, .gives = answers_layer,
     .summary = "The semantic layer of a base: notes, metrics, examples.",
     .arguments = {OF_BASE}, .example = "/v1/semantic?base=sales"},
    {.method = "PUT", .path = "/v1/semantic", .run = api_semantic_load, .id = "loadSemantic", .gives = answers_layer_loaded,
     .summary = "Make the layer what a YAML text says.",
     .body = layer_body, .example = "/v1/semantic", .sent = JSON({"base": "sales", "yaml": "metrics:\n  - metric_name: turnover\n    formula: sales\n"})},
    {.method = "POST", .path = "/v1/semantic/search", .run = api_semantic_search, .id = "searchSemantic", .gives = answers_layer_found,
     .summary = "The entries that a question is about.",
     .body = semantic_body, .example = "/v1/semantic/search", .sent = JSON({"base": "sales", "query": "turnover by country"})},
    {.method = "DELETE", .path = "/v1/admin/rag/clear", .run = api_semantic_clear, .id = "clearSemantic", .gives = answers_layer_cleared,
     .summary = "Remove all entries of the semantic layer.",
     .arguments = {OF_BASE}, .example = "/v1/admin/rag/clear?base=sales"},
    {.method = "POST", .path = "/v1/feedback", .run = api_feedback, .as = "ask", .id = "giveFeedback", .gives = answers_feedback,
     .summary = "A good answer becomes an example where it repeats and makes none worse.",
     .body = feedback_body, .example = "/v1/feedback", .sent = JSON({"base": "sales", "query": "total sales by country", "verdict": "up"})},
};
/* clang-format on */

const size_t n_routes = COUNT_OF(routes);
