/* Tables of documents made by hand: spans that cross, rows that are too wide, nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/package/book.h"
#include "ingest_fixture.h"

#define W "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

static enum err run_book(struct fixture *f, struct book *b)
{
    enum err rc;

    book_end(b);
    rc = run_bytes(f, buf_str(&b->zip));
    buf_release(&b->zip);
    buf_release(&b->directory);
    return rc;
}

static enum err run_word(struct fixture *f, const char *body)
{
    struct book b;
    struct buf t;

    book_init(&b);
    buf_init(&t, MAX_ZIP);
    buf_printf(&t, "<w:document xmlns:w='" W "'><w:body>%s</w:body>", body);
    buf_puts(&t, "</w:document>");
    book_put(&b, "word/document.xml", buf_str(&t));
    buf_release(&t);
    return run_book(f, &b);
}

#define TABLE(rows) "<w:tbl>" rows "</w:tbl>"
#define ROW(cells)  "<w:tr>" cells "</w:tr>"
#define CELL(text)  SPAN("", text)
#define OVER(n)     "<w:gridSpan w:val='" n "'/>"
#define DOWN        "<w:vMerge w:val='restart'/>"
#define MORE        "<w:vMerge/>"
#define SPAN(is, text)                                  \
    "<w:tc><w:tcPr>" is "</w:tcPr><w:p><w:r><w:t>" text \
    "</w:t></w:r></w:p></w:tc>"

#define PORTS                                                        \
    TABLE(ROW(CELL("Port") CELL("Ships")) ROW(CELL("Ulm") CELL("7")) \
              ROW(CELL("Lindau") CELL("1,250")))

static void check_word(struct fixture *f, const char *body, const char *table,
                       const char *want)
{
    char sql[100];

    if (run_word(f, body))
        fail_msg("%s", f->e.msg);
    (void)snprintf(sql, sizeof(sql), "FROM made.main.%s", table);
    check_query(f, sql, want);
}

static void tables_are_called_by_their_number(void **state)
{
    struct fixture *f = *state;

    check_word(f, PORTS PORTS, "table_2", "[\"Ulm\",7][\"Lindau\",1250]");
    check_map_has(f, "\"range\":\"table=2\"");
    check_map_has(f, "\"tables_left_out\":0");
}

/* A cell over two columns and two rows: its text is in both rows, once in each. */
static void a_cell_that_spans_both_ways_is_once_in_each_row(void **state)
{
    check_word(*state,
               TABLE(ROW(CELL("Port") CELL("Kind") CELL("Ships"))
                         ROW(SPAN(OVER("2") DOWN, "all") CELL("7"))
                             ROW(SPAN(OVER("2") MORE, "") CELL("8"))),
               "table_1", "[\"all\",null,7][\"all\",null,8]");
}

/* The row below a cell over rows spans columns that it does not. */
static void spans_that_cross_keep_the_cells_beside_them(void **state)
{
    check_word(
        *state,
        TABLE(ROW(CELL("Port") CELL("Kind") CELL("Ships") CELL("Crew"))
                  ROW(CELL("Ulm") SPAN(DOWN, "ferry") CELL("7") CELL("9"))
                      ROW(SPAN(OVER("3") MORE, "") CELL("8"))
                          ROW(CELL("Bonn") SPAN(MORE, "") CELL("1") CELL("2"))),
        "table_1",
        "[\"Ulm\",\"ferry\",7,9][\"Ulm\",null,null,8]"
        "[\"Bonn\",null,1,2]");
}

static void rows_may_have_more_cells_than_the_first(void **state)
{
    check_word(*state,
               TABLE(ROW(CELL("Port") CELL("Ships")) ROW(
                   CELL("Ulm") CELL("7") CELL("late")) ROW(CELL("Bonn"))),
               "table_1", "[\"Ulm\",7,\"late\"][\"Bonn\",null,null]");
}

static void signs_that_divide_cells_stay_in_them(void **state)
{
    check_word(*state,
               TABLE(ROW(CELL("Port") CELL("Note"))
                         ROW(CELL("a|b") CELL("say \"so\"\tnow")) ROW(
                             CELL("\\|") CELL("\"")) ROW(CELL("c") CELL("d"))),
               "table_1",
               "[\"a|b\",\"say \\\"so\\\" now\"][\"\\\\|\",\"\\\"\"]"
               "[\"c\",\"d\"]");
}

/* Counts of columns that no table has. The others are read. */
static void a_table_that_is_too_wide_is_left_out_and_counted(void **state)
{
    static const char *const counts[] = {"200", "1000"};
    struct fixture *f = *state;
    char body[2000];

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        (void)snprintf(body, sizeof(body),
                       TABLE(ROW(CELL("a") CELL("b"))
                                 ROW(SPAN(OVER("%s"), "1") CELL("2"))) PORTS,
                       counts[i]);
        check_word(f, body, "table_1", "[\"Ulm\",7][\"Lindau\",1250]");
        check_map_has(f, "\"tables_left_out\":1");
    }
}

static void counts_that_are_none_are_one(void **state)
{
    static const char *const counts[] = {
        "0", "-1", "", "two", "4294967297", "99999999999999999999"};
    char body[2000];

    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        (void)snprintf(body, sizeof(body),
                       TABLE(ROW(CELL("a") CELL("b"))
                                 ROW(SPAN(OVER("%s"), "1") CELL("2"))),
                       counts[i]);
        check_word(*state, body, "table_1", "[1,2]");
    }
}

static void what_is_all_too_large_is_no_document_without_tables(void **state)
{
    struct fixture *f = *state;
    struct buf rows;

    buf_init(&rows, MAX_ZIP);
    buf_puts(&rows, "<w:tbl>");
    for (unsigned i = 0; i < 5001; i++)
        buf_puts(&rows, ROW(CELL("a") CELL("1")));
    buf_puts(&rows, "</w:tbl>");
    assert_int_equal(run_word(f, buf_str(&rows).p), ERR_FILE_READ_FAILED);
    assert_string_equal(f->e.msg, "the document has no table that can be "
                                  "queried (too large or without columns: 1)");
    buf_release(&rows);
}

static void empty_tables_are_none(void **state)
{
    static const char *const empty[] = {
        TABLE(""),
        TABLE(ROW("")),
        TABLE(ROW(CELL("")) ROW(CELL(""))),
        TABLE(ROW(CELL("") CELL("")) ROW(CELL("") CELL(""))),
        TABLE(ROW(CELL("a") CELL("b"))),
        TABLE(ROW(CELL("a")) ROW(CELL("b"))),
        "<w:tr><w:tc/></w:tr>"};
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(empty); i++)
        if (run_word(f, empty[i]) != ERR_FILE_READ_FAILED ||
            strcmp(f->e.msg, "the document has no table") != 0)
            fail_msg("%s: %s", empty[i], f->e.msg);
}

#define ODF            "urn:oasis:names:tc:opendocument:xmlns:"
#define ODF_ROW(cells) "<table:table-row>" cells "</table:table-row>"
#define ODF_CELL(text) ODF_IS("", text)
#define ODF_IS(is, text) \
    "<table:table-cell " is "><text:p>" text "</text:p></table:table-cell>"
#define COVERED "<table:covered-table-cell/>"

static void check_odt(struct fixture *f, const char *rows, const char *sql,
                      const char *want)
{
    struct book b;
    struct buf t;

    book_init(&b);
    buf_init(&t, MAX_ZIP);
    buf_printf(&t,
               "<office:document-content xmlns:office='" ODF
               "office:1.0' xmlns:text='" ODF "text:1.0' xmlns:table='" ODF
               "table:1.0'><office:body><office:text><table:table>%s"
               "</table:table></office:text></office:body>"
               "</office:document-content>",
               rows);
    book_add(&b, "mimetype", "application/vnd.oasis.opendocument.text");
    book_put(&b, "content.xml", buf_str(&t));
    buf_release(&t);
    if (run_book(f, &b))
        fail_msg("%s", f->e.msg);
    check_query(f, sql, want);
}

static void repeated_cells_of_opendocument_are_as_many_columns(void **state)
{
    check_odt(*state,
              ODF_ROW(ODF_CELL("Port") ODF_CELL("Ships") ODF_CELL("Crew"))
                  ODF_ROW(ODF_CELL("Ulm")
                              ODF_IS("table:number-columns-repeated='2'", "7")),
              "FROM made.main.table_1", "[\"Ulm\",7,7]");
}

/* As in Word: a cell of the header that spans columns is in the name of each. */
static void covered_cells_of_opendocument_have_the_name_that_spans_them(
    void **state)
{
    check_odt(*state,
              ODF_ROW(ODF_IS("table:number-rows-spanned='2'", "Port") ODF_IS(
                  "table:number-columns-spanned='2'", "Season") COVERED)
                  ODF_ROW(COVERED ODF_CELL("Ships") ODF_CELL("Crew"))
                      ODF_ROW(ODF_CELL("Ulm") ODF_CELL("7") ODF_CELL("9"))
                          ODF_ROW(ODF_CELL("Bonn") ODF_CELL("1") ODF_CELL("2")),
              "SELECT \"Port\", \"Season Ships\", \"Season Crew\" FROM "
              "made.main.table_1",
              "[\"Ulm\",7,9][\"Bonn\",1,2]");
}

#define T(name) \
    cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(tables_are_called_by_their_number),
        T(a_cell_that_spans_both_ways_is_once_in_each_row),
        T(spans_that_cross_keep_the_cells_beside_them),
        T(rows_may_have_more_cells_than_the_first),
        T(signs_that_divide_cells_stay_in_them),
        T(a_table_that_is_too_wide_is_left_out_and_counted),
        T(counts_that_are_none_are_one),
        T(what_is_all_too_large_is_no_document_without_tables),
        T(empty_tables_are_none),
        T(repeated_cells_of_opendocument_are_as_many_columns),
        T(covered_cells_of_opendocument_have_the_name_that_spans_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
