/*
 * sentence_figures.c - numbers as people write them. In Spanish a point and a comma mean
 * either, so thousands are parted by a narrow space and decimals by a point, but for
 * files that have commas themselves: there both are as in the file.
 */
#include "answer/sentence/sentence_names.h"
#include "answer/sentence/sentence_units.h"
#include "answer/sentence/word_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 64
#define NARROW_SPACE "\xE2\x80\xAF"

/* More than two decimals are cut to two, of small ones to four. */
static struct str rounded(struct str cell, char text[NUMBER_BYTES])
{
    const size_t point = str_find_char(cell, '.');
    char own[NUMBER_BYTES];
    double value;

    if (str_ends(cell, STR(".0")))
        return str_slice(cell, 0, cell.n - 2);
    if (cell.n >= NUMBER_BYTES || cell.n - point <= 3 ||
        memchr(cell.p, 'e', cell.n) || memchr(cell.p, 'E', cell.n))
        return cell;
    memcpy(own, cell.p, cell.n);
    own[cell.n] = '\0';
    value = strtod(own, NULL);
    if (value > -1 && value < 1) {
        if (cell.n - point <= 5)
            return cell;
        (void)snprintf(text, NUMBER_BYTES, "%.4g", value);
        return memchr(text, 'e', strlen(text)) ? cell : str_from(text);
    }
    (void)snprintf(text, NUMBER_BYTES, "%.2f", value);
    return str_from(text);
}

/* Does a column of the file have decimals after a comma? */
static bool has_commas(const struct json *map)
{
    const struct json *columns =
        json_find(json_find(map, "fidelity"), "columns");

    for (const struct json *c = columns ? columns->first : NULL; c;
         c = c->next) {
        const struct str format = json_text(json_find(c, "number_format"));

        if (str_ends(format, STR(",56"))) /* as columns of texts have it */
            return true;
    }
    return false;
}

enum number_marks sentence_marks(enum language language, const struct json *map)
{
    if (language != LANGUAGE_ES)
        return MARKS_COMMA;
    return has_commas(map) ? MARKS_POINT : MARKS_SPACE;
}

void sentence_number(struct buf *b, struct str cell, enum number_marks marks)
{
    static const char *const thousands[] = {
        [MARKS_COMMA] = ",", [MARKS_SPACE] = NARROW_SPACE, [MARKS_POINT] = "."};
    const size_t least = marks == MARKS_COMMA ? 4 : 5; /* digits */
    char text[NUMBER_BYTES];
    const struct str s = rounded(cell, text);
    const size_t from = s.n && s.p[0] == '-';
    size_t to = from;

    while (to < s.n && isdigit((unsigned char)s.p[to]))
        to++;
    buf_put_str(b, str_slice(s, 0, from));
    for (size_t at = from; at < to; at++) {
        if (at > from && (to - at) % 3 == 0 && to - from >= least)
            buf_puts(b, thousands[marks]);
        buf_put_char(b, s.p[at]);
    }
    if (marks == MARKS_POINT && to < s.n && s.p[to] == '.') {
        buf_put_char(b, ',');
        to++;
    }
    buf_put_str(b, str_slice(s, to, s.n));
}

/* A hundred times a number, exactly where its digits are written out. */
static struct str hundredfold(struct str cell, char text[NUMBER_BYTES])
{
    const size_t sign = cell.n && cell.p[0] == '-';
    const size_t point = str_find_char(cell, '.');
    char digits[NUMBER_BYTES + 3];
    size_t n = 0;
    size_t from = 0;

    if (cell.n + 3 >= NUMBER_BYTES || memchr(cell.p, 'e', cell.n) ||
        memchr(cell.p, 'E', cell.n))
        return cell;
    for (size_t i = sign; i < cell.n; i++)
        if (i != point)
            digits[n++] = cell.p[i];
    while (n < point - sign + 2)
        digits[n++] = '0';
    while (from + 1 < point - sign + 2 && digits[from] == '0')
        from++;
    while (n > point - sign + 2 && digits[n - 1] == '0')
        n--;
    (void)snprintf(text, NUMBER_BYTES, "%s%.*s%s%.*s", sign ? "-" : "",
                   (int)(point - sign + 2 - from), digits + from,
                   n > point - sign + 2 ? "." : "",
                   (int)(n - (point - sign + 2)), digits + point - sign + 2);
    return str_from(text);
}

void sentence_percent(struct buf *b, struct str cell, enum number_marks marks)
{
    char text[NUMBER_BYTES];

    sentence_number(b, hundredfold(cell, text), marks);
}

const struct schema_column *phrasing_column(const struct phrasing *x,
                                            struct str name)
{
    for (size_t i = 0; x->table && i < x->table->n_columns; i++)
        if (str_eq(x->table->columns[i].name, name))
            return &x->table->columns[i];
    return NULL;
}

bool sentence_is_date(const struct phrasing *x, struct str column)
{
    const struct schema_column *c = phrasing_column(x, column);

    return c && c->kind == COLUMN_DATE;
}

bool sentence_names_things(const struct phrasing *x, struct str column)
{
    const struct schema_column *c = phrasing_column(x, column);

    return c && (c->kind == COLUMN_TEXT || c->kind == COLUMN_ID);
}

/* A year, or a number that only tells things apart? */
static bool is_plain(const struct phrasing *x, const struct spec_measure *m)
{
    const struct schema_column *c = phrasing_column(x, m->column);
    struct buf name;
    struct str last;
    bool year;

    if (m->agg != AGG_MIN && m->agg != AGG_MAX && m->agg != AGG_MEDIAN &&
        m->agg != AGG_NONE && m->agg != AGG_AVG)
        return false;
    buf_init(&name, (size_t)64 << 10);
    sentence_name(&name, m->column);
    last = str_after_last(buf_str(&name), ' ');
    year = word_list_has_any(WORDING_YEAR_WORDS, last);
    buf_release(&name);
    return year || (m->agg != AGG_AVG && c && c->kind == COLUMN_ID);
}

/* How the cells of a column are written in the file; NULL: nobody knows. */
static const struct json *cells_of(const struct phrasing *x, struct str column)
{
    const struct json *columns =
        json_find(json_find(x->map, "fidelity"), "columns");

    for (const struct json *c = columns ? columns->first : NULL; c; c = c->next)
        if (str_eq(json_text(json_find(c, "name")), column))
            return c;
    return NULL;
}

/* Has its figure the unit of the column's cells? */
static bool has_unit(const struct spec_measure *m)
{
    return m->agg != AGG_COUNT && m->agg != AGG_DISTINCT && m->agg != AGG_RUN &&
           m->agg != AGG_FORMULA && m->column.n > 0;
}

/* How a figure of a measure is written: by the unit of the column's name, or of its
 * cells; empty: it has none. */
static struct str format_of(const struct phrasing *x,
                            const struct spec_measure *m)
{
    struct str format;

    if (!has_unit(m))
        return (struct str){0};
    format = unit_name_of(m->column).format;
    return format.n ? format
                    : unit_format_of_currency(json_text(
                          json_find(cells_of(x, m->column), "currency")));
}

static void put_format(struct buf *b, struct str part)
{
    for (size_t i = 0; i < part.n; i++)
        buf_put_char(b, part.p[i] == '~' ? ' ' : part.p[i]);
}

struct figure_form sentence_form(const struct phrasing *x,
                                 const struct spec_measure *m)
{
    struct figure_form form = {.is_plain = m->column.n && is_plain(x, m),
                               .is_rounded = m->agg == AGG_AVG};
    struct str format;
    size_t at;

    if (form.is_plain)
        return form;
    if (has_unit(m) && phrasing_column(x, m->column) &&
        phrasing_column(x, m->column)->percent) {
        form.is_percent = true;
        form.behind = STR("~%");
        return form;
    }
    format = format_of(x, m);
    at = str_find(format, STR("{1}"));
    form.before = str_slice(format, 0, at);
    form.behind = str_slice(format, at + 3, format.n);
    return form;
}

void sentence_unit(struct buf *b, const struct phrasing *x,
                   const struct spec_measure *m)
{
    const struct figure_form form = sentence_form(x, m);

    put_format(b, form.before);
    put_format(b, str_starts(form.behind, STR("~"))
                      ? str_slice(form.behind, 1, form.behind.n)
                      : form.behind);
}

void sentence_formed(struct buf *b, const struct phrasing *x,
                     const struct figure_form *form, struct str cell)
{
    char text[NUMBER_BYTES];

    if (form->is_plain) {
        buf_put_str(b, form->is_rounded ? rounded(cell, text) : cell);
        return;
    }
    put_format(b, form->before);
    if (form->is_percent)
        sentence_percent(b, cell, x->marks);
    else
        sentence_number(b, cell, x->marks);
    put_format(b, form->behind);
}

void sentence_figure(struct buf *b, const struct phrasing *x,
                     const struct spec_measure *m, struct str cell)
{
    const struct figure_form form = sentence_form(x, m);

    sentence_formed(b, x, &form, cell);
}
