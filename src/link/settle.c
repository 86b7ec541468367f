/*
 * What a word is, where only its neighbours tell.
 *
 * "Total" is a word for adding up, and the name of a column: of "total by city"
 * the column is meant, of "total sales" the sum. Where nothing that could be
 * added up follows, the one column that is called so is taken, or the only one
 * that may be added up. Spanish "menos" is less, and all but what follows.
 */
#include "link/link.h"

static bool is_total(const struct links *out, const struct link *l)
{
    struct str said = out->words.word[l->from].fold;

    return l->kind == LINK_CONCEPT && l->concept->concept == CONCEPT_AGG &&
           l->to == l->from + 1 &&
           (str_is(said, "total") || str_is(said, "totales") ||
            str_is(said, "totals"));
}

static bool is_number(const struct link *l)
{
    return l->kind == LINK_COLUMN && l->hits[0].column->kind == COLUMN_NUMBER;
}

/* May the word after "total" be what is added up, or counted? */
static bool takes_total(const struct link *next)
{
    if (!next)
        return false;
    if (next->kind != LINK_CONCEPT)
        return next->kind == LINK_COLUMN || next->kind == LINK_UNKNOWN;
    switch (next->concept->concept) {
    case CONCEPT_MANY:
    case CONCEPT_MUCH:
    case CONCEPT_ROWS:
    case CONCEPT_MONEY:
    case CONCEPT_SHARE:
    case CONCEPT_RUNNING:
    case CONCEPT_AGG: return true;
    default: return false;
    }
}

static bool is_comparison(const struct link *l)
{
    return l && l->kind == LINK_CONCEPT &&
           (l->concept->concept == CONCEPT_CMP ||
            l->concept->concept == CONCEPT_BETWEEN);
}

/* Is something else added up, counted or a part of the total? */
static bool is_measured(const struct links *out)
{
    size_t i;

    for (i = 0; i < out->n; i++) {
        const struct link *l = &out->link[i];
        enum concept concept =
            l->kind == LINK_CONCEPT ? l->concept->concept : CONCEPT_FILLER;

        if (is_number(l) || concept == CONCEPT_SHARE ||
            concept == CONCEPT_MONEY || concept == CONCEPT_RUNNING)
            return true;
    }
    return false;
}

static bool is_called_total(const struct schema_column *c)
{
    size_t i;

    for (i = 0; i < c->words.n; i++) {
        if (str_is(c->words.word[i].stem, "total"))
            return true;
    }
    return false;
}

/* The one number column that is called total, or the only one that may be
 * added up. */
static const struct schema_column *total_of(const struct schema_table *t)
{
    const struct schema_column *called = NULL;
    const struct schema_column *other = NULL;
    size_t n_called = 0;
    size_t n_others = 0;
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (c->kind != COLUMN_NUMBER || link_column_groups(c) & GROUP_RATE)
            continue;
        if (is_called_total(c) && n_called++ == 0)
            called = c;
        if (n_others++ == 0)
            other = c;
    }
    if (n_called)
        return n_called == 1 ? called : NULL;
    return n_others == 1 ? other : NULL;
}

static void settle_totals(const struct schema_table *t, struct links *out)
{
    const struct schema_column *column = NULL;
    size_t i;

    for (i = 0; i < out->n; i++) {
        struct link *l = &out->link[i];
        const struct link *next = i + 1 < out->n ? l + 1 : NULL;

        if (!is_total(out, l) || takes_total(next) ||
            (is_measured(out) && !is_comparison(next)))
            continue;
        column = total_of(t);
        if (!column)
            return;
        l->kind = LINK_COLUMN;
        l->n_hits = 1;
        l->hits[0] = (struct link_hit){.column = column,
                                       .score = 0.9,
                                       .synonym = !is_called_total(column)};
    }
}

/* "Todas las ciudades menos Lima": all but Lima. */
static void settle_but(struct links *out)
{
    static const struct lexicon_entry but = {"", CONCEPT_NOT, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind == LINK_CONCEPT && l->concept->concept == CONCEPT_MOST &&
            l->to == l->from + 1 &&
            str_is(out->words.word[l->from].fold, "menos") &&
            l[1].kind == LINK_VALUE)
        l->concept = &but;
    }
}

/* "Cuánta gente": how many, of a noun that has no plural. */
static void settle_folk(struct links *out)
{
    static const struct lexicon_entry many = {"", CONCEPT_MANY, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind == LINK_CONCEPT && l->concept->concept == CONCEPT_MUCH &&
            str_is(out->words.word[l->from].fold, "cuanta") &&
            l[1].kind == LINK_COLUMN &&
            l[1].hits[0].column->kind == COLUMN_TEXT)
        l->concept = &many;
    }
}

/* How many people there are is how many rows: two may have one name. */
static void settle_people(const struct schema_table *t, struct links *out)
{
    static const struct lexicon_entry rows = {"", CONCEPT_ROWS, 0};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (l[-1].kind != LINK_CONCEPT ||
            l[-1].concept->concept != CONCEPT_MANY ||
            !link_is_person(t, &out->words, l))
            continue;
        l->kind = LINK_CONCEPT;
        l->concept = &rows;
    }
}

void link_settle(const struct schema_table *t, struct links *out)
{
    settle_folk(out);
    settle_people(t, out);
    settle_totals(t, out);
    settle_but(out);
}
