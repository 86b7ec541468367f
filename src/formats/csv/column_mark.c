/*
 * column_mark.c - words in a column of numbers or dates that are no values of it: one that
 * says why there is none ("absent"), and the label of a last row ("Total").
 */
#include "formats/csv/column_mark.h"

#include <string.h>

#define MIN_MARKED   8u /* numbers beside a word for no number */
#define MIN_LABELLED 3u /* days above the label of the last row */

/*
 * Are all texts of a column one word that says why there is no value: absent, S/C,
 * POA, not yet? Numbers with a point, a comma or groups are amounts; without, they may
 * be a category of which the word is another: floors 1, 2, G.
 */
static bool has_mark(const struct column_evidence *ev)
{
    const uint64_t values =
        ev->values - ev->fits[CELL_NULL_WORD] - ev->fits[CELL_TEXT];

    return ev->mark.n && !ev->mark_lost && values >= MIN_MARKED &&
           values > ev->fits[CELL_TEXT] &&
           ((ev->fits[CELL_NUMBER] == values && ev->marked) ||
            ev->fits[CELL_DATE] == values ||
            ev->fits[CELL_TIMESTAMP] == values ||
            ev->fits[CELL_TIMESTAMPTZ] == values);
}

/* Does it stand often enough, here or in another column, to be no label of a row? */
static bool is_repeated_mark(const struct column_evidence *ev, size_t n,
                             size_t at)
{
    const struct column_mark *m = &ev[at].mark;

    if (!has_mark(&ev[at]))
        return false;
    for (size_t i = 0; i < n; i++)
        if (has_mark(&ev[i]) && ev[i].fits[CELL_TEXT] > 1 &&
            ev[i].mark.n == m->n && memcmp(ev[i].mark.word, m->word, m->n) == 0)
            return true;
    return false;
}

/* May the one text of a column, where the others are numbers or days, be a label? */
static bool has_label(const struct column_evidence *ev)
{
    const uint64_t values = ev->values - ev->fits[CELL_NULL_WORD] - 1;
    const bool is_number = ev->fits[CELL_NUMBER] == values;

    return ev->fits[CELL_TEXT] == 1 && ev->mark.n && !ev->mark_lost &&
           ev->first_row[CELL_TEXT] == ev->last_row &&
           values >= (is_number ? MIN_MARKED : MIN_LABELLED) &&
           (is_number || ev->fits[CELL_DATE] == values ||
            ev->fits[CELL_TIMESTAMP] == values ||
            ev->fits[CELL_TIMESTAMPTZ] == values);
}

/*
 * Is the one text of a column the label of the last row, "Total" below the days or the
 * numbers of invoices? That row has figures, and a cell less than the rows above it: the
 * last of 1, 2, 3, more is a category.
 */
static bool is_last_label(const struct column_evidence *ev, size_t n, size_t at)
{
    const uint64_t row = ev[at].last_row;
    bool has_figure = false;
    bool has_blank = false;

    if (!has_label(&ev[at]))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (ev[i].last_row > row)
            return false;
        has_figure |= ev[i].last_row == row &&
                      ev[i].fits[CELL_NUMBER] + ev[i].fits[CELL_NULL_WORD] ==
                          ev[i].values;
        has_blank |= ev[i].last_row + 1 == row && ev[i].values + 1 >= row;
    }
    return has_figure && (has_blank || ev[at].fits[CELL_NUMBER] == 0);
}

bool column_is_marked(const struct column_evidence *ev, size_t n, size_t at)
{
    return is_repeated_mark(ev, n, at) || is_last_label(ev, n, at);
}

uint64_t column_no_values(const struct column_evidence *ev, size_t n, size_t at)
{
    return ev[at].fits[CELL_NULL_WORD] +
           (column_is_marked(ev, n, at) ? ev[at].fits[CELL_TEXT] : 0);
}
