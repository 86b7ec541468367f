#include "readings_fixture.h"

#include "ask/candidates/reading_facts.h"

/* How the first reading looks that takes this step and tells this column. */
static struct reading_facts look(const char *table, const char *question,
                                 enum step step, uint32_t column)
{
    struct reading_facts out = {0};
    struct feature_question x;
    struct features f = {.names = NULL};
    struct error e = {0};
    struct fixture t;
    bool found = false;

    fixture_open(&t, table);
    fixture_ask(&t, question);
    assert_int_equal(features_begin(&t.g, &t.q, &t.l, &t.a, &x, &e), OK);
    for (size_t i = 0; i < t.all.n && !found; i++) {
        const struct candidate *c = &t.all.candidate[i];

        found = c->rows->step == step && c->result == RESULT_VALUES &&
                c->column == column && c->rows->n > 0 && !c->answer.is_short;
        if (!found)
            continue;
        features_of(&x, c, &f);
        out = reading_facts_of(&x, c, &f);
    }
    fixture_close(&t);
    if (!found)
        fail_msg("'%s' has no such reading", question);
    return out;
}

#define UPWARDS                                                          \
    "{'columns':['Year','Club'],'rows':[['2001','Ajax'],['2002','PSV']," \
    "['2003','vs. Twente']]}"
#define DOWNWARDS                                                        \
    "{'columns':['Year','Club'],'rows':[['2003','Ajax'],['2002','PSV']," \
    "['2001','vs. Twente']]}"

static void what_is_next_hangs_on_the_order_of_the_file(void **state)
{
    struct reading_facts up = look(UPWARDS, "club after Ajax?", STEP_NEXT, 1);
    struct reading_facts down =
        look(DOWNWARDS, "club after Ajax?", STEP_NEXT, 1);

    (void)state;
    assert_true(up.is_placed && down.is_placed);
    assert_false(up.is_unordered);
    assert_true(down.is_unordered);
    assert_int_equal(up.conditions, 1);
    assert_int_equal(up.rows, 3);
}

static void a_value_that_people_would_shorten_is_odd(void **state)
{
    (void)state;
    assert_true(look(UPWARDS, "club in 2003?", STEP_NONE, 1).is_odd);
    assert_false(look(UPWARDS, "club in 2002?", STEP_NONE, 1).is_odd);
}

static void several_answers_are_crowded_where_one_is_asked_for(void **state)
{
    (void)state;
    assert_true(
        look(MATCHES, "which team was at old park?", STEP_NONE, 1).is_crowded);
    assert_false(look(MATCHES, "which teams were at old park?", STEP_NONE, 1)
                     .is_crowded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_next_hangs_on_the_order_of_the_file),
        cmocka_unit_test(a_value_that_people_would_shorten_is_odd),
        cmocka_unit_test(several_answers_are_crowded_where_one_is_asked_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
