#include "engine/query/table_fixture.h"

#include "engine/profile/profile_column.h"

static struct profile p;

static int open_profile(void **state)
{
    if (set_up(state))
        return -1;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS x");
    p = (struct profile){.d = duck, .a = &arena, .text_bytes = 10};
    buf_init(&p.sql, 1000);
    buf_init(&p.cell, 1000);
    return 0;
}

static int close_profile(void **state)
{
    buf_release(&p.sql);
    buf_release(&p.cell);
    return tear_down(state);
}

/* The JSON of an expression's value, as it is kept. */
static void assert_kept(const char *expression, const char *json)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct str kept = STR("before");

    buf_printf(&p.sql, "SELECT %s", expression);
    assert_int_equal(profile_query_row(&p, &r, &c, &err), OK);
    assert_int_equal(profile_keep(&p, &c.vectors[0], 0, &kept, &err), OK);
    duck_result_close(r);
    if (!str_is(kept, json))
        fail_msg("%s is %.*s", expression, STR_FMT(kept));
}

static void a_cell_is_kept_as_json_and_null_as_nothing(void **state)
{
    (void)state;
    assert_kept("1.50", "1.50");
    assert_kept("DATE '2024-01-02'", "\"2024-01-02\"");
    assert_kept("'a\"b'", "\"a\\\"b\"");
    assert_kept("''", "\"\"");
    assert_kept("NULL", "");
    assert_kept("NULL::VARCHAR", "");
}

static void a_long_text_is_cut_with_an_ellipsis(void **state)
{
    (void)state;
    assert_kept("'0123456789'", "\"0123456789\"");
    assert_kept("'01234567890'", "\"0123456789…\"");
    assert_kept("'012345678ñ'", "\"012345678…\"");
}

static void the_statement_is_empty_after_it_ran_or_failed(void **state)
{
    struct duck_result *r = NULL;

    (void)state;
    buf_puts(&p.sql, "SELECT 1");
    assert_int_equal(profile_query(&p, &r, &err), OK);
    duck_result_close(r);
    assert_int_equal(p.sql.n, 0);
    buf_puts(&p.sql, "SELECT 'x'::INTEGER");
    r = NULL;
    assert_int_equal(profile_query(&p, &r, &err), ERR_VALIDATION_FAILED);
    assert_int_equal(p.sql.n, 0);
}

static void a_row_is_one_row(void **state)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};

    (void)state;
    buf_puts(&p.sql, "FROM range(2)");
    assert_int_equal(profile_query_row(&p, &r, &c, &err), ERR_INTERNAL);
    duck_result_close(r);
}

static void batches_cover_every_column_once(void **state)
{
    (void)state;
    assert_int_equal(profile_batch_end(0, 1), 1);
    assert_int_equal(profile_batch_end(0, PROFILE_BATCH), PROFILE_BATCH);
    assert_int_equal(profile_batch_end(0, PROFILE_BATCH + 1), PROFILE_BATCH);
    assert_int_equal(profile_batch_end(PROFILE_BATCH, PROFILE_BATCH + 1),
                     PROFILE_BATCH + 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_profile, close_profile)
    const struct CMUnitTest tests[] = {
        TEST(a_cell_is_kept_as_json_and_null_as_nothing),
        TEST(a_long_text_is_cut_with_an_ellipsis),
        TEST(the_statement_is_empty_after_it_ran_or_failed),
        TEST(a_row_is_one_row),
        TEST(batches_cover_every_column_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
