#include "cli/term/text_grid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct grid_column columns[] = {{{"name", 4}, false},
                                             {{"n", 1}, true}};

static void check(const struct grid *g, const struct term_style *style,
                  const char *expected)
{
    struct error e = {0};
    struct arena a;
    struct buf b;

    arena_init(&a, 1 << 20);
    buf_init(&b, 10000);
    assert_int_equal(grid_put(&b, g, style, &a, &e), OK);
    assert_string_equal(b.p, expected);
    buf_release(&b);
    arena_release(&a);
}

static void columns_align_and_numbers_end_together(void **state)
{
    const struct str cells[] = {STR("a"), STR("1"), STR("long"), STR("100")};
    const struct grid g = {columns, 2, cells, 2, {0}};

    (void)state;
    check(&g, &(struct term_style){0},
          "name    n\n"
          "────  ───\n"
          "a       1\n"
          "long  100\n");
}

static void wide_characters_align_too(void **state)
{
    const struct str cells[] = {STR("销售"), STR("1"), STR("a"), STR("2")};
    const struct grid g = {columns, 2, cells, 2, {0}};

    (void)state;
    check(&g, &(struct term_style){0},
          "name  n\n"
          "────  ─\n"
          "销售  1\n"
          "a     2\n");
}

static void a_null_says_so_and_an_empty_text_does_not(void **state)
{
    const struct str cells[] = {{0}, STR("1"), STR(""), STR("2")};
    const struct grid g = {columns, 2, cells, 2, {0}};

    (void)state;
    check(&g, &(struct term_style){0},
          "name  n\n"
          "────  ─\n"
          "null  1\n"
          "      2\n");
}

static void a_row_too_wide_is_cut_in_its_widest_text(void **state)
{
    const struct str cells[] = {STR("abcdefghijklmnop"), STR("1234567")};
    const struct grid g = {columns, 2, cells, 1, {0}};

    (void)state;
    check(&g, &(struct term_style){.width = 19},
          "name              n\n"
          "──────────  ───────\n"
          "abcdefghi…  1234567\n");
}

static void numbers_are_never_cut(void **state)
{
    const struct str cells[] = {STR("abcdef"), STR("123456789012")};
    const struct grid g = {columns, 2, cells, 1, {0}};

    (void)state;
    check(&g, &(struct term_style){.width = 10},
          "name               n\n"
          "──────  ────────────\n"
          "abcdef  123456789012\n");
}

static void a_row_ends_without_spaces(void **state)
{
    const struct grid_column two[] = {{{"a", 1}, false}, {{"b", 1}, false}};
    const struct str cells[] = {STR("xyz"), STR("q"), STR("x"), STR("")};
    const struct grid g = {two, 2, cells, 2, {0}};

    (void)state;
    check(&g, &(struct term_style){0},
          "a    b\n"
          "───  ─\n"
          "xyz  q\n"
          "x\n");
}

static void bars_follow_the_last_column(void **state)
{
    const struct str cells[] = {STR("a"), STR("2"), STR("b"), STR("1")};
    const double values[] = {2, 1};
    const struct grid g = {columns, 2, cells, 2, {values}};

    (void)state;
    check(&g, &(struct term_style){.width = 19},
          "name  n\n"
          "────  ─\n"
          "a     2  ██████████\n"
          "b     1  █████\n");
}

static void a_grid_without_rows_has_its_titles(void **state)
{
    const struct grid g = {columns, 2, NULL, 0, {0}};

    (void)state;
    check(&g, &(struct term_style){0},
          "name  n\n"
          "────  ─\n");
}

static void colour_is_switched_off_again_on_each_line(void **state)
{
    const struct str cells[] = {STR("a"), {0}};
    const struct grid g = {columns, 2, cells, 1, {0}};

    (void)state;
    check(&g, &(struct term_style){.color = true},
          "\x1b[1mname     n\x1b[0m\n"
          "\x1b[2m────  ────\x1b[0m\n"
          "a     \x1b[2mnull\x1b[0m\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_align_and_numbers_end_together),
        cmocka_unit_test(wide_characters_align_too),
        cmocka_unit_test(a_null_says_so_and_an_empty_text_does_not),
        cmocka_unit_test(a_row_too_wide_is_cut_in_its_widest_text),
        cmocka_unit_test(numbers_are_never_cut),
        cmocka_unit_test(a_row_ends_without_spaces),
        cmocka_unit_test(bars_follow_the_last_column),
        cmocka_unit_test(a_grid_without_rows_has_its_titles),
        cmocka_unit_test(colour_is_switched_off_again_on_each_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
