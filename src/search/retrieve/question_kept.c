#include "search/retrieve/question_kept.h"

#include "base/clock.h"
#include "base/hash.h"

#include <string.h>

static void id_of(const struct vector_kind *kind, struct str text,
                  uint8_t id[HASH_BYTES])
{
    const uint64_t n = kind->model.n;
    struct hash h;

    hash_init(&h);
    hash_update(&h, &n, sizeof(n));
    hash_update(&h, kind->model.p, kind->model.n);
    hash_update(&h, text.p, text.n);
    hash_finish(&h, id);
}

static struct db_value blob(const void *bytes, size_t n)
{
    return db_blob((struct str){bytes, n});
}

enum err question_kept_find(const struct base *b,
                            const struct vector_kind *kind, struct str text,
                            struct arena *a, const float **vector,
                            struct error *e)
{
    const size_t bytes = kind->dimensions * sizeof(float);
    uint8_t id[HASH_BYTES];
    struct db_rows r;
    float *copy;
    enum err rc;

    *vector = NULL;
    id_of(kind, text, id);
    rc = db_query(b->db, "SELECT vector FROM question_vector WHERE id = ?1",
                  DB_ARGS(blob(id, sizeof(id))), &r, e);
    if (!rc && db_next(&r) && db_column_text(&r, 0).n == bytes) {
        copy = arena_alloc_array(a, kind->dimensions, sizeof(*copy), e);
        if (copy)
            memcpy(copy, db_column_text(&r, 0).p, bytes);
        *vector = copy;
        rc = copy ? OK : e->code;
    }
    return db_finish(&r, rc, e);
}

enum err question_kept_put(const struct base *b, const struct vector_kind *kind,
                           struct str text, const float *vector,
                           struct error *e)
{
    uint8_t id[HASH_BYTES];
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    id_of(kind, text, id);
    rc = db_run(b->db,
                "INSERT INTO question_vector VALUES (?1, ?2, ?3)"
                " ON CONFLICT(id) DO UPDATE SET"
                " vector = excluded.vector, at = excluded.at",
                DB_ARGS(blob(id, sizeof(id)),
                        blob(vector, kind->dimensions * sizeof(*vector)),
                        db_int(clock_wall_ms())),
                e);
    if (!rc)
        rc = db_run(b->db,
                    "DELETE FROM question_vector WHERE id IN (SELECT id FROM"
                    " question_vector ORDER BY at DESC, id LIMIT -1 OFFSET ?1)",
                    DB_ARGS(db_int(QUESTION_KEPT_MAX)), e);
    return db_end(b->db, rc, e);
}
