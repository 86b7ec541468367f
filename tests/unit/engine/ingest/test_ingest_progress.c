/* Every kind of source reports its progress, and ends when asked to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/decompress/packing.h"
#include "formats/package/book.h"
#include "ingest_fixture.h"

#define ROWS 20000u

/* The kinds of sources, of ROWS rows each. */
enum kind { TEXT, JSON, PACKED, WORKBOOK, KINDS };

static struct buf text;

static int set_up(void **state)
{
    buf_init(&text, TEXT_MAX);
    return open_fixture(state);
}

static int tear_down(void **state)
{
    buf_release(&text);
    return close_fixture(state);
}

static void put_rows(const char *begin, const char *format, const char *end)
{
    buf_reset(&text);
    buf_puts(&text, begin);
    for (unsigned i = 0; i < ROWS; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        buf_printf(&text, format, i, i);
#pragma GCC diagnostic pop
    }
    buf_puts(&text, end);
}

static void make_workbook(struct fixture *f)
{
    struct book b;

    put_rows("<worksheet xmlns='" MAIN "'><sheetData>",
             "<row><c><v>%u</v></c><c><v>%u</v></c></row>",
             "</sheetData></worksheet>");
    book_init(&b);
    book_frame(&b, 1, "", NULL);
    book_put(&b, "xl/worksheets/sheet1.xml", buf_str(&text));
    book_end(&b);
    buf_put_str(&f->source, buf_str(&b.zip));
    buf_release(&b.zip);
    buf_release(&b.directory);
}

static void make(struct fixture *f, enum kind kind)
{
    buf_reset(&f->source);
    if (kind == WORKBOOK) {
        make_workbook(f);
        return;
    }
    if (kind == JSON)
        put_rows("", "{\"a\":%u,\"b\":%u}\n", "");
    else
        put_rows("a,b\n", "%u,%u\n", "");
    if (kind == PACKED)
        pack_gzip(&f->source, buf_str(&text));
    else
        buf_put_str(&f->source, buf_str(&text));
}

static void a_source_that_is_stopped_ends_with_a_timeout(void **state)
{
    static const atomic_bool stop = true;
    struct fixture *f = *state;

    for (enum kind k = TEXT; k < KINDS; k++) {
        make(f, k);
        f->request.stop = &stop;
        assert_int_equal(run(f), ERR_TIMEOUT);
        f->request.stop = NULL;
        assert_int_equal(run(f), OK);
    }
}

struct reported {
    unsigned times;
    uint64_t done, total;
};

static void note(void *ctx, uint64_t done, uint64_t total)
{
    struct reported *r = ctx;

    assert_true(done <= total);
    assert_true(done >= r->done);
    r->times++;
    r->done = done;
    r->total = total;
}

static void progress_never_goes_back_or_over_its_end(void **state)
{
    struct fixture *f = *state;

    for (enum kind k = TEXT; k < KINDS; k++) {
        struct reported r = {0};

        make(f, k);
        f->request.progress = (struct ingest_progress){note, &r};
        assert_int_equal(run(f), OK);
        assert_true(r.times > 0);
        assert_true(r.total > 0);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_source_that_is_stopped_ends_with_a_timeout),
        TEST(progress_never_goes_back_or_over_its_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
