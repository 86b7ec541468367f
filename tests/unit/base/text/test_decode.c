#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text/decode.h"

#include <string.h>

#define TEXT_MAX 4096

/* A decoded text, or the error and its place. */
struct result {
    char text[DECODE_ROOM(TEXT_MAX)];
    size_t n;
    enum err rc;
    struct error e;
};

/* Line and column of a byte of the file, read in blocks of `block` bytes. */
static void find_place(struct decoder *d, struct str bytes, struct error *e,
                       size_t block)
{
    struct decode_place p = decode_place_start(d);
    uint64_t limit = e->pos.offset;
    size_t n;

    do
        n = decode_walk(d, str_slice(bytes, p.pos.offset, p.pos.offset + block),
                        limit, DECODE_NO_LIMIT, &p);
    while (n && p.pos.offset < limit);
    e->pos = p.pos;
}

/* Decode in blocks of at most `block` bytes, as a reader does. */
static struct result *decode(struct str bytes, const char *declared,
                             size_t block)
{
    static struct result r;
    struct decoder d;
    struct decoder start;
    bool last = false;

    r = (struct result){0};
    r.rc = decode_begin(&d, str_slice(bytes, 0, DECODE_HEAD_BYTES),
                        str_from(declared), &r.e);
    start = d;
    while (!r.rc && !last) {
        struct str in = str_slice(bytes, d.offset, d.offset + block);
        size_t made = 0;

        last = d.offset + block >= bytes.n;
        r.rc = decode_block(&d, in, last, r.text + r.n, &made, &r.e);
        r.n += made;
    }
    if (r.rc == ERR_FILE_READ_FAILED)
        find_place(&start, bytes, &r.e, block);
    decode_end(&start);
    return &r;
}

/* However the bytes are cut into blocks, the text is `want`. */
static void check(struct str bytes, const char *declared, const char *want)
{
    for (size_t block = 4; block < 40; block++) {
        const struct result *r = decode(bytes, declared, block);

        assert_int_equal(r->rc, OK);
        assert_int_equal(r->n, strlen(want));
        assert_memory_equal(r->text, want, r->n);
    }
}

/* And the same for an error at a place. */
static void check_refused(struct str bytes, const char *declared,
                          struct srcpos pos)
{
    for (size_t block = 4; block < 40; block++) {
        const struct result *r = decode(bytes, declared, block);

        assert_int_equal(r->rc, ERR_FILE_READ_FAILED);
        assert_int_equal(r->e.pos.line, pos.line);
        assert_int_equal(r->e.pos.column, pos.column);
        assert_int_equal(r->e.pos.offset, pos.offset);
    }
}

static void utf_8_stays_as_it_is(void **state)
{
    (void)state;
    check(STR(""), "", "");
    check(STR("a,b\n1,2\n"), "", "a,b\n1,2\n");
    check(STR("\xe9\x94\x80\xe5\x94\xae,\xc3\xa9,\xf0\x9f\x98\x80 and more"),
          "", "\xe9\x94\x80\xe5\x94\xae,\xc3\xa9,\xf0\x9f\x98\x80 and more");
}

static void the_mark_is_no_text(void **state)
{
    (void)state;
    check(STR("\xef\xbb\xbf"
              "a\n"),
          "", "a\n");
    check(STR("\xef\xbb\xbf"), "", "");
}

static void utf_16_is_read_both_ways_round(void **state)
{
    (void)state;
    check(STR("\xff\xfe"
              "a\0;\0\xac\x20\n\0"),
          "", "a;\xe2\x82\xac\n");
    check(STR("\xfe\xff\0a\0;\x20\xac\0\n"), "", "a;\xe2\x82\xac\n");
    check(STR("\xfe\xff\xd8\x3d\xde\x00\0x"), "", "\xf0\x9f\x98\x80x");
}

static void windows_1252_has_its_own_quotes_and_euro(void **state)
{
    (void)state;
    check(STR("a\x80 \x93q\x94 \xf1o\xf1o and some ASCII behind"), "cp1252",
          "a\xe2\x82\xac \xe2\x80\x9cq\xe2\x80\x9d \xc3\xb1o\xc3\xb1o and some "
          "ASCII behind");
}

static void latin_1_takes_every_byte(void **state)
{
    (void)state;
    check(STR("\xe9\x80\xff"), "latin1", "\xc3\xa9\xc2\x80\xc3\xbf");
}

static void a_byte_that_is_not_utf_8_has_its_place(void **state)
{
    (void)state;
    check_refused(STR("a,b\n1,\xe9\n"), "", (struct srcpos){2, 3, 6});
    check_refused(STR("\xe9\x94\x80,\xff"), "", (struct srcpos){1, 3, 4});
    check_refused(STR("a\r\nb\rc\xc0\x80"), "", (struct srcpos){3, 2, 6});
}

static void what_does_not_decode_is_reported_with_the_encoding(void **state)
{
    (void)state;
    assert_string_equal(decode(STR("a\xe9"), "", 8)->e.msg,
                        "the byte at offset 1 is not utf-8; pass the file's "
                        "own encoding with --encoding");
}

static void a_character_cut_by_the_end_is_refused(void **state)
{
    (void)state;
    check_refused(STR("abc\xe2\x82"), "", (struct srcpos){1, 4, 3});
    check_refused(STR("\xff\xfe"
                      "a\0b"),
                  "", (struct srcpos){1, 2, 4});
    check_refused(STR("\xff\xfe"
                      "a\0\x3d\xd8"),
                  "", (struct srcpos){1, 2, 4});
}

static void lone_surrogates_are_refused(void **state)
{
    (void)state;
    check_refused(STR("\xfe\xff\0a\xde\x00\0b\0c"), "",
                  (struct srcpos){1, 2, 4});
    check_refused(STR("\xfe\xff\xd8\x3d\0b\0c\0d"), "",
                  (struct srcpos){1, 1, 2});
    check_refused(STR("a\xed\xa0\x80"), "", (struct srcpos){1, 2, 1});
}

static void bytes_windows_1252_has_not_are_refused(void **state)
{
    (void)state;
    check_refused(STR("a\n\x81"), "windows-1252", (struct srcpos){2, 1, 2});
}

static void a_few_nul_are_left_out_and_counted(void **state)
{
    struct decoder d;
    struct error e;
    char out[DECODE_ROOM(8)];
    size_t made = 0;

    (void)state;
    check(STR("ab\0c\0\n\0x"), "utf-8", "abc\nx");
    check(STR("ab\0c\n\0x\xe9"), "latin1", "abc\nx\xc3\xa9");
    check(STR("\xff\xfe"
              "a\0\0\0b\0"),
          "", "ab");
    assert_int_equal(decode_begin(&d, STR("a\0b\0c"), STR("utf-8"), &e), OK);
    assert_int_equal(decode_block(&d, STR("a\0b\0c"), true, out, &made, &e),
                     OK);
    assert_int_equal(d.nuls, 2);
    assert_int_equal(d.first_nul, 1);
}

static void many_nul_are_no_text(void **state)
{
    char bytes[200] = "a";

    (void)state;
    check_refused((struct str){bytes, 200}, "utf-8",
                  (struct srcpos){1, 66, 65});
    assert_non_null(strstr(decode((struct str){bytes, 200}, "utf-8", 8)->e.msg,
                           "utf-16le"));
}

static void encodings_by_table_and_by_converter_decode(void **state)
{
    (void)state;
    check(STR("\xc4\xf8\n"), "iso-8859-2", "\xc3\x84\xc5\x99\n");
    check(STR("\xf0\xd2,\xc9"), "koi8-r", "\xd0\x9f\xd1\x80,\xd0\xb8");
    check(STR("a\x83\x65\x83\x58\x83\x67,1"), "shift_jis",
          "a\xe3\x83\x86\xe3\x82\xb9\xe3\x83\x88,1");
    check(STR("\xb1\xb1\xbe\xa9"), "gb2312", "\xe5\x8c\x97\xe4\xba\xac");
    check(STR("\x1b$B%F\x1b(B,1"), "iso-2022-jp", "\xe3\x83\x86,1");
    check(STR("\x1b$)C\x0e!$!)!*!-\"&\"A\x0f"), "iso-2022-kr",
          "·\xc2\xad―∼～⊙"); /* as in EUC-KR */
    check(STR("\x1b$)C\\\",~`|{}[]^_@\x0e!$\x0f\\"), "iso-2022-kr",
          "\\\",~`|{}[]^_@·\\"); /* all of ASCII */
    check(STR("\0\0\xfe\xff\0\0\0a\0\1\xf6\0"), "", "a\xf0\x9f\x98\x80");
}

static void what_a_converter_cannot_read_has_its_place(void **state)
{
    (void)state;
    check_refused(STR("ab\ncd\x81\xff,1"), "shift_jis",
                  (struct srcpos){2, 3, 5});
    check_refused(STR("ab\ncd\x83"), "shift_jis", (struct srcpos){2, 3, 5});
    check_refused(STR("ab\n\x98"), "windows-1251", (struct srcpos){2, 1, 3});
}

static void a_long_text_is_checked_to_its_last_byte(void **state)
{
    char bytes[TEXT_MAX];

    (void)state;
    for (size_t bad = 1000; bad < 1200; bad++) {
        struct srcpos pos = {1, bad + 1, bad};

        memset(bytes, 'x', sizeof(bytes));
        bytes[bad] = '\x80';
        check_refused((struct str){bytes, 1200}, "", pos);
    }
}

static void a_walk_stops_at_a_place_of_the_text(void **state)
{
    struct str bytes = STR("\xff\xfe\xe9\0\n\0b\0c\0");
    struct decode_place p;
    struct decoder d;
    struct error e;

    (void)state;
    assert_int_equal(decode_begin(&d, bytes, STR(""), &e), OK);
    p = decode_place_start(&d);
    assert_int_equal(p.pos.offset, 2);
    (void)decode_walk(&d, str_slice(bytes, 2, bytes.n), DECODE_NO_LIMIT, 4, &p);
    assert_int_equal(p.pos.line, 2);
    assert_int_equal(p.pos.column, 2);
    assert_int_equal(p.pos.offset, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf_8_stays_as_it_is),
        cmocka_unit_test(the_mark_is_no_text),
        cmocka_unit_test(utf_16_is_read_both_ways_round),
        cmocka_unit_test(windows_1252_has_its_own_quotes_and_euro),
        cmocka_unit_test(latin_1_takes_every_byte),
        cmocka_unit_test(a_byte_that_is_not_utf_8_has_its_place),
        cmocka_unit_test(what_does_not_decode_is_reported_with_the_encoding),
        cmocka_unit_test(a_character_cut_by_the_end_is_refused),
        cmocka_unit_test(lone_surrogates_are_refused),
        cmocka_unit_test(bytes_windows_1252_has_not_are_refused),
        cmocka_unit_test(a_few_nul_are_left_out_and_counted),
        cmocka_unit_test(many_nul_are_no_text),
        cmocka_unit_test(encodings_by_table_and_by_converter_decode),
        cmocka_unit_test(what_a_converter_cannot_read_has_its_place),
        cmocka_unit_test(a_long_text_is_checked_to_its_last_byte),
        cmocka_unit_test(a_walk_stops_at_a_place_of_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
