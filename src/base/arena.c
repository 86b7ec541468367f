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

static struct arena_block *block_new(const struct arena *a, size_t n)
{
    size_t size = a->used_bytes / 4 / BLOCK_BYTES * BLOCK_BYTES;
    struct arena_block *b;

    if (size < BLOCK_BYTES)
        size = a->head ? BLOCK_BYTES : FIRST_BYTES;
    if (size > LARGE_BYTES)
        size = LARGE_BYTES;
    if (size < n)
        size = n;
    b = mem_take(sizeof(*b) + size);

    if (b)
        b->size = size;
    return b;
}

/* Is there a newest block with room for n bytes, or can one be made? */
static bool has_room(struct arena *a, size_t n)
{
    struct arena_block *b = a->head;

    if (b && n <= b->size - b->used)
        return true;
    b = block_new(a, n);
    if (!b)
        return false;
    b->next = a->head;
    a->head = b;
    return true;
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
    if (fault_now(FAULT_ARENA) || !has_room(a, want)) {
        (void)error_set(e, ERR_LIMIT, "no memory for %zu bytes", want);
        return NULL;
    }
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
