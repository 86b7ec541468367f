#include "ask/joins/declared_keys.h"

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

/* The edge of a key; false when it leads to what is not there, or of another kind. */
static bool find_edge(const struct join_graph *g, size_t left,
                      const struct json *key, struct join_edge *x)
{
    const struct ask_schema *s = g->schema;

    *x = (struct join_edge){.left = left, .score = SCORE_DECLARED};
    x->left_column =
        find_column(&s->tables[left], json_text(json_find(key, "column")));
    x->right = find_table(s, left, json_text(json_find(key, "table")));
    if (x->right == s->n_tables)
        return false;
    x->right_column = find_column(&s->tables[x->right],
                                  json_text(json_find(key, "refers_to")));
    if (!has_values(x->left_column) || !has_values(x->right_column) ||
        x->left_column == x->right_column ||
        (x->left_column->kind == COLUMN_TEXT) !=
            (x->right_column->kind == COLUMN_TEXT))
        return false;
    x->role = role_of(g, x);
    return true;
}

size_t declared_edges_find(const struct join_graph *g, struct join_edge *edges,
                           size_t cap)
{
    size_t n = 0;

    for (size_t i = 0; i < g->schema->n_tables; i++) {
        const struct json *keys = g->schema->tables[i].foreign_keys;

        for (const struct json *j = keys ? keys->first : NULL; j && n < cap;
             j = j->next)
            n += find_edge(g, i, j, &edges[n]);
    }
    return n;
}
