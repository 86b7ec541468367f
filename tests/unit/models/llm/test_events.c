#include "models/llm/events.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct error err;
static struct buf seen; /* "name|data;" of each event */

static enum err take(void *ctx, struct str name, struct str data,
                     struct error *e)
{
    (void)ctx;
    if (str_is(data, "stop"))
        return error_set(e, ERR_CONFLICT, "enough");
    buf_printf(&seen, "%.*s|%.*s;", STR_FMT(name), STR_FMT(data));
    return OK;
}

/* Feed it in pieces of `step` bytes. */
static enum err feed(struct str text, size_t step)
{
    struct events x;
    enum err rc = OK;

    buf_reset(&seen);
    events_init(&x, take, NULL);
    for (size_t at = 0; at < text.n && !rc; at += step)
        rc = events_feed(&x, str_slice(text, at, at + step), &err);
    events_release(&x);
    return rc;
}

static void check(const char *text, const char *want)
{
    const struct str s = str_from(text);

    for (size_t step = 1; step <= s.n; step++) {
        assert_int_equal(feed(s, step), OK);
        if (!str_is(buf_str(&seen), want))
            fail_msg("%zu: %.*s", step, STR_FMT(buf_str(&seen)));
    }
}

static void an_event_is_a_name_and_its_data(void **state)
{
    (void)state;
    check("event: a\ndata: 1\n\ndata: 2\n\n", "a|1;|2;");
    check("data:3\n\n", "|3;");
    check("data:  4\n\n", "| 4;");
}

static void line_ends_are_of_three_kinds_wherever_the_bytes_are_cut(
    void **state)
{
    (void)state;
    check("event: a\r\ndata: 1\r\n\r\ndata: 2\r\rdata: 3\n\n", "a|1;|2;|3;");
}

static void lines_of_data_are_joined(void **state)
{
    (void)state;
    check("data: 1\ndata: 2\ndata\n\n", "|1\n2\n;");
}

static void what_says_nothing_is_passed_over(void **state)
{
    (void)state;
    check("\xef\xbb\xbf"
          "data: 1\n\n",
          "|1;");
    check(": comment\n\nevent: a\n\nid: 7\nretry: 10\ndata\n\ndata: 1\n\n",
          "|1;");
}

static void an_event_that_is_not_ended_has_not_come(void **state)
{
    (void)state;
    check("data: 1\n\ndata: 2\n", "|1;");
    check("data: 1\n\ndata: 2", "|1;");
}

static void a_long_name_is_cut(void **state)
{
    struct str text = STR("event: 0123456789012345678901234567890123456789"
                          "012345678901234567890123456789\ndata: 1\n\n");

    (void)state;
    assert_int_equal(feed(text, 7), OK);
    assert_int_equal(seen.n, EVENTS_NAME_BYTES + 3);
}

static void a_line_or_event_that_is_too_long_ends_it(void **state)
{
    static char line[EVENTS_MAX_BYTES + 100];
    static char lines[EVENTS_MAX_BYTES + 100];

    (void)state;
    memset(line, 'x', sizeof(line));
    assert_int_equal(feed((struct str){line, sizeof(line)}, 4096), ERR_LIMIT);
    for (size_t i = 0; i < sizeof(lines); i++)
        lines[i] = "data: 0123456789\n"[i % 17];
    assert_int_equal(feed((struct str){lines, sizeof(lines)}, 4096), OK);
    for (size_t i = 0; i < sizeof(lines); i++)
        lines[i] = "data:x\n"[i % 7];
    lines[sizeof(lines) - 2] = lines[sizeof(lines) - 1] = '\n';
    assert_int_equal(feed((struct str){lines, sizeof(lines)}, 4096), OK);
}

static void an_error_of_who_takes_it_ends_it(void **state)
{
    (void)state;
    assert_int_equal(feed(STR("data: 1\n\ndata: stop\n\ndata: 2\n\n"), 100),
                     ERR_CONFLICT);
    assert_true(str_is(buf_str(&seen), "|1;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_is_a_name_and_its_data),
        cmocka_unit_test(
            line_ends_are_of_three_kinds_wherever_the_bytes_are_cut),
        cmocka_unit_test(lines_of_data_are_joined),
        cmocka_unit_test(what_says_nothing_is_passed_over),
        cmocka_unit_test(an_event_that_is_not_ended_has_not_come),
        cmocka_unit_test(a_long_name_is_cut),
        cmocka_unit_test(a_line_or_event_that_is_too_long_ends_it),
        cmocka_unit_test(an_error_of_who_takes_it_ends_it),
    };
    int failed;

    buf_init(&seen, 1 << 20);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&seen);
    return failed;
}
