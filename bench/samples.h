/* samples.h - times of repeated runs, and what is said of them. */
#ifndef BENCH_SAMPLES_H
#define BENCH_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#define SAMPLES_MAX 10000

struct samples {
    const char *name; /* as the report knows them */
    uint64_t ns[SAMPLES_MAX];
    size_t n;
};

/* Processor time of this process so far. */
uint64_t samples_cpu_ns(void);

/* Add one; more than SAMPLES_MAX is a bug. */
void samples_add(struct samples *s, uint64_t ns);

/* One JSON line on standard output: name, runs, median and the 5th, 95th and
 * 99th percentile in milliseconds. Sorts the samples. */
void samples_print(struct samples *s);

/* Print why and end with status 1: a bench that fails measures nothing. */
_Noreturn void samples_give_up(const char *what, const char *why);

#endif
