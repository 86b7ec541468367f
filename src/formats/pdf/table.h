/*
 * table.h - the tables of a page, as cells. Private to the module, but for what
 * pdf.h shows of it.
 */
#ifndef FORMATS_PDF_TABLE_H
#define FORMATS_PDF_TABLE_H

#include "formats/pdf/layout.h"
#include "formats/pdf/pdf_table.h"
#include "formats/pdf/ruling.h"

/* The words of a page that may be of a table. */
struct table_words {
    struct pdf_word **word; /* word[n], from above to below */
    size_t n;
    unsigned turn; /* of all of them */
};

/* A page on which tables are looked for. */
struct table_page {
    struct table_words w;
    const struct pdf_lines *lines;
    const struct pdf_rulings *rulings;
    float ocr; /* how sure OCR is of its words; 0: they are no picture */
    struct arena *scratch; /* for what is forgotten with the page */
    struct arena *a;
};

/* Where rows and columns divide a part of a page: box (r, c) is between y[r] and
 * y[r + 1], x[c] and x[c + 1]. Boxes of one cell have one number. */
struct table_grid {
    float *x, *y;
    size_t rows, columns;
    uint32_t *cell; /* cell[rows * columns]: the first box of its cell */
    enum pdf_table_how how;
};

/* Where a word stands: on the line's middle, which has no part of the line above
 * or below. */
static inline float table_word_y(const struct pdf_word *w)
{
    return w->base - 0.3F * w->size;
}

/* Which of the parts between the bounds bound[0], ..., bound[n] has `at`; n:
 * none. */
static inline size_t table_part(const float *bound, size_t n, float at)
{
    size_t low = 0;
    size_t high = n;

    if (!(at >= bound[0]) || !(at < bound[n]))
        return n;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (at >= bound[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* For qsort() of floats. */
int table_by_value(const void *p, const void *q);

/*
 * table_is_mark - is a word the mark of a note, and no part of the figure or name that it
 * stands behind? It is smaller and raised, and a line below the table begins with it.
 *
 * in       below   where the table ends
 *          before  the word before it in its line and cell
 */
bool table_is_mark(const struct table_page *p, float below,
                   const struct pdf_word *before, const struct pdf_word *w);

/*
 * table_fill - the words of a grid as cells.
 *
 * in       p        its words that lie in the grid are of it, if it is a table
 * out      out      its cells live in p->a; rows and columns without text are
 *                   left out
 *          filled   false: fewer than two rows or columns have text, and
 *                   nothing was changed
 * errors   ERR_LIMIT  an arena is full
 */
MUST_CHECK enum err table_fill(struct table_page *p, const struct table_grid *g,
                               struct pdf_table *out, bool *filled,
                               struct error *e);

/* Grids that rulings make; at most `max`. */
MUST_CHECK enum err table_grids_ruled(const struct table_page *p,
                                      struct table_grid *out, size_t max,
                                      size_t *n, struct error *e);

struct table_aligned {
    struct table_grid grid;
    float confidence;
};

/*
 * table_grids_aligned - grids of lines whose cells are aligned, among words that
 * are in no table yet.
 *
 * out      out    out[*n], at most `max`
 * errors   ERR_LIMIT  p->scratch is full
 */
MUST_CHECK enum err table_grids_aligned(const struct table_page *p,
                                        struct table_aligned *out, size_t max,
                                        size_t *n, struct error *e);

/*
 * pdf_tables_find - the tables of a page, from above to below.
 *
 * in       p      all but its words
 *          words  all of the page, of which its lines are made
 * out      out    adds to it; what it has lives in p->a
 * errors   ERR_LIMIT  an arena is full
 */
MUST_CHECK enum err pdf_tables_find(struct table_page *p,
                                    const struct pdf_words *words,
                                    struct pdf_tables *out, struct error *e);

#endif
