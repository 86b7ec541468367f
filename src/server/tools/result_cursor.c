#include "server/tools/result_cursor.h"

#include "base/clock.h"
#include "base/mem.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#define HANDLE_RANDOM 16 /* bytes */

/* One result; its texts follow each other in `bytes`. */
struct kept {
    char handle[RESULT_CURSOR_HANDLE_BYTES]; /* "": the place is free */
    struct caller caller;
    uint64_t used_ms; /* when it was last asked for */
    uint64_t order;   /* the same, where the clock stands still */
    char *bytes;
    size_t n[5]; /* of each text of a struct page_result */
};

/* `lock` guards all of it; texts are copied while it is held. */
struct result_cursor {
    pthread_mutex_t lock;
    size_t bytes;
    uint64_t order;
    struct kept kept[RESULT_CURSOR_MAX];
};

enum err result_cursor_new(struct result_cursor **out, struct error *e)
{
    struct result_cursor *p = mem_new(sizeof(*p), e);

    if (!p)
        return e->code;
    (void)pthread_mutex_init(&p->lock, NULL);
    *out = p;
    return OK;
}

static size_t size_of(const struct kept *k)
{
    size_t n = 0;

    for (size_t i = 0; i < COUNT_OF(k->n); i++)
        n += k->n[i];
    return n;
}

static void drop(struct result_cursor *p, struct kept *k)
{
    p->bytes -= size_of(k);
    mem_free(k->bytes);
    *k = (struct kept){.handle = ""};
}

void result_cursor_free(struct result_cursor *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < RESULT_CURSOR_MAX; i++)
        drop(p, &p->kept[i]);
    (void)pthread_mutex_destroy(&p->lock);
    mem_free(p);
}

static bool is_taken(const struct kept *k)
{
    return k->handle[0] != '\0';
}

static void drop_old(struct result_cursor *p)
{
    const uint64_t now = clock_ms();

    for (size_t i = 0; i < RESULT_CURSOR_MAX; i++)
        if (is_taken(&p->kept[i]) &&
            now - p->kept[i].used_ms > RESULT_CURSOR_MS)
            drop(p, &p->kept[i]);
}

/* The one that was asked for longest ago, of a caller or (NULL) of all. */
static struct kept *oldest(struct result_cursor *p, const struct caller *c,
                           size_t *n)
{
    struct kept *found = NULL;

    *n = 0;
    for (size_t i = 0; i < RESULT_CURSOR_MAX; i++) {
        struct kept *k = &p->kept[i];

        if (!is_taken(k) || (c && !caller_eq(&k->caller, c)))
            continue;
        ++*n;
        if (!found || k->order < found->order)
            found = k;
    }
    return found;
}

/* A free slot, with room for `bytes`. */
static struct kept *make_room(struct result_cursor *p, const struct caller *c,
                              size_t bytes)
{
    struct kept *k;
    size_t n;

    drop_old(p);
    k = oldest(p, c, &n);
    if (n >= RESULT_CURSOR_MAX_CALLER)
        drop(p, k);
    for (k = oldest(p, NULL, &n);
         k &&
         (n == RESULT_CURSOR_MAX || p->bytes + bytes > RESULT_CURSOR_MAX_BYTES);
         k = oldest(p, NULL, &n))
        drop(p, k);
    for (k = p->kept; is_taken(k); k++)
        ;
    return k;
}

static enum err new_handle(char handle[RESULT_CURSOR_HANDLE_BYTES],
                           struct error *e)
{
    uint8_t random[HASH_BYTES] = {0};
    char hex[HASH_HEX_BYTES];

    if (getrandom(random, HANDLE_RANDOM, 0) != HANDLE_RANDOM)
        return error_set(e, ERR_INTERNAL, "the system has no random bytes");
    hash_hex(random, hex);
    (void)snprintf(handle, RESULT_CURSOR_HANDLE_BYTES, "%.32s", hex);
    return OK;
}

static void put_texts(struct kept *k, const struct page_result *r)
{
    const struct str texts[] = {r->head, r->member, r->key, r->tool, r->base};
    size_t at = 0;

    _Static_assert(COUNT_OF(texts) == COUNT_OF(k->n), "each text");
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        memcpy(k->bytes + at, str_bytes(texts[i]), texts[i].n);
        k->n[i] = texts[i].n;
        at += texts[i].n;
    }
}

enum err result_cursor_keep(struct result_cursor *p, const struct caller *c,
                            const struct page_result *r,
                            char handle[RESULT_CURSOR_HANDLE_BYTES],
                            struct error *e)
{
    const size_t bytes =
        r->head.n + r->member.n + r->key.n + r->tool.n + r->base.n;
    struct kept *k;
    char *room;

    if (bytes > RESULT_CURSOR_MAX_RESULT)
        return error_set(
            e, ERR_LIMIT,
            "the result is too large: the limit is %zu MiB; select a part of it",
            RESULT_CURSOR_MAX_RESULT >> 20);
    if (new_handle(handle, e))
        return e->code;
    room = mem_new(bytes, e);
    if (!room)
        return e->code;
    (void)pthread_mutex_lock(&p->lock);
    k = make_room(p, c, bytes);
    k->bytes = room;
    put_texts(k, r);
    memcpy(k->handle, handle, sizeof(k->handle));
    k->caller = *c;
    k->used_ms = clock_ms();
    k->order = ++p->order;
    p->bytes += bytes;
    (void)pthread_mutex_unlock(&p->lock);
    return OK;
}

static enum err take_texts(const struct kept *k, struct arena *a,
                           struct page_result *r, struct error *e)
{
    struct str *const texts[] = {&r->head, &r->member, &r->key, &r->tool,
                                 &r->base};
    size_t at = 0;
    enum err rc = OK;

    for (size_t i = 0; i < COUNT_OF(texts) && !rc; i++) {
        rc = str_dup((struct str){k->bytes + at, k->n[i]}, a, texts[i], e);
        at += k->n[i];
    }
    return rc;
}

/* The name of a tool comes before the base. */
static bool is_of_tool(const struct kept *k, struct str tool)
{
    const size_t at = k->n[0] + k->n[1] + k->n[2];

    return str_eq(tool, (struct str){k->bytes + at, k->n[3]});
}

enum err result_cursor_find(struct result_cursor *p, const struct caller *c,
                            struct str handle, struct arena *a,
                            struct page_result *r, struct error *e)
{
    struct kept *k = NULL;
    enum err rc;

    (void)pthread_mutex_lock(&p->lock);
    drop_old(p);
    for (size_t i = 0; i < RESULT_CURSOR_MAX && !k; i++)
        if (is_taken(&p->kept[i]) && str_is(handle, p->kept[i].handle))
            k = &p->kept[i];
    if (k && caller_eq(&k->caller, c) && is_of_tool(k, r->tool)) {
        k->used_ms = clock_ms();
        k->order = ++p->order;
        rc = take_texts(k, a, r, e);
    } else {
        rc = error_set(
            e, ERR_NOT_FOUND,
            "'next' names a result that is not kept any more (they are for ten "
            "minutes); make the call again without it");
    }
    (void)pthread_mutex_unlock(&p->lock);
    return rc;
}
