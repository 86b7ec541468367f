/*
 * wire_child.h - what every program that is started with a socket says on it: the
 * answers to its frames, of which the first assigns.
 */
#ifndef BASE_WIRE_CHILD_H
#define BASE_WIRE_CHILD_H

#include "base/json.h"
#include "base/wire.h"

/* Waits without end: what takes too long is ended by the parent. */
extern const struct wire_wait wire_forever;

/*
 * wire_answer - RESULT with what `out` holds, or ERROR with `e` if rc is one.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the parent is gone
 */
MUST_CHECK enum err wire_answer(int sock, uint32_t id, enum err rc,
                                const struct error *e, struct buf *out);

/*
 * wire_say_ready - READY with the version of the program.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the parent is gone
 */
MUST_CHECK enum err wire_say_ready(int sock, struct buf *out);

/*
 * wire_take_assignment - receive the first frame, do what it says and answer it.
 *
 * in       in, out   of WIRE_MAX_PAYLOAD
 *          assign    is called with its JSON
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the frame is another one
 *          what json_parse() and `assign` return, after it is answered
 */
MUST_CHECK enum err wire_take_assignment(
    int sock, struct buf *in, struct buf *out,
    enum err (*assign)(void *ctx, const struct json *assignment,
                       struct error *e),
    void *ctx, struct error *e);

/*
 * wire_serve - answer requests, one after the other, until the parent is gone.
 *
 * in       in, out   of WIRE_MAX_PAYLOAD
 *          run       is called with each request, whose descriptor is closed after it;
 *                    what it leaves in `out` is the answer
 */
void wire_serve(int sock, struct buf *in, struct buf *out,
                enum err (*run)(void *ctx, const struct wire_frame *f,
                                struct error *e),
                void *ctx);

#endif
