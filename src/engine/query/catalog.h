/*
 * catalog.h - the tables of a worker's files: what a query may name, and what
 * other modules need to know of them.
 *
 * Each database file is attached read-only, as `src`, `src2` and so on. A file
 * is one table or, a workbook, several; one table of each file is selected: at
 * first the one called `data`, or else the first. SQL names, without a schema,
 * through views in the main database:
 *
 *     data           the selected table of the first file
 *     <file's name>  the selected table of that file, where files are several
 *     <own name>     each table, but for those called `data`
 *
 * In this order; a name that is taken, whatever its case, gets _2, _3, ...
 *
 * DuckDB forgets in which order tables were made. A file of several tables
 * says it by COMMENT ON TABLE t IS '<number>'; tables without a number come
 * after those that have one, by name.
 */
#ifndef ENGINE_QUERY_CATALOG_H
#define ENGINE_QUERY_CATALOG_H

#include "engine/duck/duck.h"
#include "engine/sql_gate/gate.h"

#define CATALOG_MAX_FILES 512u

/* The comment of a table that is only part of one: the file has a view called
 * `data` over it, which is the table. */
#define CATALOG_PART "part"

/* A file to open. Two may be the same database under two names. */
struct catalog_source {
    const char *database; /* path, any bytes */
    struct str name;      /* not used where it is the only file */
};

struct catalog_column {
    struct str name;
    const char *type_name; /* to the outside, as value_type_name() */
    enum duck_kind kind;   /* as the file declares it */
    uint8_t width, scale;  /* DECIMAL */
};

struct catalog_table {
    struct str name;
    struct str source; /* as SQL: "src"."main"."<name>", which has rowid */
    const struct catalog_column *columns; /* columns[column_count] */
    size_t column_count;
    uint64_t rows; /* rowid runs from 0 to rows - 1 */
};

/* Which of the catalog's tables a file has; one of them is selected. */
struct catalog_file {
    const char *database;
    size_t first, count;
    size_t selected; /* index in the catalog's tables */
};

/* What gate.tables[i] stands for. */
struct catalog_name {
    const struct catalog_file *file; /* its selected table, or NULL: */
    size_t table;                    /* always this one */
};

struct catalog {
    const struct catalog_table *tables; /* tables[count], at least one */
    size_t count;
    const struct catalog_table *data; /* the one that SQL calls data */
    struct gate_catalog gate; /* by all names; its hash is of names, order and
                                 types, hexadecimal */

    /* for catalog_select() and catalog_rows() */
    struct catalog_file files[CATALOG_MAX_FILES];
    size_t n_files;
    const struct catalog_name *names; /* names[gate.count] */
    struct gate_table *named;         /* gate.tables */
    const struct gate_table *whole;   /* whole[count], under their own names */
    char hash[65];                    /* gate.hash */
    bool stale; /* a selection failed: some names stand for what was before */
};

/*
 * catalog_open - attach database files and read what they hold.
 *
 * in       d        not locked yet: duck_lock() comes after
 *          sources  sources[n], n from 1 to CATALOG_MAX_FILES
 * out      c    lives in `a`, with all it points at
 * errors   ERR_FILE_READ_FAILED  missing, damaged, or without what an ingest
 *                                leaves there: build the files again
 *          ERR_LIMIT             `a` is full, or too many tables
 * cost     3 ms a file and 1 ms a table; once a `d`, whatever it returns
 */
MUST_CHECK enum err catalog_open(struct duck *d,
                                 const struct catalog_source *sources, size_t n,
                                 struct arena *a, struct catalog **c,
                                 struct error *e);

/*
 * catalog_select - which table of each file is the selected one.
 *
 * in       tables  tables[n], a name for each file in their order; an empty or
 *                  missing one selects what catalog_open() did. As the file
 *                  has it, or else in another case
 * errors   ERR_FILE_READ_FAILED  no such table: the caller has looked at the
 *                                map, so map and file are not of one making
 *          else as duck_exec()
 * cost     nothing when all are selected already, else 1 ms
 */
MUST_CHECK enum err catalog_select(struct catalog *c, struct duck *d,
                                   const struct str *tables, size_t n,
                                   struct error *e);

/*
 * catalog_rows - the rows of the tables that a verdict names, a table once
 * however often it is named; `tables` as in gate_facts.
 */
uint64_t catalog_rows(const struct catalog *c, uint64_t tables);

#endif
