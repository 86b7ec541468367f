#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fs.h"
#include "formats/pdf/marks.h"

#include <cmocka.h>

#define REPORT TESTS_DIR "/../examples/harbour.pdf"

static struct arena arena;
static struct error err;
static struct pdf_drawing drawing;
static struct pdf_bitmap map;
static struct pdf_marks marks;

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
    marks = (struct pdf_marks){0};
    return open_file(REPORT);
}

static int teardown(void **state)
{
    (void)state;
    pdf_drawing_close(&drawing);
    arena_release(&arena);
    return 0;
}

/* The boxes of a text on page 2. */
static void find(const char *text, uint32_t table)
{
    const struct pdf_render_options how = {.dpi = 72, .is_grey = true};
    const struct pdf_marked what = {
        .page = 1, .text = str_from(text), .table = table};

    assert_int_equal(pdf_drawing_page(&drawing, 1, &how, &arena, &map, &err),
                     OK);
    assert_int_equal(
        pdf_marks_find(&drawing, &what, &map, &arena, &marks, &err), OK);
    for (size_t i = 0; i < marks.n; i++) {
        assert_true(marks.mark[i].width > 0 && marks.mark[i].height > 0);
        assert_true(marks.mark[i].x + marks.mark[i].width <= map.width);
        assert_true(marks.mark[i].y + marks.mark[i].height <= map.height);
    }
}

static void words_of_a_line_are_in_one_box(void **state)
{
    (void)state;
    find("Pilotage is compulsory for ships", 0);
    assert_int_equal(marks.n, 1);
    assert_in_range(marks.mark[0].x, 68, 72);
    assert_in_range(marks.mark[0].y, 84, 90);
    assert_in_range(marks.mark[0].height, 8, 18);
}

static void lines_have_boxes_of_their_own(void **state)
{
    (void)state;
    find("A pilot is ordered four hours\nahead through the harbour office, by",
         0);
    assert_int_equal(marks.n, 2);
    assert_true(marks.mark[1].y > marks.mark[0].y);
    assert_true(marks.mark[1].x < marks.mark[0].x);
}

static void bars_of_cells_and_bullets_do_not_matter(void **state)
{
    (void)state;
    find("- fresh water at the quay\n| Outer mole | 355 | 190 |", 0);
    assert_true(marks.n >= 2);
    assert_true(marks.mark[1].y > marks.mark[0].y);
}

static void of_a_line_that_goes_on_elsewhere_the_beginning_is_found(
    void **state)
{
    (void)state;
    find("by night through the lock keeper and the book", 0);
    assert_int_equal(marks.n, 1);
}

static void what_is_not_there_has_no_box(void **state)
{
    (void)state;
    find("Cranes are painted once in ten years", 0);
    assert_int_equal(marks.n, 0);
    find("", 0);
    assert_int_equal(marks.n, 0);
    find("...\n--", 7);
    assert_int_equal(marks.n, 0);
}

static void a_table_is_one_box(void **state)
{
    (void)state;
    find("", 1);
    assert_int_equal(marks.n, 1);
    assert_true(marks.mark[0].height > 30 && marks.mark[0].width > 100);
}

/* 612 by 792 points at two pixels each. */
static void words_that_ocr_found_are_marked_where_they_are(void **state)
{
    const struct pdf_bitmap on = {.width = 1224, .height = 1584, .scale = 2};
    struct pdf_scan page = {.page = 1};

    (void)state;
    page.json = STR("{\"confidence\":0.9,\"words\":["
                    "[100,-692,140,-682,-684,10,0.9,\"Tides\"],"
                    "[144,-692,180,-682,-684,10,0.9,\"twice\"],"
                    "[100,-672,130,-662,-664,10,0.9,\"Pilots\"],"
                    "[600,-672,900,-662,-664,10,0.9,\"outside\"]]}");
    assert_int_equal(pdf_marks_find_scanned(&page, STR("Tides twice\noutside"),
                                            &on, &arena, &marks, &err),
                     OK);
    assert_int_equal(marks.n, 2);
    assert_int_equal(marks.mark[0].x, 197);
    assert_int_equal(marks.mark[0].y, 197);
    assert_int_equal(marks.mark[0].width, 166);
    assert_int_equal(marks.mark[0].height, 26);
    assert_int_equal(marks.mark[1].x + marks.mark[1].width, 1224);
    page.json = STR("{}");
    assert_int_equal(
        pdf_marks_find_scanned(&page, STR("Tides"), &on, &arena, &marks, &err),
        ERR_FILE_READ_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(words_of_a_line_are_in_one_box, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(lines_have_boxes_of_their_own, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(bars_of_cells_and_bullets_do_not_matter,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            of_a_line_that_goes_on_elsewhere_the_beginning_is_found, setup,
            teardown),
        cmocka_unit_test_setup_teardown(what_is_not_there_has_no_box, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_table_is_one_box, setup, teardown),
        cmocka_unit_test_setup_teardown(
            words_that_ocr_found_are_marked_where_they_are, setup, teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
