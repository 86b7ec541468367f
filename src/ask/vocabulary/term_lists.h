/*
 * term_lists.h - lists of words that rules look for, from data/lexicon/lists: the list
 * [none] of ask.txt is words_ask_none. The build writes them, words folded, a
 * space between those of an entry; entries of English, Spanish, Chinese, then of all.
 */
#ifndef ASK_VOCABULARY_TERM_LISTS_H
#define ASK_VOCABULARY_TERM_LISTS_H

#include "base/str.h"
#include "base/text/term_list.h"

#define TERM_LIST(name) extern const struct term_list words_##name;
#include "ask/vocabulary/term_lists.def"
#undef TERM_LIST

/* Is the word, or a run of them with a space between, an entry of the list? */
bool term_list_has(const struct term_list *list, struct str word);

/* Does an entry occur anywhere in the text, as words of Chinese do? */
bool term_list_within(const struct term_list *list, struct str text);

/*
 * term_list_without_ending - the word without the first entry that ends it.
 *
 * in       least  bytes that have to be left; an entry that leaves less is passed over
 * returns  what is left, empty where no entry ends the word
 */
struct str term_list_without_ending(const struct term_list *list,
                                    struct str word, size_t least);

/* Does an entry end the text? */
bool term_list_ends(const struct term_list *list, struct str text);

/* What follows the '=' of its entry, "went=go"; empty where it has none. */
struct str term_list_value(const struct term_list *list, struct str word);

/* The same where it is a number; false where the word has none. */
bool term_list_number(const struct term_list *list, struct str word,
                      uint64_t *out);

#endif
