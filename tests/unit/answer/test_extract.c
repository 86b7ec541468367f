#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/extract.h"
#include "base/arena_fixture.h"
#include "base/utf8.h"

static struct extracted got;

static const struct corpus_words corpus = {.passages = 5};

static void extract(const char *question, const struct found_passage *p,
                    size_t n)
{
    const struct selector_request r = {.question = str_from(question),
                                       .passages = p,
                                       .n = n,
                                       .corpus = &corpus};
    struct error e = {0};

    assert_int_equal(extract_answer(&r, &arena, &got, &e), OK);
}

static void expect(size_t i, const char *text)
{
    assert_true(i < got.n);
    if (!str_is(got.quote[i].text, text))
        fail_msg("'%.*s' where '%s' was expected", STR_FMT(got.quote[i].text),
                 text);
}

static const char *const fees =
    "Dogs are welcome everywhere in the house and in the garden. "
    "The fee is 25 euros a night and is paid when you arrive with your dog. "
    "Breakfast is served from seven to ten in the large hall downstairs.";

static bool holds(size_t i, const char *part)
{
    const struct str text = got.quote[i].text;

    return i < got.n && str_find(text, str_from(part)) < text.n;
}

static void the_sentence_with_the_words_is_quoted(void **state)
{
    const struct found_passage p = {.text = str_from(fees), .keyword = 0.8};

    (void)state;
    extract("when is breakfast served?", &p, 1);
    assert_int_equal(got.n, 1);
    assert_true(got.shares_a_term);
    assert_true(holds(0, "Breakfast is served from seven to ten"));
}

static void words_meet_by_their_stems(void **state)
{
    const struct found_passage p = {
        .text = STR("Las vacaciones se piden con dos semanas."),
        .keyword = 0.8};

    (void)state;
    extract("¿cómo pido una vacación?", &p, 1);
    assert_true(got.shares_a_term);
    expect(0, "Las vacaciones se piden con dos semanas.");
}

static void a_comment_is_quoted_with_its_mark(void **state)
{
    const struct found_passage p = {
        .text = STR(
            "The ferry leaves at ten o'clock on all days of the week, and at "
            "noon once more from the landing stage below the old castle.\n\n"
            "[comment by Ole Dahl]: The table on the wall of the harbour "
            "office has not been printed again since the spring of last year. "
            "Bicycles are carried on Sundays alone since May. "
            "The harbour master has not yet told us who is to pay for it."),
        .keyword = 0.8};

    (void)state;
    extract("when are bicycles carried?", &p, 1);
    assert_true(got.n > 0);
    assert_true(
        str_starts(got.quote[0].text, STR("[comment by Ole Dahl]: The table")));
    assert_true(holds(0, "Bicycles are carried on Sundays"));
}

static void what_shares_no_word_does_not_answer(void **state)
{
    const struct found_passage p = {.text = str_from(fees)};

    (void)state;
    extract("who won the football match?", &p, 1);
    assert_false(got.shares_a_term);
    assert_false(got.answers);
}

static void what_two_passages_say_alike_is_said_once(void **state)
{
    const struct found_passage p[] = {
        {.text = STR("The key is rotated by the vault."), .keyword = 0.9},
        {.text = STR("The key is rotated by the vault."),
         .keyword = 0.89,
         .rank = 1}};

    (void)state;
    extract("who rotates the key?", p, 2);
    assert_int_equal(got.n, 1);
}

/* Whatever is in it, each quote is in the text, and short enough. */
static void a_quote_is_never_longer_than_it_may_be(void **state)
{
    char text[4001];
    const struct found_passage p = {.text = {text, 4000}, .keyword = 0.9};

    (void)state;
    for (size_t i = 0; i < 4000; i++)
        text[i] = i % 7 == 6 ? ' ' : 'a';
    extract("aaaaaa", &p, 1);
    assert_int_equal(got.n, 1);
    assert_true(utf8_count(got.quote[0].text) <= SPAN_MAX_CHARS);
    assert_true(utf8_count(got.quote[0].excerpt) <= EXTRACT_EXCERPT_CHARS);
    assert_true(str_ends(got.quote[0].text, STR("…")));
    assert_memory_equal(got.quote[0].text.p, text,
                        got.quote[0].text.n - strlen("…"));
}

/* What is cited is shown whole. */
static void an_excerpt_has_all_of_a_long_quote(void **state)
{
    const struct found_passage p = {
        .text = STR("When the key is rotated, the vault writes a line of 71 "
                    "characters into its log and tells who rotated it. "
                    "When the key is rotated by hand, the vault asks for the "
                    "reason of the rotation and keeps it for 72 days. "
                    "When the key is rotated by the night job, the vault "
                    "sends a message to 73 people who look after the key. "
                    "When the key is rotated twice in an hour, the vault "
                    "keeps the older one for 74 minutes before it is gone. "
                    "When the key is rotated while nobody uses it, the vault "
                    "closes after 75 seconds and opens again by itself. "
                    "When the key is rotated at last, the vault shows 76."),
        .keyword = 0.9};

    (void)state;
    extract("what does the vault do when the key is rotated?", &p, 1);
    assert_int_equal(got.n, 1);
    assert_true(utf8_count(got.quote[0].text) > EXTRACT_EXCERPT_CHARS);
    assert_true(str_starts(got.quote[0].excerpt, got.quote[0].text));
}

static void no_passage_is_no_quote(void **state)
{
    const struct found_passage empty = {.keyword = 0.9};

    (void)state;
    extract("anything", NULL, 0);
    assert_int_equal(got.n, 0);
    extract("anything", &empty, 1);
    assert_int_equal(got.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_sentence_with_the_words_is_quoted,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_meet_by_their_stems, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_comment_is_quoted_with_its_mark,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_shares_no_word_does_not_answer,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_two_passages_say_alike_is_said_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quote_is_never_longer_than_it_may_be,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_excerpt_has_all_of_a_long_quote,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_passage_is_no_quote, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
