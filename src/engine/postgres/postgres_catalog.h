/*
 * postgres_catalog.h - what a database says of its tables: columns, types, keys,
 * comments, and how many rows it takes them to have.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_CATALOG_H
#define ENGINE_POSTGRES_POSTGRES_CATALOG_H

#include "engine/postgres/postgres_session.h"

#define POSTGRES_MAX_TABLES 500u

/* How values are read; a bundle has the names. */
enum postgres_kind {
    POSTGRES_TEXT,
    POSTGRES_OTHER, /* read as text; of char(n) without the blanks at its end */
    POSTGRES_BOOLEAN,
    POSTGRES_INTEGER,
    POSTGRES_DECIMAL,
    POSTGRES_MONEY, /* read as a decimal: its text depends on the server's language */
    POSTGRES_FLOAT,
    POSTGRES_DATE,
    POSTGRES_TIME,
    POSTGRES_TIMESTAMP,
    POSTGRES_ZONED, /* shown in UTC */
    POSTGRES_BYTES, /* shown as their size */
    POSTGRES_ARRAY, /* read as its values with POSTGRES_SEPARATOR between them */
    POSTGRES_KINDS
};

#define POSTGRES_SEPARATOR "; "

/* "integer": how a bundle calls a kind. */
const char *postgres_kind_name(enum postgres_kind kind);

struct postgres_column {
    struct str name;
    struct str declared; /* "numeric(10,2)" */
    struct str comment;
    enum postgres_kind kind;
    bool is_key; /* of the primary key */
};

/* A column that refers to another table, by itself or with others. */
struct postgres_key {
    struct str number; /* of the key; those of one are in a row */
    struct str column, schema, table, refers_to;
    bool holds; /* of all rows that the role sees, as the server has checked */
};

struct postgres_table {
    struct str oid;
    struct str schema, table;
    struct str name; /* of both, where the schema is not "public" */
    struct str comment;
    char kind;                       /* as pg_class.relkind has it */
    double estimate;                 /* of rows; below 0: not known */
    struct postgres_column *columns; /* columns[n] */
    size_t n;
    struct postgres_key *keys; /* keys[n_keys] */
    size_t n_keys;
};

struct postgres_catalog {
    struct postgres_table *tables; /* tables[n]: tables, then views */
    size_t n;
};

/*
 * postgres_catalog_read - the database's own tables and views that the role may read.
 *
 * in       which   a condition for them (postgres_which.h); empty: all
 * out      c       lives in `a`
 * errors   as postgres_link_query(); ERR_LIMIT
 */
MUST_CHECK enum err postgres_catalog_read(const struct postgres_session *s,
                                          struct str which, struct arena *a,
                                          struct postgres_catalog *c,
                                          struct error *e);

/* A view, whose rows the server makes when they are read? */
bool postgres_table_is_view(const struct postgres_table *t);

#endif
