#include "search/index/job_batch.h"

#include "base/clock.h"
#include "search/index/send.h"
#include "store/catalog/hotness.h"

#define WRITER_BYTES ((size_t)256 << 20)
#define ARENA_BYTES  ((size_t)4 << 30)
#define LONG_MS      3000 /* what a kill may cost */

bool batch_is_cancelled(const struct batch *x)
{
    return x->w->cancel && atomic_load(x->w->cancel);
}

bool batch_is_over(const struct batch *x)
{
    return batch_is_cancelled(x) ||
           (x->w->budget_ms > 0 && clock_ms() - x->began_ms > x->w->budget_ms);
}

/* New pieces of the index; what a failed batch left in them goes. */
enum err batch_begin(struct batch *x, struct error *e)
{
    struct vector_kind kind;
    bool has_vectors = index_kind(&x->ix, &kind);
    struct embed_options o = {.model = x->ix.model,
                              .english_only = x->ix.english_only};

    batch_end(x);
    x->writer = segments_writer_new(x->ix.segments, has_vectors ? &kind : NULL,
                                    WRITER_BYTES, e);
    o.writer = x->writer;
    if (x->writer)
        x->queue = embed_queue_new(&o, e);
    return x->queue ? OK : e->code;
}

static enum err find_old(struct batch *x, struct task *t,
                         const struct segments_snapshot *s, struct error *e)
{
    struct vector_kind kind;
    bool has_vectors = index_kind(&x->ix, &kind);

    return previous_find(s, t->job.key, has_vectors ? &kind : NULL, &x->a,
                         &t->old, e);
}

static enum err make(struct batch *x, struct task *t,
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
        if (x->w->measure && d.bytes > 0)
            x->w->measure(x->w->ctx, "indexing", (uint64_t)d.bytes);
        rc = make_passages(&m, e);
    }
    arena_release(&a);
    return rc;
}

static void fail(struct task *t, const struct error *why, bool retry)
{
    t->outcome = FAILED;
    t->why = *why;
    t->retry = retry;
}

/* The model, not a document: all that was made with it is made again. */
static void fail_batch(struct batch *x, const struct error *why)
{
    for (size_t i = 0; i < x->n; i++) {
        if (x->task[i].outcome == MADE)
            fail(&x->task[i], why, true);
    }
}

static bool may_go_another_time(enum err rc)
{
    return rc == ERR_TIMEOUT || rc == ERR_TOOL_WORKER_UNAVAILABLE ||
           rc == ERR_RATE_LIMITED;
}

static enum err make_one(struct batch *x, struct task *t,
                         const struct segments_snapshot *s, struct error *e)
{
    struct error why;
    enum err rc;

    if (t->job.kind == INDEX_JOB_REMOVE) {
        t->outcome = GONE;
        return OK;
    }
    if (x->w->report)
        x->w->report(x->w->ctx, x->done,
                     x->done < x->out->left ? x->out->left : x->done);
    x->done++;
    rc = make(x, t, s, &why);
    t->outcome = MADE;
    if (rc && batch_is_cancelled(x) && !embed_queue_has_failed(x->queue)) {
        t->outcome = CUT;
        return OK;
    }
    if (rc && document_parser_is_fatal(&why, x->w->cancel)) {
        *e = why;
        return rc;
    }
    if (rc && embed_queue_has_failed(x->queue)) {
        fail_batch(x, &why);
        return batch_begin(x, e);
    }
    if (rc)
        fail(t, &why, may_go_another_time(rc));
    return OK;
}

/* In one state of the base, which others may change meanwhile. */
enum err batch_make(struct batch *x, struct error *e)
{
    const struct segments_snapshot *s;
    const uint64_t began_ms = clock_ms();
    struct error why;
    enum err rc = segments_acquire(x->ix.segments, &s, e);
    enum err made;

    if (rc)
        return rc;
    rc = db_begin_read(x->base->db, e);
    for (size_t i = 0; i < x->n && !rc && !batch_is_over(x) &&
                       (i == 0 || clock_ms() - began_ms < LONG_MS);
         i++)
        rc = make_one(x, &x->task[i], s, e);
    made = rc ? OK : embed_queue_flush(x->queue, &why);
    if (made && document_parser_is_fatal(&why, x->w->cancel)) {
        *e = why;
        rc = made;
    } else if (made) {
        fail_batch(x, &why);
        rc = batch_begin(x, e);
    }
    (void)embed_queue_has_failed(x->queue);
    segments_release(x->ix.segments, s);
    return db_end(x->base->db, rc, e);
}

/* The keys of tasks whose passages so far go. */
static size_t keys_of(const struct batch *x, bool only_failed, struct str *key)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct task *t = &x->task[i];

        if (t->outcome == FAILED || t->outcome == CUT ||
            (!only_failed && (t->outcome == MADE || t->outcome == GONE)))
            key[n++] = t->job.key;
    }
    return n;
}

/* A document that failed or was cut in the middle has left some passages; nobody
 * is answered from them, and they go at once. */
enum err batch_publish(struct batch *x, struct error *e)
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

static enum err forget_ready(const struct base *b, struct error *e)
{
    int64_t ready = 0;
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = db_get_int(b->db, "SELECT documents FROM tally WHERE state = 'ready'",
                    DB_NO_ARGS, &ready, e);
    if (!rc && ready > 0)
        rc = index_jobs_all_stale(b, e);
    return db_end(b->db, rc, e);
}

/* Without a model there is nothing for it; what is of another base stays. */
static enum err drop_backend(struct batch *x, struct error *e)
{
    struct error why;
    enum err rc = backend_drop(x->ix.backend, &why);

    if (rc == ERR_CONFLICT)
        return OK;
    if (rc)
        *e = why;
    return rc;
}

/* What it had for another index or model, or nothing: then what is ready is not, as
 * its vectors are lost. */
static enum err prepare_backend(struct batch *x, struct error *e)
{
    struct backend_owner owner;
    bool is_new = false;
    enum err rc;

    if (x->ix.backend_error.code || x->ix.model_error.code) {
        *e = x->ix.backend_error.code ? x->ix.backend_error : x->ix.model_error;
        return e->code;
    }
    if (x->is_prepared)
        return OK;
    rc = index_owner(&x->ix, &x->a, &owner, e);
    if (!rc && owner.kind.dimensions > 0)
        rc = backend_prepare(x->ix.backend, &owner, &is_new, e);
    else if (!rc)
        rc = drop_backend(x, e);
    if (!rc && is_new)
        rc = forget_ready(x->base, e);
    x->is_prepared = rc == OK;
    return rc;
}

static enum err send_batch(struct batch *x, struct error *e)
{
    struct sending s = {.ix = &x->ix, .writer = x->writer};
    struct str *key = arena_alloc_array(&x->a, x->n, sizeof(*key), e);
    struct vector_kind kind;
    enum err rc;

    if (!key)
        return e->code;
    rc = prepare_backend(x, e);
    if (rc || !index_kind(&x->ix, &kind)) /* without a model there is nothing */
        return rc;
    s.document = key;
    s.n = keys_of(x, false, key);
    if (s.n)
        rc = send_passages(&s, e);
    s.n = keys_of(x, true, key);
    return !rc && s.n ? send_removals(&x->ix, key, s.n, e) : rc;
}

/* A backend that cannot be asked is nobody's fault: all is done again later, also what is to be
 * removed. */
enum err batch_send(struct batch *x, struct error *e)
{
    struct error why;
    enum err rc = x->ix.is_remote ? send_batch(x, &why) : OK;

    if (rc && document_parser_is_fatal(&why, x->w->cancel)) {
        *e = why;
        return rc;
    }
    if (!rc)
        return OK;
    x->is_prepared = false;
    for (size_t i = 0; i < x->n; i++) {
        struct task *t = &x->task[i];

        if (t->outcome == MADE || t->outcome == GONE)
            fail(t, &why, may_go_another_time(rc) || rc == ERR_NOT_FOUND);
    }
    return batch_begin(x, e);
}

void batch_end(struct batch *x)
{
    embed_queue_free(x->queue);
    segments_writer_free(x->writer);
    x->queue = NULL;
    x->writer = NULL;
}
