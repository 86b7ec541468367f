#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/query/catalog.h"
#include "engine/query/query.h"
#include "ingest_fixture.h"

#define SALES                                          \
    "id,city,price,day,note\n"                         \
    "1,Graz,2.50,2024-01-05,a\n2,,1.25,2024-01-06,b\n" \
    "3,Lyon,,2024-01-07,\n4,Graz,4.00,,d\n"

static char early_file[96];
static int ready; /* how often it was reported */

static void note_ready(void *ctx)
{
    assert_int_equal(access(ctx, R_OK), 0);
    ready++;
}

static void ingest_early(struct fixture *f, const char *bytes, const char *sql)
{
    ready = 0;
    (void)snprintf(early_file, sizeof(early_file), "%s/early.duckdb", f->dir);
    (void)unlink(early_file);
    f->request.early = (struct ingest_early){.sql = str_from(sql),
                                             .database = str_from(early_file),
                                             .ready = note_ready,
                                             .ctx = early_file};
    if (run_bytes(f, str_from(bytes)))
        fail_msg("%s", f->e.msg);
}

/* What a query worker says of this file, which is all it has. */
static enum err ask(struct fixture *f, const char *file, const char *sql)
{
    const struct catalog_source source = {.database = file};
    const struct query_request q = {.sql = str_from(sql), .window_rows = 50};
    const struct duck_options o = {.threads = 1};
    struct catalog *c = NULL;
    struct duck *d = NULL;
    struct jsonw w;
    enum err rc;

    assert_int_equal(duck_open(&o, &d, &f->e), OK);
    assert_int_equal(catalog_open(d, &source, 1, &f->arena, &c, &f->e), OK);
    buf_reset(&f->rows);
    jsonw_init(&w, &f->rows);
    rc = query_run(d, c, NULL, &q, &w, &f->e);
    duck_close(d);
    return rc;
}

/* Without the one field that is a time. */
static void copy_answer(const struct fixture *f, char to[4096])
{
    const char *at = strstr(f->rows.p, ",\"query_elapsed_ms\":");
    const char *rest = at ? strstr(at + 1, ",\"") : NULL;

    assert_non_null(rest);
    (void)snprintf(to, 4096, "%.*s%s", (int)(at - f->rows.p), f->rows.p, rest);
}

/* The early table gives the answer of the whole one. */
static void check_same(struct fixture *f, const char *sql)
{
    char whole[4096];
    char early[4096];

    if (ask(f, f->database, sql))
        fail_msg("%s: %s", sql, f->e.msg);
    copy_answer(f, whole);
    if (ask(f, early_file, sql))
        fail_msg("%s: %s", sql, f->e.msg);
    copy_answer(f, early);
    assert_string_equal(early, whole);
}

static void what_needs_only_the_named_columns_is_answered_alike(void **state)
{
    static const char *const sqls[] = {
        "SELECT city, sum(price) AS s FROM data GROUP BY city ORDER BY s DESC",
        "SELECT count(*) FROM data",
        "SELECT CITY, price * 2 FROM data WHERE price IS NOT NULL",
        "SELECT d.city FROM data AS d ORDER BY d.price",
        "SELECT count(*) FROM (SELECT * FROM data)",
        "DESCRIBE data",
    };
    struct fixture *f = *state;

    ingest_early(f, SALES, "SELECT \"City\", sum(price) FROM data");
    assert_int_equal(ready, 1);
    for (size_t i = 0; i < sizeof(sqls) / sizeof(*sqls); i++)
        check_same(f, sqls[i]);
    assert_int_not_equal(ask(f, early_file, "SELECT city FROM part"), OK);
    (void)unlink(early_file);
}

static void a_value_that_was_left_out_is_an_error_in_every_use(void **state)
{
    static const char *const sqls[] = {
        "SELECT * FROM data",
        "FROM data",
        "SELECT data FROM data",
        "SELECT count(d) FROM data d",
        "SELECT COLUMNS('n.*') FROM data",
        "SELECT count(id) FROM data",
        "SELECT max(day) FROM data",
        "SELECT city FROM data WHERE note IS NULL",
        "SELECT city FROM data ORDER BY day",
        "SELECT count(*) FROM data a NATURAL JOIN data b",
        "SELECT count(*) FROM (SELECT DISTINCT note FROM data)",
        "SELECT coalesce(day, day) FROM data",
        "SELECT day IS NULL OR price > 100 FROM data",
        "SELECT TRY_CAST(note AS INTEGER) FROM data",
        "SELECT sum(length(note)) FROM data",
        "SELECT approx_count_distinct(id) FROM data",
        "SUMMARIZE data",
    };
    struct fixture *f = *state;

    ingest_early(f, SALES, "SELECT city, price FROM data");
    for (size_t i = 0; i < sizeof(sqls) / sizeof(*sqls); i++) {
        if (ask(f, f->database, sqls[i]))
            fail_msg("%s: %s", sqls[i], f->e.msg);
        if (ask(f, early_file, sqls[i]) == OK)
            fail_msg("%s gives %s", sqls[i], f->rows.p);
    }
    (void)unlink(early_file);
}

static void every_type_fails_where_it_was_left_out(void **state)
{
    static const char *const columns[] = {"b", "i", "h", "d", "f",
                                          "t", "m", "s", "z", "x"};
    struct fixture *f = *state;
    char sql[64];

    ingest_early(f,
                 "k,b,i,h,d,f,t,m,s,z,x\n"
                 ",true,1,99999999999999999999,1.5,1e300,2024-01-05,10:11,"
                 "2024-01-05 10:11:12,2024-01-05T10:11:12Z,text\n"
                 ",false,2,99999999999999999998,2.5,2e300,2024-01-06,10:12,"
                 "2024-01-06 10:11:12,2024-01-06T10:11:12Z,other\n",
                 "SELECT k FROM data");
    assert_int_equal(ready, 1);
    check_same(f, "DESCRIBE data");
    for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT max(%s) FROM data",
                       columns[i]);
        assert_int_equal(ask(f, f->database, sql), OK);
        if (ask(f, early_file, sql) == OK)
            fail_msg("%s gives %s", sql, f->rows.p);
    }
    (void)unlink(early_file);
}

/* What was done to a table is reported with its answer, so none comes early. */
static void where_lines_are_set_aside_there_is_none(void **state)
{
    struct fixture *f = *state;
    const char *text = "A title\n\nid,city,price\n1,Graz,2\n2,Lyon,3\n"
                       "3,Porto,4\n4,Graz,5,6,7\n5,Graz,5\nTotal\n";
    char *map;

    f->request.early = (struct ingest_early){0};
    assert_int_equal(run_bytes(f, str_from(text)), OK);
    map = str_cstr(buf_str(&f->map), &f->arena, &f->e);
    ingest_early(f, text, "SELECT price FROM data");
    assert_int_equal(ready, 0);
    assert_string_equal(f->map.p, map);
}

static void there_is_none_where_it_would_not_help(void **state)
{
    static const char *const sqls[] = {
        "SELECT * FROM data",
        "SELECT d.* FROM data d",
        "SELECT *, price FROM data",
        "FROM data",
        "SUMMARIZE data",
        "SELECT TRY(city) FROM data",
        "SELECT id, city, price FROM data",
    };
    struct fixture *f = *state;

    for (size_t i = 0; i < sizeof(sqls) / sizeof(*sqls); i++) {
        ingest_early(f, SALES, sqls[i]);
        if (ready)
            fail_msg("%s", sqls[i]);
        assert_int_not_equal(access(early_file, R_OK), 0);
    }
}

#define EARLY_TEST(name) \
    cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EARLY_TEST(what_needs_only_the_named_columns_is_answered_alike),
        EARLY_TEST(a_value_that_was_left_out_is_an_error_in_every_use),
        EARLY_TEST(every_type_fails_where_it_was_left_out),
        EARLY_TEST(where_lines_are_set_aside_there_is_none),
        EARLY_TEST(there_is_none_where_it_would_not_help),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
