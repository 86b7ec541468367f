#include "spec/spec.h"

static const char *const agg_names[] = {
    [AGG_NONE] = "none", [AGG_COUNT] = "count",    [AGG_DISTINCT] = "distinct",
    [AGG_SUM] = "sum",   [AGG_AVG] = "avg",        [AGG_MEDIAN] = "median",
    [AGG_MIN] = "min",   [AGG_MAX] = "max",        [AGG_RANGE] = "range",
    [AGG_RUN] = "run",   [AGG_FORMULA] = "formula"};
static const char *const grain_names[] = {
    [GRAIN_NONE] = NULL,         [GRAIN_DAY] = "day",
    [GRAIN_WEEK] = "week",       [GRAIN_MONTH] = "month",
    [GRAIN_QUARTER] = "quarter", [GRAIN_YEAR] = "year"};
static const char *const op_names[] = {[FILTER_EQ] = "=",
                                       [FILTER_NE] = "!=",
                                       [FILTER_LT] = "<",
                                       [FILTER_LE] = "<=",
                                       [FILTER_GT] = ">",
                                       [FILTER_GE] = ">=",
                                       [FILTER_BETWEEN] = "between",
                                       [FILTER_IN] = "in",
                                       [FILTER_NOT_IN] = "not_in",
                                       [FILTER_CONTAINS] = "contains",
                                       [FILTER_PERIOD] = "period",
                                       [FILTER_MONTH] = "month",
                                       [FILTER_NULL] = "null",
                                       [FILTER_NOT_NULL] = "not_null"};
static const char *const kind_names[] = {[SPEC_AGGREGATE] = "aggregate",
                                         [SPEC_ROWS] = "rows",
                                         [SPEC_COUNTED] = "counted",
                                         [SPEC_CELLS] = "cells"};
static const char *const order_names[] = {[ORDER_NONE] = NULL,
                                          [ORDER_MEASURE] = "measure",
                                          [ORDER_COLUMN] = "column",
                                          [ORDER_FILE] = "file"};
static const char *const literal_names[] = {[LITERAL_TEXT] = "text",
                                            [LITERAL_NUMBER] = "number",
                                            [LITERAL_BOOL] = "boolean"};

static const char *const view_names[] = {[VIEW_CELL] = "cell",
                                         [VIEW_NUMBER] = "number",
                                         [VIEW_SECONDS] = "seconds",
                                         [VIEW_YEAR] = "year",
                                         [VIEW_DAY] = "day",
                                         [VIEW_MONTH] = "month",
                                         [VIEW_NAMED_MONTH] = "named_month",
                                         [VIEW_QUARTER] = "quarter"};
static const char *const step_names[] = {
    [SPEC_STEP_NONE] = NULL,           [SPEC_STEP_FIRST] = "first",
    [SPEC_STEP_LAST] = "last",         [SPEC_STEP_NTH] = "nth",
    [SPEC_STEP_MOST] = "most",         [SPEC_STEP_LEAST] = "least",
    [SPEC_STEP_NTH_MOST] = "nth_most", [SPEC_STEP_NTH_LEAST] = "nth_least",
    [SPEC_STEP_NEXT] = "next",         [SPEC_STEP_PREVIOUS] = "previous",
    [SPEC_STEP_AFTER] = "after",       [SPEC_STEP_BEFORE] = "before",
    [SPEC_STEP_BETWEEN] = "between",   [SPEC_STEP_SAME] = "same"};
static const char *const compare_names[] = {
    [SPEC_COMPARE_NONE] = NULL,
    [SPEC_COMPARE_LARGER] = "larger",
    [SPEC_COMPARE_SMALLER] = "smaller",
    [SPEC_COMPARE_MORE_ROWS] = "more_rows",
    [SPEC_COMPARE_FEWER_ROWS] = "fewer_rows",
    [SPEC_COMPARE_EARLIER] = "earlier",
    [SPEC_COMPARE_LATER] = "later",
    [SPEC_COMPARE_DIFFERENCE] = "difference",
    [SPEC_COMPARE_ROW_DIFFERENCE] = "row_difference",
    [SPEC_COMPARE_ROWS_BETWEEN] = "rows_between"};
static const char *const told_names[] = {
    [TOLD_ALL] = "all", [TOLD_GROUPS] = "groups", [TOLD_MEASURES] = "measures"};

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

const char *agg_name(enum agg agg)
{
    return agg_names[agg];
}

const char *grain_name(enum grain grain)
{
    return grain_names[grain];
}

bool spec_has_part(const struct query_spec *s)
{
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (s->filters[i].part)
            return true;
    }
    return false;
}

/* Most specs see only cells, and say so by leaving it out. */
static void write_view(struct jsonw *w, enum spec_view view)
{
    if (view != VIEW_CELL)
        jsonw_member_cstr(w, "view", view_names[view]);
}

static void write_measure(struct jsonw *w, const struct spec_measure *m)
{
    jsonw_member_cstr(w, "agg", agg_names[m->agg]);
    jsonw_member_text(w, "column", m->column);
    write_view(w, m->view);
    jsonw_member_bool(w, "round", m->round);
    if (m->formula.n)
        jsonw_member_str(w, "formula", m->formula);
}

/* Columns of the metrics of a semantic layer, where any is used. */
static void write_derived(const struct query_spec *s, struct jsonw *w)
{
    if (s->n_derived == 0)
        return;
    jsonw_key(w, "derived");
    jsonw_begin_array(w);
    for (size_t i = 0; i < s->n_derived; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", s->derived[i].name);
        jsonw_member_str(w, "formula", s->derived[i].formula);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_filter(struct jsonw *w, const struct spec_filter *f)
{
    size_t i;

    jsonw_begin_object(w);
    jsonw_member_text(w, "column", f->column);
    jsonw_member_cstr(w, "op", op_names[f->op]);
    jsonw_member_cstr(w, "type", literal_names[f->literal]);
    jsonw_key(w, "values");
    jsonw_begin_array(w);
    for (i = 0; i < f->n; i++)
        jsonw_str(w, f->values[i]);
    jsonw_end_array(w);
    write_view(w, f->view);
    if (f->side)
        jsonw_member_u64(w, "side", f->side);
    jsonw_member_bool(w, "part", f->part);
    jsonw_end_object(w);
}

static void write_lists(const struct query_spec *s, struct jsonw *w)
{
    size_t i;

    jsonw_key(w, "measures");
    jsonw_begin_array(w);
    for (i = 0; i < s->n_measures; i++) {
        jsonw_begin_object(w);
        write_measure(w, &s->measures[i]);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_key(w, "group_by");
    jsonw_begin_array(w);
    for (i = 0; i < s->n_groups; i++) {
        jsonw_begin_object(w);
        jsonw_member_text(w, "column", s->groups[i].column);
        jsonw_member_cstr(w, "grain", grain_names[s->groups[i].grain]);
        write_view(w, s->groups[i].view);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_key(w, "filters");
    jsonw_begin_array(w);
    for (i = 0; i < s->n_filters; i++)
        write_filter(w, &s->filters[i]);
    jsonw_end_array(w);
}

static void write_having(const struct query_spec *s, struct jsonw *w)
{
    jsonw_key(w, "having");
    if (!s->has_having) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    write_measure(w, &s->having.measure);
    jsonw_member_cstr(w, "op", op_names[s->having.op]);
    jsonw_member_text(w, "number", s->having.number);
    jsonw_end_object(w);
}

static void write_order(const struct query_spec *s, struct jsonw *w)
{
    jsonw_key(w, "order");
    if (s->order == ORDER_NONE) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "by", order_names[s->order]);
    jsonw_member_text(w, "column", s->order_column);
    jsonw_member_bool(w, "descending", s->descending);
    jsonw_end_object(w);
}

static void write_window(const struct query_spec *s, struct jsonw *w)
{
    jsonw_key(w, "window");
    if (!s->window.column.n) {
        jsonw_null(w);
        return;
    }
    jsonw_begin_object(w);
    jsonw_member_text(w, "column", s->window.column);
    jsonw_member_cstr(w, "unit", grain_names[s->window.unit]);
    jsonw_member_u64(w, "count", s->window.count);
    jsonw_member_text(w, "newest", s->window.newest);
    jsonw_end_object(w);
}

static void write_step(const struct spec_step *s, struct jsonw *w)
{
    jsonw_key(w, "step");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "take", step_names[s->kind]);
    jsonw_member_text(w, "column", s->column);
    write_view(w, s->view);
    jsonw_member_u64(w, "n", s->n);
    jsonw_end_object(w);
}

static void write_compare(const struct spec_compare *c, struct jsonw *w)
{
    jsonw_key(w, "compare");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "by", compare_names[c->kind]);
    jsonw_member_text(w, "column", c->column);
    write_view(w, c->view);
    jsonw_key(w, "names");
    jsonw_begin_array(w);
    jsonw_str(w, c->names[0]);
    jsonw_str(w, c->names[1]);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

/* What only specs about rows and their place in the file have. */
static void write_place(const struct query_spec *s, struct jsonw *w)
{
    if (s->step.kind)
        write_step(&s->step, w);
    if (s->compare.kind)
        write_compare(&s->compare, w);
    if (s->told)
        jsonw_member_cstr(w, "told", told_names[s->told]);
    if (s->filled)
        jsonw_member_bool(w, "filled", s->filled);
}

void spec_write(const struct query_spec *s, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "kind", kind_names[s->kind]);
    jsonw_member_text(w, "table", s->table);
    spec_join_write(s, w);
    write_derived(s, w);
    write_lists(s, w);
    write_having(s, w);
    write_order(s, w);
    jsonw_key(w, "limit");
    if (s->limit)
        jsonw_u64(w, s->limit);
    else
        jsonw_null(w);
    jsonw_member_bool(w, "share", s->share);
    write_window(s, w);
    write_place(s, w);
    jsonw_end_object(w);
}

/* The index of the word in `names`; null is the one without a name. */
static enum err read_word(const struct json *j, const char *const *names,
                          size_t n, unsigned *out, struct error *e)
{
    size_t i;

    for (i = 0; i < n; i++) {
        bool null = !j || j->type == JSON_NULL;

        if (names[i] ? json_is(j, names[i]) : null) {
            *out = (unsigned)i;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the query spec has an unknown word '%.*s'",
                     STR_FMT(str_slice(json_text(j), 0, 60)));
}

static enum err read_view(const struct json *j, enum spec_view *out,
                          struct error *e)
{
    const struct json *view = json_find(j, "view");
    unsigned found = 0;

    *out = VIEW_CELL;
    if (view && read_word(view, view_names, COUNT_OF(view_names), &found, e))
        return e->code;
    *out = (enum spec_view)found;
    return OK;
}

static enum err read_measure(const struct json *j, struct spec_measure *m,
                             struct error *e)
{
    unsigned agg = 0;

    if (read_word(json_find(j, "agg"), agg_names, COUNT_OF(agg_names), &agg, e))
        return e->code;
    m->agg = (enum agg)agg;
    m->column = json_text(json_find(j, "column"));
    m->round = json_is_true(json_find(j, "round"));
    m->formula = json_text(json_find(j, "formula"));
    return read_view(j, &m->view, e);
}

static enum err read_filter(const struct json *j, struct arena *a,
                            struct spec_filter *f, struct error *e)
{
    const struct json *values = json_find(j, "values");
    const struct json *type = json_find(j, "type");
    const struct json *v;
    struct str *list;
    unsigned op = 0;
    unsigned literal = 0;
    uint64_t side = 0;

    if (read_word(json_find(j, "op"), op_names, COUNT_OF(op_names), &op, e) ||
        (type && read_word(type, literal_names, COUNT_OF(literal_names),
                           &literal, e)))
        return e->code;
    list = arena_alloc_array(a, values ? values->count : 0, sizeof(*list), e);
    if (!list)
        return e->code;
    for (v = values ? values->first : NULL; v; v = v->next)
        list[f->n++] = json_text(v);
    f->op = (enum filter_op)op;
    f->literal = (enum literal)literal;
    f->values = list;
    f->column = json_text(json_find(j, "column"));
    f->part = json_is_true(json_find(j, "part"));
    if (json_find(j, "side") &&
        json_read_u64(json_find(j, "side"), "side", 2, &side, e))
        return e->code;
    f->side = (unsigned)side;
    return read_view(j, &f->view, e);
}

static enum err too_many(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the query spec has too many parts");
}

static enum err read_derived(const struct json *list, struct query_spec *s,
                             struct error *e)
{
    if (list && list->count > SPEC_MAX_DERIVED)
        return too_many(e);
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        s->derived[s->n_derived++] =
            (struct spec_derived){json_text(json_find(j, "name")),
                                  json_text(json_find(j, "formula"))};
    return OK;
}

static enum err read_lists(const struct json *j, struct arena *a,
                           struct query_spec *s, struct error *e)
{
    const struct json *m = json_find(j, "measures");
    const struct json *g = json_find(j, "group_by");
    const struct json *f = json_find(j, "filters");

    if ((m && m->count > SPEC_MAX_MEASURES) ||
        (g && g->count > SPEC_MAX_GROUPS) || (f && f->count > SPEC_MAX_FILTERS))
        return too_many(e);
    for (m = m ? m->first : NULL; m; m = m->next) {
        if (read_measure(m, &s->measures[s->n_measures++], e))
            return e->code;
    }
    for (g = g ? g->first : NULL; g; g = g->next) {
        struct spec_group *group = &s->groups[s->n_groups++];
        unsigned grain = 0;

        if (read_word(json_find(g, "grain"), grain_names, COUNT_OF(grain_names),
                      &grain, e) ||
            read_view(g, &group->view, e))
            return e->code;
        group->column = json_text(json_find(g, "column"));
        group->grain = (enum grain)grain;
    }
    for (f = f ? f->first : NULL; f; f = f->next) {
        if (read_filter(f, a, &s->filters[s->n_filters++], e))
            return e->code;
    }
    return OK;
}

static enum err read_having(const struct json *j, struct query_spec *s,
                            struct error *e)
{
    unsigned op = 0;

    if (!j || j->type != JSON_OBJECT)
        return OK;
    if (read_measure(j, &s->having.measure, e) ||
        read_word(json_find(j, "op"), op_names, COUNT_OF(op_names), &op, e))
        return e->code;
    s->having.op = (enum filter_op)op;
    s->having.number = json_text(json_find(j, "number"));
    s->has_having = true;
    return OK;
}

static enum err read_order(const struct json *j, struct query_spec *s,
                           struct error *e)
{
    unsigned by = 0;

    if (!j || j->type != JSON_OBJECT)
        return OK;
    if (read_word(json_find(j, "by"), order_names, COUNT_OF(order_names), &by,
                  e))
        return e->code;
    s->order = (enum order_by)by;
    s->order_column = json_text(json_find(j, "column"));
    s->descending = json_is_true(json_find(j, "descending"));
    return OK;
}

static enum err read_window(const struct json *j, struct query_spec *s,
                            struct error *e)
{
    uint64_t count;
    unsigned unit = 0;

    if (!j || j->type != JSON_OBJECT)
        return OK;
    if (read_word(json_find(j, "unit"), grain_names, COUNT_OF(grain_names),
                  &unit, e) ||
        json_read_u64(json_find(j, "count"), "count", 1000000, &count, e))
        return e->code;
    s->window.unit = (enum grain)unit;
    s->window.count = (unsigned)count;
    s->window.column = json_text(json_find(j, "column"));
    s->window.newest = json_text(json_find(j, "newest"));
    return OK;
}

static enum err read_step(const struct json *j, struct spec_step *s,
                          struct error *e)
{
    unsigned kind = 0;

    if (!j)
        return OK;
    if (read_word(json_find(j, "take"), step_names, COUNT_OF(step_names), &kind,
                  e) ||
        read_view(j, &s->view, e))
        return e->code;
    s->kind = (enum spec_step_kind)kind;
    s->column = json_text(json_find(j, "column"));
    return json_read_u64(json_find(j, "n"), "n", 1000000000, &s->n, e);
}

static enum err read_compare(const struct json *j, struct spec_compare *c,
                             struct error *e)
{
    const struct json *names = json_find(j, "names");
    unsigned kind = 0;

    if (!j)
        return OK;
    if (read_word(json_find(j, "by"), compare_names, COUNT_OF(compare_names),
                  &kind, e) ||
        read_view(j, &c->view, e))
        return e->code;
    if (!names || names->count != 2)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a comparison is of two names");
    c->kind = (enum spec_compare_kind)kind;
    c->column = json_text(json_find(j, "column"));
    c->names[0] = json_text(names->first);
    c->names[1] = json_text(names->first->next);
    return OK;
}

static enum err read_place(const struct json *j, struct query_spec *s,
                           struct error *e)
{
    const struct json *told = json_find(j, "told");
    unsigned found = 0;

    if (read_step(json_find(j, "step"), &s->step, e) ||
        read_compare(json_find(j, "compare"), &s->compare, e))
        return e->code;
    if (told && read_word(told, told_names, COUNT_OF(told_names), &found, e))
        return e->code;
    s->told = (enum spec_told)found;
    s->filled = json_is_true(json_find(j, "filled"));
    return OK;
}

enum err spec_read(const struct json *j, struct arena *a, struct query_spec *s,
                   struct error *e)
{
    const struct json *limit = json_find(j, "limit");
    unsigned kind = 0;

    *s = (struct query_spec){0};
    if (read_word(json_find(j, "kind"), kind_names, COUNT_OF(kind_names), &kind,
                  e) ||
        read_lists(j, a, s, e) ||
        spec_join_read(json_find(j, "joins"), a, s, e) ||
        read_derived(json_find(j, "derived"), s, e) ||
        read_having(json_find(j, "having"), s, e) ||
        read_order(json_find(j, "order"), s, e) ||
        read_window(json_find(j, "window"), s, e) || read_place(j, s, e))
        return e->code;
    s->kind = (enum spec_kind)kind;
    s->table = json_text(json_find(j, "table"));
    s->share = json_is_true(json_find(j, "share"));
    if (limit && limit->type != JSON_NULL)
        return json_read_u64(limit, "limit", 1000000000, &s->limit, e);
    return OK;
}
