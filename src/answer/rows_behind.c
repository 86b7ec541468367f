#include "answer/rows_behind.h"

#include "answer/joined_tables.h"
#include "ask/spec/behind.h"
#include "tables/cells.h"

#define HOLDERS 4 /* rows that are looked at to name them */

static enum err table_columns(const struct table_part *r,
                              const struct schema_table *t,
                              struct compile_columns *out, struct error *e)
{
    struct str *names =
        arena_alloc_array(r->a, t->n_columns + 1, sizeof(*names), e);

    if (!names)
        return e->code;
    for (size_t i = 0; i < t->n_columns; i++)
        names[i] = t->columns[i].name;
    *out = (struct compile_columns){names, t->n_columns};
    return OK;
}

static enum err make_sql(const struct table_part *r, uint64_t result_row,
                         struct str *sql, struct error *e)
{
    const struct schema_table *t = &r->schema->tables[r->out->used];
    struct compile_columns columns;

    if (table_columns(r, t, &columns, e))
        return e->code;
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

/* ---- in a PDF ---- */

/* Only of rows that conditions alone choose: those that are counted by them. */
static enum err listed_sql(const struct table_part *r, struct str *sql,
                           struct error *e)
{
    const struct query_spec *asked = &r->out->asked.spec;
    const struct schema_table *t = &r->schema->tables[r->out->used];
    struct query_spec *s = arena_alloc(r->a, sizeof(*s), e);
    struct compile_columns columns;

    if (!s || table_columns(r, t, &columns, e))
        return e->code;
    *s = *asked;
    s->kind = SPEC_AGGREGATE;
    s->n_measures = 1;
    s->measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    s->n_groups = 0;
    s->order = ORDER_NONE;
    s->output = OUTPUT_ALL;
    s->limit = s->place = 0;
    return spec_rows_behind(s, &columns, 0, r->a, sql, e);
}

static enum err place_rows(const struct table_part *r, struct str sql,
                           bool is_listed, struct error *e)
{
    const struct joined_tables j = table_part_joined(r);
    struct answer *out = r->out;
    const struct json *rows = json_find(out->result, "rows");
    const struct json *row, *cell;
    struct json *found = NULL;
    uint64_t at[3] = {0};
    struct str whole;

    if (str_printf(r->a, &whole, e,
                   "SELECT min(\"row\"), max(\"row\"), count(DISTINCT \"row\") "
                   "FROM (%.*s) AS \"behind\"",
                   STR_FMT(sql)) ||
        joined_query(&j, whole, 1, &found, e))
        return e->code;
    row = json_find(found, "rows");
    cell = row && row->first ? row->first->first : NULL;
    for (size_t i = 0; cell && i < COUNT_OF(at); cell = cell->next)
        at[i++] = json_u64(cell, UINT32_MAX);
    if (at[2] == 0 || (is_listed && (!rows || rows->count != at[2])))
        return OK;
    out->first_row = at[0];
    out->last_row = at[1];
    return OK;
}

enum err rows_behind_place(const struct table_part *r, struct error *e)
{
    const struct answer *out = r->out;
    const struct answer_source *s = &out->sources[out->used];
    const struct query_spec *spec = &out->asked.spec;
    struct str sql = out->behind_sql;
    struct table_cells cells;
    const bool is_listed = sql.n == 0;

    if (out->asked.is_bare_sql || answer_tables_used(out) != 1 || s->united ||
        !table_cells_find(s->map, &cells) || cells.sheet.n ||
        (is_listed && (spec->kind == SPEC_AGGREGATE || spec->step.kind)))
        return OK;
    if (is_listed && listed_sql(r, &sql, e))
        return e->code;
    return sql.n ? place_rows(r, sql, is_listed, e) : OK;
}

/* One highest or lowest value of all rows: who has it is part of the answer. */
static bool is_extreme(const struct query_spec *s)
{
    return s->kind == SPEC_AGGREGATE && s->n_measures == 1 &&
           s->n_groups == 0 && s->n_filters < SPEC_MAX_FILTERS &&
           !s->has_having && !s->compare.kind && !s->change.kind &&
           !s->step.kind && !s->share && s->measures[0].view == VIEW_CELL &&
           (s->measures[0].agg == AGG_MAX || s->measures[0].agg == AGG_MIN);
}

/* The rows that have the value: to look for it is a scan, to rank all is a sort. */
static enum err holders_sql(const struct table_part *r, const struct json *cell,
                            struct str *sql, struct error *e)
{
    const struct schema_table *t = &r->schema->tables[r->out->used];
    struct query_spec *s = arena_alloc(r->a, sizeof(*s), e);
    struct compile_columns columns;
    struct str made[2];

    if (!s || table_columns(r, t, &columns, e))
        return e->code;
    *s = r->out->asked.spec;
    s->kind = SPEC_ROWS;
    s->filters[s->n_filters++] = (struct spec_filter){
        .column = s->measures[0].column,
        .op = FILTER_EQ,
        .literal = cell->type == JSON_NUMBER ? LITERAL_NUMBER : LITERAL_TEXT,
        .values = &cell->text,
        .n = 1};
    s->n_measures = 0;
    s->order = ORDER_NONE;
    s->limit = 0;
    if (spec_compile(s, &columns, r->a, made, e))
        return e->code;
    *sql = made[0];
    return OK;
}

enum err rows_behind_holders(const struct table_part *r,
                             const struct json *result,
                             const struct json **holders, struct error *e)
{
    const struct joined_tables j = table_part_joined(r);
    const struct rows_window window = {.rows = HOLDERS};
    const struct json *rows = json_find(result, "rows");
    const struct json *cell = rows && rows->first ? rows->first->first : NULL;
    struct json *found;
    struct str sql = {0};
    struct error why = {0};

    *holders = NULL;
    if (r->out->asked.is_bare_sql || !is_extreme(&r->out->asked.spec) ||
        !cell || (cell->type != JSON_NUMBER && cell->type != JSON_STRING))
        return OK;
    if (holders_sql(r, cell, &sql, e))
        return e->code;
    if (joined_window(&j, sql, &window, &found, &why) == OK)
        *holders = found;
    else if (why.code == ERR_TIMEOUT || why.code == ERR_LIMIT) {
        *e = why;
        return e->code;
    }
    return OK; /* an answer without its row is one */
}
