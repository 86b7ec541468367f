#include "store_fixture.h"

#include "store/table_cache/copy.h"

/* SHA-256 of "abc", FIPS 180-4. */
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

static struct copy of(const char *name)
{
    const struct copy c = {.from = open(in(name), O_RDONLY | O_CLOEXEC),
                           .folder = folder,
                           .name = "copy",
                           .shown = "its name"};

    assert_true(c.from >= 0);
    return c;
}

static enum err make(struct copy *c)
{
    enum err rc = copy_make(c, &err);

    (void)close(c->from);
    return rc;
}

static void a_copy_has_the_bytes_under_its_name(void **state)
{
    struct copy c;

    (void)state;
    write_file("f", "some bytes");
    c = of("f");
    assert_ok(make(&c));
    assert_holds("copy", "some bytes");
    write_file("f", "");
    c = of("f");
    c.sync = true;
    assert_ok(make(&c));
    assert_holds("copy", "");
    c = of("f");
    c.sha256 = STR("e3b0c44298fc1c149afbf4c8996fb924"
                   "27ae41e4649b934ca495991b7852b855"); /* of nothing */
    assert_ok(make(&c));
    assert_int_equal(entries(folder), 3); /* and the home */
}

static void other_bytes_than_expected_are_a_conflict_and_no_copy(void **state)
{
    struct copy c;

    (void)state;
    write_file("f", "some bytes");
    c = of("f");
    c.sha256 = STR(SHA_A);
    assert_int_equal(make(&c), ERR_CONFLICT);
    assert_string_equal(err.msg,
                        "'its name' changed while it was read; try again");
    assert_int_equal(entries(folder), 2);
}

static void what_cannot_be_read_or_written_is_an_error(void **state)
{
    struct copy c;

    (void)state;
    write_file("f", "x");
    c = of("."); /* a folder has no bytes */
    assert_int_equal(make(&c), ERR_FILE_READ_FAILED);
    assert_int_equal(entries(folder), 2);
    c = of("f");
    c.folder = in("f");
    assert_int_equal(make(&c), ERR_FILE_WRITE_FAILED);
    c = of("f");
    c.name = "no/such";
    assert_int_not_equal(make(&c), OK);
    assert_int_equal(entries(folder), 2);
}

static void a_whole_folder_is_put_on_the_disk(void **state)
{
    (void)state;
    assert_ok(copy_sync_all(folder, &err));
    assert_int_equal(copy_sync_all(in("none"), &err), ERR_NOT_FOUND);
    write_file("f", "no folder");
    assert_int_not_equal(copy_sync_all(in("f"), &err), OK);
}

static void so_many_bytes_are_copied_to_where_the_other_stands(void **state)
{
    struct copy c = {.bytes = 3, .sha256 = STR(ABC), .shown = "its name"};
    char bytes[8] = {0};
    int to = -1;

    (void)state;
    write_file("from", "abcdef");
    c.from = open(in("from"), O_RDONLY | O_CLOEXEC);
    assert_ok(fs_open_unnamed(in("to"), "to", &to, &err));
    assert_int_equal(lseek(to, 2, SEEK_SET), 2);
    assert_ok(copy_write(&c, to, &err));
    assert_int_equal(pread(to, bytes, sizeof(bytes), 0), 5);
    assert_memory_equal(bytes, "\0\0abc", 5);
    c.bytes = 4;
    assert_int_equal(copy_write(&c, to, &err), ERR_CONFLICT);
    fs_close(&to);
    fs_close(&c.from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(a_copy_has_the_bytes_under_its_name),
        STORE_TEST(other_bytes_than_expected_are_a_conflict_and_no_copy),
        STORE_TEST(what_cannot_be_read_or_written_is_an_error),
        STORE_TEST(so_many_bytes_are_copied_to_where_the_other_stands),
        STORE_TEST(a_whole_folder_is_put_on_the_disk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
