/*
 * engine_table.h - a table that the engine itself reads, from Parquet or from a
 * database of its own kind: no cell passes through here.
 */
#ifndef ENGINE_INGEST_ENGINE_TABLE_H
#define ENGINE_INGEST_ENGINE_TABLE_H

#include "engine/ingest/ingest_internal.h"

/* A column as the engine tells it. */
struct engine_column {
    struct str sql_type;
    const char *type_name;
    bool is_blob; /* its values are shown as their size */
    bool is_text; /* also where the source has a narrower type: JSON, an enum */
};

struct engine_table {
    struct ingest *in;             /* in->table is its name */
    const char *what;              /* the source, for messages */
    struct str from;               /* SQL: what it is made of */
    bool shows_size;               /* of blobs, and not what is in them */
    struct engine_column *columns; /* columns[in->columns] */
};

/*
 * engine_copy - the source under a name, beside the database: that is where the
 * sandbox lets the engine open a file.
 *
 * out      path   in in->a, or NULL; whoever asks removes it, also after an error
 * errors   ERR_FILE_WRITE_FAILED, ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err engine_copy(const struct ingest *in, const char *suffix,
                                const char **path, struct error *e);

/*
 * engine_table_make - make the table in the attached file.
 *
 * out      t      in->columns, in->names, in->rows and t->columns
 * errors   ERR_FILE_READ_FAILED  the engine does not read it; ERR_LIMIT, ERR_TIMEOUT
 */
MUST_CHECK enum err engine_table_make(struct engine_table *t, struct error *e);

/*
 * engine_unreadable - what the engine says of a source, in our words.
 *
 * returns  `rc` where that is OK, ERR_LIMIT or ERR_TIMEOUT; else
 *          ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err engine_unreadable(const char *what, enum err rc,
                                      struct error *e);

/* Write the members that a map has of it: has_header to chunks. */
void engine_table_write(const struct engine_table *t, struct jsonw *w);

#endif
