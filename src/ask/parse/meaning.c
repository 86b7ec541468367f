#include "ask/parse/meaning.h"

#include "ask/parse/cell_lists.h"
#include "ask/parse/meaning_computed.h"
#include "ask/parse/meaning_condition.h"
#include "ask/parse/meaning_drop.h"
#include "ask/parse/meaning_flag.h"
#include "ask/parse/meaning_kin.h"
#include "ask/parse/meaning_unit.h"
#include "ask/parse/misspelled_words.h"
#include "ask/parse/numbered_columns.h"
#include "ask/parse/said_columns.h"

#include <string.h>

/* All of a column's name, and what is most of it, and some. */
#define SCORE_WHOLE  0.999
#define SCORE_MOST   0.55
#define SCORE_LITTLE 0.34

/* A text column with at most one value in so many rows, or few values, sorts rows
 * into categories. */
#define CATEGORY_ROWS   3
#define CATEGORY_VALUES 12

/* Numbers of at least so many digits may be codes. */
#define CODE_DIGITS 3

/* Is a mended word among those of a span? */
static bool has_mended(const struct meanings *m, const struct meaning *x)
{
    for (size_t i = x->from; i < x->to; i++)
        if (m->mended[i])
            return true;
    return false;
}

void meanings_add(struct meanings *m, const struct meaning *x)
{
    if (m->n == m->cap || x->to > m->n_words || x->to <= x->from ||
        m->n - m->begin[x->from] >= MEANING_MAX_AT ||
        (m->mended && !has_mended(m, x)))
        return;
    for (size_t i = m->begin[x->from]; i < m->n; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind == x->kind && o->to == x->to && o->column == x->column &&
            o->entry == x->entry && o->high == x->high &&
            o->event == x->event && o->than == x->than &&
            (x->kind != MEANING_VALUE || (o->n_values == x->n_values &&
                                          str_eq(o->values[0], x->values[0]))))
            return; /* by a surer way already */
    }
    m->meaning[m->n] = *x;
    if (m->mended)
        m->meaning[m->n].level = LEVEL_SLIP;
    m->n++;
}

static enum meaning_level column_level(const struct link *c,
                                       const struct link_hit *h)
{
    if (h->entity)
        return LEVEL_OWNER;
    if (h->synonym)
        return LEVEL_SYNONYM;
    if (h->slip)
        return LEVEL_SLIP;
    if (h->score >= SCORE_WHOLE || c->score >= SCORE_WHOLE)
        return LEVEL_WHOLE;
    return h->score >= SCORE_MOST     ? LEVEL_MOST
           : h->score >= SCORE_LITTLE ? LEVEL_PART
                                      : LEVEL_LITTLE;
}

static struct meaning of_link(enum meaning_kind kind, const struct link *c)
{
    return (struct meaning){.kind = kind,
                            .from = (uint16_t)c->from,
                            .to = (uint16_t)c->to,
                            .negated = c->negated,
                            .entry =
                                kind == MEANING_OPERATION ? c->entry : NULL,
                            .link = c};
}

/* How much of the column's name was said, 0 to 4. */
static uint8_t part_said(const struct link *c, const struct link_hit *h)
{
    const size_t said = c->to - c->from;
    const size_t all = h->column->words.n ? h->column->words.n : 1;

    return (uint8_t)(said >= all ? 4 : said * 4 / all);
}

static void add_columns(struct meanings *m, const struct link *c)
{
    for (size_t i = 0; i < c->n_hits; i++) {
        const struct link_hit *h = &c->hits[i];
        struct meaning x = of_link(MEANING_COLUMN, c);

        if (!h->column || h->column->empty)
            continue;
        x.column = (uint16_t)(h->column - m->table->columns);
        x.level = column_level(c, h);
        x.fine = part_said(c, h);
        meanings_add(m, &x);
    }
}

/* One word that questions are made of, whatever a cell says: it, and not IT. */
static bool is_filler_word(const struct meanings *m, const struct link *c)
{
    const struct str raw = m->words->word[c->from].raw;

    return c->to == c->from + 1 && m->filler[c->from] && raw.n &&
           raw.p[0] >= 'a' && raw.p[0] <= 'z';
}

static void add_values(struct meanings *m, const struct link *c)
{
    for (size_t i = 0; i < c->n_hits; i++) {
        const struct link_hit *h = &c->hits[i];
        struct meaning x = of_link(MEANING_VALUE, c);

        x.column = (uint16_t)(h->column - m->table->columns);
        if (h->n_values == 0) { /* a flag: what it says is true */
            x.kind = MEANING_COLUMN;
            x.level = LEVEL_MOST;
            meanings_add(m, &x);
            continue;
        }
        x.values = h->values;
        x.n_values = h->n_values;
        x.many = h->many;
        x.level = c->doubt || is_filler_word(m, c) ? LEVEL_LITTLE
                  : h->slip                        ? LEVEL_SLIP
                  : h->synonym                     ? LEVEL_SYNONYM
                  : h->whole                       ? LEVEL_WHOLE
                                                   : LEVEL_PART;
        meanings_add(m, &x);
    }
}

/* Is it a piece of a period or a number, which have meanings of their own? */
static bool is_piece(enum concept_kind kind)
{
    return kind == CONCEPT_MONTH || kind == CONCEPT_QUARTER ||
           kind == CONCEPT_NUMBER || kind == CONCEPT_SCALE;
}

/* Does it hold what came in and what went out? */
static bool is_signed_money(const struct meanings *m, size_t i)
{
    const struct schema_column *c = &m->table->columns[i];

    return c->kind == COLUMN_NUMBER && m->nature[i] == NATURE_MONEY &&
           str_starts(c->min, STR("-")) && c->max.n &&
           !str_starts(c->max, STR("-")) && !str_is(c->max, "0");
}

struct meaning meaning_of_zero(size_t from, size_t to, enum filter_op op)
{
    static const struct link zero = {
        .kind = LINK_NUMBER, .number = {"0", 1}, .score = 1};

    return (struct meaning){.kind = MEANING_NUMBER,
                            .from = (uint16_t)from,
                            .to = (uint16_t)to,
                            .link = &zero,
                            .cmp = (uint8_t)(op + 1)};
}

/* "Spent": amounts below zero, where a column has both. Did it say so? */
static bool add_flow(struct meanings *m, const struct link *c)
{
    const struct question_word *said = c->entry;
    struct meaning x = meaning_of_zero(
        c->from, c->to, said->param == MONEY_OUT ? FILTER_LT : FILTER_GT);
    bool is_one = false;

    if (said->kind != CONCEPT_MONEY ||
        (said->param != MONEY_OUT && said->param != MONEY_IN))
        return false;
    x.of_column = true;
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (is_signed_money(m, i)) {
            x.column = (uint16_t)i;
            meanings_add(m, &x);
            is_one = true;
        }
    return is_one;
}

static void add_concept(struct meanings *m, const struct link *c)
{
    struct meaning x = of_link(MEANING_OPERATION, c);

    if (is_piece(c->entry->kind))
        return;
    if (c->entry->kind == CONCEPT_ROWS) {
        x.kind = MEANING_ROWS;
        x.entry = NULL;
        x.level = c->n_hits                ? LEVEL_OWNER
                  : c->entry->text[0] == 0 ? LEVEL_WHOLE
                                           : LEVEL_CONCEPT;
        meanings_add(m, &x);
        add_columns(m, c);
        return;
    }
    if (!add_flow(m, c))
        meanings_add(m, &x);
}

static void add_link(struct meanings *m, const struct link *c)
{
    struct meaning x;

    switch (c->kind) {
    case LINK_UNKNOWN: return;
    case LINK_CONCEPT: add_concept(m, c); return;
    case LINK_COLUMN: add_columns(m, c); return;
    case LINK_VALUE: add_values(m, c); return;
    case LINK_NUMBER:
        x = of_link(MEANING_NUMBER, c);
        meanings_add(m, &x);
        if (c->year) {
            x.kind = MEANING_PERIOD;
            meanings_add(m, &x);
        }
        return;
    case LINK_PERIOD: x = of_link(MEANING_PERIOD, c); break;
    case LINK_ORDINAL: x = of_link(MEANING_ORDINAL, c); break;
    case LINK_CLOCK: x = of_link(MEANING_CLOCK, c); break;
    }
    meanings_add(m, &x);
}

static enum column_nature number_nature(const struct schema_column *c)
{
    const noun_groups g = c->groups;

    if (link_is_flag(c))
        return NATURE_FLAG;
    if (g & GROUP_YEAR)
        return NATURE_YEAR;
    if (g & (GROUP_RATE | GROUP_PRICE | GROUP_AGE))
        return NATURE_RATE;
    if (g & (GROUP_SALES | GROUP_AMOUNT | GROUP_COST | GROUP_PROFIT |
             GROUP_MONEY | GROUP_PAY))
        return NATURE_MONEY;
    if (g & (GROUP_QUANTITY | GROUP_COUNTABLE))
        return NATURE_COUNT;
    return NATURE_NUMBER;
}

static enum column_nature nature_of(const struct schema_table *t,
                                    const struct schema_column *c)
{
    switch (c->kind) {
    case COLUMN_NUMBER: return number_nature(c);
    case COLUMN_DATE: return NATURE_DATE;
    case COLUMN_BOOL: return NATURE_FLAG;
    case COLUMN_ID: return NATURE_ID;
    case COLUMN_OTHER: return NATURE_TEXT;
    case COLUMN_TEXT: break;
    }
    if (c->groups & GROUP_NAME)
        return NATURE_NAME;
    if (c->groups & GROUP_PERSON)
        return NATURE_PERSON;
    if (c->distinct <= CATEGORY_VALUES ||
        c->distinct * CATEGORY_ROWS <= t->rows)
        return NATURE_CATEGORY;
    return NATURE_TEXT;
}

bool meanings_has_one_length(const struct schema_column *c)
{
    return c->kind == COLUMN_NUMBER && c->whole && c->min.n >= CODE_DIGITS &&
           c->min.n == c->max.n;
}

/* Are they as those of tickets and badges are? */
static bool is_numbered(const struct schema_column *c)
{
    return meanings_has_one_length(c) && c->min.p[0] != '-' && c->distinct > 2;
}

/* What the lexicon knows better than the type: a number that is a code, a text that
 * is a place. */
static enum column_nature nature_by_concept(const struct table_concepts *c,
                                            const struct schema_table *t,
                                            size_t i, enum column_nature n)
{
    const struct lex_column *of = &c->column[i];
    const bool numbered = n == NATURE_NUMBER && is_numbered(&t->columns[i]);

    if (of->n == 0 || n == NATURE_DATE || n == NATURE_FLAG)
        return n;
    switch (lex_concept(c->lex, of->found[0].concept_id).kind) {
    case LEX_MONEY: return n == NATURE_NUMBER ? NATURE_MONEY : n;
    case LEX_COUNT: return n == NATURE_NUMBER ? NATURE_COUNT : n;
    case LEX_RATE:
    case LEX_SHARE:
    case LEX_SCORE:
    case LEX_AGE: return n <= NATURE_RATE ? NATURE_RATE : n;
    case LEX_YEAR: return n <= NATURE_ID ? NATURE_YEAR : n;
    case LEX_CODE_KIND: return n <= NATURE_ID ? NATURE_ID : n;
    case LEX_PERSON:
        return numbered ? NATURE_ID : n >= NATURE_NAME ? NATURE_PERSON : n;
    case LEX_PLACE: return n >= NATURE_NAME ? NATURE_PLACE : n;
    case LEX_THING:
    case LEX_EVENT: return numbered ? NATURE_ID : n;
    case LEX_NAME:
    case LEX_TITLE: return n >= NATURE_NAME ? NATURE_NAME : n;
    default: return n;
    }
}

static void find_fillers(struct meanings *m)
{
    for (size_t at = 0; at < m->n_words; at++) {
        size_t n;
        const struct question_word *entry =
            question_words_find_within(m->words, at, 1, &n);

        m->filler[at] = entry && entry->kind == CONCEPT_FILLER;
    }
}

/* What else each word may be, and how surely. */
static void mark_others(struct meanings *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];
        const uint8_t level = (uint8_t)(x->level + 1);

        for (size_t k = x->from; k < x->to; k++) {
            m->other[k] |= 1U << x->kind;
            if (x->kind == MEANING_VALUE || x->kind == MEANING_COLUMN) {
                uint8_t *best = &m->best[x->kind == MEANING_COLUMN][k];

                if (*best == 0 || level < *best)
                    *best = level;
            }
        }
    }
}

static bool is_related(const struct table_concepts *c, uint16_t of,
                       enum lex_relation relation, uint16_t to)
{
    uint16_t related[8];
    const size_t n = lex_related(c->lex, of, relation, related, 8);

    for (size_t i = 0; i < n; i++)
        if (related[i] == to)
            return true;
    return false;
}

static uint8_t naming_of(const struct table_concepts *c, uint16_t concept_id)
{
    unsigned bits = 0;

    for (size_t i = 0; i < c->n_rows; i++) {
        if (c->row[i] == concept_id)
            bits |= NAMING_SELF;
        if (is_related(c, c->row[i], LEX_NAMED, concept_id))
            bits |= NAMING_NAME;
        if (is_related(c, c->row[i], LEX_ID, concept_id))
            bits |= NAMING_ID;
    }
    return (uint8_t)bits;
}

/* What the lexicon knows of the columns. */
static enum err describe_columns(struct meanings *m, struct error *e)
{
    const struct table_concepts *c = m->concepts;
    const size_t n = m->table->n_columns;

    m->nature = arena_alloc_array(m->a, n + 1, sizeof(*m->nature), e);
    m->aggregate = arena_alloc_array(m->a, n + 1, sizeof(*m->aggregate), e);
    m->naming = arena_alloc_array(m->a, n + 1, sizeof(*m->naming), e);
    m->lists = arena_alloc_array(m->a, n + 1, sizeof(*m->lists), e);
    if (!m->nature || !m->aggregate || !m->naming || !m->lists)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        const uint16_t id = c->column[i].found[0].concept_id;

        m->lists[i] = cell_lists_in(&m->table->columns[i]);
        m->nature[i] = nature_by_concept(
            c, m->table, i, nature_of(m->table, &m->table->columns[i]));
        if (c->column[i].n == 0)
            continue;
        m->aggregate[i] = (uint8_t)lex_concept(c->lex, id).aggregate;
        m->naming[i] = naming_of(c, id);
    }
    return meanings_flags(m, e) ? e->code : meanings_units(m, e);
}

/* A question as it was cut, with its links. */
struct heard {
    struct words words;
    struct linker linker;
    struct lex_text text;
    size_t *begin;
};

static enum err hear(const struct meanings *m, struct heard *h, struct error *e)
{
    h->linker = (struct linker){.table = m->table,
                                .words = &h->words,
                                .language = m->language,
                                .loose = true,
                                .a = m->a};
    return link_gather(&h->linker, &h->begin, e)
               ? e->code
               : lex_text_make(&h->words, m->a, &h->text, e);
}

static void add_heard(struct meanings *m, const struct heard *h, size_t at)
{
    m->text = h->text;
    for (size_t i = h->begin[at]; i < h->begin[at + 1]; i++)
        add_link(m, &h->linker.candidate[i]);
    meanings_by_concept(m, at);
}

/* All meanings, those of a question without its slips after those of each word. */
static enum err add_all(struct meanings *m, struct heard *h, struct error *e)
{
    bool *mended;
    struct heard *again = arena_alloc(m->a, sizeof(*again), e);

    if (!again)
        return e->code;
    m->text = h->text;
    if (misspelled_words_mend(m, &again->words, &mended, e) ||
        (mended && hear(m, again, e)))
        return e->code;
    for (size_t at = 0; at < m->n_words; at++) {
        m->begin[at] = m->n;
        m->mended = NULL;
        meanings_by_number(m, at);
        add_heard(m, h, at);
        meanings_by_mark(m, at);
        meanings_by_ordinal(m, at);
        meanings_by_unit_name(m, at);
        meanings_by_parts(m, at);
        meanings_by_kin(m, at);
        m->mended = mended;
        if (mended)
            add_heard(m, again, at);
        m->mended = NULL;
        m->text = h->text;
        if (meanings_by_unit(m, at, e))
            return e->code;
    }
    m->begin[m->n_words] = m->n;
    m->mended = NULL;
    m->text = h->text;
    return OK;
}

enum err meanings_find(const struct schema_table *t, const struct words *w,
                       enum language language, struct arena *a,
                       struct meanings *out, struct error *e)
{
    struct heard *h = arena_alloc(a, sizeof(*h), e);

    *out =
        (struct meanings){.table = t, .words = w, .language = language, .a = a};
    if (!h)
        return e->code;
    h->words = *w;
    if (h->words.n > PARSE_MAX_WORDS)
        h->words.n = PARSE_MAX_WORDS;
    out->n_words = h->words.n;
    find_fillers(out);
    out->concepts = arena_alloc(a, sizeof(*out->concepts), e);
    if (!out->concepts || hear(out, h, e) ||
        concepts_of(t, a, out->concepts, e) ||
        totals_find(t, out->concepts->lex, a, &out->totals, e))
        return e->code;
    out->cap = out->n_words * MEANING_MAX_AT + 1;
    out->meaning = arena_alloc_array(a, out->cap, sizeof(*out->meaning), e);
    if (!out->meaning || describe_columns(out, e) || add_all(out, h, e) ||
        meanings_drop(out, e))
        return e->code;
    mark_others(out);
    return said_columns_find(out, e);
}

uint32_t meanings_rivals(const struct meanings *m, const struct meaning *x,
                         bool before)
{
    uint32_t n = 0;

    for (size_t i = m->begin[x->from]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        n += o->kind == x->kind && o->to == x->to && o->level == x->level &&
             o->fine == x->fine && o->column != x->column &&
             (!before || o->column < x->column);
    }
    return n > 3 ? 3 : n;
}

uint32_t meanings_distinct(const struct meanings *m, uint16_t column)
{
    const struct schema_column *c = &m->table->columns[column];

    return c->distinct <= 1                      ? 0
           : c->distinct * 10 >= c->non_null * 9 ? 4
           : c->distinct <= 15                   ? 1
           : c->distinct <= 100                  ? 2
                                                 : 3;
}

bool meanings_is_mark(const struct meanings *m, uint16_t column)
{
    return m->table->columns[column].kind == COLUMN_TEXT &&
           meanings_distinct(m, column) == 0 && meanings_has_blanks(m, column);
}
