/*
 * The header is recognised by its columns: a word above numbers or dates is
 * evidence for a header, and so is a date above numbers; a number above numbers
 * is evidence against; years (2019, 2020) as column names are neither. A text
 * of nothing but words is assumed to have one, and `header_assumed` says so.
 *
 * More rows belong to it as long as they have words where all that is below
 * them is numbers or dates, or say the same as the first. A single such word
 * beside the words of a row is its value ("shop 3, closed"), and so is one of
 * digits ("<0.5", "26:30"). Where the first has
 * gaps or says something twice, as over "X,Y,X,Y", those below it may have gaps
 * too, and years. Where it names half of the columns at most, and the second
 * names each, with words that are nowhere below, that is the header, too. A row
 * that says the one above it again is part of the header, and set aside.
 */
#include "formats/csv/csv_header.h"

#include "base/buf.h"
#include "formats/csv/csv_sample.h"
#include "formats/csv/csv_split.h"

#include <string.h>

#define MAX_HEADER_ROWS 4u
#define LOOKED_COLUMNS  256u
#define NAME_MAX_BYTES  ((size_t)1 << 20)

/* What a column's cells below the first rows are. */
struct below {
    size_t seen;
    bool mixed;
    enum cell_family family;
};

struct view {
    size_t columns;
    struct str top[MAX_HEADER_ROWS]; /* the first lines */
    /* below[h]: the first h + 1 rows */
    struct below below[MAX_HEADER_ROWS][LOOKED_COLUMNS];
    bool grouped; /* the first row has gaps, or a word twice */
    bool gapped;  /* it names half of the columns at most */
    bool alone;   /* all that the second row says is nowhere below it */
};

static struct str text_of(const struct csv_cell *cell)
{
    return cell_trim((struct str){cell->p, cell->n});
}

/* "2019": a number that can name a column. */
static bool is_year(struct str s)
{
    return s.n == 4 && (str_starts(s, STR("19")) || str_starts(s, STR("20")));
}

static enum cell_family family_of(struct str s)
{
    struct cell_shape shape;

    cell_look(s, &shape);
    return shape.family;
}

static void look_below(struct below *b, const struct csv_cell *cell)
{
    struct str s = text_of(cell);
    enum cell_family family;

    if (s.n == 0 || b->mixed)
        return;
    family = family_of(s);
    if (family == CELL_NULL_WORD)
        return;
    b->mixed = b->seen && b->family != family;
    b->seen++;
    b->family = family;
}

static bool is_typed(const struct below *b)
{
    size_t enough = b->family == CELL_BOOLEAN ? 3 : 1;

    return b->seen >= enough && !b->mixed && b->family != CELL_TEXT;
}

/* The header again, as pages of a report have it, says nothing of the cells. */
static bool is_repeated(const struct csv_sample *s, const struct view *v)
{
    struct str line = str_trim(s->line);

    for (size_t i = 0; i < MAX_HEADER_ROWS && i + 1 < s->read; i++) {
        if (str_eq(line, v->top[i]))
            return true;
    }
    return false;
}

static void look_at_columns(struct str text, const struct csv_layout *l,
                            struct csv_cell *cells, struct view *v)
{
    struct csv_sample s;

    memset(v, 0, sizeof(*v));
    v->columns = l->columns < LOOKED_COLUMNS ? l->columns : LOOKED_COLUMNS;
    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    while (csv_sample_next(&s)) {
        if (s.read <= MAX_HEADER_ROWS)
            v->top[s.read - 1] = str_trim(s.line);
        if (s.read == 1 || (s.n != l->columns && s.n != l->usual) ||
            s.damaged || is_repeated(&s, v))
            continue;
        for (size_t h = 0; h < MAX_HEADER_ROWS && h + 1 < s.read; h++) {
            for (size_t i = 0; i < v->columns && i < s.n; i++)
                look_below(&v->below[h][i], &cells[i]);
        }
    }
}

/* Does one name stand for several columns? */
static void look_for_groups(const struct csv_sample *first, struct view *v)
{
    size_t words = 0;
    size_t gaps = 0;
    bool twice = false;

    for (size_t i = 0; i < v->columns && i < first->kept; i++) {
        struct str s = text_of(&first->cells[i]);

        words += s.n > 0;
        gaps += s.n == 0 && words;
        for (size_t k = 0; k < i && s.n; k++)
            twice |= str_eq(s, text_of(&first->cells[k]));
    }
    v->grouped = words && (gaps || twice);
    v->gapped = words && gaps >= words && v->columns > 2;
}

/* Is every cell a word that no other cell of the row is? */
static bool are_names(const struct csv_sample *row, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        struct str s = i < row->kept ? text_of(&row->cells[i]) : STR("");

        if (s.n == 0 || family_of(s) != CELL_TEXT)
            return false;
        for (size_t k = 0; k < i; k++) {
            if (str_eq(s, text_of(&row->cells[k])))
                return false;
        }
    }
    return true;
}

static bool shares_a_cell(const struct csv_sample *row, const struct str *names,
                          size_t columns)
{
    for (size_t i = 0; i < columns && i < row->kept; i++) {
        if (str_eq(text_of(&row->cells[i]), names[i]))
            return true;
    }
    return false;
}

/* Below a first row with gaps: is the second the names, whatever the types are?
   It names all columns, each otherwise, and nothing of it is below. */
static bool has_names_below(struct str text, const struct csv_layout *l,
                            const struct view *v, struct csv_cell *cells)
{
    struct str names[LOOKED_COLUMNS];
    struct csv_sample s;

    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    if (!v->gapped || !csv_sample_next(&s) || !csv_sample_next(&s) ||
        s.damaged || s.n != l->columns || !are_names(&s, v->columns))
        return false;
    for (size_t i = 0; i < v->columns; i++)
        names[i] = text_of(&cells[i]);
    while (csv_sample_next(&s)) {
        if (!is_repeated(&s, v) && shares_a_cell(&s, names, v->columns))
            return false;
    }
    return s.read > 2;
}

/* +1 for a header, -1 against. */
static int vote(struct str s, const struct below *b)
{
    enum cell_family family;

    if (s.n == 0 || is_year(s))
        return 0;
    family = family_of(s);
    if (family == CELL_NULL_WORD)
        return 0;
    if (family == CELL_TEXT || family == CELL_BOOLEAN)
        return is_typed(b) && b->family != family;
    /* a date above numbers names them, a number above numbers is one */
    return is_typed(b) && b->family != family ? 1 : -1;
}

static bool decide(const struct csv_sample *first, const struct view *v,
                   bool alone, bool *assumed)
{
    int votes = 0;
    bool words = false;

    for (size_t i = 0; i < v->columns && i < first->kept; i++) {
        struct str s = text_of(&first->cells[i]);

        votes += vote(s, &v->below[0][i]);
        words |= s.n && !is_year(s);
    }
    *assumed = votes == 0 && words && !alone;
    return votes > 0 || (votes == 0 && words);
}

/* Digits and signs alone: a value that is no number, as "<0.5" or "26:30". */
static bool is_figure(struct str s)
{
    bool digits = false;

    for (size_t i = 0; i < s.n; i++) {
        const unsigned char c = (unsigned char)s.p[i];

        if (c >= 0x80 || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'))
            return false;
        digits |= c >= '0' && c <= '9';
    }
    return digits;
}

/* "X", and also "Y" and "no" where none of those is below. */
static bool is_word(struct str s, const struct below *below, bool grouped)
{
    enum cell_family family = family_of(s);

    if (!grouped && is_figure(s))
        return false;
    return family == CELL_TEXT ||
           (family == CELL_BOOLEAN && below->family != CELL_BOOLEAN);
}

/* Words where numbers or dates are below, and no such value among them? */
static bool continues(const struct csv_sample *row, const struct view *v,
                      const struct below *below)
{
    size_t words = 0;
    size_t typed = 0;
    size_t others = 0; /* in columns of words */

    for (size_t i = 0; i < v->columns && i < row->kept; i++) {
        struct str s = text_of(&row->cells[i]);
        bool year = is_year(s);

        if (!is_typed(&below[i]) || below[i].seen + v->gapped < 2) {
            others += s.n > 0 && below[i].seen > 0;
            continue;
        }
        typed++;
        if (s.n && !year && !is_word(s, &below[i], v->grouped))
            return false;
        words += s.n > 0 && (!year || v->grouped);
    }
    if (words == 1 && others && !v->grouped)
        return false;
    return words * 2 > typed || (v->grouped && words > 1 && words * 2 == typed);
}

/* How many rows does the header have, given that the first row is one? */
static bool are_header(struct str text, const struct csv_layout *l,
                       const struct view *v, struct csv_cell *cells,
                       size_t rows, size_t *end)
{
    struct csv_sample s;
    struct str before;

    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    (void)csv_sample_next(&s);
    before = str_trim(s.line);
    for (size_t row = 1; row < rows; row++) {
        if (!csv_sample_next(&s) || s.damaged || s.n < l->usual ||
            s.n > l->columns ||
            !((before.n && str_eq(str_trim(s.line), before)) ||
              (row == 1 && v->alone) || continues(&s, v, v->below[rows - 1])))
            return false;
        before = str_trim(s.line);
    }
    *end = s.reader.pos;
    return true;
}

static bool has_types(const struct view *v, size_t rows)
{
    for (size_t i = 0; i < v->columns; i++) {
        if (is_typed(&v->below[rows - 1][i]))
            return true;
    }
    return false;
}

static size_t count_rows(struct str text, const struct csv_layout *l,
                         const struct view *v, struct csv_cell *cells,
                         size_t most, size_t *end)
{
    size_t rows = most;

    while (!are_header(text, l, v, cells, rows, end))
        rows--;
    return rows;
}

/* Rows of the header that say the one above them again. */
static void find_again(struct str text, struct csv_cell *cells,
                       struct csv_layout *l)
{
    struct csv_sample s;
    struct str before = {"", 0};

    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    while (s.reader.pos < l->rows && csv_sample_next(&s)) {
        struct str line = str_trim(s.line);
        bool again = s.read > 1 && str_eq(line, before);

        before = line;
        if (!again && l->again_rows)
            break;
        if (again && l->again_rows++ == 0)
            l->again = s.offset;
        l->again_end = again ? s.reader.pos : l->again_end;
    }
}

void csv_header_find(struct str text, enum csv_header declared,
                     struct csv_cell *cells, struct csv_layout *l)
{
    struct csv_sample first;
    struct view v;
    size_t rows;
    size_t end = l->start;
    const size_t most = declared == CSV_HEADER_ONE ? 1 : MAX_HEADER_ROWS;
    bool header = declared == CSV_HEADER_YES || declared == CSV_HEADER_ONE;

    l->header_rows = 0;
    l->header_cells = 0;
    l->header_assumed = false;
    l->header_reason = NULL;
    l->rows = l->start;
    l->again = l->again_end = l->start;
    l->again_rows = 0;
    look_at_columns(text, l, cells, &v);
    csv_sample_open(&first, text, l->start, &l->dialect, cells);
    if (declared == CSV_HEADER_NO || !csv_sample_next(&first))
        return;
    look_for_groups(&first, &v);
    if (!header)
        header =
            decide(&first, &v, first.reader.pos >= text.n, &l->header_assumed);
    v.alone = has_names_below(text, l, &v, cells);
    rows = count_rows(text, l, &v, cells, most, &end);
    if (!header && !(v.grouped && rows > 1))
        return;
    l->header_assumed &= rows == 1 || !has_types(&v, rows);
    if (declared == CSV_HEADER_SHOWN && l->header_assumed) {
        l->header_assumed = false;
        return;
    }
    l->header_cells = first.n;
    l->header_rows = rows;
    l->rows = end;
    find_again(text, cells, l);
    if (first.damaged)
        l->header_reason = "a quote that is not closed was kept as a letter";
}

/* What the rows of the header have said so far of a column. */
struct naming {
    struct str *whole; /* whole[columns]: all rows */
    struct str *names; /* names[columns]: without what is said twice */
    struct str
        *group;    /* group[columns]: of an empty cell, what is left of it */
    size_t *owner; /* owner[columns]: where that is, + 1; 0: nowhere */
};

static bool has_text(const struct csv_cell *cells, size_t n, size_t i)
{
    return i < n && text_of(&cells[i]).n > 0;
}

/* "2023" over "Q1" and "Q2", with a gap beside it, stands over both. */
static void take_group(const struct csv_cell *cells, size_t n, size_t i,
                       struct naming *to)
{
    if (to->whole[i].n || !to->owner[i] || !has_text(cells, n, i) ||
        !has_text(cells, n, to->owner[i] - 1))
        return;
    to->whole[i] = to->names[i] = to->group[i];
}

/* Which cells of the row stand left of gaps. */
static void find_owners(const struct csv_cell *cells, size_t n, size_t columns,
                        struct naming *to)
{
    size_t owner = 0;

    for (size_t i = 0; i < columns; i++) {
        owner = has_text(cells, n, i) ? i + 1 : owner;
        to->owner[i] = owner == i + 1 ? 0 : owner;
        if (to->owner[i])
            to->group[i] = to->whole[owner - 1];
    }
}

/* One more row of the header after what is there. */
static enum err join_name(const struct csv_cell *cell, struct buf *scratch,
                          struct arena *a, struct str *whole, struct str *name,
                          struct error *e)
{
    struct str s = str_trim(csv_cell_text(cell, scratch));
    struct str last = *name;
    enum err rc = OK;

    if (whole->n == 0 && s.n) {
        rc = str_dup(csv_cell_text(cell, scratch), a, whole, e);
        *name = *whole;
        return rc;
    }
    if (s.n == 0 || str_eq(s, str_trim(*whole)))
        return OK;
    rc = str_printf(a, whole, e, "%.*s %.*s", STR_FMT(*whole), STR_FMT(s));
    if (!rc && !str_ends(last, s))
        rc = str_printf(a, name, e, "%.*s %.*s", STR_FMT(last), STR_FMT(s));
    return rc;
}

static enum err begin_naming(size_t columns, struct arena *a, struct str *whole,
                             struct str *names, struct naming *to,
                             struct error *e)
{
    *to = (struct naming){
        .whole = whole,
        .names = names,
        .group = arena_alloc_array(a, columns, sizeof(*to->group), e)};
    if (!to->group)
        return e->code;
    to->owner = arena_alloc_array(a, columns, sizeof(*to->owner), e);
    if (!to->owner)
        return e->code;
    memset(whole, 0, columns * sizeof(*whole));
    memset(names, 0, columns * sizeof(*names));
    memset(to->owner, 0, columns * sizeof(*to->owner));
    return OK;
}

enum err csv_layout_names(struct str text, const struct csv_layout *l,
                          struct arena *a, struct str *whole, struct str *names,
                          struct error *e)
{
    struct csv_cell *cells;
    struct csv_reader r;
    struct naming naming;
    struct buf scratch;
    enum err rc = begin_naming(l->columns, a, whole, names, &naming, e);

    if (rc)
        return rc;
    BUG_ON(!naming.owner || !naming.group);
    cells = arena_alloc_array(a, l->columns, sizeof(*cells), e);
    if (!cells)
        return e->code;
    csv_open(&r, str_slice(text, 0, l->rows), &l->dialect);
    csv_seek(&r, l->start);
    buf_init(&scratch, NAME_MAX_BYTES);
    for (size_t row = 0; !rc && row < l->header_rows; row++) {
        struct csv_reader before = r;
        struct error ignored;
        struct str line;
        size_t n = 0;

        if (csv_read_record(&r, cells, l->columns, &n, &ignored)) {
            r = before;
            (void)csv_take_line(&r, &line);
            n = csv_split_line(str_trim(line), &l->dialect, CSV_LITERAL, cells,
                               l->columns);
        }
        n = n < l->columns ? n : l->columns;
        for (size_t i = 0; !rc && i < n; i++) {
            take_group(cells, n, i, &naming);
            rc = join_name(&cells[i], &scratch, a, &whole[i], &names[i], e);
        }
        find_owners(cells, n, l->columns, &naming);
    }
    if (!rc && scratch.overflow)
        rc = error_set(e, ERR_LIMIT,
                       "out of memory: cannot hold the names of columns");
    buf_release(&scratch);
    return rc;
}
