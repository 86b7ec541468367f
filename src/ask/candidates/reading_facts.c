#include "ask/candidates/reading_facts.h"

#define LONG_TEXT 48 /* bytes: more than a name */
#define HALF      0.5

static uint8_t at_most_255(uint32_t n)
{
    return n < UINT8_MAX ? (uint8_t)n : UINT8_MAX;
}

static uint16_t at_most_65535(uint32_t n)
{
    return n < UINT16_MAX ? (uint16_t)n : UINT16_MAX;
}

static bool is_named(const struct feature_question *x, uint32_t column)
{
    return column != CANDIDATE_NO_COLUMN && x->l->column[column].score >= HALF;
}

/* "vs. Ohio*", "Ajax\n(champions)", "Zoe (GER)" */
static bool is_odd(const struct feature_question *x, const struct denotation *d)
{
    struct str text;
    char last;

    if (d->is_number || !d->values)
        return false;
    text = str_trim(x->g->column[d->column].value[d->values[0]].text);
    last = text.n ? text.p[text.n - 1] : ' ';
    return text.n > LONG_TEXT || candidate_short(text).n < text.n ||
           last == ')' || last == '*' || last == '#' || last == '+';
}

/* Does a column of days or numbers in order begin with the first? */
static bool runs_upwards(const struct grid *g)
{
    for (uint32_t i = 0; i < g->n_columns; i++) {
        if (g->column[i].kind == GRID_DATE)
            return g->column[i].order >= 0;
    }
    return true;
}

static void look_at_rows(const struct feature_question *x,
                         const struct row_set *s, struct reading_facts *out)
{
    out->conditions = at_most_255((uint32_t)s->n);
    for (size_t i = 0; i < s->n; i++)
        out->parts += s->condition[i]->kind == CONDITION_PART;
    out->is_whole = s->step == STEP_NONE && s->n == 0;
    out->is_compared = s->compared;
    out->is_placed = s->step != STEP_NONE && s->key == CANDIDATE_NO_COLUMN;
    out->is_unordered = out->is_placed && !runs_upwards(x->g);
    out->is_extreme = s->step != STEP_NONE && s->key != CANDIDATE_NO_COLUMN;
    out->is_tied = out->is_extreme && s->rows.n > 1;
    out->is_unnamed = out->is_extreme && !is_named(x, s->key);
}

struct reading_facts reading_facts_of(const struct feature_question *x,
                                      const struct candidate *c,
                                      const struct features *f)
{
    struct reading_facts out = {.missed = at_most_255(f->missed),
                                .missed_links = at_most_255(f->missed_links),
                                .left_over = at_most_255(f->left_over),
                                .is_computed = c->answer.is_number,
                                .is_several = c->answer.n > 1};

    look_at_rows(x, c->rows, &out);
    out.is_crowded = c->answer.n > 1 && !x->q->is_plural;
    out.is_odd = is_odd(x, &c->answer);
    out.is_counted = c->result == RESULT_COUNT;
    out.is_result_named = is_named(x, c->column);
    out.rows = at_most_65535(x->g->n_rows);
    out.words = at_most_65535(x->q->n);
    return out;
}
