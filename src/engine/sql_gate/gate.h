/*
 * gate.h - the first of three isolation layers around a user's SQL: the check
 * that it cannot read files or change settings.
 *
 * One statement that reads, from the tables of this file only, with functions
 * that compute and do nothing else. The decision is made on DuckDB's own
 * syntax tree, against lists of what is allowed: what the gate does not know is
 * refused. docs/sql.md tells the user what that leaves.
 *
 * The gate looks at names only. Whether a column exists is left to the engine.
 * Whether a file exists is never revealed: a table that is not in the catalog is
 * refused with the same message whether there is a file of that name or not.
 */
#ifndef ENGINE_SQL_GATE_GATE_H
#define ENGINE_SQL_GATE_GATE_H

#include "base/str.h"

struct duck;

#define GATE_SQL_MAX_BYTES (256u * 1024)

/* A column, and whether sums over it depend on the order of additions. */
struct gate_column {
    struct str name;
    bool is_float; /* FLOAT, DOUBLE, or a type that may hold them */
};

/* A table or view that a query may name, always without a schema before it. */
struct gate_table {
    struct str name;
    const struct gate_column *columns; /* columns[column_count] */
    size_t column_count;
};

struct gate_catalog {
    const struct gate_table *tables; /* tables[count]; the first is the one
                                        that messages propose */
    size_t count;
    struct str hash; /* of all that; the cache of verdicts keeps them apart */
};

/* What the engine must know to give the same bytes each time, and which tables
 * the answer stands on. */
struct gate_facts {
    uint64_t tables;   /* bit i: tables[i] is named; bit 63 also stands for
                          all after it */
    bool order_by;     /* the outermost query is ordered */
    bool order_by_all; /* and totally: rows that tie are equal */
    bool limit;        /* the outermost query is cut by LIMIT or OFFSET */
    bool inner_limit;  /* an inner one is cut, or DISTINCT ON picks a row */
    bool one_row;      /* aggregates without groups: exactly one row */
    bool aggregates;   /* any aggregate, also in a window */
    bool float_sums;   /* one that may add DOUBLEs, in an order that shows */
    bool order_shows;  /* first(), list(), string_agg(): row order shows */
    bool windows;      /* a window function: ties in its ORDER BY may show */
    bool samples;      /* TABLESAMPLE or USING SAMPLE */
    bool random;       /* random(), uuid() */
    bool clock;        /* now(), current_date, age() */
    bool describes;    /* the outermost is DESCRIBE or SUMMARIZE: its rows
                          are about columns */
};

struct gate_verdict {
    struct gate_facts facts;
};

/*
 * gate_check - decide about one statement. Nothing is run.
 *
 * in       tables  what the SQL may name; compared without regard to case
 *          d       serialises the SQL; any open one, locked or not
 *          sql     UTF-8; one statement, a trailing semicolon is allowed
 * out      v       filled when the SQL may run
 * errors   ERR_VALIDATION_FAILED  not allowed, with position and what to do
 *          ERR_LIMIT              over GATE_SQL_MAX_BYTES or too deep
 *          else as duck_serialize()
 * cost     0.03 ms for a short query, the first one 0.3 ms; 2 s for the worst
 *          256 KiB found
 * threads  that of `d`
 */
MUST_CHECK enum err gate_check(const struct gate_catalog *tables,
                               struct duck *d, struct str sql,
                               struct gate_verdict *v, struct error *e);

/* Must it run on one thread to give the same bytes each time? */
bool gate_needs_one_thread(const struct gate_facts *f);

#endif
