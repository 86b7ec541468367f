#include "answer/sentence/sentence_parts.h"

#include "answer/sentence/sentence_dates.h"
#include "answer/sentence/whole_name.h"

/* A longer cell is cut in the sentence; the rows have all of it. */
#define MAX_CELL_BYTES 120

void parts_say(struct sentence_parts *p, enum wording w, const struct str *fill,
               size_t n)
{
    wording_put(&p->b, p->x.language, w, fill, n);
}

void parts_say_count(struct sentence_parts *p, enum wording w,
                     const struct str *fill, size_t n)
{
    const struct str text = wording_text(p->x.language, w);

    if (str_find(text, STR("{1}")) < text.n)
        p->counts.first = fill[0];
    parts_say(p, w, fill, n);
}

void parts_restate(struct sentence_parts *p, struct str text)
{
    struct sentence *out = p->out;

    if (text.n && out->n_restated < SENTENCE_MAX_RESTATED)
        out->restated[out->n_restated++] = text;
}

/* What was put since `from` taken off again, as a text. */
struct str parts_take(struct sentence_parts *p, size_t from)
{
    const struct str text = str_slice(buf_str(&p->b), from, p->b.n);
    struct str kept = {0};

    p->failed |= str_dup(text, p->a, &kept, p->e) != OK;
    p->b.n = from;
    return kept;
}

struct str sentence_cell_shown(struct str cell)
{
    size_t n = MAX_CELL_BYTES;

    if (cell.n <= MAX_CELL_BYTES)
        return cell;
    while (n && ((unsigned char)cell.p[n] & 0xC0) == 0x80)
        n--;
    return str_slice(cell, 0, n);
}

void parts_put_cell(struct sentence_parts *p, const struct json *cell)
{
    struct str s = cell ? cell->text : (struct str){0};

    if (!cell || cell->type == JSON_NULL) {
        parts_say(p, WORDING_NO_VALUE, NULL, 0);
        return;
    }
    if (cell->type == JSON_TRUE || cell->type == JSON_FALSE)
        s = str_from(cell->type == JSON_TRUE ? "true" : "false");
    buf_put_str(&p->b, sentence_cell_shown(s));
    if (s.n > MAX_CELL_BYTES)
        buf_puts(&p->b, "…");
}

void parts_put_number(struct sentence_parts *p, const struct json *cell)
{
    if (cell && cell->type == JSON_NUMBER)
        sentence_number(&p->b, cell->text, p->x.marks);
    else
        parts_put_cell(p, cell);
}

/* June 2024 of 2024-06 is in no cell; false: it is not a date, and nothing was put. */
static bool put_date(struct sentence_parts *p, const struct spec_group *g,
                     const struct json *cell)
{
    const size_t from = p->b.n;
    struct str date;

    if (!cell || cell->type != JSON_STRING ||
        !sentence_date(&p->b, &p->x, g, cell->text))
        return false;
    date = parts_take(p, from);
    parts_restate(p, date);
    buf_put_str(&p->b, date);
    return true;
}

void parts_put_key(struct sentence_parts *p, size_t group,
                   const struct json *cell)
{
    if (!put_date(p, &p->x.spec->groups[group], cell))
        parts_put_cell(p, cell);
}

const struct json *parts_cell_at(const struct json *row, size_t i)
{
    const struct json *cell = row ? row->first : NULL;

    while (cell && i-- > 0)
        cell = cell->next;
    return cell;
}

static struct figure_form form_of(struct sentence_parts *p,
                                  const struct spec_measure *m)
{
    struct figure_form form;

    for (size_t i = 0; i < p->n_forms; i++)
        if (p->forms[i].agg == m->agg && str_eq(p->forms[i].column, m->column))
            return p->forms[i].form;
    form = sentence_form(&p->x, m);
    if (p->n_forms < COUNT_OF(p->forms))
        p->forms[p->n_forms++] = (struct parts_form){m->column, m->agg, form};
    return form;
}

/* The cell of a measure: a number as people write it. */
void parts_put_figure(struct sentence_parts *p, const struct spec_measure *m,
                      const struct json *cell)
{
    if (cell && cell->type == JSON_NUMBER) {
        const struct figure_form form = form_of(p, m);

        sentence_formed(&p->b, &p->x, &form, cell->text);
    } else if (!put_date(p, &(struct spec_group){.column = m->column}, cell)) {
        parts_put_cell(p, cell);
    }
}

struct str parts_figure(struct sentence_parts *p, size_t measure, size_t column)
{
    const size_t from = p->b.n;

    parts_put_figure(p, &p->x.spec->measures[measure],
                     parts_cell_at(p->rows->first, column));
    return parts_take(p, from);
}

struct str parts_number(struct sentence_parts *p, uint64_t n)
{
    const size_t from = p->b.n;
    char text[32];

    (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
    sentence_number(&p->b, str_from(text), p->x.marks);
    return parts_take(p, from);
}

struct str parts_rows_called(struct sentence_parts *p, uint64_t n)
{
    const size_t from = p->b.n;

    sentence_rows_called(&p->b, &p->x, n);
    return parts_take(p, from);
}

struct str parts_conditions(struct sentence_parts *p,
                            enum sentence_filters which, bool beside)
{
    const size_t from = p->b.n;

    sentence_conditions(&p->b, &p->x, which, beside);
    return parts_take(p, from);
}

struct str parts_measures(struct sentence_parts *p, bool value)
{
    const struct query_spec *s = p->x.spec;
    const size_t from = p->b.n;

    for (size_t i = 0; i < s->n_measures; i++) {
        if (i)
            parts_say(p, i + 1 == s->n_measures ? WORDING_AND : WORDING_COMMA,
                      NULL, 0);
        if (value)
            sentence_measure_value(&p->b, &p->x, &s->measures[i]);
        else
            sentence_measure(&p->b, &p->x, &s->measures[i]);
    }
    return parts_take(p, from);
}

struct str parts_groups(struct sentence_parts *p, size_t at, size_t to,
                        bool many)
{
    const size_t from = p->b.n;

    for (size_t i = at; i < to; i++) {
        if (i > at)
            parts_say(p, i + 1 == to ? WORDING_AND : WORDING_COMMA, NULL, 0);
        sentence_group(&p->b, &p->x, &p->x.spec->groups[i], many);
    }
    return parts_take(p, from);
}

struct str parts_name(struct sentence_parts *p, struct str column)
{
    const size_t from = p->b.n;

    sentence_name(&p->b, column);
    return parts_take(p, from);
}

struct str parts_side(struct sentence_parts *p, unsigned side)
{
    const size_t from = p->b.n;

    sentence_side(&p->b, &p->x, side,
                  p->x.spec->change.kind != SPEC_CHANGE_GAP);
    return parts_take(p, from);
}

/* The groups' cells of a row: "Spain, Phones", "Kenji Mori". */
void parts_put_keys(struct sentence_parts *p, const struct json *row)
{
    const struct spec_group *groups = p->x.spec->groups;

    for (size_t i = 0; i < p->x.spec->n_groups; i++) {
        if (i)
            buf_puts(&p->b, whole_name_continues(groups[i - 1].column,
                                                 groups[i].column)
                                ? " "
                                : ", ");
        parts_put_key(p, i, parts_cell_at(row, i));
    }
}

/* The measures' cells, with the percentage of a share. */
void parts_put_figures(struct sentence_parts *p, const struct json *row)
{
    const struct query_spec *s = p->x.spec;
    size_t at = s->n_groups;
    size_t i;

    for (i = 0; i < s->n_measures; i++) {
        if (i)
            parts_say(p, WORDING_FIGURES_NEXT, NULL, 0);
        parts_put_figure(p, &s->measures[i], parts_cell_at(row, at + i));
    }
    if (s->running) {
        buf_puts(&p->b, " → ");
        parts_put_figure(p, &s->measures[0], parts_cell_at(row, at + i));
    } else if (s->share) {
        parts_say(p, WORDING_FIGURES_NEXT, NULL, 0);
        parts_put_number(p, parts_cell_at(row, at + i));
        buf_puts(&p->b, " %");
    }
}

void parts_put_more(struct sentence_parts *p, uint64_t total, uint64_t named)
{
    const size_t from = p->b.n;
    struct str more;

    if (total <= named)
        return;
    more = parts_number(p, total - named);
    parts_say(p, WORDING_MORE, &more, 1);
    p->counts.more = parts_take(p, from);
    p->counts.named = named;
    buf_put_str(&p->b, p->counts.more);
}

/* The first rows, "A (1), B (2)", and how many more there are. */
struct str parts_rows(struct sentence_parts *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;
    size_t n;

    for (n = 0; row && n < SENTENCE_MAX_NAMED; n++, row = row->next) {
        if (n)
            parts_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        parts_put_keys(p, row);
        if (!p->x.spec->n_measures)
            continue;
        parts_say(p, WORDING_FIGURES_OPEN, NULL, 0);
        parts_put_figures(p, row);
        parts_say(p, WORDING_FIGURES_CLOSE, NULL, 0);
    }
    parts_put_more(p, p->total, n);
    return parts_take(p, from);
}
