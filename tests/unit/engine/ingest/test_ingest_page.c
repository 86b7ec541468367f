/* Tables of pages and mails: which file is one, and what the header says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ingest_fixture.h"

static void check_page(struct fixture *f, enum sections_format document,
                       const char *text, const char *want)
{
    f->request.document = document;
    if (run_bytes(f, str_from(text)))
        fail_msg("%s", f->e.msg);
    check_query(f, "FROM made.main.table_1", want);
}

#define PORTS \
    "<table><tr><th>Port<th>Ships<tr><td>Ulm<td>7<tr><td>Bonn<td>9</table>"

static void a_page_is_known_by_its_name_or_its_beginning(void **state)
{
    struct fixture *f = *state;

    check_page(f, SECTIONS_HTML, "<p>Ships</p>" PORTS,
               "[\"Ulm\",7][\"Bonn\",9]");
    check_page(f, SECTIONS_AUTO, "<!-- made --> <!doctype HTML>" PORTS,
               "[\"Ulm\",7][\"Bonn\",9]");
    check_map_has(f, "\"format\":\"html\"");
    check_page(f, SECTIONS_MAIL,
               "From: a@b.example\nSubject: Ships\nContent-Type: text/html\n\n"
               "<p>See:</p>" PORTS,
               "[\"Ulm\",7][\"Bonn\",9]");
    check_map_has(f, "\"format\":\"mail\"");
}

static void a_delimiter_that_is_said_makes_it_a_delimited_text(void **state)
{
    struct fixture *f = *state;

    f->request.document = SECTIONS_HTML;
    f->request.delimiter = ',';
    if (run_bytes(f, STR("a,b\n1,2\n")))
        fail_msg("%s", f->e.msg);
    check_map_has(f, "\"format\":\"csv\"");
}

static void names_of_several_rows_are_one_below_the_other(void **state)
{
    check_page(*state, SECTIONS_HTML,
               "<table><thead><tr><th rowspan=2>Port<th colspan=2>Ships"
               "<tr><th>2023<th>2024<tbody><tr><td>Ulm<td>7<td>8</table>",
               "[\"Ulm\",7,8]");
    check_map_has(*state, "\"name\":\"Ships 2024\"");
}

static void a_header_that_is_not_marked_must_differ_from_the_rows(void **state)
{
    struct fixture *f = *state;

    check_page(f, SECTIONS_HTML,
               "<table><tr><td>base<td>The base<tr><td>tools<td>All tools"
               "</table>",
               "[\"base\",\"The base\"][\"tools\",\"All tools\"]");
    check_page(f, SECTIONS_HTML,
               "<table><tr><td>Port<td>Ships<tr><td>Ulm<td>7<tr><td>Bonn<td>9"
               "</table>",
               "[\"Ulm\",7][\"Bonn\",9]");
}

static void a_title_in_the_table_is_its_title(void **state)
{
    check_page(*state, SECTIONS_HTML,
               "<table><tr><th colspan=2>Ships in thousands<tr><th>Port<th>All"
               "<tr><td>Ulm<td>7</table>",
               "[\"Ulm\",7]");
    check_map_has(*state, "\"title\":\"Ships in thousands\"");
    check_map_has(*state, "\"unit_stated\":\"in thousands\"");
}

static void apostrophes_around_a_cell_are_its_text(void **state)
{
    check_page(*state, SECTIONS_HTML,
               "<table><tr><th>Name<th>Aliases<tr><td>'utf-8'<td>'utf8'"
               "<tr><td>'utf-16le'<td>'utf-16', 'ucs'</table>",
               "[\"'utf-8'\",\"'utf8'\"][\"'utf-16le'\",\"'utf-16', 'ucs'\"]");
}

static void a_page_without_a_table_says_so(void **state)
{
    struct fixture *f = *state;

    f->request.document = SECTIONS_HTML;
    assert_int_equal(run_bytes(f, STR("<p>Nothing.")), ERR_FILE_READ_FAILED);
    assert_string_equal(f->e.msg, "the document has no table");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_page_is_known_by_its_name_or_its_beginning),
        TEST(a_delimiter_that_is_said_makes_it_a_delimited_text),
        TEST(names_of_several_rows_are_one_below_the_other),
        TEST(a_header_that_is_not_marked_must_differ_from_the_rows),
        TEST(a_title_in_the_table_is_its_title),
        TEST(apostrophes_around_a_cell_are_its_text),
        TEST(a_page_without_a_table_says_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
