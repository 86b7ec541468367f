/*
 * A block's size is malloc_usable_size(), so that freeing needs no size. The
 * account of a counted block is stored in its last bytes, for which each is
 * allocated a little larger. It is counted before it is allocated.
 */
#include "base/mem.h"

#include "base/fault.h"
#include "base/mem_account.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Ask for pages of 2 MiB, which the system may give only on request: 64 MiB of
 * JSON nodes need 16,000 faults without, which is half the time of reading
 * them. */
#define PAGE_BYTES  ((size_t)2 * 1024 * 1024)
#define LARGE_BYTES (2 * PAGE_BYTES)

/* With a budget: blocks of this size and more are mapped separately, and this
 * much of the heap's end is kept for reuse. */
#define OWN_PAGES_BYTES (4 * 1024 * 1024)
#define KEPT_BYTES      (2 * OWN_PAGES_BYTES)

/* After the requested bytes; malloc may return up to a page more. */
#define OWNER_BYTES sizeof(uint32_t)
#define SPARE_BYTES ((size_t)4096)

static _Thread_local bool has_reserve;
static _Thread_local enum mem_refusal refusal; /* why the last one failed */

void mem_set_budget(size_t bytes)
{
    mem_account_set_budget(bytes);
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
    return mem_account_arena(mem_account_now(has_reserve));
}

size_t mem_held(void)
{
    return mem_account_held();
}

/* The counted size of a block. */
static size_t counted(void *p)
{
    size_t size = p ? malloc_usable_size(p) : 0;

    return size < MEM_COUNTED_BYTES ? 0 : size;
}

/* The size to allocate, so that a counted block has room for its account. */
static size_t with_owner(size_t size)
{
    return size < MEM_COUNTED_BYTES - SPARE_BYTES ? size : size + OWNER_BYTES;
}

/* Where the account of a counted block is stored. */
static char *owner_of(void *p)
{
    return (char *)p + malloc_usable_size(p) - OWNER_BYTES;
}

static void stop_counting(void *p)
{
    uint32_t account;

    if (!counted(p))
        return;
    memcpy(&account, owner_of(p), sizeof(account));
    mem_account_give_back(account, counted(p));
}

/* `n` bytes were counted for `p`: correct that to its real size. */
static void settle(void *p, uint32_t account, size_t n)
{
    const size_t size = counted(p);

    if (size > n)
        mem_account_add(account, size - n);
    else if (size < n)
        mem_account_give_back(account, n - size);
    if (size)
        memcpy(owner_of(p), &account, sizeof(account));
}

/* No machine has more; under sanitizers calloc would abort instead of returning
 * NULL. */
static bool too_large(size_t size)
{
    return size > PTRDIFF_MAX - OWNER_BYTES;
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
    const uint32_t account = mem_account_now(has_reserve);
    const size_t n = size < MEM_COUNTED_BYTES ? 0 : size;
    void *p;

    refusal = MEM_NOT_REFUSED;
    if (fault_now(FAULT_MEMORY) || too_large(size))
        return NULL;
    if (n)
        refusal = mem_account_take(account, n);
    if (refusal)
        return NULL;
    p = calloc(1, size ? with_owner(size) : 1);
    settle(p, account, n);
    if (p && size >= LARGE_BYTES)
        advise(p, size);
    return p;
}

/* From now on it belongs to the account of this thread. */
void *mem_resize(void *p, size_t size)
{
    const uint32_t account = mem_account_now(has_reserve);
    const size_t before = counted(p);
    const size_t more =
        size < MEM_COUNTED_BYTES || size < before ? 0 : size - before;
    uint32_t owner = account;
    void *q;

    refusal = MEM_NOT_REFUSED;
    if (fault_now(FAULT_MEMORY) || too_large(size))
        return NULL;
    if (more)
        refusal = mem_account_take(account, more);
    if (refusal)
        return NULL;
    if (before)
        memcpy(&owner, owner_of(p), sizeof(owner));
    q = realloc(p, size ? with_owner(size) : 1);
    if (!q) {
        mem_account_give_back(account, more);
        return NULL;
    }
    if (owner != account) {
        mem_account_add(account, before);
        mem_account_give_back(owner, before);
    }
    settle(q, account, before + more);
    return q;
}

enum mem_refusal mem_refusal(void)
{
    return refusal;
}

enum err mem_refused(size_t size, struct error *e)
{
    return mem_refused_for(refusal, size, e);
}

enum err mem_refused_for(enum mem_refusal why, size_t size, struct error *e)
{
    const size_t most = mem_account_most(mem_account_now(has_reserve));

    if (why && size > most)
        return error_set(e, ERR_LIMIT, "needs more than %zu bytes of memory",
                         most);
    if (why == MEM_OVER_SHARE) {
        (void)error_set(
            e, ERR_RATE_LIMITED,
            "your other requests use your share of the memory, and %zu bytes "
            "more do not fit; try "
            "again later",
            size);
        e->retry_s = 1;
        return e->code;
    }
    if (why)
        return error_set(
            e, ERR_RATE_LIMITED,
            "other requests use the memory, and %zu bytes more do not fit; try "
            "again later",
            size);
    return error_set(e, ERR_LIMIT, "out of memory: cannot allocate %zu bytes",
                     size);
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
    stop_counting(p);
    free(p);
}
