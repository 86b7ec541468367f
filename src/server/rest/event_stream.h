/*
 * event_stream.h - a reply that is a stream of events (text/event-stream).
 *
 * It is begun by its first event: what goes wrong before that is a problem
 * document with its status, what goes wrong later an event `error`.
 *
 * source   HTML Living Standard, 9.2 Server-sent events
 */
#ifndef SERVER_REST_EVENT_STREAM_H
#define SERVER_REST_EVENT_STREAM_H

#include "base/jsonw.h"
#include "server/rest/api.h"

struct event_stream {
    const struct api_call *call;
    struct httpd_stream *stream; /* NULL: not begun */
    struct error failure;        /* why it could not be; code OK: it could */
};

/* Nothing is sent yet. */
void event_stream_init(struct event_stream *ev, const struct api_call *call);

/* Send one event with its JSON, unless the client has gone. */
void event_stream_send(struct event_stream *ev, const char *name,
                       struct str json);

/* As event_stream_send() for what `write` puts. */
void event_stream_write(struct event_stream *ev, const char *name,
                        void (*write)(const void *ctx, struct jsonw *w),
                        const void *ctx);

/*
 * event_stream_end - the stream is over.
 *
 * in       rc       how the work ended; a failure becomes an event `error`
 * out      e        the failure, where no event was sent at all
 * returns  OK: what there was to say was said
 */
MUST_CHECK enum err event_stream_end(struct event_stream *ev, enum err rc,
                                     struct error *e);

/* The lines of one event. */
void event_put(struct buf *b, const char *name, struct str json);

/* Does the client want a stream? By its Accept header. */
bool event_stream_is_wanted(const struct api_call *call);

#endif
