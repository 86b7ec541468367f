/* union_notes.c - what an answer says of tables that are queried as one. */
#include "answer/joined_tables.h"
#include "answer/sentence/wording.h"
#include "answer/table_union.h"

#define NAMED      3u /* files or columns that a note names */
#define TEXT_BYTES ((size_t)16 * 1024)

struct noting {
    const struct table_union *u;
    struct answer *out;
    struct arena *a;
};

/* Close the list of names: " +3" more. */
static void put_rest(size_t n, struct buf *b)
{
    if (n > NAMED)
        buf_printf(b, ", +%zu", n - NAMED);
}

/* Say it of what the buffer lists. */
static enum err keep(const struct noting *x, enum wording w, struct buf *b,
                     bool warns, struct error *e)
{
    struct str text;
    enum err rc =
        wording_make(x->out->asked.language, w, buf_str(b), x->a, &text, e);

    buf_release(b);
    if (!rc && warns)
        answer_warn(x->out, text);
    else if (!rc)
        answer_note(x->out, text);
    return rc;
}

static enum err note_members(const struct noting *x, struct error *e)
{
    const struct table_union *u = x->u;
    const enum language language = x->out->asked.language;
    char number[32];
    struct str fill[WORDING_FILLED] = {{0}};
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    (void)snprintf(number, sizeof(number), "%zu", u->n);
    for (size_t i = 0; i < u->n && i < NAMED; i++)
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_FMT(u->names[i]));
    put_rest(u->n, &b);
    if (u->periods)
        wording_put(&b, language, WORDING_UNION_PERIODS, &u->period_column, 1);
    fill[0] = str_from(number);
    fill[1] = buf_str(&b);
    rc = wording_fill(language, WORDING_UNION_MEMBERS, fill, x->a, &text, e);
    buf_release(&b);
    if (!rc)
        answer_note(x->out, text);
    return rc;
}

static enum err note_outside(const struct noting *x, struct error *e)
{
    struct buf b;

    if (x->u->n_outside == 0)
        return OK;
    buf_init(&b, TEXT_BYTES);
    for (size_t i = 0; i < x->u->n_outside && i < NAMED; i++)
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_FMT(x->u->outside[i]));
    put_rest(x->u->n_outside, &b);
    return keep(x, WORDING_UNION_OUTSIDE, &b, true, e);
}

static bool is_renamed(const struct union_column *c, size_t member)
{
    return c->of[member] &&
           !str_eq(json_text(json_find(c->of[member], "name")), c->name);
}

static enum err note_renamed(const struct noting *x, struct error *e)
{
    size_t n = 0;
    struct buf b;

    buf_init(&b, TEXT_BYTES);
    for (size_t i = 0; i < x->u->n_columns; i++) {
        const struct union_column *c = &x->u->columns[i];
        size_t k = 0;

        while (k < x->u->n && !is_renamed(c, k))
            k++;
        if (k == x->u->n)
            continue;
        if (n < NAMED)
            buf_printf(&b, "%s'%.*s' (%.*s) = '%.*s'", n ? ", " : "",
                       STR_FMT(json_text(json_find(c->of[k], "name"))),
                       STR_FMT(x->u->names[k]), STR_FMT(c->name));
        n++;
    }
    put_rest(n, &b);
    if (n)
        return keep(x, WORDING_UNION_RENAMED, &b, true, e);
    buf_release(&b);
    return OK;
}

static bool is_added(const struct table_union *u, const struct union_column *c)
{
    return c->n_have < u->n;
}

static bool is_of_types(const struct table_union *u,
                        const struct union_column *c)
{
    (void)u;
    return c->differs;
}

/* The columns of which something holds, after what it is. */
static enum err note_columns(const struct noting *x, enum wording what,
                             bool (*holds)(const struct table_union *,
                                           const struct union_column *),
                             struct error *e)
{
    size_t n = 0;
    struct buf b;

    buf_init(&b, TEXT_BYTES);
    for (size_t i = 0; i < x->u->n_columns; i++) {
        const struct union_column *c = &x->u->columns[i];

        if (!holds(x->u, c))
            continue;
        if (n < NAMED)
            buf_printf(&b, "%s'%.*s' (%zu/%zu)", n ? ", " : "",
                       STR_FMT(c->name), c->n_have, x->u->n);
        n++;
    }
    put_rest(n, &b);
    if (n)
        return keep(x, what, &b, true, e);
    buf_release(&b);
    return OK;
}

static enum err report(const struct noting *x, struct error *e)
{
    if (note_members(x, e) || note_outside(x, e) || note_renamed(x, e) ||
        note_columns(x, WORDING_UNION_MISSING, is_added, e))
        return e->code;
    return note_columns(x, WORDING_UNION_TYPES, is_of_types, e);
}

enum err union_report(struct answer *out, struct arena *a, struct error *e)
{
    for (size_t i = 0; i < out->n_sources; i++) {
        const struct noting x = {out->sources[i].united, out, a};

        if (x.u && joined_is_used(out, i) && report(&x, e))
            return e->code;
    }
    return OK;
}
