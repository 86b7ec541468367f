#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/selector/passage_sentences.h"

static struct arena arena;
static struct passage_sentences got;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 16 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void cut(const char *text, enum markup markup)
{
    struct error e = {0};

    assert_int_equal(sentences_cut(str_from(text), markup, &arena, &got, &e),
                     OK);
}

static void expect(size_t i, const char *text)
{
    assert_true(i < got.n);
    if (!str_is(got.at[i].text, text))
        fail_msg("'%.*s' where '%s' was expected", STR_FMT(got.at[i].text),
                 text);
}

static void lines_are_joined_and_headings_fall_away(void **state)
{
    (void)state;
    cut("# Keys\n\nEvery service has\none key. It lives 90 days.\n"
        "\n## More\nThe end",
        MARKUP_MARKDOWN);
    assert_int_equal(got.n, 3);
    expect(0, "Every service has one key.");
    expect(1, "It lives 90 days.");
    expect(2, "The end");
    assert_int_equal(got.at[0].block, got.at[1].block);
    assert_int_not_equal(got.at[1].block, got.at[2].block);
}

static void a_point_inside_of_a_sentence_does_not_end_it(void **state)
{
    (void)state;
    cut("Dr. Ada pays 3.5 % (e.g. rent). See J. Doe and file.c for it.",
        MARKUP_MARKDOWN);
    assert_int_equal(got.n, 2);
    expect(0, "Dr. Ada pays 3.5 % (e.g. rent).");
    expect(1, "See J. Doe and file.c for it.");
}

static void chinese_marks_end_one_without_a_space(void **state)
{
    (void)state;
    cut("先恢复服务，\n再查找原因。报告不追究个人责任！", MARKUP_MARKDOWN);
    assert_int_equal(got.n, 2);
    expect(0, "先恢复服务，再查找原因。");
    expect(1, "报告不追究个人责任！");
}

static void items_rows_and_code_stand_alone(void **state)
{
    (void)state;
    cut("Do this:\n\n1. first\n   goes on\n2. second\n\n| a | b |\n|---|---|\n"
        "```\nx --y\n```\n",
        MARKUP_MARKDOWN);
    assert_int_equal(got.n, 5);
    expect(0, "Do this:");
    expect(1, "first goes on");
    expect(2, "second");
    expect(3, "a | b");
    expect(4, "x --y");
    assert_false(got.at[0].is_item);
    assert_true(got.at[1].is_item);
    assert_true(got.at[3].is_item);
}

static void rows_without_outer_bars_stand_alone(void **state)
{
    (void)state;
    cut("Name  | Description\n"
        "------|------------\n"
        "host  | **Optional.** The host. Defaults to `here`.\n"
        "port\t| **Optional.** The port. Defaults to 6380.\n"
        "\n"
        "Run `a | b` for it.\nThen wait.\n",
        MARKUP_MARKDOWN);
    assert_int_equal(got.n, 5);
    expect(0, "Name  | Description");
    expect(1, "host  | **Optional.** The host. Defaults to `here`.");
    expect(2, "port\t| **Optional.** The port. Defaults to 6380.");
    assert_true(got.at[2].is_item);
    expect(3, "Run `a | b` for it.");
}

/* Of one cell or of several, so that each sentence may be quoted. */
static void a_long_row_is_cut_into_sentences(void **state)
{
#define LEAVES "Each day the boat leaves at noon. "
#define SIX    LEAVES LEAVES LEAVES LEAVES LEAVES LEAVES

    (void)state;
    cut("| Note |\n| Look. " SIX SIX "|\n| a | " SIX SIX SIX
        "|\n| b | Short. Row. |\n",
        MARKUP_MARKDOWN);
#undef SIX
#undef LEAVES
    assert_int_equal(got.n, 1 + 13 + 18 + 1);
    expect(1, "Look.");
    assert_false(got.at[1].is_item);
    expect(14, "a | Each day the boat leaves at noon.");
    assert_true(got.at[14].is_item);
    assert_int_equal(got.at[14].block, got.at[31].block);
    expect(32, "b | Short. Row.");
}

static void a_term_goes_with_what_is_said_of_it(void **state)
{
    (void)state;
    cut("-v\n: Be verbose. Twice.\n\n-q\n: Quiet.\n", MARKUP_MARKDOWN);
    assert_int_equal(got.n, 3);
    expect(0, "-v: Be verbose.");
    expect(2, "-q: Quiet.");
}

static void front_matter_is_no_sentence(void **state)
{
    (void)state;
    cut("---\ntitle: Holidays\ntags: [people]\n---\n# Holidays\n\nAsk early.\n",
        MARKUP_MARKDOWN);
    expect(0, "Ask early.");
    assert_int_equal(got.n, 1);
    cut("---\ntitle: Holidays\n---", MARKUP_MARKDOWN);
    assert_int_equal(got.n, 0);
    cut("---\nNo fence ends this.\n", MARKUP_MARKDOWN);
    expect(0, "No fence ends this.");
}

static void damaged_text_is_cut_all_the_same(void **state)
{
    (void)state;
    cut("<a <b <", MARKUP_MARKDOWN);
    cut("\xff\xfe. \x80!", MARKUP_MARKDOWN);
    cut("", MARKUP_LINES);
    assert_int_equal(got.n, 0);
    cut("```\nnever closed. Not here", MARKUP_MARKDOWN);
    assert_int_equal(got.n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_are_joined_and_headings_fall_away,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_point_inside_of_a_sentence_does_not_end_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chinese_marks_end_one_without_a_space,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(items_rows_and_code_stand_alone, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(rows_without_outer_bars_stand_alone,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_row_is_cut_into_sentences,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_term_goes_with_what_is_said_of_it,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(front_matter_is_no_sentence, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(damaged_text_is_cut_all_the_same,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
