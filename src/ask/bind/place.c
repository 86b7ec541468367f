/*
 * Places: "the tenth row", "the last customer of the file", "the second
 * largest", "when was the first order".
 *
 * The order of the file is meant where a row is said, where the file is, and
 * where the table has no dates that could be another order. The first and the
 * last in time are all rows of that day; the third needs clarification.
 */
#include "ask/bind/compose.h"
#include "ask/bind/period.h"
#include "ask/vocabulary/term_lists.h"

static const struct str no_text = {0};

static bool has(const struct binder *b, enum concept_kind kind)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        if (bind_is(bind_at(b, i), kind))
            return true;
    }
    return false;
}

static void use_all(struct binder *b, enum concept_kind kind)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        if (bind_is(bind_at(b, i), kind))
            bind_at(b, i)->used = true;
    }
}

/* The place that link `i` says: from 1, UINT64_MAX the last; 0 for none. */
static uint64_t place_of(const struct binder *b, size_t i)
{
    const struct link *l = bind_at(b, i);
    struct error ignored;
    uint64_t n = 0;

    if (l->used)
        return 0;
    if (bind_is(l, CONCEPT_LAST) && !l->entry->param)
        return UINT64_MAX;
    if (l->kind != LINK_ORDINAL ||
        str_parse_u64(l->number, 1000000, &n, &ignored))
        return 0;
    return n;
}

/* A noun for a row: row, or the column that tells the rows apart. */
static bool is_row(const struct binder *b, const struct link *l)
{
    return bind_is(l, CONCEPT_ROWS) ||
           (l && l->kind == LINK_COLUMN && l->n_hits == 1 &&
            bind_fits(l, TAKES_TEXT) && bind_is_key(b, l->hits[0].column));
}

/* "When was the first order": the earliest day. */
static bool put_day(struct binder *b, size_t i, uint64_t place)
{
    struct link *next = bind_at(b, i + 1);
    const struct schema_column *c;

    if (!has(b, CONCEPT_WHEN) || (place != 1 && place != UINT64_MAX) ||
        !is_row(b, next))
        return false;
    c = bind_dates(b, i, i + 1, false);
    if (!c || c->kind != COLUMN_DATE)
        return false;
    bind_at(b, i)->used = next->used = true;
    use_all(b, CONCEPT_WHEN);
    roles_add_measure(&b->roles, place == 1 ? AGG_MIN : AGG_MAX, c->name);
    return true;
}

/* 第二高 is the second and "higher". */
static void most_of_more(const struct binder *b, struct link *l)
{
    if (b->language == LANGUAGE_ZH && bind_is(l, CONCEPT_MORE))
        l->entry = bind_superlative(l->entry->param != 0);
}

/* "The second largest", 排名第二. */
static bool put_rank(struct binder *b, size_t i, uint64_t place)
{
    struct link *next = bind_at(b, i + 1);
    const struct link *before = i ? bind_at(b, i - 1) : NULL;

    if (place == UINT64_MAX)
        return false;
    most_of_more(b, next);
    if (!bind_is(next, CONCEPT_MOST) && !bind_is(next, CONCEPT_LIKE) &&
        !bind_is(next, CONCEPT_TOP) &&
        !(b->language == LANGUAGE_ZH && bind_is(before, CONCEPT_MOST)))
        return false;
    bind_at(b, i)->used = true;
    b->out->spec.place = place > 1 ? place : 0;
    b->out->spec.limit = 1;
    return true;
}

/* "Who was hired first": those of the earliest day. */
static bool put_earliest(struct binder *b, size_t i, uint64_t place)
{
    struct link *l = bind_at(b, i);
    struct link *before = i ? bind_at(b, i - 1) : NULL;
    struct roles *r = &b->roles;

    if (!before || before->used || before->kind != LINK_COLUMN ||
        before->n_hits != 1 || before->hits[0].column->kind != COLUMN_DATE ||
        i + 1 < b->l->n || (place != 1 && place != UINT64_MAX))
        return false;
    l->used = before->used = true;
    r->ordered = r->superlative = r->single_values = true;
    r->descending = place == UINT64_MAX;
    roles_add_measure(r, r->descending ? AGG_MAX : AGG_MIN,
                      before->hits[0].column->name);
    return true;
}

/* A word for a row of a file, and for nothing that has its day. */
static bool is_line(const struct binder *b, const struct link *l)
{
    return bind_link_is(b, l, &words_bind_row) ||
           term_list_has(&words_bind_row, b->l->words.word[l->to - 1].fold);
}

/* Is a row somebody? The last employee may be that of a list. */
static bool is_person(const struct binder *b, const struct link *l)
{
    size_t n;

    (void)bind_person_of_rows(b, &n);
    return n || (l->kind == LINK_COLUMN &&
                 link_column_groups(l->hits[0].column) &
                     (GROUP_PERSON | GROUP_NAME | GROUP_CUSTOMER));
}

/* "The last booking of Tom Baker", where each has its day: those of the newest
 * day, and of "the first" those of the oldest. */
static bool put_newest(struct binder *b, size_t i, uint64_t place)
{
    struct link *next = bind_at(b, i + 1);
    const struct schema_column *c;
    size_t n;

    if ((place != 1 && place != UINT64_MAX) || !is_row(b, next) || next->used ||
        is_line(b, next) || is_person(b, next) || has(b, CONCEPT_FILE))
        return false;
    c = bind_when_began(b, &n);
    if (n != 1 || !c)
        return false;
    bind_at(b, i)->used = next->used = true;
    bind_note(b, SAY_DATES_FROM, c->name, no_text, no_text);
    if (bind_is_joined(b)) { /* whose rows have no place */
        struct roles *r = &b->roles;

        r->ordered = r->superlative = r->single_values = r->rows = true;
        r->descending = place != 1;
        roles_add_measure(r, r->descending ? AGG_MAX : AGG_MIN, c->name);
        return true;
    }
    b->out->spec.step = (struct spec_step){.kind = place == 1 ? SPEC_STEP_LEAST
                                                              : SPEC_STEP_MOST,
                                           .column = c->name};
    return true;
}

static void put_step(struct binder *b, size_t i, uint64_t place)
{
    struct link *next = bind_at(b, i + 1);
    size_t dates;

    (void)bind_about(b, 0, COLUMN_DATE, &dates);
    if (!is_row(b, next) ||
        (!bind_is(next, CONCEPT_ROWS) && !has(b, CONCEPT_FILE) && dates))
        return;
    bind_at(b, i)->used = true;
    if (bind_is(next, CONCEPT_ROWS))
        next->used = true;
    use_all(b, CONCEPT_FILE);
    b->out->spec.step = (struct spec_step){
        .kind = place == UINT64_MAX ? SPEC_STEP_LAST : SPEC_STEP_NTH,
        .n = place == UINT64_MAX ? 0 : place};
}

void bind_places(struct binder *b)
{
    size_t i;

    for (i = 0; i < b->l->n; i++) {
        uint64_t place = place_of(b, i);

        if (!place)
            continue;
        if (!put_rank(b, i, place) && !put_day(b, i, place) &&
            !put_earliest(b, i, place) && !put_newest(b, i, place))
            put_step(b, i, place);
        return;
    }
}

/* "How much was the last booking": the one column of money. */
static bool add_money(struct binder *b)
{
    const struct schema_column *only = NULL;

    for (size_t i = 0; i < b->t->n_columns; i++) {
        const struct schema_column *c = &b->t->columns[i];

        if (c->kind != COLUMN_NUMBER ||
            !(bind_is_money(c) ||
              link_column_groups(c) & (GROUP_SALES | GROUP_AMOUNT)))
            continue;
        if (only)
            return false;
        only = c;
    }
    if (only)
        roles_add_number(&b->roles, only);
    return only != NULL;
}

enum err bind_compose_place(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    const struct roles *r = &b->roles;
    size_t i;

    if (r->ordered || r->n_measures || r->n_groups || s->limit ||
        s->has_having || r->share || r->counting) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    if (b->roles.much && !r->n_numbers && !add_money(b)) {
        bind_ask(b, ASK_WHAT, no_text, no_text, no_text);
        return OK;
    }
    s->kind = SPEC_CELLS;
    bind_put_groups(b, true);
    for (i = 0; i < r->n_numbers; i++)
        bind_add_group(s, r->numbers[i]->name, GRAIN_NONE);
    for (i = 0; !r->n_targets && !r->n_numbers && i < b->t->n_columns &&
                i < SPEC_MAX_GROUPS;
         i++)
        bind_add_group(s, b->t->columns[i].name, GRAIN_NONE);
    return OK;
}
