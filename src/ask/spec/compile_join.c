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
 *
 * A join that counts brings a column of numbers, so that customers without
 * orders, with fewer than two, or in the order of their number are questions
 * about a table like any other:
 *
 *     (SELECT "customers".*, coalesce("orders"."count", 0) AS "orders"
 *      FROM "customers" LEFT JOIN
 *      (SELECT "customer_id" AS "customer_id", count(*) AS "count"
 *       FROM "orders" GROUP BY 1) AS "orders"
 *      ON "customers"."id" = "orders"."customer_id")
 */
#include "ask/spec/compile_sql.h"

static void put_column(struct buf *b, struct str table, struct str column)
{
    compile_name(b, table);
    buf_put_char(b, '.');
    compile_name(b, column);
}

/* A brought column; of a count 0 where nothing was counted. */
static void put_brought(struct buf *b, const struct spec_join *join,
                        const struct spec_brought *c)
{
    buf_puts(b, join->counts ? "coalesce(" : "");
    put_column(b, join->name, c->column);
    buf_puts(b, join->counts ? ", 0) AS " : " AS ");
    compile_name(b, c->name);
}

static void put_join(struct buf *b, const struct spec_join *join)
{
    buf_puts(b, " LEFT JOIN ");
    if (join->counts) {
        buf_put_char(b, '(');
        compile_grouped(b, join->counts);
        buf_put_char(b, ')');
    } else {
        compile_name(b, join->table);
    }
    if (join->counts || !str_eq(join->table, join->name)) {
        buf_puts(b, " AS ");
        compile_name(b, join->name);
    }
    buf_puts(b, " ON ");
    put_column(b, join->left, join->left_column);
    buf_puts(b, " = ");
    put_column(b, join->name, join->column);
}

/* A table keeps the order of its file, so row_number() without an order counts
 * the rows as they stand there; after a join it would not. */
static void put_first_table(struct buf *b, const struct query_spec *s,
                            struct str row)
{
    if (row.n) {
        buf_puts(b, "(SELECT row_number() OVER () AS ");
        compile_name(b, row);
        buf_puts(b, ", * FROM ");
    }
    compile_name(b, s->table);
    if (row.n) {
        buf_puts(b, ") AS ");
        compile_name(b, s->table);
    }
}

void compile_table(struct buf *b, const struct query_spec *s, struct str row)
{
    if (s->n_joins == 0) {
        put_first_table(b, s, row);
        return;
    }
    buf_puts(b, "(SELECT ");
    compile_name(b, s->table);
    buf_puts(b, ".*");
    for (size_t i = 0; i < s->n_joins; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings; k++) {
            buf_puts(b, ", ");
            put_brought(b, &s->joins[i], &s->joins[i].brings[k]);
        }
    }
    buf_puts(b, " FROM ");
    put_first_table(b, s, row);
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

/* Does a join that counts count groups of its column, and nothing else? */
static bool counts_well(const struct spec_join *join)
{
    const struct query_spec *s = join->counts;

    if (s->kind != SPEC_AGGREGATE || s->n_groups != 1 || s->n_measures != 1 ||
        s->change.kind || s->share || s->running || s->limit ||
        compile_is_picked(s) || !str_eq(s->groups[0].column, join->column) ||
        join->n_brings != 1)
        return false;
    for (size_t i = 0; i < s->n_joins; i++) {
        if (s->joins[i].counts)
            return false;
    }
    return true;
}

enum err compile_check_joins(const struct query_spec *s, struct error *e)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        const struct spec_join *join = &s->joins[i];

        if (!is_known(s, i, join->left) || is_known(s, i, join->name))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a join of the query spec refers to no table");
        if (!join->counts)
            continue;
        if (!counts_well(join))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a join of the query spec counts no groups");
        if (compile_check(join->counts, e))
            return e->code;
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

/* A column of a table, where a spec calls both otherwise. */
struct place {
    struct str table;
    struct str column;
};

/* The table that the name of a join stands for, or the spec's. */
static struct str table_of(const struct query_spec *s, struct str name)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        if (str_eq(s->joins[i].name, name))
            return s->joins[i].table;
    }
    return s->table;
}

/* Where a column of a spec's rows comes from. */
static struct place place_of(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings; k++) {
            if (str_eq(s->joins[i].brings[k].name, column))
                return (struct place){s->joins[i].table,
                                      s->joins[i].brings[k].column};
        }
    }
    return (struct place){s->table, column};
}

/* Of a key and of the column that leads to it. */
static void put_figures(struct buf *b, struct place left, struct place key)
{
    buf_puts(b, "(SELECT count(");
    compile_name(b, key.column);
    buf_puts(b, ") - count(DISTINCT ");
    compile_name(b, key.column);
    buf_puts(b, ") FROM ");
    compile_name(b, key.table);
    buf_puts(b, "), ");
    put_count(b, left.table, left.column);
    buf_puts(b, "), ");
    put_count(b, left.table, left.column);
    buf_puts(b, " WHERE ");
    compile_name(b, left.column);
    buf_puts(b, " NOT IN (SELECT ");
    compile_name(b, key.column);
    buf_puts(b, " FROM ");
    compile_name(b, key.table);
    buf_puts(b, " WHERE ");
    compile_name(b, key.column);
    buf_puts(b, " IS NOT NULL))");
}

/* The figures of all joins; those of what is counted before the count. */
static void put_all_figures(struct buf *b, const struct query_spec *s,
                            bool *any)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        const struct spec_join *join = &s->joins[i];
        struct place from = {table_of(s, join->left), join->left_column};
        struct place to = {join->table, join->column};

        if (join->counts) {
            put_all_figures(b, join->counts, any);
            to = place_of(join->counts, join->column);
        }
        buf_puts(b, *any ? ", " : "SELECT ");
        if (join->counts && !join->counts_one)
            put_figures(b, to, from);
        else
            put_figures(b, from, to);
        *any = true;
    }
}

enum err spec_join_figures(const struct query_spec *s, struct arena *a,
                           struct str *sql, struct error *e)
{
    struct buf b;
    bool any = false;
    enum err rc;

    buf_init(&b, COMPILE_MAX_BYTES);
    put_all_figures(&b, s, &any);
    rc = buf_dup(&b, a, sql, e);
    buf_release(&b);
    return rc;
}
