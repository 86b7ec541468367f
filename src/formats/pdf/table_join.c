/*
 * table_join.c - tables that go on over the end of a page.
 *
 * The last table of a page and the first one of the next are one where everything speaks
 * for that, as rows that do not belong together make sums that are wrong:
 *
 *     between   nothing is but headers and footers (between.c)
 *     columns   are as many, found in the same way, and stand one below the other: the
 *               rulings are at the same places, or no gutter of one has text of the other
 *     header    the first rows are those of the table again, and dropped; or the first
 *               row is none, as it has values where the table has values
 *     page      the first one ends where the text of pages ends
 *
 * How many are right is counted by make bench-pdf-tables.
 */
#include "formats/pdf/table_join.h"

#include "formats/pdf/between.h"

#include <math.h>

#define TURNS 4
#define SAME  3.0F /* points between rulings, or texts of columns */
#define MIRRORED \
    36.0F /* points that the other side of a sheet may be moved by */
#define ALIGNED    0.8F /* of the columns: their texts stand below each other */
#define PAGE_END   0.3F /* of the height of text, in which a table may go on */
#define MAX_HEADER 8u   /* rows */
#define MAX_TITLES 2u   /* rows of one cell above it */
#define VALUES     0.6F /* of the cells of a column of values */

/* A column by the cells that are in no other. */
struct column {
    float x0, x1;
    size_t filled, values, years; /* of the rows below the header */
};

struct profile {
    const struct pdf_table *of;
    struct column column[PDF_TABLE_MAX_COLUMNS];
};

struct joining {
    const struct pdf_document *d;
    struct pdf_tables *t;
    float top[TURNS],
        bottom[TURNS]; /* of the words of pages that are turned so */
    struct profile above, below;
};

/* ---- texts ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t count_digits(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += is_digit(s.p[i]);
    return n;
}

static size_t count_letters(struct str s)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++)
        n += (s.p[i] >= 'a' && s.p[i] <= 'z') ||
             (s.p[i] >= 'A' && s.p[i] <= 'Z') || (s.p[i] & 0x80);
    return n;
}

static bool is_value(struct str s)
{
    const size_t digits = count_digits(s);

    return digits > 0 && digits >= count_letters(s);
}

/* "2019", as headers of statements have it. */
static bool is_year(struct str s)
{
    return s.n == 4 && count_digits(s) == 4 &&
           (str_starts(s, STR("19")) || str_starts(s, STR("20")));
}

/* Blanks aside, which depend on how a page is set. */
static bool is_same_text(struct str x, struct str y)
{
    size_t i = 0;
    size_t k = 0;

    for (;;) {
        while (i < x.n && x.p[i] == ' ')
            i++;
        while (k < y.n && y.p[k] == ' ')
            k++;
        if (i == x.n || k == y.n)
            return i == x.n && k == y.n;
        if (x.p[i++] != y.p[k++])
            return false;
    }
}

/* ---- columns ---- */

static void look_at_columns(struct profile *p, const struct pdf_table *t)
{
    const uint32_t header = t->continues ? t->repeated : 1;

    p->of = t;
    for (size_t i = 0; i < t->columns; i++)
        p->column[i] = (struct column){INFINITY, -INFINITY, 0, 0, 0};
    for (size_t i = 0; i < t->n; i++) {
        const struct pdf_cell *c = &t->cell[i];
        struct column *k = &p->column[c->column];

        if (c->column != c->last_column)
            continue;
        k->x0 = fminf(k->x0, c->x0);
        k->x1 = fmaxf(k->x1, c->x1);
        if (c->row < header)
            continue;
        k->filled++;
        k->values += is_value(c->text);
        k->years += is_year(c->text);
    }
}

static bool has_values(const struct column *c)
{
    return c->filled > 0 && (float)c->values >= VALUES * (float)c->filled;
}

/* Are the rulings between columns at the same places, if the page is moved? Those at the
 * sides may be missing. */
static bool has_same_edges(const struct pdf_table *x, const struct pdf_table *y,
                           float moved)
{
    for (size_t i = 1; i < x->columns; i++)
        if (fabsf(x->edge[i] + moved - y->edge[i]) > SAME)
            return false;
    return fabsf(x->edge[0] + moved - y->edge[0]) <= SAME ||
           fabsf(x->edge[x->columns] + moved - y->edge[x->columns]) <= SAME;
}

/* Does white part two columns in both tables? */
static bool has_gutter(const struct joining *j, size_t left, float moved)
{
    const struct column *x = &j->above.column[left];
    const struct column *y = &j->below.column[left];

    return fmaxf(x[0].x1 + moved, y[0].x1) < fminf(x[1].x0 + moved, y[1].x0);
}

/* Are texts of one column below each other, at the left, the right or the middle? */
static bool is_aligned(const struct column *x, const struct column *y,
                       float moved)
{
    const float left = x->x0 + moved - y->x0;
    const float right = x->x1 + moved - y->x1;

    return fabsf(left) < SAME || fabsf(right) < SAME ||
           fabsf(left + right) < 2 * SAME;
}

static bool has_same_texts(const struct joining *j, float moved)
{
    const size_t columns = j->above.of->columns;
    size_t aligned = 0;

    for (size_t i = 0; i < columns; i++) {
        if (i + 1 < columns && !has_gutter(j, i, moved))
            return false;
        aligned += is_aligned(&j->above.column[i], &j->below.column[i], moved);
    }
    return (float)aligned >= ALIGNED * (float)columns;
}

/* Where they are, or with margins that are those of the other side of the sheet. */
static bool has_same_columns(const struct joining *j)
{
    const struct pdf_table *x = j->above.of;
    const struct pdf_table *y = j->below.of;
    const bool is_ruled = x->how == PDF_TABLE_RULED;
    const float mirrored = is_ruled ? y->edge[0] - x->edge[0] : y->x0 - x->x0;

    if ((is_ruled && has_same_edges(x, y, 0)) || has_same_texts(j, 0))
        return true;
    return fabsf(mirrored) <= MIRRORED &&
           ((is_ruled && has_same_edges(x, y, mirrored)) ||
            has_same_texts(j, mirrored));
}

/* ---- rows ---- */

static size_t first_cell(const struct pdf_table *t, uint32_t row)
{
    size_t i = 0;

    while (i < t->n && t->cell[i].row < row)
        i++;
    return i;
}

static size_t cells_of(const struct pdf_table *t, uint32_t row)
{
    return first_cell(t, row + 1) - first_cell(t, row);
}

static bool is_same_row(const struct pdf_table *x, uint32_t x_row,
                        const struct pdf_table *y, uint32_t y_row)
{
    const struct pdf_cell *a = x->cell + first_cell(x, x_row);
    const struct pdf_cell *b = y->cell + first_cell(y, y_row);
    const size_t n = cells_of(x, x_row);

    if (n == 0 || n != cells_of(y, y_row))
        return false;
    for (size_t i = 0; i < n; i++)
        if (a[i].column != b[i].column ||
            a[i].last_column != b[i].last_column ||
            a[i].last_row - a[i].row != b[i].last_row - b[i].row ||
            !is_same_text(a[i].text, b[i].text))
            return false;
    return true;
}

/* Has most of a row values that are no years? It is of no header. */
static bool is_of_values(const struct pdf_table *t, uint32_t row)
{
    const size_t to = first_cell(t, row + 1);
    size_t values = 0;
    size_t n = 0;

    for (size_t i = first_cell(t, row); i < to; i++) {
        const struct str text = t->cell[i].text;

        n += t->cell[i].column > 0;
        values += t->cell[i].column > 0 && is_value(text) && !is_year(text);
    }
    return n > 0 && 2 * values > n;
}

/* How many rows are the same from there on, and may be a header. */
static uint32_t same_rows(const struct pdf_table *head, uint32_t from,
                          const struct pdf_table *below, uint32_t below_from)
{
    uint32_t n = 0;

    if (cells_of(head, from) < 2)
        return 0;
    while (n < MAX_HEADER &&
           is_same_row(head, from + n, below, below_from + n) &&
           (n == 0 || !is_of_values(head, from + n)))
        n++;
    return n;
}

/* Rows of `below` that say the header again, with titles above it; 0: it does not. */
static uint32_t repeated_rows(const struct pdf_table *head,
                              const struct pdf_table *below)
{
    for (uint32_t i = 0; i <= MAX_TITLES; i++) {
        for (uint32_t k = 0; k <= MAX_TITLES; k++) {
            const uint32_t n = same_rows(head, i, below, k);

            if (n > 0 && k + n < below->rows)
                return k + n;
            if (cells_of(below, k) != 1)
                break;
        }
        if (cells_of(head, i) != 1)
            break;
    }
    return 0;
}

/* A cell over all columns, which the table above has not below its header: a title. */
static bool has_new_title(const struct pdf_table *above,
                          const struct pdf_table *below)
{
    const struct pdf_cell *c = below->cell;

    if (cells_of(below, 0) != 1 || c->column > 0 ||
        c->last_column + 1 < below->columns)
        return false;
    for (size_t i = first_cell(above, 1); i < above->n; i++)
        if (above->cell[i].column == 0 &&
            above->cell[i].last_column + 1 == above->columns)
            return false;
    return true;
}

/* The first row of several cells. */
static uint32_t first_row(const struct pdf_table *t)
{
    uint32_t row = 0;

    while (row < MAX_HEADER && cells_of(t, row) == 1)
        row++;
    return row;
}

/* Is its first row the header of the table but for a cell or two? Then it is of another
 * one that is made alike, such as that of the next year. */
static bool has_other_header(const struct pdf_table *head,
                             const struct pdf_table *below)
{
    const uint32_t rows[] = {first_row(head), first_row(below)};
    const struct pdf_cell *a = head->cell + first_cell(head, rows[0]);
    const struct pdf_cell *b = below->cell + first_cell(below, rows[1]);
    const size_t n[] = {cells_of(head, rows[0]), cells_of(below, rows[1])};
    size_t same = 0;

    for (size_t i = 0; i < n[1]; i++)
        for (size_t k = 0; k < n[0]; k++)
            same += a[k].column == b[i].column &&
                    is_same_text(a[k].text, b[i].text);
    return same > 0 && 2 * same >= n[1];
}

/* Has the first row of several cells values where the table has them? What has none
 * anywhere is told by its rulings alone. */
static bool goes_on(const struct joining *j)
{
    const struct pdf_table *below = j->below.of;
    const uint32_t row = first_row(below);
    size_t hits = 0;
    size_t columns = 0;

    for (size_t i = 0; i < below->columns; i++)
        columns += has_values(&j->above.column[i]);
    for (size_t i = first_cell(below, row); i < first_cell(below, row + 1);
         i++) {
        const struct pdf_cell *c = &below->cell[i];
        const struct column *k = &j->above.column[c->column];

        if (!has_values(k))
            continue;
        if ((!is_value(c->text) && count_letters(c->text) > 0) ||
            (is_year(c->text) && 2 * k->years < k->values))
            return false;
        hits += is_value(c->text);
    }
    if (below->how == PDF_TABLE_RULED)
        return true;
    return columns > 0 && 2 * hits >= columns;
}

/* ---- pages ---- */

static void measure(struct joining *j)
{
    for (unsigned i = 0; i < TURNS; i++) {
        j->top[i] = INFINITY;
        j->bottom[i] = -INFINITY;
    }
    for (size_t i = 0; i < j->d->n_pages; i++) {
        const struct pdf_page *p = &j->d->page[i];
        const unsigned turn = p->turn % TURNS;

        if (p->n == 0)
            continue;
        j->top[turn] = fminf(j->top[turn], p->y0);
        j->bottom[turn] = fmaxf(j->bottom[turn], p->y1);
    }
}

static bool ends_page(const struct joining *j, const struct pdf_table *t)
{
    const unsigned turn = j->d->page[t->page - 1].turn % TURNS;

    return j->bottom[turn] - t->y1 <=
           PAGE_END * (j->bottom[turn] - j->top[turn]);
}

/* Are they of the same kind, and on pages that are the same way up? */
static bool may_join(const struct joining *j, const struct pdf_table *above,
                     const struct pdf_table *below)
{
    return below->page == above->page + 1 && below->how == above->how &&
           below->columns == above->columns &&
           j->d->page[below->page - 1].turn == j->d->page[above->page - 1].turn;
}

static void look_at(struct joining *j, const struct pdf_table *head,
                    const struct pdf_table *above, struct pdf_table *below)
{
    const uint32_t repeated = repeated_rows(head, below);

    look_at_columns(&j->above, above);
    look_at_columns(&j->below, below);
    if (!has_same_columns(j) || !ends_page(j, above) ||
        (repeated == 0 && (has_new_title(above, below) ||
                           has_other_header(head, below) || !goes_on(j))))
        return;
    below->continues = pdf_between_is_empty(
        j->d, j->t, above, below, repeated ? head->caption : (struct str){0});
    below->repeated = below->continues ? repeated : 0;
}

void pdf_tables_join(const struct pdf_document *d, struct pdf_tables *t)
{
    struct joining j = {.d = d, .t = t};
    size_t rows = 0;
    size_t head = 0;

    measure(&j);
    for (size_t i = 0; i < t->n; i++) {
        struct pdf_table *table = &t->table[i];

        rows += table->rows;
        if (i > 0 && may_join(&j, table - 1, table) &&
            rows * table->columns <= PDF_TABLE_MAX_BOXES)
            look_at(&j, &t->table[head], table - 1, table);
        if (!table->continues) {
            head = i;
            rows = table->rows;
        }
    }
}
