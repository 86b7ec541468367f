#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/csv_align.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COLUMNS   4
#define MAX_CELLS 12

/* A day, a number, a word, a sentence: what is usual in the columns. */
static const char *const usual[][COLUMNS] = {
    {"2024-01-01", "17", "red", "A hat, of wool"},
    {"2024-01-02", "35", "blue", "Two long socks"},
    {"2024-01-03", "28", "green", "A coat, warm"},
    {"2024-01-04", "91", "black", "Boots, of felt"},
    {"2024-01-05", "46", "white", "A pair of gloves"},
};

static struct arena arena, scratch;
static struct csv_profile profile;
static struct csv_alignment fit;
static struct csv_cell row[COLUMNS];

static struct csv_cell cell_of(const char *text)
{
    return (struct csv_cell){.p = text, .n = (uint32_t)strlen(text)};
}

static int set_up(void **state)
{
    struct error e;

    (void)state;
    arena_init(&arena, 1 << 20);
    arena_init(&scratch, 1 << 20);
    if (csv_profile_begin(&profile, COLUMNS, &arena, &e))
        return -1;
    for (int i = 0; i < 25; i++) {
        for (size_t j = 0; j < COLUMNS; j++)
            row[j] = cell_of(usual[i % 5][j]);
        csv_profile_add(&profile, row);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    arena_release(&scratch);
    return 0;
}

/* Cells of a line, cut at '|' and quoted behind a '*', laid onto the columns:
 * what these are then in [], '?' behind it where it is not clear. */
static const char *align(const char *line)
{
    static char out[256];
    static char text[256];
    struct csv_cell cells[MAX_CELLS];
    struct csv_align a = {&profile, '"', cells, 0};
    size_t n = 0;

    (void)snprintf(text, sizeof(text), "%s", line);
    for (char *p = text; p; a.n++) {
        char *end = strchr(p, '|');
        bool quoted = *p == '*';

        p += quoted;
        cells[a.n] = (struct csv_cell){
            .p = p,
            .n = (uint32_t)(end ? (size_t)(end - p) : strlen(p)),
            .quoted = quoted};
        p = end ? end + 1 : NULL;
    }
    arena_reset(&scratch);
    if (!csv_align_best(&a, &scratch, row, &fit))
        return "no way";
    for (size_t i = 0; i < COLUMNS; i++)
        n += (size_t)snprintf(out + n, sizeof(out) - n, "[%.*s]", (int)row[i].n,
                              row[i].p);
    if (fit.ambiguous)
        (void)snprintf(out + n, sizeof(out) - n, "?");
    return out;
}

/* What the way cost over what its cells cost in their columns. */
static double repairs(void)
{
    double cost = fit.cost;

    for (size_t i = 0; i < COLUMNS; i++)
        cost -= csv_profile_cost(&profile, i, &row[i]);
    return cost;
}

static void assert_repairs(double want)
{
    if (fabs(repairs() - want) > 1e-3)
        fail_msg("repairs cost %f, not %f", repairs(), want);
}

static void cells_that_fit_are_taken(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01|33|grey|A scarf"),
                        "[2024-02-01][33][grey][A scarf]");
    assert_int_equal(fit.used[CSV_STEP_TAKE], 4);
    assert_repairs(0);
}

static void an_empty_cell_is_dropped_and_no_other(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01||33|grey|A scarf"),
                        "[2024-02-01][33][grey][A scarf]");
    assert_int_equal(fit.used[CSV_STEP_DROP], 1);
    assert_int_equal(fit.used[CSV_STEP_TAKE], 4);
    assert_repairs(1);
    assert_string_equal(align("2024-02-01| |33|grey|A scarf|"),
                        "[2024-02-01][33][grey][A scarf]");
    assert_int_equal(fit.used[CSV_STEP_DROP], 2);
    assert_repairs(2);
}

static void a_column_without_cell_is_empty(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01|grey|A scarf"),
                        "[2024-02-01][][grey][A scarf]");
    assert_int_equal(fit.used[CSV_STEP_NULL], 1);
    assert_repairs(CSV_NULL_COST);
    assert_string_equal(align("2024-02-01|33"), "[2024-02-01][33][][]");
    assert_int_equal(fit.used[CSV_STEP_NULL], 2);
    assert_repairs(2 * CSV_NULL_COST);
}

static void cells_are_joined_with_what_is_between_them(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01|33|grey|A scarf| long"),
                        "[2024-02-01][33][grey][A scarf| long]");
    assert_int_equal(fit.used[CSV_STEP_JOIN], 1);
    assert_repairs(3);
    assert_string_equal(align("2024-02-01|33|grey|A scarf| long| of wool"),
                        "[2024-02-01][33][grey][A scarf| long| of wool]");
    assert_repairs(3.5);
}

static void what_is_quoted_is_not_joined(void **state)
{
    (void)state;
    assert_non_null(
        strstr(align("2024-02-01|33|grey|*A scarf| long"), "[ long]"));
    assert_non_null(
        strstr(align("2024-02-01|33|grey|A scarf|* long"), "[ long]"));
}

static void a_cell_is_split_at_a_quote(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01|33|grey\"A scarf, long\""),
                        "[2024-02-01][33][grey][A scarf, long]");
    assert_int_equal(fit.used[CSV_STEP_SPLIT], 1);
    assert_true(row[3].quoted);
    assert_repairs(1.5);
}

static void a_cell_is_cut_where_both_parts_fit(void **state)
{
    (void)state;
    assert_string_equal(align("2024-02-01|33grey|A scarf"),
                        "[2024-02-01][33][grey][A scarf]");
    assert_int_equal(fit.used[CSV_STEP_SPLIT], 1);
    assert_repairs(3);
}

static void what_is_quoted_is_not_cut(void **state)
{
    (void)state;
    (void)align("2024-02-01|*33grey|A scarf");
    assert_int_equal(fit.used[CSV_STEP_SPLIT], 0);
    assert_int_equal(fit.used[CSV_STEP_NULL], 1);
}

/* Two words for three columns of words: which one is missing? */
static void where_two_ways_are_as_good_it_is_told(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(csv_profile_begin(&profile, COLUMNS, &arena, &e), OK);
    for (int i = 0; i < 25; i++) {
        for (size_t j = 0; j < COLUMNS; j++)
            row[j] = cell_of(usual[i % 5][2]);
        csv_profile_add(&profile, row);
    }
    (void)align("red|blue|green");
    assert_true(fit.ambiguous);
    (void)align("red|blue|green|black");
    assert_false(fit.ambiguous);
    assert_string_equal(align("red|blue|green|black|"),
                        "[red][blue][green][black]");
    assert_string_equal(align("red||blue|green|black"),
                        "[red][blue][green][black]");
}

static void without_memory_there_is_no_way(void **state)
{
    (void)state;
    arena_release(&scratch);
    arena_init(&scratch, 16);
    assert_string_equal(align("2024-02-01|33|grey|A scarf"), "no way");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(cells_that_fit_are_taken),
        TEST(an_empty_cell_is_dropped_and_no_other),
        TEST(a_column_without_cell_is_empty),
        TEST(cells_are_joined_with_what_is_between_them),
        TEST(what_is_quoted_is_not_joined),
        TEST(a_cell_is_split_at_a_quote),
        TEST(a_cell_is_cut_where_both_parts_fit),
        TEST(what_is_quoted_is_not_cut),
        TEST(where_two_ways_are_as_good_it_is_told),
        TEST(without_memory_there_is_no_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
