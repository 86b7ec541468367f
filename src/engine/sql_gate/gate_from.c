/* gate_from.c - what may be in FROM; gate_query.c says how names resolve. */
#include "engine/sql_gate/gate_walk.h"

#include <stdio.h>

#define COMMON                                                 \
    {"type", NULL}, {"alias", NULL}, {"query_location", NULL}, \
    {                                                          \
        "sample", gate_sample                                  \
    }
#define END        \
    {              \
        NULL, NULL \
    }

#define PROPOSED_TABLES 5
#define PROPOSAL_BYTES  300

/* Index of the table, or c->count. */
static size_t catalog_find(const struct gate_catalog *c, struct str name)
{
    size_t i = 0;

    while (i < c->count && !str_eq_nocase(c->tables[i].name, name))
        i++;
    return i;
}

/* "the table is 'data'" or "the tables are 'a', 'b' and 3 more"; the names of
 * five tables, cut, fit into PROPOSAL_BYTES. */
static void propose(const struct gate_catalog *c, char *out)
{
    const char *intro = c->count == 1 ? "the table is" : "the tables are";
    size_t n = (size_t)snprintf(out, PROPOSAL_BYTES, "%s", intro);

    for (size_t i = 0; i < c->count && i < PROPOSED_TABLES; i++)
        n += (size_t)snprintf(out + n, PROPOSAL_BYTES - n, "%s '%.*s'",
                              i ? "," : "",
                              STR_FMT(str_slice(c->tables[i].name, 0, 40)));
    if (c->count > PROPOSED_TABLES)
        (void)snprintf(out + n, PROPOSAL_BYTES - n, " and %zu more",
                       c->count - PROPOSED_TABLES);
}

static enum err check_table(struct gate_walk *w, const struct json *j,
                            struct error *e)
{
    struct str name = json_text(json_find(j, "table_name"));
    struct str schema = json_text(json_find(j, "schema_name"));
    bool alone = schema.n == 0 && gate_is_blank(json_find(j, "catalog_name"));
    size_t at = catalog_find(w->tables, name);
    bool known = at < w->tables->count;
    char tables[PROPOSAL_BYTES];

    if (alone && gate_scope_has(w, name)) {
        w->level.derived = true;
        return OK;
    }
    if (!gate_is_blank(json_find(j, "at_clause")))
        return gate_refuse(
            w, j, e, "AT is not allowed: a table has no earlier versions");
    if (!gate_is_blank(json_find(j, "column_name_alias")))
        w->level.derived = true;
    if (alone && known) {
        w->facts->tables |= UINT64_C(1) << (at < 63 ? at : 63);
        return OK;
    }
    if (known)
        return gate_refuse(w, j, e, "write '%.*s' without '%.*s.' before it",
                           STR_FMT(gate_shown(name)),
                           STR_FMT(gate_shown(schema)));
    propose(w->tables, tables);
    return gate_refuse(w, j, e, "there is no table '%.*s'; %s",
                       STR_FMT(gate_shown(name)), tables);
}

static enum err note_derived(struct gate_walk *w, const struct json *j,
                             struct error *e)
{
    (void)j;
    (void)e;
    w->level.derived = true;
    return OK;
}

static enum err check_show(struct gate_walk *w, const struct json *j,
                           struct error *e)
{
    bool summary = json_is(json_find(j, "show_type"), "SUMMARY");

    if (gate_is_blank(json_find(j, "query")) ||
        !gate_is_word(json_text(json_find(j, "show_type")), "DESCRIBE SUMMARY"))
        return gate_refuse(w, j, e,
                           "SHOW of the engine is not allowed; write DESCRIBE "
                           "or SUMMARIZE and a table's name");
    w->facts->describes |= w->level.depth == 1; /* else beside other rows */
    w->facts->aggregates |= summary;
    w->facts->float_sums |= summary; /* its avg, std and quantiles */
    return OK;
}

static const struct gate_field entry_fields[] = {
    {"values", NULL}, {"star_expr", gate_expr}, {"alias", NULL}, END};

static enum err walk_pivot_entry(struct gate_walk *w, const struct json *j,
                                 struct error *e)
{
    return gate_fields(w, j, entry_fields, e);
}

static const struct gate_field pivot_column_fields[] = {
    {"pivot_expressions", gate_expr},
    {"unpivot_names", NULL},
    {"entries", walk_pivot_entry},
    END};

static enum err walk_pivot_column(struct gate_walk *w, const struct json *j,
                                  struct error *e)
{
    if (!gate_is_blank(json_find(j, "pivot_enum")))
        return gate_refuse(w, j, e,
                           "PIVOT needs its values in the query: write "
                           "IN ('a', 'b')");
    return gate_fields(w, j, pivot_column_fields, e);
}

/* Its aggregates are computed per group, so the query still has many rows. */
static enum err walk_pivot_aggregate(struct gate_walk *w, const struct json *j,
                                     struct error *e)
{
    bool aggregated = w->level.aggregated;
    enum err r = gate_expr(w, j, e);

    w->level.aggregated = aggregated;
    return r;
}

static const struct gate_field table_fields[] = {COMMON,
                                                 {"schema_name", NULL},
                                                 {"table_name", NULL},
                                                 {"catalog_name", NULL},
                                                 {"column_name_alias", NULL},
                                                 END};
static const struct gate_field join_fields[] = {COMMON,
                                                {"left", gate_from},
                                                {"right", gate_from},
                                                {"condition", gate_expr},
                                                {"join_type", NULL},
                                                {"ref_type", NULL},
                                                {"using_columns", NULL},
                                                {"is_implicit", NULL},
                                                END};
static const struct gate_field subquery_fields[] = {
    COMMON, {"subquery", gate_statement}, {"column_name_alias", NULL}, END};
static const struct gate_field function_fields[] = {
    COMMON,
    {"function", gate_table_function},
    {"column_name_alias", NULL},
    {"with_ordinality", NULL},
    END};
static const struct gate_field values_fields[] = {
    COMMON, {"expected_names", NULL}, {"values", gate_expr}, END};
static const struct gate_field pivot_fields[] = {
    COMMON,
    {"source", gate_from},
    {"aggregates", walk_pivot_aggregate},
    {"unpivot_names", NULL},
    {"pivots", walk_pivot_column},
    {"groups", NULL},
    {"column_name_alias", NULL},
    {"include_nulls", NULL},
    END};
static const struct gate_field show_fields[] = {
    COMMON, {"query", gate_query}, {"show_type", NULL}, END};
static const struct gate_field empty_fields[] = {COMMON, END};

static const struct gate_kind kinds[] = {
    {"BASE_TABLE", NULL, table_fields, check_table},
    {"JOIN", NULL, join_fields, NULL},
    {"SUBQUERY", NULL, subquery_fields, note_derived},
    {"TABLE_FUNCTION", NULL, function_fields, note_derived},
    {"EXPRESSION_LIST", NULL, values_fields, note_derived},
    {"PIVOT", NULL, pivot_fields, NULL},
    {"SHOW_REF", NULL, show_fields, check_show},
    {"EMPTY", NULL, empty_fields, NULL},
    {NULL, NULL, NULL, NULL}};

enum err gate_from(struct gate_walk *w, const struct json *j, struct error *e)
{
    struct str type = json_text(json_find(j, "type"));
    enum err r = gate_as_kind(w, j, gate_kind_find(kinds, type), e);

    if (str_is(type, "PIVOT"))
        w->level.derived = true; /* after its aggregates were looked at */
    return r;
}
