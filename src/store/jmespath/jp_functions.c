/* The built-in functions: their names, their types and the simplest of them. */
#include "store/jmespath/jp_functions.h"

#include <stdarg.h>
#include <stdio.h>

/* What an argument may be; several bits are alternatives. */
enum {
    NUMBER = 1,
    STRING = 2,
    BOOLEAN = 4,
    ARRAY = 8,
    OBJECT = 16,
    NONE = 32,
    NUMBERS = 64,  /* an array of numbers only */
    STRINGS = 128, /* an array of strings only */
    REF = 256,
    ANY = NUMBER | STRING | BOOLEAN | ARRAY | OBJECT | NONE
};

#define VARIADIC 0

struct jp_function {
    const char *name;
    unsigned least;
    unsigned most; /* VARIADIC: any number, all as the first */
    unsigned takes[2];
    const struct json *(*fn)(struct jp_eval *c, const struct jp_args *args);
};

static const struct json *fn_keys(struct jp_eval *c, const struct jp_args *args)
{
    struct jp_iter it = jp_iter(args->v[0]);
    size_t from = c->n;
    struct str key;

    if (!jp_spend(c, args->v[0]->count))
        return NULL;
    while (jp_next_member(&it, &key)) {
        const struct json *text = jp_scalar(c, JSON_STRING, key);

        if (!text || !jp_push(c, text))
            return NULL;
    }
    return jp_list(c, from);
}

static const struct json *fn_values(struct jp_eval *c,
                                    const struct jp_args *args)
{
    struct jp_iter it = jp_iter(args->v[0]);
    size_t from = c->n;
    const struct json *v;

    if (!jp_spend(c, args->v[0]->count))
        return NULL;
    while ((v = jp_next(&it))) {
        if (!jp_push(c, v))
            return NULL;
    }
    return jp_list(c, from);
}

static const struct json *fn_map(struct jp_eval *c, const struct jp_args *args)
{
    struct jp_iter it = jp_iter(args->v[1]);
    size_t from = c->n;
    const struct json *v;

    while ((v = jp_next(&it))) {
        v = jp_eval(c, args->call->items[0]->left, v);
        if (!v || !jp_push(c, v))
            return NULL;
    }
    return jp_list(c, from);
}

static const struct json *fn_not_null(struct jp_eval *c,
                                      const struct jp_args *args)
{
    (void)c;
    for (size_t i = 0; i < args->n; i++) {
        if (args->v[i]->type != JSON_NULL)
            return args->v[i];
    }
    return &jp_null;
}

static const struct json *fn_to_array(struct jp_eval *c,
                                      const struct jp_args *args)
{
    size_t from = c->n;

    if (args->v[0]->type == JSON_ARRAY)
        return args->v[0];
    return jp_push(c, args->v[0]) ? jp_list(c, from) : NULL;
}

static const char *type_name(const struct json *v)
{
    switch (v->type) {
    case JSON_NUMBER: return "number";
    case JSON_STRING: return "string";
    case JSON_ARRAY: return "array";
    case JSON_OBJECT: return "object";
    case JSON_NULL: return "null";
    default: return "boolean";
    }
}

static const struct json *fn_type(struct jp_eval *c, const struct jp_args *args)
{
    return jp_scalar(c, JSON_STRING, str_from(type_name(args->v[0])));
}

static const struct jp_function functions[] = {
    {"abs", 1, 1, {NUMBER}, jp_fn_abs},
    {"avg", 1, 1, {NUMBERS}, jp_fn_avg},
    {"ceil", 1, 1, {NUMBER}, jp_fn_ceil},
    {"contains", 2, 2, {ARRAY | STRING, ANY}, jp_fn_contains},
    {"ends_with", 2, 2, {STRING, STRING}, jp_fn_ends_with},
    {"floor", 1, 1, {NUMBER}, jp_fn_floor},
    {"join", 2, 2, {STRING, STRINGS}, jp_fn_join},
    {"keys", 1, 1, {OBJECT}, fn_keys},
    {"length", 1, 1, {STRING | ARRAY | OBJECT}, jp_fn_length},
    {"map", 2, 2, {REF, ARRAY}, fn_map},
    {"max", 1, 1, {NUMBERS | STRINGS}, jp_fn_max},
    {"max_by", 2, 2, {ARRAY, REF}, jp_fn_max_by},
    {"merge", 0, VARIADIC, {OBJECT}, jp_fn_merge},
    {"min", 1, 1, {NUMBERS | STRINGS}, jp_fn_min},
    {"min_by", 2, 2, {ARRAY, REF}, jp_fn_min_by},
    {"not_null", 1, VARIADIC, {ANY}, fn_not_null},
    {"reverse", 1, 1, {STRING | ARRAY}, jp_fn_reverse},
    {"sort", 1, 1, {NUMBERS | STRINGS}, jp_fn_sort},
    {"sort_by", 2, 2, {ARRAY, REF}, jp_fn_sort_by},
    {"starts_with", 2, 2, {STRING, STRING}, jp_fn_starts_with},
    {"sum", 1, 1, {NUMBERS}, jp_fn_sum},
    {"to_array", 1, 1, {ANY}, fn_to_array},
    {"to_number", 1, 1, {ANY}, jp_fn_to_number},
    {"to_string", 1, 1, {ANY}, jp_fn_to_string},
    {"type", 1, 1, {ANY}, fn_type},
    {"values", 1, 1, {OBJECT}, fn_values},
};

enum err jp_function_find(const struct jp_node *call, struct str text,
                          const struct jp_function **fn, struct error *e)
{
    const struct jp_function *f = functions;
    const struct jp_function *end =
        functions + sizeof(functions) / sizeof(functions[0]);
    struct srcpos pos = jp_pos(text, call->at);

    while (f < end && !str_is(call->name, f->name))
        f++;
    if (f == end)
        return error_at(e, ERR_VALIDATION_FAILED, pos,
                        "unknown-function: there is no function '%.*s'",
                        (int)(call->name.n < 64 ? call->name.n : 64),
                        call->name.p);
    if (call->n < f->least || (f->most != VARIADIC && call->n > f->most))
        return error_at(e, ERR_VALIDATION_FAILED, pos,
                        "invalid-arity: %s() takes %u argument%s%s, not %zu",
                        f->name, f->least, f->least == 1 ? "" : "s",
                        f->most == VARIADIC ? " or more" : "", call->n);
    *fn = f;
    return OK;
}

const struct json *jp_bad_type(struct jp_eval *c, const struct jp_node *call,
                               const char *fmt, ...)
{
    char msg[256];
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(msg, sizeof(msg), fmt, ap);
    va_end(ap);
    (void)error_at(c->e, ERR_VALIDATION_FAILED, jp_pos(c->text, call->at),
                   "invalid-type: %s", msg);
    return NULL;
}

static unsigned type_bit(const struct json *v)
{
    switch (v->type) {
    case JSON_NUMBER: return NUMBER;
    case JSON_STRING: return STRING;
    case JSON_ARRAY: return ARRAY;
    case JSON_OBJECT: return OBJECT;
    case JSON_NULL: return NONE;
    default: return BOOLEAN;
    }
}

static bool all_are(const struct json *list, enum json_type type)
{
    struct jp_iter it = jp_iter(list);
    const struct json *item;

    while ((item = jp_next(&it)) && item->type == type)
        ;
    return !item;
}

/* `v` is NULL for an &expression. */
static bool fits(const struct json *v, unsigned takes)
{
    if (!v)
        return takes & REF;
    if (takes & type_bit(v))
        return true;
    if (v->type != JSON_ARRAY)
        return false;
    return ((takes & NUMBERS) && all_are(v, JSON_NUMBER)) ||
           ((takes & STRINGS) && all_are(v, JSON_STRING));
}

/* "a string, an array or an object" */
static void name_types(unsigned takes, struct buf *out)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {{NUMBER, "a number"},
                 {STRING, "a string"},
                 {ARRAY, "an array"},
                 {OBJECT, "an object"},
                 {NUMBERS, "an array of numbers"},
                 {STRINGS, "an array of strings"},
                 {REF, "an &expression"}};
    const char *between = "";

    if ((takes & ANY) == ANY) {
        buf_puts(out, "a value, not an &expression");
        return;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (!(takes & names[i].bit))
            continue;
        buf_printf(out, "%s%s", between, names[i].name);
        between = " or ";
    }
}

/* As name_types() for a value; `inside`: its items are what does not fit. */
static const char *name_value(const struct json *v, bool inside)
{
    if (!v)
        return "an &expression";
    switch (v->type) {
    case JSON_NUMBER: return "a number";
    case JSON_STRING: return "a string";
    case JSON_ARRAY: return inside ? "an array of others" : "an array";
    case JSON_OBJECT: return "an object";
    case JSON_NULL: return "null";
    default: return "a boolean";
    }
}

static const struct json *misfit(struct jp_eval *c, const struct jp_args *args,
                                 size_t i, unsigned takes)
{
    struct buf types;

    buf_init(&types, 256);
    name_types(takes, &types);
    (void)jp_bad_type(c, args->call,
                      "argument %zu of %s() must be %s; it is %s", i + 1,
                      args->call->fn->name, buf_str(&types).p,
                      name_value(args->v[i], takes & (NUMBERS | STRINGS)));
    buf_release(&types);
    return NULL;
}

const struct json *jp_call(struct jp_eval *c, const struct jp_args *args)
{
    const struct jp_function *f = args->call->fn;

    for (size_t i = 0; i < args->n; i++) {
        unsigned takes = f->takes[f->most == VARIADIC ? 0 : i];
        const struct json *v = args->v[i];

        if (v && (takes & (NUMBERS | STRINGS)) && !jp_spend(c, v->count))
            return NULL;
        if (!fits(v, takes))
            return misfit(c, args, i, takes);
    }
    return f->fn(c, args);
}
