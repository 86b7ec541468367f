/* An answer that is heard while it comes, and the ways a stream goes wrong. */
#include "base/buf.h"
#include "models/http_client/http_client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "fake_server.h"
#include "fake_time.h"

#define MOST   ((size_t)256 * 1024)
#define EVENTS "Content-Type: text/event-stream; charset=utf-8\r\n"

static struct fake_server server;
static struct fake_time fake;
static struct arena arena;
static struct error err;
static struct http_response response;

/* What was heard; `most` bytes are enough. */
static struct {
    struct buf text;
    size_t most;
} ear;

static bool take(void *ctx, struct str bytes)
{
    (void)ctx;
    buf_put_str(&ear.text, bytes);
    return ear.text.n < ear.most;
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 16 << 20);
    fake = (struct fake_time){0};
    err = (struct error){0};
    response = (struct http_response){0};
    ear.most = SIZE_MAX;
    buf_init(&ear.text, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    buf_release(&ear.text);
    arena_release(&arena);
    return 0;
}

static enum err post_to(const struct fake_reply *script, size_t n)
{
    const struct http_time time = fake_http_time(&fake);
    const struct http_stream stream = {NULL, take, 200};
    struct http_client *client = NULL;
    char url[80];
    struct http_request r = {.url = url,
                             .body = STR("{}"),
                             .timeout_ms = 60000,
                             .max_response_bytes = MOST,
                             .stream = &stream};
    enum err rc;

    server.answer = NULL;
    server.script = script;
    server.n = n;
    fake_start(&server);
    (void)snprintf(url, sizeof(url), "http://127.0.0.1:%u/v1", server.port);
    assert_int_equal(http_client_new(&time, &client, &err), OK);
    rc = http_post_json(client, &r, &arena, &response, &err);
    http_client_free(client);
    fake_stop(&server);
    return rc;
}

static void events_are_passed_on_and_not_kept(void **state)
{
    const struct fake_reply script[] = {{200, EVENTS, STR("data: 1\n\n"), 0}};

    (void)state;
    assert_int_equal(post_to(script, 1), OK);
    assert_true(response.is_streamed);
    assert_int_equal(response.body.n, 0);
    assert_true(str_is(buf_str(&ear.text), "data: 1\n\n"));
    assert_true(fake_saw(&server, "Accept: text/event-stream"));
}

static void what_is_no_stream_is_read_whole(void **state)
{
    const struct fake_reply scripts[] = {
        {200, "Content-Type: application/json\r\n", STR("{\"a\":1}"), 0},
        {200, NULL, STR("{\"a\":1}"), 0},
        {400, EVENTS, STR("{\"a\":1}"), 0}};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(post_to(&scripts[i], 1), OK);
        assert_false(response.is_streamed);
        assert_int_equal(response.status, scripts[i].status);
        assert_true(str_is(response.body, "{\"a\":1}"));
        assert_int_equal(ear.text.n, 0);
    }
}

static void a_stream_that_breaks_off_is_not_asked_again(void **state)
{
    const struct fake_reply script[] = {
        {200, EVENTS, STR("data: 1\n\ndata: 2\n\n"), FAKE_CUT}};

    (void)state;
    assert_int_equal(post_to(script, 1), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "broke off"));
    assert_true(str_is(buf_str(&ear.text), "data: 1\n\n"));
    assert_int_equal(server.requests, 1);
}

static void a_busy_endpoint_is_asked_again_before_it_streams(void **state)
{
    const struct fake_reply script[] = {{529, NULL, STR("{}"), 0},
                                        {200, EVENTS, STR("data: 1\n\n"), 0}};
    const struct fake_reply busy[] = {{503, "Retry-After: 2\r\n", STR("{}"), 0},
                                      {200, EVENTS, STR("data: 1\n\n"), 0}};

    (void)state;
    assert_int_equal(post_to(busy, 2), OK);
    assert_true(response.is_streamed);
    assert_true(fake.waited[0] >= 2000);
    assert_int_equal(post_to(script, 2), OK);
    assert_true(response.is_streamed);
}

static void silence_ends_a_stream_and_a_wait(void **state)
{
    const struct fake_reply stalls[] = {
        {200, EVENTS, STR("data: 1\n\ndata: 2\n\n"), FAKE_STALLS}};
    const struct fake_reply silent[] = {{200, EVENTS, STR(""), FAKE_SILENT}};

    (void)state;
    assert_int_equal(post_to(stalls, 1), ERR_TIMEOUT);
    assert_non_null(strstr(err.msg, "sent nothing for 200 ms"));
    assert_int_equal(ear.text.n, 9);
    assert_int_equal(post_to(silent, 1), ERR_TIMEOUT);
    assert_int_equal(server.requests, 1);
}

static void a_stream_without_end_is_cut_off(void **state)
{
    const struct fake_reply script[] = {
        {200, EVENTS, STR(": still here\n\n"), FAKE_ENDLESS}};

    (void)state;
    assert_int_equal(post_to(script, 1), ERR_LIMIT);
    assert_true(ear.text.n > 0 && ear.text.n <= MOST);
}

static void who_has_read_enough_ends_it(void **state)
{
    const struct fake_reply script[] = {
        {200, EVENTS, STR("data: 1\n\n"), FAKE_ENDLESS}};

    (void)state;
    ear.most = 1;
    assert_int_equal(post_to(script, 1), OK);
    assert_true(response.is_streamed);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(events_are_passed_on_and_not_kept),
        TEST(what_is_no_stream_is_read_whole),
        TEST(a_stream_that_breaks_off_is_not_asked_again),
        TEST(a_busy_endpoint_is_asked_again_before_it_streams),
        TEST(silence_ends_a_stream_and_a_wait),
        TEST(a_stream_without_end_is_cut_off),
        TEST(who_has_read_enough_ends_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
