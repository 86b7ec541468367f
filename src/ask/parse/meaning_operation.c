/*
 * meaning_operation.c - the operations that the lexicon knows: concepts op-... with
 * what may be said for them (data/lexicon, question_words.txt), beside the words that
 * the vocabulary is sure of.
 */
#include "ask/parse/meaning.h"
#include "ask/vocabulary/operation.h"

/* What the lexicon calls places in an order, how often ("more than once", "at least
 * twice") and ten years, and what they are. */
#define ORDINAL(n)                                              \
    {                                                           \
        "op-ordinal-" #n, MEANING_ORDINAL,                      \
        {                                                       \
            .kind = LINK_ORDINAL, .number = {#n, 1}, .score = 1 \
        }                                                       \
    }
#define TIMES(n)                                               \
    {                                                          \
        "op-number-" #n, MEANING_NUMBER,                       \
        {                                                      \
            .kind = LINK_NUMBER, .number = {#n, 1}, .score = 1 \
        }                                                      \
    }
#define DECADE(year)                                     \
    {                                                    \
        "op-decade-" #year, MEANING_PERIOD,              \
        {                                                \
            .kind = LINK_PERIOD, .score = 1, .period = { \
                .day = {(year), 0, 0},                   \
                .decade = true                           \
            }                                            \
        }                                                \
    }

/* "Customers who come back": they have more rows than one. */
#define REPEATED "op-repeated"

static const struct named_link {
    const char *name;
    enum meaning_kind kind;
    struct link link;
} named_links[] = {{REPEATED,
                    MEANING_NUMBER,
                    {.kind = LINK_NUMBER, .number = {"1", 1}, .score = 1}},
                   ORDINAL(1),
                   ORDINAL(2),
                   ORDINAL(3),
                   TIMES(1),
                   TIMES(2),
                   DECADE(1950),
                   DECADE(1960),
                   DECADE(1970),
                   DECADE(1980),
                   DECADE(1990)};

static const struct question_word *operation_of(struct str name)
{
    const struct operation *o = operation_find(name);

    return o && o->parsed.text ? &o->parsed : NULL;
}

/* Has the vocabulary the same already? */
static bool is_known(const struct meanings *m, const struct meaning *x)
{
    for (size_t i = m->begin[x->from]; i < m->n; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind != x->kind || o->to != x->to)
            continue;
        if (x->kind == MEANING_ORDINAL || (o->entry->kind == x->entry->kind &&
                                           o->entry->param == x->entry->param))
            return true;
    }
    return false;
}

static void add_named_link(struct meanings *m, size_t at, size_t n,
                           struct str name)
{
    const bool repeated = str_is(name, REPEATED);

    for (size_t i = 0; i < COUNT_OF(named_links); i++) {
        const struct named_link *named = &named_links[i];
        const struct meaning x = {.kind = named->kind,
                                  .from = (uint16_t)at,
                                  .to = (uint16_t)(at + n),
                                  .link = &named->link,
                                  .cmp = repeated ? FILTER_GT + 1 : 0,
                                  .of_rows = repeated};

        if (str_is(name, named->name) &&
            !(x.kind == MEANING_ORDINAL && is_known(m, &x)))
            meanings_add(m, &x);
    }
}

void meanings_add_operation(struct meanings *m, size_t at, size_t n,
                            uint16_t concept_id)
{
    const struct str name =
        str_from(lex_concept(m->concepts->lex, concept_id).name);
    struct meaning x = {.kind = MEANING_OPERATION,
                        .from = (uint16_t)at,
                        .to = (uint16_t)(at + n),
                        .entry = operation_of(name)};

    add_named_link(m, at, n, name);
    if (x.entry && !is_known(m, &x))
        meanings_add(m, &x);
}
