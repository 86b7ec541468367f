/*
 * filter.h - the index key of passages with a filter value:
 *
 *     KEY_FILTER name NUL value
 *
 * A name holds no NUL, so two filters have the same key only when they are the
 * same bytes. To ignore case and accents, fold the value first.
 */
#ifndef SEARCH_LEXICAL_FILTER_H
#define SEARCH_LEXICAL_FILTER_H

#include "search/lexical/segment.h"

/* The key in `bytes`; empty when it is longer than any in a segment. */
struct str filter_key(struct str name, struct str value,
                      char bytes[MAX_KEY_BYTES]);

/* The passages with exactly this filter, deleted ones too; *found is false
 * when there are none. */
MUST_CHECK enum err filter_find(const struct segment *s, struct str name,
                                struct str value, bool *found,
                                struct posting_list *out, struct error *e);

#endif
