#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/scan_ruling.h"

#include <string.h>

#include <cmocka.h>

#define SIDE 144 /* pixels, of 72 points */

static unsigned char pixels[SIDE * SIDE];
static const struct pdf_bitmap bitmap = {.pixel = pixels,
                                         .stride = SIDE,
                                         .width = SIDE,
                                         .height = SIDE,
                                         .pixel_bytes = 1,
                                         .scale = 2};
static struct arena arena;
static struct pdf_rulings found;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    memset(pixels, 255, sizeof(pixels));
    arena_init(&arena, (size_t)4 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void fill(size_t x0, size_t y0, size_t x1, size_t y1)
{
    for (size_t y = y0; y < y1; y++)
        memset(pixels + y * SIDE + x0, 40, x1 - x0);
}

static void find(void)
{
    assert_int_equal(scan_rulings_find(&bitmap, &arena, &found, &err), OK);
}

static void assert_near(float x, float y)
{
    assert_true(x > y - 1 && x < y + 1);
}

static void a_long_thin_line_is_a_ruling(void **state)
{
    (void)state;
    fill(10, 40, 130, 42);
    fill(60, 20, 61, 120);
    find();
    assert_int_equal(found.n_level, 1);
    assert_near(found.level[0].at, 20.5F - 72);
    assert_near(found.level[0].from, 5);
    assert_near(found.level[0].to, 65);
    assert_int_equal(found.n_upright, 1);
    assert_near(found.upright[0].at, 30);
    assert_near(found.upright[0].from, 10 - 72);
    assert_near(found.upright[0].to, 60 - 72);
}

static void a_line_that_leans_is_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++)
        fill(4 + 44 * i, 40 + i, 48 + 44 * i, 42 + i);
    find();
    assert_int_equal(found.n_level, 1);
    assert_near(found.level[0].from, 2);
    assert_near(found.level[0].to, 68);
}

static void letters_and_boxes_are_none(void **state)
{
    (void)state;
    fill(10, 10, 13, 34);   /* as high as 12 points */
    fill(20, 60, 130, 130); /* a colour behind cells */
    find();
    assert_int_equal(found.n_level + found.n_upright, 0);
}

/* A word whose box ends at `x1`, beside a ruling at 30 points. */
static struct str taken(const char *text, float x1)
{
    static struct pdf_word w;
    struct pdf_words words = {.word = &w, .n = 1};

    fill(60, 0, 61, SIDE);
    find();
    w = (struct pdf_word){.box = {.x0 = 10, .x1 = x1, .y0 = -40, .y1 = -30},
                          .base = -32,
                          .size = 10,
                          .text = str_from(text)};
    scan_rulings_take(&found, &words);
    return words.n ? w.text : STR("");
}

static void what_a_ruling_was_taken_for_goes(void **state)
{
    (void)state;
    assert_true(str_is(taken("25.0]", 30), "25.0"));
    assert_true(str_is(taken("17.7|", 30), "17.7"));
    assert_true(str_is(taken("2.2)", 30), "2.2"));
    assert_true(str_is(taken("|", 30), ""));
}

static void a_bar_alone_goes_without_a_ruling(void **state)
{
    (void)state;
    assert_true(str_is(taken("|", 15), ""));
    assert_true(str_is(taken("||", 15), ""));
    assert_true(str_is(taken("a|b", 15), "a|b"));
}

static void what_may_be_of_the_word_stays(void **state)
{
    (void)state;
    assert_true(str_is(taken("(2.2)", 30), "(2.2)"));
    assert_true(str_is(taken("Oil", 30), "Oil"));
    assert_true(str_is(taken("5.1", 30), "5.1"));
    assert_true(str_is(taken("25.0]", 20), "25.0]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_long_thin_line_is_a_ruling, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_line_that_leans_is_one, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(letters_and_boxes_are_none, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_a_ruling_was_taken_for_goes,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bar_alone_goes_without_a_ruling,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_may_be_of_the_word_stays, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
