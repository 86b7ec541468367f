/*
 * aligned.c - columns by their place in the line.
 *
 *     Filesystem      Size  Used Avail Use% Mounted on
 *     overlay          99G   61G   33G  66% /
 *     tmpfs            64M     0   64M   0% /dev
 *
 * A place that is blank in every line parts two columns. Alone that proves little: in a
 * few lines places are blank by chance. So a table is read only if all of these hold, in
 * all lines but some before and after it, and else nothing is:
 *
 * - The first line has something at the first or the last place of each column, but
 *   perhaps of the first, as where rows have names; no cell of it has two spaces.
 * - In each column nearly all cells begin at its first place, or end at its last.
 * - Cells have no two spaces in them, but perhaps in the last column.
 * - A single blank place is seen to be one of two columns: some cell beside it is
 *   shorter than its column. Or those before it begin, and those after it end, at
 *   different places, as one column would not. Or every line has one word before it, and nearly
 *   every line one after it.
 * - Where single blank places part columns, no column has names of several words, and as
 *   many words in each cell: two columns may have grown together there.
 * - No line has only the last cell, or lacks the first one where others have it: a cell
 *   went on there, or another block of columns begins.
 * - There are three columns, or a column of numbers, or a rule below the names.
 *
 * Tried and dropped: columns of most lines with some that cross them. Of listings whose
 * long values push the others to the right half were wrong in a cell.
 */
#include "formats/csv/aligned_internal.h"

#include "base/utf8.h"

#include <string.h>

#define LINES_MAX            ((size_t)400000)
#define LEAST_LINES          3u
#define LEAST_ROWS           3u /* where a single space parts columns */
#define WORDS_ROWS           4u /* where only words tell */
#define MOST_BEFORE          9u
#define MOST_AFTER           4u
#define IS_NEARLY(part, all) ((part)*20 >= (all)*19)

struct line {
    struct str text; /* without spaces at its end */
    size_t number;
    bool is_parted; /* a blank line is before it */
};

struct finding {
    struct line *lines; /* lines[n], without blank ones and rules */
    size_t n;
    size_t counts; /* lines below that say how many rows there are */
    bool has_rule;
    size_t rule;        /* the first one's number, */
    struct str runs;    /* and it */
    bool has_numbers;   /* in some column, and none in the first line */
    size_t first, last; /* of lines[] */
    uint32_t filled[ALIGNED_WIDTH]; /* lines with something at a place */
    struct aligned *out;
};

/* ---- lines ---- */

/* Letters that a terminal shows as two, or as none. */
static bool is_odd_width(uint32_t cp)
{
    return (cp >= 0x300 && cp < 0x370) || (cp >= 0x1100 && cp < 0x1e00) ||
           (cp >= 0x200b && cp < 0x2010) || cp >= 0x2400;
}

/* Is each of its characters one place wide? */
static bool is_even(struct str line)
{
    size_t at = 0, places = 0;

    while (at < line.n) {
        const size_t len = utf8_length(str_slice(line, at, line.n));

        if (len == 0 || (unsigned char)line.p[at] < ' ' || line.p[at] == 0x7f ||
            is_odd_width(utf8_decode(line.p + at, len)))
            return false;
        at += len;
        if (++places > ALIGNED_WIDTH - 1)
            return false;
    }
    return true;
}

/* Is it followed by another one in the line? */
static bool has_gap(struct str line)
{
    size_t at = 0;

    while (at < line.n && line.p[at] == ' ')
        at++;
    return str_find(str_slice(line, at, line.n), STR("  ")) < line.n - at;
}

/* "(20 rows)" */
static bool is_count(struct str line)
{
    return (str_starts(line, STR("(")) && str_ends(line, STR(")"))) ||
           (str_starts(line, STR("[")) && str_ends(line, STR("]")));
}

/* False: nothing of this kind is read. */
static bool take_lines(struct finding *f, struct str text)
{
    size_t gaps = 0;
    size_t number = 0;
    bool is_parted = false;

    for (size_t pos = 0; pos < text.n; number++) {
        const struct str line = aligned_next_line(text, &pos);

        is_parted |= line.n == 0;
        if (line.n == 0)
            continue;
        if (!is_even(line))
            return false;
        if (aligned_is_rule(line)) {
            f->rule = f->has_rule ? f->rule : number;
            f->runs = f->has_rule ? f->runs : line;
            f->has_rule = true;
            continue;
        }
        gaps += has_gap(line);
        f->lines[f->n++] = (struct line){line, number, is_parted};
        is_parted = false;
    }
    for (; f->n > 0 && is_count(f->lines[f->n - 1].text); f->n--)
        f->counts++;
    return f->n >= LEAST_LINES && gaps * 2 >= f->n;
}

/* ---- places ---- */

/* Count what a line has where, or take it back. */
static void count_places(struct finding *f, struct str line, bool is_more)
{
    size_t place = 0;

    for (size_t i = 0; i < line.n; i++) {
        if (((unsigned char)line.p[i] & 0xc0) == 0x80)
            continue;
        if (line.p[i] != ' ')
            f->filled[place] += is_more ? 1 : (uint32_t)-1;
        place++;
    }
}

/* Is the rule below the first line, in pieces? Then they are the columns. */
static bool has_runs(const struct finding *f)
{
    return f->has_rule && f->rule == f->lines[f->first].number + 1 &&
           str_find_char(str_trim(f->runs), ' ') < str_trim(f->runs).n &&
           str_find_char(f->runs, '+') == f->runs.n;
}

static bool find_columns(struct finding *f)
{
    struct aligned *to = f->out;
    const bool by_runs = has_runs(f);

    to->n = 0;
    for (size_t i = 0; i < ALIGNED_WIDTH; i++) {
        const bool is_run = by_runs && i < f->runs.n && f->runs.p[i] != ' ';

        if (by_runs && i < f->runs.n && !is_run && f->filled[i])
            return false;
        if (!f->filled[i] && !is_run)
            continue;
        if (to->n > 0 && to->columns[to->n - 1].to == i) {
            to->columns[to->n - 1].to = i + 1;
            continue;
        }
        if (to->n == ALIGNED_COLUMNS)
            return false;
        to->columns[to->n++] = (struct aligned_column){i, i + 1};
    }
    return to->n > 1;
}

static void mark_places(struct str line, uint32_t places[ALIGNED_WIDTH])
{
    size_t place = 0;

    for (size_t i = 0; i < line.n; i++) {
        if (((unsigned char)line.p[i] & 0xc0) == 0x80)
            continue;
        places[place++] = line.p[i] != ' ';
    }
}

static bool is_name_only(const struct finding *f,
                         const struct aligned_column *c,
                         const uint32_t names[ALIGNED_WIDTH])
{
    for (size_t i = c->from; i < c->to; i++)
        if (f->filled[i] > names[i])
            return false;
    return true;
}

/* Places that only the first line fills are of a name of several words, if a column
 * without them is one space beside it. */
static bool join_names(struct finding *f)
{
    struct aligned *to = f->out;
    uint32_t names[ALIGNED_WIDTH] = {0};
    size_t n = 0;

    if (has_runs(f))
        return true;
    mark_places(f->lines[f->first].text, names);
    for (size_t i = 0; i < to->n; i++) {
        const struct aligned_column c = to->columns[i];
        const bool is_name = is_name_only(f, &c, names);
        const bool follows = n > 0 && to->columns[n - 1].to + 1 == c.from;
        const bool precedes =
            i + 1 < to->n && c.to + 1 == to->columns[i + 1].from;

        if (is_name && follows == precedes)
            return false;
        if (is_name && follows)
            to->columns[n - 1].to = c.to;
        else if (is_name)
            to->columns[i + 1].from = c.from;
        else
            to->columns[n++] = c;
    }
    to->n = n;
    return n > 1;
}

static size_t count_words(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += text.p[i] != ' ' && (i == 0 || text.p[i - 1] == ' ');
    return n;
}

static bool has_two_spaces(struct str text)
{
    return str_find(text, STR("  ")) < text.n;
}

/* "12", "-1.5%", "$3", "2024-01-05", "17:30" */
static bool is_numeric(struct str text)
{
    size_t digits = 0, others = 0;

    for (size_t i = 0; i < text.n; i++) {
        digits += text.p[i] >= '0' && text.p[i] <= '9';
        others += (text.p[i] >= 'a' && text.p[i] <= 'z') ||
                  (text.p[i] >= 'A' && text.p[i] <= 'Z');
    }
    return digits > 0 && others <= 1;
}

/* ---- what the lines say of a column ---- */

struct seen {
    size_t cells;       /* below the first line */
    size_t left, right; /* that begin at the first place, end at the last */
    size_t spaced;      /* with two spaces in them */
    size_t numeric;
    size_t words; /* of the first; 0: they differ */
    size_t one_word;
};

static void see_cell(struct seen *s, const struct aligned_cell *cell,
                     const struct aligned_column *c)
{
    const size_t words = count_words(cell->text);

    if (cell->text.n == 0)
        return;
    s->words = s->cells == 0 || s->words == words ? words : 0;
    s->cells++;
    s->left += cell->from == c->from;
    s->right += cell->to == c->to;
    s->spaced += has_two_spaces(cell->text);
    s->numeric += is_numeric(cell->text);
    s->one_word += words == 1;
}

static struct seen see_column(const struct finding *f, size_t column)
{
    struct seen s = {0};

    for (size_t i = f->first + 1; i <= f->last; i++) {
        const struct aligned_cell cell =
            aligned_cell(f->lines[i].text, &f->out->columns[column]);

        see_cell(&s, &cell, &f->out->columns[column]);
    }
    return s;
}

static size_t gap_after(const struct aligned *of, size_t column)
{
    return of->columns[column + 1].from - of->columns[column].to;
}

/* Is a cell beside the gap shorter than its column, on its side? */
static bool is_padded(const struct finding *f, size_t column)
{
    const struct aligned_column *c = &f->out->columns[column];

    for (size_t i = f->first; i <= f->last; i++) {
        const struct aligned_cell left = aligned_cell(f->lines[i].text, c);
        const struct aligned_cell right = aligned_cell(f->lines[i].text, c + 1);

        if (left.text.n && right.text.n &&
            (left.to < c->to || right.from > c[1].from))
            return true;
    }
    return false;
}

static bool is_apart(const struct finding *f, size_t column,
                     const struct seen *left, const struct seen *right)
{
    const size_t rows = f->last - f->first;

    if (gap_after(f->out, column) > 1 || has_runs(f))
        return true;
    if (rows < LEAST_ROWS)
        return false;
    return is_padded(f, column) ||
           (left->left < left->cells && right->right < right->cells) ||
           (rows >= WORDS_ROWS && left->one_word == rows &&
            IS_NEARLY(right->one_word, rows) && right->cells == rows);
}

/* Does a place that is one space wide part any? */
static bool is_tight(const struct aligned *of)
{
    for (size_t i = 0; i + 1 < of->n; i++)
        if (gap_after(of, i) == 1)
            return true;
    return false;
}

static bool check_column(const struct finding *f, size_t column,
                         const struct seen *s)
{
    const struct aligned_cell name =
        aligned_cell(f->lines[f->first].text, &f->out->columns[column]);
    const size_t words = count_words(name.text);
    const bool is_last = column + 1 == f->out->n;

    if ((words == 0 && column > 0) || has_two_spaces(name.text) ||
        s->cells == 0)
        return false;
    if (words > 0 && name.from != f->out->columns[column].from &&
        name.to != f->out->columns[column].to)
        return false;
    if (words > 1 && s->words == words && is_tight(f->out) && !has_runs(f))
        return false;
    if (!IS_NEARLY(s->left, s->cells) && !IS_NEARLY(s->right, s->cells))
        return false;
    return is_last ? s->spaced * 5 <= s->cells : s->spaced == 0;
}

/* Is the second line one of names, too? Then the first is perhaps a title that happens to
 * fit. */
static bool is_named_again(const struct finding *f, size_t column)
{
    const struct aligned_cell second =
        aligned_cell(f->lines[f->first + 1].text, &f->out->columns[column]);

    return second.text.n > 0 && !is_numeric(second.text);
}

static bool check_columns(struct finding *f)
{
    struct seen before = {0};
    size_t numeric = 0;
    size_t named = 0; /* columns of numbers without one in the first line */

    for (size_t i = 0; i < f->out->n; i++) {
        const struct seen s = see_column(f, i);

        if (!check_column(f, i, &s) ||
            (IS_NEARLY(s.numeric + 1, s.cells) && s.cells > 2 &&
             is_named_again(f, i)) ||
            (i > 0 && !is_apart(f, i - 1, &before, &s)))
            return false;
        numeric += IS_NEARLY(s.numeric, s.cells);
        named += IS_NEARLY(s.numeric, s.cells) &&
                 !is_numeric(
                     aligned_cell(f->lines[f->first].text, &f->out->columns[i])
                         .text);
        before = s;
    }
    f->has_numbers = named > 0 && named == numeric;
    return f->out->n > 2 || numeric > 0 || f->has_rule;
}

/* Lines without the first cell, and lines with the last alone. */
static bool check_lines(const struct finding *f)
{
    const struct aligned *of = f->out;
    const bool is_named =
        aligned_cell(f->lines[f->first].text, &of->columns[0]).text.n > 0;
    size_t without = 0;

    for (size_t i = f->first + 1; i <= f->last; i++) {
        const struct str line = f->lines[i].text;
        size_t cells = 0;

        if (aligned_cell(line, &of->columns[0]).text.n > 0)
            continue;
        for (size_t k = 1; k < of->n; k++)
            cells += aligned_cell(line, &of->columns[k]).text.n > 0;
        if (cells < 2 && of->n > 2)
            return false;
        without++;
    }
    return without == 0 || (is_named && without * 20 <= f->last - f->first);
}

/* ---- which lines ---- */

/* Does a comma stand for anything but thousands? */
static bool is_cut_by_commas(struct str text)
{
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] == ',' && !(i > 0 && i + 3 < text.n &&
                                  is_numeric(str_slice(text, i - 1, i)) &&
                                  is_numeric(str_slice(text, i + 1, i + 2)) &&
                                  is_numeric(str_slice(text, i + 2, i + 3)) &&
                                  is_numeric(str_slice(text, i + 3, i + 4))))
            return true;
    return false;
}

static bool may_be(struct str text, char delimiter)
{
    return !(delimiter && strchr("\t|;", delimiter)) &&
           !(delimiter == ',' && is_cut_by_commas(text));
}

/* Pieces of a line that two spaces part. */
static size_t count_pieces(struct str line)
{
    size_t n = 0, blank = 2;

    for (size_t i = 0; i < line.n; i++) {
        n += line.p[i] != ' ' && blank > 1;
        blank = line.p[i] == ' ' ? blank + 1 : 0;
    }
    return n;
}

/* One that may have as many cells as a row is perhaps a row that does not fit. */
static bool is_like_row(const struct finding *f, struct str line)
{
    return count_pieces(line) * 2 >= f->out->n ||
           count_words(line) >= f->out->n;
}

/* May the lines beside the table be titles, and what stands below? All before an empty
 * line may be. */
static bool check_aside(const struct finding *f)
{
    for (size_t i = f->first; i > 0 && !f->lines[i].is_parted; i--)
        if (is_like_row(f, f->lines[i - 1].text))
            return false;
    for (size_t i = f->last; i + 1 < f->n; i++)
        if (is_like_row(f, f->lines[i + 1].text))
            return false;
    return true;
}

static bool fits(struct finding *f)
{
    if (f->last - f->first + 1 < LEAST_LINES ||
        f->lines[f->first + 1].is_parted || /* a title */
        (f->has_rule && f->rule > f->lines[f->first + 1].number &&
         f->first < MOST_BEFORE && f->rule < f->lines[f->first].number + 4))
        return false;
    return find_columns(f) && join_names(f) && check_aside(f) &&
           check_columns(f) && check_lines(f);
}

/* Without some lines before it and some after it, as few as possible. */
static bool find_table(struct finding *f)
{
    for (f->first = 0; f->first <= MOST_BEFORE && f->first < f->n; f->first++) {
        size_t left_out = 0;
        bool found = false;

        for (f->last = f->n - 1;
             !found && left_out <= MOST_AFTER && f->last > f->first;
             left_out++) {
            found = fits(f);
            if (!found)
                count_places(f, f->lines[f->last--].text, false);
        }
        if (found)
            return true;
        for (size_t i = f->last + 1; i < f->n; i++)
            count_places(f, f->lines[i].text, true);
        count_places(f, f->lines[f->first].text, false);
    }
    return false;
}

enum err aligned_find(struct str text, char delimiter, struct arena *a,
                      struct aligned *out, bool *certain, struct error *e)
{
    struct finding *f = arena_alloc(a, sizeof(*f), e);
    size_t most = 1;

    *certain = false;
    if (!f)
        return e->code;
    for (size_t i = 0; i < text.n; i++)
        most += text.p[i] == '\n';
    if (most > LINES_MAX || !may_be(text, delimiter))
        return OK;
    f->lines = arena_alloc_array(a, most, sizeof(*f->lines), e);
    if (!f->lines)
        return e->code;
    f->out = out;
    if (!take_lines(f, text))
        return OK;
    for (size_t i = 0; i < f->n; i++)
        count_places(f, f->lines[i].text, true);
    *certain = find_table(f);
    out->first = *certain ? f->lines[f->first].number : 0;
    out->last = *certain ? f->lines[f->last].number : 0;
    out->lines = f->last - f->first + 1;
    out->outside = f->n + f->counts - out->lines;
    out->has_names = *certain && (f->has_numbers ||
                                  (f->has_rule && f->rule == out->first + 1));
    return OK;
}
