#include "store/catalog/database_copy.h"

#include "store/catalog/base_schema.h"
#include "store/catalog/schema_tables.h"
#include "store/sqlite/db_file.h"

#define SHOWN "the copy of the database"

enum err database_hold(struct db *d, struct error *e)
{
    int64_t ignored;
    enum err rc;

    if (!db_is_on_server(d))
        return OK;
    rc = db_begin_read(d, e);
    /* the first statement decides on the state */
    return rc ? rc
              : db_get_int(d, "SELECT count(*) FROM setting", DB_NO_ARGS,
                           &ignored, e);
}

void database_let_go(struct db *d)
{
    struct error ignored;

    if (db_is_on_server(d))
        (void)!db_end(d, ERR_CONFLICT, &ignored);
}

/* Rows that a new database refuses could not be in one that is whole. */
static enum err write_rows(struct db *from, struct db *to,
                           const struct db_tables *t, struct db_table_sum *sums,
                           struct error *e)
{
    enum err rc = db_tables_copy(from, to, t, sums, e);

    if (rc == ERR_CONFLICT) {
        struct error why = *e;

        rc = error_set(e, ERR_FILE_READ_FAILED, "the database is damaged: %s",
                       why.msg);
    }
    return rc;
}

/* All rows, in one transaction of `to`; then they are read again. */
static enum err copy_rows(struct db *from, struct db *to,
                          const struct db_tables *t, struct error *e)
{
    struct db_table_sum sums[DB_TABLES_MAX];
    enum err rc = db_begin_write(to, e);

    BUG_ON(t->n > DB_TABLES_MAX);
    if (rc)
        return rc;
    rc = db_end(to, write_rows(from, to, t, sums, e), e);
    return rc ? rc : db_tables_compare(to, t, sums, e);
}

static enum err save(struct db *d, const char *path,
                     const struct db_migrations *shape,
                     const struct db_tables *t, struct error *e)
{
    struct db *to = NULL;
    enum err rc = db_file_open(path, SHOWN, DB_CREATE, &to, e);

    if (!rc)
        rc = db_migrate(to, shape, e);
    if (!rc)
        rc = copy_rows(d, to, t, e);
    db_close(to);
    return rc;
}

enum err database_save_base(struct db *d, const char *path, struct error *e)
{
    return db_is_on_server(d) ? save(d, path, &base_schema, &base_tables, e)
                              : db_copy(d, path, e);
}

enum err database_save_home(struct db *d, const char *path, struct error *e)
{
    enum err rc;

    if (!db_is_on_server(d))
        return db_copy(d, path, e);
    rc = db_begin_read(d, e);
    return rc ? rc : db_end(d, save(d, path, &home_schema, &home_tables, e), e);
}

enum err database_load_base(const char *path, struct db *to, struct error *e)
{
    struct db *from = NULL;
    enum err rc = db_file_open(path, SHOWN, DB_EXISTING, &from, e);

    if (!rc)
        rc = db_check(from, e);
    if (!rc)
        rc = db_migrate(from, &base_schema, e);
    if (!rc)
        rc = db_begin_read(from, e);
    if (!rc)
        rc = db_end(from, copy_rows(from, to, &base_tables, e), e);
    db_close(from);
    return rc;
}
