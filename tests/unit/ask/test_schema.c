#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

static void columns_have_their_kinds_counts_and_words(void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of(ORDERS, "my orders.csv", &a)->tables[0];
    assert_int_equal(t->n_columns, 10);
    assert_int_equal(t->rows, 400);
    assert_int_equal(t->columns[1].kind, COLUMN_DATE);
    assert_int_equal(t->columns[1].words.n, 2);
    assert_int_equal(t->columns[6].kind, COLUMN_NUMBER);
    assert_true(t->columns[6].whole);
    assert_false(t->columns[7].whole);
    assert_true(str_is(t->columns[7].max, "1499.00"));
    assert_true(t->columns[3].complete);
    assert_false(t->columns[5].complete);
    assert_int_equal(t->words.n, 2);
    arena_release(&a);
}

static void values_are_found_again_by_their_keys(void **state)
{
    struct arena a;
    const struct schema_column *c;
    size_t at;

    (void)state;
    arena_init(&a, 1 << 22);
    c = &schema_of(ORDERS, "x.csv", &a)->tables[0].columns[2];
    at = str_find(c->keys, STR(" lopez "));
    assert_true(at < c->keys.n);
    assert_int_equal(schema_value_at(c, at + 1), 1);
    at = str_find(c->keys, STR("\n acm corp \n"));
    assert_int_equal(schema_value_at(c, at + 2), 0);
    arena_release(&a);
}

/* "blu" is part of a value in the keys, "blu sun" all of one. */
static void a_value_is_found_by_all_its_words(void **state)
{
    struct arena a;
    const struct schema_column *c;
    size_t at;

    (void)state;
    arena_init(&a, 1 << 22);
    c = &schema_of(ORDERS, "x.csv", &a)->tables[0].columns[2];
    assert_true(schema_find_key(c, STR("blu sun"), 0, &at));
    assert_int_equal(schema_value_at(c, at), 2);
    assert_false(schema_find_key(c, STR("blu sun"), at + 1, &at));
    assert_false(schema_find_key(c, STR("blu"), 0, &at));
    assert_false(schema_find_key(c, STR("sun"), 0, &at));
    assert_false(schema_find_key(c, STR("red sun"), 0, &at));
    arena_release(&a);
}

static void text_that_begins_with_digits_is_remembered(void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of("{\"row_count\":2,\"columns\":[{\"name\":\"votes\","
                   "\"inferred_type\":\"string\",\"dictionary\":{\"complete\":"
                   "true,\"values\":[\"1,204 (3%)\",\"$77\"]}},{\"name\":"
                   "\"who\",\"inferred_type\":\"string\",\"dictionary\":{"
                   "\"complete\":true,\"values\":[\"Ann\",\"2Pac\",\"Bo\"]}}]}",
                   "v.csv", &a)
             ->tables[0];
    assert_true(t->columns[0].digits);
    assert_false(t->columns[1].digits);
    arena_release(&a);
}

/* They can be counted: "how many patients" is no sum of numbers. */
static void numbers_that_only_tell_things_apart_are_no_figures_as_text(
    void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of("{\"row_count\":2,\"columns\":[{\"name\":\"Patient ID\","
                   "\"inferred_type\":\"string\",\"dictionary\":{\"complete\":"
                   "true,\"values\":[\"12\",\"77 b\"]}},{\"name\":"
                   "\"member\",\"inferred_type\":\"string\",\"dictionary\":{"
                   "\"complete\":true,\"values\":[\"12\",\"007\"]}},{\"name\":"
                   "\"lap\",\"inferred_type\":\"string\",\"dictionary\":{"
                   "\"complete\":true,\"values\":[\"05:30\",\"4:10\"]}}]}",
                   "v.csv", &a)
             ->tables[0];
    assert_false(t->columns[0].digits);
    assert_false(t->columns[1].digits);
    assert_true(t->columns[2].digits);
    arena_release(&a);
}

/* Of a text file all of a column is so, of a sheet most of it. */
static void what_a_file_writes_per_cent_is_a_rate(void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of(
             "{\"map\":{\"fidelity\":{\"columns\":["
             "{\"name\":\"tax\",\"percent\":true},"
             "{\"name\":\"paid\",\"percent_cells\":1},"
             "{\"name\":\"kept\",\"percent_cells\":3}]}},"
             "\"profile\":{\"row_count\":4,\"columns\":["
             "{\"name\":\"tax\",\"inferred_type\":\"float\",\"non_null_count\":4},"
             "{\"name\":\"paid\",\"inferred_type\":\"float\",\"non_null_count\":4},"
             "{\"name\":\"kept\",\"inferred_type\":\"float\",\"non_null_count\":4}"
             "]}}",
             "pay.csv", &a)
             ->tables[0];
    assert_true(t->columns[0].percent);
    assert_true(t->columns[0].groups & GROUP_RATE);
    assert_false(t->columns[1].percent);
    assert_true(t->columns[2].percent);
    arena_release(&a);
}

/* Of a sheet most cells; of any file the name alone, also where nothing is known of how
 * columns are written: Parquet, databases. */
static void what_a_file_or_a_name_writes_with_a_currency_is_money(void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of(
             "{\"map\":{\"fidelity\":{\"columns\":["
             "{\"name\":\"till\",\"currency\":\"$\"},"
             "{\"name\":\"bar\",\"currency_cells\":1},"
             "{\"name\":\"door\",\"currency_cells\":3}]}},"
             "\"profile\":{\"row_count\":4,\"columns\":["
             "{\"name\":\"till\",\"inferred_type\":\"float\",\"non_null_count\":4},"
             "{\"name\":\"bar\",\"inferred_type\":\"float\",\"non_null_count\":4},"
             "{\"name\":\"door\",\"inferred_type\":\"float\",\"non_null_count\":4},"
             "{\"name\":\"raffle £\",\"inferred_type\":\"float\"},"
             "{\"name\":\"who £\",\"inferred_type\":\"string\"}"
             "]}}",
             "takings.xlsx", &a)
             ->tables[0];
    assert_true(t->columns[0].groups & GROUP_MONEY);
    assert_false(t->columns[1].groups & GROUP_MONEY);
    assert_true(t->columns[2].groups & GROUP_MONEY);
    assert_true(t->columns[3].groups & GROUP_MONEY);
    assert_false(t->columns[4].groups & GROUP_MONEY);
    arena_release(&a);
}

/* As many as the profile says, else one. */
static void cells_with_an_empty_text_have_no_value(void **state)
{
    const struct schema_table *t;
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 22);
    t = &schema_of("{\"row_count\":9,\"columns\":["
                   "{\"name\":\"owner\",\"inferred_type\":\"string\","
                   "\"non_null_count\":9,\"distinct_estimate\":3,\"min\":\"\","
                   "\"max\":\"Lena\",\"most_common\":[{\"value\":\"\","
                   "\"count\":4}]},"
                   "{\"name\":\"note\",\"inferred_type\":\"string\","
                   "\"non_null_count\":9,\"distinct_estimate\":8,\"min\":\"\","
                   "\"max\":\"x\"},"
                   "{\"name\":\"left\",\"inferred_type\":\"string\","
                   "\"non_null_count\":1,\"distinct_estimate\":1,\"min\":\"\","
                   "\"max\":\"\"},"
                   "{\"name\":\"city\",\"inferred_type\":\"string\","
                   "\"non_null_count\":9,\"distinct_estimate\":2,"
                   "\"min\":\"Bath\",\"max\":\"York\"}]}",
                   "deals.csv", &a)
             ->tables[0];
    assert_int_equal(t->columns[0].non_null, 5);
    assert_int_equal(t->columns[0].distinct, 2);
    assert_true(t->columns[0].blank_texts);
    assert_int_equal(t->columns[1].non_null, 8);
    assert_true(t->columns[2].empty);
    assert_int_equal(t->columns[3].non_null, 9);
    assert_false(t->columns[3].blank_texts);
    arena_release(&a);
}

static void a_profile_without_columns_is_refused(void **state)
{
    static struct ask_schema s;
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(
        json_parse(STR("{\"profile\":{}}"), &json_default_limits, &a, &j, &e),
        OK);
    assert_int_equal(schema_add(&s, STR("x"), STR("data"), j, &a, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(s.n_tables, 0);
    arena_release(&a);
}

static void more_tables_than_there_is_room_for_are_refused(void **state)
{
    static struct ask_schema s = {.n_tables = SCHEMA_MAX_TABLES};
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(
        json_parse(STR("{\"columns\":[]}"), &json_default_limits, &a, &j, &e),
        OK);
    assert_int_equal(schema_add(&s, STR("x"), STR("data"), j, &a, &e),
                     ERR_LIMIT);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_have_their_kinds_counts_and_words),
        cmocka_unit_test(values_are_found_again_by_their_keys),
        cmocka_unit_test(a_value_is_found_by_all_its_words),
        cmocka_unit_test(text_that_begins_with_digits_is_remembered),
        cmocka_unit_test(
            numbers_that_only_tell_things_apart_are_no_figures_as_text),
        cmocka_unit_test(what_a_file_writes_per_cent_is_a_rate),
        cmocka_unit_test(what_a_file_or_a_name_writes_with_a_currency_is_money),
        cmocka_unit_test(cells_with_an_empty_text_have_no_value),
        cmocka_unit_test(a_profile_without_columns_is_refused),
        cmocka_unit_test(more_tables_than_there_is_room_for_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
