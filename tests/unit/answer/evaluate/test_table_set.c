#include "answer/evaluate/table_set.h"

#include "answer/evaluate/table_kind.h"
#include "ask/candidates/folds.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define ARENA_BYTES ((size_t)16 << 20)

static struct arena a;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    err = (struct error){0};
    arena_init(&a, ARENA_BYTES);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&a);
    return 0;
}

#define LINE(table, rest) \
    "{\"question\":\"how many?\",\"table\":\"" table "\"," rest "}\n"

static void tables_are_numbered_in_the_order_of_their_names(void **state)
{
    struct table_set set;

    (void)state;
    assert_int_equal(
        table_set_read(
            STR("\xEF\xBB\xBF" LINE("a", "\"answers\":[1]") "\n" LINE(
                "b", "\"answers\":[2]") LINE("a", "\"answers\":[3]")),
            STR("set"), &a, &set, &err),
        OK);
    assert_int_equal(set.n, 3);
    assert_int_equal(set.tables, 2);
    assert_int_equal(set.question[0].fold, fold_of(0));
    assert_int_equal(set.question[1].fold, fold_of(1));
    assert_int_equal(set.question[2].fold, fold_of(0));
}

static void lines_that_say_neither_answers_nor_why_are_refused(void **state)
{
    static const char *const bad[] = {
        LINE("a", "\"answers\":[]"),
        LINE("a", "\"x\":1"),
        LINE("a", "\"answers\":[1],\"unanswerable\":\"why\""),
        "{\"question\":\"q\",\"answers\":[1]}",
        "{\"table\":\"t\"",
        "[]"};
    struct table_set set;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        struct str text;

        assert_int_equal(str_printf(&a, &text, &err, "\n%s", bad[i]), OK);
        assert_int_equal(table_set_read(text, STR("set"), &a, &set, &err),
                         ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.line, 2);
    }
}

static void the_kind_of_a_line_is_its_own_or_that_of_its_words(void **state)
{
    static const char *const said[][2] = {
        {"how many more goals did A score than B?", "arithmetic"},
        {"who scored more, A or B?", "comparison"},
        {"how many teams are there?", "count"},
        {"who came after Ajax?", "position"},
        {"which is the tallest building?", "superlative"},
        {"what is the guest list?", "lookup"},
        {"which side is west?", "lookup"}};
    struct table_set set;
    struct str kind;

    (void)state;
    for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++) {
        assert_int_equal(table_kind(str_from(said[i][0]), &a, &kind, &err), OK);
        if (!str_is(kind, said[i][1]))
            fail_msg("'%s': %.*s", said[i][0], STR_FMT(kind));
    }
    assert_int_equal(
        table_set_read(STR(LINE("a", "\"answers\":[1],\"kind\":\"mine\"")
                               LINE("a", "\"unanswerable\":\"why\"")),
                       STR("set"), &a, &set, &err),
        OK);
    assert_true(str_is(set.question[0].kind, "mine"));
    assert_true(str_is(set.question[1].kind, "count"));
    assert_null(set.question[1].answers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            tables_are_numbered_in_the_order_of_their_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            lines_that_say_neither_answers_nor_why_are_refused, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            the_kind_of_a_line_is_its_own_or_that_of_its_words, set_up,
            tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
