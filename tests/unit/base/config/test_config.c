/* A later one wins, and says so; what cannot be is an error with its place. */
#include "base/fs_fixture.h"

#include "base/config/config.h"

static struct config config;
static const char *rows_in_env;

static const char *env(const char *name)
{
    return strcmp(name, "MAX_STRUCTURED_ROWS") == 0 ? rows_in_env : NULL;
}

static enum err load(const char *file, const struct config_flag *flags,
                     size_t n)
{
    const struct config_sources s = {.home_file = in("config.json"),
                                     .env = env,
                                     .flags = flags,
                                     .n_flags = n};

    if (file)
        assert_int_equal(fs_write_atomic(in("config.json"), "c", str_from(file),
                                         false, &err),
                         OK);
    return config_load(&s, &arena, &config, &err);
}

static void the_defaults_hold_without_a_file(void **state)
{
    (void)state;
    rows_in_env = NULL;
    assert_int_equal(load(NULL, NULL, 0), OK);
    assert_true(config_is_on(&config, CONFIG_STRUCTURED));
    assert_int_equal(config_number(&config, CONFIG_PUBLIC_QUESTIONS), 100);
    assert_int_equal(config_number(&config, CONFIG_LOG_DAYS), 90);
    assert_true(str_is(config_text(&config, CONFIG_LISTEN), "127.0.0.1:7480"));
}

static void a_later_one_wins(void **state)
{
    const struct config_flag flag = {STR("max_structured_rows"), STR("7")};
    const char *file =
        "{\"max_structured_rows\": 5, \"ENABLE_STRUCTURED_DATA\": false}";

    (void)state;
    rows_in_env = NULL;
    assert_int_equal(load(file, NULL, 0), OK);
    assert_int_equal(config_number(&config, CONFIG_STRUCTURED_ROWS), 5);
    assert_int_equal(config.value[CONFIG_STRUCTURED_ROWS].origin, CONFIG_FILE);
    assert_false(config_is_on(&config, CONFIG_STRUCTURED));
    rows_in_env = "6";
    assert_int_equal(load(NULL, NULL, 0), OK);
    assert_int_equal(config_number(&config, CONFIG_STRUCTURED_ROWS), 6);
    assert_int_equal(load(NULL, &flag, 1), OK);
    assert_int_equal(config_number(&config, CONFIG_STRUCTURED_ROWS), 7);
    assert_int_equal(config.value[CONFIG_STRUCTURED_ROWS].origin, CONFIG_FLAG);
}

static void what_cannot_be_is_an_error(void **state)
{
    static const char *const bad[] = {
        "[]",
        "{",
        "{\"no_such\": 1}",
        "{\"max_structured_rows\": 0}",
        "{\"max_structured_rows\": \"many\"}",
        "{\"enable_structured_data\": \"perhaps\"}",
        "{\"log_format\": \"xml\"}",
        "{\"listen\": {}}"};

    (void)state;
    rows_in_env = NULL;
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(load(bad[i], NULL, 0), ERR_VALIDATION_FAILED);
}

static void a_list_may_be_an_array(void **state)
{
    struct str *list;
    size_t n;

    (void)state;
    rows_in_env = NULL;
    assert_int_equal(load("{\"proxies\": [\"10.0.0.1\", \"::1\"]}", NULL, 0),
                     OK);
    assert_int_equal(
        config_list(&config, CONFIG_PROXIES, &arena, &list, &n, &err), OK);
    assert_int_equal(n, 2);
    assert_true(str_is(list[1], "::1"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_defaults_hold_without_a_file),
        TEST(a_later_one_wins),
        TEST(what_cannot_be_is_an_error),
        TEST(a_list_may_be_an_array),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
