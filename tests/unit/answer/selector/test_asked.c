#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/selector/asked.h"
#include "base/arena_fixture.h"

#include <math.h>

static struct stemmers stemmers;
static struct asked q;

static void read_with(const char *question, const struct corpus_words *c)
{
    struct error e = {0};

    assert_int_equal(stemmers_init(&stemmers, &e), OK);
    assert_int_equal(
        asked_read(str_from(question), c, &stemmers, &arena, &q, &e), OK);
}

static struct asked_word word_at(const struct words *w, size_t i)
{
    const size_t to = w->word[i].offset + w->word[i].raw.n;

    return (struct asked_word){&w->word[i],
                               i ? str_slice(w->text, w->word[i - 1].offset, to)
                                 : (struct str){0}};
}

static uint64_t match(const char *text)
{
    struct words w;
    struct error e = {0};
    uint64_t has = 0;

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &e), OK);
    for (size_t i = 0; i < w.n; i++) {
        const struct asked_word x = word_at(&w, i);

        has |= asked_match(&q, &stemmers, &x);
    }
    return has;
}

static void words_that_only_hold_it_together_are_no_terms(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("what is the deposit of the flat?", &c);
    assert_int_equal(q.n, 2);
    assert_true(str_is(q.term[0].text, "deposit"));
    assert_true(str_is(q.term[1].text, "flat"));
    assert_true(fabs(q.term[0].weight - 0.5) < 1e-9);
    stemmers_release(&stemmers);
}

static void a_rare_word_weighs_more_and_an_unknown_one_most(void **state)
{
    const struct corpus_word word[] = {{STR("deposit"), 1}, {STR("flat"), 90}};
    const struct corpus_words c = {.word = word, .n = 2, .passages = 100};

    (void)state;
    read_with("deposit flat zebra", &c);
    assert_int_equal(q.n, 3);
    assert_true(q.term[0].weight > q.term[1].weight);
    assert_true(q.term[2].weight > q.term[0].weight);
    assert_true(q.term[2].is_unknown && !q.term[0].is_unknown);
    assert_true(fabs(asked_share(&q, 7) - 1) < 1e-9);
    stemmers_release(&stemmers);
}

static void words_meet_by_stems_and_one_letter_of_a_long_one(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("promisory rotating cat", &c);
    assert_int_equal(match("A promissory note."), 1);
    assert_int_equal(match("It rotates."), 2);
    assert_int_equal(match("A bat."), 0);
    stemmers_release(&stemmers);
}

static void chinese_terms_are_pairs(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("蓝桶", &c);
    assert_true(q.is_cjk);
    assert_int_equal(q.n, 1);
    assert_int_equal(match("倒入蓝桶。"), 1);
    assert_int_equal(match("桶是蓝的。"), 0);
    stemmers_release(&stemmers);
}

static void the_type_of_the_answer_is_read(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("when does the course begin?", &c);
    assert_true(q.types & ASKED_WHEN);
    stemmers_release(&stemmers);
    read_with("how many guests came?", &c);
    assert_true(q.types & ASKED_NUMBER);
    stemmers_release(&stemmers);
}

/* Terms of the question that the words of a text stand for. */
static uint64_t others_in(const char *text, bool sure)
{
    struct asked_keys keys = {{0}};
    struct error e = {0};
    struct words w;

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &e), OK);
    for (size_t i = 0; i < w.n; i++) {
        const struct asked_word x = word_at(&w, i);

        assert_int_equal(asked_match_keys(&q, &stemmers, &x, &arena, &keys, &e),
                         OK);
    }
    return asked_others(&q, &keys, sure);
}

static void other_words_stand_for_terms_where_all_of_them_are(void **state)
{
    const struct str price = STR("price");
    const struct str fee[] = {STR("subscript"), STR("fee")};
    const struct str cost = STR("cost");
    const struct corpus_other other[] = {{&price, 1, fee, 2, 0.3},
                                         {&price, 1, &cost, 1, 0.1}};
    const struct corpus_words c = {
        .passages = 0, .other = other, .n_others = 2};

    (void)state;
    read_with("price of membership", &c);
    assert_int_equal(q.n_others, 2);
    assert_int_equal(others_in("the subscription fees are due", true), 1);
    assert_int_equal(others_in("fees are due", false), 0);
    assert_int_equal(others_in("what it costs", false), 1);
    assert_int_equal(others_in("what it costs", true), 0);
    stemmers_release(&stemmers);
}

static void other_words_stand_for_characters(void **state)
{
    const struct str price = STR("价格");
    const struct str oper = STR("oper");
    const struct corpus_other other[] = {{&price, 1, &oper, 1, 0.8}};
    const struct corpus_words c = {
        .passages = 0, .other = other, .n_others = 1};

    (void)state;
    read_with("房间价格", &c);
    assert_int_equal(q.n_others, 1);
    assert_true(others_in("la operación", true) != 0);
    stemmers_release(&stemmers);
}

/* Those for whose keys there is no room are none, and do not stand for every text. */
static void other_words_without_room_are_left_out(void **state)
{
    enum { MANY = 100, KEYS = 3 };
    static struct str key[MANY][KEYS];
    static struct corpus_other other[MANY];
    const struct corpus_words c = {
        .passages = 0, .other = other, .n_others = MANY};
    const struct str price = STR("price");
    struct error e = {0};

    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        for (size_t k = 0; k < KEYS; k++)
            assert_int_equal(
                str_printf(&arena, &key[i][k], &e, "w%zux", i * KEYS + k), OK);
        other[i] = (struct corpus_other){&price, 1, key[i], KEYS, 0.3};
    }
    read_with("price of membership", &c);
    assert_int_equal(q.n_others, ASKED_MAX_KEYS / KEYS);
    assert_int_equal(others_in("w0x w1x w2x", true), 1);
    assert_int_equal(others_in("w0x w1x", false), 0);
    assert_int_equal(others_in("w297x", false), 0);
    stemmers_release(&stemmers);
}

static void expect_kind(const char *question, unsigned kind)
{
    const struct corpus_words c = {.passages = 0};

    read_with(question, &c);
    assert_int_equal(q.value, kind);
    stemmers_release(&stemmers);
}

static void questions_ask_for_kinds_of_values(void **state)
{
    (void)state;
    expect_kind("How much is a taxi to Truro?", VALUE_MONEY);
    expect_kind("how long will it keep in the freezer", VALUE_SPAN);
    expect_kind("when was the lift installed?", VALUE_MOMENT);
    expect_kind("phone number of Daniela", VALUE_CONTACT);
    expect_kind("¿cuántos niños van?", VALUE_NUMBER);
    expect_kind("谁是联系人", VALUE_NAME);
    expect_kind("do we board cats", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            other_words_stand_for_terms_where_all_of_them_are, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(other_words_without_room_are_left_out,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_words_stand_for_characters,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(questions_ask_for_kinds_of_values,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            words_that_only_hold_it_together_are_no_terms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_rare_word_weighs_more_and_an_unknown_one_most, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            words_meet_by_stems_and_one_letter_of_a_long_one, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(chinese_terms_are_pairs, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_type_of_the_answer_is_read, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
