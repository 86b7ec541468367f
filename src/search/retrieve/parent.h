/* parent.h - the section or record around a passage. */
#ifndef SEARCH_RETRIEVE_PARENT_H
#define SEARCH_RETRIEVE_PARENT_H

#include "search/documents/document_parser.h"
#include "search/retrieve/search_candidate.h"

#define PARENT_MAX_BYTES 16384

struct parent {
    struct str fragment; /* of its URI */
    struct str text;     /* of the section, or JSON */
    bool is_cut;         /* it has more than PARENT_MAX_BYTES */
};

/*
 * parent_find - the section that the heading above a passage begins, with what
 * is inside it; of JSON the value that the passage is about.
 *
 * in       p      parses the document again where its sections are lost
 * out      found  false: the passage has no parent, such as a table's
 *          out    lives in `a`
 */
MUST_CHECK enum err parent_find(struct document_parser *p,
                                const struct candidate *c, struct arena *a,
                                bool *found, struct parent *out,
                                struct error *e);

#endif
