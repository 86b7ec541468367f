/* home_fixture.h - each test has a home of its own, in a folder of its own. */
#ifndef STORE_HOME_HOME_FIXTURE_H
#define STORE_HOME_HOME_FIXTURE_H

#include "base/fs_fixture.h"

#include "store/home/home.h"

static struct home home;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

static inline int set_up_home(void **state)
{
    if (set_up(state))
        return -1;
    return home_open(in("home"), &arena, &home, &err) == OK ? 0 : -1;
}

#define HOME_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_home, tear_down)

#endif
