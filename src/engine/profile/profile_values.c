/*
 * profile_values.c - distinct counts and frequent values.
 *
 * Grouping a column by value holds every different value in memory, and a
 * query worker cannot spill. So a column that may need too much is grouped in
 * parts, each of the values whose hash falls to it: every part is exact, and
 * so is their sum.
 */
#include "engine/profile/profile_values.h"

#define PART_BYTES  ((uint64_t)256 << 20) /* memory for the groups of a part */
#define GROUP_BYTES 64u                   /* of a group, besides its text */
#define PARTS_MAX   64u

#define DICTIONARY_BYTES      ((size_t)2 << 20) /* of a column, as JSON */
#define DICTIONARY_TEXT_BYTES 200u              /* no name is longer */
#define FREQUENT_BYTES        ((size_t)64 << 20)
#define ESCAPED_BYTES         6u /* of a byte in JSON, at worst */

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

static uint64_t a_group(const struct profile_column *c)
{
    return GROUP_BYTES + (c->values ? c->bytes / c->values : 0);
}

uint64_t profile_group_bytes(const struct profile_column *c)
{
    return c->values * a_group(c);
}

/* How many parts keep each within PART_BYTES; 1 for nearly every column. */
static enum err count_parts(struct profile *p, const struct profile_column *c,
                            unsigned *parts, struct error *e)
{
    uint64_t groups = c->values;

    *parts = 1;
    if (groups <= PART_BYTES / a_group(c))
        return OK;
    if (estimate(p, c, &groups, e))
        return e->code;
    groups += groups / 4; /* its error is a few per cent */
    while (*parts < PARTS_MAX && groups / *parts > PART_BYTES / a_group(c))
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

    if (c->kind == PROFILE_BOOLEAN) {
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

/* Every value of part[0] of part[1] with its count. */
static enum err read_part(struct profile *p, const struct profile_column *c,
                          const unsigned part[2], struct frequent *f,
                          uint64_t *distinct, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk chunk = {0};
    enum err rc;

    buf_printf(&p->sql, "SELECT %.*s, count(*)", STR_FMT(c->sql));
    put_source(p, c, part[0], part[1]);
    buf_puts(&p->sql, " GROUP BY 1");
    rc = profile_query(p, &r, e);
    while (!rc && !(rc = duck_result_next(r, &chunk, e)) && chunk.rows > 0) {
        for (size_t i = 0; i < chunk.rows && !rc; i++)
            rc = frequent_offer(f, duck_str(&chunk.vectors[0], i),
                                (uint64_t)duck_int(&chunk.vectors[1], i), e);
        *distinct += chunk.rows;
    }
    duck_result_close(r);
    return rc;
}

static enum err write_common(struct profile *p, struct profile_column *c,
                             const struct frequent *f, struct error *e)
{
    struct jsonw w;

    buf_reset(&p->cell);
    jsonw_init(&w, &p->cell);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < f->n && i < PROFILE_COMMON; i++) {
        jsonw_begin_object(&w);
        jsonw_key(&w, "value");
        profile_write_text(p, frequent_text(&f->values[i]), &w);
        jsonw_member_u64(&w, "count", f->values[i].count);
        jsonw_end_object(&w);
    }
    jsonw_end_array(&w);
    return buf_dup(&p->cell, p->a, &c->common, e);
}

/* May this value are in a dictionary? */
static bool is_entry(const struct frequent_value *v, bool all)
{
    return v->n <= DICTIONARY_TEXT_BYTES && (all || v->count > 1);
}

static enum err write_dictionary(struct profile *p, struct profile_column *c,
                                 const struct frequent *f, struct error *e)
{
    bool all = c->distinct <= PROFILE_DICTIONARY;
    size_t most = DICTIONARY_BYTES < p->dictionary_bytes ? DICTIONARY_BYTES
                                                         : p->dictionary_bytes;
    size_t kept = 0;
    struct jsonw w;
    struct str json;

    buf_reset(&p->cell);
    jsonw_init(&w, &p->cell);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < f->n && kept < PROFILE_DICTIONARY; i++) {
        if (!is_entry(&f->values[i], all))
            continue;
        if (p->cell.n + ESCAPED_BYTES * f->values[i].n + 4 > most)
            break;
        jsonw_str(&w, frequent_text(&f->values[i]));
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
                           unsigned parts, struct frequent *f, struct error *e)
{
    uint64_t distinct = 0;
    unsigned part[2] = {0, parts};
    enum err rc = OK;

    for (; part[0] < parts && !rc; part[0]++)
        rc = read_part(p, c, part, f, &distinct, e);
    if (!rc)
        c->distinct = distinct;
    return rc;
}

/* Count and keep in one go; with more parts when memory does not do. */
static enum err try_parts(struct profile *p, struct profile_column *c,
                          struct frequent *f, struct error *e)
{
    struct error why;
    unsigned parts;
    enum err rc = count_parts(p, c, &parts, e);

    if (rc)
        return rc;
    do {
        frequent_init(f, PROFILE_DICTIONARY, f->a);
        rc = read_parts(p, c, parts, f, &why);
    } while (rc == ERR_LIMIT && (parts *= 4) <= PARTS_MAX);
    if (rc == ERR_LIMIT) {
        frequent_init(f, 0, f->a); /* what is there of it says nothing */
        return estimate(p, c, &c->distinct, e);
    }
    if (rc)
        *e = why;
    return rc;
}

enum err profile_keep_frequent(struct profile *p, struct profile_column *c,
                               struct frequent *f, struct error *e)
{
    enum err rc;

    frequent_sort(f);
    rc = write_common(p, c, f, e);
    return rc ? rc : write_dictionary(p, c, f, e);
}

enum err profile_frequent(struct profile *p, struct profile_column *c,
                          struct error *e)
{
    struct arena a;
    struct frequent f = {.a = &a};
    enum err rc;

    arena_init(&a, FREQUENT_BYTES);
    rc = try_parts(p, c, &f, e);
    if (!rc)
        rc = profile_keep_frequent(p, c, &f, e);
    arena_release(&a);
    return rc;
}
