/* Which uploads a base still waits for, and what makes them out of date. */
#include "catalog_fixture.h"

#include "store/catalog/pending_upload.h"

static const struct str names[] = {{"a.csv", 5}, {"b.csv", 5}};

static enum upload_standing look(const char *id, const char *name)
{
    const struct upload u = {str_from(id), str_from(name)};
    enum upload_standing standing;

    assert_ok(upload_look(&base, &u, &standing, &err));
    return standing;
}

static void expect(const char *id)
{
    assert_ok(uploads_expect(&base, str_from(id), names, 2, &err));
}

/* A version of the document with this source and name, of an upload or not. */
static int64_t put_version(const char *source, const char *name,
                           const char *upload)
{
    static const char digest[] = "0000000000000000000000000000000000000000"
                                 "000000000000000000000000";
    const struct document_change c = {.source = str_from(source),
                                      .name = str_from(name),
                                      .source_type = STR("table"),
                                      .format = STR("table"),
                                      .sha256 = str_from(digest),
                                      .fingerprint = str_from(digest),
                                      .author = STR("x"),
                                      .bytes = 1,
                                      .upload = str_from(upload)};
    int64_t id;

    assert_ok(document_put(&base, &c, &id, &err));
    return id;
}

static void an_upload_waits_until_its_version_is_made(void **state)
{
    (void)state;
    expect("u1");
    expect("u1");
    assert_int_equal(look("u1", "a.csv"), UPLOAD_WAITS);
    (void)put_version("name:a.csv", "a.csv", "u1");
    assert_int_equal(look("u1", "a.csv"), UPLOAD_DONE);
    assert_int_equal(look("u1", "b.csv"), UPLOAD_WAITS);
    assert_ok(uploads_forget(&base, STR("u1"), &err));
    assert_int_equal(look("u1", "b.csv"), UPLOAD_DONE);
}

static void what_came_meanwhile_is_newer(void **state)
{
    (void)state;
    expect("u1");
    (void)put_version("path:/x/a.csv", "a.csv", "");
    assert_int_equal(look("u1", "a.csv"), UPLOAD_NEWER);
    assert_int_equal(look("u1", "b.csv"), UPLOAD_WAITS);
    expect("u1"); /* again, after a crash */
    assert_int_equal(look("u1", "a.csv"), UPLOAD_NEWER);
    expect("u2"); /* accepted after it */
    assert_int_equal(look("u2", "a.csv"), UPLOAD_WAITS);
}

static void what_was_removed_meanwhile_does_not_come_back(void **state)
{
    const int64_t id = put_version("name:a.csv", "a.csv", "");

    (void)state;
    expect("u1");
    assert_ok(document_remove(&base, id, &err));
    assert_int_equal(look("u1", "a.csv"), UPLOAD_REMOVED);
}

/* The document was uploaded first and then added from a path under which it is
 * called otherwise. */
static void a_document_is_known_by_the_name_it_came_under(void **state)
{
    (void)state;
    expect("u1");
    (void)put_version("name:a.csv", "docs/a.csv", "");
    assert_int_equal(look("u1", "a.csv"), UPLOAD_NEWER);
}

static void json_that_stands_in_the_tree_is_no_upload(void **state)
{
    (void)state;
    expect("u1");
    (void)put_version("data:/a.csv", "a.csv", "");
    assert_int_equal(look("u1", "a.csv"), UPLOAD_WAITS);
}

static void of_two_uploads_the_later_is_newer(void **state)
{
    (void)state;
    expect("u1");
    expect("u2");
    (void)put_version("name:a.csv", "a.csv", "u1");
    assert_int_equal(look("u2", "a.csv"), UPLOAD_WAITS);
    (void)put_version("name:b.csv", "b.csv", "u2");
    assert_int_equal(look("u1", "b.csv"), UPLOAD_NEWER);
}

/* Which an older program had accepted, and perhaps read. */
static void an_adopted_upload_is_older_than_what_is_there(void **state)
{
    (void)state;
    (void)put_version("name:a.csv", "a.csv", "");
    assert_ok(uploads_adopt(&base, STR("u1"), names, 2,
                            STR("2020-01-01T00:00:00.000Z"), &err));
    assert_int_equal(look("u1", "a.csv"), UPLOAD_NEWER);
    assert_int_equal(look("u1", "b.csv"), UPLOAD_WAITS);
    assert_ok(uploads_adopt(&base, STR("u2"), names, 2,
                            STR("2999-01-01T00:00:00.000Z"), &err));
    assert_int_equal(look("u2", "a.csv"), UPLOAD_WAITS);
}

static void a_base_that_goes_accepts_nothing(void **state)
{
    (void)state;
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(base_retire(&base, &err));
    assert_ok(db_end(base.db, OK, &err));
    assert_int_equal(uploads_expect(&base, STR("u1"), names, 2, &err),
                     ERR_CONFLICT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(an_upload_waits_until_its_version_is_made),
        BASE_TEST(what_came_meanwhile_is_newer),
        BASE_TEST(what_was_removed_meanwhile_does_not_come_back),
        BASE_TEST(a_document_is_known_by_the_name_it_came_under),
        BASE_TEST(json_that_stands_in_the_tree_is_no_upload),
        BASE_TEST(of_two_uploads_the_later_is_newer),
        BASE_TEST(an_adopted_upload_is_older_than_what_is_there),
        BASE_TEST(a_base_that_goes_accepts_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
