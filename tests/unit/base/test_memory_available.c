#include "base/fs_fixture.h"

#include "base/memory_available.h"

#include <stdio.h>

#define MACHINE UINT64_C(8000000000)

/* A file under the folder, with what is above it. */
static void put(const char *name, const char *text)
{
    for (const char *p = strchr(name, '/'); p; p = strchr(p + 1, '/')) {
        char part[200];

        (void)snprintf(part, sizeof(part), "%.*s", (int)(p - name), name);
        assert_int_equal(fs_mkdirs(in(part), part, &err), OK);
    }
    write_file(name, text);
}

static void assert_limit(uint64_t expected)
{
    assert_int_equal(memory_available_under(folder, MACHINE), expected);
}

static void without_groups_it_is_the_machines(void **state)
{
    (void)state;
    assert_limit(MACHINE);
    put("proc/self/cgroup", "0::/a/b\n");
    assert_limit(MACHINE);
    assert_true(memory_available() > 0);
}

static void the_least_of_a_group_and_those_above_it_counts(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/a/b\n");
    put("sys/fs/cgroup/a/b/memory.max", "max\n");
    assert_limit(MACHINE);
    put("sys/fs/cgroup/a/memory.max", "1073741824\n");
    assert_limit(1073741824);
    put("sys/fs/cgroup/a/b/memory.max", "536870912\n");
    assert_limit(536870912);
    put("sys/fs/cgroup/a/b/memory.max", "9000000000\n");
    put("sys/fs/cgroup/a/memory.max", "9000000000\n");
    assert_limit(MACHINE);
}

static void a_container_has_the_limit_of_its_root(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/\n");
    put("sys/fs/cgroup/memory.max", "1000000000\n");
    assert_limit(1000000000);
    put("proc/self/cgroup", "0::/not/mounted\n");
    assert_limit(1000000000);
}

static void version_one_has_its_own_file(void **state)
{
    (void)state;
    put("proc/self/cgroup", "9:name=systemd:/\n5:cpu,memory:/c\n0::/\n");
    put("sys/fs/cgroup/memory/c/memory.limit_in_bytes", "2000000000\n");
    assert_limit(2000000000);
    put("proc/self/cgroup", "9:memoryless:/c\n");
    assert_limit(MACHINE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(without_groups_it_is_the_machines,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_least_of_a_group_and_those_above_it_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_container_has_the_limit_of_its_root,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(version_one_has_its_own_file, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests_name("memory_available", tests, NULL, NULL);
}
