/*
 * Rows that are sums of the others.
 *
 * Reports end with a total, often after a total of each group, and a file has
 * them as rows like all others. What a program wrote beside the numbers
 * ("Total", in any language) is not read: a total is a row whose numbers are
 * the sums of their columns, over the rows since the last total, or since the
 * last one of a higher level, or over all rows that are none. A mean beside a
 * sum ("Sum of sales, average price") is one as well, and one number of three
 * may be something else (a difference in percent).
 *
 * By chance few numbers are the sum of those above. So what is needed depends
 * on what speaks for it:
 *
 *     the row                 | is a total when it adds up in
 *     ------------------------+--------------------------------------------
 *     has fewer cells than    | one column, of two rows
 *     the rows above          |
 *     is at the end       | one column, of three rows
 *     stands between others   | two columns, of three rows, three digits
 *
 * and the only one is none unless it sums three rows, or is at the end and
 * has three digits: rows 1, 2 and 3 are mostly numbered. A total above its rows
 * is found where it is the first row. Of totals that none of this tells the
 * last row does, which is then half of the sum of the rows above it; if sums of
 * two rows lead up to it they are totals as well. Of small numbers all of that must hold, and
 * each total have an empty cell, as in a pivot of counts.
 */
#include "engine/ingest/totals.h"

#include <math.h>
#include <string.h>

#define TOLERANCE 1e-9 /* relative to the sum */
#define MANY      3u   /* rows of a sum that is hardly chance */
#define BIG       100  /* a number of three digits */
#define SMALL     10
#define PIVOT     3u /* totals: two of groups and theirs */

struct match {
    uint64_t columns; /* that add up */
    size_t sums, means, misses;
    uint64_t parts; /* numbers of such a sum, the least of the columns */
    double biggest;
};

void totals_init(struct totals *t, size_t columns)
{
    memset(t, 0, sizeof(*t));
    t->columns = columns < TOTALS_MAX_COLUMNS ? columns : TOTALS_MAX_COLUMNS;
}

void totals_init_again(struct totals *t, size_t columns)
{
    totals_init(t, columns);
    t->lenient = true;
}

static bool is_near(double value, double sum)
{
    return fabs(value - sum) <= fabs(sum) * TOLERANCE;
}

static bool is_zero(double value)
{
    return fabs(value) <= 0;
}

/* Compare numbers with the sums of at least `least` numbers. */
static struct match compare(const struct totals *t, const double *value,
                            const struct totals_level *l, uint64_t least)
{
    struct match m = {.parts = UINT64_MAX};

    for (size_t c = 0; c < t->columns; c++) {
        double v = value[c];

        if (isnan(v) || l->values[c] == 0 || (is_zero(v) && is_zero(l->sum[c])))
            continue;
        if (is_zero(v) || l->parts[c] < least) {
            m.misses++;
        } else if (is_near(v, l->sum[c])) {
            m.sums++;
            m.columns |= UINT64_C(1) << c;
            m.parts = l->parts[c] < m.parts ? l->parts[c] : m.parts;
            m.biggest = fmax(m.biggest, fabs(v));
        } else if (is_near(v, l->sum[c] / (double)l->values[c])) {
            m.means++;
        } else {
            m.misses++;
        }
    }
    return m;
}

static bool adds_up(const struct match *m, bool emptier, uint64_t least)
{
    if (m->sums == 0 || m->misses > (m->sums + m->means) / 2 + emptier ||
        (m->sums == 1 && m->misses && (!emptier || m->biggest < BIG)))
        return false;
    return emptier || m->parts >= least;
}

/* Has the row fewer cells than those above? */
static bool is_emptier(const struct totals *t, const struct totals_row *row)
{
    uint64_t rows = t->level[TOTALS_LEVELS - 1].rows;

    return rows > 0 && (2 * row->filled + 1) * rows <= 2 * t->filled;
}

/* The level of which the row is a total; TOTALS_LEVELS: of none. */
static size_t level_of(const struct totals *t, const struct totals_row *row,
                       bool emptier, struct match *m)
{
    for (size_t i = 0; i < TOTALS_LEVELS; i++) {
        bool one = i == 0 && t->found && (emptier || t->lenient);

        *m = compare(t, row->value, &t->level[i], one ? 1 : 2);
        if (adds_up(m, emptier, t->lenient ? 1 : MANY))
            return i;
    }
    return TOTALS_LEVELS;
}

static void keep(struct totals *t, const double *value,
                 const struct totals_found *f)
{
    if (t->found < TOTALS_SHOWN)
        t->list[t->found] = *f;
    t->found++;
    t->mask |= f->columns;
    for (size_t c = 0; c < t->columns; c++)
        if (f->columns >> c & 1)
            t->again[c] += fabs(value[c]);
}

static void forget(struct totals *t)
{
    t->found = 0;
    t->mask = 0;
    memset(t->again, 0, sizeof(t->again));
}

static void add_to(const struct totals *t, struct totals_level *l,
                   const double *value)
{
    for (size_t c = 0; c < t->columns; c++) {
        if (isnan(value[c]))
            continue;
        l->sum[c] += value[c];
        l->parts[c] += !is_zero(value[c]);
        l->values[c]++;
    }
    l->rows++;
}

static bool has_numbers(const struct totals *t, const double *value)
{
    for (size_t c = 0; c < t->columns; c++)
        if (!isnan(value[c]))
            return true;
    return false;
}

/* Is it a total wherever it is? Then what follows is another group. */
static bool judge(struct totals *t, const struct totals_row *row)
{
    bool emptier = is_emptier(t, row);
    struct totals_found f = {.row = t->rows};
    struct match m;
    size_t level = level_of(t, row, emptier, &m);

    if (level == TOTALS_LEVELS)
        return false;
    f.columns = m.columns;
    f.sure = emptier && m.parts >= MANY;
    f.big = m.biggest >= BIG;
    f.certain = m.parts >= MANY && (f.big || m.sums > 1);
    if (!t->lenient && !emptier && (m.sums < 2 || m.biggest < BIG)) {
        t->waiting = f;
        return false;
    }
    keep(t, row->value, &f);
    if (row->filled > t->widest_total)
        t->widest_total = row->filled;
    t->closed = t->level[level].rows == t->level[TOTALS_LEVELS - 1].rows;
    for (size_t i = 0; i <= level && i + 1 < TOTALS_LEVELS; i++)
        t->level[i] = (struct totals_level){0};
    return true;
}

void totals_add(struct totals *t, const struct totals_row *row)
{
    size_t bytes = t->columns * sizeof(double);

    t->rows++;
    if (t->rows == 1)
        memcpy(t->first, row->value, bytes);
    if (!has_numbers(t, row->value))
        return;
    memcpy(t->end, row->value, bytes);
    t->end_row = t->rows;
    t->waiting.row = 0;
    t->closed = false;
    t->widest = row->filled > t->widest ? row->filled : t->widest;
    add_to(t, &t->all, row->value);
    for (size_t c = 0; c < t->columns; c++)
        t->size[c] += isnan(row->value[c]) ? 0 : fabs(row->value[c]);
    if (judge(t, row))
        return;
    t->filled += row->filled;
    for (size_t i = 0; i < TOTALS_LEVELS; i++)
        add_to(t, &t->level[i], row->value);
}

/* Is a row, of a number of at least `least`, the sum of the others, or a part of it? */
static bool is_rest(const struct totals *t, const double *value, double part,
                    double least, struct totals_found *f)
{
    struct totals_level rest = t->all;
    struct match m;

    for (size_t c = 0; c < t->columns; c++) {
        if (isnan(value[c]))
            continue;
        rest.sum[c] = (rest.sum[c] - value[c]) * part;
        rest.parts[c] -= !is_zero(value[c]);
        rest.values[c]--;
    }
    m = compare(t, value, &rest, 2);
    f->columns = m.columns;
    return adds_up(&m, false, MANY) && m.parts > MANY && m.biggest >= least;
}

void totals_end(struct totals *t)
{
    struct totals_found top = {.row = 1, .certain = true};
    struct totals_found end = {.row = t->end_row, .certain = true};
    bool at_end = t->found && t->list[0].row == t->end_row;

    if (t->found == 1 && !t->list[0].sure && !(at_end && t->list[0].big) &&
        !t->waiting.row)
        forget(t);
    if (t->waiting.row)
        keep(t, t->end, &t->waiting);
    if (t->found || t->end_row < 2)
        return;
    if (is_rest(t, t->first, 1, BIG, &top)) {
        keep(t, t->first, &top);
    } else if (is_rest(t, t->end, 0.5, BIG, &end)) {
        keep(t, t->end, &end);
        t->halved = true;
    } else if (is_rest(t, t->end, 0.5, SMALL, &end)) {
        t->halved = t->is_small = true;
    }
}

bool totals_are_certain(const struct totals *t)
{
    bool all = t->found > 0 && t->found <= TOTALS_SHOWN;

    for (size_t i = 0; all && i < t->found; i++)
        all = t->list[i].certain;
    return all;
}

bool totals_are_better(const struct totals *again, const struct totals *before)
{
    return again->closed &&
           (!before->is_small ||
            (again->found >= PIVOT && again->widest_total < again->widest));
}

double totals_share(const struct totals *t)
{
    double share = 0;

    for (size_t c = 0; c < t->columns; c++)
        if (t->size[c] > 0)
            share = fmax(share, t->again[c] / t->size[c]);
    return share;
}
