#include "readings_fixture.h"

static void read_question(struct fixture *f, const char *text)
{
    fixture_open(f, MATCHES);
    fixture_ask(f, text);
}

static void numbers_are_digits_words_and_ordinals(void **state)
{
    struct fixture f;

    (void)state;
    read_question(&f, "more than two million fans or 1,200 at the 3rd or the "
                      "second match?");
    assert_int_equal(f.q.n_numbers, 4);
    assert_true(f.q.number[0].value == 2e6);
    assert_int_equal(f.q.number[0].n, 2);
    assert_true(f.q.number[1].value == 1200);
    assert_false(f.q.number[1].is_year);
    assert_true(f.q.number[2].is_ordinal && f.q.number[2].value == 3);
    assert_true(f.q.number[3].is_ordinal && f.q.number[3].is_word);
    fixture_close(&f);
}

static void years_decades_and_days_are_distinguished(void **state)
{
    struct fixture f;

    (void)state;
    read_question(&f, "in 2004, in the 1990s, or on June 2, 2004?");
    assert_true(f.q.number[0].is_year && !f.q.number[0].is_decade);
    assert_true(f.q.number[1].is_decade && f.q.number[1].value == 1990);
    assert_int_equal(f.q.n_days, 1);
    assert_int_equal(f.q.day[0].day, 20040602);
    assert_int_equal(f.q.day[0].n, 3);
    fixture_close(&f);
}

static void check_kind(const char *text, const char *kind, const char *head)
{
    struct fixture f;

    read_question(&f, text);
    assert_true(str_is(f.q.kind, kind));
    if (head) {
        assert_int_not_equal(f.q.head, QUESTION_NONE);
        assert_true(
            str_is(lexeme_at(f.g.words, f.q.word[f.q.head])->text, head));
    } else {
        assert_int_equal(f.q.head, QUESTION_NONE);
    }
    fixture_close(&f);
}

static void how_a_question_asks_is_known(void **state)
{
    (void)state;
    check_kind("which home team won?", "which", "home");
    check_kind("how many of the goals fell?", "how_many", "goals");
    check_kind("how long was it?", "how_long", NULL);
    check_kind("Ajax was where?", "mid_was", NULL);
    check_kind("goals of Ajax", "none", NULL);
}

static void words_call_for_kinds_of_answers(void **state)
{
    struct fixture f;

    (void)state;
    read_question(&f, "the fastest");
    assert_int_equal(f.q.triggers, TRIGGER_EXTREME | TRIGGER_UP);
    fixture_close(&f);
    read_question(&f, "venue of PSV");
    assert_int_equal(f.q.triggers, 0);
    fixture_close(&f);
}

static void a_question_of_any_length_is_read_to_its_128th_word(void **state)
{
    struct fixture f;
    char text[1024] = "";

    (void)state;
    for (size_t i = 0; i < 1000; i += 2) {
        text[i] = 'x';
        text[i + 1] = ' ';
    }
    read_question(&f, text);
    assert_int_equal(f.q.n, QUESTION_MAX_WORDS);
    assert_false(word_set_has(word_set_range(0, 1000), 128));
    assert_int_equal(word_set_count(word_set_range(0, 1000)), 128);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_digits_words_and_ordinals),
        cmocka_unit_test(years_decades_and_days_are_distinguished),
        cmocka_unit_test(how_a_question_asks_is_known),
        cmocka_unit_test(words_call_for_kinds_of_answers),
        cmocka_unit_test(a_question_of_any_length_is_read_to_its_128th_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
