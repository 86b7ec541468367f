#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fs.h"
#include "formats/pdf/pdf.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FOLDER TESTS_DIR "/data/pdf/"
#define REPORT "../../../examples/harbour.pdf"

static struct arena arena;
static struct error err;
static struct sections doc;
static struct pdf_tables tables;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    err = (struct error){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_file(const char *name)
{
    char path[512];
    struct str bytes;

    (void)snprintf(path, sizeof(path), FOLDER "%s", name);
    assert_int_equal(fs_read_file(path, name, 1 << 20, &arena, &bytes, &err),
                     OK);
    return pdf_read(bytes, NULL, &arena, &doc, &tables, &err);
}

static void assert_refused(const char *name, const char *words)
{
    assert_int_equal(read_file(name), ERR_FILE_READ_FAILED);
    if (!strstr(err.msg, words))
        fail_msg("%s: %s", name, err.msg);
}

static bool has(const char *text)
{
    return str_find(doc.text, str_from(text)) < doc.text.n;
}

static void headings_have_their_level_and_page(void **state)
{
    static const struct {
        const char *title;
        unsigned level, page;
    } wanted[] = {{"", 0, 1},
                  {"The harbour of Lindau", 1, 1},
                  {"Tides and dredging", 1, 1},
                  {"Pilots", 1, 2},
                  {"Fees", 1, 2}};

    (void)state;
    assert_int_equal(read_file(REPORT), OK);
    assert_int_equal(doc.n_sections, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_true(str_is(doc.sections[i].title, wanted[i].title));
        assert_int_equal(doc.sections[i].level, wanted[i].level);
        assert_int_equal(doc.sections[i].page, wanted[i].page);
    }
    assert_true(str_is(doc.title, "The harbour of Lindau"));
}

static void each_page_says_what_became_of_it(void **state)
{
    (void)state;
    assert_int_equal(read_file(REPORT), OK);
    assert_int_equal(doc.n_pages, 3);
    assert_int_equal(doc.pages[0].state, SECTIONS_PAGE_READ);
    assert_int_equal(doc.pages[2].state, SECTIONS_PAGE_PICTURE);
    assert_true(str_is(doc.pages[0].label, "i"));
    assert_true(str_is(doc.pages[1].label, "1"));
    assert_int_equal(doc.pages[0].begin, 0);
    assert_true(str_starts(str_slice(doc.text, doc.pages[1].begin, doc.text.n),
                           STR("Pilots\n")));
    assert_int_equal(doc.pages[2].first_line, doc.lines + 1);
}

static void columns_headers_and_divided_words_are_put_together(void **state)
{
    (void)state;
    assert_int_equal(read_file(REPORT), OK);
    assert_true(has("forty thousand cubic\nmetres of silt"));
    assert_true(has("by the port authority alone, as the\nprovince has ended"));
    assert_true(has("Harbour Review 2031\n\nThe harbour"));
    assert_false(has("Harbour Review 2031\n\nPilots"));
    assert_false(has("\n2\n"));
}

static void lists_and_rows_are_blocks_of_their_own(void **state)
{
    (void)state;
    assert_int_equal(read_file(REPORT), OK);
    assert_true(has("\n\n- the slipway on weekdays\n- fresh water at the quay\n"
                    "- the crane below two tonnes\n\n"));
    assert_true(has("\n\n| Berth | Summer | Winter |\n"
                    "| Inner basin | 410 | 260 |\n"));
    assert_int_equal(doc.blocks[doc.n_blocks - 1].kind, SECTIONS_TABLE);
    assert_int_equal(doc.blocks[doc.n_blocks - 2].kind, SECTIONS_LIST);
}

/* The cells of a table: "row,column-last_row,last_column text", a line each. */
static void assert_cells(const struct pdf_table *t, const char *wanted)
{
    char got[2048];
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct pdf_cell *c = &t->cell[i];

        n += (size_t)snprintf(got + n, sizeof(got) - n, "%u,%u-%u,%u %.*s\n",
                              c->row, c->column, c->last_row, c->last_column,
                              STR_FMT(c->text));
    }
    assert_string_equal(got, wanted);
}

static void rulings_bound_cells_and_bands_of_several_rows(void **state)
{
    (void)state;
    assert_int_equal(read_file("tables.pdf"), OK);
    assert_int_equal(tables.n, 2);
    assert_int_equal(tables.table[0].page, 1);
    assert_int_equal(tables.table[0].how, PDF_TABLE_RULED);
    assert_cells(&tables.table[0], "0,0-1,0 Port\n0,1-0,2 Season\n"
                                   "1,1-1,1 Ships\n1,2-1,2 Result\n"
                                   "2,0-2,0 Lindau\n2,1-2,1 410\n"
                                   "2,2-2,2 1,250\n"
                                   "3,0-3,0 Bregenz\n3,1-3,1 260\n"
                                   "3,2-3,2 (45)\n"
                                   "4,0-4,0 Rorschach\n4,1-4,1 85\n"
                                   "4,2-4,2 310\n"
                                   "5,0-5,0 Romanshorn\n5,1-5,1 120\n"
                                   "5,2-5,2 (7)\n");
}

static void cells_that_are_aligned_are_a_table_and_prose_is_none(void **state)
{
    (void)state;
    assert_int_equal(read_file("tables.pdf"), OK);
    assert_int_equal(tables.table[1].page, 2);
    assert_int_equal(tables.table[1].number, 1);
    assert_int_equal(tables.table[1].how, PDF_TABLE_ALIGNED);
    assert_cells(&tables.table[1],
                 "0,0-0,0 Lock\n0,1-0,1 Length\n0,2-0,2 Gates\n"
                 "1,0-1,0 North\n1,1-1,1 110.5\n1,2-1,2 2\n"
                 "2,0-2,0 South\n2,1-2,1 95.0\n2,2-2,2 2\n"
                 "3,0-3,0 Mill\n3,1-3,1 60.25\n3,2-3,2 1\n"
                 "4,0-4,0 Old\n4,1-4,1 32.0\n4,2-4,2 1\n");
    assert_true(tables.table[1].confidence < tables.table[0].confidence);
}

static void a_page_of_columns_has_its_table_alone(void **state)
{
    (void)state;
    assert_int_equal(read_file(REPORT), OK);
    assert_int_equal(tables.n, 1);
    assert_int_equal(tables.table[0].page, 2);
    assert_int_equal(tables.table[0].rows, 4);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    assert_refused("scan.pdf", "pictures without text");
    assert_refused("blank.pdf", "nothing is on it");
    assert_refused("cut.pdf", "damaged");
    assert_refused("locked.pdf", "password");
    assert_int_equal(
        pdf_read(STR("no PDF at all"), NULL, &arena, &doc, &tables, &err),
        ERR_FILE_READ_FAILED);
}

static void a_small_arena_is_a_limit(void **state)
{
    struct arena small;
    struct str bytes;

    (void)state;
    assert_int_equal(fs_read_file(FOLDER REPORT, "harbour.pdf", 1 << 20, &arena,
                                  &bytes, &err),
                     OK);
    arena_init(&small, 2000);
    assert_int_equal(pdf_read(bytes, NULL, &small, &doc, &tables, &err),
                     ERR_LIMIT);
    arena_release(&small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(headings_have_their_level_and_page,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(each_page_says_what_became_of_it, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            columns_headers_and_divided_words_are_put_together, setup,
            teardown),
        cmocka_unit_test_setup_teardown(lists_and_rows_are_blocks_of_their_own,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            rulings_bound_cells_and_bands_of_several_rows, setup, teardown),
        cmocka_unit_test_setup_teardown(
            cells_that_are_aligned_are_a_table_and_prose_is_none, setup,
            teardown),
        cmocka_unit_test_setup_teardown(a_page_of_columns_has_its_table_alone,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(what_cannot_be_read_says_why, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_small_arena_is_a_limit, setup,
                                        teardown)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
