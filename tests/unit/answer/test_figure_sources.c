#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/figure_sources.h"
#include "answer/model_answer.h"

static struct arena arena;
static struct answer *an;

static int set_up(void **state)
{
    struct error e = {0};

    (void)state;
    arena_init(&arena, 16 << 20);
    an = arena_alloc(&arena, sizeof(*an), &e);
    assert_non_null(an);
    an->n_sources = 1;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void find(const char *text, size_t pages_from, const char *result)
{
    struct json *j = NULL;
    struct error e = {0};

    if (result)
        assert_int_equal(
            json_parse(str_from(result), &json_default_limits, &arena, &j, &e),
            OK);
    an->result = j;
    an->text = str_from(text);
    an->pages_from = pages_from == SIZE_MAX ? an->text.n : pages_from;
    an->n_figures = an->n_warnings = 0;
    assert_int_equal(figure_sources_find(an, &arena, &e), OK);
}

static void expect(size_t i, const char *text, const char *cell)
{
    assert_true(i < an->n_figures);
    assert_true(str_is(an->figures[i].text, text));
    if (!str_is(an->figures[i].cell, cell))
        fail_msg("%s is at '%.*s', not at '%s'", text,
                 STR_FMT(an->figures[i].cell), cell);
}

static void each_number_is_found_in_its_cell(void **state)
{
    (void)state;
    an->counts.first = STR("2");
    find("Sum of x by y, 2 in all: a (-12.50); b (7).", SIZE_MAX,
         "{\"rows\":[[\"a\",-12.50],[\"b\",7]],\"total_row_count\":2}");
    assert_int_equal(an->n_figures, 3);
    expect(0, "2", "/results/total_row_count");
    expect(1, "-12.50", "/results/rows/0/1");
    expect(2, "7", "/results/rows/1/1");
    assert_int_equal(an->n_warnings, 0);
}

static void a_figure_per_cent_is_in_the_cell_of_its_share(void **state)
{
    (void)state;
    find("Lowest fat: 11.7 % (M0067).", SIZE_MAX,
         "{\"rows\":[[0.117]],\"total_row_count\":1}");
    assert_int_equal(an->n_figures, 1);
    expect(0, "11.7", "/results/rows/0/0");
    assert_int_equal(an->n_warnings, 0);
    find("Lowest fat: 11.7.", SIZE_MAX,
         "{\"rows\":[[0.117]],\"total_row_count\":1}");
    expect(0, "11.7", "");
}

/* And a count of them is none of them. */
static void equal_numbers_are_each_in_the_cell_of_their_row(void **state)
{
    (void)state;
    an->counts.first = STR("3");
    find("Sum of x by y, 3 in all: a (3); b (8); c (3).", SIZE_MAX,
         "{\"rows\":[[\"a\",3],[\"b\",8],[\"c\",3]],\"total_row_count\":3}");
    assert_int_equal(an->n_figures, 4);
    expect(0, "3", "/results/total_row_count");
    expect(1, "3", "/results/rows/0/1");
    expect(2, "8", "/results/rows/1/1");
    expect(3, "3", "/results/rows/2/1");
    assert_int_equal(an->n_warnings, 0);
    an->counts.first = STR("2");
    find("Top 2 y by x: a (2); b (2).", SIZE_MAX,
         "{\"rows\":[[\"a\",2],[\"b\",2]],\"total_row_count\":2}");
    expect(0, "2", "/results/total_row_count");
    expect(1, "2", "/results/rows/0/1");
    expect(2, "2", "/results/rows/1/1");
}

/* Of two rows that a sentence names, and two more, each also with the number 2. */
static void what_more_there_is_is_counted_by_the_result(void **state)
{
    (void)state;
    an->counts.more = STR("; and 2 more");
    an->counts.named = 2;
    find("Sum of x by y: a (2); b (2); and 2 more.", SIZE_MAX,
         "{\"rows\":[[\"a\",2],[\"b\",2],[\"c\",1],[\"d\",1]],"
         "\"total_row_count\":4}");
    assert_int_equal(an->n_figures, 3);
    expect(0, "2", "/results/rows/0/1");
    expect(1, "2", "/results/rows/1/1");
    expect(2, "2", "/results/total_row_count");
    assert_int_equal(an->n_warnings, 0);
    an->counts.named = 1; /* then it would be 3 more */
    find("Sum of x by y: a (7); and 2 more.", SIZE_MAX,
         "{\"rows\":[[\"a\",7],[\"b\",6]],\"total_row_count\":4}");
    expect(1, "2", "/results/row_count");
    find("Sum of x by y: a (7); and 2 more.", SIZE_MAX,
         "{\"rows\":[[\"a\",7]],\"total_row_count\":4}");
    assert_int_equal(an->n_warnings, 1);
}

/* A cell "1", a count "3" and a condition "24": figures that begin or end so are
 * proved nevertheless. */
static void a_name_is_no_part_of_a_number(void **state)
{
    (void)state;
    an->counts.first = STR("3");
    an->restated[an->n_restated++] = STR("24");
    find("Top 3 y by x with z 24: 1 (1,800); 3 (2,024); 800 (24.5).", SIZE_MAX,
         "{\"rows\":[[\"1\",1800],[\"3\",2024],[\"800\",24.5]],"
         "\"total_row_count\":3}");
    assert_int_equal(an->n_figures, 4);
    expect(0, "3", "/results/total_row_count");
    expect(1, "1,800", "/results/rows/0/1");
    expect(2, "2,024", "/results/rows/1/1");
    expect(3, "24.5", "/results/rows/2/1");
    assert_int_equal(an->n_warnings, 0);
}

static void thousands_are_read_by_the_marks_of_the_sentence(void **state)
{
    (void)state;
    an->marks = MARKS_POINT;
    find("12.345 x: 15.000,25.", SIZE_MAX,
         "{\"rows\":[[15000.25]],\"total_row_count\":12345}");
    assert_int_equal(an->n_figures, 2);
    expect(0, "12.345", "/results/total_row_count");
    assert_true(str_is(an->figures[0].value, "12345"));
    expect(1, "15.000,25", "/results/rows/0/0");
    assert_true(str_is(an->figures[1].value, "15000.25"));
    assert_int_equal(an->n_warnings, 0);
}

static void a_number_that_no_cell_holds_is_flagged(void **state)
{
    (void)state;
    find("Sum of x: 141.", SIZE_MAX,
         "{\"rows\":[[14.1]],\"total_row_count\":1}");
    assert_int_equal(an->n_figures, 1);
    expect(0, "141", "");
    assert_int_equal(an->n_warnings, 1);
    assert_true(str_find(an->warnings[0], STR("141")) < an->warnings[0].n);
}

static void digits_of_names_and_conditions_are_no_figures(void **state)
{
    (void)state;
    an->restated[an->n_restated++] = STR(" in 2024");
    find("Total x in 2024: Room 101 (5), Q3 (5).", SIZE_MAX,
         "{\"rows\":[[\"Room 101\",5]],\"total_row_count\":1}");
    assert_int_equal(an->n_figures, 2);
    expect(0, "5", "/results/rows/0/1");
    assert_int_equal(an->n_warnings, 0);
}

static void what_pages_say_is_found_in_their_excerpts(void **state)
{
    (void)state;
    an->passages[0] = (struct answer_passage){
        .excerpt = STR("It costs 1,140 euros, or less."), .is_cited = true};
    an->n_passages = 1;
    find("x: 3.\n\nIt costs 1,140 euros, or less. [2]", 6,
         "{\"rows\":[[3]],\"total_row_count\":1}");
    assert_int_equal(an->n_figures, 2);
    expect(0, "3", "/results/rows/0/0");
    expect(1, "1,140", "/sources/1/excerpt");
    assert_true(str_is(an->figures[1].value, "1140"));
    assert_int_equal(an->n_warnings, 0);
}

/* A model's sentences, of which the first cites [1] and the second [2]. */
static void what_a_model_writes_is_looked_up_where_it_cites(void **state)
{
    static const struct model_answer written = {.n = 2};

    (void)state;
    an->written = &written;
    an->passages[0] = (struct answer_passage){
        .excerpt = STR("It costs 1,500 euros."),
        .text = STR("It costs 1,500 euros. Bring 7 keys."),
        .is_cited = true};
    an->passages[1] = (struct answer_passage){
        .excerpt = STR("Fourteen days, A45."), .is_cited = true};
    an->n_passages = 2;
    find("It is 1500 and 7. [1]\n14 days, not 50, 5, 1500 or ten. [2]", 0,
         NULL);
    assert_int_equal(an->n_figures, 7);
    expect(0, "1500", "/sources/0/excerpt");
    expect(1, "7", "/sources/0/pointer");
    expect(2, "14", "/sources/1/excerpt");
    expect(3, "50", "");
    expect(4, "5", "");
    expect(5, "1500", "");
    expect(6, "ten", "");
    assert_int_equal(an->n_warnings, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_number_is_found_in_its_cell,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_figure_per_cent_is_in_the_cell_of_its_share, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            equal_numbers_are_each_in_the_cell_of_their_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_more_there_is_is_counted_by_the_result, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_name_is_no_part_of_a_number, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            thousands_are_read_by_the_marks_of_the_sentence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_number_that_no_cell_holds_is_flagged,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            digits_of_names_and_conditions_are_no_figures, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_pages_say_is_found_in_their_excerpts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_a_model_writes_is_looked_up_where_it_cites, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
