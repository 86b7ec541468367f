/* fs_fixture.h - each test of fs works in a folder of its own. */
#ifndef BASE_FS_FIXTURE_H
#define BASE_FS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct arena arena;
static struct error err;
static char folder[64]; /* of this test alone */

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 16 << 20);
    err = (struct error){0};
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    return mkdtemp(folder) ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

static inline char *in(const char *name)
{
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    return path;
}

static inline void write_file(const char *name, const char *text)
{
    assert_int_equal(
        fs_write_atomic(in(name), name, str_from(text), false, &err), OK);
}

static inline void assert_holds(const char *name, const char *text)
{
    struct str s;

    assert_int_equal(fs_read_file(in(name), name, 1 << 20, &arena, &s, &err),
                     OK);
    assert_string_equal(s.p, text);
}

static inline unsigned entries(const char *path)
{
    DIR *dir = opendir(path);
    unsigned n = 0;

    assert_non_null(dir);
    while (readdir(dir))
        n++;
    (void)closedir(dir);
    return n - 2; /* . and .. */
}

#define FS_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
