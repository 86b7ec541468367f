/*
 * pg_check.c - is a schema whole, as far as SQL can tell?
 *
 * Every row is hashed, so that each of its values is read, also those that are kept
 * apart from it: the server finds what its checksums of pages find
 * (initdb --data-checksums), and what cannot be decompressed. References are looked up
 * although the server guards them, as a damaged index makes it take a missing row
 * for there.
 */
#include "store/pgsql/pg_internal.h"

#include <stdio.h>

#define SQL_BYTES 1024

/* Vectors are derived, of a type that has no hash, and read by who keeps them there
 * (search/backend/pgvector.c). */
#define TABLES                                                          \
    "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND" \
    " relnamespace = current_schema()::regnamespace"                    \
    " AND relname NOT IN ('passage_owner', 'passage_vector') ORDER BY 1"

/* table, column, the table and column that it refers to */
#define REFERENCES                                                        \
    "SELECT c.conrelid::regclass, quote_ident(a.attname),"                \
    " c.confrelid::regclass, quote_ident(f.attname) FROM pg_constraint c" \
    " JOIN pg_attribute a ON a.attrelid = c.conrelid"                     \
    " AND a.attnum = c.conkey[1] JOIN pg_attribute f"                     \
    " ON f.attrelid = c.confrelid AND f.attnum = c.confkey[1]"            \
    " WHERE c.contype = 'f'"                                              \
    " AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2"

static const char *column(const PGresult *r, int row, int i)
{
    return pq.PQgetvalue(r, row, i);
}

static enum err read_table(struct db_schema *s, const PGresult *list, int i,
                           struct error *e)
{
    char sql[SQL_BYTES];
    PGresult *r = NULL;
    enum err rc;

    (void)snprintf(sql, sizeof(sql), "SELECT count(hash_record(t)) FROM %s t",
                   column(list, i, 0));
    rc = pg_exec(s, sql, &r, e);
    pq.PQclear(r);
    return rc;
}

static enum err look_up(struct db_schema *s, const PGresult *list, int i,
                        struct error *e)
{
    char sql[SQL_BYTES];
    PGresult *r = NULL;
    enum err rc;

    (void)snprintf(sql, sizeof(sql),
                   "SELECT 1 FROM %s c LEFT JOIN %s p ON p.%s = c.%s WHERE"
                   " c.%s IS NOT NULL AND p.%s IS NULL LIMIT 1",
                   column(list, i, 0), column(list, i, 2), column(list, i, 3),
                   column(list, i, 1), column(list, i, 1), column(list, i, 3));
    rc = pg_exec(s, sql, &r, e);
    if (!rc && pq.PQntuples(r) > 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "%s is damaged: a row of table %s names one of %s that "
                       "is not there; restore it from a backup",
                       s->db.shown, column(list, i, 0), column(list, i, 2));
    pq.PQclear(r);
    return rc;
}

static enum err of_each(struct db_schema *s, const char *sql,
                        enum err (*check)(struct db_schema *, const PGresult *,
                                          int, struct error *),
                        struct error *e)
{
    PGresult *list = NULL;
    enum err rc = pg_exec(s, sql, &list, e);
    const int n = rc ? 0 : pq.PQntuples(list);

    for (int i = 0; i < n && !rc; i++)
        rc = check(s, list, i, e);
    pq.PQclear(list);
    return rc;
}

enum err pg_check(struct db *d, struct error *e)
{
    enum err rc = of_each(schema_of(d), TABLES, read_table, e);

    return rc ? rc : of_each(schema_of(d), REFERENCES, look_up, e);
}
