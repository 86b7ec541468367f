/*
 * table_fill.c - words into the cells of a grid.
 */
#include "base/buf.h"
#include "formats/pdf/note_mark.h"
#include "formats/pdf/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CELL_BYTES ((size_t)1 << 20)
#define BLANK      0.12F /* of the size, where there is a blank */
#define ONE_LINE   0.5F  /* the same, between words of one line */
#define MIN_FILLED 4     /* cells */
#define NONE       UINT32_MAX

/* A word and the cell that it is in. */
struct placed {
    uint32_t cell;
    const struct pdf_word *word;
    float y; /* of its line in the cell */
};

struct filling {
    const struct table_page *page;
    const struct table_grid *g;
    struct placed *placed; /* placed[n] */
    size_t n;
    uint32_t *row,
        *column;    /* which number a row of the grid has; NONE: empty */
    uint32_t *last; /* last[box]: the last box of the cell */
};

static bool find_box(const struct table_grid *g, const struct pdf_word *w,
                     size_t *box)
{
    const size_t c = table_part(g->x, g->columns, (w->box.x0 + w->box.x1) / 2);
    const size_t r = table_part(g->y, g->rows, table_word_y(w));

    *box = r * g->columns + c;
    return c < g->columns && r < g->rows;
}

/* A word of another table is not. */
static bool is_of(const struct table_grid *g, const struct pdf_word *w,
                  size_t *box)
{
    return !w->is_tabled && find_box(g, w, box);
}

static int by_cell(const void *p, const void *q)
{
    const struct placed *x = p;
    const struct placed *y = q;

    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->word->base != y->word->base)
        return x->word->base < y->word->base ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

static int by_line(const void *p, const void *q)
{
    const struct placed *x = p;
    const struct placed *y = q;

    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->y != y->y)
        return x->y < y->y ? -1 : 1;
    if (x->word->box.x0 != y->word->box.x0)
        return x->word->box.x0 < y->word->box.x0 ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

/* Words of each cell by lines, and those from left to right. */
static void sort(struct filling *f)
{
    struct placed *p = f->placed;

    qsort(p, f->n, sizeof(*p), by_cell);
    for (size_t i = 0; i < f->n; i++) {
        const bool goes_on =
            i > 0 && p[i].cell == p[i - 1].cell &&
            p[i].word->base - p[i - 1].y <=
                ONE_LINE * fmaxf(p[i].word->size, p[i - 1].word->size);

        p[i].y = goes_on ? p[i - 1].y : p[i].word->base;
    }
    qsort(p, f->n, sizeof(*p), by_line);
}

static bool is_apart(const struct placed *x, const struct placed *y)
{
    return y->y != x->y || y->word->is_spaced ||
           note_mark_is_figure(x->word, y->word) ||
           y->word->box.x0 - x->word->box.x1 >
               BLANK * fmaxf(x->word->size, y->word->size);
}

static bool is_mark(const struct filling *f, const struct placed *p, size_t i)
{
    return i > 0 && p[i].y == p[i - 1].y &&
           table_is_mark(f->page, f->g->y[f->g->rows], p[i - 1].word,
                         p[i].word);
}

/* The words p[n] as one text. A hyphen that a line's end made goes, and so do marks of
 * notes. */
static enum err make_text(const struct filling *f, const struct placed *p,
                          size_t n, struct str *out, struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, CELL_BYTES);
    for (size_t i = 0; i < n; i++) {
        if (is_mark(f, p, i))
            continue;
        if (i > 0 && p[i].y != p[i - 1].y && p[i - 1].word->ends_in_hyphen &&
            text.n > 0 && text.p[text.n - 1] == '-')
            text.n--;
        else if (i > 0 && is_apart(&p[i - 1], &p[i]))
            buf_put_char(&text, ' ');
        buf_put_str(&text, p[i].word->text);
    }
    rc = buf_dup(&text, f->page->a, out, e);
    buf_release(&text);
    return rc;
}

static void widen(struct pdf_cell *c, const struct pdf_box *box, bool is_first)
{
    c->x0 = is_first ? box->x0 : fminf(c->x0, box->x0);
    c->x1 = is_first ? box->x1 : fmaxf(c->x1, box->x1);
    c->y0 = is_first ? box->y0 : fminf(c->y0, box->y0);
    c->y1 = is_first ? box->y1 : fmaxf(c->y1, box->y1);
}

static void widen_table(struct pdf_table *t, const struct pdf_cell *c)
{
    const bool is_first = c == t->cell;

    t->x0 = is_first ? c->x0 : fminf(t->x0, c->x0);
    t->x1 = is_first ? c->x1 : fmaxf(t->x1, c->x1);
    t->y0 = is_first ? c->y0 : fminf(t->y0, c->y0);
    t->y1 = is_first ? c->y1 : fmaxf(t->y1, c->y1);
}

/* Numbers of the rows, or columns, that have text of their own. */
static uint32_t number(uint32_t *of, size_t n)
{
    uint32_t next = 0;

    for (size_t i = 0; i < n; i++)
        of[i] = of[i] ? next++ : NONE;
    return next;
}

/* The first row that is left at or after `i`, and the last at or before it. */
static uint32_t first_at(const uint32_t *of, size_t n, size_t i)
{
    while (i + 1 < n && of[i] == NONE)
        i++;
    return of[i];
}

static uint32_t last_at(const uint32_t *of, size_t i)
{
    while (i > 0 && of[i] == NONE)
        i--;
    return of[i];
}

/* A row has text of its own if a cell with text begins in it. */
static void look_at_rows(struct filling *f)
{
    const size_t columns = f->g->columns;

    for (size_t i = 0; i < f->g->rows * columns; i++)
        f->last[f->g->cell[i]] = (uint32_t)i;
    for (size_t i = 0; i < f->n; i++) {
        f->row[f->placed[i].cell / columns] = 1;
        f->column[f->placed[i].cell % columns] = 1;
    }
}

static enum err make_cells(const struct filling *f, struct pdf_table *out,
                           struct error *e)
{
    const size_t columns = f->g->columns;
    enum err rc = OK;

    for (size_t from = 0; from < f->n && !rc;) {
        const uint32_t box = f->placed[from].cell;
        struct pdf_cell *c = &out->cell[out->n++];
        size_t to = from;

        for (; to < f->n && f->placed[to].cell == box; to++)
            widen(c, &f->placed[to].word->box, to == from);
        c->row = first_at(f->row, f->g->rows, box / columns);
        c->column = first_at(f->column, columns, box % columns);
        c->last_row = last_at(f->row, f->last[box] / columns);
        c->last_column = last_at(f->column, f->last[box] % columns);
        rc = make_text(f, f->placed + from, to - from, &c->text, e);
        widen_table(out, c);
        from = to;
    }
    return rc;
}

/* Where the columns that are left begin, and the last one ends. */
static enum err keep_edges(const struct filling *f, struct arena *a,
                           struct pdf_table *out, struct error *e)
{
    float *edge = arena_alloc_array(a, out->columns + 1, sizeof(*edge), e);

    if (!edge)
        return e->code;
    for (size_t i = 0; i < f->g->columns; i++)
        if (f->column[i] != NONE) {
            edge[f->column[i]] = f->g->x[i];
            edge[out->columns] = f->g->x[i + 1];
        }
    out->edge = edge;
    return OK;
}

static size_t count_cells(const struct filling *f)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++)
        n += i == 0 || f->placed[i].cell != f->placed[i - 1].cell;
    return n;
}

static enum err init(struct filling *f, const struct table_words *w,
                     struct arena *scratch, struct error *e)
{
    const struct table_grid *g = f->g;
    size_t words = 1;
    size_t box;

    for (size_t i = 0; i < w->n; i++)
        words += is_of(g, w->word[i], &box);
    f->placed = arena_alloc_array(scratch, words, sizeof(*f->placed), e);
    f->row = f->placed ? arena_alloc_array(scratch, g->rows, sizeof(*f->row), e)
                       : NULL;
    f->column =
        f->row ? arena_alloc_array(scratch, g->columns, sizeof(*f->column), e)
               : NULL;
    f->last = f->column ? arena_alloc_array(scratch, g->rows * g->columns,
                                            sizeof(*f->last), e)
                        : NULL;
    return f->last ? OK : e->code;
}

enum err table_fill(struct table_page *p, const struct table_grid *g,
                    struct pdf_table *out, bool *filled, struct error *e)
{
    const struct table_words *w = &p->w;
    struct filling f = {.page = p, .g = g};
    size_t box;
    enum err rc = init(&f, w, p->scratch, e);

    *filled = false;
    *out = (struct pdf_table){.how = g->how};
    if (rc)
        return rc;
    BUG_ON(!f.last); /* init() made it */
    for (size_t i = 0; i < w->n; i++)
        if (is_of(g, w->word[i], &box))
            f.placed[f.n++] =
                (struct placed){.cell = g->cell[box], .word = w->word[i]};
    sort(&f);
    look_at_rows(&f);
    out->rows = number(f.row, g->rows);
    out->columns = number(f.column, g->columns);
    if (out->rows < 2 || out->columns < 2 || count_cells(&f) < MIN_FILLED)
        return OK;
    out->cell = arena_alloc_array(p->a, count_cells(&f), sizeof(*out->cell), e);
    if (!out->cell)
        return e->code;
    for (size_t i = 0; i < w->n; i++)
        w->word[i]->is_tabled |= find_box(g, w->word[i], &box);
    *filled = true;
    rc = keep_edges(&f, p->a, out, e);
    return rc ? rc : make_cells(&f, out, e);
}
