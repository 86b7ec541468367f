#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/backend/qdrant_read.h"

static struct arena arena;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static const struct json *parsed(const char *text)
{
    struct json *root = NULL;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &root, &err),
        OK);
    return root;
}

static enum err read_points(const char *points, struct backend_hits *out)
{
    struct str text;

    assert_int_equal(
        str_printf(&arena, &text, &err, "{\"result\":{\"points\":%s}}", points),
        OK);
    return qdrant_read_hits(parsed(text.p), 3, &arena, out, &err);
}

static void hits_have_whole_ids_and_each_once(void **state)
{
    struct backend_hits hits;

    (void)state;
    assert_int_equal(
        read_points("[{\"id\":18446744073709551615,\"score\":0.25},"
                    "{\"id\":9007199254740993,\"score\":1.0000001},"
                    "{\"id\":18446744073709551615,\"score\":0.5}]",
                    &hits),
        OK);
    assert_int_equal(hits.n, 2);
    assert_true(hits.hit[0].id == UINT64_C(9007199254740993));
    assert_true(hits.hit[0].score == 1);
    assert_true(hits.hit[1].id == UINT64_MAX);
    assert_true(hits.hit[1].score == 0.5F);
}

static void points_of_another_shape_are_refused(void **state)
{
    static const char *const odd[] = {
        "null",
        "{}",
        "[{\"id\":1}]",
        "[{\"score\":0.5}]",
        "[{\"id\":-1,\"score\":0.5}]",
        "[{\"id\":1.5,\"score\":0.5}]",
        "[{\"id\":\"1\",\"score\":0.5}]",
        "[{\"id\":18446744073709551616,\"score\":0.5}]",
        "[{\"id\":1,\"score\":\"0.5\"}]",
        "[{\"id\":1,\"score\":1.5}]",
        "[{\"id\":1,\"score\":-1e300}]",
        "[1,2,3,4]"};
    struct backend_hits hits;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(odd); i++)
        assert_int_equal(read_points(odd[i], &hits),
                         ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(read_points("[]", &hits), OK);
    assert_int_equal(hits.n, 0);
}

#define COLLECTION(vectors, metadata)                                \
    "{\"result\":{\"config\":{\"params\":{\"vectors\":" vectors "}," \
    "\"metadata\":" metadata "}}}"
#define OURS                               \
    "{\"size\":3,\"distance\":\"Cosine\"," \
    "\"multivector_config\":{\"comparator\":\"max_sim\"}}"

static void a_collection_is_ours_if_it_says_so_and_has_our_vectors(void **state)
{
    struct qdrant_collection c;

    (void)state;
    assert_true(qdrant_read_collection(
        parsed(COLLECTION(OURS, "{\"made_by\":\"quarry\",\"base\":\"b1\","
                                "\"index\":\"i1\",\"model\":\"m@1\"}")),
        &c));
    assert_true(c.is_ours);
    assert_int_equal(c.dimensions, 3);
    assert_true(str_is(c.base, "b1") && str_is(c.index, "i1") &&
                str_is(c.model, "m@1"));
    assert_true(qdrant_read_collection(parsed(COLLECTION(OURS, "null")), &c));
    assert_false(c.is_ours);
    assert_true(qdrant_read_collection(
        parsed(COLLECTION("{\"size\":3,\"distance\":\"Dot\"}",
                          "{\"made_by\":\"quarry\"}")),
        &c));
    assert_false(c.is_ours);
    assert_false(qdrant_read_collection(parsed("{\"result\":true}"), &c));
    assert_false(qdrant_read_collection(parsed("[]"), &c));
}

static void a_count_is_a_whole_number(void **state)
{
    uint64_t n = 0;

    (void)state;
    assert_true(qdrant_read_count(parsed("{\"result\":{\"count\":41}}"), &n));
    assert_int_equal(n, 41);
    assert_false(qdrant_read_count(parsed("{\"result\":{\"count\":-1}}"), &n));
    assert_false(qdrant_read_count(parsed("{\"count\":41}"), &n));
}

static void a_setting_names_a_backend_with_its_address(void **state)
{
    static const char *const good[] = {"segments", "pgvector",
                                       "qdrant@http://localhost:6333",
                                       "qdrant@https://v.example.com:6333/"};
    static const char *const bad[] = {"",
                                      "qdrant",
                                      "qdrant@localhost:6333",
                                      "qdrant@ftp://localhost",
                                      "qdrant@https://user:pw@example.com",
                                      "qdrant@x@https://example.com",
                                      "milvus@https://example.com"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(good); i++)
        assert_int_equal(backend_check(str_from(good[i]), &err), OK);
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        assert_int_equal(backend_check(str_from(bad[i]), &err),
                         ERR_VALIDATION_FAILED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hits_have_whole_ids_and_each_once),
        TEST(points_of_another_shape_are_refused),
        TEST(a_collection_is_ours_if_it_says_so_and_has_our_vectors),
        TEST(a_count_is_a_whole_number),
        TEST(a_setting_names_a_backend_with_its_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
