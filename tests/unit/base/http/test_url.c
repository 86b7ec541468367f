#include "base/http/url.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct url parsed(const char *text)
{
    struct error e;
    struct url u;

    assert_int_equal(url_parse(str_from(text), &u, &e), OK);
    return u;
}

static void assert_refused(const char *text, const char *why)
{
    struct error e = {0};
    struct url u;

    assert_int_equal(url_parse(str_from(text), &u, &e), ERR_VALIDATION_FAILED);
    assert_non_null(strstr(e.msg, why));
    assert_null(strstr(e.msg, "secret"));
}

static void the_parts_of_an_address_are_found(void **state)
{
    struct url u;

    (void)state;
    u = parsed("https://api.openai.com/v1/embeddings?key=secret");
    assert_true(str_is(u.host, "api.openai.com"));
    assert_true(str_is(u.shown, "https://api.openai.com/v1/embeddings"));
    assert_true(u.is_tls);
    assert_false(u.is_loopback);
    u = parsed("HTTP://[::1]:8080/a@b:c");
    assert_true(str_is(u.host, "::1"));
    assert_false(u.is_tls);
    assert_true(u.is_loopback);
    assert_true(str_is(parsed("http://host?a").shown, "http://host"));
}

static void only_this_machine_is_loopback(void **state)
{
    (void)state;
    assert_true(parsed("http://localhost:11434/v1").is_loopback);
    assert_true(parsed("http://LocalHost").is_loopback);
    assert_true(parsed("http://127.0.0.1").is_loopback);
    assert_true(parsed("http://127.8.9.1:1/").is_loopback);
    assert_false(parsed("http://127.1").is_loopback);
    assert_false(parsed("http://127.0.0.1.5").is_loopback);
    assert_false(parsed("http://127.0.0.256").is_loopback);
    assert_false(parsed("http://127.evil.example").is_loopback);
    assert_false(parsed("http://localhost.evil.example").is_loopback);
    assert_false(parsed("http://10.0.0.1").is_loopback);
    assert_false(parsed("http://[::2]").is_loopback);
}

static void what_has_two_readings_is_refused(void **state)
{
    (void)state;
    assert_refused("", "must begin with https:// or http://");
    assert_refused("ftp://secret", "must begin with");
    assert_refused("file:///etc/passwd", "must begin with");
    assert_refused("//secret", "must begin with");
    assert_refused("http://", "names no host");
    assert_refused("http:///v1", "names no host");
    assert_refused("http://?secret", "names no host");
    assert_refused("http://.secret", "names no host");
    assert_refused("http://[/v1", "names no host");
    assert_refused("http://[]:80", "names no host");
    assert_refused("http://[::1]secret", "no port");
    assert_refused("http://user:secret@host", "a user name or password");
    assert_refused("http://good.example\\@secret", "a user name or password");
    assert_refused("http://good.example\\secret", "names no host");
    assert_refused("http://ho st", "names no host");
    assert_refused("http://h%6fst", "names no host");
    assert_refused("http://host:0", "no port");
    assert_refused("http://host:", "no port");
    assert_refused("http://host:65536", "no port");
    assert_refused("http://host:80:80", "no port");
    assert_refused("http://host/a#secret", "not contain '#'");
    assert_refused("http://host#secret", "not contain '#'");
    assert_refused("http://host/a b", "percent-encoded");
    assert_refused("http://host/a\r\nX-Secret: 1", "percent-encoded");
    assert_refused("http://host/\xc3\xa9", "percent-encoded");
    assert_refused("http://host/\\secret", "percent-encoded");
}

static void a_text_is_not_read_past_its_end(void **state)
{
    const char digits[] = {'h', 't', 't', 'p', ':', '/',
                           '/', '1', '2', '7', '.'};
    struct error e;
    struct url u;

    (void)state;
    assert_int_equal(url_parse((struct str){digits, sizeof(digits)}, &u, &e),
                     OK);
    assert_false(u.is_loopback);
}

static void a_byte_of_nothing_and_a_long_text_are_refused(void **state)
{
    static char text[3000] = "http://host/";
    const struct str zero = STR("http://host/\0secret");
    struct error e;
    struct url u;

    (void)state;
    memset(text + 12, 'a', sizeof(text) - 12);
    assert_int_equal(url_parse((struct str){text, 2049}, &u, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(url_parse((struct str){text, 2048}, &u, &e), OK);
    assert_int_equal(u.shown.n, 200);
    assert_int_equal(url_parse(zero, &u, &e), ERR_VALIDATION_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_of_an_address_are_found),
        cmocka_unit_test(only_this_machine_is_loopback),
        cmocka_unit_test(what_has_two_readings_is_refused),
        cmocka_unit_test(a_text_is_not_read_past_its_end),
        cmocka_unit_test(a_byte_of_nothing_and_a_long_text_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
