#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"
#include "orders_fixture.h"

/* One letter a link: K concept, C column, V value, N number, P period, ? */
static void check(const char *question, const char *want)
{
    static const char letters[] = {
        [LINK_UNKNOWN] = '?', [LINK_CONCEPT] = 'K', [LINK_COLUMN] = 'C',
        [LINK_VALUE] = 'V',   [LINK_NUMBER] = 'N',  [LINK_PERIOD] = 'P'};
    struct arena a;
    struct words w = {0};
    struct links l = {0};
    struct error e = {0};
    char got[64] = "";
    size_t i;

    arena_init(&a, 1 << 24);
    assert_int_equal(words_cut(str_from(question), WORDS_TEXT, &a, &w, &e), OK);
    assert_int_equal(
        link_question(&schema_of(ORDERS, "orders.csv", &a)->tables[0], &w,
                      question_words_language(&w), &a, &l, &e),
        OK);
    for (i = 0; i < l.n && i < 63; i++)
        got[i] = letters[l.link[i].kind];
    if (!str_is(str_from(got), want))
        fail_msg("'%s' links as %s, not %s", question, got, want);
    arena_release(&a);
}

static void words_become_the_links_that_explain_most(void **state)
{
    (void)state;
    check("how many orders are in Madrid", "KCV");
    check("top 10 customers by sales", "KNCKC");
    check("sales of Blue Sun in March 2024", "CVP");
    check("quux in Madrid", "?V");
}

static void columns_are_found_in_any_spelling(void **state)
{
    (void)state;
    check("UNIT PRICE", "C");
    check("order date", "C");
    check("importe", "C");
    check("客户", "C");
    check("clientes", "C");
}

static void long_values_win_over_their_words(void **state)
{
    (void)state;
    check("New York", "V");
    check("Madrid Foods", "V");
    check("Garc\xc3\xad"
          "a L\xc3\xb3pez",
          "V");
}

static void fillers_are_dropped_and_concepts_kept(void **state)
{
    (void)state;
    check("what is the average", "KK");
    check("the of in", "");
}

static void a_question_of_too_many_words_is_refused(void **state)
{
    struct arena a;
    struct words w = {.n = LINK_MAX_WORDS + 1};
    struct links l;
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 22);
    assert_int_equal(link_question(&schema_of(ORDERS, "o.csv", &a)->tables[0],
                                   &w, LANGUAGE_EN, &a, &l, &e),
                     ERR_LIMIT);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_become_the_links_that_explain_most),
        cmocka_unit_test(columns_are_found_in_any_spelling),
        cmocka_unit_test(long_values_win_over_their_words),
        cmocka_unit_test(fillers_are_dropped_and_concepts_kept),
        cmocka_unit_test(a_question_of_too_many_words_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
