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

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_packed_text_is_the_table_it_was),
        T(a_packed_parquet_file_is_read),
        T(places_are_those_of_what_was_unpacked),
        T(progress_grows_from_unpacking_to_the_end),
        T(stopping_ends_the_unpacking),
        T(one_layer_is_unpacked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
