#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "server/rest/routes.h"

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

static void schemas_and_examples_of_the_table_are_json(void **state)
{
    struct arena a;
    struct error e;

    (void)state;
    arena_init(&a, 1 << 24);
    for (size_t i = 0; i < n_routes; i++) {
        const struct route *r = &routes[i];
        const char *const texts[] = {route_schema(r), r->sent};
        struct json *j;

        assert_true(!r->run != !r->tool);
        for (size_t k = 0; k < COUNT_OF(texts); k++)
            if (texts[k])
                assert_int_equal(json_parse(str_from(texts[k]),
                                            &json_default_limits, &a, &j, &e),
                                 OK);
    }
    arena_release(&a);
}

/* None is there twice, and none has the name of the one that many share. */
static void arguments_of_the_table_have_names_of_their_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < n_routes; i++) {
        const struct route_argument *a = routes[i].arguments;
        const struct route_argument *shared = route_exposure(&routes[i]);

        for (size_t k = 0; k < ROUTE_MAX_ARGUMENTS && a[k].name; k++) {
            const struct str name = str_from(a[k].name);

            assert_non_null(a[k].type);
            assert_non_null(a[k].what);
            assert_false(shared && str_is(name, shared->name));
            for (size_t j = 0; j < k; j++)
                assert_false(str_is(name, a[j].name));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_in_braces_is_kept_as_it_stands),
        cmocka_unit_test(a_path_of_another_length_is_another),
        cmocka_unit_test(another_method_is_distinguished_from_another_path),
        cmocka_unit_test(schemas_and_examples_of_the_table_are_json),
        cmocka_unit_test(arguments_of_the_table_have_names_of_their_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
