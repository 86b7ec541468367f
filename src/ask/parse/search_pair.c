/*
 * search_pair.c - two columns of one row in the beam: "late", by the lexicon; "service
 * longer than seniority", by a comparison between them; "over budget", by a comparison
 * and what the lexicon holds against a budget.
 */
#include "ask/parse/meaning_condition.h"
#include "ask/parse/search_step.h"

/* In the first argument of F_VALUE: with how it was said, of its columns, of its word. */
#define PAIR_FEATURE 60
#define PAIR_NATURES 65
#define PAIR_WORDS   70

#define ROLE_PAIR  21 /* of a column that another is compared with */
#define AGAINST    16 /* concepts that are held against one */
#define MOST_ALIKE 3

enum pair_said {
    PAIR_STATE,   /* by one word: "late" */
    PAIR_COLUMNS, /* both columns */
    PAIR_AGAINST, /* the second, and the lexicon knows the first */
    PAIR_ALIKE    /* the second, and others are of its kind */
};

/* Two columns and how they are compared. */
struct pair {
    uint16_t column;
    uint16_t than;
    enum filter_op op;
    enum pair_said said;
};

static void put_pair(struct step *x, const struct pair *p, uint16_t index)
{
    const struct meanings *m = x->b->m;
    struct state_filter *f = &x->s.filter[x->s.n_filters++];

    *f = (struct state_filter){.meaning = index,
                               .negated = x->s.negate,
                               .or_before = x->s.or_waits,
                               .compares = true,
                               .op = (uint8_t)p->op,
                               .column = p->column,
                               .than = p->than};
    step_put(x, F_VALUE,
             ARGS(PAIR_FEATURE + (uint32_t)p->said, f->op, f->negated, NO));
    step_put(x, F_VALUE,
             ARGS(PAIR_NATURES, (uint32_t)m->nature[p->column],
                  (uint32_t)m->nature[p->than], (uint32_t)p->said));
    step_sign(x, 300000U + p->column + ((uint64_t)p->than << 20) +
                     ((uint64_t)f->op << 40) + ((uint64_t)f->negated << 48));
    x->s.negate = x->s.or_waits = x->s.by_waits = false;
}

void step_pair(struct beam *b, const struct state *from,
               const struct meaning *m, uint16_t index, struct error *e)
{
    struct step x = step_begin(b, from, m, e);
    const struct pair p = {m->column, m->than, (enum filter_op)(m->cmp - 1),
                           PAIR_STATE};

    if (x.s.n_filters == STATE_FILTERS)
        return;
    step_put(&x, F_VALUE,
             ARGS(PAIR_WORDS, (uint32_t)m->level, step_length(m), NO));
    step_put(&x, F_RIVALS,
             ARGS(22, meanings_rivals(b->m, m, true),
                  meanings_rivals(b->m, m, false), (uint32_t)m->level));
    put_pair(&x, &p, index);
    step_end(&x, ROLES + 1, 0);
}

/* A comparison between the second column, which is the meaning, and the first. */
static void compare(struct beam *b, const struct state *from,
                    const struct pair *p, uint16_t index, struct error *e)
{
    const struct meaning *m = &b->m->meaning[index];
    struct step x = step_begin(b, from, m, e);

    if (x.s.n_filters == STATE_FILTERS)
        return;
    if (p->said == PAIR_COLUMNS)
        x.s.n_columns--;
    step_put(&x, F_COLUMN,
             ARGS((uint32_t)m->level, (uint32_t)b->m->nature[m->column],
                  step_length(m), m->fine));
    step_put(&x, F_COLUMN,
             ARGS(100 + (uint32_t)m->level, (uint32_t)b->m->nature[m->column],
                  b->m->kind[m->to - 1], NO));
    step_put(
        &x, F_ROLE,
        ARGS(ROLE_PAIR, (uint32_t)b->m->nature[m->column], x.s.last_op, NO));
    put_pair(&x, p, index);
    x.s.cmp = 0;
    step_end(&x, ROLES + 1, 0);
}

/* How the words before a column compare it; false: they do not. */
static bool comparison(const struct state *s, enum filter_op *op)
{
    if (s->cmp) {
        *op = (enum filter_op)(s->cmp - 1);
        return true;
    }
    *op = s->ops.low & LOW_MORE ? FILTER_LT : FILTER_GT;
    return s->last_op == CONCEPT_THAN + 1 && state_has(s, CONCEPT_MORE);
}

/* Does the lexicon hold a column against another: what was spent, a budget? */
static bool is_against(const struct meanings *m, size_t column, size_t bound)
{
    const struct lex_column *of = &m->concepts->column[bound];
    uint16_t list[AGAINST];

    for (size_t i = 0; i < of->n && of->found[i].strength >= CONCEPT_STRONG;
         i++) {
        const size_t n = lex_related(m->concepts->lex, of->found[i].concept_id,
                                     LEX_AGAINST, list, AGAINST);

        for (size_t k = 0; k < n; k++)
            if (concepts_strength_within(m->concepts, column, list[k]) >=
                CONCEPT_STRONG)
                return true;
    }
    return false;
}

/* What is compared with a bound that nobody names: what the lexicon holds against it,
 * else the table's own columns that are alike. */
static void compare_with_bound(struct beam *b, const struct state *from,
                               struct pair *p, uint16_t index, struct error *e)
{
    const struct meanings *m = b->m;
    size_t known = 0;
    size_t alike = 0;

    p->said = PAIR_AGAINST;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        p->column = (uint16_t)i;
        if (!meanings_may_compare(m, i, p->than) || !is_against(m, i, p->than))
            continue;
        known++;
        compare(b, from, p, index, e);
    }
    p->said = PAIR_ALIKE;
    for (size_t i = 0; i < m->table->n_columns && !known && alike < MOST_ALIKE;
         i++) {
        p->column = (uint16_t)i;
        if (!meanings_may_compare(m, i, p->than) || !meanings_is_own(m, i) ||
            meanings_is_bound(m, i) || m->nature[i] != m->nature[p->than])
            continue;
        alike++;
        compare(b, from, p, index, e);
    }
}

void step_column_pairs(struct beam *b, const struct state *from,
                       const struct meaning *m, uint16_t index, struct error *e)
{
    const struct state_column *c =
        from->n_columns ? &from->column[from->n_columns - 1] : NULL;
    struct pair p = {.than = m->column, .said = PAIR_COLUMNS};

    if (m->event || !comparison(from, &p.op))
        return;
    if (c && c->role <= ROLE_COND && from->at <= c->at + 2 * FAR_AWAY &&
        meanings_may_compare(b->m, c->column, m->column)) {
        p.column = c->column;
        compare(b, from, &p, index, e);
    }
    if (meanings_is_bound(b->m, m->column))
        compare_with_bound(b, from, &p, index, e);
}
