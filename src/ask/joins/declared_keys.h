/*
 * declared_keys.h - foreign keys that a database declares, as edges. Private to the
 * module.
 */
#ifndef ASK_JOINS_DECLARED_KEYS_H
#define ASK_JOINS_DECLARED_KEYS_H

#include "ask/link/table_schema.h"

/* A key whose table and columns are in the schema. */
struct declared_key {
    size_t right; /* of the schema's tables */
    const struct schema_column *left_column;
    const struct schema_column *right_column;
};

/*
 * declared_key_find - what a foreign key of a table refers to.
 *
 * in       key  of tables[left].foreign_keys
 * returns  false when a table or column is not there, or of another kind
 */
bool declared_key_find(const struct ask_schema *s, size_t left,
                       const struct json *key, struct declared_key *out);

#endif
