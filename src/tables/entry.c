/*
 * entry.c - from a file's name to a cache entry.
 *
 *     name -> descriptor -> SHA-256 -> entry in the cache?  -> its map
 *                                      no: lock, look again, ingest, publish
 *
 * The bytes that are hashed and the bytes that are read are the same open
 * file; if it changes between the two, the call ends in CONFLICT and nothing
 * is published.
 */
#include "base/clock.h"
#include "base/jsonw.h"
#include "tables/source.h"

#include <unistd.h>

#define REQUEST_MAX_BYTES ((size_t)64 * 1024)

struct wire_wait source_wait(const struct tables *t,
                             const struct table_source *s, uint64_t default_ms)
{
    uint64_t ms = s->timeout_ms ? s->timeout_ms : default_ms;

    return (struct wire_wait){.deadline_ms = clock_ms() + ms,
                              .cancel = s->cancel ? s->cancel : t->o.cancel};
}

uint64_t source_memory(const struct table_source *s)
{
    return s->memory_bytes; /* 0 lets the pool decide */
}

/* {"op":"ingest",...}; the options are also what names the entry. */
static enum err encode_options(const struct table_source *s, struct buf *b,
                               struct str *out, struct error *e)
{
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_key(&w, "op");
    jsonw_cstr(&w, "ingest");
    jsonw_key(&w, "encoding");
    jsonw_str(&w, s->read.encoding);
    jsonw_key(&w, "delimiter");
    jsonw_str(&w, (struct str){&s->read.delimiter, s->read.delimiter != '\0'});
    jsonw_end_object(&w);
    return buf_finish(b, out, e);
}

/* The worker's map with what only the parent knows put at its end. */
static enum err complete_map(struct str map, const struct source *src,
                             struct arena *a, struct str *out, struct error *e)
{
    struct str body = str_trim(map);

    if (!str_starts(body, STR("{\"format\":")) || !str_ends(body, STR("}")))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's map is not one");
    return str_printf(
        a, out, e, "%.*s,\"source\":{\"sha256\":\"%s\",\"bytes\":%lld}}",
        (int)body.n - 1, body.p, src->sha256, (long long)src->st.st_size);
}

static void relay_progress(void *ctx, uint64_t done, uint64_t total)
{
    const struct table_progress *p = ctx;

    if (p->report)
        p->report(p->ctx, done, total);
}

/* What a worker is asked, and for which call. */
struct job {
    struct tables *t;
    const struct table_source *s;
    struct str request;
};

/* Under the build lock: read the source into the entry. */
static enum err ingest(const struct job *j, const struct source *src,
                       const struct cache_build *b, struct arena *a,
                       struct str *map, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_INGEST,
                                   .folder = str_from(b->scratch.path),
                                   .memory_bytes = source_memory(j->s)};
    struct worker_request r = {.payload = j->request, .fd = src->fd};
    struct table_progress progress =
        j->s->progress.report ? j->s->progress : j->t->o.progress;
    struct str reply;
    enum err rc;

    r.wait = source_wait(j->t, j->s, DEFAULT_INGEST_MS);
    r.progress = (struct worker_progress){relay_progress, &progress};
    if (lseek(src->fd, 0, SEEK_SET) != 0)
        return error_set(e, ERR_FILE_READ_FAILED, "cannot read '%s' again",
                         src->shown);
    rc = worker_pool_call(j->t->pool, &as, &r, a, &reply, e);
    if (rc == ERR_FILE_READ_FAILED)
        error_wrap(e, "cannot read '%s' exactly", src->shown);
    if (!rc)
        rc = source_check_unchanged(src, e);
    return rc ? rc : complete_map(reply, src, a, map, e);
}

static enum err build(const struct job *j, const struct source *src,
                      struct arena *a, struct entry *en, struct error *e)
{
    struct cache_build b = CACHE_BUILD_NONE;
    struct wire_wait wait = source_wait(j->t, j->s, DEFAULT_INGEST_MS);
    struct str map = {0};
    enum err rc = cache_build_begin(&j->t->home, &en->files,
                                    wait.deadline_ms - clock_ms(), a, &b, e);

    if (!rc && !cache_entry_exists(&en->files)) {
        rc = ingest(j, src, &b, a, &map, e);
        if (!rc)
            rc = cache_build_publish(&b, &en->files, map, e);
    }
    cache_build_end(&b);
    return rc;
}

enum err entry_open(struct tables *t, const struct table_source *s,
                    struct arena *a, struct entry *en, struct error *e)
{
    struct cache_key key = {.reader = CACHE_READER_CSV};
    struct job j = {.t = t, .s = s};
    struct source src;
    struct buf options;
    enum err rc = source_open(t, s, a, &src, e);

    buf_init(&options, REQUEST_MAX_BYTES);
    if (rc)
        goto out;
    rc = encode_options(s, &options, &key.options, e);
    if (rc)
        goto out;
    j.request = key.options;
    key.sha256 = src.sha256;
    rc = cache_entry_init(&t->home, &key, a, &en->files, e);
    if (!rc && !cache_entry_exists(&en->files))
        rc = build(&j, &src, a, en, e);
    if (!rc)
        rc = fs_read_file(en->files.map, "a map of the cache", MAP_MAX_BYTES, a,
                          &en->map, e);
out:
    buf_release(&options);
    source_close(&src);
    return rc;
}

static enum err call_worker(const struct job *j, const struct entry *en,
                            struct arena *a, struct str *json, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_QUERY,
                                   .database = str_from(en->files.database),
                                   .memory_bytes = source_memory(j->s)};
    struct worker_request r = {.payload = j->request, .fd = -1};

    r.wait = source_wait(j->t, j->s, TABLE_QUERY_MS);
    return worker_pool_call(j->t->pool, &as, &r, a, json, e);
}

enum err entry_call(struct tables *t, const struct table_source *s,
                    struct str request, struct arena *a, struct str *json,
                    struct error *e)
{
    const struct job j = {t, s, request};
    struct entry en;
    enum err rc = entry_open(t, s, a, &en, e);

    if (rc)
        return rc;
    rc = call_worker(&j, &en, a, json, e);
    if (rc != ERR_FILE_READ_FAILED)
        return rc;
    cache_entry_drop(&en.files); /* derived: build it again, never repair */
    rc = entry_open(t, s, a, &en, e);
    return rc ? rc : call_worker(&j, &en, a, json, e);
}

enum err entry_profile(struct tables *t, const struct table_source *s,
                       struct entry *en, struct arena *a, struct str *profile,
                       struct error *e)
{
    struct error ignored;
    enum err rc = entry_open(t, s, a, en, e);

    if (rc)
        return rc;
    if (fs_read_file(en->files.profile, "a profile of the cache", MAP_MAX_BYTES,
                     a, profile, &ignored) == OK)
        return OK;
    rc = entry_call(t, s, STR("{\"op\":\"profile\"}"), a, profile, e);
    if (!rc) /* a profile that cannot be kept is made again next time */
        (void)!fs_write_atomic(en->files.profile, "a profile of the cache",
                               *profile, false, &ignored);
    return rc;
}
