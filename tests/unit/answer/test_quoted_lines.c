#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/quoted_lines.h"

#include <cmocka.h>

#define TEXT                                   \
    "Pilots\n"                                 \
    "\n"                                       \
    "Pilotage is compulsory for ships above\n" \
    "sixty metres. A pilot is ordered.\n"      \
    "\n"                                       \
    "- the slipway\n"                          \
    "- fresh water\n"                          \
    "\n"                                       \
    "| Berth | Summer |\n"                     \
    "| Inner | 410 |\n"

static void assert_points(const char *pointer, const char *quote,
                          const char *wanted)
{
    struct error e = {0};
    struct arena a;
    struct str out;

    arena_init(&a, 1 << 20);
    assert_int_equal(quoted_lines(str_from(pointer), STR(TEXT), str_from(quote),
                                  &a, &out, &e),
                     OK);
    assert_true(str_is(out, wanted));
    arena_release(&a);
}

static void a_sentence_has_its_lines_on_its_page(void **state)
{
    (void)state;
    assert_points("quarry://b/d@1#page=2&lines=5-14",
                  "Pilotage is compulsory for ships above sixty metres.",
                  "quarry://b/d@1#page=2&lines=7-8");
    assert_points("quarry://b/d@1#page=1&lines=1-10", "A pilot is ordered.",
                  "quarry://b/d@1#page=1&lines=4-4");
}

static void items_and_rows_have_theirs(void **state)
{
    (void)state;
    assert_points("quarry://b/d@1#page=1&lines=1-10",
                  "the slipway\nfresh water",
                  "quarry://b/d@1#page=1&lines=6-7");
    assert_points("quarry://b/d@1#page=1&lines=1-10", "Inner | 410",
                  "quarry://b/d@1#page=1&lines=10-10");
}

static void what_was_cut_is_found(void **state)
{
    (void)state;
    assert_points("quarry://b/d@1#page=1&lines=1-10",
                  "Pilotage is compulsory for ships…",
                  "quarry://b/d@1#page=1&lines=3-3");
}

static void what_is_not_there_leaves_the_pointer(void **state)
{
    (void)state;
    assert_points("quarry://b/d@1#page=1&lines=1-10", "Pilotage is free.",
                  "quarry://b/d@1#page=1&lines=1-10");
    assert_points("quarry://b/d@1#page=1&lines=1-10", "",
                  "quarry://b/d@1#page=1&lines=1-10");
    assert_points("quarry://b/d@1#json=/items/0", "the slipway",
                  "quarry://b/d@1#json=/items/0");
    assert_points("quarry://b/d@1#lines=1-10", "the slipway",
                  "quarry://b/d@1#lines=1-10");
    assert_points("quarry://b/d@1#page=2", "the slipway",
                  "quarry://b/d@1#page=2");
    assert_points("quarry://b/d@1#page=1&lines=1-3", "the slipway",
                  "quarry://b/d@1#page=1&lines=1-3");
    assert_points("", "the slipway", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sentence_has_its_lines_on_its_page),
        cmocka_unit_test(items_and_rows_have_theirs),
        cmocka_unit_test(what_was_cut_is_found),
        cmocka_unit_test(what_is_not_there_leaves_the_pointer)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
