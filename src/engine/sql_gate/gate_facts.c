/*
 * gate_facts.c - what makes a result differ from run to run.
 *
 * On several threads rows come in another order each time, and sums of DOUBLE
 * are rounded differently (measured: eight values of one sum in eight runs).
 * So a sum counts as exact only where we can see that no DOUBLE is in it: its
 * argument is made of columns of the file's own tables, literals, casts,
 * + - * and CASE. A column is looked up by name alone, so this holds only
 * while FROM, here and around, names nothing but tables of the catalog. All
 * else counts as DOUBLE: too careful costs time, too trusting a wrong digit.
 */
#include "engine/sql_gate/gate_function_list.h"
#include "engine/sql_gate/gate_walk.h"

#define EXACT_TYPES                                                       \
    "BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT " \
    "UINTEGER UBIGINT DECIMAL NULL INTERVAL"

static bool is_exact(const struct gate_walk *w, const struct json *j);

static bool all_exact(const struct gate_walk *w, const struct json *list)
{
    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        if (!is_exact(w, j))
            return false;
    return true;
}

/* Every column of that name, in whichever table, is known and exact. */
static bool is_exact_column(const struct gate_walk *w, const struct json *j)
{
    const struct json *name = json_find(j, "column_names");
    bool found = false;

    name = name ? name->first : NULL;
    while (name && name->next)
        name = name->next;
    for (size_t i = 0; i < w->tables->count; i++) {
        const struct gate_table *t = &w->tables->tables[i];

        for (size_t k = 0; k < t->column_count; k++)
            if (str_eq_nocase(t->columns[k].name, json_text(name))) {
                if (t->columns[k].is_float)
                    return false;
                found = true;
            }
    }
    return found && !w->level.derived;
}

static bool is_exact_case(const struct gate_walk *w, const struct json *j)
{
    const struct json *checks = json_find(j, "case_checks");
    const struct json *other = json_find(j, "else_expr");

    for (const struct json *c = checks ? checks->first : NULL; c; c = c->next)
        if (!is_exact(w, json_find(c, "then_expr")))
            return false;
    return !other || other->type == JSON_NULL || is_exact(w, other);
}

static bool is_exact(const struct gate_walk *w, const struct json *j)
{
    struct str class_name = json_text(json_find(j, "class"));
    struct str name = json_text(json_find(j, "function_name"));
    const struct json *type = NULL;

    if (str_is(class_name, "COLUMN_REF"))
        return is_exact_column(w, j);
    if (str_is(class_name, "CASE"))
        return is_exact_case(w, j);
    if (str_is(class_name, "FUNCTION"))
        return gate_is_word(name, "+ - *") &&
               all_exact(w, json_find(j, "children"));
    if (str_is(class_name, "CAST"))
        type = json_find(j, "cast_type");
    else /* only a constant has a value */
        type = json_find(json_find(j, "value"), "type");
    return type && gate_is_word(json_text(json_find(type, "id")), EXACT_TYPES);
}

/* Does it make several rows of one? */
static bool is_unnesting(struct str name)
{
    return str_eq_nocase(name, STR("unnest")) ||
           str_eq_nocase(name, STR("generate_subscripts")) ||
           str_eq_nocase(name, STR("regexp_split_to_table"));
}

void gate_note_call(struct gate_walk *w, const struct json *call)
{
    struct str name = json_text(json_find(call, "function_name"));
    const struct gate_function *f = gate_function_find(name);
    struct gate_facts *facts = w->facts;

    facts->clock |= (f->flags & GATE_CLOCK) != 0;
    facts->random |= (f->flags & GATE_RANDOM) != 0;
    facts->order_shows |= (f->flags & GATE_ORDER) != 0;
    w->level.unnests |= is_unnesting(name);
    if (!(f->flags & GATE_AGGREGATE))
        return;
    facts->aggregates = true;
    w->level.aggregated = true;
    facts->float_sums |= (f->flags & GATE_INEXACT_ANY) != 0 ||
                         ((f->flags & GATE_INEXACT_DOUBLE) != 0 &&
                          !all_exact(w, json_find(call, "children")));
}

bool gate_needs_one_thread(const struct gate_facts *f)
{
    bool same_rows = !f->float_sums && !f->order_shows && !f->inner_limit &&
                     !f->windows && !f->samples;
    bool same_order = f->one_row || f->order_by_all || f->describes;

    return !same_rows || !same_order;
}
