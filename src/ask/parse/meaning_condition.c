/*
 * meaning_condition.c - what a state of the lexicon tells of the columns of a row
 * (data/lexicon/README.md, `when=`): who is inactive has a leaving date, what is late was
 * delivered after it was promised, what is praised has four stars and more.
 */
#include "ask/parse/meaning_condition.h"

#include "ask/lexicon/lex_condition.h"

#define CONDITIONS 64
#define NAMED \
    0.55 /* the concept is in the column's name, more than whose it is */

/* How surely a column is of a concept; of any where it is nothing else. */
static double strength(const struct meanings *m, size_t column, uint16_t id)
{
    const enum column_nature n = m->nature[column];

    if (m->table->columns[column].empty)
        return 0;
    if (id == LEX_NO_CONCEPT)
        return (n == NATURE_DATE || nature_is_measure(n)) &&
                       meanings_is_own(m, column) &&
                       !meanings_is_bound(m, column)
                   ? NAMED
                   : 0;
    if (n == NATURE_DATE && lex_concept_is(m->concepts->lex, id, "date"))
        return CONCEPT_STRONG; /* whatever it is called */
    return concepts_strength_within(m->concepts, column, id);
}

static enum meaning_level level_of(double strength)
{
    return strength >= CONCEPT_STRONG ? LEVEL_VERB
           : strength > NAMED         ? LEVEL_NEAR
                                      : LEVEL_ALIKE;
}

/* Columns that have a value where it is so, and in other rows none. */
static void add_filled(struct meanings *m, const struct meaning *like,
                       const struct lex_condition *c)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const double s = strength(m, i, c->of);
        struct meaning x = *like;

        if (s < NAMED || !meanings_has_blanks(m, (uint16_t)i))
            continue;
        x.kind = MEANING_COLUMN;
        x.column = (uint16_t)i;
        x.event = true;
        x.negated = like->negated != (c->test == LEX_IS_BLANK);
        x.level = level_of(s);
        meanings_add(m, &x);
    }
}

static enum filter_op op_of(enum lex_test test, bool negated)
{
    static const enum filter_op ops[LEX_TESTS][2] = {
        [LEX_IS_LESS] = {FILTER_LT, FILTER_GE},
        [LEX_IS_AT_MOST] = {FILTER_LE, FILTER_GT},
        [LEX_IS_MORE] = {FILTER_GT, FILTER_LE},
        [LEX_IS_AT_LEAST] = {FILTER_GE, FILTER_LT},
        [LEX_IS_EQUAL] = {FILTER_EQ, FILTER_NE}};

    return ops[test][negated];
}

bool meanings_is_bound(const struct meanings *m, size_t column)
{
    const struct lex_column *of = &m->concepts->column[column];
    uint16_t one;

    for (size_t i = 0; i < of->n && of->found[i].strength >= CONCEPT_STRONG;
         i++)
        if (lex_related(m->concepts->lex, of->found[i].concept_id, LEX_AGAINST,
                        &one, 1))
            return true;
    return false;
}

bool meanings_may_compare(const struct meanings *m, size_t a, size_t b)
{
    const struct schema_column *x = &m->table->columns[a];
    const struct schema_column *y = &m->table->columns[b];

    return a != b && x->kind == y->kind && !x->empty && !y->empty &&
           (x->kind == COLUMN_NUMBER || x->kind == COLUMN_DATE) &&
           m->nature[a] != NATURE_FLAG && m->nature[b] != NATURE_FLAG &&
           x->view == y->view;
}

/* Did a likelier condition of the same words compare with the column? */
static bool is_compared(const struct meanings *m, const struct meaning *x,
                        size_t before)
{
    for (size_t i = m->begin[x->from]; i < before; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind == MEANING_PAIR && o->to == x->to && o->than == x->than &&
            o->level <= x->level)
            return true;
    }
    return false;
}

static void add_pairs(struct meanings *m, const struct meaning *like,
                      const struct lex_condition *c)
{
    const size_t before = m->n;

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const double s = strength(m, i, c->of);

        for (size_t k = 0; s >= NAMED && k < m->table->n_columns; k++) {
            const double t = strength(m, k, c->other);
            struct meaning x = *like;

            if (t < NAMED || !meanings_may_compare(m, i, k) ||
                (c->of == LEX_NO_CONCEPT && m->nature[i] != m->nature[k] &&
                 m->nature[i] != NATURE_COUNT && m->nature[i] != NATURE_NUMBER))
                continue;
            x.kind = MEANING_PAIR;
            x.column = (uint16_t)i;
            x.than = (uint16_t)k;
            x.cmp = (uint8_t)(op_of(c->test, like->negated) + 1);
            x.negated = false;
            x.level = level_of(s < t ? s : t);
            if (!is_compared(m, &x, before))
                meanings_add(m, &x);
        }
    }
}

/* Numbers are compared as those that a question has. */
static void add_numbers(struct meanings *m, const struct meaning *like,
                        const struct lex_condition *c)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        struct meaning x = *like;
        struct error ignored;
        struct link *link;

        if (strength(m, i, c->of) < NAMED ||
            m->table->columns[i].kind != COLUMN_NUMBER)
            continue;
        link = arena_alloc(m->a, sizeof(*link), &ignored);
        if (!link) /* what follows finds it full as well */
            return;
        *link = (struct link){.kind = LINK_NUMBER, .score = 1};
        if (str_printf(m->a, &link->number, &ignored, "%u", c->number))
            return;
        x.kind = MEANING_NUMBER;
        x.column = (uint16_t)i;
        x.of_column = true;
        x.link = link;
        x.cmp = (uint8_t)(op_of(c->test, like->negated) + 1);
        x.negated = false;
        meanings_add(m, &x);
    }
}

void meanings_by_condition(struct meanings *m, size_t at, size_t n,
                           uint16_t state, bool negated)
{
    struct lex_condition list[CONDITIONS];
    const size_t k = lex_conditions(m->concepts->lex, state, list, CONDITIONS);
    const struct meaning like = {
        .from = (uint16_t)at, .to = (uint16_t)(at + n), .negated = negated};

    for (size_t i = 0; i < k; i++) {
        if (list[i].test < LEX_IS_LESS)
            add_filled(m, &like, &list[i]);
        else if (list[i].other != LEX_NO_CONCEPT)
            add_pairs(m, &like, &list[i]);
        else
            add_numbers(m, &like, &list[i]);
    }
}

/* Does the question go on with these words? */
static bool goes_on(const struct meanings *m, size_t at, const struct words *w)
{
    if (w->n == 0 || at + w->n > m->n_words)
        return false;
    for (size_t i = 0; i < w->n; i++)
        if (!str_eq(w->word[i].fold, m->words->word[at + i].fold))
            return false;
    return true;
}

void meanings_by_mark(struct meanings *m, size_t at)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct words *mark = &m->table->columns[i].mark;
        const struct meaning blank = {.kind = MEANING_COLUMN,
                                      .level = LEVEL_VERB,
                                      .from = (uint16_t)at,
                                      .to = (uint16_t)(at + mark->n),
                                      .column = (uint16_t)i,
                                      .event = true,
                                      .negated = true};

        if (goes_on(m, at, mark))
            meanings_add(m, &blank);
    }
}
