/* allow.h - the passages of a segment that a query may return. */
#ifndef SEARCH_LEXICAL_ALLOW_H
#define SEARCH_LEXICAL_ALLOW_H

#include "search/lexical/search.h"

/*
 * allow_make - a bit each passage, set where no condition, required or
 * excluded part and no deletion is against it.
 *
 * out      out   uint64[(docs + 63) / 64] in `a`; NULL when all are allowed
 */
MUST_CHECK enum err allow_make(const struct search_segment *s,
                               const struct plan *p, struct arena *a,
                               const uint64_t **out, struct error *e);

#endif
