#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef QUARRY_TORTURE
static _Thread_local unsigned left; /* allocations until one fails; 0 never */

void mem_fail_at(unsigned n)
{
    left = n;
}

static bool fails_now(void)
{
    return left && --left == 0;
}
#else
static bool fails_now(void)
{
    return false;
}
#endif

/* No machine has more; a sanitizer aborts where calloc would return NULL. */
static bool too_large(size_t size)
{
    return size > PTRDIFF_MAX;
}

void *mem_take(size_t size)
{
    return fails_now() || too_large(size) ? NULL : calloc(1, size ? size : 1);
}

void *mem_resize(void *p, size_t size)
{
    return fails_now() || too_large(size) ? NULL : realloc(p, size ? size : 1);
}

void *mem_new(size_t size, struct error *e)
{
    void *p = mem_take(size);

    if (!p)
        (void)error_set(e, ERR_LIMIT, "no memory for %zu bytes", size);
    return p;
}

void mem_free(void *p)
{
    free(p);
}
