#include "endpoint_fixture.h"

static struct endpoint_name name;

static void assert_refused(const char *text, const char *why)
{
    assert_int_equal(endpoint_name_parse(str_from(text), &name, &err),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, why));
    assert_null(strstr(err.msg, "secret"));
}

static void assert_named(const char *text, const char *model, const char *url)
{
    assert_int_equal(endpoint_name_parse(str_from(text), &name, &err), OK);
    assert_true(str_is(name.model, model));
    assert_true(str_is(name.url, url));
}

static void a_name_is_a_model_and_where_it_is(void **state)
{
    (void)state;
    assert_named("text-embedding-3-small@https://api.openai.com/v1",
                 "text-embedding-3-small", "https://api.openai.com/v1");
    assert_named("BAAI/bge-m3:latest@http://localhost:8080//",
                 "BAAI/bge-m3:latest", "http://localhost:8080");
    assert_named("@cf/m@2@https://h.example/a@b", "@cf/m@2",
                 "https://h.example/a@b");
}

static void what_is_no_name_says_what_one_is(void **state)
{
    static char text[300];

    (void)state;
    assert_refused("", "<model>@<url>");
    assert_refused("secret", "<model>@<url>");
    assert_refused("m@ftp://secret", "<model>@<url>");
    assert_refused("@https://h.example", "1 to 200 characters");
    memset(text, 'm', 201);
    memcpy(text + 201, "@http://h", 10);
    assert_refused(text, "1 to 200 characters");
    assert_refused("a secret@https://h", "printable ASCII");
    assert_refused("m\x1b[1m@https://h", "printable ASCII");
    assert_refused("m@https://user:secret@h", "or password");
    assert_refused("m@https://h/v1?key=secret", "holds a query");
    assert_refused("m@https://", "names no host");
}

static const char *message_of(const char *body, const char *key,
                              const char *text)
{
    static char out[ENDPOINT_MESSAGE_BYTES];
    const struct str sent = str_from(text);
    const struct endpoint_question q = {.text = &sent, .n = text ? 1 : 0};

    endpoint_message(str_from(body), key, &q, out);
    return out;
}

static void the_message_is_found_where_endpoints_put_it(void **state)
{
    const char *const bodies[] = {
        "{\"error\":{\"message\":\" no model \",\"code\":1}}",
        "{\"error\":\"no model\"}",
        "{\"object\":\"error\",\"message\":\"no model\"}",
        "{\"detail\":\"no model\"}",
        "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"no model\"}]}"};

    (void)state;
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(message_of(bodies[i], NULL, NULL), "no model");
    assert_string_equal(message_of("<html>no</html>", NULL, NULL), "");
    assert_string_equal(message_of("[1]", NULL, NULL), "");
    assert_string_equal(message_of("{\"error\":3}", NULL, NULL), "");
    assert_string_equal(message_of("{\"detail\":[]}", NULL, NULL), "");
}

static void a_message_is_bounded_and_cannot_steer_a_terminal(void **state)
{
    struct buf b;

    (void)state;
    assert_string_equal(
        message_of("{\"error\":\"a\\u001b[2Jb\\nc\\u202e\"}", NULL, NULL),
        "a?[2Jb?c???");
    buf_init(&b, 100000);
    buf_puts(&b, "{\"error\":\"");
    for (int i = 0; i < 5000; i++)
        buf_puts(&b, "long ");
    buf_puts(&b, "\"}");
    assert_int_equal(strlen(message_of(b.p, NULL, NULL)), 160);
    for (int i = 0; i < 10000; i++)
        buf_puts(&b, "      ");
    assert_string_equal(message_of(b.p, NULL, NULL), "");
    buf_release(&b);
}

static void what_repeats_a_key_or_a_text_is_not_shown(void **state)
{
    (void)state;
    assert_string_equal(
        message_of("{\"error\":\"bad key " KEY "\"}", KEY, NULL), "");
    assert_string_equal(
        message_of("{\"error\":\"bad key sk-very-****\"}", KEY, NULL),
        ""); /* 8 characters of it are too many */
    assert_string_equal(
        message_of("{\"error\":\"bad key sk-v***cdef\"}", KEY, NULL),
        "bad key sk-v***cdef");
    assert_string_equal(message_of("{\"error\":\"cannot read 'Ana Perez'\"}",
                                   NULL, " Ana Perez "),
                        "");
    assert_string_equal(
        message_of("{\"error\":\"too long: The salary of our director is\"}",
                   NULL, "2024. The salary of our director is 12 million"),
        "");
    assert_string_equal(message_of("{\"error\":\"too long for our model\"}",
                                   NULL, "What is our model of a director?"),
                        "too long for our model");
}

/* What a status and a body become; the key is in a file of the server's. */
static enum err ask(int status, const char *headers, const char *body)
{
    const struct fake_reply script[] = {{status, headers, str_from(body), 0}};
    static const struct endpoint_kind kind = {
        .path = "/ask", .key = {.env = "QUARRY_OPENAI_API_KEY"}};
    const struct endpoint_question q = {.body = STR("{}"),
                                        .max_response_bytes = 4096};
    const struct endpoint_options how = options();
    const struct json *root = NULL;
    struct endpoint ep;
    enum err rc;

    serve(script, 1);
    assert_int_equal(endpoint_name_parse(spec("", "/"), &name, &err), OK);
    assert_int_equal(endpoint_open(&ep, &name, &kind, &how, &err), OK);
    rc = endpoint_ask(&ep, &q, &arena, &root, &err);
    endpoint_close(&ep);
    fake_stop(&server);
    assert_true(rc || root);
    assert_null(strstr(err.msg, "secret"));
    return rc;
}

static void each_refusal_has_its_error(void **state)
{
    (void)state;
    write_key("127.0.0.1", KEY, 0600);
    assert_int_equal(ask(200, NULL, "{}"), OK);
    assert_true(fake_saw(&server, "Authorization: Bearer " KEY "\r\n"));
    assert_int_equal(strncmp(server.head, "POST /v1/ask ", 13), 0);
    assert_int_equal(ask(401, NULL, "{\"error\":\"expired\"}"),
                     ERR_UNAUTHORIZED);
    assert_non_null(strstr(err.msg, "the key from 'keys/127.0.0.1': expired"));
    assert_int_equal(ask(401, NULL, "{\"error\":\"bad " KEY "\"}"),
                     ERR_UNAUTHORIZED);
    assert_int_equal(ask(403, NULL, ""), ERR_UNAUTHORIZED);
    assert_int_equal(ask(429, NULL, "{\"error\":\"slow down\"}"),
                     ERR_RATE_LIMITED);
    assert_non_null(strstr(err.msg, "takes no more now: slow down"));
    assert_int_equal(ask(429, "Retry-After: 90\r\n", ""), ERR_RATE_LIMITED);
    assert_non_null(strstr(err.msg, "try again in 90 s"));
    assert_int_equal(ask(404, NULL, "{\"error\":{\"message\":\"no model\"}}"),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "answered with status 404: no model"));
    assert_int_equal(ask(307, "Location: http://h/\r\n", ""),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(ask(500, NULL, "x"), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(ask(200, NULL, "{"), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "with what is not JSON"));
}

static void without_a_key_nothing_is_sent_and_one_is_asked_for(void **state)
{
    (void)state;
    assert_int_equal(ask(401, NULL, "{}"), ERR_UNAUTHORIZED);
    assert_non_null(strstr(err.msg, "set QUARRY_OPENAI_API_KEY"));
    assert_false(fake_saw(&server, "Authorization"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(a_name_is_a_model_and_where_it_is),
        ENDPOINT_TEST(what_is_no_name_says_what_one_is),
        ENDPOINT_TEST(the_message_is_found_where_endpoints_put_it),
        ENDPOINT_TEST(a_message_is_bounded_and_cannot_steer_a_terminal),
        ENDPOINT_TEST(what_repeats_a_key_or_a_text_is_not_shown),
        ENDPOINT_TEST(each_refusal_has_its_error),
        ENDPOINT_TEST(without_a_key_nothing_is_sent_and_one_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
