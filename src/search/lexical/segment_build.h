/*
 * segment_build.h - builds a segment file from texts, in bounded memory.
 *
 * Passages are added until segment_builder_is_full() or there are no more;
 * then segment_builder_write() makes a segment of them and the builder is
 * empty again. A text is never cut: one that does not fit into an empty
 * builder is refused.
 */
#ifndef SEARCH_LEXICAL_SEGMENT_BUILD_H
#define SEARCH_LEXICAL_SEGMENT_BUILD_H

#include "base/str.h"

#define LEXICAL_MAX_TEXT_BYTES   ((size_t)8 << 20) /* one passage, all fields */
#define LEXICAL_MAX_FILTERS      64
#define LEXICAL_MAX_FILTER_BYTES 1000 /* key and value, as they are kept */

struct lexical_filter {
    struct str key; /* without NUL */
    struct str value;
    bool exact; /* its bytes count; else case and accents are folded */
};

struct lexical_doc {
    uint64_t id; /* unlike that of any other */
    struct str title;
    struct str heading; /* the headings above it, in order */
    struct str body;
    struct str anchor; /* names that lead to it: ids, the file */
    struct str stored; /* handed back with a hit */
    const struct lexical_filter *filter;
    size_t n_filters;
    unsigned language; /* a LANG_ bit of stop_words.h; 0: detected */
};

struct segment_builder;

/* A builder that takes about budget_bytes (at least 1 MiB); NULL on error. */
MUST_CHECK struct segment_builder *segment_builder_new(size_t budget_bytes,
                                                       struct error *e);

/* NULL is allowed. */
void segment_builder_free(struct segment_builder *b);

/*
 * segment_builder_add - one more passage; its texts are read at once.
 *
 * errors   ERR_LIMIT              it is larger than the limits above or than
 *                                 what is left: when the builder is not empty,
 *                                 write it and add again
 *          ERR_VALIDATION_FAILED  a filter's key is empty or holds a NUL
 */
MUST_CHECK enum err segment_builder_add(struct segment_builder *b,
                                        const struct lexical_doc *doc,
                                        struct error *e);

/* How many passages it holds. */
uint32_t segment_builder_count(const struct segment_builder *b);

/* Three quarters of the budget are used: time to write. */
bool segment_builder_is_full(const struct segment_builder *b);

/*
 * segment_builder_write - a segment of what was added; the builder is empty
 * afterwards, also on error.
 *
 * errors   as segment_writer_finish()
 */
MUST_CHECK enum err segment_builder_write(struct segment_builder *b,
                                          const char *path, const char *shown,
                                          struct error *e);

#endif
