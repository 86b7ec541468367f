/*
 * bench_jmespath.c - JMESPath over a large JSON file; bench/jmespath.mjs runs
 * it against the npm package over the same file.
 *
 *     bench_jmespath FILE RUNS EXPRESSION...         JSON lines of times
 *     bench_jmespath answer FILE EXPRESSION          the result as JSON
 *
 * `parse` is json_parse() of the file. An expression's time is compiling,
 * evaluating, writing the result and giving back its memory; `<n>` is the n-th
 * expression over a tree that is there, `<n>_parse` with json_parse() before.
 */
#include "base/clock.h"
#include "base/fs.h"
#include "samples.h"
#include "store/jmespath/jmespath.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)4 << 30)

static struct str read_file(const char *path, struct arena *a)
{
    struct error e;
    struct str text;

    if (fs_read_file(path, "the file", BUDGET_BYTES / 2, a, &text, &e) != OK)
        samples_give_up("the file", e.msg);
    return text;
}

static struct json *parse(struct str text, struct arena *a)
{
    struct error e;
    struct json *root;

    if (json_parse(text, &json_default_limits, a, &root, &e) != OK)
        samples_give_up("the file", e.msg);
    return root;
}

/* The result as JSON at the end of `out`. */
static void ask(const char *expression, const struct json *root,
                struct arena *a, struct buf *out)
{
    struct error e;
    struct jmespath *x;
    struct jsonw w;

    jsonw_init(&w, out);
    if (jmespath_compile(str_from(expression), a, &x, &e) != OK ||
        jmespath_write(x, root, &jmespath_default_limits, a, &w, &e) != OK)
        samples_give_up(expression, e.msg);
}

static void measure_parse(struct str text, size_t runs)
{
    static struct samples s;

    s = (struct samples){.name = "parse"};
    for (size_t i = 0; i < runs; i++) {
        uint64_t start = clock_ns();
        struct arena a;

        arena_init(&a, BUDGET_BYTES);
        (void)parse(text, &a);
        arena_release(&a);
        samples_add(&s, clock_ns() - start);
    }
    samples_print(&s);
}

/* `root` NULL: parse the text each time. */
static void measure(struct str text, const struct json *root,
                    const char *expression, const char *name, size_t runs)
{
    static struct samples s;

    s = (struct samples){.name = name};
    for (size_t i = 0; i < runs; i++) {
        uint64_t start = clock_ns();
        struct arena a;
        struct buf b;

        arena_init(&a, BUDGET_BYTES);
        buf_init(&b, BUDGET_BYTES);
        ask(expression, root ? root : parse(text, &a), &a, &b);
        buf_release(&b);
        arena_release(&a);
        samples_add(&s, clock_ns() - start);
    }
    samples_print(&s);
}

static void answer(const char *path, const char *expression)
{
    struct arena a;
    struct buf b;

    arena_init(&a, BUDGET_BYTES);
    buf_init(&b, BUDGET_BYTES);
    ask(expression, parse(read_file(path, &a), &a), &a, &b);
    (void)fwrite(b.p, 1, b.n, stdout);
    buf_release(&b);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    struct arena a;
    struct str text;
    const struct json *root;
    size_t runs;

    if (argc == 4 && strcmp(argv[1], "answer") == 0) {
        answer(argv[2], argv[3]);
        return 0;
    }
    if (argc < 4)
        samples_give_up("bench_jmespath", "FILE RUNS EXPRESSION...");
    arena_init(&a, BUDGET_BYTES);
    text = read_file(argv[1], &a);
    runs = strtoul(argv[2], NULL, 10);
    measure_parse(text, runs);
    root = parse(text, &a);
    for (int i = 3; i < argc; i++) {
        char name[40];

        (void)snprintf(name, sizeof(name), "%d", i - 3);
        measure(text, root, argv[i], name, runs);
        (void)snprintf(name, sizeof(name), "%d_parse", i - 3);
        measure(text, NULL, argv[i], name, runs);
    }
    arena_release(&a);
    return 0;
}
