/*
 * profile_values.c - distinct counts, frequent values, samples.
 *
 * Grouping a column by value holds every different value in memory, and a
 * query worker cannot spill. So a column that may need too much is grouped in
 * parts, each of the values whose hash falls to it: every part is exact, and
 * so is their sum.
 */
#include "tabular/profile_values.h"

#include <inttypes.h>
#include <stdlib.h>

#define PART_BYTES  ((uint64_t)96 << 20) /* memory for the groups of a part */
#define GROUP_BYTES 64u                  /* of a group, besides its text */
#define PARTS_MAX   64u

#define DICTIONARY_VALUES     20000u
#define DICTIONARY_BYTES      ((size_t)2 << 20) /* of a column, as JSON */
#define DICTIONARY_TEXT_BYTES 200u              /* no name is longer */
#define FREQUENT_BYTES        ((size_t)256 << 20)
#define ESCAPED_BYTES         6u /* of a byte in JSON, at worst */
#define KEPT_BYTES            512u
#define HEAD_ROWS             DUCK_CHUNK_ROWS

/* A value and how often it occurs. */
struct value_count {
    struct str text; /* cut to KEPT_BYTES */
    uint64_t count;
    size_t order; /* as found, between texts that are cut to the same */
};

/* Values found so far, of all parts. */
struct frequent {
    struct arena a;
    struct value_count *values; /* values[n], room for `cap` */
    size_t n, cap;
};

static void put_source(struct profile *p, const struct profile_column *c,
                       unsigned part, unsigned parts)
{
    buf_printf(&p->sql, " FROM %.*s WHERE %.*s IS NOT NULL",
               STR_FMT(p->table->source), STR_FMT(c->sql));
    if (parts > 1)
        buf_printf(&p->sql, " AND hash(%.*s) %% %u = %u", STR_FMT(c->sql),
                   parts, part);
}

static enum err query_count(struct profile *p, uint64_t *out, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc = profile_query_row(p, &r, &chunk, e);

    if (!rc)
        *out = (uint64_t)duck_int(&chunk.vectors[0], 0);
    duck_result_close(r);
    return rc;
}

static enum err estimate(struct profile *p, const struct profile_column *c,
                         uint64_t *out, struct error *e)
{
    buf_printf(&p->sql, "SELECT approx_count_distinct(%.*s) FROM %.*s",
               STR_FMT(c->sql), STR_FMT(p->table->source));
    return query_count(p, out, e);
}

/* How many parts keep each within PART_BYTES; 1 for nearly every column. */
static enum err count_parts(struct profile *p, const struct profile_column *c,
                            unsigned *parts, struct error *e)
{
    uint64_t text = c->values ? c->bytes / c->values : 0;
    uint64_t groups = c->values;

    *parts = 1;
    if (groups <= PART_BYTES / (GROUP_BYTES + text))
        return OK;
    if (estimate(p, c, &groups, e))
        return e->code;
    groups += groups / 4; /* its error is a few per cent */
    while (*parts < PARTS_MAX &&
           groups / *parts > PART_BYTES / (GROUP_BYTES + text))
        *parts *= 2;
    return OK;
}

static enum err count_distinct(struct profile *p, struct profile_column *c,
                               unsigned parts, struct error *e)
{
    uint64_t sum = 0, n = 0;
    enum err rc = OK;

    for (unsigned part = 0; part < parts && !rc; part++) {
        buf_printf(&p->sql, "SELECT count(DISTINCT %.*s)", STR_FMT(c->sql));
        put_source(p, c, part, parts);
        rc = query_count(p, &n, e);
        sum += n;
    }
    if (!rc)
        c->distinct = sum;
    return rc;
}

enum err profile_distinct(struct profile *p, struct profile_column *c,
                          struct error *e)
{
    struct error why;
    unsigned parts;
    enum err rc;

    if (c->class == PROFILE_BOOLEAN) {
        c->distinct = (c->true_count > 0) + (c->values > c->true_count);
        return OK;
    }
    rc = count_parts(p, c, &parts, e);
    if (rc)
        return rc;
    do
        rc = count_distinct(p, c, parts, &why);
    while (rc == ERR_LIMIT && (parts *= 4) <= PARTS_MAX);
    if (rc == ERR_LIMIT)
        return estimate(p, c, &c->distinct, e);
    if (rc)
        *e = why;
    return rc;
}

static enum err add_value(struct frequent *f, struct str text, uint64_t count,
                          struct error *e)
{
    if (f->n == f->cap) {
        size_t cap = f->cap ? f->cap * 2 : 256;
        struct value_count *more =
            arena_alloc_array(&f->a, cap, sizeof(*more), e);

        if (!more)
            return e->code;
        for (size_t i = 0; i < f->n; i++)
            more[i] = f->values[i];
        f->values = more;
        f->cap = cap;
    }
    f->values[f->n] = (struct value_count){.count = count, .order = f->n};
    return str_dup(str_slice(text, 0, KEPT_BYTES), &f->a,
                   &f->values[f->n++].text, e);
}

/* The most frequent values of part[0] of part[1]. */
static enum err read_part(struct profile *p, const struct profile_column *c,
                          struct frequent *f, const unsigned part[2],
                          struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc;

    buf_printf(&p->sql, "SELECT %.*s AS v, count(*) AS n", STR_FMT(c->sql));
    put_source(p, c, part[0], part[1]);
    buf_printf(&p->sql, " GROUP BY v ORDER BY n DESC, v LIMIT %u",
               DICTIONARY_VALUES);
    rc = profile_query(p, &r, e);
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0)
        for (size_t i = 0; i < chunk.rows && !rc; i++)
            rc = add_value(f, duck_str(&chunk.vectors[0], i),
                           (uint64_t)duck_int(&chunk.vectors[1], i), e);
    duck_result_close(r);
    return rc;
}

static int by_count(const void *a, const void *b)
{
    const struct value_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    int texts = str_cmp(x->text, y->text);

    return texts ? texts : (x->order > y->order) - (x->order < y->order);
}

static enum err write_common(struct profile *p, struct profile_column *c,
                             const struct frequent *f, struct error *e)
{
    struct jsonw w;
    struct str json;

    buf_reset(&p->cell);
    jsonw_init(&w, &p->cell);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < f->n && i < PROFILE_COMMON; i++) {
        jsonw_begin_object(&w);
        jsonw_key(&w, "value");
        profile_write_text(p, f->values[i].text, &w);
        jsonw_key(&w, "count");
        jsonw_u64(&w, f->values[i].count);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    if (buf_finish(&p->cell, &json, e))
        return e->code;
    return str_dup(json, p->a, &c->common, e);
}

/* May this value stand in a dictionary? */
static bool is_entry(const struct value_count *v, bool all)
{
    return v->text.n <= DICTIONARY_TEXT_BYTES && (all || v->count > 1);
}

static enum err write_dictionary(struct profile *p, struct profile_column *c,
                                 const struct frequent *f, struct error *e)
{
    bool all = c->distinct <= DICTIONARY_VALUES;
    size_t most = DICTIONARY_BYTES < p->dictionary_bytes ? DICTIONARY_BYTES
                                                         : p->dictionary_bytes;
    size_t kept = 0;
    struct jsonw w;
    struct str json;

    buf_reset(&p->cell);
    jsonw_init(&w, &p->cell);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < f->n && kept < DICTIONARY_VALUES; i++) {
        if (!is_entry(&f->values[i], all))
            continue;
        if (p->cell.n + ESCAPED_BYTES * f->values[i].text.n + 4 > most)
            break;
        jsonw_str(&w, f->values[i].text);
        kept++;
    }
    jsonw_end_array(&w);
    if (buf_finish(&p->cell, &json, e))
        return e->code;
    c->dictionary_complete = kept == c->distinct;
    p->dictionary_bytes -= json.n < most ? json.n : most;
    return str_dup(json, p->a, &c->dictionary, e);
}

static enum err read_parts(struct profile *p, struct profile_column *c,
                           struct frequent *f, struct error *e)
{
    unsigned part[2] = {0, 1};
    enum err rc = count_parts(p, c, &part[1], e);

    for (; part[0] < part[1] && !rc; part[0]++)
        rc = read_part(p, c, f, part, e);
    if (f->n > 0)
        qsort(f->values, f->n, sizeof(*f->values), by_count);
    return rc;
}

enum err profile_frequent(struct profile *p, struct profile_column *c,
                          struct error *e)
{
    struct frequent f = {0};
    struct error why;
    enum err rc;

    arena_init(&f.a, FREQUENT_BYTES);
    rc = read_parts(p, c, &f, &why);
    if (rc == ERR_LIMIT)
        f.n = 0; /* what part of them is there says nothing */
    else if (rc)
        *e = why;
    if (!rc || rc == ERR_LIMIT)
        rc = write_common(p, c, &f, e);
    if (!rc)
        rc = write_dictionary(p, c, &f, e);
    arena_release(&f.a);
    return rc;
}

static bool needs_samples(const struct profile_column *c)
{
    return c->sample_count < PROFILE_SAMPLES && c->sample_count < c->distinct;
}

/* Keep a cell as a sample unless it is one already. */
static enum err add_sample(struct profile *p, struct profile_column *c,
                           const struct duck_vector *v, size_t row,
                           uint64_t rowid, struct error *e)
{
    struct str json;

    if (duck_is_null(v, row))
        return OK;
    if (profile_show(p, v, row, &json, e))
        return e->code;
    for (size_t i = 0; i < c->sample_count; i++)
        if (str_eq(c->samples[i], json))
            return OK;
    c->sample_rows[c->sample_count] = rowid;
    return str_dup(json, p->a, &c->samples[c->sample_count++], e);
}

static enum err sample_chunk(struct profile *p, const struct duck_chunk *chunk,
                             uint64_t before, struct error *e)
{
    enum err rc = OK;

    for (size_t k = 0; k < chunk->columns && !rc; k++) {
        struct profile_column *c = &p->columns[k];

        for (size_t i = 0; i < chunk->rows && !rc && needs_samples(c); i++)
            rc = add_sample(p, c, &chunk->vectors[k], i, before + i, e);
    }
    return rc;
}

/* The first rows hold the samples of nearly every column. */
static enum err sample_head(struct profile *p, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    uint64_t before = 0;
    enum err rc;

    for (size_t i = 0; i < p->table->column_count; i++)
        buf_printf(&p->sql, "%s%.*s", i ? ", " : "SELECT ",
                   STR_FMT(p->columns[i].sql));
    buf_printf(&p->sql, " FROM %.*s LIMIT %u", STR_FMT(p->table->source),
               HEAD_ROWS);
    rc = profile_query(p, &r, e);
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0) {
        rc = sample_chunk(p, &chunk, before, e);
        before += chunk.rows;
    }
    duck_result_close(r);
    return rc;
}

/* The first row after the head that holds none of the samples so far. */
static void put_next_sample(struct profile *p, const struct profile_column *c,
                            uint64_t after)
{
    buf_printf(&p->sql,
               "SELECT rowid, %.*s FROM %.*s WHERE rowid > %" PRIu64
               " AND %.*s IS NOT NULL",
               STR_FMT(c->sql), STR_FMT(p->table->source), after,
               STR_FMT(c->sql));
    for (size_t i = 0; i < c->sample_count; i++)
        buf_printf(&p->sql,
                   " AND %.*s IS DISTINCT FROM"
                   " (SELECT %.*s FROM %.*s WHERE rowid = %" PRIu64 ")",
                   STR_FMT(c->sql), STR_FMT(c->sql), STR_FMT(p->table->source),
                   c->sample_rows[i]);
    buf_puts(&p->sql, " LIMIT 1");
}

/* Row by row where a sample is missing; `after` moves with what is found. */
static enum err sample_rest(struct profile *p, struct profile_column *c,
                            struct error *e)
{
    uint64_t after = HEAD_ROWS - 1;
    bool found = true;
    enum err rc = OK;

    for (unsigned i = 0; i < PROFILE_SAMPLES && found && !rc; i++) {
        struct duck_result *r = NULL;
        struct duck_chunk chunk = {0};

        if (!needs_samples(c))
            break;
        put_next_sample(p, c, after);
        rc = profile_query(p, &r, e);
        if (!rc)
            rc = duck_result_next(r, &chunk, e);
        found = !rc && chunk.rows == 1;
        if (found) {
            after = (uint64_t)duck_int(&chunk.vectors[0], 0);
            rc = add_sample(p, c, &chunk.vectors[1], 0, after, e);
        }
        duck_result_close(r);
    }
    return rc;
}

enum err profile_samples(struct profile *p, struct error *e)
{
    enum err rc = duck_use_threads(p->d, 1, e);

    if (!rc)
        rc = sample_head(p, e);
    for (size_t i = 0; i < p->table->column_count && !rc; i++)
        rc = sample_rest(p, &p->columns[i], e);
    return rc;
}
