/*
 * reply_schemas_table.c - the schemas of what handlers answer.
 *
 * Written as routes_table.c is. They say which members there are and of which
 * type; docs/http.md leads to what they mean. A member that is not
 * required is there only sometimes.
 */
#include "server/rest/reply_schemas.h"

#include "base/str.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define KEYS(...) "[" #__VA_ARGS__ "]"
#define OBJECT(required, ...) \
    "{\"type\":\"object\",\"required\":" required ",\"properties\":{" __VA_ARGS__ "}}"
#define OBJECT_OR_NULL(required, ...) \
    "{\"type\":[\"object\",\"null\"],\"required\":" required ",\"properties\":{" __VA_ARGS__ "}}"
#define IS(name, type) "\"" name "\":" type
#define AND ","
#define LIST(of) "{\"type\":\"array\",\"items\":" of "}"
#define TEXT JSON({"type": "string"})
#define TEXT_OR_NULL JSON({"type": ["string", "null"]})
#define TRUTH JSON({"type": "boolean"})
#define COUNT JSON({"type": "integer", "minimum": 0})
#define COUNT_OR_NULL JSON({"type": ["integer", "null"], "minimum": 0})
#define NUMBER JSON({"type": "number"})
#define NUMBER_OR_NULL JSON({"type": ["number", "null"]})
#define ANY JSON({})
#define OPEN(what) "{\"type\":\"object\",\"additionalProperties\":true,\"description\":\"" what "\"}"
#define OPEN_OR_NULL(what) "{\"type\":[\"object\",\"null\"],\"additionalProperties\":true,\"description\":\"" what "\"}"
#define ONE_OF(...) "{\"enum\":[" #__VA_ARGS__ "]}"
#define TIME JSON({"type": "string", "format": "date-time"})
#define TIME_OR_NULL JSON({"type": ["string", "null"], "format": "date-time"})
#define REF(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
#define OR_NULL(what) "{\"anyOf\":[" what ",{\"type\":\"null\"}]}"
#define NEXT IS("next_cursor", TEXT_OR_NULL)

#define ERROR \
    OBJECT(KEYS("code", "message"), IS("code", TEXT) AND IS("message", TEXT) AND \
        IS("line", COUNT) AND IS("column", COUNT) AND IS("offset", COUNT))
#define ERROR_OR_NULL \
    OBJECT_OR_NULL(KEYS("code", "message"), IS("code", TEXT) AND IS("message", TEXT) AND \
        IS("line", COUNT) AND IS("column", COUNT) AND IS("offset", COUNT))
#define FAILURE \
    OBJECT(KEYS("code", "message"), IS("path", TEXT_OR_NULL) AND IS("document", TEXT) AND IS("code", TEXT) AND \
        IS("message", TEXT) AND IS("line", COUNT) AND IS("column", COUNT) AND IS("offset", COUNT) AND IS("error", ERROR))

/* ---- the server ---- */

const char answers_status[] = OBJECT(KEYS("status"), IS("status", ONE_OF("ok", "ready")));

const char answers_openapi[] =
    OBJECT(KEYS("openapi", "info", "paths", "components"), IS("openapi", TEXT) AND
        IS("info", OBJECT(KEYS("title", "version"), IS("title", TEXT) AND IS("version", TEXT) AND IS("description", TEXT))) AND
        IS("security", LIST(OPEN("Ways to show who one is."))) AND
        IS("paths", OPEN("Each path, and in it each method.")) AND IS("components", OPEN("What several have in common.")));

const char answers_logs[] =
    OBJECT(KEYS("logs", "has_more", "next_cursor"), NEXT AND IS("has_more", TRUTH) AND IS("logs", LIST(
        OBJECT(KEYS("id", "session_id", "query_text", "query_mode", "selected_text", "answer_text", "source_chunks",
            "response_time_ms", "created_at", "base", "caller", "answer_mode", "error_code"),
            IS("id", TEXT) AND IS("session_id", TEXT) AND IS("query_text", TEXT) AND
            IS("query_mode", ONE_OF("full_book", "selected_text")) AND IS("selected_text", TEXT_OR_NULL) AND
            IS("answer_text", TEXT) AND IS("source_chunks", LIST(OPEN("A source of the answer."))) AND
            IS("response_time_ms", COUNT) AND IS("created_at", TIME) AND IS("base", TEXT_OR_NULL) AND
            IS("caller", TEXT_OR_NULL) AND IS("answer_mode", TEXT_OR_NULL) AND IS("error_code", TEXT_OR_NULL)))));

/* ---- answers ---- */

#define RESULTS \
    OBJECT(KEYS("columns", "column_types", "rows", "row_count", "total_row_count", "truncated"), \
        IS("columns", LIST(TEXT)) AND IS("column_types", LIST(TEXT)) AND IS("rows", LIST(LIST(ANY))) AND \
        IS("row_count", COUNT) AND IS("total_row_count", COUNT) AND IS("truncated", TRUTH))

#define SOURCE \
    OBJECT(KEYS("index", "title", "kb_id", "document_key", "chapter", "section", "file", "url", "similarity_score", "excerpt", "pointer"), \
        IS("index", COUNT) AND IS("title", TEXT_OR_NULL) AND IS("kb_id", TEXT_OR_NULL) AND IS("document_key", TEXT_OR_NULL) AND \
        IS("chapter", TEXT_OR_NULL) AND IS("section", TEXT_OR_NULL) AND IS("file", TEXT_OR_NULL) AND IS("url", TEXT_OR_NULL) AND \
        IS("similarity_score", NUMBER_OR_NULL) AND IS("excerpt", TEXT_OR_NULL) AND IS("pointer", TEXT_OR_NULL) AND IS("page_label", TEXT) AND IS("ocr", NUMBER) AND \
        IS("tracked_changes", COUNT) AND \
        IS("sha256", TEXT_OR_NULL) AND IS("rows", COUNT) AND IS("table", TEXT) AND \
        IS("sheet", TEXT) AND IS("range", TEXT) AND IS("cells", LIST(TEXT)))

#define INDEX_COUNTS \
    IS("state", ONE_OF("ready", "stale", "indexing")) AND IS("documents", COUNT) AND IS("ready", COUNT) AND \
    IS("stale", COUNT) AND IS("indexing", COUNT) AND IS("failed", COUNT) AND IS("disabled", COUNT) AND \
    IS("chunks", COUNT) AND IS("vectors", COUNT) AND IS("lexical_only", COUNT)

#define TABLE_NOTE \
    OBJECT(KEYS("kind", "count", "share", "columns", "text"), \
        IS("table", TEXT) AND IS("kind", TEXT) AND IS("count", COUNT) AND IS("of", COUNT) AND IS("share", NUMBER) AND \
        IS("columns", LIST(TEXT)) AND IS("lines", LIST(COUNT)) AND IS("cells", LIST(TEXT)) AND IS("rows", LIST(COUNT)) AND IS("text", TEXT))

#define ANSWER \
    OBJECT(KEYS("query", "mode", "answer", "generated_sql", "query_spec", "explanation", "confidence", "results", "sources", \
        "coverage", "figures", "visualization", "warnings", "candidates", "likely", "alternatives", "routing", "answer_mode", "session_id", "response_time_ms"), \
        IS("query", TEXT) AND \
        IS("mode", ONE_OF("structured_query", "semantic", "hybrid", "selected_text", "clarification", "no_answer", "full_book")) AND \
        IS("answer_mode", ONE_OF("structured_query", "semantic", "hybrid", "selected_text", "clarification", "no_answer")) AND \
        IS("answer", TEXT_OR_NULL) AND IS("generated_sql", TEXT_OR_NULL) AND \
        IS("query_spec", OPEN_OR_NULL("How the question was read; it can be sent back, changed.")) AND \
        IS("explanation", LIST(TEXT)) AND IS("confidence", NUMBER_OR_NULL) AND IS("results", OR_NULL(REF("results"))) AND \
        IS("sources", LIST(REF("source"))) AND \
        IS("coverage", OBJECT(KEYS("rows_scanned", "rows_total", "documents_searched", "index_state"), \
            IS("rows_scanned", COUNT) AND IS("rows_total", COUNT) AND IS("documents_searched", COUNT) AND \
            IS("index_state", OBJECT_OR_NULL(KEYS("state"), INDEX_COUNTS)) AND \
            IS("tables_looked_at", COUNT) AND IS("documents_left_out", COUNT))) AND \
        IS("figures", LIST(OBJECT(KEYS("text", "value", "cell"), IS("text", TEXT) AND IS("value", ANY) AND IS("cell", TEXT_OR_NULL)))) AND \
        IS("visualization", ONE_OF("none", "number", "bar", "line", "table")) AND IS("warnings", LIST(TEXT)) AND \
        IS("candidates", LIST(OBJECT(KEYS("kind", "text"), IS("kind", ONE_OF("column", "value", "table")) AND \
            IS("text", TEXT_OR_NULL) AND IS("column", TEXT_OR_NULL) AND IS("file", TEXT_OR_NULL)))) AND \
        IS("likely", OBJECT_OR_NULL(KEYS("answer", "generated_sql", "explanation", "confidence", "results"), \
            IS("answer", TEXT_OR_NULL) AND IS("generated_sql", TEXT_OR_NULL) AND IS("explanation", LIST(TEXT)) AND \
            IS("confidence", NUMBER_OR_NULL) AND IS("results", OR_NULL(REF("results"))))) AND \
        IS("alternatives", LIST(REF("alternative"))) AND \
        IS("routing", OBJECT_OR_NULL(KEYS("mode", "reasons", "structured", "semantic"), \
            IS("mode", TEXT) AND IS("reasons", LIST(TEXT)) AND IS("structured", TEXT_OR_NULL) AND IS("semantic", TEXT_OR_NULL))) AND \
        IS("model", OBJECT(KEYS("asked", "rounds", "reason"), IS("asked", TEXT) AND IS("reason", TEXT_OR_NULL) AND \
            IS("rounds", LIST(OBJECT(KEYS("sent", "wrong"), IS("sent", TEXT) AND IS("wrong", TEXT_OR_NULL)))))) AND \
        IS("session_id", TEXT_OR_NULL) AND IS("response_time_ms", NUMBER) AND IS("table_notes", LIST(REF("table_note"))) AND \
        IS("rows_behind", REF("rows_behind")) AND IS("labels", LIST(TEXT)) AND \
        IS("quotes", LIST(OBJECT(KEYS("index", "text"), IS("index", COUNT) AND IS("text", TEXT)))) AND \
        IS("closest", LIST(REF("source"))))

#define ALTERNATIVE \
    OBJECT(KEYS("choose", "reading", "answer", "generated_sql", "query_spec", "explanation", "confidence"), \
        IS("choose", COUNT) AND IS("reading", TEXT_OR_NULL) AND IS("answer", TEXT_OR_NULL) AND IS("generated_sql", TEXT_OR_NULL) AND \
        IS("query_spec", OPEN_OR_NULL("How the question is read then.")) AND IS("explanation", LIST(TEXT)) AND \
        IS("confidence", NUMBER_OR_NULL))

#define ROWS_BEHIND \
    OBJECT(KEYS("query"), IS("query", TEXT) AND IS("columns", LIST(TEXT)) AND IS("column_types", LIST(TEXT)) AND \
        IS("rows", LIST(ANY)) AND IS("row_count", COUNT) AND IS("total_row_count", COUNT) AND IS("has_more", TRUTH))

const char answers_ask[] = REF("answer");

/* ---- bases ---- */

#define INDEX \
    OBJECT(KEYS("state", "documents", "ready", "stale", "indexing", "failed", "disabled", "chunks", "vectors", "lexical_only"), \
        IS("embedding", TEXT) AND IS("note", TEXT_OR_NULL) AND INDEX_COUNTS)

#define BASE \
    OBJECT(KEYS("name", "created_at"), IS("name", TEXT) AND IS("created_at", TIME) AND IS("documents", COUNT) AND \
        IS("tables", COUNT) AND IS("pages", COUNT) AND IS("index", REF("index")) AND IS("error", ERROR))

const char answers_bases[] = OBJECT(KEYS("bases", "next_cursor"), NEXT AND IS("bases", LIST(BASE)));
const char answers_base[] = BASE;
const char answers_base_removed[] =
    OBJECT(KEYS("base", "documents", "originals", "bytes"), IS("base", TEXT) AND IS("documents", COUNT) AND
        IS("originals", COUNT) AND IS("bytes", COUNT));
const char answers_suggestions[] =
    OBJECT(KEYS("base", "language", "suggestions"), IS("base", TEXT) AND IS("language", ONE_OF("en", "es", "zh")) AND
        IS("suggestions", LIST(OBJECT(KEYS("query", "mode", "answer"), IS("query", TEXT) AND IS("mode", TEXT) AND IS("answer", TEXT)))));

/* ---- documents ---- */

#define DOCUMENT_MEMBERS \
    IS("key", TEXT) AND IS("name", TEXT) AND IS("source_type", ONE_OF("file", "text", "table", "web", "data")) AND \
    IS("format", TEXT) AND IS("version", COUNT) AND IS("bytes", COUNT) AND \
    IS("state", ONE_OF("stale", "indexing", "ready", "failed", "disabled", "gone")) AND IS("chunks", COUNT) AND \
    IS("vectors", COUNT) AND IS("lexical_only", COUNT) AND IS("hotness", NUMBER) AND IS("pinned", TRUTH) AND IS("priority", COUNT) AND \
    IS("last_indexed_at", TIME_OR_NULL) AND \
    IS("table", OBJECT(KEYS("row_count", "column_count"), IS("row_count", COUNT_OR_NULL) AND IS("column_count", COUNT_OR_NULL) AND \
        IS("table_count", COUNT) AND IS("tables", LIST(OBJECT(KEYS("name", "row_count", "column_count"), IS("name", TEXT) AND IS("sheet", TEXT) AND \
            IS("range", TEXT) AND IS("title", TEXT_OR_NULL) AND IS("row_count", COUNT) AND IS("column_count", COUNT)))))) AND \
    IS("pointer", TEXT) AND IS("created_at", TIME) AND IS("updated_at", TIME) AND IS("failure", ERROR_OR_NULL)
#define DOCUMENT \
    OBJECT(KEYS("key", "name", "source_type", "format", "version", "bytes", "state", "chunks", "vectors", "lexical_only", \
        "hotness", "pinned", "priority", "last_indexed_at", "created_at", "updated_at", "failure"), DOCUMENT_MEMBERS)

const char answers_documents[] =
    OBJECT(KEYS("base", "documents", "document_count", "documents_outdated", "version", "index", "next_cursor"), IS("base", TEXT) AND
        IS("documents", LIST(REF("document"))) AND IS("document_count", COUNT) AND IS("documents_outdated", COUNT) AND
        IS("version", COUNT) AND IS("index", REF("index")) AND NEXT);
const char answers_document[] =
    OBJECT(KEYS("base", "document", "fidelity", "source_config", "chunks"), IS("base", TEXT) AND IS("document", REF("document")) AND
        IS("fidelity", OPEN_OR_NULL("Of a table: how it was read, as table_get_map has it.")) AND
        IS("source_config", OPEN("Of a table structured_data: its schema, statistics and samples.")) AND
        IS("chunks", OBJECT(KEYS("items", "total_count", "splitter_type", "created_at"),
            IS("items", LIST(OBJECT(KEYS("index", "content"), IS("index", COUNT) AND IS("content", TEXT) AND IS("lines", LIST(COUNT)) AND
                IS("heading", TEXT) AND IS("fragment", TEXT)))) AND
            IS("total_count", COUNT) AND IS("splitter_type", ONE_OF("structured", "sections", "json")) AND IS("created_at", TIME_OR_NULL) AND
            IS("structured_metadata", OBJECT(KEYS("query_type", "natural_language_description", "sample_queries"),
                IS("query_type", TEXT) AND IS("natural_language_description", TEXT) AND IS("sample_queries", LIST(TEXT)))))));
const char answers_document_removed[] =
    OBJECT(KEYS("base", "removed"), IS("base", TEXT) AND IS("removed", LIST(TEXT)));
const char answers_sections[] =
    OBJECT(KEYS("base", "key", "version", "title", "lines", "sections"), IS("base", TEXT) AND IS("key", TEXT) AND
        IS("version", COUNT) AND IS("title", TEXT_OR_NULL) AND IS("lines", COUNT) AND
        IS("sections", LIST(OBJECT(KEYS("level", "title", "id", "lines"), IS("level", COUNT) AND IS("title", TEXT) AND
            IS("id", TEXT_OR_NULL) AND IS("lines", LIST(COUNT))))));
const char answers_marked[] =
    OBJECT(KEYS("base", "documents", "chunks_embedded", "chunks_reused", "failures"), IS("base", TEXT) AND
        IS("documents", LIST(OBJECT(KEYS("key", "state", "pinned", "priority"), IS("key", TEXT) AND IS("state", TEXT) AND IS("pinned", TRUTH) AND IS("priority", COUNT)))) AND
        IS("chunks_embedded", COUNT) AND IS("chunks_reused", COUNT) AND IS("failures", LIST(FAILURE)));

/* ---- jobs ---- */

#define JOB_MEMBERS \
    IS("job_id", TEXT) AND IS("base", TEXT) AND IS("kind", ONE_OF("ingest", "index")) AND \
    IS("state", ONE_OF("queued", "running", "done", "failed")) AND IS("created_at", TIME) AND \
    IS("started_at", TIME_OR_NULL) AND IS("finished_at", TIME_OR_NULL) AND \
    IS("progress", OBJECT(KEYS("done", "total"), IS("done", COUNT) AND IS("total", COUNT))) AND IS("error", ERROR_OR_NULL)
#define MOUNT_MEMBERS \
    IS("json_path", TEXT) AND IS("mount_key", TEXT) AND IS("replace", TRUTH)
#define ADDED \
    OBJECT_OR_NULL(KEYS("base", "base_created", "documents_added", "documents_changed", "documents_unchanged", "files_skipped", \
        "chunks", "chunks_embedded", "chunks_reused", "documents_indexed", "documents_waiting", "failures"), \
        IS("base", TEXT) AND IS("base_created", TRUTH) AND IS("documents_added", COUNT) AND IS("documents_changed", COUNT) AND \
        IS("documents_unchanged", COUNT) AND IS("documents_read_again", COUNT) AND IS("files_skipped", COUNT) AND IS("chunks", COUNT) AND IS("chunks_embedded", COUNT) AND \
        IS("chunks_reused", COUNT) AND IS("documents_indexed", COUNT) AND IS("documents_waiting", COUNT) AND IS("failures", LIST(FAILURE)) AND \
        IS("documents_gone", COUNT) AND IS("skipped", LIST(OBJECT(KEYS("path", "reason"), IS("path", TEXT) AND IS("reason", TEXT)))) AND \
        IS("skipped_kinds", LIST(OBJECT(KEYS("kind", "files"), IS("kind", TEXT) AND IS("files", COUNT)))) AND \
        IS("kinds", LIST(OBJECT(KEYS("kind", "files", "pages", "pages_read", "pages_by_ocr", "tables"), IS("kind", TEXT) AND \
            IS("files", COUNT) AND IS("pages", COUNT) AND IS("pages_read", COUNT) AND IS("pages_by_ocr", COUNT) AND IS("tables", COUNT)))) AND \
        IS("documents_with_pages", COUNT) AND IS("pages", COUNT) AND IS("pages_read", COUNT) AND IS("pages_by_ocr", COUNT) AND \
        IS("reviewed", LIST(OBJECT(KEYS("path", "comments", "insertions", "deletions"), IS("path", TEXT) AND IS("comments", COUNT) AND \
            IS("insertions", COUNT) AND IS("deletions", COUNT)))) AND \
        IS("not_read", LIST(ANY)) AND IS("mails", COUNT) AND IS("attachments", COUNT) AND \
        IS("gone", LIST(OBJECT(KEYS("document", "now"), IS("document", TEXT) AND IS("now", TEXT_OR_NULL)))) AND \
        IS("schema_changes", LIST(OBJECT(KEYS("document", "added", "removed", "retyped"), IS("document", TEXT) AND IS("added", LIST(TEXT)) AND \
            IS("removed", LIST(TEXT)) AND IS("retyped", LIST(OBJECT(KEYS("column", "before", "now"), IS("column", TEXT) AND \
                IS("before", TEXT) AND IS("now", TEXT))))))))
#define JOB \
    OBJECT(KEYS("job_id", "base", "base_id", "kind", "state", "created_at", "started_at", "finished_at", "progress", "documents", \
        "result", "error", "author", "attempts"), JOB_MEMBERS AND IS("base_id", TEXT_OR_NULL) AND \
        IS("documents", LIST(OBJECT(KEYS("name", "bytes", "document"), IS("name", TEXT) AND IS("bytes", COUNT) AND IS("document", OR_NULL(REF("document")))))) AND \
        IS("result", REF("added")) AND IS("author", TEXT_OR_NULL) AND IS("attempts", COUNT) AND MOUNT_MEMBERS)

const char answers_added[] = ADDED;
const char answers_job[] = JOB;
const char answers_jobs[] =
    OBJECT(KEYS("jobs", "next_cursor"), NEXT AND IS("jobs", LIST(
        OBJECT(KEYS("job_id", "base", "kind", "state", "created_at", "started_at", "finished_at", "progress", "error"), JOB_MEMBERS))));

/* ---- drafts ---- */

#define PUBLISHED_MEMBERS \
    IS("path", TEXT) AND IS("bytes", COUNT) AND IS("sha256", TEXT) AND IS("published_by", TEXT) AND IS("published_at", TIME)

const char answers_drafts[] =
    OBJECT(KEYS("base", "drafts", "published", "next_cursor"), IS("base", TEXT) AND NEXT AND
        IS("drafts", LIST(OBJECT(KEYS("path", "bytes"), IS("path", TEXT) AND IS("bytes", COUNT)))) AND
        IS("published", LIST(OBJECT(KEYS("path", "bytes", "sha256", "published_by", "published_at"), PUBLISHED_MEMBERS))));
const char answers_published[] =
    OBJECT(KEYS("base", "path", "bytes", "sha256", "published_by", "published_at"), IS("base", TEXT) AND PUBLISHED_MEMBERS);
const char answers_discarded[] =
    OBJECT(KEYS("base", "path", "discarded"), IS("base", TEXT) AND IS("path", TEXT) AND IS("discarded", TRUTH));

/* ---- what is found ---- */

#define POINTER \
    OBJECT(KEYS("uri"), IS("table_id", TEXT) AND IS("json_path", TEXT) AND IS("document_key", TEXT) AND \
        IS("relative_pointer", TEXT) AND IS("chunk_id", TEXT) AND IS("uri", TEXT))
#define METADATA OPEN("What is known of the passage: docs/search.md.")
#define EVIDENCES \
    OBJECT(KEYS("base", "query", "mode", "evidences", "message", "notes", "index_state", "lazy_index_triggered"), \
        IS("base", TEXT) AND IS("query", TEXT) AND IS("mode", ONE_OF("vector", "keyword", "hybrid")) AND \
        IS("evidences", LIST(OBJECT(KEYS("score", "pointer", "metadata"), IS("score", NUMBER) AND IS("snippet", TEXT) AND \
            IS("marks", LIST(LIST(COUNT))) AND IS("text", TEXT) AND \
            IS("parts", LIST(OBJECT(KEYS("at", "uri"), IS("at", COUNT) AND IS("section", TEXT_OR_NULL) AND IS("uri", TEXT)))) AND IS("pointer", POINTER) AND IS("metadata", METADATA) AND \
            IS("scores", OPEN("By words, by meaning, by a model.")) AND IS("same", LIST(TEXT))))) AND \
        IS("message", TEXT_OR_NULL) AND IS("notes", LIST(TEXT)) AND \
        IS("not_read", LIST(OBJECT(KEYS("document", "document_key", "reason"), IS("document", TEXT) AND IS("document_key", TEXT) AND \
            IS("state", TEXT_OR_NULL) AND IS("pages", TEXT_OR_NULL) AND IS("count", COUNT_OR_NULL) AND IS("reason", TEXT)))) AND \
        IS("index_state", OBJECT(KEYS("state"), INDEX_COUNTS)) AND \
        IS("lazy_index_triggered", TRUTH) AND IS("debug", OPEN("How it was found.")))

const char answers_retrieved[] = "{\"anyOf\":[" REF("evidences") AND REF("answer") "]}";

#define RAG_ROWS \
    OBJECT(KEYS("query", "mode", "generated_sql", "explanation", "confidence", "results", "sources"), \
        IS("query", TEXT) AND IS("mode", ONE_OF("structured_query")) AND IS("generated_sql", TEXT_OR_NULL) AND \
        IS("explanation", TEXT) AND IS("confidence", NUMBER) AND IS("results", OR_NULL(REF("results"))) AND \
        IS("sources", LIST(OBJECT(KEYS("index", "title", "kb_id"), IS("index", COUNT) AND IS("title", TEXT) AND \
            IS("kb_id", JSON({"type": ["string", "number"]}))))))
#define RAG_RECORDS \
    OBJECT(KEYS("query", "mode", "records", "total"), IS("query", TEXT) AND IS("mode", ONE_OF("vector", "keyword", "hybrid")) AND \
        IS("records", LIST(OBJECT(KEYS("content", "score", "title", "metadata", "pointer"), IS("content", TEXT) AND \
            IS("score", NUMBER) AND IS("title", TEXT) AND IS("metadata", METADATA) AND IS("pointer", POINTER)))) AND \
        IS("total", COUNT))

const char answers_rag_rows[] = RAG_ROWS;
const char answers_rag_retrieved[] = "{\"anyOf\":[" RAG_RECORDS AND RAG_ROWS "]}";

/* ---- the semantic layer ---- */

#define ENTRY OPEN("As docs/semantic.md has it.")

const char answers_layer[] =
    OBJECT(KEYS("base", "entries"), IS("base", TEXT) AND IS("entries", LIST(
        OBJECT(KEYS("collection", "name", "file", "line", "created_at", "entry"), IS("collection", TEXT) AND IS("name", TEXT) AND
            IS("file", TEXT_OR_NULL) AND IS("line", COUNT_OR_NULL) AND IS("created_at", NUMBER) AND IS("entry", ENTRY)))));
const char answers_layer_loaded[] =
    OBJECT(KEYS("base", "files", "added", "changed", "unchanged", "removed"), IS("base", TEXT) AND IS("files", COUNT) AND
        IS("added", COUNT) AND IS("changed", COUNT) AND IS("unchanged", COUNT) AND IS("removed", COUNT));
const char answers_layer_found[] =
    OBJECT(KEYS("base", "entries", "by_words_because", "available_columns"), IS("base", TEXT) AND IS("by_words_because", TEXT_OR_NULL) AND
        IS("available_columns", LIST(TEXT)) AND
        IS("entries", LIST(OBJECT(KEYS("collection", "name", "score", "entry"), IS("collection", TEXT) AND IS("name", TEXT) AND
            IS("score", NUMBER) AND IS("entry", ENTRY)))));
const char answers_layer_cleared[] =
    OBJECT(KEYS("base", "removed"), IS("base", TEXT) AND IS("removed", COUNT));
const char answers_feedback[] =
    OBJECT(KEYS("base", "verdict", "learned", "forgotten", "example", "reason"), IS("base", TEXT) AND IS("verdict", ONE_OF("up", "down")) AND
        IS("learned", TRUTH) AND IS("forgotten", TRUTH) AND IS("reason", TEXT_OR_NULL) AND
        IS("example", OBJECT_OR_NULL(KEYS("base", "question", "complexity", "rows", "examples", "right"), IS("base", TEXT) AND
            IS("question", TEXT) AND IS("complexity", TEXT) AND IS("rows", COUNT) AND IS("examples", COUNT) AND IS("right", COUNT))));

/* ---- what several have in common ---- */

const struct answers_part answers_parts[] = {
    {"answer", ANSWER}, {"table_note", TABLE_NOTE}, {"results", RESULTS}, {"rows_behind", ROWS_BEHIND}, {"alternative", ALTERNATIVE}, {"source", SOURCE}, {"index", INDEX},
    {"document", DOCUMENT}, {"added", ADDED}, {"evidences", EVIDENCES}};
/* clang-format on */

const size_t answers_n_parts = COUNT_OF(answers_parts);
