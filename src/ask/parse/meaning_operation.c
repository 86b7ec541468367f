/*
 * meaning_operation.c - the operations that the lexicon knows: concepts op-... with
 * what may be said for them (data/lexicon, question_words.txt), beside the words that
 * the vocabulary is sure of.
 */
#include "ask/parse/meaning.h"
#include "ask/vocabulary/operation.h"

/* A place in an order, and what the lexicon calls it. */
static const struct {
    const char *name;
    struct link link;
} ordinals[] = {
    {"op-ordinal-1", {.kind = LINK_ORDINAL, .number = {"1", 1}, .score = 1}},
    {"op-ordinal-2", {.kind = LINK_ORDINAL, .number = {"2", 1}, .score = 1}},
    {"op-ordinal-3", {.kind = LINK_ORDINAL, .number = {"3", 1}, .score = 1}},
};

/* Ten years, by what the lexicon calls them. */
#define DECADE(year)                                     \
    {                                                    \
        "op-decade-" #year,                              \
        {                                                \
            .kind = LINK_PERIOD, .score = 1, .period = { \
                .day = {(year), 0, 0},                   \
                .decade = true                           \
            }                                            \
        }                                                \
    }

static const struct {
    const char *name;
    struct link link;
} decades[] = {DECADE(1950), DECADE(1960), DECADE(1970), DECADE(1980),
               DECADE(1990)};

/* "more than once", "at least twice" */
static const struct {
    const char *name;
    struct link link;
} times[] = {
    {"op-number-1", {.kind = LINK_NUMBER, .number = {"1", 1}, .score = 1}},
    {"op-number-2", {.kind = LINK_NUMBER, .number = {"2", 1}, .score = 1}},
};

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

static void add_ordinal(struct meanings *m, size_t at, size_t n,
                        struct str name)
{
    struct meaning x = {.kind = MEANING_ORDINAL,
                        .from = (uint16_t)at,
                        .to = (uint16_t)(at + n)};

    for (size_t i = 0; i < COUNT_OF(ordinals); i++)
        if (str_is(name, ordinals[i].name))
            x.link = &ordinals[i].link;
    if (x.link && !is_known(m, &x))
        meanings_add(m, &x);
}

static void add_times(struct meanings *m, size_t at, size_t n, struct str name)
{
    struct meaning x = {
        .kind = MEANING_NUMBER, .from = (uint16_t)at, .to = (uint16_t)(at + n)};

    for (size_t i = 0; i < COUNT_OF(times); i++)
        if (str_is(name, times[i].name))
            x.link = &times[i].link;
    if (x.link)
        meanings_add(m, &x);
}

static void add_decade(struct meanings *m, size_t at, size_t n, struct str name)
{
    struct meaning x = {
        .kind = MEANING_PERIOD, .from = (uint16_t)at, .to = (uint16_t)(at + n)};

    for (size_t i = 0; i < COUNT_OF(decades); i++)
        if (str_is(name, decades[i].name))
            x.link = &decades[i].link;
    if (x.link)
        meanings_add(m, &x);
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

    if (str_starts(name, STR("op-ordinal-")))
        add_ordinal(m, at, n, name);
    if (str_starts(name, STR("op-decade-")))
        add_decade(m, at, n, name);
    if (str_starts(name, STR("op-number-")))
        add_times(m, at, n, name);
    if (x.entry && !is_known(m, &x))
        meanings_add(m, &x);
}
