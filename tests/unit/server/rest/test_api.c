#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/rest/routes.h"

#include <string.h>

static struct arena arena;
static struct httpd_reply reply;

/* No base is reached by any of these calls: who may come is decided before. */
static unsigned status_of(const struct grant *grant, const char *method,
                          const char *path, const char *body)
{
    const struct api api = {0};
    const struct httpd_request r = {.method = str_from(method),
                                    .path = str_from(path),
                                    .body = str_from(body),
                                    .content_type = STR("application/json")};

    reply = (struct httpd_reply){0};
    api_handle(&api, grant, &r, NULL, &arena, &reply);
    return reply.status;
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 22);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const struct str ask[] = {{"ask", 3}};
static const struct str notes[] = {{"notes", 5}};

static void a_token_of_one_tool_reaches_its_routes_alone(void **state)
{
    const struct grant one = {.rights = RIGHT_READ | RIGHT_WRITE | RIGHT_ADMIN,
                              .bases.all = true,
                              .tools = {.names = ask, .n = 1}};
    size_t reached = 0;

    (void)state;
    for (size_t i = 0; i < n_routes; i++) {
        const struct route *r = &routes[i];

        if (r->is_form) /* asked with another type, which is looked at before */
            continue;
        if (r->is_open || r->tool == &spec_ask) {
            reached++;
            continue;
        }
        assert_int_equal(status_of(&one, r->method, r->path, "{}"), 404);
    }
    assert_int_equal(reached, 8);
    assert_int_equal(status_of(&one, "GET", "/healthz", ""), 200);
}

static void a_base_that_is_not_in_the_scope_is_not_there(void **state)
{
    const struct grant of_notes = {.rights = RIGHT_READ,
                                   .bases = {.names = notes, .n = 1},
                                   .tools.all = true};
    const char *ask_body = "{\"base\":\"sales\",\"query\":\"how many rows?\"}";

    (void)state;
    assert_int_equal(status_of(&of_notes, "POST", "/v1/ask", ask_body), 404);
    assert_int_equal(
        status_of(&of_notes, "POST", "/v1/structured-query", ask_body), 404);
    assert_int_equal(status_of(&of_notes, "GET", "/v1/bases/sales", ""), 404);
    assert_int_equal(status_of(&of_notes, "DELETE", "/v1/bases/sales", ""),
                     404);
    assert_int_equal(status_of(&of_notes, "DELETE", "/v1/bases/notes", ""),
                     403);
    assert_int_equal(
        status_of(&of_notes, "POST", "/v1/bases", "{\"name\":\"notes\"}"), 403);
    assert_int_equal(status_of(&of_notes, "GET", "/metrics", ""), 403);
}

static bool is_slow(const char *method, const char *path)
{
    const struct httpd_request r = {.method = str_from(method),
                                    .path = str_from(path)};

    return api_is_slow(&r);
}

static void what_reads_catalogs_alone_is_not_slow(void **state)
{
    static const char *const lists[] = {
        "/readyz",      "/metrics",   "/v1/bases",     "/v1/bases/b",
        "/v1/jobs",     "/v1/drafts", "/v1/documents", "/v1/logs",
        "/v1/jobs/abc", "/nowhere",   "/openapi.json"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        assert_false(is_slow("GET", lists[i]));
    assert_true(is_slow("POST", "/v1/ask"));
    assert_true(is_slow("POST", "/v1/tables/query"));
    assert_true(is_slow("GET", "/v1/documents/key/text"));
    assert_true(is_slow("GET", "/v1/bases/b/suggestions"));
    assert_true(is_slow("DELETE", "/v1/bases/b"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_reads_catalogs_alone_is_not_slow),
        cmocka_unit_test_setup_teardown(
            a_token_of_one_tool_reaches_its_routes_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_base_that_is_not_in_the_scope_is_not_there, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
