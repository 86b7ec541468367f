#include "server/tools/argument_schema.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How much of a name that came from outside a message repeats. */
#define SHOWN_BYTES 60

/* The largest integer that every JSON reader keeps exactly, 2^53 - 1. */
#define MAX_INTEGER UINT64_C(9007199254740991)

/* What is being checked: the key and, inside an array, which item. */
struct place {
    struct str key;
    size_t item; /* from 1; 0: the key's own value */
};

static struct str shown(struct str s)
{
    struct str cut = str_slice(s, 0, SHOWN_BYTES);

    return str_slice(cut, 0, utf8_valid_prefix(cut));
}

/* A message that begins with the place: "'columns' item 3 must ...". */
PRINTF_LIKE(3)
static enum err refuse(const struct place *at, struct error *e, const char *fmt,
                       ...)
{
    struct str key = shown(at->key);
    char text[300];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    if (key.n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the arguments %s", text);
    if (at->item)
        return error_set(e, ERR_VALIDATION_FAILED, "'%.*s' item %zu %s",
                         STR_FMT(key), at->item, text);
    return error_set(e, ERR_VALIDATION_FAILED, "'%.*s' %s", STR_FMT(key), text);
}

static const char *type_name(const struct json *j)
{
    static const char *const names[] = {
        [JSON_NULL] = "null",        [JSON_FALSE] = "a boolean",
        [JSON_TRUE] = "a boolean",   [JSON_NUMBER] = "a number",
        [JSON_STRING] = "a string",  [JSON_ARRAY] = "an array",
        [JSON_OBJECT] = "an object",
    };

    return names[j->type];
}

/*
 * A whole number in plain digits. Writers that know only doubles send 10 as
 * 10.0, which JSON Schema calls an integer too.
 */
static bool read_integer(const struct json *j, bool *negative, uint64_t *v)
{
    struct str s = j->text;
    struct error ignored;
    size_t dot;

    *negative = s.n && s.p[0] == '-';
    s = str_slice(s, *negative ? 1 : 0, s.n);
    dot = str_find_char(s, '.');
    for (size_t i = dot + 1; i < s.n; i++)
        if (s.p[i] != '0')
            return false;
    s = str_slice(s, 0, dot);
    return str_parse_u64(s, MAX_INTEGER, v, &ignored) == OK;
}

static enum err check_integer(const struct json *schema,
                              const struct json *value, const struct place *at,
                              struct error *e)
{
    const struct json *min = json_find(schema, "minimum");
    const struct json *max = json_find(schema, "maximum");
    bool negative = false;
    uint64_t v = 0;

    if (!read_integer(value, &negative, &v))
        return refuse(at, e, "must be a whole number in digits");
    if (min && ((negative && v) || (double)v < json_double(min)))
        return refuse(at, e, "must be at least %.*s", STR_FMT(min->text));
    if (max && (double)v > json_double(max))
        return refuse(at, e, "must be at most %.*s", STR_FMT(max->text));
    return OK;
}

static enum err check_range(const struct json *schema, const struct json *value,
                            const struct place *at, struct error *e)
{
    const struct json *min = json_find(schema, "minimum");
    const struct json *max = json_find(schema, "maximum");
    const double v = json_double(value);

    if (min && v < json_double(min))
        return refuse(at, e, "must be at least %.*s", STR_FMT(min->text));
    if (max && v > json_double(max))
        return refuse(at, e, "must be at most %.*s", STR_FMT(max->text));
    return OK;
}

/* Names in quotes, as a message lists them; what does not fit is left out. */
struct names {
    char text[200];
    size_t n;
};

static void names_add(struct names *l, struct str name)
{
    size_t room = sizeof(l->text) - l->n;
    int put = snprintf(l->text + l->n, room, "%s'%.*s'", l->n ? ", " : "",
                       STR_FMT(name));

    if (put > 0 && (size_t)put < room)
        l->n += (size_t)put;
}

static enum err check_enum(const struct json *allowed, struct str value,
                           const struct place *at, struct error *e)
{
    struct names list = {.n = 0};

    for (const struct json *j = allowed->first; j; j = j->next) {
        if (str_eq(j->text, value))
            return OK;
        names_add(&list, j->text);
    }
    return refuse(at, e, "must be one of %.*s", (int)list.n, list.text);
}

static enum err check_string(const struct json *schema,
                             const struct json *value, const struct place *at,
                             struct error *e)
{
    const struct json *min = json_find(schema, "minLength");
    const struct json *max = json_find(schema, "maxLength");
    const struct json *allowed = json_find(schema, "enum");
    double n = (double)utf8_count(value->text);

    if (value->text.n && memchr(value->text.p, 0, value->text.n))
        return refuse(at, e, "must not contain the character U+0000");
    if (min && n < json_double(min))
        return refuse(at, e, "must not be empty");
    if (max && n > json_double(max))
        return refuse(at, e, "must have at most %.*s characters",
                      STR_FMT(max->text));
    return allowed ? check_enum(allowed, value->text, at, e) : OK;
}

/* "a string", or of several "a string or object". */
static enum err refuse_type(const struct json *type, const struct json *value,
                            const struct place *at, struct error *e)
{
    const char *rest =
        value->type == JSON_NULL ? "; leave it out for its default" : "";

    if (type->type == JSON_ARRAY && type->first && type->first->next)
        return refuse(at, e, "must be a %.*s or %.*s, not %s%s",
                      STR_FMT(json_text(type->first)),
                      STR_FMT(json_text(type->first->next)), type_name(value),
                      rest);
    return refuse(at, e, "must be %s %.*s, not %s%s",
                  type->text.n > 0 &&
                          (type->text.p[0] == 'i' || type->text.p[0] == 'a' ||
                           type->text.p[0] == 'o')
                      ? "an"
                      : "a",
                  STR_FMT(json_text(type)), type_name(value), rest);
}

static bool is_type(const struct json *type, const char *name)
{
    if (type->type != JSON_ARRAY)
        return json_is(type, name);
    for (const struct json *j = type->first; j; j = j->next)
        if (json_is(j, name))
            return true;
    return false;
}

static enum err check_scalar(const struct json *schema,
                             const struct json *value, const struct place *at,
                             struct error *e)
{
    const struct json *type = json_find(schema, "type");

    if (is_type(type, "string") && value->type == JSON_STRING)
        return check_string(schema, value, at, e);
    if (json_is(type, "integer") && value->type == JSON_NUMBER)
        return check_integer(schema, value, at, e);
    if (json_is(type, "number") && value->type == JSON_NUMBER)
        return check_range(schema, value, at, e);
    if (json_is(type, "boolean") &&
        (value->type == JSON_TRUE || value->type == JSON_FALSE))
        return OK;
    if (is_type(type, "object") && value->type == JSON_OBJECT)
        return schema_check(schema, value, e);
    return refuse_type(type, value, at, e);
}

static enum err check_array(const struct json *schema, const struct json *value,
                            const struct place *at, struct error *e)
{
    const struct json *items = json_find(schema, "items");
    const struct json *min = json_find(schema, "minItems");
    const struct json *max = json_find(schema, "maxItems");
    struct place item = *at;

    if (min && (double)value->count < json_double(min))
        return refuse(at, e, "must have at least %.*s items",
                      STR_FMT(min->text));
    if (max && (double)value->count > json_double(max))
        return refuse(at, e, "must have at most %.*s items",
                      STR_FMT(max->text));
    for (const struct json *j = value->first; j && items; j = j->next) {
        enum err err;

        item.item++;
        err = check_scalar(items, j, &item, e);
        if (err)
            return err;
    }
    return OK;
}

static enum err check_value(const struct json *schema, const struct json *value,
                            struct error *e)
{
    const struct json *type = json_find(schema, "type");
    struct place at = {.key = value->key};

    if (!type) /* any JSON */
        return OK;
    if (json_is(type, "array") && value->type == JSON_ARRAY)
        return check_array(schema, value, &at, e);
    if (json_is(type, "object") && value->type == JSON_OBJECT)
        return schema_check(schema, value, e);
    return check_scalar(schema, value, &at, e);
}

/* The property's schema; NULL when the key is unknown. */
static const struct json *find_property(const struct json *properties,
                                        struct str key)
{
    for (const struct json *j = properties ? properties->first : NULL; j;
         j = j->next)
        if (str_eq(j->key, key))
            return j;
    return NULL;
}

static enum err refuse_unknown(const struct json *properties, struct str key,
                               struct error *e)
{
    const struct place at = {.key = key.n ? key : STR("(empty)")};
    struct names list = {.n = 0};

    for (const struct json *j = properties ? properties->first : NULL; j;
         j = j->next)
        names_add(&list, j->key);
    return refuse(&at, e, "is not a parameter; there are %.*s", (int)list.n,
                  list.text);
}

static enum err check_required(const struct json *schema,
                               const struct json *value, struct error *e)
{
    const struct json *required = json_find(schema, "required");

    for (const struct json *j = required ? required->first : NULL; j;
         j = j->next) {
        const struct place at = {.key = j->text};

        if (!find_property(value, j->text))
            return refuse(&at, e, "is missing");
    }
    return OK;
}

enum err schema_check(const struct json *schema, const struct json *value,
                      struct error *e)
{
    const struct json *properties = json_find(schema, "properties");
    const struct json *others = json_find(schema, "additionalProperties");
    const struct place whole = {.item = 0};

    if (value->type != JSON_OBJECT)
        return refuse(&whole, e, "must be an object, not %s", type_name(value));
    for (const struct json *j = value->first; j; j = j->next) {
        const struct json *property = find_property(properties, j->key);
        enum err err = OK;

        if (property)
            err = check_value(property, j, e);
        else if (others && others->type == JSON_FALSE)
            err = refuse_unknown(properties, j->key, e);
        if (err)
            return err;
    }
    return check_required(schema, value, e);
}

/* Objects in an array, or an object. */
static enum err check_names_below(const struct json *schema,
                                  const struct json *value, struct error *e)
{
    const struct json *items = json_find(schema, "items");

    if (value->type == JSON_OBJECT)
        return schema_check_names(schema, value, e);
    for (const struct json *j =
             value->type == JSON_ARRAY && items ? value->first : NULL;
         j; j = j->next)
        if (check_names_below(items, j, e))
            return e->code;
    return OK;
}

enum err schema_check_names(const struct json *schema, const struct json *value,
                            struct error *e)
{
    const struct json *properties = json_find(schema, "properties");
    const struct json *others = json_find(schema, "additionalProperties");
    const bool closed = others && others->type == JSON_FALSE;

    for (const struct json *j = value->type == JSON_OBJECT ? value->first
                                                           : NULL;
         j; j = j->next) {
        const struct json *property = find_property(properties, j->key);

        if (property ? check_names_below(property, j, e)
                     : closed && refuse_unknown(properties, j->key, e))
            return e->code;
    }
    return OK;
}

uint64_t schema_u64(const struct json *object, const char *key,
                    uint64_t otherwise)
{
    const struct json *j = json_find(object, key);
    bool negative = false;
    uint64_t v = 0;

    if (!j || j->type != JSON_NUMBER || !read_integer(j, &negative, &v) ||
        negative)
        return otherwise;
    return v;
}
