/*
 * aged_copy.c - answers from copies of servers' databases that are older than their rows.
 *
 * Such a copy tells what is in the columns, and the server answers (tables/table_source.h),
 * so that a database which is written to all the time is not copied for each question. Where
 * that leads to no figure, as for a value that was written since, or for what is not
 * translated for the server, the question is asked again with a copy of now. Nobody hears of
 * the first time: what was told would be told twice.
 */
#include "answer/aged_copy.h"

/* A question that may be asked twice. */
struct hearing {
    const struct answer_listener *to;
    const struct answer *out;
};

static bool is_aged(const struct answer *out)
{
    for (size_t i = 0; i < out->n_sources; i++)
        if (table_is_aged(&out->sources[i].from))
            return true;
    return false;
}

static void pass_stage(void *ctx, const struct answer *so_far,
                       enum answer_stage stage)
{
    const struct hearing *h = ctx;

    if (!is_aged(so_far))
        h->to->reached(h->to->ctx, so_far, stage);
}

static void pass_line(void *ctx, const struct answer *so_far, struct str line)
{
    const struct hearing *h = ctx;

    if (!is_aged(so_far))
        h->to->said(h->to->ctx, so_far, line);
}

static void pass_span(void *ctx, const struct weighed_span *span)
{
    const struct hearing *h = ctx;

    if (!is_aged(h->out))
        h->to->weighed(h->to->ctx, span);
}

/* The request, with sources of which an older copy will do. */
static enum err let_age(const struct answer_request *r, struct hearing *h,
                        struct arena *a, struct answer_request *out,
                        struct error *e)
{
    const struct answer_listener *to = &r->listener;
    struct table_source *sources =
        arena_alloc_array(a, r->n + 1, sizeof(*sources), e);

    if (!sources)
        return e->code;
    for (size_t i = 0; i < r->n; i++) {
        sources[i] = r->sources[i];
        sources[i].may_be_aged = true;
    }
    *out = *r;
    out->sources = sources;
    out->listener =
        (struct answer_listener){.ctx = h,
                                 .reached = to->reached ? pass_stage : NULL,
                                 .said = to->said ? pass_line : NULL,
                                 .weighed = to->weighed ? pass_span : NULL};
    return OK;
}

enum err answer_question(struct tables *t, const struct answer_request *r,
                         struct arena *a, struct answer *out, struct error *e)
{
    struct hearing h = {&r->listener, out};
    struct answer_request aged;
    enum err rc = let_age(r, &h, a, &aged, e);

    out->n_sources = 0;
    if (!rc)
        rc = answer_once(t, &aged, a, out, e);
    if (!is_aged(out) || (!rc && out->mode == ANSWER_STRUCTURED) ||
        (r->cancel && atomic_load(r->cancel)))
        return rc;
    return answer_once(t, r, a, out, e);
}
