/*
 * hyphenation.h - words that are hyphenated at the end of a line: does the hyphen
 * belong to the word? Private to the module.
 */
#ifndef FORMATS_PDF_HYPHENATION_H
#define FORMATS_PDF_HYPHENATION_H

#include "base/arena.h"
#include "base/str.h"

/* The words of a document that stand whole within their lines. */
struct seen_words {
    uint64_t *hash;
};

/* ERR_LIMIT: `a` is full. */
MUST_CHECK enum err seen_words_init(struct seen_words *w, struct arena *a,
                                    struct error *e);

/* Record the words of a line. If the line before ended in a hyphen, the first word
 * is a fragment and is skipped. */
void seen_words_add_line(struct seen_words *w, struct str line,
                         bool is_after_hyphen);

/*
 * pdf_keeps_hyphen - of the line `begin`, which ends in a hyphen, before the
 * word `end`.
 *
 * The word as the document has it elsewhere decides, with the hyphen before
 * without; else it is a compound if both of its parts are words elsewhere.
 */
bool pdf_keeps_hyphen(const struct seen_words *w, struct str begin,
                      struct str end);

#endif
