#include "base/wire_child.h"

#include "base/fs.h"
#include "base/jsonw.h"

#define ASSIGNMENT_BYTES ((size_t)64 << 20)

const struct wire_wait wire_forever = {0};

enum err wire_answer(int sock, uint32_t id, enum err rc, const struct error *e,
                     struct buf *out)
{
    struct wire_frame f = {.kind = WIRE_RESULT, .id = id, .fd = -1};
    struct error why;
    struct jsonw w;

    if (rc)
        why = *e;
    else if (buf_finish(out, &f.payload, &why) != OK)
        rc = error_set(&why, ERR_LIMIT,
                       "the answer is over %u MiB; ask for fewer or shorter "
                       "columns",
                       WIRE_MAX_PAYLOAD >> 20);
    if (rc) {
        buf_reset(out);
        jsonw_init(&w, out);
        jsonw_error(&w, &why);
        f.kind = WIRE_ERROR;
        f.payload = buf_str(out);
    }
    return wire_send(sock, &f, &wire_forever, &why);
}

enum err wire_say_ready(int sock, struct buf *out)
{
    struct wire_frame f = {.kind = WIRE_READY, .fd = -1};
    struct error ignored;
    struct jsonw w;

    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "version", QUARRY_VERSION);
    jsonw_end_object(&w);
    f.payload = buf_str(out);
    return wire_send(sock, &f, &wire_forever, &ignored);
}

enum err wire_take_assignment(int sock, struct buf *in, struct buf *out,
                              enum err (*assign)(void *ctx,
                                                 const struct json *assignment,
                                                 struct error *e),
                              void *ctx, struct error *e)
{
    struct json *assignment = NULL;
    struct wire_frame f;
    struct jsonw w;
    struct arena a;
    enum err rc = wire_receive(sock, in, &f, &wire_forever, e);

    if (rc)
        return rc;
    if (f.kind != WIRE_ASSIGN)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the first message must assign");
    arena_init(&a, ASSIGNMENT_BYTES);
    rc = json_parse(f.payload, &json_default_limits, &a, &assignment, e);
    if (!rc)
        rc = assign(ctx, assignment, e);
    buf_reset(out);
    jsonw_init(&w, out);
    jsonw_begin_object(&w);
    jsonw_end_object(&w);
    if (wire_answer(sock, f.id, rc, e, out) != OK && !rc)
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE, "the parent is gone");
    arena_release(&a);
    return rc;
}

void wire_serve(int sock, struct buf *in, struct buf *out,
                enum err (*run)(void *ctx, const struct wire_frame *f,
                                struct error *e),
                void *ctx)
{
    struct error e = {0};

    for (;;) {
        struct wire_frame f;
        enum err rc;

        if (wire_receive(sock, in, &f, &wire_forever, &e) ||
            f.kind != WIRE_REQUEST)
            return;
        rc = run(ctx, &f, &e);
        fs_close(&f.fd);
        if (wire_answer(sock, f.id, rc, &e, out))
            return;
    }
}
