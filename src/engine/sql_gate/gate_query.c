/*
 * gate_query.c - queries and names of WITH; gate_from.c: what is in FROM.
 *
 * A table without a schema before it means, in this order, the innermost WITH
 * query of that name, a table of the catalog, or, in DuckDB, whatever a
 * "replacement scan" makes of the text: FROM 'x.csv' reads a file. The first
 * two are allowed. What decides is therefore who sees a WITH name, and we
 * never see more than DuckDB does: a WITH query is visible to those after it
 * and to the query it comes before, with all that is inside; to itself only
 * in the second half of a recursive one. Should DuckDB's rules ever differ,
 * the name would fall through to the catalog or to a file, so a WITH name may
 * have no character that a path needs and no name of DuckDB's own views.
 */
#include "engine/sql_gate/gate_walk.h"

#define END        \
    {              \
        NULL, NULL \
    }

/* Planning is quadratic in them: 10,000 took DuckDB 20 s, 1,000 0.1 s. What asks the
 * most files that a query may have has 1,025: their union two for each. */
#define QUERIES_MAX 1200u

static const struct gate_field order_fields[] = {
    {"type", NULL}, {"null_order", NULL}, {"expression", gate_expr}, END};

enum err gate_order(struct gate_walk *w, const struct json *j, struct error *e)
{
    return gate_fields(w, j, order_fields, e);
}

/* ORDER BY ALL: one element, a star. */
static bool orders_by_all(const struct json *modifier)
{
    const struct json *orders = json_find(modifier, "orders");
    const struct json *expr;

    if (!orders || orders->count != 1)
        return false;
    expr = json_find(orders->first, "expression");
    return json_is(json_find(expr, "class"), "STAR") &&
           gate_is_blank(json_find(expr, "expr"));
}

static enum err note_order(struct gate_walk *w, const struct json *j,
                           struct error *e)
{
    (void)e;
    if (w->level.depth == 1 && !gate_is_blank(json_find(j, "orders"))) {
        w->facts->order_by = true;
        w->facts->order_by_all = orders_by_all(j);
    }
    return OK;
}

static enum err note_limit(struct gate_walk *w, const struct json *j,
                           struct error *e)
{
    (void)j;
    (void)e;
    if (w->level.depth == 1)
        w->facts->limit = true;
    else
        w->facts->inner_limit = true;
    return OK;
}

static enum err note_distinct(struct gate_walk *w, const struct json *j,
                              struct error *e)
{
    (void)e;
    if (!gate_is_blank(json_find(j, "distinct_on_targets")))
        w->facts->inner_limit = true; /* which row of a group stays */
    return OK;
}

static const struct gate_field order_mod_fields[] = {
    {"type", NULL}, {"orders", gate_order}, END};
static const struct gate_field limit_fields[] = {
    {"type", NULL}, {"limit", gate_expr}, {"offset", gate_expr}, END};
static const struct gate_field distinct_fields[] = {
    {"type", NULL}, {"distinct_on_targets", gate_expr}, END};

static const struct gate_kind modifiers[] = {
    {"ORDER_MODIFIER", NULL, order_mod_fields, NULL},
    {"LIMIT_MODIFIER", NULL, limit_fields, note_limit},
    {"LIMIT_PERCENT_MODIFIER", NULL, limit_fields, note_limit},
    {"DISTINCT_MODIFIER", NULL, distinct_fields, note_distinct},
    {NULL, NULL, NULL, NULL}};

enum err gate_modifier(struct gate_walk *w, const struct json *j,
                       struct error *e)
{
    return gate_as_kind(
        w, j, gate_kind_find(modifiers, json_text(json_find(j, "type"))), e);
}

/* A modifier of a query, not of an aggregate's arguments. */
static enum err query_modifier(struct gate_walk *w, const struct json *j,
                               struct error *e)
{
    if (json_is(json_find(j, "type"), "ORDER_MODIFIER") && note_order(w, j, e))
        return e->code;
    return gate_modifier(w, j, e);
}

/* A WITH name that nothing but a WITH query can have. */
static bool is_plain_name(struct str name)
{
    static const char *const reserved[] = {"duckdb_", "pragma_", "sqlite_",
                                           "pg_", "information_schema"};
    struct str head;

    for (size_t i = 0; i < sizeof(reserved) / sizeof(reserved[0]); i++) {
        head = str_slice(name, 0, str_from(reserved[i]).n);
        if (str_eq_nocase(head, str_from(reserved[i])))
            return false;
    }
    for (size_t i = 0; i < name.n; i++) {
        unsigned char c = (unsigned char)name.p[i];

        if (c < ' ' || c == '.' || c == '/' || c == '\\' || c == ':' ||
            c == '*' || c == '?' || c == '[')
            return false;
    }
    return name.n > 0;
}

static enum err scope_push(struct gate_walk *w, struct str name,
                           struct error *e)
{
    struct gate_scope *s;

    if (!is_plain_name(name))
        return gate_refuse(w, NULL, e,
                           "a WITH query cannot be called '%.*s'; give it a "
                           "plain name",
                           STR_FMT(gate_shown(name)));
    s = arena_alloc(w->arena, sizeof(*s), e);
    if (!s)
        return e->code;
    *s = (struct gate_scope){name, w->scope};
    w->scope = s;
    return OK;
}

bool gate_scope_has(const struct gate_walk *w, struct str name)
{
    for (const struct gate_scope *s = w->scope; s; s = s->up)
        if (str_eq_nocase(s->name, name))
            return true;
    return false;
}

static const struct gate_field cte_fields[] = {{"aliases", NULL},
                                               {"query", gate_statement},
                                               {"materialized", NULL},
                                               {"key_targets", gate_expr},
                                               END};

static enum err walk_cte(struct gate_walk *w, const struct json *j,
                         struct error *e)
{
    const struct json *query = json_find(j, "value");

    if (!query || j->count != 2)
        return gate_refuse(w, j, e, "this form of WITH is not allowed");
    if (gate_fields(w, query, cte_fields, e))
        return e->code;
    return scope_push(w, json_text(json_find(j, "key")), e);
}

static const struct gate_field cte_map_fields[] = {{"map", walk_cte}, END};

static enum err walk_cte_map(struct gate_walk *w, const struct json *j,
                             struct error *e)
{
    return gate_fields(w, j, cte_map_fields, e);
}

static const struct gate_field sample_fields[] = {
    {"sample_size", NULL}, {"is_percentage", NULL}, {"method", NULL},
    {"seed", NULL},        {"repeatable", NULL},    END};

enum err gate_sample(struct gate_walk *w, const struct json *j, struct error *e)
{
    const struct json *seed = json_find(j, "seed");

    w->facts->samples = true;
    w->facts->random |= !seed || str_is(seed->text, "-1");
    return gate_fields(w, j, sample_fields, e);
}

/* cte_map and from_table were visited before, because the rest needs them */
static const struct gate_field select_fields[] = {
    {"type", NULL},
    {"cte_map", NULL},
    {"from_table", NULL},
    {"modifiers", query_modifier},
    {"select_list", gate_expr},
    {"where_clause", gate_expr},
    {"group_expressions", gate_expr},
    {"group_sets", NULL},
    {"aggregate_handling", NULL},
    {"having", gate_expr},
    {"sample", gate_sample},
    {"qualify", gate_expr},
    END};

static enum err walk_from(struct gate_walk *w, const struct json *j,
                          struct error *e)
{
    return gate_each(w, gate_from, json_find(j, "from_table"), e);
}

static const struct gate_field set_fields[] = {{"type", NULL},
                                               {"cte_map", NULL},
                                               {"modifiers", query_modifier},
                                               {"setop_type", NULL},
                                               {"setop_all", NULL},
                                               {"left", gate_query},
                                               {"right", gate_query},
                                               {"children", gate_query},
                                               END};

/* `right` was visited before: it alone sees the query's own name */
static const struct gate_field recursive_fields[] = {
    {"type", NULL},
    {"cte_map", NULL},
    {"right", NULL},
    {"modifiers", query_modifier},
    {"cte_name", NULL},
    {"union_all", NULL},
    {"aliases", NULL},
    {"left", gate_query},
    {"key_targets", gate_expr},
    END};

/* Does anything in it say which rows to leave out? */
static bool has_condition(const struct json *j)
{
    for (const struct json *m = j->first; m; m = m->next) {
        if (j->type == JSON_OBJECT && m->type != JSON_NULL &&
            gate_is_word(m->key, "where_clause having qualify condition "
                                 "using_columns limit") &&
            (m->type != JSON_ARRAY || m->count > 0))
            return true;
        if (has_condition(m))
            return true;
    }
    return false;
}

/* Where it reads from the table, or the WITH query, of this name; or NULL. */
static const struct json *reads(const struct json *j, struct str name)
{
    const struct json *found = NULL;

    if (j->type == JSON_OBJECT && json_is(json_find(j, "type"), "BASE_TABLE") &&
        str_eq_nocase(json_text(json_find(j, "table_name")), name))
        return j;
    for (const struct json *m = j->first; m && !found; m = m->next)
        found = reads(m, name);
    return found;
}

static enum err walk_recursion(struct gate_walk *w, const struct json *j,
                               struct error *e)
{
    const struct gate_scope *outer = w->scope;
    const struct json *right = json_find(j, "right");
    struct str name = json_text(json_find(j, "cte_name"));
    enum err r = scope_push(w, name, e);

    if (!r && right && !w->level.cut && !has_condition(right) &&
        reads(right, name))
        r = gate_refuse(w, reads(right, name), e,
                        "this recursion never ends; put a condition in its "
                        "second half (WHERE n < 100) or LIMIT after the query");
    if (!r)
        r = gate_each(w, gate_query, right, e);
    w->scope = outer;
    return r;
}

static const struct gate_kind nodes[] = {
    {"SELECT_NODE", NULL, select_fields, walk_from},
    {"SET_OPERATION_NODE", NULL, set_fields, NULL},
    {"RECURSIVE_CTE_NODE", NULL, recursive_fields, walk_recursion},
    {NULL, NULL, NULL, NULL}};

/* GROUP BY ALL has no expressions, but it has groups. */
static bool is_one_row(const struct gate_walk *w, const struct json *j)
{
    return w->level.aggregated && !w->level.unnests &&
           json_is(json_find(j, "type"), "SELECT_NODE") &&
           gate_is_blank(json_find(j, "group_expressions")) &&
           gate_is_blank(json_find(j, "group_sets")) &&
           !json_is(json_find(j, "aggregate_handling"), "FORCE_AGGREGATES");
}

/* Is it cut by LIMIT? */
static bool is_cut(const struct json *j)
{
    const struct json *list = json_find(j, "modifiers");

    for (const struct json *m = list ? list->first : NULL; m; m = m->next)
        if (!gate_is_blank(json_find(m, "limit")))
            return true;
    return false;
}

static enum err note_outermost(struct gate_walk *w, const struct json *j,
                               struct error *e)
{
    bool total = false;
    enum err r = gate_order_is_total(w, j, &total, e);

    w->facts->one_row = is_one_row(w, j);
    w->facts->order_by_all |= total;
    return r;
}

enum err gate_query(struct gate_walk *w, const struct json *j, struct error *e)
{
    const struct gate_scope *scope = w->scope;
    const struct gate_level outer = w->level;
    enum err r;

    if (++w->queries > QUERIES_MAX)
        return error_at(e, ERR_LIMIT, gate_position(w->sql, w->at),
                        "the statement holds more than %u queries",
                        QUERIES_MAX);
    w->level = (struct gate_level){.depth = outer.depth + 1,
                                   .derived = outer.derived,
                                   .cut = outer.cut || is_cut(j)};
    r = gate_each(w, walk_cte_map, json_find(j, "cte_map"), e);
    if (!r)
        r = gate_as_kind(
            w, j, gate_kind_find(nodes, json_text(json_find(j, "type"))), e);
    if (!r && w->level.depth == 1)
        r = note_outermost(w, j, e);
    w->scope = scope;
    w->level = outer;
    return r;
}

/* A parameter is refused where it is; named_param_map is blank then. */
static const struct gate_field statement_fields[] = {{"node", gate_query}, END};

enum err gate_statement(struct gate_walk *w, const struct json *j,
                        struct error *e)
{
    if (!json_find(j, "node"))
        return gate_refuse(w, j, e, "only one SELECT is allowed");
    return gate_fields(w, j, statement_fields, e);
}
