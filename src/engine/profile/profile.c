/*
 * profile.c - the order of the passes, and the answer.
 *
 * What aggregates all columns at once comes first; what must remember values
 * goes by as many columns as fit in memory, often by one. Passes whose result
 * does not depend on the order of work use all threads.
 *
 * The answer is bounded whatever the file holds: texts are cut, more so where
 * columns are many, and all dictionaries together have one budget.
 */
#include "engine/profile/profile.h"

#include "engine/profile/profile_numbers.h"
#include "engine/profile/profile_samples.h"
#include "engine/profile/profile_together.h"

#include <limits.h>

#define SQL_MAX_BYTES  ((size_t)64 << 20)
#define CELL_MAX_BYTES ((size_t)4 << 20)
#define DICTIONARIES   ((size_t)4 << 20) /* bytes of all of them, as JSON */
#define TEXTS          ((size_t)2 << 20) /* bytes of all other values */
#define TEXTS_A_COLUMN (PROFILE_SAMPLES + PROFILE_COMMON + 2)
#define TEXT_MIN_BYTES 16u
#define TEXT_MAX_BYTES 200u

static enum profile_kind kind_of(const struct catalog_column *c)
{
    if (duck_is_integer(c->kind))
        return PROFILE_EXACT;
    switch (c->kind) {
    case DUCK_DECIMAL: return PROFILE_EXACT;
    case DUCK_FLOAT:
    case DUCK_DOUBLE:
    case DUCK_UHUGEINT: return PROFILE_FLOAT;
    case DUCK_VARCHAR:
    case DUCK_ENUM:
    case DUCK_UUID: return PROFILE_STRING;
    case DUCK_BOOLEAN: return PROFILE_BOOLEAN;
    case DUCK_DATE:
    case DUCK_TIME:
    case DUCK_TIME_NS:
    case DUCK_TIME_TZ:
    case DUCK_TIMESTAMP:
    case DUCK_TIMESTAMP_S:
    case DUCK_TIMESTAMP_MS:
    case DUCK_TIMESTAMP_NS:
    case DUCK_TIMESTAMP_TZ:
    case DUCK_INTERVAL: return PROFILE_ORDERED;
    default: return PROFILE_OTHER;
    }
}

/* The column in SQL; what is shown as text is looked at as text. */
static enum err name_column(struct profile *p, struct profile_column *c,
                            struct error *e)
{
    bool cast = c->kind == PROFILE_STRING && c->from->kind != DUCK_VARCHAR;

    buf_reset(&p->sql);
    buf_puts(&p->sql, cast ? "CAST(" : "");
    duck_quote(&p->sql, c->from->name);
    buf_puts(&p->sql, cast ? " AS VARCHAR)" : "");
    if (buf_dup(&p->sql, p->a, &c->sql, e))
        return e->code;
    buf_reset(&p->sql);
    return OK;
}

static enum err name_columns(struct profile *p, struct error *e)
{
    size_t n = p->table->column_count;
    enum err rc = OK;

    p->columns = arena_alloc_array(p->a, n, sizeof(*p->columns), e);
    if (!p->columns)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++) {
        p->columns[i].from = &p->table->columns[i];
        p->columns[i].kind = kind_of(p->columns[i].from);
        rc = name_column(p, &p->columns[i], e);
    }
    return rc;
}

static enum err look_at_columns(struct profile *p, struct error *e)
{
    enum err rc = duck_use_threads(p->d, UINT_MAX, e);

    if (!rc)
        rc = profile_counts(p, e);
    for (size_t from = 0; from < p->table->column_count && !rc;) {
        size_t to = profile_together_end(p, from);

        rc = profile_together(p, from, to, e);
        if (!rc)
            rc = profile_quartiles(p, from, to, e);
        from = to;
    }
    if (!rc)
        rc = profile_sums(p, e);
    if (!rc)
        rc = profile_samples(p, e);
    return rc;
}

static void write_head(const struct profile *p, const struct profile_column *c,
                       struct jsonw *w)
{
    jsonw_member_str(w, "name", c->from->name);
    jsonw_member_u64(w, "index", (uint64_t)(c - p->columns));
    jsonw_member_cstr(w, "inferred_type", c->from->type_name);
    jsonw_member_bool(w, "nullable", c->values < p->table->rows);
    jsonw_member_u64(w, "non_null_count", c->values);
    jsonw_member_u64(w, "distinct_estimate", c->distinct);
    jsonw_key(w, "sample_values");
    jsonw_begin_array(w);
    for (size_t i = 0; i < c->sample_count; i++)
        jsonw_raw(w, c->samples[i]);
    jsonw_end_array(w);
    jsonw_member_raw(w, "min", c->min);
    jsonw_member_raw(w, "max", c->max);
}

static void write_number(const struct profile_column *c, struct jsonw *w)
{
    jsonw_member_raw(w, "mean", c->mean);
    jsonw_member_raw(w, "sum", c->sum);
    jsonw_member_raw(w, "stddev", c->stddev);
    jsonw_member_raw(w, "median", c->quartiles[1]);
    jsonw_member_raw(w, "q1", c->quartiles[0]);
    jsonw_member_raw(w, "q3", c->quartiles[2]);
    if (c->not_finite > 0)
        jsonw_member_u64(w, "not_finite_count", c->not_finite);
}

static void write_string(const struct profile_column *c, struct jsonw *w)
{
    jsonw_member_raw(w, "min_length", c->min_length);
    jsonw_member_raw(w, "max_length", c->max_length);
    jsonw_member_raw(w, "most_common", c->common);
    jsonw_key(w, "dictionary");
    jsonw_begin_object(w);
    jsonw_member_bool(w, "complete", c->dictionary_complete);
    jsonw_member_raw(w, "values", c->dictionary);
    jsonw_end_object(w);
}

static void write_column(const struct profile *p,
                         const struct profile_column *c, struct jsonw *w)
{
    jsonw_begin_object(w);
    write_head(p, c, w);
    if (c->kind == PROFILE_EXACT || c->kind == PROFILE_FLOAT)
        write_number(c, w);
    else if (c->kind == PROFILE_STRING)
        write_string(c, w);
    else if (c->kind == PROFILE_BOOLEAN) {
        jsonw_member_u64(w, "true_count", c->true_count);
        jsonw_member_u64(w, "false_count", c->values - c->true_count);
    }
    jsonw_end_object(w);
}

static void write_profile(const struct profile *p, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_u64(w, "row_count", p->table->rows);
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->table->column_count; i++)
        write_column(p, &p->columns[i], w);
    jsonw_end_array(w);
    jsonw_end_object(w);
}

static size_t text_bytes(const struct catalog_table *t)
{
    size_t each = TEXTS / (TEXTS_A_COLUMN * (t->column_count + 1));

    if (each < TEXT_MIN_BYTES)
        return TEXT_MIN_BYTES;
    return each < TEXT_MAX_BYTES ? each : TEXT_MAX_BYTES;
}

enum err profile_run(struct duck *d, const struct catalog *c, struct arena *a,
                     struct jsonw *w, struct error *e)
{
    struct profile p = {.d = d,
                        .a = a,
                        .table = c->data,
                        .text_bytes = text_bytes(c->data),
                        .dictionary_bytes = DICTIONARIES};
    enum err rc;

    buf_init(&p.sql, SQL_MAX_BYTES);
    buf_init(&p.cell, CELL_MAX_BYTES);
    rc = name_columns(&p, e);
    if (!rc)
        rc = look_at_columns(&p, e);
    if (!rc)
        write_profile(&p, w);
    buf_release(&p.sql);
    buf_release(&p.cell);
    return rc;
}
