#include "server/rest/arguments.h"

#include "base/utf8.h"

#include <stdio.h>

#define SHOWN_BYTES 60 /* of a name that came from outside */

/* Names in quotes, as a message lists them. */
struct names {
    char text[300];
    size_t n;
};

static void names_add(struct names *l, const char *name)
{
    const size_t room = sizeof(l->text) - l->n;
    const int put =
        snprintf(l->text + l->n, room, "%s'%s'", l->n ? ", " : "", name);

    if (put > 0 && (size_t)put < room)
        l->n += (size_t)put;
}

static struct str shown(struct str name)
{
    const struct str cut = str_slice(name, 0, SHOWN_BYTES);

    return str_slice(cut, 0, utf8_valid_prefix(cut));
}

/* ---- after the '?' ---- */

static enum err refuse_unknown(const struct route *route, struct str name,
                               struct error *e)
{
    struct names list = {.n = 0};
    struct route_query query;

    route_query(route, &query);
    for (size_t i = 0; i < query.n; i++)
        names_add(&list, query.arguments[i]->name);
    name = shown(name);
    if (list.n == 0)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' is not a query parameter of this path, which has none",
            STR_FMT(name));
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "'%.*s' is not a query parameter of this path; it has %.*s",
        STR_FMT(name), (int)list.n, list.text);
}

static enum err check_value(const struct argument *x,
                            const struct httpd_value *given, struct error *e)
{
    if (x->type != ARGUMENT_BOOLEAN || str_is(given->text, "true") ||
        str_is(given->text, "false"))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED, "'%.*s' must be true or false",
                     STR_FMT(given->name));
}

/* Is the i-th there before? */
static bool was_there(const struct httpd_value *list, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (str_eq(list[k].name, list[i].name))
            return true;
    return false;
}

enum err arguments_check(const struct route *route,
                         const struct httpd_request *r, struct error *e)
{
    for (size_t i = 0; i < r->arguments; i++) {
        const struct httpd_value *given = &r->argument[i];
        const struct argument *a = route_argument(route, given->name);

        if (!a)
            return refuse_unknown(route, given->name, e);
        if (was_there(r->argument, i))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the query parameter '%s' is given more than once",
                             a->name);
        if (check_value(a, given, e))
            return e->code;
    }
    return OK;
}

/* ---- forms ---- */

static enum err find_field(const struct argument *fields, struct str name,
                           bool is_file, const struct argument **out,
                           struct error *e)
{
    const struct argument *field = argument_find(fields, name);
    struct names list = {.n = 0};

    for (const struct argument *x = fields; x->name; x++)
        names_add(&list, x->name);
    name = shown(name);
    if (!field)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%.*s' is not a field of this form; it has %.*s",
                         STR_FMT(name), (int)list.n, list.text);
    if ((field->type == ARGUMENT_FILES) != is_file)
        return error_set(e, ERR_VALIDATION_FAILED,
                         is_file ? "'%.*s' is text, not a file"
                                 : "'%.*s' is a file and needs a file name",
                         STR_FMT(name));
    *out = field;
    return OK;
}

enum err arguments_check_form(const struct argument *fields,
                              const struct httpd_request *r, struct error *e)
{
    const struct argument *field = NULL;

    for (size_t i = 0; i < r->files; i++)
        if (find_field(fields, r->file[i].field, true, &field, e))
            return e->code;
    for (size_t i = 0; i < r->values; i++) {
        const struct httpd_value *given = &r->value[i];

        if (find_field(fields, given->name, false, &field, e) ||
            check_value(field, given, e))
            return e->code;
        if (was_there(r->value, i))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the form has the field '%.*s' more than once",
                             STR_FMT(given->name));
    }
    return OK;
}
