/* What is kept of a session's events, and for whom. The streams themselves are
 * in tests/mcp/http.test.mjs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "server/mcp/http_events.h"

#include <stdio.h>

static struct http_events events;
static struct http_channel channel;
static atomic_size_t all;
static struct error err;

/* With one channel, number 1, whose connection is lost. */
static int setup(void **state)
{
    (void)state;
    atomic_store(&all, 0);
    http_events_init(&events, &all);
    channel = (struct http_channel){.number = 1};
    events.channel = 1;
    events.channels = &channel;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    http_events_release(&events);
    assert_int_equal(atomic_load(&all), 0);
    return 0;
}

static enum err find(uint64_t of, uint64_t number)
{
    struct http_place p;
    char id[64];

    (void)snprintf(id, sizeof(id), "%llu-%llu", (unsigned long long)of,
                   (unsigned long long)number);
    return http_events_find(&events, str_from(id), &p, &err);
}

static void say_bytes(size_t n)
{
    char *text = mem_new(n, &err);

    assert_non_null(text);
    http_channel_send(&events, &channel, (struct str){text, n});
    mem_free(text);
}

static void a_place_is_an_event_that_was_said(void **state)
{
    static const char *const none[] = {"",    "1",    "-",     "1-",    "-1",
                                       "a-b", "1-1x", "1 - 1", "1-1-1", "+1-1"};
    struct http_place p;

    (void)state;
    for (int i = 0; i < 3; i++)
        say_bytes(10);
    assert_int_equal(http_events_find(&events, STR("1-2"), &p, &err), OK);
    assert_int_equal(p.channel, 1);
    assert_int_equal(p.number, 2);
    assert_int_equal(find(1, 3), OK);
    assert_int_equal(find(0, 3), OK); /* the stream of GET */
    assert_int_equal(find(1, 0), ERR_VALIDATION_FAILED);
    assert_int_equal(find(1, 4), ERR_VALIDATION_FAILED);
    assert_int_equal(find(2, 1), ERR_VALIDATION_FAILED);
    for (size_t i = 0; i < COUNT_OF(none); i++)
        assert_int_equal(http_events_find(&events, str_from(none[i]), &p, &err),
                         ERR_VALIDATION_FAILED);
}

static void of_many_events_the_last_are_kept(void **state)
{
    (void)state;
    for (int i = 0; i < HTTP_EVENTS_MAX + 10; i++)
        say_bytes(10);
    assert_int_equal(events.n, HTTP_EVENTS_MAX);
    assert_int_equal(find(1, 9), ERR_NOT_FOUND);
    assert_int_equal(find(1, 10), OK); /* 11 is the first that is kept */
    assert_int_equal(find(0, 1), OK);  /* nothing followed there */
}

static void of_large_events_the_last_are_kept(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        say_bytes(HTTP_EVENTS_BYTES / 3);
    assert_true(events.bytes <= HTTP_EVENTS_BYTES);
    assert_int_equal(atomic_load(&all), events.bytes);
    assert_int_equal(find(1, 2), ERR_NOT_FOUND);
    assert_int_equal(find(1, 3), OK);
    /* One that is too large takes with it what comes before it. */
    say_bytes(HTTP_EVENTS_BYTES + 1);
    assert_int_equal(events.n, 0);
    assert_int_equal(find(1, 5), ERR_NOT_FOUND);
    assert_int_equal(find(1, 6), OK);
}

static void sessions_share_what_is_kept(void **state)
{
    (void)state;
    say_bytes(10);
    atomic_fetch_add(&all, HTTP_EVENTS_ALL_BYTES);
    say_bytes(10);
    assert_int_equal(events.n, 0);
    assert_int_equal(find(1, 1), ERR_NOT_FOUND);
    atomic_fetch_sub(&all, HTTP_EVENTS_ALL_BYTES);
    say_bytes(10);
    assert_int_equal(find(1, 2), OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_place_is_an_event_that_was_said),
        TEST(of_many_events_the_last_are_kept),
        TEST(of_large_events_the_last_are_kept),
        TEST(sessions_share_what_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
