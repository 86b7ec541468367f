/*
 * db_driver.h - what an engine implements of db.h; for drivers.
 *
 * A driver's own structure begins with `struct db`. Its functions are those of db.h
 * of the same names, with the same contracts, but for what is said here.
 */
#ifndef STORE_DATABASE_DB_DRIVER_H
#define STORE_DATABASE_DB_DRIVER_H

#include "store/database/db_cancel.h"

struct db_driver {
    bool is_on_server;
    /* Close it for good, and free all of it with `kept_as`. */
    void (*close)(struct db *d);
    /* Is nothing under way that the next user would see, and did nothing fail? Then
     * db_pool.h may keep it. */
    bool (*is_at_rest)(struct db *d);
    /* The flag of db_cancel.h was set or taken away. */
    void (*watch)(struct db *d);
    enum err (*exec)(struct db *d, const char *sql, struct error *e);
    /* `r` has its `d`; the rest is the driver's. */
    enum err (*query)(struct db_rows *r, const char *sql, struct db_args args,
                      struct error *e);
    /* NULL: query() holds one row at a time */
    enum err (*query_large)(struct db_rows *r, const char *sql,
                            struct error *e);
    bool (*next)(struct db_rows *r);
    int64_t (*column_int)(const struct db_rows *r, int i);
    double (*column_real)(const struct db_rows *r, int i);
    struct str (*column_text)(const struct db_rows *r, int i);
    bool (*column_is_null)(const struct db_rows *r, int i);
    enum err (*finish)(struct db_rows *r, enum err rc, struct error *e);
    int64_t (*changes)(const struct db *d);
    enum err (*begin_write)(struct db *d, struct error *e);
    enum err (*begin_read)(struct db *d, struct error *e);
    enum err (*begin_unsynced)(struct db *d, int wait_ms, bool *begun,
                               struct error *e);
    enum err (*end)(struct db *d, enum err rc, struct error *e);
    enum err (*savepoint_begin)(struct db *d, struct error *e);
    enum err (*savepoint_end)(struct db *d, enum err rc, struct error *e);
    /* How many steps of db_migrate.h it has had; set_shape() is called with the
     * writer's lock. */
    enum err (*get_shape)(struct db *d, int64_t *shape, struct error *e);
    enum err (*set_shape)(struct db *d, int64_t shape, struct error *e);
    enum err (*size)(struct db *d, int64_t *bytes, struct error *e);
    enum err (*check)(struct db *d, struct error *e);
    enum err (*copy)(struct db *d, const char *path,
                     struct error *e); /* NULL: has none */
};

struct db {
    const struct db_driver *driver;
    const char *shown;         /* its name in messages */
    const atomic_bool *cancel; /* NULL: cannot be cancelled */
    /* Of db_pool.c: */
    char *kept_as; /* owned; NULL: it is not kept */
    uint64_t kept_ms;
};

#endif
