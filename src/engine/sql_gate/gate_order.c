/*
 * gate_order.c - is a result's order total?
 *
 * It is when rows that tie are equal rows, or when there are no ties. Seen are
 * two cases: every column of the result is in ORDER BY; or the rows are
 * groups, each with its own key, and every part of the key is there. An
 * element of ORDER BY counts when it is a position, the alias of one column,
 * or the same column reference as one column of the result. All else counts as
 * not total, which costs a note and a thread and never a digit.
 *
 * DuckDB reads a plain name in ORDER BY as an alias first, in GROUP BY as a
 * column of the table first (measured on 1.5); so a name that could be both is
 * not counted. Columns that DuckDB makes out of one (a star, UNNEST) shift the
 * positions; a result with them is never counted.
 */
#include "engine/sql_gate/gate_function_list.h"
#include "engine/sql_gate/gate_walk.h"

#define COMPARISONS_MAX 1000000u

/* The result's columns, and which of them occur in ORDER BY. */
struct columns {
    const struct json *list; /* select_list */
    bool *ordered;           /* ordered[list->count] */
};

/* Does the expression hold an object of this class, whatever the depth? */
static bool has_class(const struct json *j, const char *class_name)
{
    if (j->type == JSON_OBJECT && json_is(json_find(j, "class"), class_name))
        return true;
    for (const struct json *child = j->first; child; child = child->next)
        if (has_class(child, class_name))
            return true;
    return false;
}

static bool has_aggregate(const struct json *j)
{
    if (j->type == JSON_OBJECT && json_is(json_find(j, "class"), "FUNCTION")) {
        const struct gate_function *f =
            gate_function_find(json_text(json_find(j, "function_name")));

        if (f && (f->flags & GATE_AGGREGATE) != 0)
            return true;
    }
    for (const struct json *child = j->first; child; child = child->next)
        if (has_aggregate(child))
            return true;
    return false;
}

/* "city" of a reference without table; empty of all else. */
static struct str plain_name(const struct json *expr)
{
    const struct json *names = json_find(expr, "column_names");

    if (!json_is(json_find(expr, "class"), "COLUMN_REF") || !names ||
        names->count != 1)
        return (struct str){0};
    return json_text(names->first);
}

/* Two references to one column, part by part. */
static bool same_reference(const struct json *a, const struct json *b)
{
    const struct json *x = json_find(a, "column_names");
    const struct json *y = json_find(b, "column_names");

    if (!x || !y)
        return false;
    x = x->first;
    y = y->first;
    while (x && y && str_eq_nocase(json_text(x), json_text(y))) {
        x = x->next;
        y = y->next;
    }
    return !x && !y;
}

/* The position, from 1, that a whole number stands for; 0: none. */
static uint64_t position_of(const struct json *expr)
{
    const struct json *value = json_find(expr, "value");
    struct error ignored;
    uint64_t n = 0;

    if (!json_is(json_find(expr, "class"), "CONSTANT") ||
        !json_is(json_find(json_find(value, "type"), "id"), "INTEGER") ||
        json_read_u64(json_find(value, "value"), "position", UINT32_MAX, &n,
                      &ignored))
        return 0;
    return n;
}

/* How many columns have this alias. */
static unsigned count_alias(const struct columns *c, struct str name)
{
    unsigned n = 0;

    for (const struct json *i = c->list->first; i && name.n; i = i->next)
        n += str_eq_nocase(json_text(json_find(i, "alias")), name);
    return n;
}

/* Mark the columns that an element of ORDER BY stands for. */
static void mark(const struct columns *c, const struct json *expr)
{
    uint64_t position = position_of(expr);
    struct str name = plain_name(expr);
    unsigned aliased = count_alias(c, name);
    size_t at = 0;

    for (const struct json *i = c->list->first; i; i = i->next, at++)
        if (at + 1 == position ||
            (aliased == 1 &&
             str_eq_nocase(json_text(json_find(i, "alias")), name)) ||
            (aliased == 0 && same_reference(i, expr)))
            c->ordered[at] = true;
}

/* Does this part of the key occur in ORDER BY? */
static bool is_key_ordered(const struct gate_walk *w, const struct columns *c,
                           const struct json *key)
{
    uint64_t position = position_of(key);
    struct str name = plain_name(key);
    bool is_alias = name.n && count_alias(c, name) == 1 && !w->level.derived &&
                    !gate_column_find(w->tables, name);
    size_t at = 0;

    for (const struct json *i = c->list->first; i; i = i->next, at++)
        if (c->ordered[at] &&
            (at + 1 == position || same_reference(i, key) ||
             (is_alias &&
              str_eq_nocase(json_text(json_find(i, "alias")), name))))
            return true;
    return false;
}

/* GROUP BY ALL: the columns without aggregates are the key. */
static bool are_all_keys_ordered(const struct columns *c)
{
    size_t at = 0;

    for (const struct json *i = c->list->first; i; i = i->next, at++)
        if (!c->ordered[at] && !has_aggregate(i))
            return false;
    return true;
}

static bool are_keys_ordered(const struct gate_walk *w, const struct columns *c,
                             const struct json *select)
{
    const struct json *keys = json_find(select, "group_expressions");
    const struct json *sets = json_find(select, "group_sets");

    if (json_is(json_find(select, "aggregate_handling"), "FORCE_AGGREGATES"))
        return are_all_keys_ordered(c);
    if (!keys || !sets || sets->count != 1 || sets->first->count != keys->count)
        return false;
    for (const struct json *k = keys->first; k; k = k->next)
        if (!is_key_ordered(w, c, k))
            return false;
    return true;
}

static bool are_columns_ordered(const struct columns *c)
{
    for (size_t i = 0; i < c->list->count; i++)
        if (!c->ordered[i])
            return false;
    return true;
}

static const struct json *orders_of(const struct json *select)
{
    const struct json *list = json_find(select, "modifiers");

    for (const struct json *m = list ? list->first : NULL; m; m = m->next)
        if (json_is(json_find(m, "type"), "ORDER_MODIFIER"))
            return json_find(m, "orders");
    return NULL;
}

enum err gate_order_is_total(const struct gate_walk *w,
                             const struct json *select, bool *total,
                             struct error *e)
{
    struct columns c = {.list = json_find(select, "select_list")};
    const struct json *orders = orders_of(select);

    *total = false;
    if (!orders || !c.list || c.list->count == 0 || w->level.unnests ||
        orders->count > COMPARISONS_MAX / c.list->count ||
        has_class(c.list, "STAR"))
        return OK;
    c.ordered = arena_alloc_array(w->arena, c.list->count, sizeof(bool), e);
    if (!c.ordered)
        return e->code;
    for (const struct json *o = orders->first; o; o = o->next)
        mark(&c, json_find(o, "expression"));
    *total = are_columns_ordered(&c) || are_keys_ordered(w, &c, select);
    return OK;
}
