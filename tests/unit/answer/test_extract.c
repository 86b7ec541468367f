#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/extract.h"
#include "base/utf8.h"

static struct arena arena;
static struct extracted got;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 64 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void extract(const char *question, const struct extract_passage *p,
                    size_t n, bool needs_words)
{
    const struct extract_request r = {.question = str_from(question),
                                      .passages = p,
                                      .n = n,
                                      .needs_words = needs_words};
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

static void the_sentence_with_the_words_is_quoted(void **state)
{
    const struct extract_passage p = {.text = str_from(fees), .score = 0.8};

    (void)state;
    extract("when is breakfast served?", &p, 1, true);
    assert_int_equal(got.n, 1);
    expect(0, "Breakfast is served from seven to ten in the large hall "
              "downstairs.");
}

static void words_meet_by_their_stems(void **state)
{
    const struct extract_passage p = {
        .text = STR("Nothing else is here to be read by anybody at all, as it "
                    "seems, or so they say in the office downstairs today. "
                    "Las vacaciones se piden con dos semanas."),
        .score = 0.8};

    (void)state;
    extract("¿cómo pido una vacación?", &p, 1, true);
    assert_int_equal(got.n, 1);
    expect(0, "Las vacaciones se piden con dos semanas.");
}

static void without_a_word_a_likely_passage_says_its_first(void **state)
{
    const struct extract_passage p = {.text = str_from(fees), .score = 0.8};

    (void)state;
    extract("zebra", &p, 1, false);
    assert_int_equal(got.n, 1);
    assert_true(str_starts(got.quote[0].text, STR("Dogs are welcome")));
    extract("zebra", &p, 1, true);
    assert_int_equal(got.n, 0);
}

static void a_much_worse_passage_is_not_quoted(void **state)
{
    const struct extract_passage p[] = {
        {.text = STR("The key is rotated by the vault."), .score = 0.9},
        {.text = STR("A key is no toy."), .score = 0.2}};

    (void)state;
    extract("who rotates the key?", p, 2, false);
    assert_int_equal(got.n, 1);
    assert_int_equal(got.quote[0].passage, 0);
}

static void what_two_passages_say_alike_is_said_once(void **state)
{
    const struct extract_passage p[] = {
        {.text = STR("The key is rotated by the vault."), .score = 0.9},
        {.text = STR("The key is rotated by the vault."), .score = 0.89}};

    (void)state;
    extract("who rotates the key?", p, 2, false);
    assert_int_equal(got.n, 1);
}

static void a_colon_takes_what_it_announces_along(void **state)
{
    const struct extract_passage p = {
        .text = STR("To restore a database say:\n\n    restore orders\n"),
        .score = 0.9};

    (void)state;
    extract("how do I restore a database?", &p, 1, false);
    expect(0, "To restore a database say:\nrestore orders");
}

/* Whatever stands in it, each quote is in the text, and short enough. */
static void a_quote_is_never_longer_than_it_may_be(void **state)
{
    char text[4001];
    const struct extract_passage p = {.text = {text, 4000}, .score = 0.9};

    (void)state;
    for (size_t i = 0; i < 4000; i++)
        text[i] = i % 7 == 6 ? ' ' : 'a';
    extract("aaaaaa", &p, 1, false);
    assert_int_equal(got.n, 1);
    assert_true(utf8_count(got.quote[0].text) <= EXTRACT_QUOTE_CHARS);
    assert_true(utf8_count(got.quote[0].excerpt) <= EXTRACT_EXCERPT_CHARS);
    assert_true(str_ends(got.quote[0].text, STR("…")));
    assert_memory_equal(got.quote[0].text.p, text,
                        got.quote[0].text.n - strlen("…"));
}

static void no_passage_is_no_quote(void **state)
{
    const struct extract_passage empty = {.score = 0.9};

    (void)state;
    extract("anything", NULL, 0, false);
    assert_int_equal(got.n, 0);
    extract("anything", &empty, 1, false);
    assert_int_equal(got.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_sentence_with_the_words_is_quoted,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_meet_by_their_stems, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            without_a_word_a_likely_passage_says_its_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_much_worse_passage_is_not_quoted,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            what_two_passages_say_alike_is_said_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_colon_takes_what_it_announces_along,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_quote_is_never_longer_than_it_may_be,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_passage_is_no_quote, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
