#include "readings_fixture.h"

#include <math.h>

static void a_column_is_what_most_of_its_values_are(void **state)
{
    struct fixture f;

    (void)state;
    fixture_open(&f, MATCHES);
    assert_int_equal(f.g.n_rows, 5);
    assert_int_equal(f.g.column[0].kind, GRID_DATE);
    assert_int_equal(f.g.column[1].kind, GRID_TEXT);
    assert_int_equal(f.g.column[3].kind, GRID_NUMBER);
    assert_int_equal(f.g.column[4].kind, GRID_NUMBER);
    assert_int_equal(f.g.column[2].n_values, 3);
    fixture_close(&f);
}

static void a_cell_is_its_text_its_number_and_its_day(void **state)
{
    struct fixture f;

    (void)state;
    fixture_open(&f, MATCHES);
    assert_int_equal(grid_at(&f.g, 0, 3)->day, 20050111);
    assert_true(grid_key(&f.g, 0, 3) == 20050111);
    assert_true(grid_key(&f.g, 4, 0) == 1200);
    assert_true(grid_key(&f.g, 4, 2) == 950);
    assert_null(grid_at(&f.g, 3, 2));
    assert_true(isnan(grid_key(&f.g, 3, 2)));
    fixture_close(&f);
}

static int32_t day_of(struct fixture *f, const char *text)
{
    struct error e = {0};
    struct words w;
    uint32_t *ids;

    assert_int_equal(
        lexemes_cut(f->g.words, str_from(text), WORDS_TEXT, &ids, &w, &e), OK);
    return grid_read_day(f->g.words, &w, ids);
}

static void days_are_read_in_the_ways_that_tables_write_them(void **state)
{
    struct fixture f;

    (void)state;
    fixture_open(&f, MATCHES);
    assert_int_equal(day_of(&f, "October 16, 2004"), 20041016);
    assert_int_equal(day_of(&f, "16 Oct 2004"), 20041016);
    assert_int_equal(day_of(&f, "2004-10-16"), 20041016);
    assert_int_equal(day_of(&f, "Oct 2004"), 20041000);
    assert_int_equal(day_of(&f, "October 16"), 1016);
    assert_int_equal(day_of(&f, "in 2004, again"), 20040000);
    assert_int_equal(day_of(&f, "1999-2000"), 19990000);
    assert_int_equal(day_of(&f, "may be 12 of them"), 0);
    assert_int_equal(day_of(&f, "123456"), 0);
    fixture_close(&f);
}

static void a_time_of_two_or_three_parts_is_seconds(void **state)
{
    struct fixture f;

    (void)state;
    fixture_open(&f, "{'columns':['Time'],'rows':[['4:19.84'],['1:02:03'],"
                     "['-5'],['3-1'],['DNF']]}");
    assert_true(fabs(grid_key(&f.g, 0, 0) - 259.84) < 1e-9);
    assert_true(grid_key(&f.g, 0, 1) == 3723);
    assert_true(grid_key(&f.g, 0, 2) == -5);
    assert_true(grid_key(&f.g, 0, 3) == 3);
    fixture_close(&f);
}

static void check_refused(const char *json, enum err expected)
{
    struct error e = {0};
    struct json *root;
    struct arena a;
    struct grid g;

    arena_init(&a, FIXTURE_BYTES);
    assert_int_equal(
        json_parse(str_from(json), &json_default_limits, &a, &root, &e), OK);
    assert_int_equal(grid_read(root, &a, &g, &e), expected);
    grid_release(&g);
    arena_release(&a);
}

static void what_is_no_table_is_refused(void **state)
{
    (void)state;
    check_refused("{\"columns\":[\"a\"]}", ERR_VALIDATION_FAILED);
    check_refused("{\"columns\":[\"a\"],\"rows\":[[1,2]]}",
                  ERR_VALIDATION_FAILED);
    check_refused("{\"columns\":[\"a\"],\"rows\":[3]}", ERR_VALIDATION_FAILED);
}

static void a_table_that_is_too_large_is_refused(void **state)
{
    struct buf b;
    struct str text;
    struct error e = {0};

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "{\"columns\":[\"a\"],\"rows\":[[1]");
    for (int i = 0; i < ROWS_MAX; i++)
        buf_puts(&b, ",[1]");
    buf_puts(&b, "]}");
    assert_int_equal(buf_finish(&b, &text, &e), OK);
    check_refused(text.p, ERR_LIMIT);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_is_what_most_of_its_values_are),
        cmocka_unit_test(a_cell_is_its_text_its_number_and_its_day),
        cmocka_unit_test(days_are_read_in_the_ways_that_tables_write_them),
        cmocka_unit_test(a_time_of_two_or_three_parts_is_seconds),
        cmocka_unit_test(what_is_no_table_is_refused),
        cmocka_unit_test(a_table_that_is_too_large_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
