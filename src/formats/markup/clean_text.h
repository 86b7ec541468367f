/*
 * clean_text.h - what a reader of a document sees, as Markdown without tags,
 * attributes, entities and comments: the text that is searched and quoted.
 */
#ifndef FORMATS_MARKUP_CLEAN_TEXT_H
#define FORMATS_MARKUP_CLEAN_TEXT_H

#include "base/str.h"

/* Bytes [at, at + n) of the clean text are in a line of the source, in its
   bytes [source, source + source_n). */
struct clean_span {
    size_t at, n, source, source_n;
};

enum clean_kind { CLEAN_TEXT, CLEAN_CODE, CLEAN_TABLE };

struct clean_block {
    enum clean_kind kind;
    bool goes_on; /* of the same list or quote as the one before */
    size_t begin; /* it ends where the next one begins */
};

/*
 * Navigation is left out (html_fold.h). Bytes between spans are ours: bullets,
 * fences.
 *
 * In JSON the lists of numbers are texts, which are read at a tenth of the cost:
 * of a span "gap,gap in the source,bytes,bytes of the source", of a block
 * "kind,begin,goes_on", of a section where it begins, a blank after each.
 */
struct clean_text {
    bool differs; /* false: it is the text, and the rest is empty */
    struct str text;
    const struct clean_span *spans; /* in order, also of `source` */
    const struct clean_block *blocks;
    const size_t *sections; /* where each of the sections begins */
    uint32_t n_spans, n_blocks;
};

#endif
