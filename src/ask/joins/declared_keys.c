#include "ask/joins/declared_keys.h"

#include <string.h>

static const struct schema_column *find_column(const struct schema_table *t,
                                               struct str name)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (str_eq_nocase(t->columns[i].name, name))
            return &t->columns[i];
    return NULL;
}

/* The table of the same file that SQL calls so. */
static size_t find_table(const struct ask_schema *s, size_t left,
                         struct str name)
{
    size_t i;

    for (i = 0; i < s->n_tables; i++)
        if (s->tables[i].file == s->tables[left].file &&
            str_eq_nocase(s->tables[i].sql, name))
            return i;
    return i;
}

/* The role in which a key leads to its table, by its name. */
static struct words role_of(const struct join_graph *g,
                            const struct join_edge *x)
{
    const struct key_name name = key_name_of(&x->left_column->words);
    const struct key_name to = key_name_of(&x->right_column->words);
    struct words role = {0};

    return key_name_ends(&name.rest, to.rest.n ? &to.rest : &g->nouns[x->right],
                         &role)
               ? role
               : (struct words){0};
}

static bool has_values(const struct schema_column *c)
{
    return c && c->words.n && !c->empty;
}

/* The columns of a part of a key; false where one is not there, or of another kind. */
static bool find_pair(const struct schema_table *left,
                      const struct schema_table *right, const struct json *part,
                      struct join_pair *out)
{
    out->left = find_column(left, json_text(json_find(part, "column")));
    out->right = find_column(right, json_text(json_find(part, "refers_to")));
    return has_values(out->left) && has_values(out->right) &&
           out->left != out->right &&
           (out->left->kind == COLUMN_TEXT) ==
               (out->right->kind == COLUMN_TEXT);
}

/* The pair that tells most comes first. */
static void order_pairs(struct join_pair *pairs, size_t n)
{
    size_t most = 0;
    struct join_pair first;

    for (size_t i = 1; i < n; i++)
        if (pairs[i].right->distinct > pairs[most].right->distinct)
            most = i;
    first = pairs[most];
    for (; most > 0; most--)
        pairs[most] = pairs[most - 1];
    pairs[0] = first;
}

/* The pairs of a key, at most 1 + JOIN_MAX_PAIRS; 0 when a part of it is not there. */
static size_t find_pairs(const struct ask_schema *s, size_t left, size_t right,
                         const struct json *key, struct join_pair *pairs)
{
    const struct json *also = json_find(key, "also");
    const struct json *part = key;
    size_t n = 0;

    if (right == s->n_tables || (also && also->count > JOIN_MAX_PAIRS))
        return 0;
    while (part) {
        if (!find_pair(&s->tables[left], &s->tables[right], part, &pairs[n]))
            return 0;
        n++;
        part = part != key ? part->next : also ? also->first : NULL;
    }
    order_pairs(pairs, n);
    return n;
}

/* The edge of a key; one without columns when it leads to what is not there. */
static enum err find_edge(const struct join_graph *g, size_t left,
                          const struct json *key, struct arena *a,
                          struct join_edge *x, struct error *e)
{
    struct join_pair pairs[1 + JOIN_MAX_PAIRS];
    struct join_pair *also;
    size_t n;

    *x = (struct join_edge){.left = left, .score = SCORE_DECLARED};
    x->right = find_table(g->schema, left, json_text(json_find(key, "table")));
    n = find_pairs(g->schema, left, x->right, key, pairs);
    if (n == 0)
        return OK;
    also = arena_alloc_array(a, n, sizeof(*also), e);
    if (!also)
        return e->code;
    memcpy(also, pairs + 1, (n - 1) * sizeof(*also));
    x->left_column = pairs[0].left;
    x->right_column = pairs[0].right;
    x->also = also;
    x->n_also = n - 1;
    x->role = role_of(g, x);
    if (json_is_true(json_find(key, "holds")))
        x->state = JOIN_HOLDS;
    return OK;
}

enum err declared_edges_find(const struct join_graph *g, struct arena *a,
                             struct join_edge *edges, size_t cap, size_t *n,
                             struct error *e)
{
    *n = 0;
    for (size_t i = 0; i < g->schema->n_tables; i++) {
        const struct json *keys = g->schema->tables[i].foreign_keys;

        for (const struct json *j = keys ? keys->first : NULL; j && *n < cap;
             j = j->next) {
            if (find_edge(g, i, j, a, &edges[*n], e))
                return e->code;
            *n += edges[*n].left_column != NULL;
        }
    }
    return OK;
}
