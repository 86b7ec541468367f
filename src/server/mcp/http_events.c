#include "server/mcp/http_events.h"

#include "base/clock.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define HEAD_BYTES 80
#define TAIL       STR("\n\n")

/* Of an event, so that a slow client holds no more of it in memory. */
#define PIECE_BYTES ((size_t)128 * 1024)

/* One that was said: its head and its message, as they went out. */
struct http_event {
    struct http_event *next;
    uint64_t channel;
    uint64_t number;
    uint64_t at_ms;
    size_t n;
    char text[];
};

static void lock(struct http_events *v)
{
    (void)pthread_mutex_lock(&v->lock);
}

static void unlock(struct http_events *v)
{
    (void)pthread_mutex_unlock(&v->lock);
}

void http_events_init(struct http_events *v, atomic_size_t *all)
{
    *v = (struct http_events){.all = all};
    (void)pthread_mutex_init(&v->lock, NULL);
}

/* ---- what is kept; with the lock ---- */

static void forget_first(struct http_events *v)
{
    struct http_event *x = v->first;

    v->first = x->next;
    if (!v->first)
        v->last = NULL;
    v->n--;
    v->bytes -= x->n;
    atomic_fetch_sub(v->all, x->n);
    v->forgotten = x->number;
    mem_free(x);
}

static void forget_old(struct http_events *v, uint64_t now_ms)
{
    while (v->first && now_ms - v->first->at_ms > HTTP_EVENTS_KEPT_MS)
        forget_first(v);
}

/* False: there is no room even when all others of the session go. */
static bool make_room(struct http_events *v, size_t n)
{
    if (n > HTTP_EVENTS_BYTES)
        return false;
    while (v->first &&
           (v->n >= HTTP_EVENTS_MAX || v->bytes + n > HTTP_EVENTS_BYTES ||
            atomic_load(v->all) + n > HTTP_EVENTS_ALL_BYTES))
        forget_first(v);
    return atomic_load(v->all) + n <= HTTP_EVENTS_ALL_BYTES;
}

/* One that is not kept is as if it had been forgotten, with those before it. */
static void keep(struct http_events *v, const struct http_channel *c,
                 struct str head, struct str message)
{
    const size_t n = head.n + message.n;
    struct http_event *x = NULL;
    struct error ignored;

    forget_old(v, clock_ms());
    if (make_room(v, n))
        x = mem_new(sizeof(*x) + n, &ignored);
    if (!x) {
        while (v->first)
            forget_first(v);
        v->forgotten = v->number;
        return;
    }
    x->channel = c->number;
    x->number = v->number;
    x->at_ms = clock_ms();
    x->n = n;
    memcpy(x->text, head.p, head.n);
    memcpy(x->text + head.n, message.p, message.n);
    if (v->last)
        v->last->next = x;
    else
        v->first = x;
    v->last = x;
    v->n++;
    v->bytes += n;
    atomic_fetch_add(v->all, n);
}

void http_events_release(struct http_events *v)
{
    while (v->first)
        forget_first(v);
    (void)pthread_mutex_destroy(&v->lock);
}

/* ---- what is said; with the lock ---- */

static bool say(struct httpd_stream *out, struct str text)
{
    while (text.n) {
        size_t n = text.n < PIECE_BYTES ? text.n : PIECE_BYTES;

        if (!httpd_stream_send(out, str_slice(text, 0, n)))
            return false;
        text = str_slice(text, n, text.n);
    }
    return true;
}

/* An id without a message: from here it can be taken up. */
static void prime(struct http_events *v, uint64_t channel,
                  struct httpd_stream *out)
{
    char text[HEAD_BYTES];
    int n =
        snprintf(text, sizeof(text), "id: %" PRIu64 "-%" PRIu64 "\ndata: \n\n",
                 channel, ++v->number);

    (void)say(out, (struct str){text, (size_t)n});
}

/* ---- channels ---- */

static void drop_out(struct http_channel *c)
{
    if (c->out)
        httpd_stream_end(c->out);
    httpd_stream_release(c->out);
    c->out = NULL;
}

void http_channel_open(struct http_events *v, struct http_channel *c,
                       const struct httpd_request *r, struct httpd_stream *out,
                       bool primed)
{
    httpd_linger(r, HTTP_LINGER_MS);
    httpd_stream_hold(out);
    *c = (struct http_channel){.request = r, .out = out};
    lock(v);
    c->number = ++v->channel;
    c->next = v->channels;
    v->channels = c;
    if (primed)
        prime(v, c->number, out);
    unlock(v);
}

void http_channel_close(struct http_events *v, struct http_channel *c)
{
    struct http_channel **at = &v->channels;

    lock(v);
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    drop_out(c);
    unlock(v);
}

void http_channel_send(struct http_events *v, const struct http_channel *c,
                       struct str message)
{
    char head[HEAD_BYTES];
    struct str first = {.p = head};

    lock(v);
    first.n = (size_t)snprintf(
        head, sizeof(head),
        "id: %" PRIu64 "-%" PRIu64 "\nevent: message\ndata: ", c->number,
        ++v->number);
    keep(v, c, first, message);
    if (c->out && say(c->out, first) && say(c->out, message))
        (void)say(c->out, TAIL);
    unlock(v);
}

void http_events_prime(struct http_events *v, struct httpd_stream *out)
{
    lock(v);
    prime(v, 0, out);
    unlock(v);
}

/* ---- coming back ---- */

static enum err no_event(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "Last-Event-ID names no event of this session; it is the "
                     "'id' of the last event that came");
}

enum err http_events_find(struct http_events *v, struct str id,
                          struct http_place *out, struct error *e)
{
    const size_t dash = str_find_char(id, '-');
    struct error ignored;
    bool is_there, is_kept;

    if (dash == id.n ||
        str_parse_u64(str_slice(id, 0, dash), UINT64_MAX, &out->channel,
                      &ignored) ||
        str_parse_u64(str_slice(id, dash + 1, id.n), UINT64_MAX, &out->number,
                      &ignored))
        return no_event(e);
    lock(v);
    forget_old(v, clock_ms());
    is_there = out->channel <= v->channel && out->number <= v->number &&
               out->number > 0;
    is_kept = out->channel == 0 || out->number >= v->forgotten;
    unlock(v);
    if (!is_there)
        return no_event(e);
    return is_kept
               ? OK
               : error_set(
                     e, ERR_NOT_FOUND,
                     "the events after that one are no longer kept; ask again");
}

void http_events_resume(struct http_events *v, const struct http_place *p,
                        struct httpd_stream *out)
{
    struct http_channel *c;

    lock(v);
    for (const struct http_event *x = v->first; x; x = x->next)
        if (x->channel == p->channel && x->number > p->number &&
            (!say(out, (struct str){x->text, x->n}) || !say(out, TAIL)))
            break;
    for (c = v->channels; c && c->number != p->channel;)
        c = c->next;
    if (c) {
        drop_out(c);
        httpd_stream_hold(out);
        c->out = out;
        httpd_linger(c->request, HTTP_RESUMED_MS);
    }
    unlock(v);
}
