/*
 * Unpacking.
 *
 *     from: |part|part|part|      gzip members or zstd frames, back to back
 *     to:   |=====|==|=======|    what was packed, back to back
 *
 * Both formats are a list of parts that are whole in themselves, and a reader
 * has to go on after each, as `cat a.gz b.gz` is a file like another. The
 * magic number of every part is looked at here, so what follows the last one
 * has its exact place. Padding with zeros, which gzip(1) passes over, is
 * refused too: a download that was given its size first and then broke off
 * between two parts looks the same.
 *
 * The offset that an error has: of gzip the byte where the decoder stood, of
 * zstd the start of the block; of what is cut off, the end of the file.
 *
 * Source: RFC 1952 section 2.2, RFC 8878 sections 3 and 3.1.2.
 */
#include "formats/decompress/unpack.h"

#include "base/fs.h"
#include "base/read_at.h"
#include "formats/decompress/inflater.h"
#include "formats/decompress/unzstd.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define IN_BYTES    ((size_t)128 * 1024)
#define OUT_BYTES   ((size_t)256 * 1024)
#define MAGIC_BYTES 4u

const struct unpack_limits unpack_default_limits = {
    .max_bytes = (uint64_t)64 << 30,
    .ratio_free = (uint64_t)256 << 20,
    .max_ratio = 250,
    .max_parts = (uint64_t)4 << 20};

struct unpack {
    const struct unpack_job *job;
    struct inflater *gzip; /* one of these two */
    struct unzstd *zstd;
    unsigned char *in;  /* in[IN_BYTES] */
    unsigned char *out; /* out[OUT_BYTES] */
    struct piece piece; /* of both */
    uint64_t size;      /* of the packed file, for the tick */
    uint64_t read;      /* bytes of it that were read */
    uint64_t made;      /* bytes that came out */
    uint64_t parts;
    bool inside; /* a part has begun and not ended */
    bool ended;  /* the file is read to its end */
};

static bool begins(struct str head, const char *magic, size_t n)
{
    return head.n >= n && memcmp(head.p, magic, n) == 0;
}

/* RFC 8878 3.1.2: 0x184D2A50 to 0x184D2A5F. */
static bool is_skippable(struct str head)
{
    return head.n >= MAGIC_BYTES && (head.p[0] & 0xf0) == 0x50 &&
           memcmp(head.p + 1, "\x2a\x4d\x18", 3) == 0;
}

enum unpack_kind unpack_kind(struct str head)
{
    if (begins(head, "\x1f\x8b", 2))
        return UNPACK_GZIP;
    if (begins(head, "\x28\xb5\x2f\xfd", 4) || is_skippable(head))
        return UNPACK_ZSTD;
    return UNPACK_NONE;
}

const char *unpack_name(enum unpack_kind kind)
{
    static const char *const names[] = {
        [UNPACK_NONE] = NULL, [UNPACK_GZIP] = "gzip", [UNPACK_ZSTD] = "zstd"};

    return names[kind];
}

const char *unpack_foreign(struct str head)
{
    static const struct {
        const char *magic;
        size_t at, n;
        const char *name;
    } known[] = {
        {"\xfd\x37zXZ\0", 0, 6, "xz"},
        {"\x31\x41\x59\x26\x53\x59", 4, 6, "bzip2"},
        {"\x04\x22\x4d\x18", 0, 4, "LZ4"},
        {"\x1f\x9d", 0, 2, "compress"},
        {"7z\xbc\xaf\x27\x1c", 0, 6, "7-Zip"},
        {"Rar!\x1a\x07", 0, 6, "RAR"},
        {"ustar\0", 257, 6, "a tar archive"},   /* POSIX */
        {"ustar  \0", 257, 8, "a tar archive"}, /* GNU */
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
        if (begins(str_slice(head, known[i].at, head.n), known[i].magic,
                   known[i].n))
            return known[i].name;
    return NULL;
}

/* Bytes of the packed file that were decoded. */
static uint64_t taken(const struct unpack *u)
{
    return u->read - u->piece.in_n;
}

static enum err damaged(const struct unpack *u, const char *what,
                        struct error *e)
{
    return error_at(
        e, ERR_FILE_READ_FAILED, (struct srcpos){.offset = taken(u)},
        "the %s data %s at byte %llu; get another copy",
        unpack_name(u->job->kind), what, (unsigned long long)taken(u));
}

/* Fill the input after what is left of it. */
static enum err refill(struct unpack *u, struct error *e)
{
    ssize_t got;

    if (u->ended || u->piece.in_n >= MAGIC_BYTES)
        return OK;
    memmove(u->in, u->piece.in, u->piece.in_n);
    u->piece.in = u->in;
    got = read_at(u->job->from, u->in + u->piece.in_n, IN_BYTES - u->piece.in_n,
                  u->read);
    if (got < 0)
        return error_set(e, ERR_FILE_READ_FAILED, "the file cannot be read: %s",
                         strerrordesc_np(errno));
    u->piece.in_n += (size_t)got;
    u->read += (uint64_t)got;
    u->ended = u->piece.in_n < IN_BYTES;
    return OK;
}

/* Here another part must begin. */
static enum err begin_part(struct unpack *u, struct error *e)
{
    struct str head = {(const char *)u->piece.in, u->piece.in_n};

    if (unpack_kind(head) != u->job->kind)
        return damaged(u, "is followed by bytes that do not belong to it", e);
    if (++u->parts > u->job->limits->max_parts)
        return error_set(e, ERR_LIMIT,
                         "the file is packed in more than %llu parts",
                         (unsigned long long)u->job->limits->max_parts);
    u->inside = true;
    return OK;
}

static enum err check_limits(const struct unpack *u, struct error *e)
{
    const struct unpack_limits *l = u->job->limits;

    if (u->made > l->max_bytes)
        return error_set(
            e, ERR_LIMIT,
            "the file unpacks to more than %llu bytes, the most that "
            "is read",
            (unsigned long long)l->max_bytes);
    if (u->made > l->ratio_free && u->made / l->max_ratio > taken(u))
        return error_set(
            e, ERR_LIMIT,
            "the file unpacks to more than %llu times its size, as files made to "
            "fill a disk do; unpack it yourself if you trust it",
            (unsigned long long)l->max_ratio);
    return OK;
}

static enum err write_made(struct unpack *u, struct error *e)
{
    const unsigned char *p = u->out;
    size_t n = OUT_BYTES - u->piece.out_n;

    u->made += n;
    u->piece.out = u->out;
    u->piece.out_n = OUT_BYTES;
    if (check_limits(u, e))
        return e->code;
    while (n) {
        ssize_t put = write(u->job->to, p, n);

        if (put < 0 && errno != EINTR)
            return fs_error(ERR_FILE_WRITE_FAILED, "write", "the unpacked file",
                            errno, e);
        p += put > 0 ? put : 0;
        n -= put > 0 ? (size_t)put : 0;
    }
    return OK;
}

static enum err step(struct unpack *u, struct error *e)
{
    bool end = false;
    enum err rc = u->gzip ? inflater_step(u->gzip, &u->piece, &end, e)
                          : unzstd_step(u->zstd, &u->piece, &end, e);

    if (rc == ERR_FILE_READ_FAILED)
        e->pos.offset = taken(u);
    if (rc)
        error_wrap(e, "the %s data cannot be unpacked at byte %llu",
                   unpack_name(u->job->kind), (unsigned long long)taken(u));
    u->inside = !end;
    return rc;
}

/* Part after part, until the file is at its end and nothing is pending. */
static enum err unpack_parts(struct unpack *u, struct error *e)
{
    const struct unpack_tick *tick = &u->job->tick;
    bool full = false; /* the room was used up: more may be pending */
    enum err rc = refill(u, e);

    while (!rc && (u->piece.in_n || full || u->inside)) {
        if (u->piece.in_n == 0 && !full)
            return damaged(u, "is cut off", e);
        if (!u->inside)
            rc = begin_part(u, e);
        if (!rc)
            rc = step(u, e);
        full = u->inside && u->piece.out_n == 0;
        if (!rc && u->piece.out_n < OUT_BYTES / 2)
            rc = write_made(u, e);
        if (!rc && tick->call)
            rc = tick->call(tick->ctx, taken(u), u->size, e);
        if (!rc)
            rc = refill(u, e);
    }
    return rc ? rc : write_made(u, e);
}

enum err unpack_run(const struct unpack_job *job, struct arena *a,
                    struct error *e)
{
    struct unpack u = {.job = job};
    struct stat st;
    enum err rc;

    BUG_ON(job->kind == UNPACK_NONE);
    u.in = arena_alloc(a, IN_BYTES, e);
    u.out = arena_alloc(a, OUT_BYTES, e);
    if (!u.in || !u.out)
        return e->code;
    u.piece = (struct piece){.in = u.in, .out = u.out, .out_n = OUT_BYTES};
    u.size = fstat(job->from, &st) == 0 ? (uint64_t)st.st_size : 0;
    rc = job->kind == UNPACK_GZIP ? inflater_new(INFLATER_GZIP, &u.gzip, e)
                                  : unzstd_new(&u.zstd, e);
    if (!rc)
        rc = unpack_parts(&u, e);
    inflater_free(u.gzip);
    unzstd_free(u.zstd);
    return rc;
}
