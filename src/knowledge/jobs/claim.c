/*
 * claim.c - binds a job to its base, and marks its files as pending there.
 *
 * A job that an older program kept has only the name of its base. It belongs to
 * the base that has this name if that one was there when the job was accepted;
 * where none has the name, one that was never begun makes it, as it would have
 * then. Otherwise its base is gone, and it ends with it.
 */
#include "knowledge/jobs/job_queue.h"
#include "store/catalog/pending_upload.h"

enum err job_base_gone(const struct job *x, struct error *e)
{
    return error_set(e, ERR_CONFLICT,
                     "base '%.*s' was removed or replaced; the job ended with "
                     "it",
                     STR_FMT(x->base.name));
}

/* ---- of an older program ---- */

static enum err find_named(struct registry *r, const struct job *x,
                           struct arena *a, struct base_entry *out,
                           struct error *e)
{
    enum err rc = registry_find(r, x->base.name, a, out, e);

    if (rc == ERR_NOT_FOUND && x->attempts <= 1)
        return registry_create(r, x->base.name, a, out, e);
    if (rc == ERR_NOT_FOUND ||
        (!rc && str_cmp(out->created_at, x->created_at) > 0))
        return job_base_gone(x, e);
    return rc;
}

static enum err set_base(struct jobs *j, struct job *x, struct registry *r,
                         struct arena *a, struct error *e)
{
    struct base_entry found;
    enum err rc = find_named(r, x, a, &found, e);

    job_queue_lock(j);
    if (!rc)
        rc = str_dup(found.id, &x->arena, &x->base.id, e);
    job_queue_unlock(j);
    return rc;
}

/* ---- any ---- */

/* Open for what `use` does with it; closed in every case. */
struct held {
    struct registry registry;
    struct base base;
    struct arena a;
};

static enum err hold(struct jobs *j, struct held *h, struct error *e)
{
    h->registry = REGISTRY_NONE;
    h->base = BASE_NONE;
    arena_init(&h->a, ARENA_BYTES);
    return registry_open(tables_home(j->tables), &h->a, &h->registry, e);
}

static enum err open_base(struct held *h, const struct job *x, struct error *e)
{
    bool has = false;
    enum err rc = registry_has_id(&h->registry, x->base.id, &has, e);

    if (!rc && !has)
        rc = job_base_gone(x, e);
    return rc ? rc
              : base_open_entry(h->registry.home, &x->base, &h->a, &h->base, e);
}

static void let_go(struct held *h)
{
    base_close(&h->base);
    registry_close(&h->registry);
    arena_release(&h->a);
}

static enum err expect(struct held *h, const struct job *x, bool is_old,
                       struct error *e)
{
    struct str *names = arena_alloc_array(&h->a, x->n, sizeof(*names), e);

    if (!names)
        return e->code;
    for (size_t i = 0; i < x->n; i++)
        if (job_file_name(x, i, &h->a, &names[i], e))
            return e->code;
    return is_old
               ? uploads_adopt(&h->base, x->id, names, x->n, x->created_at, e)
               : uploads_expect(&h->base, x->id, names, x->n, e);
}

enum err job_claim(struct jobs *j, struct job *x, struct error *e)
{
    const bool is_old = x->base.id.n == 0;
    struct held h;
    enum err rc = hold(j, &h, e);

    if (!rc && is_old)
        rc = set_base(j, x, &h.registry, &h.a, e);
    if (!rc)
        rc = open_base(&h, x, e);
    if (!rc)
        rc = expect(&h, x, is_old, e);
    let_go(&h);
    return rc;
}

enum err job_unclaim(struct jobs *j, const struct job *x, struct error *e)
{
    struct held h;
    enum err rc = hold(j, &h, e);

    if (!rc && x->base.id.n)
        rc = open_base(&h, x, e);
    if (!rc && h.base.db)
        rc = uploads_forget(&h.base, x->id, e);
    let_go(&h);
    return rc == ERR_CONFLICT || rc == ERR_FILE_READ_FAILED ? OK : rc;
}
