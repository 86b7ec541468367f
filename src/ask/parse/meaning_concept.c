/*
 * meaning_concept.c - meanings by the lexicon: "takings" is a column revenue, "hottest"
 * orders by temperature, "unpaid" is the value No of paid.
 */
#include "ask/parse/meaning_computed.h"
#include "ask/parse/meaning_condition.h"
#include "ask/parse/meaning_date.h"
#include "ask/parse/meaning_unit.h"
#include "ask/vocabulary/groups.h"

#define RELATED   8
#define MAX_ALIKE 2
#define MODIFIES  0.4 /* it only says whose the column is, or less */

static struct meaning span(enum meaning_kind kind, size_t at, size_t n)
{
    return (struct meaning){
        .kind = kind, .from = (uint16_t)at, .to = (uint16_t)(at + n)};
}

/* Columns of a concept, by a way of saying it. */
static void add_columns_of(struct meanings *m, const struct meaning *like,
                           uint16_t concept_id, enum meaning_level strong,
                           enum meaning_level weak)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const double s = concepts_strength(m->concepts, i, concept_id);
        struct meaning x = *like;

        if (s <= MODIFIES || m->table->columns[i].empty)
            continue;
        x.column = (uint16_t)i;
        x.level = s >= CONCEPT_STRONG ? strong : weak;
        x.fine = (uint8_t)(8 + 4 * (s >= 1) + like->fine);
        meanings_add(m, &x);
    }
}

static void add_related(struct meanings *m, const struct meaning *like,
                        uint16_t concept_id, enum lex_relation relation,
                        enum meaning_level level)
{
    uint16_t related[RELATED];
    const size_t n =
        lex_related(m->concepts->lex, concept_id, relation, related, RELATED);

    for (size_t i = 0; i < n; i++)
        add_columns_of(m, like, related[i], level, level);
}

/* Is a date asked for, and a column a day that "when" does not mean? */
static bool is_another_day(const struct meanings *m, size_t column,
                           uint16_t concept_id)
{
    return m->nature[column] == NATURE_DATE &&
           lex_concept_is(m->concepts->lex, concept_id, "date") &&
           !meanings_dates_rows(m, column);
}

/* Columns of narrower concepts: "price" for a unit-price. */
static void add_narrower(struct meanings *m, const struct meaning *like,
                         uint16_t concept_id)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct lex_column *of = &m->concepts->column[i];
        const bool is_another = is_another_day(m, i, concept_id);

        for (size_t k = 0; k < of->n && !is_another; k++) {
            uint16_t broader[RELATED];
            const size_t n =
                lex_related(m->concepts->lex, of->found[k].concept_id,
                            LEX_BROADER, broader, RELATED);

            for (size_t j = 0; j < n && of->found[k].strength > MODIFIES; j++)
                if (broader[j] == concept_id) {
                    struct meaning x = *like;

                    x.column = (uint16_t)i;
                    x.level = LEVEL_NEAR;
                    meanings_add(m, &x);
                }
        }
    }
}

/* The one or two columns that measure what a concept is, by their units: `installed_kb`
 * for a size, and for the largest. */
static void add_measured(struct meanings *m, const struct meaning *like,
                         uint16_t concept_id)
{
    const struct lex_concept c = lex_concept(m->concepts->lex, concept_id);
    struct meaning x = *like;
    size_t found = 0;

    for (size_t i = 0; i < m->table->n_columns; i++)
        found += meanings_measures(m, i, &c);
    if (found > MAX_ALIKE)
        return;
    x.level = LEVEL_NEAR;
    x.fine = (uint8_t)found;
    for (size_t i = 0; i < m->table->n_columns && found; i++) {
        x.column = (uint16_t)i;
        if (meanings_measures(m, i, &c) &&
            concepts_strength(m->concepts, i, concept_id) <= MODIFIES)
            meanings_add(m, &x);
    }
}

static void add_rows(struct meanings *m, size_t at, size_t n,
                     uint16_t concept_id)
{
    struct meaning x = span(MEANING_ROWS, at, n);
    uint16_t related[RELATED];
    size_t ids;

    x.level = LEVEL_CONCEPT;
    for (size_t i = 0; i < m->concepts->n_rows; i++)
        if (m->concepts->row[i] == concept_id)
            meanings_add(m, &x);
    x.level = LEVEL_NEAR;
    for (size_t i = 0; i < m->concepts->n_rows; i++) {
        const size_t k = lex_related(m->concepts->lex, m->concepts->row[i],
                                     LEX_BROADER, related, RELATED);

        for (size_t j = 0; j < k; j++)
            if (related[j] == concept_id)
                meanings_add(m, &x);
    }
    x.level = LEVEL_OWNER; /* rows that have its code, each another one */
    ids = lex_related(m->concepts->lex, concept_id, LEX_ID, related, RELATED);
    for (size_t i = 0; i < ids; i++)
        for (size_t k = 0; k < m->table->n_columns; k++)
            if (concepts_strength(m->concepts, k, related[i]) >=
                    CONCEPT_STRONG &&
                meanings_distinct(m, (uint16_t)k) == 4)
                meanings_add(m, &x);
}

/* How usual a word is for its concept, 0 the most. */
static uint8_t rarity(const struct lex_sense *s)
{
    return s->position == 0 ? 0 : s->position < 3 ? 1 : s->position < 8 ? 2 : 3;
}

static void add_noun(struct meanings *m, size_t at, size_t n,
                     const struct lex_sense *s)
{
    const uint16_t concept_id = s->concept_id;
    struct meaning x = span(MEANING_COLUMN, at, n);

    x.fine = rarity(s);

    add_columns_of(m, &x, concept_id, LEVEL_CONCEPT, LEVEL_NEAR);
    add_related(m, &x, concept_id, LEX_NAMED, LEVEL_OWNER);
    add_related(m, &x, concept_id, LEX_ID, LEVEL_OWNER);
    add_related(m, &x, concept_id, LEX_AMOUNT, LEVEL_NEAR);
    add_related(m, &x, concept_id, LEX_BROADER, LEVEL_NEAR);
    add_narrower(m, &x, concept_id);
    add_rows(m, at, n, concept_id);
    x.level = LEVEL_CONCEPT;
    meanings_by_making(m, &x, concept_id);
}

/* An adjective of what the table says otherwise, or not at all. */
static void add_bare_adjective(struct meanings *m, const struct meaning *like,
                               bool lasting)
{
    struct meaning x = *like;

    x.column = MEANING_NO_COLUMN;
    x.level = LEVEL_LITTLE;
    x.lasting = lasting;
    for (size_t i = m->begin[x.from]; lasting && i < m->n; i++) {
        struct meaning *o = &m->meaning[i];

        if (o->kind == x.kind && o->column == x.column && o->to == x.to &&
            o->high == x.high)
            o->lasting = true; /* of a length as well */
    }
    meanings_add(m, &x);
}

static void add_adjective(struct meanings *m, size_t at, size_t n,
                          const struct lex_sense *s)
{
    struct meaning x = span(MEANING_SUPER, at, n);

    x.high = s->role == LEX_HIGH;
    x.superlative = s->form == LEX_SUPERLATIVE;
    add_columns_of(m, &x, s->concept_id, LEVEL_CONCEPT, LEVEL_NEAR);
    add_narrower(m, &x, s->concept_id);
    add_related(m, &x, s->concept_id, LEX_BROADER, LEVEL_NEAR);
    add_measured(m, &x, s->concept_id);
    x.level = LEVEL_CONCEPT;
    if (x.superlative)
        meanings_by_making(m, &x, s->concept_id);
    if (x.superlative)
        add_bare_adjective(m, &x,
                           lex_concept(m->concepts->lex, s->concept_id).kind ==
                               LEX_DURATION);
}

static void add_value(struct meanings *m, size_t at, size_t n,
                      uint16_t concept_id, bool negated)
{
    for (size_t i = 0; i < m->concepts->n_values; i++) {
        const struct value_concept *v = &m->concepts->value[i];
        struct meaning x = span(MEANING_VALUE, at, n);

        if (v->concept_id != concept_id)
            continue;
        x.column = v->column;
        x.values = v->value;
        x.n_values = 1;
        x.negated = negated;
        x.level = LEVEL_NAMED;
        meanings_add(m, &x);
    }
}

/* Flags of a state: a column "paid" is set for what is paid. */
static void add_flags(struct meanings *m, size_t at, size_t n,
                      uint16_t concept_id, bool negated)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        struct meaning x = span(MEANING_COLUMN, at, n);

        if (m->nature[i] != NATURE_FLAG ||
            concepts_strength(m->concepts, i, concept_id) < CONCEPT_STRONG)
            continue;
        x.column = (uint16_t)i;
        x.negated = negated;
        x.level = LEVEL_CONCEPT;
        meanings_add(m, &x);
    }
}

static void add_state(struct meanings *m, size_t at, size_t n,
                      uint16_t concept_id)
{
    uint16_t opposite[RELATED];
    const size_t k =
        lex_related(m->concepts->lex, concept_id, LEX_NOT, opposite, RELATED);
    const size_t before = m->n;

    add_value(m, at, n, concept_id, false);
    add_flags(m, at, n, concept_id, false);
    meanings_by_condition(m, at, n, concept_id, false);
    for (size_t i = 0; i < k && m->n == before; i++) {
        add_value(m, at, n, opposite[i], true);
        add_flags(m, at, n, opposite[i], true);
    }
    for (size_t i = 0; i < k; i++)
        meanings_by_condition(m, at, n, opposite[i], true);
}

/* Words that are a condition with its number: "negative". */
static void add_number(struct meanings *m, size_t at, size_t n,
                       uint16_t concept_id)
{
    const struct str name =
        str_from(lex_concept(m->concepts->lex, concept_id).name);
    const bool negative = str_is(name, "op-negative");
    const struct meaning x =
        meaning_of_zero(at, at + n, negative ? FILTER_LT : FILTER_EQ);

    if (negative || str_is(name, "op-zero"))
        meanings_add(m, &x);
}

/* Is it written as codes are: IT, and not it? */
static bool is_capitals(const struct meanings *m, size_t at, size_t n)
{
    for (size_t i = at; i < at + n; i++) {
        const struct str s = m->words->word[i].raw;

        for (size_t k = 0; k < s.n; k++)
            if (s.p[k] >= 'a' && s.p[k] <= 'z')
                return false;
    }
    return true;
}

static void add_sense(struct meanings *m, size_t at, size_t n,
                      const struct lex_sense *s)
{
    struct meaning x = span(MEANING_COLUMN, at, n);

    x.fine = rarity(s);

    switch ((enum lex_role)s->role) {
    case LEX_NOUN:
    case LEX_HEADER:
        add_noun(m, at, n, s);
        add_value(m, at, n, s->concept_id, false);
        return;
    case LEX_VERB:
        add_columns_of(m, &x, s->concept_id, LEVEL_VERB, LEVEL_NEAR);
        return;
    case LEX_ASK:
        add_columns_of(m, &x, s->concept_id, LEVEL_ASKED, LEVEL_NEAR);
        add_narrower(m, &x, s->concept_id);
        add_measured(m, &x, s->concept_id);
        x.level = LEVEL_ASKED;
        meanings_by_making(m, &x, s->concept_id);
        return;
    case LEX_UNIT:
        add_columns_of(m, &x, s->concept_id, LEVEL_UNIT, LEVEL_UNIT);
        return;
    case LEX_HIGH:
    case LEX_LOW: add_adjective(m, at, n, s); return;
    case LEX_CODE:
        if (!is_capitals(m, at, n))
            return;
        /* fall through */
    case LEX_WORD: add_state(m, at, n, s->concept_id); return;
    case LEX_OPERATION_WORD:
        add_number(m, at, n, s->concept_id);
        meanings_add_operation(m, at, n, s->concept_id);
        return;
    case LEX_END:
    case LEX_ROLES: return;
    }
}

static void add_senses(struct meanings *m, size_t at, size_t n,
                       struct lex_senses s)
{
    for (size_t i = 0; i < s.n; i++)
        add_sense(m, at, n, &s.sense[i]);
}

/* Kinds of which a table has so few columns that the noun of another is one of them. */
static bool is_telling(enum lex_kind kind)
{
    return kind == LEX_PERSON || kind == LEX_PLACE ||
           kind == LEX_ORGANISATION || kind == LEX_MONEY || kind == LEX_COUNT ||
           kind == LEX_DURATION || kind == LEX_SCORE || kind == LEX_AGE ||
           kind == LEX_DATE || kind == LEX_TIME;
}

/* What the whole of a column's name is, or its head; LEX_KINDS: nobody knows. */
static enum lex_kind kind_of(const struct meanings *m, size_t column)
{
    const struct lex_column *of = &m->concepts->column[column];
    const struct schema_column *c = &m->table->columns[column];

    if (c->empty ||
        (m->nature[column] == NATURE_DATE && !meanings_dates_rows(m, column)))
        return LEX_KINDS;
    if (of->n && of->found[0].strength >= CONCEPT_STRONG)
        return lex_concept(m->concepts->lex, of->found[0].concept_id).kind;
    return c->kind == COLUMN_NUMBER && c->groups & GROUP_MONEY ? LEX_MONEY
                                                               : LEX_KINDS;
}

/* Columns of the kind of a noun that none is of by itself: "takings" beside Amount. */
static void add_alike(struct meanings *m, size_t at, size_t n,
                      enum lex_kind kind)
{
    struct meaning x = span(MEANING_COLUMN, at, n);
    size_t found = 0;

    x.level = LEVEL_ALIKE;
    for (size_t i = 0; i < m->table->n_columns; i++)
        found += kind_of(m, i) == kind;
    if (found == 0 || found > MAX_ALIKE)
        return;
    x.fine = (uint8_t)found;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        x.column = (uint16_t)i;
        if (kind_of(m, i) == kind)
            meanings_add(m, &x);
    }
}

/* A noun of what the table has nothing of by that concept: what is alike, or the rows. */
static void add_strange(struct meanings *m, size_t at, size_t n,
                        struct lex_senses s)
{
    const struct meaning column = span(MEANING_COLUMN, at, n);
    struct meaning rows = span(MEANING_ROWS, at, n);

    rows.level = LEVEL_KIN;
    for (size_t i = 0; i < s.n; i++) {
        const enum lex_kind kind =
            lex_concept(m->concepts->lex, s.sense[i].concept_id).kind;

        if (s.sense[i].role != LEX_NOUN)
            continue;
        add_measured(m, &column, s.sense[i].concept_id);
        if (is_telling(kind))
            add_alike(m, at, n, kind);
        if (kind <= LEX_EVENT)
            meanings_add(m, &rows);
    }
}

/* Would a table have a column of it? */
static bool is_about_data(struct lex_senses s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role == LEX_NOUN || s.sense[i].role == LEX_ASK ||
            s.sense[i].role == LEX_VERB)
            return true;
    return false;
}

/* Do some of the words mean something by themselves? */
static bool is_said(const struct meanings *m, size_t at, size_t n)
{
    for (size_t i = m->begin[at]; i < m->n; i++)
        if (m->meaning[i].to > at && m->meaning[i].level <= LEVEL_OWNER)
            return true;
    return m->filler[at] && n == 1;
}

/* The kind of what words are called so most usually, of the longest span that has one. */
static void note_kind(struct meanings *m, size_t at, size_t n,
                      struct lex_senses s)
{
    const struct lex_sense *first = NULL;

    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role < LEX_WORD && s.sense[i].role != LEX_HEADER &&
            (!first || s.sense[i].position < first->position))
            first = &s.sense[i];
    for (size_t i = at; first && i < at + n; i++)
        if (!m->kind[i])
            m->kind[i] =
                (uint8_t)(lex_concept(m->concepts->lex, first->concept_id)
                              .kind +
                          1);
}

/* By their stems words that mean nothing as they are written: a noun that the table has
 * nothing of may be the plural of a state ("activos"). The senses that they have. */
static struct lex_senses add_stems(struct meanings *m, size_t at, size_t n,
                                   struct lex_senses written)
{
    static const enum lex_language languages[] = {
        [LANGUAGE_EN] = LEX_EN, [LANGUAGE_ES] = LEX_ES, [LANGUAGE_ZH] = LEX_ZH};
    const struct lex_senses stems = lex_find_stems(
        m->concepts->lex, &m->text, at, n, languages[m->language]);

    for (size_t i = 0; i < stems.n; i++)
        if (written.n == 0 || stems.sense[i].role == LEX_WORD)
            add_sense(m, at, n, &stems.sense[i]);
    return written.n ? written : stems;
}

void meanings_by_concept(struct meanings *m, size_t at)
{
    for (size_t n = LEX_MAX_WORDS; n > 0; n--) {
        if (at + n > m->n_words)
            continue;
        const size_t before = m->n;
        struct lex_senses s = lex_find(m->concepts->lex, &m->text, at, n);

        add_senses(m, at, n, s);
        if (m->n == before)
            s = add_stems(m, at, n, s);
        note_kind(m, at, n, s);
        for (size_t i = at; i < at + n && m->n == before && !m->mended; i++)
            m->lacks[i] = m->lacks[i] || is_about_data(s);
        if (m->n == before && !is_said(m, at, n))
            add_strange(m, at, n, s);
    }
}
