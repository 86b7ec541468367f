/*
 * bench_lexical.c - keyword search over made passages, by three engines.
 *
 *     bench_lexical build ENGINE FOLDER PASSAGES
 *     bench_lexical ask ENGINE FOLDER QUESTIONS
 *     bench_lexical add ENGINE FOLDER DOCUMENTS
 *
 * Each prints JSON lines; bench/lexical.mjs runs them and makes the table. A
 * passage is 30 to 90 words out of 200,000 by a power law, with endings that
 * stemmers take off. Times are of the processor, of this process; those of `add`
 * are of the clock, as a user waits for the disk.
 */
#include "bench_lexical.h"
#include "base/clock.h"
#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define VOCABULARY 200000u
#define MAX_WORDS  90u
#define MIN_WORDS  30u
#define FREQUENT   60u /* ranks below: frequent words */
#define RARE       2000u

static uint64_t next(uint64_t *state)
{
    uint64_t v = *state += UINT64_C(0x9e3779b97f4a7c15);

    v = (v ^ v >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ v >> 27) * UINT64_C(0x94d049bb133111eb);
    return v ^ v >> 31;
}

/* A rank by a power law: about log-uniform, so word r has a share of 1 / r. */
static uint32_t rank_at_random(uint64_t *state)
{
    double u = (double)(next(state) >> 11) / 9007199254740992.0;

    return (uint32_t)(exp(u * log(VOCABULARY + 1.0)) - 1);
}

/* Word number `rank`: syllables by its number, and an ending. */
static size_t put_word(char *out, uint32_t rank, uint64_t ending)
{
    static const char *const on[] = {"b", "d", "f",  "g",  "k", "l", "m", "n",
                                     "p", "r", "st", "tr", "v", "w", "z", "ch"};
    static const char *const mid[] = {"a", "e",  "i",  "o",
                                      "u", "or", "an", "il"};
    static const char *const end[] = {"", "", "", "s", "ing", "ed"};
    size_t n = 0;

    do {
        n +=
            (size_t)sprintf(out + n, "%s%s", on[rank % 16], mid[rank / 16 % 8]);
        rank /= 128;
    } while (rank);
    return n + (size_t)sprintf(out + n, "t%s", end[ending % 6]);
}

const char *bench_passage(uint32_t id)
{
    static char text[MAX_WORDS * 32];
    uint64_t state = id * UINT64_C(0x2545f4914f6cdd1d) + 7;
    uint32_t words =
        MIN_WORDS + (uint32_t)(next(&state) % (MAX_WORDS - MIN_WORDS + 1));
    size_t n = 0;

    for (uint32_t i = 0; i < words; i++) {
        uint32_t rank = rank_at_random(&state);

        n += put_word(text + n, rank, next(&state));
        text[n++] = i % 12 == 11 ? '.' : ' ';
        if (i % 12 == 11)
            text[n++] = ' ';
    }
    text[n] = '\0';
    return text;
}

static uint64_t cpu_ns(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

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
    uint64_t none = cpu_ns();
    uint64_t wall;
    uint64_t cpu;
    struct rusage use;
    size_t bytes = 0;

    for (uint32_t i = 0; i < n; i++)
        bytes += strlen(bench_passage(i));
    none = cpu_ns() - none; /* making the texts is no engine's work */
    wall = clock_ns();
    cpu = cpu_ns();
    g->build(folder, n);
    cpu = cpu_ns() - cpu;
    wall = clock_ns() - wall;
    (void)getrusage(RUSAGE_SELF, &use);
    (void)printf("{\"wall_s\":%.3f,\"cpu_s\":%.3f,\"text_mb\":%.1f,"
                 "\"peak_mb\":%.1f}\n",
                 ((double)wall - (double)none) / 1e9,
                 ((double)cpu - (double)none) / 1e9, (double)bytes / 1e6,
                 (double)use.ru_maxrss / 1e3);
}

enum mix { MIXED, RARE_ONLY, FREQUENT_ONLY, MIXES };

static void make_question(char *out, enum mix mix, unsigned words,
                          uint64_t *state)
{
    size_t n = 0;

    for (unsigned i = 0; i < words; i++) {
        uint32_t rank = rank_at_random(state);

        if (mix == FREQUENT_ONLY)
            rank = (uint32_t)(next(state) % FREQUENT);
        if (mix == RARE_ONLY)
            rank = RARE + (uint32_t)(next(state) % 50000);
        n += put_word(out + n, rank, 0);
        out[n++] = ' ';
    }
    out[n - 1] = '\0';
}

static void ask(const struct bench_engine *g, const char *folder, size_t runs)
{
    static const char *const mixes[MIXES] = {"mixed", "rare", "frequent"};
    static struct samples s;
    uint64_t open_ns = clock_ns();
    struct rusage use;

    g->open(folder);
    open_ns = clock_ns() - open_ns;
    (void)printf("{\"open_ms\":%.3f}\n", (double)open_ns / 1e6);
    for (int mix = 0; mix < MIXES; mix++) {
        for (unsigned words = 2; words <= 6; words += 2) {
            uint64_t state = words * 1000u + (unsigned)mix;
            char name[40];

            (void)snprintf(name, sizeof(name), "%s %u", mixes[mix], words);
            s = (struct samples){.name = name};
            for (size_t i = 0; i < runs; i++) {
                uint64_t ids[BENCH_TOP];
                char question[400];
                uint64_t start;

                make_question(question, (enum mix)mix, words, &state);
                start = cpu_ns();
                (void)g->ask(question, ids);
                samples_add(&s, cpu_ns() - start);
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
