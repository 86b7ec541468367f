#include "knowledge/jobs/job_rows.h"

#define SETUP_BYTES ((size_t)64 * 1024)

/* The home's database, which servers keep open (store/database/db_pool.h). */
struct rows {
    struct registry registry;
    struct arena a;
};

static enum err open_rows(const struct job_place *p, struct rows *r,
                          struct error *e)
{
    r->registry = REGISTRY_NONE;
    arena_init(&r->a, SETUP_BYTES);
    return registry_open(p->home, &r->a, &r->registry, e);
}

static void close_rows(struct rows *r)
{
    registry_close(&r->registry);
    arena_release(&r->a);
}

bool job_rows_are_kept(const struct job_place *p)
{
    return p->home->store != NULL;
}

/* The row first, and then the lease: who claims it locks them in this order. */
static enum err put(struct db *d, const struct job *x, struct str json,
                    struct error *e)
{
    enum err rc = db_run(
        d,
        "INSERT INTO upload_job(id, base_id, place, state, created_at, record)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET"
        " base_id = excluded.base_id, state = excluded.state,"
        " record = excluded.record",
        DB_ARGS(db_text(x->id), db_text(x->base.id), db_text(x->place->id),
                db_text(job_state_name(x)), db_text(x->created_at),
                db_text(json)),
        e);

    return rc ? rc : lease_fence(&x->held, d, e);
}

enum err job_rows_write(const struct job *x, struct str json, struct error *e)
{
    struct rows r;
    enum err rc = open_rows(x->place, &r, e);

    if (!rc)
        rc = db_begin_write(r.registry.db, e);
    if (!rc)
        rc = db_end(r.registry.db, put(r.registry.db, x, json, e), e);
    close_rows(&r);
    return rc;
}

enum err job_rows_read(const struct job_place *p, struct str id,
                       struct arena *a, struct str *json, struct error *e)
{
    struct rows r;
    enum err rc = open_rows(p, &r, e);

    if (!rc)
        rc = db_get_text(r.registry.db,
                         "SELECT record FROM upload_job WHERE id = ?1",
                         DB_ARGS(db_text(id)), a, json, e);
    close_rows(&r);
    if (!rc && json->n == 0)
        rc = error_set(e, ERR_NOT_FOUND, "there is no such job");
    return rc;
}

enum err job_rows_close(const struct job *x, struct error *e)
{
    struct rows r;
    enum err rc = open_rows(x->place, &r, e);

    if (!rc)
        rc = db_run(r.registry.db,
                    "UPDATE upload_job SET is_over = 1 WHERE id = ?1",
                    DB_ARGS(db_text(x->id)), e);
    close_rows(&r);
    return rc;
}

enum err job_rows_claim(const struct job_place *p, bool is_idle,
                        struct arena *a, struct lease *held, struct str *id,
                        struct error *e)
{
    const struct lease_place any = {
        .store = p->home->store, .kind = JOB_LEASE, .shown = "a job"};
    const struct lease_choice choice = {
        "SELECT quarry.upload_claim(?1, ?2, ?3, ?4)", p->id, is_idle};

    return lease_claim(&any, &choice, a, held, id, e);
}

enum err job_rows_list(const struct job_place *p,
                       enum err (*each)(void *ctx, struct str id,
                                        struct str json, struct error *e),
                       void *ctx, struct error *e)
{
    struct db_rows rows = DB_ROWS_NONE;
    struct rows r;
    enum err rc = open_rows(p, &r, e);

    if (!rc)
        rc = db_query(r.registry.db,
                      "SELECT id, record FROM upload_job ORDER BY created_at",
                      DB_NO_ARGS, &rows, e);
    while (!rc && db_next(&rows))
        rc = each(ctx, db_column_text(&rows, 0), db_column_text(&rows, 1), e);
    rc = db_finish(&rows, rc, e);
    close_rows(&r);
    return rc;
}

enum err job_rows_forget(const struct job_place *p, int64_t days,
                         struct error *e)
{
    struct rows r;
    enum err rc = open_rows(p, &r, e);

    if (!rc)
        rc = db_run(r.registry.db,
                    "DELETE FROM upload_job WHERE is_over = 1"
                    " AND at < clock_timestamp() - ?1 * interval '1 day'",
                    DB_ARGS(db_int(days)), e);
    close_rows(&r);
    return rc;
}
