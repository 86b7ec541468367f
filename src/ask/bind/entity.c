/*
 * The identifying columns of an entity. Of customer_id and customer_name,
 * "customers" is both: one thing that has a code and a name. Codes are counted,
 * because two may have one name; names are shown, because a code tells nobody
 * who it is.
 */
#include "ask/bind/binder.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

/* More of a code's name is all of it. */
#define HEAD_OF_CODE 0.97

static bool is_code_word(struct str fold)
{
    return term_list_has(&words_bind_code, fold);
}

bool bind_is_code(const struct schema_column *c)
{
    struct str first;
    struct str last;

    if (c->kind == COLUMN_ID)
        return true;
    if (c->words.n == 0 || c->kind != COLUMN_TEXT)
        return false;
    first = c->words.word[0].fold;
    last = c->words.word[c->words.n - 1].fold;
    return is_code_word(last) || is_code_word(first) ||
           str_ends(c->name, STR("#"));
}

static bool is_name(const struct schema_column *c)
{
    size_t i;

    for (i = 0; c->kind == COLUMN_TEXT && i < c->words.n; i++) {
        if (c->nouns[i].groups & GROUP_NAME)
            return true;
    }
    return false;
}

/* "Members with a coach: how many?" */
static bool asks_at_the_end(const struct binder *b)
{
    return b->l->n && bind_is(bind_at(b, b->l->n - 1), CONCEPT_MANY);
}

/* "Members per trainer" are counted; "members by age" are shown in an order. */
static bool is_split(const struct binder *b, size_t i)
{
    const struct link *by = bind_at(b, i + 2);

    return i == 0 && bind_is(bind_at(b, i + 1), CONCEPT_BY) && by &&
           (bind_is(by, CONCEPT_GRAIN) ||
            (by->kind == LINK_COLUMN && bind_fits(by, TAKES_TEXT)));
}

/* Is the thing at link `i` counted: "how many", "number of different"? */
static bool is_counted(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if ((asks_at_the_end(b) && i == 0) || is_split(b, i) ||
        (b->language == LANGUAGE_ZH &&
         bind_is(bind_at(b, i + 1), CONCEPT_MANY))) /* 各城市主播人数 */
        return true;
    if (before && i >= 2 &&
        (before->kind == LINK_VALUE || before->kind == LINK_COLUMN))
        before = bind_at(b, --i - 1); /* how many active members */
    return bind_is(before, CONCEPT_MANY) ||
           (bind_is(before, CONCEPT_AGG) &&
            before->entry->param == AGG_DISTINCT && i >= 2 &&
            bind_is(bind_at(b, i - 2), CONCEPT_MANY));
}

/* The one hit that is a name where all others are codes, or the reverse. */
static const struct link_hit *only_hit(const struct link *l, bool name)
{
    const struct link_hit *only = NULL;
    size_t i;

    for (i = 0; i < l->n_hits; i++) {
        const struct schema_column *c = l->hits[i].column;

        bool code = bind_is_code(c);

        if (is_name(c) == code && (code || c->kind != COLUMN_TEXT))
            return NULL; /* an item beside its sku is a name as well */
        if (code == name)
            continue;
        if (only)
            return NULL;
        only = &l->hits[i];
    }
    return only;
}

/* Was the code itself said: "employee id", "customer code"? */
static bool says_code(const struct binder *b, const struct link *l)
{
    struct str last = b->l->words.word[l->to - 1].fold;
    const struct schema_column *c = l->hits[0].column;

    if (b->language == LANGUAGE_ZH) /* 主播 of 主播编号 */
        return c->words.n < 2 || l->score > HEAD_OF_CODE ||
               str_eq(last, c->words.word[c->words.n - 1].fold);
    return l->to > l->from + 1 || c->words.n < 2 || is_code_word(last);
}

/*
 * The name of what the rows are, where only its code is called after it: of
 * employee_id and full_name "employees" are shown by name. NULL where not just
 * one column can be that.
 */
static const struct schema_column *name_of_rows(const struct binder *b)
{
    const struct schema_column *only = NULL;
    size_t i;

    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!is_name(c) || !bind_is_key(b, c))
            continue;
        if (only || c->owner)
            return NULL;
        only = c;
    }
    return only;
}

/* "Employees" by their name, unless they are counted. */
static void show_by_name(struct binder *b, size_t i)
{
    struct link *l = bind_at(b, i);
    const struct schema_column *c = l->hits[0].column;
    const struct schema_column *name = NULL;

    if (!c->owner && bind_is_code(c) && bind_is_key(b, c) && !says_code(b, l) &&
        !is_counted(b, i))
        name = name_of_rows(b);
    if (name)
        l->hits[0].column = name;
}

void bind_entities(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct link_hit *hit = NULL;

        if (l->kind == LINK_COLUMN && l->n_hits == 1)
            show_by_name(b, i);
        if (l->kind != LINK_COLUMN || l->n_hits < 2)
            continue;
        hit = only_hit(l, !is_counted(b, i));
        if (!hit)
            continue;
        l->hits[0] = *hit;
        l->n_hits = 1;
    }
}

static bool is_done(const struct word *w)
{
    return str_ends(w->fold, STR("ed"));
}

/* "Supplied", not "supplier": the word is not a form of the noun. Nor is "stayed"
 * of stay_id. */
static bool is_verb(const struct binder *b, const struct link *l)
{
    const struct word *said = &b->l->words.word[l->from];
    bool verb = false;
    size_t i;

    if (l->kind != LINK_COLUMN || l->n_hits != 1 || l->to != l->from + 1)
        return false;
    for (i = 0; i < l->hits[0].column->words.n; i++) {
        const struct word *has = &l->hits[0].column->words.word[i];

        if (str_eq(said->stem, has->stem))
            return is_done(said) && !is_done(has) &&
                   bind_is_code(l->hits[0].column);
        verb |= link_is_verb(said->fold, has->fold);
    }
    return verb;
}

/* "The number of stays": a noun in the plural, where a verb could not be. */
static bool is_noun_here(const struct binder *b, size_t i)
{
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    return b->language == LANGUAGE_EN &&
           str_ends(b->l->words.word[bind_at(b, i)->from].fold, STR("s")) &&
           (!before || bind_is(before, CONCEPT_MANY) ||
            bind_is(before, CONCEPT_AGG) || bind_is(before, CONCEPT_BY) ||
            bind_is(before, CONCEPT_LIST) || bind_is(before, CONCEPT_MOST) ||
            bind_is(before, CONCEPT_TOP) || bind_is(before, CONCEPT_LIKE) ||
            before->kind == LINK_VALUE);
}

/* "Which operator makes the most": who does it stands right before the verb,
 * which asks for no maker. */
static bool has_subject(const struct binder *b, size_t i)
{
    const struct link *subject = i ? bind_at(b, i - 1) : NULL;

    return b->language == LANGUAGE_EN && i >= 2 &&
           subject->kind == LINK_COLUMN && bind_fits(subject, TAKES_TEXT) &&
           subject->hits[0].column != bind_at(b, i)->hits[0].column &&
           bind_is(bind_at(b, i - 2), CONCEPT_WHICH);
}

void bind_verbs(struct binder *b)
{
    bool who = false;
    size_t i;

    for (i = 0; i < b->l->n; i++)
        who |= bind_is(bind_at(b, i), CONCEPT_WHO);
    for (i = 0; i < b->l->n; i++) {
        struct link *l = bind_at(b, i);
        const struct schema_column *c;

        if (l->used || !is_verb(b, l) || is_noun_here(b, i))
            continue;
        c = l->hits[0].column;
        if (bind_is_key(b, c) || c->kind == COLUMN_ID ||
            (c->kind == COLUMN_TEXT && !who &&
             (bind_is_fixed(b, c) || has_subject(b, i))))
            l->used = true;
    }
}

/* A name of persons: of nothing else, as product_name would be. */
static bool is_person(const struct schema_column *c)
{
    bool named = false;
    size_t i;

    for (i = 0; i < c->words.n; i++) {
        noun_groups groups = c->nouns[i].groups;

        named |= (groups & (GROUP_NAME | GROUP_PERSON)) != 0;
        if (groups && !(groups & (GROUP_NAME | GROUP_PERSON)))
            return false;
    }
    return named && c->kind == COLUMN_TEXT && !bind_is_code(c);
}

const struct schema_column *bind_person_of_rows(const struct binder *b,
                                                size_t *n)
{
    const struct schema_column *only = NULL;
    size_t i;

    *n = 0;
    for (i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (!is_person(c) || !bind_is_key(b, c))
            continue;
        only = c;
        *n += 1;
    }
    return only;
}
