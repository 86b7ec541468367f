/*
 * Words that name their column by what they mean: the cheapest is of prices,
 * the heaviest of weights, when of dates and where of cities.
 */
#include "ask/bind/column_name.h"
#include "ask/bind/period.h"
#include "ask/bind/take.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

/* The only number column whose name has one of the words; NULL and the number
 * of them when they are not one. */
static const struct schema_column *named(const struct binder *b,
                                         const struct term_list *list,
                                         size_t *n)
{
    const struct schema_column *only = NULL;

    *n = 0;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        const bool has = c->kind == COLUMN_NUMBER && bind_is_called(c, list);

        *n += has;
        only = has && !only ? c : only;
    }
    return only;
}

const struct schema_column *bind_when_began(const struct binder *b, size_t *n)
{
    const struct schema_column *c = bind_about(b, 0, COLUMN_DATE, n);

    if (*n < 2)
        return c;
    c = bind_named_dates(b);
    *n = c != NULL;
    for (size_t i = 0; !*n && i < b->t->n_columns; i++) {
        const struct schema_column *date = &b->t->columns[i];

        if (date->kind != COLUMN_DATE ||
            !bind_is_called(date, &words_bind_began))
            continue;
        if (c)
            return NULL;
        c = date;
    }
    *n = c != NULL;
    return c;
}

/* Ages are numbers, or days of birth, which are the other way round; things
 * that are not persons are as old as their row. */
static const struct schema_column *age_column(const struct binder *b, size_t *n)
{
    const struct schema_column *c = bind_about(b, GROUP_AGE, COLUMN_NUMBER, n);

    if (*n)
        return c;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *date = &b->t->columns[i];

        if (bind_is_birth(date)) {
            *n = 1;
            return date;
        }
    }
    /* the date of another table's row is nobody's age: the oldest member is not
     * who came in first */
    if (bind_is_joined(b) || bind_person_of_rows(b, n)) {
        *n = 0;
        return NULL;
    }
    c = bind_when_began(b, n);
    return *n ? c : bind_about(b, GROUP_YEAR, COLUMN_NUMBER, n);
}

/* The day on which somebody began, of the rows themselves: no day of what they
 * did since. */
static const struct schema_column *service_column(const struct binder *b,
                                                  size_t *n)
{
    const struct schema_column *only = NULL;

    *n = 0;
    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];
        bool begin = bind_is_called(c, &words_bind_hired) ||
                     bind_name_has(c, &words_bind_hired_chinese);

        if (c->kind != COLUMN_DATE || !begin || c->owner)
            continue;
        only = c;
        *n += 1;
    }
    return only;
}

/* The column that a superlative is about; *n of them there are. */
static const struct schema_column *column_of(const struct binder *b,
                                             enum adjective like, size_t *n)
{
    switch (like) {
    case LIKE_EXPENSIVE:
    case LIKE_CHEAP:
        (void)bind_about(b, GROUP_PRICE, COLUMN_NUMBER, n);
        return bind_about(b, *n ? GROUP_PRICE : GROUP_COST, COLUMN_NUMBER, n);
    case LIKE_NEWEST:
    case LIKE_OLDEST: return age_column(b, n);
    case LIKE_HEAVY:
    case LIKE_LIGHT: return named(b, &words_bind_weight, n);
    case LIKE_TALL:
    case LIKE_LOW: return named(b, &words_bind_height, n);
    case LIKE_LONG:
    case LIKE_SHORT: return named(b, &words_bind_length, n);
    case LIKE_PAID:
    case LIKE_UNPAID: return named(b, &words_bind_pay, n);
    case LIKE_COMMON:
    case LIKE_RARE:
    case LIKE_SOLD:
    case LIKE_UNSOLD:
    case LIKE_SENIOR:
    case LIKE_JUNIOR: return service_column(b, n);
    case LIKE_LATEST:
    case LIKE_EARLIEST:
    case LIKE_YOUNG: /* adjective_of() */
    case LIKE_ELDER: break;
    }
    return bind_when_began(b, n);
}

/* What sells best sells most pieces, else most money, else is in most rows;
 * NULL for rows, and a question where two columns may be meant. */
static enum err take_sold(struct binder *b, struct error *e)
{
    static const noun_groups order[] = {GROUP_QUANTITY, GROUP_SALES,
                                        GROUP_AMOUNT};
    struct roles *r = &b->roles;
    size_t n = 0;
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        if (bind_fits(bind_at(b, i), TAKES_NUMBER) && !bind_at(b, i)->used)
            return OK; /* best selling by revenue */
    }
    for (i = 0; i < 3 && !n; i++) {
        const struct schema_column *c =
            bind_about(b, order[i], COLUMN_NUMBER, &n);

        if (n > 1)
            return bind_ask_measure(b, ASK_BY_WHAT, e);
        if (n && !bind_is_added(c))
            n = 0;
        if (n) {
            bind_note(b, SAY_SUM_OF, c->name, no_text, no_text);
            roles_add_measure(r, AGG_SUM, c->name);
        }
    }
    if (!n)
        roles_add_measure(r, AGG_COUNT, no_text);
    return OK;
}

/* "Best selling products": several, where "top 1" is not said. */
static bool names_several(const struct binder *b, size_t i)
{
    const struct link *of = bind_at(b, i + 1);
    const struct word *last;

    if (!of || of->kind != LINK_COLUMN)
        return false;
    last = &b->l->words.word[of->to - 1];
    return last->kind == WORD_LETTERS && str_ends(last->fold, STR("s"));
}

/* "Rentas más caras", 入驻最早: the column right before is what it is about. */
static const struct schema_column *column_before(struct binder *b, size_t i,
                                                 enum adjective like)
{
    bool dates = like == LIKE_LATEST || like == LIKE_EARLIEST ||
                 like == LIKE_NEWEST || like == LIKE_OLDEST;
    unsigned takes = dates ? TAKES_DATE : TAKES_NUMBER;
    struct link *l = i ? bind_at(b, i - 1) : NULL;
    const struct schema_column *c;

    if (b->language == LANGUAGE_EN || !l || l->kind != LINK_COLUMN ||
        l->n_hits != 1 || !bind_fits(l, takes))
        return NULL;
    c = l->hits[0].column;
    if (l->used) {
        roles_drop(&b->roles, c);
    }
    l->used = true;
    return c;
}

/* "The oldest customer" of orders: the date is the row's, and no row is a
 * customer. */
static bool is_of_another(const struct binder *b, size_t i, enum adjective like,
                          const struct schema_column *date)
{
    const struct link *of = bind_at(b, i + 1);

    return (like == LIKE_OLDEST || like == LIKE_NEWEST) &&
           (date->kind == COLUMN_DATE ||
            link_column_groups(date) & GROUP_YEAR) &&
           of && of->kind == LINK_COLUMN &&
           (TAKES_TEXT >> of->hits[0].column->kind & 1) &&
           !bind_is_key(b, of->hits[0].column);
}

/* Who is young is new, too. */
static enum adjective adjective_of(const struct link *l)
{
    const enum adjective like = (enum adjective)l->entry->param;

    return like == LIKE_YOUNG   ? LIKE_NEWEST
           : like == LIKE_ELDER ? LIKE_OLDEST
                                : like;
}

enum err bind_take_like(struct binder *b, size_t i, struct error *e)
{
    struct roles *r = &b->roles;
    struct link *l = bind_at(b, i);
    const enum adjective like = adjective_of(l);
    size_t n = 1;
    const struct schema_column *c = column_before(b, i, like);
    bool born = false;

    if (!c)
        c = column_of(b, like, &n);
    if (c && n == 1 && is_of_another(b, i, like, c)) {
        c = NULL; /* the first order's customer need not be the oldest */
        n = 0;
    }
    born = c && n == 1 &&
           (c->kind == COLUMN_DATE || link_column_groups(c) & GROUP_YEAR) &&
           (like == LIKE_OLDEST || like == LIKE_NEWEST) &&
           b->language == LANGUAGE_EN;
    l->used = true;
    if (like == LIKE_SOLD || like == LIKE_UNSOLD) {
        r->ordered = true;
        r->superlative |= !r->list && !names_several(b, i);
        r->descending = like == LIKE_SOLD;
        return take_sold(b, e);
    }
    if (like == LIKE_COMMON || like == LIKE_RARE) {
        r->ordered = r->superlative = true; /* of what follows, by rows */
        r->descending = like == LIKE_COMMON;
        roles_add_measure(r, AGG_COUNT, no_text);
        return OK;
    }
    if (n != 1 || !c)
        return bind_ask_measure(b, ASK_BY_WHAT, e);
    r->ordered = r->superlative = r->single_values = true;
    r->descending = like == LIKE_EXPENSIVE || like == LIKE_OLDEST ||
                    like == LIKE_LATEST || like == LIKE_JUNIOR ||
                    like == LIKE_HEAVY || like == LIKE_TALL ||
                    like == LIKE_LONG || like == LIKE_PAID;
    if (born)
        r->descending = like == LIKE_NEWEST; /* who is old was born early */
    bind_note(b, SAY_READ_AS_COLUMN, bind_words(b, l), c->name, no_text);
    roles_add_measure(r, r->descending ? AGG_MAX : AGG_MIN, c->name);
    return OK;
}

/* The column of words that says the nearest where something is. */
static const struct schema_column *place_column(const struct binder *b)
{
    static const char *const words[] = {
        "city",   "town",     "ciudad",    "市",   "location", "place",
        "lugar",  "site",     "sede",      "地点", "region",   "state",
        "estado", "province", "provincia", "省",   "区",       "country",
        "pais",   "国家",     "address"};
    size_t k;
    size_t i;

    for (k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        for (i = 0; i < b->t->n_columns; i++) {
            const struct schema_column *c = &b->t->columns[i];

            if (c->kind == COLUMN_TEXT && c->words.n &&
                str_is(c->words.word[c->words.n - 1].fold, words[k]))
                return c;
        }
    }
    return NULL;
}

void bind_take_place_or_time(struct binder *b, size_t i)
{
    struct link *l = bind_at(b, i);
    const struct schema_column *c = NULL;
    size_t n = 0;

    if (bind_is(l, CONCEPT_WHEN) && bind_named_dates(b) &&
        b->out->spec.n_filters)
        c = bind_named_dates(b);
    else if (bind_is(l, CONCEPT_WHEN))
        c = bind_about(b, 0, COLUMN_DATE, &n);
    else if (i == 0)
        c = place_column(b);
    if (!c || n > 1 || (i == 0 && bind_is_fixed(b, c)))
        return;
    l->used = true;
    roles_add_target(&b->roles, c);
}
