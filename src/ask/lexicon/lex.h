/*
 * lex.h - what the words of people and of headers mean: concepts that tables are
 * about, in English, Spanish and Chinese.
 *
 * "takings" and "ventas" are nouns of the concept revenue, "hottest" asks for the
 * largest temperature, `hp` in a header is engine power. The knowledge is data
 * (data/lexicon, whose README tells the format); the build packs it into the program.
 */
#ifndef ASK_LEXICON_LEX_H
#define ASK_LEXICON_LEX_H

#include "base/text/words.h"

#define LEX_LANGUAGES  3
#define LEX_NO_CONCEPT UINT16_MAX
#define LEX_MAX_WORDS  8 /* of one entry */
#define LEX_MAX_BYTES  ((size_t)64 << 20)

enum lex_language { LEX_EN, LEX_ES, LEX_ZH };

/* What a text is to its concept. */
enum lex_role {
    LEX_NOUN,   /* what people call it */
    LEX_HEADER, /* what only headers call it */
    LEX_VERB,   /* what a row does so that it is meant: "earned" */
    LEX_HIGH,   /* an adjective of what has much of it: "hot" */
    LEX_LOW,    /* of what has little: "cheap" */
    LEX_ASK,    /* an opening of a question that asks for it: "how old" */
    LEX_UNIT,
    LEX_WORD,           /* of a state: how questions and cells say it */
    LEX_CODE,           /* of a state: its short form in cells */
    LEX_OPERATION_WORD, /* of an operation: "how many" */
    LEX_END,            /* an ending of words of one stem: "ation" */
    LEX_ROLES
};

/* Of adjectives; all else is LEX_BASE. */
enum lex_form { LEX_BASE, LEX_COMPARATIVE, LEX_SUPERLATIVE };

enum lex_kind {
    LEX_PERSON,
    LEX_PLACE,
    LEX_ORGANISATION,
    LEX_THING,
    LEX_EVENT,
    LEX_MONEY,
    LEX_COUNT,
    LEX_QUANTITY, /* has a dimension */
    LEX_RATE,
    LEX_SHARE,
    LEX_SCORE,
    LEX_RANK,
    LEX_AGE,
    LEX_DURATION,
    LEX_DATE,
    LEX_TIME,
    LEX_YEAR,
    LEX_MONTH,
    LEX_WEEKDAY,
    LEX_PERIOD,
    LEX_CODE_KIND, /* an id, or a number that is never reckoned with */
    LEX_NAME,
    LEX_TITLE,
    LEX_TEXT,
    LEX_CATEGORY,
    LEX_STATE,
    LEX_FLAG,
    LEX_OPERATION, /* what a question does with its tables: count, compare */
    LEX_CONDITION, /* what a row is by its columns, and no cell says */
    LEX_KINDS
};

/* What is computed of a measure when the question does not say. */
enum lex_aggregate {
    LEX_NONE,
    LEX_SUM,
    LEX_MEAN,
    LEX_LAST,
    LEX_MAX,
    LEX_MIN,
    LEX_AGGREGATES
};

enum lex_relation {
    LEX_BROADER, /* unit-price: price */
    LEX_NAMED,   /* film: title */
    LEX_ID,
    LEX_DATED,
    LEX_AMOUNT,
    LEX_OF,  /* of a state: its category; of a measure: whose it is */
    LEX_NOT, /* of a state: its opposites */
    LEX_PER,
    LEX_COMPLETES, /* last name: first name; together they are a name */
    LEX_AGAINST,   /* budget: spending, which is held against it */
    LEX_RELATIONS
};

struct lex_sense {
    uint16_t concept_id;
    uint8_t role;     /* enum lex_role */
    uint8_t form;     /* enum lex_form */
    uint8_t language; /* enum lex_language */
    uint8_t position; /* in its line, 0 the most usual; 255: that, or after */
    uint16_t reserved;
};

struct lex_concept {
    const char *name;                 /* "unit-price" */
    const char *dimension;            /* "temperature"; "" where it has none */
    const char *label[LEX_LANGUAGES]; /* its most usual noun or word; "" */
    enum lex_kind kind;
    enum lex_aggregate aggregate;
};

struct lex;

/*
 * lex_open - map a packed lexicon.
 *
 * owns     *out is the caller's; lex_close() it
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED
 *          ERR_VALIDATION_FAILED  not a lexicon, of another version, or damaged
 * threads  it is read only: any number may look things up
 */
MUST_CHECK enum err lex_open(const char *path, const char *shown,
                             struct lex **out, struct error *e);

/* NULL is allowed. */
void lex_close(struct lex *x);

/* The lexicon that comes with the program; the process owns it.
 * threads  any; a lock guards the first call */
const struct lex *lex_shared(void);

/* How many concepts there are; ids are below it. */
uint16_t lex_concepts(const struct lex *x);

/* A concept; its texts borrow `x`. */
struct lex_concept lex_concept(const struct lex *x, uint16_t id);

/* Those that are in a relation to a concept: up to `max` in `related`; how many. */
size_t lex_related(const struct lex *x, uint16_t id, enum lex_relation relation,
                   uint16_t *related, size_t max);

/* Is it the concept of that name? */
bool lex_concept_is(const struct lex *x, uint16_t id, const char *name);

/* Words with their stems in each language that has some. */
struct lex_text {
    const struct words *words;
    const struct str *stem[LEX_LANGUAGES]; /* stem[words->n]; LEX_ZH: folds */
};

/* A word as the lexicon has it: folded, and traditional characters simplified. */
MUST_CHECK enum err lex_fold(const struct word *w, struct arena *a,
                             struct str *out, struct error *e);

/*
 * lex_text_make - stem words once for all look-ups.
 *
 * out      out   lives in `a`, borrows `w`
 * errors   ERR_LIMIT  `a` or the machine is full
 */
MUST_CHECK enum err lex_text_make(const struct words *w, struct arena *a,
                                  struct lex_text *out, struct error *e);

/* Senses, which borrow the lexicon. */
struct lex_senses {
    const struct lex_sense *sense; /* sense[n] */
    size_t n;
};

/* The senses of words [from, from + n) as they are written; case, accents and
 * width apart. */
struct lex_senses lex_find(const struct lex *x, const struct lex_text *t,
                           size_t from, size_t n);

/* As lex_find(), by their stems in a language: plurals, tenses, genders. */
struct lex_senses lex_find_stems(const struct lex *x, const struct lex_text *t,
                                 size_t from, size_t n,
                                 enum lex_language language);

/* Is it an ending by which words of one stem differ? */
bool lex_is_ending(const struct lex *x, struct str s,
                   enum lex_language language);

#endif
