#include "base/json_make.h"

void json_object_init(struct json_object *o, struct arena *a)
{
    *o = (struct json_object){.root.type = JSON_OBJECT, .a = a};
}

/* Past the last member. */
static enum err append(struct json_object *o, const char *key,
                       const struct json *value, struct error *e)
{
    struct json **end = &o->root.first;
    struct json *j = arena_alloc(o->a, sizeof(*j), e);

    if (!j)
        return e->code;
    *j = *value;
    j->key = str_from(key);
    j->next = NULL;
    while (*end)
        end = &(*end)->next;
    *end = j;
    o->root.count++;
    return OK;
}

enum err json_object_text(struct json_object *o, const char *key,
                          struct str text, struct error *e)
{
    const struct json value = {.type = JSON_STRING, .text = text};

    return append(o, key, &value, e);
}

enum err json_object_u64(struct json_object *o, const char *key, uint64_t value,
                         struct error *e)
{
    struct json number = {.type = JSON_NUMBER};

    if (str_printf(o->a, &number.text, e, "%llu", (unsigned long long)value))
        return e->code;
    return append(o, key, &number, e);
}

enum err json_object_bool(struct json_object *o, const char *key, bool value,
                          struct error *e)
{
    const struct json boolean = {.type = value ? JSON_TRUE : JSON_FALSE};

    return append(o, key, &boolean, e);
}

enum err json_object_value(struct json_object *o, const char *key,
                           const struct json *value, struct error *e)
{
    return append(o, key, value, e);
}

enum err json_object_member(struct json_object *o, const struct json *from,
                            const char *key, const char *as, struct error *e)
{
    const struct json *value = json_find(from, key);

    return value ? append(o, as, value, e) : OK;
}
