#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/layout.h"

#include <string.h>

#include <cmocka.h>

#define SIZE     10.0F
#define WIDTH    5.0F /* of a letter */
#define LEADING  12.0F
#define MAX_WORD 2000

static struct arena arena, scratch;
static struct error err;
static struct pdf_word word[MAX_WORD];
static struct pdf_words page;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 24);
    arena_init(&scratch, 1 << 24);
    memset(word, 0, sizeof(word));
    page = (struct pdf_words){.word = word};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    arena_release(&scratch);
    return 0;
}

/* Words from x on, `gap` points between them. */
static void put_words(float x, float y, const char *text, float gap)
{
    struct str rest = str_from(text);

    while (rest.n > 0) {
        const size_t end = str_find_char(rest, ' ');
        struct pdf_word *w = &word[page.n++];

        *w = (struct pdf_word){
            .box = {x, x + WIDTH * (float)end, y - SIZE, y + 2},
            .base = y,
            .size = SIZE,
            .is_spaced = true,
            .text = {rest.p, end}};
        x = w->box.x1 + gap;
        rest = str_slice(rest, end + 1, rest.n);
    }
}

static void put(float x, float y, const char *text)
{
    put_words(x, y, text, 3);
}

/* The lines, one after the other, are these. */
static void assert_lines(const char *wanted)
{
    struct pdf_lines lines;
    char got[4096];
    size_t n = 0;

    assert_int_equal(pdf_layout(&page, &scratch, &arena, &lines, &err), OK);
    for (size_t i = 0; i < lines.n; i++) {
        memcpy(got + n, lines.line[i].text.p, lines.line[i].text.n);
        n += lines.line[i].text.n;
        got[n++] = '\n';
    }
    got[n] = '\0';
    assert_string_equal(got, wanted);
}

static void columns_are_read_one_after_the_other(void **state)
{
    (void)state;
    put(50, 60, "A title that stands over both of the columns of text here");
    for (int i = 0; i < 3; i++) {
        put(50, 100 + LEADING * (float)i, "left words of a line");
        put(300, 103 + LEADING * (float)i, "right words of a line");
    }
    assert_lines("A title that stands over both of the columns of text here\n"
                 "left words of a line\nleft words of a line\n"
                 "left words of a line\nright words of a line\n"
                 "right words of a line\nright words of a line\n");
}

static void a_table_is_read_row_by_row(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        put(50, 100 + LEADING * (float)i, "Inner basin");
        put(200, 100 + LEADING * (float)i, "410");
        put(300, 100 + LEADING * (float)i, "260.50");
    }
    assert_lines("Inner basin  410  260.50\nInner basin  410  260.50\n"
                 "Inner basin  410  260.50\nInner basin  410  260.50\n");
}

static void a_table_below_columns_is_no_part_of_them(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        put(50, 100 + LEADING * (float)i, "left words of a line");
        put(300, 100 + LEADING * (float)i, "right words of a line");
    }
    for (int i = 0; i < 3; i++) {
        put(50, 200 + LEADING * (float)i, "Buoy");
        put(320, 200 + LEADING * (float)i, "85");
    }
    assert_lines("left words of a line\nleft words of a line\n"
                 "left words of a line\nright words of a line\n"
                 "right words of a line\nright words of a line\n"
                 "Buoy  85\nBuoy  85\nBuoy  85\n");
}

static void a_stretched_line_has_no_cells(void **state)
{
    struct pdf_lines lines;

    (void)state;
    put_words(50, 100, "affiliates Aurora Holding Corporation", 12);
    assert_int_equal(pdf_layout(&page, &scratch, &arena, &lines, &err), OK);
    assert_int_equal(lines.n, 1);
    assert_int_equal(lines.line[0].cells, 1);
    put_words(50, 130, "2004 34.7 36.2 44.5", 12);
    assert_int_equal(pdf_layout(&page, &scratch, &arena, &lines, &err), OK);
    assert_int_equal(lines.line[1].cells, 4);
}

static void words_from_right_to_left_are_read_so(void **state)
{
    (void)state;
    put(50, 100, "\xd7\x90\xd7\x91 \xd7\x92\xd7\x93");
    word[0].is_rtl = word[1].is_rtl = true;
    assert_lines("\xd7\x92\xd7\x93 \xd7\x90\xd7\x91\n");
}

static void turned_words_come_last(void **state)
{
    (void)state;
    put(50, 20, "margin");
    word[0].turn = 1;
    put(50, 100, "text");
    assert_lines("text\nmargin\n");
}

static void an_index_is_in_the_line_of_its_word(void **state)
{
    (void)state;
    put(50, 100, "area");
    put(75, 95, "2");
    word[1].box.x0 = 70.2F;
    word[1].box.y0 = 90;
    word[1].box.y1 = 96;
    word[1].size = 6;
    word[1].is_spaced = false;
    assert_lines("area2\n");
}

/* "area", or another word, with a raised "2". */
static void put_raised(const char *text)
{
    put(50, 100, text);
    put(50.2F + WIDTH * (float)strlen(text), 100, "2");
    word[1].size = 6;
    word[1].raised = 4;
    word[1].is_spaced = false;
}

static void a_mark_is_left_out_where_its_note_is_below(void **state)
{
    (void)state;
    put_raised("1,250");
    put(50, 300, "2 Without water.");
    for (size_t i = 2; i < page.n; i++)
        word[i].size = 8;
    assert_lines("1,250\n2 Without water.\n");
    word[3].size = SIZE; /* an item of a list, as large as the text */
    assert_lines("1,250 2\n2 Without water.\n");
    word[2].text = STR("3");
    assert_lines("1,250 2\n3 Without water.\n");
}

static void a_power_of_a_unit_stays(void **state)
{
    (void)state;
    put_raised("km");
    put(50, 300, "2 Without water.");
    for (size_t i = 2; i < page.n; i++)
        word[i].size = 8;
    assert_lines("km2\n2 Without water.\n");
}

static void a_word_that_is_drawn_twice_is_one(void **state)
{
    (void)state;
    put(50, 100, "PREV");
    put(51, 100, "PREV.");
    put(80, 100, "CROP");
    put(80.5F, 100, "CROP");
    put(110, 100, "CROP");
    assert_lines("PREV. CROP CROP\n");
}

static void a_page_without_words_has_no_lines(void **state)
{
    (void)state;
    assert_lines("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(columns_are_read_one_after_the_other,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_table_is_read_row_by_row, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            a_table_below_columns_is_no_part_of_them, setup, teardown),
        cmocka_unit_test_setup_teardown(a_stretched_line_has_no_cells, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(words_from_right_to_left_are_read_so,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(turned_words_come_last, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(an_index_is_in_the_line_of_its_word,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_mark_is_left_out_where_its_note_is_below, setup, teardown),
        cmocka_unit_test_setup_teardown(a_power_of_a_unit_stays, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_word_that_is_drawn_twice_is_one,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_page_without_words_has_no_lines,
                                        setup, teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
