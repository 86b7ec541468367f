#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/hyphenation.h"

#include <cmocka.h>

static struct arena arena;
static struct seen_words words;

static int setup(void **state)
{
    struct error e = {0};

    (void)state;
    arena_init(&arena, 1 << 24);
    assert_int_equal(seen_words_init(&words, &arena, &e), OK);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void note(const char *line)
{
    seen_words_add_line(&words, str_from(line), false);
}

static bool keeps(const char *begin, const char *end)
{
    return pdf_keeps_hyphen(&words, str_from(begin), str_from(end));
}

static void a_word_keeps_the_hyphen_that_it_has_elsewhere(void **state)
{
    (void)state;
    note("a Long-term plan, and the longterm ones");
    assert_true(keeps("it is long-", "term,"));
    assert_false(keeps("it is short-", "term"));
}

static void a_compound_of_words_keeps_its_hyphen(void **state)
{
    (void)state;
    note("The bank (advised) us");
    assert_true(keeps("a bank-", "advised"));
    assert_true(keeps("a non-bank-", "advised."));
    assert_false(keeps("a bank-", "ruptcy"));
    assert_false(keeps("em-", "bank"));
}

static void a_word_that_is_joined_elsewhere_is_joined(void **state)
{
    (void)state;
    note("the water and its front, a waterfront");
    assert_false(keeps("the water-", "front"));
}

static void short_parts_are_syllables(void **state)
{
    (void)state;
    note("for the mation in port");
    assert_false(keeps("the for-", "mation"));
    assert_false(keeps("in-", "port"));
}

static void the_parts_of_a_divided_word_are_no_words(void **state)
{
    (void)state;
    note("the harbour is bank-");
    seen_words_add_line(&words, STR("rupted since"), true);
    note("the since");
    assert_false(keeps("bank-", "since"));
    assert_false(keeps("harbour-", "rupted"));
    assert_true(keeps("harbour-", "since"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(a_word_keeps_the_hyphen_that_it_has_elsewhere),
        TEST(a_compound_of_words_keeps_its_hyphen),
        TEST(a_word_that_is_joined_elsewhere_is_joined),
        TEST(short_parts_are_syllables),
        TEST(the_parts_of_a_divided_word_are_no_words)};
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
