/* show_schema.h - prints the schema of a JSON tree, one path a line. */
#ifndef CLI_SHOW_SCHEMA_H
#define CLI_SHOW_SCHEMA_H

#include "base/json.h"
#include "cli/cli.h"

/* Print a schema as schema_write() of store/json_tree makes it. */
MUST_CHECK enum err show_schema_paths(struct cli *c, const struct json *schema,
                                      struct error *e);

#endif
