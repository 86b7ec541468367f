#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/text/words.h"

/* The folded words of `in`, joined by '|', must be `want`. */
static void check(const char *in, enum words_mode mode, const char *want)
{
    struct error e;
    struct arena a;
    struct words w;
    struct buf b;
    size_t i;

    arena_init(&a, 1 << 20);
    buf_init(&b, 1 << 16);
    assert_int_equal(words_cut(str_from(in), mode, &a, &w, &e), OK);
    for (i = 0; i < w.n; i++) {
        buf_puts(&b, i ? "|" : "");
        buf_put_str(&b, w.word[i].fold);
    }
    if (!str_is(buf_str(&b), want))
        fail_msg("'%s' is cut '%.*s'", in, STR_FMT(buf_str(&b)));
    buf_release(&b);
    arena_release(&a);
}

static void names_are_cut_at_underscores_and_capitals(void **state)
{
    (void)state;
    check("customer_name", WORDS_NAME, "customer|name");
    check("OrderDate", WORDS_NAME, "order|date");
    check("HTTPStatus", WORDS_NAME, "http|status");
    check("FECHA OPERACI\xc3\x93N", WORDS_NAME, "fecha|operacion");
    check("q1Sales", WORDS_NAME, "q|1|sales");
    check("Company IDs", WORDS_NAME, "company|ids");
    check("URLsSeen HTTPServer", WORDS_NAME, "ur|ls|seen|http|server");
}

static void chinese_characters_stand_alone(void **state)
{
    (void)state;
    check("2024\xe5\xb9\xb4"
          "3\xe6\x9c\x88",
          WORDS_TEXT, "2024|\xe5\xb9\xb4|3|\xe6\x9c\x88");
}

static void numbers_keep_their_separators(void **state)
{
    (void)state;
    check("over 1,234.50, or 2k (5%).", WORDS_TEXT, "over|1,234.50|or|2k|5|%");
    check("4x4 relay >= 3", WORDS_TEXT, "4x4|relay|>|=|3");
}

static void punctuation_only_separates(void **state)
{
    (void)state;
    check("Garc\xc3\xad"
          "a, L\xc3\xb3pez & Co.",
          WORDS_TEXT, "garcia|lopez|co");
    check("", WORDS_TEXT, "");
    check("\xff\xfe!?", WORDS_TEXT, "");
}

static void the_gap_before_a_word_is_kept(void **state)
{
    struct error e;
    struct arena a;
    struct words w;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(words_cut(STR("2024-03 a5%"), WORDS_TEXT, &a, &w, &e), OK);
    assert_int_equal(w.word[1].gap, '-');
    assert_int_equal(w.word[2].gap, ' ');
    assert_int_equal(w.word[3].gap, 0);
    arena_release(&a);
}

static void plurals_meet_their_singular(void **state)
{
    static const char *const pairs[][2] = {
        {"countries", "country"}, {"customers", "customer"},
        {"sales", "sale"},        {"ciudades", "ciudad"},
        {"ventas", "venta"},      {"importes", "importe"},
        {"movies", "movie"},      {"boxes", "box"},
        {"classes", "class"},     {"paises", "pais"},
        {"essays", "essay"},      {"surveys", "survey"},
        {"toys", "toy"},          {"leyes", "ley"},
    };
    size_t i;

    (void)state;
    for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        struct str many = text_stem(str_from(pairs[i][0]));
        struct str one = text_stem(str_from(pairs[i][1]));

        if (!str_eq(many, one))
            fail_msg("%s and %s differ", pairs[i][0], pairs[i][1]);
    }
    assert_true(str_is(text_stem(STR("status")), "status"));
}

static void check_number(const char *in, enum decimal_mark style,
                         const char *want)
{
    struct error e;
    struct arena a;
    struct str out = {0};

    arena_init(&a, 1 << 16);
    if (text_parse_number(str_from(in), style, &a, &out, &e))
        fail_msg("'%s' is refused", in);
    if (!str_is(out, want))
        fail_msg("'%s' is read as %.*s", in, STR_FMT(out));
    arena_release(&a);
}

static void numbers_are_read_as_people_write_them(void **state)
{
    (void)state;
    check_number("1,234.5", DECIMAL_POINT, "1234.5");
    check_number("1.234,5", DECIMAL_POINT, "1234.5");
    check_number("1.234", DECIMAL_POINT, "1.234");
    check_number("1.234", DECIMAL_COMMA, "1234");
    check_number("1,234", DECIMAL_POINT, "1234");
    check_number("1,5", DECIMAL_POINT, "1.5");
    check_number("0.125", DECIMAL_COMMA, "0.125");
    check_number("1.234.567", DECIMAL_POINT, "1234567");
    check_number("2k", DECIMAL_POINT, "2000");
    check_number("1.5M", DECIMAL_POINT, "1500000");
    check_number("10th", DECIMAL_POINT, "10");
    check_number("007.50", DECIMAL_POINT, "7.5");
}

static void what_is_no_number_is_refused(void **state)
{
    struct error e;
    struct arena a;
    struct str out;
    char big[61];
    size_t i;

    (void)state;
    for (i = 0; i < 60; i++)
        big[i] = '9';
    big[60] = '\0';
    arena_init(&a, 1 << 16);
    assert_int_equal(text_parse_number(STR("4x4"), DECIMAL_POINT, &a, &out, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(text_parse_number(STR(""), DECIMAL_POINT, &a, &out, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(
        text_parse_number(str_from(big), DECIMAL_POINT, &a, &out, &e),
        ERR_VALIDATION_FAILED);
    arena_release(&a);
}

static void a_decimal_is_scaled_exactly(void **state)
{
    struct error e;
    struct arena a;
    struct str out;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(text_scale_decimal(STR("1.25"), 4, &a, &out, &e), OK);
    assert_true(str_is(out, "12500"));
    assert_int_equal(text_scale_decimal(STR("1.25"), 1, &a, &out, &e), OK);
    assert_true(str_is(out, "12.5"));
    assert_int_equal(text_scale_decimal(STR("3"), 0, &a, &out, &e), OK);
    assert_true(str_is(out, "3"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_cut_at_underscores_and_capitals),
        cmocka_unit_test(chinese_characters_stand_alone),
        cmocka_unit_test(numbers_keep_their_separators),
        cmocka_unit_test(punctuation_only_separates),
        cmocka_unit_test(the_gap_before_a_word_is_kept),
        cmocka_unit_test(plurals_meet_their_singular),
        cmocka_unit_test(numbers_are_read_as_people_write_them),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(a_decimal_is_scaled_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
