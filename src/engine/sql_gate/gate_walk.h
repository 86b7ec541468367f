/*
 * gate_walk.h - walks DuckDB's syntax tree. Private to gate*.c.
 *
 * Each kind of object has a list of the members it may have and of what is to
 * be visited in them. A member that is not in the list must be blank (null,
 * false, 0, "", [], {}), else the statement is refused: a syntax that a later
 * DuckDB adds is therefore refused until somebody has looked at it.
 */
#ifndef ENGINE_SQL_GATE_GATE_WALK_H
#define ENGINE_SQL_GATE_GATE_WALK_H

#include "base/json.h"
#include "engine/sql_gate/gate.h"

/* The name of a WITH query that is visible; the innermost first. */
struct gate_scope {
    struct str name;
    const struct gate_scope *up;
};

/* What is known of the SELECT that the walk is in. */
struct gate_level {
    unsigned depth;  /* 0 outside, 1 in the outermost query */
    bool derived;    /* FROM, here or around, has more than catalog tables */
    bool aggregated; /* an aggregate that is not a window was seen */
    bool unnests;    /* a value that becomes many rows was seen */
    bool cut;        /* LIMIT, here or around */
};

struct gate_walk {
    const struct gate_catalog *tables;
    struct str sql;
    const struct json *root; /* the statement */
    struct arena *arena;
    struct gate_facts *facts;
    const struct gate_scope *scope;
    struct gate_level level;
    unsigned queries; /* seen so far */
    uint64_t at;      /* the last place in the SQL that the tree named */
};

typedef enum err gate_visit(struct gate_walk *w, const struct json *j,
                            struct error *e);

/* A member that an object may have. */
struct gate_field {
    const char *key;
    gate_visit *visit; /* for an array each element; NULL: plain data */
};

/* A kind of object, identified by its "class" or "type". */
struct gate_kind {
    const char *name;
    const char *types; /* words, each a "type" it may have; NULL: any */
    const struct gate_field *fields; /* ends with a NULL key */
    gate_visit *check; /* before the members are visited; may be NULL */
};

/* Visit a value: nothing for null or a missing one, each element of an array,
 * else itself. */
MUST_CHECK enum err gate_each(struct gate_walk *w, gate_visit *visit,
                              const struct json *j, struct error *e);

/* Visit the members of an object; one that is not listed must be blank. */
MUST_CHECK enum err gate_fields(struct gate_walk *w, const struct json *j,
                                const struct gate_field *fields,
                                struct error *e);

/* The kind called `name` among `kinds`, which end with a NULL name, or NULL. */
const struct gate_kind *gate_kind_find(const struct gate_kind *kinds,
                                       struct str name);

/* Visit an object as one of a kind: its type, its check, its members. */
MUST_CHECK enum err gate_as_kind(struct gate_walk *w, const struct json *j,
                                 const struct gate_kind *kind, struct error *e);

/* True when `text` is one of the space-separated words; case matters. */
bool gate_is_word(struct str text, const char *words);

/* null, false, 0, "", [], {}, or only such inside; also a missing member. */
bool gate_is_blank(const struct json *j);

/* True when a WITH query of this name is visible; case is ignored. */
bool gate_scope_has(const struct gate_walk *w, struct str name);

/* The column of a catalog table of this name, or NULL; case is ignored. */
const struct gate_column *gate_column_find(const struct gate_catalog *c,
                                           struct str name);

/*
 * gate_order_is_total - is no tie left to chance in the rows of a SELECT?
 *
 * in       select   a SELECT_NODE that was walked, w->level being its own
 * out      total    false also when it cannot be seen; gate_order.c says how
 * errors   ERR_LIMIT  the arena is full
 */
MUST_CHECK enum err gate_order_is_total(const struct gate_walk *w,
                                        const struct json *select, bool *total,
                                        struct error *e);

/* A name that DuckDB makes a call of when no column has it: may it occur? */
MUST_CHECK enum err gate_check_value_name(struct gate_walk *w,
                                          const struct json *j, struct str name,
                                          struct error *e);

/* Fill the facts that the call of an allowed function shows. */
void gate_note_call(struct gate_walk *w, const struct json *call);

/* Where byte `offset` of the SQL lies; past its end is its end. */
struct srcpos gate_position(struct str sql, uint64_t offset);

/* A name of the user's for a message: at most 80 bytes of it. */
struct str gate_shown(struct str name);

/* ERR_VALIDATION_FAILED at the place of `j`, or of the last place known. */
PRINTF_LIKE(4)
enum err gate_refuse(const struct gate_walk *w, const struct json *j,
                     struct error *e, const char *fmt, ...);

/* As gate_refuse(), about the first parameter in the text. */
enum err gate_refuse_parameter(const struct gate_walk *w, struct error *e);

/* Visitors: a statement {node, named_param_map}, a query, FROM, an expression,
 * a modifier (ORDER BY, LIMIT, DISTINCT), an element of ORDER BY, TABLESAMPLE,
 * a call in FROM. Of a call where a value is, and of a window's, the name
 * and offset: gate_call_fields are the members of the first. */
gate_visit gate_statement;
gate_visit gate_query;
gate_visit gate_from;
gate_visit gate_expr;
gate_visit gate_modifier;
gate_visit gate_order;
gate_visit gate_sample;
gate_visit gate_table_function;
gate_visit gate_call;
gate_visit gate_window_call;

extern const struct gate_field gate_call_fields[];

#endif
