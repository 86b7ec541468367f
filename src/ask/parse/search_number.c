/* search_number.c - numbers in the beam: conditions, limits, places, counts of units. */
#include "ask/link/money_sign.h"
#include "ask/link/time.h"
#include "ask/parse/search_step.h"
#include "ask/vocabulary/term_lists.h"

/* A comparison that no word is known for: "passed 5000". */
#define CMP_UNSAID 20
#define CMP_RANGE  40 /* the end of a range */

/* In the place of a value's level: a word before it that nothing is known of. */
#define BEHIND_UNKNOWN 100

#define USE_COUNTED  30 /* and the use, in the first argument of F_NUMBER */
#define USE_MONEY    50 /* in the same place: a currency stands beside it */
#define USE_BESIDE   60 /* of F_NUMBER_AT: what was read right before it */
#define MOST_COUNTED 100000000
#define ANY_NUMBERS \
    4 /* columns that a number may be of with no word for them */

struct said_number {
    uint16_t index; /* of its meaning */
    uint16_t column;
    uint32_t how; /* the column was found */
};

bool step_follows_dash(const struct meanings *m, size_t at)
{
    return at && m->words->word[at - 1].kind == WORD_NUMBER &&
           time_dash_before(m->words, at);
}

uint32_t step_follows_unknown(const struct beam *b, const struct state *from,
                              size_t at)
{
    const size_t before = at ? at - 1 : 0;
    const struct word *w = &b->m->words->word[before];

    if (!at || before >= 128 || b->m->other[before] || b->m->filler[before] ||
        !(from->skipped[before / 64] >> before % 64 & 1))
        return 0;
    return w->kind == WORD_CJK && w->offset + w->raw.n == w[1].offset ? 2 : 1;
}

void step_put_unknown(struct step *x, const struct state *from,
                      const struct meaning *value)
{
    const uint32_t unknown = step_follows_unknown(x->b, from, value->from);

    if (unknown)
        step_put(x, F_VALUE,
                 ARGS(BEHIND_UNKNOWN + unknown, (uint32_t)value->level,
                      (uint32_t)(value->to - value->from), NO));
}

/* The number that begins at a word, or that is said by it; 0: none. */
static uint64_t number_at(const struct meanings *m, size_t at)
{
    struct error ignored;
    uint64_t number = 0;

    for (size_t i = m->begin[at]; i < m->begin[at + 1]; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->kind == MEANING_NUMBER && x->link && !x->of_column &&
            !str_parse_u64(x->link->number, MOST_COUNTED, &number, &ignored))
            return number;
    }
    return 0;
}

uint32_t step_counted(const struct meanings *m, size_t at)
{
    const uint64_t number = number_at(m, at);

    if (number < 2)
        return 0;
    for (size_t k = at + 1; k <= at + FAR_AWAY && k < m->n_words; k++)
        for (size_t i = m->begin[k]; i < m->begin[k + 1]; i++)
            if (m->meaning[i].kind == MEANING_COLUMN &&
                m->table->columns[m->meaning[i].column].distinct == number)
                return 1;
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->table->columns[i].kind == COLUMN_TEXT &&
            m->table->columns[i].distinct == number)
            return 2;
    return number == m->table->rows ? 3 : 0;
}

static bool is_currency(const struct meanings *m, size_t at)
{
    return at < m->n_words &&
           term_list_has(&words_link_currency, m->words->word[at].fold);
}

static bool is_money_said(const struct meanings *all, const struct meaning *m)
{
    return is_currency(all, m->to) ||
           (m->from > 0 && is_currency(all, m->from - 1U)) ||
           (m->to > m->from && money_sign_is_at(all->words, m->from, m->to));
}

/* That a number is one of money, or per cent, and its column is or is not. */
static void put_money(struct step *x, const struct meaning *m,
                      const struct said_number *n)
{
    const struct meanings *all = x->b->m;
    const bool is_money = is_money_said(all, m);

    if (is_money || (m->link && m->link->percent))
        step_put(
            x, F_NUMBER,
            ARGS(USE_MONEY, is_money, (uint32_t)all->nature[n->column], NO));
}

/* Of whole numbers; others may be. */
static bool is_less(struct str a, struct str b)
{
    if (str_find_char(a, '.') < a.n || str_find_char(b, '.') < b.n)
        return true;
    return a.n != b.n ? a.n < b.n : str_cmp(a, b) < 0;
}

static bool is_range_of(const struct beam *b, uint16_t column)
{
    return nature_is_measure(b->m->nature[column]) ||
           b->m->nature[column] == NATURE_YEAR;
}

/* Does "to" stand between this number and the one before: "18 to 25", "18-25"? */
static bool ends_range(const struct beam *b, const struct state *from,
                       const struct said_number *n)
{
    const struct state_number *before;

    if (!from->n_numbers || from->cmp || !is_range_of(b, n->column) ||
        (from->last_op != CONCEPT_TO + 1 &&
         !step_follows_dash(b->m, b->m->meaning[n->index].from)))
        return false;
    before = &from->number[from->n_numbers - 1];
    return is_less(b->m->meaning[before->meaning].link->number,
                   b->m->meaning[n->index].link->number) &&
           (before->use == USE_LIMIT ||
            (before->use == USE_COND && before->op == FILTER_EQ &&
             before->column == n->column));
}

/* The range from the number before to this one, both of the column. */
static void take_range(struct beam *b, const struct state *from,
                       const struct said_number *n, struct error *e)
{
    const struct meaning *m = &b->m->meaning[n->index];
    struct step x = step_begin(b, from, m, e);
    struct state_number *before = &x.s.number[x.s.n_numbers - 1];

    if (x.s.n_numbers == STATE_NUMBERS)
        return;
    step_put(&x, F_NUMBER,
             ARGS(USE_COND, CMP_RANGE, b->m->nature[n->column],
                  before->use == USE_LIMIT));
    step_put(&x, F_NUMBER_AT,
             ARGS(USE_COND, n->how, x.s.last_op, step_next_kind(b->m, m->to)));
    put_money(&x, m, n);
    before->use = USE_COND;
    before->column = n->column;
    before->op = FILTER_BETWEEN;
    x.s.number[x.s.n_numbers++] = (struct state_number){.meaning = n->index,
                                                        .column = n->column,
                                                        .use = USE_COND,
                                                        .op = FILTER_BETWEEN};
    step_sign(&x, 60001U + n->index + ((uint64_t)n->column << 20));
    step_end(&x, ROLES + 3, 0);
}

/* That a number is as many as there are of something. */
static void put_counted(struct step *x, const struct meaning *m,
                        enum number_use use)
{
    const uint32_t counted = step_counted(x->b->m, m->from);

    if (counted)
        step_put(x, F_NUMBER,
                 ARGS(USE_COUNTED + (uint32_t)use, counted,
                      step_next_kind(x->b->m, m->to), NO));
}

/* Are the texts of a column no numbers, of which none is more than another? */
static bool has_no_order(const struct beam *b, uint16_t column,
                         enum filter_op op)
{
    const struct schema_column *c = &b->m->table->columns[column];

    return c->kind == COLUMN_TEXT && !c->digits && op >= FILTER_LT &&
           op <= FILTER_BETWEEN;
}

/* A number, of which a column was found, and how it is compared: enum filter_op + 1;
 * 0: as it was said. */
static void compare_number(struct beam *b, const struct state *from,
                           const struct said_number *n, uint8_t unsaid,
                           struct error *e)
{
    const struct meaning *m = &b->m->meaning[n->index];
    struct step x = step_begin(b, from, m, e);
    const enum filter_op op = m->cmp    ? (enum filter_op)(m->cmp - 1)
                              : x.s.cmp ? (enum filter_op)(x.s.cmp - 1)
                              : unsaid  ? (enum filter_op)(unsaid - 1)
                                        : FILTER_EQ;

    if (x.s.n_numbers == STATE_NUMBERS ||
        has_no_order(b, n->column, x.s.between ? FILTER_BETWEEN : op))
        return;
    x.s.number[x.s.n_numbers++] =
        (struct state_number){.meaning = n->index,
                              .column = n->column,
                              .use = USE_COND,
                              .or_before = x.s.or_waits,
                              .op = (uint8_t)(x.s.between  ? FILTER_BETWEEN
                                              : x.s.negate ? FILTER_NE
                                                           : op)};
    step_put(&x, F_NUMBER,
             ARGS(USE_COND, unsaid ? (uint32_t)unsaid + CMP_UNSAID : x.s.cmp,
                  m->span ? NATURE_NUMBER : (uint32_t)b->m->nature[n->column],
                  x.s.between));
    step_put(&x, F_NUMBER_AT,
             ARGS(USE_COND, n->how, x.s.last_op, step_next_kind(b->m, m->to)));
    put_counted(&x, m, USE_COND);
    put_money(&x, m, n);
    step_put(&x, F_NUMBER_AT,
             ARGS(USE_BESIDE, from->last_role, from->last_op, n->how));
    step_sign(&x, 60000U + n->index + ((uint64_t)n->column << 20) +
                      ((uint64_t)x.s.number[x.s.n_numbers - 1].op << 40));
    x.s.cmp = 0;
    x.s.negate = x.s.or_waits = false;
    step_end(&x, ROLES + 3, 0);
}

/* Is a word right before the number left out, that may have compared it? */
static bool may_compare(const struct beam *b, const struct state *from)
{
    const size_t before = from->at ? from->at - 1U : 0;

    return from->at && before < 128 && !b->m->filler[before] &&
           !(b->m->other[before] & 1U << MEANING_OPERATION) &&
           from->skipped[before / 64] >> before % 64 & 1;
}

/* Is a number in what the column counts in one more of its meanings? */
static bool is_rescaled(const struct meanings *m, const struct meaning *number,
                        uint16_t column)
{
    for (size_t i = m->begin[number->from]; i < m->begin[number->from + 1]; i++)
        if (m->meaning[i].scaled && m->meaning[i].column == column &&
            m->meaning[i].to == number->to && !number->scaled)
            return true;
    return false;
}

static void number_of(struct beam *b, const struct state *from, uint16_t index,
                      uint16_t column, uint32_t how, struct error *e)
{
    const struct said_number n = {index, column, how};

    if (is_rescaled(b->m, &b->m->meaning[index], column))
        return;
    compare_number(b, from, &n, 0, e);
    if (ends_range(b, from, &n))
        take_range(b, from, &n, e);
    if (how == 11 || from->cmp || from->between || from->negate ||
        b->m->meaning[index].cmp || !may_compare(b, from))
        return;
    compare_number(b, from, &n, FILTER_GT + 1, e);
    compare_number(b, from, &n, FILTER_LT + 1, e);
}

void step_number_use(struct beam *b, const struct state *from,
                     const struct meaning *m, uint16_t index,
                     enum number_use use, struct error *e)
{
    struct step x = step_begin(b, from, m, e);

    if (x.s.n_numbers == STATE_NUMBERS)
        return;
    x.s.number[x.s.n_numbers++] = (struct state_number){
        .meaning = index,
        .use = (uint8_t)use,
        .op = (uint8_t)(m->cmp                            ? m->cmp - 1
                        : x.s.cmp                         ? x.s.cmp - 1
                        : use == USE_CLOCK && x.s.between ? FILTER_BETWEEN
                                                          : FILTER_EQ)};
    step_put(&x, F_NUMBER, ARGS((uint32_t)use, x.s.cmp, x.s.last_op, NO));
    step_put(
        &x, F_NUMBER_AT,
        ARGS((uint32_t)use, step_next_kind(b->m, m->to), x.s.last_role, NO));
    put_counted(&x, m, use);
    step_sign(&x, 80000U + index + ((uint64_t)use << 20));
    if (use == USE_HAVING || use == USE_CLOCK)
        x.s.cmp = 0;
    step_end(&x, (uint8_t)(ROLES + 4 + use), 0);
}

/* May the word be an operation, or a noun for rows: "4 times"? */
static bool may_be(const struct meanings *m, size_t at, enum concept_kind kind)
{
    for (size_t i = m->begin[at]; i < m->begin[at + 1]; i++)
        if (m->meaning[i].kind == MEANING_OPERATION &&
            m->meaning[i].entry->kind == kind)
            return true;
    return false;
}

/* Does a comparison of the number come after it: "two or more", "two plots or more",
 * or is it so many rows: "four times"? */
static bool may_have(const struct meanings *m, size_t at)
{
    if (at < m->n_words && m->other[at] >> MEANING_ROWS & 1)
        return true;
    for (size_t k = at; k <= at + FAR_AWAY && k < m->n_words; k++)
        if (may_be(m, k, CONCEPT_CMP_AFTER))
            return true;
    return false;
}

/* Columns that the words after the number mean. */
static void numbers_of_words_behind(struct beam *b, const struct state *from,
                                    const struct meaning *m, uint16_t index,
                                    struct error *e)
{
    const struct meanings *all = b->m;

    for (size_t at = m->to; at < (size_t)m->to + FAR_AWAY && at < all->n_words;
         at++)
        for (size_t i = all->begin[at]; i < all->begin[at + 1]; i++)
            if (all->meaning[i].kind == MEANING_COLUMN &&
                all->nature[all->meaning[i].column] <= NATURE_ID)
                number_of(b, from, index, all->meaning[i].column,
                          3 + (uint32_t)(at - m->to), e);
}

/* Columns that nothing in the question names: the first numbers, and all of money where it
 * is said to be money. */
static void number_of_any(struct beam *b, const struct state *from,
                          const struct meaning *m, uint16_t index,
                          struct error *e)
{
    const struct meanings *all = b->m;
    const bool is_money = is_money_said(all, m);

    for (size_t i = 0, n = 0; i < all->table->n_columns; i++) {
        if (all->nature[i] > NATURE_ID)
            continue;
        if (n++ < ANY_NUMBERS || (is_money && (all->nature[i] == NATURE_MONEY ||
                                               all->nature[i] == NATURE_RATE)))
            number_of(b, from, index, (uint16_t)i, 11, e);
    }
}

/* Is a sign behind a number that makes it the least: "3+ goals"? */
static bool is_open(const struct meanings *m, const struct meaning *number)
{
    const struct str text = m->words->text;
    const struct word *last = &m->words->word[number->to - 1];
    const size_t at = last->offset + last->raw.n;

    return number->to > number->from && at < text.n && text.p[at] == '+' &&
           (at + 1 == text.n || text.p[at + 1] < '0' || text.p[at + 1] > '9');
}

/* Columns that a number may be of: the last that was read, those of the words
 * after it, and those that the number is a value of. */
static void number_of_columns(struct beam *b, const struct state *from,
                              const struct meaning *m, uint16_t index,
                              struct error *e)
{
    const struct meanings *all = b->m;

    if (m->of_column) {
        if (!m->span || from->cmp) /* 14 days alone are a figure or a period */
            number_of(b, from, index, m->column, 9, e);
        return;
    }
    if (!m->cmp) {
        step_number_use(b, from, m, index, USE_LIMIT, e);
        step_number_use(b, from, m, index, USE_COUNT, e);
    }
    if (from->cmp || from->between || m->cmp || may_have(all, m->to))
        step_number_use(b, from, m, index, USE_HAVING, e);
    if (m->of_rows)
        return;
    for (size_t i = from->n_columns; i-- > 0 && i + 2 >= from->n_columns;)
        number_of(b, from, index, from->column[i].column,
                  i + 1 == from->n_columns ? 1 : 2, e);
    numbers_of_words_behind(b, from, m, index, e);
    for (size_t i = 0; m->link && i < m->link->n_hits; i++)
        if (m->link->hits[i].column)
            number_of(b, from, index,
                      (uint16_t)(m->link->hits[i].column - all->table->columns),
                      9, e);
    if (from->n_numbers && from->number[from->n_numbers - 1].use == USE_COND)
        number_of(b, from, index, from->number[from->n_numbers - 1].column, 10,
                  e);
    number_of_any(b, from, m, index, e);
}

void step_number(struct beam *b, const struct state *from,
                 const struct meaning *m, uint16_t index, struct error *e)
{
    struct state open = *from;

    open.cmp = FILTER_GE + 1;
    number_of_columns(b,
                      from->cmp || m->cmp || !is_open(b->m, m) ? from : &open,
                      m, index, e);
}
