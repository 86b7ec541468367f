/* Tables of a PDF that go on over several pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ingest_fixture.h"

#define PDF(tables) \
    "%quarry-pdf-tables\n{\"tables\":[" tables "],\"left_out\":0}"
#define TABLE(page, rows, more, cells)                                     \
    "{\"page\":" page ",\"table\":1,\"how\":\"rulings\","                  \
    "\"confidence\":0.9,\"rows\":" rows ",\"columns\":2,\"cells\":[" cells \
    "]" more "}"
#define CELL(row, column, text) \
    "[" row "," column "," row "," column ",\"" text "\",[]]"
#define ROW(row, port, ships) CELL(row, "0", port) "," CELL(row, "1", ships)
#define GOES_ON(repeated)     ",\"continues\":true,\"repeated\":" repeated

#define FIRST                                                         \
    TABLE("7", "3", "",                                               \
          ROW("0", "Port", "Ships") "," ROW("1", "Ulm", "7") "," ROW( \
              "2", "Lindau", "1,250"))

static void check_parts(struct fixture *f, const char *tables, const char *rows,
                        const char *parts)
{
    if (run_bytes(f, str_from(tables)))
        fail_msg("%s", f->e.msg);
    check_query(f, "FROM made.main.page_7_table_1", rows);
    check_map_has(f, parts);
}

static void a_header_that_is_repeated_is_dropped(void **state)
{
    check_parts(
        *state,
        PDF(FIRST "," TABLE("8", "3", GOES_ON("1"),
                            ROW("0", "Port", "Ships") "," ROW(
                                "1", "Bonn", "9") "," ROW("2", "Trier", "4"))),
        "[\"Ulm\",7][\"Lindau\",1250][\"Bonn\",9][\"Trier\",4]",
        "\"parts\":[{\"page\":7,\"table\":1,\"first_row\":1},"
        "{\"page\":8,\"table\":1,\"first_row\":3}]");
}

static void without_a_header_the_first_page_s_is_taken(void **state)
{
    struct fixture *f = *state;

    check_parts(
        f,
        PDF(FIRST "," TABLE(
            "8", "2", GOES_ON("0"),
            ROW("0", "Bonn", "9") "," ROW(
                "1", "Trier", "4")) "," TABLE("9", "2", GOES_ON("0"),
                                              ROW("0", "Kiel", "3") "," ROW(
                                                  "1", "Hamm", "2"))),
        "[\"Ulm\",7][\"Lindau\",1250][\"Bonn\",9][\"Trier\",4]"
        "[\"Kiel\",3][\"Hamm\",2]",
        "{\"page\":9,\"table\":1,\"first_row\":5}]");
    check_map_has(f, "\"range\":\"page=7&table=1\"");
    assert_null(strstr(f->map.p, "page_8_table_1"));
}

/* Lines that are set aside are no rows of a page: a comment, a header again. */
static void rows_are_counted_as_the_table_has_them(void **state)
{
    check_parts(*state,
                PDF(FIRST "," TABLE("8", "3", GOES_ON("0"),
                                    ROW("0", "Port", "Ships") "," ROW(
                                        "1", "Bonn", "9") "," ROW("2", "Trier",
                                                                  "4")) "," //
                    TABLE("9", "2", GOES_ON("0"),
                          ROW("0", "Kiel", "3") "," ROW("1", "Hamm", "2"))),
                "[\"Ulm\",7][\"Lindau\",1250][\"Bonn\",9][\"Trier\",4]"
                "[\"Kiel\",3][\"Hamm\",2]",
                "{\"page\":8,\"table\":1,\"first_row\":3},"
                "{\"page\":9,\"table\":1,\"first_row\":5}]");
}

#define DEPTHS                                                      \
    ROW("0", "Port", "Depth")                                       \
    "," ROW("1", "Ulm", "1.5") "," ROW("2", "Kiel", "2.4") "," ROW( \
        "3", "Bonn",                                                \
        "3.1") "," ROW("4", "Hamm",                                 \
                       "12.5") "," ROW("5", "Trier",                \
                                       "771") "," ROW("6", "Lindau", "9.9")

/* OCR has lost the point of 77.1; of a table that it did not read nobody knows. */
static void a_lost_decimal_point_of_a_scan_is_suspected(void **state)
{
    struct fixture *f = *state;

    if (run_bytes(f, str_from(PDF(TABLE("7", "7", ",\"ocr\":0.95", DEPTHS)))))
        fail_msg("%s", f->e.msg);
    check_map_has(f, "\"points_missing\":1");
    assert_int_equal(run_bytes(f, str_from(PDF(TABLE("7", "7", "", DEPTHS)))),
                     OK);
    assert_null(strstr(f->map.p, "points_missing"));
}

static void a_table_of_one_page_has_no_parts(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run_bytes(f, STR(PDF(FIRST))), OK);
    assert_null(strstr(f->map.p, "\"parts\""));
}

/* What quarry-pdf says is not believed. */
static void parts_that_cannot_be_are_refused(void **state)
{
    static const char *const lies[] = {
        PDF(TABLE("7", "2", GOES_ON("1"),
                  ROW("0", "Port", "Ships") "," ROW("1", "Ulm", "7"))),
        PDF(FIRST "," TABLE("7", "1", GOES_ON("0"), ROW("0", "Bonn", "9"))),
        PDF(FIRST "," TABLE("8", "1", GOES_ON("1"), ROW("0", "Bonn", "9"))),
        PDF(FIRST "," TABLE("8", "1", GOES_ON("9"), ROW("0", "Bonn", "9"))),
        PDF(FIRST "," TABLE("8", "1", GOES_ON("0"), ROW("1", "Bonn", "9"))),
        PDF(FIRST "," TABLE("8", "1", GOES_ON("0"), CELL("0", "2", "Bonn"))),
        PDF(FIRST ",{\"page\":8,\"table\":1,\"how\":\"rulings\",\"rows\":1,"
                  "\"columns\":3,\"cells\":[],\"continues\":true}")};
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(lies); i++)
        if (run_bytes(f, str_from(lies[i])) != ERR_FILE_READ_FAILED)
            fail_msg("%s is taken", lies[i]);
}

/* A cell over the header that is dropped and a row below has its text in that row. */
static void a_cell_that_begins_in_a_dropped_row_is_in_the_others(void **state)
{
    check_parts(
        *state,
        PDF(FIRST "," TABLE("8", "2", GOES_ON("1"),
                            "[0,0,1,0,\"Bonn\",[]]," CELL("1", "1", "9"))),
        "[\"Ulm\",7][\"Lindau\",1250][\"Bonn\",9]",
        "{\"page\":8,\"table\":1,\"first_row\":3}]");
}

#define T(name) \
    cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_header_that_is_repeated_is_dropped),
        T(without_a_header_the_first_page_s_is_taken),
        T(rows_are_counted_as_the_table_has_them),
        T(a_table_of_one_page_has_no_parts),
        T(a_lost_decimal_point_of_a_scan_is_suspected),
        T(parts_that_cannot_be_are_refused),
        T(a_cell_that_begins_in_a_dropped_row_is_in_the_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
