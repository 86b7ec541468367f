#include "answer/conversation.h"

#include "answer/parsed.h"
#include "ask/followup/follow.h"

#define TURN_ROWS 20 /* of a reading that are compared with those of others */

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

/* The parser's reading of a question that the rules could not answer, where it was the
 * answer; else the last stays. */
static enum err take_likely(const struct joined_tables *j, struct str question,
                            const struct ask_result *ruled,
                            const struct ask_result **last, struct error *e)
{
    const struct ask_result asked = j->out->asked;
    const struct parsed_request q = {
        .tables = *j, .question = question, .max_rows = TURN_ROWS, .max = 1};
    struct parsed_readings *readings = arena_alloc(j->a, sizeof(*readings), e);
    enum err rc;

    if (!readings)
        return e->code;
    readings->n = 0;
    j->out->asked = *ruled;
    rc = parsed_try(&q, readings, e);
    j->out->asked = asked;
    if (!rc && readings->n &&
        readings->reading[0].asked.confidence >= PARSED_CONFIDENCE)
        *last = &readings->reading[0].asked;
    return rc;
}

/* One more question: what the tables are asked after it. One that binds to
 * nothing leaves the last that did. */
static enum err take_turn(const struct joined_tables *j, struct str question,
                          const struct ask_result **last, struct error *e)
{
    const struct follow_request f = {j->schema, *last, question};
    struct ask_result *next = arena_alloc(j->a, sizeof(*next), e);
    bool refined;

    if (!next || read_turn(j, &f, true, next, &refined, e))
        return e->code;
    if (next->outcome != ASK_ANSWERABLE)
        return take_likely(j, question, next, last, e);
    *last = next;
    return OK;
}

enum err conversation_refine(const struct joined_tables *j,
                             const struct answer_request *r, bool *refined,
                             struct error *e)
{
    struct follow_request f = {.schema = j->schema, .question = r->question};
    struct ask_result *next = arena_alloc(j->a, sizeof(*next), e);
    const enum language language = j->out->asked.language;
    enum err rc = next ? joined_open(j, e) : e->code;

    *refined = false;
    for (size_t i = 0; i < r->n_history && !rc; i++) {
        if (r->history[i].is_user && str_trim(r->history[i].content).n)
            rc = take_turn(j, r->history[i].content, &f.last, e);
    }
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
