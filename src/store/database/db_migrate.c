#include "store/database/db_migrate.h"

#include "store/database/db_driver.h"

static enum err version_of(struct db *d, int64_t *version, struct error *e)
{
    *version = 0;
    return d->driver->get_shape(d, version, e);
}

/* Inside the writer's lock, where nobody else changes the version. */
static enum err run_missing(struct db *d, const struct db_migrations *steps,
                            struct error *e)
{
    int64_t done;
    enum err rc = version_of(d, &done, e);

    for (size_t i = (size_t)done; i < steps->n && !rc; i++)
        rc = db_exec(d, steps->list[i], e);
    return rc ? rc : d->driver->set_shape(d, (int64_t)steps->n, e);
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
