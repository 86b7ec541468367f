/*
 * profile_together.c - small columns share a statement.
 *
 * The engine binds all columns of a table for each statement, however few it
 * names. So with a statement or two for each column the work grew with the
 * square of their number: 1,000 columns of 20 rows took 4.2 s of processor and
 * 3,000 did not end within the limit of 30 s. Here up to PROFILE_BATCH columns
 * share one, as long as what must be remembered of them is little: that of
 * 100,000 rows of ten columns took a quarter longer when they shared one. Where
 * it turns out to be too much after all, each is asked alone.
 *
 * Columns of one type come through one grouping as pairs of column and value,
 * in the order of columns. Tried and dropped: a count(DISTINCT) for each in one
 * statement, whose hash tables took 250 MB for a hundred columns.
 */
#include "engine/profile/profile_together.h"

#include "engine/profile/profile_values.h"

#include <string.h>

#define TOGETHER_BYTES ((uint64_t)4 << 20) /* for the groups of a statement */
#define FREQUENT_BYTES ((size_t)64 << 20)

size_t profile_together_end(const struct profile *p, size_t from)
{
    size_t most = profile_batch_end(from, p->table->column_count);
    uint64_t bytes = profile_group_bytes(&p->columns[from]);
    size_t to = from + 1;

    while (to < most &&
           (bytes += profile_group_bytes(&p->columns[to])) <= TOGETHER_BYTES)
        to++;
    return to;
}

/* The columns of a batch that have one type. Those before `at` have all their
 * values. */
struct reading {
    struct profile *p;
    const struct profile_column *like;
    size_t at;
    uint64_t distinct;
    struct frequent f;
    struct arena a;
};

static bool is_text(const struct profile_column *c)
{
    return c->kind == PROFILE_STRING;
}

/* The name knows the digits of a decimal, the kind which time it is. */
static bool are_alike(const struct profile_column *a,
                      const struct profile_column *b)
{
    if (a->kind != b->kind || is_text(a))
        return a->kind == b->kind;
    return a->from->kind == b->from->kind &&
           strcmp(a->from->type_name, b->from->type_name) == 0;
}

static enum err finish_before(struct reading *x, size_t to, struct error *e)
{
    enum err rc = OK;

    for (; x->at < to && !rc; x->at++) {
        struct profile_column *c = &x->p->columns[x->at];

        if (!are_alike(c, x->like))
            continue;
        c->distinct = x->distinct;
        x->distinct = 0;
        if (!is_text(c))
            continue;
        rc = profile_keep_frequent(x->p, c, &x->f, e);
        arena_reset(&x->a);
        frequent_init(&x->f, PROFILE_DICTIONARY, &x->a);
    }
    return rc;
}

static enum err take_values(struct reading *x, const struct duck_chunk *chunk,
                            struct error *e)
{
    const struct duck_vector *v = chunk->vectors;
    enum err rc = OK;

    for (size_t i = 0; i < chunk->rows && !rc; i++) {
        rc = finish_before(x, (size_t)duck_int(&v[0], i), e);
        if (!rc && is_text(x->like))
            rc = frequent_offer(&x->f, duck_str(&v[2], i),
                                (uint64_t)duck_int(&v[1], i), e);
        x->distinct++;
    }
    return rc;
}

/* As pairs of a column's number and its value; numbers are only counted. */
static void put_pairs(const struct reading *x, size_t to)
{
    struct buf *sql = &x->p->sql;
    const char *before = "";

    buf_printf(sql, "SELECT c, count(*)%s FROM (SELECT unnest([",
               is_text(x->like) ? ", v" : "");
    for (size_t i = x->at; i < to; i++) {
        if (!are_alike(&x->p->columns[i], x->like))
            continue;
        buf_printf(sql, "%s%zu", before, i);
        before = ", ";
    }
    before = "]) AS c, unnest([";
    for (size_t i = x->at; i < to; i++) {
        if (!are_alike(&x->p->columns[i], x->like))
            continue;
        buf_printf(sql, "%s%.*s", before, STR_FMT(x->p->columns[i].sql));
        before = ", ";
    }
    buf_printf(sql,
               "]) AS v FROM %.*s) WHERE v IS NOT NULL GROUP BY c, v"
               " ORDER BY c",
               STR_FMT(x->p->table->source));
}

static enum err read_alike(struct profile *p, size_t from, size_t to,
                           struct error *e)
{
    struct reading x = {.p = p, .like = &p->columns[from], .at = from};
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc;

    arena_init(&x.a, FREQUENT_BYTES);
    frequent_init(&x.f, PROFILE_DICTIONARY, &x.a);
    put_pairs(&x, to);
    rc = profile_query(p, &r, e);
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0)
        rc = take_values(&x, &chunk, e);
    if (!rc)
        rc = finish_before(&x, to, e);
    duck_result_close(r);
    arena_release(&x.a);
    return rc;
}

/* Is none of the batch before it of the same type? */
static bool is_first(const struct profile *p, size_t from, size_t at)
{
    while (from < at && !are_alike(&p->columns[from], &p->columns[at]))
        from++;
    return from == at;
}

static enum err alone(struct profile *p, size_t i, struct error *e)
{
    struct profile_column *c = &p->columns[i];

    return is_text(c) ? profile_frequent(p, c, e) : profile_distinct(p, c, e);
}

/* Values of the other types cannot all are in a list. */
static bool can_share(const struct profile_column *c)
{
    return c->kind != PROFILE_OTHER && c->from->kind != DUCK_BIGNUM &&
           c->from->kind != DUCK_TIME_NS;
}

static enum err together(struct profile *p, size_t from, size_t to,
                         struct error *e)
{
    enum err rc = OK;

    for (size_t i = from; i < to && !rc; i++) {
        if (!can_share(&p->columns[i]))
            rc = alone(p, i, e);
        else if (is_first(p, from, i))
            rc = read_alike(p, i, to, e);
    }
    return rc;
}

enum err profile_together(struct profile *p, size_t from, size_t to,
                          struct error *e)
{
    const size_t dictionary_bytes = p->dictionary_bytes;
    struct error why;
    enum err rc = to - from > 1 ? together(p, from, to, &why) : ERR_LIMIT;

    if (rc && rc != ERR_LIMIT)
        *e = why;
    if (rc != ERR_LIMIT)
        return rc;
    p->dictionary_bytes = dictionary_bytes;
    rc = OK;
    for (size_t i = from; i < to && !rc; i++)
        rc = alone(p, i, e);
    return rc;
}
