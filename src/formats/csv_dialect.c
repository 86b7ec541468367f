/*
 * Choosing the dialect.
 *
 * The idea is that of van den Burg, Nazabal and Sutton, "Wrangling messy CSV
 * files by detecting row and type patterns" (2019): every dialect that the
 * characters of the text suggest is tried, and scored by how regular its rows
 * are times how many of its cells look like something. "1,5;2,5;3,5" cut at
 * commas gives four cells of which two are nothing, cut at semicolons three
 * decimals.
 *
 * Different from the paper:
 * - Regular means: the share of records that have the most frequent width,
 *   where single cells before and after them do not count, as titles and
 *   totals are no rows. The paper divides by the number of different widths,
 *   so that one ragged row halves a score.
 * - Records with damaged quotes count as records of another width, so that the
 *   right quote and escape win by what they repair.
 * - The usual delimiters come first. Any other must be nearly perfect, and one
 *   that words and times are made of (space, colon) must give a column of
 *   numbers or dates, or several columns.
 */
#include "formats/csv_dialect.h"

#include "formats/cell.h"
#include "formats/csv_sample.h"

#include <string.h>

#define TRIAL_RECORDS 300u
#define TRIAL_CELLS   256u
#define MAX_WIDTHS    64u
#define MAX_SINGLES   30u
#define MAX_TYPED     16u

static const char usual[] = {',', ';', '\t', '|'};
static const char unusual[] = {
    '#', ':', '^',  '~', '!',    '&',    '*',    '=',    '$',    '%',
    '@', '/', '\\', ' ', '\x01', '\x02', '\x1c', '\x1d', '\x1e', '\x1f'};

/* How a dialect does on the sample. */
struct trial {
    size_t records, singles, damaged;
    size_t width[MAX_WIDTHS], rows[MAX_WIDTHS];
    size_t widths; /* different ones; those past MAX_WIDTHS are not kept */
    size_t first_width;
    size_t many; /* records of more than one cell */
    size_t cells;
    double something;
    size_t typed[MAX_TYPED], filled[MAX_TYPED]; /* by column */
    size_t whole_typed; /* records that are one number or date as a whole */

    size_t common;    /* the most frequent width over 1 */
    double agreement; /* share of the records that have it */
    double score;
};

bool csv_is_delimiter(char c)
{
    return (c > 0 && c < ' ' && c != '\n' && c != '\r') ||
           (c >= ' ' && c <= '~' && c != '"' && !(c >= '0' && c <= '9') &&
            !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}

static bool is_among(char c, const char *list, size_t n)
{
    return memchr(list, c, n) != NULL;
}

/* Does another delimiter cut the words, as in "5;2"? "Madrid, Spain" not. */
static bool holds_delimiter(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (is_among(s.p[i], usual, sizeof(usual)) &&
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

static void count_width(struct trial *t, size_t width)
{
    size_t i = 0;

    while (i < t->widths && t->width[i] != width)
        i++;
    if (i == MAX_WIDTHS)
        return;
    t->widths += i == t->widths;
    t->width[i] = width;
    t->rows[i]++;
}

static void add_record(struct trial *t, const struct csv_sample *s)
{
    struct csv_cell whole = {.p = s->line.p,
                             .n = (uint32_t)str_trim(s->line).n};
    bool typed = false;

    t->records++;
    t->damaged += s->damaged;
    if (t->records == 1)
        t->first_width = s->n;
    t->many += s->n > 1;
    if (s->n > 1 && !s->damaged)
        count_width(t, s->n);
    t->singles += s->n == 1 && !s->damaged;
    if (s->n > 1) {
        (void)look_at(&whole, &typed);
        t->whole_typed += typed;
    }
    for (size_t i = 0; i < s->kept && i < TRIAL_CELLS; i++) {
        t->something += look_at(&s->cells[i], &typed);
        t->cells++;
        if (i < MAX_TYPED && s->read > 1) {
            t->typed[i] += typed;
            t->filled[i] += s->cells[i].n > 0;
        }
    }
}

/* Is a column of it numbers or dates, but for a tenth? */
static bool has_typed_column(const struct trial *t)
{
    for (size_t i = 0; i < MAX_TYPED; i++) {
        if (t->typed[i] > 1 && t->typed[i] * 10 >= t->filled[i] * 9)
            return true;
    }
    return false;
}

static void find_common_width(struct trial *t)
{
    size_t rows = 0;

    for (size_t i = 0; i < t->widths; i++) {
        if (t->rows[i] < rows ||
            (t->rows[i] == rows && t->width[i] < t->common))
            continue;
        t->common = t->width[i];
        rows = t->rows[i];
    }
    if (rows) {
        size_t singles = t->singles < MAX_SINGLES ? t->singles : MAX_SINGLES;
        size_t counted;

        /* no more titles than rows */
        singles = singles < rows ? singles : rows;
        counted = t->records - singles + singles / 8;
        t->agreement = (double)rows / (double)counted;
    }
}

static double prior_of(const struct trial *t, char delimiter)
{
    bool wide = t->common >= 3;

    if (is_among(delimiter, usual, sizeof(usual)))
        return 1;
    if (t->agreement < 0.9 || t->whole_typed * 10 >= t->many * 9 ||
        t->records < 2)
        return 0;
    if (delimiter == ' ')
        return wide && has_typed_column(t) ? 0.5 : 0;
    if (is_among(delimiter, ":/=\\$%@", 7))
        return wide || has_typed_column(t) ? 0.6 : 0;
    return 0.8;
}

static void try_dialect(struct str text, const struct csv_dialect *d,
                        bool declared, struct csv_cell *cells, struct trial *t)
{
    struct csv_sample s;
    double type;

    *t = (struct trial){0};
    csv_sample_open(&s, text, 0, d, cells);
    while (t->records < TRIAL_RECORDS && csv_sample_next(&s))
        add_record(t, &s);
    find_common_width(t);
    if (t->cells == 0 || t->common == 0)
        return;
    type = t->something / (double)t->cells;
    t->score = t->agreement * t->agreement * type * type * (double)t->common /
               (double)(t->common + 1) *
               (declared ? 1 : prior_of(t, d->delimiter));
}

/* The delimiters that are in the sample at all. */
static size_t list_delimiters(struct str sample, char *list)
{
    size_t n = 0;

    for (size_t i = 0; i < sizeof(usual); i++) {
        if (str_find_char(sample, usual[i]) < sample.n)
            list[n++] = usual[i];
    }
    for (size_t i = 0; i < sizeof(unusual); i++) {
        if (str_find_char(sample, unusual[i]) < sample.n)
            list[n++] = unusual[i];
    }
    return n;
}

/* Is a cell quoted so at all: a quote after a delimiter, or a line's start? */
static bool opens_cells(struct str sample, char quote)
{
    for (size_t i = 0; i < sample.n; i++) {
        char before = i ? sample.p[i - 1] : '\n';

        if (sample.p[i] == quote &&
            (before == '\n' || before == '\r' ||
             (csv_is_delimiter(before) && before != ' ')))
            return true;
    }
    return false;
}

/* Is there a backslash before what an escape is for? */
static bool has_escapes(struct str sample, char quote)
{
    for (size_t i = 0; i + 1 < sample.n; i++) {
        char next = sample.p[i + 1];

        if (sample.p[i] == '\\' &&
            (next == quote || is_among(next, usual, sizeof(usual)) ||
             next == '\n'))
            return true;
    }
    return false;
}

/* Quotes and escapes to try, the usual first. */
static size_t list_quotings(struct str sample, struct csv_dialect list[4])
{
    size_t n = 0;

    list[n++] = (struct csv_dialect){.quote = '"'};
    if (has_escapes(sample, '"'))
        list[n++] = (struct csv_dialect){.quote = '"', .escape = '\\'};
    if (!opens_cells(sample, '\''))
        return n;
    list[n++] = (struct csv_dialect){.quote = '\''};
    if (has_escapes(sample, '\''))
        list[n++] = (struct csv_dialect){.quote = '\'', .escape = '\\'};
    return n;
}

/* Does anything say that the usual delimiters cut, though not alike? */
static bool cuts_somehow(const struct trial *t)
{
    return t->agreement >= 0.5 ||
           (t->first_width > 1 && t->many * 10 >= t->records * 7) ||
           (t->first_width > 1 && t->agreement >= 0.2);
}

enum err csv_dialect_find(struct str text, char delimiter, struct arena *a,
                          struct csv_dialect *d, struct error *e)
{
    struct str sample = str_slice(text, 0, CSV_SAMPLE_BYTES);
    struct csv_cell *cells =
        arena_alloc_array(a, CSV_SAMPLE_CELLS, sizeof(*cells), e);
    struct csv_dialect quotings[4];
    size_t n_quotings = list_quotings(sample, quotings);
    char delimiters[sizeof(usual) + sizeof(unusual)] = {delimiter};
    size_t n = delimiter ? 1 : list_delimiters(sample, delimiters);
    double best = 0;

    if (!cells)
        return e->code;
    *d = (struct csv_dialect){.delimiter = delimiter, .quote = '"'};
    for (size_t q = 0; q < n_quotings; q++) {
        for (size_t i = 0; i < n; i++) {
            struct csv_dialect tried = quotings[q];
            struct trial t;

            tried.delimiter = delimiters[i];
            try_dialect(text, &tried, delimiter != 0, cells, &t);
            if (t.score <= best * 1.001 || (!delimiter && !cuts_somehow(&t)))
                continue;
            best = t.score;
            *d = tried;
        }
    }
    return OK;
}

/* Under this dialect? */
static bool finds_open(struct str text, const struct csv_dialect *d,
                       struct csv_cell *cells, struct csv_open_quote *q)
{
    struct csv_sample s;

    q->dialect = *d;
    q->open = false;
    csv_sample_open(&s, text, 0, d, cells);
    while (!q->open && csv_sample_next(&s)) {
        q->width = s.first_width ? s.first_width : s.n;
        q->at = s.offset;
        q->open = s.open && q->width > 1; /* of one cell it is prose */
    }
    return q->open;
}

enum err csv_dialect_find_open(struct str text, char delimiter, struct arena *a,
                               struct csv_open_quote *q, struct error *e)
{
    struct csv_cell *cells =
        arena_alloc_array(a, CSV_SAMPLE_CELLS, sizeof(*cells), e);
    size_t n = delimiter ? 1 : sizeof(usual);
    struct csv_dialect quotings[4];
    size_t n_quotings =
        list_quotings(str_slice(text, 0, CSV_SAMPLE_BYTES), quotings);

    *q = (struct csv_open_quote){0};
    if (!cells)
        return e->code;
    for (size_t i = 0; i < n * n_quotings; i++) {
        const struct csv_dialect *next = &quotings[(i + 1) % n_quotings];
        struct csv_dialect d = quotings[i % n_quotings];

        d.delimiter = delimiter ? delimiter : usual[i / n_quotings];
        if (finds_open(text, &d, cells, q)) {
            /* escapes may be what closes it: then not here, but with them */
            if (d.escape || !next->escape || next->quote != d.quote)
                return OK;
        } else if (!d.escape && next->escape && next->quote == d.quote) {
            i++; /* it closes, whatever it would do with escapes */
        }
    }
    q->open = false;
    return OK;
}

bool csv_dialect_is_open(struct str text, const struct csv_open_quote *q)
{
    struct csv_reader r;
    struct error e;
    size_t n;

    csv_open(&r, text, &q->dialect);
    csv_seek(&r, q->at);
    return csv_read_record(&r, NULL, 0, &n, &e) &&
           (r.unclosed || e.code == ERR_LIMIT);
}
