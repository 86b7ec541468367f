/*
 * dictionary.h - the distinct values of a table's columns on disk, up to
 * 1,000,000 a column, found by sequences of their words and by similarly
 * spelled words.
 *
 * Why so (1,000,000 names of three words, `make bench-ask`): sorted lines and
 * places find a run of words in some twenty steps a word, whatever follows it,
 * and take 62 bytes a value, text and all, of which a question touches few
 * pages. Postings of words would have to be intersected, which the frequent
 * ones make slow; a table of all deletions of words (SymSpell) takes over 100
 * bytes a word for two edits, and a transducer of the values is smaller but
 * knows no run inside a value. Near words come from the sorted words and those
 * sorted from the end (dictionary_near.c).
 *
 * The file comes from a worker: each number in it is checked against its bounds
 * where it is used. Damage ends a search early; the caller looks at `damaged`.
 */
#ifndef STORE_VALUE_INDEX_DICTIONARY_H
#define STORE_VALUE_INDEX_DICTIONARY_H

#include "base/buf.h"
#include "store/page_file/page_map.h"
#include "store/value_index/dictionary_format.h"

/* One column; used by one thread at a time. */
struct dictionary_column {
    const struct page_map *map;
    uint64_t column;                 /* its place in the table */
    bool complete;                   /* these are all values that occur */
    uint64_t n[DICTIONARY_PARTS];    /* elements, or bytes */
    uint64_t from[DICTIONARY_PARTS]; /* where they begin in the file */
    bool damaged;                    /* something was not where it must be */
};

struct dictionary {
    struct page_map map;
    struct dictionary_column *columns; /* columns[n] */
    size_t n;
};

/*
 * dictionary_open - the dictionaries of a table.
 *
 * in       path   of a file that dictionary_build.h wrote
 * out      d      dictionary_close() it, also after an error; columns in `a`
 * errors   ERR_NOT_FOUND, ERR_FILE_READ_FAILED, ERR_LIMIT
 *          ERR_INTERNAL  damaged: build it again
 */
MUST_CHECK enum err dictionary_open(struct dictionary *d, const char *path,
                                    struct arena *a, struct error *e);

/* Unmap; one that is all zeros is allowed. */
void dictionary_close(struct dictionary *d);

/* The column at this place of the table; NULL: it has no dictionary. */
struct dictionary_column *dictionary_find(const struct dictionary *d,
                                          uint64_t column);

/* ---- runs of words ---- */

/* Values, or places inside of values, that are one after the other. */
struct dictionary_range {
    enum dictionary_part order; /* DICTIONARY_FIRST, DICTIONARY_INNER */
    uint64_t from, to;
    uint64_t words; /* that they have in common */
};

/* All of an order. */
struct dictionary_range dictionary_all(const struct dictionary_column *c,
                                       enum dictionary_part order);

/* The number of a stem; DICTIONARY_END: no value has it. */
uint32_t dictionary_word(struct dictionary_column *c, struct str stem);

/*
 * Those of a range that go on with the word; with DICTIONARY_END those that
 * end there, which are the first of the range.
 *
 * cost     O(log values)
 */
struct dictionary_range dictionary_narrow(struct dictionary_column *c,
                                          struct dictionary_range r,
                                          uint32_t word);

/* Which value the i-th of a range is. */
uint32_t dictionary_value(struct dictionary_column *c,
                          struct dictionary_range r, uint64_t i);

/* As it is in the data; borrows the file. */
struct str dictionary_text(struct dictionary_column *c, uint32_t value);

/* Its words as a line of schema keys: " w1 w2 ". */
void dictionary_put_words(struct dictionary_column *c, uint32_t value,
                          struct buf *out);

/* ---- near words ---- */

struct dictionary_near {
    uint32_t word;
    unsigned distance; /* edits; of one that goes on from what was said
                          DICTIONARY_GOES_ON */
};

#define DICTIONARY_NEAR    16
#define DICTIONARY_GOES_ON 3u

/*
 * dictionary_find_near - words that a stem may be a slip for: up to `limit`
 * (1 or 2) letters more, less, other or swapped; and a few that begin with it.
 *
 * out      out      out[DICTIONARY_NEAR], nearest first, then by bytes
 * returns  how many
 * cost     0.1 ms (one edit) to 0.5 ms (two) of 1,000,000 words
 */
size_t dictionary_find_near(struct dictionary_column *c, struct str stem,
                            unsigned limit, struct dictionary_near *out);

#endif
