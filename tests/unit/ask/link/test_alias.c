#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/link/alias.h"
#include "ask/link/link.h"

#include <cmocka.h>

static struct arena arena;
static struct error err;

static struct words words_of(const char *text)
{
    struct words w;

    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &arena, &w, &err),
                     OK);
    return w;
}

static void the_longest_alias_counts_and_values_have_their_own(void **state)
{
    const struct column_alias aliases[] = {
        {words_of("performing"), {0}},
        {words_of("performing loan"), {0}},
        {words_of("banking system"), STR("SISTEMA")},
        {words_of(""), {0}}};
    const struct schema_column c = {.aliases = aliases, .n_aliases = 4};
    struct words w = words_of("performing loans of the banking system");
    const struct linker l = {.words = &w};
    struct str value = {0};

    (void)state;
    assert_int_equal(link_alias_at(&l, 0, &c, NULL), 2); /* plural and all */
    assert_int_equal(link_alias_at(&l, 0, &c, &value), 0);
    assert_int_equal(link_alias_at(&l, 4, &c, &value), 2);
    assert_true(str_is(value, "SISTEMA"));
    assert_int_equal(link_alias_at(&l, 4, &c, NULL), 0);
    assert_int_equal(link_alias_at(&l, 5, &c, &value), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_alias_counts_and_values_have_their_own),
    };
    int failed;

    arena_init(&arena, 1 << 20);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
