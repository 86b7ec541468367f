/*
 * table_aligned.c - tables without rulings: lines whose cells are aligned.
 *
 *     lines of a column of the page -> runs of lines with several pieces
 *        -> gutters that no line of the run crosses -> columns
 *        -> rows, wrapped ones put together -> how sure
 *
 * A piece is words that are near each other; a gutter is white over nearly all
 * lines of a run. A piece that crosses gutters spans their columns: a heading
 * over several of them.
 *
 * Prose in columns, lists and addresses are aligned, too. What tells tables from
 * them is that cells hold values, that there are three columns or more, many
 * rows, and rules above and below. How much each weighs was fitted by hand on the
 * open files of make bench-pdf-tables.
 */
#include "formats/pdf/table_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEADING     2.6F  /* of the size, from line to line of a run at most */
#define SINGLES     2     /* lines of one piece between others */
#define SECTIONS    4     /* the same between a header and its first row */
#define HEADER      2     /* lines of several pieces that may be a header */
#define MIN_ROWS    2     /* lines of several pieces */
#define TIGHT       1.3F  /* of the size, between lines of a cell at most */
#define CLOSER      0.85F /* of the distance of rows, the same */
#define LEVEL_NEAR  30.0F /* points from a table to a rule over or under it */
#define RULE        0.8F  /* of its width, a rule over its header */
#define LEVEL_WIDTH 0.6F  /* of its width */
#define FILL        0.65F /* of its boxes, at least; less is a chart */
#define HEADERS     3     /* lines under a rule that are taken with a run */
#define MIN_SURE    0.8F
#define SCAN_SURE \
    0.95F /* of words of OCR: less is none (bench pdf_tables --scans) */
#define MEASURED 0.8F /* of pairs of cells that are found so, are right */

struct aligning {
    const struct pdf_rulings *r;
    float least; /* how sure one must be of a table */
    unsigned turn;
    struct arena *scratch;
    struct table_aligned *out;
    size_t max, n;
    struct table_row *row; /* of all lines */
    struct table_run run;
};

/* ---- pieces ---- */

static bool may_take(const struct aligning *x, const struct pdf_word *w)
{
    return !w->is_tabled && w->turn == x->turn;
}

/* No pieces: a word of the line is in a table already, or turned. */
static enum err cut_line(struct aligning *x, const struct pdf_line *l,
                         struct table_row *row, struct error *e)
{
    size_t words = 0;

    *row = (struct table_row){
        .size = l->size, .base = -INFINITY, .column = l->column};
    for (size_t i = 0; i < l->n_segments; i++)
        words += l->segment[i]->n;
    row->piece =
        arena_alloc_array(x->scratch, words + 1, sizeof(*row->piece), e);
    if (!row->piece)
        return e->code;
    for (size_t i = 0; i < l->n_segments; i++)
        for (size_t k = 0; k < l->segment[i]->n; k++)
            if (!may_take(x, l->segment[i]->word[k])) {
                row->n = 0;
                return OK;
            } else {
                table_row_add(row, l->segment[i]->word[k]);
            }
    row->has_several = row->n > 1 && l->cells > 1;
    return OK;
}

/* ---- runs ---- */

/* Past the run that begins at `from`. */
static size_t run_end(const struct table_row *row, size_t n, size_t from)
{
    size_t end = from + 1;
    size_t several = 1;
    size_t singles = 0;

    for (size_t i = from + 1; i < n; i++) {
        const float size = fmaxf(row[i].size, row[i - 1].size);

        if (row[i].n == 0 || row[i].column != row[from].column ||
            row[i].base - row[i - 1].base > LEADING * size ||
            row[i].base < row[i - 1].base)
            break;
        several += row[i].has_several;
        singles = row[i].has_several ? 0 : singles + 1;
        if (singles > (several > HEADER ? SINGLES : SECTIONS))
            break;
        if (singles == 0)
            end = i + 1;
    }
    return end;
}

/* ---- rows that are one ---- */

static bool spans(const struct table_row *row)
{
    for (size_t k = 0; k < row->n; k++)
        if (row->piece[k].first < row->piece[k].last)
            return true;
    return false;
}

static size_t values(const struct table_row *row)
{
    size_t n = 0;

    for (size_t k = 0; k < row->n; k++)
        n += row->piece[k].is_value;
    return n;
}

static bool has_column(const struct table_row *row, size_t c)
{
    for (size_t k = 0; k < row->n; k++)
        if (row->piece[k].first <= c && c <= row->piece[k].last)
            return true;
    return false;
}

/* Is each of its pieces under one of the row above? */
static bool is_under(const struct table_row *row, const struct table_row *above)
{
    for (size_t k = 0; k < row->n; k++)
        if (row->piece[k].first != row->piece[k].last ||
            !has_column(above, row->piece[k].first))
            return false;
    return true;
}

/* How far rows with values are from each other: the median. */
static float distance(const struct table_run *run, struct arena *scratch)
{
    struct error ignored;
    float *d = arena_alloc_array(scratch, run->n + 1, sizeof(*d), &ignored);
    size_t n = 0;

    for (size_t i = 1; d && i < run->n; i++)
        if (values(&run->row[i]) > 0 && values(&run->row[i - 1]) > 0)
            d[n++] = run->row[i].base - run->row[i - 1].base;
    if (n == 0)
        return 0;
    qsort(d, n, sizeof(*d), table_by_value);
    return d[n / 2];
}

static void join_rows(struct table_run *run, float apart)
{
    bool is_header = true; /* no row with values was before */

    for (size_t i = 0; i < run->n; i++) {
        struct table_row *row = &run->row[i];
        const struct table_row *above = i ? &run->row[i - 1] : NULL;
        const float d = above ? row->base - above->base : 0;
        const bool is_close = above && d <= TIGHT * row->size &&
                              (apart == 0 || d < CLOSER * apart);

        is_header = is_header && values(row) == 0;
        if (!above || spans(row) || spans(above))
            continue;
        if (is_header)
            row->is_joined = d <= TIGHT * row->size;
        else if (values(row) == 0)
            row->is_joined = is_close && is_under(row, above);
        else if (above->n == 1 && values(above) == 0 && !above->is_joined)
            row->is_joined = is_close && has_column(row, above->piece[0].first);
    }
}

/* ---- how sure ---- */

static size_t rules_near(const struct aligning *x, const struct table_run *run)
{
    const float width = run->box.x1 - run->box.x0;
    size_t n = 0;

    for (size_t i = pdf_rulings_from(x->r->level, x->r->n_level,
                                     run->box.y0 - LEVEL_NEAR);
         i < x->r->n_level && x->r->level[i].at <= run->box.y1 + LEVEL_NEAR;
         i++) {
        const struct pdf_ruling *l = &x->r->level[i];

        n += fminf(l->to, run->box.x1) - fmaxf(l->from, run->box.x0) >=
             LEVEL_WIDTH * width;
    }
    return n;
}

/* Of the cells right of the first column, how many are values, below the header. */
static float share_of_values(const struct table_run *run)
{
    size_t all = 0;
    size_t of = 0;

    for (size_t i = 0; i < run->n; i++)
        for (size_t k = 0; k < run->row[i].n && (all || values(&run->row[i]));
             k++)
            if (run->row[i].piece[k].first > 0) {
                all++;
                of += run->row[i].piece[k].is_value;
            }
    return all ? (float)of / (float)all : 0;
}

/* Which part of its boxes has text: of the axes of a chart it is small. */
static float fill_of(const struct table_run *run)
{
    size_t rows = 0;
    size_t filled = 0;

    for (size_t i = 0; i < run->n; i++) {
        rows += !run->row[i].is_joined;
        for (size_t k = 0; k < run->row[i].n && !run->row[i].is_joined; k++)
            filled +=
                run->row[i].piece[k].last - run->row[i].piece[k].first + 1;
    }
    return (float)filled / (float)(rows * run->columns);
}

static float how_sure(const struct aligning *x, const struct table_run *run)
{
    const size_t rules = rules_near(x, run);
    const float rows = (float)(run->several < 8 ? run->several : 8);
    float s = -2.4F;

    s += 3.0F * share_of_values(run);
    s += 0.15F * rows;
    s += run->columns > 3 ? 1.0F : run->columns > 2 ? 0.6F : 0;
    s += 0.7F * (float)(rules < 3 ? rules : 3);
    s -= 6.0F * fmaxf(0, FILL - fill_of(run));
    return 1 / (1 + expf(-s));
}

/* ---- grids ---- */

static size_t count_rows(const struct table_run *run)
{
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++)
        n += !run->row[i].is_joined;
    return n;
}

static void unite_spans(const struct table_row *row, size_t at,
                        struct table_grid *g)
{
    for (size_t k = 0; k < row->n; k++)
        for (size_t c = row->piece[k].first; c <= row->piece[k].last; c++)
            g->cell[at * g->columns + c] =
                g->cell[at * g->columns + row->piece[k].first];
}

static enum err put_grid(struct aligning *x, const struct table_run *run,
                         struct error *e)
{
    struct table_aligned *to = &x->out[x->n];
    struct table_grid *g = &to->grid;
    size_t at = 0;

    *g = (struct table_grid){.rows = count_rows(run),
                             .columns = run->columns,
                             .how = PDF_TABLE_ALIGNED};
    g->x = arena_alloc_array(x->scratch, g->columns + 1, sizeof(*g->x), e);
    g->y = g->x ? arena_alloc_array(x->scratch, g->rows + 1, sizeof(*g->y), e)
                : NULL;
    g->cell = g->y ? arena_alloc_array(x->scratch, g->rows * g->columns,
                                       sizeof(*g->cell), e)
                   : NULL;
    if (!g->cell)
        return e->code;
    g->x[0] = run->box.x0 - 1;
    memcpy(g->x + 1, run->gutter, (run->columns - 1) * sizeof(*g->x));
    g->x[g->columns] = run->box.x1 + 1;
    for (size_t i = 0; i < g->rows * g->columns; i++)
        g->cell[i] = (uint32_t)i;
    for (size_t i = 0; i < run->n; i++) {
        const struct table_row *row = &run->row[i];

        if (!row->is_joined)
            g->y[at++] = i ? (run->row[i - 1].base + row->base - row->size) / 2
                           : row->base - row->size;
        unite_spans(row, at - 1, g);
    }
    g->y[g->rows] = run->row[run->n - 1].base + 0.3F * run->size;
    to->confidence = MEASURED * how_sure(x, run);
    x->n++;
    return OK;
}

/* Is a rule as wide as the run over this line of it? */
static bool has_rule_over(const struct aligning *x, const struct table_run *run,
                          const struct table_row *row)
{
    const float width = run->box.x1 - run->box.x0;
    const float above = row->base - LEADING * row->size;

    for (size_t i = pdf_rulings_from(x->r->level, x->r->n_level, above);
         i < x->r->n_level && x->r->level[i].at < row->base - 0.5F * row->size;
         i++) {
        const struct pdf_ruling *l = &x->r->level[i];

        if (l->at > above &&
            fminf(l->to, run->box.x1) - fmaxf(l->from, run->box.x0) >=
                RULE * width)
            return true;
    }
    return false;
}

/* Lines over a run that a rule parts from what is before them are its header. */
static void take_header(const struct aligning *x, struct table_run *run,
                        size_t before)
{
    for (size_t i = 1; i <= HEADERS && i <= before; i++) {
        struct table_row *row = run->row - i;

        if (row->n == 0 || row->column != run->row->column ||
            row[1].base - row->base > LEADING * row->size ||
            row->piece[0].box.x0 < run->box.x0 - row->size ||
            row->piece[row->n - 1].box.x1 > run->box.x1 + row->size)
            return;
        if (!has_rule_over(x, run, row))
            continue;
        run->row -= i;
        run->n += i;
        table_run_measure(run);
        return;
    }
}

static enum err look_at_run(struct aligning *x, struct table_row *row, size_t n,
                            size_t before, struct error *e)
{
    struct table_run *run = &x->run;

    *run = (struct table_run){.row = row, .n = n};
    table_run_measure(run);
    if (run->several < MIN_ROWS || n > PDF_TABLE_MAX_ROWS ||
        !(run->box.x1 - run->box.x0 > run->size))
        return OK;
    take_header(x, run, before);
    table_run_divide(run);
    if (run->columns < 2 || run->columns * n > PDF_TABLE_MAX_BOXES)
        return OK;
    join_rows(run, distance(run, x->scratch));
    return how_sure(x, run) >= x->least ? put_grid(x, run, e) : OK;
}

enum err table_grids_aligned(const struct table_page *p,
                             struct table_aligned *out, size_t max, size_t *n,
                             struct error *e)
{
    const struct pdf_lines *lines = p->lines;
    struct aligning x = {.r = p->rulings,
                         .least = p->ocr > 0 ? SCAN_SURE : MIN_SURE,
                         .turn = p->w.turn,
                         .scratch = p->scratch,
                         .out = out,
                         .max = max};
    enum err rc = OK;

    x.row = arena_alloc_array(p->scratch, lines->n + 1, sizeof(*x.row), e);
    if (!x.row)
        return e->code;
    for (size_t i = 0; i < lines->n && !rc; i++)
        rc = cut_line(&x, &lines->line[i], &x.row[i], e);
    for (size_t from = 0, before = 0; from < lines->n && !rc && x.n < max;) {
        const size_t end =
            x.row[from].has_several ? run_end(x.row, lines->n, from) : from + 1;

        if (end - from >= MIN_ROWS)
            rc = look_at_run(&x, x.row + from, end - from, from - before, e);
        before = end - from > 1 ? end : before;
        from = end;
    }
    *n = x.n;
    return rc;
}
