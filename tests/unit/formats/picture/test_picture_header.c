#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/picture/picture.h"

#include <string.h>

#include <cmocka.h>

#define BYTES(literal) ((struct str){literal, sizeof(literal) - 1})

static struct arena arena;
static struct error err;
static struct picture picture;

static enum err read(struct str bytes)
{
    arena_reset(&arena);
    return picture_read(bytes, &arena, &picture, &err);
}

static void assert_page(struct str bytes, uint32_t width, uint32_t height)
{
    assert_int_equal(read(bytes), OK);
    assert_int_equal(picture.n, 1);
    assert_int_equal(picture.page[0].width, width);
    assert_int_equal(picture.page[0].height, height);
}

#define PNG(width, height) \
    BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR" width height "\x8\2\0\0\0")
#define FRAME "\xff\xc2\0\x0b\x8\0\x64\0\xc8\1\1\x11\0"
#define EXIF(turn)   \
    "\xff\xe1\0\x22" \
    "Exif\0\0MM\0*\0\0\0\x8\0\1\1\x12\0\3\0\0\0\1\0" turn "\0\0\0\0\0\0"

static void each_kind_says_its_size_in_its_head(void **state)
{
    (void)state;
    assert_page(PNG("\0\0\1\0", "\0\0\0\x64"), 256, 100);
    assert_page(BYTES("\xff\xd8\xff\xe0\0\4JF" FRAME), 200, 100);
    assert_page(BYTES("RIFF\x50\0\0\0WEBPVP8 \x40\0\0\0\x30\1\0\x9d\1\x2a"
                      "\xc8\0\x64\0\0\0\0"),
                200, 100);
    assert_page(BYTES("RIFF\x50\0\0\0WEBPVP8L\x40\0\0\0\x2f\xc7\xc0\x18\0"
                      "\0\0\0\0\0\0\0"),
                200, 100);
    assert_page(BYTES("RIFF\x50\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xc7\0\0\x63"
                      "\0\0\0"),
                200, 100);
    assert_page(BYTES("II*\0\x8\0\0\0\2\0\0\1\3\0\1\0\0\0\xc8\0\0\0\1\1\4\0\1"
                      "\0\0\0\x64\0\0\0\0\0\0\0"),
                200, 100);
}

static void what_lies_on_its_side_is_told_upright(void **state)
{
    (void)state;
    assert_page(BYTES("\xff\xd8" EXIF("\6") FRAME), 100, 200);
    assert_int_equal(picture.page[0].turn, 6);
    assert_page(BYTES("\xff\xd8" EXIF("\3") FRAME), 200, 100);
    assert_page(BYTES("\xff\xd8" EXIF("\x9") FRAME), 200, 100);
    assert_int_equal(picture.page[0].turn, 1);
}

static void what_is_too_large_is_refused_by_its_head(void **state)
{
    (void)state;
    assert_int_equal(read(PNG("\xff\xff\xff\xff", "\xff\xff\xff\xff")),
                     ERR_LIMIT);
    assert_int_equal(read(PNG("\0\0\x75\x30", "\0\0\x75\x30")), ERR_LIMIT);
    assert_int_equal(read(PNG("\0\0\0\0", "\0\0\0\1")), ERR_FILE_READ_FAILED);
    assert_int_equal(read(PNG("\0\0\0\x10", "\0\0\0\x10")),
                     ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "too small"));
}

static void pages_that_go_round_in_a_circle_end(void **state)
{
    (void)state;
    assert_int_equal(read(BYTES("II*\0\x8\0\0\0\0\0\x8\0\0\0")), ERR_LIMIT);
    assert_int_equal(picture.n, 0);
}

static void what_is_cut_off_is_damaged(void **state)
{
    static const char *const heads[] = {
        "\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0", "\xff\xd8\xff\xff\xff\xff",
        "RIFF1234WEBPVP8 ", "II*\0\xff\xff\xff\xff"};
    static const size_t bytes[] = {8, 4, 6, 16, 8};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(heads); i++)
        assert_int_equal(read((struct str){heads[i], bytes[i]}),
                         ERR_FILE_READ_FAILED);
}

static void its_pdf_has_as_many_pages_of_its_shape(void **state)
{
    struct str pdf;

    (void)state;
    assert_page(PNG("\0\0\1\0", "\0\0\0\x80"), 256, 128);
    assert_int_equal(picture_as_pdf(&picture, &arena, &pdf, &err), OK);
    assert_true(str_starts(pdf, STR("%PDF-1.4\n")));
    assert_true(str_find(pdf, STR("/Count 1/")) < pdf.n);
    assert_true(str_find(pdf, STR("/MediaBox[0 0 792.00 396.00]")) < pdf.n);
}

static int begin(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_says_its_size_in_its_head),
        cmocka_unit_test(what_lies_on_its_side_is_told_upright),
        cmocka_unit_test(what_is_too_large_is_refused_by_its_head),
        cmocka_unit_test(pages_that_go_round_in_a_circle_end),
        cmocka_unit_test(what_is_cut_off_is_damaged),
        cmocka_unit_test(its_pdf_has_as_many_pages_of_its_shape)};

    return cmocka_run_group_tests(tests, begin, end);
}
