#include "ask/llm_planner/metric_spec.h"

#include "ask/link/civil.h"
#include "ask/link/recall.h"
#include "base/jsonw.h"

#define SPEC_BYTES ((size_t)1 << 20)
#define NAME_SHOWN 60
#define MAX_NAMES  100
#define MAX_UNITS  1000

struct making {
    const struct json *j;
    const struct schema_table *table;
    const struct schema_column *metric;
    struct str dates;                  /* a column; empty: it needs none */
    struct str newest;                 /* day of it */
    const struct schema_column *banks; /* NULL: none are named */
    const struct str *names;           /* names[n], as the data has them */
    size_t n;
    struct str from; /* first day; empty: open */
    struct str to;   /* the day after the last; empty: open */
    const char *unit;
    uint64_t count; /* of a window back from the newest date; 0: none is */
    struct arena *a;
};

static enum err refuse(const char *what, struct str name, struct error *e)
{
    (void)error_set(e, ERR_VALIDATION_FAILED, "query_spec: %s '%.*s'", what,
                    STR_FMT(str_slice(name, 0, NAME_SHOWN)));
    return ERR_VALIDATION_FAILED;
}

static const struct json *member(const struct json *j, const char *name)
{
    const struct json *m = json_find(j, name);

    return m && m->type != JSON_NULL ? m : NULL;
}

bool metric_spec_is(const struct json *j)
{
    return member(j, "metric") != NULL;
}

struct str metric_spec_chart(const struct json *j)
{
    return metric_spec_is(j) ? json_text(member(j, "visualization_type"))
                             : (struct str){0};
}

static bool is_one_of(struct str word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_is(word, words[i]))
            return true;
    }
    return false;
}

static enum err check_members(const struct json *j, struct error *e)
{
    static const char *const known[] = {
        "metric",      "bank_names",         "time_range",
        "granularity", "visualization_type", "aggregation"};
    static const char *const grains[] = {"day", "week", "month", "quarter",
                                         "year"};
    static const char *const charts[] = {"line", "bar", "table"};
    static const char *const aggs[] = {"avg", "sum", "median", "min", "max"};
    const struct json *grain = member(j, "granularity");
    const struct json *chart = member(j, "visualization_type");
    const struct json *agg = member(j, "aggregation");

    for (const struct json *m = j->first; m; m = m->next) {
        if (!is_one_of(m->key, known, COUNT_OF(known)))
            return refuse("with 'metric', this member is not allowed:", m->key,
                          e);
    }
    if (grain && !is_one_of(json_text(grain), grains, COUNT_OF(grains)))
        return refuse("granularity is day, week, month, quarter or year, not",
                      json_text(grain), e);
    if (chart && !is_one_of(json_text(chart), charts, COUNT_OF(charts)))
        return refuse("visualization_type is line, bar or table, not",
                      json_text(chart), e);
    if (agg && !is_one_of(json_text(agg), aggs, COUNT_OF(aggs)))
        return refuse("aggregation is avg, sum, median, min or max, not",
                      json_text(agg), e);
    return OK;
}

/* ---- the column ---- */

static bool same_words(const struct words *a, const struct words *b)
{
    bool same = a->n == b->n && a->n > 0;

    for (size_t i = 0; same && i < a->n; i++)
        same = str_eq(a->word[i].stem, b->word[i].stem);
    return same;
}

/* Another name of it, or with `value` of one of its values. */
static bool is_alias(const struct schema_column *c, const struct words *w,
                     struct str *value)
{
    for (size_t i = 0; i < c->n_aliases; i++) {
        if ((c->aliases[i].value.n > 0) == (value != NULL) &&
            same_words(&c->aliases[i].words, w)) {
            if (value)
                *value = c->aliases[i].value;
            return true;
        }
    }
    return false;
}

/* 2: its own name, 1: another name, 0: neither. */
static int called(const struct schema_column *c, struct str name,
                  const struct words *w)
{
    if (str_eq_nocase(c->name, name))
        return 2;
    return is_alias(c, w, NULL) || same_words(&c->words, w);
}

static enum err find_metric(struct making *m, const struct ask_schema *s,
                            struct error *e)
{
    const struct str name = json_text(member(m->j, "metric"));
    struct words w;
    int best = 0;
    size_t n = 0;

    if (words_cut(name, WORDS_TEXT, m->a, &w, e))
        return e->code;
    for (size_t t = 0; t < s->n_tables; t++) {
        for (size_t i = 0; i < s->tables[t].n_columns; i++) {
            const struct schema_column *c = &s->tables[t].columns[i];
            int how = called(c, name, &w);

            if (how == 0 || how < best)
                continue;
            n = how > best ? 1 : n + 1;
            best = how;
            m->table = &s->tables[t];
            m->metric = c;
        }
    }
    if (n == 0)
        return refuse("no table has the metric", name, e);
    if (n > 1)
        return refuse("several columns are called", name, e);
    return m->metric->empty
               ? refuse("no row has a value of the metric", name, e)
               : OK;
}

/* ---- the banks ---- */

/* The value of the column that is called so; empty: it has none. */
static enum err find_value(const struct making *m,
                           const struct schema_column *c, struct str name,
                           struct str *out, struct error *e)
{
    struct words w;

    if (schema_find_value(c, name, m->a, out, e) || out->n)
        return e->code;
    if (words_cut(name, WORDS_TEXT, m->a, &w, e))
        return e->code;
    (void)is_alias(c, &w, out);
    return OK;
}

static enum err has_all(const struct making *m, const struct schema_column *c,
                        const struct json *list, struct str *names, bool *all,
                        struct error *e)
{
    size_t n = 0;

    *all = c->kind == COLUMN_TEXT && !c->formula.n;
    for (const struct json *j = list->first; j && *all; j = j->next) {
        struct str found = {0};

        if (find_value(m, c, json_text(j), &found, e))
            return e->code;
        names[n++] = found;
        *all = found.n > 0;
    }
    return OK;
}

static enum err find_banks(struct making *m, struct error *e)
{
    const struct json *list = member(m->j, "bank_names");
    struct str *names;
    size_t columns = 0;
    bool all;

    if (!list || (list->type == JSON_ARRAY && list->count == 0))
        return OK;
    if (list->type != JSON_ARRAY || list->count > MAX_NAMES)
        return refuse("bank_names is a list of up to 100 names", STR(""), e);
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];

        names = arena_alloc_array(m->a, list->count, sizeof(*names), e);
        if (!names || has_all(m, c, list, names, &all, e))
            return e->code;
        if (!all)
            continue;
        columns++;
        m->banks = c;
        m->names = names;
        m->n = list->count;
    }
    if (columns == 0)
        return refuse("no column has all of bank_names; the first is",
                      json_text(list->first), e);
    return columns == 1 ? OK
                        : refuse("several columns have the bank_names, as",
                                 m->banks->name, e);
}

/* ---- the time ---- */

static enum err find_dates(struct making *m, struct error *e)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];

        if (c->kind != COLUMN_DATE)
            continue;
        if (m->dates.n)
            return refuse("several columns have dates, as", c->name, e);
        m->dates = c->name;
        m->newest = c->max;
    }
    return m->dates.n ? OK : refuse("no dates are in table", m->table->name, e);
}

static enum err read_number(const struct json *range, const char *name,
                            uint64_t most, uint64_t *n, struct error *e)
{
    const struct json *j = member(range, name);

    *n = 0;
    if (j && json_read_u64(j, name, most, n, e))
        return e->code;
    return *n ? OK
              : error_set(e, ERR_VALIDATION_FAILED,
                          "query_spec: this time_range wants '%s', 1 to %llu",
                          name, (unsigned long long)most);
}

static enum err take_last(struct making *m, const struct json *range,
                          struct str type, struct error *e)
{
    static const struct {
        const char *type;
        const char *unit;
        int months, days;
    } units[] = {{"last_n_days", "day", 0, 1},
                 {"last_n_weeks", "week", 0, 7},
                 {"last_n_months", "month", 1, 0},
                 {"last_n_quarters", "quarter", 3, 0},
                 {"last_n_years", "year", 12, 0}};
    struct civil newest;
    size_t i = 0;

    while (i < COUNT_OF(units) && !str_is(type, units[i].type))
        i++;
    if (i == COUNT_OF(units))
        return refuse("time_range has no type", type, e);
    if (!civil_read(m->newest, &newest) || newest.year <= MAX_UNITS)
        return refuse("no days are in column", m->dates, e);
    if (read_number(range, "n", MAX_UNITS, &m->count, e))
        return e->code;
    m->unit = units[i].unit;
    return civil_write(civil_window_start(newest,
                                          (int)m->count * units[i].months,
                                          (int)m->count * units[i].days),
                       m->a, &m->from, e);
}

static enum err take_day(const struct json *range, const char *name, int later,
                         struct arena *a, struct str *out, struct error *e)
{
    const struct json *j = member(range, name);
    struct civil day;

    if (!j)
        return OK;
    if (!civil_read(json_text(j), &day) || day.day == 0 || !civil_valid(day))
        return refuse("a day is YYYY-MM-DD, not", json_text(j), e);
    return civil_write(civil_add_days(day, later), a, out, e);
}

static enum err take_year(struct making *m, const struct json *range,
                          struct error *e)
{
    uint64_t year;

    if (read_number(range, "year", 9998, &year, e) ||
        civil_write((struct civil){(int)year, 1, 1}, m->a, &m->from, e))
        return e->code;
    return civil_write((struct civil){(int)year + 1, 1, 1}, m->a, &m->to, e);
}

static enum err take_range(struct making *m, struct error *e)
{
    const struct json *range = member(m->j, "time_range");
    const struct str type = json_text(member(range, "type"));
    const bool is_all = !range || str_is(type, "all");
    enum err rc = OK;

    if (member(m->j, "granularity") || !is_all)
        rc = find_dates(m, e);
    if (rc || is_all)
        return rc;
    if (str_is(type, "year"))
        return take_year(m, range, e);
    if (!str_is(type, "between_dates"))
        return take_last(m, range, type, e);
    rc = take_day(range, "start_date", 0, m->a, &m->from, e);
    if (!rc)
        rc = take_day(range, "end_date", 1, m->a, &m->to, e);
    return !rc && !m->from.n && !m->to.n
               ? refuse("between_dates wants start_date, end_date, not",
                        STR("null"), e)
               : rc;
}

/* ---- the spec ---- */

static void write_group(struct str column, struct str grain, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "column", column);
    jsonw_member_text(w, "grain", grain);
    jsonw_end_object(w);
}

static void write_groups(const struct making *m, struct jsonw *w)
{
    const struct json *grain = member(m->j, "granularity");

    jsonw_key(w, "group_by");
    jsonw_begin_array(w);
    if (m->n > 1)
        write_group(m->banks->name, (struct str){0}, w);
    if (grain)
        write_group(m->dates, json_text(grain), w);
    jsonw_end_array(w);
}

static void write_filter(struct str column, const char *op,
                         const struct str *values, size_t n, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "column", column);
    jsonw_member_cstr(w, "op", op);
    jsonw_key(w, "values");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(w, values[i].n ? values[i] : STR(""));
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static void write_filters(const struct making *m, struct jsonw *w)
{
    const struct str days[2] = {m->from, m->to};

    jsonw_key(w, "filters");
    jsonw_begin_array(w);
    if (m->from.n || m->to.n)
        write_filter(m->dates, "period", days, 2, w);
    if (m->n)
        write_filter(m->banks->name, m->n == 1 ? "=" : "in", m->names, m->n, w);
    jsonw_end_array(w);
}

static void write_window(const struct making *m, struct jsonw *w)
{
    jsonw_key(w, "window");
    jsonw_begin_object(w);
    jsonw_member_str(w, "column", m->dates);
    jsonw_member_cstr(w, "unit", m->unit);
    jsonw_member_u64(w, "count", m->count);
    jsonw_member_str(w, "newest", str_slice(m->newest, 0, 10));
    jsonw_end_object(w);
}

static void write_spec(const struct making *m, struct jsonw *w)
{
    const struct json *said = member(m->j, "aggregation");
    const enum agg usual =
        m->metric->aggregation != AGG_NONE ? m->metric->aggregation : AGG_AVG;
    const struct str agg = said ? json_text(said) : str_from(agg_name(usual));

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "kind", "aggregate");
    jsonw_member_str(w, "table", m->table->sql);
    jsonw_key(w, "measures");
    jsonw_begin_array(w);
    jsonw_begin_object(w);
    jsonw_member_str(w, "agg", agg);
    jsonw_member_str(w, "column", m->metric->name);
    jsonw_member_bool(w, "round", str_is(agg, "avg"));
    jsonw_end_object(w);
    jsonw_end_array(w);
    write_groups(m, w);
    write_filters(m, w);
    if (m->count)
        write_window(m, w);
    jsonw_end_object(w);
}

enum err metric_spec_read(const struct json *j, const struct ask_schema *s,
                          struct arena *a, const struct json **out,
                          struct error *e)
{
    struct making m = {.j = j, .a = a};
    struct json *spec = NULL;
    struct jsonw w;
    struct buf text;
    struct str kept;
    enum err rc = check_members(j, e);

    if (!rc)
        rc = find_metric(&m, s, e);
    BUG_ON(!rc && !m.table);
    if (!rc)
        rc = find_banks(&m, e);
    if (!rc)
        rc = take_range(&m, e);
    if (rc)
        return rc;
    buf_init(&text, SPEC_BYTES);
    jsonw_init(&w, &text);
    write_spec(&m, &w);
    rc = buf_dup(&text, a, &kept, e);
    buf_release(&text);
    if (!rc)
        rc = json_parse(kept, &json_default_limits, a, &spec, e);
    *out = spec;
    return rc;
}
