/*
 * feature.h - features by number: a template and up to four small numbers or words,
 * "role:2:1:3". Private to the module.
 *
 * A parse makes hundreds of thousands of them, so the hash is mixed from numbers, and
 * the text is written only where somebody wants names.
 */
#ifndef ASK_PARSE_FEATURE_H
#define ASK_PARSE_FEATURE_H

#include "ask/parse/weights.h"
#include "base/buf.h"

#define FEATURE_ARGS 4
#define FEATURE_NONE UINT32_MAX /* no argument, and none after it */

/* What a feature tells; feature_names[] has their texts. */
enum feature_kind {
    F_SKIP,        /* kind of the word, what else it may mean */
    F_SKIP_WORD,   /* the word */
    F_OP,          /* concept, param */
    F_COLUMN,      /* level, kind of the column, words; or 100 and the level,
                      kind of the column, kind of the word by itself */
    F_ROLE,        /* role, kind of the column, operation before it */
    F_ROLE_AFTER,  /* role, role before */
    F_ROLE_NEXT,   /* role, what the word after it may be */
    F_ROLE_NATURE, /* role, nature of the column */
    F_VALUE,       /* level, words, kind of the column */
    F_VALUE_BY,    /* operation before, said with its column */
    F_NUMBER,      /* use, operation before, kind of the column */
    F_NUMBER_AT,   /* use, how the column was found, distance */
    F_PERIOD,      /* use, how the column was found, operation before */
    F_ROWS,        /* how the word means rows */
    F_SUPER,       /* how the adjective means its column, direction */
    F_FORM,        /* form, measures, groups */
    F_FORM_OP,     /* form, operation in the question */
    F_FORM_NO_OP,  /* form that some operation has to raise, and none does */
    F_FORM_SLOTS,  /* form, kinds of the slots */
    F_AGG,         /* aggregate, that was said, nature of the measure */
    F_IMPLIED,     /* what was filled in, nature of the column, rank */
    F_OUTPUTS,     /* form, columns said, columns shown */
    F_FILTERS,     /* form, how many */
    F_UNUSED,      /* operation that is in the question and in no part */
    F_LIMIT,       /* form, how the limit was said */
    F_SKIPPED,     /* content words that were skipped, of how many */
    F_TABLE,       /* of several: words of its name said, joins */
    F_NOTHING,     /* of answering nothing */
    F_RIVALS,      /* role, columns meant as well that come before, and all */
    F_DISTINCT,    /* role, how many values the column has, "by" before it */
    F_DEFAULT,     /* aggregate, that was said, the usual one of the concept */
    F_SHAPE,       /* aggregate, values of its column, that it was implied */
    F_NAMING, /* of a column that names rows: values, place, relation to them */
    F_WORD_FIGURE, /* a word in no part, the figure that is asked for */
    F_RESULT,      /* form, rows, their value, what the question asks for */
    F_RULES, /* what the rules say of the question: answer/rules_reading.h */
    F_FITS,  /* what the data say of a part: form_evidence.c */
    F_ASKED, /* how unlikely the wording asks for what a spec gives: asked_shape.h; in
                asked_shape.txt shape, words */
    F_PARTS, /* how well the parts of a spec go with the wording: asked_parts.h; in
                asked_parts.txt part, words */
    F_SURE, /* of how sure an answer is, not of its score: reading_confidence.h */
    F_TEMPLATES
};

/* A feature in a list that states share. */
struct feature {
    uint32_t hash;
    uint32_t kind;
    uint32_t arg[FEATURE_ARGS];
    const struct feature *next;
};

/* The hash of a template and its arguments. */
uint32_t feature_mix(enum feature_kind t, const uint32_t *arg, size_t n);

/* A word as an argument. */
uint32_t feature_word(struct str word);

/* Write "role:2:1:3\n"; arguments are numbers, words as well. */
void feature_write(struct buf *b, const struct feature *f);

#endif
