#include "base/mem.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "search/index/index.h"
#include "store/sqlite/db_wal_check.h"

#define STRINGS_BYTES ((size_t)64 * 1024)

static enum err look_at_log(struct bases *b, struct error *e)
{
    const char *path = fs_join(b->home->path, "quarry.db", &b->arena, e);
    struct db_wal_state log = {0};
    enum err rc =
        path ? db_wal_check(path, "the home's database", &log, e) : e->code;

    b->home_log_damaged = !rc && log.damaged;
    return rc;
}

static enum err open_bases(struct tables *t, bool looks, struct bases **out,
                           struct error *e)
{
    struct bases *b = mem_new(sizeof(*b), e);
    enum err rc = OK;

    if (!b)
        return e->code;
    b->tables = t;
    b->home = tables_home(t);
    arena_init(&b->arena, STRINGS_BYTES);
    if (looks && !b->home->store)
        rc = look_at_log(b, e);
    if (!rc)
        rc = registry_open(b->home, &b->arena, &b->registry, e);
    if (rc)
        bases_free(b);
    else
        *out = b;
    return rc;
}

enum err bases_new(struct tables *t, struct bases **out, struct error *e)
{
    return open_bases(t, false, out, e);
}

enum err bases_new_to_check(struct tables *t, struct bases **out,
                            struct error *e)
{
    return open_bases(t, true, out, e);
}

enum err bases_open_noted(struct bases *b, struct str name, struct arena *a,
                          struct base *out, struct error *e)
{
    struct error ignored;
    enum err rc = base_open_in(&b->registry, name, a, out, e);

    if (!rc)
        (void)!index_note_state(out, &ignored);
    return rc;
}

void bases_free(struct bases *b)
{
    if (!b)
        return;
    registry_close(&b->registry);
    arena_release(&b->arena);
    mem_free(b);
}

enum err bases_claim(struct bases *b, struct str name, struct arena *a,
                     struct base_entry *entry, bool *created, struct error *e)
{
    return registry_claim(&b->registry, name, a, entry, created, e);
}
