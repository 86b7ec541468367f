#include "common.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void give_up(const char *what, const struct error *e)
{
    (void)fprintf(stderr, "train_ranker: %s: %s\n", what,
                  e ? e->msg : "failed");
    exit(1);
}

void *take(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p)
        give_up("memory", NULL);
    return p;
}

void *take_more(void *old, size_t n, size_t size)
{
    void *p = n <= SIZE_MAX / size ? realloc(old, n * size) : NULL;

    if (!p)
        give_up("memory", NULL);
    return p;
}
