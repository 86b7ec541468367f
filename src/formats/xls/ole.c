/*
 * OLE compound files: a file system of sectors in a file.
 *
 * A table (FAT) has the next sector of each; the sectors of the table itself are
 * listed in the header and, if that is full, in sectors of their own (DIFAT). The
 * directory is a chain of sectors, too, of entries of 128 bytes. Streams under 4 KiB
 * are in small sectors within one stream, with a table of their own.
 *
 * A chain may lie: no chain is longer than the file has sectors.
 *
 * Source: [MS-CFB] 2.1 to 2.6.
 */
#include "formats/xls/ole.h"

#include "base/little_endian.h"
#include "base/read_at.h"

#include <string.h>
#include <sys/stat.h>

#define HEAD_BYTES   512u
#define HEAD_TABLES  109u /* sectors of the table that the header lists */
#define ENTRY_BYTES  128u
#define SMALL_SHIFT  6u
#define SMALL_STREAM 4096u       /* streams below it are in small sectors */
#define LAST_SECTOR  0xfffffffau /* more is a mark: free, end of chain */
#define MAX_SECTOR   4096u

struct ole {
    int fd;
    struct arena *a;
    uint64_t file_bytes;
    unsigned shift;
    uint64_t sectors; /* that the file has */
    uint32_t *next;   /* next[next_n] */
    size_t next_n;
    unsigned char head[HEAD_BYTES];
};

static enum err damaged(struct error *e, const char *what)
{
    return error_set(e, ERR_FILE_READ_FAILED, "the file is damaged: %s", what);
}

static uint64_t sector_at(const struct ole *o, uint32_t sector)
{
    return ((uint64_t)sector + 1) << o->shift;
}

static enum err read_bytes(const struct ole *o, uint64_t at, void *to, size_t n,
                           struct error *e)
{
    return read_at(o->fd, to, n, at) == (ssize_t)n
               ? OK
               : damaged(e, "it is cut off");
}

static enum err read_head(struct ole *o, struct error *e)
{
    static const unsigned char magic[8] = {0xd0, 0xcf, 0x11, 0xe0,
                                           0xa1, 0xb1, 0x1a, 0xe1};
    struct stat st;

    if (fstat(o->fd, &st) != 0 || st.st_size < (off_t)HEAD_BYTES)
        return damaged(e, "it is too short");
    o->file_bytes = (uint64_t)st.st_size;
    if (o->file_bytes > OLE_MAX_BYTES)
        return error_set(e, ERR_LIMIT, "the file is larger than %llu MiB",
                         (unsigned long long)(OLE_MAX_BYTES >> 20));
    if (read_bytes(o, 0, o->head, HEAD_BYTES, e) != OK)
        return e->code;
    o->shift = load16(o->head + 30);
    if (memcmp(o->head, magic, sizeof(magic)) != 0 ||
        (o->shift != 9 && o->shift != 12))
        return damaged(e, "it has no header of a compound file");
    o->sectors = (o->file_bytes >> o->shift) + 1;
    return OK;
}

/* A sector of the table into next[]. */
static enum err add_table(struct ole *o, uint32_t sector, struct error *e)
{
    const size_t n = ((size_t)1 << o->shift) / 4;
    unsigned char bytes[MAX_SECTOR];

    if (sector >= o->sectors)
        return damaged(e, "its table of sectors is outside of it");
    if (read_bytes(o, sector_at(o, sector), bytes, n * 4, e) != OK)
        return e->code;
    for (size_t i = 0; i < n && o->next_n < o->sectors; i++)
        o->next[o->next_n++] = load32(bytes + 4 * i);
    return OK;
}

/* The table of sectors: those that the header lists, and those of its list. */
static enum err read_table(struct ole *o, struct error *e)
{
    const size_t n = ((size_t)1 << o->shift) / 4 - 1;
    unsigned char bytes[MAX_SECTOR];
    uint32_t list = load32(o->head + 68);
    enum err rc = OK;

    o->next = arena_alloc_array(o->a, (size_t)o->sectors, sizeof(*o->next), e);
    if (!o->next)
        return e->code;
    for (size_t i = 0; i < HEAD_TABLES && !rc; i++)
        if (load32(o->head + 76 + 4 * i) < LAST_SECTOR)
            rc = add_table(o, load32(o->head + 76 + 4 * i), e);
    for (uint64_t k = 0; !rc && list < LAST_SECTOR; k++) {
        if (k == o->sectors || list >= o->sectors)
            return damaged(e, "its list of tables has no end");
        rc = read_bytes(o, sector_at(o, list), bytes, (n + 1) * 4, e);
        for (size_t i = 0; i < n && !rc && o->next_n < o->sectors; i++)
            if (load32(bytes + 4 * i) < LAST_SECTOR)
                rc = add_table(o, load32(bytes + 4 * i), e);
        list = load32(bytes + 4 * n);
    }
    return rc;
}

static uint64_t pieces_of(uint64_t size, unsigned shift)
{
    return (size + ((uint64_t)1 << shift) - 1) >> shift;
}

/* The stream whose chain begins at `first`; its size is that of the chain unless
 * `size` is less. */
static enum err follow(const struct ole *o, uint32_t first, uint64_t size,
                       struct ole_stream *s, struct error *e)
{
    const uint64_t wanted =
        size < o->file_bytes ? pieces_of(size, o->shift) : o->sectors;
    uint64_t n = 0;

    *s = (struct ole_stream){.fd = o->fd, .shift = o->shift};
    for (uint32_t i = first; n < wanted && i < o->next_n; i = o->next[i])
        n++;
    s->piece = arena_alloc_array(o->a, (size_t)n, sizeof(*s->piece), e);
    if (!s->piece)
        return e->code;
    for (; s->pieces < n; first = o->next[first])
        s->piece[s->pieces++] = sector_at(o, first);
    s->size = n << o->shift;
    if (size != UINT64_MAX && size > s->size)
        return damaged(e, "a stream ends before its end");
    s->size = size < s->size ? size : s->size;
    return OK;
}

enum err ole_read(const struct ole_stream *s, uint64_t at, void *to, size_t n,
                  struct error *e)
{
    const uint64_t bytes = (uint64_t)1 << s->shift;
    char *p = to;

    if (at > s->size || n > s->size - at)
        return damaged(e, "it is cut off");
    while (n > 0) {
        const uint64_t from = at & (bytes - 1);
        const size_t part = n < bytes - from ? n : (size_t)(bytes - from);

        if (read_at(s->fd, p, part, s->piece[at >> s->shift] + from) !=
            (ssize_t)part)
            return damaged(e, "it is cut off");
        p += part;
        at += part;
        n -= part;
    }
    return OK;
}

/* ---- streams in small sectors ---- */

/* One piece for each small sector of the chain in the stream of them. */
static enum err follow_small(const struct ole *o, const struct ole_stream *in,
                             uint32_t first, uint64_t size,
                             struct ole_stream *s, struct error *e)
{
    const size_t wanted = (size_t)pieces_of(size, SMALL_SHIFT);
    struct ole_stream table;

    if (follow(o, load32(o->head + 60), UINT64_MAX, &table, e) != OK)
        return e->code;
    *s = (struct ole_stream){
        .fd = o->fd, .shift = SMALL_SHIFT, .size = size, .pieces = wanted};
    s->piece = arena_alloc_array(o->a, wanted, sizeof(*s->piece), e);
    if (!s->piece)
        return e->code;
    for (size_t i = 0; i < wanted; i++) {
        const uint64_t at = (uint64_t)first << SMALL_SHIFT;
        unsigned char bytes[4];

        if (at >= in->size)
            return damaged(e, "a stream ends before its end");
        s->piece[i] = in->piece[at >> in->shift] +
                      (at & (((uint64_t)1 << in->shift) - 1));
        if (i + 1 < wanted &&
            ole_read(&table, (uint64_t)first * 4, bytes, 4, e) != OK)
            return e->code;
        first = i + 1 < wanted ? load32(bytes) : first;
    }
    return OK;
}

/* ---- the directory ---- */

/* Is this entry a stream of that name? Letter case is set aside. */
static bool is_entry(const unsigned char *p, const char *name)
{
    const size_t n = strlen(name);

    if (p[66] != 2 || load16(p + 64) != 2 * (n + 1))
        return false;
    for (size_t i = 0; i < n; i++)
        if ((p[2 * i] | 0x20) != (name[i] | 0x20) || p[2 * i + 1] != 0)
            return false;
    return true;
}

enum err ole_find(int fd, const char *name, struct arena *a,
                  struct ole_stream *s, struct error *e)
{
    struct ole o = {.fd = fd, .a = a};
    struct ole_stream directory, small = {0};
    unsigned char entry[ENTRY_BYTES];

    if (read_head(&o, e) != OK || read_table(&o, e) != OK ||
        follow(&o, load32(o.head + 48), UINT64_MAX, &directory, e) != OK)
        return e->code;
    for (uint64_t at = 0; at + ENTRY_BYTES <= directory.size;
         at += ENTRY_BYTES) {
        if (ole_read(&directory, at, entry, ENTRY_BYTES, e) != OK)
            return e->code;
        if (at == 0 && follow(&o, load32(entry + 116), UINT64_MAX, &small, e))
            return e->code;
        if (!is_entry(entry, name))
            continue;
        return load32(entry + 120) < SMALL_STREAM
                   ? follow_small(&o, &small, load32(entry + 116),
                                  load32(entry + 120), s, e)
                   : follow(&o, load32(entry + 116), load32(entry + 120), s, e);
    }
    return error_set(e, ERR_NOT_FOUND, "the file has no stream '%s'", name);
}
