/*
 * argument.h - declares what a call takes: names, types, bounds, defaults,
 * descriptions.
 *
 * Each argument is written once, as a constant. From it come the JSON Schema
 * that clients read, the check of what they send (argument_check.h), the
 * default that a handler uses and the tables of the documentation.
 *
 * A list of arguments is an array that ends with one without a name.
 */
#ifndef SERVER_TOOL_REGISTRY_ARGUMENT_H
#define SERVER_TOOL_REGISTRY_ARGUMENT_H

#include "base/json.h"

/* The largest integer that every JSON reader keeps exactly, 2^53 - 1. */
#define ARGUMENT_MAX_INTEGER UINT64_C(9007199254740991)

#define ARGUMENT_MAX_CHOICES 5

enum argument_type {
    ARGUMENT_ANY, /* any JSON value */
    ARGUMENT_TEXT,
    ARGUMENT_TEXT_OR_NULL,
    ARGUMENT_TEXT_OR_OBJECT,
    ARGUMENT_INTEGER,
    ARGUMENT_NUMBER,
    ARGUMENT_BOOLEAN,
    ARGUMENT_LIST,
    ARGUMENT_OBJECT,
    ARGUMENT_FILES, /* of a form: bytes, not JSON */
};

struct argument {
    const char *name;
    enum argument_type type;
    bool is_required;
    uint64_t
        min; /* the smallest number; characters of a text, items of a list */
    uint64_t max; /* the largest, the most; 0: no bound */
    const char *choices[ARGUMENT_MAX_CHOICES + 1]; /* of a text, up to a NULL */
    uint64_t usual;        /* of an integer: its default where it is omitted */
    const char *otherwise; /* the default of another type, or 0; NULL: none */
    const char *description;        /* without the default */
    const struct argument *item;    /* of a list */
    const struct argument *members; /* of an object, a list as above; NULL: any
                                        members */
};

/* The argument of this name; NULL: the list has none. */
const struct argument *argument_find(const struct argument *list,
                                     struct str name);

/*
 * argument_u64 - a checked integer that is not negative.
 *
 * in       list   of the call, which has an argument `name`
 *          given  what was sent
 * returns  its value, or the default where it is absent; 0 where it has none
 */
uint64_t argument_u64(const struct argument *list, const struct json *given,
                      const char *name);

/* As argument_u64(), for a checked boolean; false where it has no default. */
bool argument_is_on(const struct argument *list, const struct json *given,
                    const char *name);

/*
 * argument_write_schema - the list as a JSON Schema (2020-12) of an object that
 * has these members and no others.
 */
void argument_write_schema(const struct argument *list, struct jsonw *w);

/* The schema of one argument alone, without its description. */
void argument_write_type(const struct argument *x, struct jsonw *w);

/* The description with the default, as clients read it: "... Omit for 100." */
void argument_write_description(const struct argument *x, struct jsonw *w);

#endif
