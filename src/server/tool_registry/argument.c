#include "server/tool_registry/argument.h"

#include "server/tool_registry/argument_check.h"

#define DESCRIPTION_BYTES 4096

const struct argument *argument_find(const struct argument *list,
                                     struct str name)
{
    for (; list && list->name; list++)
        if (str_is(name, list->name))
            return list;
    return NULL;
}

uint64_t argument_u64(const struct argument *list, const struct json *given,
                      const char *name)
{
    const struct argument *x = argument_find(list, str_from(name));
    const struct json *j = json_find(given, name);

    BUG_ON(!x);
    return j ? argument_read_u64(j) : x->usual;
}

bool argument_is_on(const struct argument *list, const struct json *given,
                    const char *name)
{
    const struct argument *x = argument_find(list, str_from(name));
    const struct json *j = json_find(given, name);

    BUG_ON(!x);
    return j ? json_is_true(j)
             : x->otherwise && str_is(STR("true"), x->otherwise);
}

/* ---- as JSON Schema ---- */

/* The names that JSON Schema has for a type; the second is mostly NULL. */
static const char *const type_names[][2] = {
    [ARGUMENT_ANY] = {NULL, NULL},
    [ARGUMENT_TEXT] = {"string", NULL},
    [ARGUMENT_TEXT_OR_NULL] = {"string", "null"},
    [ARGUMENT_TEXT_OR_OBJECT] = {"string", "object"},
    [ARGUMENT_INTEGER] = {"integer", NULL},
    [ARGUMENT_NUMBER] = {"number", NULL},
    [ARGUMENT_BOOLEAN] = {"boolean", NULL},
    [ARGUMENT_LIST] = {"array", NULL},
    [ARGUMENT_OBJECT] = {"object", NULL},
    [ARGUMENT_FILES] = {"array", NULL},
};

static void put_type(const struct argument *x, struct jsonw *w)
{
    const char *const *names = type_names[x->type];

    if (!names[0])
        return;
    jsonw_key(w, "type");
    if (!names[1]) {
        jsonw_cstr(w, names[0]);
        return;
    }
    jsonw_begin_array(w);
    jsonw_cstr(w, names[0]);
    jsonw_cstr(w, names[1]);
    jsonw_end_array(w);
}

/* What bounds are called; a smallest number is written even when it is 0. */
static void put_bounds(const struct argument *x, struct jsonw *w)
{
    const bool is_number =
        x->type == ARGUMENT_INTEGER || x->type == ARGUMENT_NUMBER;
    const bool is_list = x->type == ARGUMENT_LIST || x->type == ARGUMENT_FILES;

    if (is_number || x->min)
        jsonw_member_u64(w,
                         is_number ? "minimum"
                         : is_list ? "minItems"
                                   : "minLength",
                         x->min);
    if (x->max)
        jsonw_member_u64(w,
                         is_number ? "maximum"
                         : is_list ? "maxItems"
                                   : "maxLength",
                         x->max);
}

static void put_choices(const struct argument *x, struct jsonw *w)
{
    if (!x->choices[0])
        return;
    jsonw_key(w, "enum");
    jsonw_begin_array(w);
    for (size_t i = 0; x->choices[i]; i++)
        jsonw_cstr(w, x->choices[i]);
    jsonw_end_array(w);
}

static bool has_required(const struct argument *list)
{
    for (; list->name; list++)
        if (list->is_required)
            return true;
    return false;
}

static void put_required(const struct argument *list, struct jsonw *w)
{
    if (!has_required(list))
        return;
    jsonw_key(w, "required");
    jsonw_begin_array(w);
    for (; list->name; list++)
        if (list->is_required)
            jsonw_cstr(w, list->name);
    jsonw_end_array(w);
}

static void put_schema(const struct argument *x, struct jsonw *w);

static void put_members(const struct argument *list, struct jsonw *w)
{
    jsonw_key(w, "properties");
    jsonw_begin_object(w);
    for (const struct argument *x = list; x->name; x++) {
        jsonw_key(w, x->name);
        jsonw_begin_object(w);
        put_schema(x, w);
        argument_write_description(x, w);
        jsonw_end_object(w);
    }
    jsonw_end_object(w);
    put_required(list, w);
    jsonw_member_bool(w, "additionalProperties", false);
}

static void put_item(const struct argument *x, struct jsonw *w)
{
    if (x->type == ARGUMENT_FILES)
        jsonw_member_raw(w, "items",
                         STR("{\"type\":\"string\",\"format\":\"binary\"}"));
    if (!x->item)
        return;
    jsonw_key(w, "items");
    argument_write_type(x->item, w);
}

/* As JSON Schema says it to programs; the description says it to people. */
static void put_default(const struct argument *x, struct jsonw *w)
{
    if (x->usual)
        jsonw_member_u64(w, "default", x->usual);
    else if (x->otherwise && x->type == ARGUMENT_TEXT)
        jsonw_member_cstr(w, "default", x->otherwise);
    else if (x->otherwise)
        jsonw_member_raw(w, "default", str_from(x->otherwise));
}

static void put_schema(const struct argument *x, struct jsonw *w)
{
    put_type(x, w);
    put_bounds(x, w);
    put_choices(x, w);
    put_item(x, w);
    if (x->members)
        put_members(x->members, w);
    put_default(x, w);
}

void argument_write_type(const struct argument *x, struct jsonw *w)
{
    jsonw_begin_object(w);
    put_schema(x, w);
    jsonw_end_object(w);
}

void argument_write_description(const struct argument *x, struct jsonw *w)
{
    const char *what = x->description ? x->description : "";
    struct buf text;

    buf_init(&text, DESCRIPTION_BYTES);
    buf_puts(&text, what);
    if (*what && (x->usual || x->otherwise))
        buf_puts(&text, str_ends(str_from(what), STR(".")) ? " " : ". ");
    if (x->usual)
        buf_printf(&text, "Omit for %llu.", (unsigned long long)x->usual);
    else if (x->otherwise)
        buf_printf(&text, "Omit for %s.", x->otherwise);
    if (text.n)
        jsonw_member_str(w, "description", buf_str(&text));
    buf_release(&text);
}

void argument_write_schema(const struct argument *list, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "type", "object");
    put_members(list, w);
    jsonw_end_object(w);
}
