/* derived_text.h - where a base keeps what a version of the reader made of a content. */
#ifndef SEARCH_DOCUMENTS_DERIVED_TEXT_H
#define SEARCH_DOCUMENTS_DERIVED_TEXT_H

#include "store/catalog/base.h"

/* The present version of the reader, to be raised where it makes another text or other
 * sections, or finds tables, comments or files that it did not: then the next add reads
 * what others read (store/catalog/document_reader.h). */
#define DOCUMENT_PARSER_READER DERIVED_TEXT_READERS "8"
#define DERIVED_TEXT_READERS   "sections" /* all begin so */

/* A content, and by which version of the reader. */
struct text_of {
    struct str sha256;
    struct str reader;
};

/* Where its sections are kept, and its text where that is not the original's bytes. */
MUST_CHECK enum err derived_text_path(const struct base *b,
                                      const struct text_of *t, struct arena *a,
                                      const char **sections, const char **text,
                                      struct error *e);

/*
 * derived_text_compare - did the present reader make the same of a content as another?
 *
 * out      same  false, too, where what one of them made is not there
 * errors   ERR_FILE_READ_FAILED
 * cost     O(bytes)
 */
MUST_CHECK enum err derived_text_compare(const struct base *b,
                                         const struct text_of *before,
                                         bool *same, struct error *e);

/* Is it there? */
MUST_CHECK enum err derived_text_is_kept(const struct base *b,
                                         const struct text_of *t, bool *is,
                                         struct error *e);

#endif
