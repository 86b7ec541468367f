/* word_list.h - lists in the words of answers: "id ids code", "eur>{1}~€ kg>{1}~kg". */
#ifndef ANSWER_SENTENCE_WORD_LIST_H
#define ANSWER_SENTENCE_WORD_LIST_H

#include "answer/sentence/wording.h"

/* The first entry of *rest, which is taken off it; empty if there is none. */
struct str word_list_next(struct str *rest);

/* Is a word in the list, case apart; in that of any language? */
bool word_list_has(enum language language, enum wording list, struct str word);
bool word_list_has_any(enum wording list, struct str word);

/* Does a word end as one of the list does? */
bool word_list_ends(enum language language, enum wording list, struct str word);

/* What follows a word and '>' in the list; empty: nothing does. */
struct str word_list_value(enum language language, enum wording list,
                           struct str word);

#endif
