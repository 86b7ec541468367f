/* sentence_single.c - one row of figures: "2,062 orders in 2024." */
#include "answer/sentence/sentence_parts.h"

/* What is counted, and how that is said. */
static enum wording put_counted(struct sentence_parts *p, struct str column,
                                bool one)
{
    if (column.n == 0) {
        sentence_rows_called(&p->b, &p->x, one ? 1 : 2);
        return p->x.rows.n ? WORDING_COUNTED : WORDING_COUNTED_ROWS;
    }
    if (sentence_things(&p->b, column, p->x.language, !one))
        return WORDING_COUNTED;
    if (one)
        sentence_name(&p->b, column);
    else
        sentence_names(&p->b, column, p->x.language);
    if (sentence_names_things(&p->x, column))
        return WORDING_COUNTED;
    return one ? WORDING_COUNTED_ONE : WORDING_COUNTED_DIFFERENT;
}

void sentence_counted(struct sentence_parts *p, const struct spec_measure *m)
{
    const struct json *cell = parts_cell_at(p->rows->first, 0);
    const size_t from = p->b.n;
    enum wording text =
        put_counted(p, m->column, cell && str_is(cell->text, "1"));
    struct str fill[3];

    fill[0] = parts_take(p, from);
    parts_put_figure(p, m, cell);
    fill[1] = parts_take(p, from);
    fill[2] = parts_conditions(p, SENTENCE_ALL, true);
    if (text == WORDING_COUNTED && fill[2].n)
        text = WORDING_COUNTED_IF;
    parts_say(p, text, fill, 3);
}

/* Measures without groups: one row. */
void sentence_single(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[3] = {{0}, {0}, parts_conditions(p, SENTENCE_ALL, true)};
    size_t from;

    if (s->n_measures == 1 &&
        (s->measures[0].agg == AGG_DISTINCT ||
         (s->measures[0].agg == AGG_COUNT && s->measures[0].column.n == 0))) {
        sentence_counted(p, &s->measures[0]);
        return;
    }
    if (sentence_extreme(p))
        return;
    for (size_t i = 0; i < s->n_measures; i++) {
        from = p->b.n;
        sentence_measure(&p->b, &p->x, &s->measures[i]);
        fill[0] = parts_take(p, from);
        fill[1] = parts_figure(p, i, i);
        if (i)
            fill[2] = STR("");
        if (i)
            parts_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        parts_say(p, WORDING_SINGLE, fill, 3);
    }
    parts_say(p, WORDING_STOP, NULL, 0);
}
