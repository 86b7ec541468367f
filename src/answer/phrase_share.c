/* phrase_share.c - parts of a whole: "Spain: 8.12 % of the total sales". */
#include "answer/phraser.h"

/* Is a column of numbers called what the rows are? Then "of the sales" would be of its
 * sum. */
static bool is_also_measure(struct phraser *p)
{
    bool is = false;

    for (size_t i = 0; p->x.table && i < p->x.table->n_columns; i++) {
        const struct schema_column *c = &p->x.table->columns[i];

        if (c->kind != COLUMN_NUMBER)
            continue;
        is |= str_eq_nocase(phraser_name(p, c->name), p->x.rows);
    }
    return is;
}

static struct str whole_rows(struct phraser *p)
{
    return is_also_measure(p) ? wording_text(p->x.language, WORDING_ROWS)
                              : phraser_rows_called(p, 2);
}

/* "Spain: 8.12 % of total sales (1,729,917.36 of 21,317,023.40)." */
void phrase_part(struct phraser *p)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    size_t from = p->b.n;
    struct str fill[6];

    if (m->agg == AGG_COUNT && m->column.n == 0) {
        fill[0] = whole_rows(p);
        phraser_say(p, WORDING_WHOLE_ROWS, fill, 1);
    } else {
        phrase_measure(&p->b, &p->x, m);
    }
    fill[0] = phraser_take(p, from);
    phraser_put_number(p, phraser_cell_at(p->rows->first, 2));
    fill[1] = phraser_take(p, from);
    fill[2] = phraser_conditions(p, PHRASE_COMMON, true);
    fill[3] = phraser_conditions(p, PHRASE_PART, false);
    fill[4] = phraser_figure(p, 0, 0);
    fill[5] = phraser_figure(p, 0, 1);
    phraser_say(p, WORDING_PART, fill, 6);
}

/* "Cancelled: percentage of orders by carrier: A 5.2 % (17 of 327)." */
void phrase_parts(struct phraser *p)
{
    const struct query_spec *s = p->x.spec;
    const struct json *row = p->rows->first;
    const size_t at = s->n_groups;
    const struct str fill[] = {phraser_measures(p, false),
                               phraser_groups(p, 0, s->n_groups, false),
                               phraser_conditions(p, PHRASE_COMMON, true),
                               phraser_conditions(p, PHRASE_PART, false)};
    size_t n;

    phraser_say(p,
                !s->limit       ? WORDING_PARTS
                : s->descending ? WORDING_PARTS_HIGHEST
                                : WORDING_PARTS_LOWEST,
                fill, 4);
    for (n = 0; row && n < PHRASE_MAX_NAMED; n++, row = row->next) {
        if (n)
            phraser_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        phraser_put_keys(p, row);
        buf_puts(&p->b, " ");
        phraser_put_number(p, phraser_cell_at(row, at + 2));
        buf_puts(&p->b, " % (");
        phraser_put_figure(p, &s->measures[0], phraser_cell_at(row, at));
        phraser_say(p, WORDING_OF_WHOLE, NULL, 0);
        phraser_put_figure(p, &s->measures[0], phraser_cell_at(row, at + 1));
        buf_puts(&p->b, ")");
    }
    buf_puts(&p->b, row ? "; …" : "");
    phraser_say(p, WORDING_STOP, NULL, 0);
}
