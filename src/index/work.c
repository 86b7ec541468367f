#include "index/work.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/metrics.h"
#include "catalog/hotness.h"
#include "catalog/index_job.h"
#include "index/index.h"
#include "index/make.h"

#define WRITER_BYTES ((size_t)256 << 20)
#define ARENA_BYTES  ((size_t)4 << 30)
#define BATCH_MIN    16
#define BATCH_MAX    512
#define BATCH_MS     1000 /* about so long until what was made can be found */

enum fate { NOT_BEGUN, MADE, GONE, FAILED };

/* A job of the batch. */
struct task {
    struct index_job job;
    enum fate fate;
    int64_t version;
    struct previous old;
    struct embed_counts counts;
    struct error why;
    bool retry;
};

struct working {
    const struct index_work *w;
    const struct base *base;
    struct index ix;
    struct parser parser;
    struct embed_queue *queue;
    struct segments_writer *writer;
    struct arena a; /* of the batch */
    struct task *task;
    size_t n;
    size_t limit; /* tasks of the next batch */
    uint64_t began_ms;
    uint64_t done; /* documents, whatever became of them */
    struct index_worked *out;
};

static bool is_cancelled(const struct working *x)
{
    return x->w->cancel && atomic_load(x->w->cancel);
}

static bool is_over(const struct working *x)
{
    return is_cancelled(x) ||
           (x->w->budget_ms > 0 && clock_ms() - x->began_ms > x->w->budget_ms);
}

/* About the machine or the index, not a document. */
static bool is_fatal(const struct working *x, enum err rc)
{
    return rc == ERR_FILE_WRITE_FAILED || rc == ERR_INTERNAL ||
           (rc == ERR_TIMEOUT && is_cancelled(x));
}

static enum err take(struct working *x, struct error *e)
{
    int64_t now = clock_wall_ms();
    bool found = true;
    enum err rc = db_begin_write(x->base->db, e);

    if (rc)
        return rc;
    x->n = 0;
    while (!rc && found && x->n < x->limit) {
        struct task *t = &x->task[x->n];

        *t = (struct task){0};
        rc = index_job_next(x->base, now, &x->a, &t->job, &found, e);
        if (x->w->only_removals && t->job.kind != INDEX_JOB_REMOVE)
            found = false; /* removals are the first that there are */
        if (!rc && found) {
            rc = index_job_start(x->base, &t->job, e);
            x->n++;
        }
    }
    return db_end(x->base->db, rc, e);
}

/* New pieces of the index; what a failed batch left in them goes. */
static enum err begin_writing(struct working *x, struct error *e)
{
    struct vector_kind kind;
    bool has_vectors = index_kind(&x->ix, &kind);
    struct embed_options o = {.model = x->ix.model,
                              .english_only = x->ix.english_only};

    embed_queue_free(x->queue);
    segments_writer_free(x->writer);
    x->queue = NULL;
    x->writer = segments_writer_new(x->ix.segments, has_vectors ? &kind : NULL,
                                    WRITER_BYTES, e);
    o.writer = x->writer;
    if (x->writer)
        x->queue = embed_queue_new(&o, e);
    return x->queue ? OK : e->code;
}

static enum err find_old(struct working *x, struct task *t,
                         const struct segments_snapshot *s, struct error *e)
{
    struct vector_kind kind;
    bool has_vectors = index_kind(&x->ix, &kind);

    return previous_find(s, t->job.key, has_vectors ? &kind : NULL, &x->a,
                         &t->old, e);
}

static enum err make(struct working *x, struct task *t,
                     const struct segments_snapshot *s, struct error *e)
{
    struct document d;
    struct making m = {.base = x->base,
                       .document = &d,
                       .parser = &x->parser,
                       .tables = x->w->tables,
                       .queue = x->queue,
                       .old = &t->old,
                       .counts = &t->counts,
                       .cancel = x->w->cancel};
    struct arena a;
    enum err rc = find_old(x, t, s, e);

    if (rc)
        return rc;
    arena_init(&a, ARENA_BYTES);
    rc = document_get(x->base, t->job.document, &a, &d, e);
    if (!rc) {
        t->version = d.version;
        m.is_hot = hotness_is_hot(&d, clock_wall_ms() / 1000);
        rc = make_passages(&m, e);
    }
    arena_release(&a);
    return rc;
}

static void fail(struct task *t, const struct error *why, bool retry)
{
    t->fate = FAILED;
    t->why = *why;
    t->retry = retry;
}

/* The model, not a document: all that was made with it is made again. */
static void fail_batch(struct working *x, const struct error *why)
{
    for (size_t i = 0; i < x->n; i++) {
        if (x->task[i].fate == MADE)
            fail(&x->task[i], why, true);
    }
}

static bool may_go_another_time(enum err rc)
{
    return rc == ERR_TIMEOUT || rc == ERR_TOOL_WORKER_UNAVAILABLE ||
           rc == ERR_RATE_LIMITED;
}

static enum err make_one(struct working *x, struct task *t,
                         const struct segments_snapshot *s, struct error *e)
{
    struct error why;
    enum err rc;

    if (t->job.kind == INDEX_JOB_REMOVE) {
        t->fate = GONE;
        return OK;
    }
    if (x->w->report)
        x->w->report(x->w->ctx, x->done,
                     x->done < x->out->left ? x->out->left : x->done);
    x->done++;
    rc = make(x, t, s, &why);
    t->fate = MADE;
    if (rc && is_fatal(x, rc)) {
        *e = why;
        return rc;
    }
    if (rc && embed_queue_has_failed(x->queue)) {
        fail_batch(x, &why);
        return begin_writing(x, e);
    }
    if (rc)
        fail(t, &why, may_go_another_time(rc));
    return OK;
}

/* In one state of the base, which others may change meanwhile. */
static enum err make_all(struct working *x, struct error *e)
{
    const struct segments_snapshot *s;
    struct error why;
    enum err rc = segments_acquire(x->ix.segments, &s, e);
    enum err made;

    if (rc)
        return rc;
    rc = db_begin_read(x->base->db, e);
    for (size_t i = 0; i < x->n && !rc && !is_over(x); i++)
        rc = make_one(x, &x->task[i], s, e);
    made = rc ? OK : embed_queue_flush(x->queue, &why);
    if (made && is_fatal(x, made)) {
        *e = why;
        rc = made;
    } else if (made) {
        fail_batch(x, &why);
        rc = begin_writing(x, e);
    }
    (void)embed_queue_has_failed(x->queue);
    segments_release(x->ix.segments, s);
    return db_end(x->base->db, rc, e);
}

/* The keys of tasks whose passages so far go. */
static size_t keys_of(const struct working *x, bool only_failed,
                      struct str *key)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct task *t = &x->task[i];

        if (t->fate == FAILED ||
            (!only_failed && (t->fate == MADE || t->fate == GONE)))
            key[n++] = t->job.key;
    }
    return n;
}

/* A document that failed in the middle has left some passages behind; nobody
 * is answered from them, and they go at once. */
static enum err publish(struct working *x, struct error *e)
{
    struct str *key = arena_alloc_array(&x->a, x->n, sizeof(*key), e);
    size_t n;
    enum err rc;

    if (!key)
        return e->code;
    n = keys_of(x, false, key);
    rc = n ? segments_change(x->ix.segments, x->writer, key, n, e) : OK;
    if (rc)
        return rc;
    n = keys_of(x, true, key);
    return n ? segments_change(x->ix.segments, NULL, key, n, e) : OK;
}

static void add_counts(struct index_worked *out, const struct task *t)
{
    struct embed_counts *c = &out->counts;

    out->documents += t->fate == MADE;
    out->removed += t->fate == GONE;
    out->failed += t->fate == FAILED;
    if (t->fate == FAILED && out->first_failure.code == OK)
        out->first_failure = t->why;
    if (t->fate != MADE)
        return;
    c->passages += t->counts.passages;
    c->embedded += t->counts.embedded;
    c->reused += t->counts.reused;
    c->lexical_only += t->counts.lexical_only;
    c->vectors += t->counts.vectors;
    c->tokens += t->counts.tokens;
    metrics_count(METRIC_EMBEDDING_TOKENS, t->counts.tokens);
}

static enum err settle(struct working *x, const struct task *t, struct error *e)
{
    const struct index_result r = {.version = t->version,
                                   .chunks = (int64_t)t->counts.passages,
                                   .vectors = (int64_t)t->counts.vectors,
                                   .lexical_only =
                                       (int64_t)t->counts.lexical_only};
    const struct index_job_trouble trouble = {&t->why, t->retry};

    if (t->fate == FAILED)
        return index_job_failed(x->base, &t->job, &trouble, clock_wall_ms(), e);
    return t->fate == NOT_BEGUN ? OK : index_job_done(x->base, &t->job, &r, e);
}

static enum err settle_all(struct working *x, struct error *e)
{
    enum err rc = db_begin_write(x->base->db, e);

    if (rc)
        return rc;
    for (size_t i = 0; i < x->n && !rc; i++)
        rc = settle(x, &x->task[i], e);
    if (!rc)
        rc = index_jobs_recover(x->base, e); /* what was not begun */
    rc = db_end(x->base->db, rc, e);
    for (size_t i = 0; i < x->n && !rc; i++)
        add_counts(x->out, &x->task[i]);
    return rc;
}

/* Jobs that an indexer, dead or in trouble, had begun wait again. */
static enum err recover(struct working *x, struct error *e)
{
    enum err rc = db_begin_write(x->base->db, e);

    return rc ? rc : db_end(x->base->db, index_jobs_recover(x->base, e), e);
}

static enum err count_left(struct working *x, struct error *e)
{
    struct index_job_counts c = {0};
    enum err rc = index_jobs_count(x->base, &c, e);

    x->out->left = (uint64_t)c.waiting;
    return rc;
}

static enum err do_batch(struct working *x, struct error *e)
{
    uint64_t began = clock_ms();
    enum err rc = make_all(x, e);

    if (!rc)
        rc = publish(x, e);
    if (!rc)
        rc = settle_all(x, e);
    if (clock_ms() - began < BATCH_MS / 2 && x->limit < BATCH_MAX)
        x->limit *= 2;
    else if (clock_ms() - began > BATCH_MS && x->limit > BATCH_MIN)
        x->limit /= 2;
    return rc;
}

static enum err tidy(struct working *x, struct error *e)
{
    bool did = true;
    enum err rc = OK;

    while (!rc && did && !is_over(x))
        rc = segments_merge(x->ix.segments, &did, e);
    return rc;
}

static enum err do_all(struct working *x, struct error *e)
{
    enum err rc = OK;

    do {
        arena_reset(&x->a);
        x->task = arena_alloc_array(&x->a, BATCH_MAX, sizeof(*x->task), e);
        rc = x->task ? take(x, e) : e->code;
        if (!rc && x->n > 0)
            rc = do_batch(x, e);
    } while (!rc && x->n > 0 && !is_over(x));
    if (!rc)
        rc = tidy(x, e);
    if (!rc && is_cancelled(x))
        rc = error_set(e, ERR_TIMEOUT,
                       "cancelled; what was indexed before is kept");
    return rc;
}

static enum err work(struct working *x, struct error *e)
{
    struct error ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc =
        index_open(x->base, tables_home(x->w->tables), x->w->cancel, &x->ix, e);
    if (!rc)
        rc = parser_open(&x->parser, tables_pool(x->w->tables), x->base, &a, e);
    x->parser.cancel = x->w->cancel;
    if (!rc)
        rc = recover(x, e);
    if (!rc)
        rc = begin_writing(x, e);
    if (!rc)
        rc = count_left(x, e);
    if (!rc)
        rc = do_all(x, e);
    if (rc)
        (void)!recover(x, &ignored);
    else
        rc = count_left(x, e);
    embed_queue_free(x->queue);
    segments_writer_free(x->writer);
    parser_close(&x->parser);
    index_close(&x->ix);
    arena_release(&a);
    return rc;
}

static enum err lock_indexer(const struct index_work *w, struct fs_lock *lock,
                             struct index_worked *out, struct error *e)
{
    struct arena a;
    char *path;
    enum err rc;

    arena_init(&a, 16384);
    path = fs_join(w->base->derived.locks, "index", &a, e);
    rc = path ? fs_lock_open(path, "the lock of the index", w->wait_ms, lock, e)
              : e->code;
    out->is_busy = rc == ERR_TIMEOUT;
    arena_release(&a);
    return out->is_busy ? OK : rc;
}

enum err index_work(const struct index_work *w, struct index_worked *out,
                    struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct working x = {.w = w,
                        .base = w->base,
                        .ix = INDEX_NONE,
                        .parser.scratch = SCRATCH_NONE,
                        .limit = BATCH_MIN,
                        .began_ms = clock_ms(),
                        .out = out};
    enum err rc;

    *out = (struct index_worked){0};
    rc = lock_indexer(w, &lock, out, e);
    if (rc || out->is_busy)
        return rc;
    arena_init(&x.a, ARENA_BYTES);
    rc = work(&x, e);
    arena_release(&x.a);
    fs_lock_close(&lock);
    return rc;
}
