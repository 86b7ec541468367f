#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/pdf/document.h"

#include <cmocka.h>

#define N_LINES 8

static struct arena arena;
static struct error err;
static struct pdf_line line[2][N_LINES];
static struct pdf_page page[2];
static struct pdf_document doc;

/* Two pages of equal type. */
static int setup(void **state)
{
    static const char *const text[2][N_LINES] = {
        {"1 Scope", "Text of the first part goes on here.", "2 Terms of the",
         "long contract", "Text of the second part goes on here.", "Notes",
         "Text.", "Notes"},
        {"Terms", "Text of the third part goes on here.", "Notes", "a", "b",
         "c", "d", "e"}};

    (void)state;
    arena_init(&arena, (size_t)16 << 20);
    for (size_t p = 0; p < 2; p++) {
        for (size_t i = 0; i < N_LINES; i++)
            line[p][i] = (struct pdf_line){
                .text = str_from(text[p][i]),
                .size = 10,
                .cells = 1,
                .box = {72, 300, (float)(20 * i), (float)(20 * i + 10)}};
        page[p] = (struct pdf_page){.line = line[p], .n = N_LINES};
    }
    doc = (struct pdf_document){.page = page, .n_pages = 2};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void assert_levels(size_t p, const char *wanted)
{
    char got[N_LINES + 1] = {0};

    for (size_t i = 0; i < N_LINES; i++)
        got[i] = (char)('0' + line[p][i].level);
    assert_string_equal(got, wanted);
}

#define ENTRY(words, at, deep) \
    {                          \
        STR(words), at, deep   \
    }

static void entries_of_the_contents_are_headings_of_their_page(void **state)
{
    const struct pdf_outline_entry outline[] = {
        ENTRY("Scope", 0, 1), ENTRY("Terms of the long contract", 0, 2),
        ENTRY("Notes", 0, 3), ENTRY("NOTES", 0, 2),
        ENTRY("Terms", 1, 1), ENTRY("Missing", 1, 1),
        ENTRY("Scope", 7, 1), ENTRY("...", 0, 1)};

    (void)state;
    doc.outline = outline;
    doc.n_outline = COUNT_OF(outline);
    assert_int_equal(pdf_find_headings(&doc, &arena, &err), OK);
    assert_levels(0, "10220302");
    assert_levels(1, "10000000");
}

static void contents_of_which_two_entries_are_found_are_not_believed(
    void **state)
{
    const struct pdf_outline_entry outline[] = {
        ENTRY("Scope", 0, 1), ENTRY("Terms", 1, 1), ENTRY("Missing", 1, 1)};

    (void)state;
    doc.outline = outline;
    doc.n_outline = COUNT_OF(outline);
    assert_int_equal(pdf_find_headings(&doc, &arena, &err), OK);
    assert_levels(0, "00000000");
    assert_levels(1, "00000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            entries_of_the_contents_are_headings_of_their_page, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            contents_of_which_two_entries_are_found_are_not_believed, setup,
            teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
