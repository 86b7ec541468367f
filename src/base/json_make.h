/*
 * json_make.h - builds a JSON object member by member, as json_parse() would give
 * it.
 *
 * For arguments of a call that do not come as JSON. Members keep their order.
 */
#ifndef BASE_JSON_MAKE_H
#define BASE_JSON_MAKE_H

#include "base/json.h"

/* An object under way; it lives in its arena, its texts are borrowed. */
struct json_object {
    struct json root; /* the object so far */
    struct arena *a;
};

/* One without members. */
void json_object_init(struct json_object *o, struct arena *a);

/* Add a member; `key` is a constant. */
MUST_CHECK enum err json_object_text(struct json_object *o, const char *key,
                                     struct str text, struct error *e);
MUST_CHECK enum err json_object_u64(struct json_object *o, const char *key,
                                    uint64_t value, struct error *e);
MUST_CHECK enum err json_object_bool(struct json_object *o, const char *key,
                                     bool value, struct error *e);

/* A member with a value of another tree, whose children are borrowed. */
MUST_CHECK enum err json_object_value(struct json_object *o, const char *key,
                                      const struct json *value,
                                      struct error *e);

/* As json_object_value() for a member of `from`, where it has it. */
MUST_CHECK enum err json_object_member(struct json_object *o,
                                       const struct json *from, const char *key,
                                       const char *as, struct error *e);

#endif
