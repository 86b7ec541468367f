/*
 * The rows that a question may be about: those of up to three conditions, and
 * what a step takes of them. Steps are tried only where a word calls for one,
 * which keeps a question at some hundred candidates.
 */
#include "ask/candidates/generator.h"

#include <math.h>

#define MAX_PAIRS   120
#define MAX_TRIPLES 60
#define MAX_RANK    20 /* "the 20th largest" */

static struct row_set set_of(const struct condition *c)
{
    return (struct row_set){.rows = c->rows,
                            .condition = {c},
                            .n = 1,
                            .key = CANDIDATE_NO_COLUMN,
                            .used = c->used};
}

/* Both conditions; or either, of one column. */
static void add_pair(struct generator *x, const struct condition *a,
                     const struct condition *b)
{
    struct row_set s = set_of(a);

    if (word_set_meet(a->used, b->used))
        return;
    if (a->column == b->column &&
        (!condition_is_linked(a) || !condition_is_linked(b)))
        return;
    s.condition[s.n++] = b;
    s.used = word_set_or(a->used, b->used);
    s.joined = a->column == b->column ? JOINED_OR : JOINED_AND;
    s.rows = s.joined == JOINED_OR ? rows_or(&a->rows, &b->rows)
                                   : rows_and(&a->rows, &b->rows);
    generator_add_set(x, &s);
}

static void add_triple(struct generator *x, const struct row_set *pair,
                       const struct condition *c)
{
    struct row_set s = *pair;

    if (c <= pair->condition[1] || word_set_meet(pair->used, c->used) ||
        c->column == pair->condition[0]->column ||
        c->column == pair->condition[1]->column)
        return;
    s.condition[s.n++] = c;
    s.used = word_set_or(s.used, c->used);
    s.rows = rows_and(&s.rows, &c->rows);
    generator_add_set(x, &s);
}

static void add_plain(struct generator *x)
{
    size_t paired = x->n_conditions < GENERATOR_MAX_PAIRED
                        ? x->n_conditions
                        : GENERATOR_MAX_PAIRED;
    struct rows all = rows_range(0, x->g->n_rows);
    size_t first, last;

    for (size_t i = 0; i < x->n_conditions; i++) {
        struct row_set s = set_of(&x->condition[i]);

        generator_add_set(x, &s);
        s.joined = JOINED_NOT;
        s.rows = rows_without(&all, &s.rows);
        if (condition_is_linked(s.condition[0]) &&
            generator_wants(x, TRIGGER_NOT))
            generator_add_set(x, &s);
    }
    first = x->n_sets;
    for (size_t i = 0; i < paired; i++) {
        for (size_t k = i + 1; k < paired && x->n_sets < first + MAX_PAIRS; k++)
            add_pair(x, &x->condition[i], &x->condition[k]);
    }
    last = x->n_sets;
    for (size_t i = first; i < last; i++) {
        for (size_t k = 0; k < paired && x->n_sets < last + MAX_TRIPLES; k++) {
            if (x->set[i].joined == JOINED_AND)
                add_triple(x, &x->set[i], &x->condition[k]);
        }
    }
}

static void add_step(struct generator *x, const struct row_set *base,
                     enum step step, struct rows rows)
{
    struct row_set s = *base;

    s.step = step;
    s.rows = rows;
    generator_add_set(x, &s);
}

static struct rows one_row(uint32_t row)
{
    return row == ROWS_NONE ? rows_range(0, 0) : rows_range(row, row + 1);
}

/* The rows around the set in the file. */
static void add_neighbours(struct generator *x, const struct row_set *base)
{
    uint32_t first = rows_from(&base->rows, 0);
    uint32_t last = rows_last(&base->rows);
    uint32_t end = x->g->n_rows;

    if (base->rows.n > 2)
        return;
    if (base->joined != JOINED_OR) {
        add_step(x, base, STEP_NEXT,
                 last + 1 < end ? one_row(last + 1) : one_row(ROWS_NONE));
        add_step(x, base, STEP_PREVIOUS,
                 first > 0 ? one_row(first - 1) : one_row(ROWS_NONE));
        add_step(x, base, STEP_AFTER, rows_range(last + 1, end));
        add_step(x, base, STEP_BEFORE, rows_range(0, first));
    }
    if (base->rows.n == 2)
        add_step(x, base, STEP_BETWEEN, rows_range(first + 1, last));
}

/* The rows of a set whose key is the best one. */
static struct rows best_rows(const struct grid *g, const struct rows *rows,
                             uint32_t key, bool most)
{
    struct rows best = {.n = 0};
    double top = NAN;

    for (uint32_t row = rows_from(rows, 0); row != ROWS_NONE;
         row = rows_from(rows, row + 1)) {
        double k = grid_key(g, key, row);

        if (isnan(k) || (most ? k < top : k > top))
            continue;
        if (k != top)
            best = (struct rows){.n = 0};
        top = k;
        rows_add(&best, row);
    }
    return best;
}

/* The n-th row when a set is ordered by its key; ROWS_NONE: too few. */
static uint32_t nth_row(const struct grid *g, const struct rows *rows,
                        uint32_t key, bool most, uint32_t n)
{
    struct rows left = *rows;

    for (;;) {
        struct rows best = best_rows(g, &left, key, most);

        if (best.n == 0)
            return ROWS_NONE;
        if (n <= best.n)
            return rows_nth(&best, n - 1);
        n -= best.n;
        left = rows_without(&left, &best);
    }
}

static void add_extremes(struct generator *x, const struct row_set *base)
{
    struct row_set s = *base;

    if (base->rows.n < 2)
        return;
    add_step(x, base, STEP_FIRST, one_row(rows_from(&base->rows, 0)));
    add_step(x, base, STEP_LAST, one_row(rows_last(&base->rows)));
    for (s.key = 0; s.key < x->g->n_columns; s.key++) {
        struct rows most, least;

        if (!grid_has_order(&x->g->column[s.key]))
            continue;
        most = best_rows(x->g, &base->rows, s.key, true);
        least = best_rows(x->g, &base->rows, s.key, false);
        if (rows_equal(&most, &least))
            continue;
        add_step(x, &s, STEP_MOST, most);
        add_step(x, &s, STEP_LEAST, least);
    }
}

/* "the third", "the second largest". */
static void add_ranked(struct generator *x, const struct row_set *base,
                       const struct question_number *n)
{
    struct row_set s = *base;

    if (!n->is_ordinal || n->value < 2 || n->value > MAX_RANK ||
        word_set_has(base->used, n->at) || base->rows.n < n->value)
        return;
    s.nth = (uint32_t)n->value;
    word_set_add(&s.used, n->at);
    add_step(x, &s, STEP_NTH, one_row(rows_nth(&s.rows, s.nth - 1)));
    for (s.key = 0; s.key < x->g->n_columns; s.key++) {
        if (!grid_has_order(&x->g->column[s.key]) ||
            !generator_wants(x, TRIGGER_EXTREME))
            continue;
        add_step(x, &s, STEP_NTH_MOST,
                 one_row(nth_row(x->g, &base->rows, s.key, true, s.nth)));
        add_step(x, &s, STEP_NTH_LEAST,
                 one_row(nth_row(x->g, &base->rows, s.key, false, s.nth)));
    }
}

static bool has_condition_on(const struct row_set *s, uint32_t column)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->condition[i]->column == column)
            return true;
    }
    return false;
}

/* Other rows that share a value with the first of the set. */
static void add_same(struct generator *x, const struct row_set *base)
{
    struct row_set s = *base;
    uint32_t first = rows_from(&base->rows, 0);

    for (s.key = 0; s.key < x->g->n_columns && base->rows.n <= 2; s.key++) {
        const uint32_t *cell = x->g->column[s.key].cell;
        struct rows same = {.n = 0};

        if (has_condition_on(base, s.key) || cell[first] == GRID_NULL)
            continue;
        for (uint32_t row = 0; row < x->g->n_rows; row++) {
            if (cell[row] == cell[first] && !rows_has(&base->rows, row))
                rows_add(&same, row);
        }
        add_step(x, &s, STEP_SAME, same);
    }
}

/* The rows with a larger key than the one row of the set, and a smaller. */
static void add_against(struct generator *x, const struct row_set *base)
{
    struct row_set s = *base;
    uint32_t one = rows_from(&base->rows, 0);

    for (s.key = 0; s.key < x->g->n_columns; s.key++) {
        double k = grid_key(x->g, s.key, one);
        struct rows over = {.n = 0}, under = {.n = 0};

        if (has_condition_on(base, s.key) || isnan(k) ||
            !grid_has_order(&x->g->column[s.key]) ||
            (x->l->column[s.key].score <= 0 &&
             !generator_wants(x, TRIGGER_DIFFERENCE)))
            continue;
        for (uint32_t row = 0; row < x->g->n_rows; row++) {
            double other = grid_key(x->g, s.key, row);

            if (other > k)
                rows_add(&over, row);
            if (other < k)
                rows_add(&under, row);
        }
        add_step(x, &s, STEP_OVER, over);
        add_step(x, &s, STEP_UNDER, under);
    }
}

static void add_steps(struct generator *x, size_t i)
{
    struct row_set base = x->set[i]; /* a copy, as sets move */
    bool simple = base.n >= 1 && base.n <= 2;

    if (simple && generator_wants(x, TRIGGER_NEIGHBOUR))
        add_neighbours(x, &base);
    if (i < GENERATOR_MAX_SIMPLE && generator_wants(x, TRIGGER_EXTREME))
        add_extremes(x, &base);
    for (size_t k = 0; k < x->q->n_numbers && i < GENERATOR_MAX_SIMPLE; k++)
        add_ranked(x, &base, &x->q->number[k]);
    if (simple && generator_wants(x, TRIGGER_SAME))
        add_same(x, &base);
    if (base.n == 1 && base.rows.n == 1 && base.joined == JOINED_AND &&
        condition_is_linked(base.condition[0]) &&
        generator_wants(x, TRIGGER_COMPARE))
        add_against(x, &base);
}

/* "Total", "Grand total" */
static bool is_summary(const struct grid *g, const struct grid_value *v)
{
    static const char *const words[] = {"total",   "totals", "grand",
                                        "overall", "sum",    "all"};

    for (uint32_t i = 0; i < v->n_words; i++) {
        bool known = false;

        for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
            known |= str_is(lexeme_at(g->words, v->word[i])->text, words[k]);
        if (!known)
            return false;
    }
    return v->n_words > 0;
}

/* The rows whose cell in a column says that they sum up others. */
static void find_summary(struct generator *x, uint32_t column)
{
    const struct grid_column *c = &x->g->column[column];
    struct value_link *l = &x->summary_link;

    *l = (struct value_link){
        .column = column, .whole = true, .values = x->summary_values};
    for (uint32_t i = 0; i < c->n_values; i++) {
        if (l->n_values < GENERATOR_MAX_SUMMARIES &&
            is_summary(x->g, &c->value[i]))
            l->values[l->n_values++] = i;
    }
    for (uint32_t row = 0; row < x->g->n_rows; row++) {
        for (uint32_t i = 0; i < l->n_values; i++) {
            if (c->cell[row] == l->values[i])
                rows_add(&l->rows, row);
        }
    }
}

/* All rows but those that sum up others, where a table has such. */
static void add_without_summary(struct generator *x)
{
    struct rows all = rows_range(0, x->g->n_rows);
    struct row_set s;

    for (uint32_t i = 0; i < x->g->n_columns && x->summary_link.rows.n == 0;
         i++) {
        if (x->g->column[i].kind == GRID_TEXT)
            find_summary(x, i);
    }
    if (x->summary_link.rows.n == 0)
        return;
    x->summary = (struct condition){.kind = CONDITION_SUMMARY,
                                    .column = x->summary_link.column,
                                    .link = &x->summary_link,
                                    .rows = x->summary_link.rows};
    s = set_of(&x->summary);
    s.joined = JOINED_NOT;
    s.rows = rows_without(&all, &s.rows);
    generator_add_set(x, &s);
}

void generator_sets(struct generator *x)
{
    struct row_set all = {.rows = rows_range(0, x->g->n_rows),
                          .key = CANDIDATE_NO_COLUMN};

    generator_add_set(x, &all);
    add_without_summary(x);
    add_plain(x);
    x->n_plain = x->n_sets;
    for (size_t i = 0; i < x->n_plain; i++)
        add_steps(x, i);
}
