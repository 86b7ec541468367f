#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "answer/rules_reading.h"

static struct arena arena;
static struct error err;

static const struct json *rows(const char *text)
{
    struct json *out;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &out, &err),
        OK);
    return out;
}

static void rows_are_the_same_whatever_stands_beside_them(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } cases[] = {
        {"[[1]]", "[[1]]", true},
        {"[[1]]", "[[2]]", false},
        {"[[1]]", "[[\"1\"]]", false},
        {"[[0.1]]", "[[0.10000000001]]", true},
        {"[[\"a\",5]]", "[[5]]", true},
        {"[[5]]", "[[\"a\",5]]", true},
        {"[[\"a\",5]]", "[[\"b\",5]]", false},
        {"[[1],[2]]", "[[2],[1]]", true},
        {"[[1],[1]]", "[[1],[2]]", false},
        {"[[1],[2]]", "[[1],[1]]", false},
        {"[[1]]", "[[1],[1]]", false},
        {"[[null]]", "[[null]]", true},
        {"[]", "[]", false},
        {"[[1],[2,3]]", "[[1],[2]]", true},
    };

    (void)state;
    arena_init(&arena, 1 << 20);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(rules_reading_same(rows(cases[i].a), rows(cases[i].b)),
                         cases[i].same);
    assert_false(rules_reading_same(NULL, rows("[[1]]")));
    arena_release(&arena);
}

static const struct json *counted(int from, int to, int step)
{
    char text[1024] = "";
    struct buf b;

    buf_init(&b, sizeof(text));
    for (int i = from; i != to; i += step)
        buf_printf(&b, "%s[%d]", b.n ? "," : "[", i);
    buf_put_char(&b, ']');
    (void)snprintf(text, sizeof(text), "%.*s", STR_FMT(buf_str(&b)));
    buf_release(&b);
    return rows(text);
}

static void long_results_are_compared_in_order(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    assert_true(rules_reading_same(counted(0, 70, 1), counted(0, 70, 1)));
    assert_false(rules_reading_same(counted(0, 70, 1), counted(69, -1, -1)));
    arena_release(&arena);
}

static struct result_feature of_rows(const struct parse_weights *w,
                                     const struct parse_candidate *c,
                                     const struct rules_reading *rules,
                                     const struct json *given)
{
    return rules_reading_of(w, c, rules, rules_reading_gives(rules, given));
}

static void a_feature_says_what_the_rules_did(void **state)
{
    struct ask_result asked = {.outcome = ASK_CLARIFY, .is_unknown = true};
    struct rules_reading rules = {&asked, NULL};
    const struct parse_candidate candidate = {.form = 7};
    struct parse_weights *w =
        parse_weights_read(STR("rules:1:0:7:0 2.5\n"), &err);

    (void)state;
    assert_non_null(w);
    arena_init(&arena, 1 << 20);
    assert_false(rules_reading_answers(&rules));
    assert_string_equal(rules_reading_nothing(w, &rules).name, "rules:0:2:0:0");
    asked.outcome = ASK_ANSWERABLE;
    assert_string_equal(rules_reading_nothing(w, &rules).name, "rules:0:1:0:0");
    rules.rows = rows("[[3]]");
    assert_true(rules_reading_answers(&rules));
    assert_true(of_rows(w, &candidate, &rules, rows("[[3]]")).weight == 2.5);
    assert_string_equal(of_rows(w, &candidate, &rules, rows("[[4]]")).name,
                        "rules:2:0:7:0");
    assert_string_equal(rules_reading_alone(NULL, &rules).name,
                        "rules:3:0:0:0");
    arena_release(&arena);
    parse_weights_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_same_whatever_stands_beside_them),
        cmocka_unit_test(long_results_are_compared_in_order),
        cmocka_unit_test(a_feature_says_what_the_rules_did),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
