/*
 * catalog.h - the tables of one file: what a query may name, and what the
 * other rooms must know of them.
 *
 * The database file is attached read-only as `src`. Every table gets a view of
 * its name in the main database, so that SQL names it without a schema; the
 * first is also `data`, unless another one has that name for itself.
 *
 * DuckDB forgets in which order tables were made. A file of several tables
 * says it by COMMENT ON TABLE t IS '<number>'; tables without a number come
 * after those that have one, by name.
 */
#ifndef TABULAR_CATALOG_H
#define TABULAR_CATALOG_H

#include "duck/duck.h"
#include "gate/gate.h"

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

struct catalog {
    const struct catalog_table *tables; /* tables[count], at least one */
    size_t count;
    struct gate_catalog gate; /* the same, and `data`; its hash is of names,
                                 order and types, hexadecimal */
};

/*
 * catalog_open - attach a database file and read what it holds.
 *
 * in       d    not locked yet: duck_lock() comes after
 *          database_path  any bytes
 * out      c    lives in `a`, with all it points at
 * errors   ERR_FILE_READ_FAILED  missing, damaged, or without what an ingest
 *                                leaves there: build the file again
 *          ERR_LIMIT             `a` is full
 * cost     3 ms and 1 ms a table; once a `d`, whatever it returns
 */
MUST_CHECK enum err catalog_open(struct duck *d, const char *database_path,
                                 struct arena *a, struct catalog **c,
                                 struct error *e);

/*
 * catalog_rows - the rows of the tables that a verdict names, a table once
 * however often it is named; `tables` as in gate_facts.
 */
uint64_t catalog_rows(const struct catalog *c, uint64_t tables);

#endif
