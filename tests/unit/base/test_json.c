#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "base/json.h"

#include "base/fs.h"
#include "testdata.h"

#include <dirent.h>
#include <string.h>

static enum err parse(struct str text, struct json **root)
{
    *root = NULL;
    return json_parse(text, &json_default_limits, &arena, root, &err);
}

static struct json *must_parse(const char *text)
{
    struct json *root;

    if (parse(str_from(text), &root) != OK)
        fail_msg("'%s' was refused: %s", text, err.msg);
    return root;
}

/* The tree written again, without white space. */
static struct str rewritten(const struct json *j, struct buf *out)
{
    struct jsonw w;
    struct str s;

    buf_init(out, 64 * MIB);
    jsonw_init(&w, out);
    json_write(j, &w);
    assert_int_equal(buf_finish(out, &s, &err), OK);
    return s;
}

static void assert_rewritten(const char *text, const char *expected)
{
    struct buf out;
    struct str s = rewritten(must_parse(text), &out);

    assert_string_equal(s.p, expected);
    buf_release(&out);
}

static void each_kind_of_value_has_its_type(void **state)
{
    const struct json *j = must_parse(" [null,false,true,-1.5,\"x\",[],{}] ");
    enum json_type type = JSON_NULL;

    (void)state;
    assert_int_equal(j->type, JSON_ARRAY);
    assert_int_equal(j->count, 7);
    for (const struct json *c = j->first; c; c = c->next)
        assert_int_equal(c->type, type++);
    assert_int_equal(type, JSON_OBJECT + 1);
}

static void a_number_keeps_its_text(void **state)
{
    static const char *const texts[] = {
        "0",
        "-0",
        "123456789012345678901234567890",
        "1E400",
        "-0.10e+01",
        "0.1000000000000000000000000000000000000000000000000000000000000"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const struct json *j = must_parse(texts[i]);

        assert_int_equal(j->type, JSON_NUMBER);
        assert_string_equal(j->text.p, texts[i]);
        assert_rewritten(texts[i], texts[i]);
    }
}

static void keys_keep_their_order(void **state)
{
    (void)state;
    assert_rewritten("{ \"z\" : 1 ,\n\"a\":{\"y\":[ ],\"b\":null} }",
                     "{\"z\":1,\"a\":{\"y\":[],\"b\":null}}");
}

static void escapes_are_decoded(void **state)
{
    const struct json *j = must_parse(
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u4E2d\\uD834\\udd1e\"");

    (void)state;
    assert_string_equal(j->text.p, "\"\\/\b\f\n\r\t\u00e9\u4e2d\U0001d11e");
}

static void a_nul_inside_a_string_or_key_cuts_nothing(void **state)
{
    const struct json *j = must_parse("{\"a\\u0000b\":\"c\\u0000d\"}");

    (void)state;
    assert_int_equal(j->first->key.n, 3);
    assert_int_equal(j->first->text.n, 3);
    assert_rewritten("{\"a\\u0000b\":1,\"a\\u0000c\":2,\"a\":3}",
                     "{\"a\\u0000b\":1,\"a\\u0000c\":2,\"a\":3}");
}

static void writing_and_reading_again_gives_the_same_text(void **state)
{
    static const char text[] =
        "[{\"k\\\"ey\":\"tab\\tquote\\\" \\u0001 \u00e9 \U0001f600\"},"
        "[[[]]],1e5,{},\"\",true,{\"\":{\"\":null}}]";

    (void)state;
    assert_rewritten(text, text);
}

struct refusal {
    const char *text;
    uint64_t line;
    uint64_t column;
    uint64_t offset;
    const char *says;
};

static void check_refusal(const struct refusal *r)
{
    struct json *root;

    err = (struct error){0};
    if (parse(str_from(r->text), &root) != ERR_VALIDATION_FAILED)
        fail_msg("'%s' was not refused", r->text);
    assert_null(root);
    if (err.pos.line != r->line || err.pos.column != r->column ||
        err.pos.offset != r->offset || !strstr(err.msg, r->says))
        fail_msg("'%s': %llu:%llu (%llu) %s", r->text,
                 (unsigned long long)err.pos.line,
                 (unsigned long long)err.pos.column,
                 (unsigned long long)err.pos.offset, err.msg);
}

static void check_refusals(const struct refusal *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        check_refusal(&list[i]);
}
#define CHECK(list) check_refusals(list, sizeof(list) / sizeof((list)[0]))

static void a_broken_structure_is_refused_where_it_breaks(void **state)
{
    static const struct refusal list[] = {
        {"", 1, 1, 0, "ends where a value must be"},
        {" \n ", 2, 2, 3, "ends where a value must be"},
        {"[1,]", 1, 3, 2, "remove the ',' before ']'"},
        {"{\"a\":1,\n}", 1, 7, 6, "remove the ',' before '}'"},
        {"[,1]", 1, 2, 1, "a value is missing before ','"},
        {"[1,,2]", 1, 4, 3, "a value is missing before ','"},
        {"[1 2]", 1, 4, 3, "',' or ']' is missing"},
        {"[1\n\n  2]", 3, 3, 6, "',' or ']' is missing"},
        {"{\"a\":1 \"b\":2}", 1, 8, 7, "',' or '}' is missing"},
        {"{\"a\" 1}", 1, 6, 5, "':' is missing"},
        {"{\"a\":}", 1, 6, 5, "a value is missing before '}'"},
        {"{a:1}", 1, 2, 1, "double quotes"},
        {"{1:1}", 1, 2, 1, "double quotes"},
        {"{,}", 1, 2, 1, "double quotes"},
        {"\n [1", 2, 4, 4, "line 2, column 2 is never closed"},
        {"[1,", 1, 4, 3, "line 1, column 1 is never closed"},
        {"{\"a\":[", 1, 7, 6, "the array that opens at line 1, column 6"},
        {"{\"a\":1", 1, 7, 6, "the object that opens at line 1, column 1"},
        {"{\"a\"", 1, 5, 4, "':' is missing"},
        {"[1}", 1, 3, 2, "',' or ']' is missing"},
        {"]", 1, 1, 0, "a value is missing before ']'"},
        {"1 2", 1, 3, 2, "text follows"},
        {"[]]", 1, 3, 2, "text follows"},
        {"{} // x", 1, 4, 3, "text follows"},
        {"[\r\n\r\n1 x]", 3, 3, 7, "',' or ']' is missing"},
        {"[\r1 x]", 2, 3, 4, "',' or ']' is missing"},
    };

    (void)state;
    CHECK(list);
}

static void what_other_languages_write_is_refused_with_advice(void **state)
{
    static const struct refusal list[] = {
        {"[NaN]", 1, 2, 1, "NaN is not JSON"},
        {"[Infinity]", 1, 2, 1, "Infinity is not JSON"},
        {"[-Infinity]", 1, 2, 1, "Infinity is not JSON"},
        {"[True]", 1, 2, 1, "write true"},
        {"[None]", 1, 2, 1, "write null"},
        {"['a']", 1, 2, 1, "double quotes"},
        {"[1,/* x */2]", 1, 4, 3, "no comments"},
        {"# x\n[]", 1, 1, 0, "no comments"},
        {"\xef\xbb\xbf[]", 1, 1, 0, "byte-order mark"},
        {"[nul]", 1, 2, 1, "no value begins here"},
        {"[\f1]", 1, 2, 1, "no value begins here"},
    };

    (void)state;
    CHECK(list);
}

static void a_malformed_number_is_refused(void **state)
{
    static const struct refusal list[] = {
        {"-", 1, 2, 1, "a digit must follow the '-'"},
        {"[-a]", 1, 3, 2, "a digit must follow the '-'"},
        {"01", 1, 1, 0, "leading zeros"},
        {"-01", 1, 2, 1, "leading zeros"},
        {"1.", 1, 3, 2, "must follow the '.'"},
        {"1.e3", 1, 3, 2, "must follow the '.'"},
        {".5", 1, 1, 0, "before the '.'"},
        {"+1", 1, 1, 0, "'+'"},
        {"1e", 1, 3, 2, "must follow the 'e'"},
        {"1E+", 1, 4, 3, "must follow the 'e'"},
        {"0x1F", 1, 2, 1, "text follows"},
        {"1_000", 1, 2, 1, "text follows"},
    };

    (void)state;
    CHECK(list);
}

static void a_malformed_string_is_refused(void **state)
{
    static const struct refusal list[] = {
        {"[\"abc", 1, 2, 1, "never closed"},
        {"[\"abc\\\"]", 1, 2, 1, "never closed"},
        {"\"\\", 1, 1, 0, "never closed"},
        {"\"a\tb\"", 1, 3, 2, "U+0009"},
        {"\"a\nb\"", 1, 3, 2, "write it as \\u000a"},
        {"\"\\x41\"", 1, 2, 1, "no such escape"},
        {"\"\\U0041\"", 1, 2, 1, "no such escape"},
        {"\"\\u12G4\"", 1, 2, 1, "four hexadecimal"},
        {"\"\\u12\"", 1, 2, 1, "four hexadecimal"},
        {"\"ab\\ud800\"", 1, 4, 3, "\\ud800 is half"},
        {"\"\\udc00\\ud800\"", 1, 2, 1, "\\udc00 is half"},
        {"\"\\ud800\\u0041\"", 1, 2, 1, "half"},
        {"\"\\ud800\\\\u0041\"", 1, 2, 1, "half"},
        {"\"caf\xe9\"", 1, 5, 4, "not UTF-8"},
        {"\"\xc0\x80\"", 1, 2, 1, "not UTF-8"},
        {"\"\xed\xa0\x80\"", 1, 2, 1, "not UTF-8"},
    };

    (void)state;
    CHECK(list);
}

static void a_key_that_appears_twice_is_refused(void **state)
{
    static const struct refusal list[] = {
        {"{\"a\":1,\"a\":2}", 1, 8, 7, "in the object already"},
        {"{\"a\":1,\n \"\\u0061\":2}", 2, 2, 9, "in the object already"},
        {"[{\"\":{\"\":1},\"\":1}]", 1, 13, 12, "in the object already"},
    };

    (void)state;
    CHECK(list);
    assert_null(strstr(err.msg, "'a'")); /* a key is content */
}

static void duplicates_are_kept_when_asked_for(void **state)
{
    struct json_limits lim = {.max_depth = 10, .keep_duplicates = true};
    struct json *root = NULL;

    (void)state;
    assert_int_equal(
        json_parse(STR("{\"a\":1,\"a\":2}"), &lim, &arena, &root, &err), OK);
    assert_int_equal(root->count, 2);
    assert_string_equal(json_find(root, "a")->text.p, "1");
}

/* {"k0":0,...} in `b`; the key of `twice`, when under n, appears again. */
static struct str many_keys(struct buf *b, unsigned n, unsigned twice)
{
    buf_init(b, 64 * MIB);
    buf_put_char(b, '{');
    for (unsigned i = 0; i < n; i++)
        buf_printf(b, "%s\"k%u\":{\"k%u\":1}", i ? "," : "", i, i);
    if (twice < n)
        buf_printf(b, ",\"k%u\":0", twice);
    buf_put_char(b, '}');
    return buf_str(b);
}

static void a_large_object_is_checked_for_every_duplicate(void **state)
{
    static const unsigned sizes[] = {1, 7, 8, 9, 32, 33, 1000, 100000};
    struct json *root;
    struct buf b;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        unsigned n = sizes[i];
        unsigned spots[] = {0, n / 2, n - 1};

        assert_int_equal(parse(many_keys(&b, n, n), &root), OK);
        assert_int_equal(root->count, n);
        buf_release(&b);
        for (int s = 0; s < 3; s++) {
            struct str text = many_keys(&b, n, spots[s]);

            assert_int_equal(parse(text, &root), ERR_VALIDATION_FAILED);
            assert_int_equal(err.pos.offset, strrchr(text.p, ',') + 1 - text.p);
            buf_release(&b);
        }
        arena_reset(&arena);
    }
}

static void objects_side_by_side_may_share_keys(void **state)
{
    struct json *root;
    struct buf b;

    (void)state;
    buf_init(&b, MIB);
    buf_put_char(&b, '[');
    for (int i = 0; i < 50; i++) {
        buf_puts(&b, i ? ",{" : "{");
        for (int k = 0; k < 20; k++)
            buf_printf(&b, "%s\"%d\":%d", k ? "," : "", k, i);
        buf_put_char(&b, '}');
    }
    buf_put_char(&b, ']');
    assert_int_equal(parse(buf_str(&b), &root), OK);
    buf_release(&b);
}

static struct str nested(struct buf *b, unsigned depth)
{
    buf_init(b, 64 * MIB);
    for (unsigned i = 0; i < depth; i++)
        buf_puts(b, i % 2 ? "{\"a\":" : "[");
    buf_put_char(b, '1');
    for (unsigned i = depth; i > 0; i--)
        buf_put_char(b, i % 2 ? ']' : '}');
    return buf_str(b);
}

static void the_depth_limit_is_exact(void **state)
{
    struct json *root;
    struct buf b;
    struct buf out;

    (void)state;
    assert_int_equal(parse(nested(&b, 512), &root), OK);
    assert_true(str_eq(rewritten(root, &out), buf_str(&b)));
    buf_release(&b);
    buf_release(&out);
    assert_int_equal(parse(nested(&b, 513), &root), ERR_LIMIT);
    assert_int_equal(err.pos.offset, 512 / 2 * 6);
    assert_int_equal(err.pos.line, 1);
    buf_release(&b);
}

static void a_million_open_brackets_do_no_harm(void **state)
{
    struct json *root;
    struct buf b;

    (void)state;
    buf_init(&b, 2 * MIB);
    for (size_t i = 0; i < MIB; i++)
        buf_put_char(&b, '[');
    assert_int_equal(parse(buf_str(&b), &root), ERR_LIMIT);
    buf_release(&b);
}

static void a_full_arena_is_a_limit(void **state)
{
    struct json *root = NULL;
    struct arena small;

    (void)state;
    arena_init(&small, 1000);
    assert_int_equal(json_parse(STR("[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]"),
                                &json_default_limits, &small, &root, &err),
                     ERR_LIMIT);
    assert_null(root);
    arena_release(&small);
}

static void nothing_borrows_the_text(void **state)
{
    char text[] = "{\"key\":\"value\",\"n\":12}";
    struct json *root;

    (void)state;
    assert_int_equal(parse(str_from(text), &root), OK);
    memset(text, '#', sizeof(text) - 1);
    assert_true(str_is(json_text(json_find(root, "key")), "value"));
    assert_string_equal(json_find(root, "n")->text.p, "12");
}

static void members_are_found_by_name(void **state)
{
    const struct json *j =
        must_parse("{\"a\":\"x\",\"b\":true,\"c\":2.5,\"d\":[1],\"e\":7}");

    (void)state;
    assert_true(json_is(json_find(j, "a"), "x"));
    assert_false(json_is(json_find(j, "a"), "y"));
    assert_true(json_is_true(json_find(j, "b")));
    assert_true(json_double(json_find(j, "c")) == 2.5);
    assert_null(json_find(j, "z"));
    assert_null(json_find(NULL, "a"));
    assert_null(json_find(json_find(j, "d"), "a"));
    assert_false(json_is(NULL, "x"));
    assert_false(json_is_true(json_find(j, "a")));
    assert_int_equal(json_text(json_find(j, "c")).n, 0);
    assert_int_equal(json_text(NULL).n, 0);
    assert_true(json_double(NULL) == 0);
    assert_int_equal(json_u64(json_find(j, "e"), 7), 7);
    assert_int_equal(json_u64(json_find(j, "e"), 6), 0);
    assert_int_equal(json_u64(json_find(j, "c"), 7), 0);
    assert_int_equal(json_u64(json_find(j, "a"), 7), 0);
    assert_int_equal(json_u64(NULL, 7), 0);
}

static void the_texts_of_a_list_are_read(void **state)
{
    const struct json *j = must_parse("{\"a\":[\"x\",\"\",2]}");
    struct error e = {0};
    struct str *texts = NULL;
    size_t n = 9;

    (void)state;
    assert_int_equal(json_texts(json_find(j, "a"), &arena, &texts, &n, &e), OK);
    assert_int_equal(n, 3);
    assert_true(str_is(texts[0], "x"));
    assert_int_equal(texts[2].n, 0);
    assert_int_equal(json_texts(json_find(j, "z"), &arena, &texts, &n, &e), OK);
    assert_int_equal(n, 0);
}

static void a_whole_number_is_read_within_its_bounds(void **state)
{
    static const char *const bad[] = {
        "-1",  "1.0",  "1e2",  "\"5\"",
        "101", "true", "null", "99999999999999999999"};
    uint64_t v = 7;

    (void)state;
    assert_int_equal(json_read_u64(must_parse("100"), "n", 100, &v, &err), OK);
    assert_int_equal(v, 100);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(json_read_u64(must_parse(bad[i]), "n", 100, &v, &err),
                         ERR_VALIDATION_FAILED);
        assert_string_equal(err.msg,
                            "'n' must be a whole number from 0 to 100");
    }
    assert_int_equal(json_read_u64(NULL, "n", 100, &v, &err),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg, "'n' is missing");
}

static void checking_builds_no_tree_but_reads_all(void **state)
{
    static const char *const good[] = {
        "0",  "\"a\"",        "[]",
        "{}", " [1,[2,{}]] ", "{\"a\":{\"b\":[1,\"x\"]},\"a\":2}"};
    static const char *const bad[] = {"",      "[1,]",      "{\"a\":}", "[1 2]",
                                      "{1:2}", "[\"\\x\"]", "[1]]",     "{,}"};
    struct buf many;

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
        assert_int_equal(json_check(str_from(good[i]), &err), OK);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(json_check(str_from(bad[i]), &err),
                         ERR_VALIDATION_FAILED);
        assert_int_equal(err.pos.line, 1);
    }
    /* far over its budget, had it a tree or kept the keys */
    buf_init(&many, 8 * MIB);
    buf_puts(&many, "[[1");
    for (int i = 0; i < 500000; i++)
        buf_puts(&many, i % 3 ? ",\"a\"" : "],[1");
    buf_puts(&many, "]]");
    assert_int_equal(json_check(buf_str(&many), &err), OK);
    buf_reset(&many);
    buf_puts(&many, "{\"a\":0");
    for (int i = 0; i < 500000; i++)
        buf_puts(&many, ",\"a\":{}");
    buf_puts(&many, "}");
    assert_int_equal(json_check(buf_str(&many), &err), OK);
    buf_release(&many);
}

/* One file of the suite against what its name says. */
static void check_suite_file(const char *folder, const char *name)
{
    struct json_limits lim = {.max_depth = 512, .keep_duplicates = true};
    struct json *root = NULL;
    struct error checked = {0};
    struct str text;
    enum err rc;
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    assert_int_equal(fs_read_file(path, name, MIB, &arena, &text, &err), OK);
    rc = json_parse(text, &lim, &arena, &root, &err);
    if ((name[0] == 'y' && rc != OK) || (name[0] == 'n' && rc == OK))
        fail_msg("%s: %s", name, rc == OK ? "accepted" : err.msg);
    assert_int_equal(json_check(text, &checked), rc);
    if (rc != OK)
        assert_memory_equal(&checked.pos, &err.pos, sizeof(err.pos));
    if (rc != OK && (err.pos.line == 0 || err.pos.offset > text.n))
        fail_msg("%s: no position", name);
    if (strstr(name, "y_object_duplicated_key"))
        assert_int_equal(parse(text, &root), ERR_VALIDATION_FAILED);
    arena_reset(&arena);
}

static void the_conformance_suite_is_followed(void **state)
{
    char folder[4096];
    struct dirent *entry;
    unsigned files = 0;
    DIR *dir;

    (void)state;
    testdata_path("json/suite", folder, sizeof(folder));
    dir = opendir(folder);
    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        if (!strstr(entry->d_name, ".json"))
            continue;
        check_suite_file(folder, entry->d_name);
        files++;
    }
    (void)closedir(dir);
    assert_true(files > 100);
}

#define T(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(each_kind_of_value_has_its_type),
        T(a_number_keeps_its_text),
        T(keys_keep_their_order),
        T(escapes_are_decoded),
        T(a_nul_inside_a_string_or_key_cuts_nothing),
        T(writing_and_reading_again_gives_the_same_text),
        T(a_broken_structure_is_refused_where_it_breaks),
        T(what_other_languages_write_is_refused_with_advice),
        T(a_malformed_number_is_refused),
        T(a_malformed_string_is_refused),
        T(a_key_that_appears_twice_is_refused),
        T(duplicates_are_kept_when_asked_for),
        T(a_large_object_is_checked_for_every_duplicate),
        T(objects_side_by_side_may_share_keys),
        T(the_depth_limit_is_exact),
        T(a_million_open_brackets_do_no_harm),
        T(a_full_arena_is_a_limit),
        T(nothing_borrows_the_text),
        T(members_are_found_by_name),
        T(the_texts_of_a_list_are_read),
        T(a_whole_number_is_read_within_its_bounds),
        T(checking_builds_no_tree_but_reads_all),
        T(the_conformance_suite_is_followed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
