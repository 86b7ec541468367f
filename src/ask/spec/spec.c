#include "ask/spec/spec.h"

#include "ask/spec/spec_json.h"

static const char *const agg_names[] = {
    [AGG_NONE] = "none", [AGG_COUNT] = "count",     [AGG_DISTINCT] = "distinct",
    [AGG_SUM] = "sum",   [AGG_AVG] = "avg",         [AGG_MEDIAN] = "median",
    [AGG_MIN] = "min",   [AGG_MAX] = "max",         [AGG_RANGE] = "range",
    [AGG_RUN] = "run",   [AGG_FORMULA] = "formula", [AGG_STDDEV] = "stddev"};
static const char *const grain_names[] = {
    [GRAIN_NONE] = NULL,         [GRAIN_DAY] = "day",
    [GRAIN_WEEK] = "week",       [GRAIN_MONTH] = "month",
    [GRAIN_QUARTER] = "quarter", [GRAIN_YEAR] = "year",
    [GRAIN_WEEKDAY] = "weekday", [GRAIN_HOUR] = "hour"};
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
static const char *const literal_names[] = {
    [LITERAL_TEXT] = "text",       [LITERAL_NUMBER] = "number",
    [LITERAL_BOOL] = "boolean",    [LITERAL_COLUMN] = "column",
    [LITERAL_AVERAGE] = "average", [LITERAL_CLOCK] = "clock"};

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

bool spec_opposite(enum filter_op op, enum filter_op *out)
{
    static const enum filter_op opposites[][2] = {
        {FILTER_EQ, FILTER_NE},
        {FILTER_IN, FILTER_NOT_IN},
        {FILTER_LT, FILTER_GE},
        {FILTER_GT, FILTER_LE},
        {FILTER_NULL, FILTER_NOT_NULL}};

    for (size_t i = 0; i < COUNT_OF(opposites); i++)
        for (unsigned k = 0; k < 2; k++)
            if (opposites[i][k] == op) {
                *out = opposites[i][!k];
                return true;
            }
    return false;
}

bool spec_add_not_null(struct query_spec *s, struct str column)
{
    if (s->n_filters == SPEC_MAX_FILTERS)
        return false;
    s->filters[s->n_filters++] = (struct spec_filter){
        .column = column, .op = FILTER_NOT_NULL, .literal = LITERAL_TEXT};
    return true;
}

static bool in_measure(const struct spec_measure *m, struct str column)
{
    return str_eq(m->column, column) ||
           str_find(m->formula, column) < m->formula.n;
}

static bool in_filter(const struct spec_filter *f, struct str column)
{
    bool found = str_eq(f->column, column);

    for (size_t i = 0; i < f->n && f->literal >= LITERAL_COLUMN; i++)
        found = found || str_eq(f->values[i], column);
    return found;
}

bool spec_groups_by(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_groups; i++)
        if (str_eq(s->groups[i].column, column))
            return true;
    return false;
}

bool spec_uses(const struct query_spec *s, struct str column)
{
    bool found =
        str_eq(s->order_column, column) || str_eq(s->step.column, column) ||
        str_eq(s->compare.column, column) || str_eq(s->window.column, column) ||
        (s->has_having && in_measure(&s->having.measure, column)) ||
        spec_groups_by(s, column);

    for (size_t i = 0; i < s->n_measures; i++)
        found = found || in_measure(&s->measures[i], column);
    for (size_t i = 0; i < s->n_filters; i++)
        found = found || in_filter(&s->filters[i], column);
    for (size_t i = 0; i < s->n_derived; i++)
        found = found || str_find(s->derived[i].formula, column) <
                             s->derived[i].formula.n;
    return found;
}

static void write_measure(struct jsonw *w, const struct spec_measure *m)
{
    jsonw_member_cstr(w, "agg", agg_names[m->agg]);
    jsonw_member_text(w, "column", m->column);
    spec_write_view(w, m->view);
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
        if (s->derived[i].exact)
            jsonw_member_bool(w, "exact", true);
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
    spec_write_view(w, f->view);
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
        spec_write_view(w, s->groups[i].view);
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
    if (s->having.part)
        jsonw_member_bool(w, "part", true);
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
    if (s->each)
        jsonw_member_u64(w, "each", s->each);
    jsonw_member_bool(w, "share", s->share);
    write_window(s, w);
    spec_write_place(s, w);
    jsonw_end_object(w);
}

static enum err read_measure(const struct json *j, struct spec_measure *m,
                             struct error *e)
{
    unsigned agg = 0;

    if (spec_read_word(json_find(j, "agg"), agg_names, COUNT_OF(agg_names),
                       &agg, e))
        return e->code;
    m->agg = (enum agg)agg;
    m->column = json_text(json_find(j, "column"));
    m->round = json_is_true(json_find(j, "round"));
    m->formula = json_text(json_find(j, "formula"));
    return spec_read_view(j, &m->view, e);
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

    if (spec_read_word(json_find(j, "op"), op_names, COUNT_OF(op_names), &op,
                       e) ||
        (type && spec_read_word(type, literal_names, COUNT_OF(literal_names),
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
    return spec_read_view(j, &f->view, e);
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
        s->derived[s->n_derived++] = (struct spec_derived){
            json_text(json_find(j, "name")), json_text(json_find(j, "formula")),
            json_is_true(json_find(j, "exact"))};
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

        if (spec_read_word(json_find(g, "grain"), grain_names,
                           COUNT_OF(grain_names), &grain, e) ||
            spec_read_view(g, &group->view, e))
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
        spec_read_word(json_find(j, "op"), op_names, COUNT_OF(op_names), &op,
                       e))
        return e->code;
    s->having.op = (enum filter_op)op;
    s->having.number = json_text(json_find(j, "number"));
    s->having.part = json_is_true(json_find(j, "part"));
    s->has_having = true;
    return OK;
}

static enum err read_order(const struct json *j, struct query_spec *s,
                           struct error *e)
{
    unsigned by = 0;

    if (!j || j->type != JSON_OBJECT)
        return OK;
    if (spec_read_word(json_find(j, "by"), order_names, COUNT_OF(order_names),
                       &by, e))
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
    if (spec_read_word(json_find(j, "unit"), grain_names, COUNT_OF(grain_names),
                       &unit, e) ||
        json_read_u64(json_find(j, "count"), "count", 1000000, &count, e))
        return e->code;
    s->window.unit = (enum grain)unit;
    s->window.count = (unsigned)count;
    s->window.column = json_text(json_find(j, "column"));
    s->window.newest = json_text(json_find(j, "newest"));
    return OK;
}

enum err spec_read(const struct json *j, struct arena *a, struct query_spec *s,
                   struct error *e)
{
    const struct json *limit = json_find(j, "limit");
    uint64_t each = 0;
    unsigned kind = 0;

    *s = (struct query_spec){0};
    if (spec_read_word(json_find(j, "kind"), kind_names, COUNT_OF(kind_names),
                       &kind, e) ||
        read_lists(j, a, s, e) ||
        spec_join_read(json_find(j, "joins"), a, s, e) ||
        read_derived(json_find(j, "derived"), s, e) ||
        read_having(json_find(j, "having"), s, e) ||
        read_order(json_find(j, "order"), s, e) ||
        read_window(json_find(j, "window"), s, e) || spec_read_place(j, s, e))
        return e->code;
    s->kind = (enum spec_kind)kind;
    s->table = json_text(json_find(j, "table"));
    s->share = json_is_true(json_find(j, "share"));
    if (json_find(j, "each") && json_read_u64(json_find(j, "each"), "each",
                                              SPEC_MAX_GROUPS - 1, &each, e))
        return e->code;
    s->each = (size_t)each;
    if (limit && limit->type != JSON_NULL)
        return json_read_u64(limit, "limit", 1000000000, &s->limit, e);
    return OK;
}
