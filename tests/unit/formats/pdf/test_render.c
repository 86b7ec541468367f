#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fs.h"
#include "formats/pdf/render.h"

#include <string.h>

#include <cmocka.h>

#define REPORT TESTS_DIR "/../examples/harbour.pdf"
#define LOCKED TESTS_DIR "/data/pdf/locked.pdf"

static struct arena arena;
static struct error err;
static struct pdf_drawing drawing;
static struct pdf_bitmap map;

static enum err open_file(const char *path)
{
    struct str bytes;

    assert_int_equal(fs_read_file(path, path, 1 << 20, &arena, &bytes, &err),
                     OK);
    return pdf_drawing_open(bytes, &drawing, &err);
}

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    err = (struct error){0};
    return open_file(REPORT);
}

static int teardown(void **state)
{
    (void)state;
    pdf_drawing_close(&drawing);
    arena_release(&arena);
    return 0;
}

/* The share of pixels of a part of a grey page that are dark. */
static double darkness(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    size_t dark = 0;

    for (uint32_t row = y; row < y + height; row++)
        for (uint32_t i = x; i < x + width; i++)
            dark += map.pixel[row * map.stride + i] < 128;
    return (double)dark / width / height;
}

static void a_page_is_drawn_as_large_as_it_is(void **state)
{
    const struct pdf_render_options how = {.dpi = 144, .is_grey = true};

    (void)state;
    assert_int_equal(pdf_drawing_page(&drawing, 0, &how, &arena, &map, &err),
                     OK);
    assert_int_equal(map.width, 1224);
    assert_int_equal(map.height, 1584);
    assert_int_equal(map.pixel_bytes, 1);
    assert_true(map.scale == 2);
    assert_int_equal(map.pixel[0], 0xff);
    assert_true(darkness(0, 0, map.width, map.height) > 0.01);
    assert_true(darkness(0, 0, 60, map.height) == 0); /* its margin */
}

static void pixels_have_colours_where_they_are_asked_for(void **state)
{
    const struct pdf_render_options how = {.dpi = 36};

    (void)state;
    assert_int_equal(pdf_drawing_page(&drawing, 2, &how, &arena, &map, &err),
                     OK);
    assert_int_equal(map.width, 306);
    assert_int_equal(map.stride, 4 * 306);
}

static void a_page_is_drawn_smaller_than_asked_for_if_that_is_the_limit(
    void **state)
{
    const struct pdf_render_options how = {
        .dpi = 1e9F, .is_grey = true, .max_pixels = 10000};

    (void)state;
    assert_int_equal(pdf_drawing_page(&drawing, 0, &how, &arena, &map, &err),
                     OK);
    assert_in_range(map.width * map.height, 9000, 10000);
}

static void what_cannot_be_drawn_is_an_error(void **state)
{
    const struct pdf_render_options how = {.dpi = 200};
    struct arena small;

    (void)state;
    assert_int_equal(pdf_drawing_page(&drawing, 3, &how, &arena, &map, &err),
                     ERR_NOT_FOUND);
    arena_init(&small, 1 << 20);
    assert_int_equal(pdf_drawing_page(&drawing, 0, &how, &small, &map, &err),
                     ERR_LIMIT);
    arena_release(&small);
    pdf_drawing_close(&drawing);
    assert_int_equal(open_file(LOCKED), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "encrypted"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_page_is_drawn_as_large_as_it_is,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            pixels_have_colours_where_they_are_asked_for, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_page_is_drawn_smaller_than_asked_for_if_that_is_the_limit, setup,
            teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_drawn_is_an_error, setup,
                                        teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
