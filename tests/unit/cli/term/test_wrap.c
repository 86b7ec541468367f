#include "cli/term/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct term_style plain = {.color = false};
static const struct term_style colored = {.color = true};

static void check(const struct wrapped_text *f, const struct term_style *style,
                  const char *expected)
{
    struct buf b;

    buf_init(&b, 1000);
    buf_puts(&b, "");
    wrap_put(&b, f, style);
    assert_string_equal(b.p ? b.p : "", expected);
    buf_release(&b);
}

static void lines_end_at_blanks_and_begin_with_the_indent(void **state)
{
    const struct wrapped_text f = {
        .text = STR("  one two\n\n\tthree  four "), .indent = 2, .width = 11};

    (void)state;
    check(&f, &plain, "  one two\n  three\n  four\n");
}

static void a_word_longer_than_a_line_is_whole(void **state)
{
    const struct wrapped_text f = {.text = STR("a quarry://handbook b"),
                                   .width = 6};

    (void)state;
    check(&f, &plain, "a\nquarry://handbook\nb\n");
}

static void marked_words_are_bold_or_between_stars(void **state)
{
    const struct wrap_mark mark[] = {{4, 7}, {8, 11}};
    const struct wrapped_text f = {
        .text = STR("the key,old"), .mark = mark, .n = 2, .width = 80};

    (void)state;
    check(&f, &plain, "the **key**,**old**\n");
    check(&f, &colored, "the \x1b[1mkey\x1b[0m,\x1b[1mold\x1b[0m\n");
}

static void stars_take_columns_and_ink_takes_none(void **state)
{
    const struct wrap_mark mark[] = {{4, 7}};
    const struct wrapped_text f = {
        .text = STR("the key"), .mark = mark, .n = 1, .width = 7};

    (void)state;
    check(&f, &plain, "the\n**key**\n");
    check(&f, &colored, "the \x1b[1mkey\x1b[0m\n");
}

static void chinese_ends_anywhere_but_before_a_sign_that_closes(void **state)
{
    const struct wrapped_text f = {.text = STR("收到报警。先恢复"), .width = 8};
    const struct wrap_mark mark[] = {{3, 9}};
    const struct wrapped_text marked = {
        .text = STR("收到报警"), .mark = mark, .n = 1, .width = 8};

    (void)state;
    check(&f, &plain, "收到报\n警。先恢\n复\n");
    check(&marked, &plain, "收**到\n报**警\n");
}

static void a_mark_that_ends_in_a_blank_or_behind_the_text_is_closed(
    void **state)
{
    const struct wrap_mark mark[] = {{1, 3}, {4, 5}, {6, 90}};
    const struct wrapped_text f = {
        .text = STR("a b   c d"), .mark = mark, .n = 3, .width = 80};

    (void)state;
    check(&f, &plain, "a **b** **c d**\n");
}

static void what_steers_the_terminal_is_shown(void **state)
{
    const struct wrapped_text f = {.text = STR("a \x1b[2Jb \xff"), .width = 80};

    (void)state;
    check(&f, &plain, "a ␛[2Jb �\n");
}

static void the_first_line_goes_on_behind_what_is_there(void **state)
{
    const struct wrapped_text f = {
        .text = STR("one two three"), .indent = 6, .column = 6, .width = 13};

    (void)state;
    check(&f, &plain, "one two\n      three\n");
}

static void nothing_is_no_line(void **state)
{
    const struct wrapped_text f = {.text = STR(" \n"), .width = 80};

    (void)state;
    check(&f, &plain, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_end_at_blanks_and_begin_with_the_indent),
        cmocka_unit_test(a_word_longer_than_a_line_is_whole),
        cmocka_unit_test(marked_words_are_bold_or_between_stars),
        cmocka_unit_test(stars_take_columns_and_ink_takes_none),
        cmocka_unit_test(chinese_ends_anywhere_but_before_a_sign_that_closes),
        cmocka_unit_test(
            a_mark_that_ends_in_a_blank_or_behind_the_text_is_closed),
        cmocka_unit_test(what_steers_the_terminal_is_shown),
        cmocka_unit_test(the_first_line_goes_on_behind_what_is_there),
        cmocka_unit_test(nothing_is_no_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
