#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "base/json.h"

#include <stdio.h>
#include <string.h>

static enum err parse(struct str text, struct json **root)
{
    *root = NULL;
    return json_parse(text, &json_default_limits, &arena, root, &err);
}

/*
 * Objects of a list lend their keys to the next (json.c), which must not hide
 * a key that comes twice.
 */
static void a_key_that_comes_twice_is_found_after_objects_like_it(void **state)
{
    static const struct {
        const char *text;
        size_t at;
    } refused[] = {
        {"[{'a':1,'b':2},{'a':1,'a':2}]", 22},
        {"[{'a':1},{'a':1,'b':2,'a':3}]", 22},
        {"[{'a':1,'b':2},{'b':1,'a':2,'b':2}]", 28},
        {"[{'o':{'x':1,'y':2}},{'o':{'x':1,'x':2}}]", 33},
        {"[{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9},"
         "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9,'j':0,"
         "'b':0}]",
         118},
    };
    struct json *root;
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        size_t n = strlen(refused[i].text);

        for (size_t k = 0; k <= n; k++)
            text[k] = refused[i].text[k] == '\'' ? '"' : refused[i].text[k];
        assert_int_equal(parse((struct str){text, n}, &root),
                         ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.offset, refused[i].at);
    }
}

static void objects_of_a_list_may_have_keys_of_their_own(void **state)
{
    static const char *const texts[] = {
        "[{\"a\":1,\"b\":{\"c\":1}},{\"b\":{\"c\":1},\"a\":2},{},{\"a\":[]}]",
        "[{\"a\":{\"x\":1}},{\"a\":[{\"y\":1},{\"x\":2}]},{\"a\":{\"y\":1}}]",
        "[1,{\"a\":1},{\"a\":1,\"b\":2},\"s\",{\"a\":1,\"b\":2,\"c\":3}]",
        "{\"p\":{\"a\":1},\"q\":{\"a\":2,\"b\":[[],[{\"a\":1}],[{\"b\":1}]]}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct json *root;
        struct buf out;
        struct jsonw w;

        assert_int_equal(parse(str_from(texts[i]), &root), OK);
        buf_init(&out, 4096);
        jsonw_init(&w, &out);
        json_write(root, &w);
        assert_string_equal(out.p, texts[i]);
        buf_release(&out);
    }
}

/* Eight bytes are looked at together: each place in the word must count. */
static void what_a_string_may_not_hold_is_found_at_every_place(void **state)
{
    static const char *const inside[] = {"\x1f", "\xff", "\\x", "\\ud800"};
    char text[60];
    struct json *root;

    (void)state;
    for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++) {
        for (int at = 0; at < 20; at++) {
            (void)snprintf(text, sizeof(text), "\"%.*s%s        \"", at,
                           "aaaaaaaaaaaaaaaaaaaaaaaa", inside[i]);
            assert_int_equal(parse(str_from(text), &root),
                             ERR_VALIDATION_FAILED);
            assert_int_equal(err.pos.offset, at + 1);
        }
    }
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_key_that_comes_twice_is_found_after_objects_like_it),
        T(objects_of_a_list_may_have_keys_of_their_own),
        T(what_a_string_may_not_hold_is_found_at_every_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
