#include "store/catalog/metrics.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define MILLION   1e6
#define MAX_VALUE 1e12 /* in millionths it still is a uint64_t */

static struct {
    atomic_uint_least64_t count[METRIC_BUCKETS];
    atomic_uint_least64_t micro;
} live[METRICS];

static const struct metric_info list[] = {
#define METRIC(NAME, name, kind, lowest, meaning) \
    {#name, METRIC_##kind, lowest, meaning},
#define METRIC_RATIO(name, PART, WHOLE, meaning)
#include "store/catalog/metrics.def"
#undef METRIC
#undef METRIC_RATIO
};

static const struct {
    const char *name;
    enum metric part, whole;
} ratios[] = {
#define METRIC(NAME, name, kind, lowest, meaning)
#define METRIC_RATIO(name, PART, WHOLE, meaning) \
    {#name, METRIC_##PART, METRIC_##WHOLE},
#include "store/catalog/metrics.def"
#undef METRIC
#undef METRIC_RATIO
};

const struct metric_info *metric_info(enum metric m)
{
    return &list[m];
}

double metric_bound(enum metric m, size_t i)
{
    static const double steps[] = {1, 2, 5};
    double bound = list[m].lowest * steps[i % 3];

    for (size_t k = 0; k < i / 3; k++)
        bound *= 10;
    return bound;
}

static void add(atomic_uint_least64_t *to, uint64_t n)
{
    atomic_fetch_add_explicit(to, n, memory_order_relaxed);
}

/* Millionths of what may be anything. */
static uint64_t micro_of(double value)
{
    if (!(value > 0))
        return 0;
    return (uint64_t)llround((value < MAX_VALUE ? value : MAX_VALUE) * MILLION);
}

void metrics_count(enum metric m, uint64_t n)
{
    BUG_ON(list[m].kind != METRIC_COUNTER);
    add(&live[m].count[0], n);
}

void metrics_set(enum metric m, double value)
{
    BUG_ON(list[m].kind != METRIC_GAUGE);
    atomic_store_explicit(&live[m].micro, micro_of(value),
                          memory_order_relaxed);
    atomic_store_explicit(&live[m].count[0], 1, memory_order_relaxed);
}

void metrics_observe(enum metric m, double value)
{
    size_t i = 0;

    BUG_ON(list[m].kind != METRIC_HISTOGRAM);
    while (i < METRIC_BOUNDS && value > metric_bound(m, i))
        i++;
    add(&live[m].count[i], 1);
    add(&live[m].micro, micro_of(value));
}

void metrics_read(struct metrics *out)
{
    for (size_t m = 0; m < METRICS; m++) {
        struct metric_value *v = &out->of[m];

        for (size_t i = 0; i < METRIC_BUCKETS; i++)
            v->count[i] =
                atomic_load_explicit(&live[m].count[i], memory_order_relaxed);
        v->micro = atomic_load_explicit(&live[m].micro, memory_order_relaxed);
    }
}

void metrics_take(struct metrics *out)
{
    for (size_t m = 0; m < METRICS; m++) {
        struct metric_value *v = &out->of[m];

        for (size_t i = 0; i < METRIC_BUCKETS; i++)
            v->count[i] = atomic_exchange_explicit(&live[m].count[i], 0,
                                                   memory_order_relaxed);
        v->micro =
            atomic_exchange_explicit(&live[m].micro, 0, memory_order_relaxed);
    }
}

void metrics_give_back(const struct metrics *m)
{
    for (size_t k = 0; k < METRICS; k++) {
        const struct metric_value *v = &m->of[k];
        uint_least64_t unset = 0;

        /* a gauge may have been set again since */
        if (list[k].kind == METRIC_GAUGE) {
            if (v->count[0] &&
                atomic_compare_exchange_strong(&live[k].count[0], &unset, 1))
                atomic_store(&live[k].micro, v->micro);
            continue;
        }
        for (size_t i = 0; i < METRIC_BUCKETS; i++)
            add(&live[k].count[i], v->count[i]);
        add(&live[k].micro, v->micro);
    }
}

void metrics_sum(struct metrics *sum, const struct metrics *m)
{
    for (size_t k = 0; k < METRICS; k++) {
        struct metric_value *to = &sum->of[k];
        const struct metric_value *from = &m->of[k];

        if (list[k].kind == METRIC_GAUGE) {
            if (from->count[0])
                *to = *from;
            continue;
        }
        for (size_t i = 0; i < METRIC_BUCKETS; i++)
            to->count[i] += from->count[i];
        to->micro += from->micro;
    }
}

static uint64_t total(const struct metric_value *v)
{
    uint64_t n = 0;

    for (size_t i = 0; i < METRIC_BUCKETS; i++)
        n += v->count[i];
    return n;
}

double metrics_percentile(const struct metrics *m, enum metric which,
                          double share)
{
    const struct metric_value *v = &m->of[which];
    double rank = share * (double)total(v);
    double before = 0;
    double low = 0;

    if (total(v) == 0)
        return -1;
    for (size_t i = 0; i < METRIC_BOUNDS; i++) {
        double here = (double)v->count[i];
        double high = metric_bound(which, i);

        if (here > 0 && before + here >= rank)
            return low + (high - low) * (rank - before) / here;
        before += here;
        low = high;
    }
    return low; /* of what is beyond the last bound, no more is known */
}

static void write_or_null(struct jsonw *w, const char *key, bool known,
                          double value)
{
    jsonw_key(w, key);
    if (known)
        jsonw_double(w, value);
    else
        jsonw_null(w);
}

static void write_histogram(const struct metrics *m, enum metric which,
                            struct jsonw *w)
{
    static const struct {
        const char *name;
        double share;
    } shares[] = {{"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}};
    const struct metric_value *v = &m->of[which];

    jsonw_begin_object(w);
    jsonw_member_u64(w, "count", total(v));
    jsonw_member_double(w, "sum", (double)v->micro / MILLION);
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
        write_or_null(w, shares[i].name, total(v) > 0,
                      metrics_percentile(m, which, shares[i].share));
    jsonw_end_object(w);
}

static void write_one(const struct metrics *m, enum metric which,
                      struct jsonw *w)
{
    const struct metric_value *v = &m->of[which];

    switch (list[which].kind) {
    case METRIC_COUNTER:
        jsonw_member_u64(w, list[which].name, v->count[0]);
        break;
    case METRIC_GAUGE:
        write_or_null(w, list[which].name, v->count[0] > 0,
                      (double)v->micro / MILLION);
        break;
    case METRIC_HISTOGRAM:
        jsonw_key(w, list[which].name);
        write_histogram(m, which, w);
        break;
    }
}

static void write_kind(const struct metrics *m, enum metric_kind kind,
                       const char *key, struct jsonw *w)
{
    jsonw_key(w, key);
    jsonw_begin_object(w);
    for (size_t k = 0; k < METRICS; k++) {
        if (list[k].kind == kind)
            write_one(m, (enum metric)k, w);
    }
    jsonw_end_object(w);
}

void metrics_write(const struct metrics *m, struct jsonw *w)
{
    jsonw_begin_object(w);
    write_kind(m, METRIC_COUNTER, "counters", w);
    write_kind(m, METRIC_GAUGE, "gauges", w);
    jsonw_key(w, "ratios");
    jsonw_begin_object(w);
    for (size_t i = 0; i < sizeof(ratios) / sizeof(ratios[0]); i++) {
        uint64_t part = m->of[ratios[i].part].count[0];
        uint64_t whole = m->of[ratios[i].whole].count[0];

        write_or_null(w, ratios[i].name, whole > 0,
                      whole > 0 ? (double)part / (double)whole : 0);
    }
    jsonw_end_object(w);
    write_kind(m, METRIC_HISTOGRAM, "histograms", w);
    jsonw_end_object(w);
}
