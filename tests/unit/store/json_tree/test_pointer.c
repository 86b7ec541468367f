#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/json_tree/pointer.h"
#include "tree_fixture.h"

#include <stdio.h>
#include <string.h>

/* RFC 6901 section 5. */
static const char rfc_doc[] =
    "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,"
    "\"g|h\":4,\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}";

static const struct {
    const char *text;
    const char *fragment;
    const char *value;
} rfc[] = {
    {"", "#", rfc_doc},
    {"/foo", "#/foo", "[\"bar\",\"baz\"]"},
    {"/foo/0", "#/foo/0", "\"bar\""},
    {"/", "#/", "0"},
    {"/a~1b", "#/a~1b", "1"},
    {"/c%d", "#/c%25d", "2"},
    {"/e^f", "#/e%5Ef", "3"},
    {"/g|h", "#/g%7Ch", "4"},
    {"/i\\j", "#/i%5Cj", "5"},
    {"/k\"l", "#/k%22l", "6"},
    {"/ ", "#/%20", "7"},
    {"/m~0n", "#/m~0n", "8"},
};

static struct pointer must_parse(struct str text)
{
    struct pointer p;

    if (pointer_parse(text, &arena, &p, &err) != OK)
        fail_msg("'%.*s' was refused: %s", STR_FMT(text), err.msg);
    return p;
}

static struct str written(const struct pointer *p, bool fragment)
{
    struct buf out;
    struct str s;

    if (!fragment) {
        assert_int_equal(pointer_text(p, &arena, &s, &err), OK);
        return s;
    }
    buf_init(&out, MIB);
    pointer_write_fragment(p, &out);
    assert_int_equal(buf_finish(&out, &s, &err), OK);
    assert_int_equal(str_dup(s, &arena, &s, &err), OK);
    buf_release(&out);
    return s;
}

static void the_examples_of_rfc_6901_resolve_in_both_forms(void **state)
{
    const struct json *doc = tree_of(rfc_doc);

    (void)state;
    for (size_t i = 0; i < sizeof(rfc) / sizeof(rfc[0]); i++) {
        struct pointer p = must_parse(str_from(rfc[i].text));
        struct pointer q;
        const struct json *found = NULL;

        assert_int_equal(pointer_get(doc, &p, &found, &err), OK);
        assert_tree(found, rfc[i].value);
        assert_int_equal(
            pointer_parse_fragment(str_from(rfc[i].fragment), &arena, &q, &err),
            OK);
        assert_true(pointer_eq(&p, &q));
        assert_string_equal(written(&p, false).p, rfc[i].text);
        assert_string_equal(written(&p, true).p, rfc[i].fragment + 1);
    }
}

static void tokens_are_decoded_in_the_order_that_the_rfc_asks_for(void **state)
{
    struct pointer p = must_parse(STR("/~01/~10//x"));

    (void)state;
    assert_int_equal(p.n, 4);
    assert_string_equal(p.token[0].p, "~1");
    assert_string_equal(p.token[1].p, "/0");
    assert_int_equal(p.token[2].n, 0);
    assert_string_equal(p.token[3].p, "x");
}

static void bad_syntax_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
        bool fragment;
    } bad[] = {
        {"foo", 0, false},  {"/a~", 2, false},       {"/a~2b", 2, false},
        {"/~~0", 1, false}, {"/\xff", 1, false},     {"/\xc3", 1, false},
        {"#/a%", 3, true},  {"/a%2", 2, true},       {"/a%zz", 2, true},
        {"#x", 1, true},    {"/%C3%BC%ff", 7, true}, {"#/%20~x", 5, true},
        {"%", 0, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct str text = str_from(bad[i].text);
        struct pointer p;
        enum err rc = bad[i].fragment
                          ? pointer_parse_fragment(text, &arena, &p, &err)
                          : pointer_parse(text, &arena, &p, &err);

        assert_int_equal(rc, ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.line, 1);
        assert_int_equal(err.pos.offset, bad[i].offset);
        assert_int_equal(err.pos.column, bad[i].offset + 1);
    }
}

static void length_and_depth_are_limited(void **state)
{
    static char text[2 * POINTER_MAX_BYTES];
    struct pointer p;

    (void)state;
    memset(text, 'a', sizeof(text));
    text[0] = '/';
    assert_int_equal(must_parse((struct str){text, POINTER_MAX_BYTES}).n, 1);
    assert_int_equal(pointer_parse((struct str){text, POINTER_MAX_BYTES + 1},
                                   &arena, &p, &err),
                     ERR_LIMIT);
    memset(text, '/', sizeof(text));
    assert_int_equal(must_parse((struct str){text, POINTER_MAX_TOKENS}).n,
                     POINTER_MAX_TOKENS);
    assert_int_equal(pointer_parse((struct str){text, POINTER_MAX_TOKENS + 1},
                                   &arena, &p, &err),
                     ERR_LIMIT);
}

static void a_text_that_ends_inside_a_character_at_the_limit_is_refused(
    void **state)
{
    static char text[POINTER_MAX_BYTES];
    struct pointer p;

    (void)state;
    memset(text, 'a', sizeof(text));
    text[0] = '/';
    text[sizeof(text) - 1] = '\xc3';
    assert_int_equal(
        pointer_parse((struct str){text, sizeof(text)}, &arena, &p, &err),
        ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.offset, sizeof(text) - 1);
}

static void only_plain_digits_are_an_index(void **state)
{
    static const char *const not_one[] = {"",   "00",  "01", "-",  "-1", "+1",
                                          "1 ", "1e0", "x",  "1.", "٣"};
    size_t index = 7;

    (void)state;
    for (size_t i = 0; i < sizeof(not_one) / sizeof(not_one[0]); i++)
        assert_false(pointer_index(str_from(not_one[i]), &index));
    assert_true(pointer_index(STR("0"), &index));
    assert_int_equal(index, 0);
    assert_true(pointer_index(STR("4294967296"), &index));
    assert_int_equal(index, 4294967296);
    assert_true(pointer_index(STR("18446744073709551615"), &index));
    assert_true(index == SIZE_MAX);
    assert_true(pointer_index(STR("99999999999999999999999999"), &index));
    assert_true(index == SIZE_MAX);
}

static void an_error_says_at_which_token_it_ended_and_nothing_of_the_data(
    void **state)
{
    static const struct {
        const char *text;
        const char *begins;
    } missing[] = {
        {"/secret/x", "token 2 of 2"},
        {"/list/2", "token 2 of 2"},
        {"/list/-", "token 2 of 2"},
        {"/list/01", "token 2 of 2"},
        {"/list/0/a/b", "token 3 of 4"},
        {"/nothing/a/b", "token 1 of 3"},
        {"/list/99999999999999999999999", "token 2 of 2"},
    };
    const struct json *doc = tree_of("{\"secret\":\"hush\",\"list\":[1,2]}");

    (void)state;
    for (size_t i = 0; i < sizeof(missing) / sizeof(missing[0]); i++) {
        struct pointer p = must_parse(str_from(missing[i].text));
        const struct json *found = NULL;

        assert_int_equal(pointer_get(doc, &p, &found, &err), ERR_NOT_FOUND);
        assert_true(str_starts(str_from(err.msg), str_from(missing[i].begins)));
        assert_null(strstr(err.msg, "hush"));
        assert_null(strstr(err.msg, "secret"));
        assert_null(strstr(err.msg, "nothing/"));
    }
}

static void a_prefix_is_one_by_whole_tokens(void **state)
{
    struct pointer all = must_parse(STR(""));
    struct pointer a = must_parse(STR("/a"));
    struct pointer ab = must_parse(STR("/ab"));
    struct pointer deep = must_parse(STR("/a/b"));

    (void)state;
    assert_true(pointer_is_prefix(&all, &deep));
    assert_true(pointer_is_prefix(&a, &deep));
    assert_true(pointer_is_prefix(&a, &a));
    assert_false(pointer_is_prefix(&a, &ab));
    assert_false(pointer_is_prefix(&deep, &a));
    assert_true(pointer_eq(&deep, &deep));
    assert_false(pointer_eq(&a, &ab));
    assert_false(pointer_eq(&a, &deep));
}

/* Every value of a tree: its pointer, in both forms and back, leads to it. */
static void check_all(const struct json *root, const struct json *at,
                      struct str *token, size_t n)
{
    const struct pointer p = {token, n};
    struct pointer q;
    const struct json *found = NULL;
    size_t index = 0;

    q = must_parse(written(&p, false));
    assert_true(pointer_eq(&p, &q));
    assert_int_equal(
        pointer_parse_fragment(written(&p, true), &arena, &q, &err), OK);
    assert_true(pointer_eq(&p, &q));
    assert_int_equal(pointer_get(root, &q, &found, &err), OK);
    assert_ptr_equal(found, at);
    for (const struct json *c = at->first; c; c = c->next, index++) {
        token[n] = c->key;
        if (at->type == JSON_ARRAY)
            assert_int_equal(str_printf(&arena, &token[n], &err, "%zu", index),
                             OK);
        check_all(root, c, token, n + 1);
    }
}

static void every_value_of_many_trees_is_found_by_its_pointer(void **state)
{
    struct dice d = {42};
    struct str token[10];

    (void)state;
    for (int i = 0; i < 300; i++) {
        const struct json *root = dice_tree(&d, 4);

        check_all(root, root, token, 0);
    }
}

static void all_characters_survive_both_forms(void **state)
{
    (void)state;
    for (uint32_t cp = 0; cp <= 0x10ffff; cp += cp < 0x3000 ? 1 : 97) {
        char json[24];
        struct str token;
        struct pointer p = {&token, 1};
        struct pointer q;

        if (cp >= 0xd800 && cp <= 0xdfff)
            continue;
        if (cp > 0xffff)
            (void)snprintf(json, sizeof(json), "\"\\u%04x\\u%04x\"",
                           0xd800 + ((cp - 0x10000) >> 10),
                           0xdc00 + ((cp - 0x10000) & 0x3ff));
        else
            (void)snprintf(json, sizeof(json), "\"\\u%04x\"", cp);
        token = tree_of(json)->text;
        q = must_parse(written(&p, false));
        assert_true(pointer_eq(&p, &q));
        assert_int_equal(
            pointer_parse_fragment(written(&p, true), &arena, &q, &err), OK);
        assert_true(pointer_eq(&p, &q));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            the_examples_of_rfc_6901_resolve_in_both_forms, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            tokens_are_decoded_in_the_order_that_the_rfc_asks_for, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(bad_syntax_is_refused_with_its_place,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(length_and_depth_are_limited, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_text_that_ends_inside_a_character_at_the_limit_is_refused, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(only_plain_digits_are_an_index, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            an_error_says_at_which_token_it_ended_and_nothing_of_the_data,
            set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_prefix_is_one_by_whole_tokens, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            every_value_of_many_trees_is_found_by_its_pointer, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(all_characters_survive_both_forms,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
