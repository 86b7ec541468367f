/* Documents that are made to hurt: deep, wide, long. */
#include "json_cover.h"

#include "base/mem.h"
#include "base/nightly.h"

static struct str repeat(const char *unit, size_t n)
{
    size_t size = strlen(unit);
    char *text = arena_alloc(&arena, n * size + 1, &err);

    assert_non_null(text);
    for (size_t i = 0; i < n * size; i++)
        text[i] = unit[i % size];
    return (struct str){text, n * size};
}

static struct str joined(struct str a, struct str b, struct str c)
{
    struct str out = {0};
    struct buf text;

    buf_init(&text, (size_t)256 << 20);
    buf_put_str(&text, a);
    buf_put_str(&text, b);
    buf_put_str(&text, c);
    assert_int_equal(str_dup(buf_str(&text), &arena, &out, &err), OK);
    buf_release(&text);
    return out;
}

static void values_512_deep_are_found(void **state)
{
    static const char *const open[] = {"[", "{\"k\":", "[{\"key\":"};
    static const char *const close[] = {"]", "}", "}]"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        size_t n = i == 2 ? 256 : 512;
        const struct json *root = parse(
            joined(repeat(open[i], n), STR("\"here\""), repeat(close[i], n)));

        chunk_tree(root);
        assert_int_equal(n_kept, 1);
        assert_covered(root);
    }
}

static void too_deep_is_an_error(void **state)
{
    struct json_chunker *c = begin();
    enum err rc = OK;
    size_t n = 0;

    (void)state;
    for (; !rc && n < 2000; n++)
        rc = json_chunker_open(c, STR("k"), JSON_OBJECT, &err);
    assert_int_equal(rc, ERR_LIMIT);
    assert_int_equal(n, JSON_CHUNK_MAX_DEPTH + 1);
    json_chunker_free(c);
}

static void a_million_leaves_are_a_few_thousand_chunks(void **state)
{
    const struct json leaf = {.type = JSON_NUMBER, .text = STR("123456")};
    struct json_chunker *c = begin();

    (void)state;
    assert_int_equal(json_chunker_open(c, STR(""), JSON_ARRAY, &err), OK);
    for (size_t i = 0; i < 1000000; i++)
        assert_int_equal(json_chunker_value(c, &leaf, &err), OK);
    assert_int_equal(json_chunker_close(c, &err), OK);
    json_chunker_free(c);
    assert_true(n_kept > 1000 && n_kept < 5000);
    assert_string_equal(kept[n_kept - 1].last_pointer.p, "/999999");
}

static size_t put_bytes;

static enum err count_bytes(void *ctx, const struct json_chunk *chunk,
                            struct error *e)
{
    (void)ctx;
    (void)e;
    put_bytes += chunk->text.n - chunk->lead_bytes - chunk->overlap_bytes;
    return OK;
}

/* 64 MiB, of which `make test` has a quarter. */
static void a_string_of_64_mib_is_cut_in_one_go(void **state)
{
    const struct json_chunk_sink sink = {count_bytes, NULL};
    struct json_chunker *c = json_chunker_new(&config, grain, sink, &err);
    const size_t sixteens = (size_t)(nightly() ? 4 : 1) << 20;
    struct json v = {.type = JSON_STRING,
                     .text = repeat("Sixteen bytes...", sixteens)};

    (void)state;
    assert_non_null(c);
    put_bytes = 0;
    assert_int_equal(json_chunker_value(c, &v, &err), OK);
    json_chunker_free(c);
    assert_int_equal(put_bytes, 16 * sixteens);
}

static void a_key_of_megabytes_is_represented_by_its_parent(void **state)
{
    const struct json *root =
        parse(joined(STR("{\"a\":{\""), repeat("k/", (size_t)2 << 20),
                     STR("\":[{\"b\":[1,{\"c\":2}]}],\"d\":[{\"e\":3}]}}")));

    (void)state;
    chunk_tree(root);
    assert_int_equal(n_kept, 2);
    assert_string_equal(kept[0].pointer.p, "/a");
    assert_string_equal(kept[1].pointer.p, "/a/d/0");
    assert_covered(root);
}

static void long_keys_leave_room_for_values(void **state)
{
    const struct json *root = parse(joined(
        joined(STR("{\""), repeat("a.b ", 1000), STR("\":{\"")),
        repeat("\xe9\x94\x80", 3000), STR("\":{\"x\":[{\"y\":\"value\"}]}}}")));

    (void)state;
    chunk_tree(root);
    assert_int_equal(n_kept, 1);
    assert_covered(root);
}

static void wide_and_empty_costs_no_chunk(void **state)
{
    (void)state;
    chunk_tree(
        parse(joined(STR("[null"), repeat(",[[],{}]", 200000), STR("]"))));
    assert_int_equal(n_kept, 0);
}

static void a_chat_is_a_chunk_a_message(void **state)
{
    const struct json *root = parse(
        joined(STR("{\"messages\":[{}"),
               repeat(",{\"role\":\"user\",\"content\":[{\"type\":\"text\","
                      "\"text\":\"How do I rotate the key?\"}]}",
                      100),
               STR("]}")));

    (void)state;
    chunk_tree(root);
    assert_int_equal(n_kept, 100);
    assert_chunk(0, JSON_CHUNK_RECORD, "/messages/1",
                 "path=/messages/1; role=user; content.type=text; "
                 "content.text=How do I rotate the key?");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_512_deep_are_found),
        TEST(too_deep_is_an_error),
        TEST(a_million_leaves_are_a_few_thousand_chunks),
        TEST(a_string_of_64_mib_is_cut_in_one_go),
        TEST(a_key_of_megabytes_is_represented_by_its_parent),
        TEST(long_keys_leave_room_for_values),
        TEST(wide_and_empty_costs_no_chunk),
        TEST(a_chat_is_a_chunk_a_message),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
