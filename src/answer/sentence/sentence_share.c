/* sentence_share.c - parts of a whole: "Spain: 8.12 % of the total sales". */
#include "answer/sentence/sentence_parts.h"

/* Is a column of numbers called what the rows are? Then "of the sales" would be of its
 * sum. */
static bool is_also_measure(struct sentence_parts *p)
{
    bool is = false;

    for (size_t i = 0; p->x.table && i < p->x.table->n_columns; i++) {
        const struct schema_column *c = &p->x.table->columns[i];

        if (c->kind != COLUMN_NUMBER)
            continue;
        is |= str_eq_nocase(parts_name(p, c->name), p->x.rows);
    }
    return is;
}

static struct str whole_rows(struct sentence_parts *p)
{
    return is_also_measure(p) ? wording_text(p->x.language, WORDING_ROWS)
                              : parts_rows_called(p, 2);
}

/* "Spain: 8.12 % of total sales (1,729,917.36 of 21,317,023.40)." */
void sentence_part(struct sentence_parts *p)
{
    const struct spec_measure *m = &p->x.spec->measures[0];
    size_t from = p->b.n;
    struct str fill[6];

    if (m->agg == AGG_COUNT && m->column.n == 0) {
        fill[0] = whole_rows(p);
        parts_say(p, WORDING_WHOLE_ROWS, fill, 1);
    } else {
        sentence_measure(&p->b, &p->x, m);
    }
    fill[0] = parts_take(p, from);
    parts_put_number(p, parts_cell_at(p->rows->first, 2));
    fill[1] = parts_take(p, from);
    fill[2] = parts_conditions(p, SENTENCE_COMMON, true);
    fill[3] = parts_conditions(p, SENTENCE_PART, false);
    fill[4] = parts_figure(p, 0, 0);
    fill[5] = parts_figure(p, 0, 1);
    parts_say(p, WORDING_PART, fill, 6);
}

/* "Cancelled: percentage of orders by carrier: A 5.2 % (17 of 327)." */
void sentence_parts(struct sentence_parts *p)
{
    const struct query_spec *s = p->x.spec;
    const struct json *row = p->rows->first;
    const size_t at = s->n_groups;
    const struct str fill[] = {parts_measures(p, false),
                               parts_groups(p, 0, s->n_groups, false),
                               parts_conditions(p, SENTENCE_COMMON, true),
                               parts_conditions(p, SENTENCE_PART, false)};
    size_t n;

    parts_say(p,
              !s->limit       ? WORDING_PARTS
              : s->descending ? WORDING_PARTS_HIGHEST
                              : WORDING_PARTS_LOWEST,
              fill, 4);
    for (n = 0; row && n < SENTENCE_MAX_NAMED; n++, row = row->next) {
        if (n)
            parts_say(p, WORDING_BETWEEN_ROWS, NULL, 0);
        parts_put_keys(p, row);
        buf_puts(&p->b, " ");
        parts_put_number(p, parts_cell_at(row, at + 2));
        buf_puts(&p->b, " % (");
        parts_put_figure(p, &s->measures[0], parts_cell_at(row, at));
        parts_say(p, WORDING_OF_WHOLE, NULL, 0);
        parts_put_figure(p, &s->measures[0], parts_cell_at(row, at + 1));
        buf_puts(&p->b, ")");
    }
    buf_puts(&p->b, row ? "; …" : "");
    parts_say(p, WORDING_STOP, NULL, 0);
}
