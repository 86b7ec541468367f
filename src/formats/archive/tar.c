/* Tars: a file after another, each with its headers before it (tar_header.h). */
#include "base/read_at.h"
#include "formats/archive/archive.h"
#include "formats/archive/member_name.h"
#include "formats/archive/tar_header.h"

#include <errno.h>
#include <sys/stat.h>

#define PIECE_BYTES  ((size_t)256 << 10)
#define HEADER_ARENA ((size_t)16 << 20)

struct tar {
    int fd;
    uint64_t size;
    const struct member_sink *sink;
    const atomic_bool *stop;
    char *piece; /* PIECE_BYTES */
};

static enum err copy(const struct tar *t, const struct tar_entry *entry,
                     struct error *e)
{
    uint64_t left = entry->bytes;
    enum err rc = OK;

    for (uint64_t at = entry->at; left > 0 && !rc;) {
        const size_t want = left < PIECE_BYTES ? (size_t)left : PIECE_BYTES;
        const ssize_t got = read_at(t->fd, t->piece, want, at);

        if (t->stop && atomic_load(t->stop))
            return error_set(e, ERR_TIMEOUT, "stopped");
        if (got < 0)
            return t->sink->fail(t->sink->ctx, str_from(strerrordesc_np(errno)),
                                 e);
        if (got == 0)
            return t->sink->fail(t->sink->ctx,
                                 STR("the archive is cut off in it"), e);
        rc = t->sink->write(t->sink->ctx, (struct str){t->piece, (size_t)got},
                            e);
        at += (uint64_t)got;
        left -= (uint64_t)got;
    }
    return rc ? rc : t->sink->end(t->sink->ctx, e);
}

/* Why a file of this type is not read. */
static void look_at_type(const struct tar_entry *entry, struct member *m)
{
    switch (entry->type) {
    case '0': break;
    case '1':
    case '2':
        member_leave_out(m, entry->type == '2'
                                ? "a symbolic link; links are not followed"
                                : "a link to another file of the archive");
        break;
    case '3':
    case '4':
    case '6': member_leave_out(m, "neither a file nor a folder"); break;
    case 'M':
        member_refuse(m, "the rest of a file of another volume of the archive");
        break;
    case 'S': break;
    default: member_refuse(m, "a kind of file that is not known"); break;
    }
    if (entry->is_sparse)
        member_refuse(m, "a sparse file; pack it again without --sparse");
}

/* Folders, what GNU tar notes of them, names of volumes. */
static bool is_no_file(char type)
{
    return type == '5' || type == 'D' || type == 'V';
}

static enum err put_entry(const struct tar *t, const struct tar_entry *entry,
                          struct arena *a, struct error *e)
{
    struct member m = {0};
    enum err rc = OK;

    if (is_no_file(entry->type))
        return OK;
    rc = member_name_put(entry->name, a, &m, e);
    if (rc)
        return rc;
    look_at_type(entry, &m);
    rc = t->sink->begin(t->sink->ctx, &m, e);
    return rc || m.refusal.n > 0 ? rc : copy(t, entry, e);
}

/* The file whose headers are at *at, which moves on; after the last it is past
 * the end. */
static enum err put_next(const struct tar *t, uint64_t *at, bool is_first,
                         struct error *e)
{
    struct tar_entry entry;
    struct arena a;
    enum err rc;

    arena_init(&a, HEADER_ARENA);
    rc = tar_entry_read(t->fd, t->size, *at, &a, &entry, e);
    if (rc && !is_first) { /* what was found is kept; the next call says it */
        arena_release(&a);
        return OK;
    }
    if (!rc && !entry.is_end)
        rc = put_entry(t, &entry, &a, e);
    *at = entry.is_end ? UINT64_MAX : entry.next;
    arena_release(&a);
    return rc;
}

static enum err put_files(const struct tar *t, uint64_t from, uint64_t *next,
                          struct error *e)
{
    uint64_t at = from;
    bool is_full = false;
    enum err rc = OK;

    while (!rc && at < t->size && !is_full) {
        const uint64_t before = at;

        if (t->stop && atomic_load(t->stop))
            return error_set(e, ERR_TIMEOUT, "stopped");
        rc = put_next(t, &at, at == from, e);
        is_full = at == before || t->sink->is_full(t->sink->ctx);
    }
    *next = !rc && at < t->size ? at : 0;
    return rc;
}

enum err tar_members(int fd, uint64_t from, const struct member_sink *sink,
                     const atomic_bool *stop, uint64_t *next, struct error *e)
{
    struct tar t = {.fd = fd, .sink = sink, .stop = stop};
    struct arena a;
    struct stat st;
    enum err rc;

    *next = 0;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the file is not a regular file");
    t.size = (uint64_t)st.st_size;
    arena_init(&a, PIECE_BYTES);
    t.piece = arena_alloc(&a, PIECE_BYTES, e);
    rc = t.piece ? put_files(&t, from, next, e) : e->code;
    arena_release(&a);
    return rc;
}
