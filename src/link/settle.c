/*
 * What a word is, where only its neighbours tell.
 *
 * "Total" is a word for adding up, and the name of a column: of "total by city"
 * the column is meant, of "total sales" the sum. Where nothing that could be
 * added up follows, the one column that is called so is taken, or the only one
 * that may be added up. Spanish "menos" is less, and all but what follows. A
 * comparison may stand behind its number, and a dash is one end of a range.
 */
#include "link/time.h"
#include "spec/spec.h"

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

static bool is_concept(const struct link *l, enum concept concept)
{
    return l && l->kind == LINK_CONCEPT && l->concept->concept == concept;
}

static struct link *at(struct links *out, size_t i)
{
    return i < out->n ? &out->link[i] : NULL;
}

/* A number, or one with the noun that it counts: what may stand before "at
 * least" that stands behind. */
static bool ends_number(struct links *out, size_t i)
{
    const struct link *l = at(out, i);

    if (!l)
        return false;
    if (l->kind == LINK_NUMBER)
        return true;
    return i && (l->kind == LINK_COLUMN || is_concept(l, CONCEPT_ROWS)) &&
           at(out, i - 1)->kind == LINK_NUMBER;
}

/* "Tres noches como mínimo", "100 at most": the comparison stands behind. */
static void settle_behind(struct links *out)
{
    static const struct lexicon_entry behind[] = {
        [FILTER_LT] = {"", CONCEPT_CMP_AFTER, FILTER_LT},
        [FILTER_LE] = {"", CONCEPT_CMP_AFTER, FILTER_LE},
        [FILTER_GT] = {"", CONCEPT_CMP_AFTER, FILTER_GT},
        [FILTER_GE] = {"", CONCEPT_CMP_AFTER, FILTER_GE}};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = at(out, i);
        const struct link *next = at(out, i + 1);
        int op = is_concept(l, CONCEPT_CMP) ? l->concept->param : FILTER_EQ;

        if (op >= FILTER_LT && op <= FILTER_GE && ends_number(out, i - 1) &&
            !(next && (next->kind == LINK_NUMBER || next->kind == LINK_PERIOD ||
                       is_concept(next, CONCEPT_AGG))))
        l->concept = &behind[op];
    }
}

/* "Hasta 500 euros" is at most, where no range begins before it. */
static void settle_up_to(struct links *out)
{
    static const struct lexicon_entry at_most = {"", CONCEPT_CMP, FILTER_LE};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = at(out, i);
        const struct link *before = i ? at(out, i - 1) : NULL;

        if (is_concept(l, CONCEPT_TO) && l->concept->param &&
            l[1].kind == LINK_NUMBER && !l[1].year &&
            !(before &&
              (before->kind == LINK_NUMBER || before->kind == LINK_PERIOD)))
        l->concept = &at_most;
    }
}

/* The number column right before the comparison whose number is link `i`. */
static const struct schema_column *compared_before(struct links *out, size_t i)
{
    while (i > 0) {
        const struct link *l = at(out, i);

        if (l->kind != LINK_NUMBER && !is_comparison(l) &&
            !is_concept(l, CONCEPT_AND) && !is_concept(l, CONCEPT_TO))
            break;
        i--;
    }
    return is_number(at(out, i)) ? at(out, i)->hits[0].column : NULL;
}

/* Does the column's name have the word, by its stem? */
static bool has_word(const struct schema_column *c, struct str stem)
{
    size_t i;

    for (i = 0; i < c->words.n; i++) {
        if (str_eq(c->words.word[i].stem, stem))
            return true;
    }
    return false;
}

/* The only number column that is counted in this unit. */
static const struct schema_column *counted_in(const struct schema_table *t,
                                              struct str stem)
{
    const struct schema_column *only = NULL;
    size_t i;

    for (i = 0; i < t->n_columns; i++) {
        if (t->columns[i].kind != COLUMN_NUMBER ||
            !has_word(&t->columns[i], stem))
            continue;
        if (only)
            return NULL;
        only = &t->columns[i];
    }
    return only;
}

/*
 * "50 kg" says in what the number counts, "5 days" of a delay too: it is the
 * unit of the column that is compared, or names the only one that has it.
 */
static void settle_units(const struct schema_table *t, struct links *out)
{
    static const struct lexicon_entry unit_entry = {"", CONCEPT_FILLER, 0};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = at(out, i);
        const struct schema_column *only =
            counted_in(t, out->words.word[l->from].stem);
        const struct schema_column *compared;
        bool unit = l->kind == LINK_UNKNOWN || is_concept(l, CONCEPT_GRAIN);

        if (l[-1].kind != LINK_NUMBER || !unit || !only)
            continue;
        compared = compared_before(out, i - 1);
        if (compared) {
            l->used = compared == only;
            l->kind = l->used ? LINK_CONCEPT : l->kind;
            l->concept = l->used ? &unit_entry : l->concept;
        } else if (i > 1 && is_comparison(&l[-2])) {
            l->kind = LINK_COLUMN;
            l->n_hits = 1;
            l->hits[0] = (struct link_hit){
                .column = only, .score = 0.75, .synonym = true};
        }
    }
}

/* Is the first number the lower end of a range: 500-1000? */
static bool is_range(const struct words *w, const struct link *first,
                     const struct link *last)
{
    struct json low = {.type = JSON_NUMBER, .text = first->number};
    struct json high = {.type = JSON_NUMBER, .text = last->number};

    return first->kind == LINK_NUMBER && last->kind == LINK_NUMBER &&
           first->to == last->from && time_dash_before(w, last->from) &&
           json_double(&low) < json_double(&high);
}

/* 500-1000: the dash is a word; there is room for one more link. */
static void settle_dashes(struct links *out)
{
    static const struct lexicon_entry to = {"", CONCEPT_TO, 0};
    size_t i;
    size_t k;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = at(out, i);

        if (!is_range(&out->words, l, l + 1))
            continue;
        for (k = out->n++; k > i + 1; k--)
            out->link[k] = out->link[k - 1];
        l[1] = (struct link){
            .kind = LINK_CONCEPT, .from = l->to, .to = l->to, .concept = &to};
        return;
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
    settle_up_to(out);
    settle_behind(out);
    settle_dashes(out);
    settle_units(t, out);
}
