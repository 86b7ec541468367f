/*
 * ingest_parts.c - pass 2 by several threads.
 *
 * The rows are cut into parts of two row groups of the engine. A thread reads
 * a part, converts it and appends it on a connection and in a transaction of
 * its own; the transactions are committed in the order of the parts
 * (base/pipeline.h). So rows and row groups are those of one thread; how a row
 * group is compressed, which the engine decides by samples, and where in the
 * file it lies may differ, as they do between two runs of one thread. The lines
 * that are set aside go the same way.
 *
 * Where a part begins pass 1 has seen: it leaves a mark every MiB of text, from
 * which the same window is made again (ingest_source_return()), so that the
 * reader sees what it saw then, damage and repairs too. A thread begins at the
 * last mark before its first row and passes over the rows between.
 *
 * Two row groups, because the engine writes the last row group of a
 * transaction when it is committed, and commits wait for each other: with one
 * all compression is in line, with two half of it is, which is enough for two
 * threads; with four the threads end further apart. Measured on 5,000,000 rows
 * of two BIGINT and two VARCHAR, two threads, appending alone: 2.8 s with one,
 * 1.87 with two, 1.96 with four; one thread 3.7. The engine would also keep
 * five row groups before it writes any, which is as bad as all in the commit
 * (2.6 s) and takes memory, so that is turned off.
 *
 * Cutting rows, not bytes, keeps row groups full: a transaction's first row
 * group is moved into the table as it is.
 */
#include "base/pipeline.h"
#include "engine/ingest/ingest_internal.h"

#include <pthread.h>
#include <string.h>

#define GROUPS_OF_PART 2u
#define MOST_THREADS   4u   /* each takes memory for two row groups */
#define MOST_COLUMNS   200u /* each takes a block in each row group */
#define MARK_BYTES     (UINT64_C(1) << 20)

/* What all threads share. */
struct parts {
    struct ingest *in; /* not written by work() */
    size_t n;
    uint64_t rows; /* of a part but the last */
    size_t batch_rows;

    pthread_mutex_t lock; /* guards rows_done and progress.report() */
    uint64_t rows_done;
};

/* What one thread has for itself. */
struct member {
    struct parts *parts;
    struct ingest
        in; /* as all know it, but for what it reads and writes with */
    struct duck *duck;
};

static uint64_t text_at(const struct ingest_mark *m)
{
    return m->window.text_offset + m->pos;
}

enum err ingest_parts_mark(struct ingest *in, const struct ingest_rows *rows,
                           struct error *e)
{
    struct ingest_marks *marks = &in->marks;
    struct ingest_mark m;
    size_t room = marks->room ? marks->room * 2 : 16;
    uint64_t next =
        marks->n ? text_at(&marks->of[marks->n - 1]) + MARK_BYTES : MARK_BYTES;

    if (in->source.text_offset + rows->reader.pos < next ||
        !ingest_rows_mark(rows, &m))
        return OK;
    if (marks->n == marks->room) {
        struct ingest_mark *of = arena_alloc_array(in->a, room, sizeof(*of), e);

        if (!of)
            return e->code;
        if (marks->n)
            memcpy(of, marks->of, marks->n * sizeof(*of));
        marks->of = of;
        marks->room = room;
    }
    marks->of[marks->n++] = m;
    return OK;
}

/* The last mark before `row`, so that what lies between the row before it and
   itself is seen; NULL if there is none but the start. */
static const struct ingest_mark *mark_before(const struct ingest_marks *marks,
                                             uint64_t row)
{
    size_t low = 0;
    size_t high = marks->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (marks->of[middle].row < row)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &marks->of[low - 1] : NULL;
}

static void report(struct parts *p, uint64_t rows)
{
    const struct ingest_progress *progress = &p->in->request->progress;
    uint64_t total = p->in->source.size;

    if (p->in->places || !progress->report)
        return;
    (void)pthread_mutex_lock(&p->lock);
    p->rows_done += rows;
    progress->report(progress->ctx,
                     total + (uint64_t)((double)total * (double)p->rows_done /
                                        (double)p->in->rows),
                     total * 2);
    (void)pthread_mutex_unlock(&p->lock);
}

/* The next rows, none from `end` on. */
static enum err read_until(const struct parts *p, struct ingest_rows *rows,
                           uint64_t end, size_t *n, struct error *e)
{
    struct ingest *in = rows->in;

    in->batch_rows = p->batch_rows;
    if (end - rows->row < in->batch_rows)
        in->batch_rows = (size_t)(end - rows->row);
    return ingest_rows_next(rows, n, e);
}

/* Before `first`, with nothing counted yet of what lies between. */
static enum err go_to(struct member *m, uint64_t first,
                      struct ingest_rows *rows, struct error *e)
{
    struct ingest *in = &m->in;
    const struct ingest *whole = m->parts->in;
    const struct ingest_mark *mark = mark_before(&in->marks, first);
    bool keeps = whole->aside.duck != NULL;
    size_t n = 0;
    enum err rc;

    ingest_aside_begin(&in->aside, first == 1 && keeps ? m->duck : NULL,
                       INGEST_CATALOG);
    if (mark)
        rc = ingest_rows_return(rows, in, mark, e);
    else
        rc = ingest_rows_open(rows, in, e);
    while (!rc && rows->row < first) {
        rc = read_until(m->parts, rows, first, &n, e);
        if (!rc && n == 0)
            rc = ingest_changed(e);
    }
    if (!rc && first > 1)
        ingest_aside_begin(&in->aside, keeps ? m->duck : NULL, INGEST_CATALOG);
    return rc;
}

/* Up to the row `end`; UINT64_MAX: to the end of the text. */
static enum err append_rows(struct parts *p, struct ingest_rows *rows,
                            uint64_t end, struct error *e)
{
    struct ingest *in = rows->in;
    enum err rc = OK;

    while (!rc && rows->row < end) {
        size_t n = 0;

        rc = read_until(p, rows, end, &n, e);
        if (rc || n == 0)
            break;
        rc = ingest_append_rows(in, n, e);
        report(p, n);
        if (!rc)
            rc = ingest_check_stop(in, e);
    }
    if (rc)
        return rc;
    if (end < UINT64_MAX)
        return rows->row == end ? OK : ingest_changed(e);
    return rows->row - 1 == in->rows &&
                   memcmp(&in->counts, &rows->reader.counts,
                          sizeof(in->counts)) == 0
               ? OK
               : ingest_changed(e);
}

static enum err read_part(struct member *m, uint64_t first, uint64_t end,
                          struct error *e)
{
    struct ingest_rows rows;
    enum err rc = go_to(m, first, &rows, e);

    return rc ? rc : append_rows(m->parts, &rows, end, e);
}

/* All of it by the caller, in the transaction that it is in. */
static enum err fill_alone(struct parts *p, struct error *e)
{
    struct ingest *in = p->in;
    struct ingest_rows rows;
    enum err rc = ingest_append_begin(in, e);

    if (rc)
        return rc;
    rc = ingest_rows_open(&rows, in, e);
    if (!rc)
        rc = append_rows(p, &rows, UINT64_MAX, e);
    return ingest_append_end(in, rc, e);
}

static enum err work(void *arg, size_t part, struct error *e)
{
    struct member *m = arg;
    uint64_t first = part * m->parts->rows + 1;
    uint64_t end = part + 1 < m->parts->n ? first + m->parts->rows : UINT64_MAX;
    enum err rc = duck_exec(m->duck, "BEGIN", e);

    if (!rc)
        rc = ingest_append_begin(&m->in, e);
    if (!rc)
        rc = ingest_append_end(&m->in, read_part(m, first, end, e), e);
    rc = ingest_aside_close(&m->in.aside, rc, e);
    return rc ? ingest_write_failed(&m->in, e) : OK;
}

static enum err deliver(void *arg, size_t part, struct error *e)
{
    struct member *m = arg;

    (void)part;
    ingest_aside_merge(&m->parts->in->aside, &m->in.aside);
    return duck_exec(m->duck, "COMMIT", e) ? ingest_write_failed(&m->in, e)
                                           : OK;
}

static enum err member_open(struct member *m, struct parts *p, struct error *e)
{
    struct ingest *whole = p->in;
    struct ingest *in = &m->in;
    enum err rc;

    m->parts = p;
    *in = *whole;
    in->append = NULL;
    in->appended_bytes = 0;
    in->cells = arena_alloc_array(in->a, in->batch_rows * in->width,
                                  sizeof(*in->cells), e);
    rc = in->cells ? csv_repair_open(&in->repairer, in->a, e) : e->code;
    if (!rc)
        rc = ingest_source_open_beside(&in->source, &whole->source, in->a, e);
    else
        in->source = (struct ingest_source){0};
    if (!rc)
        rc = duck_open_beside(whole->duck, &m->duck, e);
    in->duck = m->duck;
    return rc;
}

static void member_close(struct member *m)
{
    if (!m->parts)
        return;
    ingest_source_close(&m->in.source);
    duck_close(m->duck);
}

static enum err fill_by_threads(struct parts *p, unsigned threads,
                                struct error *e)
{
    const struct pipeline_job job = {p->n, work, deliver};
    struct ingest *in = p->in;
    struct member *members =
        arena_alloc_array(in->a, threads, sizeof(*members), e);
    void *of[MOST_THREADS];
    enum err rc = OK;

    if (!members)
        return e->code;
    /* the others must see the tables; the caller ends a transaction */
    rc = duck_exec(in->duck, "COMMIT; SET write_buffer_row_group_count=1", e);
    for (unsigned i = 0; !rc && i < threads; i++) {
        rc = member_open(&members[i], p, e);
        of[i] = &members[i];
    }
    if (!rc)
        rc = pipeline_run(&job, of, threads, e);
    for (unsigned i = 0; i < threads; i++)
        member_close(&members[i]);
    return rc ? rc
              : duck_exec(in->duck, "RESET write_buffer_row_group_count; BEGIN",
                          e);
}

enum err ingest_parts_fill(struct ingest *in, struct error *e)
{
    unsigned threads = in->request->threads;
    struct parts p = {
        .in = in, .rows = in->request->part_rows, .batch_rows = in->batch_rows};
    enum err rc;

    if (threads > MOST_THREADS)
        threads = MOST_THREADS;
    if (p.rows == 0)
        p.rows = ingest_row_group_rows(in) * GROUPS_OF_PART;
    p.n = (size_t)((in->rows + p.rows - 1) / p.rows);
    if (threads > p.n)
        threads = (unsigned)p.n;
    (void)pthread_mutex_init(&p.lock, NULL);
    if (threads > 1 && in->marks.n && in->columns <= MOST_COLUMNS)
        rc = fill_by_threads(&p, threads, e);
    else
        rc = fill_alone(&p, e);
    (void)pthread_mutex_destroy(&p.lock);
    return rc;
}
