/* db_cancel.c - a flag stops what SQLite is running (store/database/db_cancel.h). */
#include "store/sqlite/db_internal.h"

/* Instructions of SQLite between two looks at the flag. */
#define CANCEL_STEPS 10000

static int is_cancelled(void *db)
{
    return db_is_cancelled(db);
}

void file_watch(struct db *d)
{
    const bool any = d->cancel != NULL;

    sqlite3_progress_handler(file_of(d)->handle, any ? CANCEL_STEPS : 0,
                             any ? is_cancelled : NULL, d);
}
