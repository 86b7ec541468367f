#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/selector/asked_match.h"
#include "base/arena_fixture.h"

#include <math.h>

static struct analyzer *z;
static struct asked q;

static void read_with(const char *question, const struct corpus_words *c)
{
    struct error e = {0};

    z = analyzer_new(&e);
    assert_non_null(z);
    assert_int_equal(asked_read(str_from(question), c, z, &arena, &q, &e), OK);
}

/* All words of a text together. */
static struct asked_found found_in(const char *text)
{
    struct asked_found all = {0};
    struct asked_matcher m;
    struct words w;
    struct error e = {0};

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &e), OK);
    assert_int_equal(asked_matcher_init(&q, z, &arena, &m, &e), OK);
    for (size_t i = 0; i < w.n; i++) {
        const struct asked_found *x;

        assert_int_equal(asked_match(&m, &w, i, &x, &e), OK);
        all.has |= x->has;
        all.kin |= x->kin;
        asked_keys_add(&all.keys, x);
    }
    return all;
}

static uint64_t match(const char *text)
{
    return found_in(text).has;
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
    analyzer_free(z);
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
    analyzer_free(z);
}

static void words_meet_by_stems_and_one_letter_of_a_long_one(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("promisory rotating cat", &c);
    assert_int_equal(match("A promissory note."), 1);
    assert_int_equal(match("It rotates."), 2);
    assert_int_equal(match("A bat."), 0);
    analyzer_free(z);
}

/* The ones that search finds are also seen. */
static void words_meet_by_the_keys_of_search(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("compania habitacion", &c);
    assert_int_equal(match("Las compañías."), 1);
    assert_int_equal(match("Dos habitaciones."), 2);
    analyzer_free(z);
}

static void words_that_begin_alike_are_kin(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("enfermedad vacaciones", &c);
    assert_int_equal(found_in("si se enferma").kin, 1);
    assert_int_equal(found_in("si se enferma").has, 0);
    assert_int_equal(found_in("vaca").kin, 0);
    analyzer_free(z);
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
    analyzer_free(z);
}

static void the_type_of_the_answer_is_read(void **state)
{
    const struct corpus_words c = {.passages = 0};

    (void)state;
    read_with("when does the course begin?", &c);
    assert_true(q.types & ASKED_WHEN);
    analyzer_free(z);
    read_with("how many guests came?", &c);
    assert_true(q.types & ASKED_NUMBER);
    analyzer_free(z);
}

/* Terms of the question that the words of a text stand for. */
static uint64_t others_in(const char *text, bool sure)
{
    const struct asked_found x = found_in(text);

    return asked_others(&q, &x.keys, sure);
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
    analyzer_free(z);
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
    analyzer_free(z);
}

/* Those for whose keys there is no room are none, and do not stand for every text. */
static void other_words_without_room_are_left_out(void **state)
{
    enum { MANY = 120, KEYS = 5 };
    static struct str key[MANY][KEYS];
    static struct corpus_other other[MANY];
    const struct corpus_words c = {
        .passages = 0, .other = other, .n_others = MANY};
    const struct corpus_words none = {.passages = 0};
    const struct str price = STR("price");
    struct error e = {0};
    size_t own;

    (void)state;
    read_with("price of membership", &none);
    own = q.n_keys;
    analyzer_free(z);
    for (size_t i = 0; i < MANY; i++) {
        for (size_t k = 0; k < KEYS; k++)
            assert_int_equal(
                str_printf(&arena, &key[i][k], &e, "w%zux", i * KEYS + k), OK);
        other[i] = (struct corpus_other){&price, 1, key[i], KEYS, 0.3};
    }
    read_with("price of membership", &c);
    assert_int_equal(q.n_others, (ASKED_MAX_KEYS - own) / KEYS);
    assert_int_equal(others_in("w0x w1x w2x w3x w4x", true), 1);
    assert_int_equal(others_in("w0x w1x w2x w3x", false), 0);
    assert_int_equal(others_in("w595x", false), 0);
    analyzer_free(z);
}

static void expect_kind(const char *question, unsigned kind)
{
    const struct corpus_words c = {.passages = 0};

    read_with(question, &c);
    assert_int_equal(q.value, kind);
    analyzer_free(z);
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
        cmocka_unit_test_setup_teardown(words_meet_by_the_keys_of_search,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_that_begin_alike_are_kin, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(chinese_terms_are_pairs, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_type_of_the_answer_is_read, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
