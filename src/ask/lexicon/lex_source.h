/*
 * lex_source.h - the lexicon as people write it (data/lexicon/README.md): files of
 * concepts, and for each language what they are called. Private to the module.
 */
#ifndef ASK_LEXICON_LEX_SOURCE_H
#define ASK_LEXICON_LEX_SOURCE_H

#include "ask/lexicon/lex_computed.h"
#include "ask/lexicon/lex_condition.h"

#define LEX_MAX_CONCEPTS 30000

struct source_relation {
    enum lex_relation kind;
    struct str name; /* of the concept that it leads to */
    uint16_t concept_id;
};

struct source_condition {
    enum lex_test test;
    struct str of;
    struct str other; /* empty: it compares with nothing, or with `number` */
    struct lex_condition resolved;
};

struct source_computed {
    struct str of[LEX_COMPUTED_OPERANDS];
    struct lex_computed resolved;
};

struct source_concept {
    struct str name;
    struct str dimension;
    enum lex_kind kind;
    enum lex_aggregate aggregate;
    struct source_relation *relation; /* relation[n_relations] */
    size_t n_relations;
    struct source_condition *condition; /* condition[n_conditions] */
    size_t n_conditions;
    struct source_computed *computed; /* computed[n_computed] */
    size_t n_computed;
    struct str label[LEX_LANGUAGES];
    const char *file; /* and line where it is */
    size_t line;
};

/* Words of questions that every language has. */
#define SOURCE_ANY_LANGUAGE LEX_LANGUAGES

/* "hot/hotter/hottest": a text and its irregular forms. */
struct source_word {
    struct str text;
    uint16_t concept_id;
    enum lex_role role;
    unsigned language; /* enum lex_language or SOURCE_ANY_LANGUAGE */
    size_t position;   /* in its line */
    bool is_sense;     /* it is looked up in the packed lexicon */
    bool is_sure;      /* of LEX_OPERATION_WORD: always, so the rules read it */
    const char *file;  /* and line where it is */
    size_t line;
};

struct lex_source {
    struct source_concept *concepts; /* concepts[n_concepts] */
    size_t n_concepts;
    size_t cap_concepts;
    struct source_word *words; /* words[n_words] */
    size_t n_words;
    size_t cap_words;
};

/*
 * lex_source_read - all files of a lexicon.
 *
 * in       folder   holds concepts/, en/, es/, zh/, any/
 * out      out      lives in `a`
 * errors   ERR_VALIDATION_FAILED  what is not in the format, with file and line
 *          ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err lex_source_read(const char *folder, struct arena *a,
                                    struct lex_source *out, struct error *e);

#endif
