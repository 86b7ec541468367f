#include "tree/seen.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)64)
#define KEEP_SLOTS  ((size_t)256) /* clearing these is nothing */

/* Is the key that was seen at this place the same? */
static enum err compare(const struct json_lex *x, size_t at, struct str key,
                        bool *same)
{
    struct json_lex old = {.text = x->text, .at = at, .a = x->a, .e = x->e};
    struct str decoded;
    enum err rc = json_lex_string(&old, &decoded);

    if (rc == OK)
        *same = str_eq(decoded, key);
    return rc;
}

static struct seen_key *free_slot(const struct seen *s, uint64_t hash)
{
    size_t i = (size_t)hash & (s->cap - 1);

    while (s->slots[i].at)
        i = (i + 1) & (s->cap - 1);
    return &s->slots[i];
}

/* Twice the table, or the first one with the few from the list. */
static enum err grow(struct seen *s, struct error *e)
{
    struct seen larger = *s;
    const struct seen_key *from = s->cap ? s->slots : s->few;
    size_t n = s->cap ? s->cap : SEEN_FEW;

    larger.cap = s->cap ? s->cap * 2 : FIRST_SLOTS;
    larger.slots = mem_new(larger.cap * sizeof(*larger.slots), e);
    if (!larger.slots)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        if (from[i].at)
            *free_slot(&larger, from[i].hash) = from[i];
    }
    mem_free(s->slots);
    *s = larger;
    return OK;
}

static enum err add_to_few(struct seen *s, const struct json_lex *x,
                           struct seen_key k, struct str key, bool *fresh)
{
    for (size_t i = 0; i < s->n; i++) {
        bool same = false;
        enum err rc = OK;

        if (s->few[i].hash == k.hash)
            rc = compare(x, s->few[i].at - 1, key, &same);
        if (rc != OK)
            return rc;
        *fresh = *fresh && !same;
    }
    if (*fresh)
        s->few[s->n++] = k;
    return OK;
}

static enum err add_to_table(struct seen *s, const struct json_lex *x,
                             struct seen_key k, struct str key, bool *fresh)
{
    size_t i = (size_t)k.hash & (s->cap - 1);

    for (; s->slots[i].at; i = (i + 1) & (s->cap - 1)) {
        bool same = false;
        enum err rc = OK;

        if (s->slots[i].hash == k.hash)
            rc = compare(x, s->slots[i].at - 1, key, &same);
        if (rc != OK)
            return rc;
        if (same) {
            *fresh = false;
            return OK;
        }
    }
    s->slots[i] = k;
    s->n++;
    return OK;
}

/* The list is full: its keys go into the table, which may be kept from before. */
static enum err begin_table(struct seen *s, struct error *e)
{
    if (!s->cap)
        return grow(s, e);
    for (size_t i = 0; i < SEEN_FEW; i++)
        *free_slot(s, s->few[i].hash) = s->few[i];
    return OK;
}

enum err seen_add(struct seen *s, const struct json_lex *x, struct str key,
                  size_t at, bool *fresh)
{
    const struct seen_key k = {hash_bytes(key.p, key.n), at + 1};
    enum err rc = OK;

    *fresh = true;
    if (s->n < SEEN_FEW)
        return add_to_few(s, x, k, key, fresh);
    if (s->n == SEEN_FEW)
        rc = begin_table(s, x->e);
    else if (s->n >= s->cap / 2)
        rc = grow(s, x->e);
    return rc == OK ? add_to_table(s, x, k, key, fresh) : rc;
}

void seen_reset(struct seen *s)
{
    if (s->cap > KEEP_SLOTS)
        seen_release(s);
    else if (s->n > SEEN_FEW)
        memset(s->slots, 0, s->cap * sizeof(*s->slots));
    s->n = 0;
}

void seen_release(struct seen *s)
{
    mem_free(s->slots);
    s->slots = NULL;
    s->cap = 0;
    s->n = 0;
}
