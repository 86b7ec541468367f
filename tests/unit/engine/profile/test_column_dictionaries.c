#include "engine/query/table_fixture.h"

#include "engine/profile/column_dictionaries.h"
#include "store/value_index/dictionary.h"

static struct dictionary dictionary;
static atomic_bool stop;

static enum err write_all(const struct str *columns, size_t n)
{
    struct dictionaries_request r = {.columns = columns, .n = n, .stop = &stop};
    struct str file;

    assert_int_equal(str_printf(&arena, &file, &err, "%s/values", folder), OK);
    r.path = file.p;
    if (dictionaries_write(duck, catalog, &r, &arena, begin_answer(), &err))
        return err.code;
    assert_int_equal(dictionary_open(&dictionary, file.p, &arena, &err), OK);
    return OK;
}

static void each_column_of_text_has_its_values_once(void **state)
{
    const struct str columns[] = {STR("a"), STR("n"), STR("e"), STR("gone")};
    const struct dictionary_column *a, *e;

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 'v' || (i % 700) AS a,"
                  " i AS n, CASE WHEN i > 9 THEN 'w' || i END AS e"
                  " FROM range(2000) r(i)");
    assert_int_equal(write_all(columns, 4), OK);
    assert_true(str_is(buf_str(&answer), "{\"columns\":2}"));
    a = dictionary_find(&dictionary, 0);
    e = dictionary_find(&dictionary, 2);
    assert_non_null(a);
    assert_null(dictionary_find(&dictionary, 1));
    assert_non_null(e);
    assert_int_equal(a->n[DICTIONARY_FIRST], 700);
    assert_int_equal(e->n[DICTIONARY_FIRST], 1990);
    assert_true(a->complete && e->complete);
    dictionary_close(&dictionary);
}

static void a_value_too_long_is_left_out_and_reported(void **state)
{
    const struct str columns[] = {STR("s")};

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT unnest(['a', '', NULL,"
                  " repeat('x', 201)]) AS s");
    assert_int_equal(write_all(columns, 1), OK);
    assert_int_equal(dictionary_find(&dictionary, 0)->n[DICTIONARY_FIRST], 1);
    assert_false(dictionary_find(&dictionary, 0)->complete);
    dictionary_close(&dictionary);
}

static void it_ends_when_it_is_to(void **state)
{
    const struct str columns[] = {STR("s")};

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 'a' AS s");
    atomic_store(&stop, true);
    assert_int_equal(write_all(columns, 1), ERR_TIMEOUT);
    atomic_store(&stop, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_column_of_text_has_its_values_once,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_value_too_long_is_left_out_and_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_ends_when_it_is_to, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
