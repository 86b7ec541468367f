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
 *
 * A key of several columns is equal where all of them are.
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
    for (size_t i = 0; i < join->n_also; i++) {
        buf_puts(b, " AND ");
        put_column(b, join->left, join->also[i].left_column);
        buf_puts(b, " = ");
        put_column(b, join->name, join->also[i].column);
    }
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

/* Are the groups of what is counted the columns of the join? */
static bool groups_fit(const struct spec_join *join)
{
    const struct query_spec *s = join->counts;

    if (s->n_groups != 1 + join->n_also ||
        !str_eq(s->groups[0].column, join->column))
        return false;
    for (size_t i = 0; i < join->n_also; i++)
        if (!str_eq(s->groups[i + 1].column, join->also[i].column))
            return false;
    return true;
}

/* Does a join that counts count groups of its columns, and nothing else? */
static bool counts_well(const struct spec_join *join)
{
    const struct query_spec *s = join->counts;

    if (s->kind != SPEC_AGGREGATE || !groups_fit(join) || s->n_measures != 1 ||
        s->change.kind || s->share || s->running || s->limit || s->placed ||
        compile_is_picked(s) || join->n_brings != 1)
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

/* Columns of a table, a key or what leads to one, where a spec calls them otherwise. */
struct place {
    struct str table;
    struct str column[1 + SPEC_MAX_PAIRS]; /* column[n] */
    size_t n;
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

/* Add where a column of a spec's rows comes from. */
static void put_place(const struct query_spec *s, struct str column,
                      struct place *out)
{
    const struct spec_brought *from = NULL;

    out->table = s->table;
    for (size_t i = 0; i < s->n_joins && !from; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings && !from; k++)
            if (str_eq(s->joins[i].brings[k].name, column))
                from = &s->joins[i].brings[k];
        if (from)
            out->table = s->joins[i].table;
    }
    out->column[out->n++] = from ? from->column : column;
}

/* Of a key and of the column that leads to it. */
static void put_figures(struct buf *b, const struct place *left,
                        const struct place *key)
{
    buf_puts(b, "(SELECT count(");
    compile_name(b, key->column[0]);
    buf_puts(b, ") - count(DISTINCT ");
    compile_name(b, key->column[0]);
    buf_puts(b, ") FROM ");
    compile_name(b, key->table);
    buf_puts(b, "), ");
    put_count(b, left->table, left->column[0]);
    buf_puts(b, "), ");
    put_count(b, left->table, left->column[0]);
    buf_puts(b, " WHERE ");
    compile_name(b, left->column[0]);
    buf_puts(b, " NOT IN (SELECT ");
    compile_name(b, key->column[0]);
    buf_puts(b, " FROM ");
    compile_name(b, key->table);
    buf_puts(b, " WHERE ");
    compile_name(b, key->column[0]);
    buf_puts(b, " IS NOT NULL))");
}

/* " FROM table AS alias WHERE a IS NOT NULL AND b IS NOT NULL": rows that have all of
 * a key. */
static void put_whole(struct buf *b, const struct place *p, struct str alias)
{
    buf_puts(b, " FROM ");
    compile_name(b, p->table);
    buf_puts(b, " AS ");
    compile_name(b, alias);
    for (size_t i = 0; i < p->n; i++) {
        buf_puts(b, i ? " AND " : " WHERE ");
        put_column(b, alias, p->column[i]);
        buf_puts(b, " IS NOT NULL");
    }
}

/* The same of a key of several columns: how many keys are there twice, and rows that
 * have all of a key. */
static void put_figures_of_several(struct buf *b, const struct place *left,
                                   const struct place *key)
{
    const struct str l = STR("l");
    const struct str k = STR("k");

    buf_puts(b, "(SELECT count(*) FROM (SELECT 1");
    put_whole(b, key, k);
    for (size_t i = 0; i < key->n; i++) {
        buf_puts(b, i ? ", " : " GROUP BY ");
        put_column(b, k, key->column[i]);
    }
    buf_puts(b, " HAVING count(*) > 1)), (SELECT count(*)");
    put_whole(b, left, l);
    buf_puts(b, "), (SELECT count(*)");
    put_whole(b, left, l);
    buf_puts(b, " AND NOT EXISTS (SELECT 1 FROM ");
    compile_name(b, key->table);
    buf_puts(b, " AS ");
    compile_name(b, k);
    for (size_t i = 0; i < key->n; i++) {
        buf_puts(b, i ? " AND " : " WHERE ");
        put_column(b, k, key->column[i]);
        buf_puts(b, " = ");
        put_column(b, l, left->column[i]);
    }
    buf_puts(b, "))");
}

/* What a join's left columns are, and the key: of what is counted, its groups. */
static void find_places(const struct query_spec *s,
                        const struct spec_join *join, struct place *from,
                        struct place *to)
{
    *from = (struct place){.table = table_of(s, join->left)};
    *to = (struct place){.table = join->table};
    for (size_t i = 0; i <= join->n_also && i <= SPEC_MAX_PAIRS; i++) {
        const struct spec_pair pair =
            i ? join->also[i - 1]
              : (struct spec_pair){join->left_column, join->column};

        from->column[from->n++] = pair.left_column;
        if (join->counts)
            put_place(join->counts, pair.column, to);
        else
            to->column[to->n++] = pair.column;
    }
}

/* The figures of all joins; those of what is counted before the count. */
static void put_all_figures(struct buf *b, const struct query_spec *s,
                            bool *any)
{
    for (size_t i = 0; i < s->n_joins; i++) {
        const struct spec_join *join = &s->joins[i];
        struct place from, to;
        bool is_back = join->counts && !join->counts_one;

        if (join->counts)
            put_all_figures(b, join->counts, any);
        find_places(s, join, &from, &to);
        buf_puts(b, *any ? ", " : "SELECT ");
        (join->n_also ? put_figures_of_several : put_figures)(
            b, is_back ? &to : &from, is_back ? &from : &to);
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
