#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/pipeline.h"
#include "store/catalog/metrics.h"

#include <math.h>
#include <string.h>

static struct metrics m;
static struct arena arena;
static struct buf text;

/* The registry is the process's, so each test begins with an empty one. */
static int set_up(void **state)
{
    (void)state;
    metrics_take(&m);
    arena_init(&arena, 1 << 20);
    buf_init(&text, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&text);
    arena_release(&arena);
    return 0;
}

/* The registry as JSON, parsed. */
static const struct json *written(void)
{
    struct json *root = NULL;
    struct error e;
    struct jsonw w;

    metrics_read(&m);
    jsonw_init(&w, &text);
    metrics_write(&m, &w);
    if (json_parse(buf_str(&text), &json_default_limits, &arena, &root, &e))
        fail_msg("%s", e.msg);
    return root;
}

static const struct json *member(const struct json *root, const char *kind,
                                 const char *name)
{
    const struct json *found = json_find(json_find(root, kind), name);

    assert_non_null(found);
    return found;
}

static void assert_near(double is, double expected)
{
    if (fabs(is - expected) > 1e-9 * fabs(expected) + 1e-12)
        fail_msg("%.12g instead of %.12g", is, expected);
}

static void what_is_counted_adds_up(void **state)
{
    const struct json *root;

    (void)state;
    metrics_count(METRIC_EMBEDDING_TOKENS, 5);
    metrics_count(METRIC_EMBEDDING_TOKENS, UINT32_MAX);
    root = written();
    assert_near(json_double(member(root, "counters", "embedding_tokens_total")),
                5.0 + UINT32_MAX);
    assert_near(
        json_double(member(root, "counters", "lazy_index_triggered_count")), 0);
}

static void what_was_never_set_or_seen_is_null(void **state)
{
    const struct json *root = written();
    const struct json *h = member(root, "histograms", "index_job_latency");

    (void)state;
    assert_int_equal(member(root, "gauges", "hot_documents_ratio")->type,
                     JSON_NULL);
    assert_int_equal(member(root, "ratios", "index_job_fail_rate")->type,
                     JSON_NULL);
    assert_int_equal(json_find(h, "p50")->type, JSON_NULL);
    assert_near(json_double(json_find(h, "count")), 0);
    assert_true(metrics_percentile(&m, METRIC_INDEX_JOB_LATENCY, 0.5) < 0);
}

static void a_gauge_is_what_it_was_set_to_last(void **state)
{
    (void)state;
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.75);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.25);
    assert_near(json_double(member(written(), "gauges", "hot_documents_ratio")),
                0.25);
}

static void a_ratio_is_of_its_two_counters(void **state)
{
    const struct json *root;

    (void)state;
    metrics_count(METRIC_INDEX_JOBS, 8);
    metrics_count(METRIC_INDEX_JOBS_FAILED, 2);
    metrics_count(METRIC_EVIDENCE_RETURNED, 10);
    root = written();
    assert_near(json_double(member(root, "ratios", "index_job_fail_rate")),
                0.25);
    assert_near(json_double(member(root, "ratios", "evidence_clickthrough")),
                0);
}

static void bounds_go_by_one_two_and_five(void **state)
{
    static const double first[] = {1, 2, 5, 10, 20, 50, 100};

    (void)state;
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); i++)
        assert_near(metric_bound(METRIC_CHUNKS_PER_DOCUMENT, i), first[i]);
    assert_near(metric_bound(METRIC_SEMANTIC_QUERY_LATENCY, 0), 0.0001);
    assert_near(metric_bound(METRIC_SEMANTIC_QUERY_LATENCY, METRIC_BOUNDS - 1),
                50000);
}

static void a_value_belongs_to_the_bucket_that_it_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < METRIC_BOUNDS; i++)
        metrics_observe(METRIC_CHUNKS_PER_DOCUMENT,
                        metric_bound(METRIC_CHUNKS_PER_DOCUMENT, i));
    metrics_read(&m);
    for (size_t i = 0; i < METRIC_BOUNDS; i++)
        assert_int_equal(m.of[METRIC_CHUNKS_PER_DOCUMENT].count[i], 1);
    assert_int_equal(m.of[METRIC_CHUNKS_PER_DOCUMENT].count[METRIC_BOUNDS], 0);
}

static void percentiles_are_right_to_their_bucket(void **state)
{
    double p50, p99;

    (void)state;
    for (int i = 1; i <= 1000; i++)
        metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, i);
    metrics_read(&m);
    /* evenly spread values are exact */
    assert_near(metrics_percentile(&m, METRIC_CHUNKS_PER_DOCUMENT, 0.5), 500);
    assert_near(metrics_percentile(&m, METRIC_CHUNKS_PER_DOCUMENT, 0.9), 900);
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, 0.003);
    metrics_read(&m);
    p50 = metrics_percentile(&m, METRIC_SEMANTIC_QUERY_LATENCY, 0.5);
    p99 = metrics_percentile(&m, METRIC_SEMANTIC_QUERY_LATENCY, 0.99);
    assert_true(p50 >= 0.002 && p50 <= p99 && p99 <= 0.005);
}

static void a_sum_is_of_the_values_themselves(void **state)
{
    const struct json *h;

    (void)state;
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, 0.003);
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, 1.5);
    h = member(written(), "histograms", "semantic_query_latency");
    assert_near(json_double(json_find(h, "sum")), 1.503);
    assert_near(json_double(json_find(h, "count")), 2);
}

static void values_that_are_none_do_no_harm(void **state)
{
    (void)state;
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, -1);
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, (double)NAN);
    metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, HUGE_VAL);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, (double)NAN);
    metrics_read(&m);
    assert_int_equal(m.of[METRIC_SEMANTIC_QUERY_LATENCY].count[0], 2);
    assert_int_equal(m.of[METRIC_SEMANTIC_QUERY_LATENCY].count[METRIC_BOUNDS],
                     1);
    assert_near(metrics_percentile(&m, METRIC_SEMANTIC_QUERY_LATENCY, 0.99),
                50000);
    assert_int_equal(m.of[METRIC_HOT_DOCUMENTS_RATIO].micro, 0);
}

static void what_is_taken_is_gone_until_it_is_given_back(void **state)
{
    struct metrics now;

    (void)state;
    metrics_count(METRIC_INDEX_JOBS, 3);
    metrics_observe(METRIC_INDEX_JOB_LATENCY, 0.5);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.5);
    metrics_take(&m);
    metrics_read(&now);
    assert_int_equal(now.of[METRIC_INDEX_JOBS].count[0], 0);
    assert_int_equal(now.of[METRIC_HOT_DOCUMENTS_RATIO].count[0], 0);
    metrics_count(METRIC_INDEX_JOBS, 1);
    metrics_give_back(&m);
    metrics_read(&now);
    assert_int_equal(now.of[METRIC_INDEX_JOBS].count[0], 4);
    assert_int_equal(now.of[METRIC_INDEX_JOB_LATENCY].micro, 500000);
    assert_int_equal(now.of[METRIC_HOT_DOCUMENTS_RATIO].micro, 500000);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.75);
    metrics_give_back(&m); /* what was set since stays */
    metrics_read(&now);
    assert_int_equal(now.of[METRIC_HOT_DOCUMENTS_RATIO].micro, 750000);
}

static void of_two_the_later_gauge_counts_and_all_else_adds_up(void **state)
{
    struct metrics sum;

    (void)state;
    metrics_count(METRIC_INDEX_JOBS, 3);
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.5);
    metrics_take(&sum);
    metrics_count(METRIC_INDEX_JOBS, 4);
    metrics_observe(METRIC_INDEX_JOB_LATENCY, 2);
    metrics_take(&m);
    metrics_sum(&sum, &m);
    assert_int_equal(sum.of[METRIC_INDEX_JOBS].count[0], 7);
    assert_int_equal(sum.of[METRIC_INDEX_JOB_LATENCY].micro, 2000000);
    assert_int_equal(sum.of[METRIC_HOT_DOCUMENTS_RATIO].micro, 500000);
    m.of[METRIC_HOT_DOCUMENTS_RATIO] = (struct metric_value){.count = {1}};
    metrics_sum(&sum, &m);
    assert_int_equal(sum.of[METRIC_HOT_DOCUMENTS_RATIO].micro, 0);
}

static enum err count_some(void *member_of, size_t part, struct error *e)
{
    (void)member_of;
    (void)part;
    (void)e;
    for (int i = 0; i < 1000; i++) {
        metrics_count(METRIC_EMBEDDING_TOKENS, 1);
        metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, i);
    }
    return OK;
}

static enum err nothing(void *member_of, size_t part, struct error *e)
{
    (void)member_of;
    (void)part;
    (void)e;
    return OK;
}

static void threads_that_count_at_the_same_time_lose_nothing(void **state)
{
    const struct pipeline_job job = {40, count_some, nothing};
    int ids[4];
    void *members[4] = {&ids[0], &ids[1], &ids[2], &ids[3]};
    uint64_t observed = 0;
    struct error e;

    (void)state;
    assert_int_equal(pipeline_run(&job, members, 4, &e), OK);
    metrics_read(&m);
    assert_int_equal(m.of[METRIC_EMBEDDING_TOKENS].count[0], 40000);
    for (size_t i = 0; i < METRIC_BUCKETS; i++)
        observed += m.of[METRIC_CHUNKS_PER_DOCUMENT].count[i];
    assert_int_equal(observed, 40000);
    assert_int_equal(m.of[METRIC_CHUNKS_PER_DOCUMENT].micro,
                     UINT64_C(40) * 999 * 1000 / 2 * 1000000);
}

/* Scripts rely on them. */
static void the_names_are_those_that_were_promised(void **state)
{
    static const char *const promised[][2] = {
        {"histograms", "index_job_latency"},
        {"ratios", "index_job_fail_rate"},
        {"histograms", "chunks_per_document"},
        {"counters", "embedding_tokens_total"},
        {"histograms", "semantic_query_latency"},
        {"histograms", "candidate_documents_count"},
        {"ratios", "evidence_clickthrough"},
        {"gauges", "hot_documents_ratio"},
        {"counters", "lazy_index_triggered_count"}};
    const struct json *root = written();

    (void)state;
    for (size_t i = 0; i < sizeof(promised) / sizeof(promised[0]); i++)
        assert_non_null(member(root, promised[i][0], promised[i][1]));
    for (size_t i = 0; i < METRICS; i++)
        assert_true(strlen(metric_info((enum metric)i)->meaning) > 0);
}

#define METRICS_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        METRICS_TEST(what_is_counted_adds_up),
        METRICS_TEST(what_was_never_set_or_seen_is_null),
        METRICS_TEST(a_gauge_is_what_it_was_set_to_last),
        METRICS_TEST(a_ratio_is_of_its_two_counters),
        METRICS_TEST(bounds_go_by_one_two_and_five),
        METRICS_TEST(a_value_belongs_to_the_bucket_that_it_ends),
        METRICS_TEST(percentiles_are_right_to_their_bucket),
        METRICS_TEST(a_sum_is_of_the_values_themselves),
        METRICS_TEST(values_that_are_none_do_no_harm),
        METRICS_TEST(what_is_taken_is_gone_until_it_is_given_back),
        METRICS_TEST(of_two_the_later_gauge_counts_and_all_else_adds_up),
        METRICS_TEST(threads_that_count_at_the_same_time_lose_nothing),
        METRICS_TEST(the_names_are_those_that_were_promised),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
