/*
 * question_words.h - the words of questions in English, Spanish and Chinese: the
 * operations they ask for, and which nouns of tables are synonyms.
 *
 * The words are folded (base/text/fold.h). Entries of several words match a run
 * of words; Chinese ones match the same way, character by character.
 */
#ifndef ASK_VOCABULARY_QUESTION_WORDS_H
#define ASK_VOCABULARY_QUESTION_WORDS_H

#include "ask/vocabulary/groups.h"
#include "base/text/words.h"

enum language { LANGUAGE_EN, LANGUAGE_ES, LANGUAGE_ZH };

enum concept_kind {
    CONCEPT_FILLER,    /* carries no meaning of its own; param 1: a noun;
                          2: a value, where one is called so */
    CONCEPT_AGG,       /* param: enum agg */
    CONCEPT_MANY,      /* how many; param 1: of each kind; 2: number of;
                          3: the same, after its noun */
    CONCEPT_MUCH,      /* how much; param 1: money */
    CONCEPT_TOP,       /* param 0 the first N, 1 the last N */
    CONCEPT_MOST,      /* superlative; param 0 most, 1 least */
    CONCEPT_LIKE,      /* superlative with a meaning: param enum adjective */
    CONCEPT_BY,        /* by, per, for each */
    CONCEPT_GRAIN,     /* month; param enum grain */
    CONCEPT_PERIODIC,  /* monthly, per month; param enum grain */
    CONCEPT_CMP,       /* before the number; param enum filter_op */
    CONCEPT_CMP_AFTER, /* after the number; param enum filter_op */
    CONCEPT_BETWEEN,   /* between, from */
    CONCEPT_TO,        /* to, until: the middle of a range */
    CONCEPT_AND,
    CONCEPT_OR,
    CONCEPT_NOT,     /* param 1: after it; QUESTION_NOT_THE_LAST */
    CONCEPT_MONTH,   /* param 1 to 12 */
    CONCEPT_QUARTER, /* param 1 to 4; 5 and 6 are the halves of a year */
    CONCEPT_LAST,    /* last, past: the newest periods; param 1: a period of
                        the day of asking: this year, yesterday */
    CONCEPT_SHARE,   /* param SHARE_RATE: of all rows, what is marked so */
    CONCEPT_ROWS,    /* a noun for rows */
    CONCEPT_LIST,    /* show, list */
    CONCEPT_WHICH,
    CONCEPT_WHO,
    CONCEPT_WHEN,
    CONCEPT_WHERE,
    CONCEPT_COMPARE,
    CONCEPT_NUMBER, /* param: the number */
    CONCEPT_SCALE,  /* param: decimal places, million is 6 */
    CONCEPT_TREND,  /* over time */
    CONCEPT_SORT,   /* all, the largest first; param 1: the smallest */
    CONCEPT_MONEY, /* a verb of money: sold, spent; param enum money_direction */
    CONCEPT_EMPTY,      /* missing, without a value; param 1: not empty */
    CONCEPT_YESNO,      /* begins a question of yes or no */
    CONCEPT_CHANGE,     /* grew, growth; param 1: fell, drop */
    CONCEPT_DIFFERENCE, /* without a direction */
    CONCEPT_MORE,       /* of two: which had more; param 1: less */
    CONCEPT_THAN,       /* what follows is what is compared with; param 1:
                           between the two in Chinese, 比 */
    CONCEPT_ORDINAL,    /* first, tenth; param: the number */
    CONCEPT_RUNNING,    /* cumulative */
    CONCEPT_FILE,     /* in the file, on the list: the order of rows is meant */
    CONCEPT_WEEKDAY,  /* param: a bit a day, Monday first */
    CONCEPT_WITH,     /* including: the end of what is compared */
    CONCEPT_SPAN,     /* a unit of durations; param enum span_unit */
    CONCEPT_DURATION, /* how long, length: of time where columns are dates */
    CONCEPT_ARITHMETIC, /* between two figures; param '-', '/' or '*' */
    CONCEPT_RATE,       /* of what was said before it; param 1: after it */
    CONCEPT_EARLIER,    /* against the same period of the year before; param 1:
                        against the period before */
    CONCEPT_SPLIT,      /* breakdown: how many, or how much, of each */
    CONCEPT_RANGE,      /* the smallest and the largest */
    CONCEPT_BEYOND,     /* understood, but not answered: difference, next */
    CONCEPT_PERCENTILE, /* param: which, 1 to 99; or of what its number counts */
    CONCEPT_CORRELATION, /* of two columns */
    CONCEPT_WITHIN,      /* what follows is what parts and places are of */
    CONCEPT_NEVER,       /* no row of it is so */
    CONCEPT_BOTH,        /* it has rows of each of what follows */
    CONCEPT_STREAK,      /* one below the other */
};

/* What a superlative adjective is about. */
enum adjective {
    LIKE_EXPENSIVE,
    LIKE_CHEAP,
    LIKE_NEWEST,
    LIKE_OLDEST,
    LIKE_LATEST,   /* of dates only */
    LIKE_EARLIEST, /* the same */
    LIKE_HEAVY,
    LIKE_LIGHT,
    LIKE_TALL,
    LIKE_LOW,
    LIKE_LONG,
    LIKE_SHORT,
    LIKE_PAID, /* of pay */
    LIKE_UNPAID,
    LIKE_COMMON, /* of what has most rows */
    LIKE_RARE,
    LIKE_SOLD, /* of what was sold most: pieces, where they are counted */
    LIKE_UNSOLD,
    LIKE_SENIOR, /* of persons, by when they began */
    LIKE_JUNIOR,
    LIKE_YOUNG, /* of persons, by their age; of anything else as LIKE_NEWEST */
    LIKE_ELDER, /* as LIKE_OLDEST */
};

/* Days of CONCEPT_WEEKDAY. */
#define QUESTION_WORKDAYS 31
#define QUESTION_WEEKEND  96

/* Of CONCEPT_PERCENTILE: the number is said beside it, and counts these. */
#define QUESTION_PERCENTS 100
#define QUESTION_QUARTERS 104
#define QUESTION_TENTHS   110

/* Of CONCEPT_NOT: it negates the value before it. */
#define QUESTION_NOT_THE_LAST 2

enum span_unit { SPAN_DAYS, SPAN_HOURS, SPAN_MINUTES };

/* Added to the param of comparisons that only time has: after, since. */
#define QUESTION_TEMPORAL 32

enum money_direction {
    MONEY_ANY,
    MONEY_OUT,
    MONEY_IN,
    MONEY_EACH /* of one, on average */
};

struct question_word {
    const char *text;
    enum concept_kind kind;
    int param;
};

/* The words of one language; no text is in two. */
struct question_words_part {
    const struct question_word *entries;
    size_t n;
};

#define QUESTION_PARTS 4

/* By enum language, then what every language has; the build writes it from
 * data/lexicon/LANGUAGE/question_words.txt. */
extern const struct question_words_part question_words_parts[QUESTION_PARTS];
extern const struct noun_group noun_group_table[];
extern const size_t noun_group_n;

/*
 * question_words_spells - how many words from `at` spell a term, 0 for none.
 *
 * Words of letters end at a space or '_' of the term, CJK characters follow
 * each other without. With `stems` letters are compared by their stems.
 */
size_t question_words_spells(const struct words *w, size_t at, struct str term,
                             bool stems);

/* How many words from `at` the longest entry of a list covers, 0 for none. */
size_t question_words_longest(const struct words *w, size_t at,
                              const struct term_list *list);

/*
 * question_words_find - the longest entry that begins at a word.
 *
 * out      n   words that it covers
 * returns  NULL when none does
 */
const struct question_word *question_words_find(const struct words *w,
                                                size_t at, size_t *n);

/* As question_words_find(), among entries of up to `max` words. */
const struct question_word *question_words_find_within(const struct words *w,
                                                       size_t at, size_t max,
                                                       size_t *n);

/*
 * question_words_nouns - the groups of the longest noun that begins at a word,
 * whatever its number.
 *
 * out      n   words that it covers, 0 when none does
 */
noun_groups question_words_nouns(const struct words *w, size_t at, size_t *n);

/* The language of a text, by its words; English when nothing tells. */
enum language question_words_language(const struct words *w);

#endif
