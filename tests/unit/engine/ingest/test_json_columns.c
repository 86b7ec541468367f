#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/ingest/json_columns.h"

static struct arena arena;
static struct json_columns columns;

static int set_up(void **state)
{
    struct error e;

    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    return json_columns_init(&columns, &arena, &e) ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err note(void *ctx, size_t column, const struct json *value,
                     struct error *e)
{
    struct buf *out = ctx;

    (void)e;
    columns.list[column].kinds[json_kind_of(value)]++;
    buf_printf(out, "%zu%c", column, "-tnb{"[json_kind_of(value)]);
    return OK;
}

/* The columns and kinds that a record's cells have. */
static enum err walk(const char *text, struct arena *a, const char *expected)
{
    struct error e = {0};
    struct json *record = NULL;
    struct buf out;
    enum err rc;

    buf_init(&out, 10000);
    buf_puts(&out, "");
    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &record, &e),
        OK);
    rc = json_columns_walk(&columns, record, a, note, &out, &e);
    assert_string_equal(out.p ? out.p : "", expected);
    buf_release(&out);
    return rc;
}

static void columns_come_in_order_of_first_appearance(void **state)
{
    (void)state;
    assert_int_equal(walk("{\"b\":1,\"a\":\"x\"}", &arena, "0n1t"), OK);
    assert_int_equal(walk("{\"a\":null,\"c\":true,\"b\":[]}", &arena, "1-2b0{"),
                     OK);
    assert_int_equal(columns.n, 3);
}

static void a_member_of_a_member_is_no_member_with_a_dot(void **state)
{
    (void)state;
    assert_int_equal(walk("{\"a\":{\"b\":1},\"a.b\":2}", &arena, "0n1n"), OK);
    assert_int_equal(walk("{\"a\":3,\"\":{\"\":4}}", &arena, "2n3n"), OK);
}

static void a_new_column_is_a_conflict_where_none_may_be_new(void **state)
{
    (void)state;
    assert_int_equal(walk("{\"a\":1}", &arena, "0n"), OK);
    assert_int_equal(walk("{\"a\":1,\"z\":2}", NULL, "0n"), ERR_CONFLICT);
}

static void a_column_of_one_kind_has_it_whatever_is_null(void **state)
{
    (void)state;
    (void)walk("{\"a\":1,\"b\":null,\"c\":1}", &arena, "0n1-2n");
    (void)walk("{\"a\":null,\"b\":null,\"c\":\"x\"}", &arena, "0-1-2t");
    assert_int_equal(json_column_kind(&columns.list[0]), JSON_KIND_NUMBER);
    assert_int_equal(json_column_kind(&columns.list[1]), JSON_KIND_TEXT);
    assert_int_equal(json_column_kind(&columns.list[2]), JSON_KIND_TEXT);
}

static void too_many_columns_are_a_limit(void **state)
{
    struct error e = {0};
    struct json *record = NULL;
    struct buf text;
    struct buf out;

    (void)state;
    buf_init(&text, (size_t)8 << 20);
    buf_init(&out, (size_t)8 << 20);
    buf_put_char(&text, '{');
    for (unsigned i = 0; i <= JSON_COLUMNS_MAX; i++)
        buf_printf(&text, "%s\"k%u\":1", i ? "," : "", i);
    buf_put_char(&text, '}');
    assert_int_equal(
        json_parse(buf_str(&text), &json_default_limits, &arena, &record, &e),
        OK);
    assert_int_equal(
        json_columns_walk(&columns, record, &arena, note, &out, &e), ERR_LIMIT);
    buf_release(&text);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            columns_come_in_order_of_first_appearance, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_member_of_a_member_is_no_member_with_a_dot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_new_column_is_a_conflict_where_none_may_be_new, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_column_of_one_kind_has_it_whatever_is_null, set_up, tear_down),
        cmocka_unit_test_setup_teardown(too_many_columns_are_a_limit, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
