#include "catalog_fixture.h"

#include "store/catalog/base_lock.h"

#include <fcntl.h>
#include <unistd.h>

#define SHA_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define SHA_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

static int64_t put(const char *source, const char *name, const char *sha256)
{
    const struct document_change c = {.source = str_from(source),
                                      .name = str_from(name),
                                      .source_type = STR("file"),
                                      .format = STR("markdown"),
                                      .sha256 = str_from(sha256),
                                      .fingerprint = STR(SHA_A),
                                      .author = STR("test"),
                                      .bytes = 5};
    int64_t id = 0;

    assert_ok(document_put(&base, &c, &id, &err));
    return id;
}

static void a_changed_file_is_a_new_version_of_the_same_document(void **state)
{
    struct document first, second;
    struct document_version old;
    int64_t id = put("path:/x/a.md", "a.md", SHA_A);

    (void)state;
    assert_ok(document_get(&base, id, &arena, &first, &err));
    assert_int_equal(put("path:/x/a.md", "a.md", SHA_B), id);
    assert_ok(document_get(&base, id, &arena, &second, &err));
    assert_int_equal(first.version, 1);
    assert_int_equal(second.version, 2);
    assert_true(str_eq(first.key, second.key));
    assert_true(str_is(second.sha256, SHA_B));
    assert_true(str_is(second.state, "stale"));
    assert_ok(document_get_version(&base, id, 1, &arena, &old, &err));
    assert_true(str_is(old.sha256, SHA_A));
    assert_int_equal(document_get_version(&base, id, 3, &arena, &old, &err),
                     ERR_NOT_FOUND);
}

static void a_key_is_the_name_and_eight_digits(void **state)
{
    struct document d;

    (void)state;
    put("path:/x/my notes #1.md", "my notes #1.md", SHA_A);
    assert_ok(document_find(&base, STR("my notes #1.md"), &arena, &d, &err));
    assert_int_equal(d.key.n, strlen("my-notes--1-") + 8);
    assert_true(str_starts(d.key, STR("my-notes--1-")));
}

static void remove_document(int64_t id)
{
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_remove(&base, id, &err), &err));
}

static void a_removed_documents_key_and_versions_are_never_anothers(
    void **state)
{
    struct document before, after;
    int64_t id;

    (void)state;
    id = put_file("docs/keys.md", "");
    assert_int_equal(put_file("docs/keys.md", ""), id);
    before = document_of(id);
    remove_document(id);
    after = document_of(put_file("docs/keys.md", ""));
    assert_false(str_eq(before.key, after.key));
    assert_int_equal(after.version, 3);
    remove_document(after.id);
    after = document_of(put_file("keys.md", ""));
    assert_int_equal(after.version, 4);
}

static void a_base_of_a_removed_ones_name_mints_other_keys(void **state)
{
    struct document before, after;

    (void)state;
    before = document_of(put_file("keys.md", ""));
    base_close(&base);
    assert_ok(registry_remove(&registry, STR("b"), &err));
    assert_ok(registry_create(&registry, STR("b"), &arena, NULL, &err));
    assert_ok(base_open(&home, STR("b"), &arena, &base, &err));
    after = document_of(put_file("keys.md", ""));
    assert_false(str_eq(before.key, after.key));
}

/* An add that failed made the base, and gave no key. */
static void a_base_that_was_unmade_leaves_no_trace_in_keys(void **state)
{
    struct base_entry made;
    struct document before, after;

    (void)state;
    before = document_of(put_file("keys.md", ""));
    assert_ok(registry_create(&registry, STR("c"), &arena, &made, &err));
    assert_ok(registry_unmake(&registry, &made, &err));
    assert_int_equal(registry_find(&registry, STR("c"), &arena, &made, &err),
                     ERR_NOT_FOUND);
    base_close(&base);
    assert_ok(registry_create(&registry, STR("c"), &arena, NULL, &err));
    assert_ok(base_open(&home, STR("c"), &arena, &base, &err));
    after = document_of(put_file("keys.md", ""));
    assert_true(str_eq(before.key, after.key));
}

static void a_key_has_no_folder_and_no_half_of_a_character(void **state)
{
    struct document d;

    (void)state;
    put("path:/x/docs/a.md", "docs/a.md", SHA_A);
    assert_ok(document_find(&base, STR("docs/a.md"), &arena, &d, &err));
    assert_int_equal(d.key.n, strlen("a-") + 8);
    put("path:/x/long", "a销售销售销售销售销售销售销售销售.csv", SHA_A);
    assert_ok(document_find(&base, STR("a销售销售销售销售销售销售销售销售.csv"),
                            &arena, &d, &err));
    assert_int_equal(d.key.n, 46 + strlen("-") + 8);
}

static void a_document_is_found_by_key_name_or_end_of_its_path(void **state)
{
    struct document d, by_key;

    (void)state;
    put("path:/x/docs/a.md", "a.md", SHA_A);
    put("path:/x/docs/b.md", "b.md", SHA_A);
    assert_ok(document_find(&base, STR("a.md"), &arena, &d, &err));
    assert_ok(document_find(&base, d.key, &arena, &by_key, &err));
    assert_int_equal(d.id, by_key.id);
    assert_ok(document_find(&base, STR("docs/b.md"), &arena, &d, &err));
    assert_true(str_is(d.name, "b.md"));
}

static void a_name_that_several_have_is_asked_back(void **state)
{
    struct document d;

    (void)state;
    put("path:/x/a/i.md", "i.md", SHA_A);
    put("path:/x/b/i.md", "i.md", SHA_A);
    assert_int_equal(document_find(&base, STR("i.md"), &arena, &d, &err),
                     ERR_VALIDATION_FAILED);
    assert_ok(document_find(&base, STR("b/i.md"), &arena, &d, &err));
}

static void a_missing_document_names_near_ones(void **state)
{
    struct document d;

    (void)state;
    put("path:/x/sales.csv", "sales.csv", SHA_A);
    assert_int_equal(document_find(&base, STR("sale"), &arena, &d, &err),
                     ERR_NOT_FOUND);
    assert_non_null(strstr(err.msg, "sales.csv"));
}

static void hash_text(const char *text, char hex[HASH_HEX_BYTES])
{
    uint8_t digest[HASH_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, text, strlen(text));
    hash_finish(&h, digest);
    hash_hex(digest, hex);
}

static void write_original(const char *text, char hex[HASH_HEX_BYTES])
{
    struct lease lock = LEASE_NONE;
    int fd = -1;

    hash_text(text, hex);
    write_file("source", text);
    assert_ok(fs_open_read(in("source"), "source", &fd, &err));
    assert_ok(base_lock(&base, &lock, &err));
    assert_ok(originals_put(&base, fd, str_from(hex), "source", &err));
    lease_close(&lock);
    fs_close(&fd);
}

static int fd_of(const char *name, const char *text)
{
    int fd = -1;

    write_file(name, text);
    assert_ok(fs_open_read(in(name), name, &fd, &err));
    return fd;
}

/* One that lost the lock goes on until it is told. */
static void two_that_write_originals_do_not_mix_them(void **state)
{
    char one[HASH_HEX_BYTES], two[HASH_HEX_BYTES];
    struct originals a, b;
    struct str path, text;
    int fd;

    (void)state;
    hash_text("one", one);
    hash_text("two", two);
    originals_begin(&a, &base, &arena);
    originals_begin(&b, &base, &arena);
    fd = fd_of("1", "one");
    assert_ok(originals_write(&a, fd, str_from(one), "1", &err));
    fs_close(&fd);
    fd = fd_of("2", "two");
    assert_ok(originals_write(&b, fd, str_from(two), "2", &err));
    fs_close(&fd);
    assert_ok(originals_name_all(&a, &err));
    assert_ok(originals_name_all(&b, &err));
    originals_end(&a);
    originals_end(&b);
    assert_ok(str_printf(&arena, &path, &err, "%s/%s", base.files, one));
    assert_ok(fs_read_file(path.p, "1", 10, &arena, &text, &err));
    assert_true(str_is(text, "one"));
}

static void who_lost_the_lock_removes_no_original(void **state)
{
    struct lease lock = LEASE_NONE;
    char hex[HASH_HEX_BYTES];

    (void)state;
    write_original("unnamed", hex);
    assert_ok(base_lock(&base, &lock, &err));
    if (home.store) {
        assert_ok(
            db_exec(registry.db, "UPDATE lease SET serial = 'other'", &err));
        assert_ok(base_lock_sweep(&base, &lock, &err));
        assert_int_equal(entries(base.files), 1);
    }
    lease_close(&lock);
    if (home.store)
        assert_ok(db_exec(registry.db, "DELETE FROM lease", &err));
    assert_ok(base_lock(&base, &lock, &err));
    assert_ok(base_lock_sweep(&base, &lock, &err));
    lease_close(&lock);
    assert_int_equal(entries(base.files), 0);
}

static void an_original_stays_while_a_version_names_it(void **state)
{
    char hex[HASH_HEX_BYTES], other[HASH_HEX_BYTES];
    int64_t id;
    int fd = -1;

    (void)state;
    write_original("hello", hex);
    write_original("other", other);
    id = put("path:/x/a.md", "a.md", hex);
    assert_int_equal(entries(base.files), 2);
    assert_ok(originals_sweep(&base, &err));
    assert_int_equal(entries(base.files), 1);
    assert_ok(originals_open(&base, str_from(hex), &fd, &err));
    fs_close(&fd);
    assert_ok(document_remove(&base, id, &err));
    assert_ok(originals_sweep(&base, &err));
    assert_int_equal(entries(base.files), 0);
}

static enum err write_later(struct originals *o, const char *text,
                            const char *sha256)
{
    int fd = -1;
    enum err rc;

    write_file("source", text);
    assert_ok(fs_open_read(in("source"), "source", &fd, &err));
    rc = originals_write(o, fd, str_from(sha256), "source", &err);
    fs_close(&fd);
    return rc;
}

/* More than are synced one by one, and one content twice. */
static void originals_of_a_batch_get_their_names_together(void **state)
{
    char hex[8][HASH_HEX_BYTES];
    struct originals o;

    (void)state;
    originals_begin(&o, &base, &arena);
    for (int i = 0; i < 8; i++) {
        const char text[2] = {(char)('a' + i / 2 * 2), '\0'};

        hash_text(text, hex[i]);
        assert_ok(write_later(&o, text, hex[i]));
    }
    assert_int_equal(o.n, 4);
    assert_int_equal(write_later(&o, "z", SHA_A), ERR_CONFLICT);
    assert_ok(originals_name_all(&o, &err));
    originals_end(&o);
    assert_int_equal(entries(base.files), 4);
    for (int i = 0; i < 8; i++) {
        char text[2] = {0};
        int fd = -1;

        assert_ok(originals_open(&base, str_from(hex[i]), &fd, &err));
        assert_int_equal(read(fd, text, 1), 1);
        assert_int_equal(text[0], 'a' + i / 2 * 2);
        fs_close(&fd);
    }
}

static void a_batch_that_ends_without_names_leaves_nothing(void **state)
{
    char hex[HASH_HEX_BYTES];
    struct originals o;

    (void)state;
    hash_text("x", hex);
    originals_begin(&o, &base, &arena);
    assert_ok(write_later(&o, "x", hex));
    originals_end(&o);
    assert_int_equal(entries(base.files), 0);
}

static void an_original_that_is_another_by_now_is_a_conflict(void **state)
{
    int fd = -1;

    (void)state;
    write_file("source", "new content");
    assert_ok(fs_open_read(in("source"), "source", &fd, &err));
    assert_int_equal(originals_put(&base, fd, STR(SHA_A), "source", &err),
                     ERR_CONFLICT);
    fs_close(&fd);
    assert_int_equal(entries(base.files), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_changed_file_is_a_new_version_of_the_same_document),
        BASE_TEST(a_key_is_the_name_and_eight_digits),
        BASE_TEST(a_removed_documents_key_and_versions_are_never_anothers),
        BASE_TEST(a_base_of_a_removed_ones_name_mints_other_keys),
        BASE_TEST(a_base_that_was_unmade_leaves_no_trace_in_keys),
        BASE_TEST(a_key_has_no_folder_and_no_half_of_a_character),
        BASE_TEST(a_document_is_found_by_key_name_or_end_of_its_path),
        BASE_TEST(a_name_that_several_have_is_asked_back),
        BASE_TEST(a_missing_document_names_near_ones),
        BASE_TEST(two_that_write_originals_do_not_mix_them),
        BASE_TEST(who_lost_the_lock_removes_no_original),
        BASE_TEST(an_original_stays_while_a_version_names_it),
        BASE_TEST(originals_of_a_batch_get_their_names_together),
        BASE_TEST(a_batch_that_ends_without_names_leaves_nothing),
        BASE_TEST(an_original_that_is_another_by_now_is_a_conflict),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
