/* add_opened.h - what is found in archives and packed files of an add, and whether
 * it was before; private to the add. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_OPENED_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_OPENED_H

#include "store/catalog/members_known.h"

struct adding;
struct item;

struct opened {
    struct members_known known;
    bool has_failed; /* some of it, which the next add tries again */
};

/*
 * opened_look - of an archive or a packed file: were its bytes read before?
 *
 * out      i     `opened`; `is_known` and `known_documents`
 */
MUST_CHECK enum err opened_look(struct adding *x, struct item *i,
                                struct error *e);

/* A document of it, whether the base had it or gets it now. `o` may be NULL, as in
 * the next ones. */
void opened_count(struct opened *o, const struct item *i);

/* Some of it could not be read. */
void opened_fail(struct opened *o);

/* All of it was looked at: it is kept by the next commit. */
void opened_end(struct adding *x, struct opened *o);
MUST_CHECK enum err opened_commit(struct adding *x, struct error *e);

#endif
