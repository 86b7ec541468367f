#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv/column_name.h"

#include <stdio.h>
#include <string.h>

#define NAMES_MAX 2000

static struct arena arena;
static struct column_name names[NAMES_MAX];

static void make(const char *const raw[], size_t n)
{
    struct str strs[NAMES_MAX];
    struct error e;

    for (size_t i = 0; raw && i < n; i++)
        strs[i] = str_from(raw[i]);
    arena_release(&arena);
    arena_init(&arena, 1 << 24);
    assert_int_equal(column_names_make(raw ? strs : NULL, n, &arena, names, &e),
                     OK);
}

static void check(size_t i, const char *name, bool renamed)
{
    if (!str_is(names[i].name, name))
        fail_msg("column %zu is '%.*s'", i, STR_FMT(names[i].name));
    assert_int_equal(names[i].renamed, renamed);
}

static void good_names_stay(void **state)
{
    static const char *const raw[] = {"id", "Order Date", "\xe6\x97\xa5"};

    (void)state;
    make(raw, 3);
    check(0, "id", false);
    check(1, "Order Date", false);
    check(2, "\xe6\x97\xa5", false);
}

static void empty_names_count_from_one(void **state)
{
    static const char *const raw[] = {"a", "", "  "};

    (void)state;
    make(raw, 3);
    check(1, "column_2", true);
    check(2, "column_3", true);
    assert_int_equal(names[2].original.n, 2);
}

static void without_header_no_column_is_renamed(void **state)
{
    (void)state;
    make(NULL, 2);
    check(0, "column_1", false);
    check(1, "column_2", false);
}

static void spaces_at_the_ends_go_and_the_original_stays(void **state)
{
    static const char *const raw[] = {" total\t"};

    (void)state;
    make(raw, 1);
    check(0, "total", true);
    assert_true(str_is(names[0].original, " total\t"));
}

static void later_names_give_way_whatever_their_case(void **state)
{
    static const char *const raw[] = {"a", "A", "a_2", "a", "a_2"};

    (void)state;
    make(raw, 5);
    check(0, "a", false);
    check(1, "A_2", true);
    check(2, "a_2_2", true);
    check(3, "a_3", true);
    check(4, "a_2_3", true);
}

static void a_made_name_gives_way_to_none_before_it(void **state)
{
    static const char *const raw[] = {"column_2", ""};

    (void)state;
    make(raw, 2);
    check(0, "column_2", false);
    check(1, "column_2_2", true);
}

static void rowid_is_the_engines(void **state)
{
    static const char *const raw[] = {"RowID"};

    (void)state;
    make(raw, 1);
    check(0, "RowID_2", true);
}

static void a_long_name_is_cut_between_characters(void **state)
{
    char text[302];
    const char *raw[] = {text, text};

    (void)state;
    memset(text, 'x', 254);
    for (size_t i = 254; i + 1 < sizeof(text); i += 2)
        memcpy(text + i, "\xc3\xa9", 2);
    text[300] = '\0';
    make(raw, 2);
    assert_int_equal(names[0].name.n, 254);
    assert_true(names[0].renamed);
    assert_int_equal(names[0].original.n, 300);
    assert_true(names[1].name.n <= COLUMN_NAME_MAX_BYTES);
    assert_true(str_ends(names[1].name, STR("_2")));
}

static void a_thousand_equal_names_are_all_different(void **state)
{
    const char *raw[NAMES_MAX];

    (void)state;
    for (size_t i = 0; i < NAMES_MAX; i++)
        raw[i] = i % 2 ? "same" : "SAME_7";
    make(raw, NAMES_MAX);
    for (size_t i = 0; i < NAMES_MAX; i += 97) {
        for (size_t j = 0; j < i; j++)
            assert_false(str_eq_nocase(names[i].name, names[j].name));
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_names_stay),
        cmocka_unit_test(empty_names_count_from_one),
        cmocka_unit_test(without_header_no_column_is_renamed),
        cmocka_unit_test(spaces_at_the_ends_go_and_the_original_stays),
        cmocka_unit_test(later_names_give_way_whatever_their_case),
        cmocka_unit_test(a_made_name_gives_way_to_none_before_it),
        cmocka_unit_test(rowid_is_the_engines),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(a_thousand_equal_names_are_all_different),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
