/* reorder.h - reorders results by a rerank endpoint. */
#ifndef SEARCH_RETRIEVE_REORDER_H
#define SEARCH_RETRIEVE_REORDER_H

#include "models/http_client/endpoint.h"
#include "search/retrieve/search_candidate.h"
#include "search/settings/settings.h"

struct reorder_request {
    struct str question;
    const struct retrieval_config *config;
    const struct endpoint_options *how;
};

/*
 * reorder - ask the base's rerank endpoint, within its budget.
 *
 * Those that it gives no score come after the others, in their order. When it
 * fails or is too slow, all stay as they are.
 *
 * out      note    why they stay; code OK: they were ordered
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err reorder(struct candidates *c,
                            const struct reorder_request *r, struct arena *a,
                            struct error *note, struct error *e);

#endif
