#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/spelling.h"

static void words_of_two_spellings_are_one(void **state)
{
    static const char *const pairs[][2] = {{"cancelled", "canceled"},
                                           {"travelling", "traveling"},
                                           {"colour", "color"},
                                           {"favourites", "favorites"},
                                           {"organisation", "organization"},
                                           {"specialised", "specialized"},
                                           {"organise", "organize"},
                                           {"centre", "center"},
                                           {"theatres", "theaters"},
                                           {"catalogue", "catalog"},
                                           {"programme", "program"},
                                           {"licence", "license"},
                                           {"paediatric", "pediatric"}};

    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        assert_true(
            text_same_spelling(str_from(pairs[i][0]), str_from(pairs[i][1])));
        assert_true(
            text_same_spelling(str_from(pairs[i][1]), str_from(pairs[i][0])));
    }
}

static void other_words_stay_two(void **state)
{
    static const char *const pairs[][2] = {
        {"cancelled", "cancels"}, {"hour", "hor"},  {"center", "centers"},
        {"price", "prize"},       {"rise", "rize"}, {"fence", "fens"}};

    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        assert_false(
            text_same_spelling(str_from(pairs[i][0]), str_from(pairs[i][1])));
    assert_true(text_same_spelling(STR("x"), STR("x")));
}

static void a_long_word_is_only_itself(void **state)
{
    static const char word[] = "colourcolourcolourcolourcolourcolour";
    static const char other[] = "colorcolorcolorcolorcolorcolor";

    (void)state;
    assert_true(text_same_spelling(str_from(word), str_from(word)));
    assert_false(text_same_spelling(str_from(word), str_from(other)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_two_spellings_are_one),
        cmocka_unit_test(other_words_stay_two),
        cmocka_unit_test(a_long_word_is_only_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
