/* orders_fixture.h - a small table of orders as its profile would describe it. */
#ifndef ASK_ORDERS_FIXTURE_H
#define ASK_ORDERS_FIXTURE_H

#include "asked.h"

#define ORDERS                                                                \
    "{\"map\":{},\"profile\":{\"row_count\":400,\"columns\":["                \
    "{\"name\":\"order_id\",\"inferred_type\":\"string\",\"non_null_count\":" \
    "400,\"distinct_estimate\":400,\"dictionary\":{\"complete\":true,"        \
    "\"values\":[\"SO-1\",\"SO-2\"]}},"                                       \
    "{\"name\":\"orderDate\",\"inferred_type\":\"date\",\"non_null_count\":"  \
    "400,\"distinct_estimate\":300,\"min\":\"2022-01-03\",\"max\":"           \
    "\"2024-12-30\"},"                                                        \
    "{\"name\":\"customer_name\",\"inferred_type\":\"string\","               \
    "\"non_null_count\":400,\"distinct_estimate\":4,\"dictionary\":{"         \
    "\"complete\":true,\"values\":[\"Acme Corp\",\"Garc\xc3\xad"              \
    "a, L\xc3\xb3pez y Asociados\",\"Blue Sun\",\"Madrid Foods\"]}},"         \
    "{\"name\":\"city\",\"inferred_type\":\"string\",\"non_null_count\":390," \
    "\"distinct_estimate\":4,\"dictionary\":{\"complete\":true,\"values\":["  \
    "\"Madrid\",\"M\xc3\xa1laga\",\"Paris\",\"New York\"]}},"                 \
    "{\"name\":\"Ship To\",\"inferred_type\":\"string\",\"non_null_count\":"  \
    "400,\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"          \
    "\"values\":[\"Paris\",\"Oslo\",\"Lima\"]}},"                             \
    "{\"name\":\"note\",\"inferred_type\":\"string\",\"non_null_count\":400," \
    "\"distinct_estimate\":390,\"sample_values\":[\"urgent gift\"],"          \
    "\"dictionary\":{\"complete\":false,\"values\":"                          \
    "[\"urgent gift\",\"fragile\"]}},"                                        \
    "{\"name\":\"units\",\"inferred_type\":\"integer\",\"non_null_count\":"   \
    "400,\"distinct_estimate\":50,\"min\":1,\"max\":60},"                     \
    "{\"name\":\"unit_price\",\"inferred_type\":\"decimal\","                 \
    "\"non_null_count\":400,\"distinct_estimate\":90,\"min\":3.36,\"max\":"   \
    "1499.00},"                                                               \
    "{\"name\":\"total_amount\",\"inferred_type\":\"decimal\","               \
    "\"non_null_count\":400,\"distinct_estimate\":399,\"min\":-20.5,\"max\":" \
    "27027.00},"                                                              \
    "{\"name\":\"density\",\"inferred_type\":\"float\",\"non_null_count\":"   \
    "400,\"distinct_estimate\":399,\"min\":0.1,\"max\":0.9}]}}"

/* One table from a profile; everything lives in `a`. */
static inline struct ask_schema *schema_of(const char *profile,
                                           const char *name, struct arena *a)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(a, sizeof(*s), &e);
    struct json *j = NULL;

    BUG_ON(!s);
    BUG_ON(json_parse(str_from(profile), &json_default_limits, a, &j, &e));
    BUG_ON(schema_add(s, str_from(name), STR("data"), j, a, &e));
    return s;
}

/* The SQL of a question about one table, or "? " and the clarifying question. */
static inline struct str asked_of(const char *profile, const char *question,
                                  struct arena *a)
{
    struct ask_schema *s = schema_of(profile, "orders.csv", a);

    return asked_sql(s, question, a);
}

/* The question has this SQL, or begins so when it needs clarification. */
static inline void check_sql_of(const char *profile, const char *question,
                                const char *want)
{
    struct arena a;

    arena_init(&a, 1 << 25);
    check_asked(schema_of(profile, "orders.csv", &a), question, want, &a);
    arena_release(&a);
}

static inline void check_sql(const char *question, const char *want)
{
    check_sql_of(ORDERS, question, want);
}

/* Lines of orders: what tells things apart is a number. */
#define LINES                                                                \
    "{\"row_count\":400,\"columns\":[{\"name\":\"order_id\","                \
    "\"inferred_type\":\"integer\",\"non_null_count\":400,"                  \
    "\"distinct_estimate\":200,\"min\":1000,\"max\":1199},"                  \
    "{\"name\":\"CustomerID\",\"inferred_type\":\"integer\","                \
    "\"non_null_count\":400,\"distinct_estimate\":60,\"min\":1,\"max\":60}," \
    "{\"name\":\"order_date\",\"inferred_type\":\"date\","                   \
    "\"non_null_count\":400,\"distinct_estimate\":300,"                      \
    "\"min\":\"2022-01-03\",\"max\":\"2024-12-30\"},"                        \
    "{\"name\":\"country\",\"inferred_type\":\"string\","                    \
    "\"non_null_count\":400,\"distinct_estimate\":3,\"dictionary\":{"        \
    "\"complete\":true,\"values\":[\"Spain\",\"France\",\"Total\"]}},"       \
    "{\"name\":\"ship_to\",\"inferred_type\":\"string\","                    \
    "\"non_null_count\":399,\"distinct_estimate\":2,\"dictionary\":{"        \
    "\"complete\":true,\"values\":[\"Spain\",\"France\"]}},"                 \
    "{\"name\":\"status\",\"inferred_type\":\"string\","                     \
    "\"non_null_count\":399,\"distinct_estimate\":2,\"dictionary\":{"        \
    "\"complete\":true,\"values\":[\"returned\",\"sent\"]}},"                \
    "{\"name\":\"is_gift\",\"inferred_type\":\"boolean\","                   \
    "\"non_null_count\":400,\"distinct_estimate\":2},"                       \
    "{\"name\":\"class\",\"inferred_type\":\"integer\","                     \
    "\"non_null_count\":400,\"distinct_estimate\":3,\"min\":1,\"max\":3},"   \
    "{\"name\":\"discount\",\"inferred_type\":\"float\","                    \
    "\"non_null_count\":400,\"distinct_estimate\":3,\"min\":0,\"max\":0.2}," \
    "{\"name\":\"sales\",\"inferred_type\":\"decimal\","                     \
    "\"non_null_count\":400,\"distinct_estimate\":399,"                      \
    "\"min\":10.5,\"max\":9600.00}]}"

#endif
