#include "bases_fixture.h"

#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/list.h"
#include "search/index/index.h"

static void a_copy_holds_the_same_and_goes_its_own_way(void **state)
{
    (void)state;
    assert_ok(bases_copy(bases, STR("b"), STR("c"), fresh(), &err));
    assert_true(str_is(text_of("documents"), "3"));
    assert_true(is_whole("c"));
    edit("c", "/d.json/n", "50");
    assert_true(is_value("b", "/d.json/n", "4"));
    edit("b", "/d.json/n", "60");
    assert_true(is_value("c", "/d.json/n", "50"));
    assert_ok(bases_drop(bases, STR("b"), true, fresh(), &err));
    assert_true(is_whole("c"));
    assert_true(is_value("c", "/d.json/n", "50"));
}

static void index_it(const char *name)
{
    const struct bases_catch_up r = {.base = str_from(name)};
    struct index_worked done;

    assert_ok(bases_catch_up(bases, &r, &done, &err));
}

/* Documents that status lists in this state. */
static size_t in_state(const char *name, const char *state)
{
    const struct json *list;
    size_t n = 0;

    assert_ok(bases_status(bases, str_from(name), NULL, fresh(), &err));
    list = json_find(answered(), "documents");
    for (const struct json *d = list->first; d; d = d->next)
        n += str_is(json_find(d, "state")->text, state);
    return n;
}

static void a_copy_has_the_index_unless_another_holds_it(void **state)
{
    struct lease lock = LEASE_NONE;
    struct base b = BASE_NONE;

    (void)state;
    index_it("b");
    assert_ok(bases_copy(bases, STR("b"), STR("c"), fresh(), &err));
    assert_true(str_is(text_of("documents_waiting"), "0"));
    assert_int_equal(in_state("c", "ready"), 3);
    open_base(&b, "c");
    assert_ok(index_note_state(&b, &err));
    base_close(&b);
    assert_int_equal(in_state("c", "ready"), 3);
    open_base(&b, "b");
    assert_ok(index_lock(&b, 0, &lock, &err));
    assert_ok(bases_copy(bases, STR("b"), STR("d"), fresh(), &err));
    lease_close(&lock);
    base_close(&b);
    assert_true(str_is(text_of("documents_waiting"), "3"));
    assert_int_equal(in_state("d", "stale"), 3);
}

static void status_says_what_is_so_of_a_lost_index_and_a_dead_indexer(
    void **state)
{
    struct lease lock = LEASE_NONE;
    struct base b = BASE_NONE;

    (void)state;
    index_it("b");
    assert_int_equal(in_state("b", "ready"), 3);
    assert_ok(fs_remove_tree(in_base("b", "index"), "x", &err));
    assert_int_equal(in_state("b", "stale"), 3);
    open_base(&b, "b");
    assert_ok(db_exec(b.db, "UPDATE document SET state = 'indexing'", &err));
    assert_ok(index_lock(&b, 0, &lock, &err));
    assert_int_equal(in_state("b", "indexing"), 3);
    lease_close(&lock);
    assert_int_equal(in_state("b", "stale"), 3);
    base_close(&b);
}

static bool is_state(const char *state)
{
    assert_ok(bases_document(bases, STR("b"), STR("setup.md"), fresh(), &err));
    return str_is(text_of("state"), state);
}

static void a_document_and_a_list_of_bases_say_it_too(void **state)
{
    const struct bases_filter all = {0};
    const struct json *index;
    struct base b = BASE_NONE;

    (void)state;
    index_it("b");
    assert_ok(fs_remove_tree(in_base("b", "index"), "x", &err));
    assert_ok(bases_list(bases, &all, fresh(), &err));
    index = json_find(json_find(answered(), "bases")->first, "index");
    assert_true(str_is(json_find(index, "ready")->text, "0"));
    assert_true(is_state("stale"));
    index_it("b");
    assert_ok(fs_remove_tree(in_base("b", "index"), "x", &err));
    assert_true(is_state("stale"));
    open_base(&b, "b");
    assert_ok(db_exec(b.db, "UPDATE document SET state = 'indexing'", &err));
    base_close(&b);
    assert_true(is_state("stale"));
}

/* Its folder may be there in a moment. */
static void an_index_is_not_lost_while_another_writes_it(void **state)
{
    struct lease lock = LEASE_NONE;
    struct base b = BASE_NONE;

    (void)state;
    index_it("b");
    assert_ok(fs_remove_tree(in_base("b", "index"), "x", &err));
    open_base(&b, "b");
    assert_ok(index_lock(&b, 0, &lock, &err));
    assert_int_equal(in_state("b", "ready"), 3);
    lease_close(&lock);
    base_close(&b);
    assert_int_equal(in_state("b", "stale"), 3);
}

static void a_copys_originals_are_not_the_other_bases(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    assert_ok(bases_copy(bases, STR("b"), STR("c"), fresh(), &err));
    assert_ok(
        fs_list_tree(in_base("b", "files"), "x", &arena, &list, &n, &err));
    for (size_t i = 0; i < n; i++)
        flip(fs_join(in_base("b", "files"), list[i].p, &arena, &err), 0);
    assert_false(is_whole("b"));
    assert_true(is_whole("c"));
}

static void a_name_that_is_taken_is_refused_before_anything_is_copied(
    void **state)
{
    (void)state;
    assert_int_equal(bases_copy(bases, STR("b"), STR("b"), fresh(), &err),
                     ERR_CONFLICT);
    assert_int_equal(bases_copy(bases, STR("b"), STR("../c"), fresh(), &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(bases_copy(bases, STR("x"), STR("c"), fresh(), &err),
                     ERR_NOT_FOUND);
    assert_int_equal(entries(in("home/bases")), 1);
}

static void a_damaged_base_is_not_copied(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    assert_ok(
        fs_list_tree(in_base("b", "files"), "x", &arena, &list, &n, &err));
    flip(fs_join(in_base("b", "files"), list[0].p, &arena, &err), 0);
    assert_int_equal(bases_copy(bases, STR("b"), STR("c"), fresh(), &err),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(entries(in("home/bases")), 1);
}

static void removing_a_base_says_first_what_would_be_lost(void **state)
{
    (void)state;
    assert_int_equal(bases_drop(bases, STR("b"), false, fresh(), &err),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "3 documents"));
    assert_true(is_whole("b"));
    assert_ok(bases_drop(bases, STR("b"), true, fresh(), &err));
    assert_int_equal(entries(in("home/bases")), 0);
}

static void a_damaged_base_can_be_removed(void **state)
{
    (void)state;
    flip(in_base("b", "base.db"), 20);
    assert_int_equal(bases_drop(bases, STR("b"), false, fresh(), &err),
                     ERR_FILE_READ_FAILED);
    assert_ok(bases_drop(bases, STR("b"), true, fresh(), &err));
    assert_int_equal(entries(in("home/bases")), 0);
}

static void what_is_derived_is_made_again(void **state)
{
    const struct bases_rebuild r = {.base = STR("b")};
    struct str *list;
    size_t n;

    (void)state;
    assert_ok(bases_rebuild(bases, &r, fresh(), &err));
    assert_true(str_is(text_of("documents"), "3"));
    assert_true(str_is(text_of("sections"), "1"));
    assert_true(str_is(text_of("tables"), "1"));
    assert_int_equal(json_find(answered(), "failures")->count, 0);
    assert_ok(
        fs_list_tree(in_base("b", "tables"), "x", &arena, &list, &n, &err));
    assert_int_equal(n, 8);
    assert_true(is_whole("b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(a_copy_holds_the_same_and_goes_its_own_way),
        BASES_TEST(a_copy_has_the_index_unless_another_holds_it),
        BASES_TEST(status_says_what_is_so_of_a_lost_index_and_a_dead_indexer),
        BASES_TEST(a_document_and_a_list_of_bases_say_it_too),
        BASES_TEST(an_index_is_not_lost_while_another_writes_it),
        BASES_TEST(a_copys_originals_are_not_the_other_bases),
        BASES_TEST(a_name_that_is_taken_is_refused_before_anything_is_copied),
        BASES_TEST(a_damaged_base_is_not_copied),
        BASES_TEST(removing_a_base_says_first_what_would_be_lost),
        BASES_TEST(a_damaged_base_can_be_removed),
        BASES_TEST(what_is_derived_is_made_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
