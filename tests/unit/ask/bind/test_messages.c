#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/bind/messages.h"

#include <cmocka.h>

static void every_sentence_is_there_in_three_languages(void **state)
{
    const struct str args[3] = {STR("AAA"), STR("BBB"), STR("CCC")};
    struct arena a;
    struct error e = {0};
    int what;
    int language;

    (void)state;
    arena_init(&a, 1 << 18);
    for (what = 0; what < BIND_MESSAGE_COUNT; what++) {
        for (language = 0; language < 3; language++) {
            struct str s = {0};

            assert_int_equal(bind_message_format((enum bind_message)what,
                                                 (enum language)language, args,
                                                 &a, &s, &e),
                             OK);
            assert_true(s.n > 3);
            assert_int_equal(str_find_char(s, '$'), s.n);
        }
    }
    arena_release(&a);
}

static void the_names_take_their_places(void **state)
{
    const struct str args[3] = {STR("x"), STR("fecha"), {0}};
    struct arena a;
    struct error e = {0};
    struct str s = {0};

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(
        bind_message_format(SAY_READ_AS_COLUMN, LANGUAGE_ES, args, &a, &s, &e),
        OK);
    assert_true(str_is(s, "\"x\" se ha le\xc3\xad"
                          "do como la columna fecha"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_there_in_three_languages),
        cmocka_unit_test(the_names_take_their_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
