#include "search/index/work.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "search/index/background.h"
#include "search/index/index_objects.h"
#include "search/index/job_batch.h"
#include "store/catalog/metrics.h"

#define ARENA_BYTES ((size_t)4 << 30)
#define BATCH_MIN   16
#define BATCH_MAX   512
#define BATCH_MS    1000 /* about so long until what was made can be found */
#define TIDY_EVERY  64   /* batches; an index has at most 1,024 segments */

static enum err take(struct batch *x, struct error *e)
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

static void add_counts(struct index_worked *out, const struct task *t)
{
    struct embed_counts *c = &out->counts;

    out->documents += t->outcome == MADE;
    out->removed += t->outcome == GONE;
    out->failed += t->outcome == FAILED;
    if (t->outcome == FAILED && out->first_failure.code == OK)
        out->first_failure = t->why;
    if (t->outcome != MADE)
        return;
    c->passages += t->counts.passages;
    c->embedded += t->counts.embedded;
    c->reused += t->counts.reused;
    c->lexical_only += t->counts.lexical_only;
    c->vectors += t->counts.vectors;
    c->tokens += t->counts.tokens;
    metrics_count(METRIC_EMBEDDING_TOKENS, t->counts.tokens);
}

static enum err settle(struct batch *x, const struct task *t, struct error *e)
{
    const struct index_result r = {.version = t->version,
                                   .chunks = (int64_t)t->counts.passages,
                                   .vectors = (int64_t)t->counts.vectors,
                                   .lexical_only =
                                       (int64_t)t->counts.lexical_only};
    const struct index_job_trouble trouble = {&t->why, t->retry};

    if (t->outcome == FAILED)
        return index_job_failed(x->base, &t->job, &trouble, clock_wall_ms(), e);
    return t->outcome == NOT_BEGUN || t->outcome == CUT
               ? OK
               : index_job_done(x->base, &t->job, &r, e);
}

static enum err settle_all(struct batch *x, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < x->n && !rc; i++)
        rc = settle(x, &x->task[i], e);
    if (!rc)
        rc = index_jobs_recover(x->base, e); /* what was not begun */
    return rc ? rc : index_objects_outdate(x->base, e);
}

/* In one transaction of a store, so that nobody gets the lease between the index and
 * the states of its documents. The index of a file is published before: others may write
 * meanwhile, and the lock is not lost. */
static enum err publish(struct batch *x, struct error *e)
{
    const bool is_fenced = x->lock->row != NULL;
    enum err rc = is_fenced ? OK : batch_publish(x, e);

    if (!rc)
        rc = db_begin_write(x->base->db, e);
    if (rc)
        return rc;
    if (is_fenced)
        rc = lease_fence(x->lock, x->base->db, e);
    if (!rc && is_fenced)
        rc = batch_publish(x, e);
    if (!rc)
        rc = settle_all(x, e);
    rc = db_end(x->base->db, rc, e);
    for (size_t i = 0; i < x->n && !rc; i++)
        add_counts(x->out, &x->task[i]);
    return rc;
}

/* Jobs that an indexer, dead or in trouble, had begun wait again. */
static enum err recover(struct batch *x, struct error *e)
{
    enum err rc = db_begin_write(x->base->db, e);

    return rc ? rc : db_end(x->base->db, index_jobs_recover(x->base, e), e);
}

static enum err count_left(struct batch *x, struct error *e)
{
    struct index_job_counts c = {0};
    enum err rc = index_jobs_count(x->base, &c, e);

    x->out->left = (uint64_t)c.waiting;
    return rc;
}

static enum err do_batch(struct batch *x, struct error *e)
{
    uint64_t began = clock_ms();
    enum err rc = batch_make(x, e);

    if (!rc)
        rc = batch_send(x, e);
    if (!rc)
        rc = publish(x, e);
    if (clock_ms() - began < BATCH_MS / 2 && x->limit < BATCH_MAX)
        x->limit *= 2;
    else if (clock_ms() - began > BATCH_MS && x->limit > BATCH_MIN)
        x->limit /= 2;
    return rc;
}

static enum err tidy(struct batch *x, struct error *e)
{
    bool did = true;
    enum err rc = OK;

    while (!rc && did && !batch_is_over(x))
        rc = segments_merge(x->ix.segments, &did, e);
    return rc;
}

/* Without it words decide more; the next work tries again. */
static void learn_background(struct batch *x)
{
    struct error e;

    if (!x->w->only_removals && !batch_is_over(x) &&
        background_keep(&x->ix, &e))
        log_warn("index",
                 "the similarity of unrelated texts is not measured yet: %s",
                 e.msg);
}

/* Until it is there, who lost the folder makes the index again; so that it cannot be put
 * there stops nothing, and the next work tries again. */
static void push(struct batch *x)
{
    struct error e;

    if (x->base->blobs &&
        index_objects_push(x->base, x->ix.segments, x->lock, NULL, &e))
        log_warn("index", "the index is not in the bucket yet: %s", e.msg);
}

static enum err do_all(struct batch *x, struct error *e)
{
    size_t batches = 0;
    enum err rc = OK;

    do {
        arena_reset(&x->a);
        x->task = arena_alloc_array(&x->a, BATCH_MAX, sizeof(*x->task), e);
        rc = x->task ? take(x, e) : e->code;
        if (!rc && x->n > 0)
            rc = do_batch(x, e);
        if (!rc && ++batches % TIDY_EVERY == 0) {
            rc = tidy(x, e);
            push(x);
        }
    } while (!rc && x->n > 0 && !batch_is_over(x));
    if (!rc)
        learn_background(x);
    if (!rc)
        rc = tidy(x, e);
    if (!rc)
        push(x);
    if (!rc && batch_is_cancelled(x))
        rc = error_set(e, ERR_TIMEOUT,
                       "cancelled; what was indexed before is kept");
    return rc;
}

static enum err work(struct batch *x, struct error *e)
{
    struct error ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc =
        index_open(x->base, tables_home(x->w->tables), x->w->cancel, &x->ix, e);
    if (!rc)
        rc = index_open_model(&x->ix, e);
    if (!rc)
        rc = document_parser_open(&x->parser, tables_pool(x->w->tables),
                                  x->base, &a, e);
    x->parser.cancel = x->w->cancel;
    if (!rc)
        rc = recover(x, e);
    if (!rc)
        rc = batch_begin(x, e);
    if (!rc)
        rc = count_left(x, e);
    if (!rc)
        rc = do_all(x, e);
    if (rc)
        (void)!recover(x, &ignored);
    else
        rc = count_left(x, e);
    batch_end(x);
    document_parser_close(&x->parser);
    index_close(&x->ix);
    arena_release(&a);
    return rc;
}

enum err index_work(const struct index_work *w, struct index_worked *out,
                    struct error *e)
{
    struct lease lock = LEASE_NONE;
    struct batch x = {.w = w,
                      .base = w->base,
                      .lock = &lock,
                      .ix = INDEX_NONE,
                      .parser.scratch = SCRATCH_NONE,
                      .limit = BATCH_MIN,
                      .began_ms = clock_ms(),
                      .out = out};
    enum err rc;

    *out = (struct index_worked){0};
    rc = index_lock(w->base, w->wait_ms, &lock, e);
    out->is_busy = rc == ERR_TIMEOUT;
    if (rc)
        return out->is_busy ? OK : rc;
    arena_init(&x.a, ARENA_BYTES);
    rc = work(&x, e);
    if (rc == ERR_INTERNAL) { /* damaged: from the beginning, once */
        rc = index_remove(w->base, &lock, e);
        if (!rc)
            rc = work(&x, e);
    }
    arena_release(&x.a);
    lease_close(&lock);
    return rc;
}
