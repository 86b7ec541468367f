#include "store/sqlite/db_cancel.h"

#include "store/sqlite/db_internal.h"

/* Instructions of SQLite between two looks at the flag. */
#define CANCEL_STEPS 10000

const atomic_bool *db_cancel(const struct db *d)
{
    return d->cancel;
}

bool db_is_cancelled(const struct db *d)
{
    return d->cancel && atomic_load_explicit(d->cancel, memory_order_relaxed);
}

static int is_cancelled(void *db)
{
    return db_is_cancelled(db);
}

void db_set_cancel(struct db *d, const atomic_bool *cancel)
{
    d->cancel = cancel;
    sqlite3_progress_handler(d->handle, cancel ? CANCEL_STEPS : 0,
                             cancel ? is_cancelled : NULL, d);
}
