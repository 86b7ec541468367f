/*
 * metrics.h - the program's metrics: counters, gauges, histograms.
 *
 * One registry a process, metrics.def its list. Anything may count at any time;
 * it costs an atomic addition and cannot fail.
 *
 *     metrics_count(METRIC_EMBEDDING_TOKENS, tokens);
 *     metrics_observe(METRIC_SEMANTIC_QUERY_LATENCY, seconds);
 *
 * threads  any, without locks; what is read while others count may have the
 *          one half of an observation and not yet the other
 */
#ifndef STORE_CATALOG_METRICS_H
#define STORE_CATALOG_METRICS_H

#include "base/jsonw.h"

#include <stdint.h>

#define METRIC_BOUNDS  27 /* nine powers of ten, at 1, 2 and 5 */
#define METRIC_BUCKETS (METRIC_BOUNDS + 1)

enum metric {
#define METRIC(NAME, name, kind, lowest, meaning) METRIC_##NAME,
#define METRIC_RATIO(name, PART, WHOLE, meaning)
#include "store/catalog/metrics.def"
#undef METRIC
#undef METRIC_RATIO
    METRICS
};

enum metric_kind { METRIC_COUNTER, METRIC_GAUGE, METRIC_HISTOGRAM };

/* A line of metrics.def. */
struct metric_info {
    const char *name;
    enum metric_kind kind;
    double lowest; /* bound of a histogram */
    const char *meaning;
};

/* What the list says of it. */
const struct metric_info *metric_info(enum metric m);

/* The upper end of bucket i of METRIC_BOUNDS, which belongs to it. */
double metric_bound(enum metric m, size_t i);

/* Add to a counter. */
void metrics_count(enum metric m, uint64_t n);

/* Set a gauge, 0 or more. */
void metrics_set(enum metric m, double value);

/* A value of a histogram, which is no time before now: less than 0 is 0. */
void metrics_observe(enum metric m, double value);

/* What one metric came to. */
struct metric_value {
    uint64_t count[METRIC_BUCKETS]; /* a counter: [0]; a gauge: [0] is 1 when it
                                       was set */
    uint64_t micro; /* millionths: a gauge's value, or a histogram's sum */
};

/* What all came to. */
struct metrics {
    struct metric_value of[METRICS];
};

/* Since the process began, or since metrics_take(). */
void metrics_read(struct metrics *out);

/* Take it away; the registry begins again. A caller that cannot store it gives it back. */
void metrics_take(struct metrics *out);
void metrics_give_back(const struct metrics *m);

/* Add `m`, which is later, to `sum`. */
void metrics_sum(struct metrics *sum, const struct metrics *m);

/*
 * metrics_write - as JSON.
 *
 * Percentiles are read from the buckets, as if the values of one lay evenly in
 * it; what was never counted is null, but a counter 0.
 * out      w      {"counters":{name:n},"gauges":{name:x},"ratios":{name:x},
 *                 "histograms":{name:{"count","sum","p50","p90","p99"}}}
 */
void metrics_write(const struct metrics *m, struct jsonw *w);

/*
 * metrics_write_text - as text that Prometheus reads.
 *
 * Names begin with "quarry_". Of a histogram the bounds are cumulative, as that
 * format has them; ratios are left out, because the reader computes them.
 * source   Prometheus text exposition format 0.0.4
 */
void metrics_write_text(const struct metrics *m, struct buf *out);

/* The quantile `share`, 0 to 1, of a histogram; -1: it is empty. */
double metrics_percentile(const struct metrics *m, enum metric which,
                          double share);

#endif
