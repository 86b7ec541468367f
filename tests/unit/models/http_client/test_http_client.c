#include "models/http_client/http_client.h"

#include "base/http/backoff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/fault.h"
#include "fake_server.h"
#include "fake_time.h"

#define KEY "sk-very-secret-0123456789"

static struct fake_server server;
static struct fake_time fake;
static struct http_client *client;
static struct arena arena;
static struct error err;
static struct http_response response;
static char url[80];

static int set_up(void **state)
{
    struct http_time time = fake_http_time(&fake);

    (void)state;
    arena_init(&arena, 16 << 20);
    fake = (struct fake_time){0};
    err = (struct error){0};
    server.answer = NULL;
    return http_client_new(&time, &client, &err) == OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    http_client_free(client);
    arena_release(&arena);
    return 0;
}

static void start(const struct fake_reply *script, size_t n)
{
    server.script = script;
    server.n = n;
    fake_start(&server);
    (void)snprintf(url, sizeof(url), "http://127.0.0.1:%u/v1/x?key=" KEY,
                   server.port);
}

static struct http_request request(void)
{
    static const struct http_header header = {"Authorization", "Bearer " KEY};

    return (struct http_request){
        .url = url,
        .header = &header,
        .headers = 1,
        .body = STR("{\"a\":1}"),
        .timeout_ms = 60000,
        .max_response_bytes = 1000,
    };
}

static enum err post(const struct http_request *r)
{
    enum err rc = http_post_json(client, r, &arena, &response, &err);

    assert_null(strstr(err.msg, "secret"));
    return rc;
}

/* One call against a server that goes through these replies. */
static enum err post_to(const struct fake_reply *script, size_t n)
{
    struct http_request r = request();
    enum err rc;

    start(script, n);
    rc = post(&r);
    fake_stop(&server);
    return rc;
}

static void what_is_sent_arrives_and_the_answer_comes_back(void **state)
{
    const struct fake_reply script[] = {{200, NULL, STR("{\"b\":2}"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(response.status, 200);
    assert_true(str_is(response.body, "{\"b\":2}"));
    assert_true(str_is(server.body, "{\"a\":1}"));
    assert_int_equal(
        strncmp(server.head, "POST /v1/x?key=" KEY " HTTP/1.1\r\n", 20), 0);
    assert_true(fake_saw(&server, "Authorization: Bearer " KEY "\r\n"));
    assert_true(fake_saw(&server, "Content-Type: application/json\r\n"));
    assert_true(fake_saw(&server, "User-Agent: quarry/"));
    assert_false(fake_saw(&server, "Expect"));
    assert_false(fake_saw(&server, "Accept-Encoding"));
}

static void a_busy_endpoint_is_asked_again(void **state)
{
    const struct fake_reply script[] = {{503, NULL, STR("busy"), 0},
                                        {500, NULL, STR("oops"), 0},
                                        {502, NULL, STR("bad"), 0},
                                        {504, NULL, STR("late"), 0},
                                        {200, NULL, STR("{\"c\":3}"), 0}};

    (void)state;
    fake.random = 250;
    assert_int_equal(post_to(script, 5), OK);
    assert_int_equal(response.status, 200);
    assert_true(str_is(response.body, "{\"c\":3}"));
    assert_int_equal(server.requests, 5);
    assert_int_equal(fake.waits, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(fake.waited[i], 250);
    assert_int_equal(server.connections, 1);
}

static void what_stays_busy_is_the_answer(void **state)
{
    const struct fake_reply script[] = {{503, NULL, STR("busy"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(response.status, 503);
    assert_true(str_is(response.body, "busy"));
    assert_int_equal(server.requests, BACKOFF_TRIES);
}

static void a_refusal_is_not_asked_again(void **state)
{
    const int status[] = {400, 401, 403, 404, 422, 501};

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const struct fake_reply script[] = {{status[i], NULL, STR("no"), 0}};

        assert_int_equal(post_to(script, 1), OK);
        assert_int_equal(response.status, status[i]);
        assert_int_equal(server.requests, 1);
    }
    assert_int_equal(fake.waits, 0);
}

static void seconds_of_retry_after_are_waited_for(void **state)
{
    const struct fake_reply script[] = {{429, "Retry-After: 7\r\n", STR(""), 0},
                                        {200, NULL, STR("1"), 0}};

    (void)state;
    fake.random = 100;
    assert_int_equal(post_to(script, 2), OK);
    assert_int_equal(response.status, 200);
    assert_int_equal(fake.waits, 1);
    assert_int_equal(fake.waited[0], 7100);
    assert_int_equal(response.retry_after_s, 0);
}

static void what_asks_for_longer_than_is_left_ends_at_once(void **state)
{
    const struct fake_reply script[] = {
        {429, "Retry-After: 61\r\n", STR("later"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(response.status, 429);
    assert_int_equal(response.retry_after_s, 61);
    assert_int_equal(server.requests, 1);
    assert_int_equal(fake.waits, 0);
}

static void a_date_of_retry_after_is_understood_and_capped(void **state)
{
    const struct fake_reply script[] = {
        {429, "Retry-After: Sun, 06 Nov 2094 08:49:37 GMT\r\n", STR(""), 0}};
    const struct fake_reply past[] = {
        {429, "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n", STR(""), 0},
        {200, NULL, STR("1"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(response.status, 429);
    assert_int_equal(response.retry_after_s, 3600);
    assert_int_equal(fake.waits, 0);
    assert_int_equal(post_to(past, 2), OK);
    assert_int_equal(response.status, 200);
    assert_int_equal(fake.waited[0], 0);
}

static void waiting_stops_where_the_deadline_would_pass(void **state)
{
    const struct fake_reply script[] = {{500, NULL, STR(""), 0}};
    struct http_request r = request();

    (void)state;
    fake.random = 500;
    r.timeout_ms = 1200; /* two waits of 500 */
    start(script, 1);
    assert_int_equal(post(&r), OK);
    fake_stop(&server);
    assert_int_equal(response.status, 500);
    assert_int_equal(server.requests, 3);
    assert_int_equal(fake.now_ms, 1000);
}

static void a_connection_that_breaks_is_made_again(void **state)
{
    const struct fake_reply script[] = {
        {0, NULL, STR(""), FAKE_HANGS_UP},
        {200, NULL, STR("0123456789"), FAKE_CUT},
        {200, NULL, STR("whole"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 3), OK);
    assert_true(str_is(response.body, "whole"));
    assert_int_equal(server.requests, 3);
}

static void an_answer_that_stays_cut_is_no_answer(void **state)
{
    const struct fake_reply script[] = {
        {200, NULL, STR("0123456789"), FAKE_CUT}};

    (void)state;
    assert_int_equal(post_to(script, 1), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "/v1/x': the answer was cut"));
    assert_int_equal(server.requests, BACKOFF_TRIES);
}

static void nobody_there_is_said_without_the_query(void **state)
{
    struct http_request r = request();

    (void)state;
    fake_bind(&server); /* and does not listen */
    (void)snprintf(url, sizeof(url), "http://127.0.0.1:%u/v1/x?key=" KEY,
                   server.port);
    assert_int_equal(post(&r), ERR_TOOL_WORKER_UNAVAILABLE);
    (void)close(server.listen_fd);
    assert_non_null(strstr(err.msg, "/v1/x': it takes no connection"));
    assert_int_equal(fake.waits, BACKOFF_TRIES - 1);
}

static void a_stalled_answer_times_out(void **state)
{
    const struct fake_reply stalls[] = {
        {200, NULL, STR("0123456789"), FAKE_STALLS}};
    const struct fake_reply silent[] = {{0, NULL, STR(""), FAKE_SILENT}};
    struct http_request r = request();

    (void)state;
    r.timeout_ms = 50;
    start(stalls, 1);
    assert_int_equal(post(&r), ERR_TIMEOUT);
    fake_stop(&server);
    assert_non_null(strstr(err.msg, "within 50 ms"));
    start(silent, 1);
    assert_int_equal(post(&r), ERR_TIMEOUT);
    fake_stop(&server);
    assert_int_equal(server.requests, 1);
}

static struct fake_reply cancel_and_be_silent(struct fake_server *s,
                                              unsigned nth, struct str body)
{
    (void)nth;
    (void)body;
    atomic_store((atomic_bool *)s->ctx, true);
    return (struct fake_reply){.way = FAKE_SILENT};
}

static void a_cancelled_call_ends(void **state)
{
    struct http_request r = request();
    atomic_bool cancel = false;

    (void)state;
    r.cancel = &cancel;
    server.answer = cancel_and_be_silent;
    server.ctx = &cancel;
    start(NULL, 0);
    assert_int_equal(post(&r), ERR_TIMEOUT);
    fake_stop(&server);
    assert_non_null(strstr(err.msg, "was cancelled"));
}

static void a_wait_can_be_cancelled(void **state)
{
    const struct fake_reply script[] = {{503, NULL, STR(""), 0}};

    (void)state;
    fake.cancel_at = 2;
    assert_int_equal(post_to(script, 1), ERR_TIMEOUT);
    assert_int_equal(server.requests, 2);
}

static void the_machine_s_own_wait_looks_at_cancel(void **state)
{
    const struct fake_reply script[] = {
        {503, "Retry-After: 3000\r\n", STR(""), 0}};
    struct http_request r = request();
    struct http_client *real;
    atomic_bool cancel = true;

    (void)state;
    r.cancel = &cancel;
    r.timeout_ms = 3600000;
    assert_int_equal(http_client_new(NULL, &real, &err), OK);
    start(script, 1);
    assert_int_equal(http_post_json(real, &r, &arena, &response, &err),
                     ERR_TIMEOUT);
    fake_stop(&server);
    http_client_free(real);
}

static void answers_without_end_are_cut_off(void **state)
{
    const struct fake_reply body[] = {
        {200, NULL, STR("0123456789"), FAKE_ENDLESS}};
    const struct fake_reply headers[] = {
        {200, "X-Filler: 0123456789012345678901234567890123456789\r\n", STR(""),
         FAKE_ENDLESS_HEADERS}};

    (void)state;
    assert_int_equal(post_to(body, 1), ERR_LIMIT);
    assert_non_null(strstr(err.msg, "larger than 1000 bytes"));
    assert_int_equal(post_to(headers, 1), ERR_LIMIT);
    assert_int_equal(server.requests, 1);
}

static void an_answer_of_just_the_limit_fits(void **state)
{
    static char large[1001];
    struct fake_reply script = {200, NULL, {large, 1000}, 0};

    (void)state;
    memset(large, 'a', sizeof(large));
    assert_int_equal(post_to(&script, 1), OK);
    assert_int_equal(response.body.n, 1000);
    script.body.n = 1001;
    assert_int_equal(post_to(&script, 1), ERR_LIMIT);
}

static void a_redirect_is_an_answer(void **state)
{
    const struct fake_reply script[] = {
        {307, "Location: http://127.0.0.2:1/\r\n", STR(""), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(response.status, 307);
    assert_int_equal(server.requests, 1);
}

static void what_is_no_http_is_refused(void **state)
{
    const struct fake_reply script[] = {
        {200, "Content-Length: x\r\nTransfer-Encoding: chunked\r\n", STR("zzz"),
         0}};

    (void)state;
    assert_int_equal(post_to(script, 1), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(server.requests, 1);
}

static void a_connection_is_kept_for_the_next_call(void **state)
{
    const struct fake_reply script[] = {{200, NULL, STR("1"), 0}};
    struct http_request r = request();

    (void)state;
    start(script, 1);
    for (int i = 0; i < 5; i++)
        assert_int_equal(post(&r), OK);
    fake_stop(&server);
    assert_int_equal(server.requests, 5);
    assert_int_equal(server.connections, 1);
}

static void no_proxy_sees_what_goes_to_this_machine(void **state)
{
    const struct fake_reply script[] = {{200, NULL, STR("1"), 0}};

    (void)state;
    assert_int_equal(setenv("http_proxy", "http://127.0.0.1:1", 1), 0);
    assert_int_equal(setenv("all_proxy", "http://127.0.0.1:1", 1), 0);
    assert_int_equal(post_to(script, 1), OK);
    assert_int_equal(unsetenv("http_proxy"), 0);
    assert_int_equal(unsetenv("all_proxy"), 0);
}

static void a_header_cannot_smuggle_another(void **state)
{
    const struct http_header bad[] = {
        {"A", "b\r\nX-Other: 1"}, {"A: b", "c"}, {"A\n", "c"},
        {"A", "\xc3\xa9"},        {"", "c"},     {"A", ""}};
    struct http_request r = request();

    (void)state;
    r.url = "http://127.0.0.1:1/";
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        r.header = &bad[i];
        assert_int_equal(post(&r), ERR_VALIDATION_FAILED);
    }
}

struct caller {
    pthread_t thread;
    enum err rc;
};

static void *call_ten_times(void *arg)
{
    struct http_request r = request();
    struct http_response got;
    struct caller *c = arg;
    struct error e;
    struct arena a;

    arena_init(&a, 1 << 20);
    for (int i = 0; i < 10 && !c->rc; i++) {
        c->rc = http_post_json(client, &r, &a, &got, &e);
        if (!c->rc && !str_is(got.body, "1"))
            c->rc = ERR_INTERNAL;
    }
    arena_release(&a);
    return NULL;
}

static void threads_share_one_client(void **state)
{
    const struct fake_reply script[] = {{200, NULL, STR("1"), 0}};
    struct caller caller[12] = {0};

    (void)state;
    start(script, 1);
    for (size_t i = 0; i < 12; i++)
        assert_int_equal(
            pthread_create(&caller[i].thread, NULL, call_ten_times, &caller[i]),
            0);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(pthread_join(caller[i].thread, NULL), 0);
        assert_int_equal(caller[i].rc, OK);
    }
    fake_stop(&server);
    assert_int_equal(server.requests, 120);
}

#ifdef QUARRY_TORTURE
/* Each allocation of ours fails once, until none is left to fail. */
static void no_lost_allocation_harms(void **state)
{
    const struct fake_reply script[] = {{200, NULL, STR("1"), 0}};
    struct http_request r = request();
    unsigned failures = 0;
    enum err rc;

    (void)state;
    start(script, 1);
    do {
        struct http_time time = fake_http_time(&fake);
        struct http_client *c = NULL;
        struct arena a;

        arena_init(&a, 1 << 20);
        (void)fault_at(FAULT_MEMORY, ++failures);
        rc = http_client_new(&time, &c, &err);
        if (!rc)
            rc = http_post_json(c, &r, &a, &response, &err);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
        http_client_free(c);
        arena_release(&a);
    } while (rc);
    fake_stop(&server);
    assert_true(failures > 3);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_sent_arrives_and_the_answer_comes_back),
        TEST(a_busy_endpoint_is_asked_again),
        TEST(what_stays_busy_is_the_answer),
        TEST(a_refusal_is_not_asked_again),
        TEST(seconds_of_retry_after_are_waited_for),
        TEST(what_asks_for_longer_than_is_left_ends_at_once),
        TEST(a_date_of_retry_after_is_understood_and_capped),
        TEST(waiting_stops_where_the_deadline_would_pass),
        TEST(a_connection_that_breaks_is_made_again),
        TEST(an_answer_that_stays_cut_is_no_answer),
        TEST(nobody_there_is_said_without_the_query),
        TEST(a_stalled_answer_times_out),
        TEST(a_cancelled_call_ends),
        TEST(a_wait_can_be_cancelled),
        TEST(the_machine_s_own_wait_looks_at_cancel),
        TEST(answers_without_end_are_cut_off),
        TEST(an_answer_of_just_the_limit_fits),
        TEST(a_redirect_is_an_answer),
        TEST(what_is_no_http_is_refused),
        TEST(a_connection_is_kept_for_the_next_call),
        TEST(no_proxy_sees_what_goes_to_this_machine),
        TEST(a_header_cannot_smuggle_another),
        TEST(threads_share_one_client),
#ifdef QUARRY_TORTURE
        TEST(no_lost_allocation_harms),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
