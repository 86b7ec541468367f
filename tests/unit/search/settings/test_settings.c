#include "store/catalog/catalog_fixture.h"

#include "search/settings/settings.h"
#include "search/settings/structured.h"

static struct retrieval_choice choice(bool vectors)
{
    const struct retrieval_means means = {vectors};
    struct retrieval_choice c;

    assert_ok(settings_retrieval(&base, &means, &arena, &c, &err));
    return c;
}

static void set(const char *name, const char *value)
{
    assert_ok(settings_set(&base, str_from(name), str_from(value), &err));
}

static enum err try_set(const char *name, const char *value)
{
    return settings_set(&base, str_from(name), str_from(value), &err);
}

static void a_new_base_is_hybrid_and_an_old_configuration_is_vector(
    void **state)
{
    (void)state;
    assert_int_equal(choice(true).mode, RETRIEVAL_HYBRID);
    set("retrieval_config", "{}");
    assert_int_equal(choice(true).mode, RETRIEVAL_VECTOR);
    assert_null(choice(true).note);
}

static void structured_needs_to_be_enabled_and_vector_needs_vectors(
    void **state)
{
    (void)state;
    /* as it could be set before it was checked */
    assert_ok(base_set_setting(&base, "retrieval_config",
                               STR("{\"retrieval_mode\":\"structured\"}"),
                               &err));
    assert_int_equal(choice(true).mode, RETRIEVAL_VECTOR);
    assert_non_null(choice(true).note);
    assert_int_equal(choice(false).mode, RETRIEVAL_KEYWORD);
    assert_non_null(strstr(choice(false).note, "words"));
    set("retrieval_config", "{\"retrieval_mode\":\"structured\","
                            "\"structured_query_config\":{\"enabled\":true}}");
    assert_int_equal(choice(false).mode, RETRIEVAL_STRUCTURED);
    assert_null(choice(false).note);
}

#define STRUCTURED(members) "{\"structured_query_config\":{" members "}}"

static void a_structured_query_config_is_read_as_the_design_has_it(void **state)
{
    struct structured_setting s;
    struct model_setting m;

    (void)state;
    assert_ok(settings_structured(&base, &arena, &s, &err));
    assert_false(s.is_off || s.is_enabled || s.by_default);
    set("retrieval_config",
        "{\"retrieval_mode\":\"structured\",\"structured_query_config\":{"
        "\"enabled\":true,\"max_rows_per_query\":100000,\"sql_model_name\":"
        "\"openai:planner@http://127.0.0.1:1/v1\",\"sql_model_namespace\":"
        "\"default\",\"allowed_operations\":[\"SELECT\"]}}");
    assert_ok(settings_structured(&base, &arena, &s, &err));
    assert_true(s.is_enabled && s.by_default && !s.is_off);
    assert_int_equal(s.max_rows, 100000);
    assert_ok(settings_model(&base, &arena, &m, &err));
    assert_true(str_is(m.planner, "openai:planner@http://127.0.0.1:1/v1"));
    set("retrieval_config", STRUCTURED("\"enabled\":false"));
    assert_ok(settings_structured(&base, &arena, &s, &err));
    assert_true(s.is_off && !s.by_default);
}

static void a_value_that_is_none_for_a_setting_is_refused(void **state)
{
    static const char *const bad[][2] = {
        {"retrieval_config", "[]"},
        {"retrieval_config", "{\"retrieval_mode\":\"magic\"}"},
        {"retrieval_config", "{\"metadata_condition\":3}"},
        {"retrieval_config", "{"},
        {"retrieval_config", "{\"retrieval_mode\":\"structured\"}"},
        {"retrieval_config", "{\"retreival_mode\":\"vector\"}"},
        {"retrieval_config", "{\"structured_query_config\":7}"},
        {"retrieval_config", STRUCTURED("\"enabled\":1")},
        {"retrieval_config", STRUCTURED("\"max_rows_per_query\":0")},
        {"retrieval_config", STRUCTURED("\"max_rows_per_query\":100001")},
        {"retrieval_config", STRUCTURED("\"max_rows\":5")},
        {"retrieval_config", STRUCTURED("\"sql_model_name\":\"gpt\"")},
        {"retrieval_config", STRUCTURED("\"sql_model_namespace\":\"mine\"")},
        {"retrieval_config", STRUCTURED("\"allowed_operations\":[]")},
        {"retrieval_config",
         STRUCTURED("\"allowed_operations\":[\"SELECT\",\"DELETE\"]")},
        {"retrieval_config", "{\"weights\":{\"keyword\":-1}}"},
        {"retrieval_config", "{\"max_documents\":-1}"},
        {"retrieval_config", "{\"rerank\":\"no endpoint\"}"},
        {"embedding", "magic"},
        {"splitter_config", "{\"json\":{\"granularity\":\"big\"}}"},
        {"daily", "\"/log\""},
        {"daily", "[\"log\"]"},
        {"deep_link", "/docs/"},
        {"chat", "gpt"},
        {"chat", "openai:gpt"},
        {"egress", "all"},
        {"index.backend", "qdrant"},
        {"index.backend", "pgvector"}}; /* it is in a home */

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(try_set(bad[i][0], bad[i][1]), ERR_VALIDATION_FAILED);
    assert_int_equal(try_set("colour", "red"), ERR_NOT_FOUND);
    assert_int_equal(choice(true).mode, RETRIEVAL_HYBRID);
}

static void weights_are_shares_of_one(void **state)
{
    struct retrieval_config c;

    (void)state;
    assert_ok(settings_retrieval_config(&base, &arena, &c, &err));
    assert_float_equal(c.weights.keyword, .83, 1e-9);
    set("retrieval_config", "{\"weights\":{\"keyword\":3,\"vector\":1},"
                            "\"max_documents\":100}");
    assert_ok(settings_retrieval_config(&base, &arena, &c, &err));
    assert_float_equal(c.weights.vector, .25, 1e-9);
    assert_int_equal(c.max_documents, 100);
    set("retrieval_config", "{\"weights\":{\"vector\":0.4}}");
    assert_ok(settings_retrieval_config(&base, &arena, &c, &err));
    assert_float_equal(c.weights.keyword, .6, 1e-9);
}

static void settings_are_written_as_json(void **state)
{
    struct jsonw w;
    struct buf b;

    (void)state;
    set("daily", "[\"/log\"]");
    set("deep_link", "/d/{path}#{id}");
    buf_init(&b, 4096);
    jsonw_init(&w, &b);
    assert_ok(settings_write(&base, &arena, &w, &err));
    assert_true(str_is(buf_str(&b),
                       "{\"retrieval_config\":{\"retrieval_mode\":\"hybrid\"},"
                       "\"embedding\":null,\"index.backend\":null,"
                       "\"splitter_config\":null,"
                       "\"daily\":[\"/log\"],\"deep_link\":\"/d/{path}#{id}\","
                       "\"chat\":null,\"egress\":null}"));
    buf_release(&b);
}

static void nothing_may_be_sent_until_it_is_allowed(void **state)
{
    struct model_setting m;

    (void)state;
    assert_ok(settings_model(&base, &arena, &m, &err));
    assert_int_equal(m.chat.n, 0);
    assert_int_equal(m.egress, EGRESS_NONE);
    set("chat", "openai:qwen3:8b@http://localhost:11434/v1");
    assert_ok(settings_model(&base, &arena, &m, &err));
    assert_true(str_is(m.chat, "openai:qwen3:8b@http://localhost:11434/v1"));
    assert_int_equal(m.egress, EGRESS_NONE);
    set("egress", "schema");
    assert_ok(settings_model(&base, &arena, &m, &err));
    assert_int_equal(m.egress, EGRESS_SCHEMA);
    set("chat", "none");
    assert_ok(settings_model(&base, &arena, &m, &err));
    assert_int_equal(m.chat.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_new_base_is_hybrid_and_an_old_configuration_is_vector),
        BASE_TEST(a_structured_query_config_is_read_as_the_design_has_it),
        BASE_TEST(structured_needs_to_be_enabled_and_vector_needs_vectors),
        BASE_TEST(a_value_that_is_none_for_a_setting_is_refused),
        BASE_TEST(weights_are_shares_of_one),
        BASE_TEST(settings_are_written_as_json),
        BASE_TEST(nothing_may_be_sent_until_it_is_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
