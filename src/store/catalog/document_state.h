/*
 * document_state.h - sets the index state of documents.
 *
 * All inside a write transaction of b->db, for a document that is there.
 */
#ifndef STORE_CATALOG_DOCUMENT_STATE_H
#define STORE_CATALOG_DOCUMENT_STATE_H

#include "store/catalog/document.h"

/* Always hot, and indexed before all that are not pinned. */
MUST_CHECK enum err document_pin(const struct base *b, int64_t id,
                                 struct error *e);
MUST_CHECK enum err document_unpin(const struct base *b, int64_t id,
                                   struct error *e);

/*
 * document_set_priority - its importance to the base's owner: of those that are
 * not pinned the higher one is indexed first, and answers first where not all
 * may; hotness decides among the same. It stays with versions that come later.
 *
 * in       priority  0, which all have, to DOCUMENT_MAX_PRIORITY
 * errors   ERR_VALIDATION_FAILED  another number
 */
MUST_CHECK enum err document_set_priority(const struct base *b, int64_t id,
                                          int64_t priority, struct error *e);

/* 'disabled': out of the index, also with versions that come later, until
 * document_reindex(). */
MUST_CHECK enum err document_disable(const struct base *b, int64_t id,
                                     struct error *e);

/*
 * document_reindex - its passages are made again, before those that nobody
 * asked for; also of one that had failed or was disabled.
 *
 * errors   ERR_VALIDATION_FAILED  its present version could not be read
 */
MUST_CHECK enum err document_reindex(const struct base *b, int64_t id,
                                     struct error *e);

#endif
