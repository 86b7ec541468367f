#include "ask/crosstab/crosstab.h"

#include "base/buf.h"

#include <math.h>
#include <stdlib.h>

#define MAX_LEVELS  4   /* of a header among the rows */
#define MIN_FIGURES 0.5 /* of the cells that are not empty, below the header */
#define LABEL_BYTES ((size_t)64 << 10)
#define MAX_DIGITS  18

struct reader {
    const struct grid *g;
    struct arena *a;
    struct crosstab *out;
    uint32_t n_levels;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Is a comma or a space one between thousands: three digits follow, and no more? */
static bool parts_thousands(struct str s, size_t i)
{
    size_t n = 0;

    while (i + 1 + n < s.n && is_digit(s.p[i + 1 + n]))
        n++;
    return i > 0 && is_digit(s.p[i - 1]) && n == 3;
}

double crosstab_figure(struct str cell, bool *is_share)
{
    char digits[MAX_DIGITS + 3];
    size_t n = 0;
    bool is_negative = false;
    bool has_point = false;
    bool is_over = false; /* what follows is of another figure: "9 - 12" */
    double value;

    *is_share = str_find(cell, STR("%")) < cell.n;
    for (size_t i = 0; i < cell.n; i++) {
        const char c = cell.p[i];

        if (is_letter(c) || n > MAX_DIGITS || (is_over && is_digit(c)))
            return NAN;
        is_negative |= n == 0 && (c == '(' || c == '-');
        if (c == ',' && !parts_thousands(cell, i))
            return NAN;
        if (c == '.' && has_point)
            return NAN;
        has_point |= c == '.';
        is_over |= n > 0 && !is_digit(c) && c != ',' && c != '.' &&
                   !(c == ' ' && parts_thousands(cell, i));
        if (is_digit(c) || c == '.')
            digits[n++] = c;
    }
    if (n == (size_t)has_point)
        return NAN;
    digits[n] = '\0';
    value = strtod(digits, NULL);
    return is_negative ? -value : value;
}

static struct str cell_text(const struct grid *g, uint32_t column, uint32_t row)
{
    const struct grid_value *v = grid_at(g, column, row);

    return v ? v->text : (struct str){0};
}

/* "column_3", which reading made: the table says no name. */
static bool is_made(struct str name, uint32_t i)
{
    char made[32];
    const int n = snprintf(made, sizeof(made), "column_%u", i + 1);

    return str_eq(name, (struct str){made, (size_t)n});
}

/* Also as a column of decimals has it, "2019.00". */
static bool is_year(struct str s)
{
    if (s.n < 4 || !(str_starts(s, STR("19")) || str_starts(s, STR("20"))) ||
        !is_digit(s.p[2]) || !is_digit(s.p[3]))
        return false;
    for (size_t i = 4; i < s.n; i++)
        if (s.p[i] != (i == 4 ? '.' : '0'))
            return false;
    return true;
}

static bool is_word(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (is_letter(s.p[i]) || (unsigned char)s.p[i] >= 0x80)
            return true;
    return false;
}

/* A row of the header: names or years stand where figures would; beside a label only
 * years do, but in the first row of a table in which reading found no header. */
static bool is_level(const struct grid *g, uint32_t row)
{
    const bool labelled = cell_text(g, 0, row).n > 0 &&
                          (row > 0 || !is_made(g->column[1].name, 1));
    size_t n = 0;

    for (uint32_t i = 1; i < g->n_columns; i++) {
        const struct str s = cell_text(g, i, row);
        bool is_share;

        if (s.n == 0)
            continue;
        if (!is_year(s) &&
            (labelled || !is_word(s) || !isnan(crosstab_figure(s, &is_share))))
            return false;
        n++;
    }
    return n > 0;
}

/* A row of a label alone. */
static bool is_heading(const struct grid *g, uint32_t row)
{
    for (uint32_t i = 1; i < g->n_columns; i++)
        if (cell_text(g, i, row).n)
            return false;
    return cell_text(g, 0, row).n > 0;
}

static uint32_t count_levels(const struct grid *g)
{
    uint32_t n = 0;

    for (uint32_t row = 0; row < MAX_LEVELS && row < g->n_rows; row++) {
        if (is_level(g, row))
            n = row + 1;
        else if (!is_heading(g, row))
            break;
    }
    return n;
}

static enum err make_label(const struct reader *r, struct str text,
                           struct crosstab_label *out, struct error *e)
{
    struct words words;
    uint32_t *id;

    *out = (struct crosstab_label){.text = text};
    if (lexemes_cut(r->g->words, text, WORDS_TEXT, &id, &words, e))
        return e->code;
    out->word = id;
    out->n = out->n_outside = (uint32_t)words.n;
    for (uint32_t i = 0; i < out->n; i++) {
        const size_t open = str_find(text, STR("("));

        if (open > 0 && words.word[i].offset > open) {
            out->n_outside = i;
            break;
        }
    }
    return OK;
}

/* The levels of a column's header, from the top. */
static enum err label_column(const struct reader *r, uint32_t i,
                             struct crosstab_column *out, struct error *e)
{
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, LABEL_BYTES);
    if (!is_made(r->g->column[i].name, i))
        buf_put_str(&b, r->g->column[i].name);
    for (uint32_t row = 0; row < r->n_levels; row++) {
        const struct str s = cell_text(r->g, i, row);

        if (s.n)
            buf_printf(&b, "%s%.*s", buf_str(&b).n ? " " : "",
                       STR_FMT(is_year(s) ? str_slice(s, 0, 4) : s));
    }
    rc = buf_dup(&b, r->a, &text, e);
    buf_release(&b);
    return rc ? rc : make_label(r, text, &out->label, e);
}

static void find_year(const struct crosstab *t, struct crosstab_column *c)
{
    for (uint32_t i = 0; i < c->label.n; i++) {
        const struct lexeme *x = lexeme_at(t->words, c->label.word[i]);

        if (!lexeme_is_year(x))
            continue;
        if (c->year && c->year != (uint32_t)x->number) {
            c->year = 0;
            return;
        }
        c->year = (uint32_t)x->number;
    }
}

/* A year that stands above several columns stands in the first: those that follow have it
 * where each year has as many of them. */
static void spread_years(struct crosstab *t)
{
    size_t first = t->n_columns;
    size_t width = 0;

    for (size_t i = 0; i < t->n_columns; i++) {
        if (!t->column[i].year)
            continue;
        if (first == t->n_columns)
            first = i;
        else if (width == 0)
            width = i - first;
        if (width && (i - first) % width)
            return;
    }
    if (width < 2 || (t->n_columns - first) % width)
        return;
    for (size_t i = first + 1; i < t->n_columns; i++)
        if (!t->column[i].year)
            t->column[i].year = t->column[i - 1].year;
}

static bool is_text_column(const struct grid_column *c)
{
    return str_is(c->type, "string") || c->type.n == 0;
}

static enum err read_columns(struct reader *r, struct error *e)
{
    struct crosstab *t = r->out;

    t->n_columns = r->g->n_columns - 1;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct crosstab_column *c = &t->column[i];

        c->name = r->g->column[i + 1].name;
        c->is_text = is_text_column(&r->g->column[i + 1]);
        if (label_column(r, i + 1, c, e))
            return e->code;
        find_year(t, c);
    }
    spread_years(t);
    return OK;
}

static void read_figures(const struct reader *r, uint32_t from, size_t row)
{
    struct crosstab *t = r->out;

    for (uint32_t i = 0; i < t->n_columns; i++) {
        const size_t at = row * t->n_columns + i;
        const struct str s = cell_text(r->g, i + 1, from);

        t->value[at] = s.n ? crosstab_figure(s, &t->is_share[at]) : (double)NAN;
    }
}

/* Has another row the label, in the same section? */
static bool is_ambiguous(const struct crosstab *t, size_t i)
{
    for (size_t k = 0; k < t->n_rows; k++)
        if (k != i && t->row[i].section == t->row[k].section &&
            str_eq(t->row[i].label.text, t->row[k].label.text))
            return true;
    return false;
}

static void find_repeated(struct crosstab *t)
{
    for (size_t i = 0; i < t->n_rows; i++)
        for (size_t k = 0; k < t->n_rows && !t->row[i].is_repeated; k++)
            t->row[i].is_repeated =
                k != i && str_eq(t->row[i].label.text, t->row[k].label.text);
}

static enum err read_rows(struct reader *r, struct error *e)
{
    struct crosstab *t = r->out;
    const size_t cells = (size_t)r->g->n_rows * t->n_columns;
    struct crosstab_label *section = NULL;

    t->row = arena_alloc_array(r->a, r->g->n_rows, sizeof(*t->row), e);
    t->value = arena_alloc_array(r->a, cells, sizeof(*t->value), e);
    t->is_share = arena_alloc_array(r->a, cells, sizeof(*t->is_share), e);
    if (!t->row || !t->value || !t->is_share)
        return e->code;
    for (uint32_t i = r->n_levels; i < r->g->n_rows; i++) {
        struct crosstab_row *row = &t->row[t->n_rows];

        if (make_label(r, cell_text(r->g, 0, i), &row->label, e))
            return e->code;
        if (is_heading(r->g, i)) {
            section = arena_alloc(r->a, sizeof(*section), e);
            if (!section)
                return e->code;
            *section = row->label;
            continue;
        }
        row->section = section;
        row->number = i + 1;
        read_figures(r, i, t->n_rows++);
    }
    find_repeated(t);
    return OK;
}

/* Are most cells figures, and most rows named, each in its own way? */
static bool is_of_figures(const struct crosstab *t)
{
    size_t figures = 0;
    size_t named = 0;
    size_t repeated = 0;

    for (size_t i = 0; i < t->n_rows; i++) {
        bool any = false;

        for (size_t k = 0; k < t->n_columns; k++)
            any |= !isnan(crosstab_value(t, i, k));
        figures += any;
        named += t->row[i].label.text.n > 0;
        repeated += is_ambiguous(t, i);
    }
    return t->n_rows > 0 &&
           (double)figures >= MIN_FIGURES * (double)t->n_rows &&
           2 * named >= t->n_rows && 2 * repeated <= t->n_rows;
}

/* Is the table laid out to be read: its labels have no header of their own, its header
 * has several levels, or its columns are years? */
static bool is_laid_out(const struct reader *r)
{
    size_t years = 0;

    for (size_t i = 0; i < r->out->n_columns; i++)
        years += r->out->column[i].year != 0;
    return years > 1 || r->n_levels > 0 || is_made(r->g->column[0].name, 0);
}

/* "(in millions)", "£m": what the header says beside names. */
static enum err find_unit(struct reader *r, struct error *e)
{
    const struct str corner = r->g->column[0].name;
    struct str unit = {0};

    if (!is_made(corner, 0) && str_find(corner, STR("(")) < corner.n)
        unit = corner;
    for (uint32_t row = 0; row < r->n_levels; row++)
        for (uint32_t i = 0; i < r->g->n_columns && !unit.n; i++) {
            const struct str s = cell_text(r->g, i, row);

            if (str_starts(s, STR("(")))
                unit = s;
        }
    return make_label(r, unit, &r->out->unit, e);
}

/* What stands above the labels. */
static enum err read_title(struct reader *r, struct error *e)
{
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, LABEL_BYTES);
    if (!is_made(r->out->labels, 0))
        buf_put_str(&b, r->out->labels);
    for (uint32_t row = 0; row < r->n_levels; row++)
        buf_printf(&b, " %.*s", STR_FMT(cell_text(r->g, 0, row)));
    rc = buf_dup(&b, r->a, &text, e);
    buf_release(&b);
    return rc ? rc : make_label(r, text, &r->out->title, e);
}

enum err crosstab_read(const struct grid *g, struct arena *a,
                       struct crosstab *out, bool *is, struct error *e)
{
    struct reader r = {.g = g, .a = a, .out = out};

    *is = false;
    *out = (struct crosstab){.words = g->words};
    if (g->n_columns < 2 || g->n_columns > CROSSTAB_MAX_COLUMNS + 1 ||
        g->n_rows == 0 || g->n_rows > CROSSTAB_MAX_ROWS)
        return OK;
    out->labels = g->column[0].name;
    r.n_levels = count_levels(g);
    if (read_columns(&r, e) || read_rows(&r, e))
        return e->code;
    if (find_unit(&r, e) || read_title(&r, e))
        return e->code;
    *is = is_laid_out(&r) && is_of_figures(out);
    return OK;
}
