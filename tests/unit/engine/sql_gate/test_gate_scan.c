/* test_gate_scan.c - the words of a SQL text, for messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sql_gate/gate_scan.h"

#include <string.h>

static void assert_tokens(const char *sql, const char *const *expected)
{
    size_t pos = 0;
    struct gate_token t;

    for (; *expected; expected++) {
        t = gate_token_next(str_from(sql), &pos);
        if (!str_is(t.text, *expected))
            fail_msg("%s: '%.*s', not '%s'", sql, STR_FMT(t.text), *expected);
    }
    t = gate_token_next(str_from(sql), &pos);
    assert_int_equal(t.kind, GATE_TOKEN_END);
    assert_int_equal(t.text.n, 0);
    assert_int_equal(t.at, strlen(sql));
    assert_int_equal(pos, strlen(sql));
}

static void words_quotes_and_comments_are_distinguished(void **state)
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

static void a_token_says_of_which_kind_it_is(void **state)
{
    static const struct {
        const char *sql;
        enum gate_token_kind kind;
    } cases[] = {{"a", GATE_TOKEN_WORD},       {"z9", GATE_TOKEN_WORD},
                 {"A", GATE_TOKEN_WORD},       {"Z_", GATE_TOKEN_WORD},
                 {"_", GATE_TOKEN_WORD},       {"\xc3\xb1", GATE_TOKEN_WORD},
                 {"\x80", GATE_TOKEN_WORD},    {"'a'", GATE_TOKEN_QUOTED},
                 {"\"a\"", GATE_TOKEN_QUOTED}, {"$$a$$", GATE_TOKEN_QUOTED},
                 {"$", GATE_TOKEN_OTHER},      {"9", GATE_TOKEN_OTHER},
                 {"@", GATE_TOKEN_OTHER},      {"[", GATE_TOKEN_OTHER},
                 {"`", GATE_TOKEN_OTHER},      {"{", GATE_TOKEN_OTHER},
                 {"", GATE_TOKEN_END},         {" /* a */ ", GATE_TOKEN_END}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        size_t pos = 0;

        if (gate_token_next(str_from(cases[i].sql), &pos).kind != cases[i].kind)
            fail_msg("%s", cases[i].sql);
    }
}

static void words_end_where_no_letter_and_no_digit_is(void **state)
{
    (void)state;
    assert_tokens("az_AZ09\xc3\xb1+b",
                  (const char *[]){"az_AZ09\xc3\xb1", "+", "b", NULL});
    assert_tokens("a@b[c`d{e", (const char *[]){"a", "@", "b", "[", "c", "`",
                                                "d", "{", "e", NULL});
    assert_tokens("a/b:c", (const char *[]){"a", "/", "b", ":", "c", NULL});
}

static void signs_are_no_comments(void **state)
{
    (void)state;
    assert_tokens("a - b / c * d",
                  (const char *[]){"a", "-", "b", "/", "c", "*", "d", NULL});
    assert_tokens("/*/ a */ b", (const char *[]){"b", NULL});
    assert_tokens("/**/ a /**//**/b", (const char *[]){"a", "b", NULL});
    assert_tokens("a--\nb", (const char *[]){"a", "b", NULL});
    assert_tokens("a\t\v\f\r\nb\x08", (const char *[]){"a", "b", "\x08", NULL});
}

static void a_dollar_begins_a_text_only_with_its_tag(void **state)
{
    (void)state;
    assert_tokens("$a1_$x$a1_$ b", (const char *[]){"$a1_$x$a1_$", "b", NULL});
    assert_tokens("$a $b", (const char *[]){"$", "a", "$", "b", NULL});
    assert_tokens("$a$x$b$", (const char *[]){"$a$x$b$", NULL});
}

/* The spaces that DuckDB makes plain ones, and what is near them. */
static void wide_spaces_are_those_of_duckdb_and_no_other(void **state)
{
    static const char *const spaces[] = {
        "\xc2\xa0",     "\xe2\x80\x80", "\xe2\x80\x8d", "\xe2\x80\xaf",
        "\xe2\x81\x9f", "\xe2\x81\xa0", "\xe3\x80\x80", "\xef\xbb\xbf"};
    static const char *const letters[] = {
        "\xc2\x9f",     "\xc2\xa1",     "\xc3\xa0",     "\xe2\x80\x8e",
        "\xe2\x80\xae", "\xe2\x80\xb0", "\xe2\x81\x9e", "\xe2\x81\xa1",
        "\xe2\x82\x80", "\xe3\x80\x81", "\xe3\x81\x80", "\xe1\x80\x80",
        "\xe1\x81\x9f", "\xe4\x80\x80", "\xef\xbb\xbe", "\xef\xbc\xbf",
        "\xee\xbb\xbf", "\xe2\x7f\x80"};
    size_t pos;

    (void)state;
    for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); i++) {
        pos = 0;
        assert_int_equal(gate_token_next(str_from(spaces[i]), &pos).kind,
                         GATE_TOKEN_END);
    }
    for (size_t i = 0; i < sizeof(letters) / sizeof(*letters); i++) {
        pos = 0;
        assert_int_equal(gate_token_next(str_from(letters[i]), &pos).kind,
                         GATE_TOKEN_WORD);
    }
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

static void offsets_leave_quotes_and_comments_as_they_are(void **state)
{
    (void)state;
    assert_int_equal(gate_source_offset(STR("'abc'"), 2), 2);
    assert_int_equal(gate_source_offset(STR("\"\xc2\xa0\"z"), 4), 4);
    assert_int_equal(gate_source_offset(STR("$$\xc2\xa0$$z"), 6), 6);
    assert_int_equal(gate_source_offset(STR("$1\xc2\xa0z"), 3), 4);
    assert_int_equal(gate_source_offset(STR("--\xc2\xa0\nz"), 5), 5);
    assert_int_equal(gate_source_offset(STR("a-\xc2\xa0z"), 3), 4);
    assert_int_equal(gate_source_offset(STR("a+-\xc2\xa0z"), 4), 5);
    assert_int_equal(gate_source_offset(STR("\xc2\xa0\xe2\x80\x80z"), 1), 2);
    assert_int_equal(gate_source_offset(STR("\xc2\xa0\xe2\x80\x80z"), 2), 5);
}

static void other_statements_are_named_with_what_they_would_do(void **state)
{
    static const struct {
        const char *sql, *says;
        unsigned column;
    } cases[] = {
        {"drop TABLE data",
         "only one SELECT is allowed; 'DROP' changes the "
         "tables",
         1},
        {"((COPY data",
         "only one SELECT is allowed; 'COPY' reads or writes "
         "files",
         3},
        {"WITH a AS (SELECT 1) INSERT INTO data",
         "only one SELECT is allowed; 'INSERT' changes data", 22},
        {"WITH a AS (SELECT 1) MERGE INTO data",
         "only one SELECT is allowed; 'MERGE' changes data", 22},
        {"WITH a AS (SELECT 1) TRUNCATE data", "as it was", 0},
        {"WITH \"insert\" AS (SELECT 1) SELECT 1 1", "as it was", 0},
        {"SELECT insert", "as it was", 0},
        {"SELECT 1; SELECT 2",
         "only one statement is allowed; a second begins here", 11},
        {"PIVOT data ON city",
         "PIVOT needs its values in the query: write ON "
         "column IN ('a', 'b')",
         1},
        {"FROM (pivot_wider data ON city)",
         "PIVOT needs its values in the query: write ON column IN ('a', 'b')",
         7},
        {"SELECT 'PIVOT'", "as it was", 0},
        {"", "as it was", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct error e = {0};

        (void)error_set(&e, ERR_VALIDATION_FAILED, "as it was");
        gate_explain(str_from(cases[i].sql), &e);
        assert_string_equal(e.msg, cases[i].says);
        assert_int_equal(e.pos.column, cases[i].column);
    }
}

static void a_place_that_is_known_is_not_moved_to_the_word_pivot(void **state)
{
    struct error e = {0};

    (void)state;
    (void)error_at(&e, ERR_VALIDATION_FAILED, (struct srcpos){2, 3, 20},
                   "syntax error");
    gate_explain(STR("PIVOT data ON city"), &e);
    assert_string_equal(e.msg, "syntax error");
    assert_int_equal(e.pos.line, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_quotes_and_comments_are_distinguished),
        cmocka_unit_test(a_token_says_of_which_kind_it_is),
        cmocka_unit_test(words_end_where_no_letter_and_no_digit_is),
        cmocka_unit_test(signs_are_no_comments),
        cmocka_unit_test(a_dollar_begins_a_text_only_with_its_tag),
        cmocka_unit_test(wide_spaces_are_those_of_duckdb_and_no_other),
        cmocka_unit_test(what_never_ends_ends_with_the_text),
        cmocka_unit_test(a_second_statement_is_found_behind_comments),
        cmocka_unit_test(offsets_count_a_wide_space_as_one_byte),
        cmocka_unit_test(offsets_leave_quotes_and_comments_as_they_are),
        cmocka_unit_test(other_statements_are_named_with_what_they_would_do),
        cmocka_unit_test(a_place_that_is_known_is_not_moved_to_the_word_pivot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
