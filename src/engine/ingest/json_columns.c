#include "engine/ingest/json_columns.h"

#include "base/hash.h"

#define SLOTS 32768u /* a power of two, over three times the columns */

enum err json_columns_init(struct json_columns *c, struct arena *a,
                           struct error *e)
{
    *c = (struct json_columns){0};
    c->list = arena_alloc_array(a, JSON_COLUMNS_MAX, sizeof(*c->list), e);
    c->slots = arena_alloc_array(a, SLOTS, sizeof(*c->slots), e);
    return c->list && c->slots ? OK : e->code;
}

static bool same_text(struct str a, struct str b)
{
    return (a.p == NULL) == (b.p == NULL) && str_eq(a, b);
}

static uint64_t hash_of(struct str key, struct str sub)
{
    return hash_bytes(key.p, key.n) * 31 + hash_bytes(sub.p, sub.n) +
           (sub.p != NULL);
}

/* The slot of a column, which is 0 when the column is new. */
static uint32_t *find_slot(const struct json_columns *c, struct str key,
                           struct str sub)
{
    uint64_t at = hash_of(key, sub);

    for (;; at++) {
        uint32_t *slot = &c->slots[at & (SLOTS - 1)];
        const struct json_column *col = *slot ? &c->list[*slot - 1] : NULL;

        if (!col || (str_eq(col->key, key) && same_text(col->sub, sub)))
            return slot;
    }
}

static enum err add(struct json_columns *c, struct str key, struct str sub,
                    struct arena *a, struct error *e)
{
    struct json_column *col = &c->list[c->n];
    enum err rc;

    if (!a)
        return error_set(e, ERR_CONFLICT,
                         "the file changed while it was read; try again");
    if (c->n == JSON_COLUMNS_MAX)
        return error_set(
            e, ERR_LIMIT,
            "the records have too many different members: the limit is %u",
            JSON_COLUMNS_MAX);
    *col = (struct json_column){0};
    column_begin(&col->seen);
    rc = str_dup(key, a, &col->key, e);
    if (!rc && sub.p)
        rc = str_dup(sub, a, &col->sub, e);
    c->n += rc == OK;
    return rc;
}

static enum err find_or_add(struct json_columns *c, struct str key,
                            struct str sub, struct arena *a, size_t *index,
                            struct error *e)
{
    uint32_t *slot = find_slot(c, key, sub);
    enum err rc = *slot ? OK : add(c, key, sub, a, e);

    if (rc)
        return rc;
    if (*slot == 0)
        *slot = (uint32_t)c->n;
    *index = *slot - 1;
    return OK;
}

enum err json_columns_walk(struct json_columns *c, const struct json *record,
                           struct arena *a, json_cell_visit *visit, void *ctx,
                           struct error *e)
{
    static const struct str none = {0};
    size_t index = 0;
    enum err rc = OK;

    for (const struct json *m = record->first; m && !rc; m = m->next) {
        if (m->type != JSON_OBJECT || m->count == 0) {
            rc = find_or_add(c, m->key, none, a, &index, e);
            if (!rc)
                rc = visit(ctx, index, m, e);
            continue;
        }
        for (const struct json *s = m->first; s && !rc; s = s->next) {
            struct str sub = s->key.p ? s->key : STR("");

            rc = find_or_add(c, m->key, sub, a, &index, e);
            if (!rc)
                rc = visit(ctx, index, s, e);
        }
    }
    return rc;
}

enum json_kind json_kind_of(const struct json *value)
{
    switch (value->type) {
    case JSON_NULL: return JSON_KIND_NULL;
    case JSON_STRING: return JSON_KIND_TEXT;
    case JSON_NUMBER: return JSON_KIND_NUMBER;
    case JSON_TRUE:
    case JSON_FALSE: return JSON_KIND_BOOLEAN;
    default: return JSON_KIND_NESTED;
    }
}

enum json_kind json_column_kind(const struct json_column *c)
{
    int only = JSON_KIND_NULL;

    for (int k = JSON_KIND_NULL + 1; k < JSON_KINDS; k++) {
        if (c->kinds[k] == 0)
            continue;
        if (only != JSON_KIND_NULL)
            return JSON_KIND_TEXT;
        only = k;
    }
    return only == JSON_KIND_NULL ? JSON_KIND_TEXT : (enum json_kind)only;
}
