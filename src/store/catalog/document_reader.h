/*
 * document_reader.h - by which version of the reader the text of documents was made.
 *
 * A pointer names lines of a text, and another version of the reader makes another
 * text of the same bytes. So each version of a document keeps the name of the reader
 * that it was read by, and its text with it. Tables and JSON have none.
 */
#ifndef STORE_CATALOG_DOCUMENT_READER_H
#define STORE_CATALOG_DOCUMENT_READER_H

#include "store/catalog/base.h"

/* A content, and by whom it is to be read now. */
struct document_reading {
    struct str sha256;
    struct str reader;
    bool is_other; /* it makes another text, so that its passages are stale */
};

/*
 * document_set_reader - the present version of a document was read again.
 *
 * Inside a write transaction of b->db.
 * out      is  false: the present version has another content, and nothing is set
 */
MUST_CHECK enum err document_set_reader(const struct base *b, int64_t id,
                                        const struct document_reading *r,
                                        bool *is, struct error *e);

/* How many documents answer from what another reader made of them. */
MUST_CHECK enum err document_count_outdated(const struct base *b,
                                            struct str reader, int64_t *n,
                                            struct error *e);

/* Their passages are of a text that is not there, as in a copy of a base: make them again.
 * A transaction of its own. */
MUST_CHECK enum err document_stale_outdated(const struct base *b,
                                            struct str reader, struct error *e);

/* Has any version of a document this content, as this reader made it? */
MUST_CHECK enum err document_is_read_by(const struct base *b, struct str sha256,
                                        struct str reader, bool *is,
                                        struct error *e);

#endif
