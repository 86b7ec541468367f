/*
 * bench_embed.c - what embedding a text takes of one core; bench/embed.mjs runs
 * it beside the npm package over the same texts.
 *
 *     bench_embed MODEL FILE RUNS    JSON lines of times; FILE has a text a line
 *     bench_embed vectors MODEL FILE the vectors as JSON, to be compared
 *
 * Times are of the processor, since other work on the machine is no fault of
 * ours. `batch` is all texts in one call, a text; `alone` one text a call;
 * `tokenize` its tokens alone; `open` the model file. `kernel_<name>` is the
 * batch by that kernel, without tokens.
 */
#include "base/fs.h"
#include "models/embedding/encoder.h"
#include "models/embedding/use_lite.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET_BYTES ((size_t)1 << 30)
#define MAX_TEXTS    256

static struct str text[MAX_TEXTS];
static size_t texts;
static float out[MAX_TEXTS][MODEL_WIDTH];
static struct embedding report[MAX_TEXTS];

static void read_texts(const char *path, struct arena *a)
{
    struct error e;
    struct str all;

    if (fs_read_file(path, "the texts", BUDGET_BYTES / 2, a, &all, &e))
        samples_give_up("the texts", e.msg);
    while (all.n) {
        size_t n = str_find_char(all, '\n');

        if (texts == MAX_TEXTS)
            samples_give_up("the texts", "too many");
        text[texts++] = str_slice(all, 0, n);
        all = str_slice(all, n + 1, all.n);
    }
}

static struct embedder *open_model(const char *path)
{
    struct embedder *m = NULL;
    struct error e;

    if (use_lite_open(path, &m, &e))
        samples_give_up("the model", e.msg);
    return m;
}

static void embed(struct embedder *m, size_t from, size_t n)
{
    struct error e;

    if (embedder_embed(m, text + from, n, out[from], report + from, &e))
        samples_give_up("embedding", e.msg);
}

static void print(struct samples *s)
{
    samples_print(s);
    s->n = 0;
}

static void measure_api(const char *path, size_t runs)
{
    static struct samples batch = {.name = "batch"};
    static struct samples alone = {.name = "alone"};
    static struct samples cut = {.name = "tokenize"};
    static struct samples opened = {.name = "open"};
    struct embedder *m = open_model(path);
    struct error e;

    for (size_t i = 0; i < runs; i++) {
        uint64_t t0 = samples_cpu_ns();
        uint64_t t1;
        uint64_t t2;
        uint64_t t3;

        embed(m, 0, texts);
        t1 = samples_cpu_ns();
        embed(m, i % texts, 1);
        t2 = samples_cpu_ns();
        for (size_t k = 0; k < texts; k++) {
            if (embedder_measure(m, text[k], &report[k], &e))
                samples_give_up("cutting", e.msg);
        }
        t3 = samples_cpu_ns();
        embedder_close(open_model(path));
        samples_add(&opened, samples_cpu_ns() - t3);
        samples_add(&batch, (t1 - t0) / texts);
        samples_add(&alone, t2 - t1);
        samples_add(&cut, (t3 - t2) / texts);
    }
    embedder_close(m);
    print(&batch);
    print(&alone);
    print(&cut);
    print(&opened);
}

static void measure_kernel(struct encoder *m, const struct tokens *t,
                           size_t runs)
{
    static struct samples s;
    char name[40];
    struct error e;

    (void)snprintf(name, sizeof(name), "kernel_%s", m->kernel->name);
    s.name = name;
    for (size_t i = 0; i < runs; i++) {
        size_t most = ENCODER_ROWS / t[0].n;
        size_t n = texts < most ? texts : most;
        uint64_t start = samples_cpu_ns();
        struct arena a;

        arena_init(&a, BUDGET_BYTES);
        if (encoder_run(m, t, n, &a, out[0], &e))
            samples_give_up(name, e.msg);
        arena_release(&a);
        samples_add(&s, (samples_cpu_ns() - start) / n);
    }
    print(&s);
}

static void measure_kernels(const char *path, size_t runs, struct arena *a)
{
    const struct kernel *list[KERNEL_MAX];
    size_t kernels = kernel_list(list);
    struct tokens t[MAX_TEXTS];
    struct packed file;
    struct vocabulary v;
    struct encoder m;
    struct error e;

    if (packed_open(path, "the model", &file, &e))
        samples_give_up("the model", e.msg);
    encoder_init(&m, &file);
    v = (struct vocabulary){
        packed_at(&file, PACKED_PIECES),
        file.part[PACKED_PIECES].rows,
        packed_at(&file, PACKED_SLOTS),
        {packed_at(&file, PACKED_TEXT), file.part[PACKED_TEXT].rows},
        VOCABULARY_PIECE_BYTES};
    for (size_t i = 0; i < texts; i++) {
        if (tokenize(&v, text[i], a, &t[i], &e))
            samples_give_up("cutting", e.msg);
    }
    for (size_t k = 0; k < kernels; k++) {
        m.kernel = list[k];
        measure_kernel(&m, t,
                       k + 1 == kernels ? 1 : runs); /* the last is slow */
    }
    packed_close(&file);
}

static void print_vectors(const char *path)
{
    struct embedder *m = open_model(path);

    embed(m, 0, texts);
    for (size_t i = 0; i < texts; i++) {
        for (size_t k = 0; k < MODEL_WIDTH; k++)
            (void)printf("%c%.9g", k ? ',' : '[', (double)out[i][k]);
        (void)printf("]\n");
    }
    embedder_close(m);
}

int main(int argc, char **argv)
{
    const bool vectors = argc == 4 && strcmp(argv[1], "vectors") == 0;
    struct arena a;

    if (argc != 4)
        samples_give_up("bench_embed", "MODEL FILE RUNS");
    arena_init(&a, BUDGET_BYTES);
    read_texts(argv[vectors ? 3 : 2], &a);
    if (vectors) {
        print_vectors(argv[2]);
    } else {
        measure_api(argv[1], strtoul(argv[3], NULL, 10));
        measure_kernels(argv[1], strtoul(argv[3], NULL, 10), &a);
    }
    arena_release(&a);
    return 0;
}
