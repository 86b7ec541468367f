#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/httpd/client_fixture.h"
#include "server/httpd/httpd.h"

static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    (void)ctx;
    (void)r;
    (void)refusal;
    (void)a;
    *out = (struct httpd_reply){.status = 200, .content_type = "text/plain"};
}

static struct httpd_options options(const char *address, uint16_t port)
{
    return (struct httpd_options){.address = address,
                                  .port = port,
                                  .handle = handle,
                                  .threads = 1,
                                  .max_connections = 4,
                                  .max_queued = 4,
                                  .timeout_s = 1,
                                  .max_body = 1000,
                                  .arena_bytes = 100000};
}

static void addresses_of_this_machine_alone_are_known(void **state)
{
    (void)state;
    assert_true(httpd_is_loopback("127.0.0.1"));
    assert_true(httpd_is_loopback("127.1.2.3"));
    assert_true(httpd_is_loopback("::1"));
    assert_false(httpd_is_loopback("0.0.0.0"));
    assert_false(httpd_is_loopback("::"));
    assert_false(httpd_is_loopback("192.168.0.1"));
    assert_false(httpd_is_loopback("::ffff:1.2.3.4"));
    assert_false(httpd_is_loopback("localhost"));
    assert_false(httpd_is_loopback(""));
}

static void clients_that_share_an_address_count_as_one(void **state)
{
    static const char *const none[] = {
        "",
        ":",
        "[",
        "[]",
        "unknown",
        "_hidden",
        "1.2.3",
        "1.2.3.4.5",
        "::g",
        "[::1",
        "1.2.3.4\x01",
        "0000:0000:0000:0000:0000:0000:0000:0000:0000:0"};
    const uint64_t one = httpd_client_of(STR("192.0.2.1"));
    const uint64_t net = httpd_client_of(STR("2001:db8::1"));

    (void)state;
    assert_true(one != 0 && net != 0 && one != net);
    assert_true(one == httpd_client_of(STR(" 192.0.2.1:8080 ")));
    assert_true(one == httpd_client_of(STR("::ffff:192.0.2.1")));
    assert_true(one != httpd_client_of(STR("192.0.2.2")));
    assert_true(net == httpd_client_of(STR("[2001:db8::1]:443")));
    assert_true(net == httpd_client_of(STR("2001:db8::ffff:1")));
    assert_true(net != httpd_client_of(STR("2001:db8:0:1::1")));
    for (size_t i = 0; i < COUNT_OF(none); i++)
        if (httpd_client_of(str_from(none[i])) != 0)
            fail_msg("'%s' is an address", none[i]);
}

static void a_port_has_one_server(void **state)
{
    struct httpd_options o = options("127.0.0.1", 0);
    struct httpd *first = NULL;
    struct httpd *second = NULL;
    struct error e = {0};
    uint16_t port = 0;
    uint16_t other = 0;

    (void)state;
    assert_int_equal(httpd_start(&o, &first, &port, &e), OK);
    assert_int_not_equal(port, 0);
    o.port = port;
    assert_int_equal(httpd_start(&o, &second, &other, &e), ERR_CONFLICT);
    assert_null(second);
    httpd_stop(first);
    assert_int_equal(httpd_start(&o, &second, &other, &e), OK);
    assert_int_equal(other, port);
    httpd_stop(second);
}

static void an_invalid_address_is_refused(void **state)
{
    const struct httpd_options o = options("localhost", 0);
    struct httpd *h = NULL;
    struct error e = {0};
    uint16_t port = 0;

    (void)state;
    assert_int_equal(httpd_start(&o, &h, &port, &e), ERR_VALIDATION_FAILED);
    assert_null(h);
    httpd_stop(NULL);
}

/* ---- clients that are slow, or many ---- */

static struct httpd *start(struct httpd_options o, uint16_t *port)
{
    struct httpd *h = NULL;
    struct error e = {0};

    assert_int_equal(httpd_start(&o, &h, port, &e), OK);
    return h;
}

/* Say a byte now and then until the server has enough. */
static void trickle(struct client *c)
{
    struct pollfd in = {.fd = c->fd, .events = POLLIN};

    while (poll(&in, 1, 50) == 0)
        if (send(c->fd, "x", 1, MSG_NOSIGNAL) < 0)
            return;
    assert_true(client_receives_end(c));
}

static void headers_must_come_to_an_end(void **state)
{
    struct httpd_options o = options("127.0.0.1", 0);
    struct client c;
    struct httpd *h;
    uint16_t port;

    (void)state;
    o.timeout_s = 600;
    o.header_s = 1;
    h = start(o, &port);
    client_open(&c, port);
    trickle(&c);
    client_close(&c);
    client_open(&c, port);
    client_say(&c, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
    trickle(&c);
    client_close(&c);
    httpd_stop(h);
}

static void bodies_must_come_at_a_pace(void **state)
{
    struct httpd_options o = options("127.0.0.1", 0);
    struct client c;
    struct httpd *h;
    uint16_t port;

    (void)state;
    o.header_s = 600;
    h = start(o, &port);
    client_open(&c, port);
    client_say(&c, "POST / HTTP/1.1\r\nHost: localhost\r\n"
                   "Content-Length: 1000\r\n\r\n");
    trickle(&c);
    client_close(&c);
    httpd_stop(h);
}

static void one_address_has_so_many_connections(void **state)
{
    struct httpd_options o = options("127.0.0.1", 0);
    struct client c[3];
    struct httpd *h;
    uint16_t port;

    (void)state;
    o.timeout_s = 600;
    o.max_per_client = 2;
    h = start(o, &port);
    for (int i = 0; i < 2; i++) {
        client_open(&c[i], port);
        client_get(&c[i], "/", "");
        assert_true(client_receives(&c[i], "HTTP/1.1 200 "));
    }
    client_open(&c[2], port);
    assert_true(client_receives_end(&c[2]));
    client_get(&c[0], "/", ""); /* the others go on */
    client_close(&c[1]);
    client_close(&c[2]);
    client_get(&c[0], "/", "Connection: close\r\n");
    assert_true(client_receives_end(&c[0]));
    client_close(&c[0]);
    httpd_stop(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_this_machine_alone_are_known),
        cmocka_unit_test(clients_that_share_an_address_count_as_one),
        cmocka_unit_test(a_port_has_one_server),
        cmocka_unit_test(an_invalid_address_is_refused),
        cmocka_unit_test(headers_must_come_to_an_end),
        cmocka_unit_test(bodies_must_come_at_a_pace),
        cmocka_unit_test(one_address_has_so_many_connections),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
