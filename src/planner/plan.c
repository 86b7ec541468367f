#include "planner/plan.h"

#include "ask/derive.h"
#include "link/recall.h"
#include "spec/compile.h"

#define REASON_BYTES 300
#define NAME_SHOWN   60

/* What a plan is held against. */
struct plan {
    const struct schema_table *table;
    size_t at; /* of it in the schema */
    struct arena *a;
};

static enum err unlike(const char *what, struct str name, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED, "%s '%.*s'", what,
                     STR_FMT(str_slice(name, 0, NAME_SHOWN)));
}

static enum err find_table(const struct ask_schema *s, struct str name,
                           struct plan *p, struct error *e)
{
    for (size_t i = 0; i < s->n_tables; i++) {
        const struct schema_table *t = &s->tables[i];

        if (str_eq_nocase(t->name, name) || str_eq(t->sql, name) ||
            (!name.n && s->n_tables == 1)) {
            p->table = t;
            p->at = i;
            return OK;
        }
    }
    return unlike("there is no table", name, e);
}

/* The column of a name; of two that differ in case only, the very one. */
static enum err find_column(const struct plan *p, struct str name,
                            const struct schema_column **out, struct error *e)
{
    const struct schema_table *t = p->table;
    size_t n = 0;

    *out = NULL;
    for (size_t i = 0; i < t->n_columns; i++) {
        if (!str_eq_nocase(t->columns[i].name, name))
            continue;
        *out = &t->columns[i];
        if (str_eq(t->columns[i].name, name))
            return OK;
        n++;
    }
    return n == 1 ? OK : unlike("the table has no column", name, e);
}

static bool takes_numbers(enum agg agg)
{
    return agg == AGG_SUM || agg == AGG_AVG || agg == AGG_MEDIAN ||
           agg == AGG_RANGE;
}

static enum err settle_measure(const struct plan *p, struct spec_measure *m,
                               struct error *e)
{
    const struct schema_column *c;

    if (!m->column.n && m->agg == AGG_COUNT)
        return OK;
    if (find_column(p, m->column, &c, e))
        return e->code;
    if (takes_numbers(m->agg) && c->kind != COLUMN_NUMBER)
        return unlike("no numbers to reckon with are in column", m->column, e);
    m->column = c->name;
    m->view = c->view;
    m->round = m->agg == AGG_AVG;
    return OK;
}

static enum err settle_group(const struct plan *p, struct spec_group *g,
                             struct error *e)
{
    const struct schema_column *c;

    if (find_column(p, g->column, &c, e))
        return e->code;
    if (g->grain && c->kind != COLUMN_DATE)
        return unlike("no dates are in column", g->column, e);
    g->column = c->name;
    g->view = g->grain ? c->view : VIEW_CELL;
    return OK;
}

/* The value as it stands in the data, where all that occur are known. */
static enum err settle_value(const struct schema_column *c, struct arena *a,
                             struct str *value, struct error *e)
{
    struct str found;

    if (schema_find_value(c, *value, a, &found, e))
        return e->code;
    if (found.n)
        *value = found;
    else if (schema_knows_all(c))
        return unlike("in its column no row has the value", *value, e);
    return OK;
}

static bool is_equality(enum filter_op op)
{
    return op == FILTER_EQ || op == FILTER_NE || op == FILTER_IN ||
           op == FILTER_NOT_IN;
}

static enum err check_dates(const struct schema_column *c,
                            const struct spec_filter *f, struct error *e)
{
    if (f->op != FILTER_PERIOD && f->op != FILTER_MONTH)
        return OK;
    if (c->kind != COLUMN_DATE)
        return unlike("no dates are in column", c->name, e);
    if (f->n == 0 || (f->op == FILTER_PERIOD && f->n % 2))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a period has two values, the first day and the day "
                         "after the last; one of them may be empty");
    return OK;
}

static enum err settle_filter(const struct plan *p, struct spec_filter *f,
                              struct error *e)
{
    struct str *values = arena_alloc_array(p->a, f->n, sizeof(*values), e);
    const struct schema_column *c;

    if (!values || find_column(p, f->column, &c, e) || check_dates(c, f, e))
        return e->code;
    f->column = c->name;
    f->view = c->view;
    f->literal = LITERAL_TEXT;
    if (f->op == FILTER_MONTH || c->kind == COLUMN_NUMBER ||
        c->kind == COLUMN_ID)
        f->literal = LITERAL_NUMBER;
    else if (c->kind == COLUMN_BOOL)
        f->literal = LITERAL_BOOL;
    if ((f->op == FILTER_IN || f->op == FILTER_NOT_IN ||
         f->op == FILTER_CONTAINS) &&
        f->n == 0)
        return unlike("values are missing for column", c->name, e);
    for (size_t i = 0; i < f->n; i++) {
        values[i] = f->values[i];
        if (c->kind == COLUMN_TEXT && is_equality(f->op) &&
            settle_value(c, p->a, &values[i], e))
            return e->code;
    }
    f->values = values;
    return OK;
}

static enum err settle_order(const struct plan *p, struct query_spec *s,
                             struct error *e)
{
    const struct schema_column *c;

    if (s->kind != SPEC_ROWS) {
        s->order = s->order && s->n_measures ? ORDER_MEASURE : ORDER_NONE;
        s->order_column = (struct str){0};
        return OK;
    }
    if (s->order == ORDER_NONE)
        return OK;
    if (find_column(p, s->order_column, &c, e))
        return e->code;
    s->order = ORDER_COLUMN;
    s->order_column = c->name;
    return OK;
}

static enum err settle(const struct plan *p, struct query_spec *s,
                       struct error *e)
{
    enum err rc = OK;

    if ((s->kind == SPEC_AGGREGATE && s->n_measures + s->n_groups == 0) ||
        (s->kind == SPEC_COUNTED && s->n_groups == 0))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the plan has neither measures nor groups");
    s->table = p->table->sql;
    for (size_t i = 0; i < s->n_measures && !rc; i++)
        rc = settle_measure(p, &s->measures[i], e);
    for (size_t i = 0; i < s->n_groups && !rc; i++)
        rc = settle_group(p, &s->groups[i], e);
    for (size_t i = 0; i < s->n_filters && !rc; i++)
        rc = settle_filter(p, &s->filters[i], e);
    if (!rc && s->has_having)
        rc = settle_measure(p, &s->having.measure, e);
    return rc ? rc : settle_order(p, s, e);
}

static enum err take_spec(const struct plan *p, const struct json *j,
                          struct ask_result *out, struct error *e)
{
    const struct schema_table *t = p->table;
    struct str *names =
        arena_alloc_array(p->a, t->n_columns, sizeof(*names), e);
    struct compile_columns columns = {names, 0};
    const struct schema_column *misses = NULL;
    struct query_spec spec;
    struct str sql[2];

    if (!names || spec_read(j, p->a, &spec, e) || settle(p, &spec, e) ||
        derive_columns(t, &spec, &misses, e))
        return e->code;
    if (misses)
        return unlike("of all rows and not of each is the metric", misses->name,
                      e);
    for (size_t i = 0; i < t->n_columns; i++) {
        if (derive_is_there(&spec, &t->columns[i]))
            names[columns.n++] = t->columns[i].name;
    }
    if (spec_compile(&spec, &columns, p->a, sql, e))
        return e->code;
    out->spec = spec;
    out->sql = sql[0];
    out->tie_sql = sql[1];
    out->is_bare_sql = false;
    return OK;
}

static enum err take_sql(struct str sql, struct ask_result *out,
                         struct error *e)
{
    if (str_trim(sql).n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the plan has no SQL");
    out->spec = (struct query_spec){0};
    out->sql = str_trim(sql);
    out->tie_sql = (struct str){0};
    out->is_bare_sql = true;
    return OK;
}

enum err plan_read(const struct json *j, const struct ask_schema *s,
                   struct arena *a, struct ask_result *out, struct str *reason,
                   struct error *e)
{
    const struct json *plan = json_find(j, "plan");
    struct plan p = {.a = a};
    enum err rc;

    *reason = (struct str){0};
    if (json_is(plan, "none")) {
        *reason = str_slice(json_text(json_find(j, "reason")), 0, REASON_BYTES);
        if (!reason->n)
            *reason = STR("it gave none");
        return OK;
    }
    rc = find_table(s, json_text(json_find(j, "table")), &p, e);
    if (rc)
        return rc;
    if (json_is(plan, "spec"))
        rc = take_spec(&p, json_find(j, "spec"), out, e);
    else if (json_is(plan, "sql"))
        rc = take_sql(json_text(json_find(j, "sql")), out, e);
    else
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "a plan is one of \"spec\", \"sql\" and \"none\"");
    if (rc)
        return rc;
    out->outcome = ASK_ANSWERABLE;
    out->by_model = true;
    out->table = p.at;
    out->n_candidates = 0;
    out->lacks_type = false;
    return OK;
}

enum err plan_of_spec(const struct json *spec, const struct ask_schema *s,
                      struct arena *a, struct ask_result *out, struct error *e)
{
    struct plan p = {.a = a};
    enum err rc = find_table(s, json_text(json_find(spec, "table")), &p, e);

    *out = (struct ask_result){.language = out->language};
    if (!rc)
        rc = take_spec(&p, spec, out, e);
    if (rc)
        return rc;
    out->outcome = ASK_ANSWERABLE;
    out->table = p.at;
    return OK;
}
