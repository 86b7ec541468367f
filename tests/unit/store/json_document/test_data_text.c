#include "data_fixture.h"

#include "base/fs.h"
#include "base/testdata.h"
#include "base/utf8.h"
#include "store/json_document/data.h"

#include <stdio.h>
#include <string.h>

#define TEXT_MAX_BYTES ((size_t)16 << 20)

static void write_value(enum data_operation operation, struct str pointer,
                        struct str value)
{
    const struct data_edit d = {.operation = operation,
                                .pointer = pointer,
                                .value = value,
                                .author = STR("test")};
    struct data_written w;

    assert_ok(data_edit(&base, &d, &arena, &w, &err));
}

static struct json *read_at(struct str pointer)
{
    struct data_value v;
    struct json *j = NULL;

    assert_ok(data_get(&base, pointer, 0, &arena, &v, &err));
    assert_ok(json_parse(v.text, &json_default_limits, &arena, &j, &err));
    return j;
}

static void assert_read(const char *pointer, const char *text)
{
    struct data_value v;

    assert_ok(data_get(&base, str_from(pointer), 0, &arena, &v, &err));
    assert_int_equal(v.text.n, strlen(text));
    assert_memory_equal(v.text.p, text, v.text.n);
}

/* RFC 6901 section 5. The document is mounted, so "" of it is "/doc". */
static void the_examples_of_the_rfc_are_read_through_a_base(void **state)
{
    static const char *const examples[][2] = {
        {"/doc/foo", "[\"bar\",\"baz\"]"},
        {"/doc/foo/0", "\"bar\""},
        {"/doc/", "0"},
        {"/doc/a~1b", "1"},
        {"/doc/c%d", "2"},
        {"/doc/e^f", "3"},
        {"/doc/g|h", "4"},
        {"/doc/i\\j", "5"},
        {"/doc/k\"l", "6"},
        {"/doc/ ", "7"},
        {"/doc/m~0n", "8"},
    };
    static const char text[] =
        "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,"
        "\"g|h\":4,\"i\\\\j\":5,\"k\\\"l\":6,\" \":7,\"m~n\":8}";

    (void)state;
    write_value(DATA_CREATE, STR("/doc"), str_from(text));
    assert_read("/doc", text);
    for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++)
        assert_read(examples[i][0], examples[i][1]);
    for (size_t i = 1; i < sizeof(examples) / sizeof(examples[0]); i++) {
        write_value(DATA_SET, str_from(examples[i][0]), STR("\"new\""));
        assert_read(examples[i][0], "\"new\"");
    }
}

/* Each assigned and unassigned code point but the surrogates, as a key and in a
 * text, in one document of many runs. */
static void every_character_is_a_key_and_a_text_of_a_base(void **state)
{
    struct str text;
    struct jsonw w;
    struct buf b;
    const struct json *m;
    uint32_t step = 97; /* with 128 at the ends of each plane: 14,000 */

    (void)state;
    buf_init(&b, TEXT_MAX_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    for (uint32_t cp = 0; cp <= 0x10FFFF; cp++) {
        char bytes[4];
        struct str s = {bytes, 0};

        if ((cp >= 0xD800 && cp <= 0xDFFF) ||
            (cp > 0x7FF && cp % step && (cp & 0xFFFF) > 128 &&
             (cp & 0xFFFF) < 0xFF80))
            continue;
        s.n = utf8_encode(cp, bytes);
        jsonw_key_str(&w, s);
        jsonw_str(&w, s);
    }
    jsonw_end_object(&w);
    assert_ok(buf_finish(&b, &text, &err));
    write_value(DATA_CREATE, STR("/all"), text);
    m = read_at(STR("/all"));
    assert_true(m->count > 10000);
    for (m = m->first; m; m = m->next)
        assert_true(str_eq(m->key, m->text));
    assert_true(tree_same(read_at(STR("/all")), parse(b.p)));
    buf_release(&b);
}

static void check_key(struct str key)
{
    struct buf pointer, value;
    struct jsonw w;

    buf_init(&pointer, 100);
    buf_init(&value, 100);
    buf_puts(&pointer, "/keys");
    pointer_write_token(key, &pointer);
    jsonw_init(&w, &value);
    jsonw_str(&w, key);
    write_value(DATA_CREATE, buf_str(&pointer), buf_str(&value));
    assert_true(str_eq(read_at(buf_str(&pointer))->text, key));
    buf_release(&pointer);
    buf_release(&value);
}

/* Composed and decomposed letters are two keys, as JSON has it. */
static void a_key_of_any_script_is_found(void **state)
{
    static const struct str keys[] = {{"Año", 4},
                                      {"销售额", 9},
                                      {"مبيعات", 12},
                                      {"продажи", 14},
                                      {"e\xCC\x81", 3},
                                      {"\xC3\xA9", 2},
                                      {"👩\xE2\x80\x8D👧", 11},
                                      {"\xF4\x8F\xBF\xBF", 4},
                                      {"\0", 1},
                                      {"a\0b", 3},
                                      {"~1", 2},
                                      {"a/b~c", 5}};
    const size_t n = sizeof(keys) / sizeof(keys[0]);

    (void)state;
    write_value(DATA_CREATE, STR("/keys"), STR("{}"));
    for (size_t i = 0; i < n; i++)
        check_key(keys[i]);
    assert_int_equal(read_at(STR("/keys"))->count, n);
}

static void check_refused(struct str value)
{
    const struct data_edit d = {.operation = DATA_CREATE,
                                .pointer = STR("/bad"),
                                .value = value,
                                .author = STR("test")};
    struct data_written w;

    assert_int_equal(data_edit(&base, &d, &arena, &w, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, 1);
    assert_int_equal(err.pos.column, 2);
}

static void bytes_that_are_no_utf8_are_refused_with_their_place(void **state)
{
    static const char *const bad[] = {
        "\x80",         "\xC0\xAF",         "\xE0\x80\xAF",
        "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80",
        "\xFE",         "\xE2\x82",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char text[20];
        int n = snprintf(text, sizeof(text), "\"%s\"", bad[i]);

        check_refused((struct str){text, (size_t)n});
    }
    assert_int_equal(read_at(STR(""))->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PART_TEST(the_examples_of_the_rfc_are_read_through_a_base),
        PART_TEST(every_character_is_a_key_and_a_text_of_a_base),
        PART_TEST(a_key_of_any_script_is_found),
        PART_TEST(bytes_that_are_no_utf8_are_refused_with_their_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
