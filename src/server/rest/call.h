/* call.h - what handlers share: arguments, grants, and replies as JSON. */
#ifndef SERVER_REST_CALL_H
#define SERVER_REST_CALL_H

#include "server/rest/api.h"
#include "store/catalog/list_page.h"

/*
 * call_query - an argument after the path's '?'.
 *
 * errors   ERR_VALIDATION_FAILED  it is missing or empty
 */
MUST_CHECK enum err call_query(const struct api_call *call, const char *name,
                               struct str *out, struct error *e);

/*
 * call_query_u64 - one that is a whole number, or its default where it is absent;
 * 0 where it has none.
 *
 * in       name  of the route or its tool, which has its bounds
 * errors   ERR_VALIDATION_FAILED  no number, or out of bounds
 */
MUST_CHECK enum err call_query_u64(const struct api_call *call,
                                   const char *name, uint64_t *out,
                                   struct error *e);

#define CALL_MAX_PAGE 1000 /* elements of a list */

/* The arguments `limit` and `cursor`. */
MUST_CHECK enum err call_page(const struct api_call *call,
                              struct list_page *page, struct error *e);

/* The argument `base`, of which the caller has this right. */
MUST_CHECK enum err call_base(const struct api_call *call, enum right right,
                              struct str *base, struct error *e);

/* A part of a list that a base has. */
struct call_part {
    struct str base;
    struct list_page page;
};

/* The arguments `base`, which the caller may read, `limit` and `cursor`. */
MUST_CHECK enum err call_part(const struct api_call *call,
                              struct call_part *part, struct error *e);

/* May the caller do this with the base of BASE, BASE/DOC or BASE/DOC@V? */
MUST_CHECK enum err call_check_path(const struct api_call *call,
                                    struct str path, enum right right,
                                    struct error *e);

/* Does a grant, the context, reach this base? A filter of lists. */
bool call_reaches(void *grant, struct str base);

/* Who it is, for what is kept: a token's id, or "local". */
struct str call_author(const struct api_call *call);

/* An answer of a call about bases, `ctx` being the writer's own. */
struct call_answer {
    enum err (*write)(const struct api_call *call, struct bases *b, void *ctx,
                      struct jsonw *w, struct error *e);
    void *ctx;
};

/* Open the bases, have the answer written, keep it in the call's arena. */
MUST_CHECK enum err call_bases(const struct api_call *call,
                               const struct call_answer *answer,
                               struct str *json, struct error *e);

/* What `write` puts is the answer; copied into the call's arena. */
MUST_CHECK enum err call_write(const struct api_call *call,
                               void (*write)(const void *ctx, struct jsonw *w),
                               const void *ctx, struct str *json,
                               struct error *e);

/* What a writer put, copied into the call's arena; the buffer is released. */
MUST_CHECK enum err call_finish(const struct api_call *call, struct buf *b,
                                struct str *json, struct error *e);

#endif
