/*
 * unpack.h - decompresses a file that is packed with gzip or zstd.
 *
 * Packed files are untrusted input, and a few kilobytes can become terabytes:
 * how much comes out, how much more than went in, and in how many pieces is
 * bounded. What does not prove to be whole is refused.
 */
#ifndef FORMATS_DECOMPRESS_UNPACK_H
#define FORMATS_DECOMPRESS_UNPACK_H

#include "base/str.h"

enum unpack_kind { UNPACK_NONE, UNPACK_GZIP, UNPACK_ZSTD };

/* Bytes of a file's start that unpack_kind() and unpack_foreign() look at. */
#define UNPACK_HEAD_BYTES 265u

/* What packed this file, by its first bytes. */
enum unpack_kind unpack_kind(struct str head);

/* "gzip", "zstd"; NULL for UNPACK_NONE. */
const char *unpack_name(enum unpack_kind kind);

/*
 * The name of a packing or an archive that is not read: "xz", "a tar archive";
 * NULL if it is not one that is known.
 */
const char *unpack_foreign(struct str head);

struct unpack_limits {
    uint64_t max_bytes;  /* that come out */
    uint64_t ratio_free; /* bytes below which the ratio is not checked */
    uint64_t max_ratio;  /* bytes out for a byte in */
    uint64_t max_parts;  /* gzip members, zstd frames */
};

/* 64 GiB; after 256 MiB at most 250 times the input; 4,194,304 parts. Programs
 * that pack for random access end a part every 64 KiB. */
extern const struct unpack_limits unpack_default_limits;

/* Called between pieces; an error ends the unpacking. */
struct unpack_tick {
    enum err (*call)(
        void *ctx, uint64_t done_bytes, uint64_t total_bytes,
        struct error *e); /* of the packed file; NULL: no reports */
    void *ctx;
};

struct unpack_job {
    enum unpack_kind kind; /* GZIP or ZSTD */
    int from;              /* a file that pread() reads; borrowed */
    int to;                /* written from where it is; borrowed */
    const struct unpack_limits *limits;
    struct unpack_tick tick;
};

/*
 * unpack_run - all parts of `from`, one after the other, into `to`.
 *
 * in       a  for the buffers
 * errors   ERR_FILE_READ_FAILED   damaged, cut off, bytes after the last part
 *                                 that are none; the message has the offset in
 *                                 the packed file, and so has e->pos.offset.
 *                                 gzip proves what came out by its CRC-32;
 *                                 zstd by a checksum, where the frame has one
 *          ERR_LIMIT              a bomb, a zstd window that is too large, no
 *                                 memory
 *          ERR_FILE_WRITE_FAILED  the disk is full
 *          what the tick says
 * cost     O(bytes out); 384 KiB, and for zstd the window, 128 MiB at most
 */
MUST_CHECK enum err unpack_run(const struct unpack_job *job, struct arena *a,
                               struct error *e);

#endif
