/*
 * Choosing the dialect.
 *
 * The score is that of van den Burg, Nazabal and Sutton, "Wrangling messy CSV
 * files by detecting row and type patterns" (2019): pattern score times type
 * score. The pattern score is high when records have many cells and few
 * different widths; the type score is the share of cells that look like
 * something. "1,5;2,5;3,5" cut at commas gives four cells of which two are
 * nothing, cut at semicolons three decimals.
 *
 * Different from the paper: a dialect that cuts all records of the sample
 * alike beats any that does not, because the reader refuses the others; and
 * text is something unless it holds another candidate that no space follows.
 *
 * The header is told by the columns: a word above numbers or dates speaks for
 * a header, and so does a date above numbers; a number above numbers speaks
 * against; years (2019, 2020) as names of columns for neither. Nothing but
 * words is taken to have one, and `header_assumed` says so.
 */
#include "formats/csv_dialect.h"

#include "formats/cell.h"

#define SAMPLE_BYTES   ((size_t)256 * 1024)
#define SAMPLE_RECORDS 1000u
#define SAMPLE_CELLS   256u /* cells of a record that are looked at */
#define MAX_WIDTHS     32u

static const char candidates[] = {',', ';', '\t', '|'};

struct widths {
    size_t width[MAX_WIDTHS];
    size_t records[MAX_WIDTHS];
    size_t n; /* different widths; more than MAX_WIDTHS are one */
};

/* How a candidate does on the sample. */
struct trial {
    double score;
    size_t first_width;
    bool consistent;  /* one width, over 1, and no error */
    bool half_agrees; /* half of the records have one width over 1 */
};

/* Records of the sample one after another. */
struct sample {
    struct csv_reader reader;
    size_t read;
    bool cut;    /* the text goes on after the sample */
    bool failed; /* an error that the cut does not explain */
};

bool csv_is_delimiter(char c)
{
    return (c > 0 && c < ' ' && c != '\n' && c != '\r') ||
           (c >= ' ' && c <= '~' && c != '"' && !(c >= '0' && c <= '9') &&
            !(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z'));
}

static void sample_open(struct sample *s, struct str text, char delimiter)
{
    struct csv_dialect d = {.delimiter = delimiter, .quote = '"'};

    *s = (struct sample){.cut = text.n > SAMPLE_BYTES};
    csv_open(&s->reader, str_slice(text, 0, SAMPLE_BYTES), &d);
}

/* The next whole record; 0 cells at the end. */
static size_t sample_next(struct sample *s, struct csv_cell *cells)
{
    struct error e;
    size_t n = 0;

    if (s->read == SAMPLE_RECORDS)
        return 0;
    if (csv_read_record(&s->reader, cells, SAMPLE_CELLS, &n, &e)) {
        s->failed = !s->cut;
        return 0;
    }
    if (s->cut && s->reader.pos == s->reader.text.n && s->read > 0)
        return 0; /* the last record may be half a record */
    s->read += n > 0;
    return n;
}

/* Does another candidate cut the words, as in "5;2"? "Madrid, Spain" not. */
static bool holds_candidate(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        for (size_t c = 0; c < sizeof(candidates); c++) {
            if (s.p[i] == candidates[c])
                return i + 1 == s.n || s.p[i + 1] != ' ';
        }
    }
    return false;
}

static bool is_something(const struct csv_cell *cell)
{
    struct str s = cell_trim((struct str){cell->p, cell->n});
    struct cell_shape shape;

    if (cell->quoted || s.n == 0)
        return true;
    cell_look(s, &shape);
    if (shape.family != CELL_TEXT)
        return true;
    return !holds_candidate(s) && str_find_char(s, '"') == s.n;
}

static void count_width(struct widths *w, size_t width)
{
    size_t i = 0;

    while (i < w->n && w->width[i] != width)
        i++;
    if (i == MAX_WIDTHS)
        return;
    w->n += i == w->n;
    w->width[i] = width;
    w->records[i]++;
}

/* Sum of records of a width, times (width - 1) / width, over the widths. */
static double pattern_score(const struct widths *w)
{
    double score = 0;

    for (size_t i = 0; i < w->n; i++)
        score += (double)w->records[i] * (double)(w->width[i] - 1) /
                 (double)w->width[i];
    return w->n ? score / (double)w->n : 0;
}

static bool half_agrees(const struct widths *w, size_t records)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->width[i] > 1 && w->records[i] * 2 >= records)
            return true;
    }
    return false;
}

static struct trial try_delimiter(struct str text, char delimiter)
{
    struct csv_cell cells[SAMPLE_CELLS];
    struct widths widths = {0};
    struct sample s;
    struct trial t = {0};
    size_t something = 0;
    size_t looked = 0;
    size_t n;

    sample_open(&s, text, delimiter);
    while ((n = sample_next(&s, cells)) > 0) {
        size_t kept = n < SAMPLE_CELLS ? n : SAMPLE_CELLS;

        if (s.read == 1)
            t.first_width = n;
        count_width(&widths, n);
        for (size_t i = 0; i < kept; i++)
            something += is_something(&cells[i]);
        looked += kept;
    }
    if (looked == 0)
        return t;
    t.consistent = widths.n == 1 && widths.width[0] > 1 && !s.failed;
    t.half_agrees = half_agrees(&widths, s.read);
    t.score = pattern_score(&widths) / (double)s.read * (double)something /
              (double)looked;
    return t;
}

static bool is_better(const struct trial *a, const struct trial *b)
{
    if (a->consistent != b->consistent)
        return a->consistent;
    return a->score > b->score;
}

static char choose_delimiter(struct str text)
{
    struct trial best = {0};
    char chosen = ',';
    bool one_column = true;

    for (size_t i = 0; i < sizeof(candidates); i++) {
        struct trial t = try_delimiter(text, candidates[i]);

        one_column &= t.first_width <= 1 && !t.half_agrees;
        if (is_better(&t, &best)) {
            best = t;
            chosen = candidates[i];
        }
    }
    return one_column ? '\0' : chosen;
}

/* "2019": a number that can name a column. */
static bool is_year(struct str s)
{
    return s.n == 4 && (str_starts(s, STR("19")) || str_starts(s, STR("20")));
}

/* What a column's cells below the first record are. */
struct below {
    bool seen, mixed;
    enum cell_family family;
};

static void look_below(struct below *b, const struct csv_cell *cell)
{
    struct str s = cell_trim((struct str){cell->p, cell->n});
    struct cell_shape shape;

    if (s.n == 0 || b->mixed)
        return;
    cell_look(s, &shape);
    b->mixed = b->seen && b->family != shape.family;
    b->seen = true;
    b->family = shape.family;
}

/* +1 for a header, -1 against. */
static int vote(const struct csv_cell *first, const struct below *b)
{
    struct str s = cell_trim((struct str){first->p, first->n});
    struct cell_shape shape;
    bool typed_below;

    if (s.n == 0 || is_year(s))
        return 0;
    cell_look(s, &shape);
    typed_below = b->seen && !b->mixed && b->family != CELL_TEXT;
    if (shape.family == CELL_TEXT)
        return typed_below;
    /* a date above numbers names them, a number above numbers is one */
    return typed_below && b->family != shape.family ? 1 : -1;
}

static bool is_word(const struct csv_cell *cell)
{
    struct str s = cell_trim((struct str){cell->p, cell->n});

    return s.n && !is_year(s);
}

static bool find_header(struct str text, char delimiter, bool *assumed)
{
    struct csv_cell first[SAMPLE_CELLS];
    struct csv_cell cells[SAMPLE_CELLS];
    struct below below[SAMPLE_CELLS] = {0};
    struct sample s;
    size_t width;
    size_t n;
    int votes = 0;
    bool words = false;

    sample_open(&s, text, delimiter);
    width = sample_next(&s, first);
    width = width < SAMPLE_CELLS ? width : SAMPLE_CELLS;
    while ((n = sample_next(&s, cells)) > 0) {
        for (size_t i = 0; i < n && i < width; i++)
            look_below(&below[i], &cells[i]);
    }
    for (size_t i = 0; i < width; i++) {
        votes += vote(&first[i], &below[i]);
        words |= is_word(&first[i]);
    }
    *assumed = votes == 0 && words && s.read > 1;
    return votes > 0 || (votes == 0 && words);
}

void csv_dialect_find(struct str text, const struct csv_dialect_options *o,
                      struct csv_dialect *d)
{
    d->quote = '"';
    d->delimiter = o->delimiter ? o->delimiter : choose_delimiter(text);
    d->header_assumed = false;
    d->header = o->header == CSV_HEADER_AUTO
                    ? find_header(text, d->delimiter, &d->header_assumed)
                    : o->header == CSV_HEADER_YES;
}
