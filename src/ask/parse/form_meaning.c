/* form_meaning.c - what a spec's columns are about, besides what is asked of them. */
#include "ask/parse/forming.h"

#define FIGURE_LIST   20 /* no figure: columns are shown */
#define FIGURE_LIMIT  32 /* some of an order */
#define FIGURE_GROUPS 64

/* Did the question name it, for whatever? */
static bool is_said(const struct forming *x, uint16_t column)
{
    const struct state *s = x->slots->state;

    for (size_t i = 0; i < s->n_columns; i++)
        if (s->column[i].column == column)
            return true;
    return false;
}

static void of_measure(struct forming *x, const struct spec_measure *m)
{
    const struct meanings *all = x->slots->m;
    const uint16_t i = form_index_of(x, m->column);

    if (i == SLOT_NONE)
        return;
    form_feature(x, F_SHAPE, (uint32_t)m->agg, meanings_distinct(all, i),
                 all->table->columns[i].whole, is_said(x, i));
}

/* Where a column is, the first ones apart. */
static uint32_t place_of(uint16_t i)
{
    return i > 3 ? 4 : i;
}

static void of_group(struct forming *x, const struct spec_group *g)
{
    const struct meanings *all = x->slots->m;
    const uint16_t i = form_index_of(x, g->column);

    if (i == SLOT_NONE || is_said(x, i))
        return;
    form_feature(x, F_NAMING, meanings_distinct(all, i), place_of(i),
                 all->naming[i], (uint32_t)all->nature[i]);
}

/* What is asked for, roughly. */
static uint32_t figure_of(const struct query_spec *s)
{
    const uint32_t figure =
        s->n_measures ? (uint32_t)s->measures[0].agg : FIGURE_LIST;

    return figure + (s->limit ? FIGURE_LIMIT : 0) +
           (s->n_groups ? FIGURE_GROUPS : 0);
}

/* Words that are in no part may still say what is asked for. */
static void of_words(struct forming *x)
{
    const struct meanings *m = x->slots->m;
    const struct state *s = x->slots->state;
    const uint32_t figure = figure_of(&x->now.spec);

    for (size_t i = 0; i < m->n_words; i++) {
        const struct word *w = &m->words->word[i];

        if (!(s->skipped[i / 64] >> i % 64 & 1) ||
            (w->kind != WORD_LETTERS && w->kind != WORD_CJK))
            continue;
        form_feature(x, F_WORD_FIGURE, feature_word(w->stem), figure,
                     FEATURE_NONE, FEATURE_NONE);
    }
}

void form_meaning_features(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    for (size_t i = 0; i < s->n_measures && i < 2; i++)
        of_measure(x, &s->measures[i]);
    for (size_t i = 0; i < s->n_groups && i < 2; i++)
        of_group(x, &s->groups[i]);
    form_feature(x, F_SHAPE, 100 + x->now.asked_for, figure_of(s),
                 s->n_filters > 0, FEATURE_NONE);
    of_words(x);
}
