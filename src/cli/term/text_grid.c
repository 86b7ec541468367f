/*
 * text_grid.c - aligned tables.
 *
 * Two passes: every cell is made safe to print and measured, then printed. A
 * row that is too wide takes columns from the widest cell column first, down
 * to MIN_COLUMNS each; what still does not fit is left to the terminal to
 * wrap, because to hide a column would be to hide an answer.
 */
#include "cli/term/text_grid.h"

#include "base/text/width.h"
#include "cli/term/clean.h"

#define GAP         2u /* spaces between columns */
#define MIN_COLUMNS 6u /* narrower than this is no use */
#define MAX_BAR     40u
#define MIN_BAR     8u
#define NULL_TEXT   "null"

struct layout {
    const struct grid *g;
    const struct term_style *style;
    struct str *titles; /* titles[n], clean */
    struct str *cells;  /* as g->cells, clean */
    size_t *widths;     /* widths[n] */
    struct bar_scale scale;
};

static enum err clean(struct str s, struct buf *scratch, struct arena *a,
                      struct str *out, struct error *e)
{
    enum err rc;

    buf_reset(scratch);
    term_put_clean(scratch, s);
    rc = buf_finish(scratch, out, e);
    if (!rc && str_eq(*out, s)) { /* nearly always: no copy */
        *out = s;
        return OK;
    }
    return rc ? rc : str_dup(*out, a, out, e);
}

/* Clean titles and cells, and the width of each column. */
static enum err measure(struct layout *l, struct buf *scratch, struct arena *a,
                        struct error *e)
{
    const struct grid *g = l->g;
    enum err rc = OK;

    for (size_t i = 0; i < g->n && !rc; i++) {
        rc = clean(g->columns[i].title, scratch, a, &l->titles[i], e);
        if (!rc)
            l->widths[i] = text_width(l->titles[i]);
    }
    for (size_t i = 0; i < g->rows * g->n && !rc; i++) {
        size_t width;

        if (!g->cells[i].p) {
            l->cells[i] = STR(NULL_TEXT);
        } else {
            rc = clean(g->cells[i], scratch, a, &l->cells[i], e);
            if (rc)
                break;
        }
        width = text_width(l->cells[i]);
        if (width > l->widths[i % g->n])
            l->widths[i % g->n] = width;
    }
    return rc;
}

static size_t total_width(const struct layout *l)
{
    size_t total = 0;

    for (size_t i = 0; i < l->g->n; i++)
        total += l->widths[i] + (i ? GAP : 0);
    return total;
}

/* Take from the widest column that may shrink until a row fits. */
static void shrink(struct layout *l, size_t room)
{
    size_t total = total_width(l);

    while (total > room) {
        size_t widest = l->g->n;
        size_t next = MIN_COLUMNS;
        size_t take;

        for (size_t i = 0; i < l->g->n; i++) {
            if (l->g->columns[i].right || l->widths[i] <= MIN_COLUMNS)
                continue;
            if (widest == l->g->n || l->widths[i] > l->widths[widest])
                widest = i;
        }
        if (widest == l->g->n)
            return;
        for (size_t i = 0; i < l->g->n; i++) { /* the second widest */
            if (i != widest && !l->g->columns[i].right &&
                l->widths[i] < l->widths[widest] && l->widths[i] > next)
                next = l->widths[i];
        }
        take = l->widths[widest] - next;
        take = take > total - room ? total - room : take;
        take = take ? take : 1;
        l->widths[widest] -= take;
        total -= take;
    }
}

/* Columns for the bars; 0 when there is no room or nothing to show. */
static unsigned bar_room(const struct layout *l)
{
    size_t used = total_width(l) + GAP;
    unsigned room;

    if (!l->g->bars.values || l->g->rows < 2)
        return 0;
    if (!l->style->width)
        return MAX_BAR;
    room = l->style->width > used ? l->style->width - (unsigned)used : 0;
    if (room < MIN_BAR)
        return 0;
    return room > MAX_BAR ? MAX_BAR : room;
}

static void put_spaces(struct buf *out, size_t n)
{
    while (n--)
        buf_put_char(out, ' ');
}

/* One cell; the last of a line gets no spaces after it. */
static void put_cell(struct buf *out, struct str s, size_t width, bool right,
                     bool last)
{
    size_t wide = text_width(s);
    bool cut = wide > width;

    if (cut) {
        s = str_slice(s, 0, text_fit(s, width - 1));
        wide = text_width(s) + 1;
    }
    if (right)
        put_spaces(out, width - wide);
    buf_put_str(out, s);
    if (cut)
        buf_puts(out, "…");
    if (!right && !last)
        put_spaces(out, width - wide);
}

static void put_titles(struct buf *out, const struct layout *l)
{
    const struct grid *g = l->g;

    term_on(out, l->style, TERM_BOLD);
    for (size_t i = 0; i < g->n; i++) {
        put_spaces(out, i ? GAP : 0);
        put_cell(out, l->titles[i], l->widths[i], g->columns[i].right,
                 i + 1 == g->n);
    }
    term_off(out, l->style);
    buf_put_char(out, '\n');
    term_on(out, l->style, TERM_DIM);
    for (size_t i = 0; i < g->n; i++) {
        put_spaces(out, i ? GAP : 0);
        for (size_t j = 0; j < l->widths[i]; j++)
            buf_puts(out, "─");
    }
    term_off(out, l->style);
    buf_put_char(out, '\n');
}

/* The cell that ends a row without bars: what follows it is empty. */
static size_t last_cell(const struct layout *l, size_t row)
{
    size_t last = l->g->n ? l->g->n - 1 : 0;

    while (last > 0 && l->cells[row * l->g->n + last].n == 0)
        last--;
    return last;
}

static void put_row(struct buf *out, const struct layout *l, size_t row)
{
    const struct grid *g = l->g;
    bool bars = g->bars.values && l->scale.columns > 0;
    size_t last = bars ? g->n : last_cell(l, row);

    for (size_t i = 0; i < g->n && i <= last; i++) {
        size_t at = row * g->n + i;
        bool null = !g->cells[at].p;

        put_spaces(out, i ? GAP : 0);
        if (null)
            term_on(out, l->style, TERM_DIM);
        put_cell(out, l->cells[at], l->widths[i], g->columns[i].right,
                 i == last);
        if (null)
            term_off(out, l->style);
    }
    if (bars) {
        put_spaces(out, GAP);
        term_on(out, l->style, TERM_BAR);
        bar_put(out, &l->scale, g->bars.values[row]);
        term_off(out, l->style);
    }
    buf_put_char(out, '\n');
}

enum err grid_put(struct buf *out, const struct grid *g,
                  const struct term_style *style, struct arena *a,
                  struct error *e)
{
    struct layout l = {.g = g, .style = style};
    struct buf scratch;
    enum err rc;

    l.titles = arena_alloc_array(a, g->n + 1, sizeof(*l.titles), e);
    l.widths = arena_alloc_array(a, g->n + 1, sizeof(*l.widths), e);
    l.cells = arena_alloc_array(a, g->rows * g->n + 1, sizeof(*l.cells), e);
    if (!l.titles || !l.widths || !l.cells)
        return e->code;
    buf_init(&scratch, out->max_bytes);
    rc = measure(&l, &scratch, a, e);
    buf_release(&scratch);
    if (rc)
        return rc;
    if (style->width)
        shrink(&l, style->width);
    l.scale = bar_scale_of(g->bars.values, g->bars.values ? g->rows : 0,
                           bar_room(&l));
    put_titles(out, &l);
    for (size_t row = 0; row < g->rows; row++)
        put_row(out, &l, row);
    return OK;
}
