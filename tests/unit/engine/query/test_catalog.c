#include "table_fixture.h"

#include <unistd.h>

#define MANY_FILES 40u

/* The only cell of a query, as an integer. */
static int64_t ask(const char *sql)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    int64_t n;

    if (duck_query(duck, str_from(sql), &r, &err) != OK)
        fail_msg("%s: %s", sql, err.msg);
    assert_int_equal(duck_result_next(r, &c, &err), OK);
    assert_int_equal(c.rows, 1);
    n = (int64_t)duck_int(&c.vectors[0], 0);
    duck_result_close(r);
    return n;
}

static void a_table_is_described_and_can_be_named(void **state)
{
    const struct catalog_table *t;

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT i AS id,"
                  " (i / 4)::DECIMAL(9,2) AS price, 'x' AS name,"
                  " DATE '2024-01-01' AS day FROM range(1000) r(i)");
    assert_int_equal(catalog->count, 1);
    t = &catalog->tables[0];
    assert_true(str_is(t->name, "data"));
    assert_int_equal(t->rows, 1000);
    assert_int_equal(t->column_count, 4);
    assert_true(str_is(t->columns[1].name, "price"));
    assert_string_equal(t->columns[1].type_name, "decimal");
    assert_int_equal(t->columns[1].width, 9);
    assert_int_equal(t->columns[1].scale, 2);
    assert_string_equal(t->columns[3].type_name, "date");
    assert_int_equal(ask("SELECT count(*) FROM data"), 1000);
}

static void sheets_stand_in_their_order_and_the_first_is_also_data(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.zebra AS SELECT 1 AS x;"
                  "CREATE TABLE src.apple AS SELECT 2 AS x;"
                  "COMMENT ON TABLE src.zebra IS '1';"
                  "COMMENT ON TABLE src.apple IS '2'");
    assert_int_equal(catalog->count, 2);
    assert_true(str_is(catalog->tables[0].name, "zebra"));
    assert_int_equal(catalog->gate.count, 3);
    assert_true(str_is(catalog->gate.tables[0].name, "data"));
    assert_int_equal(ask("SELECT x FROM data"), 1);
    assert_int_equal(ask("SELECT x FROM zebra"), 1);
    assert_int_equal(ask("SELECT x FROM apple"), 2);
}

#define TWO_SHEETS                                \
    "CREATE TABLE src.first AS SELECT 1.5 AS x;"  \
    "CREATE TABLE src.\"DATA\" AS SELECT 2 AS x;" \
    "COMMENT ON TABLE src.first IS '1';"          \
    "COMMENT ON TABLE src.\"DATA\" IS '2'"

static enum err pick(const char *table)
{
    const struct str tables[] = {str_from(table)};

    return catalog_select(catalog, duck, tables, 1, &err);
}

static void a_sheet_called_data_is_the_one_selected_at_first(void **state)
{
    (void)state;
    make_and_open(TWO_SHEETS);
    assert_int_equal(catalog->gate.count, 2);
    assert_true(str_is(catalog->data->name, "DATA"));
    assert_int_equal(ask("SELECT x FROM data"), 2);
    assert_int_equal(pick("first"), OK);
    assert_int_equal(ask("SELECT (x * 2)::INT FROM data"), 3);
    assert_int_equal(ask("SELECT (x * 2)::INT FROM first"), 3);
    assert_int_equal(pick("data"), OK);
    assert_int_equal(ask("SELECT x FROM data"), 2);
}

static void another_sheet_can_be_selected_of_a_locked_worker(void **state)
{
    struct str before;

    (void)state;
    make_and_open("CREATE TABLE src.a AS SELECT 1 AS x, 0.5::DOUBLE AS y;"
                  "CREATE TABLE src.\"b c\" AS SELECT 2 AS x FROM range(7)");
    assert_int_equal(str_dup(catalog->gate.hash, &arena, &before, &err), OK);
    assert_int_equal(pick("b c"), OK);
    assert_int_equal(ask("SELECT max(x) FROM data"), 2);
    assert_int_equal(ask("SELECT x FROM a"), 1);
    assert_true(str_is(catalog->data->name, "b c"));
    assert_int_equal(catalog->gate.tables[0].column_count, 1);
    assert_int_equal(catalog_rows(catalog, 1), 7);
    assert_false(str_eq(catalog->gate.hash, before));
    assert_int_equal(pick("A"), OK); /* in another case */
    assert_int_equal(ask("SELECT x FROM data"), 1);
    assert_true(str_eq(catalog->gate.hash, before));
    assert_int_equal(pick("B C"), OK);
    assert_int_equal(pick(""), OK);
    assert_true(str_eq(catalog->gate.hash, before));
    assert_int_equal(pick("c"), ERR_FILE_READ_FAILED);
    assert_int_equal(ask("SELECT x FROM data"), 1);
}

/* Files t1, t2, ...: each of its SQL, whose tables are of src. */
static enum err open_files(const char *const sql[], const char *const names[],
                           size_t n)
{
    static char paths[MANY_FILES][100];
    struct catalog_source sources[MANY_FILES];
    struct duck_options o = {.threads = 2};

    for (size_t i = 0; i < n; i++) {
        make_file(sql[i]);
        (void)snprintf(paths[i], sizeof(paths[i]), "%s/%zu.duckdb", folder, i);
        assert_int_equal(rename(path, paths[i]), 0);
        sources[i] = (struct catalog_source){paths[i], str_from(names[i])};
        if (strcmp(sql[i], "SELECT 1") == 0) /* the first file again */
            sources[i].database = paths[0];
    }
    assert_int_equal(duck_open(&o, &duck, &err), OK);
    if (catalog_open(duck, sources, n, &arena, &catalog, &err))
        return err.code;
    return duck_lock(duck, &err);
}

static void assert_named(const char *names)
{
    struct buf all;

    buf_init(&all, 400);
    for (size_t i = 0; i < catalog->gate.count; i++) {
        buf_puts(&all, i ? "|" : "");
        buf_put_str(&all, catalog->gate.tables[i].name);
    }
    assert_string_equal(all.p, names);
    buf_release(&all);
}

static void each_of_several_files_is_a_table_by_its_name(void **state)
{
    static const char *const sql[] = {
        "CREATE TABLE src.data AS SELECT 1 AS id FROM range(10)",
        "CREATE TABLE src.data AS SELECT 1 AS id, 5 AS n FROM range(200)"};
    static const char *const names[] = {"orders", "my customers"};

    (void)state;
    assert_int_equal(open_files(sql, names, 2), OK);
    assert_named("data|orders|my customers");
    assert_int_equal(ask("SELECT count(*) FROM data"), 10);
    assert_int_equal(ask("SELECT count(*) FROM orders"), 10);
    assert_int_equal(ask("SELECT sum(n) FROM orders"
                         " JOIN \"my customers\" USING (id)"),
                     10 * 200 * 5);
    assert_int_equal(catalog_rows(catalog, 1), 10);
    assert_int_equal(catalog_rows(catalog, 3), 10);
    assert_int_equal(catalog_rows(catalog, 6), 210);
    assert_int_equal(catalog_rows(catalog, UINT64_MAX), 210);
}

static void a_name_that_is_taken_gets_a_number(void **state)
{
    static const char *const sql[] = {
        "CREATE TABLE src.x AS SELECT 1 AS n; CREATE TABLE src.y AS SELECT 2 "
        "AS n",
        "CREATE TABLE src.data AS SELECT 3 AS n",
        "CREATE TABLE src.data AS SELECT 4 AS n",
        "CREATE TABLE src.Y AS SELECT 5 AS n"};
    static const char *const names[] = {"X", "data", "x", "f"};

    (void)state;
    assert_int_equal(open_files(sql, names, 4), OK);
    assert_named("data|X|data_2|x_2|f|x_3|y|Y_2");
    assert_int_equal(ask("SELECT n FROM data"), 1);
    assert_int_equal(ask("SELECT n FROM data_2"), 3);
    assert_int_equal(ask("SELECT n FROM x_2"), 4);
    assert_int_equal(ask("SELECT n FROM x_3"), 1);
    assert_int_equal(ask("SELECT n FROM y"), 2);
    assert_int_equal(ask("SELECT n FROM y_2"), 5);
}

static void a_table_is_selected_of_each_file(void **state)
{
    static const char *const sql[] = {
        "CREATE TABLE src.a AS SELECT 1 AS n; CREATE TABLE src.b AS SELECT 2 "
        "AS n",
        "CREATE TABLE src.c AS SELECT 3 AS n; CREATE TABLE src.d AS SELECT 4 "
        "AS n"};
    static const char *const names[] = {"p", "q"};
    static const struct str picked[] = {{"b", 1}, {"d", 1}};

    (void)state;
    assert_int_equal(open_files(sql, names, 2), OK);
    assert_named("data|p|q|a|b|c|d");
    assert_int_equal(catalog_select(catalog, duck, picked, 2, &err), OK);
    assert_int_equal(ask("SELECT data.n + p.n FROM data, p"), 4);
    assert_int_equal(ask("SELECT n FROM q"), 4);
    assert_int_equal(catalog_select(catalog, duck, picked, 1, &err), OK);
    assert_int_equal(ask("SELECT n FROM p"), 2);
    assert_int_equal(ask("SELECT n FROM q"), 3);
    assert_int_equal(ask("SELECT a.n + b.n + c.n + d.n FROM a, b, c, d"), 10);
}

/* Equal bytes are one entry of the cache, whatever the files are called. */
static void one_database_may_have_two_names(void **state)
{
    static const char *const sql[] = {
        "CREATE TABLE src.a AS SELECT 1 AS n; CREATE TABLE src.b AS SELECT 2 "
        "AS n",
        "SELECT 1"};
    static const char *const names[] = {"p", "q"};

    (void)state;
    assert_int_equal(open_files(sql, names, 2), OK);
    assert_named("data|p|q|a|b");
    assert_int_equal(ask("SELECT p.n + q.n FROM p, q"), 2);
    assert_int_equal(catalog_rows(catalog, 6), 1);
}

static void many_files_open_and_one_that_is_damaged_fails_all(void **state)
{
    const char *sql[MANY_FILES];
    const char *names[MANY_FILES];
    char list[MANY_FILES][16];

    (void)state;
    for (size_t i = 0; i < MANY_FILES; i++) {
        (void)snprintf(list[i], sizeof(list[i]), "f%zu", i);
        names[i] = list[i];
        sql[i] = "CREATE TABLE src.data AS SELECT 1 AS n";
    }
    assert_int_equal(open_files(sql, names, MANY_FILES), OK);
    assert_int_equal(ask("SELECT f0.n + f15.n FROM f0, f15"), 2);
    duck_close(duck);
    duck = NULL;
    catalog = NULL;
    sql[7] = "CREATE SCHEMA src.empty";
    assert_int_equal(open_files(sql, names, MANY_FILES), ERR_FILE_READ_FAILED);
    assert_null(catalog);
}

/* Names that the engine has for itself are no way to what it knows. */
static void a_file_may_be_called_like_a_view_of_the_engine(void **state)
{
    static const char *const sql[] = {"CREATE TABLE src.data AS SELECT 1 AS n",
                                      "CREATE TABLE src.data AS SELECT 2 AS n",
                                      "CREATE TABLE src.data AS SELECT 3 AS n",
                                      "CREATE TABLE src.data AS SELECT 4 AS n"};
    static const char *const names[] = {"duckdb_tables", "sqlite_master",
                                        "pragma_database_list", "src"};

    (void)state;
    assert_int_equal(open_files(sql, names, 4), OK);
    assert_int_equal(ask("SELECT n FROM duckdb_tables"), 1);
    assert_int_equal(ask("SELECT n FROM sqlite_master"), 2);
    assert_int_equal(ask("SELECT n FROM pragma_database_list"), 3);
    assert_int_equal(ask("SELECT n FROM src"), 4);
}

static void names_of_any_bytes_are_only_names(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.\"a\"\"; DROP TABLE x; --\" AS SELECT"
                  " 5 AS \"\"\"\", 6 AS \"'; --\", 7 AS \"日本\", 8 AS \"\n\"");
    assert_true(str_is(catalog->tables[0].name, "a\"; DROP TABLE x; --"));
    assert_true(str_is(catalog->tables[0].columns[0].name, "\""));
    assert_true(str_is(catalog->tables[0].columns[3].name, "\n"));
    assert_int_equal(ask("SELECT \"\"\"\" FROM data"), 5);
    assert_int_equal(ask("SELECT 日本 FROM \"a\"\"; DROP TABLE x; --\""), 7);
}

static void the_hash_is_of_the_schema_and_not_of_the_rows(void **state)
{
    static const char *const sql[] = {
        "CREATE TABLE src.data AS SELECT 1 AS a, 'x' AS b",
        "CREATE TABLE src.data AS SELECT 2 AS a, 'y' AS b FROM range(9)",
        "CREATE TABLE src.data AS SELECT 1::BIGINT AS a, 'x' AS b",
        "CREATE TABLE src.data AS SELECT 1 AS ab, 'x' AS \"\"\"\"",
        "CREATE TABLE src.other AS SELECT 1 AS a, 'x' AS b",
    };
    struct str hash[5];

    (void)state;
    for (int i = 0; i < 5; i++) {
        make_and_open(sql[i]);
        hash[i] = catalog->gate.hash;
        duck_close(duck);
        duck = NULL;
        assert_int_equal(unlink(path), 0);
    }
    assert_true(str_eq(hash[0], hash[1]));
    for (int i = 2; i < 5; i++)
        for (int k = 0; k < i; k++)
            assert_false(str_eq(hash[i], hash[k]));
}

static void the_gate_knows_which_sums_depend_on_their_order(void **state)
{
    const struct gate_column *c;

    (void)state;
    make_and_open("CREATE TABLE src.data AS SELECT 1 AS a, 1.5 AS b,"
                  " 1.5::DOUBLE AS c, [1.5::FLOAT] AS d, true AS f");
    c = catalog->gate.tables[0].columns;
    assert_int_equal(catalog->gate.tables[0].column_count, 5);
    assert_false(c[0].is_float);
    assert_false(c[1].is_float);
    assert_true(c[2].is_float);
    assert_true(c[3].is_float);
    assert_false(c[4].is_float);
}

static void rows_are_counted_once_a_table(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.a AS FROM range(10);"
                  "CREATE TABLE src.b AS FROM range(200)");
    assert_int_equal(catalog_rows(catalog, 0), 0);
    assert_int_equal(catalog_rows(catalog, 1), 10); /* data */
    assert_int_equal(catalog_rows(catalog, 2), 10); /* a, the same */
    assert_int_equal(catalog_rows(catalog, 3), 10);
    assert_int_equal(catalog_rows(catalog, 4), 200);
    assert_int_equal(catalog_rows(catalog, 7), 210);
}

/* A verdict has 64 bits; the last stands for all tables after it, too. */
static void more_tables_than_bits_are_counted_too_high_not_too_low(void **state)
{
    struct buf sql;
    struct str text;

    (void)state;
    buf_init(&sql, 1 << 16);
    for (int i = 0; i < 70; i++)
        buf_printf(&sql, "CREATE TABLE src.t%02d AS FROM range(10);", i);
    buf_put_char(&sql, '\0');
    assert_int_equal(buf_finish(&sql, &text, &err), OK);
    make_and_open(text.p);
    buf_release(&sql);
    assert_int_equal(catalog->count, 70);
    assert_int_equal(catalog_rows(catalog, UINT64_C(1) << 62), 10);
    assert_int_equal(catalog_rows(catalog, UINT64_C(1) << 63), 80);
    assert_int_equal(catalog_rows(catalog, UINT64_MAX), 700);
}

static void an_empty_table_is_a_table(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.data (a INTEGER)");
    assert_int_equal(catalog->tables[0].rows, 0);
    assert_int_equal(ask("SELECT count(*) FROM data"), 0);
}

static void assert_bad_file(void)
{
    assert_int_equal(open_file(), ERR_FILE_READ_FAILED);
    assert_null(strchr(err.msg, '/'));
    assert_null(catalog);
}

static void a_missing_file_is_the_files_fault(void **state)
{
    (void)state;
    assert_bad_file();
}

static void a_file_without_tables_is_the_files_fault(void **state)
{
    (void)state;
    make_file("SELECT 1");
    assert_bad_file();
}

static void a_file_of_something_else_is_the_files_fault(void **state)
{
    char noise[8192];

    (void)state;
    memset(noise, 'q', sizeof(noise));
    assert_int_equal(fs_write_atomic(path, "t",
                                     (struct str){noise, sizeof(noise)}, false,
                                     &err),
                     OK);
    assert_bad_file();
}

static void a_file_cut_short_is_the_files_fault(void **state)
{
    (void)state;
    make_file("CREATE TABLE src.data AS SELECT i, hash(i) FROM range(200000) "
              "r(i)");
    assert_int_equal(truncate(path, 300000), 0);
    assert_bad_file();
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_described_and_can_be_named),
        TEST(sheets_stand_in_their_order_and_the_first_is_also_data),
        TEST(a_sheet_called_data_is_the_one_selected_at_first),
        TEST(another_sheet_can_be_selected_of_a_locked_worker),
        TEST(each_of_several_files_is_a_table_by_its_name),
        TEST(a_name_that_is_taken_gets_a_number),
        TEST(a_table_is_selected_of_each_file),
        TEST(one_database_may_have_two_names),
        TEST(many_files_open_and_one_that_is_damaged_fails_all),
        TEST(a_file_may_be_called_like_a_view_of_the_engine),
        TEST(names_of_any_bytes_are_only_names),
        TEST(the_hash_is_of_the_schema_and_not_of_the_rows),
        TEST(the_gate_knows_which_sums_depend_on_their_order),
        TEST(rows_are_counted_once_a_table),
        TEST(more_tables_than_bits_are_counted_too_high_not_too_low),
        TEST(an_empty_table_is_a_table),
        TEST(a_missing_file_is_the_files_fault),
        TEST(a_file_without_tables_is_the_files_fault),
        TEST(a_file_of_something_else_is_the_files_fault),
        TEST(a_file_cut_short_is_the_files_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
