#include "base/mem.h"
#include "store/database/db_pool.h"
#include "tables/tables_internal.h"

#include <unistd.h>

#define STRINGS_BYTES ((size_t)64 * 1024)

/* Each may hold 1 GiB and use every core: two keep the machine busy, two more
 * let short questions pass a long one. */

static enum err copy(struct str s, struct tables *t, const char **out,
                     struct error *e)
{
    if (s.n == 0)
        return OK;
    *out = str_cstr(s, &t->arena, e);
    return *out ? OK : e->code;
}

/* The worker program: named, or beside this one, or where install puts it. */
static enum err find_worker(struct tables *t, const char **out, struct error *e)
{
    char *dir;
    char *beside;

    if (t->o.worker_path.n)
        return copy(t->o.worker_path, t, out, e);
    dir = fs_program_dir(&t->arena, e);
    if (!dir)
        return e->code;
    beside = fs_join(dir, "quarry-worker", &t->arena, e);
    if (!beside)
        return e->code;
    *out = beside;
    if (access(beside, X_OK) == 0)
        return OK;
    *out = fs_join(dir, "../lib/quarry/quarry-worker", &t->arena, e);
    return *out ? OK : e->code;
}

static enum err start(struct tables *t, struct error *e)
{
    struct worker_pool_options po = {
        .max_workers = t->o.workers ? t->o.workers : TABLE_MAX_WORKERS,
        .max_background = t->o.background_workers};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const char *home = NULL;
    enum err rc = copy(t->o.home, t, &home, e);

    if (!rc)
        rc = copy(t->o.root, t, &t->root, e);
    if (!rc)
        rc = copy(t->o.draft, t, &t->draft, e);
    if (!rc)
        rc = home_open(home, &t->arena, &t->home, e);
    if (!rc)
        rc = str_dup(t->o.new_bases, &t->arena, &t->home.new_bases, e);
    if (!rc)
        rc = copy(t->o.store, t, &t->home.store, e);
    t->home.blobs = t->o.blobs;
    if (!rc)
        rc = find_worker(t, &po.program_path, e);
    po.threads = cores > 0 ? (unsigned)cores : 1;
    if (!rc)
        rc = worker_pool_new(&po, &t->pool, e);
    if (!rc)
        rc = row_pages_new(&t->pages, e);
    if (!rc && t->o.keeps_open)
        rc = db_pool_start(e);
    t->keeps = !rc && t->o.keeps_open;
    return rc;
}

enum err tables_new(const struct tables_options *o, struct tables **out,
                    struct error *e)
{
    struct tables *t = mem_new(sizeof(*t), e);
    enum err rc;

    if (!t)
        return e->code;
    t->o = *o;
    arena_init(&t->arena, STRINGS_BYTES);
    rc = start(t, e);
    if (rc)
        tables_free(t);
    else
        *out = t;
    return rc;
}

void tables_free(struct tables *t)
{
    if (!t)
        return;
    if (t->keeps)
        db_pool_stop();
    worker_pool_free(t->pool);
    row_pages_free(t->pages);
    arena_release(&t->arena);
    mem_free(t);
}

const struct home *tables_home(const struct tables *t)
{
    return &t->home;
}

const char *tables_draft(const struct tables *t)
{
    return t->draft;
}

struct worker_pool *tables_pool(struct tables *t)
{
    return t->pool;
}

enum err tables_probe_worker(struct tables *t, struct arena *a,
                             struct str *ready, struct error *e)
{
    return worker_pool_probe(t->pool, a, ready, e);
}
