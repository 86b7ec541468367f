#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings_tables.h"

#define CITY "城市, sum(销售额) "
#define IN_FIRST                                                         \
    " GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(销售额) DESC) = 1" \
    " ORDER BY 2 DESC, 1 ASC"

static void the_second_of_an_order_is_said_in_two_ways_in_chinese(void **state)
{
    static const char second[] =
        CITY "GROUP BY 1 QUALIFY dense_rank() OVER (ORDER BY sum(销售额) "
             "DESC) = 2 ORDER BY 2 DESC, 1 ASC";
    const struct wording zh[] = {
        {"销售额第二高的城市", second},
        {"销售额排名第二的城市", second},
        {"北京和上海哪个销售额高",
         CITY "WHERE 城市 IN ('北京', '上海')" IN_FIRST},
        {"北京还是上海的销售额更高？哪个",
         CITY "WHERE 城市 IN ('北京', '上海')" IN_FIRST},
    };

    (void)state;
    CHECK_WORDINGS(COURSES, "课程.csv", zh);
}

/* The question is about a change, and not asked for clarification. */
static void check_change(const char *profile, const char *question)
{
    struct arena a;
    struct ask_result r = {0};
    struct error e = {0};

    arena_init(&a, 1 << 25);
    assert_int_equal(ask_question(schema_of(profile, "data.csv", &a),
                                  str_from(question), &a, &r, &e),
                     OK);
    if (r.outcome != ASK_ANSWERABLE || !r.spec.change.kind)
        fail_msg("%s: %.*s", question, STR_FMT(r.message));
    arena_release(&a);
}

static void growth_and_difference_have_words_in_each_language(void **state)
{
    static const char *const zh[] = {
        "2024年销售额同比增长多少",           "2024年比2023年销售额增长了多少",
        "2024年销售额比2023年增长了百分之几", "北京比上海的销售额多多少",
        "北京和上海的销售额相差多少",
    };
    static const char *const es[] = {
        "¿cuánto creció el total USD de 2023 a 2024?",
        "variación porcentual del total USD entre 2022 y 2023",
        "diferencia del total USD entre Lima y Quito",
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof(zh) / sizeof(zh[0]); i++)
        check_change(COURSES, zh[i]);
    for (i = 0; i < sizeof(es) / sizeof(es[0]); i++)
        check_change(RESERVAS, es[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_second_of_an_order_is_said_in_two_ways_in_chinese),
        cmocka_unit_test(growth_and_difference_have_words_in_each_language),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
