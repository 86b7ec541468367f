#include "table_fixture.h"

#include "base/nightly.h"
#include "engine/query/query.h"
#include "engine/sql_gate/gate_cache.h"

/* Sales of three row groups, so that two threads have work. */
#define SALES                                                              \
    "CREATE TABLE src.data AS SELECT i AS id, 'c' || (hash(i) % 5000) AS " \
    "customer, (hash(i + 1) % 100)::DECIMAL(9,2) / 8 AS price,"            \
    " (hash(i + 2) % 1000003)::DOUBLE / 997 AS ratio, i % 7 AS grade"      \
    " FROM range(300000) r(i)"

static enum err run(const char *sql, uint64_t rows, uint64_t offset)
{
    struct query_request q = {
        .sql = str_from(sql), .window_rows = rows, .window_offset = offset};

    return query_run(duck, catalog, NULL, &q, begin_answer(), &err);
}

/* Cut the answer before what tells the time, then after it. */
static char *rest_of_answer(void)
{
    char *time = strstr(answer.p, ",\"query_elapsed_ms\":");

    assert_non_null(time);
    *time = '\0';
    return strchr(time + 1, ',') + 1;
}

static void ask(const char *sql)
{
    if (run(sql, 10, 0) != OK)
        fail_msg("%s: %s", sql, err.msg);
}

static void an_answer_has_these_fields_in_this_order(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT i AS id FROM range(10) "
                  "r(i)");
    assert_int_equal(run("SELECT id, id / 2 AS half FROM data", 2, 3), OK);
    assert_string_equal(rest_of_answer(),
                        "\"cut_by_budget\":false,\"rows_scanned\":10,"
                        "\"notes\":[]}");
    assert_answer("{\"columns\":[\"id\",\"half\"],\"column_types\":["
                  "\"integer\",\"float\"],\"rows\":[[3,1.5],[4,2]],"
                  "\"row_count\":2,\"total_row_count\":10,\"window_rows\":2,"
                  "\"window_offset\":3,\"has_more\":true");
}

static void the_last_window_has_no_more(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS FROM range(10)");
    assert_int_equal(run("FROM data", 5, 5), OK);
    assert_holds("\"row_count\":5,\"total_row_count\":10,\"window_rows\":5,"
                 "\"window_offset\":5,\"has_more\":false");
    assert_int_equal(run("FROM data", 5, 50), OK);
    assert_holds("\"rows\":[],\"row_count\":0,\"total_row_count\":10,"
                 "\"window_rows\":5,\"window_offset\":50,\"has_more\":false");
}

static void what_the_gate_refuses_is_not_run(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS x");
    assert_int_equal(run("SELECT * FROM duckdb_settings()", 1, 0),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(run("SELECT * FROM src.data", 1, 0),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(run("DROP VIEW data", 1, 0), ERR_VALIDATION_FAILED);
    assert_int_equal(run("", 1, 0), ERR_VALIDATION_FAILED);
    ask("SELECT x FROM data");
}

static void a_mistake_has_its_place(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS amount");
    assert_int_equal(run("SELECT\n  amuont FROM data", 1, 0),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, 2);
    assert_int_equal(err.pos.column, 3);
    assert_non_null(strstr(err.msg, "'amount'"));
}

static void rows_scanned_are_those_of_the_tables_named(void **state)
{
    static const struct {
        const char *sql, *scanned;
    } cases[] = {
        {"SELECT 1", "\"rows_scanned\":0,"},
        {"SELECT count(*) FROM data", "\"rows_scanned\":10,"},
        {"SELECT * FROM a WHERE x = 3 LIMIT 1", "\"rows_scanned\":10,"},
        {"SELECT * FROM data, a", "\"rows_scanned\":10,"},
        {"SELECT * FROM data JOIN b USING (x)", "\"rows_scanned\":210,"},
        {"WITH b AS (FROM a) SELECT * FROM b", "\"rows_scanned\":10,"},
        {"SELECT (SELECT max(x) FROM b)", "\"rows_scanned\":200,"},
        {"DESCRIBE b", "\"rows_scanned\":0,"},
        {"SUMMARIZE b", "\"rows_scanned\":200,"},
    };

    (void)state;
    make_and_open("CREATE TABLE src.a AS SELECT i AS x FROM range(10) r(i);"
                  "CREATE TABLE src.b AS SELECT i AS x FROM range(200) r(i)");
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ask(cases[i].sql);
        assert_holds(cases[i].scanned);
    }
}

static void notes_say_what_a_reader_must_know(void **state)
{
    static const struct {
        const char *sql, *note;
    } cases[] = {
        {"FROM data LIMIT 3", "no ranking"},
        {"FROM data ORDER BY grade LIMIT 3", "tie with the last"},
        {"SELECT * FROM (FROM data ORDER BY grade LIMIT 3)", "inner LIMIT"},
        {"SELECT random() FROM data", "random"},
        {"SELECT now()", "depends on when"},
        {"SELECT count(*) FROM data USING SAMPLE 10%", "part of the rows"},
    };

    (void)state;
    make_and_open(SALES);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        ask(cases[i].sql);
        assert_non_null(strstr(strstr(answer.p, "\"notes\":["), cases[i].note));
    }
    ask("SELECT now()");
    assert_holds("\"depends_on_time\":true,\"notes\":");
    ask("SELECT grade, count(*) FROM data GROUP BY grade ORDER BY ALL LIMIT 3");
    assert_holds("\"notes\":[]");
    assert_null(strstr(answer.p, "depends_on_time"));
    ask("SELECT count(*) FROM data LIMIT 1");
    assert_holds("\"notes\":[]");
}

static void a_cut_window_says_how_to_go_on(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT repeat('x', 3000000) AS x"
                  " FROM range(9)");
    assert_int_equal(run("FROM data", 9, 1), OK);
    assert_holds("\"row_count\":2,\"total_row_count\":9,\"window_rows\":9,"
                 "\"window_offset\":1,\"has_more\":true");
    assert_holds("\"cut_by_budget\":true");
    assert_holds("read on from window_offset + row_count");
    assert_true(answer.n <= (size_t)8 << 20);
}

static void runs_give_the_same_bytes(void **state)
{
    const int runs = nightly() ? 20 : 3;
    static const char *const sql[] = {
        "SELECT sum(ratio), avg(ratio), stddev(ratio) FROM data",
        "SELECT grade, sum(ratio) FROM data GROUP BY grade",
        "SELECT customer, sum(ratio) AS s FROM data GROUP BY customer"
        " ORDER BY s DESC LIMIT 10",
        "SELECT grade, customer FROM data ORDER BY grade LIMIT 50",
        "SELECT DISTINCT customer FROM data",
        "SELECT DISTINCT ON (grade) grade, id FROM data",
        "SELECT first(id), list(id)[1000:1010], string_agg(customer, '')[1:50]"
        " FROM data WHERE grade = 3",
        "SELECT id, row_number() OVER (PARTITION BY grade ORDER BY customer)"
        " FROM data QUALIFY row_number() OVER (ORDER BY price) < 20",
        "SELECT a.id FROM data a JOIN data b ON a.id = b.id WHERE b.grade = 1",
        "SELECT mode(customer), approx_count_distinct(customer),"
        " quantile_cont(ratio, 0.3) FROM data",
        "SELECT grade, price FROM data WHERE price > 3 UNION SELECT 1, 2",
        "SUMMARIZE data",
        "FROM data USING SAMPLE reservoir(20 ROWS) REPEATABLE (7)",
    };

    (void)state;
    make_and_open(SALES);
    for (size_t i = 0; i < sizeof(sql) / sizeof(*sql); i++) {
        struct str first = {0};

        for (int n = 0; n < runs; n++) {
            assert_int_equal(run(sql[i], 60, 0), OK);
            (void)rest_of_answer();
            if (n == 0)
                assert_int_equal(
                    str_dup(str_from(answer.p), &arena, &first, &err), OK);
            else if (!str_is(first, answer.p))
                fail_msg("run %d of %s differs:\n%.600s\n%.600s", n, sql[i],
                         first.p, answer.p);
        }
    }
}

static void a_verdict_is_remembered(void **state)
{
    struct gate_cache *gc = NULL;
    struct query_request q = {.sql = STR("SELECT 1"), .window_rows = 1};

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS x");
    assert_int_equal(gate_cache_new(&gc, &err), OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(query_run(duck, catalog, gc, &q, begin_answer(), &err),
                         OK);
    assert_int_equal(gate_cache_count(gc), 1);
    gate_cache_free(gc);
}

/* The file's head is whole, so it opens; a block of rows is not. */
static void a_damaged_block_is_the_files_fault(void **state)
{
    char text[9000];
    FILE *f;

    (void)state;
    make_file("CREATE TABLE src.data AS SELECT hash(i) AS h FROM range(300000)"
              " r(i)");
    f = fopen(path, "r+b");
    assert_non_null(f);
    memset(text, 'x', sizeof(text));
    assert_int_equal(fseek(f, 3 * 262144, SEEK_SET), 0);
    assert_int_equal(fwrite(text, sizeof(text), 1, f), 1);
    assert_int_equal(fclose(f), 0);
    if (open_file() == OK)
        assert_int_equal(run("SELECT bit_xor(h) FROM data", 1, 0),
                         ERR_FILE_READ_FAILED);
    assert_int_equal(err.code, ERR_FILE_READ_FAILED);
    assert_null(strchr(err.msg, '/'));
}

/* What DuckDB itself sees coming; what only the sandbox's limit ends is tested
 * with the worker. */
static void a_query_that_needs_too_much_is_a_limit(void **state)
{
    static const char *const sql[] = {
        "SELECT repeat('x', 10000000000) FROM data",
        "SELECT range(10000000000)",
        "SELECT list(a.id) FROM data a, data b",
        "SELECT count(DISTINCT (a.id, b.id)) FROM data a, data b",
    };

    (void)state;
    make_and_open(SALES);
    for (size_t i = 0; i < sizeof(sql) / sizeof(*sql); i++) {
        if (run(sql[i], 1, 0) != ERR_LIMIT)
            fail_msg("%s: %s", sql[i], err.msg);
        assert_int_equal(err.code, ERR_LIMIT);
    }
    ask("SELECT count(*) FROM data");
    assert_holds("[[300000]]");
}

/* The text is the same, what its name stands for is not. */
static void a_query_asked_again_is_of_the_table_selected_now(void **state)
{
    static const char *const names[] = {"one", "two", "one", "one", "two"};

    (void)state;
    make_and_open("CREATE TABLE src.one AS SELECT 1 AS x;"
                  "CREATE TABLE src.two AS SELECT 2 AS x, 3 AS y");
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        struct str name = str_from(names[i]);

        assert_int_equal(catalog_select(catalog, duck, &name, 1, &err), OK);
        ask("SELECT * FROM data");
        assert_holds(str_is(name, "one") ? "\"rows\":[[1]]"
                                         : "\"rows\":[[2,3]]");
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(an_answer_has_these_fields_in_this_order),
        TEST(the_last_window_has_no_more),
        TEST(what_the_gate_refuses_is_not_run),
        TEST(a_mistake_has_its_place),
        TEST(rows_scanned_are_those_of_the_tables_named),
        TEST(notes_say_what_a_reader_must_know),
        TEST(a_cut_window_says_how_to_go_on),
        TEST(runs_give_the_same_bytes),
        TEST(a_verdict_is_remembered),
        TEST(a_query_asked_again_is_of_the_table_selected_now),
        TEST(a_damaged_block_is_the_files_fault),
        TEST(a_query_that_needs_too_much_is_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
