#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/catalog/metrics.h"

static struct metrics m;

static bool has(const struct buf *b, const char *line)
{
    return str_find(buf_str(b), str_from(line)) < b->n;
}

static void counts_are_cumulative_and_their_sum_is_in_units(void **state)
{
    struct buf b;

    (void)state;
    metrics_take(&m);
    metrics_count(METRIC_EMBEDDING_TOKENS, 7);
    metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, 1);
    metrics_observe(METRIC_CHUNKS_PER_DOCUMENT, 3);
    metrics_read(&m);
    buf_init(&b, 1 << 20);
    metrics_write_text(&m, &b);
    assert_true(has(&b, "# TYPE quarry_embedding_tokens_total counter\n"
                        "quarry_embedding_tokens_total 7\n"));
    assert_true(has(&b, "quarry_chunks_per_document_bucket{le=\"1\"} 1\n"));
    assert_true(has(&b, "quarry_chunks_per_document_bucket{le=\"5\"} 2\n"));
    assert_true(has(&b, "quarry_chunks_per_document_bucket{le=\"+Inf\"} 2\n"
                        "quarry_chunks_per_document_sum 4.000000\n"
                        "quarry_chunks_per_document_count 2\n"));
    buf_release(&b);
}

static void a_gauge_that_was_never_set_is_left_out(void **state)
{
    struct buf b;

    (void)state;
    metrics_take(&m);
    metrics_read(&m);
    buf_init(&b, 1 << 20);
    metrics_write_text(&m, &b);
    assert_false(has(&b, "hot_documents_ratio"));
    metrics_set(METRIC_HOT_DOCUMENTS_RATIO, 0.5);
    metrics_read(&m);
    buf_reset(&b);
    metrics_write_text(&m, &b);
    assert_true(has(&b, "quarry_hot_documents_ratio 0.5\n"));
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_cumulative_and_their_sum_is_in_units),
        cmocka_unit_test(a_gauge_that_was_never_set_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
