/*
 * argument_check.h - validates what was sent against a list of arguments.
 *
 * The same list is written as the JSON Schema that clients read (argument.h),
 * so the two cannot disagree. Objects in objects are checked, too.
 */
#ifndef SERVER_TOOL_REGISTRY_ARGUMENT_CHECK_H
#define SERVER_TOOL_REGISTRY_ARGUMENT_CHECK_H

#include "server/tool_registry/argument.h"

/*
 * argument_check - is `value` an object with these arguments?
 *
 * errors   ERR_VALIDATION_FAILED  the message names the key and what to do
 * cost     O(size of value * arguments of the list)
 * source   JSON Schema 2020-12, validation vocabulary
 *
 * Stricter than the standard in one point: a text must not hold U+0000, which no
 * path, name or SQL text has.
 */
MUST_CHECK enum err argument_check(const struct argument *list,
                                   const struct json *value, struct error *e);

/*
 * argument_check_names - has `value` members that the list does not know? Also
 * in the objects of arrays; for who checks the rest more exactly.
 *
 * errors   ERR_VALIDATION_FAILED  the message names the key and those there are
 */
MUST_CHECK enum err argument_check_names(const struct argument *list,
                                         const struct json *value,
                                         struct error *e);

/* The value of an integer that was checked; 0 where it was not. */
uint64_t argument_read_u64(const struct json *j);

#endif
