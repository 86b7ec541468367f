#include "store/catalog/metrics_store.h"

#define WAIT_MS 20 /* for another that adds its own */
#define MICRO   (-1)

static bool is_nothing(const struct metrics *m)
{
    uint64_t any = 0;

    for (size_t k = 0; k < METRICS; k++) {
        for (size_t i = 0; i < METRIC_BUCKETS; i++)
            any |= m->of[k].count[i];
    }
    return any == 0;
}

static enum err add_part(struct registry *r, enum metric m, int part,
                         uint64_t value, struct error *e)
{
    const struct metric_info *info = metric_info(m);

    return db_run(r->db,
                  "INSERT INTO metric(name, part, value) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT(name, part) DO UPDATE SET value ="
                  "  CASE WHEN ?4 <> 0 THEN ?3 ELSE metric.value + ?3 END",
                  DB_ARGS(db_text(str_from(info->name)), db_int(part),
                          db_int((int64_t)value),
                          db_int(info->kind == METRIC_GAUGE)),
                  e);
}

static enum err add_value(struct registry *r, enum metric m,
                          const struct metric_value *v, struct error *e)
{
    bool any = false;
    enum err rc = OK;

    for (int i = 0; i < METRIC_BUCKETS && !rc; i++) {
        if (v->count[i]) {
            any = true;
            rc = add_part(r, m, i, v->count[i], e);
        }
    }
    return rc || !any ? rc : add_part(r, m, MICRO, v->micro, e);
}

enum err metrics_store_flush(struct registry *r, struct error *e)
{
    struct metrics taken;
    bool begun = false;
    enum err rc = OK;

    metrics_take(&taken);
    if (is_nothing(&taken))
        return OK;
    rc = db_begin_unsynced(r->db, WAIT_MS, &begun, e);
    for (size_t k = 0; k < METRICS && begun && !rc; k++)
        rc = add_value(r, (enum metric)k, &taken.of[k], e);
    if (begun)
        rc = db_end(r->db, rc, e);
    if (rc || !begun)
        metrics_give_back(&taken);
    return rc;
}

/* Rows of another version's metrics are skipped. */
static void take_row(const struct db_rows *r, struct metrics *out)
{
    struct str name = db_column_text(r, 0);
    int64_t part = db_column_int(r, 1);
    int64_t value = db_column_int(r, 2);

    for (size_t k = 0; k < METRICS; k++) {
        if (value < 0 || !str_is(name, metric_info((enum metric)k)->name))
            continue;
        if (part == MICRO)
            out->of[k].micro = (uint64_t)value;
        else if (part >= 0 && part < METRIC_BUCKETS)
            out->of[k].count[part] = (uint64_t)value;
    }
}

enum err metrics_store_read(struct registry *r, struct metrics *out,
                            struct error *e)
{
    struct metrics own;
    struct db_rows rows;
    enum err rc = db_query(r->db, "SELECT name, part, value FROM metric",
                           DB_NO_ARGS, &rows, e);

    *out = (struct metrics){0};
    while (!rc && db_next(&rows))
        take_row(&rows, out);
    rc = db_finish(&rows, rc, e);
    if (rc)
        return rc;
    metrics_read(&own);
    metrics_sum(out, &own);
    return OK;
}

enum err metrics_store_write(struct registry *r, struct jsonw *w,
                             struct error *e)
{
    struct metrics all;
    enum err rc = metrics_store_read(r, &all, e);

    if (!rc)
        metrics_write(&all, w);
    return rc;
}
