#include "server/tool_registry/argument_check.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* How much of a name that came from outside a message repeats. */
#define SHOWN_BYTES 60

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
    return str_parse_u64(s, ARGUMENT_MAX_INTEGER, v, &ignored) == OK;
}

static enum err check_integer(const struct argument *x,
                              const struct json *value, const struct place *at,
                              struct error *e)
{
    bool negative = false;
    uint64_t v = 0;

    if (!read_integer(value, &negative, &v))
        return refuse(at, e, "must be a whole number in digits");
    if ((negative && v) || v < x->min)
        return refuse(at, e, "must be at least %llu",
                      (unsigned long long)x->min);
    if (x->max && v > x->max)
        return refuse(at, e, "must be at most %llu",
                      (unsigned long long)x->max);
    return OK;
}

static enum err check_number(const struct argument *x, const struct json *value,
                             const struct place *at, struct error *e)
{
    const double v = json_double(value);

    if (v < (double)x->min)
        return refuse(at, e, "must be at least %llu",
                      (unsigned long long)x->min);
    if (x->max && v > (double)x->max)
        return refuse(at, e, "must be at most %llu",
                      (unsigned long long)x->max);
    return OK;
}

/* Names in quotes, as a message lists them; what does not fit is left out. */
struct names {
    char text[200];
    size_t n;
};

static void names_add(struct names *l, const char *name)
{
    size_t room = sizeof(l->text) - l->n;
    int put = snprintf(l->text + l->n, room, "%s'%s'", l->n ? ", " : "", name);

    if (put > 0 && (size_t)put < room)
        l->n += (size_t)put;
}

static enum err check_choice(const struct argument *x, struct str value,
                             const struct place *at, struct error *e)
{
    struct names list = {.n = 0};

    for (size_t i = 0; x->choices[i]; i++) {
        if (str_is(value, x->choices[i]))
            return OK;
        names_add(&list, x->choices[i]);
    }
    return refuse(at, e, "must be one of %.*s", (int)list.n, list.text);
}

static enum err check_text(const struct argument *x, const struct json *value,
                           const struct place *at, struct error *e)
{
    const size_t n = utf8_count(value->text);

    if (value->text.n && memchr(value->text.p, 0, value->text.n))
        return refuse(at, e, "must not contain the character U+0000");
    if (n < x->min)
        return refuse(at, e, "must not be empty");
    if (x->max && n > x->max)
        return refuse(at, e, "must have at most %llu characters",
                      (unsigned long long)x->max);
    return x->choices[0] ? check_choice(x, value->text, at, e) : OK;
}

/* What a value must be, in words. */
static const char *const wanted[] = {
    [ARGUMENT_ANY] = "a value",
    [ARGUMENT_TEXT] = "a string",
    [ARGUMENT_TEXT_OR_NULL] = "a string or null",
    [ARGUMENT_TEXT_OR_OBJECT] = "a string or object",
    [ARGUMENT_INTEGER] = "an integer",
    [ARGUMENT_NUMBER] = "a number",
    [ARGUMENT_BOOLEAN] = "a boolean",
    [ARGUMENT_LIST] = "an array",
    [ARGUMENT_OBJECT] = "an object",
    [ARGUMENT_FILES] = "an array",
};

static enum err refuse_type(const struct argument *x, const struct json *value,
                            const struct place *at, struct error *e)
{
    return refuse(
        at, e, "must be %s, not %s%s", wanted[x->type], type_name(value),
        value->type == JSON_NULL ? "; leave it out for its default" : "");
}

static bool is_text(const struct argument *x)
{
    return x->type == ARGUMENT_TEXT || x->type == ARGUMENT_TEXT_OR_NULL ||
           x->type == ARGUMENT_TEXT_OR_OBJECT;
}

static bool is_object(const struct argument *x)
{
    return x->type == ARGUMENT_OBJECT || x->type == ARGUMENT_TEXT_OR_OBJECT;
}

static bool is_boolean(const struct json *value)
{
    return value->type == JSON_TRUE || value->type == JSON_FALSE;
}

static enum err check_list(const struct argument *x, const struct json *value,
                           const struct place *at, struct error *e);

static enum err check_value(const struct argument *x, const struct json *value,
                            const struct place *at, struct error *e)
{
    if (x->type == ARGUMENT_ANY)
        return OK;
    if (is_text(x) && value->type == JSON_STRING)
        return check_text(x, value, at, e);
    if (x->type == ARGUMENT_TEXT_OR_NULL && value->type == JSON_NULL)
        return OK;
    if (x->type == ARGUMENT_INTEGER && value->type == JSON_NUMBER)
        return check_integer(x, value, at, e);
    if (x->type == ARGUMENT_NUMBER && value->type == JSON_NUMBER)
        return check_number(x, value, at, e);
    if (x->type == ARGUMENT_BOOLEAN && is_boolean(value))
        return OK;
    if (is_object(x) && value->type == JSON_OBJECT)
        return x->members ? argument_check(x->members, value, e) : OK;
    if (x->type == ARGUMENT_LIST && value->type == JSON_ARRAY)
        return check_list(x, value, at, e);
    return refuse_type(x, value, at, e);
}

static enum err check_list(const struct argument *x, const struct json *value,
                           const struct place *at, struct error *e)
{
    struct place item = *at;

    if (value->count < x->min)
        return refuse(at, e, "must have at least %llu items",
                      (unsigned long long)x->min);
    if (x->max && value->count > x->max)
        return refuse(at, e, "must have at most %llu items",
                      (unsigned long long)x->max);
    for (const struct json *j = value->first; j && x->item; j = j->next) {
        item.item++;
        if (check_value(x->item, j, &item, e))
            return e->code;
    }
    return OK;
}

static enum err refuse_unknown(const struct argument *list, struct str key,
                               struct error *e)
{
    const struct place at = {.key = key.n ? key : STR("(empty)")};
    struct names known = {.n = 0};

    for (const struct argument *x = list; x->name; x++)
        names_add(&known, x->name);
    return refuse(&at, e, "is not a parameter; there are %.*s", (int)known.n,
                  known.text);
}

static enum err check_required(const struct argument *list,
                               const struct json *value, struct error *e)
{
    for (const struct argument *x = list; x->name; x++) {
        const struct place at = {.key = str_from(x->name)};

        if (x->is_required && !json_find(value, x->name))
            return refuse(&at, e, "is missing");
    }
    return OK;
}

enum err argument_check(const struct argument *list, const struct json *value,
                        struct error *e)
{
    const struct place whole = {.item = 0};

    if (value->type != JSON_OBJECT)
        return refuse(&whole, e, "must be an object, not %s", type_name(value));
    for (const struct json *j = value->first; j; j = j->next) {
        const struct argument *x = argument_find(list, j->key);
        const struct place at = {.key = j->key};

        if (!x)
            return refuse_unknown(list, j->key, e);
        if (check_value(x, j, &at, e))
            return e->code;
    }
    return check_required(list, value, e);
}

/* ---- names alone ---- */

/* In an object, or in the objects of an array. */
static enum err check_names_below(const struct argument *x,
                                  const struct json *value, struct error *e)
{
    if (value->type == JSON_OBJECT)
        return x->members ? argument_check_names(x->members, value, e) : OK;
    if (value->type != JSON_ARRAY || !x->item)
        return OK;
    for (const struct json *j = value->first; j; j = j->next)
        if (check_names_below(x->item, j, e))
            return e->code;
    return OK;
}

enum err argument_check_names(const struct argument *list,
                              const struct json *value, struct error *e)
{
    if (value->type != JSON_OBJECT)
        return OK;
    for (const struct json *j = value->first; j; j = j->next) {
        const struct argument *x = argument_find(list, j->key);

        if (x ? check_names_below(x, j, e) : refuse_unknown(list, j->key, e))
            return e->code;
    }
    return OK;
}

uint64_t argument_read_u64(const struct json *j)
{
    bool negative = false;
    uint64_t v = 0;

    if (j->type != JSON_NUMBER || !read_integer(j, &negative, &v) || negative)
        return 0;
    return v;
}
