/*
 * A packed file is unpacked whole before it is looked at: the two passes over
 * a text go back to its start, and workbooks and Parquet are read from their
 * end. What comes out lies in the session's folder without a name, so it is
 * gone with the descriptor, also when the worker is killed; in memory it would
 * count against what the engine may use.
 */
#include "engine/ingest/ingest_packed.h"

#include "base/fs.h"
#include "engine/ingest/ingest_internal.h"

#include <unistd.h>

/* Of four parts of the time that a packed file takes, this is one. */
#define READING_PARTS 3u

/* The progress of the whole: packed bytes first, then what reading says. */
struct packed {
    const struct ingest_request *request;
    uint64_t bytes; /* of the packed file, 1 at least */
};

int ingest_scratch_open(const struct ingest_request *r, const char *suffix,
                        struct arena *a, struct error *e)
{
    struct str path;
    int fd;

    if (str_printf(a, &path, e, "%.*s.%s", STR_FMT(r->database), suffix))
        return -1;
    return fs_open_unnamed(path.p, "a working file", &fd, e) ? -1 : fd;
}

static void report(const struct packed *p, uint64_t done)
{
    const struct ingest_progress *to = &p->request->progress;

    if (to->report)
        to->report(to->ctx, done, p->bytes * (1 + READING_PARTS));
}

static enum err unpacking(void *ctx, uint64_t done, uint64_t total,
                          struct error *e)
{
    struct packed *p = ctx;

    p->bytes = total ? total : 1;
    report(p, done < p->bytes ? done : p->bytes);
    if (p->request->stop && atomic_load(p->request->stop))
        return error_set(e, ERR_TIMEOUT, "unpacking the file was stopped");
    return OK;
}

static void reading(void *ctx, uint64_t done, uint64_t total)
{
    const struct packed *p = ctx;
    double part = total ? (double)done / (double)total : 1;

    report(p, p->bytes + (uint64_t)((double)(p->bytes * READING_PARTS) * part));
}

enum err ingest_refuse_foreign(struct str head, struct error *e)
{
    const char *name = unpack_foreign(head);

    if (!name)
        return OK;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "the content is %s, which is not read (gzip and zstd "
                     "are); unpack it and name the file in it",
                     name);
}

enum err ingest_check_unpacked(int fd, struct error *e)
{
    char bytes[UNPACK_HEAD_BYTES];
    struct str head = {.p = bytes};
    enum err rc = ingest_source_peek(fd, 0, bytes, sizeof(bytes), &head.n, e);
    const char *again = rc ? NULL : unpack_name(unpack_kind(head));

    return again ? error_set(
                       e, ERR_FILE_READ_FAILED,
                       "the content is packed again with %s; unpack it once",
                       again)
                 : rc;
}

/* Inside a packed file there is a table and no other packed file. */
static enum err check_inside(int fd, struct error *e)
{
    char bytes[UNPACK_HEAD_BYTES];
    struct str head = {.p = bytes};
    enum err rc = ingest_check_unpacked(fd, e);

    if (!rc)
        rc = ingest_source_peek(fd, 0, bytes, sizeof(bytes), &head.n, e);
    return rc ? rc : ingest_refuse_foreign(head, e);
}

enum err ingest_packed(struct duck *d, const struct ingest_request *r,
                       enum unpack_kind kind, struct arena *a, struct jsonw *w,
                       struct error *e)
{
    struct packed p = {.request = r, .bytes = 1};
    struct ingest_request inner = *r;
    struct unpack_job job = {.kind = kind,
                             .from = r->fd,
                             .limits = &unpack_default_limits,
                             .tick = {unpacking, &p}};
    enum err rc;

    inner.fd = job.to = ingest_scratch_open(r, "unpacked", a, e);
    if (job.to < 0)
        return e->code;
    inner.compression = unpack_name(kind);
    inner.progress = (struct ingest_progress){reading, &p};
    rc = unpack_run(&job, a, e);
    if (!rc) {
        rc = check_inside(inner.fd, e);
        if (!rc)
            rc = ingest_plain(d, &inner, a, w, e);
        if (rc == ERR_FILE_READ_FAILED)
            error_wrap(e, "inside the %s", inner.compression);
    }
    (void)close(inner.fd);
    return rc;
}
