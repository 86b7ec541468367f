#include "retrieve_fixture.h"

#include "search/retrieve/search_candidate.h"

#define MANY 40

static struct document documents[MANY];
static struct candidate list[MANY];

/* A line of document `d` of text, or a record when line is 0. */
static struct candidate candidate_of(size_t d, uint64_t line, const char *text,
                                     double strength)
{
    return (struct candidate){.hit = {.strength = strength, .score = strength},
                              .passage = {.first_line = line,
                                          .last_line = line,
                                          .text = str_from(text)},
                              .document = &documents[d]};
}

static void of_what_says_nearly_the_same_the_best_stays(void **state)
{
    static const char long_text[] =
        "one two three four five six seven eight nine ten eleven twelve "
        "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty "
        "and some more words that stand behind them so that one word less or "
        "more makes no great difference to all of the rest of this long text "
        "which goes on and on until there are enough of them to be a page";
    static const char longer[] =
        "one two three four five six seven eight nine ten eleven twelve "
        "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty "
        "and some more words that stand behind them so that one word less or "
        "more makes no great difference to all of the rest of this long text "
        "which goes on and on until there are enough of them to be a page now";
    struct candidates c = {list, 5};

    (void)state;
    list[0] = candidate_of(0, 1, "something else entirely is said here", .9);
    list[1] = candidate_of(1, 1, long_text, .8);
    list[2] = candidate_of(2, 1, longer, .7);
    list[3] = candidate_of(3, 1, "a third thing", .6);
    list[4] = candidate_of(4, 1, long_text, .5);
    assert_ok(candidates_fold(&c, &arena, &err));
    assert_int_equal(c.n, 3);
    assert_ptr_equal(c.at[1].document, &documents[1]);
    assert_ptr_equal(c.at[1].same->document, &documents[2]);
    assert_ptr_equal(c.at[1].same->same->document, &documents[4]);
    assert_null(c.at[1].same->same->same);
    assert_null(c.at[0].same);
    assert_ptr_equal(c.at[2].document, &documents[3]);
}

static void texts_without_words_are_not_the_same(void **state)
{
    struct candidates c = {list, 3};

    (void)state;
    list[0] = candidate_of(0, 1, "", .9);
    list[1] = candidate_of(1, 1, "", .8);
    list[2] = candidate_of(2, 1, "...", .7);
    assert_ok(candidates_fold(&c, &arena, &err));
    assert_int_equal(c.n, 3);
}

static void short_texts_are_the_same_only_word_by_word(void **state)
{
    struct candidates c = {list, 4};

    (void)state;
    list[0] = candidate_of(0, 0, "qty=1; name=pen", .9);
    list[1] = candidate_of(1, 0, "qty=2; name=pen", .8);
    list[2] = candidate_of(2, 0, "qty=1; name=pen", .7);
    list[3] = candidate_of(3, 0, "pen", .6);
    assert_ok(candidates_fold(&c, &arena, &err));
    assert_int_equal(c.n, 3);
    assert_ptr_equal(c.at[0].same->document, &documents[2]);
}

/* No question asks for a thousand candidates that are all there. */
static void nothing_and_one_can_be_folded(void **state)
{
    struct candidates c = {list, 0};

    (void)state;
    assert_ok(candidates_fold(&c, &arena, &err));
    assert_int_equal(c.n, 0);
    candidates_choose(&c, 10);
    assert_int_equal(c.n, 0);
    c.n = 1;
    list[0] = candidate_of(0, 1, "a", .9);
    assert_ok(candidates_fold(&c, &arena, &err));
    candidates_choose(&c, 10);
    assert_int_equal(c.n, 1);
}

static void assert_in_order(const struct candidates *c)
{
    for (size_t i = 1; i < c->n; i++)
        assert_true(c->at[i - 1].hit.strength >= c->at[i].hit.strength);
}

static size_t count_of(const struct candidates *c, size_t d)
{
    size_t n = 0;

    for (size_t i = 0; i < c->n; i++)
        n += c->at[i].document == &documents[d];
    return n;
}

static void ten_pieces_of_one_page_are_one_source(void **state)
{
    struct candidates c = {list, 30};

    (void)state;
    for (size_t i = 0; i < 30; i++)
        list[i] = candidate_of(i < 15 ? 0 : i, 1, "x", 1 - (double)i / 100);
    candidates_choose(&c, 10);
    assert_int_equal(c.n, 10);
    assert_int_equal(count_of(&c, 0), 5);
    assert_in_order(&c);
}

static void where_others_have_nothing_to_say_one_text_fills_the_places(
    void **state)
{
    struct candidates c = {list, 20};

    (void)state;
    for (size_t i = 0; i < 20; i++)
        list[i] = candidate_of(i == 17, 1, "x", 1 - (double)i / 100);
    candidates_choose(&c, 10);
    assert_int_equal(c.n, 10);
    assert_int_equal(count_of(&c, 0), 9);
    assert_int_equal(count_of(&c, 1), 1);
    assert_in_order(&c);
}

static void records_are_sources_each(void **state)
{
    struct candidates c = {list, 30};

    (void)state;
    for (size_t i = 0; i < 30; i++)
        list[i] = candidate_of(i < 15 ? 0 : i, 0, "x", 1 - (double)i / 100);
    candidates_choose(&c, 10);
    assert_int_equal(count_of(&c, 0), 10);
    assert_in_order(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(of_what_says_nearly_the_same_the_best_stays),
        FS_TEST(texts_without_words_are_not_the_same),
        FS_TEST(short_texts_are_the_same_only_word_by_word),
        FS_TEST(nothing_and_one_can_be_folded),
        FS_TEST(ten_pieces_of_one_page_are_one_source),
        FS_TEST(where_others_have_nothing_to_say_one_text_fills_the_places),
        FS_TEST(records_are_sources_each),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
