#include "answer/conversation.h"

#include "answer/parsed.h"
#include "ask/followup/follow.h"

#define HEARD_BYTES ((size_t)1 << 20)
#define TURN_ROWS   20 /* of a reading that are compared with those of others */

/* A question as the one before goes on, or else by itself; read again until its
 * joins are those that the rows bear out. */
static enum err read_turn(const struct joined_tables *j,
                          const struct follow_request *f, bool by_itself,
                          struct ask_result *next, bool *refined,
                          struct error *e)
{
    bool again = true;
    enum err rc = OK;

    while (!rc && again) {
        again = *refined = false;
        if (f->last)
            rc = follow_ask(f, j->a, next, refined, e);
        if (!rc && !*refined && by_itself)
            rc = ask_question(j->schema, f->question, j->a, next, e);
        if (!rc && (*refined || by_itself))
            rc = joined_settle(j, next, &again, e);
    }
    return rc;
}

/* The questions before. */
struct turns {
    const struct joined_tables *j;
    const struct ask_result *last; /* what was understood last; NULL: nothing */
    struct str
        open; /* a question after it that the rules do not answer; or empty */
    const struct ask_result *ruled; /* what they say of it */
};

/* The parser's reading of the open question, where it was the answer, is what was
 * understood last. It is looked for where something may go on from it, as its readings
 * are run. */
static enum err settle_open(struct turns *t, struct str question,
                            struct error *e)
{
    const struct ask_result asked = t->j->out->asked;
    const struct parsed_request q = {
        .tables = *t->j, .question = t->open, .max_rows = TURN_ROWS, .max = 1};
    struct parsed_readings *readings;
    struct words w;
    bool may = false;
    enum err rc;

    if (t->open.n == 0)
        return OK;
    rc = words_cut(question, WORDS_TEXT, t->j->a, &w, e);
    if (!rc)
        rc = follow_may_go_on(t->j->schema, question, &w, t->j->a, &may, e);
    if (rc || !may)
        return rc;
    readings = arena_alloc(t->j->a, sizeof(*readings), e);
    if (!readings)
        return e->code;
    readings->n = 0;
    t->j->out->asked = *t->ruled;
    rc = parsed_try(&q, readings, e);
    t->j->out->asked = asked;
    if (!rc && readings->n &&
        readings->reading[0].asked.confidence >= PARSED_CONFIDENCE)
        t->last = &readings->reading[0].asked;
    t->open.n = 0;
    return rc;
}

/* One more question: what the tables are asked after it. One that binds to
 * nothing leaves the last that did. */
static enum err take_turn(struct turns *t, struct str question, struct error *e)
{
    struct follow_request f = {.schema = t->j->schema, .question = question};
    struct ask_result *next = arena_alloc(t->j->a, sizeof(*next), e);
    bool refined;

    if (!next || settle_open(t, question, e))
        return e->code;
    f.last = t->last;
    if (read_turn(t->j, &f, true, next, &refined, e))
        return e->code;
    if (next->outcome == ASK_ANSWERABLE)
        t->last = next;
    else
        t->ruled = next;
    t->open = next->outcome == ASK_ANSWERABLE ? STR("") : question;
    return OK;
}

enum err conversation_refine(const struct joined_tables *j,
                             const struct answer_request *r, bool *refined,
                             struct error *e)
{
    struct follow_request f = {.schema = j->schema, .question = r->question};
    struct ask_result *next = arena_alloc(j->a, sizeof(*next), e);
    const enum language language = j->out->asked.language;
    struct turns t = {.j = j};
    enum err rc = next ? joined_open(j, e) : e->code;

    *refined = false;
    for (size_t i = 0; i < r->n_history && !rc; i++) {
        if (r->history[i].is_user && str_trim(r->history[i].content).n)
            rc = take_turn(&t, r->history[i].content, e);
    }
    if (!rc)
        rc = settle_open(&t, r->question, e);
    f.last = t.last;
    if (!rc && f.last)
        rc = read_turn(j, &f, false, next, refined, e);
    if (!*refined)
        j->out->asked = (struct ask_result){.language = language};
    return rc;
}

enum err conversation_question(const struct answer_request *r,
                               struct str question, struct arena *a,
                               struct str *out, bool *joined, struct error *e)
{
    size_t i = r->n_history;
    struct words w;

    *out = question;
    *joined = false;
    if (words_cut(question, WORDS_TEXT, a, &w, e))
        return e->code;
    while (i > 0 && !r->history[i - 1].is_user)
        i--;
    if (i == 0 || !follow_is_marked(&w))
        return OK;
    *joined = true;
    return str_printf(a, out, e, "%.*s %.*s",
                      STR_FMT(r->history[i - 1].content), STR_FMT(question));
}

enum err conversation_heard(const struct answer_request *r, struct arena *a,
                            struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, HEARD_BYTES);
    for (size_t i = 0; i < r->n_history; i++) {
        if (r->history[i].is_user)
            buf_put_str(&b, r->history[i].content);
        buf_put_char(&b, '\n');
    }
    buf_put_str(&b, r->question);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
