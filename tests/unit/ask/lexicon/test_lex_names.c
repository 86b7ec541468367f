#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"

#include "ask/lexicon/lex_fixture.h"
#include "ask/lexicon/lex_names.h"

static struct lex_text text_of(const char *text)
{
    struct words *w = arena_alloc(&arena, sizeof(*w), &err);
    struct lex_text t;

    assert_non_null(w);
    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, w, &err),
                     OK);
    assert_int_equal(lex_text_make(w, &arena, &t, &err), OK);
    return t;
}

static struct lex_names names_of(const char *text)
{
    const struct lex_text t = text_of(text);
    struct lex_names out;

    lex_names_of(lex_shared(), &t, 0, t.words->n, &out);
    return out;
}

static bool names(const char *text, const char *state)
{
    const struct lex_names n = names_of(text);
    const uint16_t id = concept_named(lex_shared(), state);

    assert_int_not_equal(id, LEX_NO_CONCEPT);
    for (size_t i = 0; i < n.n; i++)
        if (n.state[i] == id)
            return true;
    return false;
}

static void values_have_names_in_three_languages(void **state)
{
    static const struct {
        const char *text, *state;
    } some[] = {
        {"American", "country-us"},
        {"americans", "country-us"},
        {"U.S.", "country-us"},
        {"usa", "country-us"},
        {"United States of America", "country-us"},
        {"EE. UU.", "country-us"},
        {"estadounidenses", "country-us"},
        {"美国人", "country-us"},
        {"美國", "country-us"},
        {"francesas", "country-fr"},
        {"Frenchmen", "country-fr"},
        {"Afghans", "country-af"},
        {"English", "home-nation-england"},
        {"Republic of Korea", "country-kr"},
        {"Burma", "country-mm"},
        {"DEU", "country-de"},
        {"Calif.", "us-state-ca"},
        {"加州", "us-state-ca"},
        {"edomex", "province-mx-mex"},
        {"Catalonia", "province-es-ct"},
        {"capital federal", "province-ar-c"},
        {"粤", "province-cn-gd"},
        {"广东省", "province-cn-gd"},
        {"Bavaria", "province-de-by"},
        {"nyc", "city-new-york-city"},
        {"Nueva York", "city-new-york-city"},
        {"Bombay", "city-mumbai"},
        {"castellano", "language-es"},
        {"法语", "language-fr"},
        {"rupees", "currency-inr"},
        {"INR", "currency-inr"},
        {"women", "female"},
        {"enero", "january"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(some); i++)
        if (!names(some[i].text, some[i].state))
            fail_msg("'%s' is no name of %s", some[i].text, some[i].state);
    assert_false(names("car", "country-cf"));
    assert_int_equal(names_of("").n, 0);
}

static struct lex_column column_of(const char *name)
{
    const struct lex_text t = text_of(name);
    struct lex_column out;

    lex_column_of(lex_shared(), &t, LEX_COLUMN_TEXT, &out);
    return out;
}

/* What the value "CA" of a column is, beside two others. */
static void assert_ca(const char *column, const char *second, const char *third,
                      const char *state)
{
    const struct lex_column c = column_of(column);
    struct lex_names n[] = {names_of("CA"), names_of(second), names_of(third)};

    lex_names_agree(lex_shared(), &c, n, COUNT_OF(n));
    assert_int_equal(n[0].n, 1);
    assert_string_equal(lex_concept(lex_shared(), n[0].state[0]).name, state);
}

static void the_values_of_a_column_say_what_a_code_is_of(void **state)
{
    (void)state;
    assert_true(names("CA", "us-state-ca") && names("CA", "country-ca"));
    assert_ca("x", "NY", "TX", "us-state-ca");
    assert_ca("x", "US", "MX", "country-ca");
    assert_ca("x", "es", "en", "language-ca");
    assert_ca("country", "NY", "TX", "country-ca");
    assert_ca("shipping country", "zzz", "zzz", "country-ca");
}

static void what_agrees_with_nothing_stays(void **state)
{
    const struct lex_column c = {.n = 0};
    struct lex_names n[] = {names_of("CA"), names_of("zzz")};
    const size_t before = n[0].n;

    (void)state;
    lex_names_agree(lex_shared(), &c, n, COUNT_OF(n));
    assert_true(before > 1);
    assert_int_equal(n[0].n <= before && n[0].n > 0, 1);
    assert_int_equal(n[1].n, 0);
    lex_names_agree(lex_shared(), &c, n, 0);
}

#define NAMES_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        NAMES_TEST(values_have_names_in_three_languages),
        NAMES_TEST(the_values_of_a_column_say_what_a_code_is_of),
        NAMES_TEST(what_agrees_with_nothing_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
