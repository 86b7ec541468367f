#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ingest_fixture.h"

/* Lines "n,text of n,..." in f->source, over several windows. */
static void make_long(struct fixture *f, unsigned lines)
{
    buf_reset(&f->source);
    buf_puts(&f->source, "n,words,amount\n");
    for (unsigned i = 1; i <= lines; i++)
        buf_printf(&f->source,
                   "%u,\"the words, of row %u, and a\nline end\",%u.%02u\n", i,
                   i, i / 3, i % 100);
}

static void rows_keep_their_order_and_number_over_many_windows(void **state)
{
    struct fixture *f = *state;

    make_long(f, 120000); /* 6 MB */
    assert_int_equal(run(f), OK);
    check_map_has(f, "\"row_count\":120000,");
    check_map_has(f, "{\"index\":239,\"rows\":\"119501-120000\"}]");
    check_query(f,
                "SELECT count(*), count(*) FILTER (n = rowid + 1), "
                "count(*) FILTER (words = 'the words, of row ' || n || "
                "', and a' || chr(10) || 'line end'), sum(amount) "
                "FROM made.main.data",
                "[120000,120000,120000,2400039400.00]");
}

static void a_place_far_into_the_file_is_found(void **state)
{
    struct fixture *f = *state;
    size_t n;

    make_long(f, 120000);
    n = f->source.n;
    buf_puts(&f->source, "x,y\n");
    assert_int_equal(run(f), OK);
    check_map_has(f, "\"rows_rejected_count\":1,");
    check_query(f, "SELECT line, action FROM made.main.irregular",
                "[240002,\"rejected\"]");
    f->source.p[n - 1] = '\xff';
    f->request.encoding = STR("utf-8");
    assert_int_equal(run(f), ERR_FILE_READ_FAILED);
    f->request.encoding = STR("");
    assert_int_equal(f->e.pos.offset, n - 1);
}

static void a_cell_of_many_megabytes_is_read(void **state)
{
    struct fixture *f = *state;
    size_t n = (size_t)20 << 20;

    buf_reset(&f->source);
    buf_puts(&f->source, "a,b\n1,\"");
    for (size_t i = 0; i < n; i += 16)
        buf_puts(&f->source, "sixteen letters,");
    buf_puts(&f->source, "\"\n2,x\n");
    assert_int_equal(run(f), OK);
    check_query(f, "SELECT a, length(b), b[-8:] FROM made.main.data",
                "[1,20971520,\"letters,\"][2,1,\"x\"]");
}

/* What a test does while the file is read. */
struct meddle {
    struct fixture *f;
    uint64_t last, total;
    atomic_bool stop;
    const char *overwrite; /* at byte 15, once */
    off_t truncate;
};

static void meddle(void *ctx, uint64_t done, uint64_t total)
{
    struct meddle *m = ctx;
    int fd = open(m->f->file, O_WRONLY | O_CLOEXEC);

    assert_true(done >= m->last && done <= total);
    m->last = done;
    m->total = total;
    if (m->overwrite)
        assert_int_equal(pwrite(fd, m->overwrite, 1, 15), 1);
    if (m->truncate)
        assert_int_equal(ftruncate(fd, m->truncate), 0);
    (void)close(fd);
}

static void progress_rises_to_twice_the_size(void **state)
{
    struct fixture *f = *state;
    struct meddle m = {.f = f};

    f->request.progress = (struct ingest_progress){meddle, &m};
    make_long(f, 100000);
    assert_int_equal(run(f), OK);
    assert_int_equal(m.total, f->source.n * 2);
    assert_int_equal(m.last, m.total);
}

static void a_stop_ends_the_reading(void **state)
{
    struct fixture *f = *state;
    atomic_bool stop = true;

    f->request.stop = &stop;
    make_long(f, 100);
    assert_int_equal(run(f), ERR_TIMEOUT);
    f->request.stop = NULL;
    check_rows(f, STR("a\n1\n"), "[1]");
}

static void a_file_that_changes_under_the_reader_is_a_conflict(void **state)
{
    struct fixture *f = *state;
    struct meddle m = {.f = f, .overwrite = "x"};

    f->request.progress = (struct ingest_progress){meddle, &m};
    make_long(f, 120000);
    assert_int_equal(run(f), ERR_CONFLICT);
    m = (struct meddle){.f = f, .overwrite = "\n"};
    assert_int_equal(run(f), ERR_CONFLICT);
}

static void a_file_that_shrinks_under_the_reader_is_no_table(void **state)
{
    struct fixture *f = *state;
    struct meddle m = {.f = f, .truncate = 4500000};
    enum err rc;

    f->request.progress = (struct ingest_progress){meddle, &m};
    make_long(f, 120000);
    rc = run(f);
    assert_true(rc == ERR_CONFLICT || rc == ERR_FILE_READ_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            rows_keep_their_order_and_number_over_many_windows, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(a_place_far_into_the_file_is_found,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_cell_of_many_megabytes_is_read,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(progress_rises_to_twice_the_size,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_stop_ends_the_reading, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(
            a_file_that_changes_under_the_reader_is_a_conflict, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_file_that_shrinks_under_the_reader_is_no_table, open_fixture,
            close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
