#include "answer/phraser.h"

#include "answer/phrase_dates.h"
#include "answer/whole_name.h"

/* A longer cell is cut in the sentence; the rows have all of it. */
#define MAX_CELL_BYTES 120

void phraser_say(struct phraser *p, enum wording w, const struct str *fill,
                 size_t n)
{
    wording_put(&p->b, p->x.language, w, fill, n);
}

void phraser_say_count(struct phraser *p, enum wording w,
                       const struct str *fill, size_t n)
{
    const struct str text = wording_text(p->x.language, w);

    if (str_find(text, STR("{1}")) < text.n)
        p->counts.first = fill[0];
    phraser_say(p, w, fill, n);
}

void phraser_restate(struct phraser *p, struct str text)
{
    struct phrase *out = p->out;

    if (text.n && out->n_restated < PHRASE_MAX_RESTATED)
        out->restated[out->n_restated++] = text;
}

/* What was put since `from` taken off again, as a text. */
struct str phraser_take(struct phraser *p, size_t from)
{
    const struct str text = str_slice(buf_str(&p->b), from, p->b.n);
    struct str kept = {0};

    p->failed |= str_dup(text, p->a, &kept, p->e) != OK;
    p->b.n = from;
    return kept;
}

struct str phrase_cell_shown(struct str cell)
{
    size_t n = MAX_CELL_BYTES;

    if (cell.n <= MAX_CELL_BYTES)
        return cell;
    while (n && ((unsigned char)cell.p[n] & 0xC0) == 0x80)
        n--;
    return str_slice(cell, 0, n);
}

void phraser_put_cell(struct phraser *p, const struct json *cell)
{
    struct str s = cell ? cell->text : (struct str){0};

    if (!cell || cell->type == JSON_NULL) {
        phraser_say(p, WORDING_NO_VALUE, NULL, 0);
        return;
    }
    if (cell->type == JSON_TRUE || cell->type == JSON_FALSE)
        s = str_from(cell->type == JSON_TRUE ? "true" : "false");
    buf_put_str(&p->b, phrase_cell_shown(s));
    if (s.n > MAX_CELL_BYTES)
        buf_puts(&p->b, "…");
}

void phraser_put_number(struct phraser *p, const struct json *cell)
{
    if (cell && cell->type == JSON_NUMBER)
        phrase_number(&p->b, cell->text, p->x.marks);
    else
        phraser_put_cell(p, cell);
}

/* June 2024 of 2024-06 stands in no cell; false: it is no date, and nothing was put. */
static bool put_date(struct phraser *p, const struct spec_group *g,
                     const struct json *cell)
{
    const size_t from = p->b.n;
    struct str date;

    if (!cell || cell->type != JSON_STRING ||
        !phrase_date(&p->b, &p->x, g, cell->text))
        return false;
    date = phraser_take(p, from);
    phraser_restate(p, date);
    buf_put_str(&p->b, date);
    return true;
}

void phraser_put_key(struct phraser *p, size_t group, const struct json *cell)
{
    if (!put_date(p, &p->x.spec->groups[group], cell))
        phraser_put_cell(p, cell);
}

const struct json *phraser_cell_at(const struct json *row, size_t i)
{
    const struct json *cell = row ? row->first : NULL;

    while (cell && i-- > 0)
        cell = cell->next;
    return cell;
}

static struct figure_form form_of(struct phraser *p,
                                  const struct spec_measure *m)
{
    struct figure_form form;

    for (size_t i = 0; i < p->n_forms; i++)
        if (p->forms[i].agg == m->agg && str_eq(p->forms[i].column, m->column))
            return p->forms[i].form;
    form = phrase_form(&p->x, m);
    if (p->n_forms < COUNT_OF(p->forms))
        p->forms[p->n_forms++] = (struct phraser_form){m->column, m->agg, form};
    return form;
}

/* The cell of a measure: a number as people write it. */
void phraser_put_figure(struct phraser *p, const struct spec_measure *m,
                        const struct json *cell)
{
    if (cell && cell->type == JSON_NUMBER) {
        const struct figure_form form = form_of(p, m);

        phrase_formed(&p->b, &p->x, &form, cell->text);
    } else if (!put_date(p, &(struct spec_group){.column = m->column}, cell)) {
        phraser_put_cell(p, cell);
    }
}

struct str phraser_figure(struct phraser *p, size_t measure, size_t column)
{
    const size_t from = p->b.n;

    phraser_put_figure(p, &p->x.spec->measures[measure],
                       phraser_cell_at(p->rows->first, column));
    return phraser_take(p, from);
}

struct str phraser_number(struct phraser *p, uint64_t n)
{
    const size_t from = p->b.n;
    char text[32];

    (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)n);
    phrase_number(&p->b, str_from(text), p->x.marks);
    return phraser_take(p, from);
}

struct str phraser_rows_called(struct phraser *p, uint64_t n)
{
    const size_t from = p->b.n;

    phrase_rows_called(&p->b, &p->x, n);
    return phraser_take(p, from);
}

struct str phraser_conditions(struct phraser *p, enum phrase_filters which,
                              bool beside)
{
    const size_t from = p->b.n;

    phrase_conditions(&p->b, &p->x, which, beside);
    return phraser_take(p, from);
}

struct str phraser_measures(struct phraser *p, bool value)
{
    const struct query_spec *s = p->x.spec;
    const size_t from = p->b.n;

    for (size_t i = 0; i < s->n_measures; i++) {
        if (i)
            phraser_say(p, i + 1 == s->n_measures ? WORDING_AND : WORDING_COMMA,
                        NULL, 0);
        if (value)
            phrase_measure_value(&p->b, &p->x, &s->measures[i]);
        else
            phrase_measure(&p->b, &p->x, &s->measures[i]);
    }
    return phraser_take(p, from);
}

struct str phraser_groups(struct phraser *p, size_t at, size_t to, bool many)
{
    const size_t from = p->b.n;

    for (size_t i = at; i < to; i++) {
        if (i > at)
            phraser_say(p, i + 1 == to ? WORDING_AND : WORDING_COMMA, NULL, 0);
        phrase_group(&p->b, &p->x, &p->x.spec->groups[i], many);
    }
    return phraser_take(p, from);
}

struct str phraser_name(struct phraser *p, struct str column)
{
    const size_t from = p->b.n;

    phrase_name(&p->b, column);
    return phraser_take(p, from);
}

struct str phraser_side(struct phraser *p, unsigned side)
{
    const size_t from = p->b.n;

    phrase_side(&p->b, &p->x, side, p->x.spec->change.kind != SPEC_CHANGE_GAP);
    return phraser_take(p, from);
}

/* The groups' cells of a row: "Spain, Phones", "Kenji Mori". */
void phraser_put_keys(struct phraser *p, const struct json *row)
{
    const struct spec_group *groups = p->x.spec->groups;

    for (size_t i = 0; i < p->x.spec->n_groups; i++) {
        if (i)
            buf_puts(&p->b, whole_name_continues(groups[i - 1].column,
                                                 groups[i].column)
                                ? " "
                                : ", ");
        phraser_put_key(p, i, phraser_cell_at(row, i));
    }
}

/* The measures' cells, with the percentage of a share. */
void phraser_put_figures(struct phraser *p, const struct json *row)
{
    const struct query_spec *s = p->x.spec;
    size_t at = s->n_groups;
    size_t i;

    for (i = 0; i < s->n_measures; i++) {
        buf_puts(&p->b, i ? "; " : "");
        phraser_put_figure(p, &s->measures[i], phraser_cell_at(row, at + i));
    }
    if (s->running) {
        buf_puts(&p->b, " → ");
        phraser_put_figure(p, &s->measures[0], phraser_cell_at(row, at + i));
    } else if (s->share) {
        buf_puts(&p->b, "; ");
        phraser_put_number(p, phraser_cell_at(row, at + i));
        buf_puts(&p->b, " %");
    }
}

void phraser_put_more(struct phraser *p, uint64_t total, uint64_t named)
{
    const size_t from = p->b.n;
    struct str more;

    if (total <= named)
        return;
    more = phraser_number(p, total - named);
    phraser_say(p, WORDING_MORE, &more, 1);
    p->counts.more = phraser_take(p, from);
    p->counts.named = named;
    buf_put_str(&p->b, p->counts.more);
}

/* The first rows, "A (1), B (2)", and how many more there are. */
struct str phraser_rows(struct phraser *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;
    size_t n;

    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        if (n)
            phraser_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        phraser_put_keys(p, row);
        if (!p->x.spec->n_measures)
            continue;
        phraser_say(p, WORDING_FIGURES_OPEN, NULL, 0);
        phraser_put_figures(p, row);
        phraser_say(p, WORDING_FIGURES_CLOSE, NULL, 0);
    }
    phraser_put_more(p, p->total, n);
    return phraser_take(p, from);
}
