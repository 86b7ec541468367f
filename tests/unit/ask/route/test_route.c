#include "ask/route/marks.h"
#include "ask/route/route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Customers with their amounts, a year and a region. */
static const char profile[] =
    "{\"columns\":["
    "{\"name\":\"customer\",\"inferred_type\":\"string\",\"distinct\":2,"
    "\"dictionary\":{\"complete\":true,\"values\":[\"Alba Foods\","
    "\"Norte Sur\"]}},"
    "{\"name\":\"importe\",\"inferred_type\":\"float\",\"distinct\":9},"
    "{\"name\":\"amount\",\"inferred_type\":\"float\",\"distinct\":9},"
    "{\"name\":\"金额\",\"inferred_type\":\"float\",\"distinct\":9},"
    "{\"name\":\"地区\",\"inferred_type\":\"string\",\"distinct\":2,"
    "\"dictionary\":{\"complete\":true,\"values\":[\"华东\",\"华南\"]}}]}";

struct fixture {
    struct arena a;
    struct ask_schema schema;
    struct route_base base;
    struct route route;
    struct error e;
};

static int set_up(void **state)
{
    static struct fixture f;
    struct json *j;

    f = (struct fixture){0};
    arena_init(&f.a, (size_t)64 << 20);
    assert_int_equal(
        json_parse(str_from(profile), &json_default_limits, &f.a, &j, &f.e),
        OK);
    assert_int_equal(
        schema_add(&f.schema, STR("sales.csv"), STR("data"), j, &f.a, &f.e),
        OK);
    f.base = (struct route_base){.has_tables = true, .has_prose = true};
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    arena_release(&f->a);
    return 0;
}

static const char *route(struct fixture *f, const char *question)
{
    struct str q = str_from(question);
    struct words w;

    assert_int_equal(words_cut(q, WORDS_TEXT, &f->a, &w, &f->e), OK);
    if (f->base.has_tables)
        assert_int_equal(route_marks(&f->schema, &w, &f->a, &f->base.marks,
                                     &f->base.n_marks, &f->e),
                         OK);
    assert_int_equal(route_question(&f->base, q, &w, &f->a, &f->route, &f->e),
                     OK);
    assert_true(f->route.n_reasons > 0);
    return route_mode_name(f->route.mode);
}

static bool has_reason(const struct route *r, enum route_reason reason)
{
    for (size_t i = 0; i < r->n_reasons; i++) {
        if (r->reasons[i] == reason)
            return true;
    }
    return false;
}

static void assert_part(const char *question, struct route_part part,
                        const char *expected)
{
    char text[200];

    (void)snprintf(text, sizeof(text), "%.*s", (int)(part.to - part.from),
                   question + part.from);
    assert_string_equal(text, expected);
}

static void a_base_without_tables_is_always_semantic(void **state)
{
    struct fixture *f = *state;

    f->base.has_tables = false;
    assert_string_equal(route(f, "total amount by customer"), "semantic");
    assert_int_equal(f->route.n_reasons, 1);
    assert_true(has_reason(&f->route, ROUTE_NO_TABLES));
}

static void a_base_without_prose_is_always_structured(void **state)
{
    struct fixture *f = *state;

    f->base.has_prose = false;
    assert_string_equal(route(f, "what does the policy say about lions?"),
                        "structured");
    assert_true(has_reason(&f->route, ROUTE_NO_PROSE));
}

static void what_binds_is_structured_whatever_its_verbs(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(route(f, "Explain the amount of Alba Foods"),
                        "structured");
    assert_true(has_reason(&f->route, ROUTE_BINDS_VALUE));
    assert_true(has_reason(&f->route, ROUTE_BINDS_COLUMN));
    assert_string_equal(route(f, "describe el importe de Norte Sur"),
                        "structured");
    assert_string_equal(route(f, "解释华东的金额"), "structured");
}

static void a_rule_is_semantic_whatever_its_figures(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(route(f, "How many days may a visitor stay?"),
                        "semantic");
    assert_true(has_reason(&f->route, ROUTE_ASKS_RULE));
    assert_string_equal(route(f, "¿Cuánto puede costar una cena?"), "semantic");
    assert_string_equal(route(f, "发票多少天内必须提交"), "semantic");
}

static void a_figure_of_nothing_that_is_known_is_semantic(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(route(f, "average height of elephants"), "semantic");
    assert_true(has_reason(&f->route, ROUTE_NOT_IN_TABLES));
    assert_false(has_reason(&f->route, ROUTE_ASKS_FIGURE));
}

static void two_requests_are_split_between_tables_and_pages(void **state)
{
    static const char en[] = "Top 10 customers by amount in 2024, and what "
                             "does the policy say about discounts?";
    static const char zh[] = "华东的金额是多少，报销有什么规定";
    struct fixture *f = *state;

    assert_string_equal(route(f, en), "hybrid");
    assert_true(has_reason(&f->route, ROUTE_TWO_PARTS));
    assert_part(en, f->route.structured, "Top 10 customers by amount in 2024");
    assert_part(en, f->route.semantic,
                "what does the policy say about discounts");
    assert_string_equal(route(f, zh), "hybrid");
    assert_part(zh, f->route.structured, "华东的金额是多少");
    assert_part(zh, f->route.semantic, "报销有什么规定");
}

static void the_pages_may_come_first(void **state)
{
    static const char es[] =
        "¿Qué dice la norma sobre viajes y cuál es el importe de Norte Sur?";
    struct fixture *f = *state;

    assert_string_equal(route(f, es), "hybrid");
    assert_part(es, f->route.semantic, "Qué dice la norma sobre viajes");
    assert_part(es, f->route.structured, "cuál es el importe de Norte Sur");
}

static void a_clause_for_the_pages_may_name_what_tables_have(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(route(f, "How do customers of Alba Foods return what "
                                 "they bought? amount of Alba Foods"),
                        "hybrid");
    assert_int_equal(f->route.semantic.from, 0);
    assert_string_equal(route(f, "amount of Alba Foods & do customers get an "
                                 "invoice"),
                        "hybrid");
    assert_string_equal(route(f, "amount of Alba Foods and of Nortwind"),
                        "structured");
}

static void two_figures_are_one_request(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(
        route(f, "total amount of Alba Foods and average amount of Norte Sur"),
        "structured");
    assert_int_equal(f->route.semantic.from, f->route.semantic.to);
}

static void a_question_of_nothing_but_signs_has_a_route(void **state)
{
    struct fixture *f = *state;

    assert_string_equal(route(f, ""), "semantic");
    assert_string_equal(route(f, "?!, ,;"), "semantic");
    assert_string_equal(route(f, "and and and"), "semantic");
    assert_string_equal(route(f, "\xff\xfe 和"), "semantic");
}

static void each_reason_and_mode_has_words(void **state)
{
    (void)state;
    for (int r = ROUTE_NO_TABLES; r <= ROUTE_TWO_PARTS; r++)
        assert_true(strlen(route_reason_text((enum route_reason)r)) > 10);
    assert_string_equal(route_mode_name(ROUTE_HYBRID), "hybrid");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_base_without_tables_is_always_semantic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_base_without_prose_is_always_structured, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_binds_is_structured_whatever_its_verbs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_rule_is_semantic_whatever_its_figures,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_figure_of_nothing_that_is_known_is_semantic, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            two_requests_are_split_between_tables_and_pages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_pages_may_come_first, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_clause_for_the_pages_may_name_what_tables_have, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(two_figures_are_one_request, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_question_of_nothing_but_signs_has_a_route, set_up, tear_down),
        cmocka_unit_test(each_reason_and_mode_has_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
