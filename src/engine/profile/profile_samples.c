/*
 * profile_samples.c - a look at the first rows, then a search where that was
 * not enough: each next sample is the first row that holds none of those found,
 * which the engine finds without a row passing through here.
 */
#include "engine/profile/profile_samples.h"

#include <inttypes.h>

#define HEAD_ROWS DUCK_CHUNK_ROWS

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
                             size_t column, uint64_t before, struct error *e)
{
    enum err rc = OK;

    for (size_t k = 0; k < chunk->columns && !rc; k++) {
        struct profile_column *c = &p->columns[column + k];

        for (size_t i = 0; i < chunk->rows && !rc && needs_samples(c); i++)
            rc = add_sample(p, c, &chunk->vectors[k], i, before + i, e);
    }
    return rc;
}

/* The first rows hold the samples of nearly every column. */
static enum err sample_head(struct profile *p, size_t from, size_t to,
                            struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    uint64_t before = 0;
    enum err rc;

    for (size_t i = from; i < to; i++)
        buf_printf(&p->sql, "%s%.*s", i > from ? ", " : "SELECT ",
                   STR_FMT(p->columns[i].sql));
    buf_printf(&p->sql, " FROM %.*s LIMIT %u", STR_FMT(p->table->source),
               HEAD_ROWS);
    rc = profile_query(p, &r, e);
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0) {
        rc = sample_chunk(p, &chunk, from, before, e);
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
    size_t n = p->table->column_count;
    enum err rc = duck_use_threads(p->d, 1, e);

    for (size_t i = 0; i < n && !rc; i += PROFILE_BATCH)
        rc = sample_head(p, i, profile_batch_end(i, n), e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = sample_rest(p, &p->columns[i], e);
    return rc;
}
