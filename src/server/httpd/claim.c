#include "server/httpd/claim.h"

#include "server/httpd/server.h"
#include "server/httpd/stream.h"

void httpd_claim(const struct httpd_request *r, uint64_t owner)
{
    atomic_store(&r->exchange->owner, owner);
}

void httpd_drop(struct httpd *h, httpd_keep *keep, void *ctx)
{
    (void)pthread_mutex_lock(&h->pool.lock);
    for (struct exchange *x = h->pool.first; x; x = x->next)
        if (!keep(ctx, atomic_load(&x->owner)))
            atomic_store(&x->gone, true);
    (void)pthread_mutex_unlock(&h->pool.lock);
    (void)pthread_mutex_lock(&h->lock);
    for (struct httpd_stream *s = h->streams; s; s = s->next)
        if (!keep(ctx, s->owner))
            stream_break(s);
    (void)pthread_mutex_unlock(&h->lock);
}
