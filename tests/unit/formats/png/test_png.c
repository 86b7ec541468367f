#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/png/png.h"

#include <cmocka.h>

static struct arena arena;
static struct error err;

static void a_file_has_head_data_and_end(void **state)
{
    static const unsigned char head[] =
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\1\x8\0\0\0\0";
    static const unsigned char end[] = "\0\0\0\0IEND\xae\x42\x60\x82";
    const unsigned char pixels[] = {0, 255};
    const struct png_image grey = {2, 1, 1, pixels};
    struct str out;

    (void)state;
    arena_init(&arena, 1 << 20);
    assert_int_equal(png_write(&grey, &arena, &out, &err), OK);
    assert_true(out.n > sizeof(head) + sizeof(end));
    assert_memory_equal(out.p, head, sizeof(head) - 1);
    assert_memory_equal(out.p + out.n - (sizeof(end) - 1), end,
                        sizeof(end) - 1);
    arena_release(&arena);
}

static void without_pixels_or_memory_there_is_none(void **state)
{
    const unsigned char pixels[3 * 64] = {0};
    const struct png_image none = {0, 1, 1, pixels};
    const struct png_image coloured = {8, 8, 3, pixels};
    struct str out;

    (void)state;
    arena_init(&arena, 64);
    assert_int_equal(png_write(&none, &arena, &out, &err), ERR_LIMIT);
    assert_int_equal(png_write(&coloured, &arena, &out, &err), ERR_LIMIT);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_head_data_and_end),
        cmocka_unit_test(without_pixels_or_memory_there_is_none)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
