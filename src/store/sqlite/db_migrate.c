#include "store/sqlite/db_migrate.h"

#include "store/sqlite/db_internal.h"

#include <stdio.h>

static enum err version_of(struct db *d, int64_t *version, struct error *e)
{
    *version = 0;
    return db_get_int(d, "PRAGMA user_version", DB_NO_ARGS, version, e);
}

static enum err set_version(struct db *d, size_t version, struct error *e)
{
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "PRAGMA user_version = %zu", version);
    return db_exec(d, sql, e);
}

/* Inside the writer's lock, where nobody else changes the version. */
static enum err run_missing(struct db *d, const struct db_migrations *steps,
                            struct error *e)
{
    int64_t done;
    enum err rc = version_of(d, &done, e);

    for (size_t i = (size_t)done; i < steps->n && !rc; i++)
        rc = db_exec(d, steps->list[i], e);
    return rc ? rc : set_version(d, steps->n, e);
}

enum err db_migrate(struct db *d, const struct db_migrations *steps,
                    struct error *e)
{
    int64_t done;
    enum err rc = version_of(d, &done, e);

    if (rc)
        return rc;
    if (done < 0 || (size_t)done > steps->n)
        return error_set(e, ERR_CONFLICT,
                         "%s was made by a newer Quarry; install that one",
                         d->shown);
    if ((size_t)done == steps->n)
        return OK;
    rc = db_begin_write(d, e);
    return rc ? rc : db_end(d, run_missing(d, steps, e), e);
}
