/* What several threads make of a file is what one makes of it. Where a test has
 * several files of a kind, `make test` has one or two of them, with windows of an
 * eighth and an eighth of the rows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/nightly.h"
#include "ingest_fixture.h"

#define LINES        85000u /* 4.6 MB: two windows, some marks in each */
#define WINDOW_BYTES ((size_t)4 << 20)

/* What is n in `make nightly`. */
static unsigned part_of(unsigned n)
{
    return nightly() ? n : n / 8;
}

struct outcome {
    enum err rc;
    struct error e;
    struct buf map;
    char table[512], irregular[512];
};

static void digest(struct fixture *f, const char *table, char to[512])
{
    char sql[256];

    (void)snprintf(sql, sizeof(sql),
                   "SELECT count(*), md5(string_agg(t::VARCHAR, '|' ORDER BY "
                   "rowid)) FROM made.main.%s t",
                   table);
    query(f, sql);
    (void)snprintf(to, 512, "%s", f->rows.p);
}

static void ingest_with(struct fixture *f, unsigned threads, uint64_t part_rows,
                        struct outcome *o)
{
    arena_reset(&f->arena);
    f->request.threads = threads;
    f->request.part_rows = part_rows;
    f->request.window_bytes = nightly() ? 0 : WINDOW_BYTES / 8;
    *o = (struct outcome){.rc = run(f)};
    o->e = f->e;
    buf_init(&o->map, TEXT_MAX);
    buf_put_str(&o->map, buf_str(&f->map));
    if (!o->rc)
        digest(f, "data", o->table);
    if (!o->rc && strstr(f->map.p, "\"lines_set_aside\":0") == NULL)
        digest(f, "irregular", o->irregular);
    f->request.threads = 0;
    f->request.part_rows = 0;
}

/* f->source by one thread and by several, `part_rows` at a time. */
static enum err check_parts(struct fixture *f, uint64_t part_rows)
{
    struct outcome one;
    struct outcome more;

    ingest_with(f, 1, 0, &one);
    ingest_with(f, 4, part_rows, &more);
    assert_int_equal(more.rc, one.rc);
    assert_string_equal(more.e.msg, one.e.msg);
    assert_int_equal(more.e.pos.line, one.e.pos.line);
    assert_int_equal(more.e.pos.column, one.e.pos.column);
    assert_int_equal(more.e.pos.offset, one.e.pos.offset);
    assert_string_equal(more.table, one.table);
    assert_string_equal(more.irregular, one.irregular);
    assert_true(str_eq(buf_str(&more.map), buf_str(&one.map)));
    buf_release(&more.map);
    buf_release(&one.map);
    return one.rc;
}

static enum err check_same(struct fixture *f)
{
    return check_parts(f, part_of(3001));
}

static void put_row(struct buf *b, unsigned i, const char *end)
{
    buf_printf(b, "%u,Customer %u,%u.%02u,2024-%02u-%02u,note %u of many%s", i,
               i * 7919 % 20000, i % 5000, i % 100, i % 12 + 1, i % 28 + 1, i,
               end);
}

/* LINES rows, every `nth` followed by `odd`. */
static void make(struct fixture *f, const char *head, const char *end,
                 unsigned nth, const char *odd)
{
    buf_reset(&f->source);
    buf_puts(&f->source, head);
    buf_printf(&f->source, "id,customer,price,day,note%s", end);
    for (unsigned i = 1; i <= part_of(LINES); i++) {
        put_row(&f->source, i, end);
        if (nth && i % nth == 0)
            buf_puts(&f->source, odd);
    }
}

static void plain_rows_are_the_same(void **state)
{
    struct fixture *f = *state;
    char count[40];

    make(f, "", "\n", 0, "");
    assert_int_equal(check_parts(f, part_of(2048)), OK);
    if (nightly()) {
        assert_int_equal(check_parts(f, 40000), OK);
        assert_int_equal(check_parts(f, 85000 / 2), OK);
    }
    (void)snprintf(count, sizeof(count), "\"row_count\":%u,", part_of(LINES));
    check_map_has(f, count);
    query(f, "SELECT count(*) FILTER (id = rowid + 1) FROM made.main.data");
    (void)snprintf(count, sizeof(count), "[%u]", part_of(LINES));
    assert_string_equal(f->rows.p, count);
}

static void line_ends_inside_quotes_and_of_all_kinds_are_the_same(void **state)
{
    struct fixture *f = *state;

    make(
        f, "", "\n", 3,
        "7,\"a \"\"quoted\"\"\nname, with\n\nlines\",1.00,2024-01-01,\"x\n\"\n");
    assert_int_equal(check_same(f), OK);
    if (!nightly())
        return;
    make(f, "", "\r\n", 5, "7,\"b\r\nc\",1.00,2024-01-01,\r\n\r\n");
    assert_int_equal(check_same(f), OK);
    make(f, "", "\r", 0, "");
    assert_int_equal(check_same(f), OK);
}

static void repaired_rejected_and_comment_lines_are_the_same(void **state)
{
    struct fixture *f = *state;

    make(f, "A report of sales\n\n# made by hand\n", "\n", part_of(997),
         "8,short\n9,Cust \"omer 1,2.00,2024-01-02,a \"b\" c\n"
         "what is this line\n8,Customer 2,1,000.00,2024-01-02,n,n,n,n\n");
    buf_puts(&f->source, "Total\nEnd of report\n");
    assert_int_equal(check_same(f), OK);
    check_map_has(f, "\"footer_lines\":2");
    query(f, "SELECT count(*) > 100 FROM made.main.irregular");
    assert_string_equal(f->rows.p, "[true]");
}

static void a_quote_that_is_never_closed_is_the_same(void **state)
{
    struct fixture *f = *state;

    make(f, "", "\n", part_of(70001), "8,\"never closed,1.00,2024-01-02,n\n");
    (void)check_same(f);
    if (!nightly())
        return;
    make(f, "", "\n", 30001, "8,\"closed \"late,1.00,2024-01-02,n\n");
    (void)check_same(f);
}

static void a_record_longer_than_a_window_is_the_same(void **state)
{
    struct fixture *f = *state;

    make(f, "", "\n", 0, "");
    buf_puts(&f->source, "1,\"");
    for (unsigned i = 0; i < part_of(600000); i++)
        buf_puts(&f->source, "long, text\n");
    buf_puts(&f->source, "\",2.00,2024-02-02,n\n");
    for (unsigned i = 1; i < part_of(LINES); i++)
        put_row(&f->source, i, "\n");
    assert_int_equal(check_same(f), OK);
}

static void nul_bytes_are_the_same(void **state)
{
    struct fixture *f = *state;

    make(f, "", "\n", 0, "");
    for (size_t i = part_of(100003); i < f->source.n; i += part_of(200003))
        f->source.p[i] = '\0';
    (void)check_same(f);
}

/* Each byte of ASCII as two. */
static void widen(struct fixture *f)
{
    struct buf wide;

    buf_init(&wide, TEXT_MAX);
    buf_put(&wide, "\xff\xfe", 2);
    for (size_t i = 0; i < f->source.n; i++)
        buf_put(&wide, (char[]){f->source.p[i], '\0'}, 2);
    buf_release(&f->source);
    f->source = wide;
}

static void other_encodings_are_the_same(void **state)
{
    struct fixture *f = *state;

    make(f, "", "\n", 10, "1,M\xe1laga \x80,1.00,2024-01-01,\xa1\n");
    f->request.encoding = STR("windows-1252");
    assert_int_equal(check_same(f), OK);
    if (nightly()) {
        f->request.encoding = STR("iso-8859-7"); /* by a table */
        (void)check_same(f);
        make(f, "", "\n", 10, "1,\x93\xfa\x96{,1.00,2024-01-01,x\n");
        f->request.encoding = STR("shift_jis"); /* by a converter */
        assert_int_equal(check_same(f), OK);
    }
    f->request.encoding = STR("");
    if (!nightly())
        return; /* test_ingest.c has UTF-16 in one part */
    make(f, "", "\n", 10, "1,\"x\ny\",1.00,2024-01-01,x\n");
    widen(f);
    assert_int_equal(check_same(f), OK);
}

static void an_error_has_the_same_place(void **state)
{
    struct fixture *f = *state;

    make(f, "", "\n", 0, "");
    f->source.p[f->source.n - 1000] = '\xff';
    f->request.encoding = STR("utf-8");
    assert_int_equal(check_same(f), ERR_FILE_READ_FAILED);
    f->request.encoding = STR("");
    if (!nightly())
        return;
    make(f, "", "\n", 1, "this is no row\n");
    (void)check_same(f);
}

static void note_ready(void *ctx)
{
    *(bool *)ctx = true;
}

/* The digest of the one column that a question needs. */
static void ingest_early(struct fixture *f, unsigned threads, char to[512])
{
    char whole[sizeof(f->database)];
    char early[sizeof(f->database)];
    bool ready = false;

    (void)snprintf(early, sizeof(early), "%s/early.duckdb", f->dir);
    arena_reset(&f->arena);
    f->request.early =
        (struct ingest_early){STR("SELECT sum(price) FROM data"),
                              str_from(early), note_ready, &ready};
    f->request.window_bytes = nightly() ? 0 : WINDOW_BYTES / 8;
    f->request.threads = threads;
    f->request.part_rows = part_of(7001);
    assert_int_equal(run(f), OK);
    assert_true(ready);
    f->request.early = (struct ingest_early){0};
    memcpy(whole, f->database, sizeof(whole));
    memcpy(f->database, early, sizeof(early));
    query(f, "SELECT count(*), md5(string_agg(price, '|' ORDER BY rowid)) "
             "FROM made.main.part");
    (void)snprintf(to, 512, "%s", f->rows.p);
    (void)unlink(early);
    memcpy(f->database, whole, sizeof(whole));
}

static void the_table_for_the_first_question_is_the_same(void **state)
{
    struct fixture *f = *state;
    char one[512];
    char more[512];

    make(f, "", "\n", 0, "");
    ingest_early(f, 1, one);
    ingest_early(f, 4, more);
    assert_string_equal(more, one);
}

/* What happens to the file once pass 2 has begun. */
struct meddling {
    struct fixture *f;
    atomic_bool stop;
    const char *overwrite; /* near the end */
    uint64_t last;
};

static void meddle(void *ctx, uint64_t done, uint64_t total)
{
    struct meddling *m = ctx;

    assert_true(done >= m->last && done <= total);
    m->last = done;
    if (done <= total / 2)
        return;
    if (m->overwrite) {
        int fd = open(m->f->file, O_WRONLY | O_CLOEXEC);

        assert_int_equal(pwrite(fd, m->overwrite, strlen(m->overwrite),
                                (off_t)m->f->source.n - part_of(4000)),
                         strlen(m->overwrite));
        (void)close(fd);
    } else {
        atomic_store(&m->stop, true);
    }
}

static void a_file_that_changes_and_one_that_is_stopped_end_once(void **state)
{
    struct fixture *f = *state;
    struct meddling m = {.f = f, .overwrite = "\nx,\ny,\n\n\"\n"};

    make(f, "", "\n", 0, "");
    f->request.progress.report = meddle;
    f->request.progress.ctx = &m;
    f->request.stop = &m.stop;
    f->request.window_bytes = nightly() ? 0 : WINDOW_BYTES / 8;
    f->request.threads = 4;
    f->request.part_rows = part_of(5000);
    assert_int_equal(run(f), ERR_CONFLICT);
    assert_int_equal(f->e.code, ERR_CONFLICT);
    m.overwrite = NULL;
    m.last = 0;
    arena_reset(&f->arena);
    assert_int_equal(run(f), ERR_TIMEOUT);
    f->request.progress.report = NULL;
    f->request.stop = NULL;
    if (nightly())
        assert_int_equal(check_same(f), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plain_rows_are_the_same, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(
            line_ends_inside_quotes_and_of_all_kinds_are_the_same, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            repaired_rejected_and_comment_lines_are_the_same, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_quote_that_is_never_closed_is_the_same, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_record_longer_than_a_window_is_the_same, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(nul_bytes_are_the_same, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(other_encodings_are_the_same,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(an_error_has_the_same_place,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            the_table_for_the_first_question_is_the_same, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_file_that_changes_and_one_that_is_stopped_end_once, open_fixture,
            close_fixture),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
