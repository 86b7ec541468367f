#include "search/index/index.h"

#include "search/index/index_objects.h"
#include "store/catalog/index_job.h"
#include "store/table_cache/copy.h"

#include <unistd.h>

#define SHOWN       "the index of the base"
#define PASSAGES    "passages4" /* the version of the code that makes them */
#define CLEAR_MS    UINT64_C(60000) /* for another indexer to end */
#define STATE_BYTES ((size_t)16 * 1024)
#define LIST_BYTES  ((size_t)16 << 20)

enum err index_lock(const struct base *b, uint64_t wait_ms, struct lease *lock,
                    struct error *e)
{
    struct lease_place place = {.store = b->store,
                                .kind = "index",
                                .id = str_from(b->id),
                                .shown = "the lock of the index"};
    struct arena a;
    char *path;
    enum err rc;

    arena_init(&a, STATE_BYTES);
    path = fs_join(b->derived.locks, "index", &a, e);
    place.file = path;
    rc = path ? lease_open(&place, wait_ms, lock, e) : e->code;
    arena_release(&a);
    return rc;
}

enum err index_remove(const struct base *b, const struct lease *held,
                      struct error *e)
{
    struct arena a;
    char *folder;
    enum err rc;

    BUG_ON(!lease_is_held(held));
    arena_init(&a, STATE_BYTES);
    folder = fs_join(b->folder, "index", &a, e);
    rc = folder ? index_objects_forget(b, e) : e->code;
    if (!rc)
        rc = fs_remove_tree(folder, SHOWN, e);
    arena_release(&a);
    return rc;
}

enum err index_clear(const struct base *b, struct error *e)
{
    struct lease lock = LEASE_NONE;
    enum err rc = index_lock(b, CLEAR_MS, &lock, e);

    if (!rc)
        rc = index_remove(b, &lock, e);
    lease_close(&lock);
    return rc;
}

static enum err open_segments(const struct base *b, struct arena *a,
                              struct segments **out, struct error *e)
{
    const struct segments_source source = index_objects_source(b);
    char *folder = fs_join(b->folder, "index", a, e);
    enum err rc = folder ? index_objects_bring(b, e) : e->code;

    if (!rc)
        rc = fs_mkdirs(folder, SHOWN, e);
    return rc ? rc : segments_open_from(folder, &source, out, e);
}

enum err index_provider(const struct base *b, struct arena *a, struct str *out,
                        struct error *e)
{
    enum err rc = base_get_setting(b, "embedding", a, out, e);

    if (!rc && out->n == 0)
        *out = STR(INDEX_DEFAULT_PROVIDER);
    return rc;
}

static enum err is_there(const struct base *b, struct arena *a, char **folder,
                         bool *is, struct error *e)
{
    enum err rc;

    *folder = fs_join(b->folder, "index", a, e);
    rc = *folder ? index_objects_bring(b, e) : e->code;
    return rc ? rc : fs_exists(*folder, SHOWN, is, e);
}

static enum err segments_id(const struct index *ix, struct arena *a,
                            struct str *out, struct error *e)
{
    const struct segments_snapshot *s;
    enum err rc = segments_acquire(ix->segments, &s, e);

    if (rc)
        return rc;
    rc = str_dup(str_from(s->id), a, out, e);
    segments_release(ix->segments, s);
    return rc;
}

/* What the documents' states must be about. */
static enum err expected_state(struct index *ix, struct str provider,
                               struct str backend, struct arena *a,
                               struct str *out, struct error *e)
{
    const char *base =
        backend.n ? ix->base->id : ""; /* a copy has none there */
    struct str id;
    enum err rc = segments_id(ix, a, &id, e);

    return rc ? rc
              : str_printf(a, out, e, "%.*s %s %.*s%s%.*s%s%s", STR_FMT(id),
                           PASSAGES, STR_FMT(provider), backend.n ? " " : "",
                           STR_FMT(backend), backend.n ? " " : "", base);
}

enum err index_owner(const struct index *ix, struct arena *a,
                     struct backend_owner *out, struct error *e)
{
    *out = (struct backend_owner){0};
    (void)index_kind(ix, &out->kind);
    return segments_id(ix, a, &out->index, e);
}

static enum err begin_anew(const struct base *b, struct str state,
                           struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = index_jobs_all_stale(b, e);
    if (!rc)
        rc = base_set_setting(b, "index", state, e);
    return db_end(b->db, rc, e);
}

/* It is said to be there, and is not. */
static enum err is_lost(const struct base *b, bool *is, struct error *e)
{
    struct arena a;
    struct str state = {0};
    char *folder;
    bool there = false;
    enum err rc;

    arena_init(&a, STATE_BYTES);
    rc = is_there(b, &a, &folder, &there, e);
    if (!rc && !there)
        rc = base_get_setting(b, "index", &a, &state, e);
    *is = !rc && state.n > 0;
    arena_release(&a);
    return rc;
}

static enum err forget_lost(const struct base *b, struct error *e)
{
    bool lost = false;
    enum err rc = is_lost(b, &lost, e);

    return rc || !lost ? rc : begin_anew(b, (struct str){0}, e);
}

static enum err recover(const struct base *b, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    return rc ? rc : db_end(b->db, index_jobs_recover(b, e), e);
}

/* Unless an indexer lives: the states are then its own. */
static enum err note_alone(const struct base *b,
                           enum err (*note)(const struct base *,
                                            struct error *),
                           struct error *e)
{
    struct lease lock = LEASE_NONE;
    struct error busy;
    enum err rc = index_lock(b, 0, &lock, &busy);

    if (rc == ERR_TIMEOUT)
        return OK;
    if (rc)
        *e = busy;
    else
        rc = note(b, e);
    lease_close(&lock);
    return rc;
}

enum err index_note_lost(const struct base *b, struct error *e)
{
    bool lost = false;
    enum err rc = is_lost(b, &lost, e);

    return rc || !lost ? rc : note_alone(b, forget_lost, e);
}

enum err index_note_state(const struct base *b, struct error *e)
{
    int64_t begun = 0;
    enum err rc = index_note_lost(b, e);

    if (!rc)
        rc = db_get_int(b->db,
                        "SELECT documents FROM tally WHERE state = 'indexing'",
                        DB_NO_ARGS, &begun, e);
    return rc || begun == 0 ? rc : note_alone(b, recover, e);
}

/* A file of it; locks and what a writer has not finished are nobody's, and what is in
 * a bucket is of that base. */
static enum err copy_one(const char *from, const char *to, struct str name,
                         struct arena *a, struct error *e)
{
    struct copy c = {.from = -1, .folder = to, .shown = SHOWN};
    const char *path;
    enum err rc;

    if (str_ends(name, STR(".lock")) || str_starts(name, STR("objects")))
        return OK;
    c.name = str_cstr(name, a, e);
    path = c.name ? fs_join(from, c.name, a, e) : NULL;
    rc = path ? fs_open_read(path, SHOWN, &c.from, e) : e->code;
    if (!rc)
        rc = copy_make(&c, e);
    fs_close(&c.from);
    return rc;
}

/* Each segment in the folder. */
static enum err bring_all(const struct base *b, struct arena *a,
                          struct error *e)
{
    struct segments *x = NULL;
    enum err rc = open_segments(b, a, &x, e);

    segments_close(x);
    return rc;
}

enum err index_copy(const struct base *b, const struct lease *held,
                    const char *folder, bool *copied, struct error *e)
{
    struct arena a;
    struct str *list = NULL;
    char *from, *to;
    size_t n = 0;
    enum err rc;

    BUG_ON(!lease_is_held(held));
    arena_init(&a, LIST_BYTES);
    rc = is_there(b, &a, &from, copied, e);
    if (!rc && *copied && b->blobs)
        rc = bring_all(b, &a, e);
    if (!rc && *copied)
        rc = fs_list_tree(from, SHOWN, &a, &list, &n, e);
    to = rc ? NULL : fs_join(folder, "index", &a, e);
    if (!rc && (!to || (*copied && fs_mkdirs(to, SHOWN, e))))
        rc = e->code;
    for (size_t i = 0; i < n && !rc; i++)
        rc = copy_one(from, to, list[i], &a, e);
    arena_release(&a);
    return rc;
}

enum err index_push(const struct base *b, uint64_t wait_ms, size_t *put,
                    struct error *e)
{
    struct lease lock = LEASE_NONE;
    struct segments *x = NULL;
    struct arena a;
    char *folder;
    bool there = false;
    enum err rc = index_lock(b, wait_ms, &lock, e);

    *put = 0;
    arena_init(&a, STATE_BYTES);
    if (!rc)
        rc = is_there(b, &a, &folder, &there, e);
    if (!rc && there)
        rc = open_segments(b, &a, &x, e);
    if (x)
        rc = index_objects_push(b, x, &lock, put, e);
    segments_close(x);
    lease_close(&lock);
    arena_release(&a);
    return rc;
}

static enum err compare_state(struct index *ix, struct str provider,
                              struct str backend, struct arena *a,
                              struct error *e)
{
    struct str expected = {0};
    struct str is = {0};
    enum err rc = expected_state(ix, provider, backend, a, &expected, e);

    if (!rc)
        rc = base_get_setting(ix->base, "index", a, &is, e);
    return rc || str_eq(expected, is) ? rc : begin_anew(ix->base, expected, e);
}

/* An endpoint, which is open, says how long its vectors are when it is opened
 * first; kept, so that it is not asked again. */
static enum err keep_provider(struct index *ix, struct str provider,
                              struct error *e)
{
    struct str name = str_from(ix->model->model);

    return str_eq(name, provider)
               ? OK
               : base_set_setting(ix->base, "embedding", name, e);
}

static enum err open_model(struct index *ix, struct str *provider,
                           struct error *e)
{
    const struct endpoint_options how = {.home = ix->home->path,
                                         .cancel = ix->cancel};
    enum err rc = provider_open(*provider, &how, &ix->model, &ix->model_error);

    ix->is_model_due = false;
    if (rc || !provider_is_endpoint(*provider))
        return OK;
    rc = keep_provider(ix, *provider, e);
    *provider = str_from(ix->model->model);
    return rc;
}

enum err index_open_model(struct index *ix, struct error *e)
{
    struct str provider;
    struct arena a;
    enum err rc;

    if (!ix->is_model_due)
        return OK;
    arena_init(&a, STATE_BYTES);
    rc = index_provider(ix->base, &a, &provider, e);
    if (!rc)
        rc = open_model(ix, &provider, e);
    arena_release(&a);
    return rc;
}

/* One that cannot be opened is no error: words are found without it. */
static void open_backend(struct index *ix, struct str value)
{
    const struct endpoint_options how = {.home = ix->home->path,
                                         .cancel = ix->cancel};

    ix->is_remote = value.n > 0;
    if (ix->is_remote &&
        backend_open(ix->base, value, &how, &ix->backend, &ix->backend_error))
        ix->backend = NULL;
}

enum err index_open(const struct base *b, const struct home *home,
                    const atomic_bool *cancel, struct index *ix,
                    struct error *e)
{
    struct arena a;
    struct str provider;
    struct str backend;
    enum err rc;

    *ix = (struct index){
        .base = b, .home = home, .cancel = cancel, .is_model_due = true};
    arena_init(&a, STATE_BYTES);
    rc = index_provider(b, &a, &provider, e);
    if (!rc)
        rc = open_segments(b, &a, &ix->segments, e);
    if (!rc)
        ix->english_only = provider_is_english_only(provider);
    if (!rc && provider_is_endpoint(provider)) /* its name is completed */
        rc = open_model(ix, &provider, e);
    if (!rc)
        rc = backend_setting(b, &a, &backend, e);
    if (!rc)
        open_backend(ix, backend);
    if (!rc)
        rc = compare_state(ix, provider, backend, &a, e);
    arena_release(&a);
    return rc;
}

void index_close(struct index *ix)
{
    backend_close(ix->backend);
    embedder_close(ix->model);
    segments_close(ix->segments);
    *ix = INDEX_NONE;
}

struct vector_kind index_kind_of(const struct embedder *model)
{
    return (struct vector_kind){str_from(model->model),
                                (uint32_t)model->dimensions};
}

bool index_kind(const struct index *ix, struct vector_kind *out)
{
    BUG_ON(ix->is_model_due);
    *out = (struct vector_kind){0};
    if (!ix->model)
        return false;
    *out = index_kind_of(ix->model);
    return true;
}

enum err index_verify(const struct base *b, uint64_t *bytes, struct error *e)
{
    const struct segments_source source = index_objects_source(b);
    const struct segments_snapshot *s = NULL;
    struct segments *x = NULL;
    struct arena a;
    char *folder;
    bool there = false;
    enum err rc;

    *bytes = 0;
    arena_init(&a, STATE_BYTES);
    rc = is_there(b, &a, &folder, &there, e);
    if (!rc && there)
        rc = segments_open_from(folder, &source, &x, e);
    if (!rc && x)
        rc = segments_verify(x, e);
    if (!rc && x)
        rc = segments_acquire(x, &s, e);
    if (s)
        *bytes = s->bytes;
    segments_release(x, s);
    segments_close(x);
    arena_release(&a);
    return rc;
}
