/*
 * link.h - links the words of a question to what they may mean in one table:
 * concepts of the lexicon, columns, values, numbers and periods.
 */
#ifndef ASK_LINK_LINK_H
#define ASK_LINK_LINK_H

#include "ask/link/period.h"
#include "ask/link/table_schema.h"
#include "ask/vocabulary/question_words.h"

#define LINK_MAX_HITS   6
#define LINK_MAX_VALUES 64
#define LINK_MAX_WORDS  2000 /* every character may be one */
#define LINK_MAX_AT     128  /* candidates that begin at one word */

/* A shorter word that is not known is no slip of another. */
#define LINK_SLIP_BYTES       4
#define LINK_MISSPELLED_SCORE 0.9

enum link_kind {
    LINK_UNKNOWN, /* one word that is nothing */
    LINK_CONCEPT,
    LINK_COLUMN,
    LINK_VALUE,
    LINK_NUMBER,
    LINK_PERIOD,
    LINK_ORDINAL, /* the first, the 25th */
    LINK_CLOCK,   /* a time of day */
};

/* A column, or values of one, that the words may be. */
struct link_hit {
    const struct schema_column *column;
    double score;
    const struct str *values; /* LINK_VALUE: values[n_values] */
    size_t n_values;
    bool whole;   /* LINK_VALUE: the words are all of the value */
    bool synonym; /* another word of the same meaning; LINK_VALUE: what a code
                     is called */
    bool entity;  /* LINK_COLUMN: what it belongs to was said, and no more */
    bool many;    /* LINK_VALUE: more values than are listed hold the words */
    bool
        slip; /* LINK_VALUE: the words are nearly the value (misspelled_values.h) */
    bool modifier; /* LINK_COLUMN: the words only say whose attribute it is:
                      "orders" of order_date */
};

struct link {
    size_t from; /* words [from, to) */
    size_t to;
    double score;                        /* in [0,1] */
    const struct question_word *entry;   /* of a concept; of another kind: what
                                            the words could mean besides */
    struct link_hit hits[LINK_MAX_HITS]; /* equally good ones */
    size_t n_hits;
    struct str number;         /* LINK_NUMBER, LINK_ORDINAL; canonical;
                                  LINK_CLOCK: 18:00:00 */
    struct link_period period; /* LINK_PERIOD, and LINK_NUMBER with `year` */
    enum link_kind kind;
    bool year;    /* LINK_NUMBER: it could be one */
    bool percent; /* LINK_NUMBER: % follows */
    bool hour;    /* LINK_CLOCK: said without minutes */
    bool doubt;   /* LINK_VALUE: the words may as well be no value */
    bool negated; /* "unpaid": what is linked is what it is not */
    bool used;    /* for bind.h */
};

struct links {
    struct words words;
    struct link *link; /* link[n], in order, without fillers */
    size_t n;
    size_t cap;
    double score; /* how well the table explains the question */
};

/*
 * link_question - the best reading of the words in one table.
 *
 * in       w         the words of the question
 *          language  decides about 1.234 and 3/4/2024
 * out      out       lives in `a`; borrows words and table
 * errors   ERR_LIMIT  over LINK_MAX_WORDS words, or `a` is full
 */
MUST_CHECK enum err link_question(const struct schema_table *t,
                                  const struct words *w, enum language language,
                                  struct arena *a, struct links *out,
                                  struct error *e);

/* The groups of nouns and natures that a column's name has. */
noun_groups link_column_groups(const struct schema_column *c);

/* Candidates as column.c, value.c and time.c find them. */
struct linker {
    const struct schema_table *table;
    const struct words *words;
    const struct schema_noun *nouns; /* nouns[words->n] of the question */
    const bool *fillers;             /* fillers[words->n]: one word, filler */
    enum language language;
    bool
        loose; /* parts of values are found by their stems too, and beside values
                   that are all of the words */
    struct arena *a;
    struct link *candidate; /* candidate[n] */
    size_t n;
    size_t cap;        /* room for LINK_MAX_AT more at each word */
    struct link *near; /* near[n_near] of the question (misspelled_values.h) */
    size_t n_near;
};

/* Every candidate, of word i [begin[i], begin[i + 1]); l has table to arena. */
MUST_CHECK enum err link_gather(struct linker *l, size_t **begin,
                                struct error *e);

/* May a run of words be a part of a value? */
bool link_may_be_part(const struct words *w, size_t at, size_t run);

/* How many letters of a folded word may be wrong. */
unsigned link_slips(struct str fold);

/* The bytes after which a word may be what a row is not, un of unpaid; 0: none. */
size_t link_negating_prefix(struct str said);

/* Is the word a verb of the noun: "supplied" of supplier? */
bool link_is_verb(struct str said, struct str noun);

/* As link_is_verb(), in Spanish: facturaron of facturada, emitido of emisión. */
bool link_is_spanish_verb(struct str said, struct str noun);
/* Is the first an abbreviation of the second: dep of departure? */
bool link_is_short(struct str brief, struct str word);

/* Does a comma come before the word: 场次、成交单数 are two? */
bool link_is_listed(const struct words *w, size_t at);

/* Is it the word without its vowels but a first one: shft of shift? */
bool link_is_clipped(struct str brief, struct str word);

/* Is the word another form of a participle: "cancellation" of cancelled? */
bool link_is_derived(struct str said, struct str done);

/* Is the column yes or no, or 1 or 0? */
bool link_is_flag(const struct schema_column *c);

/* Values and flags in another form, where no candidate from `from` on is a
 * value. */
void link_derived_at(struct linker *l, size_t at, size_t from);

/* Is the word the noun of the verb: "cancellation" of cancelled? */
bool link_is_event(struct str said, struct str verb);

/* One more candidate, of at least one word; more than LINK_MAX_AT that begin at
 * the same are dropped, which all sources together do not reach. */
void linker_add(struct linker *l, const struct link *candidate);

/* How many words from `at` name the owner of a column, 0 for none. */
size_t link_owner_at(const struct linker *l, size_t at,
                     const struct words *owner);

/* Candidates that begin at word `at`. */
MUST_CHECK enum err link_columns_at(struct linker *l, size_t at,
                                    struct error *e);
MUST_CHECK enum err link_values_at(struct linker *l, size_t at,
                                   struct error *e);
MUST_CHECK enum err link_codes_at(struct linker *l, size_t at, size_t from,
                                  struct error *e);
MUST_CHECK enum err link_times_at(struct linker *l, size_t at, struct error *e);
MUST_CHECK enum err link_clocks_at(struct linker *l, size_t at,
                                   struct error *e);
MUST_CHECK enum err link_ordinals_at(struct linker *l, size_t at,
                                     struct error *e);
MUST_CHECK enum err link_numbers_at(struct linker *l, size_t at,
                                    struct error *e);

/* The whole number in words that begins at a word, "two hundred and fifty": how
 * many words it has; 0: none does. */
size_t link_words_number(const struct words *w, size_t at,
                         unsigned long long *value);

/* People, where no candidate from `from` on is a column. */
void link_people_at(struct linker *l, size_t at, size_t from);

/* Is the link people, and each row one of them? */
bool link_is_person(const struct schema_table *t, const struct words *w,
                    const struct link *l);

/* Words that are what is beside them: "total" as a column. */
void link_settle(const struct schema_table *t, enum language language,
                 struct links *out);

/* The number of four digits that may be a year; 0 for none. */
int link_year_at(const struct words *w, size_t at);

#endif
