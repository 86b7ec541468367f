#include "base/arena.h"

#include "base/fault.h"
#include "base/mem.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

/*
 * 64 KiB: one block holds a typical request with its response. The first is a
 * quarter of it: a small call has five arenas, and to clear 64 KiB takes 1.5 us.
 * In an arena that grows they grow with it, to a quarter of what is used: fewer
 * of them, and from mem.h's size on in large pages.
 */
#define BLOCK_BYTES ((size_t)64 * 1024)
#define FIRST_BYTES ((size_t)16 * 1024)
#define LARGE_BYTES ((size_t)16 * 1024 * 1024)

struct arena_block {
    struct arena_block *next;
    size_t size;
    size_t used;
    alignas(max_align_t) unsigned char data[];
};

void arena_init(struct arena *a, size_t budget_bytes)
{
    *a = (struct arena){.budget_bytes = budget_bytes};
}

static void free_blocks(struct arena_block *b)
{
    while (b) {
        struct arena_block *next = b->next;

        mem_free(b);
        b = next;
    }
}

void arena_release(struct arena *a)
{
    free_blocks(a->head);
    a->head = NULL;
    a->used_bytes = 0;
}

void arena_reset(struct arena *a)
{
    if (!a->head)
        return;
    free_blocks(a->head->next);
    a->head->next = NULL;
    memset(a->head->data, 0, a->head->used); /* allocations are zeroed */
    a->head->used = 0;
    a->used_bytes = 0;
}

/* With room for n bytes, and for no more than `most`. */
static struct arena_block *block_new(const struct arena *a, size_t n,
                                     size_t most)
{
    size_t size = a->used_bytes / 4 / BLOCK_BYTES * BLOCK_BYTES;
    struct arena_block *b;

    if (size < BLOCK_BYTES)
        size = a->head ? BLOCK_BYTES : FIRST_BYTES;
    if (size > LARGE_BYTES)
        size = LARGE_BYTES;
    if (size > most)
        size = most;
    if (size < n)
        size = n;
    b = mem_take(sizeof(*b) + size);

    if (b)
        b->size = size;
    return b;
}

/* Is there room for n bytes in the newest block, or can one be made? */
static enum err make_room(struct arena *a, size_t n, struct error *e)
{
    const size_t share = mem_share();
    struct arena_block *b = a->head;

    if (b && n <= b->size - b->used)
        return OK;
    if (n > share || a->used_bytes > share - n)
        return error_set(e, ERR_LIMIT, "needs more than %zu bytes of memory",
                         share);
    b = block_new(a, n, share - a->used_bytes);
    if (!b)
        return mem_refused(n, e);
    b->next = a->head;
    a->head = b;
    return OK;
}

void *arena_alloc(struct arena *a, size_t n, struct error *e)
{
    const size_t align = alignof(max_align_t);
    size_t left = a->budget_bytes - a->used_bytes;
    size_t want = n ? n : 1;

    if (left > PTRDIFF_MAX) /* so that no sum below can overflow */
        left = PTRDIFF_MAX;
    if (want <= left) /* before rounding up, for the same reason */
        want = (want + align - 1) / align * align;
    if (want > left) {
        (void)error_set(e, ERR_LIMIT, "needs more than %zu bytes of memory",
                        a->budget_bytes);
        return NULL;
    }
    if (fault_now(FAULT_ARENA)) {
        (void)error_set(e, ERR_LIMIT,
                        "out of memory: cannot allocate %zu bytes", want);
        return NULL;
    }
    if (make_room(a, want, e))
        return NULL;
    a->head->used += want;
    a->used_bytes += want;
    return a->head->data + a->head->used - want;
}

void *arena_alloc_array(struct arena *a, size_t n, size_t size, struct error *e)
{
    if (size && n > SIZE_MAX / size) {
        (void)error_set(e, ERR_LIMIT, "needs more than %zu bytes of memory",
                        a->budget_bytes);
        return NULL;
    }
    return arena_alloc(a, n * size, e);
}
