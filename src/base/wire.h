/*
 * wire.h - the protocol between quarry and quarry-worker, over a socket pair.
 *
 * A frame is a 16-byte header and a payload of UTF-8 JSON. Both sides check
 * every header and refuse what they do not know: the parent because the worker
 * may have been taken over by the file it reads, the worker because a parent
 * of another version would mislead it.
 *
 *      0      4        6     8     12       16
 *      | QRY1 | version | kind | id | length | payload ...
 *
 * All integers are little-endian. A descriptor may ride on a frame
 * (SCM_RIGHTS on its first byte); the receiver owns it.
 */
#ifndef BASE_WIRE_H
#define BASE_WIRE_H

#include "base/buf.h"

#include <stdatomic.h>

#define WIRE_VERSION      1
#define WIRE_HEADER_BYTES 16
#define WIRE_MAX_PAYLOAD  (UINT32_C(16) << 20)

enum wire_kind {
    WIRE_READY = 1, /* worker: started; payload: versions and sandbox */
    WIRE_ASSIGN,    /* parent: mode, files and limits, for life */
    WIRE_REQUEST,   /* parent: one operation; may carry a descriptor */
    WIRE_CANCEL,    /* parent: give up the request with this id */
    WIRE_RESULT,    /* worker: the answer to the ASSIGN or REQUEST */
    WIRE_ERROR,     /* worker: {"error":{...}} instead of a RESULT */
    WIRE_PROGRESS,  /* worker: {"done":n,"total":n} bytes, any number; or
                       {"early":true}, the first question can be asked */
    WIRE_KIND_END
};

struct wire_frame {
    enum wire_kind kind;
    uint32_t id;        /* the request it belongs to; 0 for READY */
    struct str payload; /* received: borrows the buffer handed in */
    int fd;             /* a descriptor riding along, or -1 */
};

/* When to stop waiting. */
struct wire_wait {
    uint64_t deadline_ms;      /* on clock_ms(); 0: wait without end */
    const atomic_bool *cancel; /* set to true: stop; NULL: never */
    void (*waits)(
        void *ctx); /* called now and then meanwhile; NULL: not called */
    void *ctx;
    unsigned look_ms; /* how often, and at `cancel`; 0: a few times a second */
};

/* Write the header of a frame of `length` payload bytes. */
void wire_encode_header(const struct wire_frame *f, uint32_t length,
                        unsigned char header[WIRE_HEADER_BYTES]);

/*
 * wire_decode_header - check a header that came from the other side.
 *
 * out      f, length
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  another magic, version or kind, or a
 *                                       length over WIRE_MAX_PAYLOAD
 */
MUST_CHECK enum err wire_decode_header(
    const unsigned char header[WIRE_HEADER_BYTES], struct wire_frame *f,
    uint32_t *length, struct error *e);

/*
 * wire_send - one frame, whole. The payload may not pass WIRE_MAX_PAYLOAD.
 *
 * in       f->fd  stays the caller's
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the other side is gone
 *          ERR_TIMEOUT                  the wait ended before all was taken
 */
MUST_CHECK enum err wire_send(int sock, const struct wire_frame *f,
                              const struct wire_wait *w, struct error *e);

/*
 * wire_receive - the next frame.
 *
 * out      f     payload in `b`, which is reset first; f->fd is the caller's
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  the other side is gone, or what it
 *                                       sends is no frame
 *          ERR_TIMEOUT                  the deadline passed or *cancel is true
 *          ERR_LIMIT                    `b` is too small for the payload
 *          ERR_RATE_LIMITED             others hold the memory that it needs
 *          After an error the socket may be within a frame.
 */
MUST_CHECK enum err wire_receive(int sock, struct buf *b, struct wire_frame *f,
                                 const struct wire_wait *w, struct error *e);

#endif
