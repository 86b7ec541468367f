/*
 * db_tables.h - the rows of tables, from one database into another of whatever engine.
 *
 * Rows are read by key, some at a time, as those of a server are otherwise in memory
 * all at once. What was read has a hash: the SHA-256 of each table's rows in the order of
 * the key, which all engines share, so that two databases can be compared.
 */
#ifndef STORE_DATABASE_DB_TABLES_H
#define STORE_DATABASE_DB_TABLES_H

#include "base/hash.h"
#include "store/database/db.h"

#define DB_TABLE_COLUMNS 32
#define DB_TABLES_MAX    16

struct db_table {
    const char *name;
    const char
        *types; /* of its columns, a letter each: integer, real, text, bytes */
    size_t n_keys;     /* its first columns, 1 or 2, are its key */
    int64_t rows;      /* so many at a time: few where values are large */
    const char *first; /* SQL: the first ?1 rows */
    const char *next;  /* SQL: those after the key, and how many */
    const char *insert;
    const char
        *renumber; /* SQL for a server: the next id is above all; or NULL */
};

/* `columns` begin with `key`. */
#define DB_TABLE_SQL(table, key, columns, after, limit, values)           \
    "SELECT " columns " FROM " table " ORDER BY " key " LIMIT ?1",        \
        "SELECT " columns " FROM " table " WHERE " after " ORDER BY " key \
        " LIMIT " limit,                                                  \
        "INSERT INTO " table "(" columns ") VALUES (" values ")"
#define DB_TABLE(table, key, columns, types, values, rows)                     \
    {                                                                          \
        table, types, 1, rows,                                                 \
            DB_TABLE_SQL(table, key, columns, key " > ?1", "?2", values), NULL \
    }
#define DB_TABLE_OF_PAIRS(table, key, columns, types, values, rows)         \
    {                                                                       \
        table, types, 2, rows,                                              \
            DB_TABLE_SQL(table, key, columns, "(" key ") > (?1, ?2)", "?3", \
                         values),                                           \
            NULL                                                            \
    }
/* With ids that the engine gives. */
#define DB_TABLE_OF_IDS(table, columns, types, values, rows)             \
    {                                                                    \
        table, types, 1, rows,                                           \
            DB_TABLE_SQL(table, "id", columns, "id > ?1", "?2", values), \
            "SELECT setval(pg_get_serial_sequence('" table "', 'id'),"   \
            " (SELECT max(id) FROM " table                               \
            ")) WHERE EXISTS (SELECT 1 FROM " table ")"                  \
    }

struct db_tables {
    const struct db_table
        *list; /* list[n]: who refers to another comes after it */
    size_t n;
};

struct db_table_sum {
    int64_t rows;
    uint8_t sha256[HASH_BYTES];
};

/*
 * db_tables_copy - the rows of all of them.
 *
 * In a transaction of both: one that reads one state, and a writer's.
 *
 * in       to   has none of these rows; NULL: they are only summed up
 * out      sums  sums[t->n] of what was read
 * errors   as db_query() and db_run(); ERR_VALIDATION_FAILED: `to` does not keep a text
 */
MUST_CHECK enum err db_tables_copy(struct db *from, struct db *to,
                                   const struct db_tables *t,
                                   struct db_table_sum *sums, struct error *e);

/*
 * db_tables_compare - has the database these rows, and no others?
 *
 * errors   ERR_CONFLICT  no; says which table differs
 */
MUST_CHECK enum err db_tables_compare(struct db *d, const struct db_tables *t,
                                      const struct db_table_sum *sums,
                                      struct error *e);

#endif
