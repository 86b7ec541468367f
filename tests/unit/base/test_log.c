#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/log.h"
#include "base/trace.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int real_stderr = -1;
static int captured = -1;
static char text[1 << 20];

/* Standard error goes to a file in memory until captured_text(). */
static int set_up(void **state)
{
    (void)state;
    real_stderr = dup(STDERR_FILENO);
    captured = memfd_create("log", MFD_CLOEXEC);
    (void)fcntl(captured, F_SETFL, O_APPEND); /* as a log file would be */
    log_set_level(LOG_LEVEL_DEBUG);
    return real_stderr < 0 || captured < 0 || dup2(captured, 2) < 0;
}

static const char *captured_text(void)
{
    ssize_t n = pread(captured, text, sizeof(text) - 1, 0);

    assert_true(n >= 0);
    text[n] = '\0';
    return text;
}

static int tear_down(void **state)
{
    (void)state;
    (void)dup2(real_stderr, STDERR_FILENO);
    (void)close(real_stderr);
    return close(captured);
}

static void a_record_is_one_line_with_level_time_and_component(void **state)
{
    const char *s;

    (void)state;
    log_warn("pool", "worker died pid=%d", 812);
    s = captured_text();
    assert_memory_equal(s, "warn 2", 6);
    assert_string_equal(s + 5 + 24, " pool worker died pid=812\n");
}

static void a_record_below_the_level_is_not_written(void **state)
{
    (void)state;
    log_set_level(LOG_LEVEL_ERROR);
    log_warn("x", "no");
    log_info("x", "no");
    assert_false(log_enabled(LOG_LEVEL_WARN));
    assert_true(log_enabled(LOG_LEVEL_ERROR));
    assert_string_equal(captured_text(), "");
    log_error("x", "yes");
    assert_memory_equal(captured_text(), "error ", 6);
    log_set_level(LOG_LEVEL_OFF);
    assert_false(log_enabled(LOG_LEVEL_ERROR));
    assert_false(log_enabled(LOG_LEVEL_OFF));
}

static void a_line_break_cannot_forge_a_record(void **state)
{
    (void)state;
    log_info("x", "name=%s", "a\nerror b\r\x1b[31m");
    assert_non_null(strstr(captured_text(), "name=a error b  [31m\n"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
}

static void a_record_that_is_too_long_is_cut_and_stays_a_line(void **state)
{
    (void)state;
    log_info("x", "%5000d", 1);
    assert_int_equal(strlen(captured_text()), LOG_LINE_BYTES);
    assert_int_equal(text[LOG_LINE_BYTES - 1], '\n');
}

static void a_record_as_json_is_one_object_with_its_request(void **state)
{
    (void)state;
    log_set_format(LOG_JSON);
    log_set_request("r-1");
    log_info("x", "a \"b\" %s", "c\\d\n");
    log_set_request(NULL);
    log_info("x", "%5000d", 1);
    log_set_format(LOG_TEXT);
    assert_non_null(strstr(captured_text(),
                           "\"component\":\"x\",\"message\":\"a \\\"b\\\" "
                           "c\\\\d \",\"request\":\"r-1\"}\n"));
    assert_ptr_equal(strstr(text, "{\"level\":\"info\",\"time\":\"20"), text);
    assert_string_equal(text + strlen(text) - 5, "  \"}\n");
}

static void pairs_of_the_format_are_members_of_json(void **state)
{
    (void)state;
    log_set_format(LOG_JSON);
    log_info("x", "GET /a status=%u ms=%.1f bytes=%zu token=%s", 200U, 1.5,
             (size_t)7, "0012");
    /* What somebody else wrote stays in the message. */
    log_info("x", "%s status=%u", "GET /a=1 status=9", 404U);
    log_info("x", "died pid=%d why=%s", 12, "two words");
    log_info("x", "n=%d", 3);
    log_info("x", "big %s=1 id=%s", "x", "1234567890123456");
    log_info("x", "said what=%s", "a\"b\\");
    log_set_format(LOG_TEXT);
    (void)captured_text();
    assert_non_null(strstr(text, "\"message\":\"GET /a\",\"status\":200,"
                                 "\"ms\":1.5,\"bytes\":7,\"token\":"
                                 "\"0012\"}\n"));
    assert_non_null(
        strstr(text, "\"message\":\"GET /a=1 status=9\",\"status\":404}\n"));
    assert_non_null(
        strstr(text, "\"message\":\"died pid=12 why=two words\"}\n"));
    assert_non_null(strstr(text, "\"message\":\"n=3\"}\n"));
    assert_non_null(
        strstr(text, "\"message\":\"big x=1\",\"id\":\"1234567890123456\"}"));
    assert_non_null(strstr(text, "\"what\":\"a\\\"b\\\\\"}\n"));
}

static void a_trace_has_a_record_a_stage(void **state)
{
    struct trace t;

    (void)state;
    trace_begin(&t, "work");
    trace_stage(&t, "one");
    trace_stage(&t, "two");
    assert_non_null(strstr(captured_text(), " work stage one ms="));
    assert_non_null(strstr(text, " work stage two ms="));
    log_set_level(LOG_LEVEL_INFO);
    trace_stage(&t, "three");
    assert_null(strstr(captured_text(), "three"));
}

static void *write_many(void *name)
{
    for (int i = 0; i < 200; i++)
        log_info("thread", "%s%s%s", (char *)name, (char *)name, (char *)name);
    return NULL;
}

static void lines_of_several_threads_do_not_mix(void **state)
{
    static char names[4][32] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb",
                                "cccccccccccccccc", "dddddddddddddddd"};
    pthread_t threads[4];
    unsigned lines = 0;

    (void)state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, write_many, names[i]), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    (void)captured_text();
    for (char *at = text, *end; (end = strchr(at, '\n')); at = end + 1) {
        assert_memory_equal(at, "info ", 5);
        assert_int_equal(end - at, 5 + 24 + 8 + 48);
        for (char *c = end - 48; c < end; c++)
            assert_int_equal(*c, end[-1]);
        lines++;
    }
    assert_int_equal(lines, 800);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_record_is_one_line_with_level_time_and_component),
        T(a_record_below_the_level_is_not_written),
        T(a_line_break_cannot_forge_a_record),
        T(a_record_as_json_is_one_object_with_its_request),
        T(pairs_of_the_format_are_members_of_json),
        T(a_trace_has_a_record_a_stage),
        T(a_record_that_is_too_long_is_cut_and_stays_a_line),
        T(lines_of_several_threads_do_not_mix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
