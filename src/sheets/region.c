/*
 * Finding the table by the shape of the sheet's first rows.
 *
 * A few dozen rows are enough to tell a header, and only their kinds of cells
 * are kept for it: a matrix of HEAD_ROWS by the width of the block. Everything
 * that is decided here is reported, so that a reader who knows better can say
 * where the header is.
 */
#include "sheets/region.h"

#include <string.h>

#define HEAD_ROWS         64u
#define TITLE_ROWS        20u /* a block of more is no title */
#define SHORT_ROWS        5u
#define LOOK_AHEAD_BLOCKS 20u
#define FIRST_YEAR        1900
#define LAST_YEAR         2100

/* A kind that a tape does not know: an integer that could be a year. */
#define KIND_YEAR ((uint8_t)0x20)

struct finding {
    const struct sheet *s;
    const struct strings *strings;
    struct arena *a;      /* of the result */
    struct arena scratch; /* gone at the end */
    struct buf room;
    struct region *out;
    struct region_block block; /* the table is in it */
    uint8_t *kinds;   /* kinds[rows * width] of the block's first rows */
    uint16_t *merged; /* the same: columns of a merge that begins there */
    size_t rows, width;
};

enum err region_row(const struct sheet *s, size_t i, struct buf *room,
                    struct tape_row *row, struct error *e)
{
    size_t n = 0;
    enum err rc = tape_size(&s->tape, s->rows[i].at, &n, e);
    char *to;

    if (rc)
        return rc;
    buf_reset(room);
    to = buf_reserve(room, n);
    if (!to)
        return error_set(e, ERR_LIMIT, "no memory for row %u of the sheet",
                         s->rows[i].row);
    return tape_get(&s->tape, s->rows[i].at, to, n, row, e);
}

struct str region_text(const struct strings *strings,
                       const struct tape_row *row, const struct tape_cell *cell)
{
    if (cell->flags & TAPE_SHARED)
        return strings_get(strings, cell->n);
    return str_slice(row->text, cell->at, (size_t)cell->at + cell->n);
}

static struct region_block block_at(const struct sheet *s, size_t from)
{
    struct region_block b = {.from = from, .to = from, .first = UINT16_MAX};

    while (b.to < s->n &&
           (b.to == from || s->rows[b.to].row == s->rows[b.to - 1].row + 1)) {
        const struct sheet_row *row = &s->rows[b.to++];

        b.first = row->first < b.first ? row->first : b.first;
        b.last = row->last > b.last ? row->last : b.last;
        b.widest = row->cells > b.widest ? row->cells : b.widest;
        b.cells += row->cells;
    }
    return b;
}

static size_t height(const struct region_block *b)
{
    return b->to - b->from;
}

/* Is this block the title or the notes of one that follows? */
static bool is_title(const struct sheet *s, const struct region_block *b)
{
    struct region_block later = *b;

    if (b->widest > 2 || height(b) > (b->widest < 2 ? TITLE_ROWS : SHORT_ROWS))
        return false;
    for (unsigned i = 0; i < LOOK_AHEAD_BLOCKS && later.to < s->n; i++) {
        later = block_at(s, later.to);
        if (b->widest < 2 ? later.widest >= 2
                          : later.widest > 2 && height(&later) > height(b))
            return true;
    }
    return false;
}

static enum err leave_out(struct finding *f, struct region_block b,
                          struct error *e)
{
    struct region *out = f->out;

    if (!out->left_out)
        out->left_out = arena_alloc_array(f->a, REGION_MAX_BLOCKS,
                                          sizeof(*out->left_out), e);
    if (!out->left_out)
        return e->code;
    out->left_out_total++;
    if (out->left_out_n < REGION_MAX_BLOCKS)
        out->left_out[out->left_out_n++] = b;
    return OK;
}

static bool is_year(struct str text)
{
    struct error ignored;
    uint64_t year;

    return text.n == 4 &&
           str_parse_u64(text, LAST_YEAR, &year, &ignored) == OK &&
           year >= FIRST_YEAR;
}

static enum err look_at_row(struct finding *f, size_t i, struct error *e)
{
    struct tape_row row;
    enum err rc = region_row(f->s, f->block.from + i, &f->room, &row, e);

    for (uint32_t c = 0; !rc && c < row.n; c++) {
        const struct tape_cell *cell = &row.cells[c];
        uint8_t kind = cell->kind;

        if (kind == TAPE_EMPTY)
            kind = TAPE_ERROR; /* it is something, unknown what */
        if (kind == TAPE_NUMBER && is_year(region_text(f->strings, &row, cell)))
            kind = KIND_YEAR;
        f->kinds[i * f->width + (cell->column - f->block.first)] = kind;
    }
    return rc;
}

static void look_at_merges(struct finding *f)
{
    const struct sheet_row *rows = f->s->rows + f->block.from;
    size_t n;
    const struct ref_range *m = sheet_merges(f->s, &n);

    for (size_t i = 0; i < n; i++) {
        uint32_t row = m[i].first.row - rows[0].row; /* no gaps in a block */
        uint32_t column = m[i].first.column - f->block.first;

        if (m[i].first.row >= rows[0].row && row < f->rows &&
            m[i].first.column >= f->block.first && column < f->width)
            f->merged[row * f->width + column] =
                (uint16_t)(m[i].last.column - m[i].first.column + 1);
    }
}

/* The kinds of the block's first rows. */
static enum err look(struct finding *f, struct error *e)
{
    f->rows = height(&f->block) < HEAD_ROWS ? height(&f->block) : HEAD_ROWS;
    f->width = (size_t)(f->block.last - f->block.first) + 1;
    f->kinds = arena_alloc(&f->scratch, f->rows * f->width, e);
    f->merged = arena_alloc_array(&f->scratch, f->rows * f->width,
                                  sizeof(*f->merged), e);
    if (!f->kinds || !f->merged)
        return e->code;
    look_at_merges(f);
    for (size_t i = 0; i < f->rows; i++)
        if (look_at_row(f, i, e) != OK)
            return e->code;
    return OK;
}

static uint8_t kind_at(const struct finding *f, size_t row, size_t column)
{
    return f->kinds[row * f->width + column];
}

static size_t filled(const struct finding *f, size_t row)
{
    size_t n = 0;

    for (size_t c = 0; c < f->width; c++)
        n += kind_at(f, row, c) != TAPE_EMPTY;
    return n;
}

static bool is_label(uint8_t kind)
{
    return kind == TAPE_TEXT || kind == KIND_YEAR || kind == TAPE_DATE;
}

/* Words, years and dates only, and a word among them. */
static bool all_labels(const struct finding *f, size_t row)
{
    bool word = false;

    for (size_t c = 0; c < f->width; c++) {
        uint8_t kind = kind_at(f, row, c);

        if (kind != TAPE_EMPTY && !is_label(kind))
            return false;
        word = word || kind == TAPE_TEXT;
    }
    return word;
}

/* The columns that a merge on this row covers from `column` on; 1: no merge. */
static size_t merged_columns(const struct finding *f, size_t row, size_t column)
{
    size_t n = f->merged[row * f->width + column];

    return n ? n : 1;
}

static size_t first_filled(const struct finding *f, size_t row)
{
    size_t c = 0;

    while (c < f->width && kind_at(f, row, c) == TAPE_EMPTY)
        c++;
    return c;
}

/* One cell over a table that is wider: a title and not a header. */
static bool is_title_row(const struct finding *f, size_t row)
{
    size_t at = first_filled(f, row);
    bool wider = false;

    if (filled(f, row) != 1 || f->width < 2)
        return false;
    for (size_t i = row + 1; i < f->rows && i <= row + TITLE_ROWS; i++)
        wider = wider || filled(f, i) > 1;
    if (!wider)
        return false;
    if (at > 0 && merged_columns(f, row, at) > 1)
        return false; /* a label over some of the columns */
    return at == 0 || f->width > 2;
}

/* A label of this row spans columns. */
static bool spans(const struct finding *f, size_t row)
{
    for (size_t c = 0; c < f->width; c++)
        if (kind_at(f, row, c) != TAPE_EMPTY && merged_columns(f, row, c) > 1)
            return true;
    return false;
}

static bool has_other_than_words(const struct finding *f, size_t row)
{
    for (size_t c = 0; c < f->width; c++)
        if (kind_at(f, row, c) != TAPE_EMPTY && kind_at(f, row, c) != TAPE_TEXT)
            return true;
    return false;
}

/* Labels over labels: the row below it belongs to the header as well. */
static bool is_group_row(const struct finding *f, size_t row)
{
    if (row + 1 >= f->rows || !all_labels(f, row) || !all_labels(f, row + 1))
        return false;
    if (spans(f, row))
        return true;
    return filled(f, row) >= 2 && filled(f, row) < filled(f, row + 1) &&
           filled(f, row + 1) * 10 >= f->width * 9 &&
           !has_other_than_words(f, row + 1) && row + 2 < f->rows &&
           has_other_than_words(f, row + 2);
}

/* Years and dates in a row: several of them can be names of columns. */
static bool has_moments(const struct finding *f, size_t row)
{
    size_t n = 0;

    for (size_t c = 0; c < f->width; c++)
        n += kind_at(f, row, c) == KIND_YEAR || kind_at(f, row, c) == TAPE_DATE;
    return n > 1;
}

/* +1 when the column speaks for a header in `row`, -1 against. */
static int vote(const struct finding *f, size_t row, size_t column,
                bool moments)
{
    uint8_t top = kind_at(f, row, column);
    size_t words = 0;
    size_t others = 0;
    size_t same = 0;

    if (top == TAPE_EMPTY)
        return 0;
    for (size_t i = row + 1; i < f->rows; i++) {
        uint8_t kind = kind_at(f, i, column);

        words += kind == TAPE_TEXT;
        others += kind != TAPE_TEXT && kind != TAPE_EMPTY;
        same += kind == top;
    }
    if (words + others == 0)
        return 0;
    if (top == TAPE_TEXT)
        return others > words ? 1 : 0;
    if (top == KIND_YEAR || top == TAPE_DATE)
        return moments && same * 2 <= words + others ? 1 : -1;
    return -1;
}

/* Is `row` a header, and is that only assumed? */
static bool is_header(const struct finding *f, size_t row, bool *assumed)
{
    bool moments = has_moments(f, row);
    int votes = 0;

    *assumed = false;
    for (size_t c = 0; c < f->width; c++)
        votes += vote(f, row, c, moments);
    if (votes != 0)
        return votes > 0 && all_labels(f, row);
    *assumed = true;
    return !has_other_than_words(f, row);
}

/* The row of the auto filter in the head of the block; f->rows: none. */
static size_t filter_row(const struct finding *f)
{
    const struct ref_range *filter = &f->s->filter;

    for (size_t i = 0; filter->first.row && i < f->rows; i++)
        if (f->s->rows[f->block.from + i].row == filter->first.row &&
            filled(f, i) > 1)
            return i;
    return f->rows;
}

/* Where title, header and data are in the block. */
static void part_block(struct finding *f, enum region_header mode)
{
    size_t filter = filter_row(f);
    size_t first = f->block.from;
    size_t row = 0;
    size_t groups;
    bool header;

    while (row + 1 < f->rows && row != filter && is_title_row(f, row))
        row++;
    for (groups = row; groups < row + REGION_MAX_HEADER_ROWS - 1; groups++)
        if (groups == filter || !is_group_row(f, groups))
            break;
    header = is_header(f, groups, &f->out->header_assumed) || groups > row;
    if (filter < f->rows) {
        row = groups == filter ? row : filter;
        groups = filter;
        header = true;
        f->out->header_assumed = false;
    }
    if (mode != REGION_HEADER_AUTO) {
        header = mode == REGION_HEADER_YES;
        f->out->header_assumed = false;
    }
    f->out->title_from = first;
    f->out->title_to = f->out->header_from = first + row;
    f->out->header_to = header ? first + groups + 1 : f->out->header_from;
    f->out->data_from = f->out->header_to;
    f->out->data_to = f->block.to;
}

/* Is this block nothing but the words over the one that follows it? */
static bool is_parted_header(const struct finding *f,
                             const struct region_block *next)
{
    const struct region_block *b = &f->block;
    uint32_t last = f->s->rows[b->to - 1].row;

    if (height(b) >= REGION_MAX_HEADER_ROWS || b->widest < 2 ||
        next->first < b->first || next->last > b->last ||
        f->s->rows[next->from].row != last + 2)
        return false;
    for (size_t i = 0; i < f->rows; i++)
        if (has_other_than_words(f, i))
            return false;
    return true;
}

/* A header with an empty row under it. */
static enum err join_header(struct finding *f, struct error *e)
{
    struct region_block next = {0};
    struct region *out = f->out;
    struct tape_row row;
    bool other = false;

    if (f->block.to == f->s->n || out->data_from < out->data_to ||
        out->header_from == out->header_to)
        return OK;
    next = block_at(f->s, f->block.to);
    if (!is_parted_header(f, &next))
        return OK;
    if (region_row(f->s, next.from, &f->room, &row, e) != OK)
        return e->code;
    for (uint32_t i = 0; i < row.n; i++)
        other = other || row.cells[i].kind != TAPE_TEXT;
    if (!other)
        return OK;
    out->data_from = next.from;
    out->data_to = next.to;
    out->header_assumed = false;
    return OK;
}

static void find_columns(struct finding *f)
{
    const struct sheet_row *rows = f->s->rows;
    struct region *out = f->out;
    uint32_t first = UINT32_MAX;
    uint32_t last = 0;

    for (size_t i = out->header_from; i < out->data_to; i++) {
        first = rows[i].first < first ? rows[i].first : first;
        last = rows[i].last > last ? rows[i].last : last;
    }
    out->first_column = first;
    out->columns = last - first + 1;
}

/* Add a label to a column's name, with single spaces. */
static enum err add_label(struct finding *f, struct str *name, struct str label,
                          struct error *e)
{
    char *to = arena_alloc(f->a, name->n + label.n + 2, e);
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

/*
 * The labels of a header row, each column's in labels[]. All but the last row
 * are labels of several columns: up to the end of the merged cells, or in a
 * row without any up to the next one.
 */
static enum err row_labels(struct finding *f, size_t i, bool last,
                           struct str *labels, struct error *e)
{
    struct region *out = f->out;
    size_t in_block = i - f->block.from;
    bool merged = in_block < f->rows && spans(f, in_block);
    struct tape_row row;

    if (region_row(f->s, i, &f->room, &row, e) != OK)
        return e->code;
    for (uint32_t k = 0; k < row.n; k++) {
        size_t c = row.cells[k].column - out->first_column;
        size_t end = c + 1;
        struct str label;

        if (str_dup(region_text(f->strings, &row, &row.cells[k]), &f->scratch,
                    &label, e) != OK)
            return e->code;
        if (!last && merged)
            end = c + merged_columns(f, in_block,
                                     row.cells[k].column - f->block.first);
        else if (!last)
            end = k + 1 < row.n ? row.cells[k + 1].column - out->first_column
                                : out->columns;
        for (; c < end && c < out->columns; c++)
            labels[c] = label;
    }
    return OK;
}

static enum err make_header(struct finding *f, struct error *e)
{
    struct region *out = f->out;
    struct str *labels, *final;

    out->header = arena_alloc_array(f->a, out->columns, sizeof(struct str), e);
    final = arena_alloc_array(&f->scratch, out->columns, sizeof(*final), e);
    if (!out->header || !final ||
        row_labels(f, out->header_to - 1, true, final, e) != OK)
        return e->code;
    for (size_t i = out->header_from; i + 1 < out->header_to; i++) {
        labels =
            arena_alloc_array(&f->scratch, out->columns, sizeof(*labels), e);
        if (!labels || row_labels(f, i, false, labels, e) != OK)
            return e->code;
        for (size_t c = 0; c < out->columns; c++)
            if (labels[c].n && !str_eq(labels[c], final[c]) &&
                add_label(f, &out->header[c], labels[c], e) != OK)
                return e->code;
    }
    for (size_t c = 0; c < out->columns; c++)
        if (final[c].n && add_label(f, &out->header[c], final[c], e) != OK)
            return e->code;
    return OK;
}

static enum err leave_out_rest(struct finding *f, struct error *e)
{
    for (size_t at = f->out->data_to; at < f->s->n;) {
        struct region_block b = block_at(f->s, at);

        if (leave_out(f, b, e) != OK)
            return e->code;
        at = b.to;
    }
    return OK;
}

static enum err find(struct finding *f, enum region_header mode,
                     struct error *e)
{
    f->block = block_at(f->s, 0);
    while (is_title(f->s, &f->block)) {
        if (leave_out(f, f->block, e) != OK)
            return e->code;
        f->block = block_at(f->s, f->block.to);
    }
    if (look(f, e) != OK)
        return e->code;
    part_block(f, mode);
    if (mode != REGION_HEADER_NO && join_header(f, e) != OK)
        return e->code;
    find_columns(f);
    if (f->out->header_to > f->out->header_from && make_header(f, e) != OK)
        return e->code;
    return leave_out_rest(f, e);
}

enum err region_find(const struct sheet *s, const struct strings *strings,
                     enum region_header mode, struct arena *a,
                     struct region *out, struct error *e)
{
    struct finding f = {.s = s, .strings = strings, .a = a, .out = out};
    enum err rc;

    *out = (struct region){0};
    if (s->n == 0)
        return OK;
    arena_init(&f.scratch, (size_t)64 << 20);
    buf_init(&f.room, TAPE_MAX_ROW);
    rc = find(&f, mode, e);
    buf_release(&f.room);
    arena_release(&f.scratch);
    return rc;
}
