/*
 * duckdb_view.h - the views of a DuckDB database, as statements that may be run.
 * Private to the module.
 *
 * The definition of a view is text of a hostile file. It is run as the SQL of a user is:
 * the gate has to allow it, with the tables and views of the file as all that it may
 * name. What it names is another thing there, so the definition is taken apart first.
 */
#ifndef ENGINE_INGEST_DUCKDB_VIEW_H
#define ENGINE_INGEST_DUCKDB_VIEW_H

#include "engine/ingest/ingest_internal.h"
#include "engine/sql_gate/gate.h"

#define DUCKDB_SOURCE "source" /* the file, as a catalog */

/* A table or view of the file. */
struct duckdb_object {
    struct str schema, table;
    struct str name; /* of both, where the schema is not "main" */
    struct str sql;  /* of a view, as the file says it is made */
    bool is_view;
};

enum duckdb_state {
    DUCKDB_NOT_SEEN,
    DUCKDB_BEGUN, /* it is asked for by itself */
    DUCKDB_MADE,
    DUCKDB_REFUSED,
};

/* What is known of an object as a part of views. */
struct duckdb_part {
    enum duckdb_state state;
    uint64_t bytes; /* of SQL, with that of all that it is made of */
    uint64_t reads; /* tables, as often as it names them there */
    struct gate_table table;
    struct str reason; /* why it is refused */
};

struct duckdb_views {
    struct duck *duck;
    struct arena *a;
    const struct duckdb_object *objects; /* objects[n] */
    struct duckdb_part *parts;           /* parts[n], zeroed */
    size_t n;
    const struct str *macros; /* macros[n_macros], of the file */
    size_t n_macros;
};

/*
 * duckdb_view_define - make object `i` a view of the engine's own database in memory,
 * and before it all that it is made of. No transaction may be open.
 *
 * out      v->parts[i]  DUCKDB_MADE: table.name can be selected from;
 *                       DUCKDB_REFUSED: reason
 * errors   ERR_LIMIT  v->a is full
 */
MUST_CHECK enum err duckdb_view_define(struct duckdb_views *v, size_t i,
                                       struct error *e);

/* A table or view that a definition reads. */
struct duckdb_read {
    size_t at, end; /* the bytes of the definition that name it */
    struct str catalog, schema, table;
    bool has_alias;
};

struct duckdb_reads {
    struct duckdb_read *list; /* list[n], in the order of the text */
    size_t n;
    const struct str *calls; /* calls[n_calls], the functions */
    size_t n_calls;
};

/* Bytes of a statement that the engine kept: names, and what follows "AS". */
struct duckdb_definition {
    struct str query;
    const struct str *columns; /* columns[n], the view's own names for them */
    size_t n;
};

/*
 * duckdb_definition_parse - take "CREATE VIEW a.b (c, d) AS SELECT ..." apart.
 *
 * out      out  query borrows `sql`; names live in `a`
 * errors   ERR_VALIDATION_FAILED  it is none; ERR_LIMIT
 */
MUST_CHECK enum err duckdb_definition_parse(struct str sql, struct arena *a,
                                            struct duckdb_definition *out,
                                            struct error *e);

/*
 * duckdb_definition_reads - what a query reads, but for its own WITH queries.
 *
 * errors   ERR_VALIDATION_FAILED  it is no query, or does not say where it names them;
 *          ERR_LIMIT
 */
MUST_CHECK enum err duckdb_definition_reads(struct duck *d, struct str query,
                                            struct arena *a,
                                            struct duckdb_reads *out,
                                            struct error *e);

/* What the parts are called in the engine; no WITH query may be called so. */
#define DUCKDB_PART_NAME "quarry_part_"

#endif
