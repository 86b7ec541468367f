#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/guess.h"

#include <string.h>

static const char *best(struct str bytes)
{
    static struct guesses g;

    encoding_guess(bytes, &g);
    return g.n ? g.of[0].name : "";
}

static void prose_in_an_encoding_is_known(void **state)
{
    (void)state;
    assert_string_equal(
        best(STR("Espa\xf1"
                 "a,Le\xf3n,M\xe1laga,C\xf3rdoba,Logro\xf1o\n")),
        "windows-1252");
    assert_string_equal(
        best(
            STR("\xcc\xee\xf1\xea\xe2\xe0,\xd0\xee\xf1\xf1\xe8\xff,"
                "\xe3\xee\xf0\xee\xe4,\xed\xe0\xf1\xe5\xeb\xe5\xed\xe8\xe5\n")),
        "windows-1251");
}

static void names_with_masked_letters_are_chinese(void **state)
{
    (void)state;
    assert_string_equal(best(STR("\xb1i\xa1\xb3\xbb\xa8,\xa8k,\xaa\xf7\xa5"
                                 "d\n"
                                 "\xb7\xa8\xa1\xb3\xa6t,\xa8k,\xa4@\xaf\xeb\n"
                                 "\xbc"
                                 "B\xa1\xb3\xb3\xc7,\xa4k,\xbb\xc8\xa5"
                                 "d\n")),
                        "big5");
}

static void letters_that_no_language_has_together_are_wrong(void **state)
{
    struct guesses g;

    (void)state;
    /* Romanian: Mâine mă duc să cumpăr pâine; şcoala începe, ţară */
    assert_string_equal(
        best(STR("M\xe2ine m\xe3 duc s\xe3 cump\xe3r p\xe2ine,1\n"
                 "\xbaoala \xeencepe, \xfe"
                 "ar\xe3,2\n")),
        "windows-1250");
    /* Johab, of which there is no decoder: nothing is claimed */
    encoding_guess(STR("\xb8\xe1\xc1\x65\xae\x81,\x89\x65\xb4\xc1\x90\x41,"
                       "\xac\xe2\xd0\x61\xb5\x77,\xd0\x65\x8a\x82\xa5\xa1\n"),
                   &g);
    assert_true(g.n == 0 || g.of[0].confidence < 0.8);
}

static void damaged_utf_8_is_no_other_encoding(void **state)
{
    struct guesses g;

    (void)state;
    encoding_guess(STR("áéíóúñáéíóúñáéíóúñáéíóúñ\xff"), &g);
    assert_int_equal(g.n, 0);
}

static void few_characters_are_little_evidence(void **state)
{
    struct guesses g;

    (void)state;
    encoding_guess(STR("a,b\ncaf\xe9,1\n"), &g);
    assert_string_equal(g.of[0].name, "windows-1252");
    assert_true(g.of[0].confidence < 0.8);
}

static void of_two_encodings_with_the_same_letters_neither_is_sure(void **state)
{
    struct guesses g;

    (void)state;
    encoding_guess(
        STR("\xf1\xf3\xec\xec\xe0,\xe3\xee\xf0\xee\xe4,\xf2\xee\xe2\xe0\xf0\n"
            "\xeb\xe5\xf1,\xef\xe8\xf1\xfc\xec\xee,\xde\xeb\xee\xf7\xea\xe0\n"
            "\xe7\xe8\xec\xe0,\xea\xed\xe8\xe3\xe0 \xf8\xea\xee\xeb\xe0,\xe4\xee\xf0\xee\xe3\xe0\n"
            "\xe2\xe5\xf7\xe5\xf0,\xf5\xee\xf0\xee\xf8\xee,\xde\xeb\xee\xf7\xea\xe0\n"),
        &g);
    assert_string_equal(g.of[0].name, "windows-1251"); /* but for one letter */
    assert_true(g.of[0].confidence < 0.8);
}

static void nothing_is_guessed_of_what_is_no_text(void **state)
{
    char noise[4096];
    uint32_t seed = 1;

    (void)state;
    for (size_t i = 0; i < sizeof(noise); i++) {
        seed = seed * 1664525u + 1013904223u;
        noise[i] = (char)(seed >> 24);
    }
    assert_string_equal(best((struct str){noise, sizeof(noise)}), "");
}

static void lines_of_single_bytes_are_no_pairs(void **state)
{
    struct guesses g;

    (void)state;
    encoding_guess(STR("\xe8,0|1|60|371|p1\n10|21|46|p2\n"), &g);
    for (size_t i = 0; i < g.n; i++)
        assert_true(strncmp(g.of[i].name, "utf-16", 6) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prose_in_an_encoding_is_known),
        cmocka_unit_test(names_with_masked_letters_are_chinese),
        cmocka_unit_test(letters_that_no_language_has_together_are_wrong),
        cmocka_unit_test(damaged_utf_8_is_no_other_encoding),
        cmocka_unit_test(few_characters_are_little_evidence),
        cmocka_unit_test(
            of_two_encodings_with_the_same_letters_neither_is_sure),
        cmocka_unit_test(nothing_is_guessed_of_what_is_no_text),
        cmocka_unit_test(lines_of_single_bytes_are_no_pairs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
