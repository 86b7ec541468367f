/*
 * gate_expr.c - expressions: what may be where a value is; of calls
 * gate_call.c decides.
 *
 * Three things look like a column and are none: parameters, which nobody
 * fills; current_catalog and current_schema, which DuckDB makes a call of when
 * no column has that name; and a cast to a type of the user's own.
 */
#include "engine/sql_gate/gate_walk.h"

#define COMMON                                        \
    {"class", NULL}, {"type", NULL}, {"alias", NULL}, \
    {                                                 \
        "query_location", NULL                        \
    }
#define END        \
    {              \
        NULL, NULL \
    }

/* Types that SQL may cast to; of the named ones only those below it. */
#define TYPES                                                                  \
    "NULL BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT " \
    "UINTEGER UBIGINT UHUGEINT FLOAT DOUBLE DECIMAL VARCHAR CHAR BLOB BIT "    \
    "DATE TIME TIME_NS TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS "       \
    "INTERVAL UUID LIST STRUCT MAP ARRAY UNION ENUM BIGNUM VARIANT"

static gate_visit check_type;

static const struct gate_field type_member_fields[] = {
    {"first", NULL}, {"second", check_type}, END};

static enum err check_type_member(struct gate_walk *w, const struct json *j,
                                  struct error *e)
{
    return gate_fields(w, j, type_member_fields, e);
}

static const struct gate_field type_info_fields[] = {
    {"type", NULL},
    {"name", NULL},
    {"width", NULL},
    {"scale", NULL},
    {"size", NULL},
    {"collation", NULL},
    {"values", NULL},
    {"values_count", NULL},
    {"user_type_modifiers", NULL},
    {"child_type", check_type},
    {"child_types", check_type_member},
    END};

static enum err check_type_info(struct gate_walk *w, const struct json *j,
                                struct error *e)
{
    return gate_fields(w, j, type_info_fields, e);
}

static const struct gate_field type_fields[] = {
    {"id", NULL}, {"type_info", check_type_info}, END};

static enum err check_type(struct gate_walk *w, const struct json *j,
                           struct error *e)
{
    struct str id = json_text(json_find(j, "id"));
    struct str name = json_text(json_find(json_find(j, "type_info"), "name"));
    struct str alias = json_text(json_find(json_find(j, "type_info"), "alias"));

    if (alias.n)
        return gate_refuse(w, j, e,
                           "type '%.*s' is not allowed here; cast to VARCHAR",
                           STR_FMT(gate_shown(alias)));
    if (str_is(id, "UNBOUND")) {
        if (!str_eq_nocase(name, STR("json")) &&
            !str_eq_nocase(name, STR("enum")))
            return gate_refuse(w, j, e,
                               "type '%.*s' is not known; cast to a type of "
                               "DuckDB's own, as INTEGER or VARCHAR",
                               STR_FMT(gate_shown(name)));
    } else if (!gate_is_word(id, TYPES) &&
               !str_is(id, "TIMESTAMP WITH TIME ZONE") &&
               !str_is(id, "TIME WITH TIME ZONE")) {
        return gate_refuse(w, j, e,
                           "type '%.*s' is not allowed here; cast to VARCHAR",
                           STR_FMT(gate_shown(id)));
    }
    return gate_fields(w, j, type_fields, e);
}

/* Does the statement itself give something this name? */
static bool is_alias(const struct json *j, struct str name)
{
    bool names = gate_is_word(j->key, "alias aliases column_name_alias");

    if (names && str_eq_nocase(json_text(j), name))
        return true;
    for (const struct json *m = j->first; m; m = m->next)
        if ((names && str_eq_nocase(json_text(m), name)) || is_alias(m, name))
            return true;
    return false;
}

static bool is_one_of(struct str name, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq_nocase(name, str_from(words[i])))
            return true;
    return false;
}

enum err gate_check_value_name(struct gate_walk *w, const struct json *j,
                               struct str name, struct error *e)
{
    static const char *const clocks[] = {"current_date", "current_time",
                                         "current_timestamp", "localtime",
                                         "localtimestamp"};
    static const char *const users[] = {"current_role", "current_user",
                                        "session_user", "user"};
    static const char *const places[] = {"current_catalog", "current_schema"};

    if (gate_column_find(w->tables, name))
        return OK;
    if (is_one_of(name, clocks, 5))
        w->facts->clock = true;
    if (is_one_of(name, places, 2) ||
        (is_one_of(name, users, 4) && !is_alias(w->root, name)))
        return gate_refuse(
            w, j, e,
            "'%.*s' is not a column, and information about the engine is not "
            "available; leave it out",
            STR_FMT(gate_shown(name)));
    return OK;
}

static enum err check_column(struct gate_walk *w, const struct json *j,
                             struct error *e)
{
    const struct json *names = json_find(j, "column_names");

    if (!names || names->type != JSON_ARRAY || !names->first)
        return gate_refuse(w, j, e, "this form of SQL is not allowed");
    return gate_check_value_name(w, j, json_text(names->first), e);
}

static enum err check_parameter(struct gate_walk *w, const struct json *j,
                                struct error *e)
{
    (void)j; /* which does not say where it is */
    return gate_refuse_parameter(w, e);
}

static enum err check_collation(struct gate_walk *w, const struct json *j,
                                struct error *e)
{
    struct str name = json_text(json_find(j, "collation"));
    bool plain = name.n > 0 && name.n <= 40;

    for (size_t i = 0; i < name.n && plain; i++) {
        char c = name.p[i];

        plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
                c == '.';
    }
    return plain ? OK
                 : gate_refuse(w, j, e, "collation '%.*s' is not known",
                               STR_FMT(gate_shown(name)));
}

static const struct gate_field case_check_fields[] = {
    {"when_expr", gate_expr}, {"then_expr", gate_expr}, END};

static enum err check_case_check(struct gate_walk *w, const struct json *j,
                                 struct error *e)
{
    return gate_fields(w, j, case_check_fields, e);
}

static const struct gate_field keyed_fields[] = {
    {"key", NULL}, {"value", gate_expr}, END};

static enum err check_keyed(struct gate_walk *w, const struct json *j,
                            struct error *e)
{
    return gate_fields(w, j, keyed_fields, e);
}

static const struct gate_field between_fields[] = {COMMON,
                                                   {"input", gate_expr},
                                                   {"lower", gate_expr},
                                                   {"upper", gate_expr},
                                                   END};
static const struct gate_field case_fields[] = {
    COMMON, {"case_checks", check_case_check}, {"else_expr", gate_expr}, END};
static const struct gate_field cast_fields[] = {COMMON,
                                                {"child", gate_expr},
                                                {"cast_type", check_type},
                                                {"try_cast", NULL},
                                                END};
static const struct gate_field collate_fields[] = {
    COMMON, {"child", gate_expr}, {"collation", NULL}, END};
static const struct gate_field column_fields[] = {
    COMMON, {"column_names", NULL}, END};
static const struct gate_field compare_fields[] = {
    COMMON, {"left", gate_expr}, {"right", gate_expr}, END};
static const struct gate_field children_fields[] = {
    COMMON, {"children", gate_expr}, END};
static const struct gate_field constant_fields[] = {
    COMMON, {"value", NULL}, END};
static const struct gate_field lambda_fields[] = {COMMON,
                                                  {"lhs", gate_expr},
                                                  {"expr", gate_expr},
                                                  {"syntax_type", NULL},
                                                  END};
static const struct gate_field index_fields[] = {COMMON, {"index", NULL}, END};
static const struct gate_field star_fields[] = {
    COMMON,
    {"relation_name", NULL},
    {"exclude_list", NULL},
    {"replace_list", check_keyed},
    {"columns", NULL},
    {"expr", gate_expr},
    {"qualified_exclude_list", NULL},
    {"rename_list", NULL},
    END};
static const struct gate_field subquery_fields[] = {
    COMMON,
    {"subquery_type", NULL},
    {"subquery", gate_statement},
    {"child", gate_expr},
    {"comparison_type", NULL},
    END};
static const struct gate_field window_fields[] = {COMMON,
                                                  {"function_name", NULL},
                                                  {"schema", NULL},
                                                  {"catalog", NULL},
                                                  {"children", gate_expr},
                                                  {"partitions", gate_expr},
                                                  {"orders", gate_order},
                                                  {"arg_orders", gate_order},
                                                  {"start", NULL},
                                                  {"end", NULL},
                                                  {"start_expr", gate_expr},
                                                  {"end_expr", gate_expr},
                                                  {"offset_expr", gate_expr},
                                                  {"default_expr", gate_expr},
                                                  {"filter_expr", gate_expr},
                                                  {"ignore_nulls", NULL},
                                                  {"exclude_clause", NULL},
                                                  {"distinct", NULL},
                                                  END};

static const struct gate_kind kinds[] = {
    {"COLUMN_REF", "COLUMN_REF", column_fields, check_column},
    {"CONSTANT", "VALUE_CONSTANT", constant_fields, NULL},
    {"FUNCTION", "FUNCTION", gate_call_fields, gate_call},
    {"COMPARISON",
     "COMPARE_EQUAL COMPARE_NOTEQUAL COMPARE_LESSTHAN COMPARE_GREATERTHAN "
     "COMPARE_LESSTHANOREQUALTO COMPARE_GREATERTHANOREQUALTO "
     "COMPARE_DISTINCT_FROM COMPARE_NOT_DISTINCT_FROM",
     compare_fields, NULL},
    {"CONJUNCTION", "CONJUNCTION_AND CONJUNCTION_OR", children_fields, NULL},
    {"OPERATOR",
     "OPERATOR_NOT OPERATOR_IS_NULL OPERATOR_IS_NOT_NULL OPERATOR_UNPACK "
     "OPERATOR_NULLIF OPERATOR_COALESCE OPERATOR_TRY COMPARE_IN "
     "COMPARE_NOT_IN GROUPING_FUNCTION ARRAY_EXTRACT ARRAY_SLICE "
     "STRUCT_EXTRACT ARRAY_CONSTRUCTOR ARROW",
     children_fields, NULL},
    {"STAR", "STAR", star_fields, NULL},
    {"CAST", "OPERATOR_CAST", cast_fields, NULL},
    {"BETWEEN", "COMPARE_BETWEEN COMPARE_NOT_BETWEEN", between_fields, NULL},
    {"CASE", "CASE_EXPR", case_fields, NULL},
    {"COLLATE", "COLLATE", collate_fields, check_collation},
    {"LAMBDA", "LAMBDA", lambda_fields, NULL},
    {"POSITIONAL_REFERENCE", "POSITIONAL_REFERENCE", index_fields, NULL},
    {"SUBQUERY", "SUBQUERY", subquery_fields, NULL},
    {"WINDOW",
     "WINDOW_AGGREGATE WINDOW_RANK WINDOW_RANK_DENSE WINDOW_NTILE "
     "WINDOW_PERCENT_RANK WINDOW_CUME_DIST WINDOW_ROW_NUMBER "
     "WINDOW_FIRST_VALUE WINDOW_LAST_VALUE WINDOW_LEAD WINDOW_LAG "
     "WINDOW_NTH_VALUE WINDOW_FILL",
     window_fields, gate_window_call},
    {"PARAMETER", NULL, NULL, check_parameter},
    {NULL, NULL, NULL, NULL}};

enum err gate_expr(struct gate_walk *w, const struct json *j, struct error *e)
{
    return gate_as_kind(
        w, j, gate_kind_find(kinds, json_text(json_find(j, "class"))), e);
}
