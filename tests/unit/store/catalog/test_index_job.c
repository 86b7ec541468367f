#include "catalog_fixture.h"

#include "store/catalog/damage.h"
#include "store/catalog/document_state.h"
#include "store/catalog/index_job.h"
#include "store/catalog/metrics.h"

#define NOW_MS INT64_C(4000000000000) /* later than anything that is put */

/* One of the calls that are inside a write transaction. */
#define WRITE(call)                               \
    do {                                          \
        assert_ok(db_begin_write(base.db, &err)); \
        assert_ok(db_end(base.db, (call), &err)); \
    } while (0)

static bool next(struct index_job *job)
{
    bool found;

    assert_ok(index_job_next(&base, NOW_MS, &arena, job, &found, &err));
    return found;
}

/* The next job, which is the one of this document, and is started. */
static struct index_job take(int64_t document)
{
    struct index_job job = {0};

    assert_true(next(&job));
    assert_int_equal(job.document, document);
    WRITE(index_job_start(&base, &job, &err));
    return job;
}

static void finish(const struct index_job *job)
{
    const struct index_result r = {job->version, 7, 9, 2};

    WRITE(index_job_done(&base, job, &r, &err));
}

static void fail_at(const struct index_job *job, bool retry, int64_t now_ms)
{
    struct error why;
    const struct index_job_trouble t = {&why, retry};

    (void)!error_set(&why, ERR_TIMEOUT, "the provider sleeps");
    WRITE(index_job_failed(&base, job, &t, now_ms, &err));
}

static void assert_no_job(void)
{
    struct index_job job;

    assert_false(next(&job));
}

static void note(void *ctx, const char *kind, struct str document,
                 const char *what)
{
    (void)ctx;
    fail_msg("%s of '%.*s': %s", kind, STR_FMT(document), what);
}

/* Whatever a test did, the catalog fits together. */
static int tear_down_whole(void **state)
{
    const struct damage_list to = {note, NULL};

    assert_ok(damage_find_catalog(&base, &to, &err));
    return tear_down_base(state);
}

static void a_new_document_waits_is_indexed_and_is_ready(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);
    struct document d = document_of(id);

    (void)state;
    assert_int_equal(job.kind, INDEX_JOB_INDEX);
    assert_int_equal(job.version, 1);
    assert_true(str_eq(job.key, d.key));
    assert_true(job.enqueued_ms > 0);
    assert_true(str_is(d.state, "indexing"));
    assert_no_job();
    finish(&job);
    d = document_of(id);
    assert_true(str_is(d.state, "ready"));
    assert_int_equal(d.indexed_version, 1);
    assert_int_equal(d.chunk_count, 7);
    assert_int_equal(d.vector_count, 9);
    assert_int_equal(d.lexical_only_count, 2);
    assert_int_equal(d.last_indexed_at.n, strlen("2026-03-09T14:05:09.123Z"));
    assert_no_job();
}

static void a_put_that_is_rolled_back_leaves_no_job(void **state)
{
    int64_t id = 0;
    const struct document_change c = {.source = STR("path:/x/a.md"),
                                      .name = STR("a.md"),
                                      .source_type = STR("file"),
                                      .format = STR("markdown"),
                                      .fingerprint = STR("x"),
                                      .author = STR("test")};

    (void)state;
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(document_put(&base, &c, &id, &err));
    assert_int_equal(db_end(base.db, ERR_LIMIT, &err), ERR_LIMIT);
    assert_no_job();
}

static void a_document_changed_meanwhile_stays_stale(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    put_file("a.md", NULL);
    assert_no_job(); /* not while it is worked on */
    finish(&job);
    assert_true(str_is(document_of(id).state, "stale"));
    assert_int_equal(document_of(id).indexed_version, 1);
    job = take(id);
    assert_int_equal(job.version, 2);
    finish(&job);
    assert_true(str_is(document_of(id).state, "ready"));
    assert_int_equal(document_of(id).indexed_version, 2);
}

/* The indexer read it after it had taken the job. */
static void a_version_that_was_indexed_ahead_of_its_job_is_no_harm(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    put_file("a.md", NULL);
    job.version = 2;
    finish(&job);
    assert_true(str_is(document_of(id).state, "stale"));
    assert_int_equal(document_of(id).indexed_version, 2);
    job = take(id);
    finish(&job);
    assert_true(str_is(document_of(id).state, "ready"));
}

static void what_was_asked_in_the_middle_of_the_work_is_not_forgotten(
    void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    WRITE(document_reindex(&base, id, &err));
    finish(&job);
    assert_true(str_is(document_of(id).state, "stale"));
    job = take(id);
    finish(&job);
    assert_no_job();
}

static void a_removed_document_leaves_a_job_with_its_key(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct str key = document_of(id).key;
    struct index_job job = take(id);

    (void)state;
    finish(&job);
    WRITE(document_remove(&base, id, &err));
    job = take(0);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    assert_int_equal(job.version, 0);
    assert_true(str_eq(job.key, key));
    finish(&job);
    assert_no_job();
}

/* The same key, and mostly the same id and version. */
static void a_document_that_went_and_came_back_is_indexed_again(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    WRITE(document_remove(&base, id, &err));
    id = put_file("a.md", NULL);
    finish(&job); /* of the one that went */
    assert_true(str_is(document_of(id).state, "stale"));
    job = take(0); /* its key is no longer anybody's */
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    finish(&job);
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_INDEX);
    finish(&job);
    assert_true(str_is(document_of(id).state, "ready"));
}

static void a_document_removed_in_the_middle_of_the_work_is_removed(
    void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    WRITE(document_remove(&base, id, &err));
    finish(&job);
    job = take(0);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
}

static void a_hidden_document_is_taken_out_of_the_index(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    finish(&job);
    WRITE(document_hide(&base, id, 3, &err));
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    finish(&job);
    assert_int_equal(document_of(id).indexed_version, 0);
    assert_int_equal(document_of(id).chunk_count, 0);
    put_file("a.md", NULL); /* as a rollback brings it back */
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_INDEX);
}

static void a_file_that_cannot_be_read_is_not_to_be_indexed(void **state)
{
    static const char failure[] = "{\"code\":\"LIMIT\"}";
    int64_t id = put_file("a.md", failure);
    struct index_job job;

    (void)state;
    assert_true(str_is(document_of(id).state, "failed"));
    assert_no_job();
    put_file("a.md", NULL);
    job = take(id);
    finish(&job);
    put_file("a.md", failure); /* what the index has of it must go */
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    finish(&job);
    assert_true(str_is(document_of(id).state, "failed"));
    assert_int_equal(document_of(id).indexed_version, 0);
    assert_ok(db_begin_write(base.db, &err));
    assert_int_equal(db_end(base.db, document_reindex(&base, id, &err), &err),
                     ERR_VALIDATION_FAILED);
}

static void a_failure_that_is_found_later_takes_the_job_back(void **state)
{
    int64_t id = put_file("t.csv", NULL);
    struct index_job job;

    (void)state;
    assert_ok(document_set_failure(&base, id, STR("{}"), &err));
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    finish(&job);
    assert_true(str_is(document_of(id).state, "failed"));
}

static void pinned_then_worth_then_asked_then_hot_then_old(void **state)
{
    int64_t oldest = put_file("1", NULL);
    int64_t hot = put_file("2", NULL);
    int64_t asked = put_file("3", NULL);
    int64_t pinned = put_file("4", NULL);
    int64_t low = put_file("5", NULL);
    int64_t high = put_file("6", NULL);

    (void)state;
    assert_ok(db_exec(base.db,
                      "UPDATE document SET hotness = 2, hot_at = 1000"
                      " WHERE name = '2'",
                      &err));
    put_file("2", NULL);
    WRITE(document_reindex(&base, asked, &err));
    WRITE(document_pin(&base, pinned, &err));
    WRITE(document_set_priority(&base, high, 60, &err));
    WRITE(document_set_priority(&base, low, 5, &err));
    take(pinned);
    take(high);
    take(low);
    take(asked);
    take(hot);
    take(oldest);
    assert_no_job();
    assert_true(document_of(pinned).pinned);
    WRITE(document_unpin(&base, pinned, &err));
    assert_false(document_of(pinned).pinned);
}

/* Also in a job that is put later, and of a version that comes later. */
static void a_priority_is_bounded_and_stays(void **state)
{
    int64_t other = put_file("1", NULL);
    int64_t worth = put_file("2", NULL);
    struct index_job job;

    (void)state;
    WRITE(document_set_priority(&base, worth, 100, &err));
    job = take(worth);
    finish(&job);
    job = take(other);
    finish(&job);
    put_file("1", NULL);
    put_file("2", NULL);
    assert_int_equal(document_of(worth).priority, 100);
    assert_int_equal(document_of(other).priority, 0);
    take(worth);
    take(other);
    assert_int_equal(document_set_priority(&base, worth, 101, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(document_set_priority(&base, worth, -1, &err),
                     ERR_VALIDATION_FAILED);
}

static void the_next_job_is_found_without_sorting_all(void **state)
{
    struct db_rows r;

    (void)state;
    if (home.store)
        skip(); /* a plan of SQLite */
    assert_ok(
        db_query(base.db,
                 "EXPLAIN QUERY PLAN SELECT j.id, d.version FROM job j"
                 " LEFT JOIN document d ON d.key = j.document"
                 " WHERE j.running = 0 AND j.not_before_ms <= 5"
                 " ORDER BY j.pinned DESC, j.priority DESC, j.hot_until DESC,"
                 " j.enqueued_ms, j.id LIMIT 1",
                 DB_NO_ARGS, &r, &err));
    while (db_next(&r)) {
        struct str step = db_column_text(&r, 3);

        assert_int_equal(str_find(step, STR("TEMP B-TREE")), step.n);
    }
    assert_ok(db_finish(&r, OK, &err));
}

static void a_failed_job_waits_longer_each_time_and_then_fails(void **state)
{
    int64_t id = put_file("a.md", NULL);
    int64_t now_ms = NOW_MS;
    struct document d;

    (void)state;
    for (unsigned i = 0; i < INDEX_JOB_ATTEMPTS; i++) {
        struct index_job job = {0};
        bool found;

        assert_ok(index_job_next(&base, now_ms, &arena, &job, &found, &err));
        assert_true(found);
        assert_int_equal(job.attempts, i);
        WRITE(index_job_start(&base, &job, &err));
        fail_at(&job, true, now_ms);
        now_ms += index_job_backoff_ms(i + 1);
        assert_ok(
            index_job_next(&base, now_ms - 1, &arena, &job, &found, &err));
        assert_false(found);
    }
    d = document_of(id);
    assert_true(str_is(d.state, "failed"));
    assert_true(str_is(d.index_failure, "{\"code\":\"TIMEOUT\",\"message\":"
                                        "\"the provider sleeps\"}"));
    assert_int_equal(d.failure.n, 0);
    WRITE(document_reindex(&base, id, &err));
    assert_int_equal(document_of(id).index_failure.n, 0);
    assert_int_equal(take(id).attempts, 0);
}

static void waiting_grows_fourfold_up_to_an_hour(void **state)
{
    (void)state;
    assert_int_equal(index_job_backoff_ms(1), 1000);
    assert_int_equal(index_job_backoff_ms(2), 4000);
    assert_int_equal(index_job_backoff_ms(4), 64000);
    assert_int_equal(index_job_backoff_ms(7), 3600 * 1000);
    assert_int_equal(index_job_backoff_ms(UINT32_MAX), 3600 * 1000);
}

static void what_another_time_does_not_help_fails_at_once(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);
    struct index_job_counts n;

    (void)state;
    fail_at(&job, false, NOW_MS);
    assert_true(str_is(document_of(id).state, "failed"));
    assert_no_job();
    assert_ok(index_jobs_count(&base, &n, &err));
    assert_int_equal(n.failed, 1);
    put_file("a.md", NULL); /* another version may go */
    job = take(id);
    assert_int_equal(document_of(id).index_failure.n, 0);
    put_file("a.md", NULL);
    fail_at(&job, false, NOW_MS); /* of the version before */
    assert_true(str_is(document_of(id).state, "stale"));
    take(id);
}

static void a_removal_is_never_given_up(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    finish(&job);
    WRITE(document_remove(&base, id, &err));
    for (unsigned i = 0; i < 2 * INDEX_JOB_ATTEMPTS; i++) {
        job = take(0);
        fail_at(&job, false, 0);
    }
    assert_int_equal(take(0).attempts, 2 * INDEX_JOB_ATTEMPTS);
}

static void what_a_dead_indexer_began_waits_again(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job_counts n;

    (void)state;
    take(id);
    base_close(&base);
    assert_ok(base_open(&home, STR("b"), &arena, &base, &err));
    assert_ok(index_jobs_count(&base, &n, &err));
    assert_int_equal(n.running, 1);
    assert_int_equal(n.waiting, 0);
    assert_int_equal(n.next_ms, 0);
    WRITE(index_jobs_recover(&base, &err));
    assert_true(str_is(document_of(id).state, "stale"));
    assert_ok(index_jobs_count(&base, &n, &err));
    assert_int_equal(n.running, 0);
    assert_int_equal(n.waiting, 1);
    assert_true(n.next_ms > 0);
    take(id);
}

static void a_disabled_document_stays_out_until_it_is_asked_for(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    finish(&job);
    WRITE(document_disable(&base, id, &err));
    put_file("a.md", NULL);
    assert_true(str_is(document_of(id).state, "disabled"));
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_REMOVE);
    finish(&job);
    assert_int_equal(document_of(id).chunk_count, 0);
    assert_no_job();
    WRITE(document_reindex(&base, id, &err));
    job = take(id);
    assert_int_equal(job.kind, INDEX_JOB_INDEX);
    finish(&job);
    assert_true(str_is(document_of(id).state, "ready"));
}

static void disabled_in_the_middle_of_the_work_it_is_not_ready(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);

    (void)state;
    WRITE(document_disable(&base, id, &err));
    finish(&job);
    assert_true(str_is(document_of(id).state, "disabled"));
    assert_int_equal(take(id).kind, INDEX_JOB_REMOVE);
}

static void a_lost_index_makes_all_stale_but_what_must_not_be(void **state)
{
    int64_t ready = put_file("ready", NULL);
    struct index_job job = take(ready);
    int64_t failed, disabled, hidden, unreadable;

    (void)state;
    finish(&job);
    failed = put_file("failed", NULL);
    job = take(failed);
    fail_at(&job, false, NOW_MS);
    disabled = put_file("disabled", NULL);
    WRITE(document_disable(&base, disabled, &err));
    hidden = put_file("hidden", NULL);
    WRITE(document_hide(&base, hidden, 1, &err));
    unreadable = put_file("unreadable", "{}");
    WRITE(index_jobs_all_stale(&base, &err));
    assert_true(str_is(document_of(ready).state, "stale"));
    assert_int_equal(document_of(ready).indexed_version, 0);
    assert_int_equal(document_of(ready).chunk_count, 0);
    assert_true(str_is(document_of(failed).state, "stale"));
    assert_true(str_is(document_of(disabled).state, "disabled"));
    assert_true(str_is(document_of(unreadable).state, "failed"));
    assert_int_equal(take(disabled).kind, INDEX_JOB_REMOVE);
    assert_int_equal(take(hidden).kind, INDEX_JOB_REMOVE);
    assert_int_equal(take(ready).kind, INDEX_JOB_INDEX);
    assert_int_equal(take(failed).kind, INDEX_JOB_INDEX);
    assert_no_job();
}

static void what_ends_is_counted(void **state)
{
    int64_t id = put_file("a.md", NULL);
    struct index_job job = take(id);
    struct metrics m;

    (void)state;
    metrics_take(&m);
    fail_at(&job, true, 0);
    job = take(id);
    finish(&job);
    metrics_take(&m);
    assert_int_equal(m.of[METRIC_INDEX_JOBS].count[0], 2);
    assert_int_equal(m.of[METRIC_INDEX_JOBS_FAILED].count[0], 1);
    assert_int_equal(m.of[METRIC_CHUNKS_PER_DOCUMENT].micro, 7000000);
    assert_true(metrics_percentile(&m, METRIC_INDEX_JOB_LATENCY, 0.5) >= 0);
}

#define JOB_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_base, tear_down_whole)

int main(void)
{
    const struct CMUnitTest tests[] = {
        JOB_TEST(a_new_document_waits_is_indexed_and_is_ready),
        JOB_TEST(a_put_that_is_rolled_back_leaves_no_job),
        JOB_TEST(a_document_changed_meanwhile_stays_stale),
        JOB_TEST(a_version_that_was_indexed_ahead_of_its_job_is_no_harm),
        JOB_TEST(what_was_asked_in_the_middle_of_the_work_is_not_forgotten),
        JOB_TEST(a_removed_document_leaves_a_job_with_its_key),
        JOB_TEST(a_document_that_went_and_came_back_is_indexed_again),
        JOB_TEST(a_document_removed_in_the_middle_of_the_work_is_removed),
        JOB_TEST(a_hidden_document_is_taken_out_of_the_index),
        JOB_TEST(a_file_that_cannot_be_read_is_not_to_be_indexed),
        JOB_TEST(a_failure_that_is_found_later_takes_the_job_back),
        JOB_TEST(pinned_then_worth_then_asked_then_hot_then_old),
        JOB_TEST(a_priority_is_bounded_and_stays),
        JOB_TEST(the_next_job_is_found_without_sorting_all),
        JOB_TEST(a_failed_job_waits_longer_each_time_and_then_fails),
        JOB_TEST(waiting_grows_fourfold_up_to_an_hour),
        JOB_TEST(what_another_time_does_not_help_fails_at_once),
        JOB_TEST(a_removal_is_never_given_up),
        JOB_TEST(what_a_dead_indexer_began_waits_again),
        JOB_TEST(a_disabled_document_stays_out_until_it_is_asked_for),
        JOB_TEST(disabled_in_the_middle_of_the_work_it_is_not_ready),
        JOB_TEST(a_lost_index_makes_all_stale_but_what_must_not_be),
        JOB_TEST(what_ends_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
