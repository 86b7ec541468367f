/*
 * What a word is, where only its neighbours tell.
 *
 * "Total" is a word for adding up, and the name of a column: of "total by city"
 * the column is meant, of "total sales" the sum. Where nothing that could be
 * added up follows, the one column that is called so is taken, or the only one
 * that may be added up. Spanish "menos" is less, and all but what follows.
 */
#include "ask/link/settle.h"

#include "ask/vocabulary/term_lists.h"

static bool is_total(const struct links *out, const struct link *l)
{
    struct str said = out->words.word[l->from].fold;

    return l->kind == LINK_CONCEPT && l->entry->kind == CONCEPT_AGG &&
           l->to == l->from + 1 &&
           (str_is(said, "total") || str_is(said, "totales") ||
            str_is(said, "totals"));
}

/* May the word after "total" be what is added up, or counted? */
static bool takes_total(const struct link *next)
{
    if (!next)
        return false;
    if (next->kind != LINK_CONCEPT)
        return next->kind == LINK_COLUMN || next->kind == LINK_UNKNOWN;
    switch (next->entry->kind) {
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

/* Is something else added up, counted or a part of the total? */
static bool is_measured(const struct links *out)
{
    size_t i;

    for (i = 0; i < out->n; i++) {
        const struct link *l = &out->link[i];
        enum concept_kind kind =
            l->kind == LINK_CONCEPT ? l->entry->kind : CONCEPT_FILLER;

        if (settle_is_number(l) || kind == CONCEPT_SHARE ||
            kind == CONCEPT_MONEY || kind == CONCEPT_RUNNING)
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
            (is_measured(out) && !settle_compares(next)))
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
    static const struct question_word but = {"", CONCEPT_NOT, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind == LINK_CONCEPT && l->entry->kind == CONCEPT_MOST &&
            l->to == l->from + 1 &&
            str_is(out->words.word[l->from].fold, "menos") &&
            l[1].kind == LINK_VALUE)
            l->entry = &but;
    }
}

/* "Cuánta gente": how many, of a noun that has no plural. */
static void settle_folk(struct links *out)
{
    static const struct question_word many = {"", CONCEPT_MANY, 0};
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind == LINK_CONCEPT && l->entry->kind == CONCEPT_MUCH &&
            str_is(out->words.word[l->from].fold, "cuanta") &&
            l[1].kind == LINK_COLUMN &&
            l[1].hits[0].column->kind == COLUMN_TEXT)
            l->entry = &many;
    }
}

/* Is the word an asking "que": first in the question, or with its accent? */
static bool asks_which(const struct words *w, size_t i)
{
    if (!str_is(w->word[i].fold, "que"))
        return false;
    if (i == 1 && term_list_has(&words_link_before_que, w->word[0].fold))
        return true;
    return i == 0 || !str_eq_nocase(w->word[i].raw, STR("que"));
}

/* "¿En qué mes", "¿qué banco": a "that" elsewhere, here it is "which". */
static void settle_which(struct links *out)
{
    static const struct question_word which = {"", CONCEPT_WHICH, 0};
    size_t word;
    size_t i;

    for (word = 0; word < out->words.n; word++) {
        if (!asks_which(&out->words, word))
            continue;
        for (i = 0; i < out->n && out->link[i].to <= word;)
            i++;
        if (i < out->n && out->link[i].from > word)
            settle_insert(out, i,
                          (struct link){.kind = LINK_CONCEPT,
                                        .from = word,
                                        .to = word + 1,
                                        .entry = &which});
        return;
    }
}

/* "IMOR máximo y mínimo": both take the column that comes before them. */
static void settle_two_of_one(struct links *out)
{
    size_t i;

    for (i = 0; i + 3 < out->n; i++) {
        struct link *l = settle_at(out, i);
        struct link column = *l;

        if (!settle_is_number(l) || !settle_is(l + 1, CONCEPT_AGG) ||
            !settle_is(l + 2, CONCEPT_AND) || !settle_is(l + 3, CONCEPT_AGG) ||
            (i + 4 < out->n && out->link[i + 4].kind == LINK_COLUMN))
            continue;
        l[0] = l[1];
        l[1] = l[2];
        l[2] = l[3];
        l[3] = column;
        return;
    }
}

static bool is_text(const struct link *l)
{
    return l->kind == LINK_COLUMN && l->hits[0].column->kind == COLUMN_TEXT;
}

/* Is the link a noun for a kind of things, which the thing itself goes with? */
static bool is_kind(const struct words *w, const struct link *l)
{
    for (size_t i = 0; is_text(l) && i < words_link_kind.n; i++) {
        if (question_words_spells(w, l->from, str_from(words_link_kind.word[i]),
                                  true) == l->to - l->from)
            return true;
    }
    return false;
}

static bool is_of(const struct words *w, size_t at)
{
    return time_is(w, at, "de") || time_is(w, at, "of");
}

/* "Board type", where the only column of that name is the room type: the board
 * is meant. */
static bool is_kind_of_other(const struct link *l, const struct link *kind)
{
    const struct schema_column *c = kind->hits[0].column;
    const struct schema_column *of = l->hits[0].column;

    if (c->words.n < 2 || c->words.word[0].kind == WORD_CJK)
        return false;
    for (size_t i = 0; i < c->words.n; i++) {
        for (size_t k = 0; k < of->words.n; k++) {
            if (str_eq(c->words.word[i].stem, of->words.word[k].stem))
                return false;
        }
    }
    return true;
}

/* "Product category", 产品类别, "tipo de producto": one noun, where each of the
 * two is a column as well. */
static void settle_compounds(struct links *out)
{
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        const struct link *l = settle_at(out, i);

        if (is_text(l) && l->to == l[1].from && is_kind(&out->words, l + 1))
            settle_drop(out, is_kind_of_other(l, l + 1) ? i + 1 : i);
        else if (is_kind(&out->words, l) && is_text(l + 1) &&
                 l[1].from == l->to + 1 && is_of(&out->words, l->to))
            settle_drop(out, i + 1);
    }
}

/* Does each row have its own value: is the column a noun for the rows? */
static bool is_row_noun(const struct schema_table *t, const struct link *l)
{
    return (is_text(l) ||
            (l->kind == LINK_COLUMN && l->hits[0].column->kind == COLUMN_ID)) &&
           l->hits[0].column->distinct * 100 >= t->rows * 97;
}

/* "Total de las reservas", where total is a column: the rows are meant. */
static void settle_total_of(const struct schema_table *t, struct links *out)
{
    size_t i;

    for (i = 0; i + 1 < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (settle_is_number(l) && is_called_total(l->hits[0].column) &&
            l->to == l->from + 1 && is_of(&out->words, l->to) &&
            is_row_noun(t, l + 1))
            settle_drop(out, i + 1);
    }
}

/* 不同城市的销售额: of each city. */
static void settle_each(struct links *out)
{
    static const struct question_word each = {"", CONCEPT_BY, 0};
    size_t i;

    for (i = 0; i + 2 < out->n; i++) {
        struct link *l = settle_at(out, i);

        if (settle_is(l, CONCEPT_AGG) && l->entry->param == AGG_DISTINCT &&
            is_text(l + 1) && settle_is_number(l + 2) &&
            !(i && settle_is(l - 1, CONCEPT_MANY)))
            l->entry = &each;
    }
}

/* "Which day had the most stops" asks for no shift that is called Day: what is
 * asked for, or grouped by, is the unit of time. */
static void settle_grains(struct links *out)
{
    for (size_t i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];
        const struct link *next = settle_at(out, i + 1);

        if (l->kind != LINK_VALUE || !l->entry ||
            l->entry->kind != CONCEPT_GRAIN ||
            !(settle_is(l - 1, CONCEPT_WHICH) || settle_is(l - 1, CONCEPT_BY) ||
              settle_is(l - 1, CONCEPT_MANY)) ||
            (next && next->kind == LINK_COLUMN && next->from == l->to &&
             next->hits[0].column == l->hits[0].column))
            continue;
        l->kind = LINK_CONCEPT;
        l->n_hits = 0;
    }
}

/* The whole value next to link `i`, before or after it, an "and" between them;
 * NULL for none. */
static const struct link *fellow_of(struct links *out, size_t i, bool before)
{
    size_t step = 1;
    const struct link *l;

    if (before ? i == 0 : i + 1 >= out->n)
        return NULL;
    l = before ? &out->link[i - 1] : &out->link[i + 1];
    if (settle_is(l, CONCEPT_AND) || settle_is(l, CONCEPT_OR))
        step = 2;
    if (before ? i < step : i + step >= out->n)
        return NULL;
    l = before ? &out->link[i - step] : &out->link[i + step];
    return l->kind == LINK_VALUE && l->hits[0].whole ? l : NULL;
}

/* "Closed and resolved", where resolved is a status: so is closed, and no day
 * of closing. */
static void settle_fellows(struct links *out)
{
    for (size_t i = 0; i < 2 * out->n; i++) {
        struct link *l = &out->link[i / 2];
        const struct link *fellow = fellow_of(out, i / 2, i % 2);
        size_t key;

        if (!fellow || l->kind != LINK_COLUMN || l->to != l->from + 1 ||
            l->hits[0].column->kind != COLUMN_DATE ||
            !schema_find_key(fellow->hits[0].column,
                             out->words.word[l->from].stem, 0, &key))
            continue;
        l->kind = LINK_VALUE;
        l->n_hits = 1;
        l->hits[0] = (struct link_hit){
            .column = fellow->hits[0].column,
            .score = 1,
            .values = &fellow->hits[0].column->values[schema_value_at(
                fellow->hits[0].column, key)],
            .n_values = 1,
            .whole = true};
    }
}

/* The stem of "booking", "bookings" and "booked" without what they end in. */
static struct str root_of(const struct word *w)
{
    return term_list_without_ending(&words_link_english_verb_ending, w->fold,
                                    4);
}

/* Does the word say what was done on the day of a column that no row lacks:
 * bookings, of booked_on? */
static bool is_occasion(const struct schema_table *t, const struct word *said)
{
    struct str root = root_of(said);

    if (!root.n || str_ends(said->fold, STR("ed")))
        return false;
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (size_t k = 0; c->kind == COLUMN_DATE && k < c->words.n; k++) {
            struct str has = root_of(&c->words.word[k]);

            if (c->non_null >= t->rows && has.n && str_eq(has, root))
                return true;
        }
    }
    return false;
}

/* "How many bookings", where each row was booked: the rows. They are none of
 * Booking.com either. */
static void settle_occasions(const struct schema_table *t, struct links *out)
{
    static const struct question_word rows = {"", CONCEPT_ROWS, 0};

    for (size_t i = 0; i < out->n; i++) {
        struct link *l = &out->link[i];
        const struct word *said = &out->words.word[l->from];

        if (l->to != l->from + 1 ||
            !(l->kind == LINK_UNKNOWN ||
              (l->kind == LINK_VALUE && !l->hits[0].whole &&
               !(said->raw.n && said->raw.p[0] >= 'A' &&
                 said->raw.p[0] <= 'Z'))) ||
            !is_occasion(t, said))
            continue;
        l->kind = LINK_CONCEPT;
        l->entry = &rows;
        l->n_hits = 0;
    }
}

/* How many people there are is how many rows: two may have one name. */
static void settle_people(const struct schema_table *t, struct links *out)
{
    static const struct question_word rows = {"", CONCEPT_ROWS, 0};
    size_t i;

    for (i = 1; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (l[-1].kind != LINK_CONCEPT || l[-1].entry->kind != CONCEPT_MANY ||
            !link_is_person(t, &out->words, l))
            continue;
        l->kind = LINK_CONCEPT;
        l->entry = &rows;
    }
}

/* "Dr Osei" is whom the cells call Osei, or Dr Ama Osei. */
static void settle_titles(struct links *out)
{
    size_t kept = 0;

    for (size_t i = 0; i < out->n; i++) {
        struct link *l = &out->link[i];

        if (l->kind == LINK_UNKNOWN && i + 1 < out->n &&
            l[1].kind == LINK_VALUE &&
            term_list_has(&words_link_title_of_person,
                          out->words.word[l->from].fold))
            continue;
        out->link[kept++] = *l;
    }
    out->n = kept;
}

/* Projects 2023年开始的: where a column says when they began, it is that, and
 * not "from 2023 on", which is 从2023年开始. */
static void settle_began(const struct schema_table *t, struct links *out)
{
    const struct schema_column *began = NULL;

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (c->kind != COLUMN_DATE || !str_starts(c->name, STR("开始")))
            continue;
        if (began)
            return;
        began = c;
    }
    for (size_t i = 1; began && i < out->n; i++) {
        struct link *l = &out->link[i];
        const struct word *after = &out->words.word[l->to];

        if (settle_is(l, CONCEPT_CMP_AFTER) &&
            str_starts(out->words.word[l->from].raw, STR("开")) &&
            l->to < out->words.n && str_is(after->raw, "的") &&
            !settle_compares(i >= 2 ? &out->link[i - 2] : NULL))
            *l = (struct link){.kind = LINK_COLUMN,
                               .from = l->from,
                               .to = l->to,
                               .score = 0.5,
                               .hits = {{.column = began, .score = 0.5}},
                               .n_hits = 1};
    }
}

void link_settle(const struct schema_table *t, enum language language,
                 struct links *out)
{
    settle_titles(out);
    settle_grains(out);
    settle_fellows(out);
    if (language == LANGUAGE_EN)
        settle_occasions(t, out);
    settle_folk(out);
    settle_people(t, out);
    settle_totals(t, out);
    settle_but(out);
    settle_numbers(t, out);
    settle_spoken(t, language, out);
    settle_compounds(out);
    settle_two_of_one(out);
    settle_total_of(t, out);
    if (language == LANGUAGE_EN)
        settle_english(t, out);
    if (language == LANGUAGE_ES)
        settle_which(out);
    if (language == LANGUAGE_ZH) {
        settle_each(out);
        settle_began(t, out);
    }
}
