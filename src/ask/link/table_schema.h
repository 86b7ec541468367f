/*
 * table_schema.h - the tables that a question may be about: columns with their
 * types and extremes, and the values that occur, cut into folded words.
 *
 * It is built from what a table's profile says and from nothing else, so that
 * linking never opens a data file.
 */
#ifndef ASK_LINK_TABLE_SCHEMA_H
#define ASK_LINK_TABLE_SCHEMA_H

#include "ask/link/alias.h"
#include "ask/spec/spec.h"
#include "ask/spec/spec_place.h"
#include "ask/vocabulary/question_words.h"
#include "base/json.h"
#include "base/text/words.h"

#define SCHEMA_MAX_TABLES 512

/* Over this a column's remaining values are left out: it is incomplete. */
#define SCHEMA_MAX_VALUES ((size_t)1 << 20)

struct dictionary_column;

enum column_kind {
    COLUMN_TEXT,
    COLUMN_NUMBER,
    COLUMN_DATE, /* dates and timestamps; months, where there are none */
    COLUMN_BOOL,
    COLUMN_ID, /* numbers that only tell things apart: order_id */
    COLUMN_OTHER,
};

/* What question_words_nouns() says about the noun that begins at a word. */
struct schema_noun {
    noun_groups groups;
    size_t words; /* that it covers; 0: none begins there */
};

/* The words that values have; no false "no" (ask/link/word_filter.h). */
struct word_filter {
    uint64_t *bits; /* bits[n_bits / 64] */
    size_t n_bits;  /* a power of two; 0: there are no values */
};

struct schema_column {
    struct str name;
    struct words words;        /* of the name */
    struct str comment;        /* that its database has of it */
    struct schema_noun *nouns; /* nouns[words.n] */
    enum column_kind kind;
    bool whole;          /* numbers without fraction */
    bool complete;       /* values are all that occur */
    bool digits;         /* text that begins with digits: numbers as text */
    bool empty;          /* no row of the table has a value */
    bool blank_texts;    /* some cells are texts of no letter, which are none */
    enum spec_view view; /* of COLUMN_DATE in text: days, months or quarters */
    struct str
        total_label; /* the cell in rows of totals; SQL sees it with a view
                               only, else NULL, as in no other row */
    struct str total_word; /* what the reader saw in all rows of totals; empty:
                              not the same, or nothing */
    struct str total_text; /* the text of it that no other row has, in the first
                              column with one; SQL sees it */
    bool sorts;            /* of these: as text they are in order of time */
    bool lists;   /* cells are lists, SPEC_LIST_SEPARATOR between values */
    bool clock;   /* times of day, alone or after a date */
    bool percent; /* the file writes its numbers per cent */
    struct words
        mark; /* the word that cells without a value have; n = 0: none */
    uint64_t non_null;  /* rows */
    uint64_t distinct;  /* an estimate */
    struct str min;     /* as text; empty when unknown; of months a day */
    struct str max;     /* the same */
    struct str *values; /* values[n_values], as they are in the data */
    size_t n_values;
    size_t n_periods; /* of months and quarters in text: values[n_periods] are
                         how they are written, and no words */
    const struct json
        *samples;     /* some of them, as the profile has them; NULL */
    struct str keys;  /* stems of all values: \n w1 w2 \n w3 \n ... */
    uint32_t *key_at; /* key_at[n_values], where each begins in `keys` */
    struct word_filter known;             /* the words in `keys` */
    struct dictionary_column *dictionary; /* of all values, where they are too
                                             many; NULL: they are not */
    bool recalled;      /* values are all of these that a question may mean */
    uint64_t starts;    /* how the words of the name begin */
    noun_groups groups; /* of all nouns of the name */
    /* of a view of joined tables (ask/joins/joined_view.h): */
    const struct words *owner; /* its table's name may be beside its own */
    const struct words *path;  /* and these words, where a table is joined
                                  twice: billing, shipping */
    bool label; /* the owner alone means it: "by customer" is by name */
    bool key;   /* leads to another table: meant where its whole name is said */
    /* of a semantic layer (ask/semantic/layer.h): */
    const struct column_alias *aliases; /* aliases[n_aliases] */
    size_t n_aliases;
    struct str formula;   /* the file has no such column: it is computed
                           (ask/spec/formula.h) */
    bool aggregated;      /* from many rows together, not from each */
    enum agg aggregation; /* how values of several rows are put together;
                             AGG_NONE: nobody said */
};

struct schema_table {
    struct str name;    /* as the user knows it: the file's name */
    struct str sql;     /* its name in SQL */
    struct str own;     /* the same where files are several */
    size_t file;        /* the first table of the same file */
    struct words words; /* of the name, without its ending or schema */
    const struct words
        *also; /* also[n_also]: what else it is called, such as by the
                                 comment that its database has of it */
    size_t n_also;
    struct str comment; /* that its database has of it */
    struct schema_column *columns;
    size_t n_columns;
    uint64_t rows;
    uint64_t
        total_rows; /* of them that are sums of the others, by their numbers */
    bool among;     /* other tables may be meant as well */
    const struct json *foreign_keys; /* that its database declares: [{"column":
                                        ..., "table": ..., "refers_to": ...}],
                                        of several columns with "also":
                                        [{"column": ..., "refers_to": ...}],
                                        and "holds" where a server checks it;
                                        NULL: it is of none */
};

struct join_graph;

struct ask_schema {
    struct schema_table tables[SCHEMA_MAX_TABLES];
    size_t n_tables;
    const struct join_graph *joins; /* NULL: each table is asked alone */
    bool looks_up; /* columns of which a profile has not all values get a
                      dictionary: its values need not be read */
};

/*
 * schema_add - one more table.
 *
 * in       s        zeroed before the first
 *          name     the file's name, for messages and for "how many sales"
 *          sql      what the table is called in SQL
 *          profile  {"map":...,"profile":...} as table_get_profile gives it,
 *                   or the inner profile alone
 * owns     everything lives in `a`; texts borrow `profile`, `name` and `sql`
 * errors   ERR_LIMIT              too many tables, or `a` is full
 *          ERR_VALIDATION_FAILED  not a profile
 * cost     O(bytes of the values)
 */
MUST_CHECK enum err schema_add(struct ask_schema *s, struct str name,
                               struct str sql, const struct json *profile,
                               struct arena *a, struct error *e);

/* The last table has a title as well, by whose words it may be meant. */
MUST_CHECK enum err schema_also_called(struct ask_schema *s, struct str title,
                                       struct arena *a, struct error *e);

/* Cut the name of a column into what linking knows it by; in `a`. */
MUST_CHECK enum err schema_name_column(struct schema_column *c, struct arena *a,
                                       struct error *e);

/* Make the columns of months or quarters dates, where the table has none. */
MUST_CHECK enum err schema_find_months(struct schema_table *t, struct arena *a,
                                       struct error *e);

/* The nouns that begin at each word, in `a`; NULL when it is full. */
MUST_CHECK struct schema_noun *schema_nouns(const struct words *w,
                                            struct arena *a, struct error *e);

/*
 * schema_find_key - the next value of a column that is of these words alone.
 *
 * in       key   their stems, a space between
 *          from  the byte of its keys to begin at
 * out      at    where the first word of the value is in its keys
 */
bool schema_find_key(const struct schema_column *c, struct str key, size_t from,
                     size_t *at);

/* Which value of a column the byte `at` of its keys belongs to. */
size_t schema_value_at(const struct schema_column *c, size_t at);

/*
 * schema_may_total - may a cell of a column that says so be of a row of totals?
 *
 * Where no row is a sum of the others, one with a value of each other text is a row
 * like them: the company Total.
 */
bool schema_may_total(const struct schema_table *t,
                      const struct schema_column *c);

/* The column called so, in either case; NULL: none. */
struct schema_column *schema_find_column(const struct schema_table *t,
                                         struct str name);

#endif
