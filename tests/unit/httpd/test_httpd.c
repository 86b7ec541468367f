#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "httpd/httpd.h"

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

static void what_is_no_address_is_refused(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_of_this_machine_alone_are_known),
        cmocka_unit_test(a_port_has_one_server),
        cmocka_unit_test(what_is_no_address_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
