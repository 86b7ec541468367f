#include "ask/llm_planner/plan_sql.h"

#include "base/json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask/joins/join_edges.h"

static struct arena arena;
static struct error err;
static struct ask_schema schema;
static struct join_graph graph;
static struct plan_tables tables;

static void add_table(const char *name, const char *sql, const char *own)
{
    struct schema_table *t = &schema.tables[schema.n_tables];

    t->name = str_from(name);
    t->sql = str_from(sql);
    t->own = str_from(own);
    t->file = schema.n_tables;
    tables.table[tables.n++] = schema.n_tables++;
}

/* Two files of one name in two folders, and a sheet of a workbook. */
static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)1 << 22);
    err = (struct error){0};
    schema.n_tables = 0;
    schema.joins = &graph;
    tables.n = 0;
    add_table("a/orders.csv", "data", "orders");
    add_table("b/orders.csv", "data", "orders");
    add_table("People", "People", "staff");
    return plan_tables_name(&schema, &arena, &tables, &err);
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_sql(const char *sql, const char *said,
                         struct ask_result *out)
{
    const struct plan_sql p = {&schema, &tables, str_from(said), str_from(sql)};

    *out = (struct ask_result){.outcome = ASK_CLARIFY};
    return plan_sql_read(&p, &arena, out, &err);
}

static void each_table_has_a_name_of_its_own(void **state)
{
    (void)state;
    assert_true(str_is(tables.sql[0], "orders"));
    assert_true(str_is(tables.sql[1], "orders_2"));
    assert_true(str_is(tables.sql[2], "staff"));
}

static void the_tables_that_it_names_are_opened(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(
        read_sql("SELECT * FROM \"Orders\" o JOIN staff USING (id)", "", &r),
        OK);
    assert_int_equal(r.n_tables, 2);
    assert_int_equal(r.tables[0], 0);
    assert_int_equal(r.tables[1], 2);
    assert_int_equal(r.table, 0);
    assert_true(r.is_bare_sql);
}

/* orders_2 is called orders where the first is not opened. */
static void all_are_opened_where_a_name_depends_on_them(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(read_sql("SELECT * FROM orders_2, staff", "", &r), OK);
    assert_int_equal(r.n_tables, 3);
}

static void one_table_keeps_the_name_that_it_was_shown_by(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(read_sql("SELECT 1 FROM staff", "", &r), OK);
    assert_int_equal(r.n_tables, 0);
    assert_int_equal(r.table, 2);
    assert_true(str_is(r.sql, "WITH \"staff\" AS (SELECT * FROM \"People\") "
                              "SELECT 1 FROM staff"));
    assert_int_equal(
        read_sql("with x AS (SELECT 1 FROM staff) SELECT * FROM x", "", &r),
        OK);
    assert_true(str_is(r.sql, "WITH \"staff\" AS (SELECT * FROM \"People\"), "
                              "x AS (SELECT 1 FROM staff) SELECT * FROM x"));
}

static void texts_and_comments_name_no_table(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(read_sql("SELECT 'orders', 'it''s orders' -- orders\n"
                              "/* orders */ FROM staff",
                              "", &r),
                     OK);
    assert_int_equal(r.n_tables, 0);
    assert_int_equal(r.table, 2);
}

static void a_statement_over_nothing_is_refused_with_the_names(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(read_sql("SELECT * FROM invoices", "", &r),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "orders, orders_2, staff"));
    assert_int_equal(read_sql("SELECT 1", "invoices.csv", &r),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "no table 'invoices.csv'"));
    assert_int_equal(read_sql(" ", "", &r), ERR_VALIDATION_FAILED);
    assert_int_equal(read_sql("SELECT 'orders", "", &r), ERR_VALIDATION_FAILED);
    assert_int_equal(read_sql("SELECT \"orders", "", &r),
                     ERR_VALIDATION_FAILED);
}

/* Which of several files `data` is, a model does not know. */
static void data_is_no_name_where_files_are_several(void **state)
{
    struct ask_result r;

    (void)state;
    assert_int_equal(read_sql("SELECT * FROM data, staff", "", &r),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "'data'"));
    assert_int_equal(read_sql("SELECT 1 FROM data", "a/orders.csv", &r), OK);
    assert_int_equal(r.table, 0);
}

#define PLAN_SQL_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PLAN_SQL_TEST(each_table_has_a_name_of_its_own),
        PLAN_SQL_TEST(the_tables_that_it_names_are_opened),
        PLAN_SQL_TEST(all_are_opened_where_a_name_depends_on_them),
        PLAN_SQL_TEST(one_table_keeps_the_name_that_it_was_shown_by),
        PLAN_SQL_TEST(texts_and_comments_name_no_table),
        PLAN_SQL_TEST(a_statement_over_nothing_is_refused_with_the_names),
        PLAN_SQL_TEST(data_is_no_name_where_files_are_several),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
