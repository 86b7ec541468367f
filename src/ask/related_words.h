/*
 * related_words.h - finds the words that require a number of related rows:
 * "without orders", "que nunca compraron", 没有订单的. Private to ask/.
 */
#ifndef ASK_RELATED_WORDS_H
#define ASK_RELATED_WORDS_H

#include "ask/link/link.h"
#include "ask/spec/spec.h"

#define RELATED_MAX_PHRASES 8

struct related_phrase {
    size_t from; /* words [from, to) say it */
    size_t to;
    size_t end;     /* words [to, end) are conditions on what is counted */
    size_t root;    /* of the schema: whose rows are asked for */
    size_t root_at; /* its noun: words [root_at, root_end) */
    size_t root_end;
    size_t counted;    /* of the schema; its n_tables: what is bought or sold,
                            by any table that tells it */
    enum filter_op op; /* how many: this... */
    struct str number; /* ...and that; "0" for none or some */
    bool is_verb;      /* "ordered", not "orders" */
    bool is_only;      /* "only ordered": never else */
};

/*
 * related_phrases - the places of a question that may say so, in order.
 *
 * out      out     out[*n]
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words * tables)
 */
MUST_CHECK enum err related_phrases(const struct ask_schema *s,
                                    const struct words *w, struct arena *a,
                                    struct related_phrase *out, size_t *n,
                                    struct error *e);

/* Is it a verb that does without its noun: bought, vendidos, 下单? The words
 * that spell it, 0 for none. */
size_t related_trade_at(const struct words *w, size_t at);

/* Does the word say that nothing else is so: only, solo? */
bool related_is_only(struct str word);

/* Does one of the nouns say orders or sales, in any language? */
bool related_is_trade(const struct words *noun);

#endif
