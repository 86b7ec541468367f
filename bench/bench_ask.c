/*
 * bench_ask.c - how long a question needs to be read, before anything runs.
 *
 *     bench_ask RUNS        JSON lines of times, in ms of the processor
 *
 * `tables` asks 500 tables that lead to each other in groups of four: lines of
 * orders, orders, customers, products, each with other nouns. `columns` asks
 * one table of 16,000 columns. What the time is of: linking, binding and
 * joining, from schemas that are in memory.
 *
 * `values` is the look-up of a question in the dictionary of a column of
 * 1,000,000 names: which values its words may mean, all of it, from a file that
 * is mapped. `words` is the same where each value is another word of letters,
 * which is the most that a slip can be near to. The first line of each says
 * what making the file took.
 */
#include "ask/ask.h"
#include "ask/joins/join_edges.h"
#include "ask/link/recall.h"
#include "base/clock.h"
#include "samples.h"
#include "store/value_index/dictionary.h"
#include "store/value_index/dictionary_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLES       500
#define COLUMNS      16000
#define VALUES       1000000
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

/* The k-th word of so many syllables of a language of our own. */
static const char *syllables(int k, int many, char out[16])
{
    static const char consonants[] = "bdfgklmnprstvz";
    static const char vowels[] = "aeiou";
    int n = 0;

    for (int i = 0; i < many; i++) {
        out[n++] = consonants[k % 14];
        k /= 14;
        out[n++] = vowels[(k + i) % 5];
    }
    out[n] = '\0';
    return out;
}

/* The k-th noun: bada, bade, badi, ... */
static const char *noun(int k, char out[16])
{
    return syllables(k, 3, out);
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

/* ---- values ---- */

/* First name, family name, number: 2,744 of each. */
static void write_name(int k, char out[48])
{
    char first[16], second[16];

    (void)snprintf(out, 48, "%s %s %04d", noun(k % 2744, first),
                   noun(k / 365 % 2744, second), k);
}

/* Each another word of ten letters. */
static void write_word(int k, char out[48])
{
    char word[16];

    (void)snprintf(out, 48, "%s", syllables(k * 37 % 537824, 5, word));
    if (k * 37 / 537824 % 2)
        out[0] = 'x';
}

/* A question with three of the words: as one is, and with one slip and two. */
static void ask_words(int k, char out[160])
{
    char words[3][48];

    for (int i = 0; i < 3; i++)
        write_word(k * (i + 3), words[i]);
    words[1][4] = words[1][5] == 'b' ? 'd' : 'b';
    words[2][2] = words[2][7];
    words[2][6] = 'z';
    (void)snprintf(out, 160, "total of %s, %s or %s", words[0], words[1],
                   words[2]);
}

static void make_file(const char *path, void (*write)(int k, char out[48]),
                      struct arena *a)
{
    struct dictionary_builder b;
    struct error e = {0};

    must(dictionary_build_open(&b, path, a, &e), &e);
    must(dictionary_build_begin(&b, &e), &e);
    for (int k = 0; k < VALUES; k++) {
        char text[48];
        bool taken;

        write(k, text);
        must(dictionary_build_add(&b, str_from(text), &taken, &e), &e);
    }
    must(dictionary_build_put(&b, 0, true, &e), &e);
    must(dictionary_build_finish(&b, &e), &e);
    dictionary_build_release(&b);
}

static void look_up(const char *name, const char *path,
                    const char *const *questions, size_t n, size_t runs)
{
    struct samples *times = calloc(1, sizeof(*times));
    struct schema_column column = {.kind = COLUMN_TEXT};
    struct ask_schema *s = calloc(1, sizeof(*s));
    struct dictionary d;
    struct error e = {0};
    struct arena a, opened;

    if (!times || !s)
        samples_give_up("bench_ask", "no memory");
    times->name = name;
    arena_init(&opened, SCHEMA_BYTES);
    arena_init(&a, ASK_BYTES);
    must(dictionary_open(&d, path, &opened, &e), &e);
    column.dictionary = dictionary_find(&d, 0);
    s->tables[0] = (struct schema_table){.columns = &column, .n_columns = 1};
    s->n_tables = 1;
    for (size_t i = 0; i < (runs + 1) * n; i++) {
        struct words w;
        uint64_t from = samples_cpu_ns();

        must(words_cut(str_from(questions[i % n]), WORDS_TEXT, &a, &w, &e), &e);
        must(schema_recall(s, &w, &a, &e), &e);
        if (i >= n) /* each once before: warm */
            samples_add(times, samples_cpu_ns() - from);
        arena_reset(&a);
    }
    samples_print(times);
    dictionary_close(&d);
    arena_release(&a);
    arena_release(&opened);
    free(s);
    free(times);
}

static void measure_values(const char *name, void (*write)(int k, char out[48]),
                           const char *const *questions, size_t n, size_t runs)
{
    char path[] = "/tmp/quarry-bench-XXXXXX";
    uint64_t from = samples_cpu_ns();
    struct stat st = {0};
    struct arena a;
    int fd = mkstemp(path);

    if (fd < 0)
        samples_give_up("bench_ask", "no temporary file");
    (void)close(fd);
    arena_init(&a, SCHEMA_BYTES);
    make_file(path, write, &a);
    (void)stat(path, &st);
    (void)printf("{\"name\":\"%s_made\",\"seconds\":%.2f,\"bytes\":%.1f}\n",
                 name, (double)(samples_cpu_ns() - from) / 1e9,
                 (double)st.st_size / VALUES);
    look_up(name, path, questions, n, runs);
    (void)unlink(path);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    static const char *const of_values[] = {
        "total of galiru bidebe 123456",         /* as it is */
        "total amount of GALIRU Bidebe in 2024", /* a part of many */
        "total of gailru bidbee 123456",         /* swapped letters */
        "orders of gallru bideb by month",       /* nothing sure */
        "compare galiru dorebu 1000 and bidebe fafare 2000 by month",
        "how many orders of nobody in particular"};
    static const char *const of_tables[] = {
        "total badabe amount by badabe customer",
        "how many badabe orders from badabe customers in town 7",
        "top 5 bedabe products by quantity", "total amount by city",
        "which zodabe state sold the most to town 12"};
    static const char *const of_columns[] = {
        "total badabe amount 3", "how many lines in badabe 3",
        "average fadabe amount 33 by fadabe city 32", "total amount",
        "what is the profit of town 7"};
    const char *of_words[6];
    char asked[6][160];
    size_t runs = argc > 1 ? (size_t)atoi(argv[1]) : 20;
    struct arena a;

    arena_init(&a, SCHEMA_BYTES);
    measure("ask_tables", many_tables(&a), of_tables, 5, runs);
    arena_release(&a);
    arena_init(&a, SCHEMA_BYTES);
    measure("ask_columns", many_columns(&a), of_columns, 5, runs);
    arena_release(&a);
    for (int i = 0; i < 6; i++) {
        ask_words(10007 * (i + 1), asked[i]);
        of_words[i] = asked[i];
    }
    measure_values("ask_values", write_name, of_values, 6, runs);
    measure_values("ask_words", write_word, of_words, 6, runs);
    return 0;
}
