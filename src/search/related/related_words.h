/*
 * related_words.h - words that mean the same, in English, Spanish and Chinese:
 * "monthly fee" and "price per month", "ingresos" and "revenue".
 *
 * They are those of the lexicon (data/lexicon) that are of one concept. The build packs
 * them into the program as keys of the index (tools/pack_related.c).
 */
#ifndef SEARCH_RELATED_RELATED_WORDS_H
#define SEARCH_RELATED_RELATED_WORDS_H

#include "search/lexical/analyze.h"

#define RELATED_MAX_WORDS      3 /* of an entry */
#define RELATED_MAX_CHARACTERS 6 /* of one in Chinese */

enum related_language { RELATED_EN, RELATED_ES, RELATED_ZH, RELATED_LANGUAGES };

/* What a text is to its concept. */
enum related_role { RELATED_NOUN, RELATED_VERB, RELATED_HIGH, RELATED_LOW };

/* An entry of a concept. */
struct related_sense {
    uint16_t concept_id;
    uint8_t role;
    uint8_t position; /* in its line, 0 the most usual */
};

struct related_term {
    struct str keys; /* of the index without their kind, a space between two */
    enum related_language language;
    struct related_sense sense;
};

struct related_words;

/* Those that come with the program. */
const struct related_words *related_words_shared(void);

/* The senses of a text: stems with a space between two, or characters. How many there
 * are; *out borrows `r`. */
size_t related_senses(const struct related_words *r, struct str text,
                      enum related_language language,
                      const struct related_sense **out);

/* How many terms a concept has, and one of them. */
size_t related_terms(const struct related_words *r, uint16_t concept_id);
struct related_term related_term_at(const struct related_words *r,
                                    uint16_t concept_id, size_t i);

/*
 * related_stem - a token as it is in the text of related_senses().
 *
 * out      out   without a key's kind; borrows `keys`
 */
MUST_CHECK enum err related_stem(struct analyzer *z, const struct token *t,
                                 enum related_language language,
                                 struct keys *keys, struct str *out,
                                 struct error *e);

#endif
