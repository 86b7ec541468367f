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

bool declared_key_find(const struct ask_schema *s, size_t left,
                       const struct json *key, struct declared_key *out)
{
    const struct schema_column *l =
        find_column(&s->tables[left], json_text(json_find(key, "column")));
    const size_t right =
        find_table(s, left, json_text(json_find(key, "table")));
    const struct schema_column *r =
        right == s->n_tables
            ? NULL
            : find_column(&s->tables[right],
                          json_text(json_find(key, "refers_to")));

    *out = (struct declared_key){right, l, r};
    return l && r && l != r &&
           (l->kind == COLUMN_TEXT) == (r->kind == COLUMN_TEXT);
}
