#include "table_fixture.h"

#include <unistd.h>

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

static void a_sheet_called_data_keeps_its_name(void **state)
{
    (void)state;
    make_and_open("CREATE TABLE src.first AS SELECT 1 AS x;"
                  "CREATE TABLE src.\"DATA\" AS SELECT 2 AS x;"
                  "COMMENT ON TABLE src.first IS '1';"
                  "COMMENT ON TABLE src.\"DATA\" IS '2'");
    assert_int_equal(catalog->gate.count, 2);
    assert_int_equal(ask("SELECT x FROM data"), 2);
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
        TEST(a_sheet_called_data_keeps_its_name),
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
