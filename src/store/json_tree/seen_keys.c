#include "store/json_tree/seen_keys.h"

#include "base/hash.h"
#include "base/json_lex.h"
#include "base/mem.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)64)
#define KEEP_SLOTS  ((size_t)256) /* clearing these is nothing */

/* Where the string that begins at `at` ends: after its closing quote. */
static size_t string_end(struct str text, size_t at, bool *escapes)
{
    size_t i = at + 1;

    *escapes = false;
    while (text.p[i] != '"') {
        *escapes = *escapes || text.p[i] == '\\';
        i += text.p[i] == '\\' ? 2 : 1;
    }
    return i + 1;
}

enum err seen_key(const struct seen_text *t, size_t at, struct str *key)
{
    bool escapes;
    size_t end = string_end(t->text, at, &escapes);
    struct json_lex x = {
        .text = str_slice(t->text, at, end), .a = t->a, .e = t->e};

    *key = str_slice(t->text, at + 1, end - 1);
    return escapes ? json_lex_string(&x, key) : OK;
}

/* Is the key that was seen at this place the same? */
static enum err compare(const struct seen_text *t, size_t at, struct str key,
                        bool *same)
{
    struct str old;
    enum err rc = seen_key(t, at, &old);

    if (rc == OK)
        *same = str_eq(old, key);
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

static enum err add_to_few(struct seen *s, const struct seen_text *t,
                           struct seen_key k, struct str key, bool *fresh)
{
    for (size_t i = 0; i < s->n; i++) {
        bool same = false;
        enum err rc = OK;

        if (s->few[i].hash == k.hash)
            rc = compare(t, s->few[i].at - 1, key, &same);
        if (rc != OK)
            return rc;
        *fresh = *fresh && !same;
    }
    if (*fresh)
        s->few[s->n++] = k;
    return OK;
}

static enum err add_to_table(struct seen *s, const struct seen_text *t,
                             struct seen_key k, struct str key, bool *fresh)
{
    size_t i = (size_t)k.hash & (s->cap - 1);

    for (; s->slots[i].at; i = (i + 1) & (s->cap - 1)) {
        bool same = false;
        enum err rc = OK;

        if (s->slots[i].hash == k.hash)
            rc = compare(t, s->slots[i].at - 1, key, &same);
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

enum err seen_add(struct seen *s, const struct seen_text *t, struct str key,
                  size_t at, bool *fresh)
{
    const struct seen_key k = {hash_bytes(key.p, key.n), at + 1};
    enum err rc = OK;

    *fresh = true;
    if (s->n < SEEN_FEW)
        return add_to_few(s, t, k, key, fresh);
    if (s->n == SEEN_FEW)
        rc = begin_table(s, t->e);
    else if (s->n >= s->cap / 2)
        rc = grow(s, t->e);
    return rc == OK ? add_to_table(s, t, k, key, fresh) : rc;
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
