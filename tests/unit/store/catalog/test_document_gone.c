#include "catalog_fixture.h"

#include "store/catalog/document_gone.h"
#include "store/catalog/document_state.h"

#define WRITE(call)                               \
    do {                                          \
        assert_ok(db_begin_write(base.db, &err)); \
        assert_ok(db_end(base.db, call, &err));   \
    } while (0)

static void one_that_is_gone_does_not_answer_until_it_is_back(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    WRITE(document_set_gone(&base, id, &err));
    assert_true(str_is(document_of(id).state, "disabled"));
    assert_true(document_of(id).gone != 0);
    WRITE(document_set_back(&base, id, &err));
    assert_true(str_is(document_of(id).state, "stale"));
    assert_true(document_of(id).gone == 0);
}

static void another_version_brings_it_back(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    WRITE(document_set_gone(&base, id, &err));
    assert_int_equal(put_file("a.md", NULL), id);
    assert_true(str_is(document_of(id).state, "stale"));
}

static void one_that_was_disabled_comes_back_disabled(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    WRITE(document_disable(&base, id, &err));
    WRITE(document_set_gone(&base, id, &err));
    assert_int_equal(put_file("a.md", NULL), id);
    assert_true(str_is(document_of(id).state, "disabled"));
    assert_true(document_of(id).gone == 0);
    WRITE(document_set_gone(&base, id, &err));
    WRITE(document_reindex(&base, id, &err));
    assert_true(str_is(document_of(id).state, "stale"));
    assert_true(document_of(id).gone == 0);
}

static void one_that_could_not_be_read_comes_back_so(void **state)
{
    int64_t id = put_file("a.md", "{\"code\":\"X\"}");

    (void)state;
    WRITE(document_set_gone(&base, id, &err));
    WRITE(document_set_back(&base, id, &err));
    assert_true(str_is(document_of(id).state, "failed"));
}

static void a_name_means_the_one_that_is_there(void **state)
{
    int64_t gone = put_file("x/a.md", NULL);
    int64_t id = put_file("y/a.md", NULL);
    struct document d;

    (void)state;
    assert_int_equal(document_find(&base, STR("a.md"), &arena, &d, &err),
                     ERR_VALIDATION_FAILED);
    WRITE(document_set_gone(&base, gone, &err));
    assert_ok(document_find(&base, STR("a.md"), &arena, &d, &err));
    assert_int_equal(d.id, id);
}

static void places_are_those_below_a_folder(void **state)
{
    struct document_place *list;
    struct str name;
    size_t n;

    (void)state;
    put_file("docs/a.md", NULL);
    put_file("docs/sub/b.md", NULL);
    put_file("docs2/c.md", NULL);
    assert_ok(
        document_places(&base, STR("path:/x/docs/"), &arena, &list, &n, &err));
    assert_int_equal(n, 2);
    assert_true(str_is(list[1].source, "path:/x/docs/sub/b.md"));
    assert_ok(document_same_content(&base, list[0].id, &arena, &name, &err));
    assert_true(str_is(name, "docs2/c.md"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(one_that_is_gone_does_not_answer_until_it_is_back),
        BASE_TEST(another_version_brings_it_back),
        BASE_TEST(one_that_was_disabled_comes_back_disabled),
        BASE_TEST(one_that_could_not_be_read_comes_back_so),
        BASE_TEST(a_name_means_the_one_that_is_there),
        BASE_TEST(places_are_those_below_a_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
