#include "catalog_fixture.h"

#include "store/catalog/table_documents.h"

static int64_t put_change(const struct document_change *c)
{
    int64_t id;

    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_put(&base, c, &id, &err), &err));
    return id;
}

static void put(const char *source, const char *name, const char *type)
{
    const struct document_change c = {.source = str_from(source),
                                      .name = str_from(name),
                                      .source_type = str_from(type),
                                      .format = STR("x"),
                                      .fingerprint = STR("0"),
                                      .author = STR("test")};

    (void)put_change(&c);
}

/* A page with so many tables; its key. */
static struct str put_page(const char *name, const char *config)
{
    const struct document_change c = {.source = str_from(name),
                                      .name = str_from(name),
                                      .source_type = STR("file"),
                                      .format = STR("html"),
                                      .fingerprint = STR("0"),
                                      .author = STR("test")};
    const int64_t id = put_change(&c);
    struct document d;

    assert_ok(document_set_config(&base, id, str_from(config), (struct str){0},
                                  &err));
    assert_ok(document_get(&base, id, &arena, &d, &err));
    return d.key;
}

static struct table_documents list(size_t max)
{
    struct table_documents out;

    assert_ok(table_documents_list(&base, max, &arena, &out, &err));
    return out;
}

static void an_empty_base_has_none(void **state)
{
    (void)state;
    assert_int_equal(list(5).n, 0);
    assert_int_equal(list(5).total, 0);
    assert_int_equal(list(5).documents, 0);
}

static void tables_are_listed_by_name_and_texts_are_not(void **state)
{
    struct table_documents l;

    (void)state;
    put("path:/b.csv", "b.csv", "table");
    put("path:/n.md", "n.md", "file");
    put("path:/a.csv", "a.csv", "table");
    l = list(5);
    assert_int_equal(l.n, 2);
    assert_int_equal(l.total, 2);
    assert_int_equal(l.documents, 3);
    assert_true(str_is(l.references[0], "a.csv"));
    assert_true(str_is(l.references[1], "b.csv"));
}

static void what_is_over_the_number_asked_for_is_counted(void **state)
{
    (void)state;
    put("path:/b.csv", "b.csv", "table");
    put("path:/a.csv", "a.csv", "table");
    assert_int_equal(list(1).n, 1);
    assert_int_equal(list(1).total, 2);
    assert_int_equal(list(0).n, 0);
}

static void one_of_several_with_a_name_goes_by_its_key(void **state)
{
    struct table_documents l;
    struct document d;

    (void)state;
    put("path:/x/a.csv", "a.csv", "table");
    put("path:/y/a.csv", "a.csv", "table");
    l = list(5);
    assert_int_equal(l.n, 2);
    for (size_t i = 0; i < l.n; i++) {
        assert_true(str_starts(l.references[i], STR("a-")));
        assert_ok(document_find(&base, l.references[i], &arena, &d, &err));
        assert_true(str_eq(d.key, l.references[i]));
    }
}

static void too_many_tables_of_pages_are_left_out_and_found_by_page(
    void **state)
{
    struct str key;
    struct str of;
    size_t n;

    (void)state;
    put("path:/a.csv", "a.csv", "table");
    key = put_page("b.html", "{\"tables\":32}");
    assert_int_equal(list(5).n, 2);
    assert_false(list(5).leaves_pages_out);
    (void)put_page("c.html", "{\"tables\":1}");
    assert_int_equal(list(5).n, 1);
    assert_int_equal(list(5).total, 1);
    assert_true(list(5).leaves_pages_out);
    assert_ok(table_documents_of_page(&base, key, &arena, &of, &n, &err));
    assert_true(str_is(of, "b.html"));
    assert_int_equal(n, 32);
}

static void a_document_that_is_no_page_with_tables_has_none(void **state)
{
    const struct str key = put_page("b.html", "{}");
    struct str of;
    size_t n;

    (void)state;
    assert_ok(table_documents_of_page(&base, key, &arena, &of, &n, &err));
    assert_int_equal(of.n, 0);
    assert_ok(
        table_documents_of_page(&base, STR("none"), &arena, &of, &n, &err));
    assert_int_equal(of.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(an_empty_base_has_none),
        BASE_TEST(tables_are_listed_by_name_and_texts_are_not),
        BASE_TEST(what_is_over_the_number_asked_for_is_counted),
        BASE_TEST(one_of_several_with_a_name_goes_by_its_key),
        BASE_TEST(too_many_tables_of_pages_are_left_out_and_found_by_page),
        BASE_TEST(a_document_that_is_no_page_with_tables_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
