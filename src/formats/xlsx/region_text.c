/*
 * region_text.c - what the cells say that are in no table, and which table they are about.
 *
 * Lines above a table are its titles, its unit, its date; those below it are its sources and
 * notes. Between two tables the nearer one has them, the lower one if both are as near,
 * since a title is above its table. What is above all tables, and no title, is the sheet's:
 * "all amounts in thousands of euros" under the name of a company is said of each of them.
 */
#include "formats/xlsx/region_internal.h"

#include "base/utf8.h"

/* Whether there is room for more. */
static bool put_text(struct buf *out, const char *between, struct str text)
{
    const size_t used = out->n + sizeof(": ");
    const bool is_cut = used + text.n > REGION_TEXT_BYTES;

    if (is_cut)
        text.n = used < REGION_TEXT_BYTES ? REGION_TEXT_BYTES - used : 0;
    if (is_cut)
        text.n = utf8_valid_prefix(text);
    if (out->n)
        buf_puts(out, between);
    buf_put_str(out, text);
    if (is_cut)
        buf_puts(out, "\xe2\x80\xa6");
    return !is_cut;
}

/* Between a label and its value. */
static const char *after_label(struct str said)
{
    return str_ends(said, STR(":")) || str_ends(said, STR("\xef\xbc\x9a"))
               ? " "
               : ": ";
}

enum err region_texts(struct finding *f, const struct grid_area *area,
                      bool are_pairs, struct str *text, struct error *e)
{
    bool more = true;
    struct buf out;
    enum err rc = OK;

    buf_init(&out, (size_t)2 * REGION_TEXT_BYTES);
    for (size_t i = area->from; i < area->to && more && !rc; i++) {
        struct tape_row row;

        rc = grid_row(&f->grid, i, area->first, area->last, &row, e);
        for (uint32_t k = 0; !rc && k < row.n && more; k++) {
            const struct str cell =
                str_trim(grid_text(&f->grid, &row, &row.cells[k]));

            if (cell.n)
                more = put_text(&out,
                                are_pairs && k > 0 ? after_label(buf_str(&out))
                                                   : "\n",
                                cell);
        }
    }
    if (!rc)
        rc = buf_dup(&out, f->a, text, e);
    buf_release(&out);
    return rc;
}

/* Rows between two ranges, one below the other; 0: none is. */
static uint32_t rows_below(const struct ref_range *upper,
                           const struct ref_range *lower)
{
    return lower->first.row > upper->last.row
               ? lower->first.row - upper->last.row
               : 0;
}

static bool share_columns(const struct ref_range *a, const struct ref_range *b)
{
    return a->first.column <= b->last.column &&
           b->first.column <= a->last.column;
}

/* The nearest table above the cells, or below them, that does not end left of them: a text
 * is shown over the empty cells to its right. Of two the one of its columns. */
static size_t nearest(const struct region_list *list,
                      const struct ref_range *cells, bool is_above,
                      uint32_t *rows)
{
    size_t best = 0;

    *rows = UINT32_MAX;
    for (size_t i = 0; i < list->n; i++) {
        const struct ref_range *t = &list->tables[i].range;
        const struct ref_range *title = &list->tables[i].title;
        const uint32_t between =
            is_above ? rows_below(t, cells)
                     : rows_below(cells, title->first.row ? title : t);

        if (between == 0 || between > *rows ||
            cells->first.column > t->last.column ||
            (between == *rows && !share_columns(t, cells)))
            continue;
        best = i + 1;
        *rows = between;
    }
    return best;
}

/* The table in whose rows the cells are, in its columns before beside it. */
static size_t find_beside(const struct region_list *list,
                          const struct ref_range *cells)
{
    size_t best = 0;

    for (size_t i = 0; i < list->n; i++) {
        const struct ref_range *t = &list->tables[i].range;

        if (rows_below(t, cells) || rows_below(cells, t))
            continue;
        if (share_columns(t, cells))
            return i + 1;
        best = best ? best : i + 1;
    }
    return best;
}

static bool is_above_all(const struct region_list *list,
                         const struct ref_range *cells)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->tables[i].range.first.row <= cells->last.row)
            return false;
    return true;
}

size_t region_owner(const struct region_list *list,
                    const struct ref_range *cells)
{
    uint32_t to_upper, to_lower;
    size_t upper, lower, beside;

    if (list->n == 1)
        return 1;
    if (is_above_all(list, cells))
        return 0;
    beside = find_beside(list, cells);
    if (beside)
        return beside;
    upper = nearest(list, cells, true, &to_upper);
    lower = nearest(list, cells, false, &to_lower);
    return lower && to_lower <= to_upper ? lower : upper;
}
