#include "knowledge/knowledge_base/bases_fixture.h"

#include "knowledge/knowledge_base/base_search.h"

#include <cmocka.h>

/* A worker that ends before it was asked anything. */
static void open_without_worker(void)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .worker_path = STR("/bin/false")};

    close_bases();
    assert_ok(tables_new(&o, &tables, &err));
    assert_ok(bases_new(tables, &bases, &err));
}

static int64_t count(const char *sql)
{
    struct base b = BASE_NONE;
    int64_t n = 0;

    open_base(&b, "b");
    assert_ok(db_get_int(b.db, sql, DB_NO_ARGS, &n, &err));
    base_close(&b);
    return n;
}

static void a_worker_that_cannot_start_is_no_fault_of_a_file(void **state)
{
    struct bases_added counts;
    struct bases_add r = {.base = STR("b"), .n = 1, .author = STR("test")};
    struct str path;

    (void)state;
    write_file("new.md", "# New\n");
    path = str_from(in("new.md"));
    r.paths = &path;
    open_without_worker();
    assert_int_equal(bases_add(bases, &r, &counts, fresh(), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    open_bases();
    assert_int_equal(count("SELECT count(*) FROM document"), 3);
    add("new.md");
}

static void a_worker_that_cannot_start_leaves_documents_stale(void **state)
{
    const struct bases_marking all = {.base = STR("b"), .mark = BASES_REINDEX};

    (void)state;
    assert_ok(fs_remove_tree(in_base("b", "tables"), "x", &err));
    open_without_worker();
    assert_int_equal(bases_mark(bases, &all, fresh(), &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(
        count("SELECT count(*) FROM document WHERE state = 'stale'"), 3);
    open_bases();
    assert_ok(bases_mark(bases, &all, fresh(), &err));
    assert_int_equal(
        count("SELECT count(*) FROM document WHERE state = 'ready'"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASES_TEST(a_worker_that_cannot_start_is_no_fault_of_a_file),
        BASES_TEST(a_worker_that_cannot_start_leaves_documents_stale),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
