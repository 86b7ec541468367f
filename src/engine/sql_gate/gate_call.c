/*
 * gate_call.c - which functions SQL may call, and what a refusal says.
 *
 * Functions are the way out of a query (read_text('/etc/passwd'),
 * getenv('HOME'), query('DROP ...')), so each name is looked up in the
 * generated list (gate_function_list.h). The parser turns most syntax into
 * calls as well: an operator is a call of '+', a list comprehension calls
 * list_apply, 'x'.upper() is upper('x'), a.upper() a call of upper in the
 * "schema" a. So the name alone decides, whatever comes before it: a harmless
 * name is harmless in each schema, because the only schemas are DuckDB's own
 * and our tables'.
 */
#include "engine/sql_gate/gate_function_list.h"
#include "engine/sql_gate/gate_walk.h"

#define MAX_OFFSET 1000000000 /* of lag() and lead() */

const struct gate_field gate_call_fields[] = {{"class", NULL},
                                              {"type", NULL},
                                              {"alias", NULL},
                                              {"query_location", NULL},
                                              {"function_name", NULL},
                                              {"schema", NULL},
                                              {"catalog", NULL},
                                              {"children", gate_expr},
                                              {"filter", gate_expr},
                                              {"order_bys", gate_modifier},
                                              {"distinct", NULL},
                                              {"is_operator", NULL},
                                              {NULL, NULL}};

/* A function that DuckDB lacks; `flag` is the place where it is. */
static enum err refuse_unknown(struct gate_walk *w, const struct json *j,
                               enum gate_flag flag, struct error *e)
{
    struct str name = json_text(json_find(j, "function_name"));
    const struct gate_function *near = gate_function_nearest(name, flag);
    struct str table = w->tables->count ? w->tables->tables[0].name : STR("");
    struct str shown = gate_shown(name);

    if (near)
        return gate_refuse(w, j, e,
                           "function '%.*s' is not known; the nearest is '%s'",
                           STR_FMT(shown), near->name);
    if (flag == GATE_TABLE)
        return gate_refuse(w, j, e,
                           "table function '%.*s' is not known; query '%.*s'",
                           STR_FMT(shown), STR_FMT(gate_shown(table)));
    return gate_refuse(w, j, e,
                       "function '%.*s' is not known here; leave it out",
                       STR_FMT(shown));
}

enum err gate_call(struct gate_walk *w, const struct json *j, struct error *e)
{
    struct str name = json_text(json_find(j, "function_name"));
    struct str schema = json_text(json_find(j, "schema"));
    const struct gate_function *f = gate_function_find(name);
    struct str shown = gate_shown(name);

    if (!f)
        return refuse_unknown(w, j, GATE_VALUE, e);
    if (!(f->flags & GATE_VALUE) && (f->flags & GATE_TABLE))
        return gate_refuse(w, j, e,
                           "function '%.*s' makes a table; use it after FROM",
                           STR_FMT(shown));
    if (!(f->flags & GATE_VALUE))
        return gate_refuse(w, j, e,
                           "function '%.*s' is not allowed: %s; leave it out",
                           STR_FMT(shown), gate_function_reason(f));
    gate_note_call(w, j);
    return schema.n ? gate_check_value_name(w, j, schema, e) : OK;
}

static bool has_column(const struct json *j)
{
    if (json_is(json_find(j, "class"), "COLUMN_REF"))
        return true;
    for (const struct json *c = j->first; c; c = c->next) {
        if (has_column(c))
            return true;
    }
    return false;
}

/* 3 or -3, as the parser has them. */
static bool is_small_number(const struct json *j)
{
    const struct json *children = json_find(j, "children");
    const struct json *value = json_find(json_find(j, "value"), "value");
    struct str digits = value ? value->text : (struct str){0};
    struct error ignored;
    uint64_t n;

    if (json_is(json_find(j, "function_name"), "-") && children &&
        children->count == 1)
        return is_small_number(children->first);
    if (str_starts(digits, STR("-")))
        digits = str_slice(digits, 1, digits.n);
    return json_is(json_find(j, "class"), "CONSTANT") && value &&
           value->type == JSON_NUMBER &&
           str_parse_u64(digits, MAX_OFFSET, &n, &ignored) == OK;
}

/* An offset that is the same for all rows is taken before there are any, and the
 * engine does not look at how large it is: lag(x, -9223372036854775808, 0) ends
 * the worker. */
static enum err check_offset(struct gate_walk *w, const struct json *j,
                             struct error *e)
{
    const struct json *type = json_find(j, "type");
    const struct json *offset = json_find(j, "offset_expr");
    const struct json *children = json_find(j, "children");

    if (!json_is(type, "WINDOW_LAG") && !json_is(type, "WINDOW_LEAD"))
        return OK;
    if (!offset || offset->type != JSON_OBJECT)
        offset = children && children->count > 1 ? children->first->next : NULL;
    if (!offset || is_small_number(offset) || has_column(offset))
        return OK;
    return gate_refuse(
        w, j, e,
        "the offset of %.*s() must be a whole number up to %d that "
        "is written out, or a column",
        STR_FMT(gate_shown(json_text(json_find(j, "function_name")))),
        MAX_OFFSET);
}

enum err gate_window_call(struct gate_walk *w, const struct json *j,
                          struct error *e)
{
    bool aggregated = w->level.aggregated;
    enum err r = check_offset(w, j, e);

    if (!r)
        r = gate_call(w, j, e);

    w->level.aggregated = aggregated;
    w->facts->windows = true;
    return r;
}

enum err gate_table_function(struct gate_walk *w, const struct json *j,
                             struct error *e)
{
    struct str name = json_text(json_find(j, "function_name"));
    const struct gate_function *f = gate_function_find(name);
    struct str shown = gate_shown(name);
    struct str table = w->tables->count ? w->tables->tables[0].name : STR("");

    if (!f)
        return refuse_unknown(w, j, GATE_TABLE, e);
    if (!(f->flags & GATE_TABLE))
        return gate_refuse(
            w, j, e, "function '%.*s' is not allowed%s: %s; query '%.*s'",
            STR_FMT(shown), f->flags & GATE_VALUE ? " after FROM" : "",
            gate_function_reason(f), STR_FMT(gate_shown(table)));
    return gate_fields(w, j, gate_call_fields, e);
}
