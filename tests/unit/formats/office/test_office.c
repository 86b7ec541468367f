#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/markup/invariants.h"
#include "formats/office/office.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/testdata.h"

#define FOLDER TESTS_DIR "/data/office/"

static struct arena arena;
static struct error err;
static struct sections doc;

static int setup(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)256 << 20);
    err = (struct error){0};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_path(const char *path, enum sections_format format)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum err rc;

    assert_true(fd >= 0);
    rc = office_read(fd, format, NULL, &arena, &doc, &err);
    (void)close(fd);
    if (!rc)
        assert_null(broken_promise(&doc, &arena));
    return rc;
}

static enum err read_file(const char *name, enum sections_format format)
{
    char path[512];

    (void)snprintf(path, sizeof(path), FOLDER "%s", name);
    return read_path(path, format);
}

static bool has(const char *text)
{
    return str_find(doc.text, str_from(text)) < doc.text.n;
}

static void slides_are_pages_and_their_titles_headings(void **state)
{
    static const char *const titles[] = {"Timetable", "Fares",
                                         "Thanks to the crew"};

    (void)state;
    assert_int_equal(read_file("deck.pptx", SECTIONS_PPTX), OK);
    assert_int_equal(doc.n_pages, COUNT_OF(titles));
    assert_int_equal(doc.n_sections, COUNT_OF(titles));
    for (uint32_t i = 0; i < COUNT_OF(titles); i++) {
        assert_true(str_is(doc.sections[i].title, titles[i]));
        assert_int_equal(doc.sections[i].page, i + 1);
        assert_int_equal(doc.pages[i].begin, doc.sections[i].range.begin);
    }
}

static void notes_and_tables_of_a_slide_are_text(void **state)
{
    (void)state;
    assert_int_equal(read_file("deck.pptx", SECTIONS_PPTX), OK);
    assert_true(has("\n- Ferries run every hour\n  - in summer only\n"));
    assert_true(has("\n| Ticket | Euros |\n| Day pass | 14 |\n\n"
                    "Children under six travel free.\n"));
}

static void comments_come_last_on_their_slide_before_their_replies(void **state)
{
    (void)state;
    assert_int_equal(read_file("comments.pptx", SECTIONS_PPTX), OK);
    assert_true(str_is(doc.text,
                       "Timetable\n\n- Ferries run every hour\n\n"
                       "[comment by Ole Dahl]: Also at night? Please check.\n\n"
                       "[comment by Ida Berg]: From May on.\n\n"
                       "[comment]: Who drew this?\n\n"
                       "Fares\n\n- A day pass costs 14 euros\n\n"
                       "[comment by Ida Berg]: Fifteen from next year.\n"));
    assert_int_equal(doc.review.comments, 4);
    assert_int_equal(doc.pages[1].begin, doc.sections[1].range.begin);
}

static void opendocument_leaves_out_what_is_deleted_or_hidden(void **state)
{
    (void)state;
    assert_int_equal(read_file("report.odt", SECTIONS_ODT), OK);
    assert_true(has("The basin froze on 9 January.\n\n[^1]: Measured at"));
    assert_false(has("Boats of any size"));
    assert_false(has("Do not tell"));
    assert_true(has("Map of the basin\n\n[picture]: picture\n"));
}

static void opendocument_has_comments_and_counts_changes(void **state)
{
    (void)state;
    assert_int_equal(read_file("review.odt", SECTIONS_ODT), OK);
    assert_true(has("The ferry leaves at ten o'clock.\n\n"
                    "[comment by Ole Dahl]: Is the tide table printed? Ask "
                    "the harbour master.\n"));
    assert_true(has("\n| Single | 7 |\n\n[comment]: Since May.\n"));
    assert_false(has("Cats"));
    assert_false(has("why"));
    assert_false(has("2026"));
    assert_int_equal(doc.review.comments, 2);
    assert_int_equal(doc.review.insertions, 1);
    assert_int_equal(doc.review.deletions, 1);
}

static void opendocument_has_headings_lists_and_merged_cells(void **state)
{
    (void)state;
    assert_int_equal(read_file("report.odt", SECTIONS_ODT), OK);
    assert_int_equal(doc.n_sections, 2);
    assert_int_equal(doc.sections[1].level, 2);
    assert_true(has("\n- north quay: closed\n  - from January\n- south"));
    assert_true(has("\n| North | January | 12 |\n| North | February | 19 |\n"
                    "| South, both months |  | 4 |\n"));
}

static void slides_of_opendocument_are_pages(void **state)
{
    (void)state;
    assert_int_equal(read_file("deck.odp", SECTIONS_ODP), OK);
    assert_int_equal(doc.n_pages, 2);
    assert_true(str_is(doc.sections[1].title, "Prices"));
    assert_true(has("Members pay half."));
}

static void what_is_said_of_pictures_comes_last_on_its_slide(void **state)
{
    static const struct {
        const char *name;
        enum sections_format format;
    } files[] = {{"pictures.pptx", SECTIONS_PPTX},
                 {"pictures.odp", SECTIONS_ODP}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        assert_int_equal(read_file(files[i].name, files[i].format), OK);
        assert_true(str_is(doc.text, "Where to moor\n\n"
                                     "[picture]: Map of the lock\n\n"
                                     "[picture]: The bridge at low water\n"));
        assert_int_equal(doc.n_sections, 2);
        assert_int_equal(doc.sections[1].page, 2);
    }
}

static void what_is_said_of_a_picture_comes_after_its_paragraph(void **state)
{
    (void)state;
    assert_int_equal(read_file("pictures.odt", SECTIONS_ODT), OK);
    assert_true(str_is(doc.text, "The lock is in the north.\n\n"
                                 "[picture]: Map of the lock\n\n"
                                 "[picture]: with both gates\n\n"
                                 "[picture]: The bridge at low water\n"));
}

static void a_table_in_a_cell_comes_behind_the_one_around_it(void **state)
{
    (void)state;
    assert_int_equal(read_file("nested.odt", SECTIONS_ODT), OK);
    assert_true(str_is(doc.text, "| Quay | Length | Depth |\n"
                                 "| East | 140 | 6 |\n"
                                 "| West | see below |  |\n\n"
                                 "| Berth | Boats |\n"
                                 "| W1 | 3 |\n"
                                 "| W2 | 5 |\n\n"
                                 "All in metres.\n"));
    assert_int_equal(doc.tables.n, 2);
}

static void a_book_has_its_pages_in_the_order_of_its_spine(void **state)
{
    (void)state;
    assert_int_equal(read_file("book.epub", SECTIONS_EPUB), OK);
    assert_true(str_is(doc.title, "Two voyages"));
    assert_int_equal(doc.n_sections, 2);
    assert_true(str_is(doc.sections[0].title, "The first voyage"));
    assert_true(has("\n- two anchors\n- a lamp\n"));
}

static void what_is_another_kind_is_refused(void **state)
{
    (void)state;
    assert_int_equal(read_file("deck.pptx", SECTIONS_DOCX),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(read_file("lease.docx", SECTIONS_PPTX),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(read_file("report.odt", SECTIONS_ODP),
                     ERR_FILE_READ_FAILED);
    assert_int_equal(read_file("report.odt", SECTIONS_EPUB),
                     ERR_FILE_READ_FAILED);
}

/* Of files that other programs wrote, what people must find in them. */
static void files_of_other_programs_have_their_words(void **state)
{
    static const struct {
        const char *name, *words;
        enum sections_format format;
    } wanted[] = {{"pptx/powerpoint_with_image.pptx", "Docling", SECTIONS_PPTX},
                  {"pptx/powerpoint_with_image.pptx",
                   "[picture]: A cartoon duck holding a paper", SECTIONS_PPTX},
                  {"odt/text_document_02.odt", "Lorem", SECTIONS_ODT}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        char name[128], path[512];

        (void)snprintf(name, sizeof(name), "office/docling/%s", wanted[i].name);
        testdata_path(name, path, sizeof(path));
        assert_int_equal(read_path(path, wanted[i].format), OK);
        if (!has(wanted[i].words))
            fail_msg("%s: no '%s'", wanted[i].name, wanted[i].words);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(slides_are_pages_and_their_titles_headings),
        TEST(notes_and_tables_of_a_slide_are_text),
        TEST(comments_come_last_on_their_slide_before_their_replies),
        TEST(opendocument_leaves_out_what_is_deleted_or_hidden),
        TEST(opendocument_has_comments_and_counts_changes),
        TEST(opendocument_has_headings_lists_and_merged_cells),
        TEST(slides_of_opendocument_are_pages),
        TEST(what_is_said_of_pictures_comes_last_on_its_slide),
        TEST(what_is_said_of_a_picture_comes_after_its_paragraph),
        TEST(a_table_in_a_cell_comes_behind_the_one_around_it),
        TEST(a_book_has_its_pages_in_the_order_of_its_spine),
        TEST(what_is_another_kind_is_refused),
        TEST(files_of_other_programs_have_their_words)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
