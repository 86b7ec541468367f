/*
 * parse_fixture.h - questions about a table as candidates. The file that includes it has
 * the fixtures of arena_fixture.h.
 */
#ifndef TEST_ANSWER_PARSE_FIXTURE_H
#define TEST_ANSWER_PARSE_FIXTURE_H

#include "ask/arena_fixture.h"
#include "ask/orders_fixture.h"
#include "ask/parse/parse.h"

#define CANDIDATES 60

static inline struct parse_result parsed(const struct ask_schema *s,
                                         const char *question)
{
    const struct parse_request q = {
        .schema = s, .question = str_from(question), .max = CANDIDATES};
    struct parse_result r;
    struct error err;

    assert_int_equal(parse_question(&q, &arena, &r, &err), OK);
    return r;
}

/* Is the SQL among the candidates, whatever is ranked first? */
static inline void holds_of(const struct ask_schema *s, const char *question,
                            const char *sql)
{
    const struct parse_result r = parsed(s, question);

    for (size_t i = 0; i < r.n; i++)
        if (str_is(r.candidate[i].sql, sql))
            return;
    fail_msg("'%s' has no candidate %s; the first is %.*s", question, sql,
             STR_FMT(r.n ? r.candidate[0].sql : STR("none")));
}

static inline void holds(const char *question, const char *sql)
{
    holds_of(schema_of(ORDERS, "orders.csv", &arena), question, sql);
}

#endif
