#include "models/embedding/provider.h"

#include "model_fixture.h"
#include "models/http_client/endpoint_fixture.h"

static void assert_refused(const char *text, const char *why)
{
    assert_int_equal(provider_check(str_from(text), &err),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, why));
    assert_null(strstr(err.msg, "secret"));
}

static void what_can_be_set_is_distinguished_from_what_cannot(void **state)
{
    (void)state;
    assert_int_equal(provider_check(STR("none"), &err), OK);
    assert_int_equal(provider_check(STR("use-lite"), &err), OK);
    assert_int_equal(provider_check(STR("openai:m@https://h/v1"), &err), OK);
    assert_int_equal(
        provider_check(STR("openai:m#2@http://h/v1/#dimensions=8192"), &err),
        OK);
    assert_refused("", "use-lite, none or openai:<model>@<url>");
    assert_refused("None", "use-lite, none or");
    assert_refused("openai", "use-lite, none or");
    assert_refused("use-lite#dimensions=512", "use-lite, none or");
    assert_refused("openai:", "<model>@<url>");
    assert_refused("openai:m@https://h#", "not contain '#'");
    assert_refused("openai:m@https://h#secret=1", "not contain '#'");
    assert_refused("openai:m@https://h#dimensions=", "from 1 to 8192");
    assert_refused("openai:m@https://h#dimensions=0", "from 1 to 8192");
    assert_refused("openai:m@https://h#dimensions=8193", "from 1 to 8192");
    assert_refused("openai:m@https://h#dimensions=-1", "from 1 to 8192");
    assert_refused("openai:m@https://h#dimensions=9,secret", "from 1 to 8192");
    assert_refused("openai:m@https://secret@h", "or password");
}

static void only_the_built_in_model_is_of_one_language(void **state)
{
    (void)state;
    assert_true(provider_is_english_only(STR("use-lite")));
    assert_false(provider_is_english_only(STR("openai:m@https://h")));
    assert_false(provider_is_english_only(STR("none")));
}

static void it_is_known_what_is_an_endpoint(void **state)
{
    (void)state;
    assert_true(provider_is_endpoint(STR("openai:m@https://h")));
    assert_true(
        provider_is_endpoint(STR("openai:m@http://localhost:11434/v1")));
    assert_false(provider_is_endpoint(STR("use-lite")));
    assert_false(provider_is_endpoint(STR("none")));
    assert_false(provider_is_endpoint(STR("openai:m")));
}

static void none_is_no_embedder_and_no_error(void **state)
{
    const struct endpoint_options how = options();
    struct embedder *m = (struct embedder *)&how;

    (void)state;
    assert_int_equal(provider_open(STR("none"), &how, &m, &err), OK);
    assert_null(m);
    assert_int_equal(provider_open(STR("other"), &how, &m, &err),
                     ERR_VALIDATION_FAILED);
}

static void the_built_in_model_is_found(void **state)
{
    const struct endpoint_options how = options();
    struct embedder *m = NULL;

    (void)need_model(state);
    assert_int_equal(provider_open(STR("use-lite"), &how, &m, &err), OK);
    assert_int_equal(m->dimensions, 512);
    embedder_close(m);
}

static void an_embedder_s_name_opens_it_again_without_a_call(void **state)
{
    const struct fake_reply script[] = {
        {200, NULL,
         STR("{\"data\":[{\"index\":0,\"embedding\":[3,4]}],"
             "\"usage\":{\"total_tokens\":1}}"),
         0}};
    const struct endpoint_options how = options();
    struct embedder *again = NULL;
    struct embedder *m = NULL;

    (void)state;
    serve(script, 1);
    assert_int_equal(provider_open(spec("openai:", "/"), &how, &m, &err), OK);
    assert_int_equal(m->dimensions, 2);
    assert_int_equal(provider_check(str_from(m->model), &err), OK);
    assert_int_equal(provider_open(str_from(m->model), &how, &again, &err), OK);
    assert_string_equal(again->model, m->model);
    assert_int_equal(again->dimensions, 2);
    assert_int_equal(server.requests, 1);
    embedder_close(m);
    embedder_close(again);
    fake_stop(&server);
}

static void a_key_of_the_home_is_used(void **state)
{
    const struct endpoint_options how = options();
    struct embedder *m = NULL;

    (void)state;
    write_key("h.example", KEY, 0666);
    assert_int_equal(
        provider_open(STR("openai:m@https://h.example"), &how, &m, &err),
        ERR_UNAUTHORIZED);
    assert_null(m);
    assert_null(strstr(err.msg, "secret"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(what_can_be_set_is_distinguished_from_what_cannot),
        ENDPOINT_TEST(only_the_built_in_model_is_of_one_language),
        ENDPOINT_TEST(it_is_known_what_is_an_endpoint),
        ENDPOINT_TEST(none_is_no_embedder_and_no_error),
        ENDPOINT_TEST(the_built_in_model_is_found),
        ENDPOINT_TEST(an_embedder_s_name_opens_it_again_without_a_call),
        ENDPOINT_TEST(a_key_of_the_home_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
