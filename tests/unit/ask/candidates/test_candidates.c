/*
 * For each kind of reading a question that has it: the right answer must be
 * among the candidates, from the right kind of result.
 */
#include "readings_fixture.h"

#include "base/buf.h"

/* The answers of a candidate, joined by ';'. */
static void write_answer(struct fixture *f, const struct candidate *c,
                         struct buf *b)
{
    struct error e = {0};
    struct str text;

    buf_reset(b);
    for (uint32_t i = 0; i < c->answer.n; i++) {
        assert_int_equal(
            denotation_text(&f->g, &c->answer, i, &f->a, &text, &e), OK);
        buf_puts(b, i ? ";" : "");
        buf_put_str(b, text);
    }
}

static void check_of(const char *table, const char *question,
                     enum result result, enum step step, const char *answer)
{
    struct fixture f;
    struct buf b;
    bool found = false;

    fixture_open(&f, table);
    fixture_ask(&f, question);
    buf_init(&b, 4096);
    for (size_t i = 0; i < f.all.n && !found; i++) {
        const struct candidate *c = &f.all.candidate[i];

        if (c->result != result || c->rows->step != step)
            continue;
        write_answer(&f, c, &b);
        found = str_is(buf_str(&b), answer);
    }
    if (!found)
        fail_msg("'%s' has no reading that answers %s", question, answer);
    buf_release(&b);
    fixture_close(&f);
}

static void check(const char *question, enum result result, enum step step,
                  const char *answer)
{
    check_of(MATCHES, question, result, step, answer);
}

static void values_of_the_rows_that_conditions_leave(void **state)
{
    (void)state;
    check("where did PSV play?", RESULT_VALUES, STEP_NONE, "Old Park");
    check("home team at old park in 2005", RESULT_VALUES, STEP_NONE, "PSV");
    check("where did Ajax or PSV play?", RESULT_VALUES, STEP_NONE,
          "Old Park;Sea Stadium;River Ground");
    check("who was not at old park?", RESULT_VALUES, STEP_NONE, "Ajax");
    check("who played on May 9, 2003?", RESULT_VALUES, STEP_NONE, "Feyenoord");
    check("who had more than 3 goals?", RESULT_VALUES, STEP_NONE, "PSV");
    check("teams between 2 and 3 goals", RESULT_VALUES, STEP_NONE, "Ajax");
    check("venue at the stadium", RESULT_VALUES, STEP_NONE, "Sea Stadium");
    check("teams after 2004", RESULT_VALUES, STEP_NONE, "PSV;Ajax");
}

static void rows_are_counted_and_summed(void **state)
{
    (void)state;
    check("how many matches of Ajax?", RESULT_COUNT, STEP_NONE, "3");
    check("how many venues?", RESULT_DISTINCT, STEP_NONE, "3");
    check("total goals of Ajax", RESULT_SUM, STEP_NONE, "5");
    check("average goals of all", RESULT_AVERAGE, STEP_NONE, "2.5");
    check("most goals", RESULT_MAX, STEP_NONE, "4");
    check("least goals", RESULT_MIN, STEP_NONE, "1");
    check("difference between most and least goals", RESULT_RANGE, STEP_NONE,
          "3");
    check("how many years has it lasted?", RESULT_YEARS, STEP_NONE, "3");
    check("how many consecutive matches at old park?", RESULT_RUN, STEP_NONE,
          "2");
}

static void steps_take_rows_by_order_and_place(void **state)
{
    (void)state;
    check("who scored most goals?", RESULT_VALUES, STEP_MOST, "PSV");
    check("who scored least goals?", RESULT_VALUES, STEP_LEAST, "Feyenoord");
    check("first venue of Ajax", RESULT_VALUES, STEP_FIRST, "Old Park");
    check("last venue of Ajax", RESULT_VALUES, STEP_LAST, "River Ground");
    check("third team of the list", RESULT_VALUES, STEP_NTH, "Ajax");
    check("team with the second most goals", RESULT_VALUES, STEP_NTH_MOST,
          "Ajax");
    check("team with the second least goals", RESULT_VALUES, STEP_NTH_LEAST,
          "Ajax");
    check("who came next after PSV?", RESULT_VALUES, STEP_NEXT, "Ajax");
    check("who came before Feyenoord?", RESULT_VALUES, STEP_PREVIOUS, "Ajax");
    check("how many after Feyenoord?", RESULT_COUNT, STEP_AFTER, "3");
    check("how many before PSV?", RESULT_COUNT, STEP_BEFORE, "3");
    check("team between Feyenoord and PSV", RESULT_VALUES, STEP_BETWEEN,
          "Ajax");
    check("who had the same venue as PSV?", RESULT_VALUES, STEP_SAME,
          "Ajax;Feyenoord");
}

static void values_are_ranked_by_their_rows(void **state)
{
    (void)state;
    check("which team played most?", RESULT_FREQUENT, STEP_NONE, "Ajax");
    check("which team played least?", RESULT_RARE, STEP_NONE, "Feyenoord;PSV");
    check("most matches of one team", RESULT_MOST_ROWS, STEP_NONE, "3");
    check("which home team has most goals?", RESULT_GROUP_MOST, STEP_NONE,
          "Ajax");
}

static void two_are_compared(void **state)
{
    (void)state;
    check("who had more goals, PSV or Feyenoord?", RESULT_LARGER, STEP_NONE,
          "PSV");
    check("who had less goals, PSV or Feyenoord?", RESULT_SMALLER, STEP_NONE,
          "Feyenoord");
    check("who played more, Ajax or PSV?", RESULT_MORE_ROWS, STEP_NONE, "Ajax");
    check("who played less, Ajax or PSV?", RESULT_FEWER_ROWS, STEP_NONE, "PSV");
    check("who was first, PSV or Feyenoord?", RESULT_EARLIER, STEP_NONE,
          "Feyenoord");
    check("who was last, PSV or Feyenoord?", RESULT_LATER, STEP_NONE, "PSV");
    check("difference in goals between PSV and Feyenoord", RESULT_DIFFERENCE,
          STEP_NONE, "3");
    check("how many more times did Ajax play than PSV?", RESULT_ROW_DIFFERENCE,
          STEP_NONE, "2");
    check("how many between Feyenoord and PSV?", RESULT_ROWS_BETWEEN, STEP_NONE,
          "1");
}

static void rows_that_sum_up_others_may_be_left_out(void **state)
{
    static const char medals[] =
        "{'columns':['Nation','Gold'],'rows':[['Fiji',3],['Tonga',5],"
        "['Nauru',1],['Grand total',9]]}";

    (void)state;
    check_of(medals, "which nation has the most gold?", RESULT_VALUES,
             STEP_MOST, "Tonga");
    check_of(medals, "which nation is last?", RESULT_VALUES, STEP_LAST,
             "Nauru");
    check_of(medals, "how many nations?", RESULT_COUNT, STEP_NONE, "3");
}

static void cells_that_are_empty_or_zero_are_asked_for(void **state)
{
    static const char prizes[] = "{'columns':['Name','Gold','Notes'],'rows':["
                                 "['Ann',0,null],['Bob',2,'first'],"
                                 "['Cid',0,'late'],['Dan',1,null]]}";

    (void)state;
    check_of(prizes, "who has no notes?", RESULT_VALUES, STEP_NONE, "Ann;Dan");
    check_of(prizes, "how many have notes?", RESULT_COUNT, STEP_NONE, "2");
    check_of(prizes, "who did not win gold?", RESULT_VALUES, STEP_NONE,
             "Ann;Cid");
}

static void rows_are_held_against_one(void **state)
{
    (void)state;
    check("who had more goals than Feyenoord?", RESULT_VALUES, STEP_OVER,
          "Ajax;PSV");
    check("how many had fewer goals than PSV?", RESULT_COUNT, STEP_UNDER, "3");
}

static void the_first_line_of_a_cell_may_be_its_name(void **state)
{
    static const char games[] =
        "{'columns':['Week','Opponent'],'rows':["
        "[1,'at Ohio'],[2,'vs. Utah'],[3,'Iowa\\n(final)'],[4,'@ Yale']]}";

    (void)state;
    check_of(games, "opponent in week 1", RESULT_VALUES, STEP_NONE, "Ohio");
    check_of(games, "opponent in week 1", RESULT_VALUES, STEP_NONE, "at Ohio");
    check_of(games, "opponent in week 2", RESULT_VALUES, STEP_NONE, "Utah");
    check_of(games, "opponent in week 3", RESULT_VALUES, STEP_NONE, "Iowa");
    check_of(games, "opponent in week 4", RESULT_VALUES, STEP_NONE, "Yale");
}

static void a_people_is_found_by_its_country(void **state)
{
    static const char riders[] = "{'columns':['Rider','Country'],'rows':["
                                 "['Ann','Norway'],['Bob','Spain'],"
                                 "['Cid','Norway']]}";

    (void)state;
    check_of(riders, "how many norwegian riders?", RESULT_COUNT, STEP_NONE,
             "2");
}

static void candidates_repeat_in_their_order(void **state)
{
    struct fixture f;
    struct candidates first;

    (void)state;
    fixture_open(&f, MATCHES);
    fixture_ask(&f, "who had more goals after 2003, PSV or Ajax?");
    first = f.all;
    fixture_ask(&f, "who had more goals after 2003, PSV or Ajax?");
    assert_int_equal(first.n, f.all.n);
    for (size_t i = 0; i < first.n; i++) {
        assert_int_equal(first.candidate[i].result, f.all.candidate[i].result);
        assert_int_equal(first.candidate[i].column, f.all.candidate[i].column);
        assert_true(rows_equal(&first.candidate[i].rows->rows,
                               &f.all.candidate[i].rows->rows));
    }
    fixture_close(&f);
}

static void a_table_without_rows_has_no_more_than_its_count(void **state)
{
    struct fixture f;

    (void)state;
    fixture_open(&f, "{'columns':['a','b'],'rows':[]}");
    fixture_ask(&f, "which a has most b after 2003?");
    assert_int_equal(f.all.n, 1);
    assert_int_equal(f.all.candidate[0].result, RESULT_COUNT);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_that_are_empty_or_zero_are_asked_for),
        cmocka_unit_test(rows_are_held_against_one),
        cmocka_unit_test(the_first_line_of_a_cell_may_be_its_name),
        cmocka_unit_test(a_people_is_found_by_its_country),
        cmocka_unit_test(values_of_the_rows_that_conditions_leave),
        cmocka_unit_test(rows_are_counted_and_summed),
        cmocka_unit_test(steps_take_rows_by_order_and_place),
        cmocka_unit_test(values_are_ranked_by_their_rows),
        cmocka_unit_test(two_are_compared),
        cmocka_unit_test(rows_that_sum_up_others_may_be_left_out),
        cmocka_unit_test(candidates_repeat_in_their_order),
        cmocka_unit_test(a_table_without_rows_has_no_more_than_its_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
