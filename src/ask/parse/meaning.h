/*
 * meaning.h - all that spans of a question's words may mean in one table. Private to
 * the module.
 *
 * Nothing is chosen: "may" is a month, a value and a word to skip.
 */
#ifndef ASK_PARSE_MEANING_H
#define ASK_PARSE_MEANING_H

#include "ask/link/link.h"
#include "ask/parse/concept.h"
#include "ask/parse/parse.h"
#include "ask/parse/totals.h"
#include "ask/vocabulary/unit.h"

#define MEANING_MAX_AT    48 /* that begin at one word */
#define MEANING_NO_COLUMN UINT16_MAX

enum meaning_kind {
    MEANING_SKIP,
    MEANING_OPERATION,
    MEANING_COLUMN,
    MEANING_VALUE,
    MEANING_NUMBER,
    MEANING_PERIOD,
    MEANING_ORDINAL,
    MEANING_CLOCK,
    MEANING_ROWS,     /* what a row is called */
    MEANING_SUPER,    /* an adjective that orders by a column */
    MEANING_PAIR,     /* a state by two columns of a row: "late" */
    MEANING_COMPUTED, /* a measure that columns make together: profit */
    MEANING_KINDS
};

/* How the words mean it, the surest first. */
enum meaning_level {
    LEVEL_WHOLE,   /* all of a name or a value */
    LEVEL_MOST,    /* more than half of a name */
    LEVEL_PART,    /* a part of a name or a value */
    LEVEL_LITTLE,  /* less than a third of a name */
    LEVEL_SYNONYM, /* another word of the same meaning */
    LEVEL_OWNER,   /* what it belongs to */
    LEVEL_SLIP,    /* nearly spelled so */
    LEVEL_CONCEPT, /* the lexicon has both under one concept */
    LEVEL_NEAR,    /* under related ones */
    LEVEL_VERB,    /* a verb of its concept */
    LEVEL_ASKED,   /* an opening that asks for it: how old */
    LEVEL_UNIT,    /* what it is counted in */
    LEVEL_NAMED,   /* another name of the value: a demonym, a code */
    LEVEL_KIN,     /* of the same stem: conversion, converted */
    LEVEL_BRIEF,   /* one abbreviates the other: tienda, Tda */
    LEVEL_ALIKE,   /* the lexicon has both as money, as dates, as people */
    LEVELS
};

/* What is known of a column that no question changes. */
enum column_nature {
    NATURE_NUMBER,
    NATURE_MONEY,
    NATURE_COUNT,
    NATURE_RATE,
    NATURE_YEAR,
    NATURE_ID,
    NATURE_NAME,
    NATURE_PERSON,
    NATURE_PLACE,
    NATURE_CATEGORY,
    NATURE_TEXT,
    NATURE_DATE,
    NATURE_FLAG,
    NATURES
};

/* How a column names the rows of its table, by the lexicon. */
enum column_naming {
    NAMING_NAME = 1, /* the title of a film */
    NAMING_ID = 2,   /* its code */
    NAMING_SELF = 4  /* the same concept: account in accounts */
};

struct meaning {
    enum meaning_kind kind;
    enum meaning_level level;
    uint16_t from; /* words [from, to) */
    uint16_t to;
    uint16_t column; /* its index; SUPER of none: MEANING_NO_COLUMN */
    uint16_t than; /* PAIR: the column that it is compared with, span: to it */
    uint8_t fine;  /* COLUMN, SUPER: how much of the name is said, 0 to 4; of a
                     concept 8 on, by how rare the word is; VALUE: code_said */
    bool negated;  /* "unpaid": what it is not */
    bool event;    /* COLUMN: a date that is there where something was done */
    bool high;     /* SUPER: the large end */
    bool superlative;         /* SUPER: "hottest", and not "hot" */
    bool lasting;             /* SUPER: "longest" may be what took most time */
    bool many;                /* VALUE: more of them than are listed */
    const struct str *values; /* VALUE: values[n_values] */
    size_t n_values;
    const struct question_word *entry; /* OPERATION */
    const struct link *link;           /* NUMBER, PERIOD, ORDINAL, CLOCK */
    uint8_t cmp;    /* PAIR, NUMBER of "negative": enum filter_op + 1 */
    bool of_rows;   /* NUMBER: of rows that something has, and of no column */
    uint8_t span;   /* NUMBER: days, ... between: enum span_unit + 1 */
    bool of_column; /* NUMBER: it compares `column` alone, */
    bool scaled;    /* which counts in thousands or more */
    const struct computed_measure *computed; /* its first: `column` */
};

struct meanings {
    const struct schema_table *table;
    const struct words *words;
    enum language language;
    struct table_concepts *concepts;
    struct lex_text text;    /* of the words */
    struct meaning *meaning; /* meaning[n], by their first words */
    size_t n;
    size_t cap;
    size_t begin[PARSE_MAX_WORDS + 1];
    size_t n_words;                  /* that are read */
    uint32_t other[PARSE_MAX_WORDS]; /* bit k: part of a meaning of kind k */
    bool filler[PARSE_MAX_WORDS];    /* by itself it says nothing */
    bool lacks[PARSE_MAX_WORDS]; /* known to the lexicon, not to the table */
    uint8_t *aggregate; /* aggregate[table->n_columns], enum lex_aggregate */
    bool *lists;        /* lists[table->n_columns], cell_lists_in() */
    uint8_t *naming; /* naming[table->n_columns], bits of enum column_naming */
    uint8_t best[2][PARSE_MAX_WORDS]; /* surest level of a value, of a column
                                            that has the word, + 1; 0: none */
    enum column_nature *nature;       /* nature[table->n_columns] */
    uint8_t *meant; /* meant[table->n_columns], enum meant of said_columns.h */
    uint8_t kind[PARSE_MAX_WORDS]; /* enum lex_kind + 1; 0: unknown */
    const struct unit *unit;       /* unit[table->n_columns] */
    struct flag_values *flag;      /* flag[table->n_columns] */
    const size_t *node; /* node[table->n_columns] of joined tables, 0 for those
                           whose rows are asked; NULL: there is one table */
    const bool
        *mended; /* mended[n_words]: meanings are added of words that were
                           misspelled; NULL: of all */
    struct total_rows totals; /* rows that are no rows of their own */
    bool several;             /* there are other tables */
    struct arena *a;
};

/*
 * meanings_find - what the words may mean.
 *
 * out      out   in `a`, borrows the table and the words
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err meanings_find(const struct schema_table *t,
                                  const struct words *w, enum language language,
                                  struct arena *a, struct meanings *out,
                                  struct error *e);

/* One more, unless MEANING_MAX_AT begin at its first word. */
void meanings_add(struct meanings *m, const struct meaning *x);

/* Words that compare with zero: "negative", "spent". */
struct meaning meaning_of_zero(size_t from, size_t to, enum filter_op op);

/* Other columns that the same words mean as well as `x`: those before it in the table,
 * or all; at most 3. */
uint32_t meanings_rivals(const struct meanings *m, const struct meaning *x,
                         bool before);

/* Different values of a column: 0 one, 1 to 3 few to many, 4 one a row. */
uint32_t meanings_distinct(const struct meanings *m, uint16_t column);

/* Meanings by the lexicon that begin at a word. */
void meanings_by_concept(struct meanings *m, size_t at);

/* An operation of the lexicon; one that the parser does not know is left out. */
void meanings_add_operation(struct meanings *m, size_t at, size_t n,
                            uint16_t concept_id);

/* Are all numbers of a column whole and of one length, from three digits on? */
bool meanings_has_one_length(const struct schema_column *c);

/* Are there rows without a value of a column? */
static inline bool meanings_has_blanks(const struct meanings *m,
                                       uint16_t column)
{
    return m->table->columns[column].non_null < m->table->rows;
}

/* Do the rows that are so have a mark, "x", and the others nothing? */
bool meanings_is_mark(const struct meanings *m, uint16_t column);

/* May a column be meant where none is named? */
static inline bool meanings_is_own(const struct meanings *m, size_t column)
{
    return !m->table->columns[column].empty &&
           (!m->node || m->node[column] == 0);
}

/* Is it one of a table's columns that numbers are computed of? */
static inline bool nature_is_measure(enum column_nature n)
{
    return n <= NATURE_RATE;
}

#endif
