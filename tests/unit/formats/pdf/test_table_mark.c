#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/table.h"

#include <string.h>

#include <cmocka.h>

#define BELOW 200.0F /* where the table ends */

static struct pdf_word before, mark, first, second;
static struct pdf_word *words[] = {&first, &second};
static struct pdf_segment segment = {.word = words, .n = 2};
static struct pdf_segment *segments[] = {&segment};
static struct pdf_line line = {.segment = segments, .n_segments = 1};
static struct pdf_lines lines = {.line = &line, .n = 1};
static struct table_page page = {.lines = &lines};

static struct pdf_word word_at(float x, float base, float size,
                               const char *text)
{
    return (struct pdf_word){
        .box = {x, x + size / 2 * (float)strlen(text), base - size, base},
        .base = base,
        .size = size,
        .text = str_from(text)};
}

/* "12.5" with a raised "1", and below the table "1 Without barges." */
static bool is_mark(const char *figure, const char *note, const char *begins)
{
    before = word_at(60, 100, 10, figure);
    mark = word_at(before.box.x1, 96, 6, note);
    first = word_at(60, BELOW + 20, 8, begins);
    second = word_at(70, BELOW + 20, 8, "Without");
    line.box = first.box;
    return table_is_mark(&page, BELOW, &before, &mark);
}

static void a_mark_has_a_note_below_the_table(void **state)
{
    (void)state;
    assert_true(is_mark("12.5", "1", "1"));
    assert_true(is_mark("12.5", "(1)", "1)"));
    assert_true(is_mark("12.5", "a", "a."));
    assert_true(is_mark("Ships", "*", "*"));
    assert_false(is_mark("12.5", "2", "1"));
    line.box.y0 = BELOW - 50; /* a row of the table */
    assert_false(table_is_mark(&page, BELOW, &before, &mark));
}

static void an_exponent_is_none(void **state)
{
    (void)state;
    assert_false(is_mark("10", "6", "6"));
    assert_false(is_mark("1.2x10", "6", "6"));
    assert_false(is_mark("km", "2", "2"));
}

static void it_is_small_raised_and_near(void **state)
{
    (void)state;
    assert_true(is_mark("12.5", "1", "1"));
    mark.size = 10;
    assert_false(table_is_mark(&page, BELOW, &before, &mark));
    mark.size = 6;
    mark.base = 100;
    assert_false(table_is_mark(&page, BELOW, &before, &mark));
    mark.base = 96;
    mark.box.x0 += 30;
    assert_false(table_is_mark(&page, BELOW, &before, &mark));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mark_has_a_note_below_the_table),
        cmocka_unit_test(an_exponent_is_none),
        cmocka_unit_test(it_is_small_raised_and_near),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
