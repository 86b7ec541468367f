/* A packed file as the one in it, whole, into the session's folder: what follows
 * reads it as any other file. */
#include "base/fs.h"
#include "engine/ingest/ingest_packed.h"
#include "engine/ingest/ingest_source.h"
#include "engine/worker/operation.h"

#include <errno.h>
#include <fcntl.h>

#define SHOWN "the unpacked file"

static enum err on_tick(void *ctx, uint64_t done, uint64_t total,
                        struct error *e)
{
    const struct operation_call *c = ctx;

    (void)done, (void)total;
    return atomic_load(&c->session->stop)
               ? error_set(e, ERR_TIMEOUT, "cancelled")
               : OK;
}

static enum err find_kind(const struct operation_call *c,
                          enum unpack_kind *kind, struct error *e)
{
    char bytes[UNPACK_HEAD_BYTES];
    struct str head = {.p = bytes};
    enum err rc =
        ingest_source_peek(c->fd, 0, bytes, sizeof(bytes), &head.n, e);

    *kind = rc ? UNPACK_NONE : unpack_kind(head);
    return rc || *kind != UNPACK_NONE
               ? rc
               : error_set(e, ERR_FILE_READ_FAILED,
                           "it is packed neither with gzip nor with zstd");
}

static enum err unpack(struct operation_call *c, struct unpack_job *job,
                       struct error *e)
{
    const char *path =
        fs_join(c->session->folder, OPERATION_UNPACKED_FILE, &c->arena, e);
    enum err rc;

    if (!path)
        return e->code;
    job->to = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (job->to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    rc = unpack_run(job, &c->arena, e);
    if (!rc)
        rc = ingest_check_unpacked(job->to, e);
    fs_close(&job->to);
    return rc;
}

enum err operation_unpack(struct operation_call *c, struct jsonw *w,
                          struct error *e)
{
    struct unpack_limits limits = unpack_default_limits;
    struct unpack_job job = {
        .from = c->fd, .limits = &limits, .tick = {on_tick, c}};
    enum err rc = json_read_u64(json_find(c->request, "max_bytes"), "max_bytes",
                                limits.max_bytes, &limits.max_bytes, e);

    if (!rc)
        rc = find_kind(c, &job.kind, e);
    if (!rc)
        rc = unpack(c, &job, e);
    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "packed", unpack_name(job.kind));
    jsonw_end_object(w);
    return OK;
}
