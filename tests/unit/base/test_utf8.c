#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/utf8.h"
#include "testdata.h"

#include <string.h>

static void every_code_point_survives_encoding_and_decoding(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp <= 0x10ffff; cp++) {
        char p[4];
        size_t n;

        if (cp == 0xd800)
            cp = 0xe000;
        n = utf8_encode(cp, p);
        if (utf8_length((struct str){p, n}) != n || utf8_decode(p, n) != cp)
            fail_msg("U+%04X", cp);
        if (n > 1 && utf8_length((struct str){p, n - 1}) != 0)
            fail_msg("U+%04X cut short", cp);
    }
}

static void what_is_not_well_formed_has_no_length(void **state)
{
    static const char *const bad[] = {"\x80",
                                      "\xbf",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xc2",
                                      "\xc2\x41",
                                      "\xe0\x80\x80",
                                      "\xe0\x9f\xbf",
                                      "\xe2",
                                      "\xe2\x82",
                                      "\xed\xa0\x80",
                                      "\xed\xbf\xbf",
                                      "\xf0",
                                      "\xf0\x80\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5",
                                      "\xf8\x88\x80",
                                      "\xfe",
                                      "\xff"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(utf8_length(str_from(bad[i])), 0);
    assert_int_equal(utf8_length(STR("")), 0);
    assert_int_equal(utf8_length(STR("\0")), 1);
}

static void the_valid_prefix_ends_before_the_first_bad_byte(void **state)
{
    char text[64];

    (void)state;
    for (size_t at = 0; at < 40; at++) { /* across the words of eight bytes */
        memset(text, 'a', sizeof(text));
        text[at] = '\xff';
        assert_int_equal(utf8_valid_prefix((struct str){text, 40}), at);
        memcpy(text + at, "\xe2\x82\xac", 3);
        assert_int_equal(utf8_valid_prefix((struct str){text, 50}), 50);
        assert_int_equal(utf8_valid_prefix((struct str){text, at + 2}), at);
    }
    assert_int_equal(utf8_valid_prefix((struct str){NULL, 0}), 0);
}

static size_t from_hex(struct str hex, char *out)
{
    for (size_t i = 0; i + 1 < hex.n; i += 2) {
        char pair[3] = {hex.p[i], hex.p[i + 1], '\0'};

        out[i / 2] = (char)strtoul(pair, NULL, 16);
    }
    return hex.n / 2;
}

static void check_case(struct str line, struct arena *a)
{
    struct error e = {0};
    struct json *j;
    char bytes[4096];
    bool valid;
    size_t n;

    if (json_parse(line, &json_default_limits, a, &j, &e) != OK)
        fail_msg("%s", e.msg);
    n = from_hex(json_text(json_find(j, "hex")), bytes);
    valid = utf8_valid_prefix((struct str){bytes, n}) == n;
    if (valid != json_is_true(json_find(j, "valid")))
        fail_msg("case %s", json_text(json_find(j, "id")).p);
}

static void the_stress_cases_are_judged_as_rfc_3629_says(void **state)
{
    struct error e = {0};
    struct arena a;
    struct str text;
    unsigned cases = 0;
    char path[4096];

    (void)state;
    testdata_path("text/utf8-stress/cases.jsonl", path, sizeof(path));
    arena_init(&a, 16 << 20);
    assert_int_equal(fs_read_file(path, "cases.jsonl", 1 << 20, &a, &text, &e),
                     OK);
    while (text.n) {
        size_t n = str_find_char(text, '\n');

        if (n) {
            check_case(str_slice(text, 0, n), &a);
            cases++;
        }
        text = str_slice(text, n + 1, text.n);
    }
    assert_int_equal(cases, 81);
    arena_release(&a);
}

static void characters_are_counted_not_bytes(void **state)
{
    (void)state;
    assert_int_equal(utf8_count(STR("")), 0);
    assert_int_equal(utf8_count(STR("a\0\xc3\xbc\xe4\xb8\xad")), 4);
    assert_int_equal(utf8_count(STR("\xf0\x9f\x98\x80")), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_survives_encoding_and_decoding),
        cmocka_unit_test(what_is_not_well_formed_has_no_length),
        cmocka_unit_test(the_valid_prefix_ends_before_the_first_bad_byte),
        cmocka_unit_test(the_stress_cases_are_judged_as_rfc_3629_says),
        cmocka_unit_test(characters_are_counted_not_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
