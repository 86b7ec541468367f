#include "answer/rows_behind.h"

#include "answer/joined_tables.h"
#include "ask/spec/behind.h"

#define HOLDERS 4 /* rows that are looked at to name them */

static enum err make_sql(const struct table_part *r, uint64_t result_row,
                         struct str *sql, struct error *e)
{
    const struct schema_table *t = &r->schema->tables[r->out->used];
    struct str *names =
        arena_alloc_array(r->a, t->n_columns + 1, sizeof(*names), e);
    const struct compile_columns columns = {names, t->n_columns};

    if (!names)
        return e->code;
    for (size_t i = 0; i < t->n_columns; i++)
        names[i] = t->columns[i].name;
    return spec_rows_behind(&r->out->asked.spec, &columns, result_row, r->a,
                            sql, e);
}

static enum err fetch(const struct table_part *r, struct error *e)
{
    const struct joined_tables j = table_part_joined(r);
    const struct rows_window window = {
        .rows = r->behind.count < r->max_rows ? r->behind.count : r->max_rows,
        .offset = r->behind.start ? r->behind.start - 1 : 0};
    struct json *result;
    struct str sql = {0};

    if (make_sql(r, r->behind.result_row, &sql, e) ||
        joined_window(&j, sql, &window, &result, e))
        return e->code;
    r->out->rows_behind = result;
    return OK;
}

enum err rows_behind_find(const struct table_part *r, struct error *e)
{
    struct answer *out = r->out;
    const struct joined_tables j = table_part_joined(r);
    struct str whole = {0};

    if (!out->asked.is_bare_sql && make_sql(r, 0, &out->behind_sql, e))
        return e->code;
    if (out->behind_sql.n && joined_whole_sql(&j, out->behind_sql, &whole, e))
        return e->code;
    if (out->behind_sql.n && whole.n)
        out->behind_sql = whole;
    if (!r->behind.is_wanted || out->behind_sql.n == 0)
        return OK;
    return fetch(r, e);
}

/* One highest or lowest value of all rows: who has it is part of the answer. */
static bool is_extreme(const struct query_spec *s)
{
    return s->kind == SPEC_AGGREGATE && s->n_measures == 1 &&
           s->n_groups == 0 && !s->compare.kind && !s->change.kind &&
           !s->share &&
           (s->measures[0].agg == AGG_MAX || s->measures[0].agg == AGG_MIN);
}

enum err rows_behind_holders(const struct table_part *r,
                             const struct json **holders, struct error *e)
{
    const struct joined_tables j = table_part_joined(r);
    const struct rows_window window = {.rows = HOLDERS};
    struct json *result;
    struct str sql = {0};

    *holders = NULL;
    if (r->out->asked.is_bare_sql || !is_extreme(&r->out->asked.spec))
        return OK;
    if (make_sql(r, 0, &sql, e))
        return e->code;
    if (sql.n == 0)
        return OK;
    if (joined_window(&j, sql, &window, &result, e))
        return e->code;
    *holders = result;
    return OK;
}
