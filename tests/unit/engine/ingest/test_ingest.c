#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ingest_fixture.h"

static void the_map_says_what_was_decided(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run_bytes(f, STR("\xef\xbb\xbf"
                                      "id;Importe;Fecha;id;c\r\n"
                                      "1;1.234,50;31/01/2024;x;07\r\n"
                                      "\r\n"
                                      "2;0,25;01/02/2024;y;12\r\n")),
                     OK);
    assert_string_equal(
        f->map.p,
        "{\"format\":\"csv\",\"delimiter\":\";\",\"quote_char\":\"\\\"\","
        "\"encoding_detected\":\"utf-8\",\"encoding_confidence\":1,"
        "\"has_header\":true,\"row_count\":2,\"column_count\":5,"
        "\"columns\":["
        "{\"name\":\"id\",\"index\":0,\"inferred_type\":\"integer\","
        "\"sql_type\":\"BIGINT\"},"
        "{\"name\":\"Importe\",\"index\":1,\"inferred_type\":\"decimal\","
        "\"sql_type\":\"DECIMAL(18,2)\"},"
        "{\"name\":\"Fecha\",\"index\":2,\"inferred_type\":\"date\","
        "\"sql_type\":\"DATE\"},"
        "{\"name\":\"id_2\",\"index\":3,\"inferred_type\":\"string\","
        "\"original_name\":\"id\",\"sql_type\":\"VARCHAR\"},"
        "{\"name\":\"c\",\"index\":4,\"inferred_type\":\"string\","
        "\"sql_type\":\"VARCHAR\"}],"
        "\"chunks\":[{\"index\":0,\"rows\":\"1-2\"}],\"tables\":[],"
        "\"fidelity\":{\"line_ending\":\"crlf\",\"has_bom\":true,\"columns\":["
        "{\"name\":\"id\",\"number_format\":\"1234\"},"
        "{\"name\":\"Importe\",\"number_format\":\"1.234,56\"},"
        "{\"name\":\"Fecha\",\"date_format\":\"D/M/Y\","
        "\"date_order_ambiguous\":false},"
        "{\"name\":\"id_2\"},"
        "{\"name\":\"c\",\"kept_as_text_because\":"
        "\"row 1 has a leading zero\"}],"
        "\"columns_renamed\":[{\"index\":3,\"original_name\":\"id\","
        "\"name\":\"id_2\"}],\"blank_lines_skipped\":1,\"escape\":null,"
        "\"header_rows\":1,\"columns_dropped\":0,\"rows_padded\":[],"
        "\"rows_padded_count\":0,\"rows_padded_missing\":[],\"rows_rejected\":[],"
        "\"rows_rejected_count\":0,\"rows_repaired\":[],"
        "\"rows_repaired_count\":0,\"title_lines\":0,\"comment_lines\":0,"
        "\"footer_lines\":0,\"lines_set_aside\":0,\"texts\":[],"
        "\"notes\":[]},\"caution\":null}");
    check_query(f, "FROM made.main.data",
                "[1,1234.50,\"2024-01-31\",\"x\",\"07\"]"
                "[2,0.25,\"2024-02-01\",\"y\",\"12\"]");
}

static void every_type_is_read_exactly(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("b,i,h,d,w,f,day,t,ts,tz\n"
                   "true,-9223372036854775808,9223372036854775808,1.10,"
                   "12345678901234567890.125,1e3,2024-02-29,23:59:59.000001,"
                   "2024-01-01 10:00,2024-01-01T00:30:00+01:00\n"
                   "FALSE,9223372036854775807,-5,-0.05,-1.5,nan,0001-01-01,"
                   "1:00,1969-12-31T23:59:59.5,1970-01-01 00:00Z\n"),
               "[true,\"-9223372036854775808\",\"9223372036854775808\",1.10,"
               "\"12345678901234567890.125\",1000,\"2024-02-29\","
               "\"23:59:59.000001\",\"2024-01-01T10:00:00\","
               "\"2023-12-31T23:30:00Z\"]"
               "[false,\"9223372036854775807\",-5,-0.05,-1.500,\"NaN\","
               "\"0001-01-01\",\"01:00:00\",\"1969-12-31T23:59:59.5\","
               "\"1970-01-01T00:00:00Z\"]");
    check_map_has(f, "\"sql_type\":\"HUGEINT\"");
    check_map_has(f, "\"sql_type\":\"DECIMAL(38,3)\"");
    check_map_has(f, "\"sql_type\":\"TIMESTAMP WITH TIME ZONE\"");
    check_map_has(f, "column 'f' is float and not decimal because row 1");
}

static void one_odd_cell_keeps_a_column_text_and_loses_nothing(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("k,v\na,1\nb,2.50\nc,n/x\nd, 3 \n"),
               "[\"a\",\"1\"][\"b\",\"2.50\"][\"c\",\"n/x\"][\"d\",\" 3 \"]");
    check_map_has(f, "\"kept_as_text_because\":\"row 3 is not a number\"");
}

static void an_empty_cell_is_null_and_a_quoted_one_is_empty_text(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("t,n,e\nx,1,\n,,\n\"\",\"\",\n\" \",\" \",\n"),
               "[\"x\",1,null][null,null,null][\"\",null,null]"
               "[\" \",null,null]");
}

static void quoted_cells_hold_anything(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("a,b\n\"x,\"\"y\"\"\",\"1\"\n\"p\r\nq\",\"2\"\n"),
               "[\"x,\\\"y\\\"\",1][\"p\\r\\nq\",2]");
}

static void what_cannot_be_decided_is_in_the_fidelity(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("d\n01/02/2024\n03/04/2024\n"),
               "[\"2024-02-01\"][\"2024-04-03\"]");
    check_map_has(f, "\"date_order_ambiguous\":true");
    check_rows(f, STR("n,m\nx,1.234\n"), "[\"x\",1.234]");
    check_map_has(f, "\"number_format_ambiguous\":true");
    check_rows(f, STR("d,n,e,f\n1/2/2024,\"1,234\",3/4/2024,5/6/2024\n"),
               "[\"2024-02-01\",1234,\"2024-04-03\",\"2024-06-05\"]");
    for (const char *const *name = (const char *const[]){"d", "e", "f", NULL};
         *name; name++) {
        char part[100];

        (void)snprintf(part, sizeof(part),
                       "{\"name\":\"%s\",\"date_format\":\"D/M/Y\","
                       "\"date_order_ambiguous\":true}",
                       *name);
        check_map_has(f, part);
    }
}

static void an_ambiguous_date_has_the_order_of_the_columns_that_tell(
    void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("a,b,c\n1/2/2024,3/25/2024,5.6.2024\n"
                   "2/3/2024,3/4/2024,7.6.2024\n"),
               "[\"2024-01-02\",\"2024-03-25\",\"2024-06-05\"]"
               "[\"2024-02-03\",\"2024-03-04\",\"2024-06-07\"]");
    check_map_has(f, "{\"name\":\"a\",\"date_format\":\"M/D/Y\","
                     "\"date_order_ambiguous\":true}");
    check_map_has(f, "{\"name\":\"b\",\"date_format\":\"M/D/Y\","
                     "\"date_order_ambiguous\":false}");
    check_map_has(f, "{\"name\":\"c\",\"date_format\":\"D.M.Y\","
                     "\"date_order_ambiguous\":true}");
    check_rows(f, /* two that disagree say nothing of a third */
               STR("a,b,c\n1/2/2024,3/25/2024,25/6/2024\n"
                   "2/3/2024,3/4/2024,7/6/2024\n"),
               "[\"2024-02-01\",\"2024-03-25\",\"2024-06-25\"]"
               "[\"2024-03-02\",\"2024-03-04\",\"2024-06-07\"]");
}

static void what_a_broken_quote_leaves_of_a_record_is_no_row(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("a,b\np,1x\nq,2x\n\"r\ns\",\"3x\nt,4x\nu,5x\nv,6x\nw,7x\n"
                   "x,8x\ny,9x\nz,0x\n"),
               "[\"p\",\"1x\"][\"q\",\"2x\"][\"t\",\"4x\"][\"u\",\"5x\"]"
               "[\"v\",\"6x\"][\"w\",\"7x\"][\"x\",\"8x\"][\"y\",\"9x\"]"
               "[\"z\",\"0x\"]");
    check_map_has(f, "\"rows_rejected_count\":2");
    /* also where what is left of its first line is as wide as a row */
    check_rows(f,
               STR("a,b\np,1x\nq,2x\n\"r,\"m\ns\"\nt,4x\nu,5x\nv,6x\nw,7x\n"),
               "[\"p\",\"1x\"][\"q\",\"2x\"][\"\\\"r\",\"\\\"m\"][\"t\",\"4x\"]"
               "[\"u\",\"5x\"][\"v\",\"6x\"][\"w\",\"7x\"]");
    check_map_has(f, "\"rows_rejected_count\":1");
}

static void the_header_again_is_set_aside(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("a;b\na;b\n1;2\n3;4\n"), "[1,2][3,4]");
    check_map_has(f, "\"header_rows\":1");
    check_map_has(f, "\"title_lines\":1");
    check_map_has(f, "\"lines_set_aside\":1");
    /* between rows, as each page of a report has it */
    check_rows(f, STR("a;b\n1;2\n3;4\na;b\n5;6\na;b\n"), "[1,2][3,4][5,6]");
    check_map_has(f, "\"title_lines\":2");
    check_map_has(f, "\"lines_set_aside\":2");
    check_map_has(f, "\"rows_rejected_count\":0");
    /* inside quotes it is a value, and other cells are another row */
    check_rows(f, STR("a;b\n1;\"2\na;b\"\n3;4\na;b \n"),
               "[\"1\",\"2\\na;b\"][\"3\",\"4\"][\"a\",\"b \"]");
    check_map_has(f, "\"title_lines\":0");
    /* a row of numbers may be there twice, whatever was taken for a header */
    f->request.header = CSV_HEADER_YES;
    check_rows(f, STR("0;1\n2;3\n0;1\n"), "[2,3][0,1]");
    check_rows(f, STR("a;a\nb;c\na;a\n"), "[\"b\",\"c\"][\"a\",\"a\"]");
    f->request.header = CSV_HEADER_AUTO;
    /* what was only assumed to be one may be a row like the others */
    check_rows(f, STR("red;blue\nblue;blue\nred;blue\n"),
               "[\"blue\",\"blue\"][\"red\",\"blue\"]");
}

static void small_shapes_are_tables(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("a,b"), "");
    check_map_has(f, "\"row_count\":0,\"column_count\":2");
    check_map_has(f, "\"chunks\":[]");
    check_rows(f, STR("1,2"), "[1,2]");
    check_map_has(f, "\"name\":\"column_1\"");
    check_rows(f, STR("x\n1\n\n3\n"), "[1][null][3]");
    check_map_has(f, "\"delimiter\":null");
    check_rows(f, STR("a,b\r1,2\r3,4\r"), "[1,2][3,4]");
    check_map_has(f, "\"line_ending\":\"cr\"");
    check_rows(f, STR("a,b,\n1,2,\n"), "[1,2,null]");
    check_rows(f, STR("a,b\n,\n,\n"), "[null,null][null,null]");
}

static void a_declared_delimiter_and_encoding_are_taken(void **state)
{
    struct fixture *f = *state;

    f->request.delimiter = ':';
    f->request.encoding = STR("latin1");
    check_rows(f, STR("a:b\n\xe9:1,5\n"), "[\"\xc3\xa9\",1.5]");
    check_map_has(f, "\"delimiter\":\":\"");
    check_map_has(f, "\"encoding_detected\":\"iso-8859-1\"");
    f->request.delimiter = 'x';
    assert_int_equal(run_bytes(f, STR("a")), ERR_VALIDATION_FAILED);
    f->request.delimiter = '\0';
    f->request.encoding = STR("no such");
    assert_int_equal(run_bytes(f, STR("a")), ERR_VALIDATION_FAILED);
}

static void every_encoding_gives_the_same_table(void **state)
{
    struct fixture *f = *state;
    const char *want = "[\"a\xc3\xb1o\",1.5]";

    check_rows(f, STR("n;v\na\xc3\xb1o;1,5\n"), want);
    check_rows(f,
               STR("\xef\xbb\xbf"
                   "n;v\na\xc3\xb1o;1,5\n"),
               want);
    check_rows(f,
               STR("\xff\xfen\0;\0v\0\n\0a\0\xf1\0o\0;\0"
                   "1\0,\0"
                   "5\0\n\0"),
               want);
    check_rows(f,
               STR("\xfe\xff\0n\0;\0v\0\n\0a\0\xf1\0o\0;\0"
                   "1\0,\0"
                   "5\0\n"),
               want);
    f->request.encoding = STR("windows-1252");
    check_rows(f, STR("n;v\na\xf1o;1,5\n"), want);
}

static void what_cannot_be_read_is_refused_with_its_place(void **state)
{
    struct fixture *f = *state;

    check_refused(f, STR(""), ERR_FILE_READ_FAILED, (struct srcpos){1, 1, 0});
    check_refused(f, STR("\xef\xbb\xbf"), ERR_FILE_READ_FAILED,
                  (struct srcpos){1, 1, 0});
    check_refused(f, STR("\n\n\n"), ERR_FILE_READ_FAILED,
                  (struct srcpos){1, 1, 0});
    check_refused(f, STR("\xc3\xa9,b\n1,2\n3,4\nx,\xc3\xa9,y\nu,v,w\n5,6\n"),
                  ERR_FILE_READ_FAILED, (struct srcpos){4, 1, 13});
}

static void damaged_rows_are_repaired_or_set_aside_and_reported(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("Titles, of all kinds\n\na;b;c\n1;x;5\n2;y;6;\n3;\"z\";7\n"
                   "# none\n4;\"z \"q\";8\n5;w\n6;u;9\n7;v;9;1\nend\n"),
               "[1,\"x\",5][2,\"y\",6][3,\"z\",7][4,\"z \\\"q\",8]"
               "[5,\"w\",null][6,\"u\",9]");
    check_map_has(f, "\"rows_padded\":[{\"line\":9,\"row\":5,\"cells\":2,"
                     "\"missing\":[\"c\"]}],\"rows_padded_count\":1,");
    check_map_has(f, "\"rows_rejected_count\":1,");
    check_map_has(f, "\"rows_repaired\":[{\"line\":5,\"row\":2,\"reason\":"
                     "\"empty cells after the last column were left out\"}");
    check_map_has(f, "\"title_lines\":1,\"comment_lines\":1,"
                     "\"footer_lines\":1,\"lines_set_aside\":4");
    check_query(f, "SELECT line, row, action, text FROM made.main.irregular",
                "[1,null,\"title\",\"Titles, of all kinds\"]"
                "[5,2,\"repaired\",\"2;y;6;\"]"
                "[7,null,\"comment\",\"# none\"]"
                "[8,4,\"repaired\",\"4;\\\"z \\\"q\\\";8\"]"
                "[9,5,\"padded\",\"5;w\"]"
                "[11,null,\"rejected\",\"7;v;9;1\"]"
                "[12,null,\"footer\",\"end\"]");
}

static void short_rows_are_padded_and_counted_and_the_first_shown(void **state)
{
    struct fixture *f = *state;

    buf_reset(&f->source);
    buf_puts(&f->source, "day,shop,units,price\n");
    for (unsigned i = 0; i < 200; i++)
        buf_printf(&f->source, "2024-01-%02u,Shop%u,15%s\n", 1 + i % 28, i % 7,
                   i % 5 == 4 ? "" : ",0.50");
    assert_int_equal(run(f), OK);
    check_query(f,
                "SELECT count(*), sum(units), count(price), sum(price) FROM "
                "made.main.data",
                "[200,3000,160,80.00]");
    check_map_has(f, "\"rows_padded_count\":40,");
    check_map_has(f, "{\"line\":101,\"row\":100,\"cells\":3,\"missing\":"
                     "[\"price\"]}],\"rows_padded_count\"");
    check_rows(f, STR("a,b,c,d,e\n1,2,3,4,5\n6,7\n8,9,1,2\n1,2,3,4,5\n"),
               "[1,2,3,4,5][6,7,null,null,null][8,9,1,2,null][1,2,3,4,5]");
    check_map_has(f, "\"rows_padded_missing\":[\"c\",\"d\",\"e\"],");
}

static void a_header_that_names_less_than_there_is_is_reported(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("day,price\n2024-01-01,1,50\n2024-01-02,2,75\n"),
               "[\"2024-01-01\",1,50][\"2024-01-02\",2,75]");
    check_map_has(f, "\"columns_named\":2,");
    check_rows(f, STR("a, b\n1, \"x, y\"\n2, \"z\"\n"),
               "[1,\"x, y\"][2,\"z\"]");
    check_map_has(f, "\"spaces_around_quotes\":true");
    assert_null(strstr(f->map.p, "columns_named"));
}

static void a_delimiter_at_the_end_of_every_row_makes_no_column(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("a,b\n1,2,\n3,4,\n5,6,\n"), "[1,2][3,4][5,6]");
    check_map_has(f, "\"columns_dropped\":1,");
}

static void what_is_not_utf_8_is_guessed(void **state)
{
    struct fixture *f = *state;

    check_rows(f, STR("a,b\n1,caf\xe9 ol\xe9\n"),
               "[1,\"caf\xc3\xa9 ol\xc3\xa9\"]");
    check_map_has(f, "\"encoding_detected\":\"windows-1252\"");
    check_map_has(f, "\"encoding_guessed\":{\"others\":[],\"lines\":1}");
    check_rows(f, /* Polish, and what it is in windows-1252 */
               STR("day,n\r\ndzie\xf1,1\r\n\xe6ma,2\r\npi\xea\xe6,3\r\n"
                   "wojew\xf3"
                   "dztwo,4\r\nx,5\r\n\xe6ma pi\xea\xe6,6\r\n"),
               "[\"dzie\xc5\x84\",1][\"\xc4\x87ma\",2]"
               "[\"pi\xc4\x99\xc4\x87\",3][\"wojew\xc3\xb3"
               "dztwo\",4]"
               "[\"x\",5][\"\xc4\x87ma pi\xc4\x99\xc4\x87\",6]");
    check_rows(f, STR("a,b\n1,\x1b$B%F\x1b(B\n"), "[1,\"\xe3\x83\x86\"]");
    check_map_has(f, "\"encoding_detected\":\"iso-2022-jp\"");
    check_rows(f, STR("a,b\n1,x\0y\n"), "[1,\"xy\"]");
    check_map_has(f, "1 NUL bytes were left out, the first at offset 7");
}

static void after_a_refusal_the_engine_goes_on(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run_bytes(f, STR("")), ERR_FILE_READ_FAILED);
    check_rows(f, STR("a,b\n1,2\n"), "[1,2]");
}

static void a_path_that_is_not_a_file_is_refused(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(run_file(f, f->dir), ERR_FILE_READ_FAILED);
    assert_int_equal(run_file(f, "/dev/null"), ERR_FILE_READ_FAILED);
}

static void two_thousand_columns_are_read(void **state)
{
    struct fixture *f = *state;

    buf_reset(&f->source);
    for (unsigned row = 0; row < 4; row++) {
        for (unsigned i = 1; i <= 2000; i++)
            buf_printf(&f->source, row ? "%s%u" : "%sc%u", i > 1 ? "," : "",
                       i * (row ? row : 1));
        buf_puts(&f->source, "\n");
    }
    assert_int_equal(run(f), OK);
    check_query(f, "SELECT c1, c1000, c2000 FROM made.main.data",
                "[1,1000,2000][2,2000,4000][3,3000,6000]");
}

static void more_columns_than_memory_allows_are_a_limit(void **state)
{
    struct fixture *f = *state;

    buf_reset(&f->source);
    for (unsigned i = 0; i < 20000; i++)
        buf_puts(&f->source, "a,");
    assert_int_equal(run(f), ERR_LIMIT);
    assert_non_null(strstr(f->e.msg, "20001 columns"));
}

static void a_full_arena_is_a_limit(void **state)
{
    struct fixture *f = *state;

    arena_release(&f->arena);
    arena_init(&f->arena, 1000);
    assert_int_equal(run_bytes(f, STR("a,b\n1,2\n")), ERR_LIMIT);
}

static void a_folder_that_is_gone_is_a_failed_write(void **state)
{
    struct fixture *f = *state;

    f->request.database = STR("/nowhere/at/all.duckdb");
    assert_int_equal(run_bytes(f, STR("a,b\n1,2\n")), ERR_FILE_WRITE_FAILED);
    assert_null(strstr(f->e.msg, "nowhere"));
}

static void how_numbers_and_dates_are_written_is_reported(void **state)
{
    struct fixture *f = *state;

    check_rows(f,
               STR("share;amount;day;month;gone\n"
                   "10 %;1 000,50;05/01/24;5 Jan 2024;1\n"
                   "25 %;22 000,00;17/01/24;17 Feb 2024;n/a\n"
                   "5 %;333,25;30/12/24;30 Dec 2024;3\n"),
               "[0.10,1000.50,\"2024-01-05\",\"2024-01-05\",1]"
               "[0.25,22000.00,\"2024-01-17\",\"2024-02-17\",null]"
               "[0.05,333.25,\"2024-12-30\",\"2024-12-30\",3]");
    check_map_has(f, "\"percent\":true");
    check_map_has(f, "\"spaces_between_thousands\":true");
    check_map_has(f, "\"two_digit_years\":true");
    check_map_has(f, "\"month_names\":true");
    check_map_has(f, "\"null_words\":1");
}

/* The first 128 KiB are all that a guess looks at, but for what is around. */
static void a_letter_far_behind_that_is_not_utf_8_is_guessed(void **state)
{
    struct fixture *f = *state;

    buf_reset(&f->source);
    buf_puts(&f->source, "name,city\n");
    for (int i = 0; i < 20000; i++)
        buf_puts(&f->source, "Jose,Lima\n");
    for (int i = 0; i < 20; i++)
        buf_puts(&f->source, "Jos\xe9,M\xe1laga\nNu\xf1"
                             "ez,C\xe1"
                             "diz\n");
    assert_int_equal(run(f), OK);
    check_query(f,
                "SELECT count(*), count_if(city = 'M\xc3\xa1laga'), "
                "count_if(name = 'Nu\xc3\xb1"
                "ez') FROM made.main.data",
                "[20040,20,20]");
}

static void the_examples_are_read(void **state)
{
    static const struct {
        const char *name, *has;
    } files[] = {
        {"sales.csv", "\"row_count\":5000,\"column_count\":13,"},
        {"bancos_kpi.csv", "\"row_count\":720,\"column_count\":13,"},
        {"movimientos.csv", "\"row_count\":1154,\"column_count\":5,"},
    };
    struct fixture *f = *state;
    char path[512];

    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        (void)snprintf(path, sizeof(path), TESTS_DIR "/../examples/%s",
                       files[i].name);
        assert_int_equal(run_file(f, path), OK);
        check_map_has(f, files[i].has);
        check_map_has(f, "\"caution\":null}");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_map_says_what_was_decided,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(every_type_is_read_exactly,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            one_odd_cell_keeps_a_column_text_and_loses_nothing, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            an_empty_cell_is_null_and_a_quoted_one_is_empty_text, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(quoted_cells_hold_anything,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            an_ambiguous_date_has_the_order_of_the_columns_that_tell,
            open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            what_cannot_be_decided_is_in_the_fidelity, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            what_a_broken_quote_leaves_of_a_record_is_no_row, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(the_header_again_is_set_aside,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(small_shapes_are_tables, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(
            a_declared_delimiter_and_encoding_are_taken, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(every_encoding_gives_the_same_table,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            what_cannot_be_read_is_refused_with_its_place, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            damaged_rows_are_repaired_or_set_aside_and_reported, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_header_that_names_less_than_there_is_is_reported, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            short_rows_are_padded_and_counted_and_the_first_shown, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_delimiter_at_the_end_of_every_row_makes_no_column, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(what_is_not_utf_8_is_guessed,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(after_a_refusal_the_engine_goes_on,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_path_that_is_not_a_file_is_refused,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(two_thousand_columns_are_read,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            more_columns_than_memory_allows_are_a_limit, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(a_full_arena_is_a_limit, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(a_folder_that_is_gone_is_a_failed_write,
                                        open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(
            how_numbers_and_dates_are_written_is_reported, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(
            a_letter_far_behind_that_is_not_utf_8_is_guessed, open_fixture,
            close_fixture),
        cmocka_unit_test_setup_teardown(the_examples_are_read, open_fixture,
                                        close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
