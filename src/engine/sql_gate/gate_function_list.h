/*
 * gate_function_list.h - DuckDB's functions: which of them a user's SQL may call.
 *
 * The table is generated (tools/gate_function_list.mjs says how and why). A name
 * that it lacks is refused like one that it forbids.
 */
#ifndef ENGINE_SQL_GATE_GATE_FUNCTION_LIST_H
#define ENGINE_SQL_GATE_GATE_FUNCTION_LIST_H

#include "base/str.h"

enum gate_flag {
    GATE_VALUE = 1,          /* allowed where a value is */
    GATE_TABLE = 2,          /* allowed in FROM */
    GATE_AGGREGATE = 4,      /* of a group or a window */
    GATE_INEXACT_DOUBLE = 8, /* over DOUBLE the order of the rows shows */
    GATE_INEXACT_ANY = 16,   /* over any type the order of the rows shows */
    GATE_ORDER = 32,         /* picks or lists by the order of the rows */
    GATE_CLOCK = 64,         /* another result at another time */
    GATE_RANDOM = 128,       /* another result each time */
};

enum gate_why {
    GATE_WHY_NONE,
    GATE_WHY_FILES,
    GATE_WHY_SQL,
    GATE_WHY_SETTINGS,
    GATE_WHY_CATALOG,
    GATE_WHY_SLEEP,
    GATE_WHY_CRASHES,
    GATE_WHY_INTERNAL,
};

struct gate_function {
    const char *name;    /* lower case */
    unsigned char flags; /* enum gate_flag; 0: never allowed */
    unsigned char
        why; /* enum gate_why: of a refusal where `flags` does not allow it */
};

extern const struct gate_function gate_function_list[]; /* by name, as bytes */
extern const size_t gate_function_count;

/* The entry of a function, case ignored; NULL when DuckDB has none. */
const struct gate_function *gate_function_find(struct str name);

/* The allowed one that differs least, by two letters at most; NULL when none
 * does. `flag` is GATE_VALUE or GATE_TABLE, the place where it may be. */
const struct gate_function *gate_function_nearest(struct str name,
                                                  enum gate_flag flag);

/* "it reads files": why a function is refused, to follow "not allowed: ". */
const char *gate_function_reason(const struct gate_function *f);

#endif
