#include "store/catalog/store_news.h"

#include "base/mem.h"
#include "store/catalog/lease_session.h"

struct store_news {
    struct lease_session *session;
    struct lease_listener listener;
};

enum err store_news_open(const char *store, void (*heard)(void *ctx), void *ctx,
                         struct store_news **out, struct error *e)
{
    struct store_news *n = NULL;

    *out = NULL;
    if (!store)
        return OK;
    n = mem_new(sizeof(*n), e);
    if (!n)
        return e->code;
    n->listener = (struct lease_listener){.heard = heard, .ctx = ctx};
    if (lease_session_join(store, &n->session, e)) {
        mem_free(n);
        return e->code;
    }
    lease_session_listen(n->session, &n->listener);
    *out = n;
    return OK;
}

void store_news_close(struct store_news *n)
{
    if (!n)
        return;
    lease_session_unlisten(n->session, &n->listener);
    lease_session_leave(n->session);
    mem_free(n);
}
