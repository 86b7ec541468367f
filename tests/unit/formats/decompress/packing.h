/* packing.h - packed bytes for tests, made by the libraries themselves. */
#ifndef FORMATS_DECOMPRESS_PACKING_H
#define FORMATS_DECOMPRESS_PACKING_H

#include "base/buf.h"

#define ZLIB_CONST /* next_in is of const */
#include <zlib.h>
#include <zstd.h>

/* One gzip member after what `to` holds. */
static inline void pack_gzip(struct buf *to, struct str plain)
{
    z_stream z = {0};
    size_t room;
    char *out;

    assert_int_equal(
        deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
        Z_OK);
    room = deflateBound(&z, plain.n);
    out = buf_reserve(to, room);
    assert_non_null(out);
    z.next_in = (const unsigned char *)plain.p;
    z.avail_in = (uInt)plain.n;
    z.next_out = (unsigned char *)out;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    buf_commit(to, room - z.avail_out);
    (void)deflateEnd(&z);
}

/* One zstd frame with a checksum; `window_log` 0: the library's choice. */
static inline void pack_zstd_window(struct buf *to, struct str plain,
                                    int window_log)
{
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_inBuffer in = {plain.p, plain.n, 0};
    ZSTD_outBuffer out = {.size = ZSTD_compressBound(plain.n) + 64};

    out.dst = buf_reserve(to, out.size);
    assert_non_null(out.dst);
    (void)ZSTD_CCtx_setParameter(c, ZSTD_c_checksumFlag, 1);
    (void)ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog, window_log);
    if (window_log) { /* of unknown length, so that the window is kept */
        assert_false(
            ZSTD_isError(ZSTD_compressStream2(c, &out, &in, ZSTD_e_flush)));
    }
    assert_int_equal(ZSTD_compressStream2(c, &out, &in, ZSTD_e_end), 0);
    buf_commit(to, out.pos);
    (void)ZSTD_freeCCtx(c);
}

static inline void pack_zstd(struct buf *to, struct str plain)
{
    pack_zstd_window(to, plain, 0);
}

#endif
