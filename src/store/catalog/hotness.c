#include "store/catalog/hotness.h"

#include <math.h>

#define WAIT_MS 5 /* for another writer; no reader should notice */

double hotness_at(double hotness, int64_t hot_at, int64_t now_s)
{
    int64_t age_s = now_s > hot_at ? now_s - hot_at : 0;

    return hotness * exp2(-(double)age_s / HOTNESS_HALF_LIFE_S);
}

bool hotness_is_hot(const struct document *d, int64_t now_s)
{
    return d->pinned || hotness_at(d->hotness, d->hot_at, now_s) >= HOTNESS_HOT;
}

static enum err read_one(const struct base *b, int64_t id, bool *found,
                         double *hotness, int64_t *hot_at, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(b->db, "SELECT hotness, hot_at FROM document WHERE id = ?1",
                 DB_ARGS(db_int(id)), &r, e);

    *found = !rc && db_next(&r);
    if (*found) {
        *hotness = db_column_real(&r, 0);
        *hot_at = db_column_int(&r, 1);
    }
    return db_finish(&r, rc, e);
}

static enum err touch(const struct base *b, int64_t id, double weight,
                      int64_t now_s, struct error *e)
{
    double hotness;
    int64_t hot_at;
    bool found;
    enum err rc = read_one(b, id, &found, &hotness, &hot_at, e);

    if (rc || !found)
        return rc;
    hotness = hotness_at(hotness, hot_at, now_s) + weight;
    hot_at = now_s > hot_at ? now_s : hot_at;
    rc = db_run(b->db,
                "UPDATE document SET hotness = ?2, hot_at = ?3 WHERE id = ?1",
                DB_ARGS(db_int(id), db_real(hotness), db_int(hot_at)), e);
    return rc ? rc
              : db_run(b->db,
                       "UPDATE job SET hot_until = (SELECT " HOTNESS_UNTIL_SQL
                       " FROM document WHERE id = ?1) WHERE document ="
                       " (SELECT key FROM document WHERE id = ?1)",
                       DB_ARGS(db_int(id)), e);
}

enum err hotness_touch(const struct base *b, const int64_t *ids, size_t n,
                       double weight, int64_t now_s, struct error *e)
{
    bool begun = false;
    enum err rc = n > 0 ? db_begin_unsynced(b->db, WAIT_MS, &begun, e) : OK;

    if (rc || !begun)
        return rc;
    for (size_t i = 0; i < n && !rc; i++)
        rc = touch(b, ids[i], weight, now_s, e);
    return db_end(b->db, rc, e);
}

enum err hotness_count(const struct base *b, int64_t now_s, int64_t *hot,
                       int64_t *all, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(b->db,
                           "SELECT (SELECT count(*) FROM document WHERE"
                           "  (pinned = 1 OR hotness > 0) AND removed = 0 AND"
                           "  (pinned = 1 OR " HOTNESS_UNTIL_SQL " >= ?1)),"
                           " (SELECT total(documents) FROM tally)",
                           DB_ARGS(db_int(now_s)), &r, e);

    *hot = *all = 0;
    if (!rc && db_next(&r)) {
        *hot = db_column_int(&r, 0);
        *all = db_column_int(&r, 1);
    }
    return db_finish(&r, rc, e);
}
