#include "samples.h"

#include "base/err.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

uint64_t samples_cpu_ns(void)
{
    struct timespec t = {0};

    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000U + (uint64_t)t.tv_nsec;
}

void samples_add(struct samples *s, uint64_t ns)
{
    BUG_ON(s->n == SAMPLES_MAX);
    s->ns[s->n++] = ns;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static double percentile_ms(const struct samples *s, size_t percent)
{
    size_t at = (s->n - 1) * percent / 100;

    return (double)s->ns[at] / 1e6;
}

void samples_print(struct samples *s)
{
    BUG_ON(s->n == 0);
    qsort(s->ns, s->n, sizeof(s->ns[0]), compare);
    (void)printf("{\"name\":\"%s\",\"runs\":%zu,\"median\":%.4f,"
                 "\"p5\":%.4f,\"p95\":%.4f,\"p99\":%.4f}\n",
                 s->name, s->n, percentile_ms(s, 50), percentile_ms(s, 5),
                 percentile_ms(s, 95), percentile_ms(s, 99));
}

void samples_give_up(const char *what, const char *why)
{
    (void)fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}
