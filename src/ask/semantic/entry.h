/*
 * entry.h - the entries of a semantic layer, parsed from its files.
 *
 * A file of YAML holds lists of one or more of the three collections:
 *
 *     metrics:
 *       - metric_name: IMOR
 *         aliases: [morosidad, npm]
 *         formula: 100 * cartera_vencida / cartera_total
 *
 * docs/semantic.md has every field.
 */
#ifndef ASK_SEMANTIC_ENTRY_H
#define ASK_SEMANTIC_ENTRY_H

#include "base/json.h"

#define SEMANTIC_MAX_ENTRIES 5000
#define SEMANTIC_MAX_TEXT    4096 /* bytes */
#define SEMANTIC_MAX_TEXTS   64

enum semantic_collection {
    SEMANTIC_SCHEMA,
    SEMANTIC_METRICS,
    SEMANTIC_EXAMPLES,
    SEMANTIC_COLLECTIONS
};

struct semantic_entry {
    enum semantic_collection collection;
    struct str name;    /* what it is found again by: table and column, the
                           metric, the question */
    struct str payload; /* an object of its fields, in the order of the page */
    struct str lines;   /* {"formula":12}: where each field is in its file */
    struct str file;    /* as it was named; empty: it was learned */
    uint64_t line;
    double created_at; /* Unix seconds; 0: not said */
};

struct semantic_entries {
    struct semantic_entry *list; /* list[n] */
    size_t n;
    size_t room;
};

/* "schema", "metrics", "examples". */
const char *semantic_collection_name(enum semantic_collection c);

/* The collection of this name; false: there is none. */
bool semantic_collection_find(struct str name, enum semantic_collection *out);

/*
 * semantic_entries_read - what a file holds.
 *
 * in       tree  of document_parser_yaml()
 *          file  for messages and for the entries, which borrow it
 * out      out   appended, in `a`
 * errors   ERR_VALIDATION_FAILED  a field that there is not, of another kind,
 *                                 missing, or an entry that occurs twice; with
 *                                 the position in the file
 *          ERR_LIMIT              SEMANTIC_MAX_x
 */
MUST_CHECK enum err semantic_entries_read(const struct json *tree,
                                          struct str file, struct arena *a,
                                          struct semantic_entries *out,
                                          struct error *e);

/* One more entry; ERR_LIMIT. */
MUST_CHECK enum err semantic_entries_add(struct semantic_entries *list,
                                         const struct semantic_entry *entry,
                                         struct arena *a, struct error *e);

/*
 * semantic_entries_write - a file that semantic_entries_read() reads as the
 * same entries.
 */
MUST_CHECK enum err semantic_entries_write(const struct semantic_entries *list,
                                           struct arena *a, struct buf *out,
                                           struct error *e);

#endif
