/*
 * Batches over tables of the test's own, with real workers: order, what one
 * failure does to the others, and what cannot be shown from outside: windows,
 * groups, and that threads change nothing.
 */
#include "tables/tables_fixture.h"

#include "answer/batch/batch.h"

#include <fcntl.h>
#include <string.h>

#define TABLES    5
#define MANY      (BATCH_WINDOW + 40)
#define EVERY     19
#define OUT_BYTES ((size_t)64 << 20)

static struct buf lines; /* what was written */

static enum err collect(void *ctx, struct str line, struct error *e)
{
    (void)ctx;
    (void)e;
    buf_put_str(&lines, line);
    return OK;
}

static enum err refuse(void *ctx, struct str line, struct error *e)
{
    (void)ctx;
    (void)line;
    return error_set(e, ERR_FILE_WRITE_FAILED, "no room");
}

static int set_up_batch(void **state)
{
    char name[24];
    char text[64];

    if (set_up_tables(state))
        return -1;
    buf_init(&lines, OUT_BYTES);
    for (int i = 0; i < TABLES; i++) {
        (void)snprintf(name, sizeof(name), "t%d.csv", i);
        (void)snprintf(text, sizeof(text), "city,sales\nLima,%d\nOslo,1\n", i);
        write_file(name, text);
    }
    open_tables(in(""), "");
    return 0;
}

static int tear_down_batch(void **state)
{
    buf_release(&lines);
    return tear_down_tables(state);
}

/* Answer the lines of a file of the test. */
static enum err run_with(struct batch *b, struct batch_counts *n)
{
    enum err rc;

    b->tables = tables;
    b->shown = "q";
    b->fd = open(in("q"), O_RDONLY | O_CLOEXEC);
    assert_true(b->fd >= 0);
    if (!b->write)
        b->write = collect;
    buf_reset(&lines);
    rc = batch_run(b, n, &err);
    (void)close(b->fd);
    return rc;
}

static struct batch_counts run(unsigned threads)
{
    struct batch b = {.threads = threads};
    struct batch_counts n;

    assert_ok(run_with(&b, &n));
    return n;
}

/* The n-th line of the answers, from 0. */
static struct json *answer(size_t n, struct arena *a)
{
    struct str rest = buf_str(&lines);
    struct json *j = NULL;

    while (n-- > 0)
        rest = str_slice(rest, str_find_char(rest, '\n') + 1, rest.n);
    assert_ok(json_parse(str_slice(rest, 0, str_find_char(rest, '\n')),
                         &json_answer_limits, a, &j, &err));
    return j;
}

static double first_cell(const struct json *answer)
{
    const struct json *rows = json_find(json_find(answer, "results"), "rows");

    assert_non_null(rows);
    return json_double(rows->first->first);
}

/* So many lines, of which every EVERY-th is a question. */
static void put_many(size_t n)
{
    struct buf b;

    buf_init(&b, OUT_BYTES);
    for (size_t i = 0; i < n; i++) {
        if (i % EVERY != 0)
            buf_printf(&b, "{\"id\":%zu}\n", i);
        else
            buf_printf(&b,
                       "{\"id\":%zu,\"question\":\"total sales\","
                       "\"table\":\"t%zu.csv\"}\n",
                       i, i % TABLES);
    }
    write_file("q", b.p);
    buf_release(&b);
}

static void answers_have_the_order_of_the_questions_over_windows(void **state)
{
    struct batch_counts n;
    struct arena a;

    (void)state;
    put_many(MANY);
    n = run(2);
    assert_int_equal(n.questions, MANY);
    assert_int_equal(n.answered, (MANY + EVERY - 1) / EVERY);
    arena_init(&a, OUT_BYTES);
    for (size_t i = 0; i < MANY; i++) {
        const struct json *j = answer(i, &a);

        assert_true((size_t)json_double(json_find(j, "id")) == i);
        if (i % EVERY == 0)
            assert_true(first_cell(j) == (double)(i % TABLES + 1));
        else
            assert_non_null(json_find(j, "error"));
    }
    arena_release(&a);
}

static void damage_of_one_line_is_not_that_of_others(void **state)
{
    struct batch_counts n;
    struct arena a;

    (void)state;
    write_file(
        "q", "{\"id\":1,\"question\":\"total sales\",\"table\":\"t1.csv\"}\n"
             "\n"
             "nonsense\n"
             "{\"id\":2,\"question\":\"total sales\",\"table\":\"none.csv\"}\n"
             "{\"id\":3,\"question\":\"the flurb\",\"table\":\"t1.csv\"}");
    n = run(3);
    assert_int_equal(n.questions, 4);
    assert_int_equal(n.answered, 1);
    assert_int_equal(n.asked_back, 1);
    assert_int_equal(n.failed, 2);
    arena_init(&a, OUT_BYTES);
    assert_true(
        json_double(json_find(json_find(answer(1, &a), "error"), "line")) == 3);
    assert_true(json_is(json_find(json_find(answer(2, &a), "error"), "code"),
                        "NOT_FOUND"));
    assert_true(json_is(json_find(answer(3, &a), "mode"), "clarification"));
    arena_release(&a);
}

static void a_window_of_blank_lines_is_not_the_end(void **state)
{
    static char blank[(17 << 20) + 1];
    struct buf b;

    (void)state;
    memset(blank, '\n', sizeof(blank) - 1);
    buf_init(&b, OUT_BYTES);
    buf_puts(&b, blank);
    buf_puts(&b,
             "{\"id\":1,\"question\":\"total sales\",\"table\":\"t1.csv\"}");
    write_file("q", b.p);
    buf_release(&b);
    assert_int_equal(run(1).answered, 1);
}

static void a_failed_write_ends_it(void **state)
{
    struct batch b = {.threads = 2, .write = refuse};
    struct batch_counts n;

    (void)state;
    put_many(20);
    assert_int_equal(run_with(&b, &n), ERR_FILE_WRITE_FAILED);
}

static void a_cancelled_batch_writes_no_answer(void **state)
{
    const atomic_bool cancel = true;
    struct batch b = {.threads = 2, .cancel = &cancel};
    struct batch_counts n;

    (void)state;
    put_many(20);
    assert_int_equal(run_with(&b, &n), ERR_TIMEOUT);
    assert_int_equal(lines.n, 0);
}

static void questions_that_cannot_be_read_to_their_end_are_an_error(
    void **state)
{
    struct batch b = {.tables = tables,
                      .fd = open(in(""), O_RDONLY | O_CLOEXEC),
                      .shown = "q",
                      .threads = 1,
                      .write = collect};
    struct batch_counts n;

    (void)state;
    assert_int_equal(batch_run(&b, &n, &err), ERR_FILE_READ_FAILED);
    (void)close(b.fd);
}

#define BATCH_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_batch, tear_down_batch)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BATCH_TEST(answers_have_the_order_of_the_questions_over_windows),
        BATCH_TEST(damage_of_one_line_is_not_that_of_others),
        BATCH_TEST(a_window_of_blank_lines_is_not_the_end),
        BATCH_TEST(a_failed_write_ends_it),
        BATCH_TEST(a_cancelled_batch_writes_no_answer),
        BATCH_TEST(questions_that_cannot_be_read_to_their_end_are_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
