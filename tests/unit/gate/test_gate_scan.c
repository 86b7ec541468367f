/* test_gate_scan.c - the words of a SQL text, for messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "gate/gate_scan.h"

#include <string.h>

static void assert_tokens(const char *sql, const char *const *expected)
{
    size_t pos = 0;

    for (; *expected; expected++) {
        struct gate_token t = gate_token_next(str_from(sql), &pos);

        if (!str_is(t.text, *expected))
            fail_msg("%s: '%.*s', not '%s'", sql, STR_FMT(t.text), *expected);
    }
    assert_int_equal(gate_token_next(str_from(sql), &pos).kind, GATE_TOKEN_END);
}

static void words_quotes_and_comments_are_told_apart(void **state)
{
    (void)state;
    assert_tokens("a1 'x''y' \"q;\" -- c\n;b",
                  (const char *[]){"a1", "'x''y'", "\"q;\"", ";", "b", NULL});
    assert_tokens("/* a /* b */ c */ d $$ e ' $$ $t$ $$ $t$ f",
                  (const char *[]){"d", "$$ e ' $$", "$t$ $$ $t$", "f", NULL});
    assert_tokens("$1+?", (const char *[]){"$", "1", "+", "?", NULL});
    assert_tokens("a\xc2\xa0"
                  "b\xe3\x80\x80\xc3\xb1",
                  (const char *[]){"a", "b", "\xc3\xb1", NULL});
}

static void what_never_ends_ends_with_the_text(void **state)
{
    (void)state;
    assert_tokens("'open", (const char *[]){"'open", NULL});
    assert_tokens("\"open", (const char *[]){"\"open", NULL});
    assert_tokens("$$open", (const char *[]){"$$open", NULL});
    assert_tokens("/* open", (const char *[]){NULL});
    assert_tokens("-- open", (const char *[]){NULL});
    assert_tokens("/*/", (const char *[]){NULL});
    assert_tokens("$", (const char *[]){"$", NULL});
}

static void a_second_statement_is_found_behind_comments(void **state)
{
    (void)state;
    assert_int_equal(gate_second_statement(STR("SELECT 1; -- x\n SELECT 2")),
                     16);
    assert_int_equal(gate_second_statement(STR(";;SELECT ';' ;;")), 15);
    assert_int_equal(gate_second_statement(STR("")), 0);
    assert_int_equal(gate_second_statement(STR("a; b")), 3);
}

static void offsets_count_a_wide_space_as_one_byte(void **state)
{
    struct str sql = STR("a\xc2\xa0'\xc2\xa0'\xe2\x80\x83z");

    (void)state;
    assert_int_equal(gate_source_offset(sql, 0), 0);
    assert_int_equal(gate_source_offset(sql, 1), 1);
    assert_int_equal(gate_source_offset(sql, 2), 3);  /* the quote */
    assert_int_equal(gate_source_offset(sql, 6), 7);  /* the wide space */
    assert_int_equal(gate_source_offset(sql, 7), 10); /* z */
    assert_int_equal(gate_source_offset(STR(""), 5), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_quotes_and_comments_are_told_apart),
        cmocka_unit_test(what_never_ends_ends_with_the_text),
        cmocka_unit_test(a_second_statement_is_found_behind_comments),
        cmocka_unit_test(offsets_count_a_wide_space_as_one_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
