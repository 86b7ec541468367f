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
 *   else an apostrophe at both ends would be no part of its cell. One cell with
 *   a doubled apostrophe or a delimiter inside needs them, where no other has
 *   an apostrophe as it stands.
 */
#include "formats/csv/csv_dialect.h"

#include "formats/csv/csv_sample.h"
#include "formats/csv/csv_trial.h"

#include <string.h>

#define SURELY_BETTER 1.01
#define FEW_ROWS      0.02 /* share of the records */
#define MAX_QUOTINGS  8u

static const char unusual[] = {
    '#', ':', '^',  '~', '!',    '&',    '*',    '=',    '$',    '%',
    '@', '/', '\\', ' ', '\x01', '\x02', '\x1c', '\x1d', '\x1e', '\x1f'};
#define MAX_DELIMITERS (CSV_USUAL_DELIMITERS + sizeof(unusual))

/* What is kept of a trial. */
struct choice {
    struct csv_dialect dialect;
    size_t lead;
    bool even;
    bool first;    /* it cuts the first record, too */
    bool thorough; /* a usual delimiter, which cuts the first records, too */
    bool slashed, timed; /* a usual one, and dates and times have those marks */
    double score;
};

bool csv_is_delimiter(char c)
{
    return (c > 0 && c < ' ' && c != '\n' && c != '\r') ||
           (c >= ' ' && c <= '~' && c != '"' && !(c >= '0' && c <= '9') &&
            !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}

/* The delimiters that are in the sample at all. */
static size_t list_delimiters(struct str sample, char *list)
{
    size_t n = 0;

    for (size_t i = 0; i < CSV_USUAL_DELIMITERS; i++) {
        if (str_find_char(sample, csv_usual_delimiters[i]) < sample.n)
            list[n++] = csv_usual_delimiters[i];
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
            (next == quote || csv_is_usual_delimiter(next) || next == '\n'))
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
static bool cuts_somehow(const struct csv_trial *t)
{
    return t->agreement >= 0.5 ||
           (t->first_width > 1 && t->multi_cell * 10 >= t->records * 7) ||
           (t->first_width > 1 && t->agreement >= 0.2);
}

/* Do some cells need their single quotes, where no cell speaks against them?
   However few: nothing else doubles an apostrophe. A record with damaged quotes
   has a width only for who does not see them. */
static bool are_needed(const struct csv_trial *t, const struct csv_trial *plain)
{
    double damaged = (double)t->damaged / (double)(t->records + 1);

    return t->needed > 0 && t->needed * 2 >= t->damaged && t->against == 0 &&
           t->agreement + damaged * 2 >= plain->agreement;
}

/* Are these quotes nothing but apostrophes in some words? */
static bool is_apostrophes(const struct csv_trial *t,
                           const struct csv_trial *plain)
{
    return t->quoted == 0 ||
           (t->quoted < t->words && t->agreement < plain->agreement + FEW_ROWS);
}

/* Are there cells whose quotes are letters without spaces around quotes, and
   close well with them, more than lines in which one does not? Fewer are enough
   that need them: nothing else doubles a quote, or has a delimiter in two. However
   regular those letters happen to be. */
static bool closes_spaced(const struct csv_dialect *d,
                          const struct csv_trial *t,
                          const struct csv_trial *plain)
{
    return d->spaced && d->quote == '"' && t->score < plain->score &&
           (t->quoted > plain->quoted + t->damaged ||
            (t->needed > plain->needed &&
             (t->needed - plain->needed) * 2 >= t->damaged));
}

static bool is_thorough(const struct csv_trial *t, char delimiter)
{
    size_t head = t->records < CSV_TRIAL_HEAD ? t->records : CSV_TRIAL_HEAD;

    return csv_is_usual_delimiter(delimiter) && t->head_records == head &&
           t->multi_cell * 2 >= t->records;
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
    struct csv_trial plain = {0};
    size_t made = 0;

    for (size_t q = 0; q < g->n; q++) {
        struct csv_dialect d = g->quotings[q];
        struct csv_trial t;
        bool needed, common;

        d.delimiter = delimiter;
        if (d.spaced && delimiter == ' ')
            continue;
        csv_try_dialect(g->text, &d, g->declared, g->cells, &t);
        if (q == 0)
            plain = t;
        common = csv_is_usual_delimiter(delimiter);
        needed = d.quote == '\'' && are_needed(&t, &plain);
        if (closes_spaced(&d, &t, &plain) ||
            (needed && t.score < plain.score * SURELY_BETTER))
            t.score = plain.score * SURELY_BETTER;
        if (t.score <= 0 || (!g->declared && !cuts_somehow(&t)) ||
            (d.quote == '\'' && !needed && is_apostrophes(&t, &plain)))
            continue;
        out[made++] =
            (struct choice){.dialect = d,
                            .lead = t.lead,
                            .even = t.even,
                            .first = t.first_width > 1,
                            .thorough = is_thorough(&t, delimiter),
                            .slashed = common && t.slashed * 2 >= t.records,
                            .timed = common && t.timed * 2 >= t.records,
                            .score = t.score};
    }
    return made;
}

/* Without those that cut dates and times which are cells of another; returns how
   many are left. */
static size_t drop_marks(struct choice *all, size_t n)
{
    bool slashed = false;
    bool timed = false;
    size_t left = 0;

    for (size_t i = 0; i < n; i++) {
        slashed |= all[i].slashed;
        timed |= all[i].timed;
    }
    for (size_t i = 0; i < n; i++) {
        if (!(slashed && all[i].dialect.delimiter == '/') &&
            !(timed && all[i].dialect.delimiter == ':'))
            all[left++] = all[i];
    }
    return left;
}

/* Does it begin to cut where another has cut already? */
static bool cuts_within(const struct choice *c, const struct choice *all,
                        size_t n)
{
    bool common = csv_is_usual_delimiter(c->dialect.delimiter);

    for (size_t i = 0; i < n && !c->first; i++) {
        const struct choice *o = &all[i];

        if (o->dialect.delimiter == ' ' && common)
            continue; /* a title has words */
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
        struct csv_trial t;

        tried.delimiter = d->delimiter;
        csv_try_dialect(g->text, &tried, true, g->cells, &t);
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
    char delimiters[MAX_DELIMITERS] = {delimiter};
    size_t n = delimiter ? 1 : list_delimiters(sample, delimiters);
    struct choice all[MAX_DELIMITERS * MAX_QUOTINGS];
    size_t choices = 0;
    double best = 0;

    if (!g.cells)
        return e->code;
    g.n = list_quotings(sample, g.quotings);
    *d = (struct csv_dialect){.delimiter = delimiter, .quote = '"'};
    for (size_t i = 0; i < n; i++)
        choices += try_quotings(&g, delimiters[i], all + choices);
    choices = drop_marks(all, choices);
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
    size_t n = delimiter ? 1 : CSV_USUAL_DELIMITERS;
    struct csv_dialect quotings[MAX_QUOTINGS];
    size_t n_quotings =
        list_quotings(str_slice(text, 0, CSV_SAMPLE_BYTES), quotings);

    *q = (struct csv_open_quote){0};
    if (!cells)
        return e->code;
    for (size_t i = 0; i < n * n_quotings; i++) {
        const struct csv_dialect *next = &quotings[(i + 1) % n_quotings];
        struct csv_dialect d = quotings[i % n_quotings];

        d.delimiter =
            delimiter ? delimiter : csv_usual_delimiters[i / n_quotings];
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
