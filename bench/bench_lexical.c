/*
 * bench_lexical.c - keyword search over made passages, by three engines.
 *
 *     bench_lexical build ENGINE FOLDER PASSAGES
 *     bench_lexical ask ENGINE FOLDER QUESTIONS
 *     bench_lexical add ENGINE FOLDER DOCUMENTS
 *
 * Each prints JSON lines; bench/lexical.mjs runs them and makes the table.
 * Times are of the processor, of this process; those of `add`
 * are of the clock, as a user waits for the disk.
 */
#include "bench_lexical.h"
#include "base/clock.h"
#include "made.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const struct bench_engine *engine_of(const char *name)
{
    const struct bench_engine *const all[] = {&bench_quarry, &bench_fts5,
                                              &bench_xapian};

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    }
    samples_give_up(name, "no such engine");
}

static void build(const struct bench_engine *g, const char *folder, uint32_t n)
{
    uint64_t none = samples_cpu_ns();
    uint64_t wall;
    uint64_t cpu;
    struct rusage use;
    size_t bytes = 0;

    for (uint32_t i = 0; i < n; i++)
        bytes += strlen(made_passage(i));
    none = samples_cpu_ns() - none; /* making the texts is no engine's work */
    wall = clock_ns();
    cpu = samples_cpu_ns();
    g->build(folder, n);
    cpu = samples_cpu_ns() - cpu;
    wall = clock_ns() - wall;
    (void)getrusage(RUSAGE_SELF, &use);
    (void)printf("{\"wall_s\":%.3f,\"cpu_s\":%.3f,\"text_mb\":%.1f,"
                 "\"peak_mb\":%.1f}\n",
                 ((double)wall - (double)none) / 1e9,
                 ((double)cpu - (double)none) / 1e9, (double)bytes / 1e6,
                 (double)use.ru_maxrss / 1e3);
}

static void ask(const struct bench_engine *g, const char *folder, size_t runs)
{
    static const char *const mixes[MADE_MIXES] = {"mixed", "rare", "frequent"};
    static struct samples s;
    uint64_t open_ns = clock_ns();
    struct rusage use;

    g->open(folder);
    open_ns = clock_ns() - open_ns;
    (void)printf("{\"open_ms\":%.3f}\n", (double)open_ns / 1e6);
    for (int mix = 0; mix < MADE_MIXES; mix++) {
        for (unsigned words = 2; words <= 6; words += 2) {
            uint64_t state = words * 1000u + (unsigned)mix;
            char name[40];

            (void)snprintf(name, sizeof(name), "%s %u", mixes[mix], words);
            s = (struct samples){.name = name};
            for (size_t i = 0; i < runs; i++) {
                uint64_t ids[BENCH_TOP];
                char question[MADE_QUESTION_BYTES];
                uint64_t start;

                made_question((enum made_mix)mix, words, &state, question);
                start = samples_cpu_ns();
                (void)g->ask(question, ids);
                samples_add(&s, samples_cpu_ns() - start);
            }
            samples_print(&s);
        }
    }
    (void)getrusage(RUSAGE_SELF, &use);
    (void)printf("{\"resident_mb\":%.1f}\n", (double)use.ru_maxrss / 1e3);
    g->close();
}

/* Documents added to an index that was built, one a change. */
static void add(const struct bench_engine *g, const char *folder, uint32_t runs)
{
    static struct samples s = {.name = "add"};

    if (!g->add)
        samples_give_up(g->name, "adding is not measured");
    g->open(folder);
    for (uint32_t i = 0; i < runs; i++) {
        uint64_t start = clock_ns();

        g->add(i);
        samples_add(&s, clock_ns() - start);
    }
    samples_print(&s);
    g->close();
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "build") == 0)
        build(engine_of(argv[2]), argv[3],
              (uint32_t)strtoul(argv[4], NULL, 10));
    else if (argc == 5 && strcmp(argv[1], "ask") == 0)
        ask(engine_of(argv[2]), argv[3], strtoul(argv[4], NULL, 10));
    else if (argc == 5 && strcmp(argv[1], "add") == 0)
        add(engine_of(argv[2]), argv[3], (uint32_t)strtoul(argv[4], NULL, 10));
    else
        samples_give_up("bench_lexical",
                        "build ENGINE FOLDER PASSAGES | ask ENGINE FOLDER N | "
                        "add ENGINE FOLDER N");
    return 0;
}
