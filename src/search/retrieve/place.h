/* place.h - the location of a passage, as its pointer states it. */
#ifndef SEARCH_RETRIEVE_PLACE_H
#define SEARCH_RETRIEVE_PLACE_H

#include "search/index/indexed_passage.h"

struct place {
    struct str relative; /* JSON Pointer in the document, or the fragment */
    struct str fragment; /* of its URI */
};

/* What is around a byte of its text and is of one value: a line, where
 * several values share the passage, a line each; else all of it. */
struct str place_text(const struct passage *p, size_t at);

/*
 * place_find - the place of a passage, or of what is at a byte of it.
 *
 * Of several records or sections, a line each, it is the one in whose line the
 * byte is; of several values of a list, the list; of several parts of a text,
 * the one that the byte is in.
 *
 * in       at    in p->text
 * out      out   lives in `a`, or borrows the passage
 */
MUST_CHECK enum err place_find(const struct passage *p, size_t at,
                               struct arena *a, struct place *out,
                               struct error *e);

#endif
