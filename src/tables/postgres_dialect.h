/* postgres_dialect.h - where the dialects of the engine and of PostgreSQL differ. */
#ifndef TABLES_POSTGRES_DIALECT_H
#define TABLES_POSTGRES_DIALECT_H

#include "base/str.h"

/*
 * A function of the engine. In `form` $1 to $4 are its arguments, $F is the FILTER that
 * follows the call, and $A is the condition of it after AND.
 */
struct postgres_function {
    const char *name;
    unsigned args;    /* 0: any number */
    const char *form; /* NULL: it is the same there */
};

/* A word that is no function, and the same in both? */
bool postgres_dialect_keeps(struct str word);

/* The function of so many arguments; NULL: it is not translated. */
const struct postgres_function *postgres_dialect_function(struct str name,
                                                          size_t args);

/* The format of to_char() for one of strftime(), both in quotes; NULL. */
const char *postgres_dialect_format(struct str format);

/* The type of a CAST; NULL. */
const char *postgres_dialect_type(struct str name);

#endif
