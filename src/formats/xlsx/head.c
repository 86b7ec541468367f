/*
 * Title and header by the kinds of the first cells.
 *
 * A few dozen rows are enough to tell a header, and only their kinds of cells
 * are kept for it: a matrix of HEAD_ROWS by the width of the block. Everything
 * that is decided here is reported, so that a reader who knows better can say
 * where the header is.
 */
#include "formats/xlsx/head.h"

#include "base/hash.h"

#include <string.h>

#define FIRST_YEAR    1900
#define LAST_YEAR     2100
#define MOST_DISTINCT 64 /* cells of a row that are told apart */

static bool is_year(struct str text)
{
    struct error ignored;
    uint64_t year;

    return text.n == 4 &&
           str_parse_u64(text, LAST_YEAR, &year, &ignored) == OK &&
           year >= FIRST_YEAR;
}

/* Is no cell of the row like one before? Of more cells than this nobody asks. */
static bool is_distinct(const struct grid *g, const struct tape_row *row)
{
    uint64_t seen[MOST_DISTINCT];

    if (row->n > MOST_DISTINCT)
        return false;
    for (uint32_t c = 0; c < row->n; c++) {
        const struct str text = grid_text(g, row, &row->cells[c]);

        seen[c] = hash_bytes(text.p, text.n);
        for (uint32_t k = 0; k < c; k++)
            if (seen[k] == seen[c])
                return false;
    }
    return true;
}

static enum err look_at_row(struct head *h, struct grid *g, size_t i,
                            struct error *e)
{
    uint32_t last = h->first + (uint32_t)h->width - 1;
    struct tape_row row;

    if (grid_row(g, h->at[i], h->first, last, &row, e) != OK)
        return e->code;
    for (uint32_t c = 0; c < row.n; c++) {
        const struct tape_cell *cell = &row.cells[c];
        size_t at = i * h->width + (cell->column - h->first);
        uint8_t kind = cell->kind;

        if (kind == TAPE_EMPTY)
            kind = TAPE_ERROR; /* it is something, unknown what */
        if (kind == TAPE_NUMBER && is_year(grid_text(g, &row, cell)))
            kind = HEAD_KIND_YEAR;
        h->kinds[at] = kind;
        h->styles[at] = cell->style;
    }
    h->distinct[i] = is_distinct(g, &row);
    return OK;
}

/* The row of this number, h->rows: none. */
static size_t find_row(const struct head *h, const struct grid *g, uint32_t row)
{
    size_t from = 0;
    size_t to = h->rows;

    while (from < to) {
        size_t middle = (from + to) / 2;

        if (g->s->rows[h->at[middle]].row < row)
            from = middle + 1;
        else
            to = middle;
    }
    return from < h->rows && g->s->rows[h->at[from]].row == row ? from
                                                                : h->rows;
}

static void look_at_merges(struct head *h, const struct grid *g)
{
    uint32_t first = g->s->rows[h->at[0]].row;
    uint32_t last = g->s->rows[h->at[h->rows - 1]].row;

    for (size_t i = grid_first_merge(g, first);
         i < g->merges_n && g->merges[i].first.row <= last; i++) {
        const struct ref_range *m = &g->merges[i];
        uint32_t column = m->first.column - h->first;
        size_t row = find_row(h, g, m->first.row);
        size_t n = (size_t)(m->last.column - m->first.column) + 1;

        if (row == h->rows || m->first.column < h->first || column >= h->width)
            continue;
        if (n > h->width - column)
            n = h->width - column;
        h->merged[row * h->width + column] = (uint16_t)n;
    }
}

enum err head_look(struct grid *g, const struct grid_area *area,
                   struct arena *a, struct head *h, struct error *e)
{
    size_t rows = h->rows;
    size_t n;

    h->first = area->first;
    h->width = (size_t)(area->last - area->first) + 1;
    n = rows * h->width;
    h->kinds = arena_alloc(a, n, e);
    h->merged = arena_alloc_array(a, n, sizeof(*h->merged), e);
    h->styles = arena_alloc_array(a, n, sizeof(*h->styles), e);
    h->distinct = arena_alloc_array(a, rows + 1, sizeof(*h->distinct), e);
    if (!h->kinds || !h->merged || !h->styles || !h->distinct)
        return e->code;
    if (rows)
        look_at_merges(h, g);
    for (size_t i = 0; i < rows; i++)
        if (look_at_row(h, g, i, e) != OK)
            return e->code;
    return OK;
}

size_t head_filled(const struct head *h, size_t row)
{
    size_t n = 0;

    for (size_t c = 0; c < h->width; c++)
        n += head_kind(h, row, c) != TAPE_EMPTY;
    return n;
}

static bool is_label(uint8_t kind)
{
    return kind == TAPE_TEXT || kind == HEAD_KIND_YEAR || kind == TAPE_DATE;
}

bool head_all_labels(const struct head *h, size_t row)
{
    bool word = false;

    for (size_t c = 0; c < h->width; c++) {
        uint8_t kind = head_kind(h, row, c);

        if (kind != TAPE_EMPTY && !is_label(kind))
            return false;
        word = word || kind == TAPE_TEXT;
    }
    return word;
}

/* The columns that a merge on this row covers from `column` on; 1: no merge. */
static size_t merged_columns(const struct head *h, size_t row, size_t column)
{
    size_t n = h->merged[row * h->width + column];

    return n ? n : 1;
}

static size_t first_filled(const struct head *h, size_t row)
{
    size_t c = 0;

    while (c < h->width && head_kind(h, row, c) == TAPE_EMPTY)
        c++;
    return c;
}

/* A label of this row spans columns. */
static bool spans(const struct head *h, size_t row)
{
    for (size_t c = 0; c < h->width; c++)
        if (head_kind(h, row, c) != TAPE_EMPTY && merged_columns(h, row, c) > 1)
            return true;
    return false;
}

/* A title with something further on in the line, "Stock list", "Page 1": the names of
 * columns below it, and below other titles, need nothing to be told apart. */
static bool is_parted_title(const struct head *h, size_t row)
{
    size_t names = row + 1;

    if (h->width < 4 || head_filled(h, row) != 2 ||
        head_kind(h, row, 0) != TAPE_TEXT ||
        head_kind(h, row, 1) != TAPE_EMPTY || spans(h, row))
        return false; /* beside each other they are of a pivot table */
    while (names < h->rows && head_filled(h, names) <= 2)
        names++;
    return names < h->rows && head_filled(h, names) * 10 >= h->width * 9 &&
           head_all_labels(h, names) && h->distinct[names];
}

/* One cell over a table that is wider: a title and not a header. */
static bool is_title_row(const struct head *h, size_t row)
{
    size_t at = first_filled(h, row);
    bool wider = false;

    if (is_parted_title(h, row))
        return true;
    if (head_filled(h, row) != 1 || h->width < 2)
        return false;
    for (size_t i = row + 1; i < h->rows && i <= row + HEAD_TITLE_ROWS; i++)
        wider = wider || head_filled(h, i) > 1;
    if (!wider)
        return false;
    if (at > 0 && merged_columns(h, row, at) > 1)
        return false; /* a label over some of the columns */
    return at == 0 || h->width > 2;
}

bool head_has_other(const struct head *h, size_t row)
{
    for (size_t c = 0; c < h->width; c++)
        if (head_kind(h, row, c) != TAPE_EMPTY &&
            head_kind(h, row, c) != TAPE_TEXT)
            return true;
    return false;
}

/* Labels over labels: the row below it belongs to the header as well. */
static bool is_group_row(const struct head *h, size_t row)
{
    if (row + 1 >= h->rows || !head_all_labels(h, row) ||
        !head_all_labels(h, row + 1))
        return false;
    if (spans(h, row))
        return true;
    return head_filled(h, row) >= 2 &&
           head_filled(h, row) < head_filled(h, row + 1) &&
           head_filled(h, row + 1) * 10 >= h->width * 9 && row + 2 < h->rows &&
           head_has_other(h, row + 2) && !head_all_labels(h, row + 2);
}

/* Years and dates in a row: several of them can be names of columns. */
static bool has_moments(const struct head *h, size_t row)
{
    size_t n = 0;

    for (size_t c = 0; c < h->width; c++)
        n += head_kind(h, row, c) == HEAD_KIND_YEAR ||
             head_kind(h, row, c) == TAPE_DATE;
    return n > 1;
}

/* +1 when the column speaks for a header in `row`, -1 against. */
static int vote(const struct head *h, size_t row, size_t column, bool moments)
{
    uint8_t top = head_kind(h, row, column);
    size_t words = 0;
    size_t others = 0;
    size_t same = 0;

    if (top == TAPE_EMPTY)
        return 0;
    for (size_t i = row + 1; i < h->rows; i++) {
        uint8_t kind = head_kind(h, i, column);

        words += kind == TAPE_TEXT;
        others += kind != TAPE_TEXT && kind != TAPE_EMPTY;
        same += kind == top;
    }
    if (words + others == 0)
        return 0;
    if (top == TAPE_TEXT)
        return others > words ? 1 : 0;
    if (top == HEAD_KIND_YEAR || top == TAPE_DATE)
        return moments && same * 2 <= words + others ? 1 : -1;
    return top == TAPE_NUMBER && others == 0 ? 1 : -1;
}

static int votes(const struct head *h, size_t row)
{
    bool moments = has_moments(h, row);
    int sum = 0;

    for (size_t c = 0; c < h->width; c++)
        sum += vote(h, row, c, moments);
    return sum;
}

bool head_has_own(const struct head *h, size_t row)
{
    return row < h->rows && head_all_labels(h, row) && votes(h, row) > 0;
}

/* A word and then numbers over words alone: "Name | 01 | 02". */
static bool is_numbered(const struct head *h, size_t row)
{
    size_t numbers = 0;

    for (size_t c = 0; c < h->width; c++) {
        uint8_t kind = head_kind(h, row, c);

        if (kind == TAPE_NUMBER && vote(h, row, c, false) > 0)
            numbers++;
        else if (kind != TAPE_TEXT)
            return false;
    }
    return numbers > 1;
}

/* Nothing over words, then moments over other things: " | 2023 | 2024". */
static bool is_timeline(const struct head *h, size_t row)
{
    if (head_kind(h, row, 0) != TAPE_EMPTY || !has_moments(h, row))
        return false;
    for (size_t c = 1; c < h->width; c++) {
        uint8_t kind = head_kind(h, row, c);

        if (kind != TAPE_EMPTY && !is_label(kind))
            return false;
    }
    for (size_t i = row + 1; i < h->rows; i++)
        if (head_kind(h, i, 0) == TAPE_TEXT)
            return true;
    return false;
}

/* Is `row` a header, and is that only assumed? */
static bool is_header(const struct head *h, size_t row, bool *assumed)
{
    int sum = votes(h, row);

    *assumed = sum == 0;
    if (sum != 0)
        return sum > 0 && (head_all_labels(h, row) || is_numbered(h, row) ||
                           is_timeline(h, row));
    return !head_has_other(h, row);
}

/* Words in columns that have none below, and in no other: units. */
static bool is_units_row(const struct head *h, size_t row)
{
    size_t units = 0;

    if (row + 1 >= h->rows || head_has_other(h, row))
        return false;
    for (size_t c = 0; c < h->width; c++) {
        size_t words = 0;
        size_t others = 0;

        if (head_kind(h, row, c) == TAPE_EMPTY)
            continue;
        for (size_t i = row + 1; i < h->rows; i++) {
            words += head_kind(h, i, c) == TAPE_TEXT;
            others += head_kind(h, i, c) != TAPE_TEXT &&
                      head_kind(h, i, c) != TAPE_EMPTY;
        }
        if (words || others == 0)
            return false;
        units++;
    }
    return units >= 2;
}

struct head_parts head_part(const struct head *h, const struct grid *g,
                            uint32_t filter_row, enum head_mode mode)
{
    size_t filter = filter_row ? find_row(h, g, filter_row) : h->rows;
    struct head_parts p = {0};
    size_t row = 0;
    size_t last; /* of the header */
    bool header;

    if (filter < h->rows && head_filled(h, filter) < 2)
        filter = h->rows;
    while (row + 1 < h->rows && row != filter && is_title_row(h, row))
        row++;
    for (last = row; last < row + HEAD_MAX_HEADER - 1; last++)
        if (last == filter || !is_group_row(h, last))
            break;
    header = is_header(h, last, &p.assumed) || last > row;
    if (header && last + 1 < row + HEAD_MAX_HEADER && filter == h->rows &&
        head_filled(h, last + 1) <= head_filled(h, last) &&
        is_units_row(h, last + 1)) {
        p.units = true;
        last++;
    }
    if (filter < h->rows) {
        row = last == filter ? row : filter;
        last = filter;
        header = true;
        p.assumed = false;
    }
    if (mode != HEAD_AUTO) {
        header = mode == HEAD_YES;
        p.assumed = false;
    }
    p.title = row;
    p.header = header ? last + 1 - row : 0;
    p.assumed = p.assumed && header;
    return p;
}

/* Add a label to a column's name, with single spaces. */
static enum err add_label(struct arena *a, struct str *name, struct str label,
                          struct error *e)
{
    char *to = arena_alloc(a, name->n + label.n + 2, e);
    size_t n = 0;
    bool space = false;

    if (!to)
        return e->code;
    if (name->n) {
        memcpy(to, name->p, name->n);
        n = name->n;
        space = true;
    }
    for (size_t i = 0; i < label.n; i++) {
        char c = label.p[i];

        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            space = n > 0;
            continue;
        }
        if (space)
            to[n++] = ' ';
        to[n++] = c;
        space = false;
    }
    *name = (struct str){to, n};
    return OK;
}

struct labelling {
    const struct head *h;
    struct grid *g;
    struct arena *a;
};

/*
 * The labels of a header row, each column's in labels[]. All but the last row
 * are labels of several columns: up to the end of the merged cells, or in a
 * row without any up to the next one. Not so over a row of units.
 */
static enum err row_labels(const struct labelling *l, size_t i, bool reach,
                           struct str *labels, struct error *e)
{
    const struct head *h = l->h;
    uint32_t last = h->first + (uint32_t)h->width - 1;
    bool merged = spans(h, i);
    struct tape_row row;

    if (grid_row(l->g, h->at[i], h->first, last, &row, e) != OK)
        return e->code;
    for (uint32_t k = 0; k < row.n; k++) {
        size_t c = row.cells[k].column - h->first;
        size_t end = c + 1;
        struct str label;

        if (str_dup(grid_text(l->g, &row, &row.cells[k]), l->a, &label, e))
            return e->code;
        if (reach && merged)
            end = c + merged_columns(h, i, c);
        else if (reach)
            end = k + 1 < row.n ? row.cells[k + 1].column - h->first : h->width;
        for (; c < end && c < h->width; c++)
            labels[c] = label;
    }
    return OK;
}

enum err head_labels(const struct head *h, struct grid *g,
                     const struct head_parts *p, struct arena *a,
                     struct str *labels, struct error *e)
{
    const struct labelling l = {h, g, a};
    size_t end = p->title + p->header;
    struct str *final = arena_alloc_array(a, h->width, sizeof(*final), e);

    if (!final || row_labels(&l, end - 1, false, final, e) != OK)
        return e->code;
    for (size_t i = p->title; i + 1 < end; i++) {
        struct str *above = arena_alloc_array(a, h->width, sizeof(*above), e);
        bool reach = !(p->units && i + 2 == end);

        if (!above || row_labels(&l, i, reach, above, e) != OK)
            return e->code;
        for (size_t c = 0; c < h->width; c++)
            if (above[c].n && !str_eq(above[c], final[c]) &&
                add_label(a, &labels[c], above[c], e) != OK)
                return e->code;
    }
    for (size_t c = 0; c < h->width; c++)
        if (final[c].n && add_label(a, &labels[c], final[c], e) != OK)
            return e->code;
    return OK;
}
