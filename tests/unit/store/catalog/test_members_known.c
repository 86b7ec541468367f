#include "catalog_fixture.h"

#include "store/catalog/document_gone.h"
#include "store/catalog/members_known.h"
#include "store/catalog/pending_upload.h"

static struct members_known known;

/* That the archive "x.zip" holds two documents. */
static int set_up_known(void **state)
{
    if (set_up_base(state))
        return -1;
    known = (struct members_known){.source = STR("path:/x/x.zip"),
                                   .sha256 = STR("of the archive"),
                                   .reader = STR("1 eng")};
    members_digest_add(&known.digest, STR("path:/x/x.zip/a.md"),
                       STR(CONTENT_A));
    members_digest_add(&known.digest, STR("path:/x/x.zip/d/b.md"),
                       STR(CONTENT_B));
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, members_known_keep(&base, &known, &err), &err));
    return 0;
}

static bool is_known(void)
{
    uint64_t n;
    bool is;

    assert_ok(members_known_find(&base, &known, &is, &n, &err));
    assert_true(!is || n == 2);
    return is;
}

static int64_t put_both(void)
{
    put_content("x.zip/d/b.md", CONTENT_B, NULL);
    return put_content("x.zip/a.md", CONTENT_A, NULL);
}

static void set_gone(int64_t id)
{
    bool was_there;

    assert_ok(db_begin_write(base.db, &err));
    assert_ok(
        db_end(base.db, document_set_gone(&base, id, &was_there, &err), &err));
}

static void it_is_known_while_its_documents_are_as_they_were(void **state)
{
    (void)state;
    assert_false(is_known()); /* they are not committed */
    put_content("x.zipper/a.md", CONTENT_A, NULL);
    put_content("x.md", CONTENT_A, NULL);
    put_both();
    assert_true(is_known());
    put_content("x.zip/a.md", CONTENT_B, NULL);
    assert_false(is_known());
    put_content("x.zip/a.md", CONTENT_A, NULL);
    assert_true(is_known());
    put_content("x.zip/c.md", CONTENT_A, NULL);
    assert_false(is_known());
}

static void one_that_is_gone_or_failed_is_not_as_it_was(void **state)
{
    int64_t id = put_both();

    (void)state;
    set_gone(id);
    assert_false(is_known());
    put_content("x.zip/a.md", CONTENT_A, "{\"code\":\"LIMIT\"}");
    assert_false(is_known());
}

static void other_bytes_and_another_reader_are_not_known(void **state)
{
    (void)state;
    put_both();
    known.sha256 = STR("of another archive");
    assert_false(is_known());
    known.sha256 = STR("of the archive");
    known.reader = STR("1 eng+spa");
    assert_false(is_known());
    known.reader = STR("1 eng");
    assert_true(is_known());
}

static void nothing_is_known_while_an_upload_waits(void **state)
{
    const struct str name = STR("a.md");

    (void)state;
    put_both();
    assert_ok(uploads_expect(&base, STR("u"), &name, 1, &err));
    assert_false(is_known());
    assert_ok(uploads_forget(&base, STR("u"), &err));
    assert_true(is_known());
}

#define KNOWN_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_known, tear_down_base)

int main(void)
{
    const struct CMUnitTest tests[] = {
        KNOWN_TEST(it_is_known_while_its_documents_are_as_they_were),
        KNOWN_TEST(one_that_is_gone_or_failed_is_not_as_it_was),
        KNOWN_TEST(other_bytes_and_another_reader_are_not_known),
        KNOWN_TEST(nothing_is_known_while_an_upload_waits)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
