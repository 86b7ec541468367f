/*
 * Files that a file holds, some at a time: the parent takes them out of the folder
 * before it asks for more, so that one of any size needs the room of a few.
 */
#include "base/fs.h"
#include "base/members.h"
#include "engine/worker/operation.h"
#include "engine/worker/source_map.h"
#include "formats/archive/archive.h"
#include "formats/mail/mbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Of one answer; the last may go over. */
#define ANSWER_MEMBERS 100u
#define ANSWER_BYTES   ((uint64_t)64 << 20)

struct leaving {
    const struct operation_call *c;
    struct jsonw *w;
    int to; /* the file that is open; -1: none */
    uint32_t n;
    uint64_t file_bytes, bytes;
};

/* It has no file; what was unpacked of it counts as well. */
static enum err refuse(struct leaving *x, struct str why)
{
    jsonw_member_str(x->w, "refusal", why);
    jsonw_member_u64(x->w, "bytes", x->file_bytes);
    jsonw_end_object(x->w);
    x->n++;
    x->bytes += x->file_bytes;
    return OK;
}

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    struct leaving *x = ctx;
    char path[PATH_MAX];

    jsonw_begin_object(x->w);
    jsonw_member_str(x->w, "id", m->id);
    jsonw_member_str(x->w, "name", m->name);
    x->file_bytes = 0;
    if (m->refusal.n > 0) {
        jsonw_member_bool(x->w, "is_left_out", m->is_left_out);
        return refuse(x, m->refusal);
    }
    (void)snprintf(path, sizeof(path), "%s/" OPERATION_MEMBER_FILE "%u",
                   x->c->session->folder, x->n);
    x->to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return x->to >= 0
               ? OK
               : fs_error(ERR_FILE_WRITE_FAILED, "write", "a member", errno, e);
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    struct leaving *x = ctx;

    if (atomic_load(&x->c->session->stop))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    x->file_bytes += bytes.n;
    return fs_append(x->to, "a member", bytes, e);
}

static enum err on_end(void *ctx, struct error *e)
{
    struct leaving *x = ctx;

    (void)e;
    fs_close(&x->to);
    jsonw_member_u64(x->w, "file", x->n++);
    jsonw_member_u64(x->w, "bytes", x->file_bytes);
    jsonw_end_object(x->w);
    x->bytes += x->file_bytes;
    return OK;
}

/* The next of that number writes over it. */
static enum err on_fail(void *ctx, struct str why, struct error *e)
{
    struct leaving *x = ctx;

    if (ftruncate(x->to, 0) != 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", "a member", errno, e);
    fs_close(&x->to);
    return refuse(x, why);
}

static bool is_full(void *ctx)
{
    const struct leaving *x = ctx;

    return x->n >= ANSWER_MEMBERS || x->bytes >= ANSWER_BYTES;
}

static enum err read_mail(const struct operation_call *c,
                          const struct member_sink *sink, struct error *e)
{
    const struct str lead = {0};
    struct source_map source = SOURCE_MAP_NONE;
    enum err rc = source_map_open(c->fd, &source, e);

    if (!rc)
        rc = mail_members(source.text, lead, lead, sink, e);
    source_map_close(&source);
    return rc;
}

static enum err read_members(const struct operation_call *c,
                             const struct member_sink *sink, uint64_t *next,
                             struct error *e)
{
    const struct str kind = json_text(json_find(c->request, "kind"));
    uint64_t from = 0;

    if (json_read_u64(json_find(c->request, "from"), "from", INT64_MAX, &from,
                      e) != OK)
        return e->code;
    if (str_is(kind, "mail"))
        return read_mail(c, sink, e);
    if (str_is(kind, "mbox"))
        return mbox_members(c->fd, from, sink, &c->session->stop, next, e);
    if (str_is(kind, "zip"))
        return zip_members(c->fd, from, sink, &c->session->stop, next, e);
    if (str_is(kind, "package"))
        return embedded_members(c->fd, from, sink, &c->session->stop, next, e);
    if (str_is(kind, "tar"))
        return tar_members(c->fd, from, sink, &c->session->stop, next, e);
    return error_set(e, ERR_VALIDATION_FAILED,
                     "no such kind of a file that holds others");
}

enum err operation_members(struct operation_call *c, struct jsonw *w,
                           struct error *e)
{
    struct leaving x = {.c = c, .w = w, .to = -1};
    const struct member_sink sink = {on_begin, on_write, on_end,
                                     on_fail,  is_full,  &x};
    uint64_t next = 0;
    enum err rc;

    jsonw_begin_object(w);
    jsonw_key(w, "members");
    jsonw_begin_array(w);
    rc = read_members(c, &sink, &next, e);
    fs_close(&x.to);
    if (rc)
        return rc;
    jsonw_end_array(w);
    jsonw_member_u64(w, "next", next);
    jsonw_end_object(w);
    return OK;
}
