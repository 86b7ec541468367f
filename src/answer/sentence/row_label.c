#include "answer/sentence/row_label.h"

#include "answer/sentence/sentence_names.h"
#include "answer/sentence/table_roles.h"
#include "answer/sentence/whole_name.h"

/* Has each row a name or a code of its own? */
static bool is_unique(const struct schema_table *t,
                      const struct schema_column *c)
{
    return c->non_null == t->rows && table_roles_is_distinct(t, c) &&
           ((c->kind == COLUMN_TEXT && !c->digits) ||
            sentence_is_code(c->name));
}

/* With its other part, where it is one: first and last name. */
static void add_name(const struct schema_table *t,
                     const struct schema_column *name, struct row_label *out)
{
    bool first;
    const struct schema_column *other = whole_name_other(t, name, &first);

    out->column[out->n++] = other && first ? other : name;
    if (other)
        out->column[out->n++] = first ? name : other;
    out->is_name = other != NULL;
}

enum err row_label_of(const struct schema_table *t, struct arena *a,
                      struct row_label *out, struct error *e)
{
    struct table_roles roles;

    *out = (struct row_label){.n = 0};
    if (table_roles_of_label(t, a, &roles, e))
        return e->code;
    if (roles.name) {
        add_name(t, roles.name, out);
        return OK;
    }
    for (size_t i = 0; i < t->n_columns && out->n == 0; i++)
        if (is_unique(t, &t->columns[i]))
            out->column[out->n++] = &t->columns[i];
    if (out->n)
        return OK;
    if (roles.group[0])
        out->column[out->n++] = roles.group[0];
    for (size_t i = 0; i < t->n_columns && out->n == 0; i++)
        if (t->columns[i].kind == COLUMN_TEXT && !t->columns[i].empty)
            out->column[out->n++] = &t->columns[i];
    if (roles.date)
        out->column[out->n++] = roles.date;
    return OK;
}
