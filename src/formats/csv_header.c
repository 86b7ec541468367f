/*
 * The header is told by the columns: a word above numbers or dates speaks for
 * a header, and so does a date above numbers; a number above numbers speaks
 * against; years (2019, 2020) as names of columns for neither. Nothing but
 * words is taken to have one, and `header_assumed` says so.
 *
 * More rows belong to it as long as they have words where all that is below is
 * numbers or dates, or say the same as the first.
 */
#include "formats/csv_header.h"

#include "base/buf.h"
#include "formats/csv_sample.h"
#include "formats/csv_split.h"

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
    struct below below[LOOKED_COLUMNS];  /* the first row */
    struct below deeper[LOOKED_COLUMNS]; /* the first MAX_HEADER_ROWS rows */
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

static void look_at_columns(struct str text, const struct csv_layout *l,
                            struct csv_cell *cells, struct view *v)
{
    struct csv_sample s;

    memset(v, 0, sizeof(*v));
    v->columns = l->columns < LOOKED_COLUMNS ? l->columns : LOOKED_COLUMNS;
    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    while (csv_sample_next(&s)) {
        if (s.read == 1 || s.n != l->columns || s.damaged)
            continue;
        for (size_t i = 0; i < v->columns; i++) {
            look_below(&v->below[i], &cells[i]);
            if (s.read > MAX_HEADER_ROWS)
                look_below(&v->deeper[i], &cells[i]);
        }
    }
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

        votes += vote(s, &v->below[i]);
        words |= s.n && !is_year(s);
    }
    *assumed = votes == 0 && words && !alone;
    return votes > 0 || (votes == 0 && words);
}

/* Words where numbers or dates are below, and no such value among them? */
static bool continues(const struct csv_sample *row, const struct view *v)
{
    size_t words = 0;
    size_t typed = 0;

    for (size_t i = 0; i < v->columns && i < row->kept; i++) {
        struct str s = text_of(&row->cells[i]);

        if (!is_typed(&v->deeper[i]) || v->deeper[i].seen < 2)
            continue;
        typed++;
        if (s.n && !is_year(s) && family_of(s) != CELL_TEXT)
            return false;
        words += s.n > 0 && family_of(s) == CELL_TEXT;
    }
    return typed && words * 2 > typed;
}

/* How many of the first rows are header, given that the first is. */
static size_t count_rows(struct str text, const struct csv_layout *l,
                         const struct view *v, struct csv_cell *cells,
                         size_t *end)
{
    struct csv_sample s;
    struct str first;
    size_t rows = 1;

    csv_sample_open(&s, text, l->start, &l->dialect, cells);
    (void)csv_sample_next(&s);
    first = str_trim(s.line);
    *end = s.reader.pos;
    while (rows < MAX_HEADER_ROWS && csv_sample_next(&s)) {
        bool same = str_eq(str_trim(s.line), first) && first.n > 0;

        if (s.damaged || s.n != l->columns || !(same || continues(&s, v)))
            break;
        rows++;
        *end = s.reader.pos;
    }
    return rows;
}

void csv_header_find(struct str text, enum csv_header declared,
                     struct csv_cell *cells, struct csv_layout *l)
{
    struct csv_sample first;
    struct view v;
    bool header = declared == CSV_HEADER_YES || l->header_delimiter;

    look_at_columns(text, l, cells, &v);
    csv_sample_open(&first, text, l->start, &l->dialect, cells);
    if (!csv_sample_next(&first))
        return;
    if (declared == CSV_HEADER_AUTO && !header)
        header =
            decide(&first, &v, first.reader.pos >= text.n, &l->header_assumed);
    if (declared == CSV_HEADER_NO || !header)
        return;
    l->header_cells = first.n;
    l->header_rows = count_rows(text, l, &v, cells, &l->rows);
    if (first.damaged && !l->header_reason)
        l->header_reason = "a quote that is not closed was kept as a letter";
}

bool csv_header_split(struct str line, const struct csv_dialect *d,
                      struct csv_cell *cells, size_t columns)
{
    if (csv_split_line(line, d, CSV_LOOSE, cells, columns) != columns)
        return false;
    for (size_t i = 0; i < columns; i++) {
        struct str s = text_of(&cells[i]);

        if (s.n == 0 || (family_of(s) != CELL_TEXT && !is_year(s)))
            return false;
    }
    return true;
}

/* One more row of the header behind what is there. */
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
    if (s.n == 0)
        return OK;
    rc = str_printf(a, whole, e, "%.*s %.*s", STR_FMT(*whole), STR_FMT(s));
    if (!rc && !str_ends(last, s))
        rc = str_printf(a, name, e, "%.*s %.*s", STR_FMT(last), STR_FMT(s));
    return rc;
}

enum err csv_layout_names(struct str text, const struct csv_layout *l,
                          struct arena *a, struct str *whole, struct str *names,
                          struct error *e)
{
    struct csv_dialect d = l->dialect;
    struct csv_cell *cells;
    struct csv_reader r;
    struct buf scratch;
    enum err rc = OK;

    cells = arena_alloc_array(a, l->columns, sizeof(*cells), e);
    if (!cells)
        return e->code;
    if (l->header_delimiter)
        d.delimiter = l->header_delimiter;
    csv_open(&r, str_slice(text, 0, l->rows), &d);
    csv_seek(&r, l->start);
    buf_init(&scratch, NAME_MAX_BYTES);
    memset(whole, 0, l->columns * sizeof(*whole));
    memset(names, 0, l->columns * sizeof(*names));
    for (size_t row = 0; !rc && row < l->header_rows; row++) {
        struct csv_reader before = r;
        struct error ignored;
        struct str line;
        size_t n = 0;

        if (csv_read_record(&r, cells, l->columns, &n, &ignored) ||
            l->header_delimiter) {
            r = before;
            (void)csv_take_line(&r, &line);
            n = csv_split_line(str_trim(line), &d, CSV_LITERAL, cells,
                               l->columns);
        }
        for (size_t i = 0; !rc && i < n && i < l->columns; i++)
            rc = join_name(&cells[i], &scratch, a, &whole[i], &names[i], e);
    }
    if (!rc && scratch.overflow)
        rc = error_set(e, ERR_LIMIT, "no memory for the names of columns");
    buf_release(&scratch);
    return rc;
}
