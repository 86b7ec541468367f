/* index_backend.h - checks and removes what the backend of a base has. */
#ifndef SEARCH_INDEX_INDEX_BACKEND_H
#define SEARCH_INDEX_INDEX_BACKEND_H

#include "search/index/index.h"

/*
 * index_backend_verify - it has vectors of every passage that has one, and no others.
 *
 * Nothing is compared while documents wait to be indexed.
 *
 * errors   ERR_INTERNAL  it has not: index_clear() and work again
 *          else those of backend_count()
 */
MUST_CHECK enum err index_backend_verify(const struct base *b,
                                         const struct home *home,
                                         struct error *e);

/* Remove what it has of the base, where it has one; errors as backend_drop(). */
MUST_CHECK enum err index_backend_drop(const struct base *b,
                                       const struct home *home,
                                       struct error *e);

#endif
