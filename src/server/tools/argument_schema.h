/*
 * argument_schema.h - validates a value against the subset of JSON Schema that
 * tools use.
 *
 * The schema that a client reads is the one that is checked, so the two
 * cannot disagree. Known words: type (one name, or none for any JSON), properties,
 * required, additionalProperties (false), items (of one or two types), minItems, maxItems,
 * enum (strings), minimum, maximum, minLength, maxLength. Others, as
 * description, are passed over. Objects in objects are checked, too.
 */
#ifndef SERVER_TOOLS_ARGUMENT_SCHEMA_H
#define SERVER_TOOLS_ARGUMENT_SCHEMA_H

#include "base/json.h"

/*
 * schema_check - does `value` fit `schema`?
 *
 * in       schema  of an object; a schema of ours, so it is well-formed
 *          value   anything
 * errors   ERR_VALIDATION_FAILED  the message names the key and what to do
 * cost     O(size of value * keys of its schema)
 * source   JSON Schema 2020-12, validation vocabulary
 *
 * Stricter than the standard in one point: a string whose type is declared must
 * not hold U+0000, which no path, name or SQL text has.
 */
MUST_CHECK enum err schema_check(const struct json *schema,
                                 const struct json *value, struct error *e);

/*
 * schema_check_names - has `value` members that `schema` does not know? Also in
 * the objects of arrays; for who checks the rest more exactly.
 *
 * errors   ERR_VALIDATION_FAILED  the message names the key and those there are
 */
MUST_CHECK enum err schema_check_names(const struct json *schema,
                                       const struct json *value,
                                       struct error *e);

/* A checked integer that is not negative, or `otherwise` when it is absent. */
uint64_t schema_u64(const struct json *object, const char *key,
                    uint64_t otherwise);

#endif
