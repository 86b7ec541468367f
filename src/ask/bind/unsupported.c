/*
 * Modifiers that a spec cannot express and that change who is meant: "guests
 * who only came by phone", "the people still here", "the maker with the most
 * stops per machine". Where a filter can express it, one is added; elsewhere
 * the user is asked, because an answer that ignores the word would answer
 * another question.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/compose.h"
#include "ask/bind/event.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

/* The first word of the question that is on the list; the number of words when none
 * is. */
static size_t find_word(const struct binder *b, const struct term_list *list)
{
    const struct words *w = &b->l->words;
    size_t at = 0;

    while (at < w->n && !term_list_has(list, w->word[at].fold))
        at++;
    return at;
}

/* The day that somebody left, which those who are there have not; NULL where
 * not one column is that. */
static const struct schema_column *day_of_leaving(const struct binder *b)
{
    const struct schema_column *only = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        bool leaves = bind_is_called(c, &words_bind_left) ||
                      bind_name_has(c, &words_bind_left_chinese);

        if (c->kind != COLUMN_DATE || !leaves || c->empty ||
            c->non_null >= b->t->rows)
            continue;
        if (only)
            return NULL;
        only = c;
    }
    return only;
}

static bool is_filtered(const struct binder *b, const struct schema_column *c)
{
    const struct query_spec *s = &b->out->spec;

    for (size_t i = 0; i < s->n_filters; i++) {
        if (str_eq(s->filters[i].column, c->name))
            return true;
    }
    return false;
}

enum err bind_stayed(struct binder *b, struct error *e)
{
    const struct schema_column *c = day_of_leaving(b);
    size_t at = find_word(b, &words_bind_still);
    struct spec_filter *f;

    (void)e;
    if (!c || at == b->l->words.n || is_filtered(b, c))
        return OK;
    for (size_t i = 0; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (l->kind == LINK_COLUMN && l->hits[0].column == c)
            return OK; /* the day itself is asked for */
    }
    f = bind_new_filter(b);
    if (f) {
        f->column = c->name;
        f->op = FILTER_NULL;
    }
    return OK;
}

/* "What do our customers", "which tool did women": the helper after the link
 * and where who does it begins; 0 for none. */
static size_t doer_behind(const struct binder *b, const struct link *which)
{
    const struct words *w = &b->l->words;
    size_t at = which->to;
    size_t last = at + 4;

    if (b->language != LANGUAGE_EN)
        return 0;
    while (at < w->n && at < last && !bind_says(w, at, &words_bind_do))
        at++;
    if (at >= w->n || at == last)
        return 0;
    at++;
    while (bind_says(w, at, &words_bind_those))
        at++;
    return at;
}

/* What is bought, ordered or sold: the one column of products. */
static const struct schema_column *product(const struct binder *b)
{
    const struct schema_column *only = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind != COLUMN_TEXT || bind_is_code(c) ||
            !(link_column_groups(c) & GROUP_PRODUCT))
            continue;
        if (only)
            return NULL;
        only = c;
    }
    return only;
}

void bind_doers(struct binder *b)
{
    for (size_t i = 0; i < b->l->n; i++) {
        const struct link *which = bind_at(b, i);
        size_t doer;
        size_t k;

        if (!bind_is(which, CONCEPT_WHICH))
            continue;
        doer = doer_behind(b, which);
        for (k = i + 1; doer && k < b->l->n; k++) {
            struct link *l = bind_at(b, k);

            if (l->from != doer || l->kind != LINK_COLUMN || l->used ||
                !bind_fits(l, TAKES_TEXT))
                continue;
            l->used = true;
            b->roles.target_unnamed = k == i + 1;
        }
    }
    if (!b->roles.target_unnamed)
        return;
    if (find_word(b, &words_bind_buy) < b->l->words.n && product(b))
        roles_add_target(&b->roles, product(b));
    else
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
}

/* Does each listed or counted thing have several rows, like a guest with many
 * stays? */
static bool is_of_things(const struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c = NULL;

    if (s->kind == SPEC_AGGREGATE && s->n_measures == 0 && s->n_groups)
        c = bind_column(b, s->groups[0].column);
    else if (s->n_measures == 1 && s->measures[0].agg == AGG_DISTINCT)
        c = bind_column(b, s->measures[0].column);
    if (!c || bind_is_key(b, c))
        return false;
    for (size_t i = 0; i < s->n_filters; i++) {
        if (!str_eq(s->filters[i].column, c->name))
            return true;
    }
    return false;
}

/* "Guests that only came by phone": none of theirs is another. */
static void check_only(struct binder *b)
{
    size_t at = find_word(b, &words_bind_only);
    size_t i = 0;

    if (at + 1 >= b->l->words.n || !is_of_things(b))
        return;
    while (i < b->l->n && bind_at(b, i)->kind != LINK_COLUMN)
        i++;
    if (i < b->l->n && bind_at(b, i)->from < at)
        bind_ask(b, ASK_NOT_SUPPORTED, b->l->words.word[at].raw, no_text,
                 no_text);
}

/* "Which maker has the most stops per machine": a figure over another, and no
 * first of each. */
static void check_per(struct binder *b)
{
    for (size_t i = 1; b->out->spec.each && i < b->l->n; i++) {
        const struct link *by = bind_at(b, i);
        const struct link *figure = bind_at(b, i - 1);

        if (bind_is(by, CONCEPT_BY) && b->roles.of_which &&
            bind_says(&b->l->words, by->from, &words_bind_per) &&
            figure->kind == LINK_COLUMN && bind_fits(figure, TAKES_NUMBER))
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, by), no_text, no_text);
    }
}

/* "Machines without critical defects": none of theirs is so, and not some that
 * are not. */
static void check_without(struct binder *b)
{
    for (size_t i = 0; i + 1 < b->l->n; i++) {
        const struct link *negated = bind_at(b, i);

        if (bind_is(negated, CONCEPT_NOT) &&
            negated->to == bind_at(b, i + 1)->from &&
            bind_at(b, i + 1)->kind == LINK_VALUE && is_of_things(b) &&
            bind_says(&b->l->words, negated->from, &words_bind_lacking))
            bind_ask(b, ASK_NOT_SUPPORTED, bind_words(b, negated), no_text,
                     no_text);
    }
}

/* "How many guests" of rows that name one and say for how many adults: names,
 * or heads? */
static void check_heads(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c =
        s->n_measures == 1 && s->measures[0].agg == AGG_DISTINCT
            ? bind_column(b, s->measures[0].column)
            : NULL;

    if (!c || c->kind != COLUMN_TEXT || bind_is_key(b, c) || bind_is_code(c) ||
        !b->roles.counting || s->has_having)
        return;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *of = &b->t->columns[i];

        if (of->kind == COLUMN_NUMBER && of->whole &&
            bind_is_called(of, &words_bind_heads) &&
            link_column_groups(c) & (GROUP_PERSON | GROUP_NAME)) {
            bind_candidate(b, c, no_text);
            bind_candidate(b, of, no_text);
            bind_ask(b, ASK_HOW_TO_ADD, of->name, no_text, no_text);
            return;
        }
    }
}

/* "Which room brings in the most", where rooms have numbers: no largest number
 * is asked for. */
static void check_numbers(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct schema_column *c = s->n_measures == 1 && !s->n_groups
                                        ? bind_column(b, s->measures[0].column)
                                        : NULL;

    if (!c || !b->roles.superlative || c->kind != COLUMN_NUMBER || !c->whole ||
        bind_is_added(c) ||
        link_column_groups(c) & (GROUP_PRICE | GROUP_COST | GROUP_AGE |
                                 GROUP_RATE | GROUP_PAY | GROUP_YEAR))
        return;
    for (size_t i = 1; i < b->l->n; i++) {
        const struct link *l = bind_at(b, i);

        if (bind_is(bind_at(b, i - 1), CONCEPT_WHICH) &&
            l->kind == LINK_COLUMN && l->hits[0].column == c)
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, l), no_text, no_text);
    }
}

/* "What stops the machines most often": two columns that nothing joins are not
 * one thing of which the first is asked for. */
static void check_pairs(struct binder *b)
{
    const struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    const struct link *second;
    const struct link *first;

    if (b->language != LANGUAGE_EN || !r->superlative || s->limit != 1 ||
        r->n_targets != 2 || r->n_groups || s->each)
        return;
    first = bind_naming(b, r->targets[0]->name);
    second = bind_naming(b, r->targets[1]->name);
    if (!first || !second || second < first)
        return;
    for (const struct link *l = first + 1; l < second; l++) {
        if (bind_is(l, CONCEPT_AND))
            return;
    }
    if (b->l->words.word[second->from].gap == ',' ||
        bind_is_key(b, r->targets[0]) || bind_is_key(b, r->targets[1]))
        return;
    bind_ask(b, ASK_NOT_PLACED, bind_words(b, second), no_text, no_text);
}

/* "What stops the machines most often" asks for no stops: a noun for the rows
 * right after "what", and in front of another, is a verb. */
static void check_row_verb(struct binder *b)
{
    for (size_t i = 0; i + 2 < b->l->n && b->language == LANGUAGE_EN; i++) {
        const struct link *rows = bind_at(b, i + 1);

        if (bind_is(bind_at(b, i), CONCEPT_WHICH) &&
            bind_is(rows, CONCEPT_ROWS) && rows->n_hits &&
            bind_at(b, i + 2)->kind == LINK_COLUMN && b->roles.superlative)
            bind_ask(b, ASK_NOT_PLACED, bind_words(b, rows), no_text, no_text);
    }
}

/* "Customers who bought tea and coffee": those who bought both are not those
 * of whom some row has one of them. "Or" is that, and a list with commas may
 * be. */
static void check_both(struct binder *b)
{
    if (!is_of_things(b) || find_word(b, &words_bind_bought) == b->l->words.n)
        return;
    for (size_t i = 0; i + 2 < b->l->n; i++) {
        const struct link *one = bind_at(b, i);
        const struct link *other = bind_at(b, i + 2);

        if (one->kind == LINK_VALUE && other->kind == LINK_VALUE &&
            bind_is(bind_at(b, i + 1), CONCEPT_AND) &&
            one->hits[0].column == other->hits[0].column)
            bind_ask(b, ASK_ANY_OR_ALL, bind_words(b, one),
                     bind_words(b, other), no_text);
    }
}

void bind_check_modifiers(struct binder *b)
{
    check_both(b);
    check_only(b);
    check_without(b);
    check_heads(b);
    check_per(b);
    check_pairs(b);
    check_numbers(b);
    check_row_verb(b);
}

struct str bind_unknown(const struct binder *b, size_t i)
{
    struct link whole = *bind_at(b, i);
    const struct link *next;

    while ((next = bind_at(b, ++i)) && next->kind == LINK_UNKNOWN &&
           next->from == whole.to && b->l->words.word[whole.to].gap == 0)
        whole.to = next->to;
    return bind_words(b, &whole);
}
