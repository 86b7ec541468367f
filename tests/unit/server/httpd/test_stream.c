#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/httpd/client_fixture.h"
#include "server/httpd/httpd.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define BIG_BYTES ((size_t)100 * 1024)

static struct server {
    struct httpd *h;
    uint16_t port;
    struct httpd_stream *held; /* of the last GET /held */
    sem_t is_held;
    sem_t is_over; /* a handler that streams has seen its end */
    struct client client;
} served;

/* ---- what is asked ---- */

static void say_events(struct httpd_stream *s, const struct httpd_request *r)
{
    const struct str name = httpd_query(r, "name");
    char text[100];

    assert_true(httpd_stream_send(s, STR("event: one\n\n")));
    (void)snprintf(text, sizeof(text), "event: %.*s\n\n", STR_FMT(name));
    assert_true(httpd_stream_send(s, str_from(text)));
    httpd_stream_release(s);
}

static void await_gone(struct httpd_stream *s, const struct httpd_request *r)
{
    const struct timespec step = {.tv_nsec = 1000000};

    while (!atomic_load(r->gone)) /* as SQL does that is under way */
        (void)nanosleep(&step, NULL);
    while (!httpd_stream_is_gone(s))
        (void)nanosleep(&step, NULL);
    assert_false(httpd_stream_send(s, STR("too late")));
    assert_true(str_is(r->path, "/wait")); /* outlives the connection */
    assert_true(str_is(httpd_header(r, "x-name"), "kept"));
    httpd_stream_release(s);
    (void)sem_post(&served.is_over);
}

static void flood(struct httpd_stream *s)
{
    static char big[BIG_BYTES];

    memset(big, 'x', sizeof(big));
    while (httpd_stream_send(s, (struct str){big, sizeof(big)}))
        ;
    httpd_stream_release(s);
    (void)sem_post(&served.is_over);
}

static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    struct httpd_stream *s = NULL;
    struct error e = {0};

    (void)ctx;
    (void)a;
    *out = (struct httpd_reply){.status = 200, .content_type = "text/plain"};
    out->header[out->headers++] = (struct httpd_header){"X-Way", "stream"};
    if (refusal || str_is(r->path, "/whole")) {
        out->body = STR("whole");
        return;
    }
    out->content_type = "text/event-stream";
    assert_int_equal(httpd_stream_open(r, out, &s, &e), OK);
    if (str_is(r->path, "/held")) {
        served.held = s;
        (void)sem_post(&served.is_held);
    } else if (str_is(r->path, "/wait")) {
        await_gone(s, r);
    } else if (str_is(r->path, "/flood")) {
        flood(s);
    } else {
        say_events(s, r);
    }
}

static int start(void **state)
{
    const struct httpd_options o = {.address = "127.0.0.1",
                                    .handle = handle,
                                    .threads = 2,
                                    .max_connections = 16,
                                    .max_queued = 16,
                                    .timeout_s = 2,
                                    .ping_s = 1,
                                    .max_body = 1000,
                                    .arena_bytes = 100000};
    struct error e = {0};

    (void)state;
    (void)sem_init(&served.is_held, 0, 0);
    (void)sem_init(&served.is_over, 0, 0);
    return (int)httpd_start(&o, &served.h, &served.port, &e);
}

static int stop(void **state)
{
    (void)state;
    httpd_stop(served.h);
    client_close(&served.client);
    return 0;
}

static struct client *ask(const char *path)
{
    client_open(&served.client, served.port);
    client_get(&served.client, path, "X-Name: kept\r\n");
    return &served.client;
}

/* The stream of GET /held, whose handler has returned or soon will. */
static struct httpd_stream *hold(struct client **c)
{
    *c = ask("/held");
    (void)sem_wait(&served.is_held);
    return served.held;
}

/* ---- tests ---- */

static void a_handler_sends_while_it_works(void **state)
{
    struct client *c = ask("/events?name=tw%6f&x");

    (void)state;
    assert_true(client_receives(c, "event: one\n\n"));
    assert_true(client_receives(c, "event: two\n\n"));
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
    assert_non_null(strstr(c->got, "HTTP/1.1 200 "));
    assert_non_null(strstr(c->got, "Content-Type: text/event-stream\r\n"));
    assert_non_null(strstr(c->got, "X-Way: stream\r\n"));
    assert_non_null(strstr(c->got, "Transfer-Encoding: chunked\r\n"));
}

static void the_connection_goes_on_after_a_stream(void **state)
{
    struct client *c = ask("/events?name=two");

    (void)state;
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
    client_get(c, "/whole", "");
    assert_true(client_receives(c, "whole"));
    client_get(c, "/events?name=again", "");
    assert_true(client_receives(c, "event: again"));
}

static void others_push_after_the_handler_has_returned(void **state)
{
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    assert_true(httpd_stream_push(s, STR("data: first\n\n")));
    assert_true(client_receives(c, "data: first\n\n"));
    assert_true(httpd_stream_push(s, STR("data: second\n\n")));
    assert_true(client_receives(c, "data: second\n\n"));
    httpd_stream_release(s);
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
}

static void a_silent_stream_shows_that_it_lives(void **state)
{
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    assert_true(client_receives(c, ": ping\n\n"));
    httpd_stream_release(s);
}

static void work_ends_when_the_client_has_left(void **state)
{
    struct client *c = ask("/wait");

    (void)state;
    assert_true(client_receives(c, "HTTP/1.1 200 "));
    client_close(c);
    (void)sem_wait(&served.is_over);
    c->fd = -1;
}

static void a_client_that_does_not_read_is_given_up(void **state)
{
    (void)state;
    (void)ask("/flood");
    (void)sem_wait(&served.is_over);
}

static void a_push_never_waits_for_a_slow_client(void **state)
{
    static char big[BIG_BYTES];
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    memset(big, 'y', sizeof(big));
    while (httpd_stream_push(s, (struct str){big, sizeof(big)}))
        ;
    assert_true(httpd_stream_is_gone(s));
    assert_true(client_receives_end(c));
    httpd_stream_release(s);
}

static void a_text_that_is_too_large_ends_the_stream(void **state)
{
    static char huge[HTTPD_STREAM_TEXT_BYTES + 1];
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    assert_false(httpd_stream_send(s, (struct str){huge, sizeof(huge)}));
    assert_true(client_receives_end(c));
    httpd_stream_release(s);
}

static void *release_later(void *stream)
{
    httpd_stream_release(stream);
    return NULL;
}

static void the_last_of_several_writers_ends_it(void **state)
{
    struct client *c;
    struct httpd_stream *s = hold(&c);
    pthread_t other;

    (void)state;
    httpd_stream_hold(s);
    assert_int_equal(pthread_create(&other, NULL, release_later, s), 0);
    assert_true(httpd_stream_push(s, STR("data: still here\n\n")));
    assert_true(client_receives(c, "still here"));
    httpd_stream_release(s);
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
    assert_int_equal(pthread_join(other, NULL), 0);
}

static void one_writer_can_end_it_for_all(void **state)
{
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    assert_true(httpd_stream_push(s, STR("data: last\n\n")));
    httpd_stream_end(s);
    httpd_stream_end(s);
    assert_false(httpd_stream_push(s, STR("data: too late\n\n")));
    assert_true(client_receives(c, "data: last\n\n"));
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
    httpd_stream_release(s);
}

static void the_end_of_the_server_ends_streams(void **state)
{
    struct client *c;
    struct httpd_stream *s = hold(&c);

    (void)state;
    assert_true(httpd_stream_push(s, STR("data: first\n\n")));
    httpd_stop(served.h);
    served.h = NULL;
    assert_true(client_receives(c, "\r\n0\r\n\r\n"));
    assert_non_null(strstr(c->got, "data: first\n\n"));
    assert_false(httpd_stream_send(s, STR("too late")));
    httpd_stream_release(s);
}

#define SERVED(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(a_handler_sends_while_it_works),
        SERVED(the_connection_goes_on_after_a_stream),
        SERVED(others_push_after_the_handler_has_returned),
        SERVED(a_silent_stream_shows_that_it_lives),
        SERVED(work_ends_when_the_client_has_left),
        SERVED(a_client_that_does_not_read_is_given_up),
        SERVED(a_push_never_waits_for_a_slow_client),
        SERVED(a_text_that_is_too_large_ends_the_stream),
        SERVED(the_last_of_several_writers_ends_it),
        SERVED(one_writer_can_end_it_for_all),
        SERVED(the_end_of_the_server_ends_streams),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
