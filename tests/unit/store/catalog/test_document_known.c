#include "catalog_fixture.h"

#include "store/catalog/document_gone.h"
#include "store/catalog/document_known.h"

static void set_gone(int64_t id)
{
    bool was_there;

    assert_ok(db_begin_write(base.db, &err));
    assert_ok(
        db_end(base.db, document_set_gone(&base, id, &was_there, &err), &err));
}

static struct document_named named(const char *name)
{
    struct document_named out;

    assert_ok(document_find_named(&base, str_from(name), STR("path:"), &arena,
                                  &out, &err));
    return out;
}

static void a_source_has_what_was_said_of_it(void **state)
{
    struct document_known known;
    int64_t id = put_file("x/a.md", NULL);

    (void)state;
    assert_ok(db_run(base.db, "UPDATE document SET encoding = 'big5'",
                     DB_NO_ARGS, &err));
    assert_ok(document_find_known(&base, STR("path:/x/x/a.md"), &arena, &known,
                                  &err));
    assert_int_equal(known.id, id);
    assert_false(known.is_hidden);
    assert_true(str_is(known.name, "x/a.md"));
    assert_true(str_is(known.encoding, "big5"));
    assert_ok(
        document_find_known(&base, STR("path:/x/b"), &arena, &known, &err));
    assert_int_equal(known.id, 0);
}

static void a_name_is_before_the_end_of_a_path(void **state)
{
    (void)state;
    assert_int_equal(named("a.md").n, 0);
    put_file("docs/a.md", NULL);
    assert_int_equal(named("a.md").n, 1);
    put_file("a.md", NULL);
    assert_int_equal(named("a.md").n, 1);
    assert_true(str_is(named("a.md").source, "path:/x/a.md"));
}

static void one_that_is_gone_is_none_beside_another(void **state)
{
    int64_t x = put_file("x/a.md", NULL);
    int64_t y = put_file("y/a.md", NULL);

    (void)state;
    assert_int_equal(named("a.md").n, 2);
    set_gone(x);
    assert_int_equal(named("a.md").n, 1);
    assert_true(str_is(named("a.md").source, "path:/x/y/a.md"));
    set_gone(put_file("a.md", NULL));
    assert_int_equal(named("a.md").n, 1);
    assert_true(str_is(named("a.md").source, "path:/x/y/a.md"));
    set_gone(y);
    assert_int_equal(named("a.md").n, 1);
    assert_true(str_is(named("a.md").source, "path:/x/a.md"));
    assert_int_equal(named("x/a.md").n, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_source_has_what_was_said_of_it),
        BASE_TEST(a_name_is_before_the_end_of_a_path),
        BASE_TEST(one_that_is_gone_is_none_beside_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
