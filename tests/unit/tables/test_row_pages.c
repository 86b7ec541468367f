/* test_row_pages.c - pages read ahead answer what a worker would, to the byte. */
#include "tables_fixture.h"

#include "tables/row_pages.h"

#include <stdlib.h>

#define ROWS 3000

/* Cells with all that a scanner of JSON could stumble over. */
static void make_csv(void)
{
    FILE *f = fopen(in("t.csv"), "w");

    assert_non_null(f);
    (void)fputs("id,\",\"\"rows\"\":[\",text,empty\n", f);
    for (int i = 1; i <= ROWS; i++)
        (void)fprintf(f, "%d,\"]],[%d\",\"a\\\"\"[{\"\"%s\",\n", i, i,
                      i % 3 ? "é\\" : "x\n");
    assert_int_equal(fclose(f), 0);
}

static struct str window(struct tables *t, uint64_t start, uint64_t count,
                         uint64_t max_bytes)
{
    static const struct str names[] = {{"TEXT", 4}, {"id", 2}};
    static const struct table_columns some = {.names = names, .n = 2};
    const struct table_source s = source_in("t.csv");
    const struct table_range range = {.start = start,
                                      .count = count,
                                      .columns = start % 2 ? NULL : &some,
                                      .max_bytes = max_bytes};
    struct str json = STR("");

    assert_ok(table_read_rows(t, &s, &range, &arena, &json, &err));
    return json;
}

static void assert_same(struct str one, struct str other)
{
    if (one.n != other.n)
        fail_msg("%.*s\n%.*s", STR_FMT(one), STR_FMT(other));
    assert_memory_equal(one.p, other.p, one.n);
}

/* The second program asks each window alone and in no order, so it never reads
 * ahead. */
static void a_window_of_a_page_is_the_same_bytes(void **state)
{
    static const uint64_t steps[] = {2, 10, 50, 200};
    struct tables *other;

    (void)state;
    make_csv();
    other = tables;
    tables = NULL;
    open_tables("", "");
    for (size_t k = 0; k < sizeof(steps) / sizeof(*steps); k++) {
        for (uint64_t at = 1; at < ROWS + 5; at += steps[k]) {
            if (at > 60 && at < ROWS - 700 && at % 7)
                continue;
            struct str paged = window(tables, at, steps[k], 0);

            (void)window(other, ROWS / 2, 1, 0);
            (void)window(other, ROWS / 2 + 1, 1, 0);
            assert_same(paged, window(other, at, steps[k], 0));
        }
    }
    tables_free(other);
}

static void a_small_budget_cuts_where_the_worker_would(void **state)
{
    (void)state;
    make_csv();
    for (uint64_t at = 1; at < 200; at += 20) {
        struct str whole = window(tables, at, 20, 0);
        struct str cut = window(tables, at, 20, 17 * 1024);

        assert_true(cut.n > 0 && cut.n <= whole.n);
        assert_same(cut, window(tables, at, 20, 17 * 1024));
    }
}

static bool finds(struct row_pages *p, const char *key, uint64_t start,
                  uint64_t count)
{
    const struct row_window w = {.start = start, .count = count};
    struct str json;

    return row_pages_find(p, str_from(key), &w, &arena, &json);
}

static bool goes_on(struct row_pages *p, uint64_t start, uint64_t count)
{
    const struct row_window w = {.start = start, .count = count};

    return row_pages_goes_on(p, STR("k"), &w);
}

static void only_who_goes_on_reads_ahead(void **state)
{
    struct row_pages *p = NULL;

    (void)state;
    assert_ok(row_pages_new(&p, &err));
    assert_false(goes_on(p, 1, 50));
    assert_true(goes_on(p, 51, 50));
    assert_false(goes_on(p, 400, 50));
    assert_true(goes_on(p, 401, 50)); /* windows that overlap */
    assert_false(goes_on(p, 401, 50));
    assert_false(goes_on(p, 1, 50));
    assert_false(goes_on(p, 51, ROW_PAGE_ROWS)); /* as large as a page */
    assert_false(goes_on(p, UINT64_MAX, 50));
    row_pages_free(p);
}

static void a_reply_without_rows_is_not_kept(void **state)
{
    static const char *const answers[] = {
        "",
        "{}",
        "{\"columns\":[],\"rows\":[",
        "{\"columns\":[],\"rows\":[[1],[2",
        "{\"columns\":[],\"rows\":[[1],[2]",
        "{\"columns\":[],\"rows\":[[\"\\\\\"],[\"]",
        "{\"columns\":[],\"rows\":[[1]],\"row_start\":1}",
        "{\"columns\":[],\"rows\":[],\"row_start\":1,\"total_rows\":0}",
    };
    struct row_pages *p = NULL;

    (void)state;
    assert_ok(row_pages_new(&p, &err));
    for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++)
        row_pages_keep(p, STR("k"), 1, str_from(answers[i]));
    assert_false(finds(p, "k", 1, 1));
    row_pages_keep(p, STR("k"), 7,
                   STR("{\"columns\":[],\"rows\":[[1],[2]],\"row_start\":7,"
                       "\"total_rows\":9}"));
    assert_true(finds(p, "k", 7, 2));
    assert_true(finds(p, "k", 8, 1));
    assert_false(finds(p, "k", 8, 2));
    assert_false(finds(p, "k", 6, 1));
    assert_false(finds(p, "k", UINT64_MAX, UINT64_MAX));
    assert_false(finds(p, "other", 7, 1));
    row_pages_free(p);
}

static void the_page_used_longest_ago_goes(void **state)
{
    const struct str answer =
        STR("{\"columns\":[],\"rows\":[[1]],\"row_start\":"
            "1,\"total_rows\":1}");
    struct row_pages *p = NULL;
    char key[8];

    (void)state;
    assert_ok(row_pages_new(&p, &err));
    for (unsigned i = 0; i < ROW_PAGES_MAX + 1; i++) {
        (void)snprintf(key, sizeof(key), "k%u", i);
        row_pages_keep(p, str_from(key), 1, answer);
        assert_true(finds(p, "k0", 1, 1));
    }
    assert_false(finds(p, "k1", 1, 1));
    assert_true(finds(p, "k2", 1, 1));
    row_pages_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TABLES_TEST(a_window_of_a_page_is_the_same_bytes),
        TABLES_TEST(a_small_budget_cuts_where_the_worker_would),
        TABLES_TEST(only_who_goes_on_reads_ahead),
        TABLES_TEST(a_reply_without_rows_is_not_kept),
        TABLES_TEST(the_page_used_longest_ago_goes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
