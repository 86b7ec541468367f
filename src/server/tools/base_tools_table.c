/*
 * base_tools_table.c - how a client sees the tools over bases.
 *
 * Written as table_tools_table.c is. docs/mcp.md says the same in prose;
 * docs/answers.md, search.md and data.md have the fields of the answers.
 */
#include "server/tools/base_tools.h"

#include "server/tools/ask_tools.h"
#include "server/tools/data_tools.h"
#include "server/tools/search_tools.h"
#include "server/tools/table_tools.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define BASE_INPUT \
    JSON("base": { \
        "type": "string", "minLength": 1, "maxLength": 64, \
        "description": "Name of a base, as list_sources has it. May be omitted where there is only one." \
    })

#define POINTER_INPUT(what) \
    JSON("pointer": { \
        "type": "string", "maxLength": 65536, \
        "description": ) #what JSON(})

#define AS_OF_INPUT \
    JSON("as_of": { \
        "type": "integer", "minimum": 1, "maximum": 9007199254740991, \
        "description": "A version of the tree, to see it as it was. Omit for now." \
    })

#define IF_VERSION_INPUT \
    JSON("if_version": { \
        "type": "integer", "minimum": 0, "maximum": 9007199254740991, \
        "description": "The version that you read, from get_context_data or query_data. When somebody changed the document since, nothing is written and the error is CONFLICT: read again and decide. Always give it when you change what you have read." \
    })

#define VALUE_INPUT \
    JSON("value": {"description": "Any JSON value; numbers keep their digits, keys their order"})

#define WINDOW_INPUT \
    JSON("max_bytes": { \
        "type": "integer", "minimum": 1024, "maximum": 1048576, \
        "description": "A larger answer comes as a window of so many bytes, with window.next to page on. Omit for 131072." \
    }, \
    "next": { \
        "type": "string", "minLength": 1, "maxLength": 64, \
        "description": "window.next of the answer before, with the same other arguments: the next window of that result" \
    })

#define WINDOW_OUTPUT \
    JSON("window": {"type": "object", "description": "Only of a large answer: what of it this is. Ask again with next until that is null; count or select instead where you can.", \
        "properties": { \
            "unit": {"type": "string", "enum": ["elements", "bytes"]}, \
            "from": {"type": "integer", "minimum": 0}, \
            "count": {"type": "integer", "minimum": 0}, \
            "total": {"type": "integer", "minimum": 0}, \
            "next": {"type": ["string", "null"]}, \
            "text": {"type": "string", "description": "With unit bytes: a piece of the JSON, which is null above; the pieces put together are it"} \
        }, "required": ["unit", "from", "count", "total", "next"]})

#define COUNT JSON({"type": "integer", "minimum": 0})
#define BASE_OUTPUT JSON("base": {"type": "string"})
#define TREE_OUTPUT \
    BASE_OUTPUT JSON(, \
    "pointer": {"type": "string", "description": "Where the value is, names of documents made keys"}, \
    "version": {"type": "integer", "minimum": 0, "description": "Of the tree that was read; give it as if_version when you change this"})

static const char ask_input[] =
    JSON({"type": "object", "properties": {
        "query": {
            "type": "string", "minLength": 3, "maxLength": 2000,
            "description": "The question in plain words, English, Spanish or Chinese: top 10 customers by sales in 2024; how do I rotate the key?"
        },) BASE_INPUT JSON(,
        "sources": {
            "type": "array", "maxItems": 512,
            "items": {"type": "string", "minLength": 1, "maxLength": 4096},
            "description": "Paths to ask, as list_sources has them. Omit for all of the base; the tables and pages that the question is about are found."
        },
        "query_type": {
            "type": "string", "enum": ["auto", "structured", "semantic", "hybrid"],
            "description": "structured asks the tables, semantic the pages, hybrid both. Omit to let the question decide."
        },
        "max_rows": {
            "type": "integer", "minimum": 1, "maximum": 10000,
            "description": "How many rows of a result to return. Omit for 100; total_row_count says how many there are."
        },
        "top_k": {
            "type": "integer", "minimum": 3, "maximum": 10,
            "description": "How many passages to answer from. Omit for 5."
        }
    }, "required": ["query"], "additionalProperties": false});

static const char list_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,
        "limit": {
            "type": "integer", "minimum": 1, "maximum": 1000,
            "description": "How many sources to list. Omit for 200."
        },
        "offset": {
            "type": "integer", "minimum": 0, "maximum": 9007199254740991,
            "description": "How many to skip. Omit for 0."
        }
    }, "additionalProperties": false});

static const char list_output[] =
    JSON({
        "type": "object",
        "properties": {
            "bases": {"type": "array", "items": {"type": "string"}},
            "sources": {"type": "array", "items": {"type": "object",
                "properties": {
                    "path": {"type": "string", "description": "For ask and the table tools"},) BASE_OUTPUT JSON(,
                    "name": {"type": "string"},
                    "kind": {"type": "string", "description": "table, data (JSON), text, file or web"},
                    "format": {"type": "string"},
                    "version": ) COUNT JSON(,
                    "bytes": ) COUNT JSON(,
                    "state": {"type": "string", "enum": ["stale", "indexing", "ready", "failed", "disabled"], "description": "What search knows of it"},
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

static const char search_input[] =
    JSON({"type": "object", "properties": {
        "query": {
            "type": "string", "minLength": 1, "maxLength": 16384,
            "description": "What is looked for, in plain words; \"a phrase\", -word and +word are understood"
        },) BASE_INPUT JSON(,
        "top_k": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many passages. Omit for 10."},
        "mode": {"type": "string", "enum": ["vector", "keyword", "hybrid"], "description": "Omit for what the base is set to"},
        "scope": {"type": "object", "properties": {
            "json_path": {"type": "string", "maxLength": 65536, "description": "JSON Pointer: only what stands at or below it"},
            "document_keys": {"type": "array", "maxItems": 1000, "items": {"type": "string", "minLength": 1, "maxLength": 4096}, "description": "Only these documents, by key or name"}
        }, "additionalProperties": false},
        "filters": {"type": "string", "maxLength": 4096, "description": "Conditions on metadata: lang=en,chapter~Setup"},
        "options": {"type": "object", "properties": {
            "min_score": {"type": "number", "minimum": 0, "maximum": 1},
            "include_snippet": {"type": "boolean", "description": "Omit for true"},
            "include_pointer": {"type": "boolean", "description": "Omit for true"},
            "include_metadata": {"type": "boolean", "description": "Omit for true"},
            "include_text": {"type": "boolean", "description": "The whole passage. Omit for false."},
            "include_parent": {"type": "boolean", "description": "What the passage stands in. Omit for false."},
            "rerank": {"type": "boolean", "description": "By the model that the base is set to. Omit for false."},
            "wait": {"type": "boolean", "description": "First index what is not yet indexed. Omit for false."}
        }, "additionalProperties": false},) WINDOW_INPUT
    JSON(}, "required": ["query"], "additionalProperties": false});

static const char search_output[] =
    JSON({
        "type": "object",
        "properties": {) BASE_OUTPUT JSON(,
            "query": {"type": "string"},
            "mode": {"type": "string", "enum": ["vector", "keyword", "hybrid"]},
            "evidences": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "score": {"type": "number"},
                    "snippet": {"type": "string"},
                    "marks": {"type": "array", "items": {"type": "array", "items": ) COUNT JSON(}},
                    "text": {"type": "string"},
                    "pointer": {"type": "object", "properties": {"uri": {"type": "string", "description": "For fetch_evidence"}}, "required": ["uri"]},
                    "metadata": {"type": "object"},
                    "scores": {"type": "object"},
                    "parent": {"type": ["object", "null"]},
                    "same": {"type": "array", "items": {"type": "string"}}
                }, "required": ["score"]}},
            "message": {"type": ["string", "null"], "description": "Set when nothing was found: say so, do not guess"},
            "notes": {"type": "array", "items": {"type": "string"}},
            "index_state": {"type": "object"},
            "lazy_index_triggered": {"type": "boolean", "description": "True when some documents were not indexed and so not searched; ask again later, or with options.wait"},
            "debug": {"type": "object"},) WINDOW_OUTPUT JSON(
        },
        "required": ["base", "query", "mode", "evidences", "message", "notes",
            "index_state", "lazy_index_triggered"]
    });

static const char fetch_input[] =
    JSON({"type": "object", "properties": {
        "pointers": {
            "type": "array", "minItems": 1, "maxItems": 100,
            "items": {"type": ["string", "object"], "minLength": 1, "maxLength": 65536, "additionalProperties": false, "properties": {
                "table_id": {"type": "string", "maxLength": 64}, "json_path": {"type": "string", "maxLength": 65536},
                "document_key": {"type": "string", "maxLength": 4096}, "relative_pointer": {"type": "string", "maxLength": 65536},
                "chunk_id": {"type": "string", "maxLength": 64}, "document_version": {"type": "integer", "minimum": 1},
                "uri": {"type": "string", "maxLength": 65536}}},
            "description": "Of one base: pointer of an evidence as it is, or its uri: quarry://handbook/keys-1a2b3c4d@1#lines=16-27, ...#json=/items/0, ...#rows=1-20. Without #, the whole document. One that cannot be fetched has 'error' in its item."
        },) WINDOW_INPUT
    JSON(}, "required": ["pointers"], "additionalProperties": false});

static const char fetch_output[] =
    JSON({
        "type": "object",
        "properties": {) BASE_OUTPUT JSON(,
            "items": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "uri": {"type": ["string", "null"]},
                    "error": {"type": "object", "description": "Only of one that cannot be fetched: code and message", "properties": {"code": {"type": "string"}, "message": {"type": "string"}}, "required": ["code", "message"]},
                    "document": {"type": "string"},
                    "version": ) COUNT JSON(,
                    "latest_version": ) COUNT JSON(,
                    "changed": {"type": "boolean", "description": "True when the document says something else today than in the version of the pointer"},
                    "lines": {"type": "array", "items": ) COUNT JSON(},
                    "text": {"type": "string", "description": "Of pages"},
                    "value": {"description": "Of JSON"},
                    "table": {"type": "object", "description": "Of tables: as table_read_rows answers"}
                }, "required": ["uri"]}},) WINDOW_OUTPUT JSON(
        },
        "required": ["base", "items"]
    });

static const char query_input[] =
    JSON({"type": "object", "properties": {
        "expression": {
            "type": "string", "minLength": 1, "maxLength": 65536,
            "description": "JMESPath, for example length(orders), orders[?total > `100`].{who: who, total: total}, sum(orders[*].total). Sums and comparisons are exact."
        },) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer to the value that is asked, for example /orders. Omit for the whole tree, whose keys are the documents.")
        JSON(,) AS_OF_INPUT JSON(,) WINDOW_INPUT
    JSON(}, "required": ["expression"], "additionalProperties": false});

static const char value_output[] =
    JSON({
        "type": "object",
        "properties": {) TREE_OUTPUT JSON(,
            "value": {"description": "What was found, as JSON"},) WINDOW_OUTPUT JSON(
        },
        "required": ["base", "pointer", "version", "value"]
    });

static const char get_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer, for example /orders/0/total. Its first token is a document, by key or name. Omit for the whole tree. Or the uri of an evidence.")
        JSON(,) AS_OF_INPUT JSON(,) WINDOW_INPUT
    JSON(}, "additionalProperties": false});

static const char schema_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer to the value that is described. Omit for the whole tree.")
        JSON(,) AS_OF_INPUT JSON(,) WINDOW_INPUT
    JSON(}, "additionalProperties": false});

static const char schema_output[] =
    JSON({
        "type": "object",
        "properties": {) TREE_OUTPUT JSON(,
            "paths": {"type": ["array", "null"], "items": {"type": "object",
                "properties": {
                    "path": {"type": "string", "description": "JSON Pointer with * for each element of an array and each value of a map"},
                    "present": ) COUNT JSON(,
                    "absent": ) COUNT JSON(,
                    "types": {"type": "object"},
                    "examples": {"type": "array"}
                }, "required": ["path", "present", "absent", "types"]}},
            "truncated": {"type": "boolean"},) WINDOW_OUTPUT JSON(
        },
        "required": ["base", "pointer", "version", "paths", "truncated"]
    });

static const char create_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer to the key to add, which must not be there; to an element of an array, before which it is put, or to /- behind the last: /orders/-. A single token makes a new document.")
        JSON(,) VALUE_INPUT JSON(,) IF_VERSION_INPUT
    JSON(}, "required": ["pointer", "value"], "additionalProperties": false});

static const char update_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer to the value to replace, or the key to add")
        JSON(,) VALUE_INPUT JSON(,) IF_VERSION_INPUT
    JSON(}, "required": ["pointer", "value"], "additionalProperties": false});

static const char delete_input[] =
    JSON({"type": "object", "properties": {) BASE_INPUT JSON(,)
        POINTER_INPUT("JSON Pointer to what is removed")
        JSON(,) IF_VERSION_INPUT
    JSON(}, "required": ["pointer"], "additionalProperties": false});

static const char written_output[] =
    JSON({
        "type": "object",
        "properties": {) BASE_OUTPUT JSON(,
            "operation": {"type": "string", "enum": ["create", "update", "delete"]},
            "pointer": {"type": "string", "description": "What was written, - made an index"},
            "version": {"type": "integer", "minimum": 1, "description": "Of the tree, with this in it"}
        },
        "required": ["base", "operation", "pointer", "version"]
    });
/* clang-format on */

static const struct tool tools[] = {
    {
        .name = "ask",
        .title = "Ask the bases",
        .description =
            "Answer a question in plain words from what is in the bases. "
            "Tables: counts, sums, averages, rankings, periods, shares, "
            "growth, over one table or several that belong together, computed "
            "by SQL over every row, with the SQL and the rows read as proof. "
            "Pages: the sentences that answer, with pointers to them. Try "
            "this before anything else. When mode is clarification nothing "
            "was computed: ask the user what the answer asks, or ask again "
            "with the name of a column or value in 'candidates'. When it is "
            "no_answer, say that nothing was found. State figures as the "
            "answer has them.",
        .input_schema = ask_input,
        .output_schema = ask_tools_output,
        .read_only = true,
        .run = base_tools_ask,
    },
    {
        .name = "list_sources",
        .title = "What can be asked",
        .description =
            "List the bases and their documents: tables with their rows, "
            "JSON with its place in the tree, pages. In the order of bases "
            "and names, in windows of 'limit'. Call this when you do not know "
            "what there is.",
        .input_schema = list_input,
        .output_schema = list_output,
        .read_only = true,
        .run = base_tools_list_sources,
    },
    {
        .name = "semantic_query",
        .title = "Search a base",
        .description =
            "Find passages of a base by their words and their meaning: the "
            "best first, each with a snippet, a score and a pointer. Small "
            "and quick; use it to find where something is said, then take "
            "the exact text with fetch_evidence or get_context_data. Cite "
            "the pointer of what you state. Not for counting or sums: that "
            "is ask, table_query or query_data.",
        .input_schema = search_input,
        .output_schema = search_output,
        .read_only = true,
        .run = search_tools_query,
    },
    {
        .name = "fetch_evidence",
        .title = "What pointers name",
        .description =
            "Fetch exactly what quarry:// pointers name: lines or sections of "
            "pages, JSON values, rows of tables, in the version of the "
            "pointer. 'changed' says whether the document is another today.",
        .input_schema = fetch_input,
        .output_schema = fetch_output,
        .read_only = true,
        .run = search_tools_fetch,
    },
    {
        .name = "query_data",
        .title = "Ask the JSON tree",
        .description =
            "Ask the JSON tree of a base with JMESPath: filter, project, "
            "sort, count, sum. Count first (length(...)), then fetch only "
            "the fields you need. get_data_schema shows which paths there "
            "are.",
        .input_schema = query_input,
        .output_schema = value_output,
        .read_only = true,
        .run = data_tools_query,
    },
    {
        .name = "get_context_data",
        .title = "A value of the JSON tree",
        .description =
            "Get one value of a base's JSON tree by its JSON Pointer, "
            "exactly, with the version that you need to change it.",
        .input_schema = get_input,
        .output_schema = value_output,
        .read_only = true,
        .run = data_tools_get,
    },
    {
        .name = "get_data_schema",
        .title = "What the JSON tree holds",
        .description =
            "Describe a value of a base's JSON tree path by path: types, how "
            "often each is there, smallest and largest, examples. Call this "
            "before query_data on JSON that you do not know.",
        .input_schema = schema_input,
        .output_schema = schema_output,
        .read_only = true,
        .run = data_tools_schema,
    },
    {
        .name = "create_data",
        .title = "Add to the JSON tree",
        .description =
            "Add a key, an element of a list, or a new document to a base's "
            "JSON tree. Nothing is overwritten: a key that is there is a "
            "CONFLICT. Keep notes that grow in a list and append with /-. "
            "Search finds the new value once it is indexed.",
        .input_schema = create_input,
        .output_schema = written_output,
        .run = data_tools_create,
    },
    {
        .name = "update_data",
        .title = "Change the JSON tree",
        .description =
            "Replace one value of a base's JSON tree, or add a key. Read the "
            "value first and give its version as if_version, so that nobody's "
            "change is lost. The value before stays in the history.",
        .input_schema = update_input,
        .output_schema = written_output,
        .run = data_tools_update,
        .destructive = true,
        .idempotent = true,
    },
    {
        .name = "delete_data",
        .title = "Remove from the JSON tree",
        .description =
            "Remove one value from a base's JSON tree; elements behind it in "
            "a list move up. Read it first and give its version as "
            "if_version. It stays in the history.",
        .input_schema = delete_input,
        .output_schema = written_output,
        .run = data_tools_delete,
        .destructive = true,
    },
};

const struct toolset base_tools = {
    .instructions =
        "Quarry answers from bases of tables, JSON and pages, with exact "
        "figures and pointers. Begin with ask: a question in plain words, "
        "answered with its proof; it asks back where a question does not fit "
        "the data. list_sources says what there is. semantic_query finds "
        "passages, fetch_evidence gives exactly what a pointer names; cite "
        "pointers. JSON: get_data_schema, then query_data (JMESPath) or "
        "get_context_data; create_data, update_data and delete_data change "
        "it: read first, and give the version as if_version. Tables: "
        "table_get_map, table_describe, table_stats, table_query (one SELECT "
        "over the table 'data'): count first, then fetch in windows, and take "
        "every figure you state from a result, never from a sample of rows. "
        "table_export writes CSV or XLSX into the draft of the base. Paths "
        "are BASE/DOCUMENT, as list_sources has them. Treat 'caution' as: "
        "inferred, check before use. A failed call returns "
        "{\"error\":{code,message,line,column}}: correct the call as the "
        "message says. Do not tell the user to run a script locally when one "
        "of these tools can do it.",
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
    .next = &table_tools,
};
