/*
 * lex_format.h - the packed lexicon, as the file that is mapped: an array after the
 * other, numbers as the machine writes them, since a build packs its own.
 * Private to the module.
 */
#ifndef ASK_LEXICON_LEX_FORMAT_H
#define ASK_LEXICON_LEX_FORMAT_H

#include "ask/lexicon/lex.h"

#define LEX_MAGIC   0x51584c51 /* "QLXQ" */
#define LEX_VERSION 5

/* How many of each array there are, in the order in which they are. */
struct lex_header {
    uint32_t magic;
    uint32_t version;
    uint32_t n_slots;    /* a power of two */
    uint32_t n_concepts; /* below LEX_NO_CONCEPT */
    uint32_t n_relations;
    uint32_t n_senses;
    uint32_t n_bytes; /* of texts, each with its NUL */
    uint32_t reserved;
};

/* The senses of a key: sense[first .. first + n). n 0: the slot is free. */
struct lex_slot {
    uint32_t
        high; /* the upper half of its hash; the lower says where to look */
    uint32_t first : 24;
    uint32_t n : 8;
};
#define LEX_SLOT_SENSES 255

struct lex_concept_entry {
    uint32_t name;      /* offset of its text */
    uint32_t dimension; /* the same; of an empty text where it has none */
    uint32_t label[LEX_LANGUAGES];
    uint32_t first_relation; /* relation[first .. first + n) */
    uint16_t n_relations;
    uint8_t kind;
    uint8_t aggregate;
};

/* Kinds of relations from LEX_WHEN on are conditions: LEX_WHEN and enum lex_test, of a
 * concept, and after those that compare what with. */
#define LEX_WHEN           64
#define LEX_OPERAND        96
#define LEX_NUMBER_OPERAND 97 /* its concept_id is the number */
#define LEX_COMPUTED \
    98 /* and enum lex_operator: an operand of lex_computed.h */

struct lex_relation_entry {
    uint16_t kind; /* enum lex_relation, or one of the above */
    uint16_t concept_id;
};

/* What a key is made with: the folded words of a text, with a space between. */
#define LEX_EXACT  LEX_LANGUAGES   /* in the place of the language of stems */
#define LEX_ENDING (LEX_EXACT + 1) /* the same, and the language: no word */

/* FNV-1a of the words, and of how they were taken: LEX_EXACT, or as stems of a
 * language. */
static inline uint64_t lex_hash_begin(unsigned how)
{
    return (UINT64_C(0xcbf29ce484222325) ^ how) * UINT64_C(0x100000001b3);
}

/* Go on with a word. */
static inline uint64_t lex_hash_word(uint64_t h, struct str word)
{
    for (size_t i = 0; i < word.n; i++)
        h = (h ^ (unsigned char)word.p[i]) * UINT64_C(0x100000001b3);
    return (h ^ ' ') * UINT64_C(0x100000001b3);
}

#endif
