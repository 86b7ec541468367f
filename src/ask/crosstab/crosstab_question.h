/* crosstab_question.h - the words of a question over a crosstab. Private to the module. */
#ifndef ASK_CROSSTAB_CROSSTAB_QUESTION_H
#define ASK_CROSSTAB_CROSSTAB_QUESTION_H

#include "ask/crosstab/crosstab.h"
#include "ask/vocabulary/question_words.h"

#define CROSSTAB_MAX_WORDS 64

/* What a word is there for, unless it is one of a label. */
enum crosstab_role {
    ROLE_CONTENT,   /* it says of what */
    ROLE_STOP,      /* nothing */
    ROLE_YEAR,      /* which columns */
    ROLE_OPERATION, /* what is done: `entry` */
    ROLE_NUMBER     /* what is compared with */
};

struct crosstab_word {
    uint32_t id; /* lexeme */
    enum crosstab_role role;
    const struct question_word
        *entry;      /* of ROLE_OPERATION, at its first word */
    bool says_share; /* alone it is per cent */
    double number;   /* of ROLE_YEAR and ROLE_NUMBER */
    double weight;   /* how much it tells: of few labels, much */
};

struct crosstab_question {
    struct crosstab_word word[CROSSTAB_MAX_WORDS];
    size_t n;
};

/*
 * crosstab_question_read - cut it.
 *
 * errors   ERR_LIMIT  `a` is full; a question of more words is cut short
 */
MUST_CHECK enum err crosstab_question_read(const struct crosstab *t,
                                           struct str question,
                                           struct crosstab_question *out,
                                           struct error *e);

/* How much a word of a label tells. */
double crosstab_weight(const struct crosstab *t, uint32_t id);

/* Is the word one of the label? */
bool crosstab_label_has(const struct crosstab *t,
                        const struct crosstab_label *label, uint32_t id);

/* The decimal places of a scale, "thousands"; 0: the word is none. */
int crosstab_places(const struct crosstab *t, uint32_t id);

/* Does a word of labels tell nothing: "of", "the"? */
bool crosstab_is_stop(const struct crosstab *t, uint32_t id);

#endif
