#include "answer/sentence/spelled_numbers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* The only number of a text, as it is said and its value. */
static void expect(const char *text, const char *said, const char *value)
{
    struct spelled_numbers out;
    struct error e;

    assert_int_equal(spelled_numbers_find(str_from(text), &arena, &out, &e),
                     OK);
    assert_int_equal(out.n, 1);
    assert_true(str_is(out.at[0].text, said));
    assert_true(str_is(out.at[0].value, value));
    assert_ptr_equal(out.at[0].text.p, text + out.at[0].at);
}

static void words_of_two_languages_are_numbers(void **state)
{
    (void)state;
    expect("It takes thirty days.", "thirty", "30");
    expect("Some twenty-eight days", "twenty-eight", "28");
    expect("two thousand five hundred", "two thousand five hundred", "2500");
    expect("Son treinta y cinco días", "treinta y cinco", "35");
}

static void articles_and_digits_are_not(void **state)
{
    static const char *const none[] = {"one of the days", "un día", "28 days",
                                       "the second one", ""};
    struct spelled_numbers out;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
        assert_int_equal(
            spelled_numbers_find(str_from(none[i]), &arena, &out, &e), OK);
        assert_int_equal(out.n, 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(words_of_two_languages_are_numbers),
        TEST(articles_and_digits_are_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
