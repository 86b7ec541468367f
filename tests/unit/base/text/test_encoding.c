#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/encoding.h"

#include <string.h>

static struct encoding_report detect(struct str bytes, const char *declared)
{
    struct encoding_report r;
    struct error e;

    assert_int_equal(encoding_detect(bytes, str_from(declared), &r, &e), OK);
    return r;
}

static enum err refused(struct str bytes, const char *declared, struct error *e)
{
    struct encoding_report r;

    *e = (struct error){0};
    return encoding_detect(bytes, str_from(declared), &r, e);
}

static void without_mark_it_is_utf_8(void **state)
{
    struct encoding_report r = detect(STR("a,b"), "");

    (void)state;
    assert_int_equal(r.encoding, ENCODING_UTF_8);
    assert_false(r.has_bom);
    assert_int_equal(r.bom_bytes, 0);
    assert_true(r.confidence == 1);
    assert_int_equal(detect(STR(""), "").encoding, ENCODING_UTF_8);
}

static void a_mark_says_what_follows(void **state)
{
    struct encoding_report r = detect(STR("\xef\xbb\xbf"
                                          "a"),
                                      "");

    (void)state;
    assert_int_equal(r.encoding, ENCODING_UTF_8);
    assert_true(r.has_bom);
    assert_int_equal(r.bom_bytes, 3);
    r = detect(STR("\xff\xfe"
                   "a\0"),
               "");
    assert_int_equal(r.encoding, ENCODING_UTF_16LE);
    assert_int_equal(r.bom_bytes, 2);
    r = detect(STR("\xfe\xff\0a"), "");
    assert_int_equal(r.encoding, ENCODING_UTF_16BE);
}

static void half_a_mark_is_no_mark(void **state)
{
    (void)state;
    assert_false(detect(STR("\xef\xbb"), "").has_bom);
    assert_false(detect(STR("\xff"), "").has_bom);
}

static void names_are_known_in_any_case_and_by_alias(void **state)
{
    (void)state;
    assert_int_equal(detect(STR("a"), "CP1252").encoding,
                     ENCODING_WINDOWS_1252);
    assert_int_equal(detect(STR("a"), "Latin1").encoding, ENCODING_ISO_8859_1);
    assert_int_equal(detect(STR("a"), "UTF8").encoding, ENCODING_UTF_8);
    assert_int_equal(detect(STR("a"), "utf-16be").encoding, ENCODING_UTF_16BE);
}

static void stray_nul_bytes_make_no_pairs_of_single_bytes(void **state)
{
    (void)state;
    assert_int_equal(detect(STR("ab\nd\0"
                                "fg\0ij\0l\0nop\n"),
                            "")
                         .encoding,
                     ENCODING_UTF_8);
    assert_int_equal(detect(STR("\nbc\0"
                                "ef,\0"),
                            "")
                         .encoding,
                     ENCODING_UTF_8);
    assert_int_equal(detect(STR("a\0,\0b\0\n\0"), "").encoding,
                     ENCODING_UTF_16LE);
}

static void utf_16_follows_its_mark_and_is_little_endian_without(void **state)
{
    (void)state;
    assert_int_equal(detect(STR("\xfe\xff\0a"), "utf-16").encoding,
                     ENCODING_UTF_16BE);
    assert_int_equal(detect(STR("a\0"), "utf-16").encoding, ENCODING_UTF_16LE);
    assert_int_equal(detect(STR("a\0"), "utf-16").bom_bytes, 0);
}

static void an_unknown_name_lists_the_known_ones(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(refused(STR("a"), "klingon", &e), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(e.msg, "unknown encoding 'klingon'; known are"));
}

static void a_mark_against_the_declaration_is_refused(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(refused(STR("\xef\xbb\xbf"
                                 "a"),
                             "utf-16le", &e),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(e.pos.line, 1);
    assert_int_equal(refused(STR("\xff\xfe"
                                 "a\0"),
                             "utf-8", &e),
                     ERR_FILE_READ_FAILED);
}

static void in_a_single_byte_encoding_a_mark_is_letters(void **state)
{
    struct encoding_report r = detect(STR("\xef\xbb\xbf"
                                          "a"),
                                      "windows-1252");

    (void)state;
    assert_int_equal(r.encoding, ENCODING_WINDOWS_1252);
    assert_false(r.has_bom);
    assert_int_equal(r.bom_bytes, 0);
}

static void utf_32_has_its_own_marks(void **state)
{
    (void)state;
    assert_string_equal(detect(STR("\xff\xfe\0\0a\0\0\0"), "").name,
                        "utf-32le");
    assert_string_equal(detect(STR("\0\0\xfe\xff"), "").name, "utf-32be");
    assert_int_equal(detect(STR("\0\0\xfe\xff"), "").bom_bytes, 4);
}

static void nul_bytes_tell_utf_16_and_32_without_a_mark(void **state)
{
    (void)state;
    assert_string_equal(detect(STR("a\0,\0b\0\n\0"), "").name, "utf-16le");
    assert_string_equal(detect(STR("\0a\0,\0b\0\n"), "").name, "utf-16be");
    assert_string_equal(detect(STR("a\0\0\0,\0\0\0"), "").name, "utf-32le");
    assert_string_equal(detect(STR("\0\0\0a\0\0\0,"), "").name, "utf-32be");
    assert_string_equal(detect(STR("a,b\nc\0,d"), "").name, "utf-8");
}

static void characters_of_other_planes_are_utf_32_and_16_too(void **state)
{
    (void)state;
    assert_string_equal(
        detect(STR("\0\xf6\1\0\n\0\0\0\0\0\2\0\n\0\0\0"), "").name, "utf-32le");
    assert_string_equal(
        detect(STR("\0\1\xf6\0\0\0\0\n\0\2\0\0\0\0\0\n"), "").name, "utf-32be");
    /* a low byte that is NUL: U+4E00, and the half U+DE00 */
    assert_string_equal(detect(STR("i\0,\0\0\x4e\n\0"
                                   "1\0,\0\x3d\xd8\0\xde\n\0"),
                               "")
                            .name,
                        "utf-16le");
    assert_string_equal(detect(STR("\0i\0,\x4e\0\0\n\0"
                                   "1\0,\xd8\x3d\xde\0\0\n"),
                               "")
                            .name,
                        "utf-16be");
}

static void any_name_that_others_use_is_known(void **state)
{
    (void)state;
    assert_string_equal(detect(STR("a"), "SJIS").name, "shift_jis");
    assert_string_equal(detect(STR("a"), "KOI8-R").name, "koi8-r");
    assert_string_equal(detect(STR("a"), "CP1250").name, "windows-1250");
    assert_int_equal(detect(STR("a"), "big5").encoding, ENCODING_OTHER);
}

static void escapes_to_another_alphabet_are_seen(void **state)
{
    (void)state;
    assert_true(encoding_has_escapes(STR("a\x1b$B%\x1b(B")));
    assert_true(encoding_has_escapes(STR("~{<:Ky2;~}")));
    assert_false(encoding_has_escapes(STR("~/{a}")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_mark_it_is_utf_8),
        cmocka_unit_test(a_mark_says_what_follows),
        cmocka_unit_test(half_a_mark_is_no_mark),
        cmocka_unit_test(names_are_known_in_any_case_and_by_alias),
        cmocka_unit_test(stray_nul_bytes_make_no_pairs_of_single_bytes),
        cmocka_unit_test(utf_16_follows_its_mark_and_is_little_endian_without),
        cmocka_unit_test(an_unknown_name_lists_the_known_ones),
        cmocka_unit_test(a_mark_against_the_declaration_is_refused),
        cmocka_unit_test(in_a_single_byte_encoding_a_mark_is_letters),
        cmocka_unit_test(utf_32_has_its_own_marks),
        cmocka_unit_test(nul_bytes_tell_utf_16_and_32_without_a_mark),
        cmocka_unit_test(characters_of_other_planes_are_utf_32_and_16_too),
        cmocka_unit_test(any_name_that_others_use_is_known),
        cmocka_unit_test(escapes_to_another_alphabet_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
