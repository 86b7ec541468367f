/*
 * dictionary_build.h - builds value dictionaries, a column at a time.
 *
 * The calls, in this order: open; for each column, begin, add, any number, and
 * put; finish; release, always.
 */
#ifndef STORE_VALUE_INDEX_DICTIONARY_BUILD_H
#define STORE_VALUE_INDEX_DICTIONARY_BUILD_H

#include "base/text/words.h"
#include "store/page_file/page_file.h"
#include "store/value_index/dictionary_format.h"

#define DICTIONARY_MAX_VALUES 1000000u /* of a column */

struct dictionary_builder {
    struct page_file file;
    struct arena scratch; /* of one value */
    struct buf directory; /* uint64[DICTIONARY_FIELDS] a column that was put */
    uint64_t columns;
    /* of the column at hand: */
    struct buf texts, text_at; /* as the parts of dictionary_format.h, but in */
    struct buf words, word_at; /* the order in which they came */
    struct buf tokens, first;
    struct buf slots; /* uint32[]: a hash table of words, number + 1 */
    uint32_t n_values, n_words;
};

/*
 * dictionary_build_open - begin the file `path`.
 *
 * in       path, a   borrowed until release
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT; release it also then
 */
MUST_CHECK enum err dictionary_build_open(struct dictionary_builder *b,
                                          const char *path, struct arena *a,
                                          struct error *e);

/* The next column has no values yet. */
MUST_CHECK enum err dictionary_build_begin(struct dictionary_builder *b,
                                           struct error *e);

/*
 * dictionary_build_add - one more value of the column.
 *
 * in       text   UTF-8; no value comes twice, and they come in the order of
 *                 their bytes, so that equal values give equal files
 * out      taken  false: it is too long, or there is no room for more
 * errors   ERR_LIMIT  the machine has no memory
 */
MUST_CHECK enum err dictionary_build_add(struct dictionary_builder *b,
                                         struct str text, bool *taken,
                                         struct error *e);

/*
 * dictionary_build_put - write the column; one without values is left out.
 *
 * in       column    its place in the table; ascending
 *          complete  these are all values that occur
 * errors   ERR_FILE_WRITE_FAILED, ERR_LIMIT
 * cost     O(n log n) of its words
 */
MUST_CHECK enum err dictionary_build_put(struct dictionary_builder *b,
                                         uint64_t column, bool complete,
                                         struct error *e);

/* The file has its name; ERR_FILE_WRITE_FAILED, ERR_LIMIT. */
MUST_CHECK enum err dictionary_build_finish(struct dictionary_builder *b,
                                            struct error *e);

/* Free; what is not finished leaves nothing. */
void dictionary_build_release(struct dictionary_builder *b);

#endif
