#include "base/mem.h"

#include "base/fault.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Where the system has them only for who asks, pages of 2 MiB: 64 MiB of JSON
 * nodes need 16,000 faults without, which is half the time of reading them. */
#define PAGE_BYTES  ((size_t)2 * 1024 * 1024)
#define LARGE_BYTES (2 * PAGE_BYTES)

/* No machine has more; a sanitizer aborts where calloc would return NULL. */
static bool too_large(size_t size)
{
    return size > PTRDIFF_MAX;
}

/* Ask for large pages inside p[0..size), which is new and untouched. */
static void advise(char *p, size_t size)
{
    size_t skip = PAGE_BYTES - (uintptr_t)p % PAGE_BYTES;

    (void)madvise(p + skip, (size - skip) / PAGE_BYTES * PAGE_BYTES,
                  MADV_HUGEPAGE); /* or not: nothing depends on it */
}

void *mem_take(size_t size)
{
    void *p = NULL;

    if (!fault_now(FAULT_MEMORY) && !too_large(size))
        p = calloc(1, size ? size : 1);
    if (p && size >= LARGE_BYTES)
        advise(p, size);
    return p;
}

void *mem_resize(void *p, size_t size)
{
    return fault_now(FAULT_MEMORY) || too_large(size)
               ? NULL
               : realloc(p, size ? size : 1);
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
