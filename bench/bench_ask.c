/*
 * bench_ask.c - how long a question needs to be read, before anything runs.
 *
 *     bench_ask RUNS        JSON lines of times
 *
 * `tables` asks 500 tables that lead to each other in groups of four: lines of
 * orders, orders, customers, products, each with other nouns. `columns` asks
 * one table of 16,000 columns. What the time is of: linking, binding and
 * joining, from schemas that are in memory.
 */
#include "ask/ask.h"
#include "base/clock.h"
#include "joins/edges.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>

#define TABLES       500
#define COLUMNS      16000
#define SCHEMA_BYTES ((size_t)1 << 30)
#define ASK_BYTES    ((size_t)1 << 30)

static void must(enum err rc, const struct error *e)
{
    if (rc)
        samples_give_up("bench_ask", e->msg);
}

static void put_column(struct buf *b, const char *name, const char *type,
                       int rows, int distinct)
{
    buf_printf(b,
               ",{\"name\":\"%s\",\"inferred_type\":\"%s\",\"non_null_count\":"
               "%d,\"distinct_estimate\":%d,\"min\":1,\"max\":%d}",
               name, type, rows, distinct, distinct);
}

static void put_values(struct buf *b, const char *name, int rows, int distinct,
                       const char *what)
{
    buf_printf(b,
               ",{\"name\":\"%s\",\"inferred_type\":\"string\","
               "\"non_null_count\":%d,\"distinct_estimate\":%d,\"dictionary\":{"
               "\"complete\":true,\"values\":[",
               name, rows, distinct);
    for (int i = 0; i < distinct; i++)
        buf_printf(b, "%s\"%s %d\"", i ? "," : "", what, i);
    buf_puts(b, "]}}");
}

/* The k-th noun of a language of our own: bada, bade, badi, ... */
static const char *noun(int k, char out[16])
{
    static const char consonants[] = "bdfgklmnprstvz";
    static const char vowels[] = "aeiou";
    int n = 0;

    for (int i = 0; i < 3; i++) {
        out[n++] = consonants[k % 14];
        k /= 14;
        out[n++] = vowels[(k + i) % 5];
    }
    out[n] = '\0';
    return out;
}

static void add(struct ask_schema *s, const char *name, struct buf *b,
                struct arena *a)
{
    struct error e = {0};
    struct json *j = NULL;
    struct str text, file = {0};

    buf_puts(b, "]}");
    must(buf_dup(b, a, &text, &e), &e);
    must(str_printf(a, &file, &e, "%s.csv", name), &e);
    must(json_parse(text, &json_default_limits, a, &j, &e), &e);
    must(schema_add(s, file, STR("data"), j, a, &e), &e);
    s->tables[s->n_tables - 1].own = str_slice(file, 0, file.n - 4);
    s->tables[s->n_tables - 1].file = s->n_tables - 1;
    buf_reset(b);
}

/* Columns that many tables have. */
static void put_common(struct buf *b, int rows)
{
    put_column(b, "quantity", "integer", rows, 90);
    put_column(b, "amount", "decimal", rows, rows);
    put_values(b, "status", rows, 5, "state");
    put_values(b, "channel", rows, 4, "way");
    put_values(b, "city", rows, 50, "town");
    put_values(b, "comment", rows, 200, "it was said that");
}

static void begin(struct buf *b, int rows, const char *key, int distinct)
{
    buf_printf(b, "{\"row_count\":%d,\"columns\":[", rows);
    buf_printf(b,
               "{\"name\":\"%s\",\"inferred_type\":\"integer\","
               "\"non_null_count\":%d,\"distinct_estimate\":%d,\"min\":1,"
               "\"max\":%d}",
               key, rows, distinct, distinct);
}

/* Lines lead to orders and products, orders to customers. */
static void add_group(struct ask_schema *s, int k, struct buf *b,
                      struct arena *a)
{
    static const char *const things[] = {"customer", "product", "order",
                                         "line"};
    char word[16], names[4][48], keys[4][48];

    (void)noun(k, word);
    for (int i = 0; i < 4; i++) {
        (void)snprintf(names[i], sizeof(names[i]), "%s_%ss", word, things[i]);
        (void)snprintf(keys[i], sizeof(keys[i]), "%s_%s_id", word, things[i]);
    }
    begin(b, 500, keys[0], 500);
    put_values(b, "name", 500, 500, names[0]);
    put_common(b, 500);
    add(s, names[0], b, a);
    begin(b, 300, keys[1], 300);
    put_values(b, "name", 300, 300, names[1]);
    put_common(b, 300);
    add(s, names[1], b, a);
    begin(b, 5000, keys[2], 5000);
    put_column(b, keys[0], "integer", 5000, 500);
    put_common(b, 5000);
    add(s, names[2], b, a);
    begin(b, 20000, keys[3], 20000);
    put_column(b, keys[2], "integer", 20000, 5000);
    put_column(b, keys[1], "integer", 20000, 300);
    put_common(b, 20000);
    add(s, names[3], b, a);
}

static struct ask_schema *many_tables(struct arena *a)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(a, sizeof(*s), &e);
    struct join_graph *g = arena_alloc(a, sizeof(*g), &e);
    struct buf b;

    if (!s || !g)
        samples_give_up("bench_ask", e.msg);
    buf_init(&b, SCHEMA_BYTES);
    for (int k = 0; k < TABLES / 4; k++)
        add_group(s, k, &b, a);
    buf_release(&b);
    must(join_graph_find(s, a, g, &e), &e);
    s->joins = g;
    return s;
}

static struct ask_schema *many_columns(struct arena *a)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(a, sizeof(*s), &e);
    struct buf b;

    if (!s)
        samples_give_up("bench_ask", e.msg);
    buf_init(&b, SCHEMA_BYTES);
    begin(&b, 5000, "line_id", 5000);
    for (int k = 1; k < COLUMNS; k++) {
        char word[16], name[48];

        (void)snprintf(name, sizeof(name), "%s_%s_%d", noun(k / 4, word),
                       k % 4 == 0 ? "city" : "amount", k);
        if (k % 4 == 0)
            put_values(&b, name, 5000, 20, word);
        else
            put_column(&b, name, "decimal", 5000, 4000);
    }
    add(s, "wide", &b, a);
    buf_release(&b);
    return s;
}

static void measure(const char *name, const struct ask_schema *s,
                    const char *const *questions, size_t n, size_t runs)
{
    struct samples *times = calloc(1, sizeof(*times));

    if (!times)
        samples_give_up("bench_ask", "no memory");
    times->name = name;
    for (size_t i = 0; i < runs * n; i++) {
        struct ask_result r;
        struct error e = {0};
        struct arena a;
        uint64_t from;

        arena_init(&a, ASK_BYTES);
        from = samples_cpu_ns();
        must(ask_question(s, str_from(questions[i % n]), &a, &r, &e), &e);
        samples_add(times, samples_cpu_ns() - from);
        arena_release(&a);
    }
    samples_print(times);
    free(times);
}

int main(int argc, char **argv)
{
    static const char *const of_tables[] = {
        "total badabe amount by badabe customer",
        "how many badabe orders from badabe customers in town 7",
        "top 5 bedabe products by quantity", "total amount by city",
        "which zodabe state sold the most to town 12"};
    static const char *const of_columns[] = {
        "total badabe amount 3", "how many lines in badabe 3",
        "average fadabe amount 33 by fadabe city 32", "total amount",
        "what is the profit of town 7"};
    size_t runs = argc > 1 ? (size_t)atoi(argv[1]) : 20;
    struct arena a;

    arena_init(&a, SCHEMA_BYTES);
    measure("ask_tables", many_tables(&a), of_tables, 5, runs);
    arena_release(&a);
    arena_init(&a, SCHEMA_BYTES);
    measure("ask_columns", many_columns(&a), of_columns, 5, runs);
    arena_release(&a);
    return 0;
}
