/*
 * The rows that a spec is about: a table, or one with what others say of its
 * rows.
 *
 *     (SELECT "orders".*, "customers"."city" AS "city"
 *      FROM "orders" LEFT JOIN "customers"
 *      ON "orders"."customer_id" = "customers"."id")
 *
 * The rest of the compiler sees one table whose columns have names of their
 * own, so that every form of question works over joined tables. The engine
 * takes the nesting away and reads only the columns that are used.
 */
#include "spec/compile_sql.h"

static void put_column(struct buf *b, struct str table, struct str column)
{
    compile_name(b, table);
    buf_put_char(b, '.');
    compile_name(b, column);
}

static void put_join(struct buf *b, const struct spec_join *join)
{
    buf_puts(b, " LEFT JOIN ");
    compile_name(b, join->table);
    if (!str_eq(join->table, join->name)) {
        buf_puts(b, " AS ");
        compile_name(b, join->name);
    }
    buf_puts(b, " ON ");
    put_column(b, join->left, join->left_column);
    buf_puts(b, " = ");
    put_column(b, join->name, join->column);
}

void compile_table(struct buf *b, const struct query_spec *s)
{
    if (s->n_joins == 0) {
        compile_name(b, s->table);
        return;
    }
    buf_puts(b, "(SELECT ");
    compile_name(b, s->table);
    buf_puts(b, ".*");
    for (size_t i = 0; i < s->n_joins; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings; k++) {
            const struct spec_brought *c = &s->joins[i].brings[k];

            buf_puts(b, ", ");
            put_column(b, s->joins[i].name, c->column);
            buf_puts(b, " AS ");
            compile_name(b, c->name);
        }
    }
    buf_puts(b, " FROM ");
    compile_name(b, s->table);
    for (size_t i = 0; i < s->n_joins; i++)
        put_join(b, &s->joins[i]);
    buf_put_char(b, ')');
}

/* Is `name` the table of the spec, or that of one of its first `n` joins? */
static bool is_known(const struct query_spec *s, size_t n, struct str name)
{
    if (str_eq_nocase(name, s->table))
        return true;
    while (n-- > 0) {
        if (str_eq_nocase(name, s->joins[n].name))
            return true;
    }
    return false;
}

enum err compile_check_joins(const struct query_spec *s, struct error *e)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        const struct spec_join *join = &s->joins[i];

        if (!is_known(s, i, join->left) || is_known(s, i, join->name))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a join of the query spec hangs on nothing");
    }
    if (s->n_joins && compile_is_picked(s))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "joined rows have no order of a file");
    return OK;
}

/* "(SELECT count(" left_column ") FROM " left, without the last ")". */
static void put_count(struct buf *b, struct str table, struct str column)
{
    buf_puts(b, "(SELECT count(");
    compile_name(b, column);
    buf_puts(b, ") FROM ");
    compile_name(b, table);
}

/* The table behind the name of a join, or the spec's. */
static struct str left_table(const struct query_spec *s,
                             const struct spec_join *join)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        if (str_eq(s->joins[i].name, join->left))
            return s->joins[i].table;
    }
    return s->table;
}

static void put_figures(struct buf *b, const struct query_spec *s,
                        const struct spec_join *join)
{
    struct str left = left_table(s, join);

    buf_puts(b, "(SELECT count(");
    compile_name(b, join->column);
    buf_puts(b, ") - count(DISTINCT ");
    compile_name(b, join->column);
    buf_puts(b, ") FROM ");
    compile_name(b, join->table);
    buf_puts(b, "), ");
    put_count(b, left, join->left_column);
    buf_puts(b, "), ");
    put_count(b, left, join->left_column);
    buf_puts(b, " WHERE ");
    compile_name(b, join->left_column);
    buf_puts(b, " NOT IN (SELECT ");
    compile_name(b, join->column);
    buf_puts(b, " FROM ");
    compile_name(b, join->table);
    buf_puts(b, " WHERE ");
    compile_name(b, join->column);
    buf_puts(b, " IS NOT NULL))");
}

enum err spec_join_figures(const struct query_spec *s, struct arena *a,
                           struct str *sql, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, COMPILE_MAX_BYTES);
    for (size_t i = 0; i < s->n_joins; i++) {
        buf_puts(&b, i ? ", " : "SELECT ");
        put_figures(&b, s, &s->joins[i]);
    }
    rc = buf_dup(&b, a, sql, e);
    buf_release(&b);
    return rc;
}
