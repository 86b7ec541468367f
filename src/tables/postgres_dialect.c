#include "tables/postgres_dialect.h"

/* Words of both dialects that stay. */
static const char *const words[] = {
    "select", "from",      "where",     "group",  "by",    "order",  "asc",
    "desc",   "nulls",     "first",     "last",   "limit", "offset", "as",
    "and",    "or",        "not",       "in",     "is",    "null",   "between",
    "like",   "case",      "when",      "then",   "else",  "end",    "distinct",
    "filter", "over",      "partition", "having", "with",  "union",  "all",
    "true",   "false",     "date",      "time",   "left",  "join",   "on",
    "exists", "timestamp", "inner"};

/* Between two values there is none that doubles always have: 50.099999999999994. */
#define ROUNDED(form) \
    "CAST(round(CAST(" form " AS numeric), 9) AS double precision)"

/* Seconds between two moments, or two times of day, by the clock's seconds. */
#define SECONDS                                           \
    "CAST(extract(epoch FROM date_trunc('second', $3) - " \
    "date_trunc('second', $2)) AS bigint)"

static const struct postgres_function functions[] = {
    {"count", 0, NULL},
    {"sum", 0, NULL},
    {"min", 1, NULL},
    {"max", 1, NULL},
    {"rank", 0, NULL},
    {"dense_rank", 0, NULL},
    {"row_number", 0, NULL},
    {"lag", 1, NULL},
    {"nullif", 2, NULL},
    {"coalesce", 0, NULL},
    {"greatest", 0, NULL},
    {"least", 0, NULL},
    {"abs", 1, NULL},
    {"lower", 1, NULL},
    {"upper", 1, NULL},
    {"floor", 1, NULL},
    {"ceil", 1, NULL},
    {"length", 1, NULL},
    {"lpad", 3, NULL},
    {"corr", 2, NULL},
    {"date_trunc", 2, NULL},
    {"avg", 1, "avg(CAST($1 AS double precision))"},
    {"stddev_samp", 1, "stddev_samp(CAST($1 AS double precision))"},
    {"round", 1, "CAST(round(CAST($1 AS numeric)) AS double precision)"},
    {"round", 2, "CAST(round(CAST($1 AS numeric), $2) AS double precision)"},
    {"median", 1,
     ROUNDED("percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST($1 AS double "
             "precision))$F")},
    {"quantile_cont", 2,
     ROUNDED("percentile_cont($2) WITHIN GROUP (ORDER BY CAST($1 AS double "
             "precision))$F")},
    {"arg_min", 2,
     "(array_agg($1 ORDER BY $2) FILTER (WHERE $1 IS NOT NULL AND $2 IS NOT "
     "NULL$A))[1]"},
    {"arg_max", 2,
     "(array_agg($1 ORDER BY $2 DESC) FILTER (WHERE $1 IS NOT NULL AND $2 IS "
     "NOT NULL$A))[1]"},
    {"date_diff", 3, SECONDS},
    {"year", 1, "CAST(extract(year FROM $1) AS bigint)"},
    {"quarter", 1, "CAST(extract(quarter FROM $1) AS bigint)"},
    {"month", 1, "CAST(extract(month FROM $1) AS bigint)"},
    {"day", 1, "CAST(extract(day FROM $1) AS bigint)"},
    {"hour", 1, "CAST(extract(hour FROM $1) AS bigint)"},
    {"isodow", 1, "CAST(extract(isodow FROM $1) AS bigint)"},
    {"strip_accents", 1,
     "regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g')"},
    {"contains", 2, "(strpos($1, $2) > 0)"},
};

/* strftime() of one format each. */
static const struct {
    const char *format, *there;
} formats[] = {{"'%Y-%m'", "'YYYY-MM'"},
               {"'%Y'", "'YYYY'"},
               {"'%Y-%m-%d'", "'YYYY-MM-DD'"}};

static const struct {
    const char *name, *there;
} types[] = {{"varchar", "text"},  {"double", "double precision"},
             {"date", "date"},     {"timestamp", "timestamp"},
             {"bigint", "bigint"}, {"integer", "integer"},
             {"time", "time"},     {"boolean", "boolean"}};

bool postgres_dialect_keeps(struct str word)
{
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_eq_nocase(word, str_from(words[i])))
            return true;
    return false;
}

const struct postgres_function *postgres_dialect_function(struct str name,
                                                          size_t args)
{
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (str_eq_nocase(name, str_from(functions[i].name)) &&
            (functions[i].args == 0 || functions[i].args == args))
            return &functions[i];
    return NULL;
}

const char *postgres_dialect_format(struct str format)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++)
        if (str_is(format, formats[i].format))
            return formats[i].there;
    return NULL;
}

const char *postgres_dialect_type(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (str_eq_nocase(name, str_from(types[i].name)))
            return types[i].there;
    return NULL;
}
