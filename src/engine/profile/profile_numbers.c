/*
 * profile_numbers.c - the passes that aggregate.
 *
 * PROFILE_BATCH columns share a statement: the table is not read once a column,
 * and the blocks of the open columns still fit into memory. A sum that
 * overflows its type fails the whole statement, which is then repeated column
 * by column, and without the sum where that fails again.
 */
#include "engine/profile/profile_numbers.h"

#define SUM_CELLS 3u /* sum, mean, stddev */

/* How much of sum, mean and stddev is asked for. */
enum effort {
    EXACT,   /* all of them */
    ROUNDED, /* mean and stddev over doubles */
    GIVEN_UP
};

static bool is_number(const struct profile_column *c)
{
    return c->kind == PROFILE_EXACT || c->kind == PROFILE_FLOAT;
}

static void put_from(struct profile *p)
{
    buf_printf(&p->sql, " FROM %.*s", STR_FMT(p->table->source));
}

/* One more expression of the select list, with the column for each %.*s. */
#define PUT(p, c, format) buf_printf(&(p)->sql, ", " format, STR_FMT((c)->sql))
#define PUT2(p, c, format) \
    buf_printf(&(p)->sql, ", " format, STR_FMT((c)->sql), STR_FMT((c)->sql))

/* Adding 0 makes one of the two zeros that a double has. */
static void put_extremes(struct profile *p, const struct profile_column *c)
{
    if (c->kind == PROFILE_OTHER) {
        buf_puts(&p->sql, ", NULL, NULL");
    } else if (c->from->kind == DUCK_FLOAT) {
        PUT2(p, c, "min(%.*s) FILTER (isfinite(%.*s)) + 0::FLOAT");
        PUT2(p, c, "max(%.*s) FILTER (isfinite(%.*s)) + 0::FLOAT");
    } else if (c->from->kind == DUCK_DOUBLE) {
        PUT2(p, c, "min(%.*s) FILTER (isfinite(%.*s)) + 0::DOUBLE");
        PUT2(p, c, "max(%.*s) FILTER (isfinite(%.*s)) + 0::DOUBLE");
    } else {
        PUT(p, c, "min(%.*s)");
        PUT(p, c, "max(%.*s)");
    }
}

static void put_counts(struct profile *p, const struct profile_column *c)
{
    PUT(p, c, "count(%.*s)");
    put_extremes(p, c);
    if (c->kind == PROFILE_STRING) {
        PUT(p, c, "min(length(%.*s))");
        PUT(p, c, "max(length(%.*s))");
        PUT(p, c, "sum(strlen(%.*s))::BIGINT");
    } else if (c->kind == PROFILE_BOOLEAN) {
        PUT(p, c, "count_if(%.*s)::BIGINT");
    } else if (c->kind == PROFILE_FLOAT) {
        PUT(p, c, "count_if(NOT isfinite(%.*s))::BIGINT");
    }
}

static uint64_t take_count(const struct duck_vector *v)
{
    return duck_is_null(v, 0) ? 0 : (uint64_t)duck_int(v, 0);
}

/* Read what put_counts() asked for; returns the vector after it. */
static const struct duck_vector *take_counts(struct profile *p,
                                             struct profile_column *c,
                                             const struct duck_vector *v,
                                             enum err *rc, struct error *e)
{
    c->values = take_count(v++);
    if (!*rc)
        *rc = profile_keep(p, v++, 0, &c->min, e);
    if (!*rc)
        *rc = profile_keep(p, v++, 0, &c->max, e);
    if (c->kind == PROFILE_STRING) {
        if (!*rc)
            *rc = profile_keep(p, v++, 0, &c->min_length, e);
        if (!*rc)
            *rc = profile_keep(p, v++, 0, &c->max_length, e);
        c->bytes = take_count(v++);
    } else if (c->kind == PROFILE_BOOLEAN) {
        c->true_count = take_count(v++);
    } else if (c->kind == PROFILE_FLOAT) {
        c->not_finite = take_count(v++);
    }
    return v;
}

static enum err count_batch(struct profile *p, size_t from, size_t to,
                            struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc;

    buf_puts(&p->sql, "SELECT 0");
    for (size_t i = from; i < to; i++)
        put_counts(p, &p->columns[i]);
    put_from(p);
    rc = profile_query_row(p, &r, &chunk, e);
    if (!rc) {
        const struct duck_vector *v = chunk.vectors + 1;

        for (size_t i = from; i < to && !rc; i++)
            v = take_counts(p, &p->columns[i], v, &rc, e);
    }
    duck_result_close(r);
    return rc;
}

enum err profile_counts(struct profile *p, struct error *e)
{
    size_t n = p->table->column_count;
    enum err rc = OK;

    for (size_t from = 0; from < n && !rc; from += PROFILE_BATCH)
        rc = count_batch(p, from, profile_batch_end(from, n), e);
    return rc;
}

static void put_sums(struct profile *p, const struct profile_column *c,
                     enum effort effort)
{
    if (effort == GIVEN_UP) {
        buf_puts(&p->sql, ", NULL, NULL, NULL");
    } else if (c->kind == PROFILE_FLOAT) {
        PUT2(p, c, "fsum(%.*s) FILTER (isfinite(%.*s))");
        PUT2(p, c, "favg(%.*s) FILTER (isfinite(%.*s))");
        if (effort == EXACT)
            PUT2(p, c, "stddev_samp(%.*s) FILTER (isfinite(%.*s))");
        else
            buf_puts(&p->sql, ", NULL");
    } else if (effort == ROUNDED) {
        buf_puts(&p->sql, ", NULL");
        PUT(p, c, "favg(%.*s::DOUBLE)");
        PUT(p, c, "stddev_samp(%.*s::DOUBLE)");
    } else {
        PUT(p, c, "sum(%.*s)");
        PUT(p, c, "avg(%.*s)");
        PUT(p, c, "stddev_samp(%.*s)");
    }
}

static enum err take_sums(struct profile *p, struct profile_column *c,
                          const struct duck_vector *v, struct error *e)
{
    enum err rc = profile_keep(p, &v[0], 0, &c->sum, e);

    if (!rc)
        rc = profile_keep(p, &v[1], 0, &c->mean, e);
    if (!rc)
        rc = profile_keep(p, &v[2], 0, &c->stddev, e);
    return rc;
}

static enum err sum_columns(struct profile *p, size_t from, size_t to,
                            enum effort effort, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    size_t numbers = 0;
    enum err rc;

    buf_puts(&p->sql, "SELECT 0");
    for (size_t i = from; i < to; i++) {
        if (is_number(&p->columns[i]))
            put_sums(p, &p->columns[i], effort);
        numbers += is_number(&p->columns[i]);
    }
    put_from(p);
    if (numbers == 0) {
        buf_reset(&p->sql);
        return OK;
    }
    rc = profile_query_row(p, &r, &chunk, e);
    numbers = 0;
    for (size_t i = from; i < to && !rc; i++)
        if (is_number(&p->columns[i]))
            rc = take_sums(p, &p->columns[i],
                           &chunk.vectors[1 + SUM_CELLS * numbers++], e);
    duck_result_close(r);
    return rc;
}

/* A value out of range spoils the batch: find whose it is. */
static enum err sum_batch(struct profile *p, size_t from, size_t to,
                          struct error *e)
{
    struct error why;
    enum err rc = sum_columns(p, from, to, EXACT, &why);
    bool apart = rc == ERR_VALIDATION_FAILED;

    for (size_t i = from; i < to && apart; i++) {
        enum effort effort = EXACT;

        do
            rc = sum_columns(p, i, i + 1, effort++, &why);
        while (rc == ERR_VALIDATION_FAILED && effort <= GIVEN_UP);
        apart = rc == OK;
    }
    if (rc)
        *e = why;
    return rc;
}

enum err profile_sums(struct profile *p, struct error *e)
{
    size_t n = p->table->column_count;
    enum err rc = duck_use_threads(p->d, 1, e);

    for (size_t from = 0; from < n && !rc; from += PROFILE_BATCH)
        rc = sum_batch(p, from, profile_batch_end(from, n), e);
    return rc;
}

/*
 * The k-th quartile of n sorted values is at (n - 1) k / 4: between the
 * values `lo` and the one after it, `quarters` of the way.
 */
struct place {
    uint64_t lo;
    unsigned quarters; /* 0 to 3 */
};

static struct place quartile_place(uint64_t n, unsigned k)
{
    uint64_t whole = n - 1;

    return (struct place){whole / 4 * k + whole % 4 * k / 4,
                          (unsigned)(whole % 4 * k % 4)};
}

/* quantile_disc() takes the value at ceil(n f) - 1, so the middle of a value's
 * own share asks for that value. */
static void put_quartiles(struct profile *p, const struct profile_column *c,
                          uint64_t n)
{
    buf_printf(&p->sql, ", quantile_disc(%.*s, [", STR_FMT(c->sql));
    for (unsigned k = 1; k <= 3; k++) {
        struct place at = quartile_place(n, k);
        uint64_t hi = at.lo + (at.quarters > 0);

        buf_printf(&p->sql, "%s%.17g::DOUBLE, %.17g::DOUBLE", k > 1 ? ", " : "",
                   ((double)at.lo + 0.5) / (double)n,
                   ((double)hi + 0.5) / (double)n);
    }
    buf_puts(&p->sql, "])");
    if (c->kind == PROFILE_FLOAT)
        buf_printf(&p->sql, " FILTER (isfinite(%.*s))", STR_FMT(c->sql));
}

/* Between two exact numbers: two more digits hold every quarter. */
static enum err keep_exact(struct profile *p, const struct duck_vector *v,
                           const size_t at[2], unsigned quarters,
                           struct str *out, struct error *e)
{
    const int128 most = (int128)1000000000000000000 * 1000000000000000000;
    int128 lo = duck_int(v, at[0]), hi = duck_int(v, at[1]), mid;
    struct duck_type type = {.kind = DUCK_DECIMAL, .storage = DUCK_HUGEINT};
    struct duck_vector one = {.type = &type, .data = &mid};
    unsigned scale = v->type->scale + 2u;

    if (lo > most || lo < -most || hi > most || hi < -most)
        return OK;
    mid = lo * 100 + (hi - lo) * 25 * (int128)quarters;
    while (scale > v->type->scale && mid % 10 == 0) {
        mid /= 10;
        scale--;
    }
    type.scale = (uint8_t)scale;
    return profile_keep(p, &one, 0, out, e);
}

static enum err keep_double(struct profile *p, const struct duck_vector *v,
                            const size_t at[2], unsigned quarters,
                            struct str *out, struct error *e)
{
    bool single = v->type->kind == DUCK_FLOAT;
    struct duck_type type = {.kind = DUCK_DOUBLE, .storage = DUCK_DOUBLE};
    double pair[2], mid;
    struct duck_vector one = {.type = &type, .data = &mid};

    for (int i = 0; i < 2; i++)
        pair[i] = single ? (double)((const float *)v->data)[at[i]]
                         : ((const double *)v->data)[at[i]];
    mid = pair[0] + (pair[1] - pair[0]) * (quarters / 4.0);
    return profile_keep(p, &one, 0, out, e);
}

static enum err take_quartiles(struct profile *p, struct profile_column *c,
                               const struct duck_vector *list, uint64_t n,
                               struct error *e)
{
    const struct duck_list_entry *cell = list->data;
    const struct duck_vector *v = &list->children[0];
    enum err rc = OK;

    for (unsigned k = 0; k < 3 && !rc; k++) {
        struct place place = quartile_place(n, k + 1);
        const size_t at[2] = {cell->offset + 2 * k, cell->offset + 2 * k + 1};

        if (c->kind == PROFILE_FLOAT)
            rc = keep_double(p, v, at, place.quarters, &c->quartiles[k], e);
        else
            rc = keep_exact(p, v, at, place.quarters, &c->quartiles[k], e);
    }
    return rc;
}

static uint64_t finite(const struct profile_column *c)
{
    return c->values - c->not_finite;
}

/* Whole numbers that no int128 holds, and those whose layout is not ours. */
static bool has_quartiles(const struct profile_column *c)
{
    return is_number(c) && c->from->kind != DUCK_UHUGEINT &&
           c->from->kind != DUCK_BIGNUM && finite(c) > 0;
}

static enum err quartiles_of(struct profile *p, size_t from, size_t to,
                             struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    size_t asked = 0;
    enum err rc;

    buf_puts(&p->sql, "SELECT 0");
    for (size_t i = from; i < to; i++) {
        struct profile_column *c = &p->columns[i];

        if (has_quartiles(c))
            put_quartiles(p, c, finite(c));
        asked += has_quartiles(c);
    }
    put_from(p);
    if (asked == 0) {
        buf_reset(&p->sql);
        return OK;
    }
    rc = profile_query_row(p, &r, &chunk, e);
    asked = 0;
    for (size_t i = from; i < to && !rc; i++) {
        struct profile_column *c = &p->columns[i];

        if (has_quartiles(c) && !duck_is_null(&chunk.vectors[++asked], 0))
            rc = take_quartiles(p, c, &chunk.vectors[asked], finite(c), e);
    }
    duck_result_close(r);
    return rc;
}

/* What needs too much memory together is asked one by one. */
enum err profile_quartiles(struct profile *p, size_t from, size_t to,
                           struct error *e)
{
    struct error why;
    enum err rc = quartiles_of(p, from, to, &why);
    bool apart = rc == ERR_LIMIT && to - from > 1;

    for (size_t i = from; i < to && apart; i++) {
        rc = quartiles_of(p, i, i + 1, &why);
        apart = rc == OK || rc == ERR_LIMIT;
    }
    if (rc == ERR_LIMIT)
        return OK;
    if (rc)
        *e = why;
    return rc;
}
