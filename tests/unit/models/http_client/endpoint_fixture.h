/* endpoint_fixture.h - a fake endpoint that embeds, with scripted replies. */
#ifndef MODELS_HTTP_CLIENT_ENDPOINT_FIXTURE_H
#define MODELS_HTTP_CLIENT_ENDPOINT_FIXTURE_H

#include "base/fs_fixture.h"
#include "base/json.h"
#include "models/http_client/endpoint.h"
#include "models/http_client/fake_server.h"
#include "models/http_client/fake_time.h"

#include <sys/stat.h>

#define KEY "sk-very-secret-0123456789abcdef"

static struct fake_server server;
static struct fake_time fake;
static struct http_time fake_clock;

/* Options whose home is the test's folder and whose time is made up. */
static inline struct endpoint_options options(void)
{
    fake = (struct fake_time){0};
    fake_clock = fake_http_time(&fake);
    return (struct endpoint_options){.home = folder, .time = &fake_clock};
}

/* "<prefix><model>@http://127.0.0.1:<port>/v1<suffix>" */
static inline struct str spec(const char *prefix, const char *suffix)
{
    struct str s = {0};

    assert_int_equal(str_printf(&arena, &s, &err,
                                "%stiny@http://127.0.0.1:%u/v1%s", prefix,
                                server.port, suffix),
                     OK);
    return s;
}

/* HOME/keys/<host> with these permissions. */
static inline void write_key(const char *host, const char *text, mode_t mode)
{
    char name[300];

    (void)snprintf(name, sizeof(name), "keys/%s", host);
    assert_int_equal(fs_mkdirs(in("keys"), "keys", &err), OK);
    write_file(name, text);
    assert_int_equal(chmod(in(name), mode), 0);
}

static inline void serve(const struct fake_reply *script, size_t n)
{
    server.answer = NULL;
    server.script = script;
    server.n = n;
    fake_start(&server);
}

/* The environment's keys are none of the tests'. */
static inline int set_up_endpoint(void **state)
{
    (void)unsetenv("QUARRY_OPENAI_API_KEY");
    (void)unsetenv("QUARRY_RERANK_API_KEY");
    (void)unsetenv("QUARRY_MODEL_API_KEY");
    (void)unsetenv("OPENAI_API_KEY");
    return set_up(state);
}

#define ENDPOINT_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_endpoint, tear_down)

#endif
