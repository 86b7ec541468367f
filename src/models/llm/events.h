/*
 * events.h - parses server-sent events from a byte stream.
 *
 *     event: content_block_delta      a line that names the event, or none
 *     data: {"type":...}              its text; several lines are joined
 *                                     an empty line: that was the event
 *
 * A line ends in CR, LF or both; one that begins with a colon says nothing, and
 * so do other fields. An event without its empty line has not come.
 *
 * source   WHATWG HTML, 9.2 Server-sent events
 */
#ifndef MODELS_LLM_EVENTS_H
#define MODELS_LLM_EVENTS_H

#include "base/buf.h"

#define EVENTS_NAME_BYTES 64
#define EVENTS_MAX_BYTES  ((size_t)256 * 1024) /* of a line, of an event */

/* What an event is given to; an error ends it all. */
typedef enum err (*events_take)(void *ctx, struct str name, struct str data,
                                struct error *e);

struct events {
    events_take take;
    void *ctx;
    struct buf line; /* that is not at its end */
    struct buf data;
    char name[EVENTS_NAME_BYTES]; /* what is longer is cut */
    size_t name_n;
    bool has_data;
    bool after_cr; /* a line feed that follows ends no line */
    bool begun; /* the first bytes were seen, with a byte-order mark or not */
};

/* Release it with events_release(). */
void events_init(struct events *x, events_take take, void *ctx);

/* A zeroed one is allowed. */
void events_release(struct events *x);

/*
 * events_feed - the next bytes, cut anywhere.
 *
 * errors   ERR_LIMIT  a line or an event is over EVENTS_MAX_BYTES; those of
 *                     `take`
 * cost     O(bytes)
 */
MUST_CHECK enum err events_feed(struct events *x, struct str bytes,
                                struct error *e);

#endif
