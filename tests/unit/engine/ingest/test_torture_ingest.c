/*
 * Each kind of source, small, with its first, second, third ... allocation,
 * write or step of the engine failing: base/torture.h says what must hold.
 */
#include "base/torture.h"

#include "formats/decompress/packing.h"
#include "formats/package/book.h"
#include "ingest_fixture.h"

/* Titles, a comment, two header rows, rows to repair and to set aside, a
 * footer; numbers with a currency, dates, text, empty and quoted cells. */
static const char csv[] =
    "Sales of the year;;;\n# made by hand;;;\n"
    "name;price;day;\"a \"\"b\"\"\"\n"
    "x;$ 1,000.50;2024-01-05;\"1\"\n"
    "\"y;z\";$ 2.00;2024-01-06;\n;$ 3.25;2024-01-07;\"two\nlines\"\n"
    "w;$ 4.00;2024-01-08;4\nv;$ 5.00;2024-01-09;5\nu;$ 6.00;2024-01-10;6\n"
    "t;$ 7.00;2024-01-11;7;8;9\ns;$ 8.00;2024-01-12;8\n"
    "r;$ 9.00;2024-01-13;\"9\"x\n\nTotal;;;\n";

static const char json[] =
    "[{\"id\":1,\"who\":{\"name\":\"Ada\",\"born\":\"1815-12-10\"},\"ok\":true},"
    "{\"id\":2.5,\"who\":{\"name\":null},\"tags\":[1,2]},{\"new\":\"\"}]";

static enum err ingest(void *ctx, struct arena *a, struct error *e)
{
    struct fixture *f = ctx;
    struct str map;
    struct jsonw w;
    enum err rc;

    (void)unlink(f->database);
    if (f->request.early.sql.n)
        (void)unlink(f->request.early.database.p);
    buf_release(&f->map);
    jsonw_init(&w, &f->map);
    f->request.fd = open(f->file, O_RDONLY | O_CLOEXEC);
    rc = ingest_run(f->duck, &f->request, a, &w, e);
    if (!rc)
        rc = buf_finish(&f->map, &map, e);
    (void)close(f->request.fd);
    return rc;
}

/* The table is the same after all that. */
static void torture_source(struct fixture *f, struct str bytes,
                           const char *count)
{
    buf_reset(&f->source);
    buf_put_str(&f->source, bytes);
    write_source(f);
    (void)torture(FAULT_ARENA, ingest, f);
    (void)torture(FAULT_MEMORY, ingest, f);
    (void)torture(FAULT_ENGINE, ingest, f);
    check_query(f, "SELECT count(*) FROM made.main.data", count);
}

static void a_text_survives_every_failure(void **state)
{
    torture_source(*state, STR(csv), "[9]");
}

static void a_text_of_another_encoding_survives_every_failure(void **state)
{
    struct fixture *f = *state;

    torture_source(f,
                   STR("name,city\nJos\xe9,M\xe1laga\nNu\xf1o,C\xe1"
                       "diz\n"),
                   "[2]");
    f->request.encoding = STR("windows-1252");
    torture_source(f, STR("name\nJos\xe9\n"), "[1]");
}

static void json_survives_every_failure(void **state)
{
    torture_source(*state, STR(json), "[3]");
}

static void a_workbook_survives_every_failure(void **state)
{
    const char *rows =
        "<row><c t='inlineStr'><is><t>n</t></is></c>"
        "<c t='inlineStr'><is><t>t</t></is></c></row>"
        "<row><c><v>1.5</v></c><c t='inlineStr'><is><t>x</t></is></c></row>"
        "<row><c><v>2</v></c><c t='e'><v>#N/A</v></c></row>";
    struct fixture *f = *state;
    struct book b;
    struct buf t;

    book_init(&b);
    buf_init(&t, MAX_ZIP);
    book_frame(&b, 2, "", NULL);
    buf_printf(&t,
               "<worksheet xmlns='%s'><sheetData>%s</sheetData></worksheet>",
               MAIN, rows);
    book_put(&b, "xl/worksheets/sheet1.xml", buf_str(&t));
    book_put(&b, "xl/worksheets/sheet2.xml", buf_str(&t));
    book_end(&b);
    buf_reset(&f->source);
    buf_put_str(&f->source, buf_str(&b.zip));
    write_source(f);
    (void)torture(FAULT_ARENA, ingest, f);
    (void)torture(FAULT_MEMORY, ingest, f);
    (void)torture(FAULT_ENGINE, ingest, f);
    buf_release(&t);
    buf_release(&b.zip);
    buf_release(&b.directory);
}

static void a_parquet_file_survives_every_failure(void **state)
{
    struct fixture *f = *state;
    char sql[200];

    (void)snprintf(sql, sizeof(sql),
                   "COPY (SELECT i AS rowid, 'x' AS t, [i] AS l FROM range(3) "
                   "r(i)) TO '%s' (FORMAT parquet)",
                   f->file);
    assert_int_equal(duck_exec(f->duck, sql, &f->e), OK);
    (void)torture(FAULT_ARENA, ingest, f);
    (void)torture(FAULT_MEMORY, ingest, f);
    (void)torture(FAULT_ENGINE, ingest, f);
}

static void a_packed_text_survives_every_failure(void **state)
{
    struct buf packed;

    buf_init(&packed, TEXT_MAX);
    pack_gzip(&packed, STR("a,b\n1,2\n"));
    torture_source(*state, buf_str(&packed), "[1]");
    buf_release(&packed);
}

static void note_ready(void *ctx)
{
    (void)ctx;
}

static void an_early_table_survives_every_failure(void **state)
{
    struct fixture *f = *state;
    char early[96];

    (void)snprintf(early, sizeof(early), "%s/early.duckdb", f->dir);
    f->request.early = (struct ingest_early){.sql = STR("SELECT a FROM data"),
                                             .database = str_from(early),
                                             .ready = note_ready};
    torture_source(f, STR("a,b\n1,x\n2,y\n"), "[2]");
    (void)unlink(early);
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_text_survives_every_failure),
        TEST(a_text_of_another_encoding_survives_every_failure),
        TEST(json_survives_every_failure),
        TEST(a_workbook_survives_every_failure),
        TEST(a_parquet_file_survives_every_failure),
        TEST(a_packed_text_survives_every_failure),
        TEST(an_early_table_survives_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
