/* snippet.h - the excerpt of a passage that shows why it matched. */
#ifndef SEARCH_LEXICAL_SNIPPET_H
#define SEARCH_LEXICAL_SNIPPET_H

#include "search/lexical/query_plan.h"

#define SNIPPET_MAX_TEXT  65536 /* bytes of a passage that are looked at */
#define SNIPPET_MAX_MARKS 256

/* A marked word: bytes [from, to) of the passage. */
struct snippet_mark {
    size_t from;
    size_t to;
};

struct snippet {
    size_t from; /* bytes [from, to) of the passage, whole words */
    size_t to;
    struct snippet_mark *mark; /* mark[0..n), ascending, inside [from, to) */
    size_t n;
    size_t line; /* a byte in the line of the passage with the most, and the
                    rarest, different words; 0: none has one */
};

struct snippet_request {
    struct str text;         /* the passage as it was indexed, UTF-8 */
    const struct plan *plan; /* after search_run(), which knows what is rare */
    size_t max_bytes;
};

/*
 * snippet_make - the window of at most max_bytes in which the most, and the
 * rarest, different words of the query occur; the first of equal ones.
 *
 * out      out        lives in `a`; without any word it is the passage's start
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words) analyses
 */
MUST_CHECK enum err snippet_make(const struct snippet_request *r,
                                 struct analyzer *z, struct arena *a,
                                 struct snippet *out, struct error *e);

#endif
