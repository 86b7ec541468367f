#include "data_fixture.h"

#include "store/json_document/data_query.h"

#include <stdio.h>

static int64_t create(const char *pointer, struct str value)
{
    const struct data_edit d = {.operation = DATA_CREATE,
                                .pointer = str_from(pointer),
                                .value = value,
                                .author = STR("test")};
    struct data_written w = {0};

    assert_ok(data_edit(&base, &d, &arena, &w, &err));
    return w.version;
}

static enum err query(struct data_question q, struct buf *out,
                      struct data_value *found)
{
    buf_init(out, 64 << 20);
    return data_query(&base, &q, &arena, out, found, &err);
}

static void check(const char *expression, const char *pointer,
                  const char *expected)
{
    struct data_value found;
    struct buf out;

    assert_ok(query(
        (struct data_question){str_from(expression), {str_from(pointer), 0}},
        &out, &found));
    buf_put_char(&out, '\0');
    assert_string_equal(out.p, expected);
    assert_int_equal(found.pointer.n, strlen(pointer));
    assert_memory_equal(found.pointer.p, pointer, found.pointer.n);
    buf_release(&out);
}

static enum err refused(const char *expression, const char *pointer,
                        int64_t as_of)
{
    struct data_value found;
    struct buf out;
    enum err rc = query((struct data_question){str_from(expression),
                                               {str_from(pointer), as_of}},
                        &out, &found);

    buf_release(&out);
    return rc;
}

static void create_shop(void)
{
    create("/shop",
           STR("{\"items\":[{\"p\":1.50,\"n\":\"a\"},{\"p\":20,\"n\":\"b\"}],"
               "\"0\":\"zero\",\"o\":{\"k\":{\"z\":3,\"a\":[[1],[2]]}},"
               "\"nil\":null,\"a b\":7}"));
}

/* What is read alone must be what the whole tree would have given. */
static void a_question_that_begins_with_fields_is_that_of_the_whole_tree(
    void **state)
{
    static const char *const asked[][2] = {
        {"shop.items[*].p", "[1.50,20]"},
        {"shop.items[?p > `10`].n | [0]", "\"b\""},
        {"shop.items[-1]", "{\"p\":20,\"n\":\"b\"}"},
        {"shop.o.k", "{\"z\":3,\"a\":[[1],[2]]}"},
        {"shop.o.k.a[]", "[1,2]"},
        {"shop.o.*.z", "[3]"},
        {"shop.o.k.{y: z, b: a[1]}", "{\"y\":3,\"b\":[2]}"},
        {"shop.\"a b\"", "7"},
        {"shop.\"0\"", "\"zero\""},
        {"shop.items.\"0\"", "null"}, /* a field sees no element */
        {"shop.items.\"0\" || 'none'", "\"none\""},
        {"shop.nil", "null"},
        {"shop.nil.x", "null"},
        {"shop.none.x", "null"},
        {"none", "null"},
        {"none[0].x", "null"},
        {"shop.none || shop.o.k.z", "3"},
        {"length(shop.items)", "2"},
        {"shop.items | length(@)", "2"},
        {"!(shop.none)", "true"},
        {"!shop.none", "null"} /* (!shop).none */,
        {"keys(@)", "[\"shop\"]"},
        {"@.shop.o.k.z", "3"},
    };

    (void)state;
    create_shop();
    for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
        check(asked[i][0], "", asked[i][1]);
}

static void a_question_is_asked_of_the_value_at_a_pointer(void **state)
{
    (void)state;
    create_shop();
    check("k.z", "/shop/o", "3");
    check("[*].n", "/shop/items", "[\"a\",\"b\"]");
    check("none", "/shop/o", "null");
    check("@", "/shop/items/0/p", "1.50");
    assert_int_equal(refused("k", "/none", 0), ERR_NOT_FOUND);
    assert_int_equal(refused("k.z", "/shop/none", 0), ERR_NOT_FOUND);
    assert_int_equal(refused("shop", "", 9), ERR_NOT_FOUND);
    assert_int_equal(refused("shop", "shop", 0), ERR_VALIDATION_FAILED);
}

static void a_question_about_an_old_version_sees_it(void **state)
{
    const struct data_edit gone = {.operation = DATA_DELETE,
                                   .pointer = STR("/shop/items"),
                                   .author = STR("test")};
    struct data_value found;
    struct data_written w;
    struct buf out;

    (void)state;
    create_shop();
    assert_ok(data_edit(&base, &gone, &arena, &w, &err));
    check("shop.items", "", "null");
    assert_ok(
        query((struct data_question){STR("shop.items[0].p"), {STR(""), 1}},
              &out, &found));
    assert_memory_equal(out.p, "1.50", 4);
    assert_int_equal(found.version, 1);
    buf_release(&out);
}

static void an_expression_that_is_wrong_is_refused_with_its_place(void **state)
{
    (void)state;
    create_shop();
    assert_int_equal(refused("shop.items[?", "", 0), ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.line, 1);
    assert_int_equal(refused("shop.o.k.z | length(@)", "", 0),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.column, 14);
}

static void an_answer_that_is_too_large_for_its_buffer_is_refused(void **state)
{
    struct data_value found;
    struct buf out;

    (void)state;
    create_shop();
    buf_init(&out, 8);
    assert_int_equal(
        data_query(&base,
                   &(struct data_question){STR("shop.items"), {STR(""), 0}},
                   &arena, &out, &found, &err),
        ERR_LIMIT);
    buf_release(&out);
    buf_init(&out, 8);
    assert_int_equal(data_read(&base, &(struct data_place){STR("/shop"), 0},
                               &arena, &out, &found, &err),
                     ERR_LIMIT);
    buf_release(&out);
}

static void a_schema_is_of_the_value_and_its_version(void **state)
{
    struct data_value found;
    const struct json *paths;
    struct json *j;
    struct buf out;

    (void)state;
    create_shop();
    buf_init(&out, 1 << 20);
    assert_ok(data_schema(&base, &(struct data_place){STR("/shop/items"), 0},
                          &arena, &out, &found, &err));
    assert_ok(
        json_parse(buf_str(&out), &json_default_limits, &arena, &j, &err));
    paths = json_find(j, "paths");
    assert_non_null(paths);
    assert_int_equal(paths->count, 4); /* itself, an element, p, n */
    assert_true(json_is(json_find(paths->first->next->next, "path"), "/*/p"));
    assert_int_equal(found.version, 1);
    buf_release(&out);
}

static void a_difference_is_the_patch_from_one_version_to_the_other(
    void **state)
{
    const struct data_edit set = {.operation = DATA_SET,
                                  .pointer = STR("/shop/o/k/z"),
                                  .value = STR("3.0"),
                                  .author = STR("test")};
    struct data_value found;
    struct data_written w;
    struct buf out;

    (void)state;
    create_shop();
    assert_ok(data_edit(&base, &set, &arena, &w, &err));
    buf_init(&out, 1 << 20);
    assert_ok(data_diff(&base, &(struct data_span){STR("/shop/o"), 1, 2},
                        &arena, &out, &found, &err));
    buf_put_char(&out, '\0');
    assert_string_equal(
        out.p, "[{\"op\":\"replace\",\"path\":\"/k/z\",\"value\":3.0}]");
    buf_release(&out);
    create("/late", STR("1"));
    buf_init(&out, 1 << 20);
    assert_int_equal(data_diff(&base, &(struct data_span){STR("/late"), 1, 3},
                               &arena, &out, &found, &err),
                     ERR_NOT_FOUND);
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PART_TEST(a_question_that_begins_with_fields_is_that_of_the_whole_tree),
        PART_TEST(a_question_is_asked_of_the_value_at_a_pointer),
        PART_TEST(a_question_about_an_old_version_sees_it),
        PART_TEST(an_expression_that_is_wrong_is_refused_with_its_place),
        PART_TEST(an_answer_that_is_too_large_for_its_buffer_is_refused),
        PART_TEST(a_schema_is_of_the_value_and_its_version),
        PART_TEST(a_difference_is_the_patch_from_one_version_to_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
