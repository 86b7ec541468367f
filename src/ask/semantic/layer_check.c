#include "ask/semantic/layer_check.h"

#include "ask/semantic/layer.h"
#include "ask/spec/formula.h"
#include "tables/base_tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_BYTES   ((size_t)1 << 30)
#define PROBLEM_BYTES 400

/* What an entry says, as a tree. */
struct said {
    const struct json *payload;
};

struct checking {
    struct ask_schema *schema;
    const struct semantic_entries *entries;
    struct said *said; /* said[entries->n] */
    size_t at;         /* the entry that is looked at */
    struct jsonw *w;
    size_t problems;
    struct arena *a;
};

/* ---- what is reported ---- */

/* The line of the entry's field, or else of the entry. */
static uint64_t line_of(const struct checking *c, const char *field)
{
    const struct semantic_entry *entry = &c->entries->list[c->at];
    struct error ignored;
    struct json *lines = NULL;
    uint64_t line = entry->line;

    if (json_parse(entry->lines, &json_default_limits, c->a, &lines,
                   &ignored) == OK &&
        json_find(lines, field))
        (void)!json_read_u64(json_find(lines, field), "line", UINT32_MAX, &line,
                             &ignored);
    return line;
}

PRINTF_LIKE(3)
static void problem(struct checking *c, const char *field, const char *fmt, ...)
{
    const struct semantic_entry *entry = &c->entries->list[c->at];
    char text[PROBLEM_BYTES];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    c->problems++;
    jsonw_begin_object(c->w);
    jsonw_member_text(c->w, "file", entry->file);
    jsonw_member_u64(c->w, "line", line_of(c, field));
    jsonw_member_cstr(c->w, "collection",
                      semantic_collection_name(entry->collection));
    jsonw_member_str(c->w, "name", entry->name);
    jsonw_member_cstr(c->w, "problem", text);
    jsonw_end_object(c->w);
}

/* ---- notes ---- */

enum held { HELD_ANYTHING, HELD_NUMBER, HELD_DATE, HELD_TEXT, HELD_BOOL };

/* What a type is about, whatever database its name comes from. */
static enum held held_by(struct str type)
{
    static const struct {
        const char *begins;
        enum held held;
    } types[] = {{"int", HELD_NUMBER},     {"bigint", HELD_NUMBER},
                 {"float", HELD_NUMBER},   {"double", HELD_NUMBER},
                 {"decimal", HELD_NUMBER}, {"num", HELD_NUMBER},
                 {"real", HELD_NUMBER},    {"date", HELD_DATE},
                 {"timestamp", HELD_DATE}, {"text", HELD_TEXT},
                 {"string", HELD_TEXT},    {"varchar", HELD_TEXT},
                 {"char", HELD_TEXT},      {"bool", HELD_BOOL}};

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        struct str begins = str_from(types[i].begins);

        if (str_eq_nocase(str_slice(type, 0, begins.n), begins))
            return types[i].held;
    }
    return HELD_ANYTHING;
}

static enum held holds(const struct schema_column *c)
{
    static const enum held of[] = {
        [COLUMN_TEXT] = HELD_TEXT,   [COLUMN_NUMBER] = HELD_NUMBER,
        [COLUMN_DATE] = HELD_DATE,   [COLUMN_BOOL] = HELD_BOOL,
        [COLUMN_ID] = HELD_ANYTHING, [COLUMN_OTHER] = HELD_ANYTHING};

    return c->empty ? HELD_ANYTHING : of[c->kind];
}

static void check_type(struct checking *c, const struct json *note,
                       const struct schema_column *column)
{
    static const char *const words[] = {[HELD_ANYTHING] = "anything",
                                        [HELD_NUMBER] = "numbers",
                                        [HELD_DATE] = "dates",
                                        [HELD_TEXT] = "text",
                                        [HELD_BOOL] = "yes or no"};
    enum held said = held_by(json_text(json_find(note, "data_type")));
    enum held is = holds(column);

    if (said != HELD_ANYTHING && is != HELD_ANYTHING && said != is)
        problem(c, "data_type", "the column holds %s, not %s", words[is],
                words[said]);
}

static void check_nulls(struct checking *c, const struct json *note,
                        const struct schema_table *t,
                        const struct schema_column *column)
{
    const struct json *nullable = json_find(note, "is_nullable");

    if (nullable && nullable->type == JSON_FALSE && column->non_null < t->rows)
        problem(c, "is_nullable", "%llu rows have no value",
                (unsigned long long)(t->rows - column->non_null));
}

static void check_range(struct checking *c, const struct json *note,
                        const struct schema_column *column)
{
    struct semantic_range r =
        semantic_range_read(json_find(note, "typical_range"));

    if (column->kind != COLUMN_NUMBER || !column->min.n || !column->max.n)
        return;
    if ((r.has_min && strtod(column->min.p, NULL) < r.min) ||
        (r.has_max && strtod(column->max.p, NULL) > r.max))
        problem(c, "typical_range",
                "values reach from %.*s to %.*s, outside of the range",
                STR_FMT(column->min), STR_FMT(column->max));
}

static void check_values(struct checking *c, const struct json *note,
                         const struct schema_column *column)
{
    const struct json *values = json_find(note, "value_synonyms");

    if (!column->complete)
        return;
    for (const struct json *v = values ? values->first : NULL; v; v = v->next) {
        size_t i = 0;

        while (i < column->n_values && !str_eq(column->values[i], v->key))
            i++;
        if (i == column->n_values)
            problem(c, "value_synonyms", "the column has no value '%.*s'",
                    STR_FMT(v->key));
    }
}

static void check_note_of(struct checking *c, const struct json *note,
                          const struct schema_table *t)
{
    struct str name = json_text(json_find(note, "column_name"));
    struct str part_of = json_text(json_find(note, "part_of"));
    const struct schema_column *column = schema_find_column(t, name);

    if (!column) {
        problem(c, "column_name", "table '%.*s' has no column '%.*s'",
                STR_FMT(t->name), STR_FMT(name));
        return;
    }
    if (part_of.n && !schema_find_column(t, part_of))
        problem(c, "part_of", "table '%.*s' has no column '%.*s'",
                STR_FMT(t->name), STR_FMT(part_of));
    check_type(c, note, column);
    check_nulls(c, note, t, column);
    check_range(c, note, column);
    check_values(c, note, column);
}

/* Of a table that is named, there; without a name, wherever the column is. */
static void check_note(struct checking *c, const struct json *note)
{
    const struct ask_schema *s = c->schema;
    struct str table = json_text(json_find(note, "table_name"));
    struct str column = json_text(json_find(note, "column_name"));
    size_t found = 0;

    for (size_t i = 0; i < s->n_tables; i++) {
        const struct schema_table *t = &s->tables[i];

        if (!semantic_is_of(note, t) ||
            (table.n == 0 && !schema_find_column(t, column)))
            continue;
        check_note_of(c, note, t);
        found++;
    }
    if (found == 0 && table.n)
        problem(c, "table_name", "the base has no table '%.*s'",
                STR_FMT(table));
    else if (found == 0)
        problem(c, "column_name", "no table has a column '%.*s'",
                STR_FMT(column));
}

/* ---- metrics ---- */

/* How many tables have the column, and the last of them. */
static size_t find_anywhere(const struct checking *c, struct str name,
                            const struct schema_column **out)
{
    size_t n = 0;

    for (size_t i = 0; i < c->schema->n_tables; i++) {
        const struct schema_column *found =
            schema_find_column(&c->schema->tables[i], name);

        n += found != NULL;
        *out = found ? found : *out;
    }
    return n;
}

/* Each column of a list must be somewhere; returns one of them. */
static const struct schema_column *check_columns(struct checking *c,
                                                 const struct json *metric,
                                                 const char *field)
{
    const struct json *list = json_find(metric, field);
    const struct schema_column *column = NULL;

    for (const struct json *n = list ? list->first : NULL; n; n = n->next) {
        if (find_anywhere(c, n->text, &column) == 0)
            problem(c, field, "no table has a column '%.*s'", STR_FMT(n->text));
    }
    return column;
}

static bool check_formula(struct checking *c, struct str text)
{
    struct error why;
    struct formula f;
    bool good = true;

    if (text.n == 0 || formula_parse(text, &f, &why))
        return false;
    for (size_t i = 0; i < f.n; i++) {
        const struct schema_column *column = NULL;

        if (f.node[i].op != FORMULA_COLUMN)
            continue;
        if (find_anywhere(c, f.node[i].text, &column) == 0)
            problem(c, "formula", "no table has a column '%.*s'",
                    STR_FMT(f.node[i].text));
        else if (column->kind != COLUMN_NUMBER && !column->empty)
            problem(c, "formula", "column '%.*s' holds no numbers",
                    STR_FMT(f.node[i].text));
        good &= column != NULL;
    }
    return good;
}

/* The same words for two metrics would always need clarification. */
static void check_alias(struct checking *c, struct str alias)
{
    for (size_t i = 0; i < c->at; i++) {
        const struct json *other = c->said[i].payload;
        const struct json *list = json_find(other, "aliases");

        if (c->entries->list[i].collection != SEMANTIC_METRICS)
            continue;
        for (const struct json *n = list ? list->first : NULL; n; n = n->next) {
            if (str_eq_nocase(n->text, alias))
                problem(c, "aliases", "'%.*s' is an alias of '%.*s', too",
                        STR_FMT(alias), STR_FMT(c->entries->list[i].name));
        }
    }
}

static void check_status(struct checking *c, const struct json *metric,
                         const struct schema_column *column)
{
    const struct json *status = json_find(metric, "data_status");

    if (column->empty && !json_is(status, "empty"))
        problem(c, "data_status", "column '%.*s' has no value in any row",
                STR_FMT(column->name));
    if (!column->empty && json_is(status, "empty"))
        problem(c, "data_status", "column '%.*s' has values by now",
                STR_FMT(column->name));
}

static void check_metric(struct checking *c, const struct json *metric)
{
    struct str name = json_text(json_find(metric, "metric_name"));
    struct str formula = json_text(json_find(metric, "formula"));
    const struct json *aliases = json_find(metric, "aliases");
    const struct schema_column *column =
        check_columns(c, metric, "preferred_columns");
    bool computed = check_formula(c, formula);

    (void)check_columns(c, metric, "requires");
    if (!column)
        (void)find_anywhere(c, name, &column);
    if (column)
        check_status(c, metric, column);
    else if (!computed && !json_is(json_find(metric, "data_status"), "empty"))
        problem(c, "metric_name",
                "nothing to measure: no column of it is there, and no formula "
                "that could be computed");
    for (const struct json *n = aliases ? aliases->first : NULL; n; n = n->next)
        check_alias(c, n->text);
}

/* ---- all of it ---- */

/* A table with notes that has columns without one: they came later. */
static void write_new_columns(const struct checking *c)
{
    jsonw_key(c->w, "new_columns");
    jsonw_begin_array(c->w);
    for (size_t i = 0; i < c->schema->n_tables; i++) {
        const struct schema_table *t = &c->schema->tables[i];
        struct str noted[SEMANTIC_MAX_TEXTS * 4];
        size_t n = 0;

        for (size_t k = 0; k < c->entries->n; k++) {
            if (c->entries->list[k].collection == SEMANTIC_SCHEMA &&
                semantic_is_of(c->said[k].payload, t) &&
                n < sizeof(noted) / sizeof(noted[0]))
                noted[n++] =
                    json_text(json_find(c->said[k].payload, "column_name"));
        }
        for (size_t k = 0; n > 0 && k < t->n_columns; k++) {
            size_t m = 0;

            while (m < n && !str_eq_nocase(noted[m], t->columns[k].name))
                m++;
            if (m < n)
                continue;
            jsonw_begin_object(c->w);
            jsonw_member_str(c->w, "table", t->name);
            jsonw_member_str(c->w, "column", t->columns[k].name);
            jsonw_end_object(c->w);
        }
    }
    jsonw_end_array(c->w);
}

/* The tables of the base; what is no table is not looked at. */
static enum err read_tables(struct tables *t, struct str base, struct arena *a,
                            struct ask_schema *s, struct error *e)
{
    struct base_tables list;
    enum err rc = base_tables_list(t, base, SCHEMA_MAX_TABLES, a, &list, e);

    for (size_t i = 0; !rc && i < list.n; i++) {
        const struct table_source source = {.path = list.paths[i]};
        struct error why = {0};
        struct json *profile;
        struct str text;

        if (table_get_profile(t, &source, a, &text, &why)) {
            if (why.of_machine || why.code == ERR_TIMEOUT) {
                *e = why;
                return why.code;
            }
            continue;
        }
        rc = json_parse(text, &json_default_limits, a, &profile, e);
        if (!rc)
            rc = schema_add(s, list.paths[i], STR("data"), profile, a, e);
    }
    return rc;
}

static enum err parse_payloads(struct checking *c, struct error *e)
{
    const struct semantic_entries *list = c->entries;
    enum err rc = OK;

    c->said = arena_alloc_array(c->a, list->n, sizeof(*c->said), e);
    if (!c->said)
        return e->code;
    for (size_t i = 0; i < list->n && !rc; i++) {
        struct json *payload = NULL;

        rc = json_parse(list->list[i].payload, &json_default_limits, c->a,
                        &payload, e);
        c->said[i].payload = payload;
    }
    return rc;
}

static void check_all(struct checking *c, struct str base)
{
    jsonw_begin_object(c->w);
    jsonw_member_str(c->w, "base", base);
    jsonw_member_u64(c->w, "entries", c->entries->n);
    jsonw_member_u64(c->w, "tables", c->schema->n_tables);
    jsonw_key(c->w, "problems");
    jsonw_begin_array(c->w);
    for (c->at = 0; c->at < c->entries->n; c->at++) {
        if (c->entries->list[c->at].collection == SEMANTIC_SCHEMA)
            check_note(c, c->said[c->at].payload);
        else if (c->entries->list[c->at].collection == SEMANTIC_METRICS)
            check_metric(c, c->said[c->at].payload);
    }
    jsonw_end_array(c->w);
    write_new_columns(c);
    jsonw_end_object(c->w);
}

enum err semantic_check(struct tables *t, struct str base, struct jsonw *w,
                        size_t *problems, struct error *e)
{
    struct semantic_entries entries = {0};
    struct arena a;
    struct checking c = {.entries = &entries, .w = w, .a = &a};
    enum err rc;

    arena_init(&a, CHECK_BYTES);
    c.schema = arena_alloc(&a, sizeof(*c.schema), e);
    if (!c.schema) {
        arena_release(&a);
        return e->code;
    }
    rc = semantic_entries_of(t, base, &a, &entries, e);
    if (!rc)
        rc = read_tables(t, base, &a, c.schema, e);
    if (!rc)
        rc = parse_payloads(&c, e);
    if (!rc)
        check_all(&c, base);
    *problems = c.problems;
    arena_release(&a);
    return rc;
}
