#include "search/documents/table_config.h"

#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>

#define CONFIG_BYTES   ((size_t)16 * 1024 * 1024)
#define SHOWN_COLUMNS  12 /* in the description */
#define MAX_GROUPS     50 /* values of a column that is worth grouping by */
#define QUESTION_BYTES 256
#define MAX_TABLES     200 /* of a workbook that are listed */

/* The answers of the tools about one table. */
struct known {
    struct str name;
    const struct json *description; /* table_describe() */
    const struct json *stats;       /* table_stats() */
    const struct json *tables;      /* of its map, where there are several */
};

static const struct json *columns_of(const struct json *answer)
{
    const struct json *list = json_find(answer, "columns");

    return list ? list->first : NULL;
}

static void write_schema(struct jsonw *w, const struct known *k)
{
    jsonw_key(w, "schema");
    jsonw_begin_array(w);
    for (const struct json *c = columns_of(k->description); c; c = c->next) {
        jsonw_begin_object(w);
        json_write_member(c, "name", "name", w);
        json_write_member(c, "inferred_type", "type", w);
        json_write_member(c, "nullable", "nullable", w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_stats(struct jsonw *w, const struct known *k)
{
    jsonw_key(w, "column_stats");
    jsonw_begin_object(w);
    for (const struct json *c = columns_of(k->stats); c; c = c->next) {
        if (!json_find(c, "min"))
            continue;
        jsonw_key_str(w, json_text(json_find(c, "name")));
        jsonw_begin_object(w);
        json_write_member(c, "min", "min", w);
        json_write_member(c, "max", "max", w);
        json_write_member(c, "mean", "avg", w);
        jsonw_end_object(w);
    }
    jsonw_end_object(w);
}

static void write_samples(struct jsonw *w, const struct known *k)
{
    jsonw_key(w, "sample_values");
    jsonw_begin_object(w);
    for (const struct json *c = columns_of(k->description); c; c = c->next) {
        const struct json *samples = json_find(c, "sample_values");

        if (!samples)
            continue;
        jsonw_key_str(w, json_text(json_find(c, "name")));
        json_write(samples, w);
    }
    jsonw_end_object(w);
}

/* The tables of a workbook, when there are several to choose from. */
static void write_tables(struct jsonw *w, const struct known *k)
{
    static const char *const keys[] = {"name",  "sheet",     "range",
                                       "title", "row_count", "column_count"};
    size_t n = 0;

    if (!k->tables || k->tables->count < 2)
        return;
    jsonw_member_u64(w, "table_count", k->tables->count);
    jsonw_key(w, "tables");
    jsonw_begin_array(w);
    for (const struct json *t = k->tables->first; t && n < MAX_TABLES;
         t = t->next, n++) {
        jsonw_begin_object(w);
        for (size_t i = 0; i < COUNT_OF(keys); i++)
            json_write_member(t, keys[i], keys[i], w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_source_config(struct jsonw *w, const struct known *k)
{
    jsonw_begin_object(w);
    jsonw_key(w, "structured_data");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "duckdb_table_name", "data");
    json_write_member(k->description, "column_count", "column_count", w);
    json_write_member(k->description, "row_count", "row_count", w);
    write_schema(w, k);
    write_stats(w, k);
    write_samples(w, k);
    write_tables(w, k);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

/* "amount (decimal, 10.5 to 99999.99)" */
static void describe_column(struct buf *out, const struct json *c)
{
    const struct json *min = json_find(c, "min");
    const struct json *max = json_find(c, "max");
    struct str type = json_text(json_find(c, "inferred_type"));

    buf_printf(out, "%.*s (%.*s", STR_FMT(json_text(json_find(c, "name"))),
               STR_FMT(type));
    if (min && max && min->type != JSON_NULL && !str_is(type, "string"))
        buf_printf(out, ", %.*s to %.*s", STR_FMT(min->text),
                   STR_FMT(max->text));
    buf_put_char(out, ')');
}

static void describe_table(struct buf *out, const struct known *k)
{
    const struct json *rows = json_find(k->description, "row_count");
    const struct json *columns = json_find(k->description, "column_count");
    size_t shown = 0;

    buf_printf(out, "The table %.*s has %.*s rows and %.*s columns: ",
               STR_FMT(k->name), STR_FMT(rows ? rows->text : STR("0")),
               STR_FMT(columns ? columns->text : STR("0")));
    for (const struct json *c = columns_of(k->description);
         c && shown < SHOWN_COLUMNS; c = c->next) {
        if (shown++ > 0)
            buf_puts(out, ", ");
        describe_column(out, c);
    }
    buf_puts(out, shown == SHOWN_COLUMNS ? ", and others." : ".");
}

static bool is_type(const struct json *c, const char *type)
{
    return json_is(json_find(c, "inferred_type"), type);
}

/* A number that is worth adding up: not one that only tells things apart. */
static bool is_measure(const struct json *c)
{
    struct str name = json_text(json_find(c, "name"));
    bool is_id = name.n >= 2 &&
                 str_eq_nocase(str_slice(name, name.n - 2, name.n), STR("id"));

    return (is_type(c, "decimal") || is_type(c, "float") ||
            is_type(c, "integer")) &&
           !is_id && !str_eq_nocase(name, STR("year"));
}

static bool is_group(const struct json *c)
{
    const struct json *distinct = json_find(c, "distinct_estimate");
    struct error ignored;
    uint64_t n = 0;

    return is_type(c, "string") && distinct &&
           json_read_u64(distinct, "distinct", UINT64_MAX / 2, &n, &ignored) ==
               OK &&
           n > 1 && n <= MAX_GROUPS;
}

static bool is_date(const struct json *c)
{
    return is_type(c, "date") || is_type(c, "datetime");
}

static struct str first_that(const struct known *k,
                             bool (*is)(const struct json *c))
{
    for (const struct json *c = columns_of(k->description); c; c = c->next) {
        if (is(c))
            return json_text(json_find(c, "name"));
    }
    return (struct str){0};
}

PRINTF_LIKE(2)
static void question(struct jsonw *w, const char *fmt, ...);

static void question(struct jsonw *w, const char *fmt, ...)
{
    char text[QUESTION_BYTES];
    va_list args;
    int n;

    va_start(args, fmt);
    n = vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    if (n > 0 && (size_t)n < sizeof(text))
        jsonw_cstr(w, text);
}

static void write_questions(struct jsonw *w, const struct known *k)
{
    struct str measure = first_that(k, is_measure);
    struct str group = first_that(k, is_group);
    struct str date = first_that(k, is_date);

    jsonw_key(w, "sample_queries");
    jsonw_begin_array(w);
    question(w, "How many rows are there?");
    if (measure.n && group.n) {
        question(w, "total %.*s by %.*s", STR_FMT(measure), STR_FMT(group));
        question(w, "top 5 %.*s by %.*s", STR_FMT(group), STR_FMT(measure));
    } else if (measure.n) {
        question(w, "average %.*s", STR_FMT(measure));
    } else if (group.n) {
        question(w, "number of rows by %.*s", STR_FMT(group));
    }
    if (measure.n && date.n)
        question(w, "total %.*s by month", STR_FMT(measure));
    jsonw_end_array(w);
}

static void write_chunks(struct jsonw *w, const struct known *k)
{
    struct buf text;

    buf_init(&text, CONFIG_BYTES);
    describe_table(&text, k);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "splitter_type", "structured");
    jsonw_key(w, "structured_metadata");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "query_type", "sql");
    jsonw_member_str(w, "natural_language_description", buf_str(&text));
    write_questions(w, k);
    jsonw_end_object(w);
    jsonw_end_object(w);
    buf_release(&text);
}

static enum err to_text(void (*write)(struct jsonw *, const struct known *),
                        const struct known *k, struct arena *a, struct str *out,
                        struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, CONFIG_BYTES);
    jsonw_init(&w, &b);
    write(&w, k);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

static enum err ask_tools(struct tables *t, const struct table_known *which,
                          struct arena *a, struct known *k, struct error *e)
{
    struct table_source s = which->source;
    const struct table_columns all = {0};
    struct json *description = NULL;
    struct json *stats = NULL;
    struct json *map = NULL;
    struct str text;
    enum err rc = s.opened ? OK : table_open(t, &s, a, e);

    if (!rc)
        rc = table_describe(t, &s, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, a, &description, e);
    if (!rc)
        rc = table_stats(t, &s, &all, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, a, &stats, e);
    if (!rc && s.sheet.n == 0)
        rc = table_get_map(t, &s, a, &text, e);
    if (!rc && s.sheet.n == 0)
        rc = json_parse(text, &json_default_limits, a, &map, e);
    k->description = description;
    k->stats = stats;
    k->tables = json_find(map, "tables");
    return rc;
}

enum err table_config_read(struct tables *t, const struct table_known *which,
                           struct arena *a, struct str *source_config,
                           struct str *chunks, struct error *e)
{
    struct known k = {.name = which->name};
    enum err rc = ask_tools(t, which, a, &k, e);

    if (!rc)
        rc = to_text(write_source_config, &k, a, source_config, e);
    return rc ? rc : to_text(write_chunks, &k, a, chunks, e);
}

enum err table_config_make(struct tables *t, const struct table_source *of,
                           int64_t id, struct arena *a,
                           struct table_config_change *out, struct error *e)
{
    const struct base *b = of->base;
    struct table_known which = {.source = *of};
    struct document d;
    struct str chunks;
    enum err rc = document_get(b, id, a, &d, e);

    if (!rc)
        rc = str_printf(a, &which.source.path, e, "%s/%.*s", b->name,
                        STR_FMT(d.key));
    if (rc)
        return rc;
    which.name = out->document = d.name;
    out->before = d.source_config;
    rc = table_config_read(t, &which, a, &out->now, &chunks, e);
    return rc ? rc : document_set_config(b, id, out->now, chunks, e);
}
