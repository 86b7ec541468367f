/*
 * The rows behind a figure. A figure is trusted when the rows that make it can
 * be seen, so they are selected by what selects them for the figure: the same
 * source, filters and steps, without the aggregates.
 *
 *     WITH "behind" AS (numbered rows that the filters leave),
 *          "answer" AS (the keys of each row of the result, and its number)
 *     SELECT "result_row", ... FROM "behind" JOIN "answer" ON keys = keys
 *
 * The groups are found through the result itself, and not through conditions
 * on the values that were shown: so a condition on groups, a limit and a tie
 * are obeyed without saying them twice. Keys are compared as texts with a mark
 * before them, so that NULL is a key like any other.
 */
#include "ask/spec/behind.h"

#include "ask/spec/compile_sql.h"

/* Columns that are added, under names that the table has not. */
struct names {
    struct str row;
    struct str result_row;
    struct str key;
    struct str side;
};

struct behind {
    const struct query_spec *s;
    const struct compile_columns *columns;
    struct arena *a;
    struct names names;
    uint64_t result_row;
    struct str answer; /* the SQL of the result; empty: no groups are told */
};

static bool is_taken(const struct behind *x, struct str name)
{
    const struct query_spec *s = x->s;
    bool taken = false;

    for (size_t i = 0; i < x->columns->n; i++)
        taken |= str_eq_nocase(x->columns->names[i], name);
    for (size_t i = 0; i < s->n_derived; i++)
        taken |= str_eq_nocase(s->derived[i].name, name);
    for (size_t i = 0; i < s->n_joins; i++) {
        for (size_t k = 0; k < s->joins[i].n_brings; k++)
            taken |= str_eq_nocase(s->joins[i].brings[k].name, name);
    }
    return taken;
}

static enum err choose_name(const struct behind *x, const char *name,
                            struct str *out, struct error *e)
{
    *out = str_from(name);
    while (is_taken(x, *out)) {
        if (str_printf(x->a, out, e, "%.*s_", STR_FMT(*out)))
            return e->code;
    }
    return OK;
}

static enum err choose_names(struct behind *x, struct error *e)
{
    if (choose_name(x, "row", &x->names.row, e) ||
        choose_name(x, "result_row", &x->names.result_row, e) ||
        choose_name(x, "result_key", &x->names.key, e))
        return e->code;
    return choose_name(x, "side", &x->names.side, e);
}

/* ---- which rows ---- */

/* Are the filters of the sides apart, one side here and one there? */
static bool has_sides(const struct query_spec *s)
{
    return s->compare.kind ||
           (s->change.kind && s->change.kind != SPEC_CHANGE_SERIES);
}

static bool has_part(const struct query_spec *s)
{
    return s->share && spec_has_part(s);
}

/* The conditions of the whole: a comparison has none but its sides. */
static bool put_whole(struct buf *b, const struct query_spec *s,
                      const char *lead)
{
    bool any = false;

    for (size_t i = 0; i < s->n_filters && !s->compare.kind; i++) {
        if (s->filters[i].side || (s->filters[i].part && has_part(s)))
            continue;
        buf_puts(b, any ? " AND " : lead);
        compile_filter(b, s, &s->filters[i]);
        any = true;
    }
    return any;
}

/* Neither null nor empty. */
static void put_filled(struct buf *b, const struct query_spec *s,
                       const char *lead)
{
    for (size_t i = 0; s->filled && i < s->n_groups; i++) {
        buf_puts(b, i ? " AND " : lead);
        buf_puts(b, "CAST(");
        compile_name(b, s->groups[i].column);
        buf_puts(b, " AS VARCHAR) <> ''");
    }
}

/* What a figure is of, if it is one: a measure that reads a column. */
static const struct spec_measure *measured(const struct query_spec *s)
{
    const struct spec_measure *m = &s->measures[0];

    return s->kind == SPEC_AGGREGATE && s->n_measures == 1 && m->column.n &&
                   m->agg != AGG_FORMULA && m->agg != AGG_RUN
               ? m
               : NULL;
}

/* Only cells that are there are measured. */
static void put_measured(struct buf *b, const struct query_spec *s,
                         const char *lead)
{
    const struct spec_measure *m = measured(s);

    if (m) {
        buf_puts(b, lead);
        compile_view(b, m->column, m->view);
        buf_puts(b, " IS NOT NULL");
    } else if (s->compare.kind && s->compare.column.n) {
        buf_puts(b, lead);
        compile_view(b, s->compare.column, s->compare.view);
        buf_puts(b, " IS NOT NULL");
    }
}

static void put_numbered(struct buf *b, const struct behind *x)
{
    const struct query_spec *s = x->s;
    bool any;

    buf_puts(b, "WITH \"behind\" AS (SELECT * FROM ");
    compile_numbered_source(b, s, x->names.row);
    any = put_whole(b, s, " WHERE ");
    if (compile_side(b, s, 1, any ? " AND ((" : " WHERE ((")) {
        (void)compile_side(b, s, 2, ") OR (");
        buf_puts(b, "))");
        any = true;
    }
    put_measured(b, s, any ? " AND " : " WHERE ");
    buf_puts(b, ")");
}

/* Rows of a step, which only a table without joins has. */
static void put_stepped(struct buf *b, const struct behind *x)
{
    compile_picked(b, x->s, x->names.row);
    buf_puts(b, ", \"behind\" AS (SELECT ");
    compile_name(b, x->names.row);
    buf_puts(b, ", * EXCLUDE (");
    compile_name(b, x->names.row);
    buf_puts(b, ") FROM \"picked\"");
    put_measured(b, x->s, " WHERE ");
    buf_puts(b, ")");
}

/* ---- what they belong to ---- */

/* ['=Spain', '=2024'] of a row. */
static void put_key(struct buf *b, const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_groups; i++) {
        buf_puts(b, i ? ", coalesce('=' || CAST(" : "[coalesce('=' || CAST(");
        compile_group(b, &s->groups[i]);
        buf_puts(b, " AS VARCHAR), '')");
    }
    buf_puts(b, "]");
}

/* As put_key() for a row of the result, whose first columns are the groups. */
static void put_answer(struct buf *b, const struct behind *x)
{
    size_t i;

    buf_puts(b, ", \"answer\" AS (SELECT row_number() OVER () AS ");
    compile_name(b, x->names.result_row);
    for (i = 0; i < x->s->n_groups; i++)
        buf_printf(b, "%scoalesce('=' || CAST(\"k%zu\" AS VARCHAR), '')",
                   i ? ", " : ", [", i + 1);
    buf_puts(b, "] AS ");
    compile_name(b, x->names.key);
    buf_puts(b, " FROM (");
    buf_put_str(b, x->answer);
    buf_puts(b, ") AS \"answer\"(");
    for (i = 0; i < x->s->n_groups; i++)
        buf_printf(b, i ? ", \"k%zu\"" : "\"k%zu\"", i + 1);
    buf_puts(b, "))");
}

static void put_side_name(struct buf *b, const struct query_spec *s,
                          unsigned side)
{
    const struct str name = s->compare.kind ? s->compare.names[side - 1]
                                            : s->change.names[side - 1];

    if (name.n)
        compile_literal(b, LITERAL_TEXT, name);
    else
        buf_printf(b, "'%u'", side);
}

static bool put_part(struct buf *b, const struct query_spec *s,
                     const char *lead)
{
    bool any = false;

    for (size_t i = 0; i < s->n_filters; i++) {
        if (!s->filters[i].part)
            continue;
        buf_puts(b, any ? " AND " : lead);
        compile_filter(b, s, &s->filters[i]);
        any = true;
    }
    return any;
}

static void put_side(struct buf *b, const struct behind *x)
{
    const struct query_spec *s = x->s;

    if (has_part(s)) {
        (void)put_part(b, s, "CASE WHEN ");
        buf_puts(b, " THEN 'part' ELSE 'rest' END AS ");
    } else if (has_sides(s)) {
        (void)compile_side(b, s, 1, "CASE WHEN ");
        buf_puts(b, " THEN ");
        put_side_name(b, s, 1);
        buf_puts(b, " ELSE ");
        put_side_name(b, s, 2);
        buf_puts(b, " END AS ");
    } else {
        return;
    }
    compile_name(b, x->names.side);
    buf_puts(b, ", ");
}

/* ---- extremes ---- */

static void put_rank(struct buf *b, const struct query_spec *s,
                     const char *direction)
{
    const struct spec_measure *m = measured(s);

    buf_puts(b, "rank() OVER (");
    for (size_t i = 0; i < s->n_groups; i++) {
        buf_puts(b, i ? ", " : "PARTITION BY ");
        compile_group(b, &s->groups[i]);
    }
    buf_puts(b, s->n_groups ? " ORDER BY " : "ORDER BY ");
    compile_view(b, m->column, m->view);
    buf_puts(b, direction);
    buf_puts(b, ") = 1");
}

/* Of an extreme the rows that have it. */
static void put_extremes(struct buf *b, const struct query_spec *s)
{
    const struct spec_measure *m = measured(s);
    bool least = m && (m->agg == AGG_MIN || m->agg == AGG_RANGE);
    bool most = m && (m->agg == AGG_MAX || m->agg == AGG_RANGE);

    if (has_sides(s) || has_part(s) || (!least && !most))
        return;
    buf_puts(b, " QUALIFY ");
    if (least)
        put_rank(b, s, "");
    buf_puts(b, least && most ? " OR " : "");
    if (most)
        put_rank(b, s, " DESC");
}

static void put_sql(struct buf *b, const struct behind *x)
{
    const struct query_spec *s = x->s;

    if (s->step.kind)
        put_stepped(b, x);
    else
        put_numbered(b, x);
    if (x->answer.n) {
        put_answer(b, x);
        buf_puts(b, " SELECT ");
        compile_name(b, x->names.result_row);
        buf_puts(b, ", ");
    } else {
        buf_puts(b, " SELECT ");
    }
    put_side(b, x);
    buf_puts(b, "\"behind\".* FROM \"behind\"");
    if (x->answer.n) {
        buf_puts(b, " JOIN \"answer\" ON ");
        put_key(b, s);
        buf_puts(b, " = ");
        compile_name(b, x->names.key);
    }
    if (x->answer.n && x->result_row) {
        buf_puts(b, " AND ");
        compile_name(b, x->names.result_row);
        buf_printf(b, " = %llu", (unsigned long long)x->result_row);
    }
    put_filled(b, s, " WHERE ");
    put_extremes(b, s);
    buf_puts(b, " ORDER BY ");
    compile_name(b, x->names.row);
}

/* The result has the groups in its first columns; of how many groups there are
 * those that are counted. */
static enum err find_answer(struct behind *x, struct error *e)
{
    const struct query_spec *s = x->s;
    struct query_spec counted = *s;
    struct str sql[2];

    if (s->n_groups == 0 || s->compare.kind ||
        (s->n_measures && s->measures[0].agg == AGG_RUN))
        return OK;
    if (s->kind == SPEC_COUNTED) {
        if (!s->has_having)
            return OK;
        counted.kind = SPEC_AGGREGATE;
    }
    if (spec_compile(&counted, x->columns, x->a, sql, e))
        return e->code;
    x->answer = sql[0];
    return OK;
}

enum err spec_rows_behind(const struct query_spec *s,
                          const struct compile_columns *columns,
                          uint64_t result_row, struct arena *a, struct str *sql,
                          struct error *e)
{
    struct behind x = {
        .s = s, .columns = columns, .a = a, .result_row = result_row};
    struct str checked[2];
    struct buf b;
    enum err rc = spec_compile(s, columns, a, checked, e);

    *sql = (struct str){0};
    if (rc || s->kind == SPEC_ROWS || s->kind == SPEC_CELLS)
        return rc;
    if (choose_names(&x, e) || find_answer(&x, e))
        return e->code;
    buf_init(&b, COMPILE_MAX_BYTES);
    put_sql(&b, &x);
    rc = buf_dup(&b, a, sql, e);
    buf_release(&b);
    return rc;
}
