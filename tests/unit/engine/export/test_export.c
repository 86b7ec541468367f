#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/duck/value.h"
#include "engine/export/export.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILE_MAX ((size_t)8 * 1024 * 1024)

/* One DuckDB, one target and one scratch folder for each test. */
struct fixture {
    struct duck *duck;
    struct arena arena;
    struct buf answer;
    char dir[64];
    char target[80];
    struct error e;
};

static int open_fixture(void **state)
{
    static struct fixture f;
    struct duck_options o = {.threads = 1};

    f = (struct fixture){.dir = "/tmp/export-XXXXXX"};
    if (!mkdtemp(f.dir) || duck_open(&o, &f.duck, &f.e) != OK)
        return -1;
    (void)snprintf(f.target, sizeof(f.target), "%s/target", f.dir);
    arena_init(&f.arena, FILE_MAX * 4);
    buf_init(&f.answer, FILE_MAX);
    *state = &f;
    return 0;
}

static int close_fixture(void **state)
{
    struct fixture *f = *state;

    duck_close(f->duck);
    arena_release(&f->arena);
    buf_release(&f->answer);
    (void)unlink(f->target);
    return rmdir(f->dir);
}

static enum err run(struct fixture *f, const char *format, const char *sql)
{
    struct export_request r = {.sql = str_from(sql),
                               .format = str_from(format),
                               .target_path = STR("out/file"),
                               .scratch_dir = str_from(f->dir)};
    struct jsonw w;
    enum err code;

    r.fd = open(f->target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(r.fd >= 0);
    buf_reset(&f->answer);
    jsonw_init(&w, &f->answer);
    code = export_run(f->duck, &r, &f->arena, &w, &f->e);
    (void)close(r.fd);
    return code;
}

static struct str read_target(struct fixture *f)
{
    int fd = open(f->target, O_RDONLY | O_CLOEXEC);
    char *p = arena_alloc(&f->arena, FILE_MAX, &f->e);
    ssize_t n;

    assert_non_null(p);
    n = read(fd, p, FILE_MAX - 1);
    assert_true(n >= 0);
    (void)close(fd);
    return (struct str){p, (size_t)n};
}

static void assert_csv(struct fixture *f, const char *sql, const char *expected)
{
    assert_int_equal(run(f, "csv", sql), OK);
    assert_string_equal(read_target(f).p, expected);
}

static void every_type_has_its_text_in_csv(void **state)
{
    assert_csv(*state,
               "SELECT 1::TINYINT AS i, 1e20 AS p, "
               "'-170141183460469231731687303715884105728'::HUGEINT AS h, "
               "12.50::DECIMAL(9,2) AS d, 0.1::DOUBLE AS f, 0.1::FLOAT AS g, "
               "true AS b, DATE '2024-02-29' AS day, TIME '06:07:08' AS t, "
               "TIMESTAMP '2024-02-29 06:07:08' AS ts, 'ñ' AS s, NULL AS n, "
               "[1, 2] AS l",
               "i,p,h,d,f,g,b,day,t,ts,s,n,l\r\n"
               "1,1e+20,-170141183460469231731687303715884105728,12.50,0.1,0.1,"
               "true,2024-02-29,06:07:08,2024-02-29T06:07:08,ñ,,"
               "\"[1,2]\"\r\n");
}

static void a_number_stays_one_and_minus_infinity_is_none(void **state)
{
    struct fixture *f = *state;

    assert_csv(f,
               "SELECT -5 AS i, -1.50 AS d, (-0.1)::DOUBLE AS f, "
               "'-Infinity'::DOUBLE AS m, 'NaN'::DOUBLE AS n, '-5' AS t",
               "i,d,f,m,n,t\r\n-5,-1.50,-0.1,'-Infinity,NaN,'-5\r\n");
    assert_true(str_find(buf_str(&f->answer), STR("\"2 cells that")) <
                f->answer.n);
}

static void the_answer_has_its_fields_in_order(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run(f, "csv", "SELECT '=1' AS a, 2 AS b"), OK);
    assert_string_equal(
        f->answer.p,
        "{\"target_path\":\"out/file\",\"format\":\"csv\",\"sheet\":null,"
        "\"row_count\":1,\"column_count\":2,\"warnings\":[\"1 cell that a "
        "spreadsheet would run was prefixed with an apostrophe\"]}");
    assert_int_equal(run(f, "xlsx", "SELECT 1 AS a WHERE false"), OK);
    assert_string_equal(
        f->answer.p,
        "{\"target_path\":\"out/file\",\"format\":\"xlsx\",\"sheet\":"
        "\"Sheet1\",\"row_count\":0,\"column_count\":1,\"warnings\":[]}");
}

static void rows_keep_their_order_beyond_one_chunk(void **state)
{
    struct fixture *f = *state;
    struct str text;

    assert_int_equal(run(f, "csv", "SELECT range AS r FROM range(5000)"), OK);
    text = read_target(f);
    for (int i = -1; i < 5000; i++) {
        char line[16];
        size_t end = str_find_char(text, '\n');

        (void)snprintf(line, sizeof(line), "%d\r", i);
        assert_true(str_is(str_slice(text, 0, end), i < 0 ? "r\r" : line));
        text = str_slice(text, end + 1, text.n);
    }
    assert_int_equal(text.n, 0);
}

/* Reading the file with another program's rules gives the table back. */
static void a_csv_file_reads_back_as_the_same_table(void **state)
{
    struct fixture *f = *state;
    struct duck_result *r = NULL;
    struct duck_chunk c;
    char sql[400];

    assert_int_equal(
        duck_exec(f->duck,
                  "CREATE TABLE t AS SELECT range AS id, "
                  "[NULL, '', 'a,b', 'say \"x\"', ' lead', 'trail ', 'a\nb', "
                  "'a\r\nb', '\"', '''', 'ñ', '1', 'NULL'][1 + range % 13] AS "
                  "s, (range * 7 - 50)::DECIMAL(30,7) / 4 AS d, "
                  "sqrt(range) - 5 AS f FROM range(5000)",
                  &f->e),
        OK);
    assert_int_equal(run(f, "csv", "SELECT * FROM t"), OK);
    (void)snprintf(sql, sizeof(sql),
                   "WITH back AS (FROM read_csv('%s', header=true, "
                   "all_varchar=true, quote='\"', escape='\"', "
                   "allow_quoted_nulls=false)) SELECT count(*) FROM t JOIN "
                   "back ON t.id = back.id::BIGINT WHERE t.s IS NOT DISTINCT "
                   "FROM back.s AND t.d = back.d::DOUBLE AND t.f = "
                   "back.f::DOUBLE",
                   f->target);
    assert_int_equal(duck_query(f->duck, str_from(sql), &r, &f->e), OK);
    assert_int_equal(duck_result_next(r, &c, &f->e), OK);
    assert_int_equal(c.rows, 1);
    assert_int_equal((int)duck_int(&c.vectors[0], 0), 5000);
    duck_result_close(r);
}

static void endless_and_early_dates_are_reported_in_a_workbook(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(
        run(f, "xlsx",
            "SELECT DATE '1899-12-31' AS a, 'infinity'::TIMESTAMP AS b, "
            "TIMESTAMP_S '1800-01-01 00:00:00' AS c, "
            "TIMESTAMPTZ '2024-01-01 00:00:00+00' AS d"),
        OK);
    assert_true(str_find(buf_str(&f->answer),
                         STR("\"3 dates or times that a workbook cannot hold "
                             "(before 1900-03-01 or after 9999-12-31) were "
                             "written as text\",\"1 moment with a time zone "
                             "was written as its time in UTC\"")) <
                f->answer.n);
}

static void a_float_goes_into_a_workbook_as_it_is_meant(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run(f, "xlsx", "SELECT 0.1::FLOAT AS a, 0.1::DOUBLE"), OK);
    assert_true(str_ends(buf_str(&f->answer), STR("\"warnings\":[]}")));
}

static void an_unknown_format_is_refused(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run(f, "pdf", "SELECT 1"), ERR_VALIDATION_FAILED);
    assert_string_equal(f->e.msg,
                        "unknown export format 'pdf'; use csv or xlsx");
}

static void an_error_while_rows_are_made_comes_through(void **state)
{
    struct fixture *f = *state;
    const char *sql = "SELECT CASE WHEN range < 200000 THEN 1 ELSE "
                      "error('no')::INTEGER END FROM range(200001)";

    assert_int_not_equal(run(f, "csv", sql), OK);
    assert_int_not_equal(run(f, "xlsx", sql), OK);
}

static void a_full_disk_is_a_write_error(void **state)
{
    static const char *const formats[] = {"csv", "xlsx"};
    struct fixture *f = *state;

    for (int i = 0; i < 2; i++) {
        struct export_request r = {.sql = STR("SELECT 1 AS a"),
                                   .format = str_from(formats[i]),
                                   .scratch_dir = str_from(f->dir)};
        struct jsonw w;

        r.fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
        jsonw_init(&w, &f->answer);
        assert_int_equal(export_run(f->duck, &r, &f->arena, &w, &f->e),
                         ERR_FILE_WRITE_FAILED);
        (void)close(r.fd);
        assert_int_equal(f->answer.n, 0);
    }
}

static void a_closed_descriptor_is_a_write_error(void **state)
{
    struct fixture *f = *state;
    struct export_request r = {.sql = STR("FROM range(100000)"),
                               .format = STR("csv"),
                               .scratch_dir = str_from(f->dir),
                               .fd = -1};
    struct jsonw w;

    jsonw_init(&w, &f->answer);
    assert_int_equal(export_run(f->duck, &r, &f->arena, &w, &f->e),
                     ERR_FILE_WRITE_FAILED);
    r.format = STR("xlsx");
    assert_int_equal(export_run(f->duck, &r, &f->arena, &w, &f->e),
                     ERR_FILE_WRITE_FAILED);
}

int main(void)
{
#define EACH(test) \
    cmocka_unit_test_setup_teardown(test, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        EACH(every_type_has_its_text_in_csv),
        EACH(a_number_stays_one_and_minus_infinity_is_none),
        EACH(the_answer_has_its_fields_in_order),
        EACH(rows_keep_their_order_beyond_one_chunk),
        EACH(a_csv_file_reads_back_as_the_same_table),
        EACH(endless_and_early_dates_are_reported_in_a_workbook),
        EACH(a_float_goes_into_a_workbook_as_it_is_meant),
        EACH(an_unknown_format_is_refused),
        EACH(an_error_while_rows_are_made_comes_through),
        EACH(a_full_disk_is_a_write_error),
        EACH(a_closed_descriptor_is_a_write_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
