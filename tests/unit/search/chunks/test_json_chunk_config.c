#include "json_fixture.h"

static void assert_refused(const char *text, const char *message)
{
    assert_int_equal(
        json_chunk_config_parse(str_from(text), &arena, &config, &err),
        ERR_VALIDATION_FAILED);
    if (!strstr(err.msg, message))
        fail_msg("'%s' says: %s", text, err.msg);
}

static void every_member_may_be_left_out(void **state)
{
    static const char *const texts[] = {"", " ", "{}", "{\"json\":{}}",
                                        "{\"markdown\":{\"x\":1}}"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        use_config(texts[i]);
        assert_int_equal(config.unit, JSON_UNIT_AUTO);
        assert_int_equal(config.default_weight, 1);
        assert_int_equal(config.n_fields + config.n_exclude, 0);
    }
}

static void a_whole_config_is_read(void **state)
{
    (void)state;
    use_config("{\"json\":{\"granularity\":\"leaf\",\"fields\":{\"name\":3,"
               "\"a.b\":0},\"default_weight\":2,\"exclude\":[\"/m~1x\"]}}");
    assert_int_equal(config.unit, JSON_UNIT_LEAF);
    assert_int_equal(config.n_fields, 2);
    assert_true(str_is(config.field[1].name, "a.b"));
    assert_int_equal(config.field[0].weight, 3);
    assert_int_equal(config.default_weight, 2);
    assert_true(str_is(config.exclude[0], "/m~1x"));
}

static void what_is_wrong_is_named(void **state)
{
    (void)state;
    assert_refused("{\"json\":\n{,}}", "");
    assert_int_equal(err.pos.line, 2);
    assert_int_equal(err.pos.column, 2);
    assert_refused("[]", "must be an object");
    assert_refused("{\"json\":1}", "'/json' must be an object");
    assert_refused("{\"json\":{\"granularity\":\"row\"}}",
                   "'/json/granularity' must be \"auto\"");
    assert_refused("{\"json\":{\"fields\":{\"name\":11}}}",
                   "field 'name': '/json/fields' must be a weight");
    assert_refused("{\"json\":{\"fields\":{\"name\":1.5}}}", "weight");
    assert_refused("{\"json\":{\"fields\":{\"\":1}}}", "empty name");
    assert_refused("{\"json\":{\"fields\":[]}}", "object of weights");
    assert_refused("{\"json\":{\"default_weight\":-1}}",
                   "'/json/default_weight'");
    assert_refused("{\"json\":{\"exclude\":\"/a\"}}", "array of JSON Pointers");
    assert_refused("{\"json\":{\"exclude\":[\"/a\",\"b\"]}}",
                   "'/json/exclude/1': a JSON Pointer begins with '/'");
    assert_int_equal(err.pos.line, 1);
    assert_refused("{\"json\":{\"field\":{}}}", "no 'field'");
}

static void too_many_names_are_refused(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 20);
    buf_puts(&b, "{\"json\":{\"fields\":{");
    for (int i = 0; i <= JSON_CHUNK_MAX_FIELDS; i++)
        buf_printf(&b, "%s\"f%d\":1", i ? "," : "", i);
    buf_puts(&b, "}}}");
    assert_int_equal(
        json_chunk_config_parse(buf_str(&b), &arena, &config, &err), ERR_LIMIT);
    buf_release(&b);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_member_may_be_left_out),
        TEST(a_whole_config_is_read),
        TEST(what_is_wrong_is_named),
        TEST(too_many_names_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
