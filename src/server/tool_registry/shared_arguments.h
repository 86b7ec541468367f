/*
 * shared_arguments.h - arguments that several tools have, each an initialiser
 * of a struct argument; and the pieces of JSON Schemas of answers.
 *
 * For the tables of this folder, which list them by name.
 */
#ifndef SERVER_TOOL_REGISTRY_SHARED_ARGUMENTS_H
#define SERVER_TOOL_REGISTRY_SHARED_ARGUMENTS_H

#include "server/tool_registry/tool_spec.h"
#include "store/catalog/base.h"

#define PATH_CHARACTERS 4096
/* clang-format off */
#define BASE { \
    .name = "base", .type = ARGUMENT_TEXT, .min = 1, .max = BASE_NAME_MAX, \
    .description = "Name of a base, as list_sources has it. May be omitted where there is only one."}

/* Its arguments are written as JSON and become a string, so that nothing is
 * escaped by hand. */
#define JSON(...) #__VA_ARGS__

#define COUNT JSON({"type": "integer", "minimum": 0})

#define BASE_RESULT JSON("base": {"type": "string"})

/* clang-format on */

#endif
