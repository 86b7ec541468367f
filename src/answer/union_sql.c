/* union_sql.c - the SELECT of tables that are queried as one. */
#include "answer/table_union.h"

static struct str name_in(const struct union_column *c, size_t member)
{
    return json_text(json_find(c->of[member], "name"));
}

/* Without a value anywhere in the file it has no type to go by. */
static bool is_left_out(const struct union_column *c, size_t member)
{
    return c->known[member]->empty && c->n_filled > 0;
}

/* Its columns are those of the union, by name and type. */
static bool is_plain(const struct table_union *u, size_t member)
{
    for (size_t i = 0; i < u->n_columns; i++) {
        const struct union_column *c = &u->columns[i];

        if (!c->of[member])
            continue;
        if (c->differs || !str_eq(name_in(c, member), c->name) ||
            is_left_out(c, member))
            return false;
    }
    return true;
}

static void put_columns(const struct table_union *u, size_t member,
                        struct buf *b)
{
    for (size_t i = 0; i < u->n_columns; i++) {
        const struct union_column *c = &u->columns[i];

        if (!c->of[member] || is_left_out(c, member))
            continue; /* BY NAME fills it with nulls */
        buf_puts(b, c->differs ? "CAST(" : "");
        buf_put_quoted(b, '"', name_in(c, member));
        buf_puts(b, c->differs ? " AS VARCHAR) AS " : " AS ");
        buf_put_quoted(b, '"', c->name);
        buf_puts(b, ", ");
    }
}

static void put_member(const struct table_union *u, size_t member,
                       struct str name, struct buf *b)
{
    buf_puts(b, "SELECT ");
    if (is_plain(u, member))
        buf_puts(b, "*, ");
    else
        put_columns(u, member, b);
    buf_put_quoted(b, '\'', u->names[member]);
    buf_puts(b, " AS ");
    buf_put_quoted(b, '"', u->file_column);
    if (u->periods) {
        buf_puts(b, u->period_is_date ? ", DATE " : ", ");
        if (u->period_is_year)
            buf_put_str(b, u->periods[member]);
        else
            buf_put_quoted(b, '\'', u->periods[member]);
        buf_puts(b, " AS ");
        buf_put_quoted(b, '"', u->period_column);
    }
    buf_puts(b, " FROM ");
    buf_put_quoted(b, '"', name);
}

/* Of many members a balanced tree: a chain of 500 is too deep to be parsed. */
static void put_range(const struct table_union *u, const struct str *names,
                      size_t from, size_t to, struct buf *b)
{
    size_t middle = from + (to - from) / 2;

    if (to - from == 1) {
        put_member(u, from, names[from], b);
        return;
    }
    buf_puts(b, middle - from > 1 ? "(" : "");
    put_range(u, names, from, middle, b);
    buf_puts(b, middle - from > 1 ? ")" : "");
    buf_puts(b, " UNION ALL BY NAME ");
    buf_puts(b, to - middle > 1 ? "(" : "");
    put_range(u, names, middle, to, b);
    buf_puts(b, to - middle > 1 ? ")" : "");
}

void union_select(const struct table_union *u, const struct str *names,
                  struct buf *b)
{
    put_range(u, names, 0, u->n, b);
}
