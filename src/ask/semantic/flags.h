/* flags.h - flags figures of a result that are outside their typical range. */
#ifndef ASK_SEMANTIC_FLAGS_H
#define ASK_SEMANTIC_FLAGS_H

#include "ask/semantic/layer.h"
#include "ask/vocabulary/question_words.h"

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
 * Flagged are a figure outside its typical range, a fraction whose numerator
 * exceeds its denominator where no range permits it, a part larger than its
 * total, a share over 100 %, and a metric of which only a part was ever filled
 * in. Of each column the first such row is reported, with their number.
 *
 * out      out   texts in `a`
 */
MUST_CHECK enum err semantic_flag(const struct semantic_shown *shown,
                                  struct arena *a, struct semantic_flags *out,
                                  struct error *e);

#endif
