/* lex_words.h - a name cut into words for one look-up in the lexicon. */
#ifndef ANSWER_SENTENCE_LEX_WORDS_H
#define ANSWER_SENTENCE_LEX_WORDS_H

#include "ask/lexicon/lex_column.h"

struct lex_words {
    const struct lex *lex; /* NULL: nothing can be looked up */
    struct words words;
    struct lex_text text;
    struct arena a;
};

/* False: there is no lexicon, or the name has no words that it could know. The caller
 * releases it in any case; what is found stays. */
bool lex_words_init(struct lex_words *w, struct str name);
void lex_words_release(struct lex_words *w);

/* The senses of all the words together; none where init failed. */
struct lex_senses lex_words_find(const struct lex_words *w);

#endif
