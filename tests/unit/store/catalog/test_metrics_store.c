#include "catalog_fixture.h"

#include "base/json.h"
#include "store/catalog/metrics_store.h"

#include <sys/wait.h>

/* What all processes of the home counted. */
static double shown(const char *kind, const char *name)
{
    struct json *root = NULL;
    struct str written;
    struct jsonw w;
    struct buf text;

    buf_init(&text, 1 << 20);
    jsonw_init(&w, &text);
    assert_ok(metrics_store_write(&registry, &w, &err));
    assert_ok(buf_finish(&text, &written, &err));
    assert_ok(json_parse(written, &json_default_limits, &arena, &root, &err));
    buf_release(&text);
    return json_double(json_find(json_find(root, kind), name));
}

static int set_up_empty(void **state)
{
    struct metrics before;

    metrics_take(&before);
    return set_up_base(state);
}

static void what_is_added_is_counted_once(void **state)
{
    struct metrics left;

    (void)state;
    metrics_count(METRIC_INDEX_JOBS, 3);
    metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, 12);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.5);
    assert_true(shown("counters", "index_jobs_total") == 3);
    assert_ok(metrics_store_flush(&registry, &err));
    assert_true(shown("counters", "index_jobs_total") == 3);
    assert_ok(metrics_store_flush(&registry, &err));
    metrics_count(METRIC_INDEX_JOBS, 4);
    assert_true(shown("counters", "index_jobs_total") == 7);
    assert_ok(metrics_store_flush(&registry, &err));
    assert_true(shown("counters", "index_jobs_total") == 7);
    assert_true(shown("gauges", "hot_documents_ratio") == 0.5);
    metrics_read(&left);
    assert_int_equal(left.of[METRIC_INDEX_JOBS].count[0], 0);
}

/* Each with its own connection, as commands have. */
static void processes_add_up(void **state)
{
    (void)state;
    registry_close(&registry); /* SQLite must not be open across a fork */
    for (unsigned i = 1; i <= 3; i++) {
        int status = -1;
        pid_t pid = fork();

        if (pid == 0) {
            struct registry r = REGISTRY_NONE;
            enum err rc = registry_open(&home, &arena, &r, &err);

            metrics_count(METRIC_EVIDENCE_RETURNED, 10 * i);
            metrics_count(METRIC_EVIDENCE_FETCHED, i);
            metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.25 * i);
            if (!rc)
                rc = metrics_store_flush(&r, &err);
            registry_close(&r);
            _exit(rc ? 1 : 0);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_int_equal(status, 0);
    }
    assert_ok(registry_open(&home, &arena, &registry, &err));
    assert_true(shown("counters", "evidence_returned_total") == 60);
    assert_true(shown("ratios", "evidence_clickthrough") == 0.1);
    assert_true(shown("gauges", "hot_documents_ratio") == 0.75);
}

static void while_another_writes_it_stays_in_the_process(void **state)
{
    struct registry other = REGISTRY_NONE;

    (void)state;
    metrics_count(METRIC_INDEX_JOBS, 3);
    assert_ok(registry_open(&home, &arena, &other, &err));
    assert_ok(db_begin_write(other.db, &err));
    assert_ok(metrics_store_flush(&registry, &err));
    assert_ok(db_end(other.db, OK, &err));
    registry_close(&other);
    assert_true(shown("counters", "index_jobs_total") == 3);
    assert_ok(metrics_store_flush(&registry, &err));
    assert_true(shown("counters", "index_jobs_total") == 3);
}

static void rows_of_another_version_are_passed_over(void **state)
{
    (void)state;
    assert_ok(db_exec(registry.db,
                      "INSERT INTO metric VALUES ('gone_total', 0, 5),"
                      " ('index_job_latency', 99, 5),"
                      " ('index_job_latency', -7, 5),"
                      " ('index_jobs_total', 0, -5)",
                      &err));
    assert_true(shown("counters", "index_jobs_total") == 0);
}

#define STORE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_empty, tear_down_base)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(what_is_added_is_counted_once),
        STORE_TEST(processes_add_up),
        STORE_TEST(while_another_writes_it_stays_in_the_process),
        STORE_TEST(rows_of_another_version_are_passed_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
