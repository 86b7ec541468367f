/*
 * ingest_look.c - pass 1: examine every cell.
 *
 * One thread decodes, finds cells and sets aside what is not a row, because all of
 * that goes from one byte to the next; it takes a third of the time. The looks
 * at the cells are shared: rows are gathered in a unit, and while the next unit
 * is read, other threads look at this one, a column at a time. A column's
 * evidence is so gathered by one thread at a time and in the order of rows, and
 * is the same bytes whichever thread did it.
 *
 * The cells of a unit borrow the window. So there are two, taken in turns
 * (ingest_source_keep()), and before the window moves, what was read from it
 * becomes a unit and the one before is finished.
 */
#include "base/task_pool.h"
#include "engine/ingest/ingest_internal.h"

#define MOST_HELPERS 3u
#define WORTH_BYTES  (UINT64_C(4) << 20) /* of a file, for threads to be made */
#define UNIT_CELLS   ((size_t)128 * 1024)

struct unit {
    struct csv_cell *cells; /* cells[rows * width] */
    size_t rows;
    uint64_t first_row;
};

struct look {
    struct ingest *in;
    struct task_pool helpers;
    struct unit units[2]; /* one is read, the other looked at */
    struct unit *reading;
    const struct unit *given; /* the helpers' until they finish */
    size_t room;              /* rows of a unit */
    size_t batch_rows;
};

static void look_at_column(void *ctx, size_t column)
{
    const struct look *l = ctx;

    column_add(&l->in->seen[column], l->given->cells + column, l->in->width,
               l->given->rows, l->given->first_row);
}

/* What is read next goes after what the unit has. */
static void aim(struct look *l)
{
    size_t room = l->room - l->reading->rows;

    l->in->cells = l->reading->cells + l->reading->rows * l->in->width;
    l->in->batch_rows = room < l->batch_rows ? room : l->batch_rows;
}

/* The unit is complete: let it be looked at, and read the other. */
static void give(struct look *l)
{
    task_pool_finish(&l->helpers);
    if (l->reading->rows == 0)
        return;
    l->given = l->reading;
    task_pool_give(&l->helpers, look_at_column, l, l->in->columns);
    if (l->helpers.n)
        l->reading = &l->units[l->given == &l->units[0]];
    else
        task_pool_finish(&l->helpers);
    l->reading->rows = 0;
    aim(l);
}

static void before_move(void *ctx)
{
    give(ctx);
}

static enum err look_open(struct look *l, struct ingest *in, struct error *e)
{
    unsigned threads = in->request->threads;
    size_t unit_rows = UNIT_CELLS / in->width + 1;

    if (in->source.size < WORTH_BYTES || threads == 0)
        threads = 1;
    if (threads > MOST_HELPERS + 1)
        threads = MOST_HELPERS + 1;
    *l = (struct look){.in = in,
                       .units = {{.cells = in->cells}},
                       .batch_rows = in->batch_rows};
    l->reading = &l->units[0];
    l->room = in->batch_rows;
    if (threads > 1 && unit_rows > l->room)
        l->room = unit_rows;
    for (unsigned i = 0; threads > 1 && i < 2; i++) {
        l->units[i].cells = arena_alloc_array(in->a, l->room * in->width,
                                              sizeof(struct csv_cell), e);
        if (!l->units[i].cells)
            return e->code;
    }
    task_pool_open(&l->helpers, threads - 1);
    ingest_source_keep(&in->source, threads > 1);
    return OK;
}

static void report(const struct ingest *in)
{
    const struct ingest_progress *p = &in->request->progress;
    uint64_t done = in->source.decoder.offset;
    uint64_t total = in->source.size;

    if (done > total)
        done = total; /* it grows while it is read */
    if (p->report)
        p->report(p->ctx, done, total * 2);
}

static enum err look_at_rows(struct look *l, struct ingest_rows *rows,
                             struct error *e)
{
    struct ingest *in = l->in;
    size_t n = 0;
    enum err rc = ingest_rows_open(rows, in, e);

    rows->before_move = before_move;
    rows->ctx = l;
    while (!rc) {
        if (l->reading->rows == l->room)
            give(l);
        aim(l);
        rc = ingest_rows_next(rows, &n, e);
        if (rc || n == 0)
            break;
        if (l->reading->rows == 0)
            l->reading->first_row = rows->row - n;
        l->reading->rows += n;
        report(in);
        rc = ingest_check_stop(in, e);
        if (!rc)
            rc = ingest_parts_mark(in, rows, e);
    }
    give(l);
    task_pool_finish(&l->helpers);
    return rc;
}

enum err ingest_look(struct ingest *in, struct error *e)
{
    struct csv_cell *cells = in->cells;
    struct ingest_rows rows;
    struct look l;
    enum err rc = look_open(&l, in, e);

    if (rc)
        return rc;
    rc = look_at_rows(&l, &rows, e);
    task_pool_close(&l.helpers);
    ingest_source_keep(&in->source, false);
    in->cells = cells;
    in->batch_rows = l.batch_rows;
    in->rows = rows.row - 1;
    in->counts = rows.reader.counts;
    return rc;
}
