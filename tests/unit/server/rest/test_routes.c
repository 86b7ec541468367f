#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/ask_request.h"
#include "base/json.h"
#include "search/settings/settings.h"
#include "server/rest/routes.h"
#include "server/tool_registry/argument_check.h"

static struct str parameter[API_MAX_PARAMETERS];
static bool has_path;

static const struct route *find(const char *method, const char *path)
{
    return route_find(str_from(method), str_from(path), parameter, &has_path);
}

static void a_part_in_braces_is_kept_as_it_stands(void **state)
{
    const struct route *r = find("GET", "/v1/documents/keys.md-1a2b/text");

    (void)state;
    assert_non_null(r);
    assert_string_equal(r->path, "/v1/documents/{key}/text");
    assert_true(str_is(parameter[0], "keys.md-1a2b"));
}

static void a_path_of_another_length_is_another(void **state)
{
    static const char *const paths[] = {"/v1/bases/",
                                        "/v1/bases/a/b",
                                        "/v1/bases//suggestions",
                                        "/v1/bas",
                                        "/v1/basesx",
                                        "v1/bases",
                                        "",
                                        "/",
                                        "//v1/bases"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        assert_null(find("GET", paths[i]));
        assert_false(has_path);
    }
}

static void another_method_is_distinguished_from_another_path(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 4096);
    assert_null(find("PUT", "/v1/bases/sales"));
    assert_true(has_path);
    assert_string_equal(route_methods(STR("/v1/bases/sales"), &a),
                        "GET, HEAD, DELETE");
    assert_string_equal(route_methods(STR("/none"), &a), "");
    arena_release(&a);
}

static void examples_of_the_table_are_taken(void **state)
{
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, 1 << 24);
    for (size_t i = 0; i < n_routes; i++) {
        const struct route *r = &routes[i];
        const char *sent = route_sent(r);
        struct json *j;

        if (!sent)
            continue;
        assert_true(route_takes_body(r));
        assert_int_equal(
            json_parse(str_from(sent), &json_default_limits, &a, &j, &e), OK);
        if (route_body(r))
            assert_int_equal(argument_check(route_body(r), j, &e), OK);
    }
    arena_release(&a);
}

static void a_route_without_a_handler_is_a_tool(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_routes; i++) {
        const struct route *r = &routes[i];

        assert_true(r->run || r->tool);
        assert_false(r->is_open && r->tool);
        if (!r->tool)
            assert_null(r->of_tool[0]);
        if (route_is_tool(r)) {
            assert_null(r->body);
            assert_string_equal(route_answer(r), r->tool->result);
        }
    }
}

/* What follows the '?' can be read as what the tool takes. */
static void check_query(const struct route *r)
{
    struct route_query query;

    for (size_t i = 0; r->of_tool[i]; i++) {
        const struct argument *x =
            argument_find(r->tool->arguments, str_from(r->of_tool[i]));

        assert_non_null(x);
        assert_true(x->type == ARGUMENT_TEXT || x->type == ARGUMENT_INTEGER);
    }
    route_query(r, &query);
    for (size_t i = 0; i < query.n; i++) {
        const struct argument *x = query.arguments[i];

        assert_true(x->type == ARGUMENT_TEXT || x->type == ARGUMENT_INTEGER ||
                    x->type == ARGUMENT_BOOLEAN);
        assert_non_null(x->description);
        assert_true(x->type != ARGUMENT_INTEGER || x->max > 0);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(x->name, query.arguments[k]->name);
    }
}

static void arguments_of_a_query_are_scalars_with_names_of_their_own(
    void **state)
{
    (void)state;
    for (size_t i = 0; i < n_routes; i++) {
        assert_null(routes[i].query[ROUTE_MAX_ARGUMENTS].name);
        assert_null(routes[i].of_tool[ROUTE_MAX_ARGUMENTS]);
        check_query(&routes[i]);
    }
}

static const struct argument *body_argument(const char *path, const char *name)
{
    const struct route *r = find("POST", path);

    return argument_find(route_body(r), str_from(name));
}

static void assert_same_choices(const struct argument *a,
                                const struct argument *b)
{
    size_t n = 0;

    for (; a->choices[n] && b->choices[n]; n++)
        assert_string_equal(a->choices[n], b->choices[n]);
    assert_true(n > 0);
    assert_ptr_equal(a->choices[n], b->choices[n]); /* NULL, both */
}

/* The same question by another way, and as it is read. */
static void choices_of_a_body_are_those_of_the_tool_and_are_read(void **state)
{
    const struct argument *type =
        argument_find(spec_ask.arguments, STR("query_type"));
    const struct argument *mode =
        argument_find(spec_semantic_query.arguments, STR("mode"));
    enum retrieval_mode read_mode;
    enum request_type read_type;

    (void)state;
    assert_same_choices(body_argument("/v1/ask", "query_type"), type);
    assert_same_choices(body_argument("/v1/ask", "retrieval_mode"), mode);
    for (size_t i = 0; type->choices[i]; i++)
        assert_true(request_type_find(str_from(type->choices[i]), &read_type));
    for (size_t i = 0; mode->choices[i]; i++)
        assert_true(
            retrieval_mode_find(str_from(mode->choices[i]), &read_mode));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_in_braces_is_kept_as_it_stands),
        cmocka_unit_test(a_path_of_another_length_is_another),
        cmocka_unit_test(another_method_is_distinguished_from_another_path),
        cmocka_unit_test(examples_of_the_table_are_taken),
        cmocka_unit_test(a_route_without_a_handler_is_a_tool),
        cmocka_unit_test(choices_of_a_body_are_those_of_the_tool_and_are_read),
        cmocka_unit_test(
            arguments_of_a_query_are_scalars_with_names_of_their_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
