#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/decompress/packing.h"
#include "ingest_fixture.h"

#define LINES 60000u

static struct buf plain, packed;

static int set_up(void **state)
{
    buf_init(&plain, TEXT_MAX);
    buf_init(&packed, TEXT_MAX);
    return open_fixture(state);
}

static int tear_down(void **state)
{
    buf_release(&plain);
    buf_release(&packed);
    return close_fixture(state);
}

static void write_lines(void)
{
    buf_puts(&plain, "n,square\n");
    for (unsigned i = 0; i < LINES; i++)
        buf_printf(&plain, "%u,%llu\n", i, (unsigned long long)i * i);
}

static void a_packed_text_is_the_table_it_was(void **state)
{
    struct fixture *f = *state;

    write_lines();
    pack_gzip(&packed, buf_str(&plain));
    assert_int_equal(run_bytes(f, buf_str(&packed)), OK);
    check_query(f, "SELECT count(*), sum(n), max(square) FROM made.main.data",
                "[60000,1799970000,3599880001]");
    check_map_has(f, "\"fidelity\":{\"compression\":\"gzip\",");
    buf_reset(&packed);
    pack_zstd(&packed, buf_str(&plain));
    assert_int_equal(run_bytes(f, buf_str(&packed)), OK);
    check_query(f, "SELECT count(*), sum(n), max(square) FROM made.main.data",
                "[60000,1799970000,3599880001]");
    check_map_has(f, "\"fidelity\":{\"compression\":\"zstd\",");
}

static void a_packed_parquet_file_is_read(void **state)
{
    struct fixture *f = *state;
    char sql[256];
    char *bytes;
    size_t n;
    FILE *in;

    (void)snprintf(sql, sizeof(sql),
                   "COPY (SELECT range AS a FROM range(5)) TO '%s' "
                   "(FORMAT parquet)",
                   f->file);
    assert_int_equal(duck_exec(f->duck, sql, &f->e), OK);
    bytes = buf_reserve(&plain, 100000);
    assert_non_null(bytes);
    in = fopen(f->file, "rbe");
    assert_non_null(in);
    n = fread(bytes, 1, 100000, in);
    (void)fclose(in);
    buf_commit(&plain, n);
    pack_gzip(&packed, buf_str(&plain));
    check_rows(f, buf_str(&packed), "[0][1][2][3][4]");
    check_map_has(f, "{\"format\":\"parquet\",");
    check_map_has(f, "\"fidelity\":{\"compression\":\"gzip\",");
}

/* The folder is empty but for the source and the new file: close_fixture()
   would fail. */
static void places_are_those_of_what_was_unpacked(void **state)
{
    struct fixture *f = *state;

    f->request.encoding = STR("utf-8");
    pack_gzip(&packed, STR("a,b\n1,2\n3,\xff\n"));
    check_refused(f, buf_str(&packed), ERR_FILE_READ_FAILED,
                  (struct srcpos){3, 3, 10});
    assert_non_null(strstr(f->e.msg, "inside the gzip: "));
}

struct watch {
    unsigned calls;
    uint64_t last, total;
};

static void watch_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct watch *w = ctx;

    assert_true(done >= w->last && done <= total);
    assert_true(w->calls == 0 || total == w->total);
    *w = (struct watch){w->calls + 1, done, total};
}

static void progress_grows_from_unpacking_to_the_end(void **state)
{
    struct fixture *f = *state;
    struct watch w = {0};

    write_lines();
    pack_gzip(&packed, buf_str(&plain));
    f->request.progress = (struct ingest_progress){watch_progress, &w};
    assert_int_equal(run_bytes(f, buf_str(&packed)), OK);
    assert_in_range(w.calls, 4, 1000000);
    assert_int_equal(w.last, w.total);
}

static void stopping_ends_the_unpacking(void **state)
{
    struct fixture *f = *state;
    atomic_bool stop = true;

    pack_gzip(&packed, STR("a,b\n1,2\n"));
    f->request.stop = &stop;
    assert_int_equal(run_bytes(f, buf_str(&packed)), ERR_TIMEOUT);
    assert_non_null(strstr(f->e.msg, "unpacking"));
}

static void one_layer_is_unpacked(void **state)
{
    struct fixture *f = *state;

    pack_zstd(&plain, STR("a,b\n1,2\n"));
    pack_gzip(&packed, buf_str(&plain));
    assert_int_equal(run_bytes(f, buf_str(&packed)), ERR_FILE_READ_FAILED);
    assert_string_equal(f->e.msg, "inside the gzip: the content is packed "
                                  "again with zstd; unpack it once");
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#define PDF(tables) \
    "%quarry-pdf-tables\n{\"tables\":[" tables "],\"left_out\":0}"
#define PDF_TABLE(place, size, cells) \
    "{" place ",\"confidence\":0.9," size ",\"cells\":[" cells "]}"
#define PLACE(page, table) \
    "\"page\":" page ",\"table\":" table ",\"how\":\"rulings\""
#define SIZE "\"rows\":4,\"columns\":3"
#define CELLS                                                               \
    "[0,0,1,0,\"Port\",[]],[0,1,0,2,\"Season\",[]],[1,1,1,1,\"Ships\",[]]," \
    "[1,2,1,2,\"Result\",[]],[2,0,2,0,\"Lindau\",[]],"                      \
    "[2,1,2,1,\"1,250\",[]],[2,2,2,2,\"(45)\",[]],"                         \
    "[3,0,3,0,\"Bregenz\",[]],[3,1,3,1,\"260\",[]],[3,2,3,2,\"310\",[]]"

/* The same a row further down. */
#define CELLS_BELOW                                                         \
    "[1,0,2,0,\"Port\",[]],[1,1,1,2,\"Season\",[]],[2,1,2,1,\"Ships\",[]]," \
    "[2,2,2,2,\"Result\",[]],[3,0,3,0,\"Lindau\",[]],"                      \
    "[3,1,3,1,\"1,250\",[]],[3,2,3,2,\"(45)\",[]],"                         \
    "[4,0,4,0,\"Bregenz\",[]],[4,1,4,1,\"260\",[]],[4,2,4,2,\"310\",[]]"

static void tables_of_a_pdf_are_tables_by_their_page(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(
        run_bytes(f, STR(PDF(PDF_TABLE(PLACE("7", "1"), SIZE,
                                       CELLS) "," //
                             PDF_TABLE(PLACE("7", "2"), SIZE, CELLS)))),
        OK);
    check_map_has(f, "{\"format\":\"pdf\"");
    check_map_has(f, "\"range\":\"page=7&table=2\"");
    check_map_has(f, "\"found_by\":\"rulings\"");
    check_query(f,
                "SELECT \"Port\", \"Season Ships\", \"Season Result\" FROM "
                "made.main.page_7_table_2",
                "[\"Lindau\",1250,-45][\"Bregenz\",260,310]");
}

/* A cell over all columns is in no column's name. */
static void a_title_over_a_table_of_a_pdf_names_no_column(void **state)
{
    struct fixture *f = *state;

    assert_int_equal(
        run_bytes(f, STR(PDF(PDF_TABLE(
                         PLACE("7", "1"), "\"rows\":5,\"columns\":3",
                         "[0,0,0,2,\"Ships (continued)\",[]]," CELLS_BELOW)))),
        OK);
    check_query(f,
                "SELECT \"Port\", \"Season Ships\", \"Season Result\" FROM "
                "made.main.page_7_table_1",
                "[\"Lindau\",1250,-45][\"Bregenz\",260,310]");
}

/* What quarry-pdf says is not believed. */
static void tables_of_a_pdf_that_cannot_be_are_refused(void **state)
{
    static const char *const lies[] = {
        "%quarry-pdf-tables\n",
        "%quarry-pdf-tables\n[]",
        "%quarry-pdf-tables\n{\"tables\":7}",
        PDF(""),
        PDF("7"),
        PDF(PDF_TABLE(PLACE("0", "1"), SIZE, CELLS)),
        PDF(PDF_TABLE(PLACE("7", "1"), SIZE, CELLS) "," //
            PDF_TABLE(PLACE("7", "1"), SIZE, CELLS)),
        PDF(PDF_TABLE(PLACE("7", "1"), "\"rows\":2,\"columns\":3", CELLS)),
        PDF(PDF_TABLE(PLACE("7", "1"), "\"rows\":0,\"columns\":0", CELLS)),
        PDF(PDF_TABLE(PLACE("7", "1"), "\"rows\":1e9,\"columns\":1e9", "")),
        PDF(PDF_TABLE(PLACE("7", "1"), SIZE, "[0,0,99,0,\"x\",[]]")),
        PDF(PDF_TABLE(PLACE("7", "1"), SIZE, "[1,0,0,0,\"x\",[]]")),
        PDF(PDF_TABLE(PLACE("7", "1"), SIZE, "[0,0,0,0,7,[]]")),
        PDF(PDF_TABLE(PLACE("7", "1"), SIZE, "[-1,0,0,0,\"x\",[]]")),
        PDF(PDF_TABLE("\"page\":1,\"table\":1,\"how\":\"\\u001b[2J\"", SIZE,
                      CELLS))};
    struct fixture *f = *state;

    for (size_t i = 0; i < COUNT_OF(lies); i++)
        if (run_bytes(f, str_from(lies[i])) != ERR_FILE_READ_FAILED)
            fail_msg("%s is taken", lies[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_packed_text_is_the_table_it_was),
        T(a_packed_parquet_file_is_read),
        T(places_are_those_of_what_was_unpacked),
        T(progress_grows_from_unpacking_to_the_end),
        T(stopping_ends_the_unpacking),
        T(one_layer_is_unpacked),
        T(tables_of_a_pdf_are_tables_by_their_page),
        T(a_title_over_a_table_of_a_pdf_names_no_column),
        T(tables_of_a_pdf_that_cannot_be_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
