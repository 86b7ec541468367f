/*
 * table_rows.c - gutters: what is white over nearly all lines that have several
 * pieces.
 */
#include "formats/pdf/table_rows.h"

#include <math.h>
#include <string.h>

#define PIECE    0.5F /* of the size, between words of a piece at most */
#define MIN_ROWS 2    /* with text in a column */
#define CROSSING 6    /* one line of so many may cross a gutter */
#define GUTTER   0.8F /* of the size, between its sides on average */
#define COLUMN   4    /* one line of so many has text in each column */
#define BINS     2000

static bool is_value(struct str s)
{
    size_t digits = 0;
    size_t letters = 0;

    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];

        digits += c >= '0' && c <= '9';
        letters += (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return digits >= letters && (digits > 0 || s.n <= 3);
}

/* Of money, per cent, a bracket: no letter, digit or dash. */
static bool is_mark(struct str s)
{
    const unsigned char c = s.n ? (unsigned char)s.p[0] : '-';

    return s.n <= 3 && c != '-' && !(c >= '0' && c <= '9') &&
           !((c | 0x20) >= 'a' && (c | 0x20) <= 'z') &&
           (c < 0x80 || (c == 0xc2 && s.n == 2));
}

int table_by_value(const void *p, const void *q)
{
    const float x = *(const float *)p;
    const float y = *(const float *)q;

    return x < y ? -1 : x > y;
}

void table_row_add(struct table_row *row, const struct pdf_word *w)
{
    struct table_piece *p = row->piece + (row->n ? row->n - 1 : 0);

    if (row->n == 0 ||
        w->box.x0 - p->box.x1 > PIECE * fmaxf(w->size, row->size)) {
        p = &row->piece[row->n++];
        *p = (struct table_piece){
            .box = w->box, .is_value = true, .is_mark = true};
    }
    p->box.x1 = fmaxf(p->box.x1, w->box.x1);
    p->box.y0 = fminf(p->box.y0, w->box.y0);
    p->box.y1 = fmaxf(p->box.y1, w->box.y1);
    p->is_value = p->is_value && is_value(w->text);
    p->is_mark = p->is_mark && is_mark(w->text);
    row->size = fmaxf(row->size, w->size);
    row->base = fmaxf(row->base, w->base);
}

void table_run_measure(struct table_run *run)
{
    run->several = 0;
    run->size = 0;
    run->box = (struct pdf_box){INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < run->n; i++) {
        const struct table_row *row = &run->row[i];

        run->several += row->has_several;
        run->size += row->size / (float)run->n;
        for (size_t k = 0; k < row->n; k++)
            pdf_box_widen(&run->box, &row->piece[k].box);
    }
}

static size_t bin_of(const struct table_run *run, float x)
{
    const float at =
        (x - run->box.x0) / (run->box.x1 - run->box.x0) * (BINS - 1);

    return at <= 0 ? 0 : at >= BINS - 1 ? BINS - 1 : (size_t)at;
}

static float x_of(const struct table_run *run, size_t bin)
{
    return run->box.x0 +
           (run->box.x1 - run->box.x0) * (float)bin / (float)(BINS - 1);
}

/* How many lines of several pieces have one at each place. */
static void cover(const struct table_run *run, uint32_t count[BINS])
{
    memset(count, 0, BINS * sizeof(*count));
    for (size_t i = 0; i < run->n; i++)
        for (size_t k = 0; run->row[i].has_several && k < run->row[i].n; k++)
            for (size_t b = bin_of(run, run->row[i].piece[k].box.x0);
                 b <= bin_of(run, run->row[i].piece[k].box.x1); b++)
                count[b]++;
}

/* Of the lines with pieces on both sides of x, how far these are from each other
 * on average, and how many cross it. */
static float gap_at(const struct table_run *run, float x)
{
    float sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++) {
        const struct table_row *row = &run->row[i];

        for (size_t k = 0; k + 1 < row->n; k++)
            if (row->piece[k].box.x1 <= x && row->piece[k + 1].box.x0 >= x) {
                sum += row->piece[k + 1].box.x0 - row->piece[k].box.x1;
                n++;
            }
    }
    return n ? sum / (float)n : 0;
}

/* Has each of the columns that a gutter at x would make text in enough lines? */
static bool divides(const struct table_run *run, float from, float x)
{
    size_t left = 0;
    size_t right = 0;

    for (size_t i = 0; i < run->n; i++) {
        const struct table_row *row = &run->row[i];
        bool is_left = false;
        bool is_right = false;

        for (size_t k = 0; k < row->n && row->has_several; k++) {
            is_left |= row->piece[k].box.x0 >= from - 0.5F &&
                       row->piece[k].box.x1 <= x;
            is_right |= row->piece[k].box.x0 >= x;
        }
        left += is_left;
        right += is_right;
    }
    return left >= MIN_ROWS && right >= MIN_ROWS &&
           left * COLUMN >= run->several && right * COLUMN >= run->several;
}

static void find_gutters(struct table_run *run)
{
    const size_t most = run->several / CROSSING;
    uint32_t count[BINS];
    float from = run->box.x0;

    cover(run, count);
    run->columns = 1;
    for (size_t b = 0; b < BINS && run->columns < PDF_TABLE_MAX_COLUMNS;) {
        size_t end = b;
        size_t first = b;
        size_t last;
        float x;

        while (end < BINS && count[end] <= most) {
            if (count[end] < count[first])
                first = end;
            end++;
        }
        last = first;
        while (last + 1 < end && count[last + 1] == count[first])
            last++;
        x = x_of(run, (first + last) / 2);
        if (end > b && first > 0 && end < BINS &&
            gap_at(run, x) >= GUTTER * run->size && divides(run, from, x)) {
            run->gutter[run->columns++ - 1] = x;
            from = x;
        }
        b = end > b ? end : b + 1;
    }
}

static size_t column_at(const struct table_run *run, float x)
{
    size_t low = 0;
    size_t high = run->columns - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (x >= run->gutter[middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void place_pieces(struct table_run *run)
{
    for (size_t i = 0; i < run->n; i++)
        for (size_t k = 0; k < run->row[i].n; k++) {
            struct table_piece *p = &run->row[i].piece[k];

            p->first = column_at(run, p->box.x0 + 0.5F);
            p->last = column_at(run, p->box.x1 - 0.5F);
        }
}

/* Does a column have nothing but marks? */
static bool is_of_marks(const struct table_run *run, size_t c)
{
    size_t n = 0;

    for (size_t i = 0; i < run->n; i++)
        for (size_t k = 0; k < run->row[i].n; k++) {
            const struct table_piece *p = &run->row[i].piece[k];

            if (p->first > c || p->last < c || p->first != p->last)
                continue;
            if (!p->is_mark)
                return false;
            n++;
        }
    return n > 0;
}

/* Marks are of the values after them, or before them where they come last. */
static void drop_marks(struct table_run *run)
{
    for (size_t c = 0; run->columns > 1 && c < run->columns;) {
        const size_t at = c + 1 < run->columns ? c : c - 1;

        if (!is_of_marks(run, c)) {
            c++;
            continue;
        }
        memmove(run->gutter + at, run->gutter + at + 1,
                (run->columns - 2 - at) * sizeof(*run->gutter));
        run->columns--;
        place_pieces(run);
    }
}

void table_run_divide(struct table_run *run)
{
    find_gutters(run);
    place_pieces(run);
    drop_marks(run);
}
