#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/mcp/server_requests.h"

struct asking {
    struct server_requests *requests;
    struct server_request ask;
    atomic_bool cancel;
    enum err err;
};

static void *wait_for_reply(void *asking)
{
    struct asking *a = asking;
    struct error e = {0};

    a->err = server_requests_await(a->requests, &a->ask, &a->cancel, &e);
    return NULL;
}

static void a_reply_reaches_who_asked(void **state)
{
    struct server_requests s;
    struct asking one = {.requests = &s};
    struct asking two = {.requests = &s};
    pthread_t threads[2];

    (void)state;
    server_requests_init(&s);
    server_requests_add(&s, &one.ask);
    server_requests_add(&s, &two.ask);
    assert_int_equal(pthread_create(&threads[0], NULL, wait_for_reply, &one),
                     0);
    assert_int_equal(pthread_create(&threads[1], NULL, wait_for_reply, &two),
                     0);
    assert_true(server_requests_reply(&s, STR("2"), STR("second")));
    assert_true(server_requests_reply(&s, STR("1"), STR("first")));
    (void)pthread_join(threads[0], NULL);
    (void)pthread_join(threads[1], NULL);
    assert_int_equal(one.err, OK);
    assert_true(str_is(buf_str(&one.ask.reply), "first"));
    assert_true(str_is(buf_str(&two.ask.reply), "second"));
    buf_release(&one.ask.reply);
    buf_release(&two.ask.reply);
    server_requests_release(&s);
}

static void a_reply_that_nobody_waits_for_is_dropped(void **state)
{
    struct server_requests s;
    struct asking one = {.requests = &s};

    (void)state;
    server_requests_init(&s);
    server_requests_add(&s, &one.ask);
    assert_false(server_requests_reply(&s, STR("7"), STR("x")));
    assert_false(server_requests_reply(&s, STR("one"), STR("x")));
    assert_false(server_requests_reply(&s, STR(""), STR("x")));
    assert_true(server_requests_reply(&s, STR("1"), STR("x")));
    assert_false(server_requests_reply(&s, STR("1"), STR("again")));
    (void)wait_for_reply(&one);
    assert_int_equal(one.err, OK);
    assert_false(server_requests_reply(&s, STR("1"), STR("late")));
    buf_release(&one.ask.reply);
    server_requests_release(&s);
}

static void a_cancelled_call_does_not_wait(void **state)
{
    struct server_requests s;
    struct asking one = {.requests = &s, .cancel = true};

    (void)state;
    server_requests_init(&s);
    server_requests_add(&s, &one.ask);
    (void)wait_for_reply(&one);
    assert_int_equal(one.err, ERR_TIMEOUT);
    assert_null(s.first);
    buf_release(&one.ask.reply);
    server_requests_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reply_reaches_who_asked),
        cmocka_unit_test(a_reply_that_nobody_waits_for_is_dropped),
        cmocka_unit_test(a_cancelled_call_does_not_wait),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
