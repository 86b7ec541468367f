#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/meaning_drop.h"

#define WORDS   3
#define COLUMNS 8 /* more than meanings are of */

/* What is left of meanings of three words, which are in order of their first word. */
static size_t left_of(const struct meaning *list, size_t n,
                      struct meaning *left)
{
    struct arena a;
    struct error e = {0};
    struct schema_column columns[COLUMNS] = {{.kind = COLUMN_NUMBER}};
    const struct schema_table t = {.columns = columns, .n_columns = COLUMNS};
    struct meanings m = {
        .table = &t, .meaning = left, .n = n, .n_words = WORDS, .a = &a};

    arena_init(&a, 1 << 16);
    for (size_t i = 0; i < n; i++)
        left[i] = list[i];
    for (size_t at = 0, i = 0; at <= WORDS; at++) {
        while (i < n && list[i].from < at)
            i++;
        m.begin[at] = at == WORDS ? n : i;
    }
    assert_int_equal(meanings_drop(&m, &e), OK);
    assert_int_equal(m.begin[WORDS], m.n);
    arena_release(&a);
    return m.n;
}

/* "Average": an operation, and no measure that columns make. */
static void what_columns_make_is_nothing_beside_what_is_there(void **state)
{
    static const struct meaning list[] = {
        {.kind = MEANING_OPERATION, .from = 0, .to = 1},
        {.kind = MEANING_COMPUTED, .from = 0, .to = 1},
        {.kind = MEANING_COMPUTED, .from = 1, .to = 2},
        {.kind = MEANING_COLUMN, .level = LEVEL_NEAR, .from = 1, .to = 2},
        {.kind = MEANING_VALUE, .level = LEVEL_WHOLE, .from = 2, .to = 3},
        {.kind = MEANING_COMPUTED, .from = 2, .to = 3}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 4);
    assert_int_equal(left[0].kind, MEANING_OPERATION);
    assert_int_equal(left[1].kind, MEANING_COMPUTED);
    assert_int_equal(left[2].kind, MEANING_COLUMN);
    assert_int_equal(left[3].kind, MEANING_VALUE);
}

/* "Open rate": the rate alone is made of something else. */
static void a_part_of_what_columns_make_is_none_by_itself(void **state)
{
    static const struct meaning list[] = {
        {.kind = MEANING_COMPUTED, .from = 0, .to = 2},
        {.kind = MEANING_COMPUTED, .from = 1, .to = 2}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 1);
    assert_int_equal(left[0].to, 2);
    assert_int_equal(left[0].from, 0);
}

/* "Spent": amounts below zero, and not those of either sign. */
static void an_amount_of_either_sign_is_none_of_a_flow(void **state)
{
    static const struct meaning list[] = {
        {.kind = MEANING_NUMBER, .from = 0, .to = 1, .of_column = true},
        {.kind = MEANING_COLUMN, .level = LEVEL_VERB, .from = 0, .to = 1},
        {.kind = MEANING_COLUMN, .level = LEVEL_VERB, .from = 1, .to = 2}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 2);
    assert_int_equal(left[0].kind, MEANING_NUMBER);
    assert_int_equal(left[1].from, 1);
}

/* 没有 of 有没有, which asks; beside it, it negates. */
static void a_negation_within_what_tells_nothing_is_none(void **state)
{
    static const struct question_word filler = {"", CONCEPT_FILLER, 0};
    static const struct question_word not_entry = {"", CONCEPT_NOT, 0};
    static const struct meaning list[] = {
        {.kind = MEANING_OPERATION, .entry = &filler, .from = 0, .to = 2},
        {.kind = MEANING_OPERATION, .entry = &not_entry, .from = 1, .to = 2},
        {.kind = MEANING_OPERATION, .entry = &not_entry, .from = 2, .to = 3}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 2);
    assert_int_equal(left[0].to, 2);
    assert_int_equal(left[1].from, 2);
}

/* The week and the "how many" of 星期几, which is a day of the week. */
static void a_part_of_a_part_of_time_is_none(void **state)
{
    static const struct question_word weekday = {"星期几", CONCEPT_GRAIN, 0};
    static const struct question_word week = {"星期", CONCEPT_GRAIN, 1};
    static const struct question_word many = {"几", CONCEPT_MANY, 0};
    static const struct meaning list[] = {
        {.kind = MEANING_OPERATION, .entry = &weekday, .from = 0, .to = 2},
        {.kind = MEANING_OPERATION, .entry = &week, .from = 0, .to = 1},
        {.kind = MEANING_OPERATION, .entry = &many, .from = 1, .to = 2},
        {.kind = MEANING_OPERATION, .entry = &many, .from = 2, .to = 3}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 2);
    assert_int_equal(left[0].to, 2);
    assert_int_equal(left[1].from, 2);
}

/* 多少 of 多少间 asks how many, and not how much. */
static void how_much_is_none_before_a_measure_word(void **state)
{
    static const struct question_word rooms = {"多少间", CONCEPT_MANY, 0};
    static const struct question_word much = {"", CONCEPT_MUCH, 0};
    static const struct meaning list[] = {
        {.kind = MEANING_OPERATION, .entry = &rooms, .from = 0, .to = 2},
        {.kind = MEANING_OPERATION, .entry = &much, .from = 0, .to = 1},
        {.kind = MEANING_OPERATION, .entry = &much, .from = 2, .to = 3}};
    struct meaning left[COUNT_OF(list)];

    (void)state;
    assert_int_equal(left_of(list, COUNT_OF(list), left), 2);
    assert_int_equal(left[0].to, 2);
    assert_int_equal(left[1].from, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_columns_make_is_nothing_beside_what_is_there),
        cmocka_unit_test(a_part_of_what_columns_make_is_none_by_itself),
        cmocka_unit_test(a_negation_within_what_tells_nothing_is_none),
        cmocka_unit_test(a_part_of_a_part_of_time_is_none),
        cmocka_unit_test(how_much_is_none_before_a_measure_word),
        cmocka_unit_test(an_amount_of_either_sign_is_none_of_a_flow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
