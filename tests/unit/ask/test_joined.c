#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/ask.h"
#include "joins/shop_fixture.h"

#include <cmocka.h>

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 27);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* The SQL of a question, or "? " and what is asked back. */
static struct str asked(const struct ask_schema *s, const char *question)
{
    struct ask_result r = {0};
    struct error e = {0};
    struct str out = {0};

    if (ask_question(s, str_from(question), &arena, &r, &e))
        BUG_ON(str_printf(&arena, &out, &e, "! %s", e.msg));
    else if (r.outcome == ASK_CLARIFY)
        BUG_ON(str_printf(&arena, &out, &e, "? %.*s", STR_FMT(r.message)));
    else
        out = r.sql;
    return out;
}

static void check_of(const struct ask_schema *s, const char *question,
                     const char *want)
{
    struct str got = asked(s, question);

    if (want[0] == '?' ? !str_starts(got, str_from(want)) : !str_is(got, want))
        fail_msg("%s\n  is   %.*s\n  not  %s", question, STR_FMT(got), want);
}

static void check(const char *question, const char *want)
{
    check_of(shop_schema(&arena), question, want);
}

static void a_group_comes_from_another_table(void **state)
{
    (void)state;
    check("total by customer city",
          "SELECT \"city\" AS \"city\", sum(\"total\") AS \"sum_total\" FROM "
          "(SELECT \"orders\".*, \"customers\".\"city\" AS \"city\" FROM "
          "\"orders\" LEFT JOIN \"customers\" ON \"orders\".\"customer_id\" = "
          "\"customers\".\"id\") GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_group_comes_from_another_table,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
