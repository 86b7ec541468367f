/*
 * store_news.h - hears at once that another program of a store changed something.
 *
 * Triggers notify the channel "quarry" when a base, a token, an exposure or a bound tool
 * changes, and when an upload comes, begins or ends (base_schema_server.c). That may be
 * lost: with the connection, behind a pooler of transactions, or in a server that has no
 * notifications. So who listens looks by itself, too, only less soon.
 */
#ifndef STORE_CATALOG_STORE_NEWS_H
#define STORE_CATALOG_STORE_NEWS_H

#include "base/err.h"

struct store_news;

/*
 * store_news_open - begin to listen, on the connection that the program has for its leases.
 *
 * in       store  NULL: there is nothing to hear
 *          heard  called by a thread of the session, which must not wait there
 * out      out    NULL without a store; close with store_news_close()
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the store is away
 */
MUST_CHECK enum err store_news_open(const char *store, void (*heard)(void *ctx),
                                    void *ctx, struct store_news **out,
                                    struct error *e);

/* `heard` is not called any more; NULL is allowed. */
void store_news_close(struct store_news *n);

#endif
