#include "ask/crosstab/crosstab_ask.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ARENA_BYTES ((size_t)64 << 20)

/* As reading leaves a statement: without a header, with texts for figures. Named by single
 * quotes, which JSON does not use. */
#define STATEMENT                                          \
    "{'columns':['column_1','column_2','column_3'],"       \
    "'column_types':['string','string','string'],'rows':[" \
    "['Years ended March 31,',null,null],"                 \
    "['(in millions)','2024','2023'],"                     \
    "['Licences:',null,null],"                             \
    "['Desktop','$ 120.5','100.0'],"                       \
    "['Server','(12.5)','3.1'],"                           \
    "['Support:',null,null],"                              \
    "['Desktop','40.0','50.0'],"                           \
    "['Total net revenue','$ 148.0','$ 153.1'],"           \
    "['Gross margin','71.5 %','70.0 %'],"                  \
    "['Restructuring',null,'1.0']]}"

/* Two figures below each year, whose name stands over the first. */
#define GROUPED                                                                \
    "{'columns':['column_1','Year 2024 Sales','% of total',"                   \
    "'Year 2023 Sales','% of total_2'],"                                       \
    "'column_types':['string','integer','string','integer','string'],'rows':[" \
    "['North',60,'60 %',30,'50 %'],['South',40,'40 %',30,'50 %']]}"

/* Rows are years. */
#define MATURITIES                                                 \
    "{'columns':['column_1','Operating leases','Finance leases']," \
    "'column_types':['string','integer','integer'],'rows':["       \
    "['2025',40,4],['2026',30,3],['2027',20,2],['Thereafter',10,1]]}"

struct fixture {
    struct arena a;
    struct grid g;
    struct crosstab t;
    struct crosstab_reading r;
};

static bool open_table(struct fixture *f, const char *json)
{
    struct error e = {0};
    struct json *root;
    bool is;
    char *text;

    arena_init(&f->a, ARENA_BYTES);
    text = str_cstr(str_from(json), &f->a, &e);
    assert_non_null(text);
    for (char *p = text; *p; p++)
        *p = *p == '\'' ? '"' : *p;
    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &f->a, &root, &e), OK);
    assert_int_equal(grid_read(root, &f->a, &f->g, &e), OK);
    assert_int_equal(crosstab_read(&f->g, &f->a, &f->t, &is, &e), OK);
    return is;
}

static void close_table(struct fixture *f)
{
    grid_release(&f->g);
    arena_release(&f->a);
}

/* The cells of what a question asks, "row/column ...", rows by their number. */
static void check_cells(struct fixture *f, const char *question,
                        enum crosstab_operation operation, const char *cells)
{
    struct error e = {0};
    struct buf b;

    assert_int_equal(crosstab_ask(&f->t, str_from(question), &f->a, &f->r, &e),
                     OK);
    buf_init(&b, 1 << 10);
    for (size_t i = 0; i < f->r.n; i++)
        buf_printf(&b, "%s%u/%zu", i ? " " : "",
                   f->t.row[f->r.cell[i].row].number, f->r.cell[i].column);
    buf_put_char(&b, '\0');
    assert_int_equal(f->r.operation, operation);
    assert_string_equal(buf_str(&b).p, cells);
    buf_release(&b);
}

static void check_sql(struct fixture *f, const char *expected)
{
    struct error e = {0};
    struct str sql;

    assert_int_equal(crosstab_sql(&f->t, STR("data"), &f->r, &f->a, &sql, &e),
                     OK);
    assert_string_equal(str_cstr(sql, &f->a, &e), expected);
}

static void a_figure_is_read_from_its_dress(void **state)
{
    bool is_share;

    (void)state;
    assert_true(crosstab_figure(STR("$ (1,234.5)"), &is_share) == -1234.5);
    assert_false(is_share);
    assert_true(crosstab_figure(STR("8 %"), &is_share) == 8);
    assert_true(is_share);
    assert_true(crosstab_figure(STR("-3"), &is_share) == -3);
    assert_true(isnan(crosstab_figure(STR("1,5"), &is_share)));
    assert_true(isnan(crosstab_figure(STR("1.2.3"), &is_share)));
    assert_true(isnan(crosstab_figure(STR("12 months"), &is_share)));
    assert_true(crosstab_figure(STR("35 190"), &is_share) == 35190);
    assert_true(isnan(crosstab_figure(STR("$22,401-$29,992"), &is_share)));
    assert_true(isnan(crosstab_figure(STR("$9\xe2\x80\x93$12"), &is_share)));
    assert_true(isnan(crosstab_figure(STR("1,234 (1)"), &is_share)));
    assert_true(isnan(crosstab_figure(STR("."), &is_share)));
    assert_true(isnan(crosstab_figure(STR("\xe2\x80\x94"), &is_share)));
}

static void levels_of_the_header_sections_and_the_unit_are_found(void **state)
{
    struct fixture f;

    (void)state;
    assert_true(open_table(&f, STATEMENT));
    assert_int_equal(f.t.n_rows, 6);
    assert_int_equal(f.t.column[0].year, 2024);
    assert_int_equal(f.t.column[1].year, 2023);
    assert_true(str_eq(f.t.row[0].section->text, STR("Licences:")));
    assert_true(f.t.row[0].is_repeated);
    assert_true(crosstab_value(&f.t, 1, 0) == -12.5);
    assert_true(isnan(crosstab_value(&f.t, 5, 0)));
    close_table(&f);
}

static void a_table_of_records_is_none(void **state)
{
    struct fixture f;

    (void)state;
    assert_false(open_table(
        &f,
        "{'columns':['name','city','age'],'column_types':['string',"
        "'string','integer'],'rows':[['Ann','Oslo',30],['Bo','Bern',40]]}"));
    close_table(&f);
}

static void a_year_is_that_of_all_columns_below_it(void **state)
{
    struct fixture f;

    (void)state;
    assert_true(open_table(&f, GROUPED));
    assert_int_equal(f.t.column[1].year, 2024);
    assert_int_equal(f.t.column[3].year, 2023);
    check_cells(&f, "What was the percent of total of South in 2023?",
                CROSSTAB_LOOKUP, "2/3");
    close_table(&f);
}

static void a_row_and_a_year_are_a_cell(void **state)
{
    struct fixture f;
    struct error e = {0};

    (void)state;
    assert_true(open_table(&f, STATEMENT));
    check_cells(&f, "What was the server in 2023?", CROSSTAB_LOOKUP, "5/1");
    check_cells(&f, "What was the support desktop in 2024?", CROSSTAB_LOOKUP,
                "7/0");
    check_sql(&f, "SELECT \"column_1\" AS \"(in millions)\", CASE WHEN "
                  "regexp_matches(\"column_2\", '^[^0-9]*[(-]') THEN -1 ELSE 1 "
                  "END * CAST(regexp_replace(\"column_2\", '[^0-9.]', '', 'g') "
                  "AS DOUBLE) AS \"2024\" FROM (SELECT *, row_number() OVER () "
                  "AS \"row\" FROM \"data\") WHERE \"row\" = 7");
    check_cells(&f, "What was the gross margin in 2024 and 2023 respectively?",
                CROSSTAB_LOOKUP, "9/0 9/1");
    assert_int_equal(
        crosstab_ask(&f.t, STR("What was the total net revenue in 2022?"), &f.a,
                     &f.r, &e),
        OK);
    assert_int_equal(f.r.operation, CROSSTAB_NOTHING);
    close_table(&f);
}

static void changes_go_from_the_earlier_year_to_the_later(void **state)
{
    struct fixture f;

    (void)state;
    assert_true(open_table(&f, STATEMENT));
    check_cells(&f,
                "What was the change in total net revenue from 2023 to 2024?",
                CROSSTAB_CHANGE, "8/1 8/0");
    check_cells(
        &f, "What is the percentage change in server between 2024 and 2023?",
        CROSSTAB_PERCENT, "5/1 5/0");
    check_cells(&f,
                "How much did total net revenue decrease by from 2023 to 2024?",
                CROSSTAB_DIFFERENCE, "8/1 8/0");
    check_cells(&f,
                "What was the percentage change in gross margin in 2024 from "
                "2023?",
                CROSSTAB_CHANGE, "9/1 9/0");
    check_cells(&f, "What is the average total net revenue?", CROSSTAB_AVERAGE,
                "8/1 8/0");
    close_table(&f);
}

static void rows_are_computed_with_in_the_order_of_the_question(void **state)
{
    struct fixture f;

    (void)state;
    assert_true(open_table(&f, STATEMENT));
    check_cells(&f, "What is the ratio of server to total net revenue in 2024?",
                CROSSTAB_RATIO, "5/0 8/0");
    check_cells(&f, "In which year was total net revenue larger?",
                CROSSTAB_MOST, "8/1 8/0");
    check_cells(&f, "How many years did total net revenue exceed 150 million?",
                CROSSTAB_COUNT_OVER, "8/1 8/0");
    assert_true(f.r.limit == 150);
    check_cells(&f, "Which years does the table show for gross margin?",
                CROSSTAB_LIST, "9/1 9/0");
    check_cells(&f, "What is the total net revenue before taxes in 2024?",
                CROSSTAB_LOOKUP, "8/0");
    check_cells(&f, "Why did the total net revenue fall in 2024?",
                CROSSTAB_NOTHING, "");
    close_table(&f);
}

static void years_may_be_rows(void **state)
{
    struct fixture f;

    (void)state;
    assert_true(open_table(&f, MATURITIES));
    check_cells(&f, "What is the sum of finance leases from 2025 to 2027?",
                CROSSTAB_SUM, "1/1 2/1 3/1");
    check_cells(&f, "What are the operating and finance leases in 2026?",
                CROSSTAB_LOOKUP, "2/0 2/1");
    check_cells(&f, "What is the change in operating leases from 2025 to 2026?",
                CROSSTAB_CHANGE, "1/0 2/0");
    close_table(&f);
}

static void an_answer_is_surer_where_nothing_is_left_out(void **state)
{
    struct fixture f;
    double all;

    (void)state;
    assert_true(open_table(&f, STATEMENT));
    check_cells(&f, "What was the total net revenue in 2024?", CROSSTAB_LOOKUP,
                "8/0");
    all = crosstab_confidence(&f.r);
    check_cells(&f, "What was the net revenue of subsidiaries in 2024?",
                CROSSTAB_LOOKUP, "8/0");
    assert_true(crosstab_confidence(&f.r) < all);
    assert_true(all > 0.8);
    close_table(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_is_read_from_its_dress),
        cmocka_unit_test(levels_of_the_header_sections_and_the_unit_are_found),
        cmocka_unit_test(a_table_of_records_is_none),
        cmocka_unit_test(a_year_is_that_of_all_columns_below_it),
        cmocka_unit_test(a_row_and_a_year_are_a_cell),
        cmocka_unit_test(changes_go_from_the_earlier_year_to_the_later),
        cmocka_unit_test(rows_are_computed_with_in_the_order_of_the_question),
        cmocka_unit_test(years_may_be_rows),
        cmocka_unit_test(an_answer_is_surer_where_nothing_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
