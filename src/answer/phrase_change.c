#include "answer/phrase_change.h"

#include "answer/phrase_dates.h"
#include "answer/phrase_spec.h"
#include "answer/wording.h"

#define TEXT_BYTES ((size_t)64 << 10)
#define PARTS      8

static void put_cell(struct buf *b, const struct phrasing *x,
                     const struct spec_measure *m, const struct json *cell)
{
    if (!cell || cell->type == JSON_NULL)
        wording_put(b, x->language, WORDING_NO_VALUE, NULL, 0);
    else if (cell->type == JSON_NUMBER && m)
        phrase_figure(b, x, m, cell->text);
    else
        buf_put_str(b, cell->text);
}

/* A percentage, or how many times. */
static void put_number(struct buf *b, const struct phrasing *x,
                       const struct json *cell)
{
    phrase_number(b, cell->text, x->marks);
}

static void put_key(struct buf *b, const struct phrasing *x,
                    const struct spec_group *g, const struct json *cell)
{
    if (!cell || cell->type != JSON_STRING || !phrase_date(b, x, g, cell->text))
        put_cell(b, x, NULL, cell);
}

/* Texts that are put together before they fill one in. */
struct parts {
    struct buf b[PARTS];
    struct str fill[PARTS];
};

static void begin(struct parts *p)
{
    for (size_t i = 0; i < PARTS; i++)
        buf_init(&p->b[i], TEXT_BYTES);
}

/* Put the text, and forget its parts. */
static void end(struct parts *p, struct buf *b, const struct phrasing *x,
                enum wording w)
{
    for (size_t i = 0; i < PARTS; i++)
        p->fill[i] = buf_str(&p->b[i]);
    wording_put(b, x->language, w, p->fill, PARTS);
    for (size_t i = 0; i < PARTS; i++)
        buf_release(&p->b[i]);
}

static bool is_known(const struct json *cell)
{
    return cell && cell->type == JSON_NUMBER;
}

/* "8 → 9, +1 (12.5 %)" of the cells from the first figure on. */
static void put_figures(struct buf *b, const struct phrasing *x,
                        const struct json *before)
{
    const struct spec_measure *m = &x->spec->measures[0];
    const struct json *after = before ? before->next : NULL;
    const struct json *change = after ? after->next : NULL;
    const struct json *percent = change ? change->next : NULL;

    put_cell(b, x, m, before);
    buf_puts(b, " → ");
    put_cell(b, x, m, after);
    if (!is_known(change))
        return;
    if (x->spec->change.kind == SPEC_CHANGE_TIMES) {
        buf_puts(b, ", × ");
        put_number(b, x, change);
        return;
    }
    buf_puts(b, json_double(change) > 0 ? ", +" : ", ");
    put_cell(b, x, m, change);
    if (!is_known(percent))
        return;
    buf_puts(b, json_double(percent) > 0 ? " (+" : " (");
    put_number(b, x, percent);
    buf_puts(b, " %)");
}

/* Each period against the one before, or each group's change. */
static void put_rows(struct buf *b, const struct phrasing *x,
                     const struct json *rows, size_t max)
{
    const struct json *row = rows->first;

    for (size_t n = 0; row && n < max; n++, row = row->next) {
        const struct json *cell = row->first;

        if (n)
            wording_put(b, x->language, WORDING_BETWEEN_ROWS, NULL, 0);
        for (size_t i = 0; i < x->spec->n_groups && cell;
             i++, cell = cell->next) {
            put_key(b, x, &x->spec->groups[i], cell);
            buf_puts(b, i + 1 < x->spec->n_groups ? ", " : " ");
        }
        put_figures(b, x, cell);
    }
    buf_puts(b, row ? "; …" : "");
}

static void put_many(struct buf *b, const struct phrasing *x,
                     const struct json *rows, size_t max)
{
    const bool series = x->spec->change.kind == SPEC_CHANGE_SERIES;
    struct parts p;

    begin(&p);
    phrase_measure(&p.b[0], x, &x->spec->measures[0]);
    phrase_conditions(&p.b[1], x, PHRASE_COMMON, true);
    if (series)
        phrase_group(&p.b[2], x, &x->spec->groups[0], false);
    else
        buf_put_str(&p.b[2], x->spec->change.names[0]);
    buf_put_str(&p.b[3], x->spec->change.names[1]);
    put_rows(&p.b[4], x, rows, max);
    end(&p, b, x,
        series ? WORDING_CHANGE_SERIES
        : x->spec->change.kind == SPEC_CHANGE_GAP ||
                x->spec->change.kind == SPEC_CHANGE_TIMES
            ? WORDING_GAPS
            : WORDING_CHANGES);
}

/* "Europe 291,098.16, North America 231,811.15: Europe has 59,286.01 more." */
static enum wording gap_of(const struct json *before, const struct json *after)
{
    const double gap = json_double(before) - json_double(after);

    return gap > 0 || gap < 0 ? WORDING_GAP : WORDING_GAP_NONE;
}

static enum wording change_of(const struct json *before,
                              const struct json *after)
{
    const double gap = json_double(after) - json_double(before);

    return gap > 0 ? WORDING_ROSE : gap < 0 ? WORDING_FELL : WORDING_STAYED;
}

static void put_one(struct buf *b, const struct phrasing *x,
                    const struct json *before)
{
    const struct spec_measure *m = &x->spec->measures[0];
    const struct json *after = before->next;
    const struct json *change = after->next;
    const bool gap = x->spec->change.kind == SPEC_CHANGE_GAP;
    const bool first = json_double(before) > json_double(after);
    struct parts p;

    begin(&p);
    phrase_measure(&p.b[0], x, m);
    phrase_conditions(&p.b[1], x, PHRASE_COMMON, true);
    phrase_side(&p.b[2], x, 1, !gap);
    put_cell(&p.b[3], x, m, before);
    phrase_side(&p.b[4], x, 2, !gap);
    put_cell(&p.b[5], x, m, after);
    if (!gap)
        buf_puts(&p.b[6], json_double(change) > 0 ? "+" : "");
    put_cell(&p.b[6], x, m, change);
    if (is_known(change->next) && !gap) {
        buf_puts(&p.b[6], json_double(change->next) > 0 ? " (+" : " (");
        put_number(&p.b[6], x, change->next);
        buf_puts(&p.b[6], " %)");
    }
    buf_put_str(&p.b[7], x->spec->change.names[first ? 0 : 1]);
    end(&p, b, x, gap ? gap_of(before, after) : change_of(before, after));
}

void phrase_change(struct buf *b, const struct phrasing *x,
                   const struct json *rows, size_t max)
{
    const struct json *before = rows->first ? rows->first->first : NULL;
    const struct json *after = before ? before->next : NULL;

    if (x->spec->change.kind != SPEC_CHANGE_TIMES && x->spec->n_groups == 0 &&
        is_known(before) && is_known(after) && is_known(after->next))
        put_one(b, x, before);
    else
        put_many(b, x, rows, max);
}

void phrase_compared(struct buf *b, const struct phrasing *x,
                     const struct json *row)
{
    static const enum wording texts[] = {
        [SPEC_COMPARE_LARGER] = WORDING_LARGER,
        [SPEC_COMPARE_SMALLER] = WORDING_SMALLER,
        [SPEC_COMPARE_MORE_ROWS] = WORDING_MORE_ROWS,
        [SPEC_COMPARE_FEWER_ROWS] = WORDING_FEWER_ROWS,
        [SPEC_COMPARE_EARLIER] = WORDING_EARLIER,
        [SPEC_COMPARE_LATER] = WORDING_LATER,
        [SPEC_COMPARE_DIFFERENCE] = WORDING_DIFFERENCE,
        [SPEC_COMPARE_ROW_DIFFERENCE] = WORDING_ROW_DIFFERENCE,
        [SPEC_COMPARE_ROWS_BETWEEN] = WORDING_ROWS_BETWEEN};
    const struct spec_compare *c = &x->spec->compare;
    const struct spec_measure m = {.agg = AGG_SUM, .column = c->column};
    const struct json *name = row ? row->first : NULL;
    const struct json *figure = name ? name->next : NULL;
    struct parts p;

    begin(&p);
    phrase_name(&p.b[0], c->column);
    buf_put_str(&p.b[1], c->names[0]);
    buf_put_str(&p.b[2], c->names[1]);
    put_cell(&p.b[3], x, figure ? NULL : &m, name);
    if (figure) {
        buf_puts(&p.b[3], " (");
        put_cell(&p.b[3], x, &m, figure);
        buf_puts(&p.b[3], ")");
    }
    phrase_rows_called(&p.b[4], x, 2);
    end(&p, b, x, texts[c->kind]);
}
