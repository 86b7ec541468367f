/* shop_fixture.h - orders, their lines, customers, regions and products, as
 * their profiles would describe them. */
#ifndef ASK_JOINS_SHOP_FIXTURE_H
#define ASK_JOINS_SHOP_FIXTURE_H

#include "ask/joins/join_edges.h"

#define TABLE(rows, columns) \
    "{\"row_count\":" #rows ",\"columns\":[" columns "]}"
#define INTEGER(name, n, different, low, high)                              \
    "{\"name\":\"" name                                                     \
    "\",\"inferred_type\":\"integer\",\"non_null_count\":" #n               \
    ",\"distinct_estimate\":" #different ",\"min\":" #low ",\"max\":" #high \
    "}"
#define AMOUNT(name, n)                                       \
    "{\"name\":\"" name                                       \
    "\",\"inferred_type\":\"decimal\",\"non_null_count\":" #n \
    ",\"distinct_estimate\":" #n ",\"min\":1.5,\"max\":900.5}"
#define DATE(name, n)                                                          \
    "{\"name\":\"" name "\",\"inferred_type\":\"date\",\"non_null_count\":" #n \
    ",\"distinct_estimate\":" #n                                               \
    ",\"min\":\"2022-01-03\",\"max\":\"2024-12-30\"}"
#define TEXT(name, n, different, values)                     \
    "{\"name\":\"" name                                      \
    "\",\"inferred_type\":\"string\",\"non_null_count\":" #n \
    ",\"distinct_estimate\":" #different                     \
    ",\"dictionary\":{\"complete\":true,\"values\":[" values "]}}"

#define SHOP_ORDERS                                                                    \
    TABLE(                                                                             \
        400,                                                                           \
        INTEGER("order_id", 400, 400, 1, 400) "," DATE("order_date", 400) "," INTEGER( \
            "customer_id", 400, 60, 1,                                                 \
            60) "," TEXT("status", 400, 2,                                             \
                         "\"Returned\",\"Sent\"") "," AMOUNT("sales", 400))
#define SHOP_LINES                                                                    \
    TABLE(                                                                            \
        900,                                                                          \
        INTEGER("line_id", 900, 900, 1, 900) "," INTEGER(                             \
            "order_id", 900, 400, 1,                                                  \
            400) "," TEXT("product_code", 900, 3,                                     \
                          "\"P1\",\"P2\",\"P3\"") "," INTEGER("quantity", 900,        \
                                                              9, 1,                   \
                                                              9) "," AMOUNT("amount", \
                                                                            900))
#define SHOP_CUSTOMERS                                                                                         \
    TABLE(                                                                                                     \
        60,                                                                                                    \
        INTEGER("id", 60, 60, 1, 60) "," TEXT("name", 60, 59, "\"Bean There\",\"Kiosk\"") "," TEXT(            \
            "city", 60, 2,                                                                                     \
            "\"Madrid\",\"Paris\"") "," TEXT("country", 60, 2,                                                 \
                                             "\"Spain\",\"France\"") "," INTEGER("region_id",                  \
                                                                                 60,                           \
                                                                                 4,                            \
                                                                                 1,                            \
                                                                                 4) "," AMOUNT("credit_limit", \
                                                                                               60))
#define SHOP_REGIONS                                              \
    TABLE(4, INTEGER("region_id", 4, 4, 1, 4) "," TEXT(           \
                 "region", 4, 4,                                  \
                 "\"North\",\"South\"") "," TEXT("manager", 4, 4, \
                                                 "\"Ada\",\"Ben\""))
#define SHOP_PRODUCTS                                                                                  \
    TABLE(                                                                                             \
        3,                                                                                             \
        TEXT("code", 3, 3, "\"P1\",\"P2\",\"P3\"") "," TEXT(                                           \
            "product_name", 3, 3,                                                                      \
            "\"Green Tea\",\"Cup\",\"Pot\"") "," TEXT("category", 3, 2,                                \
                                                      "\"Tea\",\"Ceramics\"") "," AMOUNT("list_price", \
                                                                                         3))

/* One more table, called `own` where SQL has several files. */
static inline void add_table(struct ask_schema *s, const char *own,
                             const char *profile, struct arena *a)
{
    struct error e = {0};
    struct json *j = NULL;
    struct str name = {0};

    BUG_ON(str_printf(a, &name, &e, "%s.csv", own));
    BUG_ON(json_parse(str_from(profile), &json_default_limits, a, &j, &e));
    BUG_ON(schema_add(s, name, STR("data"), j, a, &e));
    s->tables[s->n_tables - 1].own = str_from(own);
    s->tables[s->n_tables - 1].file = s->n_tables - 1;
}

/* Look for joins once all tables are there; to be set as s->joins. */
static inline struct join_graph *find_joins(struct ask_schema *s,
                                            struct arena *a)
{
    struct error e = {0};
    struct join_graph *g = arena_alloc(a, sizeof(*g), &e);

    BUG_ON(!g);
    BUG_ON(join_graph_find(s, a, g, &e));
    s->joins = g;
    return g;
}

static inline struct ask_schema *shop_schema(struct arena *a)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(a, sizeof(*s), &e);

    BUG_ON(!s);
    add_table(s, "orders", SHOP_ORDERS, a);
    add_table(s, "order_lines", SHOP_LINES, a);
    add_table(s, "customers", SHOP_CUSTOMERS, a);
    add_table(s, "regions", SHOP_REGIONS, a);
    add_table(s, "products", SHOP_PRODUCTS, a);
    (void)find_joins(s, a);
    return s;
}

#endif
