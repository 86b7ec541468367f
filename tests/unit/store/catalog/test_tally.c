/* How many documents there are of each state, kept by triggers. */
#include "catalog_fixture.h"

#include "store/catalog/damage.h"
#include "store/catalog/document_state.h"
#include "store/catalog/index_job.h"

static size_t found;

static void count(void *ctx, const char *kind, struct str document,
                  const char *what)
{
    (void)ctx, (void)kind, (void)document, (void)what;
    found++;
}

static size_t damage(void)
{
    const struct damage_list to = {count, NULL};

    found = 0;
    assert_ok(damage_find_catalog(&base, &to, &err));
    return found;
}

static int64_t tally(const char *column, const char *state)
{
    struct str sql;
    int64_t n = -1;

    assert_ok(str_printf(&arena, &sql, &err,
                         "SELECT total(%s) FROM tally WHERE state = '%s'",
                         column, state));
    assert_ok(db_get_int(base.db, sql.p, DB_NO_ARGS, &n, &err));
    return n;
}

static void index_one(int64_t chunks)
{
    const struct index_result r = {
        .version = 1, .chunks = chunks, .vectors = 2 * chunks};
    struct index_job job;
    bool is_there;

    assert_ok(db_begin_write(base.db, &err));
    assert_ok(index_job_next(&base, INT64_MAX, &arena, &job, &is_there, &err));
    assert_ok(index_job_start(&base, &job, &err));
    assert_int_equal(tally("documents", "indexing"), 1);
    assert_ok(db_end(base.db, index_job_done(&base, &job, &r, &err), &err));
}

static void documents_are_counted_in_each_state_that_they_pass(void **state)
{
    int64_t a = put_file("a.md", NULL);

    (void)state;
    (void)put_file("b.md", NULL);
    assert_int_equal(tally("documents", "stale"), 2);
    index_one(7);
    index_one(4);
    assert_int_equal(tally("documents", "stale"), 0);
    assert_int_equal(tally("documents", "ready"), 2);
    assert_int_equal(tally("chunks", "ready"), 11);
    assert_int_equal(tally("vectors", "ready"), 22);
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_disable(&base, a, &err), &err));
    assert_int_equal(tally("documents", "disabled"), 1);
    assert_int_equal(tally("chunks", "ready"), 4);
    assert_int_equal(damage(), 0);
}

static void what_is_removed_or_hidden_is_not_counted(void **state)
{
    int64_t a = put_file("a.md", NULL);
    int64_t b = put_file("b.md", NULL);

    (void)state;
    index_one(7);
    index_one(4);
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(document_remove(&base, a, &err));
    assert_ok(document_hide(&base, b, 1, &err));
    assert_ok(db_end(base.db, OK, &err));
    assert_int_equal(tally("documents", "ready"), 0);
    assert_int_equal(tally("chunks", "ready"), 0);
    assert_int_equal(damage(), 0);
}

static void a_wrong_count_is_damage(void **state)
{
    (void)state;
    (void)put_file("a.md", NULL);
    assert_ok(
        db_exec(base.db, "UPDATE tally SET documents = documents + 1", &err));
    assert_int_equal(damage(), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(documents_are_counted_in_each_state_that_they_pass),
        BASE_TEST(what_is_removed_or_hidden_is_not_counted),
        BASE_TEST(a_wrong_count_is_damage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
