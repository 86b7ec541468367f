#include "catalog_fixture.h"

#include "store/catalog/document_gone.h"
#include "store/catalog/document_state.h"

#define WRITE(call)                               \
    do {                                          \
        assert_ok(db_begin_write(base.db, &err)); \
        assert_ok(db_end(base.db, call, &err));   \
    } while (0)

static void set_gone(int64_t id)
{
    bool was_there;

    WRITE(document_set_gone(&base, id, &was_there, &err));
    assert_true(was_there);
    WRITE(document_set_gone(&base, id, &was_there, &err));
    assert_false(was_there);
}

static void one_that_is_gone_does_not_answer_until_it_is_back(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    set_gone(id);
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
    set_gone(id);
    assert_int_equal(put_file("a.md", NULL), id);
    assert_true(str_is(document_of(id).state, "stale"));
}

static void one_that_was_disabled_comes_back_disabled(void **state)
{
    int64_t id = put_file("a.md", NULL);

    (void)state;
    WRITE(document_disable(&base, id, &err));
    set_gone(id);
    assert_int_equal(put_file("a.md", NULL), id);
    assert_true(str_is(document_of(id).state, "disabled"));
    assert_true(document_of(id).gone == 0);
    set_gone(id);
    WRITE(document_reindex(&base, id, &err));
    assert_true(str_is(document_of(id).state, "stale"));
    assert_true(document_of(id).gone == 0);
}

static void one_that_could_not_be_read_comes_back_so(void **state)
{
    int64_t id = put_file("a.md", "{\"code\":\"X\"}");

    (void)state;
    set_gone(id);
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
    set_gone(gone);
    assert_ok(document_find(&base, STR("a.md"), &arena, &d, &err));
    assert_int_equal(d.id, id);
}

static bool is_wanted(void *ctx, struct str source)
{
    const char *unwanted = ctx;

    return !str_is(source, unwanted);
}

static void places_are_those_below_a_folder(void **state)
{
    char unwanted[] = "path:/x/docs/c.md";
    struct document_places p = {
        .folder = STR("path:/x/docs/"), .wants = is_wanted, .ctx = unwanted};
    struct str name;

    (void)state;
    put_file("docs/a.md", NULL);
    put_file("docs/sub/b.md", NULL);
    put_file("docs/c.md", NULL);
    set_gone(put_file("docs/d.md", NULL));
    put_file("docs", NULL);
    put_file("docs-/c.md", NULL);
    put_file("docs0/c.md", NULL);
    put_file("docs2/c.md", NULL);
    put_content("docs3/c.md", CONTENT_B, NULL);
    assert_ok(document_places(&base, &p, &arena, &err));
    assert_true(str_is(p.first->source, "path:/x/docs/a.md"));
    assert_true(str_is(p.first->next->source, "path:/x/docs/sub/b.md"));
    assert_null(p.first->next->next);
    assert_ok(document_same_content(&base, p.first->id, &arena, &name, &err));
    assert_true(str_is(name, "docs2/c.md"));
}

static void one_that_is_gone_is_not_what_another_is_now(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct str name;

    (void)state;
    set_gone(put_file("b.md", NULL));
    put_content("c.md", CONTENT_B, NULL);
    assert_ok(document_same_content(&base, id, &arena, &name, &err));
    assert_int_equal(name.n, 0);
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
        BASE_TEST(one_that_is_gone_is_not_what_another_is_now),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
