/*
 * config.h - the settings of an operator, and where each value came from.
 *
 *     default < file < environment < command line
 *
 * A later one wins. The file is JSON: one object, {"listen": "127.0.0.1:80"}. A
 * name that is not known and a value that cannot be are errors, with the place
 * in the file: a limit that is misspelt must not be a limit that is not there.
 */
#ifndef BASE_CONFIG_CONFIG_H
#define BASE_CONFIG_CONFIG_H

#include "base/jsonw.h"

enum config_id {
#define VALUE(id, name, also, type, otherwise, least, most, meaning) \
    CONFIG_##id,
#include "base/config/config.def"
#undef VALUE
    CONFIG_VALUES
};

enum config_origin {
    CONFIG_DEFAULT,
    CONFIG_FILE,
    CONFIG_ENVIRONMENT,
    CONFIG_FLAG
};

/* Everything in it lives in the arena that it was loaded into. */
struct config {
    struct {
        struct str text; /* a list with commas between */
        uint64_t number; /* of a switch 1 or 0 */
        enum config_origin origin;
    } value[CONFIG_VALUES];
};

/* "listen" = "0.0.0.0:80" */
struct config_flag {
    struct str name;
    struct str value;
};

struct config_sources {
    const char *file;      /* as given; NULL: `home_file`, if there */
    const char *home_file; /* HOME/config.json */
    const char *(*env)(const char *name); /* NULL: getenv() */
    const struct config_flag *flags;      /* flags[n_flags] */
    size_t n_flags;
};

/*
 * config_load - all values.
 *
 * errors   ERR_VALIDATION_FAILED  a name or value that cannot be, with its
 *                                 place in the file
 *          ERR_NOT_FOUND          the file that is named is not there
 */
MUST_CHECK enum err config_load(const struct config_sources *s, struct arena *a,
                                struct config *out, struct error *e);

/* "max_queued" */
const char *config_name(enum config_id id);

/* A value; a switch is 1 or 0. */
uint64_t config_number(const struct config *c, enum config_id id);
struct str config_text(const struct config *c, enum config_id id);
bool config_is_on(const struct config *c, enum config_id id);

/* The items of a list: list[n] in `a`. */
MUST_CHECK enum err config_list(const struct config *c, enum config_id id,
                                struct arena *a, struct str **list, size_t *n,
                                struct error *e);

/* {"values":[{"name","value","origin","meaning"}]} in the order of config.def */
void config_write(const struct config *c, struct jsonw *w);

#endif
