/*
 * Splits tables that are directly below each other, without an empty row
 * between them.
 *
 * A row of words with other things both above and under them is a header when
 * two columns say so, or one does and the row is as the first header (a title
 * above it, or cells in columns that had none). One column alone is not enough:
 * "n/a" in a column of numbers is no header. The list of rows knows which kinds
 * of cells a row has, so only rows of words between other rows are looked at.
 */
#include "formats/xlsx/region_internal.h"

#define TEXT_ALONE  (1u << TAPE_TEXT)
#define LONG_NARROW 100000u /* rows of a part of the sheet's columns */
#define ABOVE       2u
#define BELOW       2u

static bool has_words_alone(const struct sheet_row *r)
{
    return r->kinds == TEXT_ALONE;
}

/* Could a header be in row i, by what the list of rows knows? */
static bool may_be_header(const struct sheet_row *rows, size_t i,
                          const struct grid_area *area)
{
    if (rows[i].first < area->first || rows[i].last > area->last)
        return true; /* not all of the row is in the area */
    if (!has_words_alone(&rows[i]) || rows[i].cells < 2 ||
        has_words_alone(&rows[i + 1]))
        return false;
    if (!has_words_alone(&rows[i - 1]))
        return true;
    return rows[i - 1].cells == 1 && i >= area->from + 2 &&
           !has_words_alone(&rows[i - 2]);
}

static bool is_in_filter(const struct finding *f, size_t i)
{
    const struct ref_range *filter = &f->grid.s->filter;
    uint32_t row = f->grid.s->rows[i].row;

    return filter->first.row && row > filter->first.row &&
           row <= filter->last.row;
}

static bool is_other(const struct head *h, size_t row, size_t c)
{
    uint8_t kind = head_kind(h, row, c);

    return kind != TAPE_EMPTY && kind != TAPE_TEXT;
}

/* Are the texts of the row all different? */
static enum err are_distinct(struct finding *f, const struct head *h,
                             size_t row, bool *distinct, struct error *e)
{
    uint32_t last = h->first + (uint32_t)h->width - 1;
    struct tape_row r;

    *distinct = true;
    if (grid_row(&f->grid, h->at[row], h->first, last, &r, e) != OK)
        return e->code;
    for (uint32_t i = 1; i < r.n && i < HEAD_ROWS; i++)
        *distinct = *distinct &&
                    !str_eq(grid_text(&f->grid, &r, &r.cells[i]),
                            grid_text(&f->grid, &r, &r.cells[0])) &&
                    !str_eq(grid_text(&f->grid, &r, &r.cells[i]),
                            grid_text(&f->grid, &r, &r.cells[i - 1]));
    return OK;
}

/* Is row `at` of `h` a header under `above`, the row of data before it? */
static enum err is_header(struct finding *f, const struct head *h, size_t at,
                          size_t above, bool *header, struct error *e)
{
    size_t turns = 0; /* columns with other things above and below */
    size_t over = 0;  /* with other things below */
    size_t beyond = 0;
    bool titled = at - above == 2;

    *header = false;
    if (at + 1 >= h->rows || head_has_other(h, at) || head_filled(h, at) < 2 ||
        head_filled(h, at) < head_filled(h, at + 1) ||
        head_all_labels(h, above))
        return OK;
    for (size_t c = 0; c < h->width; c++) {
        if (head_kind(h, at, c) != TAPE_TEXT)
            continue;
        over += is_other(h, at + 1, c);
        turns += is_other(h, at + 1, c) && is_other(h, above, c);
        beyond += head_kind(h, above, c) == TAPE_EMPTY;
    }
    if (turns >= 2 || (over && (titled || beyond)))
        return are_distinct(f, h, at, header, e);
    return OK;
}

/* Does a table begin in row i, or with a title in the row above it? */
static enum err begins(struct finding *f, const struct grid_area *area,
                       size_t i, size_t *at, struct error *e)
{
    size_t from = i - area->from > ABOVE ? i - ABOVE : area->from;
    struct grid_area window = {from, i + 1 + BELOW, area->first, area->last};
    size_t row = i - from;
    size_t above = row - 1;
    bool header = false;
    struct head h;

    if (window.to > area->to)
        window.to = area->to;
    arena_reset(&f->window);
    if (region_look_in(f, &window, &f->window, &h, e) != OK)
        return e->code;
    if (head_filled(&h, above) == 1 && above > 0)
        above--;
    if (is_header(f, &h, row, above, &header, e) != OK)
        return e->code;
    *at = header ? from + above + 1 : area->to;
    return OK;
}

enum err region_find_split(struct finding *f, const struct grid_area *area,
                           size_t *at, struct error *e)
{
    const struct sheet_row *rows = f->grid.s->rows;
    bool narrow = area->to - area->from > LONG_NARROW;
    enum err rc = OK;

    *at = area->to;
    for (size_t i = area->from + 2; i + 1 < area->to && !rc; i++) {
        if (is_in_filter(f, i) || !may_be_header(rows, i, area))
            continue;
        if (narrow &&
            (rows[i].first < area->first || rows[i].last > area->last))
            continue;
        rc = begins(f, area, i, at, e);
        if (*at < area->to)
            break;
    }
    return rc;
}
