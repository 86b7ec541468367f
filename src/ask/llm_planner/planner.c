#include "ask/llm_planner/planner.h"

#include "ask/llm_planner/llm_plan.h"
#include "ask/llm_planner/plan_prompt.h"
#include "base/jsonw.h"

#define SAID_BYTES ((size_t)64 * 1024)

/* One question while it is planned. */
struct planning {
    const struct planner *p;
    const struct planner_question *q;
    struct arena *a;
    struct chat_prompt prompt;
    struct plan_tables tables;
    struct planner_log *log;
};

static enum err write_body(struct planning *x, struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, CHAT_BODY_BYTES);
    chat_write(x->p->chat, &x->prompt, &b);
    rc = buf_dup(&b, x->a, out, e);
    buf_release(&b);
    return rc;
}

static bool is_repairable(enum err rc)
{
    return rc == ERR_VALIDATION_FAILED || rc == ERR_SANDBOX_VIOLATION;
}

/* What it said and what was wrong with it, as the next two turns. */
static enum err reply(struct planning *x, const struct json *said,
                      struct planner_round *r, const struct error *why,
                      struct error *e)
{
    struct chat_turn *turn = &x->prompt.turn[x->prompt.n];
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, SAID_BYTES);
    jsonw_init(&w, &b);
    if (said)
        json_write(said, &w);
    else
        buf_puts(&b, "{}");
    turn[0].role = CHAT_MODEL;
    rc = buf_dup(&b, x->a, &turn[0].text, e);
    buf_release(&b);
    if (!rc)
        rc = str_printf(x->a, &r->wrong, e,
                        "This plan does not work: %s. Give another, or "
                        "\"none\".",
                        why->msg);
    turn[1] = (struct chat_turn){CHAT_ASKER, r->wrong};
    x->prompt.n += 2;
    return rc;
}

/* One answer of the model: accept it, or reply with the reason. */
static enum err take(struct planning *x, const struct json *said,
                     struct ask_result *out, struct error *e)
{
    const struct plan_context c = {x->q->schema, &x->tables, x->q->readings,
                                   x->q->n_readings};
    struct ask_result planned = *out;
    enum err rc = plan_read(said, &c, x->a, &planned, &x->log->reason, e);

    if (rc || x->log->reason.n)
        return rc;
    rc = x->q->run(x->q->ctx, &planned, e);
    if (rc)
        return rc;
    *out = planned;
    x->log->caveat = plan_reason(said);
    return OK;
}

static enum err ask_once(struct planning *x, struct ask_result *out,
                         bool *again, struct error *e)
{
    struct planner_round *r = &x->log->round[x->log->n];
    const struct json *said = NULL;
    struct error why = {0};
    enum err rc;

    *again = false;
    if (write_body(x, &r->sent, e))
        return e->code;
    x->log->n++;
    rc = chat_ask(x->p->chat, r->sent, &x->prompt, x->a, &said, &why);
    if (!rc && !said) {
        x->log->reason = STR("it refused");
        return OK;
    }
    if (!rc)
        rc = take(x, said, out, &why);
    if (is_repairable(rc)) {
        *again = true;
        return reply(x, said, r, &why, e);
    }
    *e = why;
    return rc;
}

enum err planner_ask(const struct planner *p, const struct planner_question *q,
                     struct arena *a, struct ask_result *out,
                     struct planner_log *log, struct error *e)
{
    const struct prompt_request request = {.schema = q->schema,
                                           .entries = q->entries,
                                           .near = q->near,
                                           .question = q->question,
                                           .readings = q->readings,
                                           .n_readings = q->n_readings,
                                           .values = p->values};
    struct planning x = {.p = p, .q = q, .a = a, .log = log};
    bool again = true;
    enum err rc;

    *log = (struct planner_log){.n = 0};
    rc = prompt_make(&request, a, &x.prompt, &x.tables, e);
    while (!rc && again && log->n < PLANNER_ROUNDS)
        rc = ask_once(&x, out, &again, e);
    if (!rc && again)
        log->reason = STR("no plan of it could be run");
    return rc;
}
