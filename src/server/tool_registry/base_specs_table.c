/*
 * base_specs_table.c - what bases are searched, read and changed with: passages,
 * what pointers name, the JSON tree.
 */
#include "server/tool_registry/tool_spec.h"

#include "search/retrieve/passage_search.h"
#include "server/tool_registry/shared_arguments.h"

#define POINTER_CHARACTERS 65536

static const struct argument document_key = {
    .type = ARGUMENT_TEXT, .min = 1, .max = PATH_CHARACTERS};

static const struct argument scope_members[] = {
    {.name = "json_path",
     .type = ARGUMENT_TEXT,
     .max = POINTER_CHARACTERS,
     .description = "JSON Pointer: only what stands at or below it"},
    {.name = "document_keys",
     .type = ARGUMENT_LIST,
     .max = 1000,
     .item = &document_key,
     .description = "Only these documents, by key or name"},
    {.name = NULL}};

static const struct argument option_members[] = {
    {.name = "min_score", .type = ARGUMENT_NUMBER, .max = 1},
    {.name = "include_snippet", .type = ARGUMENT_BOOLEAN, .otherwise = "true"},
    {.name = "include_pointer", .type = ARGUMENT_BOOLEAN, .otherwise = "true"},
    {.name = "include_metadata", .type = ARGUMENT_BOOLEAN, .otherwise = "true"},
    {.name = "include_text",
     .type = ARGUMENT_BOOLEAN,
     .otherwise = "false",
     .description = "The whole passage."},
    {.name = "include_parent",
     .type = ARGUMENT_BOOLEAN,
     .otherwise = "false",
     .description = "What the passage stands in."},
    {.name = "rerank",
     .type = ARGUMENT_BOOLEAN,
     .otherwise = "false",
     .description = "By the model that the base is set to."},
    {.name = "wait",
     .type = ARGUMENT_BOOLEAN,
     .otherwise = "false",
     .description = "First index what is not yet indexed."},
    {.name = NULL}};

/* An evidence's pointer as it is. */
static const struct argument pointer_members[] = {
    {.name = "table_id", .type = ARGUMENT_TEXT, .max = 64},
    {.name = "json_path", .type = ARGUMENT_TEXT, .max = POINTER_CHARACTERS},
    {.name = "document_key", .type = ARGUMENT_TEXT, .max = PATH_CHARACTERS},
    {.name = "relative_pointer",
     .type = ARGUMENT_TEXT,
     .max = POINTER_CHARACTERS},
    {.name = "chunk_id", .type = ARGUMENT_TEXT, .max = 64},
    {.name = "document_version", .type = ARGUMENT_INTEGER, .min = 1},
    {.name = "uri", .type = ARGUMENT_TEXT, .max = POINTER_CHARACTERS},
    {.name = NULL}};

static const struct argument pointer = {.type = ARGUMENT_TEXT_OR_OBJECT,
                                        .min = 1,
                                        .max = POINTER_CHARACTERS,
                                        .members = pointer_members};

/* clang-format off */
#define OPTIONAL_POINTER(what) { \
    .name = "pointer", .type = ARGUMENT_TEXT, .max = POINTER_CHARACTERS, .description = what}

#define POINTER(what) { \
    .name = "pointer", .type = ARGUMENT_TEXT, .is_required = true, .max = POINTER_CHARACTERS, .description = what}

#define MAX_BYTES { \
    .name = "max_bytes", .type = ARGUMENT_INTEGER, .min = 1024, .max = 1 << 20, .usual = TOOL_WINDOW_BYTES, \
    .description = "A larger answer comes as a window of so many bytes, with window.next to page on."}

#define NEXT { \
    .name = "next", .type = ARGUMENT_TEXT, .min = 1, .max = 64, \
    .description = "window.next of the answer before, with the same other arguments: the next window of that result"}

#define WINDOW_RESULT \
    JSON("window": {"type": "object", "description": "Only of a large answer: what of it this is. Ask again with next until that is null; count or select instead where you can.", \
        "properties": { \
            "unit": {"type": "string", "enum": ["elements", "bytes"]}, \
            "from": {"type": "integer", "minimum": 0}, \
            "count": {"type": "integer", "minimum": 0}, \
            "total": {"type": "integer", "minimum": 0}, \
            "next": {"type": ["string", "null"]}, \
            "text": {"type": "string", "description": "With unit bytes: a piece of the JSON, which is null above; the pieces put together are it"} \
        }, "required": ["unit", "from", "count", "total", "next"]})

static const char semantic_query_result[] =
    JSON({
        "type": "object",
        "properties": {) BASE_RESULT JSON(,
            "query": {"type": "string"},
            "mode": {"type": "string", "enum": ["vector", "keyword", "hybrid"]},
            "evidences": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "score": {"type": "number"},
                    "snippet": {"type": "string"},
                    "marks": {"type": "array", "items": {"type": "array", "items": ) COUNT JSON(}},
                    "text": {"type": "string"},
                    "parts": {"type": "array", "description": "Of a passage of several sections: where each begins in its text", "items": {"type": "object"}},
                    "pointer": {"type": "object", "properties": {"uri": {"type": "string", "description": "For fetch_evidence"}}, "required": ["uri"]},
                    "metadata": {"type": "object"},
                    "scores": {"type": "object"},
                    "parent": {"type": ["object", "null"]},
                    "same": {"type": "array", "items": {"type": "string"}}
                }, "required": ["score"]}},
            "message": {"type": ["string", "null"], "description": "Set when nothing was found: say so, do not guess"},
            "notes": {"type": "array", "items": {"type": "string"}},
            "not_read": {"type": "array", "description": "Documents, or pages of them, that could not be read and so not searched: of those found; where nothing was found, of all. Say so", "items": {"type": "object"}},
            "index_state": {"type": "object"},
            "lazy_index_triggered": {"type": "boolean", "description": "True when some documents were not indexed and so not searched; ask again later, or with options.wait"},
            "debug": {"type": "object"},) WINDOW_RESULT JSON(
        },
        "required": ["base", "query", "mode", "evidences", "message", "notes",
            "index_state", "lazy_index_triggered"]
   });

static const char fetch_evidence_result[] =
    JSON({
        "type": "object",
        "properties": {) BASE_RESULT JSON(,
            "items": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "uri": {"type": ["string", "null"]},
                    "error": {"type": "object", "description": "Only of one that cannot be fetched: code and message", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}, "required": ["code", "message"]},
                    "document": {"type": "string"},
                    "version": ) COUNT JSON(,
                    "latest_version": ) COUNT JSON(,
                    "changed": {"type": "boolean", "description": "True when the document says something else today than in the version of the pointer"},
                    "page": ) COUNT JSON(,
                    "lines": {"type": "array", "items": ) COUNT JSON(},
                    "text": {"type": "string", "description": "Of pages"},
                    "value": {"description": "Of JSON"},
                    "table": {"type": "object", "description": "Of tables: as table_read_rows answers"},
                    "image": {"type": "object", "description": "Where 'image' asks for it; in MCP its 'data' is a content of the result", "properties": {
                        "page": ) COUNT JSON(, "pages": ) COUNT JSON(, "width": ) COUNT JSON(, "height": ) COUNT JSON(,
                        "boxes": {"type": "array", "description": "[x, y, width, height] in pixels", "items": {"type": "array", "items": ) COUNT JSON(}},
                        "mime_type": {"type": "string"}, "data": {"type": "string", "description": "A PNG in base64"}},
                        "required": ["page", "pages", "width", "height", "boxes", "mime_type"]}
                }, "required": ["uri"]}},) WINDOW_RESULT JSON(
        },
        "required": ["base", "items"]
   });

#define AS_OF {.name = "as_of", .type = ARGUMENT_INTEGER, .min = 1, .max = ARGUMENT_MAX_INTEGER, .description = "A version of the tree, to see it as it was. Omit for now."}

#define IF_VERSION {.name = "if_version", .type = ARGUMENT_INTEGER, .max = ARGUMENT_MAX_INTEGER, .description = "The version that you read, from get_context_data or query_data. When somebody changed the document since, nothing is written and the error is CONFLICT: read again and decide. Always give it when you change what you have read."}

#define VALUE {.name = "value", .type = ARGUMENT_ANY, .is_required = true, .description = "Any JSON value; numbers keep their digits, keys their order"}

#define TREE_RESULT \
    BASE_RESULT JSON(, \
    "pointer": {"type": "string", "description": "Where the value is, names of documents made keys"}, \
    "version": {"type": "integer", "minimum": 0, "description": "Of the tree that was read; give it as if_version when you change this"})

static const char value_result[] =
    JSON({
        "type": "object",
        "properties": {) TREE_RESULT JSON(,
            "value": {"description": "What was found, as JSON"},) WINDOW_RESULT JSON(
        },
        "required": ["base", "pointer", "version", "value"]
   });

static const char schema_result[] =
    JSON({
        "type": "object",
        "properties": {) TREE_RESULT JSON(,
            "paths": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "path": {"type": "string", "description": "JSON Pointer with * for each element of an array and each value of a map"},
                    "present": ) COUNT JSON(,
                    "absent": ) COUNT JSON(,
                    "types": {"type": "object"},
                    "examples": {"type": "array"}
                }, "required": ["path", "present", "absent", "types"]}},
            "truncated": {"type": "boolean"},) WINDOW_RESULT JSON(
        },
        "required": ["base", "pointer", "version", "paths", "truncated"]
   });

static const char written_result[] =
    JSON({
        "type": "object",
        "properties": {) BASE_RESULT JSON(,
            "operation": {"type": "string", "enum": ["create", "update", "delete"]},
            "pointer": {"type": "string", "description": "What was written, - made an index"},
            "version": {"type": "integer", "minimum": 1, "description": "Of the tree, with this in it"}
        },
        "required": ["base", "operation", "pointer", "version"]
   });

static const char semantic_query_example[] = JSON({"base": "handbook", "query": "how do I rotate the key?", "top_k": 3});
static const char fetch_evidence_example[] = JSON({"pointers": ["quarry://handbook/keys.md#lines=1-3"]});
static const char query_data_example[] = JSON({"base": "handbook", "expression": "length(keys(@))"});
/* clang-format on */

const struct tool_spec spec_semantic_query = {
    .name = "semantic_query",
    .title = "Search a base",
    .description =
        "Find passages of a base by their words and their meaning: the "
        "best first, each with a snippet, a score and a pointer. Small "
        "and quick; use it to find where something is said, then take "
        "the exact text with fetch_evidence or get_context_data. Cite "
        "the pointer of what you state. Not for counting or sums: that "
        "is ask, table_query or query_data.",
    .arguments =
        {
            {.name = "query",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = 1,
             .max = PASSAGE_SEARCH_MAX_BYTES,
             .description =
                 "What is looked for, in plain words; \"a phrase\", -word and "
                 "+word are understood"},
            BASE,
            {.name = "top_k",
             .type = ARGUMENT_INTEGER,
             .min = 1,
             .max = PASSAGE_SEARCH_MAX_TOP_K,
             .usual = PASSAGE_SEARCH_TOP_K,
             .description = "How many passages."},
            {.name = "mode",
             .type = ARGUMENT_TEXT,
             .choices = {"vector", "keyword", "hybrid"},
             .description = "Omit for what the base is set to"},
            {.name = "scope",
             .type = ARGUMENT_OBJECT,
             .members = scope_members},
            {.name = "filters",
             .type = ARGUMENT_TEXT,
             .max = PATH_CHARACTERS,
             .description = "Conditions on metadata: lang=en,chapter~Setup"},
            {.name = "options",
             .type = ARGUMENT_OBJECT,
             .members = option_members},
            MAX_BYTES,
            NEXT,
        },
    .result = semantic_query_result,
    .returns = "[evidence](search.md): snippets with scores and pointers",
    .example = semantic_query_example,
    .is_bindable = true,
};

const struct tool_spec spec_fetch_evidence = {
    .name = "fetch_evidence",
    .title = "What pointers name",
    .description =
        "Fetch exactly what quarry:// pointers name: lines or sections "
        "of pages, JSON values, rows of tables, in the version of the "
        "pointer. 'changed' says whether the document is another today.",
    .arguments =
        {
            {.name = "pointers",
             .type = ARGUMENT_LIST,
             .is_required = true,
             .min = 1,
             .max = 100,
             .item = &pointer,
             .description =
                 "Of one base: pointer of an evidence as it is, or its uri: "
                 "quarry://handbook/keys-1a2b3c4d@1#lines=16-27, "
                 "...#json=/items/0, ...#rows=1-20. Without #, the whole "
                 "document. One that cannot be fetched has 'error' in its item."},
            {.name = "image",
             .type = ARGUMENT_BOOLEAN,
             .otherwise = "false",
             .description =
                 "The page of a PDF that each pointer names (#page=4), as an "
                 "image, too. 'boxes' are the places of what is named on it."},
            MAX_BYTES,
            NEXT,
        },
    .result = fetch_evidence_result,
    .returns =
        "exactly what they refer to, in that version; one that cannot be "
        "fetched has `error` in its item",
    .example = fetch_evidence_example,
    .is_bindable = true,
};

const struct tool_spec spec_query_data = {
    .name = "query_data",
    .title = "Ask the JSON tree",
    .description =
        "Ask the JSON tree of a base with JMESPath: filter, project, "
        "sort, count, sum. Count first (length(...)), then fetch only "
        "the fields you need. get_data_schema shows which paths there "
        "are.",
    .arguments =
        {
            {.name = "expression",
             .type = ARGUMENT_TEXT,
             .is_required = true,
             .min = 1,
             .max = POINTER_CHARACTERS,
             .description =
                 "JMESPath, for example length(orders), orders[?total > "
                 "`100`].{who: who, total: total}, sum(orders[*].total). Sums "
                 "and comparisons are exact."},
            BASE,
            OPTIONAL_POINTER(
                "JSON Pointer to the value that is asked, for example /orders. "
                "Omit for the whole tree, whose keys are the documents."),
            AS_OF,
            MAX_BYTES,
            NEXT,
        },
    .result = value_result,
    .returns = "the result of [JMESPath](data.md#questions) over the JSON tree",
    .example = query_data_example,
    .is_bindable = true,
};

const struct tool_spec spec_get_context_data = {
    .name = "get_context_data",
    .title = "A value of the JSON tree",
    .description = "Get one value of a base's JSON tree by its JSON Pointer, "
                   "exactly, with the version that you need to change it.",
    .arguments =
        {
            BASE,
            OPTIONAL_POINTER(
                "JSON Pointer, for example /orders/0/total. Its first token is "
                "a document, by key or name. Omit for the whole tree. Or the "
                "uri of an evidence."),
            AS_OF,
            MAX_BYTES,
            NEXT,
        },
    .result = value_result,
    .returns = "one value, with the version that it was read from",
    .is_bindable = true,
};

const struct tool_spec spec_get_data_schema = {
    .name = "get_data_schema",
    .title = "What the JSON tree holds",
    .description =
        "Describe a value of a base's JSON tree path by path: types, "
        "how often each is there, smallest and largest, examples. Call "
        "this before query_data on JSON that you do not know.",
    .arguments =
        {
            BASE,
            OPTIONAL_POINTER(
                "JSON Pointer to the value that is described. Omit for the "
                "whole tree."),
            AS_OF,
            MAX_BYTES,
            NEXT,
        },
    .result = schema_result,
    .returns = "its paths, types, examples",
    .is_bindable = true,
};

const struct tool_spec spec_create_data = {
    .name = "create_data",
    .title = "Add to the JSON tree",
    .description =
        "Add a key, an element of a list, or a new document to a base's "
        "JSON tree. Nothing is overwritten: a key that is there is a "
        "CONFLICT. Keep notes that grow in a list and append with /-. "
        "Search finds the new value once it is indexed.",
    .arguments =
        {
            BASE,
            POINTER(
                "JSON Pointer to the key to add, which must not be there; to an "
                "element of an array, before which it is put, or to /- after "
                "the last: /orders/-. A single token makes a new document."),
            VALUE,
            IF_VERSION,
        },
    .result = written_result,
    .returns = "adds a key, an element or a document; `CONFLICT` if it exists",
    .is_bindable = true,
    .writes = true,
};

const struct tool_spec spec_update_data = {
    .name = "update_data",
    .title = "Change the JSON tree",
    .description =
        "Replace one value of a base's JSON tree, or add a key. Read "
        "the value first and give its version as if_version, so that "
        "nobody's change is lost. The value before stays in the "
        "history.",
    .arguments =
        {
            BASE,
            POINTER("JSON Pointer to the value to replace, or the key to add"),
            VALUE,
            IF_VERSION,
        },
    .result = written_result,
    .returns = "replaces a value; with `if_version` only if nobody changed the "
               "document since",
    .is_bindable = true,
    .writes = true,
    .is_destructive = true,
    .is_idempotent = true,
};

const struct tool_spec spec_delete_data = {
    .name = "delete_data",
    .title = "Remove from the JSON tree",
    .description =
        "Remove one value from a base's JSON tree; elements after it "
        "in a list move up. Read it first and give its version as "
        "if_version. It stays in the history.",
    .arguments =
        {
            BASE,
            POINTER("JSON Pointer to what is removed"),
            IF_VERSION,
        },
    .result = written_result,
    .returns = "removes a value",
    .is_bindable = true,
    .writes = true,
    .is_destructive = true,
};
