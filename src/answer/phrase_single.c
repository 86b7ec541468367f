/* phrase_single.c - one row of figures: "2,062 orders in 2024." */
#include "answer/phraser.h"

/* What is counted, and how that is said. */
static enum wording put_counted(struct phraser *p, struct str column, bool one)
{
    if (column.n == 0) {
        phrase_rows_called(&p->b, &p->x, one ? 1 : 2);
        return p->x.rows.n ? WORDING_COUNTED : WORDING_COUNTED_ROWS;
    }
    if (phrase_things(&p->b, column, p->x.language, !one))
        return WORDING_COUNTED;
    if (one)
        phrase_name(&p->b, column);
    else
        phrase_names(&p->b, column, p->x.language);
    if (phrase_is_called(&p->x, column))
        return WORDING_COUNTED;
    return one ? WORDING_COUNTED_ONE : WORDING_COUNTED_DIFFERENT;
}

void phrase_counted(struct phraser *p, const struct spec_measure *m)
{
    const struct json *cell = phraser_cell_at(p->rows->first, 0);
    const size_t from = p->b.n;
    enum wording text =
        put_counted(p, m->column, cell && str_is(cell->text, "1"));
    struct str fill[3];

    fill[0] = phraser_take(p, from);
    phraser_put_figure(p, m, cell);
    fill[1] = phraser_take(p, from);
    fill[2] = phraser_conditions(p, PHRASE_ALL, true);
    if (text == WORDING_COUNTED && fill[2].n)
        text = WORDING_COUNTED_IF;
    phraser_say(p, text, fill, 3);
}

/* Measures without groups: one row. */
void phrase_single(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    struct str fill[3] = {{0}, {0}, phraser_conditions(p, PHRASE_ALL, true)};
    size_t from;

    if (s->n_measures == 1 &&
        (s->measures[0].agg == AGG_DISTINCT ||
         (s->measures[0].agg == AGG_COUNT && s->measures[0].column.n == 0))) {
        phrase_counted(p, &s->measures[0]);
        return;
    }
    if (phrase_extreme(p))
        return;
    for (size_t i = 0; i < s->n_measures; i++) {
        from = p->b.n;
        phrase_measure(&p->b, &p->x, &s->measures[i]);
        fill[0] = phraser_take(p, from);
        fill[1] = phraser_figure(p, i, i);
        if (i)
            fill[2] = STR("");
        if (i)
            phraser_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        phraser_say(p, WORDING_SINGLE, fill, 3);
    }
    phraser_say(p, WORDING_STOP, NULL, 0);
}
