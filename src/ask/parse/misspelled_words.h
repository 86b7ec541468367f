/*
 * misspelled_words.h - a question with its slips of spelling mended. Private to the module.
 */
#ifndef ASK_PARSE_MISSPELLED_WORDS_H
#define ASK_PARSE_MISSPELLED_WORDS_H

#include "ask/parse/meaning.h"

/*
 * misspelled_words_mend - what words that nothing is known of are nearly spelled as: a word of a
 * column or a value, of questions, or of the lexicon.
 *
 * in       m         its table, words, concepts and language
 * out      out       the words with those that are mended; raw ones as they were
 *          mended    mended[words], which; NULL: none is
 * errors   ERR_LIMIT  the arena of `m` or the machine is full
 */
MUST_CHECK enum err misspelled_words_mend(const struct meanings *m,
                                          struct words *out, bool **mended,
                                          struct error *e);

#endif
