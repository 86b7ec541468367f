#include "lexical_fixture.h"

#include "search/lexical/snippet.h"

/* The snippet with its marks in brackets. */
static const char *snippet_of(const char *text, const char *question,
                              size_t max_bytes)
{
    static char out[2000];
    struct search_hits hits;
    struct snippet_request request;
    struct snippet s;
    struct query q;
    struct plan p;
    size_t n = 0;
    size_t mark = 0;

    add_text(view.n, "", text);
    seal();
    assert_int_equal(query_parse(str_from(question), &arena, &q, &err), OK);
    assert_int_equal(plan_make(&q, 0, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, 1, &arena, &hits, &err), OK);
    request = (struct snippet_request){str_from(text), &p, max_bytes};
    assert_int_equal(snippet_make(&request, analyzer, &arena, &s, &err), OK);
    assert_true(s.to - s.from <= max_bytes && s.to <= strlen(text));
    for (size_t i = s.from; i <= s.to; i++) {
        if (mark < s.n && i == s.mark[mark].to) {
            out[n++] = ']';
            mark++;
        }
        if (mark < s.n && i == s.mark[mark].from)
            out[n++] = '[';
        if (i < s.to)
            out[n++] = text[i];
    }
    out[n] = '\0';
    assert_int_equal(mark, s.n);
    return out;
}

static void words_are_marked_by_stem(void **state)
{
    (void)state;
    assert_string_equal(snippet_of("Rotating all the keys.", "rotate key", 200),
                        "[Rotating] all the [keys].");
}

static void the_window_has_the_most_different_words(void **state)
{
    (void)state;
    assert_string_equal(
        snippet_of("key key key key key and then a long stretch of other "
                   "matters until the rotation of a key is told at the end",
                   "rotation key", 40),
        "the [rotation] of a [key] is told at the");
}

static void a_word_beside_the_match_is_whole_or_not_there(void **state)
{
    (void)state;
    assert_string_equal(snippet_of("functions key administration", "key", 9),
                        "[key]");
    assert_string_equal(snippet_of("functions key of it", "key", 14),
                        "[key] of it");
}

static void chinese_pairs_are_one_mark_and_no_character_is_cut(void **state)
{
    (void)state;
    assert_string_equal(snippet_of("他的队友马里奥贡献了擒杀", "马里奥", 20),
                        "友[马里奥]贡献");
}

static void without_a_match_it_is_the_start(void **state)
{
    (void)state;
    assert_string_equal(snippet_of("some words stand here", "zebra", 12),
                        "some words");
    assert_string_equal(snippet_of("", "zebra", 12), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(words_are_marked_by_stem),
        LEXICAL_TEST(the_window_has_the_most_different_words),
        LEXICAL_TEST(a_word_beside_the_match_is_whole_or_not_there),
        LEXICAL_TEST(chinese_pairs_are_one_mark_and_no_character_is_cut),
        LEXICAL_TEST(without_a_match_it_is_the_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
