#include "ask/llm_planner/llm_plan.h"

#include "ask/derive.h"
#include "ask/link/recall.h"
#include "ask/llm_planner/metric_spec.h"
#include "ask/spec/compile.h"
#include "base/utf8.h"

#define REASON_BYTES 300
#define NAME_SHOWN   60

/* What a plan is held against. */
struct plan {
    const struct schema_table *table;
    size_t at; /* of it in the schema */
    struct arena *a;
    const struct query_spec *spec; /* of an answer, perhaps changed: what it
                                      says of views and types holds; NULL: a
                                      model knows of neither */
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

/* A column that the spec makes with a formula, as an answer's may. */
static bool is_derived(const struct plan *p, struct str name)
{
    for (size_t i = 0; p->spec && i < p->spec->n_derived; i++) {
        if (str_eq(p->spec->derived[i].name, name))
            return true;
    }
    return false;
}

/* The column of a name, if it is not empty or derived; *name is then as the table has it. */
static enum err settle_name(const struct plan *p, struct str *name,
                            const struct schema_column **out, struct error *e)
{
    *out = NULL;
    if (!name->n || is_derived(p, *name))
        return OK;
    if (find_column(p, *name, out, e))
        return e->code;
    *name = (*out)->name;
    return OK;
}

/* May cells of the column be seen so? Dates and times of day need their type,
 * the rest is read of any text. */
static enum err check_view(const struct schema_column *c, enum spec_view view,
                           struct error *e)
{
    if (view >= VIEW_WEEKDAY && c && c->kind != COLUMN_DATE && !c->clock)
        return unlike("no dates are in column", c->name, e);
    return OK;
}

static bool takes_numbers(enum agg agg)
{
    return agg == AGG_SUM || agg == AGG_AVG || agg == AGG_MEDIAN ||
           agg == AGG_RANGE || agg == AGG_STDDEV;
}

static enum err settle_measure(const struct plan *p, struct spec_measure *m,
                               struct error *e)
{
    const struct schema_column *c;
    bool cells = m->view == VIEW_CELL;

    if (m->agg == AGG_FORMULA && p->spec)
        return OK; /* the formula names its columns itself */
    if (!m->column.n && (m->agg == AGG_COUNT || m->agg == AGG_RUN))
        return OK;
    if (!m->column.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' needs a column in 'measures'", agg_name(m->agg));
    if (settle_name(p, &m->column, &c, e) || check_view(c, m->view, e))
        return e->code;
    if (takes_numbers(m->agg) && cells && c && c->kind != COLUMN_NUMBER)
        return unlike("there are no numbers in column", m->column, e);
    if (p->spec)
        return OK;
    m->view = c ? c->view : VIEW_CELL;
    m->round = m->agg == AGG_AVG;
    return OK;
}

static enum err settle_group(const struct plan *p, struct spec_group *g,
                             struct error *e)
{
    const struct schema_column *c;

    if (!g->column.n)
        return unlike("the table has no column", g->column, e);
    if (settle_name(p, &g->column, &c, e) || check_view(c, g->view, e))
        return e->code;
    if (!c || (p->spec && g->view != VIEW_CELL))
        return OK;
    if (g->grain && c->kind != COLUMN_DATE)
        return unlike("no dates are in column", g->column, e);
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
    if (c->kind != COLUMN_DATE && f->view == VIEW_CELL)
        return unlike("no dates are in column", c->name, e);
    if (f->n == 0 || (f->op == FILTER_PERIOD && f->n % 2))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a period has two values, the first day and the day "
                         "after the last; one of them may be empty");
    return OK;
}

/* How the values of a filter are written, where the spec does not say it. */
static enum literal literal_of(const struct schema_column *c,
                               const struct spec_filter *f)
{
    if (f->op == FILTER_MONTH || c->kind == COLUMN_NUMBER ||
        c->kind == COLUMN_ID)
        return LITERAL_NUMBER;
    return c->kind == COLUMN_BOOL ? LITERAL_BOOL : LITERAL_TEXT;
}

/* Values that are names of columns: of the same row, or averaged. */
static enum err settle_operands(const struct plan *p,
                                const struct spec_filter *f, struct str *values,
                                struct error *e)
{
    const struct schema_column *c;

    if (f->op > FILTER_GE)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a column or an average is compared with by =, !=, <, "
                         "<=, > or >=");
    for (size_t i = 0; i < f->n; i++) {
        if (!values[i].n)
            return unlike("the table has no column", values[i], e);
        if (settle_name(p, &values[i], &c, e))
            return e->code;
    }
    return OK;
}

/* The view and the type that the spec has not said; a period is of dates. */
static void complete_filter(const struct plan *p, const struct schema_column *c,
                            bool typed, struct spec_filter *f)
{
    bool days = f->op == FILTER_PERIOD || f->op == FILTER_MONTH;

    if (!p->spec || (days && f->view == VIEW_CELL))
        f->view = c->view;
    if (!p->spec || !typed)
        f->literal = literal_of(c, f);
}

static enum err settle_filter(const struct plan *p, bool typed,
                              struct spec_filter *f, struct error *e)
{
    struct str *values = arena_alloc_array(p->a, f->n, sizeof(*values), e);
    const struct schema_column *c;

    if (!values)
        return e->code;
    for (size_t i = 0; i < f->n; i++)
        values[i] = f->values[i];
    f->values = values;
    if ((f->op == FILTER_IN || f->op == FILTER_NOT_IN ||
         f->op == FILTER_CONTAINS) &&
        f->n == 0)
        return unlike("values are missing for column", f->column, e);
    if (!f->column.n)
        return unlike("the table has no column", f->column, e);
    if (settle_name(p, &f->column, &c, e) || check_view(c, f->view, e))
        return e->code;
    if (c && (check_dates(c, f, e)))
        return e->code;
    if (c)
        complete_filter(p, c, typed, f);
    if (f->literal == LITERAL_COLUMN || f->literal == LITERAL_AVERAGE)
        return settle_operands(p, f, values, e);
    for (size_t i = 0; c && i < f->n; i++) {
        if (c->kind == COLUMN_TEXT && is_equality(f->op) &&
            (f->view == VIEW_CELL || f->view == c->view) &&
            settle_value(c, p->a, &values[i], e))
            return e->code;
    }
    return OK;
}

/* Groups are in the order of the first measure, or of one of them. */
static enum err settle_group_order(struct query_spec *s, struct error *e)
{
    const struct str name = s->order_column;

    for (size_t i = 0; s->order == ORDER_COLUMN && i < s->n_groups; i++) {
        if (!name.n || str_eq_nocase(s->groups[i].column, name)) {
            s->order_column = name.n ? s->groups[i].column : name;
            return OK;
        }
    }
    if (s->order == ORDER_COLUMN && name.n &&
        !(s->n_measures && str_eq_nocase(s->measures[0].column, name)))
        return unlike("groups are ordered by the first measure or by a column "
                      "of 'group_by', and not by",
                      name, e);
    if (s->order == ORDER_FILE)
        return OK;
    s->order = s->order && s->n_measures ? ORDER_MEASURE : ORDER_NONE;
    s->order_column = (struct str){0};
    return OK;
}

static enum err settle_order(const struct plan *p, struct query_spec *s,
                             struct error *e)
{
    const struct schema_column *c;

    if (s->kind != SPEC_ROWS)
        return settle_group_order(s, e);
    if (s->order == ORDER_NONE || (p->spec && s->order == ORDER_FILE))
        return OK;
    if (!s->order_column.n)
        return unlike("the table has no column", s->order_column, e);
    s->order = ORDER_COLUMN;
    return settle_name(p, &s->order_column, &c, e);
}

/* The columns of what only an answer's spec has. */
static enum err settle_places(const struct plan *p, struct query_spec *s,
                              struct error *e)
{
    const struct schema_column *c;

    if (settle_name(p, &s->step.column, &c, e) ||
        check_view(c, s->step.view, e) ||
        settle_name(p, &s->compare.column, &c, e))
        return e->code;
    return check_view(c, s->compare.view, e);
}

static enum err settle(const struct plan *p, const struct json *j,
                       struct query_spec *s, struct error *e)
{
    const struct json *filters = json_find(j, "filters");
    const struct json *filter = filters ? filters->first : NULL;
    enum err rc = OK;

    if ((s->kind == SPEC_AGGREGATE && s->n_measures + s->n_groups == 0 &&
         !s->compare.kind) ||
        (s->kind == SPEC_COUNTED && s->n_groups == 0))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the plan has neither measures nor groups");
    s->table = p->table->sql;
    for (size_t i = 0; i < s->n_measures && !rc; i++)
        rc = settle_measure(p, &s->measures[i], e);
    for (size_t i = 0; i < s->n_groups && !rc; i++)
        rc = settle_group(p, &s->groups[i], e);
    for (size_t i = 0; i < s->n_filters && !rc; i++) {
        BUG_ON(!filter); /* spec_read() made one of each */
        rc = settle_filter(p, json_find(filter, "type") != NULL, &s->filters[i],
                           e);
        filter = filter->next;
    }
    if (!rc && s->has_having)
        rc = settle_measure(p, &s->having.measure, e);
    if (!rc && p->spec)
        rc = settle_places(p, s, e);
    return rc ? rc : settle_order(p, s, e);
}

/* Columns of the table that have a formula are derived anew. */
static void forget_derived(const struct schema_table *t, struct query_spec *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_derived; i++) {
        bool known = false;

        for (size_t k = 0; k < t->n_columns; k++)
            known |= str_eq(t->columns[k].name, s->derived[i].name);
        if (!known)
            s->derived[kept++] = s->derived[i];
    }
    s->n_derived = kept;
}

/* Of a model only what its shape has is taken, of a person all. */
static enum err read_spec(struct plan *p, const struct json *j,
                          struct query_spec *spec, struct error *e)
{
    if (spec_read(j, p->a, spec, e))
        return e->code;
    if (p->spec) {
        forget_derived(p->table, spec);
        p->spec = spec;
        return OK;
    }
    spec->n_joins = spec->n_derived = 0;
    spec->step = (struct spec_step){0};
    spec->compare = (struct spec_compare){0};
    spec->change = (struct spec_change){0};
    return OK;
}

static enum err take_spec(struct plan p, const struct json *j,
                          struct ask_result *out, struct error *e)
{
    const struct schema_table *t = p.table;
    struct str *names = arena_alloc_array(p.a, t->n_columns, sizeof(*names), e);
    struct compile_columns columns = {names, 0};
    const struct schema_column *misses = NULL;
    struct query_spec spec;
    struct str sql[2];

    if (!names || read_spec(&p, j, &spec, e) || settle(&p, j, &spec, e) ||
        derive_columns(t, &spec, &misses, e))
        return e->code;
    if (misses)
        return unlike("of all rows and not of each is the metric", misses->name,
                      e);
    for (size_t i = 0; i < t->n_columns; i++) {
        if (derive_is_there(&spec, &t->columns[i]))
            names[columns.n++] = t->columns[i].name;
    }
    if (spec_compile(&spec, &columns, p.a, sql, e))
        return e->code;
    out->spec = spec;
    out->sql = sql[0];
    out->tie_sql = sql[1];
    out->is_bare_sql = false;
    return OK;
}

struct str plan_reason(const struct json *j)
{
    struct str said = str_trim(json_text(json_find(j, "reason")));

    said = str_slice(said, 0, REASON_BYTES);
    said.n = utf8_valid_prefix(said);
    return said;
}

/* The table that a plan says, by its name or by what SQL calls it. */
static enum err find_shown(const struct plan_context *c, struct str said,
                           struct plan *p, struct error *e)
{
    for (size_t i = 0; said.n && i < c->tables->n; i++) {
        if (!str_eq_nocase(c->tables->sql[i], said))
            continue;
        p->at = c->tables->table[i];
        p->table = &c->schema->tables[p->at];
        return OK;
    }
    return find_table(c->schema, said, p, e);
}

/* One of the program's own readings: a plan of the model as any other, that no
 * confidence was measured for. */
static enum err take_reading(const struct plan_context *c, uint64_t number,
                             struct ask_result *out, struct error *e)
{
    if (number == 0 || number > c->n_readings)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "there is no reading %llu of %zu",
                         (unsigned long long)number, c->n_readings);
    *out = c->readings[number - 1];
    out->by_model = true;
    out->by_parser = false;
    out->confidence = 0;
    return OK;
}

/* What the model chose, as what is to be run. */
static enum err take_plan(const struct json *j, const struct plan_context *c,
                          struct arena *a, struct ask_result *out,
                          struct error *e)
{
    const struct str said = json_text(json_find(j, "table"));
    const struct json *plan = json_find(j, "plan");
    uint64_t number = 0;
    const struct plan_sql sql = {c->schema, c->tables, said,
                                 json_text(json_find(j, "sql"))};
    struct plan p = {.a = a};

    if (json_is(plan, "reading"))
        return json_read_u64(json_find(j, "reading"), "reading", UINT32_MAX,
                             &number, e)
                   ? e->code
                   : take_reading(c, number, out, e);
    if (json_is(plan, "sql"))
        return plan_sql_read(&sql, a, out, e);
    if (!json_is(plan, "spec"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a plan is one of \"reading\", \"spec\", \"sql\" and "
                         "\"none\"");
    if (find_shown(c, said, &p, e) ||
        take_spec(p, json_find(j, "spec"), out, e))
        return e->code;
    out->table = p.at;
    return OK;
}

enum err plan_read(const struct json *j, const struct plan_context *c,
                   struct arena *a, struct ask_result *out, struct str *reason,
                   struct error *e)
{
    struct ask_result taken = {
        .outcome = ASK_ANSWERABLE, .language = out->language, .by_model = true};

    *reason = (struct str){0};
    if (json_is(json_find(j, "plan"), "none")) {
        *reason = plan_reason(j);
        if (!reason->n)
            *reason = STR("it gave none");
        return OK;
    }
    if (take_plan(j, c, a, &taken, e))
        return e->code;
    *out = taken;
    return OK;
}

/* The table of a spec: of several that are called so in SQL the one that has
 * its columns. */
static enum err spec_of_table(const struct json *spec,
                              const struct ask_schema *s, struct arena *a,
                              struct ask_result *out, struct error *e)
{
    const struct query_spec none = {0};
    struct str name = json_text(json_find(spec, "table"));
    struct plan p = {.a = a, .spec = &none};
    struct error why;
    size_t found = 0;

    if (find_table(s, name, &p, e))
        return e->code;
    for (size_t i = p.at; i < s->n_tables; i++) {
        struct ask_result of = *out;

        if (i > p.at && !str_eq(s->tables[i].sql, name))
            continue;
        p.table = &s->tables[i];
        if (take_spec(p, spec, &of, found || i > p.at ? &why : e))
            continue;
        if (found++)
            return unlike("there are several tables", name, e);
        *out = of;
        out->table = i;
    }
    return found ? OK : e->code;
}

enum err plan_of_spec(const struct json *spec, const struct ask_schema *s,
                      struct arena *a, struct ask_result *out, struct error *e)
{
    const struct json *joins = json_find(spec, "joins");
    enum err rc = OK;

    if (metric_spec_is(spec))
        rc = metric_spec_read(spec, s, a, &spec, e);
    else if (joins && joins->count)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "a query spec with 'joins' cannot be run again; ask "
                       "its question");
    *out = (struct ask_result){.language = out->language};
    if (!rc)
        rc = spec_of_table(spec, s, a, out, e);
    if (!rc)
        out->outcome = ASK_ANSWERABLE;
    return rc;
}
