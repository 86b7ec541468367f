/* lex_fixture.h - the concept of a name, as tests write it. */
#ifndef TEST_ASK_LEX_FIXTURE_H
#define TEST_ASK_LEX_FIXTURE_H

#include "ask/lexicon/lex.h"

/* LEX_NO_CONCEPT when there is none. */
static inline uint16_t concept_named(const struct lex *x, const char *name)
{
    for (uint16_t id = 0; id < lex_concepts(x); id++)
        if (lex_concept_is(x, id, name))
            return id;
    return LEX_NO_CONCEPT;
}

#endif
