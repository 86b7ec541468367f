/*
 * csv_trial.c - records, widths and cells of a sample, counted under one
 * dialect, and the score that csv_dialect.c chooses by.
 */
#include "formats/csv/csv_trial.h"

#include "formats/csv/cell.h"
#include "formats/csv/csv_sample.h"

#include <string.h>

#define TRIAL_RECORDS 300u
#define TRIAL_CELLS   256u
#define MAX_SINGLES   30u

const char csv_usual_delimiters[CSV_USUAL_DELIMITERS] = {',', ';', '\t', '|'};

bool csv_is_usual_delimiter(char c)
{
    for (size_t i = 0; i < CSV_USUAL_DELIMITERS; i++) {
        if (csv_usual_delimiters[i] == c)
            return true;
    }
    return false;
}

/* Does another delimiter cut the words, as in "5;2"? "Madrid, Spain" not. */
static bool holds_delimiter(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (csv_is_usual_delimiter(s.p[i]) &&
            (i + 1 == s.n || s.p[i + 1] != ' '))
            return true;
    }
    return false;
}

/* How much a cell looks like one, from 0 to 1. */
static double look_at(const struct csv_cell *cell, bool *typed)
{
    struct str s = cell_trim((struct str){cell->p, cell->n});
    struct cell_shape shape;

    *typed = false;
    if (s.n == 0)
        return 0.9;
    cell_look(s, &shape);
    *typed = shape.family != CELL_TEXT && shape.family != CELL_BOOLEAN;
    if (*typed || cell->quoted)
        return 1;
    if (s.p[0] == '"' || s.p[0] == '\'' || s.p[s.n - 1] == '"')
        return 0.3;
    return holds_delimiter(s) ? 0.1 : 0.9;
}

static void count_width(struct csv_trial *t, size_t width)
{
    size_t i = 0;

    while (i < t->widths && t->width[i] != width)
        i++;
    if (i == CSV_TRIAL_WIDTHS)
        return;
    if (i == t->widths) {
        t->first[i] = t->records - 1;
        t->widths++;
    }
    t->width[i] = width;
    t->rows[i]++;
}

/* Does a space begin each cell but the first? */
static bool is_spaced(const struct csv_sample *s)
{
    for (size_t i = 1; i < s->kept; i++) {
        if (s->cells[i].n == 0 || s->cells[i].p[0] != ' ')
            return false;
    }
    return true;
}

/* Is the text of a quoted cell one only by its quotes? */
static bool needs_quotes(const struct csv_cell *cell, char delimiter)
{
    const struct str s = {cell->p, cell->n};

    return cell->doubled || cell->escaped ||
           str_find_char(s, delimiter) < s.n || str_find_char(s, '\n') < s.n ||
           str_find_char(s, '\r') < s.n;
}

/* What quotes with ' doubles it in cells, and does not write "so". */
static bool has_other_quotes(const struct csv_cell *cell)
{
    const struct str s = cell_trim((struct str){cell->p, cell->n});

    return str_find_char(s, '\'') < s.n ||
           (s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"');
}

static void weigh_quotes(struct csv_trial *t, const struct csv_sample *s)
{
    const bool single = s->dialect.quote == '\'';
    size_t quoted = 0;

    for (size_t i = 0; i < s->kept; i++) {
        const struct csv_cell *cell = &s->cells[i];

        quoted += cell->quoted;
        if (cell->quoted)
            t->needed += needs_quotes(cell, s->dialect.delimiter);
        else if (single)
            t->against += has_other_quotes(cell);
    }
    if (single)
        t->needed += s->read == 1 && s->n > 1 && quoted == s->n; /* header */
}

static void count_marks(struct csv_trial *t, const struct csv_cell *cell,
                        bool typed)
{
    const struct str s = {cell->p, cell->n};

    t->slashed += typed && str_find_char(s, '/') < s.n;
    t->timed += typed && str_find_char(s, ':') < s.n;
}

static void add_record(struct csv_trial *t, const struct csv_sample *s)
{
    struct csv_cell whole = {.p = s->line.p,
                             .n = (uint32_t)str_trim(s->line).n};
    bool typed = false;

    t->records++;
    t->damaged += s->damaged;
    if (t->records == 1)
        t->first_width = s->n;
    t->multi_cell += s->n > 1;
    t->head_records += s->n > 1 && t->records <= CSV_TRIAL_HEAD;
    if (s->n > 1 && !s->damaged)
        count_width(t, s->n);
    t->singles += s->n == 1 && !s->damaged;
    if (s->n > 1) {
        (void)look_at(&whole, &typed);
        t->whole_typed += typed;
    }
    t->spaced += s->n > 1 && is_spaced(s);
    t->half_empty_pairs += s->n == 2 && s->cells[0].n + s->cells[1].n > 0 &&
                           (s->cells[0].n == 0 || s->cells[1].n == 0);
    if (!s->damaged)
        weigh_quotes(t, s);
    for (size_t i = 0; i < s->kept && i < TRIAL_CELLS; i++) {
        t->type_score += look_at(&s->cells[i], &typed);
        count_marks(t, &s->cells[i], typed);
        t->cells++;
        t->quoted += s->cells[i].quoted;
        t->words += !s->cells[i].quoted && !typed && s->cells[i].n > 0;
        if (i < CSV_TRIAL_TYPED && s->read > 1) {
            t->typed[i] += typed;
            t->filled[i] += s->cells[i].n > 0;
        }
    }
}

/* Is a column of it numbers or dates, but for a tenth? */
static bool has_typed_column(const struct csv_trial *t)
{
    for (size_t i = 0; i < CSV_TRIAL_TYPED; i++) {
        if (t->typed[i] > 1 && t->typed[i] * 10 >= t->filled[i] * 9)
            return true;
    }
    return false;
}

/* Records that end before the common width. */
static size_t count_shorter(const struct csv_trial *t)
{
    size_t rows = 0;

    for (size_t i = 0; i < t->widths; i++)
        rows += t->width[i] < t->common ? t->rows[i] : 0;
    return rows;
}

static void find_common_width(struct csv_trial *t)
{
    size_t rows = 0;
    size_t singles = t->singles < MAX_SINGLES ? t->singles : MAX_SINGLES;
    size_t counted;

    for (size_t i = 0; i < t->widths; i++) {
        if (t->rows[i] < rows ||
            (t->rows[i] == rows && t->width[i] < t->common))
            continue;
        t->common = t->width[i];
        t->lead = t->first[i];
        rows = t->rows[i];
    }
    if (rows == 0)
        return;
    t->even = t->lead + rows == t->records && t->damaged == 0;
    singles = singles < rows ? singles : rows; /* no more titles than rows */
    counted = t->records - singles + singles / 8;
    t->agreement =
        ((double)rows + (double)count_shorter(t) / 2) / (double)counted;
}

/* Is each line one value, and the first their name? */
static bool is_one_column(const struct csv_trial *t)
{
    return t->first_width == 1 && t->records > 2 &&
           (t->whole_typed * 10 >= t->multi_cell * 9 ||
            (t->common == 2 && t->spaced == t->multi_cell &&
             t->words == t->cells));
}

static double prior_of(const struct csv_trial *t, char delimiter)
{
    bool wide = t->common >= 3;

    if (is_one_column(t))
        return 0;
    if (csv_is_usual_delimiter(delimiter))
        return 1;
    if (t->agreement < 0.9 || t->whole_typed * 2 >= t->multi_cell ||
        t->records < 2 ||
        t->half_empty_pairs ==
            t->multi_cell) /* it begins or ends each cell of one column */
        return 0;
    if (delimiter == ' ')
        return wide && has_typed_column(t) ? 0.5 : 0;
    if (memchr(":/=\\$%@", delimiter, 7))
        return wide || has_typed_column(t) ? 0.6 : 0;
    return 0.8;
}

void csv_try_dialect(struct str text, const struct csv_dialect *d,
                     bool declared, struct csv_cell *cells, struct csv_trial *t)
{
    struct csv_sample s;
    double type;

    *t = (struct csv_trial){0};
    csv_sample_open(&s, text, 0, d, cells);
    while (t->records < TRIAL_RECORDS && csv_sample_next(&s))
        add_record(t, &s);
    find_common_width(t);
    if (t->cells == 0 || t->common == 0)
        return;
    type = t->type_score / (double)t->cells;
    t->score = t->agreement * t->agreement * type * type * (double)t->common /
               (double)(t->common + 1) *
               (declared ? 1 : prior_of(t, d->delimiter));
}
