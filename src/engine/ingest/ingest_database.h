/*
 * ingest_database.h - what databases share, whose tables are read one after the other:
 * their names in SQL and what the map says of each. Private to the module.
 */
#ifndef ENGINE_INGEST_INGEST_DATABASE_H
#define ENGINE_INGEST_INGEST_DATABASE_H

#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_left_out.h"

struct ingest_database {
    const struct ingest_request *request;
    struct arena *a;
    struct ingest in;          /* of the table that is read now */
    struct column_name *names; /* names[n], of its tables and views in SQL */
    size_t n;
    const struct json **reports; /* reports[tables] */
    size_t tables;               /* that were read */
    struct ingest_left_out left_out;
};

/*
 * ingest_database_names - what SQL calls the tables and views of a file.
 *
 * in       raw[n]  what the file calls them
 * out      d       names, n; room for reports
 * errors   ERR_LIMIT  d->a is full
 */
MUST_CHECK enum err ingest_database_names(struct ingest_database *d,
                                          const struct str *raw, size_t n,
                                          struct error *e);

/* Read or leave out table `i`, in an arena that is emptied after it. */
typedef enum err ingest_database_table(void *ctx, size_t i, struct arena *a,
                                       struct error *e);

/*
 * ingest_database_each - all tables, in their order.
 *
 * in       none  the message where none of them was read
 * errors   ERR_FILE_READ_FAILED  that; as `table`, which ends it
 */
MUST_CHECK enum err ingest_database_each(struct ingest_database *d,
                                         ingest_database_table *table,
                                         void *ctx, const char *none,
                                         struct error *e);

/* Make d->in that of table `i`. */
MUST_CHECK enum err ingest_database_begin(struct ingest_database *d, size_t i,
                                          struct arena *a, struct error *e);

/* The report of the table that is d->in begins with its names; it is kept when what
 * else there is stands in it. */
void ingest_database_report(const struct ingest_database *d,
                            struct str original_name, struct buf *text,
                            struct jsonw *w);
MUST_CHECK enum err ingest_database_keep(struct ingest_database *d,
                                         struct buf *text, struct jsonw *w,
                                         struct error *e);

/* A foreign key: of several columns the first, and the others as "also". */
struct ingest_key {
    struct str column;
    struct str table;
    struct str refers_to;
    size_t number; /* of the key; those of one are in a row */
    bool holds;    /* of all rows, as the server that checks it says */
};

/* Write "foreign_keys" of keys[n], column by column. */
void ingest_write_keys(const struct ingest_key *keys, size_t n,
                       struct jsonw *w);

/* The map, of all tables that were read. */
void ingest_database_write(const struct ingest_database *d, const char *format,
                           struct jsonw *w);

#endif
