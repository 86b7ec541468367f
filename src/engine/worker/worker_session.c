#include "engine/worker/worker_session.h"

#include "base/log.h"
#include "base/mem.h"
#include "engine/sandbox/sandbox.h"
#include "engine/worker/operation.h"

#include <string.h>

/* What the assignment keeps for the process's life: paths and the catalog. */
#define SESSION_ARENA_BYTES ((size_t)64 * 1024 * 1024)

/* Of what a query may have in memory the engine counts three quarters; of what reading
 * a file may, all, as it sets aside much that it never writes. What it does not
 * count the parent sees (tables/worker_client/worker_process.h), which ends
 * this process before it has more; address space says little of that, as much
 * is set aside and never written: 1.5 GiB of it were 0.3 in memory for 10,000
 * columns. */

/* Address space that a query does not hold but its threads and buffers take:
 * stacks, the allocator's reserves, a response being written; and what the
 * engine sets aside for 10,000 columns, which 384 MiB were too little for. */
#define OVERHEAD_BYTES ((uint64_t)640 * 1024 * 1024)

static void release(struct worker_session *s)
{
    gate_cache_free(s->verdicts);
    duck_close(s->duck);
    arena_release(&s->arena);
    mem_free(s);
}

enum err worker_session_new(const struct worker_session_options *o,
                            struct worker_session **out, struct error *e)
{
    const struct duck_options duck = {.memory_bytes = o->memory_bytes,
                                      .threads = o->threads};
    struct worker_session *s = mem_new(sizeof(*s), e);
    enum err rc;

    if (!s)
        return e->code;
    s->options = *o;
    arena_init(&s->arena, SESSION_ARENA_BYTES);
    rc = duck_open(&duck, &s->duck, e);
    if (rc)
        release(s);
    else
        *out = s;
    return rc;
}

void worker_session_describe(struct jsonw *w)
{
    const struct sandbox_support has = sandbox_probe();

    jsonw_begin_object(w);
    jsonw_member_cstr(w, "version", QUARRY_VERSION);
    jsonw_member_cstr(w, "duckdb", DUCKDB_PINNED_VERSION);
    jsonw_member_i64(w, "landlock_abi", has.landlock_abi);
    jsonw_member_bool(w, "seccomp", has.seccomp);
    jsonw_member_bool(w, "sandbox_whole", sandbox_is_whole(&has));
    jsonw_end_object(w);
}

/* The databases of an assignment. */
struct databases {
    struct catalog_source sources[CATALOG_MAX_FILES];
    size_t n;
};

static enum err bad_paths(struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the paths of the assignment do not fit its mode");
}

/* A path of the assignment, kept; NULL when it is empty. */
static enum err keep_path(struct worker_session *s, const struct json *path,
                          const char **out, struct error *e)
{
    struct str text = json_text(path);

    *out = NULL;
    if (text.n == 0)
        return OK;
    *out = str_cstr(text, &s->arena, e);
    return *out ? OK : e->code;
}

static enum err keep_databases(struct worker_session *s,
                               const struct json *list, struct databases *out,
                               struct error *e)
{
    enum err rc = OK;

    *out = (struct databases){0};
    if (list && list->count > CATALOG_MAX_FILES)
        return bad_paths(e);
    for (const struct json *j = list ? list->first : NULL; j && !rc;
         j = j->next) {
        struct catalog_source *source = &out->sources[out->n++];

        rc = keep_path(s, json_find(j, "path"), &source->database, e);
        if (!rc && !source->database)
            rc = bad_paths(e);
        if (!rc)
            rc = str_dup(json_text(json_find(j, "name")), &s->arena,
                         &source->name, e);
    }
    return rc;
}

static enum err read_mode(const struct json *assignment, enum session_mode *out,
                          struct error *e)
{
    static const char *const names[] = {[SESSION_INGEST] = "ingest",
                                        [SESSION_QUERY] = "query",
                                        [SESSION_EXPORT] = "export",
                                        [SESSION_PARSE] = "parse"};
    const struct json *mode = json_find(assignment, "mode");

    for (int i = SESSION_INGEST; i <= SESSION_PARSE; i++) {
        if (json_is(mode, names[i])) {
            *out = (enum session_mode)i;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED, "unknown worker mode");
}

/* Each mode has the paths it works on, and no others. */
static enum err check_paths(enum session_mode mode, const struct databases *db,
                            const char *folder, struct error *e)
{
    bool wants_database = mode == SESSION_QUERY || mode == SESSION_EXPORT;
    bool wants_folder = mode != SESSION_QUERY;

    if (wants_database == (db->n > 0) && wants_folder == (folder != NULL))
        return OK;
    return bad_paths(e);
}

/* The isolation layers come first; only then is a database file read. */
static enum err enter(struct worker_session *s, uint64_t memory_bytes,
                      const struct databases *db, struct error *e)
{
    struct sandbox_rules rules = {.write_folder = s->folder,
                                  .memory_bytes =
                                      memory_bytes + OVERHEAD_BYTES};
    enum err rc = OK;

    if (db->n > 0)
        rc = duck_limit_memory(s->duck, memory_bytes / 4 * 3, e);
    if (rc)
        return rc;
    for (size_t i = 0; i < db->n; i++)
        rules.read_files[i] = db->sources[i].database;
    rc = sandbox_enter(&rules, e);
    if (rc || db->n == 0)
        return rc;
    rc = catalog_open(s->duck, db->sources, db->n, &s->arena, &s->catalog, e);
    if (!rc)
        rc = duck_lock(s->duck, e);
    if (!rc)
        rc = gate_cache_new(&s->verdicts, e);
    return rc;
}

enum err worker_session_assign(struct worker_session *s,
                               const struct json *assignment, struct error *e)
{
    const struct json *memory = json_find(assignment, "memory_bytes");
    uint64_t memory_bytes = s->options.memory_bytes;
    struct databases db = {0};
    enum err rc = read_mode(assignment, &s->mode, e);

    if (!rc && memory)
        rc = json_read_u64(memory, "memory_bytes", UINT64_MAX / 2,
                           &memory_bytes, e);
    s->options.memory_bytes = memory_bytes;
    if (!rc)
        rc = keep_databases(s, json_find(assignment, "databases"), &db, e);
    if (!rc)
        rc = keep_path(s, json_find(assignment, "folder"), &s->folder, e);
    if (!rc)
        rc = check_paths(s->mode, &db, s->folder, e);
    if (!rc)
        rc = enter(s, memory_bytes, &db, e);
    if (!rc)
        log_debug("session", "assigned mode=%d databases=%zu", (int)s->mode,
                  db.n);
    return rc;
}

enum err worker_session_run(struct worker_session *s,
                            const struct json *request, int fd,
                            const struct worker_session_progress *progress,
                            struct jsonw *w, struct error *e)
{
    const struct operation *op =
        operation_find(json_text(json_find(request, "op")));
    struct operation_call call = {
        .session = s, .request = request, .fd = fd, .progress = progress};
    enum err rc;

    if (!op || !(op->modes & 1U << s->mode))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "this worker has no such operation");
    arena_init(&call.arena, OPERATION_ARENA_BYTES);
    atomic_store(&s->stop, false);
    rc = op->run(&call, w, e);
    arena_release(&call.arena);
    return rc;
}

void worker_session_interrupt(struct worker_session *s)
{
    atomic_store(&s->stop, true);
    duck_interrupt(s->duck);
}
