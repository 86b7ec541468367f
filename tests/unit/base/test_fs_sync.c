#include "fs_fixture.h"

#include "base/fs_sync.h"

#include <fcntl.h>

static void the_names_of_a_file_and_of_its_folders_are_synced(void **state)
{
    (void)state;
    assert_int_equal(fs_mkdirs(in("a/b"), "a", &err), OK);
    write_file("a/b/f", "x");
    assert_int_equal(fs_sync_name(in("a/b/f"), "f", &err), OK);
    assert_int_equal(fs_sync_names(in("a/b/f"), 2, "f", &err), OK);
    assert_int_equal(fs_sync_names("f", 0, "f", &err), OK);
    assert_int_equal(fs_sync_names("/f", 3, "f", &err), OK);
}

static void an_open_folder_is_synced_with_those_above(void **state)
{
    int fd;

    (void)state;
    assert_int_equal(fs_mkdirs(in("a"), "a", &err), OK);
    fd = open(in("a"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0);
    assert_int_equal(fs_sync_folders(fd, 1, "a", &err), OK);
    fs_close(&fd);
}

static void a_folder_that_is_not_there_is_reported(void **state)
{
    (void)state;
    assert_int_equal(fs_sync_name(in("no/f"), "f", &err), ERR_NOT_FOUND);
    assert_int_equal(fs_sync_names(in("no/f"), 1, "f", &err), ERR_NOT_FOUND);
    assert_int_equal(fs_sync_folders(-1, 1, "f", &err), ERR_FILE_WRITE_FAILED);
}

static void a_relative_path_passes_as_many_folders_as_it_has_slashes(
    void **state)
{
    (void)state;
    assert_int_equal(fs_folders_of(STR("f")), 0);
    assert_int_equal(fs_folders_of(STR("a/b/f")), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(the_names_of_a_file_and_of_its_folders_are_synced),
        FS_TEST(an_open_folder_is_synced_with_those_above),
        FS_TEST(a_folder_that_is_not_there_is_reported),
        FS_TEST(a_relative_path_passes_as_many_folders_as_it_has_slashes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
