#include "answer/conversation.h"

#include "follow/follow.h"

/* One more question: what the tables are asked behind it. One that binds to
 * nothing leaves the last that did. */
static enum err take_turn(const struct ask_schema *s, struct str question,
                          struct arena *a, struct ask_result **last,
                          struct error *e)
{
    const struct follow_request r = {s, *last, question};
    struct ask_result *next = arena_alloc(a, sizeof(*next), e);
    bool refined = false;

    if (!next)
        return e->code;
    if (*last && follow_ask(&r, a, next, &refined, e))
        return e->code;
    if (!refined && ask_question(s, question, a, next, e))
        return e->code;
    if (next->outcome == ASK_ANSWERABLE)
        *last = next;
    return OK;
}

enum err conversation_refine(const struct ask_schema *s,
                             const struct answer_request *r, struct arena *a,
                             struct ask_result *out, bool *refined,
                             struct error *e)
{
    struct follow_request f = {.schema = s, .question = r->question};
    struct ask_result *last = NULL;

    *refined = false;
    for (size_t i = 0; i < r->n_history; i++) {
        if (r->history[i].is_user && str_trim(r->history[i].content).n &&
            take_turn(s, r->history[i].content, a, &last, e))
            return e->code;
    }
    f.last = last;
    return last ? follow_ask(&f, a, out, refined, e) : OK;
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
