#include "store/catalog/catalog_fixture.h"

#include "ask/semantic/layer_store.h"

static struct semantic_entry entry(const char *name, const char *payload)
{
    return (struct semantic_entry){.collection = SEMANTIC_METRICS,
                                   .name = str_from(name),
                                   .payload = str_from(payload),
                                   .lines = STR("{}"),
                                   .file = STR("m.yaml"),
                                   .line = 2};
}

static void assert_counts(const struct semantic_entries *list, unsigned added,
                          unsigned changed, unsigned unchanged,
                          unsigned removed)
{
    struct semantic_counts n;

    assert_ok(semantic_store_replace(&base, list, &n, &err));
    assert_int_equal(n.added, added);
    assert_int_equal(n.changed, changed);
    assert_int_equal(n.unchanged, unchanged);
    assert_int_equal(n.removed, removed);
}

static void files_that_say_the_same_change_nothing(void **state)
{
    struct semantic_entry x[] = {entry("a", "{}"), entry("b", "{}")};
    const struct semantic_entries both = {x, 2, 2};
    struct semantic_entries got;
    double created_at;

    (void)state;
    assert_counts(&both, 2, 0, 0, 0);
    assert_ok(semantic_store_list(&base, &arena, &got, &err));
    created_at = got.list[0].created_at;
    assert_true(created_at > 0);
    assert_counts(&both, 0, 0, 2, 0);
    x[1].payload = STR("{\"x\":1}");
    assert_counts(&both, 0, 1, 1, 0);
    assert_ok(semantic_store_list(&base, &arena, &got, &err));
    assert_int_equal(got.n, 2);
    assert_true(str_is(got.list[1].payload, "{\"x\":1}"));
    assert_true(got.list[0].created_at == created_at);
}

static void what_no_file_says_any_more_goes_and_what_was_learned_stays(
    void **state)
{
    struct semantic_entry x[] = {entry("a", "{}"), entry("b", "{}")};
    struct semantic_entry learned = entry("c", "{}");
    const struct semantic_entries both = {x, 2, 2};
    const struct semantic_entries one = {x, 1, 1};
    struct semantic_entries got;

    (void)state;
    learned.file = (struct str){0};
    learned.collection = SEMANTIC_EXAMPLES;
    assert_ok(semantic_store_learn(&base, &learned, &err));
    assert_counts(&both, 2, 0, 0, 0);
    assert_counts(&one, 0, 0, 1, 1);
    assert_ok(semantic_store_list(&base, &arena, &got, &err));
    assert_int_equal(got.n, 2);
    assert_true(str_is(got.list[1].name, "c"));
    assert_int_equal(got.list[1].file.n, 0);
}

static void entries_are_removed_by_name_or_all(void **state)
{
    struct semantic_entry x[] = {entry("a", "{}"), entry("b", "{}")};
    const struct semantic_entries both = {x, 2, 2};
    uint64_t removed = 0;

    (void)state;
    assert_counts(&both, 2, 0, 0, 0);
    assert_ok(semantic_store_remove(&base, STR("a"), &err));
    assert_int_equal(semantic_store_remove(&base, STR("a"), &err),
                     ERR_NOT_FOUND);
    assert_ok(semantic_store_clear(&base, &removed, &err));
    assert_int_equal(removed, 1);
    assert_ok(semantic_store_clear(&base, &removed, &err));
    assert_int_equal(removed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(files_that_say_the_same_change_nothing),
        BASE_TEST(what_no_file_says_any_more_goes_and_what_was_learned_stays),
        BASE_TEST(entries_are_removed_by_name_or_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
