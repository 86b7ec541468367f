/*
 * db_wal_check.c - a log's frames by their own checksums.
 *
 *     header 32 bytes: magic, version, page size, sequence, salt[2], sum[2]
 *     frame  24 bytes: page, pages after a commit or 0, salt[2], sum[2]
 *            and a page
 *
 * Each sum runs on from the one before it over a frame's first 8 bytes and its
 * page, so a frame can be checked from the sum that the one before it holds,
 * also when that one is bad. Salts change whenever the log begins again; what
 * follows with other salts is left over from before and no loss.
 *
 * Two things tell damage from the end of the log:
 *
 * - The index in shared memory ("-shm") says how many frames were committed.
 *   It is only believed when its own sum is right and its salts are the log's.
 *   A killed process leaves it; a power cut may not.
 * - After a bad frame is a commit of the same salts that fits to the frame
 *   before it: frames are written in their order and synced at each commit, so
 *   it is not what is left of a write that did not end. (A power cut inside the last
 *   commit could look the same, or one after db_begin_unsynced(); it is then
 *   reported as damage, and what is lost is a write that was never confirmed,
 *   or one that may be lost.)
 *
 * A writer may be at work while this looks: what looks damaged is looked at
 * again.
 */
#include "store/sqlite/db_wal_check.h"

#include "base/fs.h"
#include "base/read_at.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEADER_BYTES 32
#define FRAME_BYTES  24
#define INDEX_BYTES  48 /* of one of the two headers of "-shm" */
#define INDEX_SUM_AT 40
#define MAGIC        0x377f0682u /* the last bit: sums are big-endian */
#define VERSION      3007000u
#define MIN_PAGE     512u
#define MAX_PAGE     65536u
#define PATH_BYTES   ((size_t)64 * 1024)
#define LOOKS        4
#define BETWEEN_NS   (10L * 1000 * 1000)

struct sum {
    uint32_t a, b;
};

struct walk {
    int fd;
    uint64_t bytes;
    size_t page;
    bool big_endian;
    unsigned char salt[8];
    struct sum sum; /* of the header */
};

static uint32_t big(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 |
           p[3];
}

static uint32_t little(const unsigned char *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 |
           p[0];
}

static struct sum add(struct sum s, const unsigned char *p, size_t n,
                      bool big_endian)
{
    for (size_t i = 0; i + 8 <= n; i += 8) {
        s.a += (big_endian ? big(p + i) : little(p + i)) + s.b;
        s.b += (big_endian ? big(p + i + 4) : little(p + i + 4)) + s.a;
    }
    return s;
}

static bool same(struct sum s, const unsigned char *kept)
{
    return s.a == big(kept) && s.b == big(kept + 4);
}

/* False if it is not one of SQLite's. */
static bool read_header(struct walk *w)
{
    unsigned char h[HEADER_BYTES];
    uint32_t page;

    if (read_at(w->fd, h, sizeof(h), 0) != sizeof(h))
        return false;
    page = big(h + 8);
    w->big_endian = (h[3] & 1) != 0;
    w->page = page;
    w->sum = add((struct sum){0, 0}, h, 24, w->big_endian);
    memcpy(w->salt, h + 16, sizeof(w->salt));
    return (big(h) & ~1u) == MAGIC && big(h + 4) == VERSION &&
           page >= MIN_PAGE && page <= MAX_PAGE && (page & (page - 1)) == 0 &&
           same(w->sum, h + 24);
}

/* Frames that the index knows as committed; 0 when it cannot be believed, or
 * is not about this log. */
static uint64_t committed(int index, const struct walk *w, bool header_is_whole)
{
    unsigned char both[2 * INDEX_BYTES];
    const uint32_t one = 1;
    bool is_big = *(const unsigned char *)&one == 0;
    struct sum s;
    uint32_t kept[2];
    uint32_t frames;

    if (index < 0 || read_at(index, both, sizeof(both), 0) != sizeof(both) ||
        memcmp(both, both + INDEX_BYTES, INDEX_BYTES) != 0)
        return 0;
    s = add((struct sum){0, 0}, both, INDEX_SUM_AT, is_big);
    memcpy(kept, both + INDEX_SUM_AT, sizeof(kept));
    if (s.a != kept[0] || s.b != kept[1] || both[12] == 0)
        return 0;
    memcpy(&frames, both + 16, sizeof(frames));
    if (header_is_whole && memcmp(both + 32, w->salt, sizeof(w->salt)) != 0)
        return 0;
    return frames;
}

/* One frame as it stands in the file. */
struct frame {
    unsigned char bytes[FRAME_BYTES + MAX_PAGE];
    bool has_salt;
    bool is_commit;
};

static bool read_frame(const struct walk *w, uint64_t number, struct frame *f)
{
    uint64_t at = HEADER_BYTES + number * (FRAME_BYTES + w->page);

    if (read_at(w->fd, f->bytes, FRAME_BYTES + w->page, at) !=
        (ssize_t)(FRAME_BYTES + w->page))
        return false;
    f->has_salt = memcmp(f->bytes + 8, w->salt, sizeof(w->salt)) == 0;
    f->is_commit = big(f->bytes + 4) != 0;
    return true;
}

static struct sum sum_of(const struct walk *w, const struct frame *f,
                         struct sum before)
{
    struct sum s = add(before, f->bytes, 8, w->big_endian);

    return add(s, f->bytes + FRAME_BYTES, w->page, w->big_endian);
}

/* Whole frames from the first on; the sum of the last in *sum. */
static uint64_t count_whole(const struct walk *w, struct frame *f,
                            struct sum *sum)
{
    uint64_t n = 0;

    *sum = w->sum;
    while (read_frame(w, n, f)) {
        struct sum s = sum_of(w, f, *sum);

        if (!f->has_salt || big(f->bytes) == 0 || !same(s, f->bytes + 16))
            break;
        *sum = s;
        n++;
    }
    return n;
}

/* Does a commit follow frame `bad`, the first that is not whole? */
static bool has_later_commit(const struct walk *w, struct frame *f,
                             uint64_t bad, struct sum before)
{
    struct sum computed, stored;

    if (!read_frame(w, bad, f))
        return false;
    computed = sum_of(w, f, before);
    stored = (struct sum){big(f->bytes + 16), big(f->bytes + 20)};
    for (uint64_t n = bad + 1; read_frame(w, n, f); n++) {
        struct sum from_stored = sum_of(w, f, stored);
        bool fits = same(from_stored, f->bytes + 16) ||
                    same(sum_of(w, f, computed), f->bytes + 16);

        if (fits && f->has_salt && f->is_commit)
            return true;
        computed = from_stored;
        stored = (struct sum){big(f->bytes + 16), big(f->bytes + 20)};
    }
    return false;
}

static enum err look(struct walk *w, int index, struct arena *a,
                     struct db_wal_state *out, struct error *e)
{
    struct frame *f = arena_alloc(a, sizeof(*f), e);
    bool whole;
    uint64_t known;
    struct stat st;
    struct sum sum;

    if (!f)
        return e->code;
    if (fstat(w->fd, &st) != 0)
        return error_set(e, ERR_FILE_READ_FAILED, "a log cannot be read");
    whole = read_header(w);
    known = committed(index, w, whole);
    *out = (struct db_wal_state){.bytes = (uint64_t)st.st_size};
    if (!whole) {
        out->damaged = known > 0 || st.st_size > HEADER_BYTES;
        return OK;
    }
    out->frames = count_whole(w, f, &sum);
    out->damaged =
        out->frames < known || has_later_commit(w, f, out->frames, sum);
    return OK;
}

static enum err look_again(int fd, int index, struct db_wal_state *out,
                           struct error *e)
{
    const struct timespec pause = {.tv_nsec = BETWEEN_NS};
    struct arena a;
    enum err rc = OK;

    arena_init(&a, LOOKS * (sizeof(struct frame) + PATH_BYTES));
    for (int i = 0; i < LOOKS && !rc; i++) {
        struct walk w = {.fd = fd};

        if (i > 0)
            (void)nanosleep(&pause, NULL);
        rc = look(&w, index, &a, out, e);
        if (!rc && !out->damaged)
            break;
    }
    arena_release(&a);
    return rc;
}

enum err db_wal_check(const char *path, const char *shown,
                      struct db_wal_state *out, struct error *e)
{
    struct str log, index;
    struct arena a;
    int fds[2] = {-1, -1};
    enum err rc;

    *out = (struct db_wal_state){0};
    arena_init(&a, PATH_BYTES);
    rc = str_printf(&a, &log, e, "%s-wal", path);
    if (!rc)
        rc = str_printf(&a, &index, e, "%s-shm", path);
    if (rc)
        goto out;
    fds[0] = open(log.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fds[0] < 0) {
        if (errno != ENOENT)
            rc = fs_error(ERR_FILE_READ_FAILED, "read", shown, errno, e);
        goto out;
    }
    fds[1] = open(index.p, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    rc = look_again(fds[0], fds[1], out, e);
out:
    fs_close(&fds[0]);
    fs_close(&fds[1]);
    arena_release(&a);
    return rc;
}
