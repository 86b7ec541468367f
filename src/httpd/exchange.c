#include "httpd/exchange.h"

#include "base/mem.h"

struct exchange *exchange_new(size_t max_body, size_t arena_bytes)
{
    struct error ignored;
    struct exchange *x = mem_new(sizeof(*x), &ignored);

    if (!x)
        return NULL;
    x->fd = -1;
    buf_init(&x->body, max_body);
    arena_init(&x->arena, arena_bytes);
    atomic_init(&x->gone, false);
    x->request.gone = &x->gone;
    return x;
}

void exchange_free(struct exchange *x)
{
    if (!x)
        return;
    buf_release(&x->body);
    arena_release(&x->arena);
    mem_free(x);
}
