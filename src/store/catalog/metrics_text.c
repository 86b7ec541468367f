#include "store/catalog/metrics.h"

#define MICROS 1e6

static void put_head(struct buf *out, const struct metric_info *info,
                     const char *type)
{
    buf_printf(out, "# HELP quarry_%s %s\n# TYPE quarry_%s %s\n", info->name,
               info->meaning, info->name, type);
}

static void put_histogram(struct buf *out, enum metric m,
                          const struct metric_value *v)
{
    const char *name = metric_info(m)->name;
    uint64_t below = 0;

    put_head(out, metric_info(m), "histogram");
    for (size_t i = 0; i < METRIC_BOUNDS; i++) {
        below += v->count[i];
        buf_printf(out, "quarry_%s_bucket{le=\"%g\"} %llu\n", name,
                   metric_bound(m, i), (unsigned long long)below);
    }
    below += v->count[METRIC_BOUNDS];
    buf_printf(out, "quarry_%s_bucket{le=\"+Inf\"} %llu\n", name,
               (unsigned long long)below);
    buf_printf(out, "quarry_%s_sum %.6f\nquarry_%s_count %llu\n", name,
               (double)v->micro / MICROS, name, (unsigned long long)below);
}

static void put_metric(struct buf *out, enum metric m,
                       const struct metric_value *v)
{
    const struct metric_info *info = metric_info(m);

    switch (info->kind) {
    case METRIC_COUNTER:
        put_head(out, info, "counter");
        buf_printf(out, "quarry_%s %llu\n", info->name,
                   (unsigned long long)v->count[0]);
        break;
    case METRIC_GAUGE:
        if (v->count[0] == 0)
            break;
        put_head(out, info, "gauge");
        buf_printf(out, "quarry_%s %g\n", info->name,
                   (double)v->micro / MICROS);
        break;
    case METRIC_HISTOGRAM: put_histogram(out, m, v); break;
    }
}

void metrics_write_text(const struct metrics *m, struct buf *out)
{
    for (size_t k = 0; k < METRICS; k++)
        put_metric(out, (enum metric)k, &m->of[k]);
}
