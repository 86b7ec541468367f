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

static enum err read_path(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum err rc;

    assert_true(fd >= 0);
    rc = office_read(fd, SECTIONS_DOCX, NULL, &arena, &doc, &err);
    (void)close(fd);
    if (!rc)
        assert_null(broken_promise(&doc, &arena));
    return rc;
}

static enum err read_file(const char *name)
{
    char path[512];

    (void)snprintf(path, sizeof(path), FOLDER "%s", name);
    return read_path(path);
}

static bool has(const char *text)
{
    return str_find(doc.text, str_from(text)) < doc.text.n;
}

static void headings_are_those_of_styles_and_outline_levels(void **state)
{
    static const struct {
        const char *title;
        unsigned level;
    } wanted[] = {{"Lease of the boathouse", 1},
                  {"Rent", 2},
                  {"Duties", 2},
                  {"Charges", 3}};

    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_int_equal(doc.n_sections, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_true(str_is(doc.sections[i].title, wanted[i].title));
        assert_int_equal(doc.sections[i].level, wanted[i].level);
    }
    assert_true(str_is(doc.title, "Lease of the boathouse"));
}

static void lists_have_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_true(has("\n1. The club keeps the slipway clear.\n"
                    "  (a) of ice from November on\n"
                    "  (b) of weed\n"
                    "2. The harbour mends the roof.\n"));
    assert_true(has("\n- charged monthly\n- paid with the rent\n"));
}

static void a_merged_cell_has_the_text_of_the_one_above(void **state)
{
    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_true(has("\n| Charge | Season | Euros |\n"
                    "| Crane | summer | 85 |\n"
                    "| Crane | winter | 140 |\n"
                    "| Water, all year |  | 60 |\n"));
}

static void tracked_changes_are_read_as_accepted(void **state)
{
    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_true(has("\nThe deposit is three months of rent.\n"));
    assert_true(has("\nFirst half, second half.\n"));
}

static void changes_are_counted(void **state)
{
    (void)state;
    assert_int_equal(read_file("review.docx"), OK);
    assert_true(has("The ferry leaves at ten o'clock.\n"));
    assert_true(has("\nDogs travel free.\n\nBicycles cost four euros.\n"));
    assert_true(has("\n| Single | 7 |\n"));
    assert_false(has("Return"));
    assert_int_equal(doc.review.insertions, 2);
    assert_int_equal(doc.review.deletions, 5);
    assert_int_equal(read_file("lease.docx"), OK);
    assert_int_equal(doc.review.insertions, 1);
    assert_int_equal(doc.review.deletions, 2);
    assert_int_equal(doc.review.comments, 0);
}

static void a_comment_comes_after_its_paragraph_and_says_whose_it_is(
    void **state)
{
    (void)state;
    assert_int_equal(read_file("review.docx"), OK);
    assert_true(has(" o'clock.\n\n[comment by Ole Dahl]: Is the tide table "
                    "printed? Ask the harbour master.\n\n"
                    "[comment]: Winter only.\n\nDogs"));
    assert_true(has("| Single | 7 |\n\n[comment by Ole Dahl]: Since May.\n"));
    assert_false(has("Of what is gone"));
    assert_int_equal(doc.review.comments, 3);
}

static void what_is_said_of_a_picture_comes_after_its_paragraph(void **state)
{
    (void)state;
    assert_int_equal(read_file("pictures.docx"), OK);
    assert_true(str_is(doc.text,
                       "The lock is in the north.\n\n"
                       "[picture]: Map of the lock with both gates\n\n"
                       "[picture]: The bridge at low water\n\n"
                       "[picture]: The old crane\n\n"
                       "| Berth | View |\n"
                       "| Mole | [picture]: The mole from the sea |\n\n"
                       "A draft.\n"));
}

static void a_table_in_a_cell_comes_behind_the_one_around_it(void **state)
{
    (void)state;
    assert_int_equal(read_file("nested.docx"), OK);
    assert_true(str_is(doc.text, "| Quay | Length | Depth |\n"
                                 "| East | 140 | 6 |\n"
                                 "| West | see below |  |\n\n"
                                 "| Berth | Boats |\n"
                                 "| W1 | 3 |\n"
                                 "| W2 | 5 |\n\n"
                                 "All in metres.\n"));
    assert_int_equal(doc.tables.n, 2);
}

static void hidden_text_is_left_out(void **state)
{
    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_false(has("Ask for more"));
    assert_false(has("And again"));
}

static void a_footnote_comes_after_its_paragraph(void **state)
{
    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_true(has("third working day.\n\n[^1]: Days on which banks"));
}

static void a_text_box_in_two_forms_is_read_once(void **state)
{
    size_t at;

    (void)state;
    assert_int_equal(read_file("lease.docx"), OK);
    assert_true(has("See the plan.\n\nKeys are handed over on the quay.\n"));
    at = str_find(doc.text, STR("Keys are")) + 1;
    assert_int_equal(
        str_find(str_slice(doc.text, at, doc.text.n), STR("Keys are")),
        doc.text.n - at);
}

static void what_is_no_document_says_what_it_is(void **state)
{
    static const struct {
        const char *name, *words;
        enum err code;
    } files[] = {{"locked.docx", "password", ERR_FILE_READ_FAILED},
                 {"old.docx", "pre-2007", ERR_FILE_READ_FAILED},
                 {"other.docx", "not a Word document", ERR_FILE_READ_FAILED},
                 {"cut.docx", "damaged", ERR_FILE_READ_FAILED},
                 {"laughs.docx", "document type", ERR_FILE_READ_FAILED},
                 {"bomb.docx", "250 times", ERR_LIMIT},
                 {"make.mjs", "not a ZIP archive", ERR_FILE_READ_FAILED}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        assert_int_equal(read_file(files[i].name), files[i].code);
        if (!strstr(err.msg, files[i].words))
            fail_msg("%s: %s", files[i].name, err.msg);
        arena_reset(&arena);
    }
}

/* Of files that Word and others wrote, what people must find in them. */
static void files_of_other_programs_have_their_words(void **state)
{
    static const struct {
        const char *name, *words;
    } wanted[] = {
        {"word_sample", "| Leaves | Ash, Elm, Maple | 50 |"},
        {"word_sample", "1. Wear sunglasses"},
        {"word_sample", "[picture]: A cartoon duck holding a paper"},
        {"unit_test_headers_numbered", "1.2.1. Section 1.2.3"},
        {"word_tables", "| Cell 2.0 | Merged Cell 1.1 2.1 | Cell 2.2 |"},
        {"tablecell",
         "Some text before\n\n| Tab1 | Tab2 | Tab3 |\n| A | B | C |"},
        {"docx_comments", "This is the first paragraph that has a comment"},
        {"docx_comments",
         "[comment by John Reviewer]: This is a sample reviewer "
         "comment on the first paragraph.\n"},
        {"docx_comments", "[comment]: Anonymous feedback on this paragraph."}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        char name[128], path[512];

        (void)snprintf(name, sizeof(name), "office/docling/docx/%s.docx",
                       wanted[i].name);
        testdata_path(name, path, sizeof(path));
        assert_int_equal(read_path(path), OK);
        if (!has(wanted[i].words))
            fail_msg("%s: no '%s'", wanted[i].name, wanted[i].words);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(headings_are_those_of_styles_and_outline_levels),
        TEST(lists_have_their_numbers),
        TEST(a_merged_cell_has_the_text_of_the_one_above),
        TEST(tracked_changes_are_read_as_accepted),
        TEST(changes_are_counted),
        TEST(a_comment_comes_after_its_paragraph_and_says_whose_it_is),
        TEST(what_is_said_of_a_picture_comes_after_its_paragraph),
        TEST(a_table_in_a_cell_comes_behind_the_one_around_it),
        TEST(hidden_text_is_left_out),
        TEST(a_footnote_comes_after_its_paragraph),
        TEST(a_text_box_in_two_forms_is_read_once),
        TEST(what_is_no_document_says_what_it_is),
        TEST(files_of_other_programs_have_their_words)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
