/*
 * What large allocations hold is one atomic sum. A block's size is what malloc
 * itself says that it has (malloc_usable_size()), so that nothing is kept beside
 * it and giving back needs no size. It is added before the memory is asked for:
 * two threads cannot both get the last of it.
 */
#include "base/mem.h"

#include "base/fault.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Where the system has them only for who asks, pages of 2 MiB: 64 MiB of JSON
 * nodes need 16,000 faults without, which is half the time of reading them. */
#define PAGE_BYTES  ((size_t)2 * 1024 * 1024)
#define LARGE_BYTES (2 * PAGE_BYTES)

/* With a budget: blocks from here on are pages of their own, and so much of
 * the heap's end is kept for the next ones. */
#define OWN_PAGES_BYTES (4 * 1024 * 1024)
#define KEPT_BYTES      (2 * OWN_PAGES_BYTES)

static atomic_size_t held;
static atomic_size_t budget = SIZE_MAX;
static _Thread_local bool has_reserve;
static _Thread_local bool over_budget; /* why the last one failed */

void mem_set_budget(size_t bytes)
{
    atomic_store(&budget, bytes ? bytes : SIZE_MAX);
    if (!bytes)
        return;
    (void)mallopt(M_MMAP_THRESHOLD, OWN_PAGES_BYTES);
    (void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
}

bool mem_set_reserve(bool yes)
{
    bool before = has_reserve;

    has_reserve = yes;
    return before;
}

size_t mem_share(void)
{
    size_t all = atomic_load_explicit(&budget, memory_order_relaxed);

    return all == SIZE_MAX || has_reserve ? all : all / 2;
}

size_t mem_held(void)
{
    return atomic_load_explicit(&held, memory_order_relaxed);
}

/* What a block counts. */
static size_t counted(void *p)
{
    size_t size = p ? malloc_usable_size(p) : 0;

    return size < MEM_COUNTED_BYTES ? 0 : size;
}

static void give_back(size_t n)
{
    (void)atomic_fetch_sub_explicit(&held, n, memory_order_relaxed);
}

/* What this thread may let all of them hold. */
static size_t most_held(void)
{
    size_t all = atomic_load_explicit(&budget, memory_order_relaxed);

    return all == SIZE_MAX || has_reserve ? all : all - all / 4;
}

/* Count `n` more bytes, unless they would pass the budget. */
static bool reserve(size_t n)
{
    size_t most = most_held();
    size_t before = atomic_fetch_add_explicit(&held, n, memory_order_relaxed);

    over_budget = n > most || before > most - n;
    if (over_budget)
        give_back(n);
    return !over_budget;
}

/* `n` bytes are counted for what became `p`: count what it has. */
static void settle(void *p, size_t n)
{
    size_t size = counted(p);

    if (size >= n)
        (void)atomic_fetch_add_explicit(&held, size - n, memory_order_relaxed);
    else
        give_back(n - size);
}

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
    size_t n = size < MEM_COUNTED_BYTES ? 0 : size;
    void *p;

    over_budget = false;
    if (fault_now(FAULT_MEMORY) || too_large(size) || (n && !reserve(n)))
        return NULL;
    p = calloc(1, size ? size : 1);
    settle(p, n);
    if (p && size >= LARGE_BYTES)
        advise(p, size);
    return p;
}

void *mem_resize(void *p, size_t size)
{
    size_t before = counted(p);
    size_t more = size < MEM_COUNTED_BYTES || size < before ? 0 : size - before;
    void *q;

    over_budget = false;
    if (fault_now(FAULT_MEMORY) || too_large(size) || (more && !reserve(more)))
        return NULL;
    q = realloc(p, size ? size : 1);
    if (q)
        settle(q, before + more);
    else
        give_back(more);
    return q;
}

enum err mem_refused(size_t size, struct error *e)
{
    if (over_budget && size > most_held())
        return error_set(e, ERR_LIMIT, "needs more than %zu bytes of memory",
                         most_held());
    if (over_budget)
        return error_set(e, ERR_RATE_LIMITED,
                         "other requests hold the memory that %zu bytes more "
                         "would take; try again later",
                         size);
    return error_set(e, ERR_LIMIT, "no memory for %zu bytes", size);
}

void *mem_new(size_t size, struct error *e)
{
    void *p = mem_take(size);

    if (!p)
        (void)!mem_refused(size, e);
    return p;
}

void mem_free(void *p)
{
    size_t n = counted(p);

    if (n)
        give_back(n);
    free(p);
}
