#include "tables/map_history.h"

#include "base/hash.h"
#include "store/table_cache/drift_record.h"
#include "tables/drift.h"

/* Both maps as trees, each up to MAP_MAX_BYTES of text. */
#define COMPARE_BYTES ((size_t)1024 * 1024 * 1024)

/* What is to be remembered of this content; `m->drift` is how it came to be.
 * A map of which no summary can be made is not remembered. */
static bool describe_now(const struct drift_record *known, struct str map,
                         struct arena *a, struct drift_record *m)
{
    struct drift_pair pair = {0};
    struct error why;

    if (drift_summarize(map, a, &m->summary, &why))
        return false;
    if (!known)
        return true;
    pair.sha256_before = known->sha256;
    pair.before = known->summary;
    pair.now = m->summary;
    return !drift_compare(&pair, a, &m->drift, &why) ||
           !str_printf(a, &m->drift, &why,
                       "{\"sha256_before\":\"%.*s\",\"not_compared\":true}",
                       STR_FMT(known->sha256));
}

enum err remember_map(struct tables *t, const struct entry *en, struct arena *a,
                      struct str *json, struct error *e)
{
    const struct drift_record_key key = {en->path, en->files.name};
    struct drift_record now = {
        .sha256 = str_slice(str_from(en->files.name), 0, HASH_HEX_BYTES - 1)};
    struct drift_record known;
    struct arena own;
    bool is_known;
    enum err rc = OK;

    *json = en->map;
    if (!en->path) /* a base's: its versions are kept there */
        return OK;
    arena_init(&own, COMPARE_BYTES);
    is_known = drift_record_recall(&t->home, &key, &own, &known);
    if (is_known && str_eq(known.sha256, now.sha256))
        now = known;
    else if (describe_now(is_known ? &known : NULL, en->map, &own, &now))
        drift_record_remember(&t->home, &key, &now);
    if (now.drift.n)
        rc = str_printf(a, json, e, "%.*s,\"drift\":%.*s}", (int)en->map.n - 1,
                        en->map.p, STR_FMT(now.drift));
    arena_release(&own);
    return rc;
}
