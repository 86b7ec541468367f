/*
 * An alignment as of two sequences (Needleman and Wunsch, 1970): cells on one
 * side, columns on the other, a step costs what csv_profile_cost() says of the
 * cell in its column and something more when it is not "take". Only a band of
 * the matrix is looked at, as far from its diagonal as the widths differ and a
 * little more.
 *
 * Whether the best way is the only one is found by forbidding the first step
 * of it that is a repair, and looking again: when another way costs nearly as
 * little and gives other cells, nobody can tell.
 */
#include "formats/csv_align.h"

#include "formats/csv_split.h"

#include <math.h>
#include <string.h>

#define BAND_EXTRA 2u
#define MAX_JOINED 6u
#define DROP_COST  1.0
#define JOIN_COST  2.0
#define SPLIT_COST 1.5
#define CUT_COST   3.0 /* a split where no quote shows the place */
#define CUT_BYTES  80u
#define MARGIN     1.5
#define NO_WAY     1e9

/* The best way to a point of the matrix: `cells` used, `columns` filled. */
struct node {
    float cost;
    uint8_t step;
    uint8_t joined; /* cells of a join */
};

struct matrix {
    const struct csv_align *a;
    size_t columns, band;
    struct node *nodes;          /* nodes[(n + 1) * (columns + 1)] */
    size_t not_cell, not_column; /* a step that is forbidden there */
    enum csv_step not_step;
};

static struct node *node_at(const struct matrix *m, size_t cell, size_t column)
{
    return &m->nodes[cell * (m->columns + 1) + column];
}

static void reach(const struct matrix *m, size_t cell, size_t column,
                  struct node way)
{
    struct node *to;

    if (cell > m->a->n || column > m->columns)
        return;
    to = node_at(m, cell, column);
    if (way.cost < to->cost)
        *to = way;
}

/* Cells i to i + k - 1 with what is between them. */
static struct csv_cell join(const struct csv_cell *cells, size_t k)
{
    const char *end = cells[k - 1].p + cells[k - 1].n;

    return (struct csv_cell){.p = cells[0].p,
                             .n = (uint32_t)(end - cells[0].p)};
}

static bool is_empty(const struct csv_cell *cell)
{
    return cell_trim((struct str){cell->p, cell->n}).n == 0;
}

static int class_of(char c)
{
    if (c >= '0' && c <= '9')
        return 0;
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c < 0)
        return 1;
    return c == '.' || c == ',' || c == '-' || c == ' ' ? 2 : 3;
}

static double pair_cost(const struct matrix *m, size_t j,
                        const struct csv_cell parts[2])
{
    return csv_profile_cost(m->a->profile, j, &parts[0]) +
           csv_profile_cost(m->a->profile, j + 1, &parts[1]);
}

/* Cut a short cell between letters, digits and signs, where both parts fit
   their columns best. */
static double cut_cell(const struct matrix *m, const struct csv_cell *cell,
                       size_t j, struct csv_cell parts[2])
{
    double best = NO_WAY;

    if (cell->quoted || cell->n > CUT_BYTES || m->a->n + 1 != m->columns)
        return best;
    for (uint32_t at = 1; at < cell->n; at++) {
        struct csv_cell tried[2] = {{.p = cell->p, .n = at},
                                    {.p = cell->p + at, .n = cell->n - at}};
        double cost;

        if (class_of(cell->p[at]) == class_of(cell->p[at - 1]))
            continue;
        cost = CUT_COST + pair_cost(m, j, tried);
        if (cost >= best)
            continue;
        best = cost;
        parts[0] = tried[0];
        parts[1] = tried[1];
    }
    return best;
}

/* One cell as two: where a quote shows it, or where it fits. */
static double split_cell(const struct matrix *m, size_t i, size_t j,
                         struct csv_cell parts[2])
{
    const struct csv_cell *cell = &m->a->cells[i];

    if (csv_split_cell(cell, m->a->quote, parts))
        return SPLIT_COST + pair_cost(m, j, parts);
    return cut_cell(m, cell, j, parts);
}

static void step_from(const struct matrix *m, size_t i, size_t j,
                      enum csv_step step, double cost)
{
    const struct csv_align *a = m->a;
    const struct csv_cell *cells = a->cells + i;
    const struct csv_cell nothing = {.p = ""};
    struct csv_cell parts[2];
    struct csv_cell joined;

    if (step == m->not_step && i == m->not_cell && j == m->not_column)
        return;
    switch (step) {
    case CSV_STEP_TAKE:
        if (i < a->n && j < m->columns)
            reach(m, i + 1, j + 1,
                  (struct node){
                      (float)(cost + csv_profile_cost(a->profile, j, cells)),
                      CSV_STEP_TAKE, 0});
        return;
    case CSV_STEP_DROP:
        if (i < a->n && is_empty(cells))
            reach(m, i + 1, j,
                  (struct node){(float)(cost + DROP_COST), CSV_STEP_DROP, 0});
        return;
    case CSV_STEP_NULL:
        if (j < m->columns)
            reach(m, i, j + 1,
                  (struct node){
                      (float)(cost + CSV_NULL_COST +
                              csv_profile_cost(a->profile, j, &nothing)),
                      CSV_STEP_NULL, 0});
        return;
    case CSV_STEP_JOIN:
        for (size_t k = 2; k <= MAX_JOINED && i + k <= a->n; k++) {
            if (j == m->columns || a->n <= m->columns || cells[k - 1].quoted ||
                cells[0].quoted)
                return;
            joined = join(cells, k);
            reach(
                m, i + k, j + 1,
                (struct node){(float)(cost + JOIN_COST + (double)k / 2 +
                                      csv_profile_cost(a->profile, j, &joined)),
                              CSV_STEP_JOIN, (uint8_t)k});
        }
        return;
    default:
        if (i < a->n && j + 1 < m->columns)
            reach(m, i + 1, j + 2,
                  (struct node){(float)(cost + split_cell(m, i, j, parts)),
                                CSV_STEP_SPLIT, 0});
    }
}

static double fill_matrix(const struct matrix *m)
{
    size_t all = (m->a->n + 1) * (m->columns + 1);

    for (size_t i = 0; i < all; i++)
        m->nodes[i] = (struct node){(float)NO_WAY, CSV_STEP_NONE, 0};
    node_at(m, 0, 0)->cost = 0;
    for (size_t i = 0; i <= m->a->n; i++) {
        size_t from = i > m->band ? i - m->band : 0;

        for (size_t j = from; j <= m->columns && j <= i + m->band; j++) {
            double cost = node_at(m, i, j)->cost;

            if (cost >= NO_WAY)
                continue;
            for (enum csv_step s = CSV_STEP_TAKE; s < CSV_STEPS; s++)
                step_from(m, i, j, s, cost);
        }
    }
    return node_at(m, m->a->n, m->columns)->cost;
}

/* Where a way came from. */
static void step_back(const struct node *way, size_t *i, size_t *j)
{
    *i -= way->step == CSV_STEP_JOIN   ? way->joined
          : way->step == CSV_STEP_NULL ? 0
                                       : 1;
    *j -= way->step == CSV_STEP_SPLIT ? 2 : way->step == CSV_STEP_DROP ? 0 : 1;
}

/* The row of the way that was found, and its first repair. */
static void walk_back(const struct matrix *m, struct csv_cell *row,
                      struct csv_alignment *out, struct matrix *forbidding)
{
    size_t i = m->a->n;
    size_t j = m->columns;

    memset(out->used, 0, sizeof(out->used));
    while (i || j) {
        const struct node *way = node_at(m, i, j);

        out->used[way->step]++;
        step_back(way, &i, &j);
        if (way->step != CSV_STEP_TAKE) {
            forbidding->not_step = (enum csv_step)way->step;
            forbidding->not_cell = i;
            forbidding->not_column = j;
        }
        switch (way->step) {
        case CSV_STEP_TAKE: row[j] = m->a->cells[i]; break;
        case CSV_STEP_NULL: row[j] = (struct csv_cell){.p = ""}; break;
        case CSV_STEP_JOIN: row[j] = join(m->a->cells + i, way->joined); break;
        case CSV_STEP_SPLIT: (void)split_cell(m, i, j, row + j); break;
        default: break;
        }
    }
}

static bool same_rows(const struct csv_cell *a, const struct csv_cell *b,
                      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!str_eq((struct str){a[i].p, a[i].n}, (struct str){b[i].p, b[i].n}))
            return false;
    }
    return true;
}

bool csv_align_best(const struct csv_align *a, struct arena *scratch,
                    struct csv_cell *row, struct csv_alignment *out)
{
    size_t columns = a->profile->columns;
    size_t apart = a->n > columns ? a->n - columns : columns - a->n;
    struct matrix m = {.a = a, .columns = columns, .band = apart + BAND_EXTRA};
    struct matrix other;
    struct csv_alignment second;
    struct csv_cell *again;
    struct error e;

    BUG_ON(a->n > CSV_ALIGN_MAX_CELLS || columns > CSV_ALIGN_MAX_CELLS);
    m.nodes = arena_alloc_array(scratch, (a->n + 1) * (columns + 1),
                                sizeof(*m.nodes), &e);
    again = arena_alloc_array(scratch, columns, sizeof(*again), &e);
    if (!m.nodes || !again)
        return false;
    out->cost = fill_matrix(&m);
    out->ambiguous = false;
    if (out->cost >= NO_WAY)
        return false;
    other = m;
    walk_back(&m, row, out, &other);
    if (out->used[CSV_STEP_TAKE] == columns && a->n == columns)
        return true;
    second.cost = fill_matrix(&other);
    if (second.cost < out->cost + MARGIN) {
        struct matrix unused = other;

        walk_back(&other, again, &second, &unused);
        out->ambiguous = !same_rows(row, again, columns);
    }
    return true;
}
