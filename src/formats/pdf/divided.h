/*
 * divided.h - words that are divided at the end of a line: does the hyphen
 * belong to the word? Private to the module.
 */
#ifndef FORMATS_PDF_DIVIDED_H
#define FORMATS_PDF_DIVIDED_H

#include "base/arena.h"
#include "base/str.h"

/* The words of a document that stand whole within their lines. */
struct pdf_vocabulary {
    uint64_t *hash;
};

/* ERR_LIMIT: `a` is full. */
MUST_CHECK enum err pdf_vocabulary_init(struct pdf_vocabulary *w,
                                        struct arena *a, struct error *e);

/* Record the words of a line. If the line before ended in a hyphen, the first word
 * is a fragment and is skipped. */
void pdf_vocabulary_note(struct pdf_vocabulary *w, struct str line,
                         bool is_after_cut);

/*
 * pdf_keeps_hyphen - of the line `begin`, which ends in a hyphen, before the
 * word `end`.
 *
 * The word as the document has it elsewhere decides, with the hyphen before
 * without; else it is a compound if both of its parts are words elsewhere.
 */
bool pdf_keeps_hyphen(const struct pdf_vocabulary *w, struct str begin,
                      struct str end);

#endif
