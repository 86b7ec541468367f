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
 * - A record that is shorter counts half, as it is a row with cells missing at
 *   its end, which programs leave out.
 * - The usual delimiters come first. Any other must be nearly perfect, and one
 *   that words and times are made of (space, colon) must give a column of
 *   numbers or dates, or several columns.
 * - A delimiter that begins to cut only below lines which another has cut alike
 *   already, cuts inside the cells of that other: "id,tags" over "1,a;b;c".
 * - One cell a line is a reading, too: where the first line has no delimiter,
 *   and the lines below are one number, date or "Surname, Name" each.
 * - Single quotes and escapes are only what the cells need, or have throughout;
 *   else an apostrophe at both ends would be no part of its cell.
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
#define HEAD_RECORDS  2u
#define SPACED_BETTER 1.01
#define FEW_ROWS      0.02 /* share of the records */
#define MAX_QUOTINGS  8u

static const char usual[] = {',', ';', '\t', '|'};
static const char unusual[] = {
    '#', ':', '^',  '~', '!',    '&',    '*',    '=',    '$',    '%',
    '@', '/', '\\', ' ', '\x01', '\x02', '\x1c', '\x1d', '\x1e', '\x1f'};

/* How a dialect does on the sample. */
struct trial {
    size_t records, singles, damaged;
    size_t width[MAX_WIDTHS], rows[MAX_WIDTHS];
    size_t first[MAX_WIDTHS]; /* record with that width */
    size_t widths; /* different ones; those past MAX_WIDTHS are not kept */
    size_t first_width;
    size_t many;   /* records of more than one cell */
    size_t head;   /* of the first HEAD_RECORDS */
    size_t spaced; /* those with a space behind each delimiter */
    size_t cells;
    size_t quoted, words; /* cells in quotes, and other text */
    double something;
    size_t typed[MAX_TYPED], filled[MAX_TYPED]; /* by column */
    size_t whole_typed; /* records that are one number or date as a whole */

    size_t common;    /* the most frequent width over 1 */
    size_t lead;      /* records before the first that has it */
    bool even;        /* all records from there on have it */
    double agreement; /* share of the records that have it */
    double score;
};

/* What is kept of a trial. */
struct choice {
    struct csv_dialect dialect;
    size_t lead;
    bool even;
    bool thorough; /* a usual delimiter, which cuts the first records, too */
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
    t->head += s->n > 1 && t->records <= HEAD_RECORDS;
    if (s->n > 1 && !s->damaged)
        count_width(t, s->n);
    t->singles += s->n == 1 && !s->damaged;
    if (s->n > 1) {
        (void)look_at(&whole, &typed);
        t->whole_typed += typed;
    }
    t->spaced += s->n > 1 && is_spaced(s);
    for (size_t i = 0; i < s->kept && i < TRIAL_CELLS; i++) {
        t->something += look_at(&s->cells[i], &typed);
        t->cells++;
        t->quoted += s->cells[i].quoted;
        t->words += !s->cells[i].quoted && !typed && s->cells[i].n > 0;
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

/* Records that end before the common width. */
static size_t count_shorter(const struct trial *t)
{
    size_t rows = 0;

    for (size_t i = 0; i < t->widths; i++)
        rows += t->width[i] < t->common ? t->rows[i] : 0;
    return rows;
}

static void find_common_width(struct trial *t)
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
static bool is_one_column(const struct trial *t)
{
    return t->first_width == 1 && t->records > 2 &&
           (t->whole_typed * 10 >= t->many * 9 ||
            (t->common == 2 && t->spaced == t->many && t->words == t->cells));
}

static double prior_of(const struct trial *t, char delimiter)
{
    bool wide = t->common >= 3;

    if (is_one_column(t))
        return 0;
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

/* Is a cell quoted so at all: a quote after a delimiter, or a line's start?
   With `spaced`, a quote after those and spaces. */
static bool opens_cells(struct str sample, char quote, bool spaced)
{
    char before = '\n';
    bool spaces = false;

    for (size_t i = 0; i < sample.n; i++) {
        char c = sample.p[i];

        if (c == quote && spaces == spaced &&
            (before == '\n' || before == '\r' || csv_is_delimiter(before)))
            return true;
        spaces = c == ' ';
        before = spaces ? before : c;
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

/* Quotes, escapes and spaces to try, the usual first. */
static size_t list_quotings(struct str sample, struct csv_dialect *list)
{
    static const char quotes[] = {'"', '\''};
    size_t n = 0;

    for (size_t q = 0; q < sizeof(quotes); q++) {
        const struct csv_dialect d = {.quote = quotes[q]};
        bool spaced = opens_cells(sample, d.quote, true);
        bool escaped = has_escapes(sample, d.quote);

        if (q && !spaced && !opens_cells(sample, d.quote, false))
            continue;
        for (unsigned way = 0; way < 4; way++) {
            if (((way & 1) && !escaped) || ((way & 2) && !spaced))
                continue;
            list[n] = d;
            list[n].escape = way & 1 ? '\\' : '\0';
            list[n++].spaced = way & 2;
        }
    }
    return n;
}

/* Does anything say that the usual delimiters cut, though not alike? */
static bool cuts_somehow(const struct trial *t)
{
    return t->agreement >= 0.5 ||
           (t->first_width > 1 && t->many * 10 >= t->records * 7) ||
           (t->first_width > 1 && t->agreement >= 0.2);
}

/* Are these quotes nothing but apostrophes in some words? */
static bool is_apostrophes(const struct trial *t, const struct trial *plain)
{
    return t->quoted == 0 ||
           (t->quoted < t->words && t->agreement < plain->agreement + FEW_ROWS);
}

/* Are there cells whose quotes are letters without spaces around quotes, and
   close well with them? However regular those letters happen to be. */
static bool closes_spaced(const struct csv_dialect *d, const struct trial *t,
                          const struct trial *plain)
{
    return d->spaced && d->quote == '"' && t->damaged == 0 &&
           t->quoted > plain->quoted && t->score < plain->score;
}

static bool is_thorough(const struct trial *t, char delimiter)
{
    size_t head = t->records < HEAD_RECORDS ? t->records : HEAD_RECORDS;

    return is_among(delimiter, usual, sizeof(usual)) && t->head == head &&
           t->many * 2 >= t->records;
}

/* What is tried on which text. */
struct trying {
    struct str text;
    bool declared; /* the delimiter is */
    struct csv_dialect quotings[MAX_QUOTINGS];
    size_t n;
    struct csv_cell *cells; /* room for a sample */
};

/* What each quoting makes of a delimiter; returns the choices. */
static size_t try_quotings(const struct trying *g, char delimiter,
                           struct choice *out)
{
    struct trial plain = {0};
    size_t made = 0;

    for (size_t q = 0; q < g->n; q++) {
        struct csv_dialect d = g->quotings[q];
        struct trial t;

        d.delimiter = delimiter;
        if (d.spaced && delimiter == ' ')
            continue;
        try_dialect(g->text, &d, g->declared, g->cells, &t);
        if (q == 0)
            plain = t;
        if (closes_spaced(&d, &t, &plain))
            t.score = plain.score * SPACED_BETTER;
        if (t.score <= 0 || (!g->declared && !cuts_somehow(&t)) ||
            (d.quote == '\'' && is_apostrophes(&t, &plain)))
            continue;
        out[made++] = (struct choice){.dialect = d,
                                      .lead = t.lead,
                                      .even = t.even,
                                      .thorough = is_thorough(&t, delimiter),
                                      .score = t.score};
    }
    return made;
}

/* Does it begin to cut where another has cut already? */
static bool cuts_within(const struct choice *c, const struct choice *all,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct choice *o = &all[i];

        if (o->dialect.delimiter != c->dialect.delimiter && o->lead < c->lead &&
            (o->even || o->thorough))
            return true;
    }
    return false;
}

/* The quoting of a text that nothing cuts: what closes the most quotes. */
static void find_quoting(const struct trying *g, struct csv_dialect *d)
{
    size_t least = SIZE_MAX;

    for (size_t q = 0; q < g->n; q++) {
        struct csv_dialect tried = g->quotings[q];
        struct trial t;

        tried.delimiter = d->delimiter;
        try_dialect(g->text, &tried, true, g->cells, &t);
        if (t.damaged >= least)
            continue;
        least = t.damaged;
        *d = tried;
    }
}

enum err csv_dialect_find(struct str text, char delimiter, struct arena *a,
                          struct csv_dialect *d, struct error *e)
{
    struct str sample = str_slice(text, 0, CSV_SAMPLE_BYTES);
    struct trying g = {
        .text = text,
        .declared = delimiter != '\0',
        .cells = arena_alloc_array(a, CSV_SAMPLE_CELLS, sizeof(*g.cells), e)};
    char delimiters[sizeof(usual) + sizeof(unusual)] = {delimiter};
    size_t n = delimiter ? 1 : list_delimiters(sample, delimiters);
    struct choice all[(sizeof(usual) + sizeof(unusual)) * MAX_QUOTINGS];
    size_t choices = 0;
    double best = 0;

    if (!g.cells)
        return e->code;
    g.n = list_quotings(sample, g.quotings);
    *d = (struct csv_dialect){.delimiter = delimiter, .quote = '"'};
    for (size_t i = 0; i < n; i++)
        choices += try_quotings(&g, delimiters[i], all + choices);
    for (size_t i = 0; i < choices; i++) {
        if (all[i].score <= best * 1.001 || cuts_within(&all[i], all, choices))
            continue;
        best = all[i].score;
        *d = all[i].dialect;
    }
    if (best <= 0)
        find_quoting(&g, d);
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
    struct csv_dialect quotings[MAX_QUOTINGS];
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
