/* asked.h - what a question over a schema is answered. */
#ifndef ASK_ASKED_H
#define ASK_ASKED_H

#include "ask/ask.h"

/* An error fails the test. */
static inline struct ask_result asked_result(const struct ask_schema *s,
                                             const char *question,
                                             struct arena *a)
{
    struct ask_result r = {0};
    struct error e = {.code = ERR_INTERNAL, .msg = "left from before"};

    if (ask_question(s, str_from(question), a, &r, &e))
        fail_msg("%s: %s", question, e.msg);
    return r;
}

/* The SQL, or "? " and the clarifying question. */
static inline struct str asked_sql(const struct ask_schema *s,
                                   const char *question, struct arena *a)
{
    struct ask_result r = asked_result(s, question, a);
    struct error e = {0};
    struct str out = r.sql;

    if (r.outcome == ASK_CLARIFY)
        BUG_ON(str_printf(a, &out, &e, "? %.*s", STR_FMT(r.message)));
    return out;
}

/* The question has this SQL, or begins so when it needs clarification. */
static inline void check_asked(const struct ask_schema *s, const char *question,
                               const char *want, struct arena *a)
{
    struct str got = asked_sql(s, question, a);

    if (want[0] == '?' ? !str_starts(got, str_from(want)) : !str_is(got, want))
        fail_msg("%s\n  is   %.*s\n  not  %s", question, STR_FMT(got), want);
}

#endif
