/* messages.h - clarifying questions and notes, in the question's language. */
#ifndef ASK_BIND_MESSAGES_H
#define ASK_BIND_MESSAGES_H

#include "ask/vocabulary/question_words.h"

enum bind_message {
    /* how it was read */
    SAY_READ_AS_COLUMN, /* $1 word, $2 column */
    SAY_DATES_FROM,     /* $1 column */
    SAY_WINDOW,         /* $1 column, $2 newest, $3 from */
    SAY_VALUES,         /* $1 words, $2 column, $3 value or count of values */
    SAY_MISSPELLED,     /* $1 words, $2 column, $3 value */
    SAY_CONTAINS,       /* $1 words, $2 column */
    SAY_TOP_TEN,
    SAY_COUNT_ROWS,
    SAY_COUNT_DISTINCT, /* $1 column */
    SAY_SUM_OF,         /* $1 column */
    SAY_AVERAGE_OF,     /* $1 column */
    SAY_MAX_OF,         /* $1 column */
    SAY_ONLY_NEGATIVE,  /* $1 column */
    SAY_ONLY_POSITIVE,  /* $1 column */
    SAY_PERCENT,        /* $1 as said, $2 as compared */
    SAY_TOTALS,         /* $1 column, $2 value */
    SAY_SUM_OVER,       /* $1 measure, $2 group */
    SAY_MAIN_MEASURE,   /* $1 column */
    SAY_CURRENCIES,     /* $1 measure, $2 values, $3 column */
    /* clarifying questions */
    ASK_UNKNOWN,       /* $1 word */
    ASK_UNKNOWN_NEAR,  /* $1 word, $2 list */
    ASK_WHICH_COLUMN,  /* $1 words, $2 list */
    ASK_WHICH_VALUE,   /* $1 words, $2 list of columns */
    ASK_WHICH_LINE,    /* $1 column, $2 some of its values */
    ASK_WHICH_TABLE,   /* $1 list */
    ASK_WHICH_MEASURE, /* $1 list */
    ASK_HOW_TO_ADD,    /* $1 column */
    ASK_NO_DATES,      /* $1 words */
    ASK_OUT_OF_RANGE,  /* $1 words, $2 first, $3 last */
    ASK_NOT_SUPPORTED, /* $1 word */
    ASK_NOT_PLACED,    /* $1 words */
    ASK_WHAT,          /* $1 list of columns */
    ASK_WHICH_DAY,     /* $1 words */
    ASK_BY_WHAT,       /* $1 list */
    ASK_PART_OR_GROUP,
    ASK_YESNO,
    ASK_WHICH_YEAR,     /* $1 words */
    ASK_TEXT_NUMBERS,   /* $1 column */
    ASK_LAST,           /* $1 words, $2 newest date */
    ASK_ALL_ONE,        /* $1 column */
    ASK_WORD_OR_VALUE,  /* $1 word, $2 value, $3 column */
    ASK_MONTH_OR_VALUE, /* $1 word, $2 value, $3 column */
    ASK_CONDITION,      /* $1 column */
    ASK_OF_EACH,        /* $1 column, $2 column or grain */
    ASK_BEST,           /* $1 column */
    ASK_BOTH_SIGNS,     /* $1 column */
    ASK_ONLY_MONTHS,    /* $1 column */
    ASK_ONLY_QUARTERS,  /* $1 column */
    ASK_EMPTY_COLUMN,   /* $1 column */
    ASK_FAN_OUT,        /* $1 column, $2 its table, $3 the table of the rows */
    ASK_ANY_OR_ALL,     /* $1 and $2 values */
    BIND_MESSAGE_COUNT
};

/*
 * bind_message_format - one sentence.
 *
 * in       args  texts of $1 to $3; missing ones are empty
 * out      out   lives in `a`
 */
MUST_CHECK enum err bind_message_format(enum bind_message what,
                                        enum language language,
                                        const struct str args[3],
                                        struct arena *a, struct str *out,
                                        struct error *e);

/* As bind_message_format() for a text with $1 to $3 in it. */
MUST_CHECK enum err bind_message_fill(const char *form,
                                      const struct str args[3], struct arena *a,
                                      struct str *out, struct error *e);

#endif
