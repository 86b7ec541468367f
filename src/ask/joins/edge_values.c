#include "ask/joins/edge_values.h"

#include "ask/link/recall.h"
#include "base/hash.h"

#include <stdlib.h>

#define LOOKED_UP    40 /* values of a column */
#define MIN_VALUES   3  /* fewer are in many columns by chance */
#define MEET_PERCENT 80
#define HALF_PERCENT 50
#define MIN_COVERED  6 /* keys; fewer are codes of something else by chance */

static int by_hash(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

enum err key_values_of(const struct schema_column *c, struct arena *a,
                       struct key_values *out, struct error *e)
{
    *out = (struct key_values){.column = c};
    if (c->dictionary || !c->n_values)
        return OK;
    out->hash = arena_alloc_array(a, c->n_values, sizeof(*out->hash), e);
    if (!out->hash)
        return e->code;
    for (size_t i = 0; i < c->n_values; i++)
        out->hash[out->n++] = hash_bytes(c->values[i].p, c->values[i].n);
    qsort(out->hash, out->n, sizeof(*out->hash), by_hash);
    return OK;
}

static enum err has_value(const struct key_values *key, struct str value,
                          struct arena *a, bool *has, struct error *e)
{
    const uint64_t hash = hash_bytes(value.p, value.n);
    struct str found;

    if (!key->column->dictionary) {
        *has = key->n &&
               bsearch(&hash, key->hash, key->n, sizeof(hash), by_hash) != NULL;
        return OK;
    }
    if (schema_find_value(key->column, value, a, &found, e))
        return e->code;
    *has = str_eq(found, value);
    return OK;
}

/* Values that are looked up: some of all that are known. */
static size_t sample(const struct schema_column *c, struct str *values)
{
    const size_t step = c->n_values / LOOKED_UP + 1;
    size_t n = 0;

    if (!c->dictionary) {
        for (size_t i = 0; i < c->n_values && n < LOOKED_UP; i += step)
            values[n++] = c->values[i];
        return n;
    }
    for (const struct json *j = c->samples ? c->samples->first : NULL;
         j && n < LOOKED_UP; j = j->next)
        if (json_text(j).n)
            values[n++] = json_text(j);
    return n;
}

/* How many of values that are looked up are keys. */
static enum err count_found(const struct key_values *key,
                            const struct str *values, size_t n, struct arena *a,
                            size_t *found, struct error *e)
{
    *found = 0;
    for (size_t i = 0; i < n; i++) {
        bool has = false;

        if (has_value(key, values[i], a, &has, e))
            return e->code;
        *found += has;
    }
    return OK;
}

/* Are nearly all keys found in the column? A foreign key to a table that has only some
 * of what it names (the customers that are hotels) leads there as well. */
static enum err covers_keys(const struct key_values *key,
                            const struct schema_column *c, struct arena *a,
                            bool *covers, struct error *e)
{
    struct str keys[LOOKED_UP];
    const size_t n = sample(key->column, keys);
    struct key_values values;
    size_t found;

    *covers = false;
    if (n < MIN_COVERED || (!c->complete && !c->dictionary) ||
        c->distinct == c->non_null)
        return OK;
    if (key_values_of(c, a, &values, e) ||
        count_found(&values, keys, n, a, &found, e))
        return e->code;
    *covers = found >= MIN_COVERED && found * 100 >= n * MEET_PERCENT;
    return OK;
}

enum err key_values_meet(const struct key_values *key,
                         const struct schema_column *c, struct arena *a,
                         enum meeting *meet, struct error *e)
{
    struct str values[LOOKED_UP];
    const size_t n = sample(c, values);
    size_t found;
    bool is_most;

    *meet = MEET_UNKNOWN;
    if (n < MIN_VALUES)
        return OK;
    if (count_found(key, values, n, a, &found, e))
        return e->code;
    is_most = found * 100 >= n * MEET_PERCENT;
    if (!is_most && found * 100 >= n * HALF_PERCENT &&
        covers_keys(key, c, a, &is_most, e))
        return e->code;
    *meet = is_most ? MEET_MOST : found ? MEET_SOME : MEET_NONE;
    return OK;
}
