/*
 * entry.c - from a file's name to a cache entry.
 *
 *     name -> descriptor -> SHA-256 -> entry in the cache?  -> its map
 *                                      no: lock, look again, ingest, publish
 *
 * A document of a base has its entry in the base's own folder; its hash is
 * known from the catalog, and its bytes are opened only to be read.
 *
 * The bytes that are hashed and the bytes that are read are the same open
 * file; if it changes between the two, the call ends in CONFLICT and nothing
 * is published. A database with logs beside it is copied with them, and tried
 * again where it changed (database_logs.h).
 */
#include "base/clock.h"
#include "base/fs.h"
#include "base/jsonw.h"
#include "base/read_at.h"
#include "tables/failure.h"
#include "tables/format.h"
#include "tables/map.h"
#include "tables/source_base.h"
#include "tables/source_pdf.h"
#include "tables/source_postgres.h"
#include "tables/source_tree.h"
#include "tables/source_words.h"

#include <unistd.h>

#define REQUEST_MAX_BYTES ((size_t)64 * 1024)

/* How often a call that waits for another process's build checks its cancel
 * flag. */
#define LOCK_SLICE_MS ((uint64_t)100)

#define MAP_TRIES  3
#define TREE_LEAST ((size_t)64 * 1024) /* of a map whose tree is kept */

#define EARLY_NAME          "early.duckdb" /* as engine/worker/operation.c names it */
#define EARLY_BYTES         ((uint64_t)64 << 20)
#define EARLY_REQUEST_BYTES ((size_t)8 * 1024 * 1024)

struct wire_wait source_wait(const struct tables *t,
                             const struct table_source *s, uint64_t default_ms)
{
    uint64_t ms = s->timeout_ms ? s->timeout_ms : default_ms;

    return (struct wire_wait){.deadline_ms = clock_ms() + ms,
                              .cancel = s->cancel ? s->cancel : t->o.cancel,
                              .waits = t->o.progress.waits,
                              .ctx = t->o.progress.ctx};
}

uint64_t source_memory(const struct table_source *s)
{
    return s->memory_bytes; /* 0 lets the pool decide */
}

/* What its name, or its base, says of a text that nothing else tells from a table. */
static struct str document_of(const struct source *src)
{
    const char *named = format_of_path(src->name);
    struct str format = src->document.format; /* of a base */

    if (format.n == 0 && named)
        format = str_from(named);
    return format_is_by_name(format) ? format : (struct str){0};
}

/* {"op":"ingest",...}; the options are also what names the entry. */
static enum err encode_options(const struct table_source *s,
                               const struct source *src, struct buf *b,
                               struct str *out, struct error *e)
{
    const struct str document = document_of(src);
    static const char *const headers[] = {[TABLE_HEADER_AUTO] = "",
                                          [TABLE_HEADER_YES] = "yes",
                                          [TABLE_HEADER_NO] = "no"};
    struct jsonw w;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "ingest");
    jsonw_member_str(&w, "encoding", s->read.encoding);
    jsonw_member_str(
        &w, "delimiter",
        (struct str){&s->read.delimiter, s->read.delimiter != '\0'});
    jsonw_member_cstr(&w, "header", headers[s->read.header]);
    if (document.n)
        jsonw_member_str(&w, "document", document);
    jsonw_end_object(&w);
    return buf_finish(b, out, e);
}

static enum err encode_source(const struct source *src, struct arena *a,
                              struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, POINTER_MAX_BYTES * 2);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "sha256", src->sha256);
    jsonw_member_u64(&w, "bytes", (uint64_t)src->bytes);
    for (size_t i = 0; i < src->logs.n; i++)
        jsonw_member_cstr(&w, src->logs.list[i].kind, src->logs.list[i].sha256);
    if (src->in_tree)
        jsonw_member_str(&w, "pointer", src->found);
    jsonw_end_object(&w);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* The worker's map with what only the parent knows put at its end. */
static enum err complete_map(struct str map, const struct source *src,
                             struct arena *a, struct str *out, struct error *e)
{
    struct str body = str_trim(map);
    struct str source;
    enum err rc;

    if (!str_starts(body, STR("{\"format\":")) || !str_ends(body, STR("}")))
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the worker's map is not valid");
    if (map_complete(body, a, &body, e))
        return e->code;
    rc = encode_source(src, a, &source, e);
    return rc ? rc
              : str_printf(a, out, e, "%.*s,\"source\":%.*s}", (int)body.n - 1,
                           body.p, STR_FMT(source));
}

/* What a worker is asked, for which call, and how long it may take. */
struct job {
    struct tables *t;
    const struct table_source *s;
    const struct home *home; /* whose cache the entry is in */
    struct str request;
    struct cache_key key;
    struct wire_wait wait;
};

/* What the worker tells while it reads. */
struct reporting {
    struct table_progress progress;
    const struct early *early; /* NULL: nobody asks, or has asked already */
    const struct source *src;
    const char *database; /* for the first question */
};

static void relay_progress(void *ctx, uint64_t done, uint64_t total)
{
    const struct reporting *to = ctx;

    if (to->progress.report)
        to->progress.report(to->progress.ctx, done, total);
}

/* The answer stands on what was read until now: all of the file, once more. */
static void relay_early(void *ctx)
{
    struct reporting *to = ctx;
    const struct early *early = to->early;
    struct error ignored;

    to->early = NULL;
    if (early && source_check_unchanged(to->src, &ignored) == OK)
        early->ask(early->ctx, to->database);
}

/* The request; with the SQL of the first question, which is not an option, and what
 * the file is made of. */
static enum err encode_request(const struct job *j, const struct source *src,
                               const struct early *early, struct buf *b,
                               struct str *out, struct error *e)
{
    struct jsonw w;

    *out = j->request;
    if (!early && src->bundle.n == 0)
        return OK;
    buf_put_str(b, str_slice(j->request, 0, j->request.n - 1));
    if (early) {
        buf_puts(b, ",\"early\":");
        jsonw_init(&w, b);
        jsonw_str(&w, early->sql);
    }
    if (src->bundle.n)
        buf_printf(b, ",\"bundle\":%.*s", STR_FMT(src->bundle));
    buf_put_char(b, '}');
    return buf_finish(b, out, e);
}

static bool is_large(const struct tables *t, const struct source *src)
{
    uint64_t least = t->o.early_bytes ? t->o.early_bytes : EARLY_BYTES;

    return (uint64_t)src->st.st_size >= least;
}

static bool is_duckdb(const struct source *src)
{
    char bytes[FORMAT_HEAD_BYTES];
    const ssize_t n = read_at(src->fd, bytes, sizeof(bytes), 0);
    const char *format =
        n > 0 ? format_of_head((struct str){bytes, (size_t)n}) : NULL;

    return format && str_is(str_from(format), "duckdb");
}

/* What the worker that was ended left in its folder. */
static enum err clear_folder(struct str folder, struct arena *a,
                             struct error *e)
{
    static const char *const names[] = {"table.duckdb", "table.duckdb.wal",
                                        "table.duckdb.source"};
    enum err rc = OK;

    for (size_t i = 0; i < COUNT_OF(names) && !rc; i++) {
        struct str path;

        rc = str_printf(a, &path, e, "%.*s/%s", STR_FMT(folder), names[i]);
        if (!rc)
            rc = fs_remove_tree(path.p, "a working copy", e);
    }
    return rc;
}

/* A worker is ended that takes too much memory, as a view can make it. The tables can be
 * read without the views. */
static enum err ingest_without_views(const struct job *j,
                                     const struct worker_assignment *as,
                                     const struct worker_request *asked,
                                     struct arena *a, struct str *reply,
                                     struct error *e)
{
    struct worker_request r = *asked;
    enum err rc = clear_folder(as->folder, a, e);

    if (!rc)
        rc = str_printf(a, &r.payload, e, "%.*s,\"views\":\"no\"}",
                        (int)asked->payload.n - 1, asked->payload.p);
    return rc ? rc : worker_pool_call(j->t->pool, as, &r, a, reply, e);
}

/* Under the build lock: read the source into the entry. */
static enum err ingest(const struct job *j, const struct source *src,
                       const struct cache_build *b, struct arena *a,
                       struct str *map, struct error *e)
{
    struct worker_assignment as = {.mode = WORKER_INGEST,
                                   .folder = str_from(b->scratch.path),
                                   .memory_bytes = source_memory(j->s)};
    struct worker_request r = {.fd = src->fd, .wait = j->wait};
    struct reporting to = {
        .progress = j->s->progress.report ? j->s->progress : j->t->o.progress,
        .early = is_large(j->t, src) ? j->s->early : NULL,
        .src = src,
        .database = fs_join(b->scratch.path, EARLY_NAME, a, e)};
    struct buf request;
    struct str reply;
    enum err rc = to.database ? OK : e->code;

    buf_init(&request, EARLY_REQUEST_BYTES);
    if (!rc)
        rc = encode_request(j, src, to.early, &request, &r.payload, e);
    r.progress = (struct worker_progress){relay_progress, &to, relay_early};
    if (!rc && lseek(src->fd, 0, SEEK_SET) != 0) {
        rc = error_set(e, ERR_FILE_READ_FAILED, "cannot read '%s' again",
                       src->shown);
        e->of_machine = true;
    }
    if (!rc)
        rc = worker_pool_call(j->t->pool, &as, &r, a, &reply, e);
    if (rc == ERR_LIMIT && is_duckdb(src))
        rc = ingest_without_views(j, &as, &r, a, &reply, e);
    buf_release(&request);
    if (!rc)
        rc = source_check_unchanged(src, e);
    return rc ? rc : complete_map(reply, src, a, map, e);
}

/* Not what changed while it was read. */
static void keep_failure(const struct job *j, const struct source *src,
                         const struct entry *en, const struct error *why)
{
    struct error ignored;

    if (source_check_unchanged(src, &ignored) == OK)
        failure_keep(&en->files, source_memory(j->s), why);
}

/* Wait until no other process builds this entry, or the job ends. */
static enum err begin_build(const struct job *j, const struct entry *en,
                            struct arena *a, struct cache_build *b,
                            struct error *e)
{
    for (;;) {
        uint64_t now = clock_ms();
        uint64_t left =
            j->wait.deadline_ms > now ? j->wait.deadline_ms - now : 0;
        enum err rc = cache_build_begin(
            j->home, &en->files, left < LOCK_SLICE_MS ? left : LOCK_SLICE_MS, a,
            b, e);

        if (rc != ERR_TIMEOUT || left == 0)
            return rc;
        if (j->wait.cancel && atomic_load(j->wait.cancel))
            return error_set(e, ERR_TIMEOUT, "cancelled");
    }
}

/* Was it read before and could not be? */
static enum err recall_failure(const struct job *j, const struct source *src,
                               const struct entry *en, struct error *e)
{
    enum err rc = failure_recall(&en->files, source_memory(j->s), e);

    if (rc == ERR_FILE_READ_FAILED)
        error_wrap(e, "cannot read '%s' exactly", src->shown);
    return rc;
}

/* Publish what the worker makes, or keep why it makes nothing. */
static enum err read_source(const struct job *j, const struct source *src,
                            const struct cache_build *b, struct arena *a,
                            const struct entry *en, struct error *e)
{
    struct str map = {0};
    enum err rc = ingest(j, src, b, a, &map, e);

    if (!rc)
        return cache_build_publish(b, &en->files, map, e);
    keep_failure(j, src, en, e);
    if (rc == ERR_FILE_READ_FAILED)
        error_wrap(e, "cannot read '%s' exactly", src->shown);
    return rc;
}

static enum err build(const struct job *j, struct source *src, struct arena *a,
                      struct entry *en, struct error *e)
{
    struct cache_build b = CACHE_BUILD_NONE;
    enum err rc = recall_failure(j, src, en, e);

    if (!rc)
        rc = begin_build(j, en, a, &b, e);
    if (!rc && !cache_entry_exists(&en->files)) {
        rc = recall_failure(j, src, en, e); /* of who built it meanwhile */
        if (!rc)
            rc = source_provide(src, b.scratch.path, a, e);
        if (!rc)
            rc = source_bundle(j->t, src, b.scratch.path, a, e);
        if (!rc)
            rc = source_pdf_provide(j->t, src, b.scratch.path, &j->wait, a, e);
        if (!rc)
            rc = read_source(j, src, &b, a, en, e);
        if (!rc && src->base.db)
            source_tree_drop_older(src, j->key, a);
        if (!rc && !src->base.db)
            cache_tidy(j->home);
    }
    cache_build_end(&b);
    return rc;
}

bool entry_looks_whole(struct str json)
{
    return str_starts(json, STR("{")) && str_ends(json, STR("}"));
}

/*
 * The entry's map. A damaged one is dropped and built again; so is one that
 * `cache gc` removes between the look and the reading.
 */
static enum err read_or_build(const struct job *j, struct source *src,
                              struct arena *a, struct entry *en,
                              struct error *e)
{
    enum err rc = ERR_NOT_FOUND;

    for (int tries = 0; rc == ERR_NOT_FOUND && tries < MAP_TRIES; tries++) {
        rc = cache_entry_exists(&en->files) ? OK : build(j, src, a, en, e);
        if (!rc)
            rc = fs_read_file(en->files.map, "a map of the cache",
                              MAP_MAX_BYTES, a, &en->map, e);
        if (!rc && !entry_looks_whole(en->map)) {
            cache_entry_drop(&en->files);
            rc = error_set(e, ERR_NOT_FOUND, "a map of the cache is damaged");
        }
    }
    return rc;
}

/* The usual table, or the one that the source names. */
static enum err select_table(const struct table_source *s, struct arena *a,
                             struct entry *en, struct error *e)
{
    const struct map_stored stored = {en->map, en->tree};
    struct map_choice choice;

    en->profile = en->files.profile;
    en->sheet = (struct str){0};
    if (s->sheet.n == 0)
        return OK;
    if (map_select(&stored, s->sheet, s->alone, a, &choice, e))
        return e->code;
    if (choice.map.p != en->map.p)
        en->tree = NULL; /* of another */
    en->map = choice.map;
    en->sheet = choice.name;
    return choice.number ? cache_entry_profile(&en->files, choice.number, a,
                                               &en->profile, e)
                         : OK;
}

/* Is what was made of the last copy of a server's database gone? */
static bool is_lost(const struct source *src, const struct cache_entry *files)
{
    return src->server.n && src->fd < 0 && !cache_entry_exists(files);
}

/* From the source to its entry, whatever table of it is meant. */
static enum err look_once(struct tables *t, const struct table_source *s,
                          const struct wire_wait *wait, struct arena *a,
                          struct entry *en, struct error *e)
{
    struct table_source how = *s;
    struct job j = {.t = t, .s = &how, .wait = *wait};
    struct source src;
    struct buf options;
    enum err rc = source_open(t, s, a, &src, e);

    en->is_live = src.logs.is_database;
    en->is_of_server = src.server.n > 0;
    en->address = src.address;
    en->tree = NULL;
    buf_init(&options, REQUEST_MAX_BYTES);
    if (rc)
        goto out;
    if (src.in_tree) /* there is nothing to decide */
        how.read = (struct table_read_options){0};
    rc = encode_options(&how, &src, &options, &j.request, e);
    if (!rc)
        rc = source_tree_options(&src, j.request, a, &j.key.options, e);
    if (!rc)
        rc = source_words_options(&src, j.key.options, a, &j.key.options, e);
    if (rc)
        goto out;
    j.home = src.home;
    j.key.reader = CACHE_READER;
    j.key.sha256 = src.identity;
    en->path = src.path;
    en->name = src.name;
    en->table = src.table;
    rc = cache_entry_init(src.home, &j.key, a, &en->files, e);
    if (!rc && is_lost(&src, &en->files)) {
        rc = source_postgres_open(t, s, true, a, &src, e);
        if (!rc)
            rc = cache_entry_init(src.home, &j.key, a, &en->files, e);
    }
    en->is_aged = src.is_aged;
    if (!rc)
        rc = read_or_build(&j, &src, a, en, e);
    if (!rc && src.base.db)
        rc = source_base_describe(&src, en->map, a, &en->map, e);
    if (!rc && src.server.n)
        rc = source_postgres_describe(&src, en->map, a, &en->map, e);
out:
    buf_release(&options);
    source_close(&src);
    return rc;
}

/* A database that a program has open may change between hash and copy. */
static enum err look(struct tables *t, const struct table_source *s,
                     const struct wire_wait *wait, struct arena *a,
                     struct entry *en, struct error *e)
{
    enum err rc = look_once(t, s, wait, a, en, e);

    for (unsigned tries = 1;
         rc == ERR_CONFLICT && en->is_live && database_logs_wait(tries);
         tries++)
        rc = look_once(t, s, wait, a, en, e);
    return rc;
}

enum err entry_open(struct tables *t, const struct table_source *s,
                    const struct wire_wait *wait, struct arena *a,
                    struct entry *en, struct error *e)
{
    enum err rc = OK;

    if (s->opened)
        *en = *s->opened;
    else
        rc = look(t, s, wait, a, en, e);
    return rc ? rc : select_table(s, a, en, e);
}

struct str table_sql_name(const struct table_source *s)
{
    return s->opened->table;
}

bool table_is_aged(const struct table_source *s)
{
    return s->opened && s->opened->is_aged;
}

struct str table_identity(const struct table_source *s)
{
    return str_from(s->opened->files.name);
}

/* Of a large map, which each call with this source would parse. */
static enum err keep_tree(struct entry *en, struct arena *a, struct error *e)
{
    struct json *tree = NULL;
    enum err rc = en->map.n < TREE_LEAST
                      ? OK
                      : json_parse(en->map, &json_default_limits, a, &tree, e);

    en->tree = tree;
    return rc;
}

enum err table_open(struct tables *t, struct table_source *s, struct arena *a,
                    struct error *e)
{
    const struct wire_wait wait = source_wait(t, s, DEFAULT_INGEST_MS);
    struct entry *en = arena_alloc(a, sizeof(*en), e);
    enum err rc;

    if (!en)
        return e->code;
    rc = look(t, s, &wait, a, en, e);
    if (!rc)
        rc = keep_tree(en, a, e);
    s->opened = rc ? NULL : en;
    return rc;
}
