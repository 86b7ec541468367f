/* sentence_change.c - changes, gaps and what is compared: "rose from 8 in 2022 to 9". */
#include "answer/sentence/sentence_parts.h"

static bool is_known(const struct json *cell)
{
    return cell && cell->type == JSON_NUMBER;
}

static struct str figure(struct sentence_parts *p, const struct json *cell)
{
    const size_t from = p->b.n;

    parts_put_figure(p, &p->x.spec->measures[0], cell);
    return parts_take(p, from);
}

static struct str measure(struct sentence_parts *p)
{
    const size_t from = p->b.n;

    sentence_measure(&p->b, &p->x, &p->x.spec->measures[0]);
    return parts_take(p, from);
}

/* " (+12.5 %)" */
static void put_percent(struct sentence_parts *p, const struct json *percent)
{
    if (!is_known(percent))
        return;
    parts_say(p, WORDING_FIGURES_OPEN, NULL, 0);
    buf_puts(&p->b, json_double(percent) > 0 ? "+" : "");
    parts_put_number(p, percent);
    buf_puts(&p->b, " %");
    parts_say(p, WORDING_FIGURES_CLOSE, NULL, 0);
}

/* "8 → 9, +1 (12.5 %)" of the cells from the first figure on. */
static void put_figures(struct sentence_parts *p, const struct json *before)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    const struct json *after = before ? before->next : NULL;
    const struct json *change = after ? after->next : NULL;

    parts_put_figure(p, m, before);
    buf_puts(&p->b, " → ");
    parts_put_figure(p, m, after);
    if (!is_known(change))
        return;
    if (p->x.spec->change.kind == SPEC_CHANGE_TIMES) {
        buf_puts(&p->b, ", × ");
        parts_put_number(p, change);
        return;
    }
    buf_puts(&p->b, json_double(change) > 0 ? ", +" : ", ");
    parts_put_figure(p, m, change);
    put_percent(p, change->next);
}

/* Each period against the one before, or each group's change. */
static struct str rows(struct sentence_parts *p)
{
    const size_t from = p->b.n;
    const struct json *row = p->rows->first;

    for (size_t n = 0; row && n < SENTENCE_MAX_NAMED; n++, row = row->next) {
        if (n)
            parts_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        parts_put_keys(p, row);
        buf_puts(&p->b, p->x.spec->n_groups ? " " : "");
        put_figures(p, parts_cell_at(row, p->x.spec->n_groups));
    }
    buf_puts(&p->b, row ? "; …" : "");
    return parts_take(p, from);
}

static void put_many(struct sentence_parts *p)
{
    const struct spec_change *c = &p->x.spec->change;
    const bool series = c->kind == SPEC_CHANGE_SERIES;
    const struct str fill[] = {
        measure(p), parts_conditions(p, SENTENCE_COMMON, true),
        series ? parts_groups(p, 0, 1, false) : c->names[0], c->names[1],
        rows(p)};

    parts_say(p,
              series ? WORDING_CHANGE_SERIES
              : c->kind == SPEC_CHANGE_GAP || c->kind == SPEC_CHANGE_TIMES
                  ? WORDING_GAPS
                  : WORDING_CHANGES,
              fill, COUNT_OF(fill));
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

/* "+1 (+12.5 %)"; a gap has no sign. */
static struct str difference(struct sentence_parts *p,
                             const struct json *change, bool gap)
{
    const size_t from = p->b.n;

    buf_puts(&p->b, !gap && json_double(change) > 0 ? "+" : "");
    parts_put_figure(p, &p->x.spec->measures[0], change);
    if (!gap)
        put_percent(p, change->next);
    return parts_take(p, from);
}

static void put_one(struct sentence_parts *p, const struct json *before)
{
    const struct spec_change *c = &p->x.spec->change;
    const struct json *after = before->next;
    const bool gap = c->kind == SPEC_CHANGE_GAP;
    const bool first = json_double(before) > json_double(after);
    const struct str fill[] = {measure(p),
                               parts_conditions(p, SENTENCE_COMMON, true),
                               parts_side(p, 1),
                               figure(p, before),
                               parts_side(p, 2),
                               figure(p, after),
                               difference(p, after->next, gap),
                               parts_side(p, first ? 1 : 2)};

    parts_say(p, gap ? gap_of(before, after) : change_of(before, after), fill,
              COUNT_OF(fill));
}

void sentence_change(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct json *before = parts_cell_at(p->rows->first, 0);
    const struct json *after = before ? before->next : NULL;

    if (s->change.kind != SPEC_CHANGE_TIMES && s->n_groups == 0 &&
        is_known(before) && is_known(after) && is_known(after->next))
        put_one(p, before);
    else
        put_many(p);
}

/* "PSV (4)", or the difference alone. */
static struct str compared(struct sentence_parts *p)
{
    const struct spec_measure m = {.agg = AGG_SUM,
                                   .column = p->x.spec->compare.column};
    const struct json *name = parts_cell_at(p->rows->first, 0);
    const struct json *figure = name ? name->next : NULL;
    const size_t from = p->b.n;

    if (figure)
        parts_put_cell(p, name);
    else
        parts_put_figure(p, &m, name);
    if (figure) {
        buf_puts(&p->b, " (");
        parts_put_figure(p, &m, figure);
        buf_puts(&p->b, ")");
    }
    return parts_take(p, from);
}

void sentence_compared(struct sentence_parts *p)
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
    const struct spec_compare *c = &p->x.spec->compare;
    const struct str fill[] = {parts_name(p, c->column), c->names[0],
                               c->names[1], compared(p),
                               parts_rows_called(p, 2)};

    parts_say(p, texts[c->kind], fill, COUNT_OF(fill));
}
