/*
 * A source in another encoding as UTF-8, whole, into the session's folder:
 * what follows reads it as any other file.
 */
#include "base/fs.h"
#include "base/text/decode.h"
#include "engine/ingest/ingest_source.h"
#include "engine/worker/operation.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define BLOCK_BYTES ((size_t)1 << 20)
#define SHOWN       "the decoded file"

/* The source, a block at a time. */
struct decoding {
    const struct operation_call *c;
    struct decoder d;
    char *in; /* BLOCK_BYTES */
    char *out;
    int to;
    uint64_t bytes; /* written */
};

static enum err begin(struct decoding *x, struct error *e)
{
    struct str declared = json_text(json_find(x->c->request, "encoding"));
    size_t n = 0;
    enum err rc;

    if (declared.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "an encoding is missing");
    rc = ingest_source_peek(x->c->fd, 0, x->in, DECODE_HEAD_BYTES, &n, e);
    return rc ? rc : decode_begin(&x->d, (struct str){x->in, n}, declared, e);
}

static enum err copy(struct decoding *x, struct error *e)
{
    size_t n = BLOCK_BYTES;
    enum err rc = OK;

    while (!rc && n == BLOCK_BYTES) {
        size_t made = 0;

        if (atomic_load(&x->c->session->stop))
            return error_set(e, ERR_TIMEOUT, "cancelled");
        rc = ingest_source_peek(x->c->fd, x->d.offset, x->in, BLOCK_BYTES, &n,
                                e);
        if (!rc)
            rc = decode_block(&x->d, (struct str){x->in, n}, n < BLOCK_BYTES,
                              x->out, &made, e);
        if (!rc)
            rc = fs_append(x->to, SHOWN, (struct str){x->out, made}, e);
        x->bytes += made;
    }
    return rc;
}

static enum err decode_to_file(struct decoding *x, struct arena *a,
                               struct error *e)
{
    const char *path =
        fs_join(x->c->session->folder, OPERATION_DECODED_FILE, a, e);
    enum err rc;

    if (!path)
        return e->code;
    rc = begin(x, e);
    if (rc)
        return rc;
    x->to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (x->to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    rc = copy(x, e);
    fs_close(&x->to);
    return rc;
}

enum err operation_decode(struct operation_call *c, struct jsonw *w,
                          struct error *e)
{
    struct decoding x = {.c = c, .to = -1};
    struct arena a;
    enum err rc = ERR_LIMIT;

    arena_init(&a, DECODE_ROOM(BLOCK_BYTES) + 2 * BLOCK_BYTES);
    x.in = arena_alloc(&a, BLOCK_BYTES, e);
    x.out = x.in ? arena_alloc(&a, DECODE_ROOM(BLOCK_BYTES), e) : NULL;
    if (x.out)
        rc = decode_to_file(&x, &a, e);
    if (!rc) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "encoding", x.d.report.name);
        jsonw_member_u64(w, "bytes", x.bytes);
        jsonw_end_object(w);
    }
    decode_end(&x.d);
    arena_release(&a);
    return rc;
}
