#include "ask/parse/meaning_drop.h"
#include "ask/parse/meaning_flag.h"
#include "ask/parse/search_step.h"

#define CUT_OFF_PERIOD 100 /* in the first argument of F_PERIOD */
#define CODE_SAID      95  /* of F_VALUE: a word is longer for a code */

#include <string.h>

enum err feature_add(const struct parse_weights *w, struct arena *a,
                     struct feature_list *list, enum feature_kind kind,
                     const uint32_t *arg, struct error *e)
{
    struct feature *f = arena_alloc(a, sizeof(*f), e);

    if (!f)
        return e->code;
    f->kind = (uint32_t)kind;
    memcpy(f->arg, arg, sizeof(f->arg));
    f->hash = feature_mix(kind, arg, FEATURE_ARGS);
    f->next = list->first;
    list->first = f;
    list->score += parse_weights_of(w, f->hash);
    return OK;
}

void step_put(struct step *x, enum feature_kind kind, const uint32_t *arg)
{
    if (!x->failed &&
        feature_add(x->b->w, x->b->a, &x->s.features, kind, arg, x->e))
        x->failed = true;
}

void step_sign(struct step *x, uint64_t what)
{
    x->s.signature = (x->s.signature ^ what) * UINT64_C(0x9e3779b97f4a7c15);
    x->s.signature ^= x->s.signature >> 29;
}

/* Keep a state at its position: the best of those that say the same, and the
 * best of all. */
static void keep(struct step *x)
{
    struct state *at = &x->b->all[x->s.at * x->b->width];
    size_t *n = &x->b->n[x->s.at];
    size_t worst = 0;

    for (size_t i = 0; i < *n; i++) {
        if (at[i].signature == x->s.signature) {
            if (at[i].features.score < x->s.features.score)
                at[i] = x->s;
            return;
        }
        if (at[i].features.score < at[worst].features.score)
            worst = i;
    }
    if (*n < x->b->width)
        at[(*n)++] = x->s;
    else if (at[worst].features.score < x->s.features.score)
        at[worst] = x->s;
}

static const struct word *word_at(const struct step *x, size_t at)
{
    return &x->b->m->words->word[at];
}

/* What the word after a span may be: 0 nothing but a word, else the first of
 * these kinds, + 1; the end is another. */
uint32_t step_next_kind(const struct meanings *m, size_t to)
{
    static const enum meaning_kind order[] = {MEANING_NUMBER,    MEANING_PERIOD,
                                              MEANING_OPERATION, MEANING_VALUE,
                                              MEANING_COLUMN,    MEANING_ROWS};

    if (to >= m->n_words)
        return 20;
    for (size_t i = 0; i < COUNT_OF(order); i++)
        if (m->other[to] >> order[i] & 1)
            return (uint32_t)i + 1;
    return 0;
}

struct step step_begin(struct beam *b, const struct state *from,
                       const struct meaning *m, struct error *e)
{
    struct step x = {.b = b, .s = *from, .e = e};

    x.s.at = m->to;
    return x;
}

void step_end(struct step *x, uint8_t role, uint8_t op)
{
    x->s.last_role = role;
    x->s.last_op = op;
    if (!x->failed)
        keep(x);
}

uint32_t step_length(const struct meaning *m)
{
    uint32_t n = (uint32_t)(m->to - m->from);

    return n > 4 ? 4 : n;
}

/* "very very": the second one tells nothing that the first did not. */
static bool is_said_again(const struct words *words, size_t at)
{
    const struct word *w = &words->word[at];

    return at > 0 && w->kind == WORD_LETTERS && str_eq(w->stem, w[-1].stem);
}

static void put_skip_word(struct step *x, const struct meaning *m,
                          const struct word *w)
{
    if ((w->kind == WORD_LETTERS || w->kind == WORD_CJK) &&
        !is_said_again(x->b->m->words, m->from))
        step_put(x, F_SKIP_WORD, ARGS(feature_word(w->stem), NO, NO, NO));
}

static void skip(struct beam *b, const struct state *from, struct error *e)
{
    const struct meaning m = {.from = from->at, .to = (uint16_t)(from->at + 1)};
    struct step x = step_begin(b, from, &m, e);
    const struct word *w = word_at(&x, m.from);
    const uint32_t other = b->m->other[m.from];
    const uint32_t kind = (uint32_t)w->kind;
    const bool content = other & ~(1U << MEANING_OPERATION);
    const bool filler = b->m->filler[m.from];
    const uint32_t what = content                          ? 1
                          : filler                         ? 2
                          : b->m->lacks[m.from]            ? 4
                          : other >> MEANING_OPERATION & 1 ? 3
                                                           : 0;

    if (!filler || !is_said_again(b->m->words, m.from))
        step_put(&x, F_SKIP, ARGS(kind, what, NO, NO));
    if (what == 1)
        step_put(
            &x, F_SKIP,
            ARGS(20 + kind, b->m->best[0][m.from], b->m->best[1][m.from], NO));
    if (other >> MEANING_NUMBER & 1 && step_counted(b->m, m.from))
        step_put(&x, F_SKIP, ARGS(30, step_counted(b->m, m.from), NO, NO));
    put_skip_word(&x, &m, w);
    if (m.from < 128)
        x.s.skipped[m.from / 64] |= UINT64_C(1) << m.from % 64;
    x.s.skipped_content = (uint8_t)(x.s.skipped_content + (what == 1));
    x.s.skipped_unknown =
        (uint8_t)(x.s.skipped_unknown + (what == 0 && w->kind != WORD_SYMBOL));
    x.s.skipped_lacking = (uint8_t)(x.s.skipped_lacking + (what == 4));
    x.s.skips_operation = x.s.skips_operation || what == 3;
    step_end(&x, x.s.last_role, filler ? x.s.last_op : 0);
}

/* Fillers of several words, and operations that say nothing here. */
static bool is_filler(const struct meaning *m)
{
    return m->entry->kind == CONCEPT_FILLER;
}

static void note_low(struct state_ops *o, const struct question_word *c)
{
    if (c->param == 0)
        return;
    switch (c->kind) {
    case CONCEPT_MOST: o->low |= LOW_MOST; return;
    case CONCEPT_TOP: o->low |= LOW_TOP; return;
    case CONCEPT_MORE: o->low |= LOW_MORE; return;
    case CONCEPT_SORT: o->low |= LOW_SORT; return;
    case CONCEPT_CHANGE: o->low |= LOW_CHANGE; return;
    case CONCEPT_LIKE: o->low |= c->param == LIKE_SHORT ? LOW_MOST : 0; return;
    default: return;
    }
}

/* What an operation leaves waiting for the words after it. */
static void wait_for(struct state *s, const struct question_word *c)
{
    switch (c->kind) {
    case CONCEPT_CMP:
        s->cmp = (uint8_t)((c->param & ~QUESTION_TEMPORAL) + 1);
        return;
    case CONCEPT_BETWEEN: s->between = true; return;
    case CONCEPT_NOT: s->negate = c->param != QUESTION_NOT_THE_LAST; return;
    case CONCEPT_OR: s->or_waits = true; return;
    case CONCEPT_BY:
    case CONCEPT_WITHIN: s->by_waits = true; return;
    case CONCEPT_EMPTY: s->empty_waits = true; return;
    case CONCEPT_LAST: s->ops.time |= 1; return;
    case CONCEPT_LIKE: step_adjective(&s->ops, c->param); return;
    case CONCEPT_SPAN: s->ops.span = (uint8_t)(c->param + 1); return;
    case CONCEPT_ORDINAL: s->ops.time |= 2; return;
    case CONCEPT_TOP: s->ops.time |= c->param ? 1 : 2; return;
    case CONCEPT_AGG:
        s->ops.aggs |= (uint16_t)(1U << c->param);
        s->ops.agg = (uint8_t)c->param;
        if (s->last_role == ROLE_MEASURE + 1 && s->n_columns)
            s->column[s->n_columns - 1].agg_after = (uint8_t)c->param;
        return;
    case CONCEPT_PERCENTILE: s->ops.percentile = (uint8_t)c->param; return;
    case CONCEPT_GRAIN:
    case CONCEPT_PERIODIC: s->ops.grain = (uint8_t)c->param; return;
    default: return;
    }
}

/* "100 or more": a comparison after its number. */
static void compare_last(struct step *x, int param)
{
    struct state *s = &x->s;
    const uint8_t op = (uint8_t)(param & ~QUESTION_TEMPORAL);

    if (s->n_numbers)
        s->number[s->n_numbers - 1].op = op;
    else if (s->n_periods)
        s->period[s->n_periods - 1].op = op;
    step_sign(x, 900U + op);
}

/* "email missing": the column before has no value. */
static bool empty_last(struct step *x, size_t from, bool full)
{
    struct state *s = &x->s;
    struct state_column *c;

    if (!s->n_columns)
        return false;
    c = &s->column[s->n_columns - 1];
    if (from > (size_t)c->at + FAR_AWAY || c->role > ROLE_MEASURE)
        return false;
    c->role = full ? ROLE_NOT_NULL : ROLE_NULL;
    s->empty_waits = false;
    step_sign(x, 950);
    return true;
}

/* "failed ones excluded": the value before is what it is not. */
static bool negate_last(struct step *x)
{
    struct state *s = &x->s;

    if (!s->n_filters)
        return false;
    s->filter[s->n_filters - 1].negated = !s->filter[s->n_filters - 1].negated;
    step_sign(x, 960);
    return true;
}

static void operation(struct beam *b, const struct state *from,
                      const struct meaning *m, uint16_t index, struct error *e)
{
    const struct question_word *c = m->entry;
    struct step x = step_begin(b, from, m, e);

    if (is_filler(m)) {
        step_put(&x, F_SKIP, ARGS(9, step_length(m), NO, NO));
        step_end(&x, x.s.last_role, x.s.last_op);
        return;
    }
    step_put(
        &x, F_OP,
        ARGS((uint32_t)c->kind, (uint32_t)c->param & 63, step_length(m), NO));
    if (b->m->best[0][m->from] == LEVEL_WHOLE + 1)
        step_put(&x, F_OP, ARGS(100, (uint32_t)c->kind, NO, NO));
    step_sign(&x, 1000U + (uint64_t)c->kind * 64 + ((uint64_t)c->param & 63));
    x.s.ops.kinds |= UINT64_C(1) << c->kind;
    note_low(&x.s.ops, c);
    if (c->kind == CONCEPT_CMP_AFTER)
        compare_last(&x, c->param);
    if (c->kind == CONCEPT_NOT && c->param == QUESTION_NOT_THE_LAST &&
        !negate_last(&x))
        return;
    wait_for(&x.s, c);
    if (c->kind == CONCEPT_WEEKDAY && x.s.n_periods < STATE_PERIODS)
        x.s.period[x.s.n_periods++] = (struct state_period){
            .meaning = index, .weekdays = (uint8_t)c->param};
    if (c->kind == CONCEPT_EMPTY) {
        struct step y = x;

        y.failed = x.failed;
        if (empty_last(&y, m->from, c->param == 1))
            step_end(&y, ROLES + 2, 0);
    }
    step_end(&x, x.s.last_role, (uint8_t)(c->kind + 1));
}

static uint32_t column_kind(const struct beam *b, const struct meaning *m)
{
    return (uint32_t)b->m->nature[m->column];
}

/* One that has a value for no is a flag where it is said to be so or not, and sorts rows
 * where answers are by it. */
static uint32_t nature_in(const struct beam *b, uint16_t column,
                          enum column_role role)
{
    return (uint32_t)(role >= ROLE_TRUE && role <= ROLE_NOT_NULL
                          ? meanings_nature_as_flag(b->m, column)
                          : b->m->nature[column]);
}

/* The role of a column, and what follows from it. */
static void take_column(struct beam *b, const struct state *from,
                        const struct meaning *m, enum column_role role,
                        struct error *e)
{
    struct step x = step_begin(b, from, m, e);
    const uint32_t nature = nature_in(b, m->column, role);
    struct state_column *c;
    uint32_t by;

    if (x.s.n_columns == STATE_COLUMNS)
        return;
    by = x.s.by_waits;
    c = &x.s.column[x.s.n_columns++];
    *c = (struct state_column){.column = m->column,
                               .role = (uint8_t)role,
                               .at = (uint8_t)m->to,
                               .agg_before = x.s.ops.agg,
                               .by = x.s.by_waits};
    if (nature == NATURE_DATE && role == ROLE_GROUP)
        c->grain = x.s.ops.grain;
    step_put(&x, F_COLUMN,
             ARGS((uint32_t)m->level, nature, step_length(m), m->fine));
    step_put(&x, F_COLUMN,
             ARGS(100 + (uint32_t)m->level, nature, b->m->kind[m->to - 1], NO));
    step_put(&x, F_RIVALS,
             ARGS((uint32_t)role, meanings_rivals(b->m, m, true),
                  meanings_rivals(b->m, m, false), NO));
    step_put(&x, F_DISTINCT,
             ARGS((uint32_t)role, meanings_distinct(b->m, m->column), by, NO));
    step_put(&x, F_ROLE, ARGS((uint32_t)role, nature, x.s.last_op, NO));
    step_put(&x, F_ROLE_AFTER, ARGS((uint32_t)role, x.s.last_role, NO, NO));
    step_put(
        &x, F_ROLE_NEXT,
        ARGS((uint32_t)role, step_next_kind(b->m, m->to), x.s.by_waits, NO));
    step_put(
        &x, F_ROLE_NATURE,
        ARGS((uint32_t)role, (uint32_t)m->level, x.s.negate, x.s.empty_waits));
    step_sign(&x, 20000U + m->column * 8U +
                      (role < ROLES ? (unsigned)role : (unsigned)ROLES) +
                      (x.s.by_waits ? 7U << 20 : 0));
    x.s.by_waits = false;
    if (m->event || role == ROLE_NULL || role == ROLE_FALSE ||
        role == ROLE_ZERO)
        x.s.negate = x.s.empty_waits = false;
    step_end(&x, (uint8_t)(role < ROLES ? role + 1 : ROLES), 0);
}

static void column(struct beam *b, const struct state *from,
                   const struct meaning *m, struct error *e)
{
    for (unsigned role = 0; role < ROLES; role++)
        if (step_may_take(b, from, m, (enum column_role)role))
            take_column(b, from, m, (enum column_role)role, e);
    if (step_may_take(b, from, m, ROLE_ZERO))
        take_column(b, from, m, ROLE_ZERO, e);
}

static bool is_near_column(const struct state *s, uint16_t column)
{
    return s->n_columns && s->column[s->n_columns - 1].column == column &&
           s->at <= s->column[s->n_columns - 1].at + 2;
}

/* May cells hold more than the words? */
static bool may_contain(const struct beam *b, const struct meaning *m)
{
    return b->m->table->columns[m->column].kind == COLUMN_TEXT &&
           m->level != LEVEL_SLIP && m->level != LEVEL_NAMED && !m->fine &&
           (m->many || m->level != LEVEL_WHOLE ||
            meanings_distinct(b->m, m->column) >= 2);
}

static void value(struct beam *b, const struct state *from,
                  const struct meaning *m, uint16_t index, struct error *e)
{
    struct step x = step_begin(b, from, m, e);
    bool named = is_near_column(from, m->column);

    if (x.s.n_filters == STATE_FILTERS)
        return;
    x.s.filter[x.s.n_filters++] =
        (struct state_filter){.meaning = index,
                              .negated = m->negated != x.s.negate,
                              .or_before = x.s.or_waits};
    step_put(&x, F_VALUE,
             ARGS((uint32_t)m->level, step_length(m), column_kind(b, m), NO));
    step_put(&x, F_VALUE_BY, ARGS(x.s.last_op, named, m->many, x.s.last_role));
    step_put_unknown(&x, from, m);
    step_put_parts(&x, m);
    if (m->fine)
        step_put(&x, F_VALUE, ARGS(CODE_SAID, m->fine, NO, NO));
    step_put(&x, F_RIVALS,
             ARGS(21, meanings_rivals(b->m, m, true),
                  meanings_rivals(b->m, m, false), (uint32_t)m->level));
    step_put(&x, F_ROLE_NEXT,
             ARGS(ROLES, step_next_kind(b->m, m->to), x.s.by_waits, NO));
    if (may_contain(b, m)) {
        struct step y = x;

        y.s.filter[y.s.n_filters - 1].contains = true;
        step_put(&y, F_VALUE,
                 ARGS((uint32_t)m->level + 20, step_length(m),
                      column_kind(b, m), m->many));
        step_sign(&y, 240000U + index + (y.s.negate ? 1U << 20 : 0));
        y.s.negate = y.s.or_waits = y.s.by_waits = false;
        step_end(&y, ROLES + 1, 0);
    }
    step_sign(&x, 40000U + index + (x.s.negate ? 1U << 20 : 0));
    if (named && x.s.column[x.s.n_columns - 1].role == ROLE_GROUP &&
        !x.s.column[x.s.n_columns - 1].by) {
        struct step y = x; /* "status paid": the column was only its name */

        y.s.n_columns--;
        y.s.negate = y.s.or_waits = y.s.by_waits = false;
        step_sign(&y, 77);
        step_put(&y, F_VALUE_BY, ARGS(99, named, NO, NO));
        x.s.negate = x.s.or_waits = x.s.by_waits = false;
        step_end(&x, ROLES + 1, 0);
        if (!x.failed)
            step_end(&y, ROLES + 1, 0);
        return;
    }
    x.s.negate = x.s.or_waits = x.s.by_waits = false;
    step_end(&x, ROLES + 1, 0);
}

static void period(struct beam *b, const struct state *from,
                   const struct meaning *m, uint16_t index, struct error *e)
{
    struct step x = step_begin(b, from, m, e);

    if (x.s.n_periods == STATE_PERIODS)
        return;
    x.s.period[x.s.n_periods++] =
        (struct state_period){.meaning = index,
                              .op = (uint8_t)(x.s.cmp      ? x.s.cmp - 1
                                              : x.s.negate ? FILTER_NE
                                                           : FILTER_EQ),
                              .range = x.s.between,
                              .or_before = x.s.or_waits};
    step_put(
        &x, F_PERIOD,
        ARGS(x.s.cmp, x.s.last_op, x.s.between, m->link->kind == LINK_NUMBER));
    if (meanings_is_cut_off(b->m, m))
        step_put(&x, F_PERIOD, ARGS(CUT_OFF_PERIOD, NO, NO, NO));
    step_sign(&x, 100000U + index);
    if (x.s.n_periods > 1 && step_follows_dash(b->m, m->from))
        x.s.ops.kinds |= UINT64_C(1) << CONCEPT_TO;
    x.s.cmp = 0;
    x.s.between = x.s.negate = x.s.or_waits = false;
    step_end(&x, ROLES + 10, 0);
}

static void rows(struct beam *b, const struct state *from,
                 const struct meaning *m, struct error *e)
{
    struct step x = step_begin(b, from, m, e);

    step_put(&x, F_ROWS,
             ARGS((uint32_t)m->level, x.s.last_op, x.s.n_rows > 0,
                  step_next_kind(b->m, m->to)));
    /* a guess leaves the word as unknown as it is */
    x.s.skipped_unknown =
        (uint8_t)(x.s.skipped_unknown +
                  (m->level == LEVEL_KIN && !b->m->lacks[m->from]));
    x.s.skipped_lacking =
        (uint8_t)(x.s.skipped_lacking +
                  (m->level == LEVEL_KIN && b->m->lacks[m->from]));
    x.s.n_rows++;
    if (x.s.n_rows == 1)
        step_sign(&x, 120000);
    x.s.by_waits = false;
    step_end(&x, ROLES + 11, 0);
}

static void take(struct beam *b, const struct state *from, uint16_t index,
                 struct error *e)
{
    const struct meaning *m = &b->m->meaning[index];

    switch (m->kind) {
    case MEANING_OPERATION: operation(b, from, m, index, e); return;
    case MEANING_COLUMN:
        column(b, from, m, e);
        step_column_pairs(b, from, m, index, e);
        return;
    case MEANING_VALUE: value(b, from, m, index, e); return;
    case MEANING_NUMBER: step_number(b, from, m, index, e); return;
    case MEANING_PERIOD: period(b, from, m, index, e); return;
    case MEANING_ORDINAL:
        step_number_use(b, from, m, index, USE_PLACE, e);
        return;
    case MEANING_ROWS: rows(b, from, m, e); return;
    case MEANING_SUPER: step_super(b, from, m, e); return;
    case MEANING_PAIR: step_pair(b, from, m, index, e); return;
    case MEANING_COMPUTED: step_computed(b, from, m, index, e); return;
    case MEANING_CLOCK:
        step_number_use(b, from, m, index, USE_CLOCK, e);
        return;
    case MEANING_SKIP:
    case MEANING_KINDS: return;
    }
}

/* The states at a word, each with all that may come next. */
static void expand(struct beam *b, size_t at, struct error *e)
{
    const struct state *from = &b->all[at * b->width];

    for (size_t i = 0; i < b->n[at]; i++) {
        skip(b, &from[i], e);
        for (size_t k = b->m->begin[at]; k < b->m->begin[at + 1]; k++)
            take(b, &from[i], (uint16_t)k, e);
    }
}

enum err beam_run(const struct meanings *m, const struct parse_weights *w,
                  struct arena *a, const struct state **states, size_t *n,
                  struct error *e)
{
    struct beam b = {.m = m, .w = w, .a = a, .width = BEAM_WIDTH};
    const size_t places = m->n_words + 1;
    const struct state *last;

    e->code = OK;
    b.all = arena_alloc_array(a, places * b.width, sizeof(*b.all), e);
    b.n = arena_alloc_array(a, places, sizeof(*b.n), e);
    if (!b.all || !b.n)
        return e->code;
    b.n[0] = 1;
    for (size_t at = 0; at < m->n_words; at++) {
        expand(&b, at, e);
        if (e->code)
            return e->code;
    }
    last = b.all + m->n_words * b.width;
    *states = last;
    *n = b.n[m->n_words];
    return OK;
}
