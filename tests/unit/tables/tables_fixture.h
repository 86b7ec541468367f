/* tables_fixture.h - tables over a home of the test's own, with real workers. */
#ifndef TABLES_TABLES_FIXTURE_H
#define TABLES_TABLES_FIXTURE_H

#include "base/fs_fixture.h"
#include "base/worker_program.h"

#include "base/log.h"
#include "tables/tables_internal.h"

#include <stdio.h>

static struct tables *tables;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* Sources below `root` and exports below `draft`; "" for anywhere. */
static inline void open_tables(const char *root, const char *draft)
{
    const struct tables_options o = {.home = str_from(in("home")),
                                     .root = str_from(root),
                                     .draft = str_from(draft),
                                     .worker_path = str_from(worker_program())};

    tables_free(tables);
    tables = NULL;
    assert_ok(tables_new(&o, &tables, &err));
}

static inline int set_up_tables(void **state)
{
    if (access(worker_program(), X_OK) != 0) {
        (void)printf("skipped: no worker program is built\n");
        exit(77);
    }
    log_set_level(LOG_LEVEL_OFF);
    if (set_up(state))
        return -1;
    open_tables("", "");
    return 0;
}

static inline int tear_down_tables(void **state)
{
    tables_free(tables);
    tables = NULL;
    return tear_down(state);
}

/* A source by the name of a file in the test's folder. */
static inline struct table_source source_in(const char *name)
{
    return (struct table_source){.path = str_from(in(name))};
}

#define TABLES_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_tables, tear_down_tables)

#endif
