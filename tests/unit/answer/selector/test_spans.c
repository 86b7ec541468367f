#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/selector/features.h"
#include "base/arena_fixture.h"

static struct cut_passage cut;
static struct asked q;
static struct spans spans;

static void cut_text(const char *question, const char *text)
{
    const struct corpus_words c = {.passages = 0};
    const struct found_passage p = {.text = str_from(text),
                                    .headings = STR("notes.md")};
    struct asked_matcher m;
    struct error e = {0};
    struct analyzer *z = analyzer_new(&e);

    assert_non_null(z);
    assert_int_equal(asked_read(str_from(question), &c, z, &arena, &q, &e), OK);
    assert_int_equal(asked_matcher_init(&q, z, &arena, &m, &e), OK);
    assert_int_equal(passage_cut(&p, &m, &arena, &cut, &e), OK);
    assert_int_equal(spans_of(&cut, 1, &arena, &spans, &e), OK);
    analyzer_free(z);
}

static bool has_span(size_t from, size_t to, enum span_kind kind)
{
    for (size_t i = 0; i < spans.n; i++) {
        const struct span *s = &spans.at[i];

        if (s->from == from && s->to == to && s->kind == kind)
            return true;
    }
    return false;
}

static void a_list_comes_with_what_announces_it(void **state)
{
    (void)state;
    cut_text("what to bring", "Bring with you:\n\n- a towel\n- soap\n\nThen "
                              "wait at the door.\n");
    assert_int_equal(cut.s.n, 4);
    assert_true(has_span(0, 1, SPAN_RUN));
    assert_true(has_span(0, 4, SPAN_LIST) || has_span(0, 3, SPAN_LIST));
    assert_true(has_span(1, 2, SPAN_ITEM));
    assert_true(has_span(3, 4, SPAN_RUN));
}

/* "notes.md" is the heading of cut_text(): a page has it among its lines. */
static void a_heading_among_the_lines_is_no_sentence(void **state)
{
    (void)state;
    cut_text("where is the towel", "notes.md\n\nThe towel is in the car.\n");
    assert_int_equal(cut.s.n, 1);
    cut_text("where is the towel", "notes\n\nThe towel is in the car.\n");
    assert_int_equal(cut.s.n, 2);
    cut_text("which file is it", "notes.md\n");
    assert_int_equal(cut.s.n, 1);
}

static void steps_stay_together(void **state)
{
    (void)state;
    cut_text("rotate the key", "Do this.\n\n1. Ask.\n2. Wait.\n3. Go.\n");
    assert_int_equal(cut.s.n, 4);
    for (size_t i = 0; i < spans.n; i++) {
        const struct span whole = span_with_steps(&cut, spans.at[i]);

        assert_true(whole.to == 1 || whole.to == 4);
    }
}

static void what_comes_before_the_sentence_that_is_meant_is_left_out(
    void **state)
{
    const struct span whole = {0, 0, 3, SPAN_WHOLE};

    (void)state;
    cut_text("when is breakfast served",
             "Dogs are welcome. Breakfast is served from 7. Eggs cost 2.\n");
    assert_int_equal(span_without_lead(&cut, &q, whole).from, 1);
    assert_int_equal(span_without_lead(&cut, &q, whole).to, 3);
    cut_text("breakfast for dogs on Sunday morning",
             "Cats are welcome. Dogs are. Eggs cost 2.\n");
    assert_int_equal(span_without_lead(&cut, &q, whole).from, 0);
}

static void no_span_is_there_twice(void **state)
{
    (void)state;
    cut_text("towel", "One. Two. Three.\n\n- a\n- b\n");
    for (size_t i = 0; i < spans.n; i++) {
        for (size_t k = i + 1; k < spans.n; k++)
            assert_false(spans.at[i].from == spans.at[k].from &&
                         spans.at[i].to == spans.at[k].to);
    }
}

static void what_a_sentence_has_beside_the_question_is_counted(void **state)
{
    (void)state;
    cut_text("rent of the hall",
             "The rent of the hall is 25 euros.\n\nOn Monday 12:30 Mrs "
             "Adeyemi opens it.\n");
    assert_int_equal(cut.facts[0].new_numbers, 1);
    assert_int_equal(cut.facts[0].units, 1);
    assert_int_equal(cut.facts[0].has, 3);
    assert_int_equal(cut.facts[1].has, 0);
    assert_true(cut.facts[1].dates > 0);
    assert_true(cut.facts[1].new_names > 0);
}

static void a_year_is_of_four_digits(void **state)
{
    (void)state;
    cut_text("tea", "In 1950 it was new.\n\nIt was 1.50 then.\n");
    assert_int_equal(cut.facts[0].dates, 1);
    assert_int_equal(cut.facts[1].dates, 0);
}

static void features_have_names_and_shares_stay_shares(void **state)
{
    const struct corpus_words c = {.passages = 4};
    const struct found_passage p = {.text = STR("x"), .keyword = 0.5};
    double x[1][SELECTOR_FEATURES] = {{0}};
    struct found f;

    (void)state;
    cut_text("rent of the hall", "The rent of the hall is 25 euros.\n");
    f = (struct found){
        .asked = &q, .corpus = &c, .passage = &p, .cut = &cut, .n = 1};
    found_compare(&f, &spans);
    features_of_found(&f, x);
    features_of_span(&f, &spans.at[0], x[0]);
    assert_true(x[0][FEATURE_SPAN] > 0.99 && x[0][FEATURE_SPAN] < 1.01);
    assert_true(x[0][FEATURE_FOUND] > 0.99);
    assert_true(x[0][FEATURE_UNKNOWN] < 0.01);
    assert_true(x[0][FEATURE_KEYWORD] > 0.49);
    for (int i = 0; i < SELECTOR_FEATURES; i++)
        assert_non_null(selector_feature_name((enum selector_feature)i));
}

static void a_label_says_what_the_rest_is_about(void **state)
{
    (void)state;
    cut_text("weight of the machine", "| Weight | 12.8 kg |\n\nIt is light.\n");
    assert_int_equal(cut.facts[0].label, 1);
    assert_true(cut.facts[0].label_share > 0.99);
    assert_int_equal(cut.facts[1].label, 0);
    assert_true(cut.facts[1].label_share < 0);
}

static void a_value_of_another_thing_in_the_row_is_not_close(void **state)
{
    (void)state;
    cut_text("how much is the red towel",
             "The red towel is 5 euros. The red towel lies in the car that "
             "the club bought from a man in the north for 900 euros.\n");
    assert_int_equal(cut.s.n, 2);
    assert_int_equal(cut.facts[0].near_value, cut.facts[0].has);
    assert_true(cut.facts[1].has_value);
    assert_int_equal(cut.facts[1].near_value, 0);
    assert_int_equal(cut.facts[1].close, cut.facts[1].has);
}

static void what_follows_the_words_of_the_question_is_counted(void **state)
{
    (void)state;
    cut_text("where is the towel", "In the car is the towel.\n\nThe towel is "
                                   "in the car.\n");
    assert_int_equal(cut.facts[0].behind, 0);
    assert_int_equal(cut.facts[1].behind, 4);
}

static void sentences_are_compared_with_each_other(void **state)
{
    const struct corpus_words c = {.passages = 4};
    const struct found_passage p = {.text = STR("x"), .keyword = 0.5};
    double x[1][SELECTOR_FEATURES] = {{0}};
    struct found f;

    (void)state;
    cut_text("rent of the hall", "The hall is old.\n\nThe hall's rent is 25 "
                                 "euros.\n\nThe hall is cold.\n");
    f = (struct found){
        .asked = &q, .corpus = &c, .passage = &p, .cut = &cut, .n = 1};
    found_compare(&f, &spans);
    assert_int_equal(f.with[0], 1);
    assert_int_equal(f.with[1], 3);
    assert_true(f.rare[0] > f.rare[1]);
    features_of_found(&f, x);
    features_of_span(&f, &(struct span){0, 1, 2, SPAN_RUN}, x[0]);
    assert_true(x[0][FEATURE_SPAN_ONLY] > 0.49);
    assert_true(x[0][FEATURE_SPAN_LEAD] > 0.49);
}

static void expect_has(const char *question, const char *text, bool has)
{
    cut_text(question, text);
    assert_int_equal(cut.s.n, 1);
    if (cut.facts[0].has_value != has)
        fail_msg("'%s': %d", text, !has);
}

static void a_sentence_has_the_value_that_is_asked_for_or_not(void **state)
{
    (void)state;
    expect_has("how much is a basket of logs", "A basket of logs is £6.", true);
    expect_has("how much is a basket of logs", "A basket of logs is free.",
               true);
    expect_has("how much is a basket of logs", "Ask Marj for the logs.", false);
    expect_has("how long does it keep", "It keeps 5 days in the fridge.", true);
    expect_has("how long does it keep", "It keeps in the fridge.", false);
    expect_has("when does the pub close", "The pub closes at half past ten",
               false);
    expect_has("when does the pub close", "The pub closes, a pint is 1.50",
               false);
    expect_has("when does the pub close", "The pub closes on Sundays at 10pm",
               true);
    expect_has("phone number of the centre", "Ring 01629 823 456.", true);
    expect_has("phone number of the centre", "Room 21 of the centre.", false);
    expect_has("who has the keys", "Mrs Kerr has the keys.", true);
    expect_has("压缩机保修多久", "压缩机保修五年。", true);
    expect_has("cuánto pesa la estufa", "La estufa pesa 82 kg.", true);
    expect_has("how many of the 12 came", "Of the 12 most came.", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            a_sentence_has_the_value_that_is_asked_for_or_not, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_list_comes_with_what_announces_it,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_heading_among_the_lines_is_no_sentence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_year_is_of_four_digits, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(steps_stay_together, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_comes_before_the_sentence_that_is_meant_is_left_out, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(no_span_is_there_twice, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            what_a_sentence_has_beside_the_question_is_counted, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_label_says_what_the_rest_is_about,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_value_of_another_thing_in_the_row_is_not_close, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            what_follows_the_words_of_the_question_is_counted, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(sentences_are_compared_with_each_other,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            features_have_names_and_shares_stay_shares, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
