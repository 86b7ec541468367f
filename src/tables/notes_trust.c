/* notes_trust.c - how far an answer is to be trusted, and which notes concern it. */
#include "tables/notes.h"

#include <math.h>

/* How much a touched row takes from an answer's confidence; docs/answers.md. */
#define MISSING_WEIGHT  0.9
#define REPAIRED_WEIGHT 0.5
#define UNUSED_WEIGHT   0.1
#define DOUBT_WEIGHT    0.3 /* of what the file does not tell */

/* A comma before three digits, as in 1,234, is nearly always of thousands: of tables
 * of Wikipedia such answers were as often right as others (asking/wikitables). */
#define MARK_WEIGHT 0.03

/* Of a table found by alignment: with it the mean of those of the ICDAR set, whose
 * confidence is .70, leaves .83, the share of pairs of neighbouring cells that are
 * right in them (make bench-pdf-tables). Of tables by rulings that is .98. */
#define FOUND_WEIGHT 0.57

/* Of a table of a scan: with it the usual confidence of OCR, .95, leaves .91 for a cell, and
 * .83 of the pairs of cells of such tables are right (bench/pdf_tables.sh --scans). */
#define OCR_WEIGHT 1.8

/* How much a touched row matters to an answer that uses such a column, and to
   one that does not. */
static const struct {
    double used, unused;
} weights[TABLE_NOTE_KINDS] = {
    [TABLE_NOTE_ENCODING] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_FOUND] = {FOUND_WEIGHT, FOUND_WEIGHT},
    [TABLE_NOTE_OCR] = {OCR_WEIGHT, OCR_WEIGHT},
    [TABLE_NOTE_NAMES] = {DOUBT_WEIGHT, DOUBT_WEIGHT},
    [TABLE_NOTE_OTHER] = {DOUBT_WEIGHT, DOUBT_WEIGHT},
    [TABLE_NOTE_ALIGNED] = {DOUBT_WEIGHT, DOUBT_WEIGHT},
    [TABLE_NOTE_TOLD] = {0, 0},
    [TABLE_NOTE_RECORD] = {UNUSED_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_LIST] = {0, 0},
    [TABLE_NOTE_DAYS] = {DOUBT_WEIGHT, 0},
    [TABLE_NOTE_NUMBERS] = {MARK_WEIGHT, 0},
    [TABLE_NOTE_PARTED] = {UNUSED_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_SET_ASIDE] = {MISSING_WEIGHT, MISSING_WEIGHT},
    [TABLE_NOTE_PADDED] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_REPAIRED] = {REPAIRED_WEIGHT, REPAIRED_WEIGHT},
    [TABLE_NOTE_UNCACHED] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_ERRORS] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_DATES] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_LEFT_OUT] = {REPAIRED_WEIGHT, REPAIRED_WEIGHT},
    [TABLE_NOTE_TOTALS] = {MISSING_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_UNIT] = {0, 0},
    [TABLE_NOTE_DIFFER] = {DOUBT_WEIGHT, 0},
    [TABLE_NOTE_POINTS] = {MISSING_WEIGHT, 0},
    [TABLE_NOTE_MERGED] = {DOUBT_WEIGHT, 0},
    [TABLE_NOTE_TWICE] = {0, 0},
    [TABLE_NOTE_BLANK] = {MISSING_WEIGHT, 0},
    [TABLE_NOTE_EMPTY] = {UNUSED_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_LONE] = {UNUSED_WEIGHT, UNUSED_WEIGHT},
    [TABLE_NOTE_MEAN] = {REPAIRED_WEIGHT, REPAIRED_WEIGHT},
    [TABLE_NOTE_HIDDEN] = {0, 0},
    [TABLE_NOTE_NO_VALUE] = {0, 0},
    [TABLE_NOTE_LABEL] = {0, 0},
    [TABLE_NOTE_OUTSIDE] = {0, 0},
    [TABLE_NOTE_SAMPLED] = {0, 0}, /* the server has them all */
    [TABLE_NOTE_TRACKED] = {0, 0},
};

static double weight_of(const struct table_note *n,
                        bool (*uses)(const void *ctx, struct str column),
                        const void *ctx)
{
    double used = weights[n->kind].used;
    double unused = weights[n->kind].unused;

    if (used - unused <= 0)
        return used;
    for (size_t i = 0; i < n->n_columns; i++) {
        if (uses(ctx, n->columns[i]))
            return used;
    }
    /* the columns are not known, or not all of them are */
    if (n->n_columns == 0 || n->n_columns == TABLE_NOTE_LISTED)
        return fmin(used, REPAIRED_WEIGHT);
    return unused;
}

double table_notes_trust(const struct table_notes *notes,
                         bool (*uses)(const void *ctx, struct str column),
                         const void *ctx)
{
    double trust = 1;

    for (size_t i = 0; i < notes->n; i++)
        trust *= 1 - weight_of(&notes->list[i], uses, ctx) *
                         fmin(1, notes->list[i].share);
    return trust;
}

/* A star that is not the one of count(*)? */
static bool reads_all(struct str sql)
{
    const struct str count = STR("count(");

    for (size_t i = 0; i < sql.n; i++) {
        if (sql.p[i] == '*' &&
            !(i >= count.n &&
              str_eq_nocase(str_slice(sql, i - count.n, i), count)))
            return true;
    }
    return sql.n == 0;
}

bool table_note_concerns(const struct table_note *n, struct str sql)
{
    static const bool of_columns[TABLE_NOTE_KINDS] = {
        [TABLE_NOTE_DAYS] = true,     [TABLE_NOTE_NUMBERS] = true,
        [TABLE_NOTE_DIFFER] = true,   [TABLE_NOTE_MERGED] = true,
        [TABLE_NOTE_NO_VALUE] = true, [TABLE_NOTE_LABEL] = true,
        [TABLE_NOTE_BLANK] = true,    [TABLE_NOTE_TWICE] = true};

    if (!of_columns[n->kind] || n->n_columns == TABLE_NOTE_LISTED ||
        reads_all(sql))
        return true;
    for (size_t i = 0; i < n->n_columns; i++) {
        if (str_has_word(sql, n->columns[i]))
            return true;
    }
    return false;
}
