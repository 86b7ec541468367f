#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "formats/json/json_records.h"

/* The records of a text in angle brackets, then how it ended; read in windows
 * that grow by `step` bytes. */
static void check(const char *in, size_t step, const char *expected)
{
    struct str text = str_from(in);
    size_t seen = step < text.n ? step : text.n;
    size_t at = 0;
    enum json_step s = JSON_STEP_END;
    struct json_records r;
    struct buf out;

    buf_init(&out, 10000);
    assert_true(json_records_begin(text, &r));
    for (;;) {
        size_t begin;
        size_t end;

        s = json_records_next(&r, str_slice(text, 0, seen), at, seen < text.n,
                              &begin, &end);
        if (s == JSON_STEP_STARVED) {
            seen = seen + step < text.n ? seen + step : text.n;
            continue;
        }
        if (s != JSON_STEP_RECORD)
            break;
        buf_printf(&out, "<%.*s>", STR_FMT(str_slice(text, begin, end)));
        at = end;
    }
    buf_puts(&out, s == JSON_STEP_END ? "." : "!");
    assert_string_equal(out.p, expected);
    buf_release(&out);
}

static void check_in_all_windows(const char *in, const char *expected)
{
    for (size_t step = 1; step <= str_from(in).n; step++)
        check(in, step, expected);
}

static void lines_are_records(void **state)
{
    (void)state;
    check_in_all_windows("{\"a\":1}\n{\"a\":\"}\\\"{\"}\r\n\n{}\n",
                         "<{\"a\":1}><{\"a\":\"}\\\"{\"}><{}>.");
}

static void values_may_follow_each_other(void **state)
{
    (void)state;
    check_in_all_windows("{} {\n\"a\": [1, {}]\n}7 true",
                         "<{}><{\n\"a\": [1, {}]\n}><7><true>.");
}

static void elements_of_an_array_are_records(void **state)
{
    (void)state;
    check_in_all_windows(" [ {\"a\":[1]} , {} ,null] ",
                         "<{\"a\":[1]}><{}><null>.");
}

static void what_stands_between_records_is_looked_at(void **state)
{
    (void)state;
    check_in_all_windows("[{} {}]", "<{}>!");
    check_in_all_windows("[{}] {}", "<{}>!");
    check_in_all_windows("[{}", "<{}>!");
    check_in_all_windows("{}\n]", "<{}>!");
    check_in_all_windows("[{},,{}]", "<{}>!");
}

static void a_record_that_is_cut_is_given_for_the_parser_to_refuse(void **state)
{
    (void)state;
    check_in_all_windows("{\"a\":1}\n{\"a\":", "<{\"a\":1}><{\"a\":>.");
}

static void other_texts_are_no_records(void **state)
{
    static const char *const texts[] = {"",      "a,b\n", "[1,2]",
                                        "\"x\"", "[",     "[]"};
    struct json_records r;

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        assert_false(json_records_begin(str_from(texts[i]), &r));
}

static void check_list(const char *object, const char *list)
{
    const struct str text = str_from(object);
    size_t begin, end;
    const bool found = json_records_list(text, &begin, &end);

    assert_int_equal(found, *list != '\0');
    if (found)
        assert_true(str_is(str_slice(text, begin, end), list));
}

static void an_object_is_around_its_only_list_of_objects(void **state)
{
    (void)state;
    check_list(
        "{\"meta\":{\"n\":2},\"tags\":[1,2],\"data\":[{\"a\":[{},{}]}, {}]}",
        "[{\"a\":[{},{}]}, {}]");
    check_list("{\"ok\":true,\"result\":{\"items\":[{},{}],\"n\":2}}",
               "[{},{}]");
    check_list("{\"a\":[{},{}],\"b\":[{},{}]}", "");
    check_list("{\"one\":[{}],\"none\":[],\"text\":\"[{},{}]\"}", "");
    check_list("{\"a\":[{},{}", "");
    check_list("{\"a\" [{},{}]}", "");
    check_list("{\"a\":{\"b\":{\"c\":[{},{}]}}}", "");
}

static void what_follows_an_inner_list_is_not_looked_at(void **state)
{
    const struct str text = STR("[{},{}], \"more\": 1}");
    size_t begin, end = 0;

    (void)state;
    for (size_t seen = 1; seen <= text.n; seen++) {
        struct json_records r = {.array = true, .inner = true};
        const struct str window = str_slice(text, 0, seen);
        enum json_step s = JSON_STEP_RECORD;
        size_t n = 0;

        for (end = 0; s == JSON_STEP_RECORD; n++)
            s = json_records_next(&r, window, end, seen < text.n, &begin, &end);
        assert_int_equal(s, seen < 7 ? JSON_STEP_STARVED : JSON_STEP_END);
        assert_true(seen < 7 || n == 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_records),
        cmocka_unit_test(values_may_follow_each_other),
        cmocka_unit_test(elements_of_an_array_are_records),
        cmocka_unit_test(what_stands_between_records_is_looked_at),
        cmocka_unit_test(
            a_record_that_is_cut_is_given_for_the_parser_to_refuse),
        cmocka_unit_test(other_texts_are_no_records),
        cmocka_unit_test(an_object_is_around_its_only_list_of_objects),
        cmocka_unit_test(what_follows_an_inner_list_is_not_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
