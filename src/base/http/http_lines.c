#include "base/http/http_lines.h"

void http_lines_init(struct http_lines *x)
{
    *x = (struct http_lines){.n = 0};
    (void)pthread_mutex_init(&x->lock, NULL);
}

void http_lines_release(struct http_lines *x)
{
    for (size_t i = 0; i < x->n; i++)
        transfer_close(x->idle[i]);
    x->n = 0;
    (void)pthread_mutex_destroy(&x->lock);
}

enum err http_lines_take(struct http_lines *x, struct transfer_handle **out,
                         struct error *e)
{
    struct transfer_handle *l = NULL;

    (void)pthread_mutex_lock(&x->lock);
    if (x->n)
        l = x->idle[--x->n]; /* the last used: its connection is the freshest */
    (void)pthread_mutex_unlock(&x->lock);
    *out = l;
    return l ? OK : transfer_open(out, e);
}

void http_lines_give(struct http_lines *x, struct transfer_handle *l)
{
    if (!l)
        return;
    (void)pthread_mutex_lock(&x->lock);
    if (x->n < HTTP_LINES_KEPT) {
        x->idle[x->n++] = l;
        l = NULL;
    }
    (void)pthread_mutex_unlock(&x->lock);
    transfer_close(l);
}
