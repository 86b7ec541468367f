#include "dictionary_fixture.h"

#include "base/text/distance.h"
#include "store/value_index/dictionary_read.h"

#define WORDS 3000

static char text[WORDS][16];
static const char *list[WORDS + 1];
static uint32_t seed;

static unsigned next(unsigned n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % n;
}

/* Words of few letters, so that many are near to others. */
static struct dictionary_column *many_words(void)
{
    seed = 7;
    for (unsigned i = 0; i < WORDS; i++) {
        unsigned n = 3 + next(9);

        for (unsigned k = 0; k < n; k++)
            text[i][k] = (char)('a' + next(4));
        text[i][n] = '\0';
        list[i] = text[i];
    }
    return column_of(list);
}

/* How many words of the column are within the limit, each once. */
static size_t count_near(struct dictionary_column *c, struct str word,
                         unsigned limit)
{
    size_t n = 0;

    for (uint64_t i = 0; i + 1 < c->n[DICTIONARY_WORD_AT]; i++) {
        unsigned d = text_distance(word, dictionary_word_text(c, i), limit);

        n += d > 0 && d <= limit;
    }
    return n;
}

static void near_words_are_those_that_comparing_all_finds(void **state)
{
    struct dictionary_column *c = many_words();
    size_t some = 0;

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        struct dictionary_near near[DICTIONARY_NEAR];
        char word[16];
        unsigned limit = 1 + i % 2;
        size_t n, want, found = 0;

        (void)snprintf(word, sizeof(word), "%s", text[next(WORDS)]);
        for (unsigned k = 0; k < limit; k++)
            word[next((unsigned)strlen(word))] = (char)('a' + next(5));
        want = count_near(c, str_from(word), limit);
        n = dictionary_find_near(c, str_from(word), limit, near);
        assert_false(c->damaged);
        for (size_t k = 0; k < n; k++) {
            struct str is = dictionary_word_text(c, near[k].word - 1);

            if (near[k].distance == DICTIONARY_GOES_ON) {
                assert_true(str_starts(is, str_from(word)));
                continue;
            }
            assert_int_equal(text_distance(str_from(word), is, limit),
                             near[k].distance);
            found++;
        }
        assert_int_equal(found,
                         want < DICTIONARY_NEAR ? want : DICTIONARY_NEAR);
        some += found > 0;
    }
    assert_in_range(some, 300, 400);
}

/* What a search for `said` finds first, or "". */
static const char *first_of(const char *const values[], const char *said,
                            unsigned limit)
{
    static char out[32];
    struct dictionary_column *c = column_of(values);
    struct dictionary_near near[DICTIONARY_NEAR];
    size_t n = dictionary_find_near(c, str_from(said), limit, near);

    out[0] = '\0';
    if (n)
        (void)snprintf(out, sizeof(out), "%.*s",
                       STR_FMT(dictionary_word_text(c, near[0].word - 1)));
    dictionary_close(&dictionary);
    return out;
}

static void swapped_letters_are_one_slip_wherever_they_stand(void **state)
{
    static const char *const values[] = {"wonderful", "zebra", NULL};
    char said[] = "wonderful";

    (void)state;
    for (size_t i = 0; i + 1 < sizeof(said) - 1; i++) {
        char kept = said[i];

        said[i] = said[i + 1];
        said[i + 1] = kept;
        assert_string_equal(first_of(values, said, 1), "wonderful");
        said[i + 1] = said[i];
        said[i] = kept;
    }
}

static void the_nearest_comes_first_and_what_goes_on_last(void **state)
{
    static const char *const values[] = {"northwind", "northwing", "northwi",
                                         "southwind", NULL};

    (void)state;
    assert_string_equal(first_of(values, "nortwind", 2), "northwind");
    assert_string_equal(first_of(values, "northw", 1), "northwi");
    assert_string_equal(first_of(values, "north", 1), "northwi");
    assert_string_equal(first_of(values, "east", 1), "");
}

static void digits_are_no_slip(void **state)
{
    static const char *const values[] = {"abc123", "7777", "A12", NULL};

    (void)state;
    assert_string_equal(first_of(values, "abc124", 1), "");
    assert_string_equal(first_of(values, "abcl23", 1), "");
    assert_string_equal(first_of(values, "7778", 1), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DICTIONARY_TEST(near_words_are_those_that_comparing_all_finds),
        DICTIONARY_TEST(swapped_letters_are_one_slip_wherever_they_stand),
        DICTIONARY_TEST(the_nearest_comes_first_and_what_goes_on_last),
        DICTIONARY_TEST(digits_are_no_slip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
