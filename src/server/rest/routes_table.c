/*
 * routes_table.c - the routes.
 *
 * A route that is a tool takes what the tool takes; the others have their own
 * lists of arguments here. Examples are of the bases of tests/http, whose tests
 * run each of them.
 */
#include "server/rest/call.h"
#include "server/rest/reply_schemas.h"
#include "server/rest/routes.h"

#include "answer/ask_request.h"
#include "search/retrieve/passage_search.h"
#include "store/catalog/base.h"
#include "store/catalog/document.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define NEEDS(n, what) {.name = n, .type = ARGUMENT_TEXT, .is_required = true, .description = what}
#define TAKES(n, what) {.name = n, .type = ARGUMENT_TEXT, .description = what}
#define LIMIT(n) {.name = "limit", .type = ARGUMENT_INTEGER, .min = 1, .max = CALL_MAX_PAGE, .usual = n, .description = "How many, at most."}
#define CURSOR TAKES("cursor", "Behind the page of which this is next_cursor.")
#define PAGE LIMIT(CALL_MAX_PAGE), CURSOR
#define SHORT_PAGE LIMIT(100), CURSOR
#define OF_BASE NEEDS("base", "The base.")

#define NEW_BASE(n) {.name = n, .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = BASE_NAME_MAX, .description = "[a-z0-9][a-z0-9._-]{0,63}"}

#define CONDITION \
    {.name = "metadata_condition", .type = ARGUMENT_ANY, \
     .description = "Filters of the passages, all of which must hold: the text lang=en,chapter~Setup, the object {'lang': 'en', 'chapter': {'contains': 'Setup'}}, or a logical_operator and conditions, each with name, comparison_operator (is, contains) and value."}

/* Arguments that several bodies have. */
#define BASE {.name = "base", .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = 4096}
#define QUERY {.name = "query", .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = REQUEST_MAX_QUERY}
#define MODE {.name = "retrieval_mode", .type = ARGUMENT_TEXT, .choices = {"vector", "keyword", "hybrid", "structured"}}
#define ROWS(n) {.name = n, .type = ARGUMENT_INTEGER, .min = 1, .max = REQUEST_MAX_ROWS}
#define TOP(n) {.name = n, .type = ARGUMENT_INTEGER, .min = 1, .max = PASSAGE_SEARCH_MAX_TOP_K}
#define END {.name = NULL}

static const struct argument turn_members[] = {
    {.name = "role", .type = ARGUMENT_TEXT, .choices = {"user", "assistant"}},
    {.name = "content", .type = ARGUMENT_TEXT, .min = 1, .max = REQUEST_MAX_TURN},
    {.name = "timestamp", .type = ARGUMENT_TEXT},
    END};

static const struct argument turn = {.type = ARGUMENT_OBJECT, .members = turn_members};

static const struct argument behind_members[] = {
    {.name = "result_row", .type = ARGUMENT_INTEGER, .min = 1, .max = ARGUMENT_MAX_INTEGER, .description = "Only those of this row of the result, from 1."},
    {.name = "start", .type = ARGUMENT_INTEGER, .min = 1, .max = ARGUMENT_MAX_INTEGER},
    {.name = "count", .type = ARGUMENT_INTEGER, .min = 1, .max = ARGUMENT_MAX_INTEGER},
    END};

static const struct argument ask_body[] = {
    {.name = "base", .type = ARGUMENT_TEXT, .description = "The base, or BASE/DOCUMENT."},
    {.name = "query", .type = ARGUMENT_TEXT, .is_required = true, .min = REQUEST_MIN_QUERY, .max = REQUEST_MAX_QUERY},
    {.name = "query_type", .type = ARGUMENT_TEXT, .choices = {"auto", "structured", "semantic", "hybrid"}},
    {.name = "query_mode", .type = ARGUMENT_TEXT, .choices = {"full_book", "selected_text"}},
    {.name = "selected_text", .type = ARGUMENT_TEXT, .min = REQUEST_MIN_SELECTED, .max = REQUEST_MAX_SELECTED},
    {.name = "conversation_history", .type = ARGUMENT_LIST, .max = REQUEST_MAX_HISTORY, .item = &turn},
    {.name = "session_id", .type = ARGUMENT_TEXT, .description = "A UUID v4."},
    {.name = "top_k", .type = ARGUMENT_INTEGER, .min = REQUEST_MIN_TOP_K, .max = REQUEST_MAX_TOP_K},
    {.name = "retrieval_mode", .type = ARGUMENT_TEXT, .choices = {"vector", "keyword", "hybrid"}},
    CONDITION,
    ROWS("max_rows_per_query"),
    {.name = "query_spec", .type = ARGUMENT_OBJECT, .description = "Run this in the place of reading the question: query_spec of an answer, changed."},
    {.name = "choose", .type = ARGUMENT_INTEGER, .min = 1, .max = REQUEST_MAX_CHOOSE, .description = "Answer by this one of the question's alternatives."},
    {.name = "rows_behind", .type = ARGUMENT_OBJECT, .members = behind_members, .description = "Also give a page of the rows that the figures are made of."},
    {.name = "stream", .type = ARGUMENT_BOOLEAN, .description = "The answer as events, while it is made."},
    {.name = "wait", .type = ARGUMENT_BOOLEAN, .description = "202 and a job while something of the base is not indexed."},
    END};

static const struct argument create_body[] = {NEW_BASE("name"), END};

static const struct argument add_body[] = {
    NEW_BASE("base"),
    {.name = "json_path", .type = ARGUMENT_TEXT, .max = 4096, .description = "Of JSON: where in the base's tree it is mounted, a JSON Pointer to an object that documents stand in, or to a new one."},
    {.name = "mount_key", .type = ARGUMENT_TEXT, .min = 1, .max = 255, .description = "Its key there, which is the file's name if omitted; of one file."},
    {.name = "replace", .type = ARGUMENT_BOOLEAN, .description = "What stands there already becomes an older version; else 409."},
    {.name = "file", .type = ARGUMENT_FILES, .is_required = true, .min = 1, .max = 64},
    END};

static const struct argument text_body[] = {
    NEW_BASE("base"),
    {.name = "name", .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = 255},
    {.name = "text", .type = ARGUMENT_TEXT, .is_required = true, .min = 1},
    {.name = "url", .type = ARGUMENT_TEXT_OR_NULL, .max = 2048, .description = "Where it stands; nothing is fetched."},
    END};

static const struct argument retrieve_body[] = {
    BASE, QUERY, MODE, TOP("top_k"), CONDITION, ROWS("max_rows"),
    {.name = "wait", .type = ARGUMENT_BOOLEAN},
    END};

static const struct argument structured_body[] = {BASE, QUERY, ROWS("max_rows"), END};

static const struct argument rag_body[] = {
    {.name = "knowledge_base_id", .type = ARGUMENT_ANY, .is_required = true, .description = "A base's name."},
    QUERY, MODE, TOP("max_results"), TOP("top_k"), CONDITION, ROWS("max_rows"),
    END};

static const struct argument patch_body[] = {
    BASE,
    {.name = "operation", .type = ARGUMENT_TEXT, .is_required = true, .choices = {"create", "update", "delete"}},
    {.name = "pointer", .type = ARGUMENT_TEXT, .is_required = true, .max = 65536},
    {.name = "value", .type = ARGUMENT_ANY},
    END};

static const struct argument layer_body[] = {
    BASE,
    {.name = "yaml", .type = ARGUMENT_TEXT, .is_required = true},
    END};

static const struct argument semantic_body[] = {BASE, QUERY, END};

static const struct argument feedback_body[] = {
    BASE, QUERY,
    {.name = "verdict", .type = ARGUMENT_TEXT, .is_required = true, .choices = {"up", "down"}},
    {.name = "comment", .type = ARGUMENT_TEXT, .max = 2000},
    {.name = "session_id", .type = ARGUMENT_TEXT, .max = 64},
    END};

static const struct argument draft_body[] = {
    BASE,
    {.name = "path", .type = ARGUMENT_TEXT, .is_required = true, .min = 1, .max = 4096},
    END};

const struct route routes[] = {
    {.method = "GET", .path = "/healthz", .run = api_health, .is_open = true, .id = "health", .is_quick = true, .gives = answers_status,
     .summary = "Does it answer at all?", .example = "/healthz"},
    {.method = "GET", .path = "/readyz", .run = api_ready, .is_open = true, .id = "ready", .is_quick = true, .gives = answers_status,
     .summary = "Can it answer: is its home readable, does a worker start? Else 503.", .example = "/readyz"},
    {.method = "GET", .path = "/metrics", .run = api_metrics, .id = "metrics", .is_quick = true, .content_type = "text/plain",
     .summary = "What is counted, as text that Prometheus reads.", .example = "/metrics"},
    {.method = "GET", .path = "/v1/logs", .run = api_logs, .id = "listLogs", .is_quick = true, .gives = answers_logs,
     .summary = "What was asked and answered, the last first; needs the right to admin.",
     .query = {TAKES("session_id", "Of this session alone."), SHORT_PAGE, {.name = "offset", .type = ARGUMENT_INTEGER, .max = UINT32_MAX, .description = "So many are skipped."}},
     .example = "/v1/logs?limit=2"},
    {.method = "GET", .path = "/openapi.json", .run = api_openapi, .is_open = true, .id = "openapi", .is_quick = true, .gives = answers_openapi,
     .summary = "This document.", .example = "/openapi.json"},
    {.method = "POST", .path = "/v1/ask", .run = api_ask, .tool = &spec_ask, .id = "ask", .may_wait = true, .gives = answers_ask,
     .summary = "Ask tables and pages; the answer has its source.",
     .body = ask_body, .checks_body = true, .example = "/v1/ask",
     .sent = JSON({"base": "sales", "query": "How many orders were cancelled?"})},

    {.method = "GET", .path = "/v1/bases", .run = api_bases_list, .tool = &spec_list_sources, .id = "listBases", .is_quick = true, .gives = answers_bases,
     .summary = "The bases that there are by name, with what each holds.",
     .query = {PAGE}, .example = "/v1/bases"},
    {.method = "POST", .path = "/v1/bases", .run = api_bases_create, .id = "createBase", .gives = answers_base,
     .summary = "A new, empty base.", .body = create_body, .status = 201,
     .example = "/v1/bases", .sent = JSON({"name": "notes"})},
    {.method = "GET", .path = "/v1/bases/{name}", .run = api_bases_describe, .tool = &spec_list_sources, .id = "getBase", .is_quick = true, .gives = answers_base,
     .summary = "What a base holds.", .example = "/v1/bases/sales"},
    {.method = "DELETE", .path = "/v1/bases/{name}", .run = api_bases_drop, .id = "removeBase", .gives = answers_base_removed,
     .summary = "Remove a base with all that is in it; its backups stay.",
     .example = "/v1/bases/notes"},

    {.method = "GET", .path = "/v1/bases/{name}/suggestions", .run = api_bases_suggest, .tool = &spec_ask, .id = "suggestQuestions", .gives = answers_suggestions,
     .summary = "Up to three questions that the base can answer; each was asked.",
     .query = {TAKES("lang", "en, es or zh; that of the data if omitted.")},
     .example = "/v1/bases/sales/suggestions"},

    {.method = "POST", .path = "/v1/documents", .run = api_documents_add, .id = "addDocuments", .gives = answers_job,
     .summary = "Files into a base, which is made when there is none; a job reads them.",
     .body = add_body, .is_form = true, .status = 202, .example = "/v1/documents"},
    {.method = "POST", .path = "/v1/texts", .run = api_texts_add, .id = "addText", .gives = answers_added,
     .summary = "A text that was pasted, or with its url the text of a page, as a document of a base, which is made when there is none.",
     .body = text_body, .example = "/v1/texts", .sent = JSON({"base": "pasted", "name": "hours.md", "text": "# Hours\n\nWe are open from 9 to 17.\n", "url": "https://example.com/hours"})},
    {.method = "GET", .path = "/v1/jobs", .run = api_jobs_list, .id = "listJobs", .is_quick = true, .gives = answers_jobs,
     .summary = "The jobs that wait, run or ended in the last seven days, the last first.",
     .query = {TAKES("base", "Of this base alone."), SHORT_PAGE},
     .example = "/v1/jobs"},
    {.method = "GET", .path = "/v1/jobs/{id}", .run = api_jobs_find, .id = "getJob", .is_quick = true, .gives = answers_job,
     .summary = "How a job goes; with Accept: text/event-stream as events progress and done.",
     .example = NULL},
    {.method = "GET", .path = "/v1/documents", .run = api_documents_list, .tool = &spec_list_sources, .id = "listDocuments", .is_quick = true, .gives = answers_documents,
     .summary = "The documents of a base by name, and the state of its index.",
     .query = {OF_BASE, PAGE}, .example = "/v1/documents?base=sales"},
    {.method = "GET", .path = "/v1/documents/{key}", .run = api_documents_describe, .tool = &spec_list_sources, .id = "getDocument", .gives = answers_document,
     .summary = "One document; of a table also how it was read.",
     .query = {OF_BASE}, .example = "/v1/documents/sales.csv?base=sales"},
    {.method = "DELETE", .path = "/v1/documents/{key}", .run = api_documents_remove, .id = "removeDocument", .gives = answers_document_removed,
     .summary = "Remove a document with all its versions.",
     .query = {OF_BASE}, .example = "/v1/documents/vacaciones.md?base=handbook"},
    {.method = "GET", .path = "/v1/documents/{key}/text", .run = api_documents_text, .tool = &spec_fetch_evidence, .id = "readDocument",
     .summary = "Its text: lines, what is under a heading, or all; rows of a table, JSON of data.",
     .query = {OF_BASE, TAKES("lines", "FROM-TO, from 1 on."), {.name = "page", .type = ARGUMENT_INTEGER, .min = 1, .max = INT32_MAX, .description = "Of a document that has pages; lines are counted on it."}, {.name = "table", .type = ARGUMENT_INTEGER, .min = 1, .max = INT32_MAX, .description = "Of the page of a PDF; `lines` are rows of it."}, TAKES("heading", "The id of a heading."), {.name = "image", .type = ARGUMENT_BOOLEAN, .description = "The page of a PDF as an image, too, with the boxes of the lines."}, {.name = "version", .type = ARGUMENT_INTEGER, .max = INT32_MAX, .description = "Of the document; the present one if omitted."}},
     .example = "/v1/documents/keys.md/text?base=handbook&lines=1-3"},
    {.method = "GET", .path = "/v1/documents/{key}/sections", .run = api_documents_sections, .tool = &spec_fetch_evidence, .id = "listSections", .gives = answers_sections,
     .summary = "Its headings, with the lines of each.",
     .query = {OF_BASE}, .example = "/v1/documents/keys.md/sections?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/reindex", .run = api_documents_reindex, .id = "reindexDocument", .gives = answers_marked,
     .summary = "Make its passages again, also after a failure.",
     .query = {OF_BASE}, .example = "/v1/documents/keys.md/reindex?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/pin", .run = api_documents_pin, .id = "pinDocument", .gives = answers_marked,
     .summary = "Always hot, and indexed first.",
     .query = {OF_BASE}, .example = "/v1/documents/keys.md/pin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/unpin", .run = api_documents_unpin, .id = "unpinDocument", .gives = answers_marked,
     .summary = "As hot as it is used.",
     .query = {OF_BASE}, .example = "/v1/documents/keys.md/unpin?base=handbook"},
    {.method = "POST", .path = "/v1/documents/{key}/priority", .run = api_documents_prioritize, .id = "prioritizeDocument", .gives = answers_marked,
     .summary = "What it is worth: the higher one is indexed first, and answers first where not all may.",
     .query = {OF_BASE, {.name = "priority", .type = ARGUMENT_INTEGER, .is_required = true, .max = DOCUMENT_MAX_PRIORITY, .description = "0, which all have, to 100."}}, .example = "/v1/documents/keys.md/priority?base=handbook&priority=10"},
    {.method = "POST", .path = "/v1/documents/{key}/disable", .run = api_documents_disable, .id = "disableDocument", .gives = answers_marked,
     .summary = "Not found any more, until it is indexed again.",
     .query = {OF_BASE}, .example = "/v1/documents/travel.html/disable?base=handbook"},

    {.method = "POST", .path = "/v1/tables/map", .tool = &spec_table_get_map, .id = "mapTable",
     .summary = "What a table is like: columns, types, how it was read.",
     .example = "/v1/tables/map"},
    {.method = "POST", .path = "/v1/tables/describe", .tool = &spec_table_describe, .id = "describeTable",
     .summary = "Each column: type, values, ranges.",
     .example = "/v1/tables/describe"},
    {.method = "POST", .path = "/v1/tables/stats", .tool = &spec_table_stats, .id = "tableStats",
     .summary = "Statistics of columns.",
     .example = "/v1/tables/stats"},
    {.method = "POST", .path = "/v1/tables/rows", .tool = &spec_table_read_rows, .id = "readRows",
     .summary = "Rows by position.",
     .example = "/v1/tables/rows"},
    {.method = "POST", .path = "/v1/tables/query", .tool = &spec_table_query, .id = "queryTable",
     .summary = "SQL that only reads.",
     .example = "/v1/tables/query"},
    {.method = "POST", .path = "/v1/tables/export", .tool = &spec_table_export, .id = "exportTable",
     .summary = "A table or a result as CSV or XLSX, into the draft of its base.",
     .example = "/v1/tables/export"},

    {.method = "GET", .path = "/v1/drafts", .run = api_drafts_list, .id = "listDrafts", .is_quick = true, .gives = answers_drafts,
     .summary = "What was exported from a base, and what of it was published by whom.",
     .query = {OF_BASE, PAGE}, .example = "/v1/drafts?base=sales"},
    {.method = "GET", .path = "/v1/drafts/content", .run = api_drafts_content, .id = "readDraft", .content_type = "application/octet-stream",
     .summary = "The bytes of one.",
     .query = {OF_BASE, NEEDS("path", "As it is listed."), {.name = "published", .type = ARGUMENT_BOOLEAN, .description = "Of the published files."}},
     .example = "/v1/drafts/content?base=sales&path=totals.csv"},
    {.method = "POST", .path = "/v1/drafts/publish", .run = api_drafts_publish, .id = "publishDraft", .gives = answers_published,
     .summary = "Move a draft to the published files, with who and when.",
     .body = draft_body, .example = "/v1/drafts/publish", .sent = JSON({"base": "sales", "path": "totals.csv"})},
    {.method = "DELETE", .path = "/v1/drafts", .run = api_drafts_discard, .id = "discardDraft", .gives = answers_discarded,
     .summary = "Remove a draft.",
     .query = {OF_BASE, NEEDS("path", "As it is listed.")}, .example = NULL},

    {.method = "POST", .path = "/v1/retrieve", .run = api_retrieve, .tool = &spec_semantic_query, .id = "retrieve", .may_wait = true, .gives = answers_retrieved,
     .summary = "Passages for a question, or with retrieval_mode structured the answer of tables; with wait 202 and a job while something is to be indexed.",
     .body = retrieve_body, .example = "/v1/retrieve", .sent = JSON({"base": "handbook", "query": "how long are copies kept?"})},
    {.method = "POST", .path = "/v1/structured-query", .run = api_structured_query, .tool = &spec_ask, .id = "structuredQuery", .gives = answers_ask,
     .summary = "Ask tables alone: the answer object.",
     .body = structured_body, .example = "/v1/structured-query", .sent = JSON({"base": "sales", "query": "total sales by country"})},
    {.method = "POST", .path = "/v1/semantic-query", .tool = &spec_semantic_query, .id = "semanticQuery",
     .summary = "Search: evidences with scores, snippets and pointers.",
     .example = "/v1/semantic-query"},
    {.method = "POST", .path = "/v1/fetch-evidence", .tool = &spec_fetch_evidence, .id = "fetchEvidence",
     .summary = "Exactly what pointers name.",
     .example = "/v1/fetch-evidence"},
    {.method = "POST", .path = "/api/internal/rag/retrieve", .run = api_rag_retrieve, .tool = &spec_semantic_query, .id = "ragRetrieve", .gives = answers_rag_retrieved,
     .summary = "The same as /v1/retrieve, by the names of callers that were built on them.",
     .body = rag_body, .example = "/api/internal/rag/retrieve", .sent = JSON({"knowledge_base_id": "handbook", "query": "how long are copies kept?", "max_results": 5})},
    {.method = "POST", .path = "/api/internal/rag/structured-query", .run = api_rag_structured_query, .tool = &spec_ask, .id = "ragStructuredQuery", .gives = answers_rag_rows,
     .summary = "SQL of a question and its rows, by the names of callers that were built on them.",
     .body = rag_body, .example = "/api/internal/rag/structured-query", .sent = JSON({"knowledge_base_id": "sales", "query": "total sales by country"})},

    {.method = "GET", .path = "/v1/data", .run = api_data_get, .tool = &spec_get_context_data, .id = "getData",
     .summary = "A value of the base's JSON tree; its ETag is the version.",
     .of_tool = {"base", "pointer", "as_of"}, .example = "/v1/data?base=handbook&pointer=/handbook~1services.json/services/0"},
    {.method = "POST", .path = "/v1/data", .tool = &spec_query_data, .id = "queryData",
     .summary = "JMESPath over the tree.",
     .example = "/v1/data"},
    {.method = "PUT", .path = "/v1/data", .run = api_data_put, .tool = &spec_update_data, .id = "putData",
     .summary = "Set a value; with If-Match only if it was not changed since, else 412.",
     .of_tool = {"base", "pointer"},
     .takes_any = true, .checks_body = true, .example = "/v1/data?base=handbook&pointer=/handbook~1services.json/services/0/team", .sent = JSON("shop")},
    {.method = "PATCH", .path = "/v1/data", .run = api_data_patch, .id = "patchData", .gives_as = &spec_update_data,
     .summary = "Create, update or delete one value; what is created must not be there (409).",
     .body = patch_body, .example = "/v1/data", .sent = JSON({"base": "handbook", "operation": "create", "pointer": "/notes", "value": []})},
    {.method = "DELETE", .path = "/v1/data", .run = api_data_delete, .tool = &spec_delete_data, .id = "deleteData",
     .summary = "Remove a value; If-Match as of PUT.",
     .of_tool = {"base", "pointer"},
     .example = "/v1/data?base=handbook&pointer=/notes"},
    {.method = "GET", .path = "/v1/data/schema", .tool = &spec_get_data_schema, .id = "getDataSchema",
     .summary = "What a value of the tree holds: paths, types, counts.",
     .of_tool = {"base", "pointer", "as_of"}, .example = "/v1/data/schema?base=handbook"},

    {.method = "GET", .path = "/v1/semantic", .run = api_semantic_list, .id = "listSemantic", .is_quick = true, .gives = answers_layer,
     .summary = "The semantic layer of a base: notes, metrics, examples.",
     .query = {OF_BASE}, .example = "/v1/semantic?base=sales"},
    {.method = "PUT", .path = "/v1/semantic", .run = api_semantic_load, .id = "loadSemantic", .gives = answers_layer_loaded,
     .summary = "Make the layer what a YAML text says.",
     .body = layer_body, .example = "/v1/semantic", .sent = JSON({"base": "sales", "yaml": "metrics:\n  - metric_name: turnover\n    formula: sales\n"})},
    {.method = "POST", .path = "/v1/semantic/search", .run = api_semantic_search, .id = "searchSemantic", .gives = answers_layer_found,
     .summary = "The entries that a question is about.",
     .body = semantic_body, .example = "/v1/semantic/search", .sent = JSON({"base": "sales", "query": "turnover by country"})},
    {.method = "DELETE", .path = "/v1/admin/rag/clear", .run = api_semantic_clear, .id = "clearSemantic", .gives = answers_layer_cleared,
     .summary = "Remove all entries of the semantic layer.",
     .query = {OF_BASE}, .example = "/v1/admin/rag/clear?base=sales"},
    {.method = "POST", .path = "/v1/feedback", .run = api_feedback, .tool = &spec_ask, .id = "giveFeedback", .gives = answers_feedback,
     .summary = "A good answer becomes an example where it repeats and makes none worse.",
     .body = feedback_body, .example = "/v1/feedback", .sent = JSON({"base": "sales", "query": "total sales by country", "verdict": "up"})},
};
/* clang-format on */

const size_t n_routes = COUNT_OF(routes);
