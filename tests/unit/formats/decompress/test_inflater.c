#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/decompress/inflater.h"
#include "packing.h"

#include <string.h>

static struct error err;

/* Step with at most this much room and input at a time, to the end. */
static void inflate_all(struct inflater *f, struct str in, size_t piece,
                        struct buf *made)
{
    unsigned char out[64];
    bool end = false;

    while (!end) {
        const size_t n = in.n < piece ? in.n : piece;
        struct piece p = {.in = (const unsigned char *)in.p,
                          .in_n = n,
                          .out = out,
                          .out_n = piece};

        assert_int_equal(inflater_step(f, &p, &end, &err), OK);
        assert_true(p.in_n < n || p.out_n < piece);
        buf_put_str(made, (struct str){(char *)out, piece - p.out_n});
        in = str_slice(in, n - p.in_n, in.n);
    }
    assert_int_equal(in.n, 0);
}

static void a_stream_comes_out_in_pieces_of_any_size(void **state)
{
    struct inflater *f = NULL;
    struct buf packed, made;

    (void)state;
    buf_init(&packed, 1000);
    buf_init(&made, 1000);
    pack_gzip(&packed, STR("one two one two one two one two\n"));
    assert_int_equal(inflater_new(INFLATER_GZIP, &f, &err), OK);
    for (size_t piece = 1; piece <= 64; piece++) {
        buf_reset(&made);
        inflate_all(f, buf_str(&packed), piece, &made);
        assert_true(
            str_is(buf_str(&made), "one two one two one two one two\n"));
    }
    inflater_free(f);
    buf_release(&packed);
    buf_release(&made);
}

static void raw_streams_have_no_header(void **state)
{
    struct inflater *f = NULL;
    struct buf packed, made;

    (void)state;
    buf_init(&packed, 1000);
    buf_init(&made, 1000);
    pack_gzip(&packed, STR("abc"));
    assert_int_equal(inflater_new(INFLATER_RAW, &f, &err), OK);
    inflate_all(f, str_slice(buf_str(&packed), 10, packed.n - 8), 64, &made);
    assert_true(str_is(buf_str(&made), "abc"));
    inflater_free(f);
    buf_release(&packed);
    buf_release(&made);
}

static void what_is_no_stream_is_reported_where_it_was_seen(void **state)
{
    static const unsigned char bytes[] = "\x1f\x8b\x07\0\0\0\0\0\0\0";
    unsigned char out[8];
    struct piece p = {bytes, sizeof(bytes), out, sizeof(out)};
    struct inflater *f = NULL;
    bool end;

    (void)state;
    assert_int_equal(inflater_new(INFLATER_GZIP, &f, &err), OK);
    assert_int_equal(inflater_step(f, &p, &end, &err), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(err.msg, "method"));
    assert_false(end);
    assert_in_range(sizeof(bytes) - p.in_n, 2, 4);
    inflater_free(f);
    inflater_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_comes_out_in_pieces_of_any_size),
        cmocka_unit_test(raw_streams_have_no_header),
        cmocka_unit_test(what_is_no_stream_is_reported_where_it_was_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
