/*
 * What is counted and what is added up: "how many" and the aggregates with
 * the column that each takes.
 */
#include "ask/bind/binder.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

/* Less is a part of the name: two hires may be on one hire date. */
#define WHOLE_NAME 0.9

/* Less of a name is its head: half of it. */
#define HEAD_OF_NAME 0.7

static const struct str no_text = {0};

void roles_add_target(struct roles *r, const struct schema_column *c)
{
    size_t i;

    for (i = 0; i < r->n_targets; i++) {
        if (r->targets[i] == c)
            return;
    }
    r->full |= r->n_targets == ROLE_MAX;
    if (r->n_targets < ROLE_MAX)
        r->targets[r->n_targets++] = c;
}

void roles_add_number(struct roles *r, const struct schema_column *c)
{
    size_t i;

    for (i = 0; i < r->n_numbers; i++) {
        if (r->numbers[i] == c)
            return;
    }
    r->full |= r->n_numbers == ROLE_MAX;
    if (r->n_numbers < ROLE_MAX)
        r->numbers[r->n_numbers++] = c;
}

void roles_add_measure(struct roles *r, enum agg agg, struct str column)
{
    size_t i;

    for (i = 0; i < r->n_measures; i++) {
        if (r->measures[i].agg == agg && str_eq(r->measures[i].column, column))
            return;
    }
    r->full |= r->n_measures == SPEC_MAX_MEASURES;
    if (r->n_measures < SPEC_MAX_MEASURES)
        r->measures[r->n_measures++] =
            (struct spec_measure){.agg = agg, .column = column};
}

void roles_drop(struct roles *r, const struct schema_column *c)
{
    if (r->n_targets && r->targets[r->n_targets - 1] == c)
        r->n_targets--;
    else if (r->n_numbers && r->numbers[r->n_numbers - 1] == c)
        r->n_numbers--;
}

void roles_add_group(struct roles *r, struct str column, enum grain grain)
{
    size_t i;

    for (i = 0; i < r->n_groups; i++) {
        if (str_eq(r->groups[i].column, column) && r->groups[i].grain == grain)
            return;
    }
    r->full |= r->n_groups == SPEC_MAX_GROUPS;
    if (r->n_groups < SPEC_MAX_GROUPS)
        r->groups[r->n_groups++] =
            (struct spec_group){.column = column, .grain = grain};
}

bool bind_is_fixed(const struct binder *b, const struct schema_column *c)
{
    const struct query_spec *s = &b->out->spec;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, c->name) &&
            (s->filters[i].op == FILTER_EQ || s->filters[i].op == FILTER_IN))
            return true;
    }
    return false;
}

static enum err count_column(struct binder *b, const struct link *l,
                             struct link *of, struct error *e);

/* "Average and maximum price": the second takes the same column. */
static bool shares_object(const struct binder *b, size_t i)
{
    if (i && bind_is(bind_at(b, i - 1), CONCEPT_AGG))
        return true;
    return i >= 2 && bind_is(bind_at(b, i - 1), CONCEPT_AND) &&
           bind_is(bind_at(b, i - 2), CONCEPT_AGG);
}

/* "The average engineer earns", "total Acme sales": whose figure it is. */
static bool is_value_between(const struct binder *b, size_t k)
{
    const struct link *l = bind_at(b, k);
    const struct link *next = bind_at(b, k + 1);

    return b->language == LANGUAGE_EN && l && l->kind == LINK_VALUE &&
           l->used && next && next->kind == LINK_COLUMN && !next->used;
}

/* The column of an aggregate: named after it, or right before. */
static struct link *object_of(struct binder *b, size_t i, unsigned takes)
{
    size_t k = i + 1;

    while (bind_is(bind_at(b, k), CONCEPT_AND) ||
           bind_is(bind_at(b, k), CONCEPT_AGG) || is_value_between(b, k))
        k++;
    if (bind_at(b, k) && (!bind_at(b, k)->used || shares_object(b, i)) &&
        bind_fits(bind_at(b, k), takes))
        return bind_at(b, k);
    return NULL;
}

/* The column right before the aggregate: importe medio, 销售额总和. */
static struct link *object_before(struct binder *b, size_t i, enum agg agg,
                                  unsigned takes)
{
    struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (!before || !bind_fits(before, takes))
        return NULL;
    if (agg != AGG_SUM || b->roles.n_numbers || !bind_next(b, i - 1))
        return before;
    return NULL;
}

/* Does "total" only stress what is asked anyway: the total count? */
static bool is_stress(const struct binder *b, const struct link *next)
{
    const struct roles *r = &b->roles;

    return r->n_measures || r->n_numbers || r->counting || r->money ||
           bind_is(next, CONCEPT_MANY) || bind_is(next, CONCEPT_MONEY) ||
           bind_is(next, CONCEPT_ROWS) || bind_is(next, CONCEPT_SHARE);
}

static enum err take_object(struct binder *b, struct link *l, struct link *of,
                            unsigned takes, struct error *e)
{
    struct roles *r = &b->roles;
    enum agg agg = (enum agg)l->entry->param;
    const struct schema_column *c = NULL;

    if (bind_pick(b, of, takes, &c, e))
        return e->code;
    if (!c)
        return OK;
    of->used = true;
    if (agg == AGG_SUM && link_column_groups(c) & GROUP_YEAR) {
        bind_ask(b, ASK_NOT_SUPPORTED, bind_words(b, l), no_text, no_text);
    } else if (agg == AGG_DISTINCT && !r->counting) {
        roles_add_target(r, c);
    } else {
        if (r->n_numbers && r->numbers[r->n_numbers - 1] == c)
            r->n_numbers--;
        roles_add_measure(r, agg, c->name);
    }
    return OK;
}

/* 销售额合计、平均单价: the aggregate of the column right before it, which ends
 * there. */
static bool ends_figure(const struct binder *b, size_t i, unsigned takes)
{
    const struct link *l = bind_at(b, i);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    return b->language == LANGUAGE_ZH && before && bind_fits(before, takes) &&
           before->to == l->from && link_is_listed(&b->l->words, l->to);
}

/* 人均: for each person, which is the average of the rows where each is one. */
static bool is_per_head(const struct binder *b, const struct link *l)
{
    size_t n;

    return str_is(bind_words(b, l), "人均") &&
           (!bind_person_of_rows(b, &n) || n != 1);
}

/*
 * "Total orders" are how many there are; a "sum of orders" is of their one
 * figure. Of rows no more is asked than that, so neither may be lost.
 */
static enum err add_up_rows(struct binder *b, const struct link *l,
                            struct link *rows, struct error *e)
{
    const struct schema_column *c = bind_only_number(b);

    rows->used = true;
    b->roles.rows = true;
    if (str_starts(b->l->words.word[l->from].fold, STR("total"))) {
        bind_note(b, SAY_COUNT_ROWS, no_text, no_text, no_text);
        roles_add_measure(&b->roles, AGG_COUNT, no_text);
        return OK;
    }
    if (!c)
        return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
    bind_note(b, SAY_SUM_OF, c->name, no_text, no_text);
    roles_add_measure(&b->roles, AGG_SUM, c->name);
    return OK;
}

/* Is nothing but the rows added up? */
static bool adds_up_rows(const struct binder *b, enum agg agg,
                         const struct link *next)
{
    const struct roles *r = &b->roles;

    return agg == AGG_SUM && bind_is(next, CONCEPT_ROWS) &&
           b->language != LANGUAGE_ZH && !r->n_measures && !r->n_numbers &&
           !r->counting && !r->money && !r->much && !r->share;
}

enum err bind_take_agg(struct binder *b, size_t i, struct error *e)
{
    struct link *l = bind_at(b, i);
    struct link *next = bind_next(b, i);
    enum agg agg = (enum agg)l->entry->param;
    unsigned takes = agg == AGG_DISTINCT ? TAKES_ALL : TAKES_NUMBER;
    struct link *of = object_of(b, i, takes);

    l->used = true;
    if (is_per_head(b, l)) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        return OK;
    }
    if (ends_figure(b, i, takes))
        of = bind_at(b, i - 1);
    if (!of)
        of = object_before(b, i, agg, takes);
    if (of)
        return take_object(b, l, of, takes, e);
    if (agg == AGG_SUM && b->roles.much && next && next->kind == LINK_COLUMN &&
        !bind_fits(next, TAKES_NUMBER)) {
        next->used = b->roles.money = true; /* cuánto suman los pedidos */
        return OK;
    }
    if (agg == AGG_SUM && next && next->kind == LINK_COLUMN)
        return count_column(b, l, next, e); /* total customers */
    if (adds_up_rows(b, agg, next))
        return add_up_rows(b, l, next, e);
    if (agg == AGG_SUM && is_stress(b, next)) {
        b->roles.much |= b->roles.money || bind_is(next, CONCEPT_MONEY);
        return OK;
    }
    /* a question that is "average" and no more goes on from another */
    if (bind_only_number(b) && agg != AGG_DISTINCT && b->l->n > 1) {
        bind_note(b, SAY_READ_AS_COLUMN, bind_words(b, l),
                  bind_only_number(b)->name, no_text);
        roles_add_measure(&b->roles, agg, bind_only_number(b)->name);
        return OK;
    }
    return bind_ask_measure(b, ASK_WHICH_MEASURE, e);
}

/* 多少场, 几单: is what is counted called by the word after the number, where
 * that says what it is? */
static bool is_counted_in(const struct binder *b, const struct link *l,
                          const struct schema_column *c)
{
    struct str last = b->l->words.word[l->to - 1].fold;

    return l->to == l->from + 1 ||
           !term_list_has(&words_bind_chinese_counter, last) ||
           str_find(c->name, last) < c->name.n ||
           str_find(b->t->name, last) < b->t->name.n;
}

/* What "how many" counts. */
enum err bind_take_many(struct binder *b, size_t i, struct error *e)
{
    struct roles *r = &b->roles;
    struct link *l = bind_at(b, i);
    struct link *of = bind_next(b, i);
    const struct schema_column *c = NULL;

    l->used = true;
    if (of && bind_is(of, CONCEPT_AGG) && of->entry->param == AGG_DISTINCT) {
        of->used = true;
        of = bind_next(b, i);
    }
    if (b->language == LANGUAGE_ZH && l->entry->param == 3 && !of &&
        r->n_measures) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        return OK; /* 主播数、成交单数: of what no column counts */
    }
    if ((!of || r->direction == MONEY_EACH) &&
        (r->n_measures || r->n_numbers || r->n_targets ||
         r->direction == MONEY_EACH) &&
        b->language == LANGUAGE_ZH) {
        if (!r->n_measures && !r->n_numbers && r->n_targets == 1 &&
            !is_counted_in(b, l, r->targets[0])) {
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
        } else if (!r->n_measures && !r->n_numbers && r->n_targets == 1) {
            c = r->targets[0];
            r->n_targets = 0;
            r->counting = l->entry->param < 2;
            roles_add_measure(r, AGG_DISTINCT, c->name);
        }
        return OK; /* ...是多少: what is it */
    }
    if (!of && r->n_targets == 1 && !r->n_measures && !r->n_numbers &&
        !r->n_groups && l->entry->param < 2) {
        c = r->targets[0]; /* orders over 100: how many? */
        r->n_targets = 0;
        r->counting = true;
        roles_add_measure(r, AGG_DISTINCT, c->name);
        return OK;
    }
    if (bind_is(of, CONCEPT_GRAIN) && of == bind_at(b, i + 1)) {
        r->count_periods = true; /* how many months: the grain is a group */
        return OK;
    }
    r->compare |= r->counting; /* how many women and how many men: of each */
    r->counting = l->entry->param < 2;
    if (of && of->kind == LINK_COLUMN)
        return count_column(b, l, of, e);
    if (of && bind_is(of, CONCEPT_ROWS))
        of->used = true;
    else
        r->bare_count = true;
    roles_add_measure(r, AGG_COUNT, no_text);
    return OK;
}

bool bind_is_plural(const struct schema_column *c)
{
    size_t i;

    for (i = 0; i < c->words.n; i++) {
        struct str fold = c->words.word[i].fold;

        if (c->words.word[i].kind == WORD_LETTERS && str_ends(fold, STR("s")) &&
            !str_ends(fold, STR("ss")) && !str_ends(fold, STR("us")) &&
            !str_ends(fold, STR("is")))
            return true; /* but class, status, basis */
    }
    return false;
}

/* "How many hires": rows that have a hire date, and not the dates. */
static void count_events(struct binder *b, const struct link *of,
                         const struct schema_column *c)
{
    struct str word = b->l->words.word[of->from].fold;
    bool gaps = c->non_null < b->t->rows;

    if (of->to != of->from + 1 || str_starts(word, STR("date")) ||
        str_starts(word, STR("day")) || str_starts(word, STR("fecha")) ||
        b->language == LANGUAGE_ZH || (b->dates && b->dates != c)) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, of), no_text, no_text);
        return;
    }
    b->dates = c;
    bind_note(b, SAY_COUNT_ROWS, no_text, no_text, no_text);
    roles_add_measure(&b->roles, AGG_COUNT, gaps ? c->name : no_text);
}

/* Is the link the head of a name whose rest says what it is: 订单 of 订单状态,
 * which are not orders, and not of 订单编号? */
static bool is_head_of_name(const struct binder *b, const struct link *of,
                            const struct schema_column *c)
{
    return b->language == LANGUAGE_ZH && of->score < HEAD_OF_NAME &&
           !of->hits[0].synonym && !bind_is_code(c) &&
           str_starts(c->name, bind_words(b, of)) && c->kind != COLUMN_NUMBER &&
           !bind_is_fixed(b, c);
}

/* "订单数" of a file of orders counts its rows, "投递量" those that have the
 * date; of anything else the head says too little. */
static void count_head(struct binder *b, const struct link *of,
                       const struct schema_column *c)
{
    bool event = c->kind == COLUMN_DATE;

    if (!event && str_find(b->t->name, bind_words(b, of)) == b->t->name.n) {
        bind_ask(b, ASK_NOT_PLACED, bind_words(b, of), no_text, no_text);
        return;
    }
    bind_note(b, SAY_COUNT_ROWS, no_text, no_text, no_text);
    roles_add_measure(&b->roles, AGG_COUNT,
                      event && c->non_null < b->t->rows ? c->name : no_text);
    if (event && !b->dates)
        b->dates = c;
}

/* "How many branches does the bank have": of rows of each month what it has is
 * there each time, and no sum. */
static bool is_kept(const struct binder *b, const struct schema_column *c)
{
    size_t dates;
    const struct schema_column *day = bind_about(b, 0, COLUMN_DATE, &dates);
    bool has = false;
    size_t i;

    for (i = 0; i < b->l->words.n; i++)
        has |= term_list_has(&words_bind_have, b->l->words.word[i].fold);
    if (!has || c->kind != COLUMN_NUMBER || dates != 1 || !day->distinct)
        return false;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *of = &b->t->columns[i];
        uint64_t rows = of->distinct * day->distinct * 10;

        if (TAKES_TEXT >> of->kind & 1 && of->distinct > 1 &&
            day->distinct > 1 && rows > b->t->rows * 9 &&
            rows < b->t->rows * 11)
            return true;
    }
    return false;
}

/* "How many points in all", 一共: what is said to be added up. */
static bool asks_for_all(const struct binder *b)
{
    return term_list_within(&words_bind_in_total, b->l->words.text);
}

/* How many there are of a column: its values, its sum, or rows. */
static enum err count_column(struct binder *b, const struct link *l,
                             struct link *of, struct error *e)
{
    struct roles *r = &b->roles;
    const struct schema_column *c = NULL;
    size_t words;
    noun_groups said = question_words_nouns(&b->l->words, of->from, &words);

    if (bind_pick(b, of, TAKES_ALL, &c, e))
        return e->code;
    if (!c)
        return OK;
    of->used = true;
    if (is_head_of_name(b, of, c)) {
        count_head(b, of, c);
    } else if (c->kind == COLUMN_DATE && of->score < WHOLE_NAME) {
        count_events(b, of, c);
    } else if (c->digits) {
        bind_ask(b, ASK_TEXT_NUMBERS, c->name, no_text, no_text);
    } else if (bind_is_fixed(b, c)) {
        roles_add_measure(r, AGG_COUNT,
                          no_text); /* how many trains are passenger */
    } else if (c->kind != COLUMN_NUMBER ||
               (l->entry->kind == CONCEPT_MANY && l->entry->param == 1)) {
        if (!bind_is_key(b, c))
            bind_note(b, SAY_COUNT_DISTINCT, c->name, no_text, no_text);
        roles_add_measure(r, AGG_DISTINCT, c->name);
    } else if (is_kept(b, c)) {
        bind_ask(b, ASK_HOW_TO_ADD, c->name, no_text, no_text);
    } else if (c->whole &&
               (bind_is_added(c) || bind_is_plural(c) || asks_for_all(b)) &&
               !(link_column_groups(c) & GROUP_RATE)) {
        roles_add_measure(r, AGG_SUM, c->name);
    } else if ((link_column_groups(c) | said) & (GROUP_SALES | GROUP_ORDER)) {
        bind_note(b, SAY_COUNT_ROWS, no_text, no_text, no_text);
        roles_add_measure(r, AGG_COUNT, no_text);
    } else {
        bind_ask(b, ASK_HOW_TO_ADD, c->name, no_text, no_text);
    }
    return OK;
}

bool bind_counts_entities(const struct binder *b)
{
    const struct roles *r = &b->roles;

    return r->counting && b->out->spec.has_having && !r->n_groups &&
           !r->n_targets && !r->n_numbers && !r->trend && !r->compare &&
           r->n_measures == 1 && r->measures[0].agg == AGG_DISTINCT &&
           str_eq(r->measures[0].column, b->entity->name);
}

bool bind_is_ratio(const struct binder *b, size_t by,
                   const struct schema_column *c)
{
    const struct link *l = bind_at(b, by);
    struct str said = b->l->words.word[l->from].fold;

    return bind_is(l, CONCEPT_BY) &&
           (str_is(said, "per") || str_is(said, "每")) &&
           c->kind == COLUMN_NUMBER &&
           (bind_is_added(c) || bind_is_plural(c)) &&
           !(link_column_groups(c) & GROUP_YEAR);
}
