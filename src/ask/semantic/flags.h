/* flags.h - figures of a result that cannot be what they are called. */
#ifndef ASK_SEMANTIC_FLAGS_H
#define ASK_SEMANTIC_FLAGS_H

#include "ask/semantic/layer.h"
#include "ask/vocabulary/lexicon.h"

#define SEMANTIC_MAX_FLAGS 8

struct semantic_flags {
    struct str text[SEMANTIC_MAX_FLAGS]; /* sentences for the asker */
    size_t n;
};

/* A result, and what it was asked with. */
struct semantic_shown {
    const struct semantic_terms *terms;
    const struct query_spec *spec;
    const struct json *result; /* of table_query(): "columns" and "rows" */
    enum language language;
};

/*
 * semantic_flag - hold a result against what is known of its columns.
 *
 * Told are a figure outside of its typical range, a fraction whose numerator is
 * larger than its denominator where no range says that it may be, a part that
 * is larger than its total, a share over 100 %, and a metric of which only a
 * part was ever filled in. Of each column the first row is told, with how many
 * there are.
 *
 * out      out   texts in `a`
 */
MUST_CHECK enum err semantic_flag(const struct semantic_shown *shown,
                                  struct arena *a, struct semantic_flags *out,
                                  struct error *e);

#endif
