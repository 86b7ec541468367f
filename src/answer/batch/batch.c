/*
 * batch.c - the window: read, sorted by files, asked by the helpers, written.
 *
 * Sorted, because a worker is assigned for life to the files that it sees: a
 * question about other files costs the start of another one, the same files
 * in a row cost none. Answers wait until those before them are written; when
 * more than HELD_BYTES wait, the questions that are left are asked when their
 * turn comes, so that memory has a bound and no thread waits for another.
 */
#include "answer/batch/batch.h"

#include "answer/batch/batch_line.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/stdio/line.h"
#include "base/task_pool.h"
#include "store/catalog/pins.h"

#include <stdlib.h>
#include <sys/stat.h>

#define WINDOW_BYTES   ((size_t)16 << 20) /* of the lines of a window */
#define LINES_BYTES    ((size_t)512 << 20)
#define FILES_BYTES    ((size_t)512 << 20)
#define QUESTION_BYTES ((size_t)512 << 20) /* as of one `quarry ask` */
#define ANSWER_BYTES   ((size_t)64 << 20)
#define HELD_BYTES     ((size_t)256 << 20)

enum outcome { NOT_ASKED, ANSWERED, ASKED_BACK, FAILED };

struct question {
    struct batch_line line;
    uint64_t number; /* of the line */
    size_t bytes;    /* of the line */
    enum outcome outcome;
    struct buf answer; /* a line */
};

struct group {
    struct question **first; /* first[n], about the same files */
    size_t n;
};

struct window {
    const struct batch *b;
    struct line_reader reader;
    uint64_t line;     /* the last one that was read */
    bool at_end;       /* it was the last of all */
    struct arena a;    /* of the lines */
    uint64_t in_bytes; /* of all questions; 0: nobody knows */
    struct question question[BATCH_WINDOW]; /* question[n], in order */
    size_t n;
    struct question *sorted[BATCH_WINDOW];
    struct group group[BATCH_WINDOW]; /* group[n_groups] */
    size_t n_groups;

    pthread_mutex_t lock; /* guards what follows */
    size_t held_bytes;    /* of answers that are not yet written */
    uint64_t done_bytes;  /* of questions that were asked */
};

static bool is_cancelled(const struct batch *b)
{
    return b->cancel && atomic_load(b->cancel);
}

/* The answer stands; the caller has no lock. */
static void note(struct window *x, struct question *q, enum outcome outcome)
{
    const struct table_progress *p = &x->b->progress;

    (void)pthread_mutex_lock(&x->lock);
    q->outcome = outcome;
    x->held_bytes += q->answer.cap;
    x->done_bytes += q->bytes;
    if (p->report && x->in_bytes)
        p->report(p->ctx, x->done_bytes, x->in_bytes);
    (void)pthread_mutex_unlock(&x->lock);
}

static void fail(struct window *x, struct question *q, const struct error *why)
{
    buf_reset(&q->answer);
    batch_line_put_error(&q->line, why, &q->answer);
    note(x, q, FAILED);
}

static enum err answer(struct window *x, struct question *q, struct arena *a,
                       enum outcome *outcome, struct error *e)
{
    const struct answer_request r = {.question = q->line.question,
                                     .sources = q->line.sources,
                                     .n = q->line.n,
                                     .spec = q->line.spec,
                                     .reading = x->b->reading};
    struct answer *an = arena_alloc(a, sizeof(*an), e);
    struct str text;
    enum err rc;

    if (!an)
        return e->code;
    rc = answer_question(x->b->tables, &r, a, an, e);
    if (rc)
        return rc;
    batch_line_put_answer(&q->line, an, &q->answer);
    *outcome = an->mode == ANSWER_CLARIFICATION ? ASKED_BACK : ANSWERED;
    return buf_finish(&q->answer, &text, e);
}

static void ask(struct window *x, struct question *q, struct arena *a)
{
    enum outcome outcome = FAILED;
    struct error why;

    if (answer(x, q, a, &outcome, &why))
        fail(x, q, &why);
    else
        note(x, q, outcome);
}

/* The files of a group, for all of its questions: those know no others. */
static enum err open_files(struct window *x, const struct group *g,
                           struct arena *a, struct error *e)
{
    const struct batch_line *one = &g->first[0]->line;
    enum err rc = OK;

    for (size_t i = 0; i < one->n && !rc; i++)
        rc = table_open(x->b->tables, &one->sources[i], a, e);
    for (size_t k = 1; k < g->n && !rc; k++) {
        for (size_t i = 0; i < one->n; i++)
            g->first[k]->line.sources[i] = one->sources[i];
    }
    return rc;
}

/* What was opened dies; a question that had no room opens it again. */
static void forget_files(const struct group *g)
{
    for (size_t k = 0; k < g->n; k++) {
        for (size_t i = 0; i < g->first[k]->line.n; i++)
            g->first[k]->line.sources[i].opened = NULL;
    }
}

/* Is there room for another answer, and is one wanted? */
static bool goes_on(struct window *x)
{
    bool room;

    (void)pthread_mutex_lock(&x->lock);
    room = x->held_bytes < HELD_BYTES;
    (void)pthread_mutex_unlock(&x->lock);
    return room && !is_cancelled(x->b);
}

static void ask_group(struct window *x, const struct group *g)
{
    struct arena files;
    struct arena one;
    struct error why;
    enum err rc;

    arena_init(&files, FILES_BYTES);
    arena_init(&one, QUESTION_BYTES);
    rc = open_files(x, g, &files, &why);
    for (size_t i = 0; i < g->n && goes_on(x); i++) {
        if (rc)
            fail(x, g->first[i], &why);
        else
            ask(x, g->first[i], &one);
        arena_reset(&one);
    }
    forget_files(g);
    arena_release(&one);
    arena_release(&files);
}

static void ask_task(void *ctx, size_t task)
{
    struct window *x = ctx;
    struct base_pins pins;

    if (!goes_on(x))
        return;
    base_pins_begin(&pins);
    ask_group(x, &x->group[task]);
    base_pins_end(&pins);
}

static int compare_files(const struct batch_line *a, const struct batch_line *b)
{
    int order = (a->n > b->n) - (a->n < b->n);

    for (size_t i = 0; i < a->n && order == 0; i++)
        order = str_cmp(a->sources[i].path, b->sources[i].path);
    return order;
}

static int by_files(const void *x, const void *y)
{
    const struct question *a = *(struct question *const *)x;
    const struct question *b = *(struct question *const *)y;
    int order = compare_files(&a->line, &b->line);

    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static void make_groups(struct window *x)
{
    struct group *g = NULL;
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        if (x->question[i].outcome == NOT_ASKED)
            x->sorted[n++] = &x->question[i];
    }
    if (n > 0)
        qsort(x->sorted, n, sizeof(struct question *), by_files);
    x->n_groups = 0;
    for (size_t i = 0; i < n; i++) {
        if (!g || g->n == BATCH_GROUP ||
            compare_files(&g->first[0]->line, &x->sorted[i]->line) != 0) {
            g = &x->group[x->n_groups++];
            *g = (struct group){.first = &x->sorted[i]};
        }
        g->n++;
    }
}

/* A line becomes the next question of the window. */
static enum err add(struct window *x, struct str text, bool too_long,
                    const struct batch_place *at, struct error *e)
{
    struct question *q = &x->question[x->n];
    enum err rc;

    *q = (struct question){.number = at->line,
                           .bytes = (size_t)(x->reader.passed - at->offset)};
    buf_init(&q->answer, ANSWER_BYTES);
    rc = too_long
             ? batch_line_too_long(at, &x->a, &q->line, e)
             : batch_line_read(text, at, &x->b->common, &x->a, &q->line, e);
    if (rc)
        return rc;
    x->n++;
    if (q->line.damage)
        fail(x, q, q->line.damage);
    return OK;
}

/* Editors of one system begin a file with a mark. */
static struct str without_mark(struct str text)
{
    return str_starts(text, STR("\xEF\xBB\xBF")) ? str_slice(text, 3, text.n)
                                                 : text;
}

static enum err read_window(struct window *x, struct error *e)
{
    const uint64_t from = x->reader.passed;
    enum err rc = OK;

    x->n = 0;
    arena_reset(&x->a);
    while (x->n < BATCH_WINDOW && x->reader.passed - from < WINDOW_BYTES &&
           !rc) {
        struct batch_place at = {.offset = x->reader.passed};
        struct str text;
        enum line_event event = line_read(&x->reader, &text);

        x->at_end = event == LINE_END;
        if (x->at_end)
            break;
        at.line = ++x->line;
        if (at.line == 1)
            text = without_mark(text);
        if (event == LINE_TOO_LONG || str_trim(text).n > 0)
            rc = add(x, text, event == LINE_TOO_LONG, &at, e);
    }
    if (!rc && x->reader.errnum)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", x->b->shown,
                      x->reader.errnum, e);
    return rc;
}

static void count(const struct question *q, struct batch_counts *out)
{
    out->questions++;
    out->answered += q->outcome == ANSWERED;
    out->asked_back += q->outcome == ASKED_BACK;
    out->failed += q->outcome == FAILED;
}

/* In order; one that had no room is asked now, alone. */
static enum err write_window(struct window *x, struct batch_counts *out,
                             struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < x->n && !rc; i++) {
        struct question *q = &x->question[i];
        struct group alone = {&q, 1};

        x->held_bytes = 0; /* nobody else asks */
        if (q->outcome == NOT_ASKED)
            ask_group(x, &alone);
        if (is_cancelled(x->b))
            return error_set(e, ERR_TIMEOUT, "cancelled");
        rc = x->b->write(x->b->ctx, buf_str(&q->answer), e);
        count(q, out);
        buf_release(&q->answer);
    }
    return rc;
}

static enum err run(struct window *x, struct task_pool *h,
                    struct batch_counts *out, struct error *e)
{
    enum err rc;

    do {
        rc = read_window(x, e);
        if (rc)
            break;
        make_groups(x);
        task_pool_give(h, ask_task, x, x->n_groups);
        task_pool_finish(h);
        rc = write_window(x, out, e);
    } while (!rc && !x->at_end);
    for (size_t i = 0; i < x->n; i++)
        buf_release(&x->question[i].answer);
    return rc;
}

enum err batch_run(const struct batch *b, struct batch_counts *out,
                   struct error *e)
{
    struct window *x = mem_new(sizeof(*x), e);
    struct task_pool h;
    struct stat st;
    enum err rc;

    if (!x)
        return e->code;
    BUG_ON(b->threads == 0 || b->threads > BATCH_MAX_THREADS);
    *out = (struct batch_counts){0};
    x->b = b;
    if (fstat(b->fd, &st) == 0 && S_ISREG(st.st_mode))
        x->in_bytes = (uint64_t)st.st_size;
    arena_init(&x->a, LINES_BYTES);
    line_reader_init(&x->reader, b->fd, -1, BATCH_LINE_BYTES);
    (void)pthread_mutex_init(&x->lock, NULL);
    task_pool_open(&h, b->threads - 1);
    rc = run(x, &h, out, e);
    task_pool_close(&h);
    (void)pthread_mutex_destroy(&x->lock);
    line_reader_release(&x->reader);
    arena_release(&x->a);
    mem_free(x);
    return rc;
}
