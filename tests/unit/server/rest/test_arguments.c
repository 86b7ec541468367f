#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "server/rest/arguments.h"

static struct arena a;
static struct error e;

/* What a form of `base` (a text) and `file` (files) says to these fields. */
static const char *check(const struct httpd_request *r)
{
    static const struct argument fields[] = {
        {.name = "base", .type = ARGUMENT_TEXT},
        {.name = "file", .type = ARGUMENT_FILES},
        {.name = NULL}};

    return arguments_check_form(fields, r, &e) ? e.msg : "";
}

static void fields_that_are_known_are_taken(void **state)
{
    const struct httpd_value base = {STR("base"), STR("b")};
    const struct httpd_file files[] = {{.field = STR("file")},
                                       {.field = STR("file")}};
    const struct httpd_request r = {
        .file = files, .files = 2, .value = &base, .values = 1};

    (void)state;
    assert_string_equal(check(&r), "");
}

static void a_field_that_is_not_known_is_named(void **state)
{
    const struct httpd_value other = {STR("bass"), STR("b")};
    const struct httpd_file file = {.field = STR("files")};

    (void)state;
    assert_string_equal(
        check(&(struct httpd_request){.value = &other, .values = 1}),
        "'bass' is not a field of this form; it has 'base', 'file'");
    assert_string_equal(
        check(&(struct httpd_request){.file = &file, .files = 1}),
        "'files' is not a field of this form; it has 'base', 'file'");
}

static void files_and_texts_are_distinguished(void **state)
{
    const struct httpd_value text = {STR("file"), STR("a,b")};
    const struct httpd_file file = {.field = STR("base")};

    (void)state;
    assert_string_equal(
        check(&(struct httpd_request){.value = &text, .values = 1}),
        "'file' is a file and needs a file name");
    assert_string_equal(
        check(&(struct httpd_request){.file = &file, .files = 1}),
        "'base' is text, not a file");
}

static void a_field_that_comes_twice_is_refused(void **state)
{
    const struct httpd_value twice[] = {{STR("base"), STR("b")},
                                        {STR("base"), STR("c")}};

    (void)state;
    assert_string_equal(
        check(&(struct httpd_request){.value = twice, .values = 2}),
        "the form has the field 'base' more than once");
}

/* ---- after the '?' ---- */

static const struct route *find(const char *path)
{
    struct str parameter[API_MAX_PARAMETERS];
    bool has_path;

    return route_find(STR("GET"), str_from(path), parameter, &has_path);
}

static const char *ask(const char *path, const struct httpd_value *argument,
                       size_t n)
{
    const struct httpd_request r = {.argument = argument, .arguments = n};

    return arguments_check(find(path), &r, &e) ? e.msg : "";
}

static void an_argument_that_is_not_known_is_named(void **state)
{
    const struct httpd_value bass = {STR("bass"), STR("b")};
    const struct httpd_value nameless = {STR(""), STR("b")};
    const struct httpd_value broken = {STR("a\xff"), STR("b")};

    (void)state;
    assert_string_equal(
        ask("/v1/drafts", &bass, 1),
        "'bass' is not a query parameter of this path; it has 'base', 'limit', "
        "'cursor'");
    assert_string_equal(
        ask("/v1/bases", &bass, 1),
        "'bass' is not a query parameter of this path; it has 'limit', "
        "'cursor', 'exposure'");
    assert_string_equal(
        ask("/healthz", &nameless, 1),
        "'' is not a query parameter of this path, which has none");
    assert_string_equal(
        ask("/healthz", &broken, 1),
        "'a' is not a query parameter of this path, which has none");
}

static void arguments_that_are_known_are_taken_once(void **state)
{
    const struct httpd_value twice[] = {{STR("base"), STR("b")},
                                        {STR("base"), STR("b")}};

    (void)state;
    assert_string_equal(ask("/v1/drafts", twice, 1), "");
    assert_string_equal(ask("/v1/drafts", twice, 2),
                        "the query parameter 'base' is given more than once");
}

static void a_boolean_is_true_or_false(void **state)
{
    const struct httpd_value yes = {STR("published"), STR("yes")};
    const struct httpd_value no = {STR("published"), STR("false")};

    (void)state;
    assert_string_equal(ask("/v1/drafts/content", &yes, 1),
                        "'published' must be true or false");
    assert_string_equal(ask("/v1/drafts/content", &no, 1), "");
}

static int setup(void **state)
{
    (void)state;
    arena_init(&a, 1 << 20);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    arena_release(&a);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_that_are_known_are_taken),
        cmocka_unit_test(a_field_that_is_not_known_is_named),
        cmocka_unit_test(files_and_texts_are_distinguished),
        cmocka_unit_test(a_field_that_comes_twice_is_refused),
        cmocka_unit_test(an_argument_that_is_not_known_is_named),
        cmocka_unit_test(arguments_that_are_known_are_taken_once),
        cmocka_unit_test(a_boolean_is_true_or_false),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
