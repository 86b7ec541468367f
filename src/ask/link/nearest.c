/*
 * Words are compared with words: of a column's name, of a value's keys
 * (table_schema.h), so that "mercadonna" finds COMPRA TARJ. MERCADONA.
 */
#include "ask/link/nearest.h"

#include "base/text/distance.h"

static size_t put(struct nearest *out, size_t n, size_t max,
                  struct nearest found)
{
    size_t at = n;
    size_t i;

    for (i = 0; i < n; i++) {
        if (out[i].column == found.column && str_eq(out[i].value, found.value))
            return n;
    }
    while (at > 0 && (out[at - 1].distance > found.distance ||
                      (out[at - 1].distance == found.distance &&
                       out[at - 1].value.n > found.value.n)))
        at--;
    if (at == max)
        return n;
    for (i = n < max ? n : max - 1; i > at; i--)
        out[i] = out[i - 1];
    out[at] = found;
    return n < max ? n + 1 : n;
}

static size_t from_values(const struct schema_column *c, struct str word,
                          unsigned limit, struct nearest *out, size_t n,
                          size_t max)
{
    size_t from = 0;
    size_t at;

    for (at = 0; at < c->keys.n; at++) {
        struct str key;
        unsigned distance;

        if (c->keys.p[at] != ' ' && c->keys.p[at] != '\n')
            continue;
        key = str_slice(c->keys, from, at);
        from = at + 1;
        if (key.n < 3)
            continue;
        distance = text_distance(word, key, limit);
        if (distance <= limit || str_starts(key, word)) /* only begun */
            n = put(out, n, max,
                    (struct nearest){c, c->values[schema_value_at(c, at - 1)],
                                     distance});
    }
    return n;
}

/* Has a value link this value of the column? */
static bool has_value(const struct link *l, const struct nearest *v)
{
    for (size_t h = 0; l && h < l->n_hits; h++) {
        if (l->hits[h].column != v->column)
            continue;
        for (size_t i = 0; i < l->hits[h].n_values; i++) {
            if (str_eq(l->hits[h].values[i], v->value))
                return true;
        }
    }
    return false;
}

static size_t from_link(const struct link *l, const struct link *other,
                        struct nearest *out, size_t n, size_t max)
{
    for (size_t h = 0; l && h < l->n_hits; h++) {
        for (size_t i = 0; i < l->hits[h].n_values; i++) {
            struct nearest v = {l->hits[h].column, l->hits[h].values[i], 1};

            v.distance = has_value(other, &v) ? 0 : 1;
            n = put(out, n, max, v);
        }
    }
    return n;
}

size_t nearest_beside(const struct links *l, size_t at, struct nearest *out,
                      size_t max)
{
    const struct link *of = &l->link[at];
    const struct link *left = at > 0 ? of - 1 : NULL;
    const struct link *right = at + 1 < l->n ? of + 1 : NULL;
    size_t n = 0;
    size_t both = 0;

    if (left && (left->kind != LINK_VALUE || left->to != of->from))
        left = NULL;
    if (right && (right->kind != LINK_VALUE || right->from != of->to))
        right = NULL;
    n = from_link(left, right, out, n, max);
    n = from_link(right, left, out, n, max);
    while (both < n && out[both].distance == 0)
        both++;
    return both ? both : n;
}

size_t nearest_find(const struct schema_table *t, struct str word,
                    struct nearest *out, size_t max)
{
    unsigned limit = word.n > 7 ? 2 : 1;
    struct str stem = text_stem(word);
    size_t n = 0;
    size_t i;
    size_t k;

    if (word.n <= 3)
        return 0;
    for (i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (k = 0; k < c->words.n; k++) {
            unsigned distance =
                text_distance(stem, c->words.word[k].stem, limit);

            if (distance <= limit)
                n = put(out, n, max,
                        (struct nearest){c, (struct str){0}, distance});
        }
    }
    for (i = 0; i < t->n_columns; i++)
        n = from_values(&t->columns[i], stem, limit, out, n, max);
    return n;
}
