#include "tables/dictionaries.h"

#include "base/clock.h"
#include "base/jsonw.h"
#include "store/table_cache/file_digest.h"
#include "store/table_cache/worker_output.h"
#include "tables/tables_internal.h"

#include <unistd.h>

/* As engine/worker/operation.c names it. */
#define LEFT_NAME "values.dictionary"

#define LEFT_MAX_BYTES    ((uint64_t)16 << 30)
#define REQUEST_MAX_BYTES ((size_t)16 << 20)

/* Beside the profile of the same table, and gone with it. */
static enum err path_of(const struct entry *en, struct arena *a,
                        const char **path, struct error *e)
{
    struct str profile = str_from(en->profile);
    struct str out;
    enum err rc = str_printf(a, &out, e, "%.*s.values",
                             (int)(profile.n - sizeof(".json") + 1), profile.p);

    *path = rc ? NULL : out.p;
    return rc;
}

struct making {
    struct tables *t;
    struct call call;
    const struct entry *en;
    const char *path;
    struct wire_wait wait;
};

static enum err encode(const struct table_columns *columns, struct buf *b,
                       struct str *out, struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "dictionaries");
    jsonw_key(&w, "columns");
    jsonw_begin_array(&w);
    for (size_t i = 0; i < columns->n; i++)
        jsonw_str(&w, columns->names[i]);
    jsonw_end_array(&w);
    jsonw_end_object(&w);
    return buf_finish(b, out, e);
}

/* By a worker that sees the table and one folder. */
static enum err make(const struct making *m, const char *folder,
                     struct arena *a, struct error *e)
{
    const struct worker_output left = {folder, LEFT_NAME, LEFT_MAX_BYTES};
    struct worker_assignment as = {
        .mode = WORKER_EXPORT,
        .databases = {{.path = str_from(m->en->files.database)}},
        .folder = str_from(folder),
        .memory_bytes = source_memory(m->call.first)};
    const struct worker_request r = {
        .payload = m->call.request, .fd = -1, .wait = m->wait};
    struct str json;
    enum err rc = worker_pool_call(m->t->pool, &as, &r, a, &json, e);

    if (!rc)
        rc = worker_output_take(&left, m->path, NULL, e);
    return rc || !m->en->files.keeps_digests ? rc : digest_keep(m->path, e);
}

/* One process makes it; a process that waited for that finds it. */
static enum err make_once(const struct making *m, struct arena *a,
                          struct dictionary *d, struct error *e)
{
    const uint64_t now = clock_ms();
    struct cache_build b = CACHE_BUILD_NONE;
    enum err rc = cache_build_begin(
        &m->t->home, &m->en->files,
        m->wait.deadline_ms > now ? m->wait.deadline_ms - now : 0, a, &b, e);

    if (!rc && dictionary_open(d, m->path, a, e)) {
        dictionary_close(d);
        (void)unlink(m->path);
        rc = make(m, b.scratch.path, a, e);
        if (!rc)
            rc = dictionary_open(d, m->path, a, e);
    }
    cache_build_end(&b);
    return rc;
}

void table_dictionaries_drop(struct tables *t, const struct table_source *s,
                             struct arena *a)
{
    const struct wire_wait wait = source_wait(t, s, DEFAULT_INGEST_MS);
    struct error ignored;
    const char *path;
    struct entry en;

    if (entry_open(t, s, &wait, a, &en, &ignored) == OK &&
        path_of(&en, a, &path, &ignored) == OK)
        (void)unlink(path);
}

enum err table_dictionaries(struct tables *t, const struct table_source *s,
                            const struct table_columns *columns,
                            struct arena *a, struct dictionary *d,
                            struct error *e)
{
    struct making m = {.t = t,
                       .call = {.first = s},
                       .wait = source_wait(t, s, DEFAULT_INGEST_MS)};
    struct error why;
    struct entry en;
    struct buf b;
    enum err rc = entry_open(t, s, &m.wait, a, &en, e);

    *d = (struct dictionary){0};
    if (!rc)
        rc = path_of(&en, a, &m.path, e);
    if (rc)
        return rc;
    if (dictionary_open(d, m.path, a, &why) == OK)
        return OK;
    dictionary_close(d);
    m.en = &en;
    buf_init(&b, REQUEST_MAX_BYTES);
    rc = encode(columns, &b, &m.call.request, e);
    if (!rc)
        rc = call_payload(m.call.request, &en, 1, a, &m.call.request, e);
    if (!rc)
        rc = make_once(&m, a, d, e);
    buf_release(&b);
    return rc;
}
