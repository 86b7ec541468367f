#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/ask_request.h"

static const char by_system[] =
    "{\"base\":\"b\",\"query\":\"how long?\",\"conversation_history\":["
    "{\"role\":\"system\",\"content\":\"a\"}]}";
static const char of_nothing[] =
    "{\"base\":\"b\",\"query\":\"how long?\",\"conversation_history\":["
    "{\"role\":\"user\",\"content\":\"\"}]}";

static struct arena arena;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 4 << 20);
    err = (struct error){0};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static enum err read_text(const char *text, struct answer_request *out)
{
    struct json *j;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &err), OK);
    return request_read(j, (struct str){0}, &arena, out, &err);
}

/* `n` times the same piece, as a str. */
static struct str repeat(const char *piece, size_t n)
{
    size_t bytes = strlen(piece);
    char *p = arena_alloc(&arena, n * bytes + 1, &err);

    assert_non_null(p);
    for (size_t i = 0; i < n; i++)
        memcpy(p + i * bytes, piece, bytes);
    return (struct str){p, n * bytes};
}

static void a_whole_request_is_read(void **state)
{
    struct answer_request r;

    (void)state;
    assert_int_equal(
        read_text(
            "{\"base\":\"handbook\",\"query\":\"how long?\","
            "\"query_type\":\"hybrid\",\"query_mode\":\"full_book\","
            "\"selected_text\":null,\"conversation_history\":["
            "{\"role\":\"user\",\"content\":\"a\",\"timestamp\":\"2025-12-17T10:30:00Z\"},"
            "{\"role\":\"assistant\",\"content\":\"b\"}],"
            "\"session_id\":\"3f2504e0-4f89-41d3-9a0c-0305e82c3301\","
            "\"top_k\":7,\"max_rows_per_query\":100000,"
            "\"retrieval_mode\":\"keyword\","
            "\"metadata_condition\":\"lang=en\",\"stream\":false}",
            &r),
        OK);
    assert_int_equal(r.n, 1);
    assert_true(str_is(r.sources[0].path, "handbook"));
    assert_int_equal(r.type, REQUEST_HYBRID);
    assert_false(r.is_selected);
    assert_true(r.names_mode);
    assert_int_equal(r.n_history, 2);
    assert_true(r.history[0].is_user);
    assert_false(r.history[1].is_user);
    assert_int_equal(r.top_k, 7);
    assert_int_equal(r.max_rows, 100000);
    assert_true(str_is(r.retrieval_mode, "keyword"));
}

static void what_is_wrong_is_refused(void **state)
{
    static const char *const wrong[] = {
        "[]",
        "{\"base\":\"b\"}",
        "{\"query\":\"how long?\"}",
        "{\"base\":1,\"query\":\"how long?\"}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"query_type\":\"sql\"}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"query_mode\":\"book\"}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"top_k\":2}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"top_k\":11}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"top_k\":0}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"max_rows_per_query\":0}",
        "{\"base\":\"b\",\"query\":\"long\",\"max_rows_per_query\":100001}",
        "{\"base\":\"b\",\"query\":\"how long?\",\"session_id\":\"x\"}",
        by_system,
        of_nothing,
        "{\"query\":\"how long?\",\"query_mode\":\"selected_text\"}"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        struct answer_request r;

        if (read_text(wrong[i], &r) != ERR_VALIDATION_FAILED)
            fail_msg("taken: %s", wrong[i]);
    }
}

/* A turn that was said at `at`. */
static enum err read_turn_at(const char *at)
{
    struct answer_request r;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &err,
                                "{\"base\":\"b\",\"query\":\"how long?\","
                                "\"conversation_history\":[{\"role\":\"user\","
                                "\"content\":\"a\",\"timestamp\":%s}]}",
                                at),
                     OK);
    return read_text(text.p, &r);
}

static void a_time_of_a_turn_is_of_iso_8601(void **state)
{
    static const char *const good[] = {"null", "\"2025-12-17T10:30:00Z\"",
                                       "\"2025-12-17T10:30\"",
                                       "\"2025-12-17T10:30:00.123456+00:00\"",
                                       "\"2025-12-17 10:30:00.1234567Z\""};
    static const char *const bad[] = {"\"\"",
                                      "\"t\"",
                                      "7",
                                      "\"17.12.2025T10:30:00Z\"",
                                      "\"2025-13-17T10:30:00Z\"",
                                      "\"2025-12-17\""};

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
        assert_int_equal(read_turn_at(good[i]), OK);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        assert_int_equal(read_turn_at(bad[i]), ERR_VALIDATION_FAILED);
}

static void characters_are_counted_and_not_bytes(void **state)
{
    struct answer_request r = {.question = STR("总数？")};

    (void)state;
    assert_int_equal(request_check(&r, &err), OK);
    r.question = STR("总数");
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
    r.question = repeat("数", REQUEST_MAX_QUERY);
    assert_int_equal(request_check(&r, &err), OK);
    r.question = repeat("数", REQUEST_MAX_QUERY + 1);
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
    r.question = STR("a\xff\xff!");
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
}

static void a_selected_text_has_its_bounds(void **state)
{
    struct answer_request r = {.question = STR("how long?"),
                               .is_selected = true};

    (void)state;
    for (size_t n = REQUEST_MIN_SELECTED - 1; n <= REQUEST_MIN_SELECTED; n++) {
        r.selected_text = repeat("ñ", n);
        assert_int_equal(request_check(&r, &err),
                         n < REQUEST_MIN_SELECTED ? ERR_VALIDATION_FAILED : OK);
    }
    r.selected_text = repeat("a", REQUEST_MAX_SELECTED + 1);
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
}

static void a_history_has_at_most_ten_turns(void **state)
{
    struct request_turn turns[REQUEST_MAX_HISTORY + 1];
    struct answer_request r = {.question = STR("how long?"), .history = turns};

    (void)state;
    for (size_t i = 0; i <= REQUEST_MAX_HISTORY; i++)
        turns[i] = (struct request_turn){.content = STR("a")};
    r.n_history = REQUEST_MAX_HISTORY;
    assert_int_equal(request_check(&r, &err), OK);
    r.n_history++;
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
    r.n_history = 1;
    turns[0].content = repeat("a", REQUEST_MAX_TURN + 1);
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
}

static void a_new_session_is_a_uuid_of_version_4(void **state)
{
    char first[REQUEST_SESSION_BYTES];
    char second[REQUEST_SESSION_BYTES];
    struct answer_request r = {.question = STR("how long?")};

    (void)state;
    assert_int_equal(request_new_session(first, &err), OK);
    assert_int_equal(request_new_session(second, &err), OK);
    assert_string_not_equal(first, second);
    r.session_id = str_from(first);
    assert_int_equal(request_check(&r, &err), OK);
    first[14] = '1';
    assert_int_equal(request_check(&r, &err), ERR_VALIDATION_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_whole_request_is_read, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_time_of_a_turn_is_of_iso_8601, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(characters_are_counted_and_not_bytes,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_selected_text_has_its_bounds, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_history_has_at_most_ten_turns, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_new_session_is_a_uuid_of_version_4,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
